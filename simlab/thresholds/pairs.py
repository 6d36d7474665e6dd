"""The pair table: which two documents, near-duplicates or not, and why the pair is here."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from simlab.errors import InvalidPairs, described, some
from simlab.neighbors.clusters import component_labels

__all__ = ["Split", "check_ids", "families", "pair_table", "pairs_from_clusters", "split_by_family"]

_ALIASES = {
    "left_id": ("left_id", "id_a", "url_a", "left"),
    "right_id": ("right_id", "id_b", "url_b", "right"),
}
_UNSURE = ("", "0.5")
_LABELS = {"1": 1, "true": 1, "0": 0, "false": 0, "0.5": None, "": None}
_MAX_PAIRS = 5_000_000


def pair_table(
    table: pd.DataFrame,
    *,
    left_id: str | None = None,
    right_id: str | None = None,
    label: str = "label",
    positive_label: Any = None,
    source: str = "pairs",
) -> pd.DataFrame:
    """Bring labelled pairs to the contract, or say everything that is wrong with them.

    Parameters
    ----------
    table : pandas.DataFrame
        One row a pair.
    left_id, right_id : str, optional
        Columns with the two document ids; by default ``left_id`` / ``right_id``, ``id_a`` / ``id_b``,
        ``url_a`` / ``url_b`` or ``left`` / ``right``.
    label : str
        Column with the label: 1 near-duplicate, 0 not, 0.5 or missing unsure.
    positive_label : object, optional
        For another vocabulary of two values: the one that means near-duplicate.
    source : str
        Name for error messages, for example the file.

    Returns
    -------
    pandas.DataFrame
        left_id, right_id, label (Int8: 1, 0 or ``<NA>``), then all other columns. A pair that is repeated with the
        same label is kept once; ``attrs["n_repeated"]`` counts the others, ``attrs["n_unsure"]`` the unsure.

    Raises
    ------
    InvalidPairs
        If a column is missing, an id is missing, a document is paired with itself, a label is none of those above, or
        a pair is there twice with contradicting labels.

    Examples
    --------
    >>> raw = pd.DataFrame({"id_a": ["x", "x"], "id_b": ["y", "z"], "label": [1, 0.5]})
    >>> pair_table(raw)
      left_id right_id  label
    0       x        y      1
    1       x        z   <NA>
    """
    if not table.columns.is_unique:
        repeated = table.columns[table.columns.duplicated()].unique()
        raise InvalidPairs(
            source, described(f"the columns {some(repeated)} twice"), "each name once", "rename the columns"
        )
    left_name, right_name = _columns(table, left_id, right_id, label, source)
    if table.empty:
        raise InvalidPairs(source, described("no rows"), "at least one labelled pair", "label some pairs first")
    labels = _labels(table[label], positive_label, source)
    lefts, rights = _ids(table[left_name], left_name, source), _ids(table[right_name], right_name, source)
    result = pd.DataFrame({"left_id": lefts, "right_id": rights, "label": labels})
    _refuse_self_pairs(result, source)
    for name in table.columns:
        if name in (left_name, right_name, label):
            continue
        # A column that another one stands in for keeps its content under a name of its own.
        kept = f"file_{name}" if name in ("left_id", "right_id", "label") else name
        result[kept] = _weights(table[name], source) if kept == "weight" else table[name].reset_index(drop=True)
    return _unique(result, source)


def _refuse_self_pairs(pairs: pd.DataFrame, source: str) -> None:
    itself = pairs["left_id"].astype(object) == pairs["right_id"].astype(object)
    if itself.any():
        raise InvalidPairs(
            source,
            described(f"a document paired with itself in {_rows(itself)}"),
            "two different documents a row",
            "remove these rows",
        )


def _ids(values: pd.Series, name: str, source: str) -> pd.Series:
    """Ids as Python objects, so that no whole number passes through a float; missing and fractional ones are
    refused."""
    if values.dtype.kind == "f" and values.notna().any():
        raise InvalidPairs(
            source,
            described(f"{name}: numbers with fractions ({values.dtype})"),
            "texts or whole numbers",
            "read the ids as text",
        )
    result = values.astype(object).reset_index(drop=True)
    missing = result.isna() | (result == "")
    if missing.any():
        raise InvalidPairs(
            source,
            described(f"no document id in {_rows(missing)}"),
            "two ids in every row",
            "complete or remove these rows",
        )
    return result


def _weights(values: pd.Series, source: str) -> pd.Series:
    numbers = pd.to_numeric(values, errors="coerce").astype("float64").reset_index(drop=True)
    wrong = ~(np.isfinite(numbers) & (numbers >= 0))
    if wrong.any():
        raise InvalidPairs(
            source,
            described(f"the weights {some(values[wrong.to_numpy()].tolist())} in {_rows(wrong)}"),
            "finite numbers of at least 0",
            "use 1 / inclusion probability",
        )
    return numbers


def has_ids(table: pd.DataFrame) -> bool:
    """Say whether a table names two documents in every row, under one of the names that ``pair_table`` knows."""
    return all(any(name in table for name in _ALIASES[role]) for role in ("left_id", "right_id"))


def _columns(
    table: pd.DataFrame, left_id: str | None, right_id: str | None, label: str, source: str
) -> tuple[str, str]:
    """Find the columns with the two ids; name all that are missing at once, the label's too."""
    found, missing = [], []
    for role, chosen in (("left_id", left_id), ("right_id", right_id), ("label", label)):
        candidates = (chosen,) if chosen is not None else _ALIASES[role]
        name = next((candidate for candidate in candidates if candidate in table), None)
        found.append(name)
        if name is None:
            missing.append((role, candidates))
    if missing:
        wanted = ", and ".join(f"a column {' or '.join(map(repr, candidates))}" for _, candidates in missing)
        roles = ", ".join(f"{role}=" for role, _ in missing)
        raise InvalidPairs(
            source,
            described(f"the columns {some(table.columns, limit=20)}"),
            wanted,
            f"pass {roles} with the name of the column",
        )
    return str(found[0]), str(found[1])


def _rows(mask: Any) -> str:
    """Rows of a table as a person counts them: the first is 1."""
    positions = np.flatnonzero(np.asarray(mask, dtype=bool)) + 1
    return f"row {positions[0]}" if len(positions) == 1 else f"rows {some((int(p) for p in positions), limit=5)}"


def _labels(values: pd.Series, positive_label: Any, source: str) -> pd.array:
    texts = [_label_text(value) for value in values.astype(object).tolist()]
    if positive_label is not None:
        positive = _label_text(positive_label)
        found = sorted({text for text in texts if text not in _UNSURE})
        if positive not in found:
            raise InvalidPairs(
                source,
                described(f"the labels {some(found)}"),
                f"the positive label {positive!r} among them",
                "pass one of the labels found",
            )
        if len(found) > 2:
            raise InvalidPairs(
                source,
                described(f"the labels {some(found)}"),
                "two labels and gaps",
                "leave unsure labels empty, or map the labels to 1, 0 and 0.5",
            )
        return pd.array([None if text in _UNSURE else int(text == positive) for text in texts], dtype="Int8")
    wrong = [text not in _LABELS for text in texts]
    if any(wrong):
        unknown = sorted({text for text, bad in zip(texts, wrong, strict=True) if bad})
        raise InvalidPairs(
            source,
            described(f"the labels {some(unknown)} in {_rows(wrong)}"),
            "1 (near-duplicate), 0 (not), 0.5 or nothing (unsure)",
            "correct these rows, or pass positive_label= for a vocabulary of two words",
        )
    return pd.array([_LABELS[text] for text in texts], dtype="Int8")


def _label_text(value: Any) -> str:
    """A label as text: numbers by their value, so that 1, 1.0 and "1.0" are one label; nothing for a missing one."""
    if value is None or value is pd.NA or value != value:
        return ""
    text = str(value).strip()
    try:
        number = float(text)
    except ValueError:
        return text.lower() if text.lower() in ("true", "false") else text
    return f"{number:.15g}"


def _unique(pairs: pd.DataFrame, source: str) -> pd.DataFrame:
    """Keep one row a pair; refuse contradictions. The direction of a pair does not matter."""
    codes, _ = pd.factorize(
        pd.concat([pairs["left_id"].astype(object), pairs["right_id"].astype(object)], ignore_index=True)
    )
    a, b = codes[: len(pairs)], codes[len(pairs) :]
    key = np.minimum(a, b).astype(np.int64) * (int(codes.max()) + 1) + np.maximum(a, b)
    marks = pairs["label"].fillna(-1).to_numpy(dtype=np.int64)
    by_pair = pd.Series(marks).groupby(key)
    contradicting = (by_pair.transform("min") != by_pair.transform("max")).to_numpy()
    if contradicting.any():
        position = int(np.flatnonzero(contradicting)[0])
        same = np.flatnonzero(key == key[position])
        row = pairs.iloc[position]
        shown = ", ".join("unsure" if marks[p] == -1 else str(marks[p]) for p in same)
        raise InvalidPairs(
            source,
            described(
                f"pair ({row['left_id']!r}, {row['right_id']!r}) with labels {shown} in {_rows(key == key[position])}"
            ),
            "one label a pair",
            f"decide which label holds; {len(np.unique(key[contradicting]))} pairs contradict themselves",
        )
    repeated = pd.Series(key).duplicated().to_numpy()
    for name in ("distance", "weight"):
        if name in pairs and repeated.any():
            differs = pairs[name].astype(str).groupby(key).transform("nunique") > 1
            if differs.any():
                raise InvalidPairs(
                    source,
                    described(f"one pair with different values of {name} in {_rows(differs)}"),
                    f"one {name} a pair",
                    "decide which row holds and remove the others",
                )
    result = pairs[~repeated].reset_index(drop=True)
    result.attrs = {"n_repeated": int(repeated.sum()), "n_unsure": int(result["label"].isna().sum())}
    return result


def check_ids(pairs: pd.DataFrame, doc_ids: pd.Index) -> pd.DataFrame:
    """Match the pairs' ids to the documents' and put the document that comes first on the left.

    Ids that were read as text from a CSV file match documents whose ids are whole numbers.

    Raises
    ------
    InvalidPairs
        If a pair names a document that is not there.
    """
    positions = {side: match_ids(pairs[side], doc_ids) for side in ("left_id", "right_id")}
    unknown = (positions["left_id"] < 0) | (positions["right_id"] < 0)
    if unknown.any():
        names = pd.concat([pairs[side][positions[side] < 0] for side in ("left_id", "right_id")]).unique()
        raise InvalidPairs(
            "pairs",
            described(f"unknown documents {some(names.tolist())} in {_rows(unknown)}"),
            f"ids among the {len(doc_ids)} documents, such as {doc_ids[0]!r}",
            "add the documents, remove these pairs, or name the columns with the ids",
        )
    result = pairs.copy()
    result["left_id"] = doc_ids[np.minimum(positions["left_id"], positions["right_id"])]
    result["right_id"] = doc_ids[np.maximum(positions["left_id"], positions["right_id"])]
    # Two spellings can be one document: only now is it known which pairs are which.
    _refuse_self_pairs(result, "pairs")
    unique = _unique(result, "pairs")
    unique.attrs["n_repeated"] += pairs.attrs.get("n_repeated", 0)
    return unique


def match_ids(ids: pd.Series, known: pd.Index) -> np.ndarray:
    """Positions of ids among the known ones, -1 for unknown; text and whole numbers match when they spell the same.

    Examples
    --------
    >>> match_ids(pd.Series(["10", "9"]), pd.Index([9, 10])).tolist()
    [1, 0]
    """
    objects = ids.astype(object)
    found = known.astype(object).get_indexer(pd.Index(objects, dtype=object))
    unknown = np.flatnonzero(found < 0)
    if len(unknown):
        # A CSV file knows only text. "007" is not 7, and a spelling that two ids share says nothing.
        spelled = pd.Series(np.arange(len(known)), index=known.astype(str))
        positions = spelled[~spelled.index.duplicated(keep=False)]
        found[unknown] = positions.reindex(objects.iloc[unknown].astype(str)).fillna(-1).to_numpy(dtype=np.int64)
    return found


def pairs_from_clusters(clusters: pd.Series, *, n_negatives: int | None = None, seed: int = 0) -> pd.DataFrame:
    """Make labelled pairs from duplicate families: all pairs inside a family are positive, pairs across are negative.

    Parameters
    ----------
    clusters : pandas.Series
        Family of each document, indexed by doc_id; a missing family is a family of one.
    n_negatives : int, optional
        Number of negative pairs, drawn without replacement from all pairs across; None takes all of them.
    seed : int
        Seed of the draw.

    Returns
    -------
    pandas.DataFrame
        left_id, right_id, label, relation (``same_cluster`` | ``other_cluster``), weight (1 for positives, 1 /
        inclusion probability for negatives).

    Raises
    ------
    InvalidPairs
        If no family has two documents, or if more than 5 million negatives would be made.

    Examples
    --------
    >>> found = pairs_from_clusters(pd.Series(["x", "x", "y"], index=["a", "b", "c"]))
    >>> found[["left_id", "right_id", "label"]].values.tolist()
    [['a', 'b', 1], ['a', 'c', 0], ['b', 'c', 0]]
    """
    codes, _ = pd.factorize(_without_blanks(clusters))
    alone = codes < 0
    codes = np.where(alone, codes.max(initial=-1) + 1 + np.cumsum(alone), codes)
    n = len(codes)
    sizes = np.bincount(codes)
    n_inside = int((sizes * (sizes - 1) // 2).sum())
    if n_inside == 0:
        raise InvalidPairs(
            "clusters",
            described(f"{n} documents in {n} clusters"),
            "at least one cluster with two documents",
            "give near-duplicates the same cluster",
        )
    n_across = math.comb(n, 2) - n_inside
    if n_negatives is not None and (
        isinstance(n_negatives, bool) or not isinstance(n_negatives, (int, np.integer)) or n_negatives < 0
    ):
        raise InvalidPairs("n_negatives", n_negatives, "a whole number of at least 0", "pass n_negatives=100_000")
    wanted = n_across if n_negatives is None else min(n_negatives, n_across)
    for name, number, action in (
        ("clusters", n_inside, "split the largest clusters, or label a sample of their pairs"),
        ("n_negatives", wanted, "pass n_negatives=100_000 to draw a sample"),
    ):
        if number > _MAX_PAIRS:
            raise InvalidPairs(name, described(f"{number:,} pairs"), f"at most {_MAX_PAIRS:,} pairs of a kind", action)
    # Documents sorted by cluster: inside a cluster and across clusters are then ranges.
    order = np.argsort(codes, kind="stable")
    ends = np.cumsum(sizes)[codes[order]]
    places = np.arange(n)
    inside_left, inside_right = _ranked_pairs(ends - 1 - places, places + 1, np.arange(n_inside))
    across_left, across_right = _ranked_pairs(n - ends, ends, _ranks(wanted, n_across, seed))
    a, b = (order[np.concatenate(part)] for part in ((inside_left, across_left), (inside_right, across_right)))
    lefts, rights = np.minimum(a, b), np.maximum(a, b)
    labels = np.repeat([1, 0], [n_inside, wanted])
    sorting = np.lexsort((rights, lefts, -labels))
    lefts, rights, labels = lefts[sorting], rights[sorting], labels[sorting]
    return pd.DataFrame(
        {
            "left_id": clusters.index[lefts],
            "right_id": clusters.index[rights],
            "label": pd.array(labels, dtype="Int8"),
            "relation": np.where(labels == 1, "same_cluster", "other_cluster"),
            "weight": np.where(labels == 1, 1.0, n_across / max(wanted, 1)),
        }
    )


def _without_blanks(clusters: pd.Series) -> pd.Series:
    """An empty name is no cluster: documents that share it have nothing else in common."""
    objects = clusters.astype(object)
    return objects.where(objects.map(lambda name: not (isinstance(name, str) and not name.strip())), None)


def _ranked_pairs(
    n_partners: np.ndarray, first_partner: np.ndarray, ranks: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Pairs by their rank, where place p is paired with ``n_partners[p]`` places from ``first_partner[p]`` on."""
    starts = np.concatenate([[0], np.cumsum(n_partners)])
    left = np.searchsorted(starts, ranks, side="right") - 1
    return left, first_partner[left] + ranks - starts[left]


def _ranks(wanted: int, total: int, seed: int) -> np.ndarray:
    """Draw ranks from 0 .. total - 1 without replacement, all of them equally likely."""
    if wanted == total:
        return np.arange(total)
    rng = np.random.default_rng(checked_seed(seed))
    if wanted > total // 2:
        return rng.permutation(total)[:wanted]
    found = np.zeros(0, dtype=np.int64)
    while len(found) < wanted:
        drawn = rng.integers(0, total, wanted - len(found))
        # In order of first draw, so that cutting the surplus favours no rank.
        found = pd.unique(np.concatenate([found, drawn]))
    return found


def families(pairs: pd.DataFrame, clusters: pd.Series | None = None) -> pd.Series:
    """Duplicate family of every document in the pairs: its cluster, and clusters that a positive pair ties together.

    Parameters
    ----------
    pairs : pandas.DataFrame
        With left_id, right_id, label.
    clusters : pandas.Series, optional
        Cluster by doc_id; missing entries are clusters of one.

    Returns
    -------
    pandas.Series of int64
        Family number, indexed by doc_id.

    Examples
    --------
    >>> table = pd.DataFrame({"left_id": ["a", "a"], "right_id": ["b", "c"], "label": [1, 0]})
    >>> families(table).to_dict()
    {'a': 0, 'b': 0, 'c': 1}
    """
    codes, ids = _factorized(pairs)
    left, right = codes[: len(pairs)], codes[len(pairs) :]
    positive = (pairs["label"] == 1).fillna(False).to_numpy(dtype=bool)
    edges = [(left[positive], right[positive])]
    if clusters is not None:
        own = _clusters_of(ids, clusters)
        known = np.flatnonzero(own >= 0)
        first = pd.Series(known).groupby(own[known], sort=False).transform("first").to_numpy(dtype=np.int64)
        edges.append((first, known))
    a, b = (np.concatenate(parts) for parts in zip(*edges, strict=True))
    return pd.Series(component_labels(len(ids), a, b), index=pd.Index(ids), name="family")


def _factorized(pairs: pd.DataFrame) -> tuple[np.ndarray, pd.Index]:
    """Number the documents of pairs in an order that does not depend on the order of the rows."""
    both = pd.concat([pairs["left_id"].astype(object), pairs["right_id"].astype(object)], ignore_index=True)
    codes, ids = pd.factorize(both)
    order = sorted(range(len(ids)), key=lambda position: (type(ids[position]).__name__, str(ids[position])))
    rank = np.empty(len(ids), dtype=np.int64)
    rank[order] = np.arange(len(ids))
    return rank[codes], pd.Index([ids[position] for position in order], dtype=object)


def _clusters_of(ids: pd.Index, clusters: pd.Series) -> np.ndarray:
    """Cluster number of each document, -1 where it has none."""
    if not clusters.index.is_unique:
        repeated = clusters.index[clusters.index.duplicated()].unique()
        raise InvalidPairs("clusters", repeated.tolist()[:5], "every document once", "give each document one cluster")
    positions = match_ids(pd.Series(ids, dtype=object), clusters.index)
    if len(ids) and (positions < 0).all():
        raise InvalidPairs(
            "clusters",
            described(f"ids such as {clusters.index[0]!r}" if len(clusters) else "no documents"),
            f"the ids of the pairs, such as {ids[0]!r}",
            "index the clusters by document id",
        )
    codes, _ = pd.factorize(_without_blanks(clusters))
    return np.where(positions >= 0, codes[positions], -1)


@dataclass(frozen=True)
class Split:
    """Pairs cut into a training and a held-out side so that no family is on both.

    Attributes
    ----------
    train, test : pandas.DataFrame
        Pairs of either side.
    side : numpy.ndarray of str, one a pair
        ``train`` | ``test`` | ``dropped``; dropped are negative and unsure pairs whose documents fell on different
        sides.
    """

    train: pd.DataFrame
    test: pd.DataFrame
    side: np.ndarray

    @property
    def n_dropped(self) -> int:
        """Number of pairs that are on neither side."""
        return int((self.side == "dropped").sum())


def family_of(family: pd.Series, ids: pd.Series) -> np.ndarray:
    """Family number of each id; ids stay objects, so that large whole numbers never become floats."""
    return family.to_numpy()[family.index.get_indexer(pd.Index(ids.astype(object), dtype=object))]


def split_by_family(pairs: pd.DataFrame, family: pd.Series, *, test_ratio: float = 0.5, seed: int = 0) -> Split:
    """Cut pairs by family: families with positives and families without are shuffled and cut separately.

    Parameters
    ----------
    pairs : pandas.DataFrame
        With left_id, right_id, label.
    family : pandas.Series
        Family by doc_id, see ``families``.
    test_ratio : float
        Share of families on the held-out side, above 0 and below 1.
    seed : int
        Seed of the shuffle.

    Raises
    ------
    InvalidPairs
        If a side would be left without positive or without negative pairs.
    """
    if not 0 < test_ratio < 1:
        raise InvalidPairs("test_ratio", test_ratio, "a number above 0 and below 1", "pass test_ratio=0.5")
    left, right = family_of(family, pairs["left_id"]), family_of(family, pairs["right_id"])
    positive = (pairs["label"] == 1).fillna(False).to_numpy(dtype=bool)
    is_test = np.zeros(int(family.max()) + 1, dtype=bool)
    rng = np.random.default_rng(checked_seed(seed))
    with_positives = np.unique(left[positive])
    for members in (with_positives, np.setdiff1d(np.arange(len(is_test)), with_positives)):
        shuffled = rng.permutation(members)
        is_test[shuffled[: round(len(shuffled) * test_ratio)]] = True
    place = np.where(is_test[left] != is_test[right], "dropped", np.where(is_test[left], "test", "train"))
    sides = {name: pairs[place == name].reset_index(drop=True) for name in ("train", "test")}
    for name, side in sides.items():
        for value, kind in ((1, "near-duplicates"), (0, "non-duplicates")):
            if not _counts(side, value).any():
                raise InvalidPairs(
                    "pairs",
                    described(
                        f"no {kind} on the {name} side of the split ({len(with_positives)} families with "
                        "near-duplicates in all)"
                    ),
                    "both kinds on both sides",
                    "label pairs in more families, or try another seed",
                )
    return Split(**sides, side=place)


def checked_seed(seed: Any) -> int:
    """Refuse a seed that is no whole number of at least 0."""
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0:
        raise InvalidPairs("seed", seed, "a whole number of at least 0", "pass seed=0")
    return int(seed)


def _counts(pairs: pd.DataFrame, label: int) -> pd.Series:
    """Which pairs of a label have a say: those whose weight is not 0."""
    of_this_kind = (pairs["label"] == label).fillna(False)
    return of_this_kind & (pairs["weight"] > 0) if "weight" in pairs else of_this_kind


def check_both_kinds(pairs: pd.DataFrame) -> None:
    """Refuse to tune when a kind of pair is missing.

    Raises
    ------
    InvalidPairs
        If there is no near-duplicate or no non-duplicate.
    """
    counts: Sequence[tuple[int, str, str]] = (
        (1, "near-duplicate (label 1)", "label some near-duplicates: without them recall is unknown"),
        (0, "non-duplicate (label 0)", "label some non-duplicates: without them no threshold can be called safe"),
    )
    for value, kind, action in counts:
        if not _counts(pairs, value).any():
            raise InvalidPairs("pairs", described(f"{len(pairs)} pairs, none a {kind}"), f"at least one {kind}", action)
