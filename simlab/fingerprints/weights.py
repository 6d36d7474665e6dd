"""How much each feature's vote counts.

A weight function maps the terms of one document to one weight a distinct feature: ``(terms: Terms) -> array of float``.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import pathlib
import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from simlab.errors import InvalidPipeline, InvalidThresholds
from simlab.files import gzip_writer
from simlab.registry import register

__all__ = ["IdfTable", "Terms", "binary", "count", "count_terms", "heading", "log"]


@dataclass(frozen=True)
class Terms:
    """The distinct features of one document, in order of first occurrence.

    Attributes
    ----------
    features : tuple of str, length n
        Distinct features.
    counts : numpy.ndarray, shape (n,), int64
        Occurrences of each feature, at least 1.
    heading_counts : numpy.ndarray, shape (n,), int64
        How many of these occurrences start in a Markdown heading.
    """

    features: tuple[str, ...]
    counts: np.ndarray
    heading_counts: np.ndarray


def count_terms(features: Sequence[str], in_heading: Sequence[bool] | None = None) -> Terms:
    """Count the distinct features of a document.

    Parameters
    ----------
    features : sequence of str
        Every occurrence, in reading order.
    in_heading : sequence of bool, optional
        For every occurrence whether it starts in a heading.

    Examples
    --------
    >>> terms = count_terms(["a", "b", "a"], [True, False, False])
    >>> terms.features, terms.counts.tolist(), terms.heading_counts.tolist()
    (('a', 'b'), [2, 1], [1, 0])
    """
    counts = Counter(features)
    if in_heading is None:
        headings = np.zeros(len(counts), dtype=np.int64)
    else:
        found = Counter(feature for feature, flag in zip(features, in_heading, strict=True) if flag)
        headings = np.fromiter((found[feature] for feature in counts), dtype=np.int64, count=len(counts))
    return Terms(tuple(counts), np.fromiter(counts.values(), dtype=np.int64, count=len(counts)), headings)


@register("weights", "count", uses_headings=False)
def count(terms: Terms) -> np.ndarray:
    """Every occurrence votes once: the plain SimHash.

    Examples
    --------
    >>> count(count_terms(["a", "b", "a"])).tolist()
    [2, 1]
    """
    return terms.counts


@register("weights", "binary", uses_headings=False)
def binary(terms: Terms) -> np.ndarray:
    """Every distinct feature votes once, however often it occurs.

    Examples
    --------
    >>> binary(count_terms(["a", "b", "a"])).tolist()
    [1, 1]
    """
    return np.ones_like(terms.counts)


@register("weights", "log", uses_headings=False)
def log(terms: Terms) -> np.ndarray:
    """1 + ln(occurrences): a repeated feature counts more, but not in proportion.

    Examples
    --------
    >>> log(count_terms(["a", "b", "a"])).round(3).tolist()
    [1.693, 1.0]
    """
    return 1.0 + np.log(terms.counts)


@register("weights", "heading", uses_headings=True)
def heading(terms: Terms, *, factor: float = 3.0) -> np.ndarray:
    """Occurrences that start in a Markdown heading count ``factor`` times, all others once.

    The third article names this variant ("those that appear in an <h1>"). ``factor=1`` is the plain SimHash.

    Parameters
    ----------
    terms : Terms
        The document's features.
    factor : float
        At least 0.

    Examples
    --------
    >>> heading(count_terms(["a", "b", "a"], [True, False, False]), factor=3).tolist()
    [4, 1]
    """
    if not factor >= 0 or not np.isfinite(factor):
        raise InvalidPipeline("factor", factor, "a finite number of at least 0", "pass factor=3")
    return terms.counts + (factor - 1) * terms.heading_counts


@dataclass(frozen=True)
class IdfTable:
    """Inverse document frequencies counted on a corpus: rare features count more. Itself a weight function.

    The weight of a feature is occurrences * ln((1 + n_documents) / (1 + documents that hold it)): 0 for a feature of
    every document, largest for one never seen. Two tables are equal when their content is.

    Attributes
    ----------
    n_documents : int
        Documents counted.
    document_counts : tuple of (str, int)
        Feature and the number of documents that hold it, sorted by feature.

    Examples
    --------
    >>> table = IdfTable.fit([["a", "b"], ["a"]])
    >>> table(count_terms(["a", "b", "c"])).round(3).tolist()
    [0.0, 0.405, 1.099]
    """

    n_documents: int
    document_counts: tuple[tuple[str, int], ...]

    @classmethod
    def fit(cls, documents: Iterable[Sequence[str]]) -> IdfTable:
        """Count in how many documents each feature occurs; each document is given as its features."""
        n_documents = 0
        counts: Counter[str] = Counter()
        for features in documents:
            n_documents += 1
            counts.update(set(features))
        return cls(n_documents, tuple(sorted(counts.items())))

    def __call__(self, terms: Terms) -> np.ndarray:
        found = np.fromiter((self._lookup.get(feature, 0) for feature in terms.features), dtype=np.float64)
        return terms.counts * np.log((1 + self.n_documents) / (1 + found))

    def __repr__(self) -> str:
        sizes = f"n_documents={self.n_documents}, n_features={len(self.document_counts)}"
        return f"IdfTable({sizes}, {self.content_hash[:19]})"

    def __hash__(self) -> int:
        return hash(self.content_hash)

    @cached_property
    def _lookup(self) -> dict[str, int]:
        return dict(self.document_counts)

    @cached_property
    def content_hash(self) -> str:
        """``sha256:`` and the hexadecimal digest of the table's text form; the name a pipeline file knows it by."""
        return "sha256:" + hashlib.sha256(self._content()).hexdigest()

    def _content(self) -> bytes:
        lines = [json.dumps({"n_documents": self.n_documents})]
        # ASCII escapes: a feature may hold line breaks, quotes or lone surrogates.
        lines += [json.dumps(entry, ensure_ascii=True) for entry in self.document_counts]
        return ("\n".join(lines) + "\n").encode("ascii")

    @property
    def file_name(self) -> str:
        """Name of the file beside a thresholds.yaml that holds the table."""
        return f"idf-{self.content_hash.removeprefix('sha256:')[:16]}.jsonl.gz"

    def save(self, folder: str | os.PathLike[str]) -> pathlib.Path:
        """Write the table into a folder under its own name; the same table gives the same bytes."""
        path = pathlib.Path(folder) / self.file_name
        with gzip_writer(path) as stream:
            stream.write(self._content())
        return path

    @classmethod
    def load(cls, folder: str | os.PathLike[str], content_hash: str) -> IdfTable:
        """Read the table with this content hash from a folder.

        Raises
        ------
        InvalidThresholds
            If the file is missing or its content has changed.
        """
        path = pathlib.Path(folder) / f"idf-{content_hash.removeprefix('sha256:')[:16]}.jsonl.gz"
        try:
            first, *entries = gzip.decompress(path.read_bytes()).decode("ascii").splitlines()
            pairs = (json.loads(entry) for entry in entries)
            table = cls(int(json.loads(first)["n_documents"]), tuple((str(feature), int(n)) for feature, n in pairs))
        except FileNotFoundError:
            raise InvalidThresholds(
                "idf table", str(path), "the table's file beside the YAML", "copy it there, or tune again"
            ) from None
        except (OSError, EOFError, zlib.error, ValueError, TypeError, KeyError) as problem:
            raise InvalidThresholds(
                "idf table", str(path), "a table written by simlab", f"copy the original again ({problem})"
            ) from problem
        if table.content_hash != content_hash:
            raise InvalidThresholds(
                "idf table",
                table.content_hash,
                content_hash,
                f"restore the original {path.name}: its content has changed",
            )
        return table
