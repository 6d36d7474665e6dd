"""Text becomes tokens, and tokens become shingles."""

from __future__ import annotations

import re
from collections.abc import Sequence

import regex

from simlab.errors import InvalidPipeline
from simlab.registry import register

__all__ = ["characters", "js_split", "js_words", "php_split", "shingles", "unicode_words", "utf16_length", "whitespace"]

# A word after UAX #29 starts at a boundary, holds a letter, digit, pictograph or flag, and ends at the next boundary.
_WORD = regex.compile(r"(?wV1)\b[\w\p{Extended_Pictographic}\p{Regional_Indicator}].*?\b")
# ECMAScript's \s: 25 code points, among them the no-break space and the byte order mark, but not U+0085.
_JS_SPACE = re.compile("[\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+")
# PCRE's \s without the u modifier in the C locale: ASCII only, so a no-break space glues words.
_PHP_SPACE = re.compile("[ \t\n\v\f\r]+")


@register("tokenize", "unicode-words")
def unicode_words(text: str) -> list[str]:
    """Words after Unicode's word segmentation (UAX #29), punctuation dropped.

    Scripts written without spaces (Chinese, Japanese kana, Thai, Khmer, Lao) give one token a character with its
    signs, so that shingles of them still carry the order. Underscores around a word are Markdown emphasis and are
    dropped.

    Examples
    --------
    >>> unicode_words("Don't pay 3.14 €, 你好!")
    ["Don't", 'pay', '3.14', '你', '好']
    """
    words = _WORD.findall(text)
    if "_" not in text:
        return words
    return [word for word in (word.strip("_") for word in words) if word]


@register("tokenize", "whitespace")
def whitespace(text: str) -> list[str]:
    """Runs of anything but white space (Python's ``str.split``); punctuation stays with its word.

    Examples
    --------
    >>> whitespace("a lazy dog. ")
    ['a', 'lazy', 'dog.']
    """
    return text.split()


@register("tokenize", "characters")
def characters(text: str) -> list[str]:
    """Single characters; with ``shingle_size=5`` these are the field's character 5-grams.

    Examples
    --------
    >>> characters("abc")
    ['a', 'b', 'c']
    """
    return list(text)


@register("tokenize", "js-split")
def js_split(text: str) -> list[str]:
    r"""JavaScript's ``text.split(/\s+/)``: empty strings at either end stay, and an empty text gives ``['']``.

    Examples
    --------
    >>> js_split(" a b"), js_split("")
    (['', 'a', 'b'], [''])
    """
    return _JS_SPACE.split(text)


@register("tokenize", "js-words")
def js_words(text: str, *, min_length: int = 3) -> list[str]:
    r"""``text.split(/\s+/)`` and then only tokens of at least ``min_length`` UTF-16 units, as in the crawler article.

    Examples
    --------
    >>> js_words("to be or the 日本 日本語 😀a")
    ['the', '日本語', '😀a']
    """
    return [token for token in js_split(text) if utf16_length(token) >= min_length]


@register("tokenize", "php-split")
def php_split(text: str) -> list[str]:
    r"""PHP's ``preg_split('/\s+/', $text, -1, PREG_SPLIT_NO_EMPTY)``: ASCII white space only, no empty tokens.

    Examples
    --------
    >>> php_split("prix\u00a0: 10 ")
    ['prix\xa0:', '10']
    """
    return [token for token in _PHP_SPACE.split(text) if token]


def utf16_length(text: str) -> int:
    """Length as JavaScript counts it: characters above U+FFFF count twice.

    Examples
    --------
    >>> utf16_length("a😀")
    3
    """
    return len(text) if text.isascii() else sum(2 if character > "\uffff" else 1 for character in text)


def shingles(tokens: Sequence[str], size: int, *, short_shingle: bool = False) -> list[str]:
    """Every run of ``size`` consecutive tokens, joined by one space.

    Parameters
    ----------
    tokens : sequence of str
        n tokens in reading order.
    size : int
        Tokens in a shingle, at least 1.
    short_shingle : bool
        With fewer than ``size`` tokens (but at least one), whether all of them form one shorter shingle (True) or
        none (False).

    Returns
    -------
    list of str
        n - size + 1 shingles; a token is part of at most ``size`` of them.

    Raises
    ------
    InvalidPipeline
        If ``size`` is smaller than 1.

    Examples
    --------
    >>> shingles("le chat mange la souris".split(), 3)
    ['le chat mange', 'chat mange la', 'mange la souris']
    >>> shingles(["le", "chat"], 3), shingles(["le", "chat"], 3, short_shingle=True)
    ([], ['le chat'])
    """
    if size < 1:
        raise InvalidPipeline("shingle_size", size, "a whole number of at least 1", "pass shingle_size=3")
    if size == 1:
        return list(tokens)
    if len(tokens) < size:
        return [" ".join(tokens)] if short_shingle and tokens else []
    return [" ".join(tokens[start : start + size]) for start in range(len(tokens) - size + 1)]
