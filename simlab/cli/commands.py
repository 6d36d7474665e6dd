"""The commands: thin shells over plain functions."""

from __future__ import annotations

import json
import os
import pathlib
import sys
from typing import Annotated

import typer

from simlab import __version__
from simlab.cli.inputs import choose_distance, choose_pipeline, fingerprints_of, read, report_errors, width_of
from simlab.cli.options import (
    Changes,
    DocId,
    Documents,
    Encoding,
    Html,
    HtmlColumn,
    MaxDistance,
    Output,
    PipelineName,
    Progress,
    TextColumn,
)
from simlab.cli.outputs import check_output, warn_of_chance, write_table
from simlab.cli.streams import print_out, say, shown
from simlab.errors import InvalidPairs, InvalidPipeline, described
from simlab.files import atomic_path
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
from simlab.thresholds.tune import tune as tune_threshold

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="From raw pages to a near-duplicate threshold you can defend.\n\n"
    "Exit codes: 0 done (check: pass), 1 error, 2 wrong usage, 3 check warns, 4 check fails.",
)


@app.callback(invoke_without_command=True)
def _root(
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.", is_eager=True)] = False,
) -> None:
    if version:
        print_out(f"simlab {__version__}")
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
    """Fingerprint documents.

    Columns: doc_id, fingerprint (0x text), what it rests on, and the pipeline that made it.

    \b
    Example: simlab fingerprint pages.jsonl.gz -o fingerprints.csv
    """
    check_output(output)
    table = read(documents, doc_id=doc_id, text=text, html=html_column, encoding=encoding)
    chosen = choose_pipeline(pipeline, changes, html, table)
    found = chosen.fingerprint_table(chosen.inputs(table), progress=progress)
    say(f"{len(found)} documents, {int(found['fingerprint'].isna().sum())} without fingerprint")
    report_errors(found)
    # Whoever reads the file must be able to tell which pipeline made it, also where attributes of a table get lost.
    described_table = found.rename_axis("doc_id").reset_index().assign(pipeline=chosen.identity, n_bits=chosen.n_bits)
    write_table(described_table, output)


@app.command()
def tune(
    documents: Documents,
    pairs: Annotated[
        str | None,
        typer.Argument(metavar="PAIRS", help="Labelled pairs, or clusters.  [default: the documents' column cluster]"),
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
    left_id: Annotated[
        str | None, typer.Option(help="Column of the pairs.  [default: left_id, id_a, url_a or left]")
    ] = None,
    right_id: Annotated[
        str | None, typer.Option(help="Column of the pairs.  [default: right_id, id_b, url_b or right]")
    ] = None,
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
    """Choose a threshold on labelled pairs.

    It is reported on pairs held out from the choice, and written to thresholds.yaml with its evidence.

    \b
    Example: simlab tune pages.jsonl.gz pairs.csv -o thresholds.yaml --plot roc.png
    """
    table = read(documents, doc_id=doc_id, text=text, html=html_column, cluster=cluster, encoding=encoding)
    chosen = choose_pipeline(pipeline, changes, html, table)
    if pairs is not None:
        labelled = load_pairs(
            pairs,
            left_id=left_id,
            right_id=right_id,
            label=label,
            positive_label=positive_label,
            n_negatives=n_negatives,
            seed=seed,
            encoding=pairs_encoding or encoding,
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
        report += f"\n\nheld-out pairs by relation:\n{shown(point.relations)}"
    # Files first: a reader of the messages may be gone before they are all written.
    if plot is not None:
        with atomic_path(plot) as temporary:
            point.plot().savefig(temporary, format="png", dpi=120)
    if output == "-":
        print_out(thresholds_of(point).to_yaml(), end="")
        print_out(report, error=True)
    else:
        export_thresholds(point, output)
        print_out(report)
        say(f"wrote {output}")
    if plot is not None:
        say(f"wrote {plot}")


@app.command()
def verify(thresholds: Annotated[str, typer.Argument(metavar="THRESHOLDS", help="A thresholds.yaml.")]) -> None:
    """Recompute the check values of a thresholds.yaml.

    Exit code 1 if one differs.

    \b
    Example: simlab verify thresholds.yaml
    """
    table = verify_thresholds(read_thresholds(thresholds))
    print_out(shown(table) if len(table) else "no pipeline in the file, nothing to recompute")
    if not table["holds"].all():
        load_thresholds(thresholds)  # raises with the words that explain it
    print_out(f"{len(table)} of {len(table)} checks hold")


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
    """Find every pair of documents within a distance.

    Columns: left_id, right_id, distance.

    DOCUMENTS may also hold fingerprints made before (a column fingerprint instead of text).

    \b
    Example: simlab pairs pages.jsonl.gz --pipeline thresholds.yaml -o pairs.csv
    """
    check_output(output)
    limit = choose_distance(max_distance, pipeline, changes, html)
    fingerprints = fingerprints_of(
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
    warn_of_chance(int(fingerprints.notna().sum()), limit, width_of(fingerprints))
    say(f"{len(found)} pairs within {limit} bits among {len(fingerprints)} documents")
    write_table(found, output)


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
    """Say which documents stay and which stand for others.

    Columns: doc_id, is_kept, kept_id, and its distance (greedy) or the group (grouped).

    Nothing is deleted. greedy depends on the order of the documents; grouped chains neighbours of neighbours.

    \b
    Example: simlab dedupe pages.jsonl.gz --pipeline thresholds.yaml -o kept.csv
    """
    if method not in ("greedy", "grouped"):
        raise InvalidPipeline("method", method, "greedy or grouped", "pass --method greedy")
    check_output(output)
    limit = choose_distance(max_distance, pipeline, changes, html)
    fingerprints = fingerprints_of(
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
    warn_of_chance(int(fingerprints.notna().sum()), limit, width_of(fingerprints))
    say(f"{int(found['is_kept'].sum())} of {len(found)} documents stay (distance <= {limit}, {method})")
    write_table(found, output)


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
    """Take a first look at a hash on your documents.

    Dead bits, and the distance of random pairs.

    DOCUMENTS may also hold fingerprints made before. Exit code 0 pass, 3 warn, 4 fail.

    \b
    Example: simlab check pages.jsonl.gz --pipeline crawler-words
    """
    fingerprints = fingerprints_of(
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
    found = check_bits(fingerprints, n_bits=width_of(fingerprints) if n_bits is None else n_bits)
    print_out(json.dumps(found.to_dict()) if as_json else found.summary())
    raise typer.Exit({"pass": 0, "warn": 3, "fail": 4}[found.verdict])


@app.command()
def demo(
    out: Annotated[str, typer.Option(help="Folder for thresholds.yaml, roc.png and the executed quickstart.")] = "out",
    notebook: Annotated[
        bool, typer.Option("--notebook/--no-notebook", help="Also execute the quickstart notebook.")
    ] = True,
) -> None:
    """Tune a threshold on the bundled news pages.

    Shows what the folklore threshold 3 would have missed.

    \b
    Example: simlab demo --out out
    """
    from simlab.demo import run_demo

    run_demo(pathlib.Path(out), notebook=notebook, say=print_out)


@app.command()
def lab(
    folder: Annotated[str, typer.Argument(help="Folder for your copy of the notebooks.")] = "simlab-notebooks",
) -> None:
    """Open JupyterLab on a copy of the notebooks.

    Files that are in the folder already stay as they are.

    \b
    Example: simlab lab
    """
    from simlab.demo import copy_notebooks

    target = copy_notebooks(pathlib.Path(folder))
    say(f"notebooks are in {target}")
    os.execv(sys.executable, [sys.executable, "-m", "jupyterlab", str(target)])
