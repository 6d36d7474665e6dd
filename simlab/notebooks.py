"""Running a notebook from top to bottom, the same on every machine."""

from __future__ import annotations

import os
import pathlib
import tempfile
from collections.abc import Callable
from typing import Any

__all__ = ["kernel_environment", "run_notebook"]

SETTINGS = ("IPYTHON", "JUPYTER", "MATPLOTLIB", "MPL", "PYTHONSTARTUP", "PYTHONWARNINGS", "SIMLAB")
"""Environment variables that begin so are the user's settings; a kernel started here does not see them."""


def kernel_environment(folder: pathlib.Path) -> dict[str, str]:
    """Return the environment variables of a kernel that keeps to ``folder`` and draws the same on every machine."""
    settings = folder / "matplotlibrc"
    settings.touch()
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(SETTINGS)}
    return inherited | {
        "IPYTHONDIR": str(folder / "ipython"),
        "JUPYTER_CONFIG_DIR": str(folder / "config"),
        "JUPYTER_DATA_DIR": str(folder / "data"),
        "JUPYTER_RUNTIME_DIR": str(folder / "runtime"),
        "MATPLOTLIBRC": str(settings),
        "MPLBACKEND": "module://matplotlib_inline.backend_inline",
        "PYTHONHASHSEED": "0",
        "SIMLAB_PROGRESS": "0",
        "TZ": "UTC",
    }


def run_notebook(
    notebook: Any, *, max_cell_seconds: int = 900, on_cell: Callable[[str], None] = lambda cell_id: None
) -> None:
    """Run a notebook in a fresh kernel of this very interpreter, in an empty folder; its outputs are stored in it.

    Parameters
    ----------
    notebook : nbformat.NotebookNode
        The notebook, changed in place.
    max_cell_seconds : int
        The longest a single cell may take.
    on_cell : callable
        Told the id of each cell before it runs.

    Raises
    ------
    nbclient.exceptions.CellExecutionError, CellTimeoutError, DeadKernelError
        If a cell raises, takes too long or ends the kernel.
    """
    from jupyter_client.kernelspec import KernelSpecManager
    from jupyter_client.manager import AsyncKernelManager
    from nbclient import NotebookClient

    with tempfile.TemporaryDirectory(prefix="simlab-") as name:
        folder = pathlib.Path(name)
        work = folder / "work"
        work.mkdir()
        client = NotebookClient(
            notebook,
            km=AsyncKernelManager(
                # Without any folder of kernels, "python3" can only mean the running interpreter.
                kernel_spec_manager=KernelSpecManager(kernel_dirs=[]),
                kernel_name="python3",
                connection_file=str(folder / "kernel.json"),
                # Files instead of ports: nobody else on the machine can connect. Windows has no such sockets.
                transport="tcp" if os.name == "nt" else "ipc",
            ),
            resources={"metadata": {"path": str(work)}},
            timeout=max_cell_seconds,
            record_timing=False,
            store_widget_state=False,
            on_cell_start=lambda cell, cell_index: on_cell(cell.get("id", str(cell_index))),
        )
        client.execute(env=kernel_environment(folder), cleanup_kc=True)
