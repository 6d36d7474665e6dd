"""Files and streams become columns: CSV, JSON lines and Parquet, compressed or not, read exactly or refused.

Nothing is guessed that cannot be undone: digits in a CSV stay text, whole numbers stay exact, and a missing whole
number does not turn its column into floats. What is wrong with a file is said once, with its lines.
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
from dataclasses import dataclass, field
from typing import Any, BinaryIO

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet

from simlab.documents.encoding import byte_order_mark, replace_surrogates, unmarked_utf16
from simlab.errors import InvalidDocuments, described, some

__all__ = ["TEXT_DTYPE", "Table", "load_table", "read_table"]

# The dtype pandas gives to text by itself.
TEXT_DTYPE = pd.StringDtype(na_value=np.nan)

_N_SHOWN = 5


@dataclass(frozen=True)
class Table:
    """The columns of one file, and where each row stands in it."""

    name: str
    columns: Mapping[str, Sequence[Any] | pd.Series]
    places: Sequence[int]
    unit: str  # what a place counts: "line" or "row"
    empty_is_missing: bool = False  # a CSV cannot tell an empty cell from a missing one
    attributes: Mapping[str, Any] = field(default_factory=dict)  # what pandas stored of the table as a whole


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
        text. Whole numbers stay exact, also beside missing values (then as Int64 or UInt64). The ``attrs`` of a pandas
        table that was written to Parquet come back.

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
    table = load_table(source, format=format, encoding=encoding)
    columns = {
        column: values if isinstance(values, pd.Series) else series_of(values)
        for column, values in table.columns.items()
    }
    result = pd.DataFrame(columns, index=range(len(table.places)))
    result.attrs = dict(table.attributes)
    return result


def load_table(
    source: str | os.PathLike[str] | BinaryIO,
    *,
    format: str | None = None,
    encoding: str | None = None,
    also_read: Sequence[str] = (),
) -> Table:
    """Read a table with the places of its rows, for error messages about single cells.

    ``also_read`` lists the endings of other files that the caller reads by itself, for the message about an unknown
    kind.
    """
    check_encoding(encoding)
    if format is not None and format not in _FORMATS:
        raise InvalidDocuments("format", format, some(sorted(_FORMATS)), "choose one of these")
    if not isinstance(source, str | os.PathLike):
        if not hasattr(source, "read"):
            raise InvalidDocuments(
                "source", type(source).__name__, "a path or a binary stream", "pass the path of the file"
            )
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
        raise InvalidDocuments(str(source), described(received), "a file that exists", "check the path")
    format = format or _FORMAT_OF.get(file_suffix(path))
    if format is None:
        endings = ", ".join(sorted({*_FORMAT_OF, *also_read}))
        raise InvalidDocuments(
            path.name,
            described(f"a file of an unknown kind ({file_suffix(path) or 'no ending'})"),
            f"{'a folder, or ' if also_read else ''}a name that ends in {endings}, also with .gz",
            "rename or convert the file, or pass format=",
        )
    return _FORMATS[format](load_bytes(path), path.name, encoding)


def _recognise(content: bytes) -> str:
    """Tell the format of a stream from its first bytes."""
    if content.startswith(b"PAR1"):
        return "parquet"
    mark = byte_order_mark(content)
    start = content[mark[1] if mark else 0 :][:1000].replace(b"\0", b"").lstrip()
    return "jsonl" if start.startswith(b"{") else "csv"


def _read_csv(content: bytes, name: str, encoding: str | None) -> Table:
    source = decode_text(content, name, encoding)
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
        raise no_rows(name)
    header = rows[0]
    if len(header) == 1 and (other := next((mark for mark in ";\t|" if mark in header[0]), None)):
        raise InvalidDocuments(
            name,
            described(f"a header that seems to be separated by {other!r}: {header[0][:80]!r}"),
            "cells separated by commas",
            f"write the file with commas, or read it with pandas.read_csv(path, sep={other!r}, dtype=str)",
        )
    if wrong:
        raise InvalidDocuments(
            name,
            described(f"rows with another number of cells than the header: {listed(wrong)}"),
            f"{len(header)} cells in each row",
            "put quotes around cells that contain commas or line breaks",
        )
    repeated = sorted({column for column in header if header.count(column) > 1})
    if repeated:
        raise InvalidDocuments(
            name, described(f"a header that repeats {some(repeated)}"), "each name once", "rename the columns"
        )
    values = list(zip(*rows[1:], strict=True)) or [()] * len(header)
    return Table(name, dict(zip(header, values, strict=True)), places[1:], "line", empty_is_missing=True)


def _read_jsonl(content: bytes, name: str, encoding: str | None) -> Table:
    rows: list[dict[str, Any]] = []
    places: list[int] = []
    wrong: list[str] = []
    # Not splitlines(): a JSON string may hold U+2028 and other characters that it takes for line ends.
    for place, line in enumerate(decode_text(content, name, encoding).split("\n"), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            reason = error.msg if isinstance(error, json.JSONDecodeError) else "nested too deeply or too long a number"
            wrong.append(f"line {place} is not JSON ({reason})")
            continue
        if not isinstance(row, dict):
            wrong.append(f"line {place} is {kind_of(row)}")
            continue
        rows.append(_without_surrogates(row) if "\\ud" in line.lower() else row)
        places.append(place)
    if wrong:
        raise InvalidDocuments(
            name, described(listed(wrong)), "one JSON object a line", "correct these lines, or remove them"
        )
    names = dict.fromkeys(column for row in rows for column in row)
    return Table(name, {column: [row.get(column) for row in rows] for column in names}, places, "line")


def _read_parquet(content: bytes, name: str, encoding: str | None) -> Table:
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
    stored = (table.schema.metadata or {}).get(b"PANDAS_ATTRS")
    return Table(name, columns, range(table.num_rows), "row", attributes=json.loads(stored) if stored else {})


def _parquet_column(column: pa.ChunkedArray) -> Sequence[Any] | pd.Series:
    kind = column.type.value_type if pa.types.is_dictionary(column.type) else column.type
    if pa.types.is_integer(kind) or pa.types.is_string(kind) or pa.types.is_large_string(kind):
        return column.to_pylist()
    return column.to_pandas()


_FORMATS: dict[str, Callable[[bytes, str, str | None], Table]] = {
    "csv": _read_csv,
    "jsonl": _read_jsonl,
    "parquet": _read_parquet,
}
_FORMAT_OF = {".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".parquet": "parquet"}


# --------------------------------------------------------------------------------------------------------------------
# Bytes
# --------------------------------------------------------------------------------------------------------------------


def file_suffix(path: pathlib.Path) -> str:
    """The last ending of a path in lower case, ``.gz`` left aside."""
    suffixes = [suffix.lower() for suffix in path.suffixes]
    if suffixes[-1:] == [".gz"]:
        suffixes.pop()
    return suffixes[-1] if suffixes else ""


def load_bytes(path: pathlib.Path) -> bytes:
    """The content of a file, decompressed if its name ends in ``.gz``."""
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


def check_encoding(encoding: str | None) -> None:
    """Refuse an encoding that Python does not know."""
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


def decode_text(content: bytes, name: str, encoding: str | None) -> str:
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
# Cells
# --------------------------------------------------------------------------------------------------------------------


def series_of(values: Iterable[Any]) -> pd.Series:
    """Make a column whose dtype holds every value exactly, missing ones included."""
    values = [None if value is pd.NA or is_nan(value) else value for value in values]
    kinds = {type(value) for value in values if value is not None}
    if kinds == {str}:
        return pd.Series(values, dtype=TEXT_DTYPE)
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


def is_nan(value: object) -> bool:
    """Say whether a value is one of the ways to write a missing number."""
    return value is pd.NA or value is pd.NaT or (isinstance(value, float) and value != value)


def kind_of(value: object) -> str:
    """Name the kind of a value in the words of JSON.

    Examples
    --------
    >>> kind_of(1.5), kind_of([]), kind_of(None)
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


def listed(items: Sequence[str]) -> str:
    """List the first few findings, and say how many more there are."""
    shown = ", ".join(items[:_N_SHOWN])
    return shown if len(items) <= _N_SHOWN else f"{shown} and {len(items) - _N_SHOWN} more"


def no_rows(name: str) -> InvalidDocuments:
    """The error for a file without rows."""
    return InvalidDocuments(name, described("no documents"), "at least one document", "check the file")
