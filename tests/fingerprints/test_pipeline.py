"""The pipeline as a value, its inputs, and everything it refuses."""

import functools
import os
import pickle
import subprocess
import sys

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import sign as naive_sign
from naive import votes as naive_votes

from simlab import registry
from simlab.errors import InvalidDocuments, InvalidPipeline, UnknownName
from simlab.fingerprints.hashes import xxh3_64
from simlab.fingerprints.pipeline import Pipeline
from simlab.fingerprints.presets import presets

PINNED = ["0xc600006070d1b122", "0xd14764cf52217823", "0xb6ff7777bff5c1e6", "0x0008c8d2d509c8a7"]
TEXT = "the quick brown fox jumps over the lazy dog"


@given(st.text(max_size=200), st.integers(1, 5), st.integers(1, 64), st.sampled_from([0, 1]))
def test_a_fingerprint_is_the_sign_of_its_votes(text, size, n_bits, tie):
    pipeline = Pipeline(shingle_size=size, n_bits=n_bits, tie=tie)
    features = pipeline.features(text)
    found = pipeline.fingerprint([text])[0]
    if not features:
        assert found is pd.NA
    else:
        expected = naive_sign(naive_votes([xxh3_64(feature) for feature in features], [1] * len(features), n_bits), tie)
        assert found == expected


@pytest.mark.parametrize("name", sorted(presets))
def test_presets_round_trip_through_plain_values(name):
    pipeline = presets[name]
    copy = Pipeline.from_dict(pipeline.to_dict())
    assert copy == pipeline and hash(copy) == hash(pipeline) and copy.identity == pipeline.identity
    assert pickle.loads(pickle.dumps(pipeline)) == pipeline
    assert eval(repr(pipeline), {"Pipeline": Pipeline}) == pipeline


def test_an_unknown_preset_is_answered_with_the_names():
    with pytest.raises(UnknownName) as caught:
        presets["crawler"]
    assert str(caught.value) == (
        "preset: received 'crawler'; allowed: 'default', 'crawler-words', 'crawler-shingles', 'gigspaid-buggy', "
        "'gigspaid-fixed', 'redirection.io'. What to do: use one of these, or build a simlab.Pipeline."
    )


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"n_bits": 0},
            "n_bits: received 0; allowed: a whole number from 1 to 64. "
            "What to do: pass n_bits=64, the default, or another value in this range.",
        ),
        (
            {"n_bits": 65},
            "n_bits: received 65; allowed: a whole number from 1 to 64. "
            "What to do: pass n_bits=64, the default, or another value in this range.",
        ),
        (
            {"shingle_size": 0},
            "shingle_size: received 0; allowed: a whole number of at least 1. "
            "What to do: pass shingle_size=3, the default, or another value in this range.",
        ),
        (
            {"tie": 2},
            "tie: received 2; allowed: a whole number from 0 to 1. "
            "What to do: pass tie=0, the default, or another value in this range.",
        ),
        (
            {"min_features": 0},
            "min_features: received 0; allowed: a whole number of at least 1. "
            "What to do: pass min_features=1, the default, or another value in this range.",
        ),
        (
            {"hash": "crc32"},
            "hash: received 'crc32'; allowed: a hash of at least n_bits=64 bits; this one has 32. What to do: "
            "pass n_bits=32, "
            "choose a wider hash such as 'xxh3-64', or widen it on purpose with widen='zeros' or 'repeat'.",
        ),
        (
            {"tokenise": "whitespace"},
            "pipeline: received 'tokenise'; allowed: the parameters html, normalize, tokenize, shingle_size, "
            "short_shingle, "
            "weights, hash, n_bits, tie, min_features. What to do: correct the parameter's name.",
        ),
    ],
)
def test_parameters_out_of_range_are_refused(changes, message):
    with pytest.raises(InvalidPipeline) as caught:
        Pipeline().replace(**changes)
    assert str(caught.value) == message


def test_an_unknown_stage_name_lists_the_names():
    with pytest.raises(UnknownName, match="tokenize: received 'spaces'; allowed: 'characters', 'js-split'"):
        Pipeline(tokenize="spaces")


def test_a_function_says_its_own_width():
    def narrow(feature):
        return len(feature) % 256

    narrow.n_bits = 8
    with pytest.raises(InvalidPipeline, match="at least n_bits=64 bits; this one has 8"):
        Pipeline(hash=narrow)
    assert Pipeline(hash=narrow, n_bits=8).fingerprint([TEXT]).notna().all()


def test_widths_below_the_hash_take_its_low_bits():
    wide = Pipeline().fingerprint([TEXT])[0]
    assert Pipeline(n_bits=32).fingerprint([TEXT])[0] == wide & 0xFFFFFFFF
    assert Pipeline(hash="crc32", n_bits=32).fingerprint([TEXT])[0] < 2**32
    assert Pipeline(hash={"name": "crc32", "widen": "zeros"}).fingerprint([TEXT])[0] < 2**32


def test_stages_can_be_functions_and_are_exported_once_they_have_a_name():
    def half(feature):
        return len(feature)

    pipeline = Pipeline(hash=half)
    assert pipeline.fingerprint([TEXT]).notna().all()
    with pytest.raises(InvalidPipeline, match=r"register it first: simlab.register\('hash', 'a-name', your_function\)"):
        pipeline.to_dict()
    registry.register("hash", "half", half)
    try:
        assert Pipeline(hash=half).to_dict()["hash"] == "half"
        assert pipeline.to_dict() == Pipeline(hash="half").to_dict(), "also when the name came later"
        assert pipeline.identity == Pipeline(hash="half").identity
    finally:
        del registry._ENTRIES["hash"]["half"]


@pytest.mark.parametrize(
    ("stage", "message"),
    [
        ({"hash": lambda feature: -5}, "mmh3 is signed by default"),
        ({"hash": lambda feature: 2**64}, "values from 0 to 2\\*\\*64 - 1"),
        ({"hash": lambda feature: 0.5}, "a function \\(feature: str\\) -> int"),
        ({"tokenize": lambda text: text}, "a function that returns list\\[str\\]"),
        ({"normalize": lambda text: None}, "a function that returns str"),
        ({"tokenize": lambda text: 1 / 0}, "correct the stage that raised ZeroDivisionError"),
        ({"hash": 7}, "a registered name, a name with parameters, or a function"),
    ],
)
def test_a_stage_that_cannot_work_is_refused_at_once(stage, message):
    with pytest.raises(InvalidPipeline, match=message):
        Pipeline(**stage)


def test_numpy_integers_are_fine_as_hashes():
    assert Pipeline(hash=lambda feature: np.uint64(2**63 + 1)).fingerprint([TEXT])[0] == 2**63 + 1


def test_the_index_and_every_kind_of_input_are_kept():
    expected = Pipeline().fingerprint([TEXT, "other words entirely here", None])
    assert expected.dtype == "UInt64" and expected.name == "fingerprint"
    series = pd.Series([TEXT, "other words entirely here", np.nan], index=["x", "y", "z"])
    found = Pipeline().fingerprint(series)
    assert found.index.tolist() == ["x", "y", "z"]
    for same in (
        found,
        Pipeline().fingerprint(pa.array([TEXT, "other words entirely here", None])),
        Pipeline().fingerprint(pa.chunked_array([[TEXT], ["other words entirely here", None]])),
        Pipeline().fingerprint(pd.Series([TEXT, "other words entirely here", pd.NA], dtype="string")),
        Pipeline().fingerprint(np.array([TEXT, "other words entirely here", None], dtype=object)),
    ):
        assert same.tolist() == expected.tolist()
    assert Pipeline().fingerprint([]).tolist() == []


@pytest.mark.parametrize("wrong", ["one text", b"bytes", 5, pd.DataFrame({"text": ["a"]}), {"a": "text"}, {"x"}])
def test_other_inputs_are_refused(wrong):
    with pytest.raises(InvalidDocuments) as caught:
        Pipeline().fingerprint(wrong)
    assert str(caught.value) == (
        f"texts: received {type(wrong).__name__!r}; allowed: a list of str, a pandas Series or an Arrow array. "
        "What to do: wrap a single text in a list; take one column of a table."
    )


def test_the_table_says_what_a_fingerprint_rests_on():
    pipeline = Pipeline(shingle_size=1, min_features=2)
    table = pipeline.fingerprint_table(["", "one", "spam spam spam egg", TEXT, 7], min_trusted_features=5)
    assert table["status"].tolist() == ["empty", "short", "short", "ok", "error"]
    assert table["fingerprint"].isna().tolist() == [True, True, False, False, True]
    assert table["reason"].tolist()[:3] == [
        "no features",
        "fewer than min_features=2 features",
        "fewer than min_trusted_features=5 features",
    ]
    assert "a str" in table["reason"].iloc[4]
    dominated = pipeline.fingerprint_table(["spam spam spam egg"]).iloc[0]
    assert (dominated["status"], dominated["heaviest_ratio"], dominated["n_features"]) == ("dominated", 0.75, 4)
    assert dominated["fingerprint"] == xxh3_64("spam"), "one feature outweighs the rest, so its hash is the fingerprint"


def test_a_single_feature_is_short_not_dominated():
    row = Pipeline(shingle_size=5).fingerprint_table(["a cat"]).iloc[0]
    assert (row["status"], row["reason"], row["n_features"]) == ("short", "a single feature", 1)


def test_functions_without_a_name_are_never_taken_for_each_other():
    pipelines = [Pipeline(hash=functools.partial(xxh3_64, seed=seed)) for seed in (1, 2)]
    assert pipelines[0].identity != pipelines[1].identity
    assert pipelines[0].identity == pipelines[0].replace().identity
    assert Pipeline(hash=lambda f: 1).identity != Pipeline(hash=lambda f: 2).identity


def test_a_number_is_one_parameter_however_it_is_written():
    whole, fractional = (Pipeline(weights={"name": "heading", "factor": factor}) for factor in (3, 3.0))
    assert whole.identity == fractional.identity


def test_parameters_are_what_a_yaml_file_can_hold():
    assert Pipeline(tokenize=registry.stage("js-words", min_length=np.int64(4))).to_dict()["tokenize"] == {
        "name": "js-words",
        "min_length": 4,
    }
    with pytest.raises(InvalidPipeline, match="what a YAML file can hold"):
        registry.stage("markdown", rules=object())
    with pytest.raises(UnknownName, match="rules: received 'nope'"):
        Pipeline(html={"name": "markdown", "rules": "nope"})


def test_errors_with_lone_surrogates_do_not_stop_the_batch():
    def picky(text):
        if "bad" in text:
            raise ValueError(f"cannot cut {text}")
        return text.split()

    table = Pipeline(normalize="none", tokenize=picky).fingerprint_table(["bad \ud835 text", "good text here now"])
    assert table["status"].tolist() == ["error", "ok"]
    features = Pipeline(normalize="none", tokenize="whitespace", shingle_size=1).explain("price \ud835 list")["feature"]
    assert features.tolist() == ["price", "\ufffd", "list"]


def test_one_bad_document_is_named():
    def picky(text):
        if "bad" in text:
            raise RuntimeError("no")
        return text.split()

    documents = pd.Series(["good text here and more", "bad text"], index=["g", "b"])
    with pytest.raises(InvalidPipeline, match=r"texts\['b'\]: received 'RuntimeError: no'"):
        Pipeline(tokenize=picky).fingerprint(documents)
    assert Pipeline(tokenize=picky).fingerprint_table(documents)["status"].tolist() == ["ok", "error"]


def test_a_short_text_forms_one_shingle_unless_the_system_says_no():
    assert Pipeline().features("two words") == ["two words"]
    assert Pipeline(short_shingle=False).features("two words") == []
    assert presets["redirection.io"].fingerprint(["two words"]).isna().all()


def test_fingerprints_do_not_depend_on_the_process():
    code = f"from simlab.fingerprints.pipeline import Pipeline; print(int(Pipeline().fingerprint([{TEXT!r}])[0]))"
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("0", "1")
    }
    assert found == {str(Pipeline().fingerprint([TEXT])[0])}


def test_the_default_is_pinned():
    """Golden values: if one of these changes, stored fingerprints go stale, and the change belongs in the changelog."""
    texts = ["stable text about rivers and bridges", "le chat mange la souris", "会议今天讨论了桥梁", "नमस्ते दुनिया, आज"]
    assert [f"0x{value:016x}" for value in Pipeline().fingerprint(texts)] == PINNED


def test_the_column_of_a_documents_table_is_chosen_by_the_html_stage():
    both = pd.DataFrame({"doc_id": ["a", "b"], "text": ["t", "u"], "html": ["<p>t", "<p>u"]})
    assert Pipeline().inputs(both).to_dict() == {"a": "t", "b": "u"}
    assert Pipeline(html="markdown").inputs(both).to_dict() == {"a": "<p>t", "b": "<p>u"}
    with pytest.raises(InvalidDocuments) as caught:
        Pipeline().inputs(both.drop(columns="text"))
    assert str(caught.value) == (
        "documents: received '2 of 2 with html only'; allowed: a text for every document, for a pipeline with "
        "html='none'. What to do: use pipeline.replace(html='markdown')."
    )
    for empty in (None, ""):
        mixed = both.assign(html=[empty, "<p>u"], text=["t", empty])
        assert Pipeline(html="markdown").inputs(mixed).to_dict() == {"a": "t", "b": "<p>u"}
    assert Pipeline(html="markdown").inputs(mixed).to_dict() == {"a": "t", "b": "<p>u"}
    with pytest.raises(InvalidDocuments, match="1 of 2 with html only"):
        Pipeline().inputs(mixed)
    with pytest.raises(InvalidDocuments) as caught:
        Pipeline().inputs(pd.concat([both, both]))
    assert str(caught.value) == (
        "doc_id: received ['a', 'b']; allowed: ids that differ. What to do: remove or rename the repeated ids."
    )


def test_the_html_form_is_escaped():
    assert "&lt;" in Pipeline(hash=lambda feature: 1)._repr_html_()
    assert "Pipeline" in Pipeline()._repr_html_()
