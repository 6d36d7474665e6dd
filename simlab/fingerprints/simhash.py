"""Votes and sign: the definition of correct.

Charikar (2002): every feature votes on every bit with its weight, +w where its hash has a 1 and -w where it has a 0;
a bit of the fingerprint is the sign of its vote. Bit 0 is the least significant. Faster twins must give the same
bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from simlab.errors import InvalidFingerprints, InvalidPipeline, some
from simlab.fingerprints.storage import checked_width, unpacked

__all__ = ["combine", "sign", "tally", "votes", "whole_weights"]

_TOTAL_BITS = 61


def whole_weights(weights: ArrayLike, features: Sequence[str] | None = None) -> np.ndarray:
    """Turn weights into whole numbers, so that votes are exact sums: the same in any order, on any machine.

    Whole weights whose sum fits 61 bits stay as they are. Others are scaled by a power of two, the largest that lets
    any n weights of this size be added in 64 bits, and rounded: at least 40 significant bits stay for up to two
    million features. A common factor never changes a sign.

    Parameters
    ----------
    weights : array_like, shape (n,)
        Finite weights of at least 0.
    features : sequence of str, length n, optional
        Names for the error message.

    Returns
    -------
    numpy.ndarray, shape (n,), int64

    Raises
    ------
    InvalidPipeline
        If a weight is negative, infinite or NaN.

    Examples
    --------
    >>> whole_weights([3, 1]).tolist()
    [3, 1]
    >>> whole_weights([0.5, 1]).tolist() == [2**57, 2**58]
    True
    """
    values = np.asarray(weights)
    if values.dtype.kind not in "iufb" or values.ndim != 1:
        raise InvalidPipeline("weights", weights, "one number a feature", "return a flat array of numbers")
    bad = ~np.isfinite(values) | (values < 0)
    if bad.any():
        where = np.flatnonzero(bad)
        names = some(features[int(i)] for i in where) if features is not None else some(int(i) for i in where)
        raise InvalidPipeline(
            "weights",
            values[bad].tolist()[:5],
            "finite numbers of at least 0",
            f"correct the weight of feature {names}; drop a feature by giving it weight 0",
        )
    if not len(values) or not values.any():
        return np.zeros(len(values), dtype=np.int64)
    # Bits of n times the largest weight; they depend on no order.
    n_bits = int(np.frexp(float(values.max()))[1]) + len(values).bit_length()
    if n_bits <= _TOTAL_BITS and (values.dtype.kind != "f" or not np.any(values != np.floor(values))):
        return values.astype(np.int64)
    return np.rint(np.ldexp(values.astype(np.float64), _TOTAL_BITS - n_bits)).astype(np.int64)


def votes(feature_hashes: ArrayLike, weights: ArrayLike, n_bits: int = 64) -> np.ndarray:
    """Sum +weight where a feature hash has a 1 and -weight where it has a 0, for every bit.

    Parameters
    ----------
    feature_hashes : array_like, shape (n,), uint64
        One hash a feature.
    weights : array_like, shape (n,)
        One weight a feature, see ``whole_weights``.
    n_bits : int
        Bits that are counted: 0 .. n_bits - 1, at most 64.

    Returns
    -------
    numpy.ndarray, shape (n_bits,), int64
        Votes, in a common unit that ``whole_weights`` chooses: 1 if all weights are whole.

    Examples
    --------
    >>> votes([0b01, 0b11], [1, 2], n_bits=2).tolist()
    [3, 1]
    """
    hashes, width = _uint64(feature_hashes), checked_width(n_bits, InvalidPipeline)
    return tally(hashes, whole_weights(weights), width)


def tally(feature_hashes: np.ndarray, whole: np.ndarray, n_bits: int) -> np.ndarray:
    """Votes of uint64 hashes with whole weights: ``votes`` for who has checked both already.

    Examples
    --------
    >>> tally(np.array([0b01, 0b11], dtype=np.uint64), np.array([1, 2]), 2).tolist()
    [3, 1]
    """
    bits = unpacked(feature_hashes, n_bits)
    # Sum over ones and total suffice: ones - (total - ones). int64 all the way, so nothing is rounded.
    ones = whole @ bits.astype(np.int64)
    return 2 * ones - whole.sum()


def sign(bit_votes: ArrayLike, tie: int = 0) -> int:
    """Set the bits whose vote is positive, and those with a vote of exactly 0 if ``tie`` is 1.

    Parameters
    ----------
    bit_votes : array_like, shape (n_bits,)
        Votes, bit 0 first.
    tie : {0, 1}
        What a tied vote becomes.

    Returns
    -------
    int
        Fingerprint in 0 .. 2**n_bits - 1.

    Examples
    --------
    >>> sign([3, 0, -1]), sign([3, 0, -1], tie=1)
    (1, 3)
    """
    array = np.asarray(bit_votes)
    chosen = array >= 0 if tie else array > 0
    return int.from_bytes(np.packbits(chosen, bitorder="little").tobytes(), "little")


def combine(feature_hashes: ArrayLike, weights: ArrayLike, *, n_bits: int = 64, tie: int = 0) -> int:
    """Build a fingerprint from feature hashes and weights: ``sign(votes(...))``.

    Raises
    ------
    InvalidFingerprints
        If there is no feature, or the total weight is 0: there is no election without voters.

    Examples
    --------
    >>> hex(combine([0xFFFF0000FFFF0000, 0x0000FFFFFFFF0000], [300, 200]))
    '0xffff0000ffff0000'
    """
    if whole_weights(weights).sum() == 0:
        raise InvalidFingerprints(
            "weights", weights, "a total above 0", "treat the document as one without fingerprint"
        )
    return sign(votes(feature_hashes, weights, n_bits), tie)


def _uint64(values: ArrayLike) -> np.ndarray:
    """Hashes as a flat uint64 array; never through a float."""
    if isinstance(values, np.ndarray) and values.dtype == np.uint64:
        return np.ascontiguousarray(values)
    numbers: list[Any] = np.asarray(values, dtype=object).ravel().tolist()
    wrong = [
        number
        for number in numbers
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < 1 << 64
    ]
    if wrong:
        raise InvalidFingerprints(
            "feature_hashes",
            wrong[:5],
            "whole numbers from 0 to 2**64 - 1",
            "mask signed values with & 0xFFFFFFFFFFFFFFFF",
        )
    return np.array(numbers, dtype=np.uint64)
