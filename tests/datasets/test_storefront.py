"""The product pages: same tables every time, pairs that mean what their relation says, no look-alikes by template."""

from __future__ import annotations

import csv
import gzip
import json
import pathlib
import random
import re

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simlab.datasets.storefront import generate
from simlab.fingerprints.pipeline import Pipeline

FOLDER = pathlib.Path(__file__).parents[2] / "datasets" / "storefront"
LABELS = {
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
}


@pytest.fixture(scope="module")
def corpus() -> tuple[pd.DataFrame, pd.DataFrame]:
    return generate()


def joined(documents: pd.DataFrame, pairs: pd.DataFrame) -> pd.DataFrame:
    """Pairs with the columns of both documents."""
    table = documents.set_index("doc_id")
    return pairs.join(table.add_prefix("left_"), on="left_id").join(table.add_prefix("right_"), on="right_id")


def shingles(text: str) -> set[str]:
    words = re.findall(r"\w+", text.lower())
    return {" ".join(words[start : start + 3]) for start in range(len(words) - 2)}


def test_two_calls_agree_and_another_seed_does_not(corpus: tuple[pd.DataFrame, pd.DataFrame]) -> None:
    documents, pairs = generate()
    pd.testing.assert_frame_equal(documents, corpus[0])
    pd.testing.assert_frame_equal(pairs, corpus[1])
    assert not generate(seed=7)[0]["text"].equals(documents["text"])


def test_stored_files_hold_the_generated_tables(corpus: tuple[pd.DataFrame, pd.DataFrame]) -> None:
    documents, pairs = corpus
    with gzip.open(FOLDER / "documents.jsonl.gz", "rt", encoding="utf-8") as lines:
        assert [json.loads(line) for line in lines] == documents.to_dict("records")
    with gzip.open(FOLDER / "pairs.csv.gz", "rt", encoding="utf-8", newline="") as lines:
        stored = [
            (row["left_id"], row["right_id"], float(row["label"]), row["relation"]) for row in csv.DictReader(lines)
        ]
    assert stored == list(pairs.itertuples(index=False, name=None))


@settings(max_examples=6, deadline=None)
@given(seed=st.integers(min_value=0, max_value=2**32))
def test_contract_holds_for_any_seed(seed: int) -> None:
    documents, pairs = generate(seed)
    assert documents["doc_id"].is_unique
    assert documents["url"].is_unique
    assert documents["text"].str.len().min() > 80
    assert not documents["text"].str.contains(r"[{}]").any(), "an open slot"
    assert set(documents["segment"]) == {"fr", "en"}
    assert documents["n_words"].equals(documents["text"].str.split().str.len())

    position = pd.Series(range(len(documents)), index=documents["doc_id"])
    assert (position[pairs["left_id"]].to_numpy() < position[pairs["right_id"]].to_numpy()).all()
    assert not pairs.duplicated(["left_id", "right_id"]).any()
    assert set(pairs["relation"]) == set(LABELS)
    assert (pairs["label"] == pairs["relation"].map(LABELS)).all()

    table = joined(documents, pairs)
    same_cluster = table["left_cluster"] == table["right_cluster"]
    assert same_cluster.equals(table["label"] > 0)


def test_counts(corpus: tuple[pd.DataFrame, pd.DataFrame]) -> None:
    documents, pairs = corpus
    assert len(documents) >= 1500
    assert 3000 <= len(pairs) <= 5000
    positives = joined(documents, pairs[pairs["label"] == 1])
    assert len(positives) >= 800
    assert positives["left_cluster"].nunique() >= 200
    assert (pairs["relation"] == "sibling_model").sum() >= 600
    assert documents["category"].nunique() >= 8
    short = documents[documents["size"] == "short"]
    assert len(short) >= 150
    plain = short.loc[short["variant"].isin(["base", "city"]), "n_words"]
    assert plain.between(20, 70).all()
    assert (plain <= 60).mean() > 0.8
    assert (documents["n_words"] > 200).sum() >= 500


def test_french_is_written_with_accents_and_elisions(corpus: tuple[pd.DataFrame, pd.DataFrame]) -> None:
    documents, _ = corpus
    french = documents.loc[documents["segment"] == "fr", "text"]
    assert french.str.contains("[éèàêçôî]").mean() > 0.98
    # Before "onze" and before a sounded h nothing is elided.
    unelided = french.str.findall(r"\b(?:de|que|le|la|ne|ce|je|se) (?!onze)[aeéèêiou]\w+", flags=re.IGNORECASE)
    assert unelided.str.len().sum() == 0
    assert not french.str.contains(r"\b(?:de le|de les|à le|à les|de de|de des|de du) ").any()
    english = documents.loc[documents["segment"] == "en", "text"]
    assert not english.str.contains(r"\ba (?!one)[aeio]\w", flags=re.IGNORECASE).any()


@pytest.mark.parametrize("relation", ["city", "colour"])
def test_a_variant_changes_nothing_but_its_word(corpus: tuple[pd.DataFrame, pd.DataFrame], relation: str) -> None:
    documents, pairs = corpus
    table = joined(documents, pairs[pairs["relation"] == relation])
    assert len(table) > 100
    for row in table.to_dict("records"):
        assert row[f"left_{relation}"] != row[f"right_{relation}"]
        left, right = (
            re.sub(rf"\b{row[f'{side}_{relation}']}\b", "…", row[f"{side}_text"]).replace("d’…", "de …")
            for side in ("left", "right")
        )
        assert left == right


def test_price_and_stock_change_only_numbers(corpus: tuple[pd.DataFrame, pd.DataFrame]) -> None:
    documents, pairs = corpus
    table = joined(documents, pairs[pairs["relation"] == "price_and_stock"])
    without_numbers = [table[f"{side}_text"].str.replace(r"\d+", "0", regex=True) for side in ("left", "right")]
    assert (without_numbers[0] == without_numbers[1]).all()
    assert (table["left_text"] != table["right_text"]).all()


def test_banner_and_reviews_only_add(corpus: tuple[pd.DataFrame, pd.DataFrame]) -> None:
    documents, pairs = corpus
    banners = joined(documents, pairs[pairs["relation"] == "promo_banner"])
    reviews = joined(documents, pairs[pairs["relation"] == "reviews_added"])
    assert all(row.right_text.endswith(row.left_text) for row in banners.itertuples())
    assert all(row.right_text.startswith(row.left_text) for row in reviews.itertuples())


def test_unrelated_pages_do_not_look_alike(corpus: tuple[pd.DataFrame, pd.DataFrame]) -> None:
    documents, _ = corpus
    rng = random.Random(5)
    pages = documents[documents["n_words"] >= 60].reset_index(drop=True)
    fingerprints = Pipeline().fingerprint(pages["text"]).to_numpy(dtype="uint64")
    drawn = [rng.sample(range(len(pages)), 2) for _ in range(20_000)]
    left, right = (np.array(side) for side in zip(*drawn, strict=True))

    def same(column: str) -> np.ndarray:
        return pages[column].to_numpy()[left] == pages[column].to_numpy()[right]

    distances = np.bitwise_count(fingerprints[left] ^ fingerprints[right])
    unrelated = ~same("brand")
    assert abs(distances[unrelated].mean() - 32) < 1
    assert np.quantile(distances[unrelated], 0.01) >= 19

    alike = unrelated & same("category") & same("segment")
    assert alike.sum() > 500
    features = [shingles(text) for text in pages["text"]]
    overlaps = [
        len(features[one] & features[other]) / len(features[one] | features[other])
        for one, other in zip(left[alike], right[alike], strict=True)
    ]
    assert np.mean(overlaps) < 0.04


def test_hard_but_not_hopeless(corpus: tuple[pd.DataFrame, pd.DataFrame]) -> None:
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
