"""Options that several commands share, each written once."""

from __future__ import annotations

from typing import Annotated

import typer

Documents = Annotated[
    str,
    typer.Argument(
        metavar="DOCUMENTS",
        help=(
            "CSV, JSONL or Parquet file (also .gz), folder of .html/.txt files, or - for a table (JSON lines, "
            "CSV) on standard input."
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
