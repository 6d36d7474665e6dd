"""Tables become files, whole or not at all, in the format that their name asks for."""

from __future__ import annotations

import pathlib
from typing import Any

import pandas as pd

from simlab.cli.streams import print_out, say
from simlab.errors import InvalidPipeline, described, some
from simlab.files import atomic_path
from simlab.fingerprints.storage import to_hex
from simlab.thresholds.table import chance_pairs


def write_table(table: pd.DataFrame, output: str) -> None:
    """Write a table where it was asked for, whole or not at all; fingerprints as 0x text in text files."""
    shown = table.copy()
    if "fingerprint" in shown and not output.endswith(".parquet"):
        shown["fingerprint"] = to_hex(shown["fingerprint"])
    if output == "-":
        print_out(shown.to_csv(index=False, lineterminator="\n"), end="")
        return
    name = output.removesuffix(".gz")
    compression: Any = {"method": "gzip", "mtime": 0} if output.endswith(".gz") else None
    with atomic_path(output) as temporary:
        if name.endswith(".parquet"):
            _check_one_type(table)
            table.to_parquet(temporary, index=False)
        elif name.endswith(".csv"):
            shown.to_csv(temporary, index=False, lineterminator="\n", compression=compression)
        else:
            shown.to_json(temporary, orient="records", lines=True, force_ascii=False, compression=compression)
    say(f"wrote {output}")


def check_output(output: str) -> None:
    """Refuse a file that could not be written, before the work and not after it."""
    name = output.removesuffix(".gz")
    if output == "-" or name.endswith((".csv", ".jsonl", ".ndjson")) or output.endswith(".parquet"):
        if output != "-" and pathlib.Path(output).is_dir():
            raise InvalidPipeline("--output", output, "a file, not a folder", "add a file name")
        return
    raise InvalidPipeline(
        "--output", output, ".csv, .jsonl or .parquet, the first two also .gz", "choose one of these endings"
    )


def _check_one_type(table: pd.DataFrame) -> None:
    """Parquet columns have one type; ids that are numbers and texts at once fit CSV and JSON lines only."""
    for name in table.columns:
        kinds = {type(value).__name__ for value in table[name]} if table[name].dtype == object else set()
        if len(kinds) > 1:
            raise InvalidPipeline(
                "--output",
                described(f"{name} with values of the types {some(sorted(kinds))}"),
                "one type a column",
                "write .jsonl",
            )


def warn_of_chance(n_documents: int, max_distance: int, n_bits: int) -> None:
    """Say when chance alone makes a distance flag unrelated documents in a corpus of this size."""
    expected = chance_pairs(n_documents, max_distance, n_bits)
    if expected >= 1:
        say(
            f"warning: {n_documents} unrelated documents would give about {expected:,.0f} pairs within "
            f"{max_distance} of "
            f"{n_bits} bits by chance alone; a smaller distance merges fewer"
        )
