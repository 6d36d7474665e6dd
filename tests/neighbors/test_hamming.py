"""Distances without sign traps, against a slow twin and scipy-free arithmetic."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import hamming_distance as naive_distance

from simlab.errors import InvalidFingerprints
from simlab.fingerprints.pipeline import Pipeline
from simlab.fingerprints.storage import from_signed, to_signed
from simlab.neighbors.hamming import (
    article_band,
    distance_histogram,
    distance_matrix,
    hamming_distance,
    pair_distances,
    similarity,
)

values = st.integers(0, 2**64 - 1)


@given(values, values)
def test_distance_is_symmetric_and_equals_the_slow_twin(a, b):
    """Claims 15, 47 and 53: right with bit 63 set, 0 on itself, right after signed storage."""
    expected = naive_distance(a, b)
    assert hamming_distance(a, b) == hamming_distance(b, a) == expected
    assert hamming_distance(a, a) == 0
    column = from_signed(to_signed([a]))
    assert hamming_distance(column, [b]).tolist() == [expected]


@given(values, values, values)
def test_the_triangle_inequality_holds(a, b, c):
    assert hamming_distance(a, c) <= hamming_distance(a, b) + hamming_distance(b, c)


def test_the_articles_own_examples_and_traps():
    assert hamming_distance(0b1011, 0b1001) == 1
    assert hamming_distance(2**64 - 1, 0) == 64, "decbin agrees, the naive PHP loop never ends"
    assert hamming_distance(1 << 63, 0) == 1, "neighbours can differ in the top bit: no order helps (claim 63)"


@pytest.mark.parametrize("wrong", [-1, 2**64, 2**127 + 2**64 + 3, 1.0, "ff"])
def test_what_is_no_fingerprint_is_refused(wrong):
    with pytest.raises(InvalidFingerprints):
        hamming_distance(wrong if isinstance(wrong, int) else [wrong], 0)


def test_missing_fingerprints_take_part_in_no_comparison():
    """Claim 51."""
    found = hamming_distance(pd.Series([1, None, 3], index=list("abc"), dtype="UInt64"), 1)
    assert found.dtype == "Int64" and found.tolist() == [0, pd.NA, 1]
    assert found.index.tolist() == ["a", "b", "c"]


def test_columns_of_unequal_length_are_refused():
    with pytest.raises(InvalidFingerprints) as caught:
        hamming_distance([1, 2], [1])
    assert str(caught.value) == (
        "left, right: received '2 and 1 rows'; allowed: columns of equal length. What to do: align them first."
    )


def test_fingerprints_of_different_pipelines_are_not_compared():
    texts = ["the quick brown fox jumps"]
    with pytest.raises(InvalidFingerprints) as caught:
        hamming_distance(Pipeline().fingerprint(texts), Pipeline(shingle_size=2).fingerprint(texts))
    assert str(caught.value) == (
        "fingerprints: received 'shingle_size=3 and shingle_size=2'; allowed: fingerprints of one pipeline. "
        "What to do: fingerprint both sides again with the same pipeline."
    )


def test_similarity_and_bands_as_the_crawler_article_prints_them():
    """Claims 16 and 17; 9 bits are 85.94 %, so "below 85 %" starts at 10."""
    assert [100 * similarity(distance) for distance in (0, 3, 8, 9, 10)] == [100.0, 95.3125, 87.5, 85.9375, 84.375]
    assert [article_band(distance) for distance in range(11)] == ["identical"] * 4 + ["near-duplicate"] * 5 + [
        "different"
    ] * 2
    assert similarity(pd.Series([0, 63], dtype="Int64"), n_bits=63).tolist() == [1.0, 0.0]


@given(st.lists(st.none() | values, min_size=1, max_size=12))
def test_matrix_and_histogram_agree_with_the_slow_twin(items):
    matrix = distance_matrix(items)
    expected = np.zeros(65, dtype=int)
    for i, a in enumerate(items):
        for j, b in enumerate(items):
            cell = matrix.iloc[i, j]
            assert (cell is pd.NA) if a is None or b is None else cell == naive_distance(a, b)
            if i < j and a is not None and b is not None:
                expected[naive_distance(a, b)] += 1
    assert distance_histogram(items).tolist() == expected.tolist()


def test_the_histogram_is_exact_across_blocks():
    rng = np.random.default_rng(3)
    items = rng.integers(0, 2**64, 2500, dtype=np.uint64)
    counts = distance_histogram(items)
    assert counts.sum() == 2500 * 2499 // 2
    whole = np.bitwise_count(items[:, None] ^ items[None, :])[np.triu_indices(2500, 1)]
    assert counts.tolist() == np.bincount(whole, minlength=65).tolist()


def test_named_pairs_are_measured_by_id():
    column = pd.Series([1, 3, None], index=["a", "b", "c"], dtype="UInt64")
    assert pair_distances(column, ["a", "b", "a"], ["b", "b", "c"]).tolist() == [1, 0, pd.NA]


def test_series_of_different_documents_are_not_compared_row_by_row():
    left = pd.Series([1, 2], index=["a", "b"], dtype="UInt64")
    with pytest.raises(InvalidFingerprints, match="two Series with different indexes"):
        hamming_distance(left, left.iloc[::-1])
    assert hamming_distance(left, left).tolist() == [0, 0]


def test_single_values_may_be_missing_or_text():
    assert hamming_distance(None, 5) is pd.NA
    assert hamming_distance("0xff", 0) == 8


def test_repeated_ids_are_told():
    column = pd.Series([1, 3, 7], index=["a", "a", "b"], dtype="UInt64")
    assert distance_matrix(column).shape == (3, 3)
    with pytest.raises(InvalidFingerprints, match="ids such as 'a' more than once"):
        pair_distances(column, ["a"], ["b"])


def test_the_histogram_refuses_a_width_that_is_too_small():
    with pytest.raises(InvalidFingerprints, match="pass the real width as n_bits"):
        distance_histogram([0, 255], n_bits=4)


@pytest.mark.parametrize("wrong", [-1, 65])
def test_what_is_no_distance_has_no_similarity_and_no_band(wrong):
    with pytest.raises(InvalidFingerprints, match="numbers from 0 to n_bits=64"):
        similarity(wrong)
    with pytest.raises(InvalidFingerprints, match="numbers from 0 to n_bits=64"):
        similarity(pd.Series([3, wrong], dtype="Int64"))
    with pytest.raises(InvalidFingerprints, match="a whole number from 0 to 64"):
        article_band(wrong)
    assert similarity(pd.Series([3, None], dtype="Int64")).tolist() == [0.953125, pd.NA]
