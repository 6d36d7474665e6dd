"""Plots draw the numbers of their tables, where they are told to."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

import simlab
from simlab.plots import plot_distance_histogram, plot_operating_point, plot_precision_recall, plot_roc

PAIRS = pd.DataFrame({"distance": [0, 1, 5, 9, 20, 30, 31, 32] * 6, "label": [1, 1, 1, 1, 0, 0, 0, 0] * 6})


@pytest.fixture(scope="module")
def table():
    return simlab.threshold_table(PAIRS["distance"], PAIRS["label"])


def test_the_roc_draws_every_row_of_the_table(table):
    ax = plot_roc(table, max_distance=9)
    points = [line for line in ax.lines if line.get_marker() == "o"]
    assert points[0].get_xdata().tolist() == table["false_positive_rate"].tolist()
    assert points[0].get_ydata().tolist() == table["recall"].tolist()
    assert [text.get_text() for text in ax.texts] == ["folklore 3", "chosen 9"]
    assert ax.get_xlabel() == "false positive rate (of 24 pairs)" and ax.get_ylabel() == "recall"


def test_precision_and_recall_leave_out_what_is_undefined(table):
    ax = plot_precision_recall(table)
    assert len(ax.lines[0].get_xdata()) == len(table) - 1, "flagging nothing has no precision"
    assert "flag everything: 0.50" in [text.get_text() for text in ax.texts]


def test_the_histogram_shows_shares_of_each_kind():
    unsure = pd.DataFrame({"distance": [3, None], "label": [None, 1]})
    ax = plot_distance_histogram(pd.concat([PAIRS, unsure]), max_distance=12)
    heights = [[bar.get_height() for bar in container] for container in ax.containers]
    assert [np.sum(side) for side in heights] == pytest.approx([1, 1])
    assert heights[0][5] == pytest.approx(0.25) and heights[1][5] == 0
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["near-duplicates (24)", "other pairs (24)"]


@pytest.mark.parametrize("draw", [plot_roc, plot_precision_recall])
def test_an_axes_given_is_drawn_on_and_returned(draw, table):
    _, ax = plt.subplots()
    assert draw(table, ax=ax) is ax
    assert len(plt.get_fignums()) == 1


@pytest.mark.parametrize("policy", ["max_f1", lambda table: -1])
def test_an_operating_point_draws_its_held_out_side(policy):
    point = simlab.tune_distances(PAIRS, policy=policy)
    figure = plot_operating_point(point)
    assert {axes.get_title(loc="left").split(",")[0] for axes in figure.axes} == {
        "Held-out pairs: distances by label",
        "ROC",
        "Precision and recall",
    }
    rule = f"distance <= {point.max_distance}" if point.max_distance >= 0 else "flag nothing"
    assert rule in figure.get_suptitle()


def test_narrow_fingerprints_have_no_folklore_to_mark():
    point = simlab.tune_distances(PAIRS.assign(distance=PAIRS["distance"] // 16), n_bits=2)
    assert "folklore" not in " ".join(
        text.get_text() for axes in plot_operating_point(point).axes for text in axes.texts
    )


def test_plots_are_at_hand_without_costing_an_import():
    assert simlab.plots.plot_roc is plot_roc
    with pytest.raises(AttributeError, match="no attribute 'plotz'"):
        _ = simlab.plotz
