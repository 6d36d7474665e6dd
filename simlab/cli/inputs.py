"""What a command is given becomes documents, a pipeline, a distance, fingerprints."""

from __future__ import annotations

import pathlib
import sys
from typing import Any

import pandas as pd
import yaml

from simlab.cli.streams import say
from simlab.documents import read_documents, read_table
from simlab.errors import InvalidFingerprints, InvalidPipeline, InvalidThresholds, described, some
from simlab.fingerprints.inputs import documents_with_only_html
from simlab.fingerprints.pipeline import Pipeline
from simlab.fingerprints.presets import presets
from simlab.fingerprints.storage import as_fingerprints
from simlab.neighbors.join import checked_distance
from simlab.thresholds.export import load_thresholds, read_thresholds

_TABLE_ENDINGS = (".csv", ".jsonl", ".ndjson", ".parquet")


def read(documents: str, **columns: str | None) -> pd.DataFrame:
    """Documents from a path, or from standard input for ``-``."""
    return read_documents(sys.stdin.buffer if documents == "-" else documents, **columns)


def choose_pipeline(name: str, changes: list[str] | None, html: str, documents: pd.DataFrame) -> Pipeline:
    """The pipeline that was asked for; HTML pages without a text column are cleaned unless told otherwise."""
    is_file = is_thresholds_file(name)
    chosen = load_thresholds(name).build_pipeline() if is_file else presets[name]
    if html not in ("auto", "none", "markdown"):
        raise InvalidPipeline("--html", html, "none, markdown or auto", "pass --html auto")
    if html != "auto":
        chosen = chosen.replace(html=html)
    elif not is_file and documents_with_only_html(documents).any():
        chosen = chosen.replace(html="markdown")
        say("documents are HTML pages: their main content is compared (--html none to compare the source)")
    parsed: dict[str, Any] = {}
    for change in changes or []:
        key, separator, value = change.partition("=")
        if not separator:
            raise InvalidPipeline("--set", change, "NAME=VALUE", "pass for example --set shingle_size=2")
        try:
            parsed[key.strip()] = yaml.safe_load(value)
        except yaml.YAMLError:
            raise InvalidPipeline(
                "--set",
                change,
                "NAME=VALUE with a YAML value",
                "quote it, for example --set 'hash={name: xxh3-64, seed: 5}'",
            ) from None
    return chosen.replace(**parsed) if parsed else chosen


def choose_distance(max_distance: int | None, pipeline: str, changes: list[str] | None, html: str) -> int:
    """The distance that was asked for, or that of a thresholds.yaml whose pipeline is used as it is."""
    if max_distance is not None:
        return checked_distance(max_distance)
    if not is_thresholds_file(pipeline):
        raise InvalidThresholds(
            "--max-distance",
            described("no value"),
            "a whole number from 0 to 64",
            "pass --max-distance 12, or --pipeline thresholds.yaml",
        )
    if changes or html != "auto":
        raise InvalidThresholds(
            "--set, --html",
            described("a change to the pipeline of a tuned threshold"),
            f"the pipeline of {pipeline} as it is",
            "leave the change out, tune the changed pipeline, or pass --max-distance on your own account",
        )
    found = read_thresholds(pipeline).max_distance
    if found is None:
        raise InvalidThresholds(
            pipeline, described("max_distance: null"), "a threshold that flags something", "pass --max-distance"
        )
    return found


def is_thresholds_file(pipeline: str) -> bool:
    """Say whether the option names a thresholds.yaml and not a preset."""
    return pipeline.endswith((".yaml", ".yml"))


def fingerprints_of(
    documents: str,
    pipeline: str,
    changes: list[str] | None,
    html: str,
    progress: bool | None,
    *,
    doc_id: str | None,
    text: str | None,
    html_column: str | None,
    encoding: str | None,
) -> pd.Series:
    """Fingerprints of documents, or those a table holds already."""
    # Who names a column of texts means documents, whatever else the table holds.
    held = None if text or html_column else _held_fingerprints(documents, doc_id, encoding)
    if held is not None:
        _check_made_by(held, pipeline, changes, html)
        return held
    table = read(documents, doc_id=doc_id, text=text, html=html_column, encoding=encoding)
    chosen = choose_pipeline(pipeline, changes, html, table)
    found = chosen.fingerprint_table(chosen.inputs(table), progress=progress)
    report_errors(found)
    return found["fingerprint"]


def _held_fingerprints(documents: str, doc_id: str | None, encoding: str | None) -> pd.Series | None:
    """The column fingerprint of a table that holds no documents; None if the argument is something else."""
    path = pathlib.Path(documents)
    if documents == "-" or not path.is_file() or not path.name.removesuffix(".gz").endswith(_TABLE_ENDINGS):
        return None
    table = read_table(documents, encoding=encoding)
    if "fingerprint" not in table or "text" in table or "html" in table:
        return None
    id_column = doc_id or next((name for name in ("doc_id", "id") if name in table), None)
    ids = table.index if id_column is None else table[id_column]
    column = as_fingerprints(table["fingerprint"]).set_axis(pd.Index(ids, name="doc_id"))
    for name in ("pipeline", "n_bits"):
        values = table[name].unique().tolist() if name in table else []
        if len(values) > 1:
            raise InvalidFingerprints(
                documents,
                described(f"fingerprints of several pipelines: {some(values)}"),
                "one pipeline a file",
                "split the file",
            )
        column.attrs[f"file_{name}"] = values[0] if values else None
    if column.attrs["file_n_bits"] is not None:
        column.attrs["file_n_bits"] = _whole_width(documents, column.attrs["file_n_bits"])
    return column


def _whole_width(documents: str, width: Any) -> int:
    """The column n_bits of a file: a number from 1 to 64, or the file was not written by simlab."""
    if not str(width).isdigit() or not 1 <= int(width) <= 64:
        raise InvalidFingerprints(
            f"{documents}: n_bits",
            width,
            "a whole number from 1 to 64",
            "restore the column, or remove it and pass --n-bits",
        )
    return int(width)


def _check_made_by(held: pd.Series, pipeline: str, changes: list[str] | None, html: str) -> None:
    """Fingerprints made before are those of their own pipeline: no option can change them, no other threshold fits."""
    if changes or html != "auto":
        raise InvalidPipeline(
            "--set, --html",
            described("a change to the pipeline, and fingerprints made before"),
            "fingerprints as they are",
            "leave the option out, or pass the documents",
        )
    asked = load_thresholds(pipeline).build_pipeline() if is_thresholds_file(pipeline) else presets[pipeline]
    made_by = held.attrs["file_pipeline"]
    if made_by is not None and pipeline != "default" and made_by != asked.identity:
        raise InvalidFingerprints(
            "DOCUMENTS",
            described(f"fingerprints of pipeline {made_by}"),
            f"those of {pipeline}, {asked.identity}",
            "fingerprint the documents again with this pipeline",
        )
    if made_by is None and is_thresholds_file(pipeline):
        say(f"warning: the file does not say which pipeline made its fingerprints; {pipeline} fits one pipeline only")


def width_of(fingerprints: pd.Series) -> int:
    """Bits of a column of fingerprints: those of its pipeline, 64 if it is not known."""
    made_by = fingerprints.attrs.get("pipeline")
    return int(made_by["n_bits"]) if made_by else int(fingerprints.attrs.get("file_n_bits") or 64)


def report_errors(table: pd.DataFrame) -> None:
    """Name the first documents that a stage could not read."""
    failed = table[table["status"] == "error"]
    for doc_id, reason in failed["reason"].head(5).items():
        say(f"document {doc_id!r} has no fingerprint: {reason}")
    if len(failed) > 5:
        say(f"and {len(failed) - 5} more documents with errors; see the column status")
