"""The command line: thin shells over plain functions.

Data goes to standard output or to files, messages go to standard error. Exit codes: 0 done (``check``: pass), 1 error,
2 wrong usage, 3 ``check`` warns, 4 ``check`` fails.
"""

from __future__ import annotations

import json
import os
import pathlib
import sys
from typing import Annotated, Any

import pandas as pd
import typer
import yaml

from simlab import __version__
from simlab.documents import read_documents, read_table
from simlab.errors import (
    InvalidFingerprints,
    InvalidPairs,
    InvalidPipeline,
    InvalidThresholds,
    SimlabError,
    described,
    some,
)
from simlab.files import atomic_path
from simlab.fingerprints.pipeline import Pipeline, documents_with_only_html
from simlab.fingerprints.presets import presets
from simlab.fingerprints.storage import as_fingerprints, to_hex
from simlab.health.bits import check_bits
from simlab.neighbors.clusters import dedupe_greedy, group_documents
from simlab.neighbors.join import find_pairs
from simlab.registry import Stage, stage
from simlab.thresholds.export import (
    export_thresholds,
    load_thresholds,
    read_thresholds,
    thresholds_of,
    verify_thresholds,
)
from simlab.thresholds.load import load_pairs
from simlab.thresholds.pairs import pairs_from_clusters
from simlab.thresholds.table import chance_pairs
from simlab.thresholds.tune import tune as tune_threshold

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="From raw pages to a near-duplicate threshold you can defend.\n\n"
    "Exit codes: 0 done (check: pass), 1 error, 2 wrong usage, 3 check warns, 4 check fails.",
)

_TABLE_ENDINGS = (".csv", ".jsonl", ".ndjson", ".parquet")

Documents = Annotated[
    str,
    typer.Argument(
        metavar="DOCUMENTS",
        help=(
            "CSV, JSONL or Parquet file (also .gz), folder of .html/.txt files, or - for JSON lines on standard input."
        ),
    ),
]
DocId = Annotated[str | None, typer.Option("--doc-id", help="Column with the document id.  [default: doc_id or id]")]
TextColumn = Annotated[str | None, typer.Option("--text", help="Column with the text.  [default: text]")]
HtmlColumn = Annotated[str | None, typer.Option("--html-column", help="Column with the HTML page.  [default: html]")]
Encoding = Annotated[
    str | None, typer.Option(help="Encoding of text files.  [default: found from the file, else UTF-8]")
]
PipelineName = Annotated[
    str, typer.Option("--pipeline", "-p", help="Preset, or a thresholds.yaml whose pipeline is taken.")
]
Changes = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="Change a pipeline parameter, e.g. --set shingle_size=2."),
]
Html = Annotated[
    str, typer.Option("--html", help="How pages become text: none, markdown, or auto (markdown if there is only HTML).")
]
Output = Annotated[
    str,
    typer.Option(
        "--output", "-o", help="File to write (.csv, .jsonl, .parquet, also .gz), or - for CSV on standard output."
    ),
]
MaxDistance = Annotated[
    int | None,
    typer.Option(
        "--max-distance",
        "-d",
        help="Largest distance of a pair, 0..64.  [default: that of a thresholds.yaml given as --pipeline]",
    ),
]
Progress = Annotated[
    bool | None, typer.Option("--progress/--no-progress", help="Show a progress bar.  [default: in a terminal]")
]


@app.callback(invoke_without_command=True)
def _root(
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.", is_eager=True)] = False,
) -> None:
    if version:
        _print(f"simlab {__version__}")
        raise typer.Exit


@app.command()
def fingerprint(
    documents: Documents,
    pipeline: PipelineName = "default",
    changes: Changes = None,
    html: Html = "auto",
    output: Output = "-",
    doc_id: DocId = None,
    text: TextColumn = None,
    html_column: HtmlColumn = None,
    encoding: Encoding = None,
    progress: Progress = None,
) -> None:
    """Fingerprint documents: doc_id, fingerprint (0x text), what it rests on.

    Example: simlab fingerprint pages.jsonl.gz -o fingerprints.csv
    """
    _check_output(output)
    table = _read(documents, doc_id=doc_id, text=text, html=html_column, encoding=encoding)
    chosen = _pipeline(pipeline, changes, html, table)
    found = chosen.fingerprint_table(chosen.inputs(table), progress=progress)
    _say(f"{len(found)} documents, {int(found['fingerprint'].isna().sum())} without fingerprint")
    _report_errors(found)
    # Whoever reads the file must be able to tell which pipeline made it, also where attributes of a table get lost.
    described_table = found.rename_axis("doc_id").reset_index().assign(pipeline=chosen.identity, n_bits=chosen.n_bits)
    _write_table(described_table, output)


@app.command()
def tune(
    documents: Documents,
    pairs: Annotated[
        str | None,
        typer.Argument(
            metavar="[PAIRS]", help="Labelled pairs, or clusters.  [default: the documents' column cluster]"
        ),
    ] = None,
    output: Annotated[
        str, typer.Option("--output", "-o", help="The thresholds.yaml to write, or - for standard output.")
    ] = "thresholds.yaml",
    pipeline: PipelineName = "default",
    changes: Changes = None,
    html: Html = "auto",
    max_false_positive_rate: Annotated[
        float | None, typer.Option(help="Choose the best recall within this rate, 0..1.  [default: choose the best F1]")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the split.")] = 0,
    test_ratio: Annotated[float, typer.Option(help="Share of duplicate families held out.")] = 0.5,
    plot: Annotated[str | None, typer.Option(help="PNG to write with histogram, ROC and precision-recall.")] = None,
    left_id: Annotated[str | None, typer.Option(help="Column of the pairs.  [default: left_id or id_a]")] = None,
    right_id: Annotated[str | None, typer.Option(help="Column of the pairs.  [default: right_id or id_b]")] = None,
    label: Annotated[str, typer.Option(help="Column of the pairs with the label.")] = "label",
    positive_label: Annotated[
        str | None, typer.Option(help="The label that means near-duplicate.  [default: 1]")
    ] = None,
    n_negatives: Annotated[
        int | None, typer.Option(help="With clusters: number of negative pairs to draw.  [default: all]")
    ] = None,
    doc_id: DocId = None,
    text: TextColumn = None,
    html_column: HtmlColumn = None,
    cluster: Annotated[str | None, typer.Option(help="Column with the duplicate family.  [default: cluster]")] = None,
    encoding: Encoding = None,
    pairs_encoding: Annotated[str | None, typer.Option(help="Encoding of PAIRS.  [default: as for DOCUMENTS]")] = None,
    progress: Progress = None,
) -> None:
    """Choose a threshold on labelled pairs, report it on held-out ones, and write thresholds.yaml.

    Example: simlab tune pages.jsonl.gz pairs.csv -o thresholds.yaml --plot roc.png
    """
    table = _read(documents, doc_id=doc_id, text=text, html=html_column, cluster=cluster, encoding=encoding)
    chosen = _pipeline(pipeline, changes, html, table)
    if pairs is not None:
        labelled = load_pairs(
            pairs,
            left_id=left_id,
            right_id=right_id,
            label=label,
            positive_label=positive_label,
            n_negatives=n_negatives,
            seed=seed,
            encoding=pairs_encoding,
        )
    elif "cluster" in table:
        labelled = pairs_from_clusters(table.set_index("doc_id")["cluster"], n_negatives=n_negatives, seed=seed)
    else:
        raise InvalidPairs(
            "PAIRS",
            described("no file"),
            "a file of labelled pairs, or documents with a cluster column",
            "pass the pairs as second argument",
        )
    policy: str | Stage = "max_f1"
    if max_false_positive_rate is not None:
        policy = stage("max_recall", max_false_positive_rate=max_false_positive_rate)
    point = tune_threshold(chosen, table, labelled, policy=policy, seed=seed, test_ratio=test_ratio, progress=progress)
    report = point.summary()
    if len(point.relations):
        report += f"\n\nheld-out pairs by relation:\n{_shown(point.relations)}"
    # Files first: a reader of the messages may be gone before they are all written.
    if plot is not None:
        with atomic_path(plot) as temporary:
            point.plot().savefig(temporary, format="png", dpi=120)
    if output == "-":
        _print(thresholds_of(point).to_yaml(), end="")
        _print(report, error=True)
    else:
        export_thresholds(point, output)
        _print(report)
        _say(f"wrote {output}")
    if plot is not None:
        _say(f"wrote {plot}")


@app.command()
def verify(thresholds: Annotated[str, typer.Argument(metavar="THRESHOLDS", help="A thresholds.yaml.")]) -> None:
    """Recompute a thresholds.yaml's check values; exit code 1 if one differs.

    Example: simlab verify thresholds.yaml
    """
    table = verify_thresholds(read_thresholds(thresholds))
    _print(_shown(table) if len(table) else "no pipeline in the file, nothing to recompute")
    if not table["holds"].all():
        load_thresholds(thresholds)  # raises with the words that explain it
    _print(f"{len(table)} of {len(table)} checks hold")


@app.command()
def pairs(
    documents: Documents,
    max_distance: MaxDistance = None,
    pipeline: PipelineName = "default",
    changes: Changes = None,
    html: Html = "auto",
    output: Output = "-",
    doc_id: DocId = None,
    text: TextColumn = None,
    html_column: HtmlColumn = None,
    encoding: Encoding = None,
    progress: Progress = None,
) -> None:
    """Find every pair of documents within a distance: left_id, right_id, distance.

    DOCUMENTS may also hold fingerprints made before (a column fingerprint instead of text).

    Example: simlab pairs pages.jsonl.gz --pipeline thresholds.yaml -o pairs.csv
    """
    _check_output(output)
    limit = _limit(max_distance, pipeline, changes, html)
    fingerprints = _fingerprints(
        documents,
        pipeline,
        changes,
        html,
        progress,
        doc_id=doc_id,
        text=text,
        html_column=html_column,
        encoding=encoding,
    )
    found = find_pairs(fingerprints, limit, progress=progress)
    _warn_of_chance(int(fingerprints.notna().sum()), limit, _width(fingerprints))
    _say(f"{len(found)} pairs within {limit} bits among {len(fingerprints)} documents")
    _write_table(found, output)


@app.command()
def dedupe(
    documents: Documents,
    max_distance: MaxDistance = None,
    method: Annotated[
        str, typer.Option(help="greedy: first seen stays; grouped: linked documents form one group.")
    ] = "greedy",
    pipeline: PipelineName = "default",
    changes: Changes = None,
    html: Html = "auto",
    output: Output = "-",
    doc_id: DocId = None,
    text: TextColumn = None,
    html_column: HtmlColumn = None,
    encoding: Encoding = None,
    progress: Progress = None,
) -> None:
    """Say for every document whether it stays, and which document stands for it: doc_id, is_kept, kept_id.

    Nothing is deleted. greedy depends on the order of the documents; grouped chains neighbours of neighbours.

    Example: simlab dedupe pages.jsonl.gz --pipeline thresholds.yaml -o kept.csv
    """
    if method not in ("greedy", "grouped"):
        raise InvalidPipeline("method", method, "greedy or grouped", "pass --method greedy")
    _check_output(output)
    limit = _limit(max_distance, pipeline, changes, html)
    fingerprints = _fingerprints(
        documents,
        pipeline,
        changes,
        html,
        progress,
        doc_id=doc_id,
        text=text,
        html_column=html_column,
        encoding=encoding,
    )
    found = (
        dedupe_greedy(fingerprints, limit)
        if method == "greedy"
        else group_documents(fingerprints, limit, progress=progress)
    )
    _warn_of_chance(int(fingerprints.notna().sum()), limit, _width(fingerprints))
    _say(f"{int(found['is_kept'].sum())} of {len(found)} documents stay (distance <= {limit}, {method})")
    _write_table(found, output)


@app.command()
def check(
    documents: Documents,
    pipeline: PipelineName = "default",
    changes: Changes = None,
    html: Html = "auto",
    n_bits: Annotated[
        int | None, typer.Option(help="Width of fingerprints made before.  [default: what the file says, else 64]")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write the finding as JSON.")] = False,
    doc_id: DocId = None,
    text: TextColumn = None,
    html_column: HtmlColumn = None,
    encoding: Encoding = None,
    progress: Progress = None,
) -> None:
    """Take a first look at a hash on your documents: dead bits, distance of random pairs.

    DOCUMENTS may also hold fingerprints made before. Exit code 0 pass, 3 warn, 4 fail.

    Example: simlab check pages.jsonl.gz --pipeline crawler-words
    """
    fingerprints = _fingerprints(
        documents,
        pipeline,
        changes,
        html,
        progress,
        doc_id=doc_id,
        text=text,
        html_column=html_column,
        encoding=encoding,
    )
    found = check_bits(fingerprints, n_bits=_width(fingerprints) if n_bits is None else n_bits)
    _print(json.dumps(found.to_dict()) if as_json else found.summary())
    raise typer.Exit({"pass": 0, "warn": 3, "fail": 4}[found.verdict])


@app.command()
def demo(
    out: Annotated[str, typer.Option(help="Folder for thresholds.yaml, roc.png and the executed quickstart.")] = "out",
    notebook: Annotated[
        bool, typer.Option("--notebook/--no-notebook", help="Also execute the quickstart notebook.")
    ] = True,
) -> None:
    """Tune a threshold on the bundled news pages and show what the folklore threshold 3 would have missed.

    Example: simlab demo --out out
    """
    from simlab.demo import run_demo

    run_demo(pathlib.Path(out), notebook=notebook, say=_print)


@app.command()
def lab(
    folder: Annotated[str, typer.Argument(help="Folder for your copy of the notebooks.")] = "simlab-notebooks",
) -> None:
    """Copy the notebooks into a folder, unless they are there, and open JupyterLab on it.

    Example: simlab lab
    """
    from simlab.demo import copy_notebooks

    target = copy_notebooks(pathlib.Path(folder))
    _say(f"notebooks are in {target}")
    os.execv(sys.executable, [sys.executable, "-m", "jupyterlab", str(target)])


def main() -> None:
    """Run the command line; errors end with a line on standard error and exit code 1."""
    _make_output_safe()
    try:
        # Not standalone: a closed pipe must not become exit code 1 before the files are written.
        raise SystemExit(app(standalone_mode=False) or 0)
    except _UsageProblem as problem:
        problem.show()
        raise SystemExit(problem.exit_code) from None
    except (typer.Abort, KeyboardInterrupt):
        _say("interrupted; files that were complete stay")
        raise SystemExit(130) from None
    except SimlabError as problem:
        _fail(str(problem))
    except OSError as problem:
        _fail(f"{problem.filename or 'file'}: {problem.strerror or problem}")


# The parent of every complaint about arguments, wherever this version of typer keeps it.
_UsageProblem: Any = typer.BadParameter.__mro__[2]


def _make_output_safe() -> None:
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


def _print(text: str, *, end: str = "\n", error: bool = False) -> None:
    """Write to standard output (or error); a reader that has seen enough, head for example, is no fault of ours."""
    stream = sys.stderr if error else sys.stdout
    try:
        stream.write(text + end)
        stream.flush()
    except OSError:
        # What follows goes nowhere, and nothing is left to complain about at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _fail(message: str) -> None:
    _say(f"error: {message}")
    raise SystemExit(1)


def _say(message: str) -> None:
    _print(f"simlab: {message}", error=True)


def _shown(table: pd.DataFrame) -> str:
    """A small table as text, whole, rates with three decimals."""
    return table.to_string(index=False, float_format=lambda value: f"{value:.3f}", max_colwidth=42)


def _read(documents: str, **columns: str | None) -> pd.DataFrame:
    return read_documents(sys.stdin.buffer if documents == "-" else documents, **columns)


def _pipeline(name: str, changes: list[str] | None, html: str, documents: pd.DataFrame) -> Pipeline:
    """The pipeline that was asked for; HTML pages without a text column are cleaned unless told otherwise."""
    is_file = _is_thresholds_file(name)
    chosen = load_thresholds(name).build_pipeline() if is_file else presets[name]
    if html not in ("auto", "none", "markdown"):
        raise InvalidPipeline("--html", html, "none, markdown or auto", "pass --html auto")
    if html != "auto":
        chosen = chosen.replace(html=html)
    elif not is_file and documents_with_only_html(documents).any():
        chosen = chosen.replace(html="markdown")
        _say("documents are HTML pages: their main content is compared (--html none to compare the source)")
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


def _limit(max_distance: int | None, pipeline: str, changes: list[str] | None, html: str) -> int:
    """The distance that was asked for, or that of a thresholds.yaml whose pipeline is used as it is."""
    if max_distance is not None:
        return max_distance
    if not _is_thresholds_file(pipeline):
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


def _is_thresholds_file(pipeline: str) -> bool:
    return pipeline.endswith((".yaml", ".yml"))


def _warn_of_chance(n_documents: int, max_distance: int, n_bits: int) -> None:
    """Say when chance alone makes a distance flag unrelated documents in a corpus of this size."""
    expected = chance_pairs(n_documents, max_distance, n_bits)
    if expected >= 1:
        _say(
            f"warning: {n_documents} unrelated documents would give about {expected:,.0f} pairs within "
            f"{max_distance} of "
            f"{n_bits} bits by chance alone; a smaller distance merges fewer"
        )


def _fingerprints(
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
    held = _held_fingerprints(documents, doc_id, encoding)
    if held is not None:
        _check_made_by(held, pipeline, changes, html)
        return held
    read = _read(documents, doc_id=doc_id, text=text, html=html_column, encoding=encoding)
    chosen = _pipeline(pipeline, changes, html, read)
    found = chosen.fingerprint_table(chosen.inputs(read), progress=progress)
    _report_errors(found)
    column = found["fingerprint"]
    column.attrs["pipeline"] = found.attrs["pipeline"]
    return column


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
    return column


def _check_made_by(held: pd.Series, pipeline: str, changes: list[str] | None, html: str) -> None:
    """Fingerprints made before are those of their own pipeline: no option can change them, no other threshold fits."""
    if changes or html != "auto":
        raise InvalidPipeline(
            "--set, --html",
            described("a change to the pipeline, and fingerprints made before"),
            "fingerprints as they are",
            "leave the option out, or pass the documents",
        )
    asked = load_thresholds(pipeline).build_pipeline() if _is_thresholds_file(pipeline) else presets[pipeline]
    made_by = held.attrs["file_pipeline"]
    if made_by is not None and pipeline != "default" and made_by != asked.identity:
        raise InvalidFingerprints(
            "DOCUMENTS",
            described(f"fingerprints of pipeline {made_by}"),
            f"those of {pipeline}, {asked.identity}",
            "fingerprint the documents again with this pipeline",
        )
    if made_by is None and _is_thresholds_file(pipeline):
        _say(f"warning: the file does not say which pipeline made its fingerprints; {pipeline} fits one pipeline only")


def _width(fingerprints: pd.Series) -> int:
    """Bits of a column of fingerprints: those of its pipeline, 64 if it is not known."""
    made_by = fingerprints.attrs.get("pipeline")
    return int(made_by["n_bits"]) if made_by else int(fingerprints.attrs.get("file_n_bits") or 64)


def _report_errors(table: pd.DataFrame) -> None:
    failed = table[table["status"] == "error"]
    for doc_id, reason in failed["reason"].head(5).items():
        _say(f"document {doc_id!r} has no fingerprint: {reason}")
    if len(failed) > 5:
        _say(f"and {len(failed) - 5} more documents with errors; see the column status")


def _write_table(table: pd.DataFrame, output: str) -> None:
    """Write a table where it was asked for, whole or not at all; fingerprints as 0x text in text files."""
    shown = table.copy()
    if "fingerprint" in shown and not output.endswith(".parquet"):
        shown["fingerprint"] = to_hex(shown["fingerprint"])
    if output == "-":
        _print(shown.to_csv(index=False, lineterminator="\n"), end="")
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
    _say(f"wrote {output}")


def _check_output(output: str) -> None:
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
