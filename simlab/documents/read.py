"""Files become one table of documents, and what is wrong with a file is said once, with its lines.

The table has a row for each document: ``doc_id``, ``text`` and/or ``html``, where present ``url``, ``cluster`` and
``segment``, and then every other column of the file as it is. Nothing is guessed that cannot be undone: an id keeps its
type, digits in a CSV stay text, and a missing whole number does not turn its column into floats.
"""

from __future__ import annotations

import codecs
import csv
import gzip
import io
import json
import os
import pathlib
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet

from simlab.documents.html import byte_order_mark, decode_html, replace_surrogates, unmarked_utf16
from simlab.errors import InvalidDocuments, described, some

__all__ = ["read_documents", "read_table"]

_PARTS = ("doc_id", "text", "html", "url", "cluster", "segment")
_HTML_SUFFIXES = (".html", ".htm", ".xhtml")
_TEXT_SUFFIXES = (".txt", ".md")
_PAGE_SUFFIXES = _HTML_SUFFIXES + _TEXT_SUFFIXES
_N_SHOWN = 5

# The dtype pandas 3 gives to text by itself, by the name that pandas 2.3 knows it by as well.
_TEXT_DTYPE = pd.StringDtype(na_value=np.nan)


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
        The column of the table that plays this part. By default the column of the same name, and for ``doc_id``
        also ``id``. Without a column of ids, documents are numbered from 0. In a folder, the id is the path below the
        folder, with ``/``. A column that has the name of a part another column plays becomes ``file_`` and its name.
    encoding : str, optional
        The encoding of text, where the file does not say it. By default a byte order mark, else UTF-8; for pages see
        `simlab.documents.html.decode_html`.
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
        _check_encoding(encoding)
        if path.is_dir():
            return _documents(_read_folder(path, encoding), columns)
        if path.is_file() and _suffix(path) in _PAGE_SUFFIXES and format is None:
            return _documents(_read_pages(path.name, [(path.name, path)], encoding), columns)
    return _documents(_read_table(source, format, encoding), columns)


def read_table(
    source: str | os.PathLike[str] | BinaryIO, *, encoding: str | None = None, format: str | None = None
) -> pd.DataFrame:
    """Read any table as it is: every column, in order, under its own name.

    Parameters
    ----------
    source : str, path or binary file object
        CSV, JSON lines or Parquet, as in `read_documents`.
    encoding, format : str, optional
        As in `read_documents`.

    Returns
    -------
    pandas.DataFrame
        One row per row of the file, numbered from 0. From a CSV all columns are text, and an empty cell is an empty
        text. Whole numbers stay exact, also beside missing values (then as Int64 or UInt64).

    Raises
    ------
    InvalidDocuments
        If the file cannot be read; bad rows are named by line, together.

    Examples
    --------
    >>> import io
    >>> read_table(io.BytesIO(b'{"fingerprint": 18446744073709551615}\\n{"fingerprint": null}'))
                fingerprint
    0  18446744073709551615
    1                  <NA>
    """
    table = _read_table(source, format, encoding)
    columns = {
        column: values if isinstance(values, pd.Series) else _series(values) for column, values in table.columns.items()
    }
    return pd.DataFrame(columns, index=range(len(table.places)))


def _read_table(source: str | os.PathLike[str] | BinaryIO, format: str | None, encoding: str | None) -> _Table:
    _check_encoding(encoding)
    if format is not None and format not in _FORMATS:
        raise InvalidDocuments("format", format, some(sorted(_FORMATS)), "choose one of these")
    if not isinstance(source, str | os.PathLike):
        content = source.read()
        if not isinstance(content, bytes):
            raise InvalidDocuments("stream", type(content).__name__, "bytes", "open the stream in binary mode")
        name = getattr(source, "name", None)
        name = name if isinstance(name, str) else "stream"
        if content.startswith(b"\x1f\x8b"):
            content = _decompress(content, name)
        return _FORMATS[format or _recognise(content)](content, name, encoding)
    path = pathlib.Path(source)
    if not path.is_file():
        received = "a folder" if path.is_dir() else "a path where there is no file"
        raise InvalidDocuments(path.name, described(received), "a file that exists", "check the path")
    format = format or _FORMAT_OF.get(_suffix(path))
    if format is None:
        raise InvalidDocuments(
            path.name,
            described(f"a file of an unknown kind ({_suffix(path) or 'no ending'})"),
            f"a folder, or a name that ends in {', '.join(sorted({*_FORMAT_OF, *_PAGE_SUFFIXES}))}, also with .gz",
            "rename or convert the file, or pass format=",
        )
    return _FORMATS[format](_load(path), path.name, encoding)


def _recognise(content: bytes) -> str:
    """Tell the format of a stream from its first bytes."""
    if content.startswith(b"PAR1"):
        return "parquet"
    mark = byte_order_mark(content)
    start = content[mark[1] if mark else 0 :][:1000].replace(b"\0", b"").lstrip()
    return "jsonl" if start.startswith(b"{") else "csv"


# --------------------------------------------------------------------------------------------------------------------
# Formats: bytes to columns
# --------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Table:
    """The columns of one file, and where each row stands in it."""

    name: str
    columns: Mapping[str, Sequence[Any] | pd.Series]
    places: Sequence[int]
    unit: str  # what a place counts: "line" or "row"
    empty_is_missing: bool = False  # a CSV cannot tell an empty cell from a missing one


def _read_csv(content: bytes, name: str, encoding: str | None) -> _Table:
    source = _decode(content, name, encoding)
    rows, places, wrong = [], [], []
    reader = csv.reader(io.StringIO(source, newline=""), strict=True)
    # The limit belongs to the whole process; a page is often longer than its 131,072 characters.
    limit = csv.field_size_limit(2**31 - 1)
    place = 1
    try:
        for row in reader:
            if row:
                rows.append(row)
                places.append(place)
                if len(row) != len(rows[0]):
                    wrong.append(f"line {place} has {len(row)}")
            place = reader.line_num + 1
    except csv.Error as error:
        raise InvalidDocuments(
            name,
            described(f"a row that cannot be read, from line {place} on ({error})"),
            "commas between cells, quotes around cells with comma, quote or line break, and quotes inside doubled",
            "correct the quotes in this row",
        ) from error
    finally:
        csv.field_size_limit(limit)
    if not rows:
        raise _no_rows(name)
    header = rows[0]
    if wrong:
        raise InvalidDocuments(
            name,
            described(f"rows with another number of cells than the header: {_listed(wrong)}"),
            f"{len(header)} cells in each row",
            "put quotes around cells that contain commas or line breaks",
        )
    repeated = sorted({column for column in header if header.count(column) > 1})
    if repeated:
        raise InvalidDocuments(
            name, described(f"a header that repeats {some(repeated)}"), "each name once", "rename the columns"
        )
    values = list(zip(*rows[1:], strict=True)) or [()] * len(header)
    return _Table(name, dict(zip(header, values, strict=True)), places[1:], "line", empty_is_missing=True)


def _read_jsonl(content: bytes, name: str, encoding: str | None) -> _Table:
    rows: list[dict[str, Any]] = []
    places: list[int] = []
    wrong: list[str] = []
    # Not splitlines(): a JSON string may hold U+2028 and other characters that it takes for line ends.
    for place, line in enumerate(_decode(content, name, encoding).split("\n"), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            reason = error.msg if isinstance(error, json.JSONDecodeError) else "nested too deeply or too long a number"
            wrong.append(f"line {place} is not JSON ({reason})")
            continue
        if not isinstance(row, dict):
            wrong.append(f"line {place} is {_kind(row)}")
            continue
        rows.append(_without_surrogates(row) if "\\ud" in line.lower() else row)
        places.append(place)
    if wrong:
        raise InvalidDocuments(
            name, described(_listed(wrong)), "one JSON object a line", "correct these lines, or remove them"
        )
    names = dict.fromkeys(column for row in rows for column in row)
    return _Table(name, {column: [row.get(column) for row in rows] for column in names}, places, "line")


def _read_parquet(content: bytes, name: str, encoding: str | None) -> _Table:
    try:
        table = pa.parquet.read_table(pa.BufferReader(content))
    except (pa.ArrowException, OSError) as error:
        reason = str(error).partition("\n")[0].rstrip(". ")
        raise InvalidDocuments(
            name, described(f"a file that is not Parquet ({reason})"), "a complete Parquet file", "write it again"
        ) from error
    repeated = sorted({column for column in table.column_names if table.column_names.count(column) > 1})
    if repeated:
        raise InvalidDocuments(
            name, described(f"a table that repeats {some(repeated)}"), "each name once", "rename the columns"
        )
    columns = {column: _parquet_column(table.column(column)) for column in table.column_names}
    return _Table(name, columns, range(table.num_rows), "row")


def _parquet_column(column: pa.ChunkedArray) -> Sequence[Any] | pd.Series:
    kind = column.type.value_type if pa.types.is_dictionary(column.type) else column.type
    if pa.types.is_integer(kind) or pa.types.is_string(kind) or pa.types.is_large_string(kind):
        return column.to_pylist()
    return column.to_pandas()


_FORMATS: dict[str, Callable[[bytes, str, str | None], _Table]] = {
    "csv": _read_csv,
    "jsonl": _read_jsonl,
    "parquet": _read_parquet,
}
_FORMAT_OF = {".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".parquet": "parquet"}


def _read_folder(folder: pathlib.Path, encoding: str | None) -> _Table:
    files = []
    for path in folder.rglob("*"):
        below = path.relative_to(folder)
        if path.is_file() and _suffix(path) in _PAGE_SUFFIXES and not any(part.startswith(".") for part in below.parts):
            files.append((below.as_posix(), path))
    if not files:
        raise InvalidDocuments(
            folder.name,
            described("a folder without pages"),
            f"a folder with files that end in {', '.join(_PAGE_SUFFIXES)}, with or without .gz",
            "check the path",
        )
    return _read_pages(folder.name, sorted(files), encoding)


def _read_pages(name: str, files: Sequence[tuple[str, pathlib.Path]], encoding: str | None) -> _Table:
    """Read files that are one document each."""
    pages: dict[str, list[str | None]] = {"text": [], "html": []}
    wrong: list[str] = []
    for below, path in files:
        page, other = ("html", "text") if _suffix(path) in _HTML_SUFFIXES else ("text", "html")
        try:
            content = _load(path)
            if not content and len(files) == 1:
                raise _no_rows(name)
            decoded = decode_html(content, encoding=encoding) if page == "html" else _decode(content, below, encoding)
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
            described(_listed(wrong)),
            "files that can be read, and whose text is UTF-8 or has a byte order mark",
            'remove these files, or pass encoding= with the encoding they have, for example encoding="windows-1252"',
        )
    columns: dict[str, Sequence[Any]] = {"doc_id": [replace_surrogates(below) for below, _ in files]}
    columns |= {page: values for page, values in pages.items() if any(value is not None for value in values)}
    return _Table(name, columns, range(1, len(files) + 1), "file")


# --------------------------------------------------------------------------------------------------------------------
# Bytes
# --------------------------------------------------------------------------------------------------------------------


def _suffix(path: pathlib.Path) -> str:
    suffixes = [suffix.lower() for suffix in path.suffixes]
    if suffixes[-1:] == [".gz"]:
        suffixes.pop()
    return suffixes[-1] if suffixes else ""


def _load(path: pathlib.Path) -> bytes:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InvalidDocuments(
            path.name,
            described(f"a file that cannot be opened ({error.strerror})"),
            "a file you may read",
            "check its permissions",
        ) from error
    return _decompress(content, path.name) if path.suffix.lower() == ".gz" else content


def _decompress(content: bytes, name: str) -> bytes:
    try:
        return gzip.decompress(content)
    except (OSError, EOFError, zlib.error) as error:
        raise InvalidDocuments(
            name,
            described(f"a damaged gzip file ({str(error).rstrip('.')})"),
            "a complete gzip file",
            "copy or download the file again",
        ) from error


def _check_encoding(encoding: str | None) -> None:
    if encoding is None:
        return
    try:
        b"".decode(encoding)
        "".encode(encoding)
        codecs.lookup(encoding)
    except (LookupError, ValueError) as error:
        raise InvalidDocuments(
            "encoding",
            encoding,
            "the name of a text encoding that Python knows",
            'pass for example encoding="windows-1252"',
        ) from error


def _decode(content: bytes, name: str, encoding: str | None) -> str:
    """Decode text strictly: what does not fit is an error that says where, never a wrong character."""
    start = 0
    if encoding is None:
        mark = byte_order_mark(content)
        if mark is not None:
            encoding, start = mark
        else:
            encoding = unmarked_utf16(content) or "utf-8"
            if encoding == "utf-8" and b"\0" in content:
                raise _undecodable(name, content, content.index(b"\0"), "UTF-8 text")
    try:
        return content[start:].decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise _undecodable(name, content, start + error.start, encoding.upper()) from error


def _undecodable(name: str, content: bytes, offset: int, encoding: str) -> InvalidDocuments:
    line = content.count(b"\n", 0, offset) + 1
    return InvalidDocuments(
        name,
        described(f"a byte that is not {encoding} (line {line}, byte offset {offset}: 0x{content[offset]:02x})"),
        "UTF-8, or text with a byte order mark",
        'pass encoding= with the encoding the file has, for example encoding="windows-1252"',
    )


# --------------------------------------------------------------------------------------------------------------------
# Columns to documents
# --------------------------------------------------------------------------------------------------------------------


def _documents(table: _Table, wanted: Mapping[str, str | None]) -> pd.DataFrame:
    if not table.columns or not len(table.places):
        raise _no_rows(table.name)
    played = _parts(table, wanted)
    documents: dict[str, Any] = {}
    if "doc_id" in played:
        documents["doc_id"] = _ids(table, played["doc_id"])
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
            documents[part] = _series(cells)
    taken = set(played.values())
    for column, values in table.columns.items():
        if column not in taken:
            # A column of the same name as a part that another column plays keeps its content under a name of its own.
            name = f"file_{column}" if column in documents else column
            documents[name] = values if isinstance(values, pd.Series) else _series(values)
    return pd.DataFrame(documents)


def _parts(table: _Table, wanted: Mapping[str, str | None]) -> dict[str, str]:
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


def _ids(table: _Table, column: str) -> pd.Series:
    values = list(table.columns[column])
    missing, wrong = [], []
    for place, value in zip(table.places, values, strict=True):
        if value is None or value == "" or _is_nan(value):
            missing.append(f"{table.unit} {place}")
        elif not isinstance(value, str | int | np.integer) or isinstance(value, bool):
            wrong.append(f"{table.unit} {place} has {value!r:.40}")
    if missing or wrong:
        found = ([f"no id in {_listed(missing)}"] if missing else []) + ([_listed(wrong)] if wrong else [])
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
            described(f"{column}: the same id more than once: {_listed(repeated)}"),
            "ids that are all different",
            "rename or remove the repeated documents",
        )
    return _series(values)


def _texts(table: _Table, column: str) -> pd.Series:
    values = list(table.columns[column])
    wrong = []
    for row, (place, value) in enumerate(zip(table.places, values, strict=True)):
        if isinstance(value, bytes):
            values[row] = replace_surrogates(decode_html(value))
        elif value is None or _is_nan(value):
            values[row] = None
        elif not isinstance(value, str):
            wrong.append(f"{table.unit} {place} has {_kind(value)}")
    if wrong:
        raise InvalidDocuments(
            table.name, described(f"{column}: {_listed(wrong)}"), "a text, or null", "write the text as a string"
        )
    return pd.Series(values, dtype=_TEXT_DTYPE)


def _series(values: Iterable[Any]) -> pd.Series:
    """Make a column whose dtype holds every value exactly, missing ones included."""
    values = [None if value is pd.NA or _is_nan(value) else value for value in values]
    kinds = {type(value) for value in values if value is not None}
    if kinds == {str}:
        return pd.Series(values, dtype=_TEXT_DTYPE)
    if kinds == {bool}:
        return pd.Series(values, dtype="boolean" if None in values else "bool")
    if kinds == {int}:
        whole = [value for value in values if value is not None]
        for dtype, low, high in (("Int64", -(2**63), 2**63 - 1), ("UInt64", 0, 2**64 - 1)):
            if low <= min(whole) and max(whole) <= high:
                return pd.Series(values, dtype=dtype if len(whole) < len(values) else dtype.lower())
    if kinds == {float}:
        return pd.Series(values, dtype="float64")
    return pd.Series(values, dtype="object")


def _is_nan(value: object) -> bool:
    return value is pd.NA or value is pd.NaT or (isinstance(value, float) and value != value)


def _kind(value: object) -> str:
    """Name the kind of a value in the words of JSON.

    Examples
    --------
    >>> _kind(1.5), _kind([]), _kind(None)
    ('a number', 'a list', 'null')
    """
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, int | float | np.number):
        return "a number"
    names = {str: "a string", list: "a list", np.ndarray: "a list", dict: "an object", bytes: "bytes"}
    return names.get(type(value), f"a {type(value).__name__}")


def _without_surrogates(value: Any) -> Any:
    if isinstance(value, str):
        return replace_surrogates(value)
    if isinstance(value, list):
        return [_without_surrogates(item) for item in value]
    if isinstance(value, dict):
        return {_without_surrogates(key): _without_surrogates(item) for key, item in value.items()}
    return value


def _listed(items: Sequence[str]) -> str:
    """List the first few findings, and say how many more there are."""
    shown = ", ".join(items[:_N_SHOWN])
    return shown if len(items) <= _N_SHOWN else f"{shown} and {len(items) - _N_SHOWN} more"


def _no_rows(name: str) -> InvalidDocuments:
    return InvalidDocuments(name, described("no documents"), "at least one document", "check the file")
