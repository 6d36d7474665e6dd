"""Imports go one way, heavy libraries stay in their place, and a missing server cannot hide behind a skip."""

from __future__ import annotations

import ast
import pathlib
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest

PACKAGE = pathlib.Path(__file__).resolve().parent.parent / "simlab"

GROUND = ("errors", "files", "progress", "registry")
"""May import each other, and nothing else of ours."""

FLOORS = (
    *(
        "documents",
        "fingerprints",
        "neighbors",
        "health",
        "thresholds",
        "labelling",
        "crawl",
        "datasets",
        "experiments",
    ),
    *("testing", "plots", "widgets", "notebooks", "demo", "cli"),
)
"""From the bottom up: a module may import its own floor, the floors below it and the ground."""

HOMES = {
    "anywidget": ("widgets",),
    "matplotlib": ("plots",),
    "numba": ("kernels",),
    "pyspark": ("neighbors", "spark"),
    "resiliparse": ("documents", "fast"),
    "seaborn": ("plots",),
    "typer": ("cli",),
}
"""Library -> the only module or package that may import it at module level: names that must stand in its path."""

SLOW_TO_IMPORT = ("IPython", "anywidget", "jupyterlab", "matplotlib", "nbclient", "seaborn", "sklearn")
"""What `import simlab` must not load: a crawler's worker starts often and draws nothing."""


def violations(package: pathlib.Path) -> list[str]:
    """List the module-level imports of a package that break the rules above, as ``file:line: what is wrong``."""
    found = []
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package).with_suffix("").parts
        for line, target in module_imports(ast.parse(path.read_text(encoding="utf-8"))):
            problem = _import_problem(parts, target, package)
            if problem:
                found.append(f"{path.relative_to(package.parent)}:{line}: {problem}")
        if parts[0] not in (*GROUND, *FLOORS, "__init__", "__main__"):
            found.append(f"{path.relative_to(package.parent)}:1: {parts[0]} stands on no floor of FLOORS")
    return found


def module_imports(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield (line, dotted name) of what a module imports when it is loaded.

    ``from a.b import c`` gives ``a.b.c``: whether ``c`` is a module does not matter to the rules. Imports inside
    functions do not count, nor those for type checkers alone; those inside classes, ``try`` and ``if`` do.
    """
    pending: list[ast.AST] = list(tree.body)
    while pending:
        node = pending.pop(0)
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = "." * node.level + (node.module or "")
            yield from ((node.lineno, f"{start}.{alias.name}") for alias in node.names)
        elif isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING"):
            pending[:0] = node.orelse
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            pending[:0] = ast.iter_child_nodes(node)


def _import_problem(importer: tuple[str, ...], target: str, package: pathlib.Path) -> str:
    library, _, rest = target.partition(".")
    if not library:
        return f"the relative import {target} hides which floor it goes to"
    if library in HOMES and not set(HOMES[library]) <= set(importer):
        return f"{library} may be imported at module level only in {'/'.join(HOMES[library])}"
    if library != package.name or importer[0] in ("__init__", "__main__") or rest == "__version__":
        return ""
    floor = rest.partition(".")[0]
    if not floor:
        return f"imports the whole of {library}, which imports this file"
    if floor not in (*GROUND, *FLOORS):
        return f"imports {floor}, which stands on no floor of FLOORS"
    if importer[0] in GROUND and floor not in GROUND:
        return f"the ground ({importer[0]}) imports {floor}"
    if importer[0] in FLOORS and floor in FLOORS and FLOORS.index(floor) > FLOORS.index(importer[0]):
        return f"{importer[0]} imports {floor}, which stands above it"
    return ""


def planted(folder: pathlib.Path, name: str, source: str) -> list[str]:
    """Give the violations of a package with one module."""
    path = folder / "simlab" / name
    path.parent.mkdir(parents=True)
    path.write_text(source)
    return violations(folder / "simlab")


def test_imports_go_one_way() -> None:
    assert violations(PACKAGE) == []


@pytest.mark.parametrize(
    ("name", "source", "expected"),
    [
        ("errors.py", "import simlab.documents", "1: the ground (errors) imports documents"),
        ("registry.py", "from simlab import fingerprints", "1: the ground (registry) imports fingerprints"),
        (
            "documents/read.py",
            "import re\nfrom simlab.fingerprints.pipeline import Pipeline",
            "2: documents imports fingerprints, which stands above it",
        ),
        (
            "thresholds/tune.py",
            "from simlab.datasets import load_news",
            "1: thresholds imports datasets, which stands above it",
        ),
        ("plots.py", "from simlab import cli", "1: plots imports cli, which stands above it"),
        (
            "health/report.py",
            "try:\n    import simlab.plots\nexcept ImportError:\n    pass",
            "2: health imports plots, which stands above it",
        ),
        (
            "health/report.py",
            "class Report:\n    from simlab import plots",
            "2: health imports plots, which stands above it",
        ),
        ("health/report.py", "from . import plots", "1: the relative import ..plots hides which floor it goes to"),
        (
            "health/report.py",
            "from simlab import load_thresholds",
            "1: imports load_thresholds, which stands on no floor of FLOORS",
        ),
        ("health/report.py", "import simlab", "1: imports the whole of simlab, which imports this file"),
        ("helpers.py", "import re", "1: helpers stands on no floor of FLOORS"),
        (
            "health/report.py",
            "import matplotlib.pyplot as plt",
            "1: matplotlib may be imported at module level only in plots",
        ),
        ("__init__.py", "from seaborn import kdeplot", "1: seaborn may be imported at module level only in plots"),
        ("neighbors/join.py", "import numba", "1: numba may be imported at module level only in kernels"),
        (
            "fingerprints/spark.py",
            "import pyspark",
            "1: pyspark may be imported at module level only in neighbors/spark",
        ),
        (
            "documents/html.py",
            "import resiliparse",
            "1: resiliparse may be imported at module level only in documents/fast",
        ),
        ("testing.py", "import typer", "1: typer may be imported at module level only in cli"),
        ("plots.py", "import anywidget", "1: anywidget may be imported at module level only in widgets"),
        (
            "health/report.py",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    pass\nelse:\n    from simlab import plots",
            "5: health imports plots, which stands above it",
        ),
    ],
)
def test_a_planted_violation_is_found(tmp_path: pathlib.Path, name: str, source: str, expected: str) -> None:
    assert planted(tmp_path, name, source) == [f"simlab/{name}:{expected}"]


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("errors.py", "import re\nfrom simlab.files import write_text"),
        ("health/report.py", "from simlab.errors import SimlabError\nfrom simlab.health.bits import balance"),
        ("health/report.py", "def plot():\n    from simlab import plots\n    import matplotlib"),
        ("thresholds/export.py", "from simlab import __version__"),
        ("health/report.py", "import typing\nif typing.TYPE_CHECKING:\n    from simlab import plots"),
        ("__init__.py", "from simlab.thresholds import tune"),
        ("experiments/history.py", "from simlab import datasets"),
        ("plots/__init__.py", "import seaborn\nfrom simlab.health import report"),
        ("neighbors/kernels.py", "import numba"),
        ("neighbors/spark.py", "import pyspark"),
        ("documents/fast.py", "from resiliparse.extract import html2text"),
        ("cli.py", "import typer\nfrom simlab import widgets"),
        ("widgets/explorer.py", "import anywidget"),
    ],
)
def test_what_is_allowed_passes(tmp_path: pathlib.Path, name: str, source: str) -> None:
    assert planted(tmp_path, name, source) == []


def test_importing_simlab_loads_nothing_slow() -> None:
    code = f"import simlab, sys; print(*[name for name in {SLOW_TO_IMPORT!r} if name in sys.modules])"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert (result.stdout.split(), result.stderr) == ([], "")


@pytest.mark.parametrize("required", ["all", "chromium", "postgresql, chromium"])
def test_what_is_required_may_not_be_skipped(
    require: Callable[[str, object, str], None], monkeypatch: pytest.MonkeyPatch, required: str
) -> None:
    monkeypatch.setenv("SIMLAB_REQUIRE", required)
    require("chromium", "/usr/bin/chromium", "install chromium")
    # A skip must be caught as well: it would make this test itself a skipped one.
    with pytest.raises((pytest.fail.Exception, pytest.skip.Exception)) as stopped:
        require("chromium", None, "install chromium")
    assert stopped.type is pytest.fail.Exception
    assert str(stopped.value) == "chromium is required here (SIMLAB_REQUIRE): install chromium"


@pytest.mark.parametrize("required", ["", "postgresql"])
def test_what_is_not_required_is_skipped_with_the_reason(
    require: Callable[[str, object, str], None], monkeypatch: pytest.MonkeyPatch, required: str
) -> None:
    monkeypatch.setenv("SIMLAB_REQUIRE", required)
    with pytest.raises(pytest.skip.Exception) as skipped:
        require("chromium", None, "install chromium")
    assert str(skipped.value) == "chromium: install chromium"
