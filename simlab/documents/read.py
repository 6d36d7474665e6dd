"""Files become one table of documents, and what is wrong with a file is said once, with its lines.

The table has a row for each document: ``doc_id``, ``text`` and/or ``html``, where present ``url``, ``cluster`` and
``segment``, and then every other column of the file as it is. Nothing is guessed that cannot be undone: an id keeps its
type, digits in a CSV stay text, and a missing whole number does not turn its column into floats.
"""

from __future__ import annotations

import os
import pathlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, BinaryIO

import numpy as np
import pandas as pd

from simlab.documents.encoding import decode_html, replace_surrogates
from simlab.documents.tables import (
    TEXT_DTYPE,
    Table,
    check_encoding,
    decode_text,
    file_suffix,
    is_nan,
    kind_of,
    listed,
    load_bytes,
    load_table,
    no_rows,
    series_of,
)
from simlab.errors import InvalidDocuments, described, some

__all__ = ["read_documents"]

_PARTS = ("doc_id", "text", "html", "url", "cluster", "segment")
_HTML_SUFFIXES = (".html", ".htm", ".xhtml")
_TEXT_SUFFIXES = (".txt", ".md")
_PAGE_SUFFIXES = _HTML_SUFFIXES + _TEXT_SUFFIXES
_N_SHOWN = 5


def read_documents(
    source: str | os.PathLike[str] | BinaryIO,
    *,
    doc_id: str | None = None,
    text: str | None = None,
    html: str | None = None,
    url: str | None = None,
    cluster: str | None = None,
    segment: str | None = None,
    encoding: str | None = None,
    format: str | None = None,
) -> pd.DataFrame:
    """Read documents from a table, a folder of pages, a single page, or a stream.

    Parameters
    ----------
    source : str, path or binary file object
        A table: ``.csv``, ``.jsonl`` or ``.ndjson`` (one JSON object a line), ``.parquet``. A folder: every
        ``.html``, ``.htm``, ``.xhtml``, ``.txt`` and ``.md`` in it and below, in the order of their paths, except
        hidden files and folders. A single file of one of these kinds. Each of them may be compressed (``.gz``). Or an
        open stream of bytes that holds a table, such as ``sys.stdin.buffer``; it is read to its end.
    doc_id, text, html, url, cluster, segment : str, optional
        The column of the table that plays this part. By default the column of the same name, and for ``doc_id`` also
        ``id``. Without a column of ids, ``url`` serves if every row has another one; else documents are numbered from
        0. In a folder, the id is the path below the folder, with ``/``. A column that has the name of a part another
        column plays becomes ``file_`` and its name.
    encoding : str, optional
        The encoding of text, where the file does not say it. By default a byte order mark, else UTF-8; for pages see
        `simlab.documents.encoding.decode_html`.
    format : str, optional
        ``"csv"``, ``"jsonl"`` or ``"parquet"``, where the name of the file does not say it. By default a stream is
        Parquet if it begins like it, JSON lines if it begins with ``{``, and CSV otherwise.

    Returns
    -------
    pandas.DataFrame
        One row per document, in the order of the file: ``doc_id`` (text or whole numbers, unique, never missing);
        ``text`` and/or ``html`` (text; missing where the file has null); ``url``, ``cluster``, ``segment`` where
        present; then every other column. From a CSV all columns are text; an empty cell is an empty text, except in
        ``url``, ``cluster`` and ``segment``, where it is missing.

    Raises
    ------
    InvalidDocuments
        If the file cannot be read or its rows cannot be used; bad rows are named by line, together.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "pages.csv"
    >>> _ = file.write_text("id,body,price\\n007,Gold rose.,1\\n008,,2\\n")
    >>> read_documents(file, text="body").to_dict("list")
    {'doc_id': ['007', '008'], 'text': ['Gold rose.', ''], 'price': ['1', '2']}
    """
    columns = {"doc_id": doc_id, "text": text, "html": html, "url": url, "cluster": cluster, "segment": segment}
    if isinstance(source, str | os.PathLike):
        path = pathlib.Path(source)
        check_encoding(encoding)
        if path.is_dir():
            return _documents(_read_folder(path, encoding), columns)
        if path.is_file() and file_suffix(path) in _PAGE_SUFFIXES and format is None:
            return _documents(_read_pages(path.name, [(path.name, path)], encoding), columns)
    table = load_table(source, format=format, encoding=encoding, also_read=_PAGE_SUFFIXES)
    return _documents(table, columns)


def _read_folder(folder: pathlib.Path, encoding: str | None) -> Table:
    files = []
    for path in folder.rglob("*"):
        below = path.relative_to(folder)
        if (
            path.is_file()
            and file_suffix(path) in _PAGE_SUFFIXES
            and not any(part.startswith(".") for part in below.parts)
        ):
            files.append((below.as_posix(), path))
    if not files:
        raise InvalidDocuments(
            folder.name,
            described("a folder without pages"),
            f"a folder with files that end in {', '.join(_PAGE_SUFFIXES)}, with or without .gz",
            "check the path",
        )
    return _read_pages(folder.name, sorted(files), encoding)


def _read_pages(name: str, files: Sequence[tuple[str, pathlib.Path]], encoding: str | None) -> Table:
    """Read files that are one document each."""
    pages: dict[str, list[str | None]] = {"text": [], "html": []}
    wrong: list[str] = []
    for below, path in files:
        page, other = ("html", "text") if file_suffix(path) in _HTML_SUFFIXES else ("text", "html")
        try:
            content = load_bytes(path)
            if not content and len(files) == 1:
                raise no_rows(name)
            decoded = (
                decode_html(content, encoding=encoding) if page == "html" else decode_text(content, below, encoding)
            )
        except InvalidDocuments as error:
            if len(files) == 1:
                raise
            received = getattr(error.received, "text", error.received)
            wrong.append(f"{below}: {received}")
            continue
        pages[page].append(replace_surrogates(decoded))
        pages[other].append(None)
    if wrong:
        raise InvalidDocuments(
            name,
            described(listed(wrong)),
            "files that can be read, and whose text is UTF-8 or has a byte order mark",
            'remove these files, or pass encoding= with the encoding they have, for example encoding="windows-1252"',
        )
    columns: dict[str, Sequence[Any]] = {"doc_id": [replace_surrogates(below) for below, _ in files]}
    columns |= {page: values for page, values in pages.items() if any(value is not None for value in values)}
    return Table(name, columns, range(1, len(files) + 1), "file")


# --------------------------------------------------------------------------------------------------------------------
# Columns to documents
# --------------------------------------------------------------------------------------------------------------------


def _documents(table: Table, wanted: Mapping[str, str | None]) -> pd.DataFrame:
    if not table.columns or not len(table.places):
        raise no_rows(table.name)
    played = _parts(table, wanted)
    documents: dict[str, Any] = {}
    if "doc_id" in played:
        documents["doc_id"] = _ids(table, played["doc_id"])
    elif "url" in played and _can_be_ids(table.columns[played["url"]]):
        documents["doc_id"] = series_of(table.columns[played["url"]])
    else:
        documents["doc_id"] = pd.Series(range(len(table.places)), dtype="int64")
    for part in ("text", "html"):
        if part in played:
            documents[part] = _texts(table, played[part])
    for part in ("url", "cluster", "segment"):
        if part in played:
            cells = list(table.columns[played[part]])
            if table.empty_is_missing:
                cells = [cell if cell != "" else None for cell in cells]
            documents[part] = series_of(cells)
    taken = set(played.values())
    for column, values in table.columns.items():
        if column not in taken:
            # A column of the same name as a part that another column plays keeps its content under a name of its own.
            name = f"file_{column}" if column in documents else column
            documents[name] = values if isinstance(values, pd.Series) else series_of(values)
    return pd.DataFrame(documents)


def _can_be_ids(values: Iterable[Any]) -> bool:
    """Say whether every row has a text of its own: then addresses serve as ids."""
    texts = list(values)
    return all(isinstance(text, str) and text for text in texts) and len(set(texts)) == len(texts)


def _parts(table: Table, wanted: Mapping[str, str | None]) -> dict[str, str]:
    """Say which column plays which part."""
    played: dict[str, str] = {}
    for part in _PARTS:
        column = wanted[part]
        if column is not None and column not in table.columns:
            raise InvalidDocuments(
                part, column, f"a column of {table.name}: {some(table.columns, limit=20)}", "name one of these columns"
            )
        for candidate in [column] if column is not None else [part, "id"] if part == "doc_id" else [part]:
            if candidate in table.columns:
                played[part] = candidate
                break
    if "text" not in played and "html" not in played:
        raise InvalidDocuments(
            table.name,
            described(f"a table with the columns {some(table.columns, limit=20)}"),
            "a column text or html",
            'say which column holds the text, for example text="body"',
        )
    return played


def _ids(table: Table, column: str) -> pd.Series:
    values = list(table.columns[column])
    missing, wrong = [], []
    for place, value in zip(table.places, values, strict=True):
        if value is None or value == "" or is_nan(value):
            missing.append(f"{table.unit} {place}")
        elif not isinstance(value, str | int | np.integer) or isinstance(value, bool):
            wrong.append(f"{table.unit} {place} has {value!r:.40}")
    if missing or wrong:
        found = ([f"no id in {listed(missing)}"] if missing else []) + ([listed(wrong)] if wrong else [])
        raise InvalidDocuments(
            table.name,
            described(f"{column}: {'; '.join(found)}"),
            "a text or a whole number in every row",
            "correct the ids, or leave the column out: documents are then numbered from 0",
        )
    places_of: dict[Any, list[int]] = {}
    for place, value in zip(table.places, values, strict=True):
        places_of.setdefault(value, []).append(place)
    repeated = [
        f"{value!r} in {table.unit}s {', '.join(map(str, places[:_N_SHOWN]))}{' ...' if len(places) > _N_SHOWN else ''}"
        for value, places in places_of.items()
        if len(places) > 1
    ]
    if repeated:
        raise InvalidDocuments(
            table.name,
            described(f"{column}: the same id more than once: {listed(repeated)}"),
            "ids that are all different",
            "rename or remove the repeated documents",
        )
    return series_of(values)


def _texts(table: Table, column: str) -> pd.Series:
    values = list(table.columns[column])
    wrong = []
    for row, (place, value) in enumerate(zip(table.places, values, strict=True)):
        if isinstance(value, bytes):
            values[row] = replace_surrogates(decode_html(value))
        elif value is None or is_nan(value):
            values[row] = None
        elif not isinstance(value, str):
            wrong.append(f"{table.unit} {place} has {kind_of(value)}")
    if wrong:
        raise InvalidDocuments(
            table.name, described(f"{column}: {listed(wrong)}"), "a text, or null", "write the text as a string"
        )
    return pd.Series(values, dtype=TEXT_DTYPE)
