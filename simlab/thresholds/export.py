"""thresholds.yaml: the decision, its evidence, and check values that catch a changed pipeline."""

from __future__ import annotations

import html
import importlib.metadata
import math
import os
import pathlib
import platform
from typing import Annotated, Any, Literal

import pandas as pd
import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from simlab.errors import InvalidThresholds, described
from simlab.files import write_text
from simlab.fingerprints.pipeline import Pipeline
from simlab.fingerprints.weights import IdfTable
from simlab.neighbors.hamming import hamming_distance
from simlab.thresholds.operating_point import OperatingPoint
from simlab.thresholds.table import chance_pairs

__all__ = [
    "SCHEMA_VERSION",
    "Thresholds",
    "export_thresholds",
    "load_thresholds",
    "read_thresholds",
    "thresholds_of",
    "verify_thresholds",
]

SCHEMA_VERSION = 1
"""Version of the file's layout; a file of another version is refused."""

_HEADER = """\
# Near-duplicate threshold, made by simlab.
# Two documents are near-duplicates if and only if distance <= max_distance.
# simlab.load_thresholds(path) recomputes the check values and refuses the file if one differs.
"""
_CHECK_TEXTS = (
    "The committee approved the new bridge on Tuesday after a long debate about its cost.",
    "le chat mange la souris puis le chien attrape une balle rouge dans le jardin",
    "Ελληνικά: η ΟΔΟΣ προς τη θάλασσα ήταν κλειστή για δύο μέρες.",
    "会议今天讨论了新的桥梁工程。市长说明了费用和时间表。",
    "ประชุมวันนี้หารือเรื่องสะพานใหม่",
    "اجتمع المجلس اليوم لمناقشة مشروع الجسر الجديد",
    "समिति ने आज नए पुल की योजना पर चर्चा की",
    "# Heading with Cafe\u0301\n\nTwo lines,\u00a0one no-break space, soft\u00adhyphen and 1,000.50 numbers 👩‍👩‍👧.",
    "two words",
    "",
)
_CHECK_PAGE = (
    "<html><head><title>t</title></head><body><nav><a href='/'>Home</a></nav><main><h1>New bridge</h1>"
    "<p>The committee <b>approved</b> the bridge on <a "
    "href='/t?utm_source=x'>Tuesday</a>.</p><ul><li>cost</li><li>time</li></ul>"
    "<pre><code class='language-python'>print(1)</code></pre></main><footer>Updated 12:00</footer></body></html>"
)


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


Range = Annotated[list[int], Field(min_length=2, max_length=2)]
Count = Annotated[int, Field(ge=0)]
Rate = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Amount = Annotated[float, Field(ge=0, allow_inf_nan=False)] | Annotated[int, Field(ge=0)]


class Bands(_Section):
    """Three-way decision as inclusive ranges of distance; None where a band is empty."""

    same: Range | None
    review: Range | None
    different: Range | None


class Counts(_Section):
    """What the threshold did to one side of the split; see ``simlab.Evidence``."""

    n_positive: Count
    n_negative: Count
    n_unsure: Count
    n_without_distance: Count
    n_families: Count
    tp: Amount
    fp: Amount
    fn: Amount
    tn: Amount
    recall: Rate | None
    false_positive_rate: Rate | None
    precision: Rate | None
    f1: Rate | None


class EvidenceSection(_Section):
    """What the threshold rests on."""

    policy: str
    seed: int
    population: str
    data: dict[str, int | str]
    n_dropped_pairs: int
    chosen_on: Counts
    reported_on: Counts
    roc_auc: Rate | None
    recall_at_3: Rate | None
    chance_pairs_in_a_million_documents: float = Field(
        description="Expected pairs of unrelated documents within max_distance if every bit were a fair coin: a floor."
    )


class CheckValue(_Section):
    """A text and the fingerprint that the pipeline must give it; null: it must give none."""

    text: str
    fingerprint: str | None = Field(pattern=r"^0x[0-9a-f]{16}$")


class Thresholds(_Section):
    """The content of a thresholds.yaml, and the decision it stands for.

    Attributes
    ----------
    max_distance : int or None
        Near-duplicates if and only if ``distance <= max_distance``; None flags nothing.
    bands : Bands
        same | review | different.
    pipeline : dict or None
        The pipeline's parameters; None if the file was tuned on distances of another system.
    """

    schema_version: Literal[1]
    n_bits: int = Field(ge=1, le=64)
    max_distance: int | None = Field(ge=0, le=64)
    bands: Bands
    overrides: dict[str, dict[str, int | None]]
    pipeline: dict[str, Any] | None
    pipeline_identity: str | None
    evidence: EvidenceSection
    health: str
    check_values: list[CheckValue]
    versions: dict[str, str]

    _built: Pipeline | None = None

    @model_validator(mode="after")
    def _bands_follow_the_rule(self) -> Thresholds:
        last = -1 if self.max_distance is None else self.max_distance
        if last > self.n_bits:
            raise ValueError(f"max_distance must not exceed n_bits={self.n_bits}")
        review_last = last if self.bands.review is None else self.bands.review[-1]
        expected = (_band(0, last), _band(last + 1, review_last), _band(review_last + 1, self.n_bits))
        if (self.bands.same, self.bands.review, self.bands.different) != expected:
            raise ValueError(f"bands must cover 0..{self.n_bits} without gap, and same must end at max_distance")
        if self.pipeline is not None and self.pipeline.get("n_bits", 64) != self.n_bits:
            raise ValueError("n_bits must be the pipeline's")
        if self.pipeline is None and (self.check_values or self.pipeline_identity is not None):
            raise ValueError("check_values and pipeline_identity need the pipeline they speak of")
        if self.pipeline is not None and not any(value.fingerprint for value in self.check_values):
            raise ValueError(
                "check_values must hold at least one fingerprint: without it a changed pipeline goes unnoticed"
            )
        if any(self.overrides.values()):
            raise ValueError("overrides must be empty: this version does not apply them")
        return self

    def __hash__(self) -> int:
        return hash(self.to_yaml())

    def __repr__(self) -> str:
        review = "none" if self.bands.review is None else f"{self.bands.review[0]}..{self.bands.review[1]}"
        identity = self.pipeline_identity or "none"
        return (
            f"Thresholds(max_distance={self.max_distance}, review={review}, n_bits={self.n_bits}, pipeline={identity})"
        )

    def to_yaml(self) -> str:
        """Return the file's text; the same content gives the same bytes."""
        values = self.model_dump(mode="json")
        return _HEADER + yaml.dump(values, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120)

    def build_pipeline(self) -> Pipeline:
        """Return the pipeline that makes fingerprints for this threshold.

        Raises
        ------
        InvalidThresholds
            If the file was tuned on distances and names no pipeline.
        """
        if self._built is None:
            raise InvalidThresholds(
                "pipeline",
                self.pipeline,
                "a pipeline in the file",
                "compare distances of your own fingerprints with decide_distance",
            )
        return self._built

    def decide_distance(self, distance: int | None) -> Literal["same", "review", "different"]:
        """Decide on a Hamming distance.

        Parameters
        ----------
        distance : int or None
            0..n_bits; None (a document without fingerprint) is compared with nothing, so the answer is ``different``.

        Raises
        ------
        InvalidThresholds
            If the distance is no whole number in 0..n_bits.
        """
        if distance is None or distance is pd.NA:
            return "different"
        if isinstance(distance, bool) or distance not in range(self.n_bits + 1):
            raise InvalidThresholds(
                "distance", distance, f"a whole number from 0 to {self.n_bits}", "pass a Hamming distance"
            )
        if self.max_distance is not None and distance <= self.max_distance:
            return "same"
        if self.bands.review is not None and distance <= self.bands.review[1]:
            return "review"
        return "different"

    def distance(self, text_a: str, text_b: str) -> int | None:
        """Hamming distance of two documents under the file's pipeline; None if one has no fingerprint."""
        fingerprints = self.build_pipeline().fingerprint([text_a, text_b])
        if fingerprints.isna().any():
            return None
        return int(hamming_distance(int(fingerprints.iloc[0]), int(fingerprints.iloc[1])))

    def decide(self, text_a: str, text_b: str) -> Literal["same", "review", "different"]:
        """Decide on two documents (texts, or HTML pages if the pipeline reads HTML).

        Returns
        -------
        str
            ``same`` if ``distance <= max_distance``, ``review`` in the band beyond it, else ``different``; a document
            without fingerprint takes part in no comparison, so the answer is ``different``.
        """
        return self.decide_distance(self.distance(text_a, text_b))

    def _repr_html_(self) -> str:
        left = "style='text-align:left'"
        shown = {name: "none" if band is None else f"{band[0]} to {band[1]} bits" for name, band in self.bands}
        rows = "".join(
            f"<tr><th scope='row' {left}>{name}</th><td {left}>{band}</td></tr>" for name, band in shown.items()
        )
        caption = f"Distance of {self.n_bits}-bit fingerprints; health: {html.escape(self.health)}"
        return f"<table><caption {left}>{caption}</caption>{rows}</table>"


class _Dumper(yaml.SafeDumper):
    """Safe dumper that indents lists under their key and quotes every hexadecimal number."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)


def _text_node(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
    # What could be read as a number by some reader is quoted: 0x..., digits only, 7565e38638750716.
    is_number_like = text[:1].isdigit() and text.isascii() and text.isalnum()
    style = '"' if is_number_like or any(ord(character) < 32 for character in text) else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


def _list_node(dumper: yaml.SafeDumper, values: list[Any]) -> yaml.Node:
    flat = all(isinstance(value, int) for value in values)
    return dumper.represent_sequence("tag:yaml.org,2002:seq", values, flow_style=flat)


_Dumper.add_representer(str, _text_node)
_Dumper.add_representer(list, _list_node)


def thresholds_of(point: OperatingPoint) -> Thresholds:
    """Turn an operating point into the content of a thresholds.yaml, check values computed.

    Raises
    ------
    InvalidPipeline
        If a stage of the pipeline is a function without a registered name.
    """
    distance = point.max_distance if point.max_distance >= 0 else None
    pipeline = point.pipeline
    versions = {
        name: importlib.metadata.version(name)
        for name in ("simlab", "numpy", "lxml", "xxhash", "mmh3", "regex", "beautifulsoup4", "html2text")
    }
    result = Thresholds(
        schema_version=1,
        n_bits=point.n_bits,
        max_distance=distance,
        bands=Bands(
            same=_band(0, point.max_distance),
            review=_band(point.max_distance + 1, point.review_distance),
            different=_band(max(point.max_distance, point.review_distance) + 1, point.n_bits),
        ),
        overrides={"segments": {}, "lengths": {}},
        pipeline=pipeline.to_dict() if pipeline else None,
        pipeline_identity=pipeline.identity if pipeline else None,
        evidence=EvidenceSection(
            policy=point.policy,
            seed=point.seed,
            population="the labelled pairs given" + (", weighted" if "weight" in point.pairs else ""),
            data=dict(point.data),
            n_dropped_pairs=point.n_dropped,
            chosen_on=Counts(**_rounded(point.chosen_on.to_dict())),
            reported_on=Counts(**_rounded(point.reported_on.to_dict())),
            roc_auc=_rounded_number(point.roc_auc),
            recall_at_3=_rounded_number(float(point.at(min(3, point.n_bits))["recall"])),
            chance_pairs_in_a_million_documents=float(
                f"{chance_pairs(1_000_000, point.max_distance, point.n_bits):.3g}"
            ),
        ),
        health="not checked",
        check_values=_check_values(pipeline) if pipeline else [],
        versions={"python": platform.python_version(), **versions},
    )
    result._built = pipeline
    return result


def export_thresholds(point: OperatingPoint, path: str | os.PathLike[str]) -> pathlib.Path:
    """Write an operating point to thresholds.yaml, whole or not at all; an idf table goes into the same folder.

    Parameters
    ----------
    point : OperatingPoint
        What ``tune`` found.
    path : path
        The file to write; its folder is made if needed.

    Returns
    -------
    pathlib.Path
        The file written.

    Raises
    ------
    InvalidPipeline
        If a stage of the pipeline is a function without a registered name.
    InvalidThresholds
        If the path is a folder.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from simlab.thresholds.tune import tune_distances
    >>> point = tune_distances(pd.DataFrame({"distance": [2, 30] * 6, "label": [1, 0] * 6}))
    >>> path = export_thresholds(point, pathlib.Path(tempfile.mkdtemp()) / "thresholds.yaml")
    >>> path.read_text().split("\\n")[5]
    'max_distance: 15'
    """
    target = pathlib.Path(path)
    if target.is_dir():
        raise InvalidThresholds("path", str(path), "a file to write", "add a file name, for example thresholds.yaml")
    text = thresholds_of(point).to_yaml()
    if point.pipeline is not None and isinstance(point.pipeline.weights, IdfTable):
        point.pipeline.weights.save(target.parent)
    write_text(target, text)
    return target


def read_thresholds(path: str | os.PathLike[str]) -> Thresholds:
    """Read a thresholds.yaml and hold it against the schema; check values are not recomputed.

    Raises
    ------
    InvalidThresholds
        If the file is missing, is no YAML, has another schema version, or breaks the schema.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from simlab.thresholds.tune import tune_distances
    >>> point = tune_distances(pd.DataFrame({"distance": [2, 30] * 6, "label": [1, 0] * 6}))
    >>> path = export_thresholds(point, pathlib.Path(tempfile.mkdtemp()) / "thresholds.yaml")
    >>> read_thresholds(path).bands.same
    [0, 15]
    """
    source = pathlib.Path(path)
    try:
        values = yaml.safe_load(source.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InvalidThresholds(
            "path", str(source), "a thresholds.yaml", "write one with simlab.export_thresholds or `simlab tune`"
        ) from None
    except (yaml.YAMLError, ValueError, RecursionError, OSError) as problem:
        raise InvalidThresholds(
            "path",
            str(source),
            "a YAML file in UTF-8",
            f"restore the file as it was written ({' '.join(str(problem).split())})",
        ) from problem
    if not isinstance(values, dict) or "schema_version" not in values:
        raise InvalidThresholds(
            str(source),
            described("no schema_version"),
            "a file written by simlab",
            "write one with simlab.export_thresholds",
        )
    if type(values["schema_version"]) is not int or values["schema_version"] != SCHEMA_VERSION:
        raise InvalidThresholds(
            f"{source}: schema_version",
            values["schema_version"],
            f"{SCHEMA_VERSION}",
            "tune again with this version of simlab, or read the file with the version that wrote it (see "
            "versions in the file)",
        )
    try:
        result = Thresholds.model_validate(values)
    except ValidationError as problem:
        faults = [_fault(dict(fault)) for fault in problem.errors()]
        raise InvalidThresholds(
            str(source), described("; ".join(faults[:5])), "the layout simlab writes", "restore the file, or tune again"
        ) from problem
    if result.pipeline is not None:
        result._built = Pipeline.from_dict(result.pipeline, idf_folder=str(source.parent))
    return result


def verify_thresholds(thresholds: Thresholds) -> pd.DataFrame:
    """Recompute what can be recomputed.

    Returns
    -------
    pandas.DataFrame
        check, expected, found, holds: the pipeline's identity and every check value. No rows if there is no pipeline.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from simlab.thresholds.tune import tune_distances
    >>> point = tune_distances(pd.DataFrame({"distance": [2, 30] * 6, "label": [1, 0] * 6}))
    >>> path = export_thresholds(point, pathlib.Path(tempfile.mkdtemp()) / "thresholds.yaml")
    >>> len(verify_thresholds(read_thresholds(path)))
    0
    """
    rows: list[dict[str, object]] = []
    if thresholds.pipeline is not None:
        pipeline = thresholds.build_pipeline()
        identity = thresholds.pipeline_identity
        rows.append({"check": "pipeline identity", "expected": identity, "found": pipeline.identity})
        texts = [value.text for value in thresholds.check_values]
        for value, found in zip(thresholds.check_values, pipeline.fingerprint(texts), strict=True):
            rows.append(
                {
                    "check": _shortened(value.text),
                    "expected": value.fingerprint or "no fingerprint",
                    "found": "no fingerprint" if found is pd.NA else f"0x{int(found):016x}",
                }
            )
    table = pd.DataFrame(rows, columns=["check", "expected", "found"], dtype=object)
    return table.assign(holds=[row.expected == row.found for row in table.itertuples()])


def load_thresholds(path: str | os.PathLike[str]) -> Thresholds:
    """Read a thresholds.yaml and trust it only if this machine computes the same fingerprints.

    Parameters
    ----------
    path : path
        File written by ``export_thresholds``.

    Returns
    -------
    Thresholds
        With ``decide(text_a, text_b)`` and ``decide_distance(distance)``.

    Raises
    ------
    InvalidThresholds
        As ``read_thresholds``; and if the pipeline was changed after tuning, or a check value comes out differently
        here.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from simlab.thresholds.tune import tune_distances
    >>> point = tune_distances(pd.DataFrame({"distance": [2, 30] * 6, "label": [1, 0] * 6}))
    >>> path = export_thresholds(point, pathlib.Path(tempfile.mkdtemp()) / "thresholds.yaml")
    >>> load_thresholds(path).decide_distance(3)
    'same'
    """
    thresholds = read_thresholds(path)
    table = verify_thresholds(thresholds)
    broken = table[~table["holds"].astype(bool)]
    if len(broken):
        first = broken.iloc[0]
        raise InvalidThresholds(
            str(path),
            described(f"{len(broken)} of {len(table)} checks differ, first {first['check']!r}: {first['found']} here"),
            f"{first['expected']}, as when the threshold was tuned",
            "restore the pipeline in the file, install the versions it lists, or tune again: the threshold does "
            "not hold for other fingerprints",
        )
    return thresholds


def _shortened(text: str) -> str:
    """A check text for a table: one line, at most 40 characters."""
    line = " ".join(text.split()) or "(empty text)"
    return line if len(line) <= 40 else line[:39] + "…"


def _fault(fault: dict[str, Any]) -> str:
    """Where in the file something is wrong, and what."""
    message = fault["msg"].removeprefix("Value error, ")
    return f"{'.'.join(map(str, fault['loc']))}: {message}" if fault["loc"] else message


def _band(low: int, high: int) -> list[int] | None:
    return [low, high] if 0 <= low <= high else None


def _check_values(pipeline: Pipeline) -> list[CheckValue]:
    texts = list(_CHECK_TEXTS)
    if pipeline.to_dict()["html"] != "none":
        texts.append(_CHECK_PAGE)
    values = []
    for text, fingerprint in zip(texts, pipeline.fingerprint(texts), strict=True):
        values.append(CheckValue(text=text, fingerprint=None if fingerprint is pd.NA else f"0x{int(fingerprint):016x}"))
    return values


def _rounded(values: dict[str, Any]) -> dict[str, Any]:
    return {name: _rounded_number(value) if isinstance(value, float) else value for name, value in values.items()}


def _rounded_number(value: float | None) -> float | None:
    """Six decimals: more would be noise, and other machines could differ in the last digits."""
    return None if value is None or math.isnan(value) else round(float(value), 6)
