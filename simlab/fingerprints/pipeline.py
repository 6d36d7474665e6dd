"""The pipeline: which stages turn a page into a fingerprint, as one frozen value."""

from __future__ import annotations

import dataclasses
import hashlib
import html as html_escape
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

import simlab.documents
import simlab.fingerprints.hashes
import simlab.fingerprints.normalize
import simlab.fingerprints.tokens  # noqa: F401 - these four imports register the built-in stages
from simlab.documents.encoding import replace_surrogates
from simlab.errors import InvalidDocuments, InvalidPipeline, SimlabError
from simlab.fingerprints.headings import split_headings
from simlab.fingerprints.inputs import column_of, texts_of
from simlab.fingerprints.simhash import sign, tally, votes, whole_weights
from simlab.fingerprints.stages import (
    StageLike,
    as_stage,
    canonical,
    checked,
    checked_tokens,
    function_name,
    function_of,
    is_unsigned,
    spelled,
    unnamed,
    whole,
)
from simlab.fingerprints.storage import uint64_series
from simlab.fingerprints.tokens import shingles
from simlab.fingerprints.weights import IdfTable, Terms, count_terms
from simlab.progress import track
from simlab.registry import Stage, lookup, name_of

__all__ = ["Pipeline", "fit_idf"]


_STAGES = ("html", "normalize", "tokenize", "weights", "hash")
_PROBE = "A probe, to see whether every stage answers: 1 text."


@dataclass(frozen=True)
class Pipeline:
    """How a document becomes a fingerprint. Frozen, hashable, comparable; the YAML form round-trips exactly.

    Every stage is a registered name (``"whitespace"``), a name with parameters (``simlab.stage("xxh3-64", seed=7)`` or
    ``{"name": "xxh3-64", "seed": 7}``), or a function of your own.

    Parameters
    ----------
    html : stage
        ``(page: str) -> text: str``. ``"none"``: documents are text already. ``"markdown"``: they are HTML pages.
    normalize : stage
        ``(text: str) -> str``.
    tokenize : stage
        ``(text: str) -> list[str]``.
    shingle_size : int
        Consecutive tokens in a feature, at least 1.
    short_shingle : bool
        Whether a text with fewer tokens than ``shingle_size`` forms one shorter shingle (True) or has no feature
        (False).
    weights : stage
        ``(terms: Terms) -> array of one weight a distinct feature``, finite and at least 0.
    hash : stage
        ``(feature: str) -> int`` in 0 .. 2**64 - 1. A hash narrower than ``n_bits`` is refused unless it is widened
        on purpose; a function says its width with an attribute ``n_bits`` (64 if it has none).
    n_bits : int
        Bits of the fingerprint, 1 to 64.
    tie : {0, 1}
        What a bit becomes whose votes cancel out.
    min_features : int
        Documents with fewer feature occurrences get no fingerprint; at least 1.

    Raises
    ------
    InvalidPipeline
        If a parameter is out of range or a stage does not answer a short probe text as it should.
    UnknownName
        If a stage's name is not registered.

    Examples
    --------
    >>> pipeline = Pipeline(tokenize="whitespace")
    >>> pipeline.fingerprint(["le chat mange la souris", ""]).tolist()
    [15080132718872328227, <NA>]
    >>> pipeline.replace(n_bits=63).fingerprint(["le chat mange la souris"]).tolist()
    [5856760682017552419]
    """

    html: StageLike = "none"
    normalize: StageLike = "default"
    tokenize: StageLike = "unicode-words"
    shingle_size: int = 3
    short_shingle: bool = True
    weights: StageLike = "count"
    hash: StageLike = "xxh3-64"
    n_bits: int = 64
    tie: int = 0
    min_features: int = 1

    def __post_init__(self) -> None:
        for kind in _STAGES:
            object.__setattr__(self, kind, as_stage(kind, getattr(self, kind)))
        _check_integer("n_bits", self.n_bits, 1, 64)
        _check_integer("shingle_size", self.shingle_size, 1, None)
        _check_integer("min_features", self.min_features, 1, None)
        _check_integer("tie", self.tie, 0, 1)
        if not isinstance(self.short_shingle, bool):
            raise InvalidPipeline(
                "short_shingle", self.short_shingle, "True or False", "pass True to let short texts form one shingle"
            )
        self._check_hash_width()
        self._probe()

    @cached_property
    def _bound(self) -> Mapping[str, Callable[..., Any]]:
        """The stages as functions with their parameters fixed."""
        return {kind: function_of(kind, getattr(self, kind)) for kind in _STAGES}

    def _check_hash_width(self) -> None:
        if isinstance(self.hash, Stage):
            width = lookup("hash", self.hash.name).n_bits
            if dict(self.hash.parameters).get("widen"):
                width = 64
        else:
            width = getattr(self.hash, "n_bits", 64)
        if width < self.n_bits:
            raise InvalidPipeline(
                "hash",
                self.hash.name if isinstance(self.hash, Stage) else function_name(self.hash),
                f"a hash of at least n_bits={self.n_bits} bits; this one has {width}",
                f"pass n_bits={width}, choose a wider hash such as 'xxh3-64', or widen it on purpose with "
                "widen='zeros' or 'repeat'",
            )

    def _probe(self) -> None:
        """Let every stage answer one short text: what cannot work is refused now, not in row 10,000.

        An html function of your own is not asked: it may be slow to start, or expect whole pages.
        """
        try:
            terms = self._terms(self.text(_PROBE) if isinstance(self.html, Stage) else _PROBE)
            self._hashes(terms)
            whole_weights(self._weights(terms), terms.features)
        except SimlabError:
            raise
        except Exception as problem:
            raise InvalidPipeline(
                "pipeline", repr(self), "stages that answer a short text", f"correct the stage that raised {problem!r}"
            ) from problem

    # ------------------------------------------------------------------ one document, stage by stage
    def text(self, page: str) -> str:
        """Apply the html stage: the text that is normalised and cut into tokens."""
        return checked("html", self._bound["html"](page), str)

    def tokens(self, page: str) -> list[str]:
        """Tokens of one document, in reading order.

        Examples
        --------
        >>> Pipeline().tokens("Hello, World")
        ['hello', 'world']
        """
        return self._tokens_of(self.text(page))

    def features(self, page: str) -> list[str]:
        """Shingles of one document, in reading order, repeated ones included.

        Examples
        --------
        >>> Pipeline(shingle_size=2).features("a b a b")
        ['a b', 'b a', 'a b']
        """
        return shingles(self.tokens(page), self.shingle_size, short_shingle=self.short_shingle)

    def explain(self, page: str) -> pd.DataFrame:
        """Show what one document votes with: its distinct features, heaviest first.

        Returns
        -------
        pandas.DataFrame
            Columns feature, count, heading_count, weight, weight_ratio (of the total, 0..1) and feature_hash (UInt64).

        Examples
        --------
        >>> Pipeline(tokenize="whitespace", shingle_size=1).explain("a b a")[["feature", "count"]].values.tolist()
        [['a', 2], ['b', 1]]
        """
        terms = self._terms(self.text(page))
        weights = self._weights(terms)
        total = weights.sum()
        table = pd.DataFrame(
            {
                "feature": pd.array([replace_surrogates(feature) for feature in terms.features], dtype="string"),
                "count": terms.counts,
                "heading_count": terms.heading_counts,
                "weight": weights,
                "weight_ratio": weights / total if total else weights,
                "feature_hash": pd.array(self._hashes(terms), dtype="UInt64"),
            }
        )
        return table.sort_values("weight", ascending=False, kind="stable", ignore_index=True)

    def votes(self, page: str) -> np.ndarray:
        """Votes of one document on every bit, bit 0 first; 0 is a tie.

        Returns
        -------
        numpy.ndarray, shape (n_bits,), int64
            In a common unit; 1 if all weights are whole.

        Examples
        --------
        >>> Pipeline(shingle_size=1, n_bits=8).votes("hello").tolist()
        [1, -1, 1, 1, 1, 1, 1, 1]
        """
        terms = self._terms(self.text(page))
        return votes(self._hashes(terms), self._weights(terms), self.n_bits)

    def _tokens_of(self, text: str) -> list[str]:
        return checked_tokens(self._bound["tokenize"](checked("normalize", self._bound["normalize"](text), str)))

    def _terms(self, text: str) -> Terms:
        if not self._uses_headings():
            tokens = self._tokens_of(text)
            return count_terms(shingles(tokens, self.shingle_size, short_shingle=self.short_shingle))
        tokens, flags = [], []
        for is_heading, run in split_headings(text):
            found = self._tokens_of(run)
            tokens += found
            flags += [is_heading] * len(found)
        features = shingles(tokens, self.shingle_size, short_shingle=self.short_shingle)
        # A shingle belongs to the line in which it starts.
        return count_terms(features, flags[: len(features)])

    def _uses_headings(self) -> bool:
        if isinstance(self.weights, Stage):
            return lookup("weights", self.weights.name).uses_headings
        return not isinstance(self.weights, IdfTable)

    def _hashes(self, terms: Terms) -> np.ndarray:
        hash_function = self._bound["hash"]
        values = [hash_function(feature) for feature in terms.features]
        try:
            if any(type(value) is not int for value in values):
                values = [whole(value) for value in values]
            return np.array(values, dtype=np.uint64)
        except (OverflowError, TypeError, ValueError):
            wrong = next(value for value in values if not is_unsigned(value))
            raise InvalidPipeline(
                "hash",
                wrong,
                "a function (feature: str) -> int with values from 0 to 2**64 - 1",
                "return a whole number; mask it with & 0xFFFFFFFFFFFFFFFF if the hash is signed or wider (mmh3 "
                "is signed by default)",
            ) from None

    def _weights(self, terms: Terms) -> np.ndarray:
        weights = np.asarray(self._bound["weights"](terms))
        if np.shape(weights) != (len(terms.features),):
            raise InvalidPipeline(
                "weights",
                f"shape {np.shape(weights)}",
                f"one weight a distinct feature, shape ({len(terms.features)},)",
                "return an array as long as terms.features",
            )
        return weights

    # ------------------------------------------------------------------ many documents
    def fingerprint(self, texts: Any, *, progress: bool | None = None) -> pd.Series:
        """Fingerprint documents.

        Parameters
        ----------
        texts : list of str, pandas.Series or Arrow array
            Pages or texts, as the html stage expects them; None and NaN are documents without text.
        progress : bool, optional
            Show a progress bar; None: in a terminal or notebook, when it takes longer than a second.

        Returns
        -------
        pandas.Series of UInt64, named "fingerprint"
            With the index of a Series that was given. ``<NA>`` where there is nothing to vote with: no features,
            fewer than ``min_features``, or total weight 0.

        Raises
        ------
        InvalidPipeline
            If a stage fails on a document; ``fingerprint_table`` reports such rows instead.

        Examples
        --------
        >>> Pipeline().fingerprint(["", "to be or not to be"]).isna().tolist()
        [True, False]
        """
        table = self.fingerprint_table(texts, progress=progress)
        failed = table[table["status"] == "error"]
        if len(failed):
            raise InvalidPipeline(
                f"texts[{failed.index[0]!r}]",
                failed["reason"].iloc[0],
                "documents that every stage can read",
                f"look at the {len(failed)} rows with status 'error' in fingerprint_table(texts)",
            )
        return table["fingerprint"]

    def fingerprint_table(
        self, texts: Any, *, min_trusted_features: int | None = None, progress: bool | None = None
    ) -> pd.DataFrame:
        """Fingerprint documents and say for each what the fingerprint rests on.

        Parameters
        ----------
        texts : list of str, pandas.Series or Arrow array
            As in ``fingerprint``.
        min_trusted_features : int, optional
            Mark documents with fewer feature occurrences ``short``; they keep their fingerprint.
        progress : bool, optional
            As in ``fingerprint``.

        Returns
        -------
        pandas.DataFrame
            fingerprint (UInt64), n_features (occurrences), total_weight, heaviest_ratio (share of the heaviest
            feature, 0..1), status (``ok``; ``short``: a single feature, or fewer than ``min_features`` or
            ``min_trusted_features``; ``dominated``: one feature outweighs all others together, so that its hash is
            the fingerprint; ``empty``: nothing to vote with; ``error``) and reason. ``attrs["pipeline"]`` says which
            pipeline made it.

        Examples
        --------
        >>> Pipeline().fingerprint_table(["", "a b c d e"])["status"].tolist()
        ['empty', 'ok']
        """
        items, index = texts_of(texts)
        rows = [
            self._row(item, min_trusted_features)
            for item in track(items, "fingerprints", total=len(items), progress=progress)
        ]
        fingerprints = np.fromiter((row[0] or 0 for row in rows), dtype=np.uint64, count=len(rows))
        missing = np.fromiter((row[0] is None for row in rows), dtype=bool, count=len(rows))
        table = pd.DataFrame(
            {
                "fingerprint": uint64_series(fingerprints, missing, index),
                "n_features": pd.Series([row[1] for row in rows], index=index, dtype="int64"),
                "total_weight": pd.Series([row[2] for row in rows], index=index, dtype="float64"),
                "heaviest_ratio": pd.Series([row[3] for row in rows], index=index, dtype="float64"),
                "status": pd.Series([row[4] for row in rows], index=index, dtype="str"),
                "reason": pd.Series([row[5] for row in rows], index=index, dtype="str"),
            }
        )
        table.attrs["pipeline"] = self.describe()
        return table

    def _row(self, page: object, min_trusted_features: int | None) -> tuple[int | None, int, float, float, str, str]:
        if page is None:
            return None, 0, 0.0, 0.0, "empty", "no text"
        try:
            if not isinstance(page, str):
                raise InvalidDocuments(
                    "text", page, "a str", "read bytes with simlab.read_documents, or decode them first"
                )
            terms = self._terms(self.text(page))
            n_features = int(terms.counts.sum())
            if n_features == 0:
                return None, 0, 0.0, 0.0, "empty", "no features"
            weights = self._weights(terms)
            whole = whole_weights(weights, terms.features)
            weight, total = float(weights.sum(dtype=np.float64)), int(whole.sum())
            share = int(whole.max()) / total if total else 0.0
            if n_features < self.min_features:
                return None, n_features, weight, share, "short", f"fewer than min_features={self.min_features} features"
            if total == 0:
                return None, n_features, 0.0, 0.0, "empty", "total weight 0"
            value = sign(tally(self._hashes(terms), whole, self.n_bits), self.tie)
        except Exception as problem:  # one bad document must not stop the batch; its row says why
            return None, 0, 0.0, 0.0, "error", replace_surrogates(f"{type(problem).__name__}: {problem}")
        if min_trusted_features is not None and n_features < min_trusted_features:
            return (
                value,
                n_features,
                weight,
                share,
                "short",
                f"fewer than min_trusted_features={min_trusted_features} features",
            )
        if n_features == 1:
            return value, n_features, weight, share, "short", "a single feature"
        if share > 0.5:
            return value, n_features, weight, share, "dominated", "one feature outweighs all others together"
        return value, n_features, weight, share, "ok", ""

    def inputs(self, documents: pd.DataFrame) -> pd.Series:
        """The column of a documents table that this pipeline reads, indexed by doc_id.

        ``html`` for a pipeline with an html stage, or ``text`` where a document has no ``html``. Without html stage
        ``text``; documents that have only ``html`` are then refused.

        Raises
        ------
        InvalidDocuments
            If doc_id or the column is missing, or ids repeat.
        """
        return column_of(documents, reads_html=self.html != Stage("none"))

    # ------------------------------------------------------------------ the pipeline as a value
    def replace(self, **changes: Any) -> Pipeline:
        """Return a variant with some parameters changed.

        Examples
        --------
        >>> Pipeline().replace(shingle_size=1).shingle_size
        1
        """
        known = [field.name for field in dataclasses.fields(self)]
        for name in changes:
            if name not in known:
                raise InvalidPipeline(
                    "pipeline", name, f"the parameters {', '.join(known)}", "correct the parameter's name"
                )
        return dataclasses.replace(self, **changes)

    def to_dict(self) -> dict[str, Any]:
        """Return the pipeline as plain values, in the order of the flow.

        Raises
        ------
        InvalidPipeline
            If a stage is a function without a registered name.

        Examples
        --------
        >>> Pipeline.from_dict(Pipeline().to_dict()) == Pipeline()
        True
        """
        for kind in _STAGES:
            chosen = getattr(self, kind)
            if not isinstance(chosen, (Stage, IdfTable)) and name_of(kind, chosen) is None:
                raise InvalidPipeline(
                    kind,
                    function_name(chosen),
                    "a stage with a registered name",
                    f"register it first: simlab.register({kind!r}, 'a-name', your_function)",
                )
        return self.describe()

    def describe(self) -> dict[str, Any]:
        """Return the same as ``to_dict``; functions without a registered name are shown by their qualified name."""
        result: dict[str, Any] = {}
        for item in dataclasses.fields(self):
            value = getattr(self, item.name)
            if isinstance(value, Stage):
                value = value.to_dict()
            elif isinstance(value, IdfTable):
                value = {"name": "idf", "table": value.content_hash}
            elif callable(value):
                # A function may have got its name after the pipeline was built.
                value = name_of(item.name, value) or unnamed(value)
            result[item.name] = value
        return result

    @classmethod
    def from_dict(cls, values: Mapping[str, Any], *, idf_folder: str | None = None) -> Pipeline:
        """Build a pipeline from plain values.

        Parameters
        ----------
        values : mapping
            As ``to_dict`` returns it; parameters that are missing take their default.
        idf_folder : path, optional
            Folder that holds the idf table, if the weights are one.

        Raises
        ------
        InvalidPipeline
            If a key is unknown.
        """
        known = [item.name for item in dataclasses.fields(cls)]
        unknown = [key for key in values if key not in known]
        if unknown:
            raise InvalidPipeline(
                "pipeline", unknown[0], f"the parameters {', '.join(known)}", "correct or remove the key"
            )
        chosen = dict(values)
        weights = chosen.get("weights")
        if isinstance(weights, Mapping) and weights.get("name") == "idf":
            if idf_folder is None:
                raise InvalidPipeline(
                    "weights",
                    dict(weights),
                    "an idf table within reach",
                    "pass idf_folder, the folder of the YAML file",
                )
            chosen["weights"] = IdfTable.load(idf_folder, str(weights.get("table")))
        return cls(**chosen)

    @property
    def identity(self) -> str:
        """16 hexadecimal digits that differ when any parameter differs.

        Examples
        --------
        >>> len(Pipeline().identity), Pipeline().identity == Pipeline(n_bits=63).identity
        (16, False)
        """
        text = json.dumps(canonical(self.describe()), sort_keys=True, ensure_ascii=True)
        return hashlib.sha256(text.encode("ascii")).hexdigest()[:16]

    def __repr__(self) -> str:
        parts = []
        for name, value in ((item.name, getattr(self, item.name)) for item in dataclasses.fields(self)):
            if isinstance(value, Stage) and not value.parameters:
                value = value.name
            elif callable(value) and not isinstance(value, IdfTable):
                value = function_name(value)
            if value != _DEFAULTS[name]:
                parts.append(f"{name}={value!r}")
        return f"Pipeline({', '.join(parts)})"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><th scope='row' style='text-align:left'>{html_escape.escape(name)}</th>"
            f"<td style='text-align:left'>{html_escape.escape(spelled(value))}</td></tr>"
            for name, value in self.describe().items()
        )
        return f"<table><caption>Pipeline {self.identity}</caption>{rows}</table>"


_DEFAULTS = {item.name: item.default for item in dataclasses.fields(Pipeline)}


def fit_idf(pipeline: Pipeline, texts: Any, *, progress: bool | None = None) -> Pipeline:
    """Return the pipeline with idf weights counted on these documents.

    Parameters
    ----------
    pipeline : Pipeline
        Its stages before the weights decide what a feature is.
    texts : list of str, pandas.Series or Arrow array
        The corpus; documents without text are left out.
    progress : bool, optional
        As in ``Pipeline.fingerprint``.

    Returns
    -------
    Pipeline
        With an ``IdfTable`` as weights; exporting it saves the table beside the YAML, under its content hash.

    Examples
    --------
    >>> fitted = fit_idf(Pipeline(shingle_size=1), ["alpha beta", "alpha gamma"])
    >>> fitted.explain("alpha beta")[["feature", "weight"]].round(3).values.tolist()
    [['beta', 0.405], ['alpha', 0.0]]
    """
    items, _ = texts_of(texts)
    present = [item for item in items if item is not None]
    if not present:
        raise InvalidDocuments(
            "texts", "no document with text", "at least one", "fit the weights on the corpus they will be used for"
        )
    return pipeline.replace(
        weights=IdfTable.fit(
            pipeline.features(text) for text in track(present, "idf", total=len(present), progress=progress)
        )
    )


def _check_integer(name: str, value: Any, low: int, high: int | None) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < low or (high is not None and value > high):
        allowed = f"a whole number from {low} to {high}" if high is not None else f"a whole number of at least {low}"
        default = _DEFAULTS[name]
        raise InvalidPipeline(
            name, value, allowed, f"pass {name}={default}, the default, or another value in this range"
        )
