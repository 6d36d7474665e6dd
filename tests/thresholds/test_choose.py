"""Policies: the middle of a plateau, limits that are limits, and honest answers where nothing can be found."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simlab.errors import InvalidThresholds
from simlab.thresholds.choose import max_f1, max_recall, review_limit
from simlab.thresholds.table import threshold_table

both = st.lists(st.tuples(st.integers(0, 64), st.booleans()), min_size=2, max_size=60).filter(
    lambda rows: len({label for _, label in rows}) == 2
)


def table_of(rows):
    distances, labels = zip(*rows, strict=True)
    return threshold_table(distances, [int(label) for label in labels])


@given(both)
def test_max_f1_reaches_the_best_f1(rows):
    table = table_of(rows)
    assert table.set_index("max_distance").loc[max_f1(table), "f1"] == pytest.approx(table["f1"].max())


@given(both, st.floats(0, 1))
def test_max_recall_keeps_the_limit_and_nothing_within_it_finds_more(rows, limit):
    table = table_of(rows)
    chosen = table.set_index("max_distance").loc[max_recall(table, max_false_positive_rate=limit)]
    assert chosen["false_positive_rate"] <= limit
    assert table[table["false_positive_rate"] <= limit]["recall"].max() == chosen["recall"]


def test_a_plateau_takes_its_middle():
    assert max_f1(threshold_table([2, 20], [1, 0])) == 10
    assert max_f1(threshold_table([0, 64], [1, 0])) == 31
    assert max_recall(threshold_table([4, 9], [1, 0]), max_false_positive_rate=0) == 6


def test_of_two_plateaus_the_longer_one_wins():
    # F1 is 2/3 at 1..2 (one of two found, nothing false) and again at 20..29 (both found, two false).
    table = threshold_table([1, 20, 3, 4, 30], [1, 1, 0, 0, 0])
    assert table.set_index("max_distance")["f1"].loc[[1, 2, 20, 29]].tolist() == [pytest.approx(2 / 3)] * 4
    assert max_f1(table) == 24


def test_nothing_can_be_flagged():
    table = threshold_table([5, 1], [1, 0])
    assert max_recall(table, max_false_positive_rate=0.0) == -1
    assert review_limit(table, -1, max_false_positive_rate=0.0) == -1


@given(both)
def test_the_review_band_lies_beyond_the_threshold(rows):
    table = table_of(rows)
    for distance in (-1, 10, 64):
        limit = review_limit(table, distance)
        assert limit >= distance
        if limit > distance:
            assert table.set_index("max_distance").loc[limit, "false_positive_rate"] <= 0.05


@pytest.mark.parametrize("limit", [-0.1, 1.5, float("nan")])
def test_a_limit_that_is_no_rate_is_refused(limit):
    with pytest.raises(InvalidThresholds) as caught:
        max_recall(threshold_table([1, 2], [1, 0]), max_false_positive_rate=limit)
    assert str(caught.value) == (
        f"max_false_positive_rate: received {limit!r}; allowed: a number from 0 to 1. "
        "What to do: pass 0.001 for one false positive in a thousand."
    )
