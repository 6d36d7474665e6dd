"""Bytes become text: byte order marks, declared character sets, and the mistakes of real pages."""

from __future__ import annotations

import codecs
import re

from bs4.dammit import EncodingDetector

__all__ = ["byte_order_mark", "decode_html", "replace_surrogates", "unmarked_utf16"]

# UTF-32 comes first: its little-endian mark begins with the mark of UTF-16.
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

# Browsers read a label as the larger encoding that contains it (WHATWG Encoding Standard, "names and labels").
_LABELS = {
    label: name
    for name, labels in {
        "gb18030": "gb2312 gb_2312 gb_2312-80 csgb2312 chinese gbk x-gbk cp936 euc-cn",
        "cp1252": "iso-8859-1 iso8859-1 iso88591 iso_8859-1 latin1 latin-1 l1 ascii us-ascii ansi_x3.4-1968 "
        "windows-1252 x-cp1252 x-user-defined",
        "cp1254": "iso-8859-9 iso8859-9 latin5 l5",
        "cp874": "tis-620 iso-8859-11 windows-874 dos-874",
        "cp932": "shift_jis shift-jis sjis x-sjis ms_kanji windows-31j",
        "cp949": "euc-kr euckr ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 korean windows-949 uhc",
        "big5hkscs": "big5 big5-hkscs x-x-big5 cn-big5",
        "euc_jp": "x-euc-jp",
        "iso8859-8": "iso-8859-8-i iso-8859-8-e logical visual",
        "mac-roman": "macintosh mac x-mac-roman",
        "mac-cyrillic": "x-mac-cyrillic x-mac-ukrainian",
        # Bytes in which a label could be found are not UTF-16, whatever the label says.
        "utf-8": "utf8 unicode utf-16 utf16 utf-16le utf-16be utf-32",
    }.items()
    for label in labels.split()
}


def byte_order_mark(content: bytes) -> tuple[str, int] | None:
    """Name the encoding a byte order mark stands for, and the length of the mark; ``None`` without a mark."""
    for mark, encoding in _BYTE_ORDER_MARKS:
        if content.startswith(mark):
            return encoding, len(mark)
    return None


def unmarked_utf16(content: bytes) -> str | None:
    """Recognise UTF-16 that carries no byte order mark, by zero bytes that all stand on one side.

    Each ASCII character (markup, white space, punctuation) is one zero byte and one other, always in the same order.
    Unless one character in five is of this kind, nothing is claimed.
    """
    start = content[:4096]
    even, odd = start[0::2].count(0), start[1::2].count(0)
    if len(content) % 2 or max(even, odd) * 10 < len(start) or min(even, odd) > 0 or not start:
        return None
    return "utf-16-be" if even else "utf-16-le"


def decode_html(content: bytes, *, encoding: str | None = None) -> str:
    """Decode the bytes of a page the way a browser would, with two mistakes of real pages mended.

    In this order: ``encoding``, if given; a byte order mark; UTF-16 recognised by its zero bytes; UTF-8, if the bytes
    are valid UTF-8 and not all ASCII, even against a declared charset; the charset declared in ``<meta>`` or in the XML
    declaration, read as browsers read labels (gb2312 and gbk as GB18030, iso-8859-1 as windows-1252, shift_jis as
    cp932, euc-kr as cp949); UTF-8 with a few damaged characters; windows-1252. Bytes that do not fit the encoding
    become U+FFFD.

    Parameters
    ----------
    content : bytes
        The page as it came over the network or from a file.
    encoding : str, optional
        The encoding, where something outside the page is known to say it (an HTTP header).

    Returns
    -------
    str

    References
    ----------
    WHATWG, *Encoding Standard*, section 4.2, and *HTML*, "determining the character encoding".

    Examples
    --------
    >>> decode_html('<meta charset="gb2312"><p>中华𠮷</p>'.encode("gb18030"))
    '<meta charset="gb2312"><p>中华𠮷</p>'
    >>> decode_html('<meta charset="iso-8859-1"><p>déjà</p>'.encode("utf-8"))
    '<meta charset="iso-8859-1"><p>déjà</p>'
    >>> decode_html("<p>déjà “vu”</p>".encode("windows-1252"))
    '<p>déjà “vu”</p>'
    """
    if encoding is not None:
        return content.decode(encoding, "replace")
    if mark := byte_order_mark(content):
        return content[mark[1] :].decode(mark[0], "replace")
    if wide := unmarked_utf16(content):
        return content.decode(wide, "replace")
    if not content.isascii():
        try:
            return content.decode("utf-8")
        except UnicodeDecodeError:
            pass
    declared = EncodingDetector.find_declared_encoding(content, is_html=True)
    if declared is not None:
        label = declared.strip().lower()
        try:
            return content.decode(_LABELS.get(label, label), "replace")
        except (LookupError, UnicodeError):
            pass  # A label nobody knows declares nothing.
    # A page cut in the middle of a character, or with one bad byte, is still UTF-8; in windows-1252 text almost no
    # accented letter happens to form a valid sequence.
    text = content.decode("utf-8", "replace")
    n_damaged = text.count("\ufffd")
    n_sound = sum(not character.isascii() for character in text) - n_damaged if n_damaged else 0
    return text if n_damaged <= n_sound else content.decode("cp1252", "replace")


_SURROGATES = re.compile("[\ud800-\udfff]")


def replace_surrogates(text: str) -> str:
    r"""Replace every unpaired surrogate by U+FFFD, and join the pairs, so that the text can be encoded.

    Examples
    --------
    >>> replace_surrogates("price \ud835 list")
    'price � list'
    """
    if _SURROGATES.search(text) is None:
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
