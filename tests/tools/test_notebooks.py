"""tools/notebooks.py: one small notebook is executed for real; the comparisons work on copies of the result."""

from __future__ import annotations

import base64
import io
import pathlib
import sys
from collections.abc import Callable

import matplotlib.image
import nbformat
import numpy as np
import pytest
from nbformat import NotebookNode

import notebooks

SOURCES = [
    "import os, sys\nimport pandas as pd\nimport matplotlib.pyplot as plt",
    "print('first line', flush=True)\nprint('second line')",
    "pd.DataFrame({'distance': [0, 7], 'label': [1, 0]})",
    "",
    "plt.plot([0, 1, 4]);",
    "os.path.samefile(sys.executable, os.environ['EXPECTED']), os.listdir()",
    "[os.environ.get(name) for name in ('PYTHONHASHSEED', 'SIMLAB_PROGRESS', 'MPLBACKEND', 'PYTHONWARNINGS')]",
    "print('before')\ndisplay('shown')\nprint('after')",
]


def notebook_file(path: pathlib.Path, sources: list[str]) -> pathlib.Path:
    """Write a notebook as an editor leaves it: random cell ids, times, much metadata, nothing executed."""
    cells = [nbformat.v4.new_markdown_cell("# A title")]
    cells += [nbformat.v4.new_code_cell(source) for source in sources]
    for cell in cells:
        cell.metadata = NotebookNode({"collapsed": False, "tags": ["kept"], "execution": {"started": "today"}})
    metadata = {
        "kernelspec": {"name": "another", "display_name": "Another"},
        "language_info": {"name": "r", "version": "4"},
    }
    path.write_text(nbformat.v4.writes(nbformat.v4.new_notebook(cells=cells, metadata=metadata)))
    return path


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """Give a notebook after ``--write``, run among settings that must not reach its kernel."""
    folder = tmp_path_factory.mktemp("written")
    path = notebook_file(folder / "01-example.ipynb", SOURCES)
    stray = folder / "data" / "kernels" / "python3"
    stray.mkdir(parents=True)
    (stray / "kernel.json").write_text('{"argv": ["false"], "display_name": "stray", "language": "python"}')
    for settings in (folder / "matplotlibrc", folder / "config" / "matplotlib" / "matplotlibrc"):
        settings.parent.mkdir(parents=True, exist_ok=True)
        settings.write_text("figure.figsize: 1, 1\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JUPYTER_DATA_DIR", str(folder / "data"))
        patch.setenv("JUPYTER_PATH", str(folder / "data"))
        patch.setenv("MATPLOTLIBRC", str(folder / "matplotlibrc"))
        patch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
        patch.setenv("PYTHONWARNINGS", "error")
        patch.setenv("SIMLAB_PROGRESS", "1")
        patch.setenv("EXPECTED", sys.executable)
        assert notebooks.write(path) == []
        assert notebooks.check(path) == []
    return path


@pytest.fixture
def stored(written: pathlib.Path) -> NotebookNode:
    return notebooks.read(written)


def png(pixels: np.ndarray) -> str:
    buffer = io.BytesIO()
    matplotlib.image.imsave(buffer, pixels, format="png")
    return base64.b64encode(buffer.getvalue()).decode()


def test_write_leaves_a_tidy_file(written: pathlib.Path, stored: NotebookNode) -> None:
    assert [cell.id for cell in stored.cells] == [f"cell-0{number}" for number in range(1, 10)]
    assert all(cell.metadata == {"tags": ["kept"]} for cell in stored.cells)
    assert stored.metadata == notebooks.METADATA
    assert [cell.execution_count for cell in stored.cells[1:]] == [1, 2, 3, None, 4, 5, 6, 7]
    text = written.read_text()
    assert text.startswith('{\n "cells": [\n  {\n')
    assert text.endswith("}\n") and not text.endswith("\n\n")
    nbformat.validate(stored)


def test_outputs_are_what_jupyter_shows(stored: NotebookNode) -> None:
    assert stored.cells[2].outputs == [{"output_type": "stream", "name": "stdout", "text": "first line\nsecond line\n"}]
    assert set(stored.cells[3].outputs[0].data) == {"text/html", "text/plain"}
    assert stored.cells[4].outputs == []
    figure = stored.cells[5].outputs[0].data
    assert figure["text/plain"] == "<Figure size 640x480 with 1 Axes>", "the user's matplotlibrc must not be read"
    assert base64.b64decode(figure["image/png"]).startswith(b"\x89PNG")


def test_what_is_printed_stays_before_and_after_what_is_shown(stored: NotebookNode) -> None:
    assert [output.get("text", output.get("data")) for output in stored.cells[8].outputs] == [
        "before\n",
        {"text/plain": "'shown'"},
        "after\n",
    ]


def test_the_kernel_is_this_interpreter_in_an_empty_folder(stored: NotebookNode) -> None:
    assert stored.cells[6].outputs[0].data["text/plain"] == "(True, [])"
    assert stored.cells[7].outputs[0].data["text/plain"] == (
        "['0', '0', 'module://matplotlib_inline.backend_inline', None]"
    )


def test_a_second_run_writes_the_same_bytes(written: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EXPECTED", sys.executable)
    before = written.read_bytes()
    assert notebooks.write(written) == []
    assert written.read_bytes() == before


def test_equal_notebooks_have_no_differences(stored: NotebookNode) -> None:
    assert notebooks.differences(stored, notebooks.tidy(stored)) == []
    assert notebooks.faults(stored) == []


def test_stale_text_is_shown_around_the_difference(stored: NotebookNode) -> None:
    fresh = notebooks.tidy(stored)
    fresh.cells[2].outputs[0].text = "first line\nsecond time\n"
    assert notebooks.differences(stored, fresh) == [
        "cell-03: stream stdout is stale, from line 2, column 8:\n  - second line\n  - \n  + second time\n  + "
    ]


def test_a_difference_far_to_the_right_is_shown(stored: NotebookNode) -> None:
    fresh = notebooks.tidy(stored)
    stored.cells[3].outputs[0].data["text/html"] = "<td>" * 200 + "0.95" + "</td>" * 200
    fresh.cells[3].outputs[0].data["text/html"] = "<td>" * 200 + "0.96" + "</td>" * 200
    (finding,) = notebooks.differences(stored, fresh)
    assert finding.startswith("cell-04: execute_result text/html is stale, from line 1, column 804:\n")
    assert "<td>0.95</td>" in finding and "<td>0.96</td>" in finding
    assert max(len(line) for line in finding.splitlines()) < 120


def test_other_kinds_of_output_are_a_difference(stored: NotebookNode) -> None:
    fresh = notebooks.tidy(stored)
    fresh.cells[5].outputs = []
    assert notebooks.differences(stored, fresh) == [
        "cell-06: stored outputs are ['display_data image/png', 'display_data text/plain'], a new run gives []"
    ]


def test_images_are_compared_by_their_pixels(stored: NotebookNode) -> None:
    pixels = np.ones((300, 400, 3))
    fresh = notebooks.tidy(stored)

    def differences_with(new: np.ndarray) -> list[str]:
        stored.cells[5].outputs[0].data["image/png"] = png(pixels)
        fresh.cells[5].outputs[0].data["image/png"] = png(new)
        return notebooks.differences(stored, fresh)

    nearly = pixels.copy()
    nearly[:10, :10] -= 1 / 255
    assert differences_with(nearly) == []
    moved = pixels.copy()
    moved[100:110, 50:52] = 0
    assert differences_with(moved) == [
        "cell-06: display_data image/png is stale: the pixels differ by 0.000125 on average, allowed are 0.000100"
    ]
    assert differences_with(pixels[:, :399]) == [
        "cell-06: display_data image/png is stale: 400 x 300 pixels are stored, a new run gives 399 x 300"
    ]


def add_widget_state(notebook: NotebookNode) -> None:
    notebook.metadata.widgets = {"application/vnd.jupyter.widget-state+json": {}}


def forget_execution(notebook: NotebookNode) -> None:
    notebook.cells[2].execution_count = None


def run_out_of_order(notebook: NotebookNode) -> None:
    notebook.cells[3].execution_count = 9


def warn(notebook: NotebookNode) -> None:
    notebook.cells[2].outputs.append(nbformat.v4.new_output("stream", name="stderr", text="UserWarning: beware\n"))


def fail(notebook: NotebookNode) -> None:
    notebook.cells[2].outputs.append(nbformat.v4.new_output("error", ename="KeyError", evalue="'a'", traceback=[]))


def show_an_address(notebook: NotebookNode) -> None:
    notebook.cells[6].outputs[0].data["text/plain"] = "[<matplotlib.lines.Line2D at 0x7f3a5c2b10>]"


def show_an_address_in_html(notebook: NotebookNode) -> None:
    notebook.cells[3].outputs[0].data["text/html"] = "<td>&lt;function f at 0x7f3a5c2b10&gt;</td>"


def show_a_path(notebook: NotebookNode) -> None:
    notebook.cells[2].outputs[0].text = "wrote /home/someone/out.yaml\n"


def grow(notebook: NotebookNode) -> None:
    notebook.cells[2].outputs[0].text = "x" * 1_200_000


def invent_an_output(notebook: NotebookNode) -> None:
    notebook.cells[0].cell_type = "heading"


@pytest.mark.parametrize(
    ("spoil", "beginning"),
    [
        (add_widget_state, "metadata holds widget state"),
        (forget_execution, "cell-03: execution count is None, expected 2"),
        (run_out_of_order, "cell-04: execution count is 9, expected 3"),
        (warn, "cell-03: something was written to stderr, such as a warning: 'UserWarning: beware'"),
        (fail, "cell-03: the output is an error: KeyError: 'a'"),
        (show_an_address, "cell-07: execute_result text/plain shows the address of an object ('at 0x7f3a5c2b10')"),
        (show_an_address_in_html, "cell-04: execute_result text/html shows the address of an object"),
        (show_a_path, "cell-03: stream stdout shows a path of this machine: '/home/someone'"),
        (grow, "1,2"),
        (invent_an_output, "not a valid notebook: "),
    ],
)
def test_a_fault_is_found(stored: NotebookNode, spoil: Callable[[NotebookNode], None], beginning: str) -> None:
    spoil(stored)
    (finding,) = notebooks.faults(stored)
    assert finding.startswith(beginning)


@pytest.mark.parametrize(
    "text",
    [
        "0x00ff00ff00ff00ff",
        "the fingerprint stands at 0x00ff00ff00ff00ff in the file",
        "https://example.org/home/page and https://example.org/tmp/page",
        "out/thresholds.yaml and ./home/page and ~/tmp/page",
    ],
)
def test_fingerprints_and_addresses_of_pages_are_no_fault(stored: NotebookNode, text: str) -> None:
    stored.cells[2].outputs[0].text = text
    assert notebooks.faults(stored) == []


def test_a_pointer_to_a_live_widget_is_dropped(stored: NotebookNode) -> None:
    stored.cells[3].outputs[0].data[notebooks.WIDGET_VIEW] = {"model_id": "random"}
    tidied = notebooks.tidy(stored)
    assert set(tidied.cells[3].outputs[0].data) == {"text/html", "text/plain"}
    assert notebooks.WIDGET_VIEW in stored.cells[3].outputs[0].data, "the notebook given must stay as it is"


def test_a_cell_that_raises_is_named_and_nothing_is_written(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = notebook_file(tmp_path / "02-raises.ipynb", ["a = 1", "{}['missing']", "print('never')"])
    before = path.read_bytes()
    assert notebooks.main(["--write", str(path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("02-raises.ipynb: FAILED (")
    assert lines[1:] == ["02-raises.ipynb, cell-03: raised KeyError: 'missing'"]
    assert path.read_bytes() == before


def test_write_leaves_the_file_if_the_new_outputs_are_at_fault(
    written: pathlib.Path, stored: NotebookNode, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = written.read_bytes()
    warn(stored)
    monkeypatch.setattr(notebooks, "execute", lambda path: stored)
    assert notebooks.write(written) == [
        "cell-03: something was written to stderr, such as a warning: 'UserWarning: beware'"
    ]
    assert written.read_bytes() == before


def test_check_names_what_is_stale_and_what_to_do(tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = notebook_file(tmp_path / "03-stale.ipynb", ["print(1)"])
    assert notebooks.main(["--check", str(tmp_path)]) == 1
    assert capsys.readouterr().out.splitlines()[1:] == [
        "03-stale.ipynb, cell-02: execution count is None, expected 1: not run from top to bottom",
        "03-stale.ipynb, cell-02: stored outputs are [], a new run gives ['stream stdout']",
        "What to do: if the new outputs are right, run tools/notebooks.py --write and review the change.",
    ]
    assert path.exists()


def test_check_wants_the_file_as_write_leaves_it(written: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebooks, "execute", lambda path: notebooks.tidy(notebooks.read(path)))
    untidy = written.with_name("untidy.ipynb")
    untidy.write_text(written.read_text().replace('"id": "cell-02"', '"id": "a1b2c3"'))
    assert notebooks.check(untidy) == ["the file is not as --write leaves it (cell ids, metadata or layout)"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<<<<<<< ours", "not a JSON file: Expecting value: line 1 column 1 (char 0)"),
        ('{"nbformat": 3, "nbformat_minor": 0, "worksheets": []}', "notebook format 3, expected 4"),
    ],
)
def test_a_file_that_is_no_notebook_is_a_finding(tmp_path: pathlib.Path, text: str, expected: str) -> None:
    path = tmp_path / "broken.ipynb"
    path.write_text(text)
    assert notebooks.check(path) == [expected]
    assert notebooks.write(path) == [expected]
    assert path.read_text() == text


def test_notebooks_come_in_reading_order(tmp_path: pathlib.Path) -> None:
    for name in ("02-b.ipynb", "01-a.ipynb", "notes.md"):
        (tmp_path / name).touch()
    assert [path.name for path in notebooks.find([tmp_path])] == ["01-a.ipynb", "02-b.ipynb"]


@pytest.mark.parametrize("name", ["missing.ipynb", "empty"])
def test_a_check_of_nothing_does_not_pass(
    tmp_path: pathlib.Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(SystemExit) as stopped:
        notebooks.main(["--check", str(tmp_path / name)])
    assert stopped.value.code == 2
    assert capsys.readouterr().err.endswith(f"error: no notebook at {tmp_path / name}\n")
