"""Weights: how much a feature counts, and the table that travels with a pipeline."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simlab import registry
from simlab.errors import InvalidPipeline, InvalidThresholds
from simlab.fingerprints.headings import split_headings
from simlab.fingerprints.pipeline import Pipeline, fit_idf
from simlab.fingerprints.weights import IdfTable, count_terms

texts = st.lists(st.sampled_from("abcdef"), min_size=1, max_size=40).map(" ".join)


@given(texts)
def test_weights_of_one_are_the_plain_simhash(text):
    """Claim 49: the weighted variant with weight 1 equals the plain one."""
    plain = Pipeline(shingle_size=1)
    for same in (
        plain.replace(weights=registry.stage("heading", factor=1.0)),
        plain.replace(weights=lambda terms: terms.counts * 7.5),
    ):
        assert same.fingerprint([f"# {text}"])[0] == plain.fingerprint([f"# {text}"])[0]


@given(texts)
def test_binary_weights_forget_repetition(text):
    pipeline = Pipeline(shingle_size=1, weights="binary")
    once = " ".join(dict.fromkeys(text.split()))
    assert pipeline.fingerprint([text])[0] == Pipeline(shingle_size=1).fingerprint([once])[0]


def test_repeated_features_vote_once_an_occurrence():
    """Trap 13."""
    votes = Pipeline(shingle_size=1).votes("a a a b")
    assert votes.tolist() == (3 * Pipeline(shingle_size=1).votes("a") + Pipeline(shingle_size=1).votes("b")).tolist()


def test_heading_words_count_more_and_only_in_headings():
    pipeline = Pipeline(shingle_size=1, weights=registry.stage("heading", factor=5.0))
    table = pipeline.explain("# Gold\n\nGold rose.\n\n```\n# not a heading\n```\n").set_index("feature")
    assert table.loc["gold", ["count", "heading_count", "weight"]].tolist() == [2, 1, 6.0]
    assert table.loc["heading", ["count", "heading_count", "weight"]].tolist() == [1, 0, 1.0]
    assert table.loc["gold", "weight_ratio"] == pytest.approx(6 / table["weight"].sum())


def test_a_shingle_belongs_to_the_line_it_starts_in():
    pipeline = Pipeline(shingle_size=2, weights="heading")
    table = pipeline.explain("## Gold price\nrose today").set_index("feature")
    assert table["heading_count"].to_dict() == {"gold price": 1, "price rose": 1, "rose today": 0}


def test_heading_lines_are_found_as_markdown_defines_them():
    text = "Title\n# A\n#B\n####### C\n   ## D\n    # E\n~~~\n# F\n~~~\n#"
    headings = [line for is_heading, run in split_headings(text) if is_heading for line in run.split("\n")]
    assert headings == ["# A", "   ## D", "#"]
    assert "\n".join(run for _, run in split_headings(text)) == text


def test_log_and_idf_weights_are_what_they_say():
    fitted = fit_idf(Pipeline(shingle_size=1), ["a b", "a c", "a"])
    weights = fitted.weights(count_terms(["a", "b", "b", "z"]))
    assert weights == pytest.approx([0.0, 2 * np.log(4 / 2), np.log(4)])
    table = Pipeline(shingle_size=1, weights="log").explain("a a b").set_index("feature")
    assert table["weight"].to_dict() == pytest.approx({"a": 1 + np.log(2), "b": 1.0})


def test_documents_whose_features_weigh_nothing_have_no_fingerprint():
    """Bug case: idf over a corpus in which every word is everywhere."""
    corpus = ["alpha beta", "beta alpha", "alpha beta alpha"]
    table = fit_idf(Pipeline(shingle_size=1), corpus).fingerprint_table(corpus)
    assert table["fingerprint"].isna().all()
    assert table["reason"].tolist() == ["total weight 0"] * 3


def test_the_idf_table_is_saved_and_loaded_by_content(tmp_path):
    fitted = fit_idf(
        Pipeline(shingle_size=1), ["a b", 'quote " and, comma', "new\nline", "lone \ud800", "\r", "x" * 200_000]
    )
    table = fitted.weights
    path = table.save(tmp_path)
    assert table.save(tmp_path).read_bytes() == path.read_bytes()
    assert IdfTable.load(tmp_path, table.content_hash) == table
    assert Pipeline.from_dict(fitted.to_dict(), idf_folder=str(tmp_path)) == fitted


def test_a_missing_or_changed_idf_table_is_refused(tmp_path):
    table = IdfTable.fit([["a", "b"], ["a"]])
    with pytest.raises(InvalidThresholds, match="the table's file beside the YAML"):
        IdfTable.load(tmp_path, table.content_hash)
    other = IdfTable.fit([["a"]]).save(tmp_path)
    other.rename(tmp_path / table.file_name)
    with pytest.raises(InvalidThresholds, match="restore the original"):
        IdfTable.load(tmp_path, table.content_hash)
    (tmp_path / table.file_name).write_bytes(b"not gzip")
    with pytest.raises(InvalidThresholds, match="a table written by simlab"):
        IdfTable.load(tmp_path, table.content_hash)


def test_a_weight_function_must_answer_every_feature():
    with pytest.raises(InvalidPipeline, match="one weight a distinct feature"):
        Pipeline(weights=lambda terms: [1.0])
    with pytest.raises(InvalidPipeline, match="factor: received -1"):
        Pipeline(weights=registry.stage("heading", factor=-1))
