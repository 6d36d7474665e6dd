"""The product pages: pairs that mean what their relation says, no look-alikes by template."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Sequence

import numpy as np
import pandas as pd
import pytest

from simlab.datasets.storefront import generate
from simlab.fingerprints.pipeline import Pipeline

Corpus = tuple[pd.DataFrame, pd.DataFrame]
Join = Callable[[pd.DataFrame, pd.DataFrame], pd.DataFrame]
Overlap = Callable[[Sequence[str], Iterable[int], Iterable[int]], float]


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return generate()


def test_sizes(corpus: Corpus) -> None:
    documents, pairs = corpus
    assert (pairs["relation"] == "sibling_model").sum() >= 600
    assert documents["category"].nunique() >= 8
    short = documents[documents["size"] == "short"]
    assert len(short) >= 150
    plain = short.loc[short["variant"].isin(["base", "city"]), "n_words"]
    assert plain.between(20, 70).all()
    assert (plain <= 60).mean() > 0.8
    assert (documents["n_words"] > 200).sum() >= 500


def test_french_is_written_with_accents_and_elisions(corpus: Corpus) -> None:
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
def test_a_variant_changes_nothing_but_its_word(corpus: Corpus, joined: Join, relation: str) -> None:
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


def test_price_and_stock_change_only_numbers(corpus: Corpus, joined: Join) -> None:
    documents, pairs = corpus
    table = joined(documents, pairs[pairs["relation"] == "price_and_stock"])
    without_numbers = [table[f"{side}_text"].str.replace(r"\d+", "0", regex=True) for side in ("left", "right")]
    assert (without_numbers[0] == without_numbers[1]).all()
    assert (table["left_text"] != table["right_text"]).all()


def test_banner_and_reviews_only_add(corpus: Corpus, joined: Join) -> None:
    documents, pairs = corpus
    banners = joined(documents, pairs[pairs["relation"] == "promo_banner"])
    reviews = joined(documents, pairs[pairs["relation"] == "reviews_added"])
    assert all(row.right_text.endswith(row.left_text) for row in banners.itertuples())
    assert all(row.right_text.startswith(row.left_text) for row in reviews.itertuples())


def test_unrelated_pages_do_not_look_alike(corpus: Corpus, overlap: Overlap) -> None:
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
    assert overlap(pages["text"], left[alike], right[alike]) < 0.04
