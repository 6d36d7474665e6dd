"""Loading the corpora that come with simlab."""

from __future__ import annotations

import dataclasses
import gzip
import html
import json
import pathlib

import pandas as pd

from simlab.errors import InvalidDocuments, UnknownName, some

__all__ = ["Corpus", "bundled", "dataset_names", "load_dataset"]

_KINDS = ("datasets", "notebooks")


@dataclasses.dataclass(frozen=True, repr=False, eq=False)
class Corpus:
    """Documents, labelled pairs of them, and the card that says where both come from.

    Attributes
    ----------
    name : str
        Name of the corpus.
    documents : pandas.DataFrame
        One row a document: ``doc_id``, ``html`` or ``text``, ``cluster`` (duplicate family), ``segment``, and more.
    pairs : pandas.DataFrame
        ``left_id``, ``right_id``, ``label`` (1.0 near-duplicate, 0.0 not, 0.5 neither) and ``relation``.
    card : str
        The data card, Markdown.
    """

    name: str
    documents: pd.DataFrame
    pairs: pd.DataFrame
    card: str

    def _counts(self) -> list[tuple[str, int]]:
        label = self.pairs["label"]
        return [
            ("documents", len(self.documents)),
            ("clusters", self.documents["cluster"].nunique()),
            ("segments", self.documents["segment"].nunique()),
            ("pairs", len(self.pairs)),
            ("near-duplicate", int((label == 1).sum())),
            ("different", int((label == 0).sum())),
            ("unsure", int((label != 0).sum() - (label == 1).sum())),
        ]

    def __repr__(self) -> str:
        count = dict(self._counts())
        return (
            f"Corpus {self.name!r}: {count['documents']:,} documents in {count['clusters']:,} clusters and "
            f"{count['segments']:,} segments; {count['pairs']:,} pairs ({count['near-duplicate']:,} near-duplicate, "
            f"{count['different']:,} different, {count['unsure']:,} unsure)"
        )

    def _repr_html_(self) -> str:
        rows = "".join(f'<tr><th scope="row">{name}</th><td>{number:,}</td></tr>' for name, number in self._counts())
        return (
            f"<table><caption>Corpus {html.escape(self.name)}</caption>"
            '<thead><tr><th scope="col">what</th><th scope="col">count</th></tr></thead>'
            f"<tbody>{rows}</tbody></table>"
        )


def bundled(kind: str) -> pathlib.Path:
    """Folder of the files that travel with simlab: inside an installed package, or at the top of the repository.

    Parameters
    ----------
    kind : {"datasets", "notebooks"}
        What to look for.

    Returns
    -------
    pathlib.Path
        The folder; in a repository it may not exist yet.

    Raises
    ------
    UnknownName
        If ``kind`` is something else.

    Examples
    --------
    >>> bundled("datasets").name
    'datasets'
    """
    if kind not in _KINDS:
        raise UnknownName("kind", kind, some(_KINDS), "choose one of them")
    package = pathlib.Path(__file__).resolve().parents[1]
    installed = package / "_bundled" / kind
    return installed if installed.is_dir() else package.parent / kind


def dataset_names() -> list[str]:
    """Names of the corpora that :func:`load_dataset` can load, in alphabetical order.

    Examples
    --------
    >>> "newsroom" in dataset_names()
    True
    """
    return sorted(path.parent.name for path in bundled("datasets").glob("*/documents.jsonl.gz"))


def load_dataset(name: str) -> Corpus:
    """Load a corpus that comes with simlab.

    Parameters
    ----------
    name : str
        One of :func:`dataset_names`.

    Returns
    -------
    Corpus
        Documents, pairs and card.

    Raises
    ------
    UnknownName
        If there is no corpus of this name.
    InvalidDocuments
        If one of its files is missing or damaged.

    Examples
    --------
    >>> corpus = load_dataset("newsroom")
    >>> corpus.pairs.columns.tolist()
    ['left_id', 'right_id', 'label', 'relation']
    """
    names = dataset_names()
    if name not in names:
        raise UnknownName("name", name, some(names, limit=20) or "no corpus is installed", "choose one of them")
    folder = bundled("datasets") / name
    try:
        with gzip.open(folder / "documents.jsonl.gz", "rt", encoding="utf-8") as lines:
            documents = pd.DataFrame([json.loads(line) for line in lines])
        with gzip.open(folder / "pairs.csv.gz", "rt", encoding="utf-8", newline="") as table:
            pairs = pd.read_csv(
                table, dtype={"left_id": str, "right_id": str, "label": float, "relation": str}, keep_default_na=False
            )
        card = (folder / "card.md").read_text(encoding="utf-8")
    except (OSError, EOFError, ValueError) as error:
        raise InvalidDocuments(
            f"corpus {name!r}",
            f"{type(error).__name__}: {error}",
            "the files documents.jsonl.gz, pairs.csv.gz and card.md as they were written",
            f"install simlab again, or run python -m simlab.datasets --write {name} in the repository",
        ) from error
    return Corpus(name, documents, pairs, card)
