"""The forms in which fingerprints travel, none of which passes through a float.

Inside simlab a fingerprint is unsigned (pandas ``UInt64``). Databases without unsigned integers store the same 64
bits as a signed BIGINT; text files store ``0x`` and 16 hexadecimal digits.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pandas as pd

from simlab.errors import InvalidFingerprints, SimlabError, some

__all__ = [
    "as_fingerprints",
    "checked_width",
    "from_hex",
    "from_signed",
    "to_hex",
    "to_signed",
    "uint64_series",
    "unpacked",
    "values_of",
]

_HEX = re.compile(r"0[xX][0-9a-fA-F]{1,16}")


def uint64_series(values: np.ndarray, missing: np.ndarray, index: pd.Index | None = None) -> pd.Series:
    """A ``UInt64`` Series from a uint64 array and a mask of the gaps."""
    return pd.Series(
        pd.arrays.IntegerArray(values.astype(np.uint64, copy=False), missing), index=index, name="fingerprint"
    )


def as_fingerprints(values: Any) -> pd.Series:
    """Read values as unsigned 64-bit fingerprints, or refuse them.

    Make columns with this function and not with ``pandas.Series(numbers, dtype="UInt64")``: pandas reads a list that
    holds numbers on both sides of 2**63 through floats, and the low bits are gone.

    Parameters
    ----------
    values : Series, array or list
        Whole numbers from 0 to 2**64 - 1, or text ``0x...``; missing values stay missing.

    Returns
    -------
    pandas.Series of UInt64
        With the index of a Series that was given, and its ``attrs``; an empty text is missing.

    Raises
    ------
    InvalidFingerprints
        For floats (they have lost bits already), negative or too large numbers, and text that is not ``0x``
        hexadecimal.

    Examples
    --------
    >>> as_fingerprints(["0x00000000000000ff", None, 2**64 - 1]).tolist()
    [255, <NA>, 18446744073709551615]
    """
    series = (
        values
        if isinstance(values, pd.Series)
        else pd.Series(values, dtype=None if hasattr(values, "dtype") else object)
    )
    if series.dtype == "UInt64":
        return series
    if series.dtype == np.uint64:
        return _described_like(
            series, uint64_series(series.to_numpy(), np.zeros(len(series), dtype=bool), series.index)
        )
    missing = (series.isna() | (series.astype(object) == "")).to_numpy(dtype=bool)
    present = series[~missing]
    if (series.dtype.kind == "f" and len(present)) or any(isinstance(value, float) for value in present.tolist()):
        raise InvalidFingerprints(
            "fingerprints",
            "floats",
            "unsigned 64-bit integers or 0x text",
            "read the column as text or UInt64: floats keep 53 of 64 bits",
        )
    numbers = np.zeros(len(series), dtype=np.uint64)
    wrong: list[object] = []
    for position, value in enumerate(series.tolist()):
        if missing[position]:
            continue
        if isinstance(value, str) and _HEX.fullmatch(value.strip()):
            numbers[position] = int(value, 16)
        elif isinstance(value, (int, np.integer)) and not isinstance(value, bool) and 0 <= int(value) < 1 << 64:
            numbers[position] = int(value)
        else:
            wrong.append(value)
    if wrong:
        raise InvalidFingerprints(
            "fingerprints",
            wrong[:5],
            "whole numbers from 0 to 2**64 - 1, or text like '0x00000000000000ff'",
            "convert signed numbers with simlab.from_signed; never use abs()",
        )
    return _described_like(series, uint64_series(numbers, missing, series.index))


def checked_width(n_bits: Any, error: type[SimlabError] = InvalidFingerprints) -> int:
    """Refuse a width that no fingerprint has.

    Examples
    --------
    >>> checked_width(63)
    63
    """
    if isinstance(n_bits, bool) or not isinstance(n_bits, (int, np.integer)) or not 1 <= n_bits <= 64:
        raise error("n_bits", n_bits, "a whole number from 1 to 64", "pass n_bits=64, or the real width")
    return int(n_bits)


def values_of(fingerprints: Any, n_bits: int) -> np.ndarray:
    """Fingerprints as a uint64 array without the gaps; refused if one is wider than ``n_bits``.

    Examples
    --------
    >>> values_of([1, None, 3], 2).tolist()
    [1, 3]
    """
    width = checked_width(n_bits)
    values = as_fingerprints(fingerprints).dropna().to_numpy(dtype=np.uint64)
    if width < 64 and len(values) and int(values.max()) >> width:
        raise InvalidFingerprints(
            "fingerprints", f"0x{int(values.max()):016x}", f"values below 2**{width}", "pass the real width as n_bits"
        )
    return values


def unpacked(values: np.ndarray, n_bits: int) -> np.ndarray:
    """Bits of uint64 values, one row a value, bit 0 first.

    Examples
    --------
    >>> unpacked(np.array([0b01, 0b11], dtype=np.uint64), 2).tolist()
    [[1, 0], [1, 1]]
    """
    rows = values.astype("<u8").view(np.uint8).reshape(-1, 8)
    return np.unpackbits(rows, axis=1, count=n_bits, bitorder="little")


def to_signed(fingerprints: Any) -> pd.Series:
    """The same 64 bits as signed integers (two's complement), for BIGINT columns.

    Examples
    --------
    >>> to_signed([2**64 - 1, 2**63, 1, None]).tolist()
    [-1, -9223372036854775808, 1, <NA>]
    """
    series = as_fingerprints(fingerprints)
    missing = series.isna().to_numpy(dtype=bool)
    bits = series.to_numpy(dtype=np.uint64, na_value=0).view(np.int64)
    result = pd.Series(pd.arrays.IntegerArray(bits.copy(), missing), index=series.index, name=series.name)
    return _described_like(series, result)


def from_signed(values: Any) -> pd.Series:
    """Unsigned fingerprints from signed 64-bit integers: the inverse of ``to_signed``.

    Raises
    ------
    InvalidFingerprints
        For floats and for numbers outside -2**63 .. 2**63 - 1.

    Examples
    --------
    >>> from_signed([-1, 1, None]).tolist()
    [18446744073709551615, 1, <NA>]
    """
    series = (
        values
        if isinstance(values, pd.Series)
        else pd.Series(values, dtype=None if hasattr(values, "dtype") else object)
    )
    missing = series.isna().to_numpy(dtype=bool)
    bits = np.zeros(len(series), dtype=np.int64)
    wrong = []
    for position, value in enumerate(series.tolist()):
        if missing[position]:
            continue
        if isinstance(value, (int, np.integer)) and not isinstance(value, bool) and -(1 << 63) <= int(value) < 1 << 63:
            bits[position] = int(value)
        else:
            wrong.append(value)
    if wrong:
        raise InvalidFingerprints(
            "values",
            wrong[:5],
            "signed 64-bit integers",
            "read the column as Int64; unsigned values need no conversion",
        )
    return _described_like(series, uint64_series(bits.view(np.uint64), missing, series.index))


def to_hex(fingerprints: Any) -> pd.Series:
    """Text form: ``0x`` and always 16 digits; missing stays missing.

    Examples
    --------
    >>> to_hex([255, None]).tolist()
    ['0x00000000000000ff', <NA>]
    """
    series = as_fingerprints(fingerprints)
    texts = [pd.NA if value is pd.NA else f"0x{int(value):016x}" for value in series.tolist()]
    return _described_like(series, pd.Series(texts, index=series.index, name=series.name, dtype="string"))


def from_hex(values: Any) -> pd.Series:
    """Unsigned fingerprints from text: the inverse of ``to_hex``.

    Raises
    ------
    InvalidFingerprints
        If a text is not ``0x`` followed by 1 to 16 hexadecimal digits.

    Examples
    --------
    >>> from_hex(["0x00000000000000ff", None]).tolist()
    [255, <NA>]
    """
    series = values if isinstance(values, pd.Series) else pd.Series(values, dtype=object)
    present = [value for value in series.dropna() if value != ""]
    wrong = [value for value in present if not (isinstance(value, str) and _HEX.fullmatch(value.strip()))]
    if wrong:
        raise InvalidFingerprints(
            "values", f"{some(wrong)}", "text like '0x00000000000000ff'", "write fingerprints with simlab.to_hex"
        )
    return _described_like(series, as_fingerprints(series.astype(object)))


def _described_like(source: pd.Series, result: pd.Series) -> pd.Series:
    """Carry over which pipeline made the fingerprints."""
    result.attrs = dict(source.attrs)
    return result
