"""Execute the notebooks, and keep their stored outputs true.

``python tools/notebooks.py --write [PATHS]`` runs each notebook and stores its outputs; ``--check [PATHS]`` runs each
and fails when a stored output is stale. PATHS are notebooks or folders of notebooks; without any, ``notebooks/``.

People read the notebooks on a web page before they run anything, so the outputs stand in the repository. What is stored
is the same bytes at every run: no times, no random ids, no widget state, no paths of one machine. The kernel is the
interpreter that runs this file, in an empty working directory, deaf to the settings of whoever runs it.
"""

from __future__ import annotations

import argparse
import base64
import copy
import io
import itertools
import json
import pathlib
import re
import sys
import time
from collections.abc import Callable, Iterable, Sequence

import matplotlib.image
import nbformat
import numpy as np
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from nbformat import NotebookNode

from simlab.files import write_text
from simlab.notebooks import run_notebook

ROOT = pathlib.Path(__file__).resolve().parent.parent

MAX_BYTES = 1_000_000
"""A larger notebook is slow to show on a web page and to review."""

MAX_PIXEL_DIFFERENCE = 0.0001
"""Allowed mean absolute difference of two images, colours running from 0 to 1.

Room for rounding at the edges of lines on another processor, no more: in a figure of 550 x 450 pixels one bar of a
histogram that grows from 1 to 2 makes 0.00005, one changed digit in a title 0.00015. Another font engine makes 0.002:
the lock pins matplotlib, which brings its own.
"""

METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
"""All that a stored notebook says of itself: enough to open it, nothing that differs between machines."""

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
"""A pointer to a live widget, by a random id. The widget's text and HTML stand beside it and are kept."""

ADDRESS = re.compile(r"\bat 0x[0-9A-Fa-f]{6,}(?=>|&gt;|,)")

LOCAL_PATH = re.compile(r"(?<![\w.:/~-])/(?:home|root|tmp|Users|private|var/folders)/[\w.-]+")


class BrokenNotebook(Exception):
    """A notebook that cannot be read, or does not run to its end; then the message names the cell."""


def find(paths: Iterable[pathlib.Path]) -> list[pathlib.Path]:
    """List notebooks in reading order: the files given, and those directly in the folders given.

    Raises
    ------
    FileNotFoundError
        If a path does not exist, or a folder holds no notebook: a check of nothing must not pass.
    """
    notebooks = []
    for path in paths:
        found = sorted(path.glob("*.ipynb")) if path.is_dir() else [path]
        if not found or not found[0].exists():
            raise FileNotFoundError(f"no notebook at {path}")
        notebooks += found
    return notebooks


def read(path: pathlib.Path) -> NotebookNode:
    """Read a notebook as it is: nothing is added or upgraded.

    Raises
    ------
    BrokenNotebook
        If the file is not JSON (an unfinished merge, for example), or is a notebook of another format than 4.
    """
    text = path.read_text(encoding="utf-8")
    try:
        content = json.loads(text)
    except ValueError as error:
        raise BrokenNotebook(f"not a JSON file: {error}") from error
    if content.get("nbformat") != 4:
        raise BrokenNotebook(f"notebook format {content.get('nbformat')}, expected 4")
    return nbformat.v4.reads(text)


def render(notebook: NotebookNode) -> str:
    """Give the text of a notebook file: sorted keys, one blank of indentation, a newline at the end."""
    return nbformat.v4.writes(notebook) + "\n"


def tidy(notebook: NotebookNode) -> NotebookNode:
    """Return a copy with stable cell ids and with only the metadata worth keeping.

    Cells are named ``cell-01``, ``cell-02`` and so on, in order. Tags, attachments and outputs stay, the pieces of a
    stream joined; whatever else editors and kernels add goes.
    """
    result = nbformat.v4.new_notebook(metadata=copy.deepcopy(METADATA))
    for number, cell in enumerate(notebook.cells, start=1):
        kept = copy.deepcopy(cell)
        kept.id = f"cell-{number:02d}"
        kept.metadata = NotebookNode({key: value for key, value in cell.metadata.items() if key == "tags"})
        if cell.cell_type == "code":
            kept.outputs = _joined_streams(kept.outputs)
        for output in kept.get("outputs", []):
            output.get("data", {}).pop(WIDGET_VIEW, None)
        result.cells.append(kept)
    return result


def _joined_streams(outputs: Iterable[NotebookNode]) -> list[NotebookNode]:
    """Join neighbouring pieces of one stream: where a kernel cuts what is printed depends on the clock."""
    joined: list[NotebookNode] = []
    for output in outputs:
        previous = joined[-1] if joined else NotebookNode()
        if output.output_type == "stream" and previous.get("name") == output.name:
            previous.text += output.text
        else:
            joined.append(output)
    return joined


def execute(path: pathlib.Path, *, max_cell_seconds: int = 900) -> NotebookNode:
    """Run a notebook from top to bottom in a fresh kernel and return it, tidy, with its outputs.

    The file stays as it is.

    Parameters
    ----------
    path : pathlib.Path
        The notebook.
    max_cell_seconds : int
        The longest a single cell may take.

    Raises
    ------
    BrokenNotebook
        If the file cannot be read, or a cell raises, takes too long or ends the kernel.
    """
    notebook = tidy(read(path))
    started: list[str] = []
    try:
        run_notebook(notebook, max_cell_seconds=max_cell_seconds, on_cell=started.append)
    except CellExecutionError as error:
        raise BrokenNotebook(f"{started[-1]}: raised {error.ename}: {error.evalue}") from error
    except CellTimeoutError as error:
        raise BrokenNotebook(f"{started[-1]}: took longer than {max_cell_seconds} s") from error
    except DeadKernelError as error:
        raise BrokenNotebook(f"{started[-1]}: the kernel died, for lack of memory perhaps") from error
    return tidy(notebook)


def faults(notebook: NotebookNode) -> list[str]:
    """List what is wrong with a notebook in itself, whatever a new run may give; lines begin with the cell's id."""
    found = []
    if "widgets" in notebook.metadata:
        found.append("metadata holds widget state, which some web pages refuse to show")
    try:
        nbformat.validate(tidy(notebook))
    except nbformat.ValidationError as error:
        found.append(f"not a valid notebook: {error.message}")
    size = len(render(notebook).encode())
    if size > MAX_BYTES:
        found.append(f"{size:,} bytes, more than {MAX_BYTES:,}: draw fewer points or smaller figures")
    n_executed = 0
    for number, cell in enumerate(notebook.cells, start=1):
        if cell.cell_type != "code" or not cell.source.strip():
            continue
        n_executed += 1
        lines = []
        if cell.execution_count != n_executed:
            lines.append(
                f"execution count is {cell.execution_count}, expected {n_executed}: not run from top to bottom"
            )
        for output in cell.outputs:
            lines += _output_faults(output)
        found += [f"cell-{number:02d}: {line}" for line in lines]
    return found


def _output_faults(output: NotebookNode) -> list[str]:
    found = []
    for kind, content in _parts(output).items():
        if kind == "error":
            found.append(f"the output is an error: {content}")
        elif kind == "stream stderr":
            found.append(f"something was written to stderr, such as a warning: {_cut(content.strip())!r}")
        elif "image/" not in kind:
            if address := ADDRESS.search(content):
                found.append(
                    f"{kind} shows the address of an object ({address[0]!r}), which no other run repeats; "
                    "end the cell with a semicolon, or show something else"
                )
            if local := LOCAL_PATH.search(content):
                found.append(f"{kind} shows a path of this machine: {local[0]!r}")
    return found


def differences(stored: NotebookNode, fresh: NotebookNode) -> list[str]:
    """List the outputs in which two runs of one notebook differ. Each line begins with the cell's id.

    Text, HTML and streams must be equal. PNG images must have the same size and, pixel by pixel, nearly the same
    colours: their bytes also name the version of matplotlib. Both notebooks must have the same cells.
    """
    found = []
    for number, (old, new) in enumerate(zip(stored.cells, fresh.cells, strict=True), start=1):
        old_parts = [_parts(output) for output in old.get("outputs", [])]
        new_parts = [_parts(output) for output in new.get("outputs", [])]
        old_kinds = [kind for parts in old_parts for kind in parts]
        new_kinds = [kind for parts in new_parts for kind in parts]
        if old_kinds != new_kinds:
            lines = [f"stored outputs are {old_kinds}, a new run gives {new_kinds}"]
        else:
            lines = [
                f"{kind} is stale{difference}"
                for old_output, new_output in zip(old_parts, new_parts, strict=True)
                for kind in old_output
                if (difference := _difference(kind, old_output[kind], new_output[kind]))
            ]
        found += [f"cell-{number:02d}: {line}" for line in lines]
    return found


def _parts(output: NotebookNode) -> dict[str, str]:
    """Split an output into kind -> content, for example ``{"display_data text/html": "<p>"}``."""
    if output.output_type == "stream":
        return {f"stream {output.name}": output.text}
    if output.output_type == "error":
        return {"error": f"{output.ename}: {output.evalue}"}
    return {
        f"{output.output_type} {mime}": content if isinstance(content, str) else json.dumps(content, sort_keys=True)
        for mime, content in sorted(output.data.items())
    }


def _difference(kind: str, stored: str, fresh: str) -> str:
    """Say how two contents differ, or nothing if they count as equal."""
    if kind.endswith("image/png"):
        return _image_difference(stored, fresh)
    if stored == fresh:
        return ""
    return _text_difference(stored, fresh)


def _image_difference(stored: str, fresh: str) -> str:
    old, new = (matplotlib.image.imread(io.BytesIO(base64.b64decode(text)), format="png") for text in (stored, fresh))
    if old.shape != new.shape:
        return f": {old.shape[1]} x {old.shape[0]} pixels are stored, a new run gives {new.shape[1]} x {new.shape[0]}"
    difference = float(np.abs(old - new).mean())
    if difference <= MAX_PIXEL_DIFFERENCE:
        return ""
    return f": the pixels differ by {difference:.6f} on average, allowed are {MAX_PIXEL_DIFFERENCE:.6f}"


def _text_difference(stored: str, fresh: str, *, n_lines: int = 4) -> str:
    """Show the lines from the first difference on, long lines cut around it."""
    old, new = stored.split("\n"), fresh.split("\n")
    first = _n_equal(old, new)
    column = _n_equal(old[first], new[first]) if first < min(len(old), len(new)) else 0
    start = max(0, column - 60)
    lines = [f"  - {_cut(line[start:])}" for line in old[first : first + n_lines]]
    lines += [f"  + {_cut(line[start:])}" for line in new[first : first + n_lines]]
    return "\n".join([f", from line {first + 1}, column {column + 1}:", *lines])


def _n_equal(left: Sequence[str], right: Sequence[str]) -> int:
    """Count the items, or characters, that two sequences have in common at their beginning."""
    return sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], zip(left, right, strict=False)))


def _cut(text: str, *, max_length: int = 110) -> str:
    return text if len(text) <= max_length else text[: max_length - 3] + "..."


def check(path: pathlib.Path) -> list[str]:
    """Run a notebook and list what is wrong with its file; empty when its outputs are true."""
    found: list[str] = []
    try:
        stored = read(path)
        found += faults(stored)
        found += differences(stored, execute(path))
    except BrokenNotebook as error:
        return [*found, str(error)]
    if not found and path.read_text(encoding="utf-8") != render(tidy(stored)):
        found.append("the file is not as --write leaves it (cell ids, metadata or layout)")
    return found


def write(path: pathlib.Path) -> list[str]:
    """Run a notebook and store its outputs, unless something is wrong with them: then list that and leave the file."""
    try:
        notebook = execute(path)
    except BrokenNotebook as error:
        return [str(error)]
    found = faults(notebook)
    if not found:
        write_text(path, render(notebook))
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Handle every notebook and print the findings; the exit status is 1 if there are any."""
    parser = argparse.ArgumentParser(description="Execute the notebooks, and keep their stored outputs true.")
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument("--write", action="store_const", dest="handle", const=write, help="run, and store the outputs")
    action.add_argument(
        "--check", action="store_const", dest="handle", const=check, help="run, and compare the outputs"
    )
    parser.add_argument("paths", nargs="*", type=pathlib.Path, help="notebooks or folders (default: notebooks/)")
    options = parser.parse_args(arguments)
    handle: Callable[[pathlib.Path], list[str]] = options.handle
    try:
        paths = find(options.paths or [ROOT / "notebooks"])
    except FileNotFoundError as error:
        parser.error(str(error))

    n_findings = 0
    for path in paths:
        begin = time.perf_counter()
        found = handle(path)
        print(f"{path.name}: {'ok' if not found else 'FAILED'} ({time.perf_counter() - begin:.1f} s)", flush=True)
        for line in found:
            print(f"{path.name}, {line}", flush=True)
        n_findings += len(found)
    if n_findings and handle is check:
        print("What to do: if the new outputs are right, run tools/notebooks.py --write and review the change.")
    return 1 if n_findings else 0


if __name__ == "__main__":
    sys.exit(main())
