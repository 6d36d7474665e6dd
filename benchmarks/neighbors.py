"""All pairs within a distance: simlab's scan against a plain Python loop."""

from __future__ import annotations

import itertools

import numpy as np
import pandas as pd

import simlab
from benchmarks.timing import compare


def plain_loop(values: list[int], max_distance: int) -> list[tuple[int, int]]:
    """Compare every two documents with Python integers."""
    numbered = enumerate(values)
    return [(i, j) for (i, a), (j, b) in itertools.combinations(numbered, 2) if (a ^ b).bit_count() <= max_distance]


def run() -> pd.DataFrame:
    """Compare on 1,500 random fingerprints."""
    values = np.random.default_rng(0).integers(0, 2**64, 1500, dtype=np.uint64)
    numbers = [int(value) for value in values]
    ways = {
        "plain Python loop": lambda: plain_loop(numbers, 12),
        "simlab.find_pairs": lambda: simlab.find_pairs(values, 12, progress=False),
        "simlab.distance_histogram": lambda: simlab.distance_histogram(values),
    }
    table = compare(ways, amount=1500 * 1499 / 2 / 1e6, unit="million pairs", repeats=3)
    table.insert(0, "work", "all pairs within 12 bits")
    return table
