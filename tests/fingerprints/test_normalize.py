"""What must make no difference makes none."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simlab.fingerprints.normalize import default, lower, php
from simlab.fingerprints.pipeline import Pipeline


@given(st.text())
def test_normal_forms_give_the_same_text(text):
    forms = {default(unicodedata.normalize(form, text)) for form in ("NFC", "NFD")}
    assert len(forms) == 1


@given(st.text(st.characters(exclude_categories=[])))
def test_normalising_twice_changes_nothing(text):
    assert default(default(text)) == default(text)


@given(
    st.lists(st.sampled_from("abcé ë中ก"), max_size=20).map("".join),
    st.sampled_from("\u00ad\u200b\ufeff\u2060\u200e\u202a"),
    st.integers(0, 20),
)
def test_an_invisible_character_changes_nothing(text, invisible, position):
    assert default(text[:position] + invisible + text[position:]) == default(text)


@pytest.mark.parametrize("space", ["\u00a0", "\u202f", "\n", "\r\n\t", "\u2028", "\u3000"])
def test_white_space_is_one_space(space):
    assert default(f" a{space}b") == "a b"


def test_case_makes_no_difference():
    """Claim 43: lower case and collapsed white space."""
    pipeline = Pipeline()
    texts = ["Livraison sous 24 heures à Lyon", "livraison  sous\n24 HEURES À LYON"]
    assert pipeline.fingerprint(texts).nunique() == 1


def test_joiners_stay_where_they_shape():
    family, persian, hindi = "👩‍👩‍👧", "می‌خواهم", "क्‍ष"
    assert default(family) == family
    assert default(persian) == persian
    assert default(hindi) == hindi
    assert default("wo\u200drd a\u200cb \u200d") == "word ab"


@pytest.mark.parametrize(
    "code", [0xFE00, 0xFE0E, 0xFE0F, 0xE0100, 0x115F, 0x1160, 0x3164, 0xFFA0, 0x17B4, 0x180B, 0xE0041, 0x1BCA0]
)
def test_every_character_that_renderers_ignore_is_dropped(code):
    """Bug case: selectors, fillers and tags that no reader sees changed tokens, or were a document by themselves."""
    assert default(f"co{chr(code)}op") == "coop"
    assert Pipeline().fingerprint([chr(code) * 3]).isna().all()


def test_the_emoji_selector_stays_where_it_asks_for_colour():
    assert default("\u2764\ufe0f 1\ufe0f\u20e3") == "\u2764\ufe0f 1\ufe0f\u20e3"


def test_lone_surrogates_and_controls_do_no_harm():
    assert default("a\ud800b") == "a\ufffdb"
    assert default("a\x00b\x07") == "a b"
    assert Pipeline().fingerprint(["lone \ud800 surrogate in a text"]).notna().all()


def test_javascript_and_php_lower_case_differ_in_the_final_sigma():
    assert lower("ΟΔΟΣ") == php("ΟΔΟΣ", final_sigma=True) == "οδος"
    assert php("ΟΔΟΣ") == "οδοσ"
    assert php("\0 İ\n") == "i̇"
