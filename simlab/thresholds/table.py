"""The threshold table: exact counts at every integer distance, no interpolation."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pandas as pd

from simlab.errors import InvalidPairs
from simlab.fingerprints.storage import checked_width

__all__ = ["chance_pairs", "roc_auc", "threshold_table", "whole_distances"]


def threshold_table(distances: Any, labels: Any, *, n_bits: int = 64, weights: Any = None) -> pd.DataFrame:
    """Count what every threshold would do to labelled pairs.

    A pair is flagged if and only if ``distance <= max_distance``.

    Parameters
    ----------
    distances : array_like, length m
        Whole numbers 0..n_bits; a missing distance (a document without fingerprint) is never flagged.
    labels : array_like, length m
        1 near-duplicate, 0 not; missing (unsure) pairs are left out.
    n_bits : int
        Largest possible distance.
    weights : array_like, length m, optional
        1 / inclusion probability of each pair; the counts are then estimates.

    Returns
    -------
    pandas.DataFrame, n_bits + 2 rows
        max_distance (-1, "flag nothing", then 0..n_bits), tp, fp, fn, tn, and the rates in 0..1: recall = tp / (tp +
        fn), false_positive_rate = fp / (fp + tn), precision = tp / (tp + fp), f1, flagged_rate. A rate without
        denominator is NaN.

    Raises
    ------
    InvalidPairs
        If lengths differ or a distance is no whole number in 0..n_bits.

    Examples
    --------
    >>> table = threshold_table([1, 2, 3, 10], [1, 1, 0, 0], n_bits=16)
    >>> table[table["max_distance"].isin([-1, 2, 3])][["max_distance", "tp", "fp", "recall"]].values.tolist()
    [[-1.0, 0.0, 0.0, 0.0], [2.0, 2.0, 0.0, 1.0], [3.0, 2.0, 1.0, 1.0]]
    """
    distance = pd.Series(distances).reset_index(drop=True)
    given = pd.Series(labels).reset_index(drop=True)
    label = pd.to_numeric(given, errors="coerce").astype("Float64")
    width = checked_width(n_bits, InvalidPairs)
    weighed = pd.Series(np.ones(len(distance)) if weights is None else weights).reset_index(drop=True)
    weight = pd.to_numeric(weighed, errors="coerce").astype("float64")
    if not len(distance) == len(label) == len(weight):
        raise InvalidPairs(
            "distances, labels, weights", (len(distance), len(label), len(weight)), "equal lengths", "align them first"
        )
    known = label.notna()
    wrong = given.notna() & ~label.isin([0.0, 1.0])
    if wrong.any():
        raise InvalidPairs(
            "labels",
            given[wrong].unique().tolist()[:5],
            "0, 1 or missing",
            "see simlab.pair_table for other vocabularies",
        )
    wrong = ~(np.isfinite(weight) & (weight >= 0))
    if wrong.any():
        raise InvalidPairs(
            "weights", weighed[wrong].tolist()[:5], "finite numbers of at least 0", "use 1 / inclusion probability"
        )
    # A pair that is never flagged lies, so to speak, one beyond the largest distance.
    bits = whole_distances(distance, width).fillna(width + 1).to_numpy(dtype=np.int64)
    positive, negative = (known & (label == 1)).to_numpy(dtype=bool), (known & (label == 0)).to_numpy(dtype=bool)
    columns: dict[str, np.ndarray] = {"max_distance": np.arange(-1, n_bits + 1)}
    for kind, mask in (("tp", positive), ("fp", negative)):
        counts = np.bincount(bits[mask], weights=weight.to_numpy()[mask], minlength=n_bits + 2)
        # Both from their own end: a difference of two sums would leave dust where weights have fractions.
        columns[kind] = np.concatenate([[0.0], np.cumsum(counts)[: n_bits + 1]])
        columns[{"tp": "fn", "fp": "tn"}[kind]] = np.cumsum(counts[::-1])[::-1]
    if weights is None:
        columns = {name: np.round(column).astype(np.int64) for name, column in columns.items()}
    tp, fp, fn, tn = (columns[name].astype(float) for name in ("tp", "fp", "fn", "tn"))
    with np.errstate(invalid="ignore", divide="ignore"):
        rates = {
            "recall": tp / (tp + fn),
            "false_positive_rate": fp / (fp + tn),
            "precision": tp / (tp + fp),
            "f1": 2 * tp / (2 * tp + fp + fn),
            "flagged_rate": (tp + fp) / (tp + fp + fn + tn),
        }
    ordered = {name: columns[name] for name in ("max_distance", "tp", "fp", "fn", "tn")}
    return pd.DataFrame({**ordered, **rates})


def whole_distances(distances: Any, n_bits: int) -> pd.Series:
    """Distances as Int64, missing where there is none; refused if one is no whole number in 0..n_bits.

    Raises
    ------
    InvalidPairs
        Showing the first few values that are no distances.

    Examples
    --------
    >>> whole_distances([3, None, ""], 64).tolist()
    [3, <NA>, <NA>]
    """
    series = pd.Series(distances).reset_index(drop=True)
    missing = (series.isna() | (series.astype(object) == "")).to_numpy(dtype=bool)
    values = pd.to_numeric(series, errors="coerce").to_numpy(dtype=np.float64, na_value=-1.0)
    wrong = ~missing & ~((values == np.floor(values)) & (values >= 0) & (values <= n_bits))
    if wrong.any():
        raise InvalidPairs(
            "distances",
            series[wrong].tolist()[:5],
            f"whole numbers from 0 to n_bits={n_bits}, or missing",
            "pass Hamming distances, not similarities",
        )
    return pd.Series(pd.arrays.IntegerArray(np.where(missing, 0, values).astype(np.int64), missing), name="distance")


def roc_auc(table: pd.DataFrame) -> float:
    """Area under the ROC curve: the chance that a positive pair is closer than a negative one, ties counting half.

    Pairs without a distance count as farthest. NaN without both kinds of pairs.

    Examples
    --------
    >>> roc_auc(threshold_table([1, 2, 30, 31], [1, 1, 0, 0]))
    1.0
    """
    x = np.append(table["false_positive_rate"].to_numpy(), 1.0)
    y = np.append(table["recall"].to_numpy(), 1.0)
    if np.isnan(x[0]) or np.isnan(y[0]):
        return float("nan")
    return float(np.trapezoid(y, x))


def chance_pairs(n_documents: int, max_distance: int, n_bits: int = 64) -> float:
    """Pairs of unrelated documents expected within a distance if every fingerprint bit were a fair coin: a floor.

    n (n - 1) / 2 pairs, each within the distance with the binomial probability sum over i <= max_distance of
    C(n_bits, i) / 2**n_bits. Real features share words, so real corpora have more.

    Examples
    --------
    >>> round(chance_pairs(1_000_000, 7)), round(chance_pairs(1_000_000, 3), 4)
    (19, 0.0012)
    """
    width = checked_width(n_bits, InvalidPairs)
    for name, value, low in (("n_documents", n_documents, 0), ("max_distance", max_distance, -1)):
        if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < low:
            raise InvalidPairs(name, value, f"a whole number of at least {low}", "pass counts and Hamming distances")
    within = sum(math.comb(width, bits) for bits in range(int(max_distance) + 1))
    return math.comb(int(n_documents), 2) * within / 2**width
