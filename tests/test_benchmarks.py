"""The benchmarks measure what they say: the same work, in ratios to the first way."""

import pytest

import simlab
from benchmarks import fingerprints, neighbors, timing


def test_the_yardstick_has_ratio_one_and_all_ways_are_timed():
    table = timing.compare(
        {"slow": lambda: sum(range(200_000)), "fast": lambda: None}, amount=10, unit="items", repeats=3
    )
    assert table["way"].tolist() == ["slow", "fast"]
    assert table.loc[0, "ratio"] == 1.0 and table.loc[1, "ratio"] > 1.0
    assert "items/s" in table


@pytest.mark.parametrize("size", [1, 3])
def test_the_plain_loop_computes_the_same_fingerprints(size):
    texts = ["the quick brown fox jumps", "over the lazy dog and sleeps", "a b c"]
    pipeline = simlab.Pipeline(normalize="lower", tokenize="whitespace", shingle_size=size)
    assert fingerprints.plain_loop(texts, size) == pipeline.fingerprint(texts).tolist()


def test_the_plain_pair_loop_finds_the_same_pairs():
    values = [0, 1, 7, 0, 2**63]
    found = simlab.find_pairs(values, 1)
    assert neighbors.plain_loop(values, 1) == list(zip(found["left_id"], found["right_id"], strict=True))
