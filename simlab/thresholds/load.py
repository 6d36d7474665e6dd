"""Files of labelled pairs, or of duplicate families, become the pair table."""

from __future__ import annotations

import os
from typing import Any, BinaryIO

import pandas as pd

from simlab.documents import read_table
from simlab.errors import InvalidPairs
from simlab.thresholds.pairs import pair_table, pairs_from_clusters

__all__ = ["load_pairs"]


def load_pairs(
    source: str | os.PathLike[str] | BinaryIO,
    *,
    left_id: str | None = None,
    right_id: str | None = None,
    label: str = "label",
    positive_label: Any = None,
    n_negatives: int | None = None,
    seed: int = 0,
    encoding: str | None = None,
) -> pd.DataFrame:
    """Read labelled pairs, or make them from clusters.

    Parameters
    ----------
    source : path or binary file object
        CSV, JSONL or Parquet (also ``.gz``). One row a pair: two ids and a label. Or one row a
        document: ``doc_id`` (or ``id``) and ``cluster``, its duplicate family; then all pairs inside a cluster are
        positive and pairs across are negative.
    left_id, right_id, label, positive_label
        As in ``pair_table``.
    n_negatives, seed
        For clusters, as in ``pairs_from_clusters``.
    encoding : str, optional
        Encoding of a text file that is not UTF-8.

    Returns
    -------
    pandas.DataFrame
        left_id, right_id, label (1, 0, ``<NA>``) and further columns.

    Raises
    ------
    InvalidDocuments
        If the file cannot be read; bad rows are named by line.
    InvalidPairs
        If its content breaks the contract.

    Examples
    --------
    >>> import io
    >>> load_pairs(io.BytesIO(b"id_a,id_b,label\\nx,y,1\\nx,z,0\\n"))
      left_id right_id  label
    0       x        y      1
    1       x        z      0
    >>> load_pairs(io.BytesIO(b"doc_id,cluster\\nx,1\\ny,1\\nz,\\n"))["label"].tolist()
    [1, 0, 0]
    """
    if isinstance(source, pd.DataFrame):
        raise InvalidPairs("source", "a DataFrame", "a path or a binary stream", "pass the table to simlab.pair_table")
    table = read_table(source, encoding=encoding)
    name = str(getattr(source, "name", "stream")) if hasattr(source, "read") else os.path.basename(os.fspath(source))
    if "cluster" in table and label not in table:
        return pairs_from_clusters(_clusters(table, name), n_negatives=n_negatives, seed=seed)
    return pair_table(
        table, left_id=left_id, right_id=right_id, label=label, positive_label=positive_label, source=name
    )


def _clusters(table: pd.DataFrame, name: str) -> pd.Series:
    column = next((candidate for candidate in ("doc_id", "id") if candidate in table), None)
    if column is None:
        raise InvalidPairs(
            name, list(map(str, table.columns)), "a column doc_id or id beside cluster", "add the documents' ids"
        )
    repeated = table[column][table[column].duplicated()]
    if len(repeated):
        raise InvalidPairs(
            name, repeated.unique().tolist()[:5], "every document once", "give each document one cluster"
        )
    return table.set_index(column)["cluster"].replace({"": None})
