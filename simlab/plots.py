"""Tables become pictures. Every number drawn stands in a table that was computed elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from simlab.thresholds.operating_point import FOLKLORE
from simlab.thresholds.table import roc_auc

if TYPE_CHECKING:
    from simlab.thresholds.operating_point import OperatingPoint

__all__ = ["plot_distance_histogram", "plot_operating_point", "plot_precision_recall", "plot_roc"]

# Dark blue and orange stay apart in greyscale and for colour-blind readers; hatching and dashes say the same once more.
_POSITIVE, _NEGATIVE, _MARK = "#1f4e79", "#e08214", "#333333"


def plot_roc(table: pd.DataFrame, *, max_distance: int | None = None, ax: Axes | None = None) -> Axes:
    """Draw the ROC of a threshold table, one point a distance, on a scale that shows where the action is.

    Parameters
    ----------
    table : pandas.DataFrame
        See ``threshold_table``.
    max_distance : int, optional
        The chosen threshold, marked; the folklore threshold 3 is marked too.
    ax : matplotlib Axes, optional
        Where to draw; a new figure otherwise.

    Returns
    -------
    matplotlib Axes
    """
    ax = ax or plt.figure(figsize=(5, 4), layout="constrained").gca()
    rates, recalls = table["false_positive_rate"], table["recall"]
    n_negative = float(table["fp"].iloc[-1] + table["tn"].iloc[-1])
    smallest = 1 / max(n_negative, 2)
    ax.step(rates, recalls, where="post", color=_POSITIVE)
    ax.plot(rates, recalls, "o", color=_POSITIVE, markersize=2.5)
    # Linear from 0 to one false positive, logarithmic beyond: 0 itself stays visible.
    ax.set_xscale("symlog", linthresh=smallest, linscale=0.4)
    ax.set_xlim(-smallest / 4, 1.05)
    ax.set_ylim(0, 1.03)
    _mark_thresholds(ax, table, "false_positive_rate", "recall", max_distance)
    ax.set_xlabel(f"false positive rate (of {n_negative:,.0f} pairs)")
    ax.set_ylabel("recall")
    ax.set_title(f"ROC, AUC {_auc_text(roc_auc(table))}", loc="left")
    ax.grid(alpha=0.25)
    return ax


def plot_precision_recall(table: pd.DataFrame, *, max_distance: int | None = None, ax: Axes | None = None) -> Axes:
    """Draw precision against recall of a threshold table, one point a distance, at the prevalence of its own pairs.

    Parameters
    ----------
    table, max_distance, ax
        As in ``plot_roc``.

    Returns
    -------
    matplotlib Axes
    """
    ax = ax or plt.figure(figsize=(5, 4), layout="constrained").gca()
    shown = table.dropna(subset=["precision", "recall"])
    ax.plot(shown["recall"], shown["precision"], "-o", color=_POSITIVE, markersize=2.5)
    _mark_thresholds(ax, table, "recall", "precision", max_distance)
    last = table.iloc[-1]
    prevalence = (last["tp"] + last["fn"]) / (last["tp"] + last["fp"] + last["fn"] + last["tn"])
    ax.axhline(prevalence, color=_MARK, linewidth=0.8, linestyle=":")
    ax.annotate(
        f"flag everything: {prevalence:.2f}", (0.02, prevalence), xytext=(0, 3), textcoords="offset points", fontsize=8
    )
    ax.set_xlim(0, 1.03)
    ax.set_ylim(0, 1.03)
    ax.set_xlabel("recall")
    ax.set_ylabel("precision among these pairs")
    ax.set_title("Precision and recall", loc="left")
    ax.grid(alpha=0.25)
    return ax


def plot_distance_histogram(
    pairs: pd.DataFrame, *, max_distance: int | None = None, n_bits: int = 64, ax: Axes | None = None
) -> Axes:
    """Draw how far near-duplicates and other pairs lie apart, as shares of each kind.

    Parameters
    ----------
    pairs : pandas.DataFrame
        distance and label (1, 0; unsure pairs are left out).
    max_distance : int, optional
        The chosen threshold, marked; the folklore threshold 3 is marked too.
    n_bits : int
        Largest possible distance.
    ax : matplotlib Axes, optional
        Where to draw.

    Returns
    -------
    matplotlib Axes
    """
    ax = ax or plt.figure(figsize=(7, 3.5), layout="constrained").gca()
    known = pairs[pairs["label"].notna() & pairs["distance"].notna()]
    for value, colour, name, hatch in ((1, _POSITIVE, "near-duplicates", None), (0, _NEGATIVE, "other pairs", "///")):
        distances = known["distance"][known["label"] == value].to_numpy(dtype=np.int64)
        shares = np.bincount(distances, minlength=n_bits + 1) / max(len(distances), 1)
        ax.bar(
            np.arange(n_bits + 1),
            shares,
            width=0.92,
            color=colour,
            alpha=0.75,
            label=f"{name} ({len(distances):,})",
            hatch=hatch,
            edgecolor="white",
            linewidth=0.3,
        )
    top = ax.get_ylim()[1]
    for distance, name, style in (
        (FOLKLORE, f"folklore {FOLKLORE}", ":"),
        (max_distance, f"chosen {max_distance}", "-"),
    ):
        if distance is not None and 0 <= distance <= n_bits:
            ax.axvline(distance + 0.5, color=_MARK, linewidth=1.2, linestyle=style)
            height = 0.97 if style == "-" else 0.87
            ax.annotate(
                name, (distance + 0.5, top * height), xytext=(3, 0), textcoords="offset points", fontsize=8, va="top"
            )
    ax.set_xlim(-1, n_bits + 1)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_xlabel(f"Hamming distance (bits of {n_bits})")
    ax.set_ylabel("share of each kind")
    ax.set_title("Distances of labelled pairs", loc="left")
    ax.legend(frameon=False, loc="upper right")
    return ax


def plot_operating_point(point: OperatingPoint) -> Figure:
    """Draw what an operating point rests on: distances of the held-out pairs, ROC, precision and recall.

    Returns
    -------
    matplotlib Figure
    """
    figure = plt.figure(figsize=(10, 7), layout="constrained")
    axes = figure.subplot_mosaic([["histogram", "histogram"], ["roc", "precision"]])
    held_out = point.pairs[point.pairs["side"] == "test"]
    plot_distance_histogram(held_out, max_distance=point.max_distance, n_bits=point.n_bits, ax=axes["histogram"])
    axes["histogram"].set_title("Held-out pairs: distances by label", loc="left")
    plot_roc(point.table, max_distance=point.max_distance, ax=axes["roc"])
    plot_precision_recall(point.table, max_distance=point.max_distance, ax=axes["precision"])
    rule = f"near-duplicate if distance <= {point.max_distance}" if point.max_distance >= 0 else "flag nothing"
    figure.suptitle(f"{rule} ({point.policy}); threshold chosen on other pairs than shown", x=0.01, ha="left")
    return figure


def _mark_thresholds(ax: Axes, table: pd.DataFrame, x: str, y: str, max_distance: int | None) -> None:
    """Mark the folklore threshold and the chosen one."""
    marks = [(FOLKLORE, f"folklore {FOLKLORE}", "s")]
    if max_distance is not None and max_distance >= 0:
        marks.append((max_distance, f"chosen {max_distance}", "D"))
    for distance, name, marker in marks:
        if distance > table["max_distance"].iloc[-1]:
            continue
        row = table[table["max_distance"] == distance].iloc[0]
        if np.isnan(row[x]) or np.isnan(row[y]):
            continue
        ax.plot(
            row[x],
            row[y],
            marker,
            color=_MARK if marker == "D" else "white",
            markeredgecolor=_MARK,
            markersize=7,
            zorder=5,
        )
        # A name goes to the side where there is room.
        is_right = x == "recall" and row[x] > 0.6
        ax.annotate(
            name,
            (row[x], row[y]),
            xytext=(-9 if is_right else 8, -13),
            textcoords="offset points",
            ha="right" if is_right else "left",
            fontsize=9,
            color=_MARK,
            zorder=6,
        )


def _auc_text(auc: float) -> str:
    if np.isnan(auc):
        return "undefined"
    return "above 0.9999" if 0.9999 < auc < 1 else f"{auc:.4f}"
