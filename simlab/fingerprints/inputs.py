"""What a pipeline is given: one text a document, from a list, a column, an Arrow array or a table of documents."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any

import pandas as pd
import pyarrow as pa

from simlab.errors import InvalidDocuments

__all__ = ["column_of", "documents_with_only_html", "texts_of"]


def documents_with_only_html(documents: pd.DataFrame) -> pd.Series:
    """Say for each document of a table whether it has HTML but no text.

    Examples
    --------
    >>> table = pd.DataFrame({"doc_id": [1, 2], "text": ["a", None], "html": [None, "<p>b"]})
    >>> documents_with_only_html(table).tolist()
    [False, True]
    """
    if "html" not in documents:
        return pd.Series(False, index=documents.index)
    has_html = has_content(documents["html"])
    return has_html & ~has_content(documents["text"]) if "text" in documents else has_html


def has_content(texts: pd.Series) -> pd.Series:
    """Neither missing nor empty: a CSV file cannot tell one from the other."""
    return texts.notna() & (texts.astype(object) != "")


def texts_of(texts: Any) -> tuple[list[Any], pd.Index | None]:
    """Documents as a list with None for the missing ones, and the index they came with."""
    if isinstance(texts, (pa.Array, pa.ChunkedArray)):
        return texts.to_pylist(), None
    if isinstance(texts, pd.Series):
        return [None if _is_missing(item) else item for item in texts.tolist()], texts.index
    if isinstance(texts, (str, bytes, pd.DataFrame, Mapping, Set)) or not hasattr(texts, "__iter__"):
        raise InvalidDocuments(
            "texts",
            type(texts).__name__,
            "a list of str, a pandas Series or an Arrow array",
            "wrap a single text in a list; take one column of a table",
        )
    return [None if _is_missing(item) else item for item in texts], None


def _is_missing(item: Any) -> bool:
    return item is None or item is pd.NA or item is pd.NaT or (isinstance(item, float) and item != item)


def column_of(documents: pd.DataFrame, *, reads_html: bool) -> pd.Series:
    """The column of a documents table that a pipeline reads, indexed by doc_id; see ``Pipeline.inputs``."""
    if not isinstance(documents, pd.DataFrame) or "doc_id" not in documents:
        raise InvalidDocuments(
            "documents",
            type(documents).__name__,
            "a table with columns doc_id and text or html",
            "read it with simlab.read_documents",
        )
    if documents["doc_id"].isna().any():
        raise InvalidDocuments(
            "doc_id",
            f"{int(documents['doc_id'].isna().sum())} missing ids",
            "an id for every document",
            "fill the gaps",
        )
    repeated = documents["doc_id"][documents["doc_id"].duplicated()]
    if len(repeated):
        raise InvalidDocuments(
            "doc_id", repeated.unique().tolist()[:5], "ids that differ", "remove or rename the repeated ids"
        )
    columns = documents.set_index("doc_id")
    if "text" not in columns and "html" not in columns:
        raise InvalidDocuments(
            "documents",
            list(documents.columns),
            "a column text or html",
            "name the column when reading the documents",
        )
    if reads_html:
        if "html" not in columns or "text" not in columns:
            return columns["html" if "html" in columns else "text"]
        return columns["html"].where(has_content(columns["html"]), columns["text"])
    only_html = documents_with_only_html(documents)
    if only_html.any():
        raise InvalidDocuments(
            "documents",
            f"{int(only_html.sum())} of {len(documents)} with html only",
            "a text for every document, for a pipeline with html='none'",
            "use pipeline.replace(html='markdown')",
        )
    return columns["text"]
