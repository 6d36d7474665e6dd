"""A first look at fingerprints: bits that never move, and the distance of random pairs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import pandas as pd

from simlab.errors import InvalidFingerprints, described
from simlab.fingerprints.storage import unpacked, values_of

__all__ = ["BitCheck", "bit_balance", "check_bits"]

_MAX_PAIRS = 200_000
_MIN_DOCUMENTS = 30


@dataclass(frozen=True)
class BitCheck:
    """What a first look found.

    Attributes
    ----------
    verdict : str
        ``fail``: dead bits, random pairs within a quarter of the bits, or hardly any distinct fingerprints. ``warn``:
        random pairs clearly nearer than half of the bits, which single words of natural text do even under a perfect
        hash. ``pass``: neither.
    n_documents : int
        Documents with a fingerprint.
    n_distinct : int
        Different fingerprints among them; fewer than 30 fail.
    n_bits : int
        Width looked at.
    dead_bits : tuple of int
        Positions that are the same in every fingerprint, bit 0 least significant.
    mean_distance : float
        Mean Hamming distance of random pairs of distinct documents.
    """

    verdict: Literal["pass", "warn", "fail"]
    n_documents: int
    n_distinct: int
    n_bits: int
    dead_bits: tuple[int, ...]
    mean_distance: float

    def summary(self) -> str:
        """Say the finding in one or two lines."""
        lines = [
            f"{self.verdict}: {self.n_documents} documents, {self.n_distinct} distinct fingerprints of "
            f"{self.n_bits} bits, "
            f"{len(self.dead_bits)} dead bits, "
            f"random pairs {self.mean_distance:.1f} bits apart on average ({self.n_bits / 2:g} for an ideal hash "
            "on unshared features)"
        ]
        if self.dead_bits:
            lines.append(f"dead bits: {', '.join(map(str, self.dead_bits))}")
        if self.verdict == "warn":
            lines.append("single words of natural text pull documents together under any hash; shingles should not")
        return "\n".join(lines)

    def to_dict(self) -> Mapping[str, Any]:
        """Return the finding as plain values."""
        return {
            "verdict": self.verdict,
            "n_documents": self.n_documents,
            "n_distinct": self.n_distinct,
            "n_bits": self.n_bits,
            "dead_bits": list(self.dead_bits),
            "mean_distance": round(self.mean_distance, 4),
        }


def bit_balance(fingerprints: Any, n_bits: int = 64) -> pd.Series:
    """Share of ones at every bit position.

    Returns
    -------
    pandas.Series of float64, length n_bits
        0 or 1 for a dead bit, about .5 for a balanced one; index is the bit, 0 the least significant.

    Examples
    --------
    >>> bit_balance([0b01, 0b11], n_bits=2).tolist()
    [1.0, 0.5]
    """
    bits = unpacked(values_of(fingerprints, n_bits), n_bits)
    return pd.Series(
        bits.mean(axis=0) if len(bits) else np.nan, index=pd.RangeIndex(n_bits, name="bit"), name="ones_ratio"
    )


def check_bits(fingerprints: Any, *, n_bits: int = 64, seed: int = 0) -> BitCheck:
    """Take a first look at fingerprints of any origin.

    This look is coarse on purpose: it finds a hash that is plainly broken. It does not prove a hash sound, and a
    corpus of duplicates can fail it, so identical fingerprints are looked at once.

    Parameters
    ----------
    fingerprints : Series, array or list
        At least 30.
    n_bits : int
        Width of the fingerprints, 1..64.
    seed : int
        Seed of the sample of pairs, if there are more than 200,000.

    Returns
    -------
    BitCheck

    Raises
    ------
    InvalidFingerprints
        If there are fewer than 30 fingerprints, or one is wider than ``n_bits``.

    Examples
    --------
    >>> check_bits(np.random.default_rng(0).integers(0, 2**32, 100, dtype=np.uint64)).verdict
    'fail'
    """
    present = values_of(fingerprints, n_bits)
    if len(present) < _MIN_DOCUMENTS:
        raise InvalidFingerprints(
            "fingerprints",
            described(f"{len(present)} documents with a fingerprint"),
            f"at least {_MIN_DOCUMENTS}",
            "check more documents",
        )
    values = np.unique(present)
    balance = bit_balance(pd.Series(values), n_bits)
    dead = tuple(int(bit) for bit in balance.index[(balance == 0) | (balance == 1)])
    mean = _mean_distance(values, seed) if len(values) > 1 else 0.0
    verdict: Literal["pass", "warn", "fail"] = "pass"
    if dead or mean < n_bits / 4 or len(values) < _MIN_DOCUMENTS:
        verdict = "fail"
    elif mean < 0.45 * n_bits:
        verdict = "warn"
    return BitCheck(verdict, len(present), len(values), n_bits, dead, mean)


def _mean_distance(values: np.ndarray, seed: int) -> float:
    """Mean distance over all pairs, or over a random sample of them."""
    if len(values) * (len(values) - 1) // 2 <= _MAX_PAIRS:
        left, right = np.triu_indices(len(values), k=1)
    else:
        rng = np.random.default_rng(seed)
        left = rng.integers(0, len(values), _MAX_PAIRS)
        # Never a document with itself: the partner is 1 .. n-1 places further.
        right = (left + rng.integers(1, len(values), _MAX_PAIRS)) % len(values)
    return float(np.bitwise_count(values[left] ^ values[right]).mean())
