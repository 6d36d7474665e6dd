"""The operating point: a chosen threshold, and what it rests on."""

from __future__ import annotations

import dataclasses
import html
import os
import pathlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from simlab.errors import InvalidThresholds
from simlab.fingerprints.pipeline import Pipeline
from simlab.thresholds.table import chance_pairs, roc_auc

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["FOLKLORE", "Evidence", "OperatingPoint"]

FOLKLORE = 3
"""The threshold that is passed on without being measured (Manku, Jain, Das Sarma 2007 chose it for their 8
billion pages)."""


@dataclass(frozen=True)
class Evidence:
    """What a threshold did to one set of labelled pairs.

    Attributes
    ----------
    n_positive, n_negative : int
        Pairs labelled near-duplicate and not.
    n_unsure : int
        Pairs without label; they are in no rate.
    n_without_distance : int
        Labelled pairs in which a document has no fingerprint; they are never flagged and count as such.
    n_families : int
        Duplicate families among the documents of these pairs.
    tp, fp, fn, tn : int or float
        Counts at the threshold; estimates if pairs carry weights.
    recall, false_positive_rate, precision, f1 : float or None
        Rates in 0..1 over these pairs; None without denominator.
    """

    n_positive: int
    n_negative: int
    n_unsure: int
    n_without_distance: int
    n_families: int
    tp: float
    fp: float
    fn: float
    tn: float
    recall: float | None
    false_positive_rate: float | None
    precision: float | None
    f1: float | None

    def to_dict(self) -> dict[str, Any]:
        """Return the counts and rates as plain numbers."""
        return dataclasses.asdict(self)


@dataclass(frozen=True)
class OperatingPoint:
    """A chosen threshold, and what it rests on.

    Attributes
    ----------
    max_distance : int
        Two documents are near-duplicates if and only if ``distance <= max_distance``; -1 flags nothing.
    review_distance : int
        Pairs beyond ``max_distance`` and up to this distance deserve a look.
    n_bits : int
        Width of the fingerprints.
    policy : str
        How the distance was chosen, with parameters.
    pipeline : Pipeline or None
        What made the fingerprints; None if distances were given.
    chosen_on, reported_on : Evidence
        The same threshold on the pairs it was chosen on, and on held-out pairs that had no say. Quote the second.
    n_dropped : int
        Pairs left out because their documents fell on different sides of the split.
    seed : int
        Seed of the split.
    data : dict
        Digests and sizes of what was tuned on.
    table, training_table : pandas.DataFrame
        Threshold tables of the held-out and of the training side.
    relations : pandas.DataFrame
        Held-out pairs by relation and label: n_pairs, median_distance, flagged_rate at the threshold and at distance 3.
    pairs : pandas.DataFrame
        All labelled pairs with distance and side (``train`` | ``test`` | ``dropped``), weights as they were given; the
        tables scale the weights of negatives to the prevalence among all pairs.
    """

    max_distance: int
    review_distance: int
    n_bits: int
    policy: str
    pipeline: Pipeline | None
    chosen_on: Evidence
    reported_on: Evidence
    n_dropped: int
    seed: int
    data: Mapping[str, Any] = field(compare=False)
    table: pd.DataFrame = field(compare=False, repr=False)
    training_table: pd.DataFrame = field(compare=False, repr=False)
    relations: pd.DataFrame = field(compare=False, repr=False)
    pairs: pd.DataFrame = field(compare=False, repr=False)

    def at(self, max_distance: int) -> pd.Series:
        """The held-out row of another threshold, for example 3, the folklore.

        Raises
        ------
        InvalidThresholds
            If the distance is not in -1..n_bits.
        """
        if isinstance(max_distance, (bool, float)) or max_distance not in range(-1, self.n_bits + 1):
            raise InvalidThresholds(
                "max_distance",
                max_distance,
                f"a whole number from -1 to {self.n_bits}",
                "choose a distance in this range",
            )
        return self.table.iloc[max_distance + 1]

    @property
    def roc_auc(self) -> float:
        """Area under the held-out ROC curve, 0..1."""
        return roc_auc(self.table)

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader must know before trusting the numbers; empty if nothing stands out."""
        found = []
        if self.roc_auc < 0.5:
            found.append(
                "near-duplicates lie farther apart than other pairs (AUC below 0.5): are labels or distances reversed?"
            )
        if self.reported_on.n_without_distance:
            found.append(
                f"{self.reported_on.n_without_distance} held-out pairs have a document without fingerprint; they "
                "count as not flagged"
            )
        if self.reported_on.fp == 0:
            found.append(
                f"no false positive among {self.reported_on.n_negative} held-out negatives: that bounds the "
                "rate, it does not make it 0"
            )
        return tuple(found)

    @property
    def n_chance_pairs(self) -> float | None:
        """Pairs of unrelated documents within ``max_distance`` to expect in the tuned corpus by chance alone: a floor.

        None if only distances were given.
        """
        n_documents = self.data.get("n_documents")
        return None if n_documents is None else chance_pairs(n_documents, self.max_distance, self.n_bits)

    def summary(self) -> str:
        """Say the operating point in a few lines of plain text."""
        held_out, folklore = self.reported_on, self.at(min(FOLKLORE, self.n_bits))
        rule = f"distance <= {self.max_distance} of {self.n_bits} bits" if self.max_distance >= 0 else "flag nothing"
        lines = [
            f"near-duplicate if {rule} (policy {self.policy}; {self._review()})",
            f"held-out pairs: {held_out.n_positive} near-duplicates in {held_out.n_families} families, "
            f"{held_out.n_negative} others; {self.n_dropped} pairs crossed the split and were left out",
            f"recall {_percent(held_out.recall)}, false positive rate {_percent(held_out.false_positive_rate)}, "
            f"F1 {_number(held_out.f1)}, AUC {_number(self.roc_auc)}, "
            f"precision {_percent(held_out.precision)} where {_percent(self._prevalence())} are near-duplicates",
            f"at the folklore threshold 3: recall {_percent(folklore['recall'])}, so {_count(folklore['fn'])} of "
            f"{_count(folklore['tp'] + folklore['fn'])} near-duplicates would be missed ({_count(held_out.fn)} here)",
            self._chance(),
        ]
        return "\n".join([*lines, *(f"note: {note}" for note in self.notes)])

    def _prevalence(self) -> float:
        row = self.table.iloc[0]
        return float((row["tp"] + row["fn"]) / (row["tp"] + row["fp"] + row["fn"] + row["tn"]))

    def _chance(self) -> str:
        """What to expect among documents that have nothing to do with each other, in words."""
        million = _large(chance_pairs(1_000_000, self.max_distance, self.n_bits))
        if self.n_chance_pairs is None:
            return f"by chance alone at least {million} pairs in a corpus of a million unrelated documents"
        here = _large(self.n_chance_pairs)
        n_documents = self.data["n_documents"]
        return (
            f"by chance alone at least {here} pairs among {n_documents:,} unrelated documents, {million} in a million"
        )

    def _review(self) -> str:
        """The review band in words."""
        if self.review_distance <= self.max_distance:
            return "no review band"
        first = self.max_distance + 1
        return f"review {first}" if first == self.review_distance else f"review {first} to {self.review_distance}"

    def to_dict(self) -> dict[str, Any]:
        """Return the decision and its evidence as plain values."""
        return {
            "max_distance": self.max_distance if self.max_distance >= 0 else None,
            "review_distance": self.review_distance if self.review_distance >= 0 else None,
            "n_bits": self.n_bits,
            "policy": self.policy,
            "pipeline": self.pipeline.describe() if self.pipeline else None,
            "chosen_on": self.chosen_on.to_dict(),
            "reported_on": self.reported_on.to_dict(),
            "n_dropped": self.n_dropped,
            "seed": self.seed,
            "data": dict(self.data),
        }

    def to_frame(self) -> pd.DataFrame:
        """Return the evidence as a table: one row for the training side, one for the held-out side, one for distance 3
        there."""
        rows = {"chosen on": self.chosen_on.to_dict(), "reported on": self.reported_on.to_dict()}
        frame = pd.DataFrame.from_dict(rows, orient="index")
        frame.insert(0, "max_distance", self.max_distance)
        folklore = self.at(min(FOLKLORE, self.n_bits))
        extra = {**rows["reported on"], **{name: folklore[name] for name in folklore.index if name in frame}}
        frame.loc["folklore 3"] = pd.Series(extra)
        return frame

    def plot(self) -> Figure:
        """Draw distances by label, ROC and precision-recall of the held-out side; see ``simlab.plots``."""
        from simlab.plots import plot_operating_point

        return plot_operating_point(self)

    def export(self, path: str | os.PathLike[str]) -> pathlib.Path:
        """Write thresholds.yaml; see ``simlab.export_thresholds``."""
        from simlab.thresholds.export import export_thresholds

        return export_thresholds(self, path)

    def __repr__(self) -> str:
        return (
            f"OperatingPoint(max_distance={self.max_distance}, n_bits={self.n_bits}, policy={self.policy!r}, "
            f"held-out recall={_number(self.reported_on.recall)}, "
            f"false_positive_rate={_number(self.reported_on.false_positive_rate)}, f1={_number(self.reported_on.f1)})"
        )

    def _repr_html_(self) -> str:
        held_out, folklore = self.reported_on, self.at(min(FOLKLORE, self.n_bits))
        rule = f"distance &le; {self.max_distance} of {self.n_bits} bits" if self.max_distance >= 0 else "flag nothing"
        right = "style='text-align:right'"
        rows = [
            ("recall", _percent(self.chosen_on.recall), _percent(held_out.recall), _percent(folklore["recall"])),
            (
                "false positive rate",
                _percent(self.chosen_on.false_positive_rate),
                _percent(held_out.false_positive_rate),
                _percent(folklore["false_positive_rate"]),
            ),
            (
                "precision",
                _percent(self.chosen_on.precision),
                _percent(held_out.precision),
                _percent(folklore["precision"]),
            ),
            ("F1", _number(self.chosen_on.f1), _number(held_out.f1), _number(folklore["f1"])),
            (
                "missed near-duplicates",
                *(f"{_count(fn)}" for fn in (self.chosen_on.fn, held_out.fn, folklore["fn"])),
            ),
            ("false merges", *(f"{_count(fp)}" for fp in (self.chosen_on.fp, held_out.fp, folklore["fp"]))),
        ]
        body = "".join(
            f"<tr><th scope='row' style='text-align:left'>{name}</th>"
            + "".join(f"<td {right}>{cell}</td>" for cell in cells)
            + "</tr>"
            for name, *cells in rows
        )
        notes = "".join(f"<br>Note: {html.escape(note)}." for note in self.notes)
        return (
            f"<table><caption style='text-align:left'><strong>Near-duplicate if {rule}</strong> "
            f"(policy {html.escape(self.policy)}; {self._review()})</caption>"
            f"<thead><tr><th></th><th {right}>chosen on</th><th {right}>held out</th><th {right}>held out, "
            "folklore 3</th></tr></thead>"
            f"<tbody>{body}</tbody></table>"
            f"<p>Held-out: {held_out.n_positive:,} near-duplicate pairs in {held_out.n_families:,} families and "
            f"{held_out.n_negative:,} other pairs; {self.n_dropped:,} pairs crossed the split and were left out. "
            f"{html.escape(self._chance().capitalize())}.{notes}</p>"
        )


def _percent(rate: float | None) -> str:
    """A rate for people: two decimals, never rounded up to 100 % or down to 0 %."""
    if rate is None or np.isnan(rate):
        return "undefined"
    if 0 < rate < 0.0001:
        return "below 0.01 %"
    if 0.9999 < rate < 1:
        return "above 99.99 %"
    return f"{100 * rate:.2f} %"


def _large(expected: float) -> str:
    """An expected number for people: whole from 10 on, two digits below."""
    return f"{expected:,.0f}" if expected >= 10 else f"{expected:.2g}"


def _count(value: float) -> int:
    """A count for people; weighted counts are estimates with fractions."""
    return round(float(value))


def _number(value: float | None) -> str:
    return "undefined" if value is None or np.isnan(value) else f"{value:.4f}"
