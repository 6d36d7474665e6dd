"""The labelled pairs of a generated corpus, collected by row number and written as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd

__all__ = ["add_pair", "pair_table"]


def add_pair(pairs: dict[tuple[int, int], str], left: int, right: int, relation: str) -> bool:
    """Relate two rows unless they are related already.

    Parameters
    ----------
    pairs : dict of (int, int) to str
        The relations so far, by row numbers, the smaller first; changed in place.
    left, right : int
        The rows, in any order.
    relation : str
        Why the two are a pair.

    Returns
    -------
    bool
        Whether the pair is new.

    Examples
    --------
    >>> pairs = {}
    >>> add_pair(pairs, 5, 2, "colour"), add_pair(pairs, 2, 5, "random"), pairs
    (True, False, {(2, 5): 'colour'})
    """
    pair = (min(left, right), max(left, right))
    is_new = pair not in pairs
    pairs.setdefault(pair, relation)
    return is_new


def pair_table(
    pairs: Mapping[tuple[int, int], str], labels: Mapping[str, float], doc_ids: Sequence[str]
) -> pd.DataFrame:
    """Write relations between rows as a table of pairs, in the order of the rows.

    Parameters
    ----------
    pairs : mapping of (int, int) to str
        Row numbers, the smaller first -> relation.
    labels : mapping of str to float
        Relation -> label: 1 near-duplicate, 0 not, 0.5 unsure.
    doc_ids : sequence of str
        Identifier of every row.

    Returns
    -------
    pandas.DataFrame
        ``left_id``, ``right_id`` (left comes first in the documents), ``label`` and ``relation``.

    Examples
    --------
    >>> pair_table({(1, 2): "random", (0, 1): "colour"}, {"colour": 1.0, "random": 0.0}, ["a", "b", "c"])
      left_id right_id  label relation
    0       a        b    1.0   colour
    1       b        c    0.0   random
    """
    ordered = sorted(pairs.items())
    return pd.DataFrame(
        {
            "left_id": [doc_ids[left] for (left, _), _ in ordered],
            "right_id": [doc_ids[right] for (_, right), _ in ordered],
            "label": [labels[relation] for _, relation in ordered],
            "relation": [relation for _, relation in ordered],
        }
    )
