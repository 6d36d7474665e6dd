"""Tokens and shingles: the rules of three systems, and words in every script."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import shingles as naive_shingles

from simlab.errors import InvalidPipeline
from simlab.fingerprints import tokens
from simlab.fingerprints.pipeline import Pipeline

words = st.lists(st.text("abcd", min_size=1, max_size=3), max_size=30)


@given(words, st.integers(1, 8))
def test_n_words_give_n_minus_size_plus_1_shingles(items, size):
    """Claims 12 and 44, against a slow twin; a word is part of at most `size` shingles."""
    found = tokens.shingles(items, size)
    assert found == naive_shingles(items, size)
    assert len(found) == max(0, len(items) - size + 1)
    marked = [*items[:10], "XYZ", *items[10:]]
    assert sum("XYZ" in shingle for shingle in tokens.shingles(marked, size)) <= size


def test_the_article_dump_of_three_shingles():
    """Claim 41."""
    found = tokens.shingles("le chat mange la souris".split(), 3)
    assert found == ["le chat mange", "chat mange la", "mange la souris"]


def test_a_shingle_of_nothing_is_refused():
    with pytest.raises(InvalidPipeline) as caught:
        tokens.shingles(["a"], 0)
    assert str(caught.value) == (
        "shingle_size: received 0; allowed: a whole number of at least 1. What to do: pass shingle_size=3."
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Don't stop", ["Don't", "stop"]),
        ("aujourd’hui l'homme", ["aujourd’hui", "l'homme"]),
        ("1,000.50 or 3.14", ["1,000.50", "or", "3.14"]),
        ("_emphasis_ snake_case __init__", ["emphasis", "snake_case", "init"]),
        ("会议今天", ["会", "议", "今", "天"]),
        ("नमस्ते दुनिया", ["नमस्ते", "दुनिया"]),
        ("தமிழ் மொழி", ["தமிழ்", "மொழி"]),
        ("שלום עולם", ["שלום", "עולם"]),
        ("안녕하세요 세계", ["안녕하세요", "세계"]),
        ("SimHash 工具 release 2.0", ["SimHash", "工", "具", "release", "2.0"]),
        ("party 👩‍👩‍👧 🇫🇷!", ["party", "👩‍👩‍👧", "🇫🇷"]),
        ("--- *** ...", []),
        ("", []),
    ],
)
def test_unicode_words(text, expected):
    assert tokens.unicode_words(text) == expected


@pytest.mark.parametrize("text", ["ประชุมวันนี้", "ប្រជុំថ្ងៃនេះ", "ປະຊຸມມື້ນີ້", "こんにちは世界"])
def test_scripts_without_spaces_give_several_tokens(text):
    found = tokens.unicode_words(text)
    assert len(found) >= 4
    assert "".join(found) == text, "no sign is lost"


@given(st.text())
def test_unicode_words_never_fail_and_never_hold_white_space(text):
    for word in tokens.unicode_words(text):
        assert word
        assert not any(character.isspace() for character in word)


def test_word_order_is_lost_by_words_and_kept_by_shingles():
    """Claims 42 and 58: the article's visible sentence gives 33 of 63 with 3-word shingles, and 0 with words."""
    a = "le chat mange la souris puis le chien attrape une balle rouge dans le jardin"
    b = "attrape balle chat chien dans jardin la le le le mange puis rouge souris une"
    from simlab.fingerprints.presets import presets
    from simlab.neighbors.hamming import hamming_distance

    shingled = presets["redirection.io"]
    distances = {size: hamming_distance(*shingled.replace(shingle_size=size).fingerprint([a, b])) for size in (1, 3)}
    assert distances == {1: 0, 3: 33}


def test_javascript_keeps_empty_ends_and_php_does_not():
    assert tokens.js_split("\ufeffa\u00a0b ") == ["", "a", "b", ""]
    assert tokens.php_split(" a\u00a0b\u0085 c ") == ["a\u00a0b\u0085", "c"]


def test_length_is_counted_in_utf16_units():
    """Claim 11 and trap 16."""
    assert tokens.js_words("né ne\u0301 😀 😀a 日本 日本語") == ["ne\u0301", "😀a", "日本語"]


def test_characters_make_character_shingles():
    pipeline = Pipeline(tokenize="characters", shingle_size=4)
    assert pipeline.features("Abcde") == ["a b c d", "b c d e"]
