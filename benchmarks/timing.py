"""Timing several ways of doing the same work, interleaved, so that a busy machine slows all of them alike."""

from __future__ import annotations

import platform
import statistics
import time
from collections.abc import Callable, Mapping

import numpy as np
import pandas as pd


def compare(ways: Mapping[str, Callable[[], object]], *, amount: float, unit: str, repeats: int = 5) -> pd.DataFrame:
    """Time every way in turn, ``repeats`` rounds, and compare medians of thread CPU time.

    Parameters
    ----------
    ways : mapping of name to callable
        The first is the yardstick: its ratio is 1.
    amount : float
        How much work one call does.
    unit : str
        The unit of the work, for example "pages".
    repeats : int
        Rounds; within a round every way runs once.

    Returns
    -------
    pandas.DataFrame
        way, ``{unit}/s`` (median), ratio to the yardstick (above 1: faster).
    """
    seconds: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(repeats):
        for name, work in ways.items():
            start = time.thread_time()
            work()
            seconds[name].append(time.thread_time() - start)
    medians = {name: statistics.median(values) for name, values in seconds.items()}
    yardstick = medians[next(iter(ways))]
    return pd.DataFrame(
        {
            "way": list(medians),
            f"{unit}/s": [amount / value for value in medians.values()],
            "ratio": [yardstick / value for value in medians.values()],
        }
    )


def machine() -> str:
    """Say on what the timings were made."""
    return (
        f"{platform.machine()}, Python {platform.python_version()}, NumPy {np.__version__}; "
        "thread CPU time, medians of interleaved rounds"
    )
