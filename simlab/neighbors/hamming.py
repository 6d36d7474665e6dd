"""Hamming distance between fingerprints: XOR, then count the ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from simlab.errors import InvalidFingerprints, described, some
from simlab.fingerprints.storage import as_fingerprints, checked_width, values_of

__all__ = ["article_band", "distance_histogram", "distance_matrix", "hamming_distance", "pair_distances", "similarity"]

_BLOCK = 1024


def hamming_distance(left: Any, right: Any) -> Any:
    """Count the bits in which fingerprints differ.

    Parameters
    ----------
    left, right : int, 0x text or None, or Series / array / list of fingerprints
        Two numbers give a number; two columns of equal length are compared row by row; a number is compared with
        every row.

    Returns
    -------
    int or pandas.Series of Int64
        Distance in 0..64; ``<NA>`` where a fingerprint is missing.

    Raises
    ------
    InvalidFingerprints
        For floats, negative numbers (convert them with ``from_signed``), more than 64 bits, columns of unequal
        length, and fingerprints of different pipelines.

    Examples
    --------
    >>> hamming_distance(0b1011, 0b1001)
    1
    >>> hamming_distance([2**64 - 1, None], [0, 0]).tolist()
    [64, <NA>]
    """
    scalars = [pd.api.types.is_scalar(side) for side in (left, right)]
    left_series, right_series = (
        as_fingerprints([side] if scalar else side) for side, scalar in zip((left, right), scalars, strict=True)
    )
    if isinstance(left, pd.Series) and isinstance(right, pd.Series) and not left.index.equals(right.index):
        raise InvalidFingerprints(
            "left, right",
            "two Series with different indexes",
            "Series of the same documents, or pairs row by row with equal indexes",
            "reset_index(drop=True) on both, or use simlab.pair_distances",
        )
    check_same_pipeline(left_series.attrs.get("pipeline"), right_series.attrs.get("pipeline"))
    if not any(scalars) and len(left_series) != len(right_series):
        raise InvalidFingerprints(
            "left, right",
            f"{len(left_series)} and {len(right_series)} rows",
            "columns of equal length",
            "align them first",
        )
    a, b = (series.to_numpy(dtype=np.uint64, na_value=0) for series in (left_series, right_series))
    distances = np.bitwise_count(a ^ b).astype(np.int64)
    if all(scalars):
        return pd.NA if left_series.isna().iloc[0] or right_series.isna().iloc[0] else int(distances[0])
    missing = left_series.isna().to_numpy(dtype=bool) | right_series.isna().to_numpy(dtype=bool)
    index = right_series.index if scalars[0] else left_series.index
    return pd.Series(pd.arrays.IntegerArray(distances, missing), index=index, name="distance")


def check_same_pipeline(left: Mapping[str, Any] | None, right: Mapping[str, Any] | None) -> None:
    """Refuse to compare fingerprints whose pipelines are known and differ.

    Raises
    ------
    InvalidFingerprints
        Naming the first parameter that differs.
    """
    if left is None or right is None or left == right:
        return
    name = next(key for key in {**left, **right} if left.get(key) != right.get(key))
    raise InvalidFingerprints(
        "fingerprints",
        f"{name}={left.get(name)!r} and {name}={right.get(name)!r}",
        "fingerprints of one pipeline",
        "fingerprint both sides again with the same pipeline",
    )


def similarity(distance: Any, n_bits: int = 64) -> Any:
    """Share of equal bits, 0..1: (n_bits - distance) / n_bits.

    The crawler article's ``similarityPercentage`` is 100 times this. It is a way to show a distance, not a measured
    likeness of texts; show the distance beside it.

    Examples
    --------
    >>> similarity(3), similarity(8), similarity(0)
    (0.953125, 0.875, 1.0)
    """
    wrong = (distance < 0) | (distance > checked_width(n_bits))
    if np.any(wrong if isinstance(wrong, (bool, np.bool_)) else pd.Series(wrong).fillna(False)):
        raise InvalidFingerprints("distance", distance, f"numbers from 0 to n_bits={n_bits}", "pass Hamming distances")
    return (n_bits - distance) / n_bits


def article_band(distance: int) -> str:
    """The crawler article's reading of a distance: ``identical`` 0-3, ``near-duplicate`` 4-8, ``different`` from 9.

    The article calls 9 bits "below 85 % similar"; 9 of 64 bits are 85.94 %, below 85 % starts at 10. These bands are
    folklore: tune your own.

    Examples
    --------
    >>> [article_band(distance) for distance in (3, 4, 8, 9)]
    ['identical', 'near-duplicate', 'near-duplicate', 'different']
    """
    if isinstance(distance, bool) or not isinstance(distance, (int, np.integer)) or not 0 <= distance <= 64:
        raise InvalidFingerprints("distance", distance, "a whole number from 0 to 64", "pass one Hamming distance")
    if distance <= 3:
        return "identical"
    return "near-duplicate" if distance <= 8 else "different"


def distance_matrix(fingerprints: Any) -> pd.DataFrame:
    """Distances between all of a few documents.

    Parameters
    ----------
    fingerprints : Series, mapping of name to fingerprint, or list
        n fingerprints; the index of a Series or the keys label rows and columns.

    Returns
    -------
    pandas.DataFrame, shape (n, n), Int64
        Symmetric, 0 on the diagonal, ``<NA>`` where a fingerprint is missing.

    Examples
    --------
    >>> distance_matrix({"base": 0b111, "promo": 0b101, "autre": 0b000})
           base  promo  autre
    base      0      1      3
    promo     1      0      2
    autre     3      2      0
    """
    if isinstance(fingerprints, Mapping):
        fingerprints = pd.Series(list(fingerprints.values()), index=list(fingerprints), dtype=object)
    series = as_fingerprints(fingerprints)
    values = series.to_numpy(dtype=np.uint64, na_value=0)
    missing = series.isna().to_numpy(dtype=bool)
    distances = pd.DataFrame(np.bitwise_count(values[:, None] ^ values[None, :])).astype("Int64")
    table = distances.mask(missing[:, None] | missing[None, :])
    return table.set_axis(series.index, axis=0).set_axis(series.index, axis=1)


def pair_distances(fingerprints: pd.Series, left_ids: Any, right_ids: Any) -> pd.Series:
    """Distances of named pairs of documents.

    Parameters
    ----------
    fingerprints : pandas.Series
        Indexed by document id.
    left_ids, right_ids : sequences of ids, length m
        Must be in the index.

    Returns
    -------
    pandas.Series of Int64, length m
        ``<NA>`` where a document has no fingerprint.

    Examples
    --------
    >>> column = pd.Series([1, 3, None], index=["a", "b", "c"], dtype="UInt64")
    >>> pair_distances(column, ["a", "a"], ["b", "c"]).tolist()
    [1, <NA>]
    """
    if not fingerprints.index.is_unique:
        repeated = fingerprints.index[fingerprints.index.duplicated()].unique()
        raise InvalidFingerprints(
            "fingerprints",
            f"ids such as {repeated[0]!r} more than once",
            "every document once",
            "remove or rename the repeated ids",
        )
    sides = []
    for ids in (left_ids, right_ids):
        wanted = pd.Index(list(ids), dtype=object)
        positions = fingerprints.index.get_indexer(wanted)
        if (positions < 0).any():
            unknown = wanted[positions < 0].unique()
            raise InvalidFingerprints(
                "ids", described(f"the unknown ids {some(unknown)}"), "ids in the index of the fingerprints", "add them"
            )
        sides.append(fingerprints.iloc[positions].reset_index(drop=True))
    return hamming_distance(*sides)


def distance_histogram(fingerprints: Any, n_bits: int = 64) -> pd.Series:
    """Count all unordered pairs of documents by distance.

    Returns
    -------
    pandas.Series of int64, length n_bits + 1
        Number of pairs at distance 0, 1, ..., n_bits; documents without fingerprint are left out.

    Examples
    --------
    >>> distance_histogram([0b00, 0b01, 0b11], n_bits=2).tolist()
    [0, 2, 1]
    """
    values = values_of(fingerprints, n_bits)
    counts = np.zeros(n_bits + 1, dtype=np.int64)
    for start in range(0, len(values), _BLOCK):
        rows = values[start : start + _BLOCK]
        inside = np.bitwise_count(rows[:, None] ^ rows[None, :])[np.triu_indices(len(rows), k=1)]
        counts += np.bincount(inside, minlength=n_bits + 1)
        for other in range(start + _BLOCK, len(values), _BLOCK):
            block = np.bitwise_count(rows[:, None] ^ values[None, other : other + _BLOCK])
            counts += np.bincount(block.ravel(), minlength=n_bits + 1)
    return pd.Series(counts, index=pd.RangeIndex(n_bits + 1, name="distance"), name="n_pairs")
