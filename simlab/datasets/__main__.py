"""Write the bundled corpora again, or check that the stored files are what the generators make.

``python -m simlab.datasets --write [NAME]`` writes; ``python -m simlab.datasets --check [NAME]`` compares and fails if
anything differs. NAME left out means every corpus.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import importlib
import importlib.util
import json
import pathlib
import sys
from collections.abc import Sequence

import pandas as pd

from simlab.datasets.load import bundled
from simlab.errors import UnknownName, some
from simlab.files import gzip_writer, write_text

__all__ = ["build", "main"]

GENERATORS = {
    "newsroom": "simlab.datasets.newsroom",
    "storefront": "simlab.datasets.storefront",
    "jobboard": "simlab.datasets.jobboard",
}
"""Corpus -> module with ``generate(seed)``; imported when asked for."""

_FILES_HEADING = "## Files and counts"


def build(name: str) -> dict[str, bytes]:
    """Make a corpus in memory.

    Parameters
    ----------
    name : str
        A corpus with a generator.

    Returns
    -------
    dict of str to bytes
        File name (without ``.gz``) -> content: ``documents.jsonl``, ``pairs.csv``, and ``counts``, the section of the
        card that counts and hashes them.

    Raises
    ------
    UnknownName
        If there is no generator of this name.
    """
    known = [key for key, module in GENERATORS.items() if importlib.util.find_spec(module)]
    if name not in known:
        raise UnknownName("name", name, some(known), "choose one of them")
    documents, pairs = importlib.import_module(GENERATORS[name]).generate()
    lines = (json.dumps(row, ensure_ascii=False, allow_nan=False) for row in documents.to_dict("records"))
    files = {
        "documents.jsonl": "".join(f"{line}\n" for line in lines).encode("utf-8"),
        "pairs.csv": pairs.to_csv(index=False, lineterminator="\n", float_format="%g").encode("utf-8"),
    }
    return {**files, "counts": _counts(documents, pairs, files).encode("utf-8")}


def _counts(documents: pd.DataFrame, pairs: pd.DataFrame, files: dict[str, bytes]) -> str:
    """The card's last section."""
    rows = [
        _FILES_HEADING,
        "",
        "Written by `python -m simlab.datasets --write`; SHA-256 of the content before compression.",
        "",
        "| file | rows | bytes | SHA-256 |",
        "|---|---:|---:|---|",
    ]
    for (file, content), table in zip(files.items(), [documents, pairs], strict=True):
        rows.append(f"| {file} | {len(table):,} | {len(content):,} | `{hashlib.sha256(content).hexdigest()}` |")
    n_clusters, n_segments = documents["cluster"].nunique(), documents["segment"].nunique()
    rows += [
        "",
        f"{n_clusters:,} clusters, {n_segments:,} segments.",
        "",
        "| relation | label | pairs |",
        "|---|---:|---:|",
    ]
    counts = pairs.groupby(["label", "relation"]).size().sort_index(ascending=[False, True])
    rows += [f"| {relation} | {label:g} | {number:,} |" for (label, relation), number in counts.items()]
    return "\n".join(rows) + "\n"


def _card(folder: pathlib.Path, counts: str) -> str:
    """The card with its last section replaced; what stands above is written by hand."""
    path = folder / "card.md"
    old = path.read_text(encoding="utf-8") if path.is_file() else f"# {folder.name}\n\n"
    return old.split(_FILES_HEADING)[0] + counts


def _write(name: str) -> list[str]:
    files = build(name)
    folder = bundled("datasets") / name
    for file in ("documents.jsonl", "pairs.csv"):
        with gzip_writer(folder / f"{file}.gz") as compressed:
            compressed.write(files[file])
    write_text(folder / "card.md", _card(folder, files["counts"].decode("utf-8")))
    return []


def _check(name: str) -> list[str]:
    """What differs from the stored files, one line each."""
    files = build(name)
    folder = bundled("datasets") / name
    problems = []
    for file in ("documents.jsonl", "pairs.csv"):
        path = folder / f"{file}.gz"
        if not path.is_file():
            problems.append(f"{name}: {path.name} is missing")
        elif gzip.decompress(path.read_bytes()) != files[file]:
            problems.append(f"{name}: {path.name} differs from what the generator makes")
    card = folder / "card.md"
    if not card.is_file():
        problems.append(f"{name}: card.md is missing")
    elif card.read_text(encoding="utf-8") != _card(folder, files["counts"].decode("utf-8")):
        problems.append(f"{name}: card.md has other counts or hashes")
    return problems


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m simlab.datasets", description=__doc__)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--write", action="store_true", help="write the files again")
    what.add_argument("--check", action="store_true", help="compare the files with what the generators make")
    parser.add_argument("name", nargs="?", metavar="NAME", help="one corpus; every corpus if left out")
    options = parser.parse_args(arguments)
    present = [name for name, module in GENERATORS.items() if importlib.util.find_spec(module)]
    problems: list[str] = []
    try:
        for name in [options.name] if options.name else present:
            problems += _write(name) if options.write else _check(name)
            print(f"{name}: {'written' if options.write else 'checked'}")
    except UnknownName as error:
        problems.append(str(error))
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
