"""Labelled pairs become an operating point: chosen on one side of a split, reported on the other."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from simlab.errors import (
    InvalidDocuments,
    InvalidFingerprints,
    InvalidPairs,
    InvalidPipeline,
    InvalidThresholds,
    SimlabError,
    UnknownName,
    described,
)
from simlab.fingerprints.pipeline import Pipeline
from simlab.fingerprints.presets import presets
from simlab.fingerprints.stages import as_stage, function_of
from simlab.fingerprints.storage import as_fingerprints, checked_width
from simlab.neighbors.hamming import check_same_pipeline, pair_distances
from simlab.progress import track
from simlab.registry import Stage
from simlab.thresholds.choose import review_limit
from simlab.thresholds.operating_point import FOLKLORE, Evidence, OperatingPoint
from simlab.thresholds.pairs import (
    check_both_kinds,
    check_ids,
    families,
    family_of,
    has_ids,
    pair_table,
    split_by_family,
)
from simlab.thresholds.table import threshold_table, whole_distances

__all__ = ["as_pipeline", "compare", "tune", "tune_distances"]


def tune(
    pipeline: Pipeline | str,
    documents: pd.DataFrame,
    pairs: pd.DataFrame,
    *,
    policy: str | Stage | Mapping[str, Any] | Callable[[pd.DataFrame], int] = "max_f1",
    seed: int = 0,
    test_ratio: float = 0.5,
    fingerprints: pd.Series | None = None,
    progress: bool | None = None,
) -> OperatingPoint:
    """Fingerprint documents, measure labelled pairs, choose a threshold on one split and report it on the other.

    Parameters
    ----------
    pipeline : Pipeline or str
        A pipeline, or the name of a preset.
    documents : pandas.DataFrame
        doc_id, text or html, optionally cluster; see ``read_documents``.
    pairs : pandas.DataFrame
        left_id, right_id, label, optionally relation and weight; see ``load_pairs``.
    policy : str, stage or callable
        ``"max_f1"``, ``simlab.stage("max_recall", max_false_positive_rate=0.001)``, or a function from threshold
        table to distance.
    seed : int
        Seed of the split.
    test_ratio : float
        Share of duplicate families held out.
    fingerprints : pandas.Series, optional
        What ``pipeline.fingerprint(pipeline.inputs(documents))`` gave, to save computing it again.
    progress : bool, optional
        Show a progress bar.

    Returns
    -------
    OperatingPoint

    Raises
    ------
    InvalidDocuments
        If there are fewer than two documents, ids repeat, or no document has a fingerprint.
    InvalidPairs
        If pairs break the contract, name unknown documents, or leave a side of the split without a kind of pair.
    InvalidFingerprints
        If the fingerprints given belong to another pipeline or to other documents.

    Examples
    --------
    >>> texts = ["the cat sat on the mat today", "the cat sat on the mat tonight", "rain fell over the hills"]
    >>> texts += ["a dog ran in the old park", "a dog ran in the new park", "ships left the quiet harbour"]
    >>> documents = pd.DataFrame({"doc_id": list("abcdef"), "text": texts})
    >>> pairs = pd.DataFrame(
    ...     [("a", "b", 1), ("d", "e", 1), ("a", "c", 0), ("d", "f", 0), ("b", "c", 0), ("e", "f", 0)],
    ...     columns=["left_id", "right_id", "label"],
    ... )
    >>> tune("default", documents, pairs, seed=1).reported_on.n_positive
    1
    """
    chosen = as_pipeline(pipeline)
    inputs = _checked_inputs(chosen, documents)
    checked = check_ids(_checked_pairs(pairs), inputs.index)
    check_both_kinds(checked)
    clusters = documents.set_index("doc_id")["cluster"] if "cluster" in documents else None
    # What can be refused is refused before the work: a policy, a seed, a split that leaves a side empty.
    _policy(policy)
    family = families(checked, clusters)
    side = split_by_family(checked, family, test_ratio=test_ratio, seed=seed).side
    if fingerprints is None:
        fingerprints = chosen.fingerprint(inputs, progress=progress)
    else:
        _check_fingerprints(fingerprints, chosen, inputs)
    if fingerprints.isna().all():
        raise InvalidDocuments(
            "documents",
            described(f"{len(fingerprints)} documents, all without fingerprint"),
            f"documents with at least {chosen.min_features} features under this pipeline",
            "pass longer documents, or a pipeline with a smaller shingle_size or min_features",
        )
    measured = checked.assign(distance=pair_distances(fingerprints, checked["left_id"], checked["right_id"]).array)
    data = {
        "n_documents": len(inputs),
        "n_without_fingerprint": int(fingerprints.isna().sum()),
        "documents_sha256": _digest([inputs.index.tolist(), inputs.tolist()]),
        "pairs_sha256": _digest([checked[name].tolist() for name in ("left_id", "right_id", "label")]),
    }
    return _operating_point(measured.assign(side=side), family, chosen, chosen.n_bits, policy, seed, data)


def tune_distances(
    pairs: pd.DataFrame,
    *,
    policy: str | Stage | Mapping[str, Any] | Callable[[pd.DataFrame], int] = "max_f1",
    seed: int = 0,
    test_ratio: float = 0.5,
    n_bits: int = 64,
    clusters: pd.Series | None = None,
) -> OperatingPoint:
    """Choose a threshold from distances that any system measured.

    Parameters
    ----------
    pairs : pandas.DataFrame
        distance (whole numbers 0..n_bits, or missing) and label; left_id and right_id if known. Pairs without ids are
        split as if they shared no documents, which makes the evidence look firmer than it is when they do.
    policy, seed, test_ratio
        As in ``tune``.
    n_bits : int
        Width of the fingerprints, 1..64.
    clusters : pandas.Series, optional
        Duplicate family by doc_id.

    Returns
    -------
    OperatingPoint
        Without pipeline; the export decides on distances.

    Examples
    --------
    >>> pairs = pd.DataFrame({"distance": [2, 30] * 6, "label": [1, 0] * 6})
    >>> tune_distances(pairs).max_distance
    15
    """
    if not isinstance(pairs, pd.DataFrame):
        raise InvalidPairs("pairs", type(pairs).__name__, "a table with distance and label", "pass a pandas.DataFrame")
    if "distance" not in pairs:
        raise InvalidPairs(
            "pairs", list(map(str, pairs.columns)), "a column 'distance'", "measure distances first, or use simlab.tune"
        )
    width = checked_width(n_bits, InvalidPairs)
    if not has_ids(pairs):
        if clusters is not None:
            raise InvalidPairs(
                "clusters",
                described("clusters, but pairs without ids"),
                "pairs with ids",
                "add left_id and right_id to the pairs",
            )
        left_ids, right_ids = ([f"row {row} {side}" for row in range(len(pairs))] for side in ("left", "right"))
        pairs = pairs.assign(left_id=left_ids, right_id=right_ids)
        # Every pair is a unit of its own: it never crosses the split.
        clusters = pd.Series([*range(len(pairs))] * 2, index=[*left_ids, *right_ids])
    checked = _checked_pairs(pairs)
    check_both_kinds(checked)
    checked["distance"] = whole_distances(checked["distance"], width)
    data = {"pairs_sha256": _digest([checked[name].tolist() for name in ("left_id", "right_id", "label", "distance")])}
    family = families(checked, clusters)
    side = split_by_family(checked, family, test_ratio=test_ratio, seed=seed).side
    return _operating_point(checked.assign(side=side), family, None, width, policy, seed, data)


def compare(
    pipelines: Mapping[str, Pipeline] | Iterable[Pipeline | str],
    documents: pd.DataFrame,
    pairs: pd.DataFrame,
    *,
    policy: str | Stage | Mapping[str, Any] | Callable[[pd.DataFrame], int] = "max_f1",
    seed: int = 0,
    test_ratio: float = 0.5,
    progress: bool | None = None,
) -> pd.DataFrame:
    """Tune several pipelines on the same pairs and the same split.

    Parameters
    ----------
    pipelines : mapping of name to Pipeline, or iterable of presets' names and pipelines
        What to compare.
    documents, pairs, policy, seed, test_ratio, progress
        As in ``tune``.

    Returns
    -------
    pandas.DataFrame
        One row a pipeline, best held-out F1 first: pipeline, n_bits, max_distance, and on the held-out side f1, recall,
        false_positive_rate, precision, roc_auc, recall_at_3, median_negative (median distance of negatives); then
        n_without_fingerprint (documents).

    Examples
    --------
    >>> texts = [f"page {n} about {word} and more" for n in range(6) for word in ("tea", "tea", "ink")]
    >>> documents = pd.DataFrame({"doc_id": range(18), "text": texts})
    >>> rows = [(3 * n, 3 * n + 1, 1) for n in range(6)] + [(3 * n, 3 * n + 2, 0) for n in range(6)]
    >>> pairs = pd.DataFrame(rows, columns=["left_id", "right_id", "label"])
    >>> compare(["default", "crawler-words"], documents, pairs)["recall"].tolist()
    [1.0, 1.0]
    """
    if isinstance(pipelines, Mapping):
        named = dict(pipelines)
    else:
        named = {}
        for item in pipelines:
            name = item if isinstance(item, str) else repr(item)
            alike = sum(other.split(" (#")[0] == name for other in named)
            named[name if not alike else f"{name} (#{alike + 1})"] = as_pipeline(item)
    if not named:
        raise InvalidPipeline(
            "pipelines", "none", "at least one pipeline", "pass for example ['default', 'crawler-words']"
        )
    rows = []
    texts: dict[Any, pd.Series] = {}
    for name, pipeline in named.items():
        fingerprints = _fingerprints_over(pipeline, documents, texts, progress)
        point = tune(
            pipeline, documents, pairs, policy=policy, seed=seed, test_ratio=test_ratio, fingerprints=fingerprints
        )
        held_out = point.pairs[(point.pairs["side"] == "test") & (point.pairs["label"] == 0).fillna(False)]
        rows.append(
            {
                "pipeline": name,
                "n_bits": point.n_bits,
                "max_distance": point.max_distance,
                "f1": point.reported_on.f1,
                "recall": point.reported_on.recall,
                "false_positive_rate": point.reported_on.false_positive_rate,
                "precision": point.reported_on.precision,
                "roc_auc": point.roc_auc,
                "recall_at_3": float(point.at(min(FOLKLORE, point.n_bits))["recall"]),
                "median_negative": float(held_out["distance"].median()),
                "n_without_fingerprint": point.data["n_without_fingerprint"],
            }
        )
    return pd.DataFrame(rows).sort_values("f1", ascending=False, kind="stable", ignore_index=True)


def _fingerprints_over(
    pipeline: Pipeline, documents: pd.DataFrame, texts: dict[Any, pd.Series], progress: bool | None
) -> pd.Series:
    """Fingerprints of a pipeline, its html stage done once for all pipelines that share it: it takes most of the
    time."""
    inputs = _checked_inputs(pipeline, documents)
    if pipeline.html not in texts:
        pages = track(inputs.tolist(), "html", total=len(inputs), progress=progress)
        cleaned = [pipeline.text(page) if isinstance(page, str) else page for page in pages]
        texts[pipeline.html] = pd.Series(cleaned, index=inputs.index, dtype=object)
    found = pipeline.replace(html="none").fingerprint(texts[pipeline.html], progress=progress)
    found.attrs["pipeline"] = pipeline.describe()
    return found


def as_pipeline(pipeline: Pipeline | str) -> Pipeline:
    """Take a pipeline or the name of a preset."""
    if isinstance(pipeline, Pipeline):
        return pipeline
    if isinstance(pipeline, str):
        return presets[pipeline]
    raise InvalidPipeline("pipeline", pipeline, "a Pipeline or the name of a preset", "see simlab.presets")


def _checked_inputs(pipeline: Pipeline, documents: pd.DataFrame) -> pd.Series:
    inputs = pipeline.inputs(documents)
    if len(inputs) < 2:
        raise InvalidDocuments(
            "documents",
            described(f"{len(inputs)} documents"),
            "at least two documents",
            "pass the corpus that the pairs speak of",
        )
    return inputs


def _check_fingerprints(fingerprints: pd.Series, pipeline: Pipeline, inputs: pd.Series) -> None:
    """Fingerprints that were handed over must be those of this pipeline and these documents."""
    check_same_pipeline(fingerprints.attrs.get("pipeline"), pipeline.describe())
    if not fingerprints.index.equals(inputs.index):
        raise InvalidFingerprints(
            "fingerprints",
            described(f"{len(fingerprints)} fingerprints whose ids are not the {len(inputs)} documents' in order"),
            "the result of pipeline.fingerprint(pipeline.inputs(documents))",
            "leave the argument out, or compute it from these documents",
        )
    # A column can lose what it says of itself on its way through a file; a few documents tell.
    sample = inputs.iloc[:: max(1, len(inputs) // 5)].head(5)
    if not pipeline.fingerprint(sample).equals(as_fingerprints(fingerprints.loc[sample.index])):
        raise InvalidFingerprints(
            "fingerprints",
            described("values that this pipeline does not give for these documents"),
            "the result of pipeline.fingerprint(pipeline.inputs(documents))",
            "leave the argument out, or name the pipeline that made them",
        )


def _checked_pairs(pairs: pd.DataFrame) -> pd.DataFrame:
    if not isinstance(pairs, pd.DataFrame):
        raise InvalidPairs(
            "pairs", type(pairs).__name__, "a table with left_id, right_id and label", "read it with simlab.load_pairs"
        )
    return pair_table(pairs)


def _operating_point(
    pairs: pd.DataFrame,
    family: pd.Series,
    pipeline: Pipeline | None,
    n_bits: int,
    policy: Any,
    seed: int,
    data: Mapping[str, Any],
) -> OperatingPoint:
    """Choose on the pairs whose side is train, report on those whose side is test."""
    choose, policy_name = _policy(policy)
    train, test = (pairs[pairs["side"] == name].drop(columns="side") for name in ("train", "test"))
    if "weight" in pairs:
        train, test = (_at_prevalence_of(pairs, part, family) for part in (train, test))
    training_table, table = (_side_table(part, n_bits) for part in (train, test))
    max_distance = choose(training_table)
    if (
        isinstance(max_distance, bool)
        or not isinstance(max_distance, (int, np.integer))
        or not -1 <= max_distance <= n_bits
    ):
        raise InvalidThresholds(
            "policy", max_distance, f"a policy that returns a whole number from -1 to {n_bits}", "correct the policy"
        )
    return OperatingPoint(
        max_distance=int(max_distance),
        review_distance=review_limit(training_table, int(max_distance)),
        n_bits=n_bits,
        policy=policy_name,
        pipeline=pipeline,
        chosen_on=_evidence(train, training_table, int(max_distance), family),
        reported_on=_evidence(test, table, int(max_distance), family),
        n_dropped=int((pairs["side"] == "dropped").sum()),
        seed=int(seed),
        data={**data, "n_pairs": len(pairs), "n_repeated_pairs": int(pairs.attrs.get("n_repeated", 0))},
        table=table,
        training_table=training_table,
        relations=_relations(test, int(max_distance)),
        pairs=pairs,
    )


def _at_prevalence_of(pairs: pd.DataFrame, side: pd.DataFrame, family: pd.Series) -> pd.DataFrame:
    """Scale the weights of a side's negatives between families to what they would be had none been dropped.

    Only pairs between families cross the split. Sampling weights speak of a population, so those that stayed stand
    for those that went: between families, a side holds the share of all negatives that it holds of all
    near-duplicates.
    """

    def between(table: pd.DataFrame) -> pd.Series:
        apart = family_of(family, table["left_id"]) != family_of(family, table["right_id"])
        return (table["label"] == 0).fillna(False) & apart

    def total(table: pd.DataFrame, mask: pd.Series) -> float:
        return float(table["weight"][mask].sum())

    share = total(side, (side["label"] == 1).fillna(False)) / total(pairs, (pairs["label"] == 1).fillna(False))
    scaled, stayed = between(side), total(side, between(side))
    if not stayed:
        return side
    factor = total(pairs, between(pairs)) * share / stayed
    return side.assign(weight=side["weight"].where(~scaled, side["weight"] * factor))


def _policy(policy: Any) -> tuple[Callable[[pd.DataFrame], int], str]:
    """The policy as a function, and how it is spelled."""
    try:
        chosen = as_stage("policy", policy)
    except UnknownName:
        raise
    except SimlabError:
        raise InvalidThresholds("policy", policy, "a name, a stage or a function", "pass policy='max_f1'") from None
    name = repr(chosen) if isinstance(chosen, Stage) else str(getattr(policy, "__qualname__", repr(policy)))
    return function_of("policy", chosen), name


def _side_table(side: pd.DataFrame, n_bits: int) -> pd.DataFrame:
    weights = side["weight"].astype("float64") if "weight" in side else None
    return threshold_table(side["distance"], side["label"], n_bits=n_bits, weights=weights)


def _evidence(side: pd.DataFrame, table: pd.DataFrame, max_distance: int, family: pd.Series) -> Evidence:
    row = table.iloc[max_distance + 1]
    known = side["label"].notna()
    touched = family_of(family, pd.concat([side["left_id"].astype(object), side["right_id"].astype(object)]))
    whole = pd.api.types.is_integer_dtype(table["tp"])
    counts = {name: int(row[name]) if whole else float(row[name]) for name in ("tp", "fp", "fn", "tn")}
    recall, false_positive_rate, precision, f1 = (
        None if np.isnan(row[name]) else float(row[name])
        for name in ("recall", "false_positive_rate", "precision", "f1")
    )
    return Evidence(
        n_positive=int((side["label"] == 1).sum()),
        n_negative=int((side["label"] == 0).sum()),
        n_unsure=int((~known).sum()),
        n_without_distance=int((known & side["distance"].isna()).sum()),
        n_families=len(np.unique(touched)),
        **counts,
        recall=recall,
        false_positive_rate=false_positive_rate,
        precision=precision,
        f1=f1,
    )


def _relations(side: pd.DataFrame, max_distance: int) -> pd.DataFrame:
    if "relation" not in side:
        return pd.DataFrame(
            columns=["relation", "label", "n_pairs", "median_distance", "flagged_rate", "flagged_rate_at_3"]
        )
    known = side[side["label"].notna()]
    distance = known["distance"].astype("Float64").fillna(np.inf).to_numpy(dtype=float)
    weight = known["weight"].to_numpy(dtype=float) if "weight" in known else np.ones(len(known))
    table = known.assign(
        distance=distance,
        weight=weight,
        flagged=weight * (distance <= max_distance),
        flagged_at_3=weight * (distance <= FOLKLORE),
    )
    result = table.groupby(["relation", "label"], as_index=False, dropna=False).agg(
        n_pairs=("distance", "size"),
        median_distance=("distance", "median"),
        weight=("weight", "sum"),
        flagged=("flagged", "sum"),
        flagged_at_3=("flagged_at_3", "sum"),
    )
    # A sum of weights can be 0; the rate is then undefined.
    total = result.pop("weight").replace({0.0: np.nan})
    result["flagged_rate"] = result.pop("flagged") / total
    result["flagged_rate_at_3"] = result.pop("flagged_at_3") / total
    return result.sort_values(["label", "median_distance"], ascending=[False, True], kind="stable", ignore_index=True)


def _digest(columns: Sequence[Sequence[Any]]) -> str:
    """SHA-256 over the rows of some columns: the same on every machine and in any order of the rows."""
    rows = []
    for row in zip(*columns, strict=True):
        cells = ["" if value is None or value is pd.NA or value != value else str(value) for value in row]
        data = (cell.encode("utf-8", "surrogatepass") for cell in cells)
        rows.append(b"".join(len(cell).to_bytes(8, "big") + cell for cell in data))
    digest = hashlib.sha256()
    for line in sorted(rows):
        digest.update(line)
    return digest.hexdigest()
