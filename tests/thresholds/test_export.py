"""thresholds.yaml: the same bytes, read back the same, and refused when anything that matters has changed."""

import re
import subprocess
import sys

import pandas as pd
import pytest
import yaml

import simlab
from simlab.errors import InvalidPipeline, InvalidThresholds
from simlab.fingerprints.pipeline import Pipeline, fit_idf
from simlab.thresholds.export import (
    chance_pairs,
    export_thresholds,
    load_thresholds,
    read_thresholds,
    verify_thresholds,
)
from simlab.thresholds.tune import tune, tune_distances


@pytest.fixture(scope="module")
def point(corpus):
    return tune("default", *corpus, seed=1)


@pytest.fixture
def path(point, tmp_path):
    return export_thresholds(point, tmp_path / "thresholds.yaml")


def edited(path, old, new, count=1):
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, count), encoding="utf-8")
    return path


def test_the_same_inputs_give_the_same_bytes(point, path, corpus, tmp_path):
    again = export_thresholds(tune("default", *corpus, seed=1), tmp_path / "again.yaml")
    assert again.read_bytes() == path.read_bytes()
    assert point.export(tmp_path / "deep" / "folder" / "t.yaml").read_bytes() == path.read_bytes()
    assert load_thresholds(path).to_yaml() == path.read_text(encoding="utf-8")


def test_the_file_holds_decision_evidence_and_check_values(point, path):
    values = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert values["schema_version"] == 1 and values["max_distance"] == point.max_distance
    assert values["bands"]["same"] == [0, point.max_distance]
    assert Pipeline.from_dict(values["pipeline"]) == point.pipeline
    assert values["evidence"]["reported_on"]["recall"] == pytest.approx(point.reported_on.recall, abs=1e-6)
    assert values["health"] == "not checked"
    assert len(values["check_values"]) == 10
    text = path.read_text(encoding="utf-8")
    assert "np." not in text and "!!" not in text


def test_hexadecimal_is_text_for_every_yaml_reader(path):
    """YAML 1.1 and 1.2 readers take an unquoted 0x... for a number."""
    text = path.read_text(encoding="utf-8")
    found = re.findall(r"0x[0-9a-f]{16}", text)
    assert len(found) == 9 and all(f'"{value}"' in text for value in found)


def test_decisions_follow_the_rule(path, corpus):
    thresholds = load_thresholds(path)
    documents = corpus[0].set_index("doc_id")["text"]
    assert thresholds.decide(documents["0a"], documents["0a"]) == "same"
    assert thresholds.decide(documents["0a"], documents["5a"]) == "different"
    expected = simlab.hamming_distance(*Pipeline().fingerprint([documents["0a"], documents["5a"]]).tolist())
    assert thresholds.distance(documents["0a"], documents["5a"]) == expected
    last = thresholds.max_distance
    assert [thresholds.decide_distance(d) for d in (0, last, 64)] == ["same", "same", "different"]
    assert thresholds.decide_distance(last + 1) in ("review", "different")


def test_a_document_without_fingerprint_is_compared_with_nothing(path):
    thresholds = load_thresholds(path)
    assert thresholds.distance("", "") is None
    assert thresholds.decide("", "") == "different"
    assert thresholds.decide_distance(pd.NA) == "different"
    with pytest.raises(InvalidThresholds, match="distance: received 65; allowed: a whole number from 0 to 64"):
        thresholds.decide_distance(65)


def test_bands_are_inclusive_and_a_threshold_of_nothing_is_null(tmp_path):
    rows = pd.DataFrame({"distance": [2, 9, 30, 40] * 6, "label": [1, 1, 0, 0] * 6})
    point = tune_distances(rows, policy=lambda table: 4)
    thresholds = load_thresholds(export_thresholds(point, tmp_path / "t.yaml"))
    assert (thresholds.bands.same, thresholds.bands.review, thresholds.bands.different) == ([0, 4], [5, 9], [10, 64])
    assert [thresholds.decide_distance(d) for d in (4, 5, 9, 10)] == ["same", "review", "review", "different"]
    nothing = load_thresholds(export_thresholds(tune_distances(rows, policy=lambda table: -1), tmp_path / "n.yaml"))
    assert nothing.max_distance is None and nothing.bands.same is None
    assert nothing.decide_distance(0) == "review"


def test_without_pipeline_only_distances_can_be_decided(tmp_path):
    rows = pd.DataFrame({"distance": [2, 30] * 6, "label": [1, 0] * 6})
    thresholds = load_thresholds(export_thresholds(tune_distances(rows), tmp_path / "t.yaml"))
    with pytest.raises(InvalidThresholds, match="compare distances of your own fingerprints with decide_distance"):
        thresholds.decide("a", "b")
    assert verify_thresholds(thresholds).empty


def refusal(path):
    with pytest.raises(InvalidThresholds) as caught:
        load_thresholds(path)
    return str(caught.value)


def test_a_changed_pipeline_is_refused(path):
    message = refusal(edited(path, "shingle_size: 3", "shingle_size: 2"))
    found = Pipeline(shingle_size=2).identity
    expected = Pipeline().identity
    assert re.fullmatch(
        rf"{re.escape(str(path))}: received \d+ of 11 checks differ, first 'pipeline identity': {found} here; "
        rf"allowed: {expected}, as when the threshold was tuned. What to do: restore the pipeline in the file, "
        rf"install the "
        r"versions it lists, or tune again: the threshold does not hold for other fingerprints\.",
        message,
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("min_features: 1", "min_features: 2"),
        ("tie: 0", "tie: 1"),
        ("normalize: default", "normalize: lower"),
        ("hash: xxh3-64", "hash: {name: xxh3-64, seed: 1}"),
        ("html: none", "html: markdown"),
    ],
)
def test_every_parameter_counts(path, old, new):
    assert "of 11 checks differ, first 'pipeline identity'" in refusal(edited(path, old, new))


def test_a_check_value_that_comes_out_differently_is_refused(path):
    old = re.search(r'"(0x[0-9a-f]{16})"', path.read_text(encoding="utf-8"))[1]
    message = refusal(edited(path, old, "0x0123456789abcdef"))
    assert (
        f"1 of 11 checks differ, first 'The committee approved the new bridge o…': {old} here; allowed: "
        "0x0123456789abcdef" in message
    )
    table = verify_thresholds(read_thresholds(path))
    assert table["holds"].tolist().count(False) == 1


def test_another_schema_version_is_refused(path):
    assert refusal(edited(path, "schema_version: 1", "schema_version: 2")) == (
        f"{path}: schema_version: received 2; allowed: 1. What to do: tune again with this version of simlab, or "
        "read the file "
        "with the version that wrote it (see versions in the file)."
    )


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("max_distance:", "max_distanse:", "max_distanse: Extra inputs are not permitted"),
        ("n_bits: 64\nmax", "n_bits: 65\nmax", "n_bits: Input should be less than or equal to 64"),
        ("health: not checked", "health: 1", "health: Input should be a valid string"),
        ('fingerprint: "0x', 'fingerprint: "x', "String should match pattern"),
        ("same: [0, ", "same: [1, ", "bands must cover 0..64 without gap"),
        ("same: [", "same: [7, ", "bands.same: List should have at most 2 items"),
        ("segments: {}", "segments: {fr: 5}", "overrides must be empty"),
        ("roc_auc: ", "roc_auc: .nan #", "roc_auc: Input should be"),
        ("recall: ", "recall: 7.0 #", "recall: Input should be less than or equal to 1"),
    ],
)
def test_a_file_that_breaks_the_layout_is_refused(path, old, new, fault):
    message = refusal(edited(path, old, new))
    assert message.startswith(f"{path}: received ") and fault in message
    assert message.endswith("allowed: the layout simlab writes. What to do: restore the file, or tune again.")


def test_a_file_without_check_values_proves_nothing(path):
    values = yaml.safe_load(path.read_text(encoding="utf-8"))
    values["check_values"] = []
    path.write_text(yaml.safe_dump(values), encoding="utf-8")
    assert "check_values must hold at least one fingerprint" in refusal(path)


def test_number_like_texts_are_quoted(point, tmp_path):
    """YAML 1.2 readers take 7565e38638750716 for a number: an identity can look like that."""
    from simlab.thresholds.export import thresholds_of

    thresholds = thresholds_of(point)
    for identity in ("7565e38638750716", "0123456789012345", "1234567890123456"):
        text = thresholds.model_copy(update={"pipeline_identity": identity}).to_yaml()
        assert f'pipeline_identity: "{identity}"' in text


def test_a_folder_is_no_file(point, tmp_path):
    with pytest.raises(InvalidThresholds, match="add a file name"):
        export_thresholds(point, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_files_that_are_no_thresholds_are_refused(tmp_path):
    assert refusal(tmp_path / "missing.yaml") == (
        f"path: received {str(tmp_path / 'missing.yaml')!r}; allowed: a thresholds.yaml. "
        "What to do: write one with simlab.export_thresholds or `simlab tune`."
    )
    (tmp_path / "list.yaml").write_text("- 1")
    assert "received no schema_version; allowed: a file written by simlab" in refusal(tmp_path / "list.yaml")
    (tmp_path / "broken.yaml").write_text("a: [")
    assert "allowed: a YAML file in UTF-8" in refusal(tmp_path / "broken.yaml")
    (tmp_path / "deep.yaml").write_text("[" * 5000)
    assert "allowed: a YAML file in UTF-8" in refusal(tmp_path / "deep.yaml")
    (tmp_path / "python.yaml").write_text("a: !!python/object/apply:os.getcwd []")
    assert "allowed: a YAML file in UTF-8" in refusal(tmp_path / "python.yaml")


def test_nothing_half_written_stays_behind(point, corpus, tmp_path):
    unnamed = tune(
        Pipeline(hash=lambda feature: len(feature) * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF), *corpus, seed=1
    )
    with pytest.raises(InvalidPipeline, match="register it first"):
        export_thresholds(unnamed, tmp_path / "thresholds.yaml")
    assert list(tmp_path.iterdir()) == []


def test_an_idf_table_travels_beside_the_file(corpus, tmp_path):
    documents, pairs = corpus
    fitted = fit_idf(Pipeline(shingle_size=1), documents["text"])
    path = export_thresholds(tune(fitted, documents, pairs, seed=1), tmp_path / "thresholds.yaml")
    thresholds = load_thresholds(path)
    assert thresholds.build_pipeline() == fitted
    (tmp_path / fitted.weights.file_name).unlink()
    with pytest.raises(InvalidThresholds, match="copy it there, or tune again"):
        load_thresholds(path)


def test_another_process_computes_the_same(path):
    a, b = "one two three four", "one two three five"
    code = f"import simlab; print(simlab.load_thresholds({str(path)!r}).distance({a!r}, {b!r}))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(found.stdout) == load_thresholds(path).distance(a, b)


def test_chance_pairs_are_the_binomial_floor():
    """Claim 62 (pairs grow with n squared) and the measured floor of the design: 19 at distance 7 in a million."""
    assert chance_pairs(1_000, 64) == 499_500
    assert chance_pairs(100_000, 64) == pytest.approx(5e9, rel=1e-4)
    assert chance_pairs(1_000_000, 7) == pytest.approx(19, abs=0.5)
    assert chance_pairs(1_000_000, 10) == pytest.approx(5_000, rel=0.05)
    assert chance_pairs(1_000_000, 3, n_bits=32) == pytest.approx(640_000, rel=0.02)
    assert chance_pairs(1_000_000, -1) == 0
