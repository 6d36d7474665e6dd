"""Progress of long work: shown in terminals and notebooks, silent in pipes, and switched off by
``SIMLAB_PROGRESS=0``."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

from tqdm import tqdm

__all__ = ["track"]

Item = TypeVar("Item")


def track(
    items: Iterable[Item], label: str, *, total: int | None = None, progress: bool | None = None
) -> Iterator[Item]:
    """Pass items through and show how far the work is.

    Parameters
    ----------
    items : iterable
        What is worked through.
    label : str
        Shown before the bar.
    total : int, optional
        Number of items, if ``items`` has no length.
    progress : bool, optional
        True or False decide; None shows a bar in a terminal or notebook, after one second, unless the environment says
        ``SIMLAB_PROGRESS=0`` (notebooks that are executed to be kept need silence).

    Examples
    --------
    >>> list(track([1, 2], "counting", progress=False))
    [1, 2]
    """
    if progress is None:
        watched = sys.stderr.isatty() or "ipykernel" in sys.modules
        progress = watched and os.environ.get("SIMLAB_PROGRESS", "1") != "0"
    return iter(tqdm(items, desc=label, total=total, disable=not progress, delay=1, leave=False))
