"""All pairs: exact, each once, on random and on planted data."""

import json
import pathlib

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import find_pairs as naive_pairs

from simlab.errors import InvalidFingerprints
from simlab.fingerprints.storage import as_fingerprints
from simlab.neighbors.clusters import dedupe_greedy, group_documents
from simlab.neighbors.join import find_pairs

GOLDEN = pathlib.Path(__file__).parent.parent / "golden"

# Few different bits, so that near and identical fingerprints are common.
close = st.lists(st.none() | st.integers(0, 15) | st.integers(2**63, 2**63 + 15), max_size=25)


@given(close, st.integers(0, 5))
def test_pairs_equal_the_slow_twin(items, max_distance):
    found = find_pairs(as_fingerprints(items), max_distance)
    assert list(found.itertuples(index=False, name=None)) == naive_pairs(items, max_distance)


@given(close, st.randoms(use_true_random=False))
def test_the_order_of_documents_does_not_matter(items, rng):
    column = as_fingerprints(items).set_axis([f"doc{i}" for i in range(len(items))])
    shuffled = column.sample(frac=1, random_state=rng.randrange(2**31))
    sets = [
        {(frozenset(row[:2]), row[2]) for row in find_pairs(side, 2).itertuples(index=False, name=None)}
        for side in (column, shuffled)
    ]
    assert sets[0] == sets[1]


def test_planted_pairs_of_the_third_article():
    """Claims 51, 64 and 66: 327 pairs and 203 flagged pages among 320; pages without fingerprint never take part."""
    pages = json.loads((GOLDEN / "p63.json").read_text())
    values = [int(page["simhash"] if isinstance(page, dict) else page) for page in pages]
    found = find_pairs([*values, None], 3)
    assert len(found) == 327
    assert len(set(found["left_id"]) | set(found["right_id"])) == 203


def test_pairs_are_exact_across_blocks():
    rng = np.random.default_rng(5)
    items = rng.integers(0, 2**64, 3000, dtype=np.uint64)
    items[2900:] = items[:100] ^ np.uint64(1 << 63)
    found = find_pairs(items, 3)
    assert [(left, right) for left, right in zip(found["left_id"], found["right_id"], strict=True)] == [
        (i, 2900 + i) for i in range(100)
    ]
    assert (found["distance"] == 1).all()


@pytest.mark.parametrize("search", [find_pairs, group_documents, dedupe_greedy])
def test_repeated_ids_are_refused(search):
    with pytest.raises(InvalidFingerprints) as caught:
        search(pd.Series([1, 2, 3], index=["a", "a", "b"], dtype="UInt64"), 3)
    assert str(caught.value) == (
        "fingerprints: received the ids 'a' more than once; allowed: every document once. "
        "What to do: rename the repeated ids."
    )


@pytest.mark.parametrize("wrong", [-1, 65, 3.0, "3", True])
def test_a_limit_that_is_no_distance_is_refused(wrong):
    with pytest.raises(InvalidFingerprints, match=r"max_distance: received .*; allowed: a whole number from 0 to 64"):
        find_pairs([1, 2], wrong)
