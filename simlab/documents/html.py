"""A raw page becomes its content: boilerplate is removed by rules that are data, and every removal is counted.

Two sets of rules come with the package. ``CRAWLER_RULES`` is the cleaning stage of a published crawler article as it is
printed there. ``DEFAULT_RULES`` follows the same idea but is safe for pages nobody has looked at: it matches class
names by whole words, drops what a reader cannot see, and never removes the element that holds most of the text.

No function here recurses over the tree, and each pass is linear in the size of the page, so that deeply nested or very
large pages cost time and not a crash.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import soupsieve
from bs4 import BeautifulSoup, Tag
from bs4.builder import ParserRejectedMarkup
from bs4.element import PageElement, PreformattedString, Script, Stylesheet, TemplateString

from simlab.documents.encoding import decode_html, replace_surrogates
from simlab.errors import UnknownName, some

__all__ = [
    "BOILERPLATE_SELECTORS",
    "BOILERPLATE_TOKENS",
    "BOILERPLATE_WORDS",
    "CRAWLER_RULES",
    "DEFAULT_RULES",
    "HIDDEN_SELECTORS",
    "RULE_SETS",
    "CleanedPage",
    "LinkList",
    "Removal",
    "RuleSet",
    "clean_html",
    "has_boilerplate_token",
    "has_boilerplate_word",
    "main_content",
    "parse_html",
    "remove_selectors",
]

# The 13 selectors of the crawler article, in its order.
BOILERPLATE_SELECTORS = (
    "script",
    "style",
    "nav",
    "header",
    "footer",
    '[role="navigation"]',
    '[role="complementary"]',
    ".sidebar",
    ".advertisement",
    ".cookie-banner",
    "form",
    "input",
    "button",
)

# What the crawler article looks for anywhere inside a class or id, in its order.
BOILERPLATE_TOKENS = (
    "nav",
    "menu",
    "sidebar",
    "footer",
    "header",
    "advertisement",
    "ad-",
    "social",
    "share",
    "comment-form",
    "cookie",
    "popup",
    "modal",
)

# The same list as whole words, with the spellings that substring matching caught for free, and two names of DocBook.
# Two words joined by a hyphen match when they follow each other, as in "comment-form" and "commentForm".
BOILERPLATE_WORDS: frozenset[str] = frozenset(
    word
    for words in (
        "nav navbar navigation navheader navfooter menu menus submenu menubar sidebar sidebars footer header",
        "advertisement advertisements advert adverts ad ads social share sharing comment-form",
        "cookie cookies consent popup popups modal modals",
        # Not in the article: what grows or shuffles around an article that stays the same.
        "comments related newsletter breadcrumb breadcrumbs",
    )
    for word in words.split()
)

# What a browser does not show. Whoever wants it kept takes these selectors out of a rule set.
HIDDEN_SELECTORS = (
    "[hidden]",
    '[aria-hidden="true"]',
    '[style*="display:none" i]',
    '[style*="display: none" i]',
    '[style*="visibility:hidden" i]',
    '[style*="visibility: hidden" i]',
)

# Elements that stand on lines of their own.
BLOCKS = frozenset(
    "address article aside blockquote body button caption center dd details dialog div dl dt fieldset figcaption "
    "figure "
    "footer form h1 h2 h3 h4 h5 h6 header hgroup hr iframe legend li main menu nav noscript ol optgroup option p "
    "pre search "
    "section select summary table tbody td textarea tfoot th thead tr ul".split()
)

_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")

# A class or id on these says what a cell or a heading is, not that a part of the page is boilerplate: converters write
# <tr class="header"> and <h2 class="header">.
_NOT_CONTAINERS = frozenset(
    {"html", "body", "main", "article", "table", "thead", "tbody", "tfoot", "tr", "td", "th", "caption", "pre", "code"}
    | {*_HEADINGS}
)
# An id on these is usually the anchor of a chapter, made from its heading: <section id="cookies"> is about cookies.
_ANCHORED = frozenset({"section", "a", "span", "p", "dt", "dd", "li"})

# "has-sidebar" and "no-sidebar" stand on the part that is not the sidebar.
_STATES = frozenset({"has", "is", "no", "non", "not", "with", "without"})

_WORD_LIMITS = re.compile(r"[\W_]+|(?<=[a-z0-9])(?=[A-Z])")


# --------------------------------------------------------------------------------------------------------------------
# Text to tree
# --------------------------------------------------------------------------------------------------------------------

# NUL makes some parsers stop; the two noncharacters are markers of our own in simlab.documents.markdown.
_UNWANTED = re.compile("[\x00\ufdd0\ufdd1]")
_XML_DECLARATION = re.compile(r"\A\s*<\?xml[^>]*>", re.IGNORECASE)


def parse_html(html: str | bytes) -> BeautifulSoup:
    """Parse a page with lxml, whatever is in it.

    The parser is fixed, so that the same page gives the same tree on every machine; Python's own parser is the way out
    for the rare page that lxml refuses.

    Parameters
    ----------
    html : str or bytes
        Bytes are decoded with `simlab.documents.encoding.decode_html`. NUL characters are dropped and unpaired
        surrogates replaced.

    Returns
    -------
    bs4.BeautifulSoup
        The tree; empty for an empty page.

    Examples
    --------
    >>> parse_html("<p>before</p>\\0<p>after").get_text("|")
    'before|after'
    """
    markup = decode_html(html) if isinstance(html, bytes) else html
    markup = _UNWANTED.sub("", replace_surrogates(markup)).removeprefix("\ufeff")
    # Without the declaration, XHTML is HTML to the parser too; with an element in front, a bare text is not taken for
    # a file name. Both only spare a warning.
    markup = _XML_DECLARATION.sub("", markup)
    if "<" not in markup:
        markup = "<body>" + markup if markup.strip() else ""
    try:
        return BeautifulSoup(markup, "lxml")
    except ParserRejectedMarkup:
        return BeautifulSoup(markup, "html.parser")


# --------------------------------------------------------------------------------------------------------------------
# Rules
# --------------------------------------------------------------------------------------------------------------------


def _names(element: Tag) -> tuple[str, str]:
    """Return the class and the id of any element as text; an SVG or a malformed attribute is no exception."""
    classes = element.get("class") or ""
    identifier = element.get("id") or ""
    return (
        classes if isinstance(classes, str) else " ".join(classes),
        identifier if isinstance(identifier, str) else " ".join(identifier),
    )


def has_boilerplate_token(element: Tag) -> bool:
    """Say whether a class or id contains one of `BOILERPLATE_TOKENS` anywhere: the crawler article's rule.

    It has well-known false positives: ``unavailable`` contains "nav", ``thread-list`` contains "ad-". Use
    `has_boilerplate_word` on pages you have not seen.

    Examples
    --------
    >>> page = parse_html('<div class="main-menu">m</div><p class="unavailable">u</p><p class="intro">i</p>')
    >>> [has_boilerplate_token(element) for element in page.body.find_all(True)]
    [True, True, False]
    """
    return any(token in name.lower() for name in _names(element) for token in BOILERPLATE_TOKENS)


def has_boilerplate_word(element: Tag) -> bool:
    """Say whether a class or id contains one of `BOILERPLATE_WORDS` as a whole word.

    Names are cut into words at everything that is neither letter nor digit, and where a capital follows a small letter.
    A word after "has", "no", "with" and the like does not count. Cells, headings and whole articles never match,
    and the id of a chapter (``<section id="cookies">``, ``<div class="section" id="cookies">``) is not looked at.

    Examples
    --------
    >>> page = parse_html('<div class="mainMenu">m</div><p class="unavailable">u</p><div class="no-sidebar">s</div>')
    >>> [has_boilerplate_word(element) for element in page.body.find_all(True)]
    [True, False, False]
    """
    return bool(_boilerplate_words(element))


def _boilerplate_words(element: Tag) -> set[str]:
    if element.name in _NOT_CONTAINERS:
        return set()
    classes, identifier = _names(element)
    names = classes.split()
    if element.name not in _ANCHORED and "section" not in names:
        names.append(identifier)
    found: set[str] = set()
    for name in names:
        words = ["", *(word.lower() for word in _WORD_LIMITS.split(name) if word)]
        for before, word, after in zip(words, words[1:], [*words[2:], ""], strict=False):
            if before not in _STATES:
                found.update({word, f"{word}-{after}"} & BOILERPLATE_WORDS)
    return found


@dataclass(frozen=True)
class LinkList:
    """What counts as a list that is nothing but links.

    Parameters
    ----------
    elements : tuple of str
        Names of the elements looked at.
    min_links : int
        An element with fewer links is left alone.
    min_link_ratio : float
        Characters inside links over all characters of the element (white space not counted), 0..1; at or above it the
        element is a list of links.
    """

    elements: tuple[str, ...] = ("ul", "ol", "dl", "div")
    min_links: int = 5
    min_link_ratio: float = 0.8


@dataclass(frozen=True)
class RuleSet:
    """What to remove from a page, in the order in which it is removed.

    Parameters
    ----------
    name : str
        How the set is called in a pipeline.
    always : tuple of str
        CSS selectors. Matches are removed wherever they stand.
    unless_protected : tuple of str
        CSS selectors. Matches are removed unless they are, or contain, a protected element.
    unless_most : tuple of str
        CSS selectors. Matches are removed unless they are, or contain, a protected element, or hold at least
        ``keep_ratio`` of the text outside links that is still on the page. (Text outside links: a menu may well be
        longer than a short article.)
    class_and_id : callable, optional
        Predicate on an element; what it matches is treated like ``unless_most``.
    link_list : LinkList, optional
        Lists of links are removed unless they are, or contain, a protected element, or hold at least ``keep_ratio`` of
        all text still on the page: a table of contents stays.
    main_content : tuple of str
        CSS selectors, the preferred first: see `main_content`. Empty: the whole body is the content.
    protected : tuple of str
        CSS selectors of elements that are never removed except by ``always``.
    headings_kept_in : tuple of str
        Names of elements inside which a header that is removed leaves its headings behind.
    keep_ratio, main_ratio : float
        Shares of the page's text, 0..1. Without a ``keep_ratio`` nothing is spared for its size.

    Notes
    -----
    A variant is made with `dataclasses.replace`.
    """

    name: str
    always: tuple[str, ...] = ()
    unless_protected: tuple[str, ...] = ()
    unless_most: tuple[str, ...] = ()
    class_and_id: Callable[[Tag], bool] | None = None
    link_list: LinkList | None = None
    main_content: tuple[str, ...] = ()
    protected: tuple[str, ...] = ()
    headings_kept_in: tuple[str, ...] = ()
    keep_ratio: float = math.inf
    main_ratio: float = 0.5


CRAWLER_RULES = RuleSet(name="crawler", always=BOILERPLATE_SELECTORS)
"""The crawler article as printed: 13 selectors, then the whole body.

The article shows its class and id rule but no longer calls it; ``replace(CRAWLER_RULES,
class_and_id=has_boilerplate_token)`` adds it.
"""

DEFAULT_RULES = RuleSet(
    name="default",
    always=("script", "style", "template", "noscript", "svg", "iframe", "object", "canvas", "audio", "video"),
    unless_protected=(
        *HIDDEN_SELECTORS,
        *(rule for rule in BOILERPLATE_SELECTORS if rule not in ("script", "style", "header", "form")),
        "aside",
        "dialog",
        "select",
        "textarea",
    ),
    unless_most=("header", "form"),
    class_and_id=has_boilerplate_word,
    link_list=LinkList(),
    main_content=('main, [role="main"]', "article"),
    protected=("html", "body", "main", '[role="main"]'),
    headings_kept_in=("article", "main"),
    keep_ratio=0.5,
    main_ratio=0.5,
)
"""Rules for pages nobody has looked at."""

RULE_SETS = {rules.name: rules for rules in (DEFAULT_RULES, CRAWLER_RULES)}


# --------------------------------------------------------------------------------------------------------------------
# Applying them
# --------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Removal:
    """How much one rule took away.

    Parameters
    ----------
    rule : str
        The selector, or "class or id", "link list", "outside main content".
    n_elements : int
        Elements the rule matched and that are gone, also those inside another removed element (as the length of the
        article's ``querySelectorAll`` counts them).
    n_characters : int
        Characters of text gone with them, white space not counted; each character counts for one rule only.
    """

    rule: str
    n_elements: int
    n_characters: int


@dataclass(frozen=True, eq=False)
class CleanedPage:
    """The content of a page, and an account of what was taken away.

    Parameters
    ----------
    content : bs4.Tag
        The element that holds the content, cleaned.
    title : str
        Text of ``<title>``, white space collapsed; empty if there is none.
    removed : tuple of Removal
        What each rule took away, in the order of the rules; rules that took nothing are left out.
    spared : tuple of Removal
        What matched a rule but was left, because it is protected or holds most of the text.
    """

    content: Tag
    title: str
    removed: tuple[Removal, ...]
    spared: tuple[Removal, ...]

    @property
    def html(self) -> str:
        """The cleaned content as HTML."""
        return str(self.content)

    @property
    def n_removed(self) -> int:
        """The number of elements removed by all rules together."""
        return sum(removal.n_elements for removal in self.removed)


def clean_html(html: str | bytes, *, rules: str | RuleSet = "default") -> CleanedPage:
    """Remove boilerplate from a page and find its main content.

    Parameters
    ----------
    html : str or bytes
        A page, or a part of one. Nothing makes this fail: an empty or malformed page gives little or no content.
    rules : str or RuleSet
        ``"default"``, ``"crawler"``, or a rule set of your own.

    Returns
    -------
    CleanedPage

    Raises
    ------
    UnknownName
        If ``rules`` names no rule set.

    Examples
    --------
    >>> page = clean_html("<title>News</title><nav><a href='/'>Home</a></nav><p>Gold rose.</p>")
    >>> page.title, page.html
    ('News', '<body><p>Gold rose.</p></body>')
    >>> page.removed
    (Removal(rule='nav', n_elements=1, n_characters=4),)
    """
    rule_set = find_rules(rules)
    soup = parse_html(html)
    title = soup.title.get_text() if soup.title is not None else ""
    for comment in [node for node in soup.descendants if isinstance(node, PreformattedString)]:
        comment.extract()

    cleaning = _Cleaning(soup)
    cleaning.remove(_matches(soup, rule_set.always))
    cleaning.protect(rule_set.protected)
    cleaning.remove(_matches(soup, rule_set.unless_protected))
    cleaning.remove(
        _matches(soup, rule_set.unless_most, rule_set.class_and_id),
        keep_ratio=rule_set.keep_ratio,
        unlinked=True,
        headings_kept_in=rule_set.headings_kept_in,
    )
    if rule_set.link_list is not None:
        lists = [("link list", element) for element in cleaning.sizes.link_lists(rule_set.link_list)]
        cleaning.remove(lists, keep_ratio=rule_set.keep_ratio)
    content = cleaning.body
    if rule_set.main_content:
        content = _main_content(cleaning.body, cleaning.sizes, rule_set.main_content, rule_set.main_ratio)
        cleaning.leave_outside(content)
    return CleanedPage(content, " ".join(title.split()), _removals(cleaning.removed), _removals(cleaning.spared))


def find_rules(rules: str | RuleSet) -> RuleSet:
    """Return the rule set of that name; a rule set is returned as it is."""
    if isinstance(rules, RuleSet):
        return rules
    if rules not in RULE_SETS:
        raise UnknownName("rules", rules, some(sorted(RULE_SETS)), "choose one of these names, or pass a RuleSet")
    return RULE_SETS[rules]


def remove_selectors(soup: Tag, selectors: Iterable[str]) -> int:
    """Remove every element that matches one of the selectors.

    Parameters
    ----------
    soup : bs4.Tag
        The tree; it is changed.
    selectors : iterable of str
        CSS selectors.

    Returns
    -------
    int
        The number of elements that matched, an element inside another one included.

    Examples
    --------
    >>> soup = parse_html("<header><nav>menu</nav></header><p>text</p>")
    >>> remove_selectors(soup, ["nav", "header"]), soup.get_text().strip()
    (2, 'text')
    """
    elements = [element for _, element in _matches(soup, tuple(selectors))]
    gone: set[int] = set()
    for element in elements:
        if id(element) not in gone:
            gone.update(_take_out(element))
    return len(elements)


def _take_out(element: Tag) -> list[int]:
    """Remove an element and return the ids of the elements inside it, which are gone too.

    Tag.decomposed would tell the same, but searches the whole subtree each time it is asked.
    """
    inside = [id(descendant) for descendant in elements_inside(element)]
    if element.name in BLOCKS:
        # What stood before and behind a block were never one word.
        element.insert_before(" ")
    element.decompose()
    return inside


def main_content(
    soup: Tag, *, selectors: Iterable[str] = DEFAULT_RULES.main_content, min_text_ratio: float = 0.5
) -> Tag:
    """Find the element that holds the main content.

    For each selector in turn, the match with the most text is the main content if it holds at least ``min_text_ratio``
    of the page's text. If none does (no such element, or several articles that share the page), it is the body.

    Parameters
    ----------
    soup : bs4.Tag
        The tree; it is not changed.
    selectors : iterable of str
        CSS selectors, the preferred first.
    min_text_ratio : float
        Share of the characters of the page, white space not counted, 0..1.

    Returns
    -------
    bs4.Tag

    Examples
    --------
    >>> main_content(parse_html("<p>Site</p><main><p>The article</p></main>")).name
    'main'
    >>> main_content(parse_html("<article>One</article><article>Two</article><article>Three</article>")).name
    'body'
    """
    body = soup.find("body") or soup
    return _main_content(body, _Sizes(body), selectors, min_text_ratio)


def _main_content(body: Tag, sizes: _Sizes, selectors: Iterable[str], min_text_ratio: float) -> Tag:
    for selector in selectors:
        found = soupsieve.select(selector, body)
        best = max(found, key=sizes.n_characters, default=None)
        if best is not None and sizes.n_characters(best) >= max(1, min_text_ratio * sizes.n_characters(body)):
            return best
    return body


def _matches(
    soup: Tag, selectors: tuple[str, ...], predicate: Callable[[Tag], bool] | None = None
) -> list[tuple[str, Tag]]:
    """List (rule, element) in document order, each element once, under the first rule that matches it."""
    matched = soupsieve.select(", ".join(selectors), soup) if selectors else []
    rule_of: dict[int, str] = {}
    if len(matched) <= 200:
        for element in matched:
            rule_of[id(element)] = next(rule for rule in selectors if soupsieve.compile(rule).match(element))
    else:
        # Asking about one element walks up to the root, which is slow where thousands are nested in each other.
        for rule in selectors:
            for element in soupsieve.select(rule, soup):
                rule_of.setdefault(id(element), rule)
    if predicate is not None:
        matched = [element for element in elements_inside(soup) if id(element) in rule_of or predicate(element)]
    return [(rule_of.get(id(element), "class or id"), element) for element in matched]


def elements_inside(root: Tag) -> list[Tag]:
    """List the elements inside another in document order: find_all(True), only faster."""
    return [node for node in root.descendants if isinstance(node, Tag)]


class _Sizes:
    """Characters of text, and of text inside links, for every element of a tree, counted in one pass.

    White space, comments, scripts and styles do not count. The figures are those of the moment of counting.
    """

    def __init__(self, root: Tag) -> None:
        self.root = root
        self.elements: list[Tag] = [root]
        # id(element) -> [characters, characters inside links, links]
        self._counts = {id(root): [0, 0, 0]}
        linked = {id(root): False}
        for node in root.descendants:
            parent = id(node.parent)
            if isinstance(node, Tag):
                self.elements.append(node)
                is_link = node.name == "a" and node.has_attr("href")
                self._counts[id(node)] = [0, 0, int(is_link)]
                linked[id(node)] = is_link or linked[parent]
            elif _is_text(node):
                n_characters = len("".join(str(node).split()))
                self._counts[parent][0] += n_characters
                self._counts[parent][1] += n_characters * linked[parent]
        # Children stand after their parents, so going backwards every element is complete when it is added to its own.
        for element in reversed(self.elements[1:]):
            total = self._counts[id(element.parent)]
            for which, count in enumerate(self._counts[id(element)]):
                total[which] += count

    def n_characters(self, element: Tag) -> int:
        return self._counts[id(element)][0]

    def n_unlinked(self, element: Tag) -> int:
        return self._counts[id(element)][0] - self._counts[id(element)][1]

    def inside(self, names: tuple[str, ...]) -> set[int]:
        """Return the ids of the elements that lie inside an element of one of these names."""
        found: set[int] = set()
        for element in self.elements[1:] if names else ():
            if element.parent is not None and (element.parent.name in names or id(element.parent) in found):
                found.add(id(element))
        return found

    def link_lists(self, rule: LinkList) -> Iterator[Tag]:
        for element in self.elements:
            if element.name in rule.elements:
                n_characters, n_linked, n_links = self._counts[id(element)]
                if n_links >= rule.min_links and n_linked >= rule.min_link_ratio * n_characters:
                    yield element


def _is_text(node: PageElement) -> bool:
    return not isinstance(node, PreformattedString | Script | Stylesheet | TemplateString)


class _Cleaning:
    """A tree that is being cleaned, and the account of what was removed and what was spared."""

    def __init__(self, soup: Tag) -> None:
        self.soup = soup
        self.removed: dict[str, list[int]] = {}
        self.spared: dict[str, list[int]] = {}
        self._protected: set[int] = set()
        self._sizes: _Sizes | None = None

    @property
    def body(self) -> Tag:
        return self.soup.find("body") or self.soup

    @property
    def sizes(self) -> _Sizes:
        if self._sizes is None:
            self._sizes = _Sizes(self.soup)
        return self._sizes

    def protect(self, selectors: tuple[str, ...]) -> None:
        """Protect the matches and everything around them from the stages that follow."""
        for element in soupsieve.select(", ".join(selectors), self.soup) if selectors else ():
            holder: Tag | None = element
            while holder is not None and id(holder) not in self._protected:
                self._protected.add(id(holder))
                holder = holder.parent

    def remove(
        self,
        matches: list[tuple[str, Tag]],
        *,
        keep_ratio: float = math.inf,
        unlinked: bool = False,
        headings_kept_in: tuple[str, ...] = (),
    ) -> None:
        """Remove the matches, except those that are protected or hold ``keep_ratio`` of the text.

        The matches are in document order: an outer element is judged before those inside it, so the sizes, measured
        before, are right for all that is removed.
        """
        if not matches:
            return
        sizes = self.sizes
        # Where all text is linked, there is no other text to judge by.
        weigh = sizes.n_unlinked if unlinked and sizes.n_unlinked(self.soup) else sizes.n_characters
        n_left = weigh(self.soup)
        inside_kept = sizes.inside(headings_kept_in)
        gone: set[int] = set()
        for rule, element in matches:
            if id(element) in gone:
                _count(self.removed, rule, 0)
            elif id(element) in self._protected or 0 < keep_ratio * n_left <= weigh(element):
                _count(self.spared, rule, sizes.n_characters(element))
            else:
                headings = _headings(element) if id(element) in inside_kept and _is_header(element) else []
                n_left -= weigh(element) - sum(map(weigh, headings))
                _count(self.removed, rule, sizes.n_characters(element) - sum(map(sizes.n_characters, headings)))
                for heading in headings:
                    element.insert_before(heading.extract())
                gone.update(_take_out(element))
                self._sizes = None

    def leave_outside(self, content: Tag) -> None:
        """Count what lies outside the main content."""
        body = self.body
        if content is body:
            return
        n_around = 1 + sum(1 for _ in itertools.takewhile(lambda holder: holder is not body, content.parents))
        n_elements = len(elements_inside(body)) + 1 - n_around - len(elements_inside(content)) - 1
        n_characters = self.sizes.n_characters(body) - self.sizes.n_characters(content)
        if n_elements or n_characters:
            self.removed["outside main content"] = [n_elements, n_characters]


def _headings(element: Tag) -> list[Tag]:
    """List the headings of a header; one inside another comes with it."""
    return [heading for heading in element.find_all(_HEADINGS) if heading.find_parent(_HEADINGS) is None]


def _is_header(element: Tag) -> bool:
    return element.name == "header" or "header" in _boilerplate_words(element)


def _count(counts: dict[str, list[int]], rule: str, n_characters: int) -> None:
    count = counts.setdefault(rule, [0, 0])
    count[0] += 1
    count[1] += n_characters


def _removals(counts: dict[str, list[int]]) -> tuple[Removal, ...]:
    return tuple(Removal(rule, *count) for rule, count in counts.items())
