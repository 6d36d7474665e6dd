"""Feature hashes: a text feature becomes a whole number of 64 (or fewer) bits.

A hash is a function ``(feature: str) -> int`` with values in 0 .. 2**n_bits - 1. Healthy ones come first; the broken
ones at the end exist because systems run them: presets reproduce those systems, and the health checks must find the
fault.
"""

from __future__ import annotations

import hashlib
import struct
import zlib

import mmh3
import xxhash

from simlab.errors import InvalidPipeline
from simlab.registry import register

__all__ = [
    "blake2b_64",
    "crc32",
    "fnv1a_64",
    "fnv_pair",
    "h31",
    "h31_mod31",
    "md5_64",
    "murmur3_128_low",
    "murmur3_pair",
    "siphash",
    "utf8",
    "utf16_units",
    "xxh3_64",
]

_MASK32 = 0xFFFFFFFF
_MASK64 = 0xFFFFFFFFFFFFFFFF


def utf8(feature: str) -> bytes:
    """UTF-8 bytes; a lone surrogate becomes U+FFFD, as in JavaScript's TextEncoder.

    Examples
    --------
    >>> utf8("é"), utf8("\\ud800")
    (b'\\xc3\\xa9', b'\\xef\\xbf\\xbd')
    """
    try:
        return feature.encode("utf-8")
    except UnicodeEncodeError:
        return feature.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode("utf-8")


def utf16_units(feature: str) -> tuple[int, ...]:
    """UTF-16 code units, what JavaScript's ``charCodeAt`` sees.

    Examples
    --------
    >>> utf16_units("a😀")
    (97, 55357, 56832)
    """
    data = feature.encode("utf-16-le", "surrogatepass")
    return struct.unpack(f"<{len(data) // 2}H", data)


def _checked_seed(seed: int, bits: int) -> int:
    """Refuse a seed that the hash would silently cut."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 1 << bits:
        raise InvalidPipeline(
            "seed",
            seed,
            f"a whole number from 0 to 2**{bits} - 1",
            "choose a seed in this range; a larger one would be cut",
        )
    return seed


@register("hash", "xxh3-64", n_bits=64)
def xxh3_64(feature: str, *, seed: int = 0) -> int:
    """XXH3, 64 bits, of the UTF-8 bytes: the default, and what the redirection.io article uses.

    Examples
    --------
    >>> f"{xxh3_64('le chat mange'):016x}"
    'd103e0855a3e3f03'
    """
    return xxhash.xxh3_64_intdigest(utf8(feature), _checked_seed(seed, 64))


@register("hash", "murmur3-pair", n_bits=64)
def murmur3_pair(feature: str, *, seed: int = 0) -> int:
    """MurmurHash3 x86-32 twice, the second seeded by the first: the crawler article's ``hash64``.

    The high half is the hash with ``seed``, the low half the hash seeded with the high half.

    Examples
    --------
    >>> f"{murmur3_pair('hello'):016x}"
    '248bfa47a01540b1'
    """
    data = utf8(feature)
    high = mmh3.hash(data, _checked_seed(seed, 32), signed=False)
    return high << 32 | mmh3.hash(data, high, signed=False)


@register("hash", "murmur3-128-low", n_bits=64)
def murmur3_128_low(feature: str, *, seed: int = 0) -> int:
    """The first 64 bits (low half) of MurmurHash3 x64-128.

    Examples
    --------
    >>> f"{murmur3_128_low('hello'):016x}"
    'cbd8a7b341bd9b02'
    """
    return mmh3.hash64(utf8(feature), seed=_checked_seed(seed, 32), x64arch=True, signed=False)[0]


@register("hash", "md5-64", n_bits=64)
def md5_64(feature: str) -> int:
    """The first 8 bytes of MD5, big-endian.

    Other libraries take other bytes (the PyPI package ``simhash`` the last 8); their fingerprints are not
    interchangeable.

    Examples
    --------
    >>> f"{md5_64('Bonjour le monde'):016x}"
    '9cbfb998c9c4f896'
    """
    return int.from_bytes(hashlib.md5(utf8(feature), usedforsecurity=False).digest()[:8], "big")


@register("hash", "blake2b-64", n_bits=64)
def blake2b_64(feature: str, *, seed: int = 0) -> int:
    """BLAKE2b with an 8-byte digest, big-endian; the seed is its 8-byte big-endian key (0: no key).

    Examples
    --------
    >>> f"{blake2b_64('hello'):016x}"
    'a7b6eda801e5347d'
    """
    key = _checked_seed(seed, 64).to_bytes(8, "big") if seed else b""
    return int.from_bytes(hashlib.blake2b(utf8(feature), digest_size=8, key=key).digest(), "big")


@register("hash", "siphash", n_bits=64)
def siphash(feature: str, *, key: int = 0) -> int:
    """SipHash-2-4 of the UTF-8 bytes (Aumasson and Bernstein, 2012), ``key`` as 16 little-endian bytes.

    Examples
    --------
    >>> paper_key = int.from_bytes(bytes(range(16)), "little")
    >>> f"{siphash('', key=paper_key):016x}"
    '726fdb47dd0e0e31'
    """
    data = utf8(feature)
    key0, key1 = _checked_seed(key, 128) & _MASK64, key >> 64
    v0, v1 = key0 ^ 0x736F6D6570736575, key1 ^ 0x646F72616E646F6D
    v2, v3 = key0 ^ 0x6C7967656E657261, key1 ^ 0x7465646279746573
    padded = data + bytes(7 - len(data) % 8) + bytes([len(data) & 0xFF])
    for (word,) in struct.iter_unpack("<Q", padded):
        v3 ^= word
        v0, v1, v2, v3 = _sip_round(*_sip_round(v0, v1, v2, v3))
        v0 ^= word
    v2 ^= 0xFF
    for _ in range(4):
        v0, v1, v2, v3 = _sip_round(v0, v1, v2, v3)
    return v0 ^ v1 ^ v2 ^ v3


def _sip_round(v0: int, v1: int, v2: int, v3: int) -> tuple[int, int, int, int]:
    v0 = v0 + v1 & _MASK64
    v1 = _rotate(v1, 13) ^ v0
    v0 = _rotate(v0, 32)
    v2 = v2 + v3 & _MASK64
    v3 = _rotate(v3, 16) ^ v2
    v0 = v0 + v3 & _MASK64
    v3 = _rotate(v3, 21) ^ v0
    v2 = v2 + v1 & _MASK64
    v1 = _rotate(v1, 17) ^ v2
    return v0, v1, _rotate(v2, 32), v3


def _rotate(word: int, bits: int) -> int:
    return (word << bits | word >> 64 - bits) & _MASK64


@register("hash", "fnv1a-64", n_bits=64)
def fnv1a_64(feature: str) -> int:
    """FNV-1a, 64 bits, of the UTF-8 bytes.

    No bit is dead, and still unrelated documents come close: the hash has no finaliser, so short words share high bits.

    Examples
    --------
    >>> f"{fnv1a_64('a'):016x}"
    'af63dc4c8601ec8c'
    """
    value = 0xCBF29CE484222325
    for byte in utf8(feature):
        value = (value ^ byte) * 0x100000001B3 & _MASK64
    return value


@register("hash", "fnv-pair", n_bits=64)
def fnv_pair(feature: str) -> int:
    """The job-board article's fix: two FNV-like 32-bit hashes over UTF-16 units; the first is the low half.

    Fair on average, but without a finaliser: changing only the last character almost never flips bit 23 (about one
    change in two thousand).

    Examples
    --------
    >>> f"{fnv_pair('hello'):016x}"
    'cc1ea4474f9f2cab'
    """
    first, second = 0x811C9DC5, 0x01000193 ^ 0x5BD1E995
    for unit in utf16_units(feature):
        first = (first ^ unit) * 0x01000193 & _MASK32
        second = (second ^ unit) * 0x5BD1E995 & _MASK32
        second ^= second >> 15
    return second << 32 | first


@register("hash", "crc32", n_bits=32)
def crc32(feature: str, *, widen: str | None = None) -> int:
    """CRC-32 of the UTF-8 bytes: 32 bits, so at most 32 of a wider fingerprint's bits can live.

    Parameters
    ----------
    feature : str
        The feature.
    widen : {"zeros", "repeat"}, optional
        How to fill 64 bits on purpose: with 32 zeros (dead bits) or with the same 32 bits again (aliased bits).

    Examples
    --------
    >>> f"{crc32('123456789'):08x}"
    'cbf43926'
    """
    return _widened(zlib.crc32(utf8(feature)), widen)


@register("hash", "h31", n_bits=32)
def h31(feature: str, *, widen: str | None = None) -> int:
    """``h * 31 + c`` over UTF-16 units, 32 bits: Java's ``hashCode``; ``widen`` as in ``crc32``.

    Short words give small numbers, whose high bits are 0 for every document.

    Examples
    --------
    >>> h31("the"), f"{h31('the', widen='repeat'):016x}"
    (114801, '0001c0710001c071')
    """
    value = 0
    for unit in utf16_units(feature):
        value = value * 31 + unit & _MASK32
    return _widened(value, widen)


@register("hash", "h31-mod31", n_bits=64)
def h31_mod31(feature: str) -> int:
    """The job-board article's broken hash: bit i is bit ``i % 31`` of ``h * 31 + c``.

    Bit 31 of the hash is never read, its bits 0 and 1 are read three times, the others twice: 31 independent bits at
    most.

    Examples
    --------
    >>> f"{h31_mod31('abc'):016x}"
    '8000bc3100017862'
    """
    value = h31(feature) & 0x7FFFFFFF
    return (value | value << 31 | value << 62) & _MASK64


def _widened(value: int, widen: str | None) -> int:
    """Fill 64 bits from 32, in the way that was asked for."""
    if widen is None or widen == "zeros":
        return value
    if widen == "repeat":
        return value << 32 | value
    raise InvalidPipeline(
        "widen", widen, "'zeros', 'repeat' or None", "name how 32 bits shall fill 64, or use a 64-bit hash"
    )
