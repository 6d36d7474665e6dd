"""Every pair of documents within a distance, exact, by comparing all of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from simlab.errors import InvalidFingerprints, described, some
from simlab.fingerprints.storage import as_fingerprints
from simlab.progress import track

__all__ = ["find_pairs", "grouped"]

_BLOCK = 1024


def find_pairs(fingerprints: Any, max_distance: int, *, progress: bool | None = None) -> pd.DataFrame:
    """Find every pair of documents whose fingerprints differ in at most ``max_distance`` bits.

    Identical fingerprints are grouped before anything is compared. The result lists every pair, so n identical
    documents give n (n - 1) / 2 rows.

    Parameters
    ----------
    fingerprints : Series, array or list
        Ids are the index of a Series, positions otherwise. Documents without fingerprint take part in no pair.
    max_distance : int
        0..64; a pair belongs to the result if ``distance <= max_distance``.
    progress : bool, optional
        Show a progress bar.

    Returns
    -------
    pandas.DataFrame
        left_id, right_id, distance; left comes first in the input; sorted by position of left, then right. No pair
        twice, no document with itself.

    Examples
    --------
    >>> find_pairs(pd.Series([0, 1, 7, 0], index=list("abcd"), dtype="UInt64"), 1).values.tolist()
    [['a', 'b', 1], ['a', 'd', 0], ['b', 'd', 1]]
    """
    checked_distance(max_distance)
    series = with_unique_ids(as_fingerprints(fingerprints))
    values, positions = grouped(series)
    left_groups, right_groups, distances = _scan(values, max_distance, progress)
    sizes = np.array([len(members) for members in positions], dtype=np.int64)
    members = np.concatenate([np.zeros(0, dtype=np.int64), *positions])
    starts = np.cumsum(sizes) - sizes
    # Every pair of groups gives all pairs of their members; the r-th of them is member r // size of one, r % size of
    # the other.
    n_pairs = sizes[left_groups] * sizes[right_groups]
    group_pair = np.repeat(np.arange(len(n_pairs)), n_pairs)
    rank = np.arange(n_pairs.sum()) - np.repeat(np.cumsum(n_pairs) - n_pairs, n_pairs)
    width = sizes[right_groups][group_pair]
    a = members[starts[left_groups][group_pair] + rank // width]
    b = members[starts[right_groups][group_pair] + rank % width]
    left, right, distance = [np.minimum(a, b)], [np.maximum(a, b)], [distances[group_pair]]
    for group in positions:
        if len(group) > 1:  # identical fingerprints
            rows, columns = np.triu_indices(len(group), k=1)
            left.append(group[rows])
            right.append(group[columns])
            distance.append(np.zeros(len(rows), dtype=np.int64))
    lefts, rights = np.concatenate(left), np.concatenate(right)
    order = np.lexsort((rights, lefts))
    return pd.DataFrame(
        {
            "left_id": series.index[lefts[order]],
            "right_id": series.index[rights[order]],
            "distance": np.concatenate(distance)[order],
        }
    )


def with_unique_ids(series: pd.Series) -> pd.Series:
    """Refuse a column in which two documents carry one id: their pairs could not be told apart."""
    if not series.index.is_unique:
        repeated = series.index[series.index.duplicated()].unique()
        raise InvalidFingerprints(
            "fingerprints",
            described(f"the ids {some(repeated)} more than once"),
            "every document once",
            "rename the repeated ids",
        )
    return series


def checked_distance(max_distance: Any) -> int:
    """Refuse a distance limit that is not a whole number from 0 to 64."""
    if isinstance(max_distance, bool) or not isinstance(max_distance, (int, np.integer)) or not 0 <= max_distance <= 64:
        raise InvalidFingerprints(
            "max_distance", max_distance, "a whole number from 0 to 64", "pass the max_distance of a tuned threshold"
        )
    return int(max_distance)


def grouped(series: pd.Series) -> tuple[np.ndarray, list[np.ndarray]]:
    """Distinct fingerprints in order of first occurrence, and for each the positions that carry it.

    Examples
    --------
    >>> values, positions = grouped(pd.Series([5, 3, None, 5], dtype="UInt64"))
    >>> values.tolist(), [members.tolist() for members in positions]
    ([5, 3], [[0, 3], [1]])
    """
    present = np.flatnonzero(series.notna().to_numpy(dtype=bool))
    values = series.to_numpy(dtype=np.uint64, na_value=0)[present]
    order = np.argsort(values, kind="stable")
    cuts = np.flatnonzero(np.diff(values[order])) + 1 if len(values) else np.zeros(0, dtype=np.int64)
    members = [present[chunk] for chunk in np.split(order, cuts)] if len(values) else []
    members.sort(key=lambda chunk: chunk[0])
    firsts = np.array([chunk[0] for chunk in members], dtype=np.int64)
    return series.to_numpy(dtype=np.uint64, na_value=0)[firsts], members


def _scan(values: np.ndarray, max_distance: int, progress: bool | None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Pairs (i < j) of distinct fingerprints within the distance, block by block."""
    found: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
    starts = range(0, len(values), _BLOCK)
    for start in track(starts, "pairs", total=len(starts), progress=progress):
        rows = values[start : start + _BLOCK]
        for other in range(start, len(values), _BLOCK):
            distances = np.bitwise_count(rows[:, None] ^ values[None, other : other + _BLOCK])
            i, j = np.nonzero(distances <= max_distance)
            keep = i + start < j + other
            found.append((i[keep] + start, j[keep] + other, distances[i[keep], j[keep]].astype(np.int64)))
    if not found:
        empty = np.zeros(0, dtype=np.int64)
        return empty, empty, empty
    left, right, bits = (np.concatenate(parts) for parts in zip(*found, strict=True))
    return left, right, bits
