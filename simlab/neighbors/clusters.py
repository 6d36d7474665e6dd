"""Pairs become groups, and a corpus becomes smaller."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from simlab.fingerprints.storage import as_fingerprints
from simlab.neighbors.join import checked_distance, find_pairs, grouped, with_unique_ids

__all__ = ["component_labels", "dedupe_greedy", "group_documents"]


def component_labels(n_nodes: int, left: Any, right: Any) -> np.ndarray:
    """Number the connected components of a graph in order of their first node.

    Examples
    --------
    >>> component_labels(4, [1], [3]).tolist()
    [0, 1, 2, 1]
    """
    # Imported here: it costs as much as half of simlab, and most uses never group anything.
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    rows, columns = np.asarray(left, dtype=np.int64), np.asarray(right, dtype=np.int64)
    graph = coo_array((np.ones(len(rows), dtype=np.int8), (rows, columns)), shape=(n_nodes, n_nodes))
    _, labels = connected_components(graph, directed=False)
    _, first, inverse = np.unique(labels, return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    return rank[inverse]


def group_documents(fingerprints: Any, max_distance: int, *, progress: bool | None = None) -> pd.DataFrame:
    """Group documents that are linked by near-duplicate pairs, directly or through others (single linkage).

    Chains can put documents into one group that are far from each other; keep ``max_distance`` honest.

    Returns
    -------
    pandas.DataFrame
        One row a document, in input order: doc_id, group (numbered by first member), is_kept (first member of its
        group, and every document without fingerprint), kept_id (the member that stands for it).

    Examples
    --------
    >>> group_documents(pd.Series([0, 1, 255], index=list("abc"), dtype="UInt64"), 1)["kept_id"].tolist()
    ['a', 'a', 'c']
    """
    series = with_unique_ids(as_fingerprints(fingerprints))
    numbered = series.set_axis(pd.RangeIndex(len(series)))
    # Identical documents need one link each, to the first that carries the fingerprint, not all their pairs.
    pairs = find_pairs(numbered.dropna().drop_duplicates(), max_distance, progress=progress)
    _, positions = grouped(numbered)
    firsts = [np.full(len(members), members[0]) for members in positions]
    left = np.concatenate([pairs["left_id"].to_numpy(dtype=np.int64), *firsts])
    right = np.concatenate([pairs["right_id"].to_numpy(dtype=np.int64), *positions])
    groups = component_labels(len(series), left, right)
    _, first = np.unique(groups, return_index=True)
    kept = first[groups]
    return pd.DataFrame(
        {
            "doc_id": series.index,
            "group": groups,
            "is_kept": kept == np.arange(len(series)),
            "kept_id": series.index[kept],
        }
    )


def dedupe_greedy(fingerprints: Any, max_distance: int) -> pd.DataFrame:
    """Keep a document unless one kept before it lies within ``max_distance``: first seen stays, as on the job board.

    The result depends on the order of the documents, and a larger distance can keep more of them.

    Returns
    -------
    pandas.DataFrame
        One row a document, in input order: doc_id, is_kept, kept_id (the kept document nearest to it, the earliest on a
        tie; itself if kept), distance (to that document; 0 for itself, ``<NA>`` without fingerprint). Documents
        without fingerprint are kept.

    Examples
    --------
    >>> dedupe_greedy([0b000, 0b001, 0b011], 1)["is_kept"].tolist()
    [True, False, True]
    """
    limit = checked_distance(max_distance)
    series = with_unique_ids(as_fingerprints(fingerprints))
    values = series.to_numpy(dtype=np.uint64, na_value=0)
    missing = series.isna().to_numpy(dtype=bool)
    kept_values, kept_positions = np.zeros(len(values), dtype=np.uint64), np.zeros(len(values), dtype=np.int64)
    n_kept = 0
    owner, distance = np.arange(len(values)), np.zeros(len(values), dtype=np.int64)
    for position in np.flatnonzero(~missing):
        if n_kept:
            distances = np.bitwise_count(kept_values[:n_kept] ^ values[position])
            nearest = int(np.argmin(distances))
            if distances[nearest] <= limit:
                owner[position], distance[position] = kept_positions[nearest], distances[nearest]
                continue
        kept_values[n_kept], kept_positions[n_kept] = values[position], position
        n_kept += 1
    return pd.DataFrame(
        {
            "doc_id": series.index,
            "is_kept": owner == np.arange(len(values)),
            "kept_id": series.index[owner],
            "distance": pd.arrays.IntegerArray(distance, missing),
        }
    )
