"""Markdown: the same text whatever the page wears, and the crawler article's own pages as golden cases."""

from __future__ import annotations

import json
import pathlib
import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simlab.documents.html import clean_html, parse_html
from simlab.documents.markdown import code_language, html_to_markdown
from simlab.errors import UnknownName

GOLDEN = pathlib.Path(__file__).parent.parent / "golden" / "golden_pipeline.json"
CASES = json.loads(GOLDEN.read_text(encoding="utf-8"))["cases"]

# The golden Markdown is Turndown's. Where ours differs after white space and list markers are made equal, and why.
# Key: id, and whether the article's rule for code languages was installed.
DIFFERENT = {
    ("code", False): "without its rule the article loses all languages but one; ours are read from code and pre",
    ("code", True): r"the article's \w+ cuts c++ to c, and it does not look at the class of pre",
    ("escapes", False): "nothing is escaped here: the text is compared, not rendered",
    ("escapes", True): "nothing is escaped here: the text is compared, not rendered",
    ("table", False): "struck text is ~~so~~, as GitHub writes it; turndown-plugin-gfm 1.0.2 writes ~so~",
    ("table", True): "struck text is ~~so~~, as GitHub writes it; turndown-plugin-gfm 1.0.2 writes ~so~",
}


def lines(markdown: str) -> list[str]:
    """The lines that hold something, runs of white space as one space: html2text and Turndown indent differently."""
    return [re.sub(r"\s+", " ", line).strip() for line in markdown.split("\n") if line.strip()]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']}-{case['code_rule']}")
def test_the_article_s_pages(case: dict[str, object]) -> None:
    page = str(case["html"])
    assert clean_html(page, rules="crawler").n_removed == case["removed"]
    markdown = html_to_markdown(page, rules="crawler", keep_links=True)
    is_equal = lines(markdown) == lines(str(case["markdown"]))
    assert is_equal is ((case["id"], case["code_rule"]) not in DIFFERENT)


def test_every_named_difference_is_a_golden_case() -> None:
    assert set(DIFFERENT) <= {(case["id"], case["code_rule"]) for case in CASES}


def golden(name: str) -> str:
    return next(str(case["html"]) for case in CASES if case["id"] == name)


@pytest.mark.parametrize("rules", ["crawler", "default"])
@pytest.mark.parametrize("variant", ["template", "template2", "css_class_change", "whitespace"])
def test_template_and_style_changes_are_invisible(variant: str, rules: str) -> None:
    assert html_to_markdown(golden(variant), rules=rules) == html_to_markdown(golden("base"), rules=rules)


@pytest.mark.parametrize(
    "variant",
    ["comment_added", "nav_in_div", "hidden", "aspnet_form", "article_header", "link_tracking_1", "link_tracking_2"],
)
def test_the_default_rules_also_see_through_what_the_article_s_do_not(variant: str) -> None:
    assert html_to_markdown(golden(variant)) == html_to_markdown(golden("base"))


@pytest.mark.parametrize("variant", ["one_word", "timestamp_in_body"])
def test_a_change_of_content_is_visible(variant: str) -> None:
    assert html_to_markdown(golden(variant)) != html_to_markdown(golden("base"))


@given(
    st.lists(
        st.sampled_from(
            [
                "<script>track({n})</script>",
                "<nav><a href='/{n}'>Item {n}</a></nav>",
                "<div class='ad-slot' data-n='{n}'>Buy {n} now</div>",
                "<footer>Last updated: 2024-01-01 10:00:{n}</footer>",
                "<!-- build {n} -->",
                "<aside class='related'>Story {n}</aside>",
                "<button>Like ({n})</button>",
                "<p hidden>{n}</p>",
            ]
        ),
        max_size=8,
    ),
    st.integers(0, 59),
    st.booleans(),
)
def test_rotating_boilerplate_around_the_article_leaves_the_text_alone(parts: list[str], n: int, before: bool) -> None:
    base = golden("base")
    extra = "".join(part.format(n=n) for part in parts)
    page = base.replace("<main>", extra + "<main>") if before else base.replace("</main>", "</main>" + extra)
    assert html_to_markdown(page) == html_to_markdown(base)


# -- structure ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", range(1, 7))
def test_headings_are_atx(level: int) -> None:
    assert (
        html_to_markdown(f"<h{level} id='x'>The <em>title</em></h{level}><p>text") == f"{'#' * level} The title\n\ntext"
    )


def test_a_heading_stays_one_line() -> None:
    assert html_to_markdown("<h2><div>Two</div><div>parts</div></h2>x") == "## Two parts\n\nx"
    assert html_to_markdown("<h2>Two<br>parts</h2>x") == "## Two parts\n\nx"
    assert html_to_markdown("<h2></h2><h3><img src=x></h3>x") == "x"


def test_a_paragraph_is_one_line_however_the_source_is_wrapped() -> None:
    text = " ".join(f"word{n}" for n in range(60))
    assert html_to_markdown(f"<p>{text}</p>") == text
    assert html_to_markdown("<p>" + text.replace(" ", "\n\t ") + "</p>") == text
    link = '<a href="https://example.org/a/very/long/path/that/goes/on?x=1&amp;y=2">link text here</a>'
    assert html_to_markdown(f"<p>{text} {link} tail</p>") == f"{text} link text here tail"


def test_inline_elements_never_split_a_word_and_blocks_never_glue_two() -> None:
    inline = (
        "<p>un<b>believ</b>able wat<i>er</i>, H<sub>2</sub>O <u>x</u>y <span>a</span>b c<wbr>d e<!-- -->f <del>g</del>h"
    )
    assert html_to_markdown(inline) == "unbelievable water, H2O xy ab cd ef ~~g~~h"
    for tag in ("section", "article", "div", "p", "figcaption", "address", "details", "fieldset", "dt", "center"):
        assert html_to_markdown(f"<div>a<{tag}>b</{tag}><{tag}>c</{tag}>d</div>").split() == ["a", "b", "c", "d"]


def test_emphasis_leaves_no_marks() -> None:
    assert html_to_markdown("<p>a<i></i>b <b></b><strong>c</strong> <em>d</em>") == "ab c d"


def test_lists_and_quotes() -> None:
    page = "<ul><li>one<li>two<ol><li>inner<li>more</ol></ul><blockquote><p>said</p></blockquote>"
    assert lines(html_to_markdown(page)) == ["* one", "* two", "1. inner", "2. more", "> said"]


def test_struck_text() -> None:
    assert html_to_markdown("<p><del>old</del> <s>older</s> <strike>oldest</strike> new") == (
        "~~old~~ ~~older~~ ~~oldest~~ new"
    )


def test_nothing_is_escaped_and_entities_become_characters() -> None:
    page = (
        "<p>1. April</p><p>- snake_case *stars* [x] #1 \\* C:\\_</p><p>a &amp; b &lt;i&gt; &copy;&nbsp;&mdash;&rsquo;"
    )
    assert html_to_markdown(page).split("\n\n") == [
        "1. April",
        "- snake_case *stars* [x] #1 \\* C:\\_",
        "a & b <i> © —’",
    ]


def test_abbreviations_add_nothing() -> None:
    assert html_to_markdown("<p><abbr title='HyperText'>HTML</abbr> page") == "HTML page"


# -- tables ------------------------------------------------------------------------------------------------------------


def test_a_table_is_a_pipe_table() -> None:
    page = (
        "<p>Prices<table><caption>2024</caption><tr><th>Name<th>Price<tr><td><p>Gold</p><p>bar</p><td>a<br>b"
        "<tr><td><td>-</table>end"
    )
    assert html_to_markdown(page) == (
        "Prices\n\n2024\n\n| Name | Price |\n| --- | --- |\n| Gold bar | a b |\n| | - |\n\nend"
    )


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<table></table>", []),
        ("<table><tr><td><table><tr><td>inner</td></tr></table></td></tr></table>", ["inner"]),
        ("<table><tr><td>open cell", ["open cell"]),
        (
            "<table><tr><td><h1>Title</h1><p>one</p><p>two</p></td><td>side</td></tr></table>",
            ["# Title", "one", "two", "side"],
        ),
        ("<table role=presentation><tr><td>a</td><td>b</td></tr></table>", ["a", "b"]),
        ("<table><tr><td>a</td></tr><tr><td>b</td></tr></table>", ["a", "b"]),
        (
            "<table><tr><td><table><tr><td>1<td>2</table><td>x</table>",
            ["| 1 | 2 |", "| --- | --- |", "x"],
        ),
    ],
)
def test_empty_nested_and_layout_tables(page: str, expected: list[str]) -> None:
    assert lines(html_to_markdown(page)) == expected


# -- code --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("classes", "language"),
    [
        ("hljs language-js", "js"),
        ("lang-ts", "ts"),
        ("hljs-ruby", "ruby"),
        ("hljs-a lang-b language-c", "c"),
        ("hljs-a lang-b", "b"),
        ("language-c++", "c++"),
        ("language-c#", "c#"),
        ("language-objective-c", "objective-c"),
        ("hljs", ""),
        ("language-", ""),
        ("nolanguage-js", ""),
        ("", ""),
    ],
)
def test_the_language_of_code(classes: str, language: str) -> None:
    code = parse_html(f'<pre><code class="{classes}">x = 1</code></pre>').code
    assert code is not None
    assert code_language(code) == language
    assert html_to_markdown(str(code.parent)) == f"```{language}\nx = 1\n```"
    assert html_to_markdown(f'<pre class="{classes}"><code>x = 1</code></pre>') == f"```{language}\nx = 1\n```"


def test_code_keeps_its_lines_and_indents_wherever_it_stands() -> None:
    block = "<pre>\ndef f(x):\n\n\n    return  x * 2   \n</pre>"
    fenced = "```\ndef f(x):\n\n\n    return  x * 2\n```"
    assert html_to_markdown(f"<p>a</p>{block}<p>b</p>") == f"a\n\n{fenced}\n\nb"
    for around in ("<ul><li>a{}b</ul>", "<blockquote>a{}b</blockquote>", "<table><tr><td>a{}<td>b</table>"):
        markdown = html_to_markdown(around.format(block))
        assert fenced in markdown
        assert re.findall("[ab](?![a-z(])", markdown.replace(fenced, "")) == ["a", "b"]


def test_code_may_contain_anything() -> None:
    page = "<pre>a &lt;b&gt; **c** &amp;amp; _d_<br>line <span class=k>two</span>\n```\n</pre>"
    assert html_to_markdown(page) == "````\na <b> **c** &amp; _d_\nline two\n```\n````"
    assert html_to_markdown("<pre> \n </pre><p>x") == "x"
    assert html_to_markdown("<p>\ufdd00\ufdd1</p><pre>x</pre>") == "0\n\n```\nx\n```"


def test_inline_code() -> None:
    assert html_to_markdown("<p>Call <code>f(x)</code>, then <kbd>Enter</kbd>.") == "Call `f(x)`, then `Enter`."


# -- links and images --------------------------------------------------------------------------------------------------


def test_links_and_images_leave_their_text_or_their_address_as_asked() -> None:
    page = '<p>See <a href="/gold?utm_source=a">the <b>gold</b></a> <img src="/i.png?v=1" alt="bars"> <a name="x">y</a>'
    assert html_to_markdown(page) == "See the gold y"
    assert html_to_markdown(page, keep_links=True) == "See [the gold](/gold?utm_source=a) ![bars](/i.png?v=1) y"


def test_a_link_around_blocks_is_not_glued() -> None:
    page = "<a href='/x'><div>one</div><div>two</div></a><p>three"
    assert html_to_markdown(page).split() == ["one", "two", "three"]
    assert html_to_markdown(page, keep_links=True).split() == ["[one", "two](/x)", "three"]


@pytest.mark.parametrize(
    "address", ["http://[", "javascript:void(0)", "", "http://a b/?q=ü", "data:image/png;base64,AAAA"]
)
def test_no_address_makes_it_fail(address: str) -> None:
    assert "x" in html_to_markdown(f"<p><a href='{address}'>x</a><img src='{address}'>", keep_links=True)


# -- any page ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", ["", "   ", "<!-- only -->", "<html></html>", "<body><script>1</script></body>", "\0"])
def test_nothing_to_convert_is_an_empty_text(page: str) -> None:
    assert html_to_markdown(page) == ""
    assert html_to_markdown(page, rules="crawler", keep_links=True) == ""


def test_gb2312_bytes_with_the_label_far_from_the_text() -> None:
    text = "中华人民共和国𠮷野家喆"
    page = '<html><head><meta charset="gb2312">' + "<!-- x -->" * 2000 + f"</head><body>{text}</body></html>"
    assert html_to_markdown(page.encode("gb18030")) == text


@pytest.mark.parametrize(
    "tag", ["b", "div", "ul><li", "blockquote", "table><tr><td", "pre", "code", "a href=x", "dl><dd", "h1"]
)
def test_deep_nesting_is_converted_in_time(tag: str) -> None:
    start = time.process_time()
    markdown = html_to_markdown(f"<{tag}>" * 3000 + "core text", keep_links=True)
    assert "core text" in markdown
    assert len(markdown) < 100_000
    assert time.process_time() - start < 5


def test_a_converter_keeps_nothing_from_the_page_before() -> None:
    pages = ["<ul><li>a<ol><li>b", "<table><tr><td>a<td>b", "<blockquote><pre>c", "<q>d", "<del>e", "<code>f", "<h1>g"]
    alone = [html_to_markdown(page) for page in pages]
    assert [html_to_markdown(page) for page in pages] == alone
    assert [html_to_markdown(page) for page in reversed(pages)] == alone[::-1]


def test_unknown_rules_are_refused() -> None:
    with pytest.raises(UnknownName, match=r"^rules: received 'none'"):
        html_to_markdown("x", rules="none")


WORDS = st.sampled_from(["gold", "Épée", "中文", "สวัสดี", "नमस्ते", "x1", "a&b"])
INLINE = st.sampled_from(["b", "i", "span", "a href='/x'", "code", "u", "font", "sup", "del"])
BLOCK = st.sampled_from(
    ["p", "div", "section", "li", "blockquote", "h2", "td", "tr", "table", "ul", "ol", "dl", "dd", "pre"]
)


TREES = st.recursive(
    WORDS, lambda inner: st.tuples(INLINE | BLOCK, st.lists(inner, min_size=1, max_size=4)), max_leaves=20
)


@given(TREES)
def test_no_word_is_lost_or_glued_and_the_layout_is_tidy(tree: object) -> None:
    expected: list[str] = []

    def write(node: object) -> str:
        if isinstance(node, str):
            expected.append(node)
            return f" {node.replace('&', '&amp;')} "
        assert isinstance(node, tuple)
        tag, inner = node
        return f"<{tag}>" + "".join(write(part) for part in inner) + f"</{tag.split()[0]}>"

    page = f"<body><p>Some text.</p>{write(tree)}</body>"
    markdown = html_to_markdown(page, rules="crawler")
    marks = re.compile(r"[|`~*>#-]+|\d+\.")
    found = [word for word in (marks.sub(" ", token).strip() for token in markdown.split()) if word]
    assert sorted(found) == sorted(["Some", "text.", *expected])
    assert not re.search(r"[ \t]+$", markdown, re.MULTILINE)
    assert "\n\n\n" not in re.sub(r"```.*?```", "code", markdown, flags=re.DOTALL)
    assert markdown == markdown.strip("\n")


@given(st.text() | st.binary())
def test_no_input_makes_it_fail(page: str | bytes) -> None:
    assert "\0" not in html_to_markdown(page)
    assert isinstance(html_to_markdown(page, rules="crawler", keep_links=True).encode(), bytes)


@pytest.mark.parametrize(
    "block", ["nav", "aside", "footer", "form", "iframe", "button", 'div class="share"', 'ul class="menu"']
)
def test_a_block_that_is_removed_leaves_a_break(block: str) -> None:
    name = block.split()[0]
    text = html_to_markdown(f"<main><p>{'words around it ' * 20}</p><div>one<{block}>x</{name}>two</div></main>")
    assert "one two" in text and "onetwo" not in text


def test_what_is_invisible_leaves_none() -> None:
    assert "unbelievable" in html_to_markdown("<p>un<script>x</script>believ<!-- y -->able and more</p>")
