"""Text before it is cut into tokens: Unicode form, case, white space, invisible characters."""

from __future__ import annotations

import unicodedata

import regex

from simlab.registry import register

__all__ = ["default", "lower", "php", "unchanged"]

# Characters that are never seen and never carry meaning in running text: all that Unicode lets a renderer ignore (soft
# hyphen, zero-width space, byte order mark, directional marks, fillers, variation selectors, tags ...), and marks of
# annotations. Joiners and the emoji selector have rules of their own.
_INVISIBLE = regex.compile(
    r"(?V1)[[\p{Default_Ignorable_Code_Point}\u061c\u200e\u200f\u202a-\u202e\ufff9-\ufffb]--[\u200c\u200d\ufe0f]]"
)
# U+FE0F asks for the coloured form of the sign before it; after anything else it is dirt.
_IDLE_SELECTOR = regex.compile(r"(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}0-9#*])\ufe0f")
# A joiner shapes what stands around it only between letters of joining scripts, after a vowel sign or virama, or
# inside an emoji sequence. Anywhere else it is invisible dirt.
_SHAPING = (
    r"[\p{Joining_Type=Dual_Joining}\p{Joining_Type=Right_Joining}\p{Mn}\p{Mc}"
    r"\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}"
    r"\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}"
    r"\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]"
)
_IDLE_JOINER = regex.compile(rf"(?V1)(?<!{_SHAPING})[\u200c\u200d]+|[\u200c\u200d]+(?!{_SHAPING})")
_SURROGATE = regex.compile("[\ud800-\udfff]")
_CONTROL = regex.compile(r"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f]")


@register("normalize", "default")
def default(text: str) -> str:
    """NFC, lower case, invisible characters out, every run of white space one space.

    Composed and decomposed accents, soft hyphens, zero-width spaces, byte order marks, no-break spaces and line
    breaks make no difference afterwards. Zero-width joiners stay where they shape letters or emoji. A lone surrogate
    becomes U+FFFD.

    Examples
    --------
    >>> default("Cafe\\u0301\\u00a0 CR\\u00adÈME\\n")
    'café crème'
    """
    if text.isascii():
        return " ".join(_CONTROL.sub(" ", text).lower().split())
    text = _SURROGATE.sub("\ufffd", text)
    text = _INVISIBLE.sub("", text)
    if "\ufe0f" in text:
        text = _IDLE_SELECTOR.sub("", text)
    if "\u200c" in text or "\u200d" in text:
        text = _IDLE_JOINER.sub("", text)
    text = unicodedata.normalize("NFC", text).lower()
    # Lower case can undo the composed form (U+0130 becomes i and a combining dot).
    text = unicodedata.normalize("NFC", text)
    return " ".join(_CONTROL.sub(" ", text).split())


@register("normalize", "lower")
def lower(text: str) -> str:
    """Lower case only, as JavaScript's ``toLowerCase``: full mappings and the contextual final sigma.

    Python's ``str.lower`` agrees with it on every character of Unicode 14 (checked exhaustively; golden/README, trap
    19).

    Examples
    --------
    >>> lower("ΟΔΟΣ Straße")
    'οδος straße'
    """
    return text.lower()


@register("normalize", "php")
def php(text: str, *, final_sigma: bool = False) -> str:
    """PHP's ``mb_strtolower(trim($text))``.

    Parameters
    ----------
    text : str
        Any text.
    final_sigma : bool
        PHP 8.3 and newer write a capital sigma at a word's end as ς; PHP 8.2 and older always wrote σ, the default
        here.

    Examples
    --------
    >>> php(" ΟΔΟΣ\\0")
    'οδοσ'
    >>> php("ΟΔΟΣ", final_sigma=True)
    'οδος'
    """
    trimmed = text.strip(" \n\r\t\v\0")
    return trimmed.lower() if final_sigma else "".join(character.lower() for character in trimmed)


@register("normalize", "none")
def unchanged(text: str) -> str:
    """Leave the text as it is.

    Examples
    --------
    >>> unchanged("As It Is")
    'As It Is'
    """
    return text
