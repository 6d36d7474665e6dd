"""The main job on bundled pages: what ``make demo`` and ``simlab demo`` run."""

from __future__ import annotations

import pathlib
import shutil
from collections.abc import Callable

from simlab.datasets import bundled, load_dataset
from simlab.files import atomic_path, write_text
from simlab.fingerprints.presets import presets
from simlab.notebooks import run_notebook
from simlab.thresholds.operating_point import OperatingPoint
from simlab.thresholds.tune import tune

__all__ = ["copy_notebooks", "run_demo"]

QUICKSTART = "01_quickstart.ipynb"


def run_demo(out: pathlib.Path, *, notebook: bool = True, say: Callable[[str], None] = print) -> OperatingPoint:
    """Tune a threshold on the bundled ``newsroom`` pages and write what a user of simlab ends up with.

    Parameters
    ----------
    out : pathlib.Path
        Folder for ``thresholds.yaml``, ``roc.png`` and, if ``notebook``, the executed quickstart.
    notebook : bool
        Execute the quickstart notebook too.
    say : callable
        Receives the lines for the reader.

    Returns
    -------
    OperatingPoint
    """
    corpus = load_dataset("newsroom")
    say(f"newsroom: {len(corpus.documents):,} captured HTML pages, {len(corpus.pairs):,} labelled pairs")
    point = tune(presets["default"].replace(html="markdown"), corpus.documents, corpus.pairs)
    say("")
    say(point.summary())
    say("")
    path = point.export(out / "thresholds.yaml")
    say(f"wrote {path}")
    with atomic_path(out / "roc.png") as temporary:
        point.plot().savefig(temporary, format="png", dpi=120)
    say(f"wrote {out / 'roc.png'}")
    if notebook:
        import nbformat

        target = out / QUICKSTART
        say("executing the quickstart notebook (half a minute)")
        notebook_content = nbformat.read(bundled("notebooks") / QUICKSTART, as_version=4)
        run_notebook(notebook_content)
        write_text(target, nbformat.writes(notebook_content) + "\n")
        say(f"wrote {target}")
    return point


def copy_notebooks(folder: pathlib.Path) -> pathlib.Path:
    """Copy the bundled notebooks into a folder; files that are there already stay as they are.

    Returns
    -------
    pathlib.Path
        The folder.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for source in sorted(bundled("notebooks").glob("*.ipynb")):
        if not (folder / source.name).exists():
            shutil.copyfile(source, folder / source.name)
    return folder
