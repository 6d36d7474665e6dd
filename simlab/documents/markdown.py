"""The content of a page becomes Markdown: what stays the same when only the page's dress changes.

html2text does the conversion. It was made to be read, not hashed, so a subclass corrects what would make the same words
come out differently: blocks that are glued, words that are cut by emphasis, backslashes that a renderer would take away
again, code blocks without their language.
"""

from __future__ import annotations

import re

import html2text
from bs4 import Tag

from simlab.documents.html import RuleSet, clean_html, elements_inside

__all__ = ["code_language", "html_to_markdown"]

# The prefixes of a class that name the language of a code block, in the order of the crawler article.
_LANGUAGE_PREFIXES = ("language-", "lang-", "hljs-")

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_NESTING = frozenset({"ul", "ol", "blockquote"})
_TABLE_PARTS = frozenset({"table", "thead", "tbody", "tfoot", "tr", "td", "th", "caption"})
# html2text knows only <p> and <div> as blocks of plain text.
_BLOCKS = frozenset(
    name
    for names in (
        "address article aside button caption center dd details dialog div dl dt fieldset figcaption figure",
        "footer form header hgroup legend main menu nav noscript optgroup option p search section select",
        "summary textarea",
    )
    for name in names.split()
)
# A table that holds one of these arranges the page; its cells are blocks, not columns.
_NOT_IN_A_CELL = _HEADINGS | _NESTING | {"table", "pre", "dl", "hr", "article", "section", "form"}

# Deeper lists and quotations are flattened: each level would indent every line inside it once more.
_MAX_NESTING = 20

_ATTRIBUTES = frozenset({"href", "src", "alt", "title", "start"})

# A code block waits outside html2text, which indents and rejoins text. `parse_html` lets neither character through.
_CODE_OPENS, _CODE_CLOSES = "\ufdd0", "\ufdd1"
_CODE = re.compile(f"{_CODE_OPENS}([0-9]+){_CODE_CLOSES}")


def html_to_markdown(html: str | bytes, *, rules: str | RuleSet = "default", keep_links: bool = False) -> str:
    """Clean a page and write its content as Markdown.

    Headings are ``#``, code blocks are fenced and keep their language, tables are pipe tables, struck text is
    ``~~so~~``. One paragraph is one line. There are no trailing spaces, no run of spaces outside code, and no two
    blank lines in succession.

    The result is made to be compared, not to be rendered: bold and italic leave no marks, and nothing is escaped, so
    that ``snake_case`` and ``1. April`` stay as they are. The content of an image is not text; it is left out.

    Parameters
    ----------
    html : str or bytes
        A page, or a part of one; see `simlab.documents.html.clean_html`.
    rules : str or RuleSet
        What is boilerplate.
    keep_links : bool
        Write links and images with their addresses, ``[text](address)``, as the crawler article does. Addresses carry
        tracking parameters, which then count as words of the text.

    Returns
    -------
    str
        Empty if the page has no content.

    Raises
    ------
    UnknownName
        If ``rules`` names no rule set.

    Examples
    --------
    >>> print(html_to_markdown("<nav>Home</nav><h1>Gold</h1><p>It <b>rose</b>  again,\\nun<i>believ</i>able."))
    # Gold
    <BLANKLINE>
    It rose again, unbelievable.
    >>> html_to_markdown('<p>See <a href="/gold?utm_source=a">gold</a>.', keep_links=True)
    'See [gold](/gold?utm_source=a).'
    """
    content = clean_html(html, rules=rules).content
    blocks = _prepare(content)
    pieces = _CODE.split(_Converter(keep_links=keep_links).handle(str(content)))
    # Text and the numbers of code blocks take turns; only the text is tidied.
    pieces[0::2] = [_tidy(text) for text in pieces[0::2]]
    pieces[1::2] = [blocks[int(number)] for number in pieces[1::2]]
    return "\n\n".join(piece for piece in pieces if piece)


def code_language(element: Tag) -> str:
    """Return the language a class names: ``language-x`` before ``lang-x`` before ``hljs-x``, or an empty string.

    Examples
    --------
    >>> from simlab.documents.html import parse_html
    >>> code_language(parse_html('<code class="hljs lang-c++">int x;</code>').code)
    'c++'
    """
    names = element.get("class") or ()
    classes = names.split() if isinstance(names, str) else list(names)
    for prefix in _LANGUAGE_PREFIXES:
        for name in classes:
            if name.startswith(prefix) and len(name) > len(prefix):
                return name[len(prefix) :].replace("`", "")
    return ""


def _prepare(content: Tag) -> list[str]:
    """Change a tree so that html2text renders it well, and return its code blocks as fenced Markdown."""
    blocks: list[str] = []
    inside_code: set[int] = set()
    nesting: dict[int, int] = {}
    table_of: dict[int, Tag | None] = {}
    parts: list[Tag] = []
    n_cells: dict[int, int] = {}
    with_columns: set[int] = set()
    layout: set[int] = set()
    for element in [content, *elements_inside(content)]:
        if id(element) in inside_code:
            continue
        name, parent = element.name, id(element.parent)
        table = table_of.get(parent)
        table_of[id(element)] = element if name == "table" else table
        nesting[id(element)] = nesting.get(parent, 0) + (name in _NESTING)
        if table is not None and name in _NOT_IN_A_CELL:
            layout.add(id(table))
        if name in _TABLE_PARTS:
            parts.append(element)
        if name in ("td", "th"):
            n_cells[parent] = n_cells.get(parent, 0) + 1
            if n_cells[parent] > 1:
                with_columns.add(id(table))
        elif name == "table" and element.get("role") in ("presentation", "none"):
            layout.add(id(element))
        elif name == "pre":
            inside_code.update(id(descendant) for descendant in elements_inside(element))
            _take_code(element, blocks)
        elif nesting[id(element)] > _MAX_NESTING:
            element.name = "div"
        # The other attributes say nothing that Markdown could say, and some pages hide odd things in them.
        element.attrs = {key: value for key, value in element.attrs.items() if key in _ATTRIBUTES}
    for part in parts:
        table = table_of[id(part)]
        if table is None or id(table) in layout or id(table) not in with_columns:
            part.name = "div"
    return blocks


def _take_code(element: Tag, blocks: list[str]) -> None:
    """Move a code block to ``blocks`` and leave its number in its place."""
    code = element.find("code")
    language = (code_language(code) if code is not None else "") or code_language(element)
    for line_break in element.find_all("br"):
        line_break.replace_with("\n")
    lines = [line.rstrip() for line in element.get_text().splitlines()]
    text = "\n".join(lines).strip("\n")
    element.clear(decompose=True)
    element.name = "div"
    if text:
        fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
        element.append(f"{_CODE_OPENS}{len(blocks)}{_CODE_CLOSES}")
        blocks.append(f"{fence}{language}\n{text}\n{fence}")


class _Converter(html2text.HTML2Text):
    """html2text, set up for comparing texts. One converter converts one page: it keeps state."""

    def __init__(self, *, keep_links: bool) -> None:
        super().__init__(bodywidth=0)
        self.unicode_snob = True
        self.ignore_emphasis = True
        self.ignore_links = not keep_links
        self.ignore_images = not keep_links
        self.skip_internal_links = False
        self.use_automatic_links = False
        self._n_columns = 0
        self._in_cell = False
        self._is_first_row = False

    def handle_tag(self, tag: str, attrs: dict[str, str | None], start: bool) -> None:
        in_one_line = self._in_cell or self.inheader or bool(self.astack)
        if tag in _TABLE_PARTS:
            self._handle_table(tag, start)
        elif tag in _BLOCKS or (tag == "br" and in_one_line):
            # Where a line break would break a table, a heading or a link, a space keeps the words apart.
            if in_one_line:
                self.space = True
            else:
                self.p()
        elif tag in ("del", "s", "strike"):
            self.o("~~")
        elif tag == "a" and not start:
            # A space due inside the link stands behind it, not before its bracket.
            due, self.space = self.space, False
            super().handle_tag(tag, attrs, start)
            self.space = due
        elif tag != "abbr":  # html2text would append a list of abbreviations to the page.
            super().handle_tag(tag, attrs, start)

    def handle_data(self, data: str, entity_char: bool = False) -> None:
        super().handle_data(data, True)  # True: without backslashes.

    def _handle_table(self, tag: str, start: bool) -> None:
        if tag in ("td", "th"):
            if start:
                self.o("|" if self._n_columns == 0 else "")
                self._n_columns += 1
                self.space = True
            else:
                self.o(" |")
            self._in_cell = start
        elif tag == "tr":
            self.pbr()
            if not start and self._is_first_row and self._n_columns:
                self.o("|" + " --- |" * self._n_columns)
                self.pbr()
                self._is_first_row = False
            self._n_columns = 0
        elif tag in ("table", "caption"):
            self.p()
            self._is_first_row = (tag == "table" and start) or self._is_first_row


_BLANK = re.compile("[ \t]+")
_ONLY_A_MARK = re.compile(r"(?:#{1,6}|\*|[> ]+)")


def _tidy(text: str) -> str:
    lines: list[str] = []
    for line in text.split("\n"):
        body = _BLANK.sub(" ", line.strip())
        if _ONLY_A_MARK.fullmatch(body):
            body = ""
        if body:
            indent = line[: len(line) - len(line.lstrip())]
            lines.append(indent + body)
        elif lines and lines[-1]:
            lines.append("")
    return "\n".join(lines).rstrip("\n")
