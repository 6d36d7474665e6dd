"""Cleaning: what goes, what stays, what is counted, and that no page makes it fail."""

from __future__ import annotations

import dataclasses
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simlab.documents.encoding import decode_html
from simlab.documents.html import (
    BOILERPLATE_SELECTORS,
    CRAWLER_RULES,
    DEFAULT_RULES,
    HIDDEN_SELECTORS,
    CleanedPage,
    LinkList,
    Removal,
    clean_html,
    has_boilerplate_token,
    has_boilerplate_word,
    main_content,
    parse_html,
    remove_selectors,
)
from simlab.errors import UnknownName

ARTICLE = "<h1>Gold rises</h1><p>" + "The price of gold rose sharply on Monday, traders said. " * 6 + "</p>"


def words(page: CleanedPage) -> list[str]:
    return page.content.get_text(" ").split()


def counts(page: CleanedPage) -> dict[str, int]:
    return {removal.rule: removal.n_elements for removal in page.removed}


ONE_OF_EACH = {
    "script": "<script>boilerplate()</script>",
    "style": "<style>.boilerplate{}</style>",
    "nav": "<nav>boilerplate</nav>",
    "header": "<header>boilerplate</header>",
    "footer": "<footer>boilerplate</footer>",
    '[role="navigation"]': '<div role="navigation">boilerplate</div>',
    '[role="complementary"]': '<div role="complementary">boilerplate</div>',
    ".sidebar": '<div class="left sidebar">boilerplate</div>',
    ".advertisement": '<div class="advertisement">boilerplate</div>',
    ".cookie-banner": '<div class="cookie-banner">boilerplate</div>',
    "form": "<form>boilerplate</form>",
    "input": '<input value="boilerplate">',
    "button": "<button>boilerplate</button>",
}


@pytest.mark.parametrize("rules", ["crawler", "default"])
@pytest.mark.parametrize("selector", BOILERPLATE_SELECTORS)
def test_each_of_the_13_selectors_is_removed_and_counted(selector: str, rules: str) -> None:
    page = clean_html(f"<body>{ARTICLE}{ONE_OF_EACH[selector]}</body>", rules=rules)
    assert counts(page) == {selector: 1}
    assert "boilerplate" not in page.html
    assert words(page) == words(clean_html(f"<body>{ARTICLE}</body>", rules=rules))


def test_all_13_are_counted_together_and_nested_matches_count_like_a_node_list() -> None:
    page = clean_html("<body>" + "".join(ONE_OF_EACH.values()) + "<p>kept</p></body>", rules="crawler")
    assert page.n_removed == 13
    assert words(page) == ["kept"]
    nested = clean_html("<header><nav><a href='/'>Home</a></nav></header><p>kept</p>", rules="crawler")
    assert nested.removed == (Removal("header", 1, 4), Removal("nav", 1, 0))


def test_an_element_that_matches_two_rules_is_counted_once_under_the_first() -> None:
    page = clean_html('<nav class="sidebar">x</nav><p>kept</p>', rules="crawler")
    assert page.removed == (Removal("nav", 1, 1),)


def test_remove_selectors_returns_the_number_of_matches() -> None:
    soup = parse_html("<nav><div class='cookie'><nav>x</nav></div></nav><p>keep</p>")
    assert remove_selectors(soup, ["nav", ".cookie"]) == 3
    assert soup.get_text().split() == ["keep"]
    assert remove_selectors(soup, []) == 0


def test_title_is_read_before_anything_is_removed() -> None:
    assert clean_html("<title> Gold \n rises </title><p>x").title == "Gold rises"
    assert clean_html("<p>x").title == ""


# -- class and id ------------------------------------------------------------------------------------------------------

INNOCENT = (
    "unavailable",
    "thread-list",
    "read-more",
    "lead-paragraph",
    "download-box",
    "sharepoint",
    "multimodal",
)


@pytest.mark.parametrize("name", INNOCENT)
@pytest.mark.parametrize("attribute", ["class", "id"])
def test_the_article_s_substrings_have_false_positives_and_whole_words_have_not(name: str, attribute: str) -> None:
    page = f'<body><p>Kept.</p><div {attribute}="{name}">Content.</div></body>'
    element = parse_html(page).div
    assert element is not None
    assert has_boilerplate_token(element)
    assert not has_boilerplate_word(element)
    with_token = dataclasses.replace(CRAWLER_RULES, class_and_id=has_boilerplate_token)
    assert words(clean_html(page, rules=with_token)) == ["Kept."]
    assert words(clean_html(page, rules="crawler")) == ["Kept.", "Content."]
    assert words(clean_html(page)) == ["Kept.", "Content."]


@pytest.mark.parametrize(
    "name",
    [
        "main-menu",
        "mainMenu",
        "nav",
        "site_nav",
        "top-ad",
        "ad-slot",
        "ads",
        "cookieConsent",
        "share-buttons",
        "popup",
        "comment-form",
        "commentForm",
        "socialMedia",
        "modal",
        "NAV",
        "navbar",
        "page-footer",
        "x:header",
    ],
)
@pytest.mark.parametrize("attribute", ["class", "id"])
def test_boilerplate_names_are_found_in_every_spelling(name: str, attribute: str) -> None:
    page = clean_html(f'{ARTICLE}<div {attribute}="{name}">boilerplate</div>')
    assert page.removed == (Removal("class or id", 1, 11),)


@pytest.mark.parametrize(
    "markup",
    [
        '<div class="no-sidebar">text</div>',
        '<div class="has-sidebar">text</div>',
        '<section id="cookies"><h2>Cookies</h2>text</section>',
        '<div class="section" id="header"><h2>The header</h2>text</div>',
        "<table><tr class='header'><th>a</th><th class='header'>b</th></tr></table>",
        '<h2 class="header">text</h2>',
        '<div class="comment">form</div>',
        '<div class="" id="">text</div>',
        "<svg class='nav'></svg>text",
    ],
)
def test_what_only_looks_like_boilerplate_is_kept(markup: str) -> None:
    page = clean_html(f"{ARTICLE}{markup}")
    assert "class or id" not in counts(page)
    assert len(words(page)) > len(words(clean_html(ARTICLE)))


def test_an_svg_element_does_not_stop_the_class_rules() -> None:
    soup = parse_html('<svg class="icon nav"><path class="ad-line"/></svg><math id="menu"></math>')
    assert soup.svg is not None and soup.path is not None and soup.math is not None
    assert [has_boilerplate_token(element) for element in (soup.svg, soup.path, soup.math)] == [True, True, True]
    assert [has_boilerplate_word(element) for element in (soup.svg, soup.path, soup.math)] == [True, True, True]


# -- what is spared ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wrapper",
    ["<form id='aspnetForm'>{}</form>", "<header>{}</header>", "<div class='sidebar-menu header'>{}</div>"],
)
def test_the_element_that_holds_most_of_the_text_is_spared(wrapper: str) -> None:
    page = clean_html(wrapper.format(ARTICLE) + "<footer>Imprint</footer>")
    assert words(page) == words(clean_html(ARTICLE))
    assert [spared.n_elements for spared in page.spared] == [1]


def test_two_unrelated_form_pages_no_longer_become_the_same_empty_page() -> None:
    gold, silver = "<form><p>Gold rose.</p></form>", "<form><p>Silver fell.</p></form>"
    assert words(clean_html(gold, rules="crawler")) == words(clean_html(silver, rules="crawler")) == []
    assert words(clean_html(gold)) == ["Gold", "rose."]
    assert words(clean_html(silver)) == ["Silver", "fell."]


def test_a_menu_longer_than_the_article_is_removed_because_links_do_not_count_as_text() -> None:
    menu = "<div class='menu'>" + "".join(f"<a href='/{n}'>Department number {n}</a> " for n in range(40)) + "</div>"
    assert words(clean_html(f"{menu}<p>A short article.</p>")) == ["A", "short", "article."]


@pytest.mark.parametrize(("share", "is_kept"), [(49, False), (50, True)])
def test_the_share_that_spares_is_one_half(share: int, is_kept: bool) -> None:
    page = clean_html(f"<p>{'a' * (100 - share)}</p><form>{'b' * share}</form>")
    assert ("bbb" in page.html) is is_kept


def test_html_body_and_main_are_never_removed() -> None:
    page = "<html class=nav><body class=menu style='display: none'><main hidden class=modal><p>x</p></main></body>"
    assert words(clean_html(page)) == ["x"]
    swallowed = clean_html(f"<nav><a href='/'>Home</a><main>{ARTICLE}</main></nav>")
    assert words(swallowed) == words(clean_html(ARTICLE))


def test_a_header_inside_an_article_leaves_its_headings() -> None:
    header = "<header><div><h1>Gold rises</h1></div><p>By a writer</p><button>Share</button></header>"
    page = clean_html(f"<main><article>{header}<p>The price rose on Monday, traders said.</p></article></main>")
    assert words(page)[:3] == ["Gold", "rises", "The"]
    assert page.content.h1 is not None
    assert Removal("header", 1, len("Byawriter")) in page.removed
    outside = clean_html(f"{header}<main><p>The price rose on Monday, traders said.</p></main>")
    assert words(outside)[:2] == ["The", "price"]


def test_hidden_things_go_and_keeping_them_is_a_matter_of_the_rules() -> None:
    markup = (
        "<p>seen</p><p style='display:none'>h1</p><p hidden>h2</p><p aria-hidden='true'>h3</p><!-- h4 -->"
        "<noscript>h5</noscript><template>h6</template><script type='application/json'>{'t':'h7'}</script>"
        "<style>p{content:'h8'}</style><p style='color:red; VISIBILITY: hidden'>h9</p>"
    )
    assert words(clean_html(markup)) == ["seen"]
    assert "h4" not in clean_html(markup, rules="crawler").html
    kept = tuple(rule for rule in DEFAULT_RULES.unless_protected if rule not in HIDDEN_SELECTORS)
    with_hidden = dataclasses.replace(DEFAULT_RULES, unless_protected=kept)
    assert words(clean_html(markup, rules=with_hidden)) == ["seen", "h1", "h2", "h3", "h9"]


# -- link lists and main content ---------------------------------------------------------------------------------------


def links(n: int) -> str:
    return "".join(f"<li><a href='/{i}'>Page {i}</a></li>" for i in range(n))


@pytest.mark.parametrize("name", ["ul", "ol", "div"])
@pytest.mark.parametrize(("n_links", "is_removed"), [(4, False), (5, True), (8, True)])
def test_a_list_of_at_least_five_links_is_removed(name: str, n_links: int, is_removed: bool) -> None:
    page = clean_html(f"{ARTICLE}<{name}>{links(n_links)}</{name}>")
    assert ("link list" in counts(page)) is is_removed
    assert ("Page" in words(page)) is not is_removed


@pytest.mark.parametrize(("n_other", "is_removed"), [(10, True), (11, False)])
def test_a_list_with_more_than_a_fifth_of_other_text_is_kept(n_other: int, is_removed: bool) -> None:
    eight = "".join(f"<li><a href='/{n}'>12345</a></li>" for n in range(8))
    page = clean_html(f"{ARTICLE}<ul>{eight}<li>{'x' * n_other}</li></ul>")
    assert ("link list" in counts(page)) is is_removed


def test_a_table_of_contents_keeps_its_links() -> None:
    page = clean_html(f"<h1>Contents</h1><ul>{links(60)}</ul>")
    assert "59" in words(page)
    assert page.spared[0].rule == "link list"


def test_link_lists_are_a_rule_like_the_others() -> None:
    stricter = dataclasses.replace(DEFAULT_RULES, link_list=LinkList(min_links=2))
    assert "Page" not in words(clean_html(f"{ARTICLE}<ul>{links(2)}</ul>", rules=stricter))
    assert "Page" in words(clean_html(f"{ARTICLE}<ul>{links(40)}</ul>", rules="crawler"))


@pytest.mark.parametrize("tag", ["main", "article", 'div role="main"'])
def test_main_content_is_the_element_that_says_so_and_holds_half_of_the_text(tag: str) -> None:
    name = tag.split()[0]
    page = clean_html(f"<body><p>Related things</p><{tag}>{ARTICLE}</{name}></body>")
    assert page.content.name == name
    assert "Related" not in words(page)
    assert page.removed == (Removal("outside main content", 1, 13),)


def test_main_content_with_too_little_text_is_not_the_content() -> None:
    for page in (f"<main>tiny</main>{ARTICLE}", f"<main></main>{ARTICLE}", f"<article>{ARTICLE}</article>" * 3):
        assert clean_html(page).content.name == "body"


def test_main_is_preferred_to_an_article_inside_it() -> None:
    soup = parse_html(f"<main><h1>Title</h1><article>{ARTICLE}</article></main>")
    assert main_content(soup).name == "main"


def test_the_crawler_rules_take_the_whole_body() -> None:
    assert clean_html(f"<p>before</p><main>{ARTICLE}</main>", rules="crawler").content.name == "body"


# -- any page ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["crawler", "default"])
@pytest.mark.parametrize(
    "page",
    ["", "   ", "<!-- only -->", "<html></html>", "<body><script>1</script></body>", "<!doctype html>", "\ufeff", "\0"],
)
def test_nothing_to_parse_gives_no_words(page: str, rules: str) -> None:
    assert words(clean_html(page, rules=rules)) == []
    assert words(clean_html(page.encode(), rules=rules)) == []


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("just text", ["just", "text"]),
        ("page.html", ["page.html"]),
        ("https://example.org/", ["https://example.org/"]),
        ("a < b", ["a", "<", "b"]),
        ("<p>before</p>\0<p>after</p>", ["before", "after"]),
        ("<nav><div class='cookie'><nav>x</nav></div></nav><p>keep</p>", ["keep"]),
        ("<p>a<table><tr>b<td>c</p></table>d</a</p>e", ["a", "b", "c", "de"]),
        ("<?xml version='1.0' encoding='latin1'?><html xmlns='http://www.w3.org/1999/xhtml'><p>x", ["x"]),
        ("<?xml version='1.0'?><rss><p>x</p></rss>", ["x"]),
        ("\n\n<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN'>\r\n<table><tr><td rowspan=2>x", ["x"]),
        ("<frameset><frame src='a'><noframes>x</noframes></frameset>", ["x"]),
        ("<p>\U0001f468\U0001f3fb\u200d\U0001f527 pipe", ["\U0001f468\U0001f3fb\u200d\U0001f527", "pipe"]),
    ],
)
def test_odd_pages_keep_their_text_as_text_and_as_bytes(page: str, expected: list[str]) -> None:
    assert words(clean_html(page)) == expected
    assert words(clean_html(page.encode())) == expected


def test_an_unpaired_surrogate_is_replaced() -> None:
    page = clean_html("<p>price \ud835 list \ud83d\ude00")
    assert words(page) == ["price", "\ufffd", "list", "\U0001f600"]
    page.html.encode()


@pytest.mark.parametrize(
    "tag", ["div", "form", "nav", "header", "main", "section hidden", "table><tr><td", "div class=ad"]
)
@pytest.mark.parametrize("rules", ["crawler", "default"])
def test_thousands_of_nested_elements_cost_neither_a_crash_nor_the_square_of_their_number(tag: str, rules: str) -> None:
    start = time.process_time()
    page = clean_html(f"<{tag}>" * 3000 + "core" + "<p>tail", rules=rules)
    assert words(page) in (["core", "tail"], [])
    assert time.process_time() - start < 5


def test_unknown_rules_are_refused_with_the_names_there_are() -> None:
    with pytest.raises(UnknownName) as caught:
        clean_html("<p>x", rules="strict")
    assert str(caught.value) == (
        "rules: received 'strict'; allowed: 'crawler', 'default'. "
        "What to do: choose one of these names, or pass a RuleSet."
    )


TAGS = "<p> </p> <nav> </nav> <div> </div> <form> </form> <main> </main> <article> </article> <header> </header> <h1>"
MORE = (
    "</h1> <ul><li> </ul> <table><tr><td> </table> <b> </b> <script> </script> <pre><code> </pre> <!-- --> <svg> </svg>"
)
OTHER = ("<div class='menu'>", "<a href='/'>", "</a>", "word ", "a much longer piece of text, as long as a sentence. ")
ODD = ("&amp;", "&#0;", "<", ">", "\0", "\ud800", "é", "<p hidden>")
pieces = st.sampled_from((*TAGS.split(), *MORE.split(), *OTHER, *ODD))
pages = st.lists(pieces, max_size=40).map("".join)


@given(pages)
def test_any_page_is_cleaned_and_each_character_is_counted_once(page: str) -> None:
    before = "".join(
        clean_html(page, rules=dataclasses.replace(CRAWLER_RULES, always=("script", "svg"))).content.get_text().split()
    )
    cleaned = clean_html(page)
    left = "".join(cleaned.content.get_text().split())
    gone = sum(r.n_characters for r in cleaned.removed if r.rule not in ("script", "svg"))
    assert len(left) + gone == len(before)
    assert all(removal.n_elements >= 0 and removal.n_characters >= 0 for removal in cleaned.removed + cleaned.spared)


@given(pages)
def test_cleaning_twice_in_the_same_process_gives_the_same(page: str) -> None:
    first, second = clean_html(page), clean_html(page)
    assert first.html == second.html
    assert (first.removed, first.spared) == (second.removed, second.spared)


@given(st.text() | st.binary())
def test_no_input_makes_cleaning_fail(page: str | bytes) -> None:
    for rules in ("crawler", "default"):
        assert isinstance(clean_html(page, rules=rules).html.encode(), bytes)


# -- bytes -------------------------------------------------------------------------------------------------------------

SENTENCE = {
    "gb18030": "中华人民共和国𠮷野家喆",
    "cp932": "①日本語のページ～",
    "cp949": "똠방각하 한국어",
    "big5hkscs": "繁體中文網頁",
    "cp1252": "déjà “vu” – €5",
    "cp1251": "Цена золота выросла",
    "iso8859-7": "Ελληνικά κείμενα",
    "cp1254": "ışık ğüş",
    "euc_jp": "日本語のページ",
    "iso2022_jp": "日本語のページ",
}
LABELS = {
    "gb2312": "gb18030",
    "GBK": "gb18030",
    "shift_jis": "cp932",
    "Shift_JIS": "cp932",
    "euc-kr": "cp949",
    "ks_c_5601-1987": "cp949",
    "big5": "big5hkscs",
    "iso-8859-1": "cp1252",
    "latin1": "cp1252",
    "us-ascii": "cp1252",
    "windows-1251": "cp1251",
    "iso-8859-7": "iso8859-7",
    "iso-8859-9": "cp1254",
    "euc-jp": "euc_jp",
    "iso-2022-jp": "iso2022_jp",
}


@pytest.mark.parametrize(
    "declaration",
    [
        '<meta charset="{}">',
        "<META CHARSET={}>",
        '<meta http-equiv="Content-Type" content="text/html; charset={}">',
        '<?xml version="1.0" encoding="{}"?>',
    ],
)
@pytest.mark.parametrize("label", LABELS)
def test_a_declared_charset_is_read_as_browsers_read_it(label: str, declaration: str) -> None:
    page = declaration.format(label) + "<!-- x -->" * 500 + f"<p>{SENTENCE[LABELS[label]]}</p>"
    assert decode_html(page.encode(LABELS[label])) == page


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_a_byte_order_mark_wins_over_the_declaration(encoding: str) -> None:
    page = '<meta charset="gb2312"><p>déjà 中华'
    assert decode_html(page.encode(encoding)) == page


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_without_a_mark_is_recognised(encoding: str) -> None:
    page = "<html><meta charset=utf-16><p>中华人民共和国</p></html>"
    assert decode_html(page.encode(encoding)) == page


@pytest.mark.parametrize("label", ["iso-8859-1", "gb2312", "nonsense", "hex", "rot13", "undefined", "utf-16"])
def test_valid_utf8_wins_over_a_wrong_or_unknown_declaration(label: str) -> None:
    page = f'<meta charset="{label}"><p>déjà vu</p>'
    assert decode_html(page.encode()) == page
    ascii_only = f'<meta charset="{label}"><p>plain</p>'
    assert decode_html(ascii_only.encode()) == ascii_only


def test_without_a_declaration_other_bytes_are_windows_1252() -> None:
    assert decode_html("<p>déjà “vu”</p>".encode("cp1252")) == "<p>déjà “vu”</p>"


def test_utf8_that_was_cut_or_damaged_stays_utf8() -> None:
    page = "<p>déjà vu à la carte é".encode()
    assert decode_html(page[:-1]) == "<p>déjà vu à la carte \ufffd"
    assert decode_html(page.replace(b"la", b"l\xff")) == "<p>déjà vu à l\ufffd carte é"


def test_an_encoding_given_from_outside_rules() -> None:
    page = '<meta charset="utf-8"><p>Цена'
    assert decode_html(page.encode("cp1251"), encoding="cp1251") == page
