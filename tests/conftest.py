"""What every test shares: a plotting backend without windows, repeatable Hypothesis runs, and skips that CI refuses."""

from __future__ import annotations

import os
import pathlib
import sys
from collections.abc import Callable, Iterator

import pytest
from hypothesis import HealthCheck, settings

# Before anything imports matplotlib.
os.environ["MPLBACKEND"] = "Agg"

# tools/ is no package; its scripts are imported by their own names.
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))

# The same examples at every run, and no clock: a slow machine is not a wrong result. `--hypothesis-profile=explore`
# looks for examples nobody has tried yet.
settings.register_profile(
    "ci", derandomize=True, deadline=None, database=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("explore", deadline=None, max_examples=1000)
settings.load_profile("ci")


def require_or_skip(name: str, available: object, reason: str) -> None:
    """Skip the running test if something outside Python is missing, or fail it where that thing is required.

    Parameters
    ----------
    name : str
        What the test needs, in one word: ``chromium``, ``postgresql``.
    available : object
        Whether it is there, by its truth: a path found by ``shutil.which``, for example.
    reason : str
        What is missing and how to get it.
    """
    if available:
        return
    required = os.environ.get("SIMLAB_REQUIRE", "").replace(",", " ").split()
    if "all" in required or name in required:
        pytest.fail(f"{name} is required here (SIMLAB_REQUIRE): {reason}", pytrace=False)
    pytest.skip(f"{name}: {reason}")


@pytest.fixture(scope="session")
def require() -> Callable[[str, object, str], None]:
    """Give ``require(name, available, reason)``: see :func:`require_or_skip`.

    ``SIMLAB_REQUIRE=all``, or the names themselves, turn the skips into failures, so that CI cannot pass by skipping.
    """
    return require_or_skip


@pytest.fixture(autouse=True)
def _close_figures() -> Iterator[None]:
    """Close what a test drew; matplotlib itself is not imported for tests that draw nothing."""
    yield
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")
