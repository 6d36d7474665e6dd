"""What holds for the product pages and the job posts alike: same tables every time, a contract, a fair difficulty."""

from __future__ import annotations

import csv
import gzip
import importlib
import json
import pathlib
from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simlab.fingerprints.pipeline import Pipeline

Corpus = tuple[pd.DataFrame, pd.DataFrame]
Join = Callable[[pd.DataFrame, pd.DataFrame], pd.DataFrame]

FOLDER = pathlib.Path(__file__).parents[2] / "datasets"
SEGMENTS = {
    "storefront": {"fr", "en"},
    "jobboard": {"gigharbor", "worklantern", "stackferry", "bountywell", "remotecrate", "hirethread"},
}
LABELS = {
    "storefront": {
        "city": 1.0,
        "promo_banner": 1.0,
        "price_and_stock": 1.0,
        "colour": 1.0,
        "reworded_intro": 1.0,
        "reviews_added": 1.0,
        "audience": 0.5,
        "sibling_model": 0.0,
        "same_category": 0.0,
        "other_category": 0.0,
        "other_language": 0.0,
    },
    "jobboard": {
        "repost_verbatim": 1.0,
        "repost_house_style": 1.0,
        "repost_trimmed": 1.0,
        "repost_reworded_title": 1.0,
        "salary_updated": 1.0,
        "rolling_update": 0.5,
        "same_company_other_role": 0.0,
        "same_role_other_company": 0.0,
        "same_board": 0.0,
        "random": 0.0,
    },
}


def generate(name: str, seed: int = 2024) -> Corpus:
    return importlib.import_module(f"simlab.datasets.{name}").generate(seed)


@pytest.fixture(scope="module", params=list(LABELS))
def name(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(scope="module")
def corpus(name: str) -> Corpus:
    return generate(name)


def test_two_calls_agree_and_another_seed_does_not(name: str, corpus: Corpus) -> None:
    documents, pairs = importlib.import_module(f"simlab.datasets.{name}").generate()
    pd.testing.assert_frame_equal(documents, corpus[0])
    pd.testing.assert_frame_equal(pairs, corpus[1])
    assert not generate(name, seed=7)[0]["text"].equals(documents["text"])


def test_stored_files_hold_the_generated_tables(name: str, corpus: Corpus) -> None:
    documents, pairs = corpus
    with gzip.open(FOLDER / name / "documents.jsonl.gz", "rt", encoding="utf-8") as lines:
        assert [json.loads(line) for line in lines] == documents.to_dict("records")
    with gzip.open(FOLDER / name / "pairs.csv.gz", "rt", encoding="utf-8", newline="") as lines:
        stored = [
            (row["left_id"], row["right_id"], float(row["label"]), row["relation"]) for row in csv.DictReader(lines)
        ]
    assert stored == list(pairs.itertuples(index=False, name=None))


@settings(max_examples=6, deadline=None)
@given(seed=st.integers(min_value=0, max_value=2**32))
def test_contract_holds_for_any_seed(name: str, joined: Join, seed: int) -> None:
    documents, pairs = generate(name, seed)
    assert documents["doc_id"].is_unique
    assert documents["url"].is_unique
    assert documents["text"].str.len().min() > 80
    assert not documents["text"].str.contains(r"[{}]").any(), "an open slot"
    assert set(documents["segment"]) == SEGMENTS[name]
    assert documents["n_words"].equals(documents["text"].str.split().str.len())

    position = pd.Series(range(len(documents)), index=documents["doc_id"])
    assert (position[pairs["left_id"]].to_numpy() < position[pairs["right_id"]].to_numpy()).all()
    assert not pairs.duplicated(["left_id", "right_id"]).any()
    assert set(pairs["relation"]) == set(LABELS[name])
    assert (pairs["label"] == pairs["relation"].map(LABELS[name])).all()

    table = joined(documents, pairs)
    same_cluster = table["left_cluster"] == table["right_cluster"]
    assert same_cluster.equals(table["label"] > 0)


def test_there_are_enough_documents_and_pairs(corpus: Corpus, joined: Join) -> None:
    documents, pairs = corpus
    assert len(documents) >= 1500
    assert 3000 <= len(pairs) <= 5000
    positives = joined(documents, pairs[pairs["label"] == 1])
    assert len(positives) >= 800
    assert positives["left_cluster"].nunique() >= 200


def test_hard_but_not_hopeless(corpus: Corpus) -> None:
    documents, pairs = corpus
    fingerprints = Pipeline().fingerprint(documents.set_index("doc_id")["text"])
    left, right = (fingerprints[pairs[side]].to_numpy(dtype="uint64") for side in ("left_id", "right_id"))
    distances = np.bitwise_count(left ^ right)
    positive, negative = distances[pairs["label"] == 1], distances[pairs["label"] == 0]
    n_found = np.array([(positive <= limit).sum() for limit in range(65)])
    n_wrong = np.array([(negative <= limit).sum() for limit in range(65)])
    f1 = 2 * n_found / (len(positive) + n_found + n_wrong)
    assert 8 <= f1.argmax() <= 18
    assert 0.93 <= f1.max() <= 0.99
    assert 0.3 <= n_found[3] / len(positive) <= 0.75
