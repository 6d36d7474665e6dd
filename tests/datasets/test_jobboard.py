"""The job posts: same tables every time, pairs that mean what their relation says, no look-alikes by template."""

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

from simlab.datasets.jobboard import BOARDS, N_BATCHES, generate
from simlab.fingerprints.pipeline import Pipeline

FOLDER = pathlib.Path(__file__).parents[2] / "datasets" / "jobboard"
LABELS = {
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
}


@pytest.fixture(scope="module")
def corpus() -> tuple[pd.DataFrame, pd.DataFrame]:
    return generate()


def joined(documents: pd.DataFrame, pairs: pd.DataFrame) -> pd.DataFrame:
    """Pairs with the columns of both documents."""
    table = documents.set_index("doc_id")
    return pairs.join(table.add_prefix("left_"), on="left_id").join(table.add_prefix("right_"), on="right_id")


def of_relation(corpus: tuple[pd.DataFrame, pd.DataFrame], relation: str) -> pd.DataFrame:
    documents, pairs = corpus
    table = joined(documents, pairs[pairs["relation"] == relation])
    assert len(table) > 30
    return table


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
    assert set(documents["segment"]) == set(BOARDS)
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
    hard = pairs["relation"].isin(["same_company_other_role", "same_role_other_company"])
    assert hard.sum() >= 600
    gigs = documents[documents["size"] == "short"]
    assert gigs["n_words"].between(20, 75).all()
    assert (gigs["n_words"] <= 60).mean() > 0.9
    assert documents.loc[documents["size"] == "long", "n_words"].between(100, 450).all()


def test_rows_stand_in_the_order_of_fetching(corpus: tuple[pd.DataFrame, pd.DataFrame]) -> None:
    documents, _ = corpus
    assert documents["batch"].is_monotonic_increasing
    assert documents["source"].equals(documents["segment"])
    fetched = documents.groupby(["batch", "source"]).size().unstack()
    assert fetched.shape == (N_BATCHES, len(BOARDS))
    assert fetched.min().min() > 0
    posted = pd.to_datetime(documents["posted_at"], format="ISO8601", utc=True)
    scan = pd.Timestamp("2024-03-04T06:00Z") + pd.to_timedelta(12 * (documents["batch"] - 1), unit="h")
    age = scan - posted
    assert age.between(pd.Timedelta(0), pd.Timedelta(hours=12), inclusive="neither").all()


def test_a_copy_never_comes_before_its_original_scan(corpus: tuple[pd.DataFrame, pd.DataFrame]) -> None:
    documents, _ = corpus
    first = documents[documents["variant"] == "original"].set_index("cluster")["batch"]
    assert first.index.is_unique
    assert (documents["batch"].to_numpy() >= first[documents["cluster"]].to_numpy()).all()


def test_verbatim_is_verbatim(corpus: tuple[pd.DataFrame, pd.DataFrame]) -> None:
    table = of_relation(corpus, "repost_verbatim")
    assert (table["left_text"] == table["right_text"]).all()


def test_house_style_changes_the_board_and_keeps_the_body(corpus: tuple[pd.DataFrame, pd.DataFrame]) -> None:
    table = of_relation(corpus, "repost_house_style")
    assert (table["left_segment"] != table["right_segment"]).all()
    for row in table.itertuples():
        left, right = (text.split("\n\n") for text in (row.left_text, row.right_text))
        assert left[1:-1] == right[1:-1]
        assert left[0] != right[0]
        assert left[-1] != right[-1]


def test_a_new_salary_changes_only_numbers(corpus: tuple[pd.DataFrame, pd.DataFrame]) -> None:
    table = of_relation(corpus, "salary_updated")
    left, right = (table[f"{side}_text"].str.replace(r"[\d,.]+", "0", regex=True) for side in ("left", "right"))
    assert (left == right).all()
    assert (table["left_text"] != table["right_text"]).all()


def test_a_new_title_keeps_everything_below_the_header(corpus: tuple[pd.DataFrame, pd.DataFrame]) -> None:
    for row in of_relation(corpus, "repost_reworded_title").itertuples():
        assert row.left_text.split("\n\n")[1:] == row.right_text.split("\n\n")[1:]
        assert row.left_text != row.right_text


def test_trimmed_posts_are_shorter(corpus: tuple[pd.DataFrame, pd.DataFrame]) -> None:
    table = of_relation(corpus, "repost_trimmed")
    trimmed = np.where(table["left_variant"] == "repost_trimmed", table["left_n_words"], table["right_n_words"])
    whole = np.where(table["left_variant"] == "repost_trimmed", table["right_n_words"], table["left_n_words"])
    assert (trimmed < whole).all()


def test_unrelated_posts_do_not_look_alike(corpus: tuple[pd.DataFrame, pd.DataFrame]) -> None:
    documents, _ = corpus
    rng = random.Random(5)
    posts = documents[documents["n_words"] >= 60].reset_index(drop=True)
    shared = of_relation(corpus, "same_role_other_company")
    copied = {frozenset(pair) for pair in zip(shared["left_cluster"], shared["right_cluster"], strict=True)}
    drawn = [rng.sample(range(len(posts)), 2) for _ in range(20_000)]
    drawn = [
        (one, other)
        for one, other in drawn
        if posts["company"][one] != posts["company"][other]
        and frozenset((posts["cluster"][one], posts["cluster"][other])) not in copied
    ]
    left, right = (np.array(side) for side in zip(*drawn, strict=True))
    fingerprints = Pipeline().fingerprint(posts["text"]).to_numpy(dtype="uint64")
    distances = np.bitwise_count(fingerprints[left] ^ fingerprints[right])
    assert abs(distances.mean() - 32) < 1
    assert np.quantile(distances, 0.01) >= 19

    roles = posts["role"].to_numpy()
    alike = roles[left] == roles[right]
    assert alike.sum() > 500
    features = [shingles(text) for text in posts["text"]]
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
