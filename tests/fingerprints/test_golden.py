"""The articles' own code, run once, against our presets: bit for bit."""

import hashlib
import json
import pathlib

import pandas as pd
import pytest

from simlab.fingerprints.hashes import fnv_pair, h31, h31_mod31, murmur3_pair, xxh3_64
from simlab.fingerprints.presets import presets

GOLDEN = pathlib.Path(__file__).parent.parent / "golden"
DOCS = json.loads((GOLDEN / "golden_docs.json").read_text(encoding="utf-8"))
TEXTS = {item["id"]: item["text"] for item in DOCS["inputs"]}
TOKENS = json.loads((GOLDEN / "golden_tokens.json").read_text(encoding="utf-8"))
PRODUCT = json.loads((GOLDEN / "golden_product.json").read_text(encoding="utf-8"))


def pipeline_of(vector):
    name = {"redirectionio": "redirection.io"}.get(vector["preset"], vector["preset"])
    return presets[name].replace(n_bits=vector["bits"], shingle_size=vector["shingle_size"])


def test_the_vectors_are_all_there():
    with_features = [vector for vector in DOCS["vectors"] if vector["n_features"]]
    without = [vector for vector in DOCS["vectors"] if not vector["n_features"]]
    assert (len(with_features), len(without)) == (694, 206)
    assert sum(vector["fingerprint"] == "0" for vector in without) == 70, "the articles' code prints 0 for these"
    assert len(TOKENS) == 88


@pytest.mark.parametrize("preset", sorted({vector["preset"] for vector in DOCS["vectors"]}))
def test_every_document_vector_holds(preset):
    wrong = []
    for vector in DOCS["vectors"]:
        if vector["preset"] != preset:
            continue
        pipeline, text = pipeline_of(vector), TEXTS[vector["id"]]
        features = pipeline.features(text)
        row = pipeline.fingerprint_table([text]).iloc[0]
        expected = int(vector["fingerprint"]) if vector["n_features"] else None
        found = None if row["status"] == "empty" else int(row["fingerprint"])
        if len(features) != vector["n_features"] or row["n_features"] != vector["n_features"] or found != expected:
            wrong.append((vector["id"], vector["shingle_size"], vector["bits"], found, expected))
        if "features" in vector and features != vector["features"]:
            wrong.append((vector["id"], features, vector["features"]))
        if expected is not None:
            if f"{expected:064b}"[-vector["bits"] :] != vector["bits_msb_first"][-vector["bits"] :]:
                wrong.append((vector["id"], "bits"))
            if int((pipeline.votes(text) == 0).sum()) != vector["tied_bits"]:
                wrong.append((vector["id"], "ties"))
    assert wrong == []


def test_documents_without_features_have_no_fingerprint():
    for vector in DOCS["vectors"]:
        if vector["n_features"] == 0:
            assert pipeline_of(vector).fingerprint([TEXTS[vector["id"]]]).isna().all(), vector["id"]


def test_feature_lists_agree_by_digest():
    vectors = [vector for vector in DOCS["vectors"] if vector.get("features_sha256_16") and vector["n_features"]]
    assert len(vectors) == 380
    for vector in vectors:
        features = "\n".join(pipeline_of(vector).features(TEXTS[vector["id"]]))
        digest = hashlib.sha256(features.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        assert digest == vector["features_sha256_16"], vector["id"]


def test_final_sigma_follows_the_php_version():
    newer = presets["redirection.io"].replace(normalize={"name": "php", "final_sigma": True})
    vectors = [vector for vector in DOCS["vectors"] if vector.get("fingerprint_php83_final_sigma")]
    assert vectors
    for vector in vectors:
        pipeline = newer.replace(n_bits=vector["bits"], shingle_size=vector["shingle_size"])
        assert pipeline.fingerprint([TEXTS[vector["id"]]])[0] == int(vector["fingerprint_php83_final_sigma"])


@pytest.mark.parametrize("vector", TOKENS, ids=lambda vector: ascii(vector["token"])[:30])
def test_every_token_vector_holds(vector):
    token = vector["token"]
    assert murmur3_pair(token) == int(vector["hash64_dec"])
    assert h31(token) == vector["h31"]
    assert fnv_pair(token) == int(vector["fixed64_dec"])
    assert f"{xxh3_64(token):016x}" == vector["xxh3_64_hex"]
    assert f"{h31_mod31(token):016x}" == vector["gigspaid_buggy_vote_hex"]


@pytest.mark.parametrize("key", sorted(PRODUCT["tables"]))
def test_product_pages_give_the_article_style_table(key):
    size, bits = map(int, key.split("-"))
    pipeline = presets["redirection.io"].replace(shingle_size=size, n_bits=bits)
    names = list(PRODUCT["tables"][key]["fingerprints"])
    found = pipeline.fingerprint([PRODUCT["pages"][name] for name in names])
    assert [str(value) for value in found] == [PRODUCT["tables"][key]["fingerprints"][name] for name in names]


def test_the_stored_markdown_of_every_page_gives_the_crawlers_fingerprints():
    """From the articles' own Markdown; from HTML see tests/documents/test_markdown.py, with its named exceptions."""
    cases = json.loads((GOLDEN / "golden_pipeline.json").read_text(encoding="utf-8"))["cases"]
    assert len(cases) == 42
    for case in cases:
        for preset, kind in (("crawler-words", "words"), ("crawler-shingles", "shingles")):
            row = presets[preset].fingerprint_table([case["markdown"]]).iloc[0]
            assert row["n_features"] == case[f"n_{kind}"], (case["id"], preset)
            expected = int(case[f"{kind}_hex"], 16) if case[f"n_{kind}"] else pd.NA
            assert (row["fingerprint"] is expected) if expected is pd.NA else row["fingerprint"] == expected
