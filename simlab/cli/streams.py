"""Standard output for data, standard error for messages; neither may spoil a run."""

from __future__ import annotations

import os
import sys

import pandas as pd


def make_output_safe() -> None:
    """Data that is piped on is UTF-8 whatever the locale says; a console shows an escape for what it cannot show."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by the caller
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - open until the end
        elif hasattr(stream, "reconfigure"):
            if stream.isatty():
                stream.reconfigure(errors="backslashreplace")
            else:
                stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def print_out(text: str, *, end: str = "\n", error: bool = False) -> None:
    """Write to standard output (or error); a reader that has seen enough, head for example, is no fault of ours."""
    stream = sys.stderr if error else sys.stdout
    try:
        stream.write(text + end)
        stream.flush()
    except OSError:
        # What follows goes nowhere, and nothing is left to complain about at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def fail(message: str) -> None:
    """End with exit code 1 and one line."""
    say(f"error: {message}")
    raise SystemExit(1)


def say(message: str) -> None:
    """A message for the person at the terminal."""
    print_out(f"simlab: {message}", error=True)


def shown(table: pd.DataFrame) -> str:
    """A small table as text, whole, rates with three decimals."""
    return table.to_string(index=False, float_format=lambda value: f"{value:.3f}", max_colwidth=42)
