"""A wheel installed elsewhere, without the repository, does the main job."""

import os
import pathlib
import subprocess
import sys
import zipfile

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    return next(folder.glob("simlab-*.whl"))


def test_the_wheel_holds_corpora_notebooks_and_types(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    for name in (
        "simlab/_bundled/datasets/newsroom/documents.jsonl.gz",
        "simlab/_bundled/datasets/jobboard/card.md",
        "simlab/_bundled/notebooks/01_quickstart.ipynb",
        "simlab/datasets/newsroom_english.txt",
        "simlab/py.typed",
    ):
        assert name in names
    assert not any(name.startswith(("tests/", "tools/", "docs/")) for name in names)
    assert wheel.stat().st_size < 10_000_000


def test_the_installed_wheel_runs_the_demo(wheel, tmp_path):
    site = tmp_path / "site"
    pip = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
        "--target",
        str(site),
        str(wheel),
    ]
    subprocess.run(pip, check=True, capture_output=True)
    environment = {**os.environ, "PYTHONPATH": str(site)}
    where = subprocess.run(
        [sys.executable, "-c", "import simlab; print(simlab.__file__)"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert where.stdout.startswith(str(site)), "the wheel, not the repository"
    demo = subprocess.run(
        [sys.executable, "-m", "simlab", "demo", "--out", "out"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "near-duplicates would be missed" in demo.stdout
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "01_quickstart.ipynb",
        "roc.png",
        "thresholds.yaml",
    ]
