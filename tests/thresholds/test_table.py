"""Exact counts at every threshold, with scikit-learn's curves as an independent check."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import threshold_row
from sklearn.metrics import precision_recall_curve, roc_auc_score, roc_curve

from simlab.errors import InvalidPairs
from simlab.thresholds.table import chance_pairs, roc_auc, threshold_table

pairs = st.lists(st.tuples(st.none() | st.integers(0, 64), st.sampled_from([0, 1, None])), min_size=1, max_size=60)


@given(pairs)
def test_every_row_equals_the_slow_twin(rows):
    distances, labels = zip(*rows, strict=True)
    found = threshold_table(pd.Series(distances, dtype="Int64"), pd.Series(labels, dtype="Int8"))
    assert found["max_distance"].tolist() == list(range(-1, 65))
    for row in found.itertuples():
        assert (row.tp, row.fp, row.fn, row.tn) == threshold_row(distances, labels, row.max_distance)


both = st.lists(st.tuples(st.integers(0, 64), st.booleans()), min_size=2, max_size=80).filter(
    lambda rows: len({label for _, label in rows}) == 2
)


@given(both)
def test_scikit_learn_agrees(rows):
    distances, labels = (np.array(part) for part in zip(*rows, strict=True))
    found = threshold_table(distances, labels.astype(int)).set_index("max_distance")
    fpr, tpr, scores = roc_curve(labels, -distances, drop_intermediate=False)
    for rate, recall, score in zip(fpr[1:], tpr[1:], scores[1:], strict=True):
        row = found.loc[int(-score)]
        assert (row["false_positive_rate"], row["recall"]) == pytest.approx((rate, recall))
    precision, recall, scores = precision_recall_curve(labels, -distances)
    for value, at_recall, score in zip(precision[:-1], recall[:-1], scores, strict=True):
        row = found.loc[int(-score)]
        assert (row["precision"], row["recall"]) == pytest.approx((value, at_recall))
    assert roc_auc(found.reset_index()) == pytest.approx(roc_auc_score(labels, -distances))


def test_no_candidate_threshold_is_dropped():
    found = threshold_table([1, 2, 3, 4, 10, 11, 12, 13], [1] * 4 + [0] * 4)
    good = found[(found["recall"] >= 0.5) & (found["false_positive_rate"] == 0)]
    assert good["max_distance"].min() == 2
    assert found[found["precision"] == 1.0]["max_distance"].max() == 9
    assert len(found) == 66 and len(threshold_table([1], [1], n_bits=8)) == 10


def test_the_precision_of_flagging_nothing_is_undefined_and_never_best():
    found = threshold_table([1, 2, 3, 4], [0, 1, 0, 1])
    assert np.isnan(found["precision"].iloc[0])
    assert found["precision"].max() == 0.5
    assert found[found["precision"] == 0.5]["max_distance"].tolist()[:2] == [2, 4]


def test_the_curve_starts_at_the_origin():
    found = threshold_table([1, 2, 4], [0, 1, 1])
    assert found[["false_positive_rate", "recall"]].iloc[0].tolist() == [0, 0]
    assert found[["false_positive_rate", "recall"]].iloc[-1].tolist() == [1, 1]
    assert roc_auc(found) == 0.0


def test_one_kind_of_label_leaves_rates_undefined():
    found = threshold_table([1, 2, 3], [1, 1, 1])
    assert found["false_positive_rate"].isna().all()
    assert np.isnan(roc_auc(found))


def test_pairs_the_search_would_miss_count_as_missed():
    """Bug case: recall over all labelled pairs, not only over those an index returned."""
    found = threshold_table([1, 2, 9, 11, 2, 30, 31], [1, 1, 1, 1, 0, 0, 0]).set_index("max_distance").loc[3]
    assert (found["tp"], found["fp"], found["fn"]) == (2, 1, 2)
    assert (found["precision"], found["recall"]) == (pytest.approx(2 / 3), 0.5)


def test_weights_go_by_position_and_leave_no_dust():
    shuffled = pd.Series([100, 1, 1, 1], index=[3, 2, 1, 0])
    assert threshold_table([1, 2, 10, 11], [1, 1, 0, 0], weights=shuffled).set_index("max_distance").loc[1, "tp"] == 100
    tenths = threshold_table([1, 2, 3, 10, 11, 12], [1, 1, 1, 0, 0, 0], weights=[0.1, 0.2, 0.3, 0.1, 0.1, 0.1])
    assert tenths["fn"].iloc[-1] == 0.0 and tenths["tn"].iloc[-1] == 0.0 and tenths["recall"].iloc[-1] == 1.0


def test_weights_count_for_several_pairs():
    weighted = threshold_table([1, 5, 9], [1, 0, 0], weights=[1, 10, 2.5])
    assert weighted.set_index("max_distance").loc[5, ["tp", "fp", "tn"]].tolist() == [1, 10, 2.5]


@pytest.mark.parametrize("wrong", [[0.5], [-1], [65], ["near"]])
def test_what_is_no_distance_is_refused(wrong):
    with pytest.raises(InvalidPairs) as caught:
        threshold_table(wrong, [1])
    assert str(caught.value) == (
        f"distances: received {wrong!r}; allowed: whole numbers from 0 to n_bits=64, or missing. "
        "What to do: pass Hamming distances, not similarities."
    )


def test_labels_and_lengths_are_checked():
    with pytest.raises(InvalidPairs, match=r"labels: received \[2\]; allowed: 0, 1 or missing"):
        threshold_table([1], [2])
    with pytest.raises(InvalidPairs, match=r"labels: received \['dup', 'not'\]; allowed: 0, 1 or missing"):
        threshold_table([1, 2], ["dup", "not"])
    with pytest.raises(InvalidPairs, match="equal lengths"):
        threshold_table([1, 2], [1, 0], weights=[1, 1, 1])
    with pytest.raises(InvalidPairs, match="equal lengths"):
        threshold_table([1, 2], [1])
    with pytest.raises(InvalidPairs, match="finite numbers of at least 0"):
        threshold_table([1], [1], weights=[-1])


@pytest.mark.parametrize("arguments", [(-1, 3), (10, 3.5), (10, -2), (10, 3, 65), (True, 3)])
def test_chance_pairs_take_counts_and_distances_only(arguments):
    with pytest.raises(InvalidPairs, match="a whole number"):
        chance_pairs(*arguments)


def test_odd_widths_and_weights_are_named():
    with pytest.raises(InvalidPairs, match="n_bits: received -3; allowed: a whole number from 1 to 64"):
        threshold_table([1, 2], [1, 0], n_bits=-3)
    with pytest.raises(InvalidPairs, match=r"weights: received \['x'\]; allowed: finite numbers"):
        threshold_table([1, 2], [1, 0], weights=["x", "1"])
