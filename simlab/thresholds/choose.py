"""Policies: a threshold table becomes one distance."""

from __future__ import annotations

import numpy as np
import pandas as pd

from simlab.errors import InvalidThresholds
from simlab.registry import register

__all__ = ["max_f1", "max_recall", "review_limit"]


_ROUNDING = 1e-12
"""Weighted rates are sums of fractions; a rate that equals a limit must not miss it by the last digit."""


@register("policy", "max_f1")
def max_f1(table: pd.DataFrame) -> int:
    """The distance with the best F1; on a plateau of equal values, its middle.

    Parameters
    ----------
    table : pandas.DataFrame
        See ``threshold_table``.

    Returns
    -------
    int
        max_distance, -1 if nothing should be flagged.

    Examples
    --------
    >>> from simlab.thresholds.table import threshold_table
    >>> max_f1(threshold_table([1, 2, 10, 11], [1, 1, 0, 0]))
    5
    """
    return _middle_of_best(table, table["f1"].to_numpy())


@register("policy", "max_recall")
def max_recall(table: pd.DataFrame, *, max_false_positive_rate: float = 0.001) -> int:
    """The distance with the best recall within a limit on the false positive rate; on a plateau, its middle.

    Parameters
    ----------
    table : pandas.DataFrame
        See ``threshold_table``.
    max_false_positive_rate : float
        0..1; a rate equal to the limit is allowed.

    Returns
    -------
    int
        max_distance; -1 if no distance finds anything within the limit.

    Examples
    --------
    >>> from simlab.thresholds.table import threshold_table
    >>> table = threshold_table([1, 2, 9, 3, 30], [1, 1, 1, 0, 0])
    >>> max_recall(table, max_false_positive_rate=0.0), max_recall(table, max_false_positive_rate=0.5)
    (2, 19)
    """
    if isinstance(max_false_positive_rate, (str, bool)) or not 0 <= max_false_positive_rate <= 1:
        raise InvalidThresholds(
            "max_false_positive_rate",
            max_false_positive_rate,
            "a number from 0 to 1",
            "pass 0.001 for one false positive in a thousand",
        )
    allowed = (table["false_positive_rate"] <= max_false_positive_rate + _ROUNDING).to_numpy()
    return _middle_of_best(table, np.where(allowed, table["recall"].to_numpy(), -1.0))


def review_limit(
    table: pd.DataFrame, max_distance: int, *, min_recall: float = 0.99, max_false_positive_rate: float = 0.05
) -> int:
    """Largest distance worth a look: the smallest one that reaches a recall, while few other pairs are flagged.

    Pairs beyond ``max_distance`` and up to this limit form the review band; it is empty if the limit is
    ``max_distance``.

    Parameters
    ----------
    table : pandas.DataFrame
        See ``threshold_table``.
    max_distance : int
        The chosen threshold; the limit is never smaller.
    min_recall : float
        0..1; where no distance within the rate reaches it, the best recall there is aimed at.
    max_false_positive_rate : float
        0..1; a reader's time is limited.

    Examples
    --------
    >>> from simlab.thresholds.table import threshold_table
    >>> review_limit(threshold_table([1, 2, 9, 3, 30], [1, 1, 1, 0, 0]), 2, max_false_positive_rate=0.5)
    9
    """
    allowed = table[table["false_positive_rate"] <= max_false_positive_rate + _ROUNDING]
    enough = allowed[allowed["recall"] >= min(min_recall, allowed["recall"].max())]
    return max(max_distance, int(enough["max_distance"].min()))


def _middle_of_best(table: pd.DataFrame, values: np.ndarray) -> int:
    """Middle of the longest run of rows that reach the best value, the first such run on a tie; -1 if the best is 0."""
    best = np.nanmax(values)
    if not best > 0:
        return -1
    is_best = np.concatenate([[False], values >= best - _ROUNDING, [False]])
    edges = np.flatnonzero(np.diff(is_best.astype(np.int8)))
    starts, ends = edges[::2], edges[1::2]
    longest = int(np.argmax(ends - starts))
    return int(table["max_distance"].iloc[(starts[longest] + ends[longest] - 1) // 2])
