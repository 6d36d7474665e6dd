"""The job posts: pairs that mean what their relation says, no look-alikes by template."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence

import numpy as np
import pandas as pd
import pytest

from simlab.datasets.jobboard import BOARDS, N_BATCHES, generate
from simlab.fingerprints.pipeline import Pipeline

Corpus = tuple[pd.DataFrame, pd.DataFrame]
Join = Callable[[pd.DataFrame, pd.DataFrame], pd.DataFrame]
Overlap = Callable[[Sequence[str], Iterable[int], Iterable[int]], float]
OfRelation = Callable[[str], pd.DataFrame]


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return generate()


@pytest.fixture(scope="module")
def of_relation(corpus: Corpus, joined: Join) -> OfRelation:
    """Give ``of_relation(relation)``: its pairs with the columns of both documents."""
    documents, pairs = corpus

    def table(relation: str) -> pd.DataFrame:
        found = joined(documents, pairs[pairs["relation"] == relation])
        assert len(found) > 30
        return found

    return table


def test_sizes(corpus: Corpus) -> None:
    documents, pairs = corpus
    hard = pairs["relation"].isin(["same_company_other_role", "same_role_other_company"])
    assert hard.sum() >= 600
    gigs = documents[documents["size"] == "short"]
    assert gigs["n_words"].between(20, 75).all()
    assert (gigs["n_words"] <= 60).mean() > 0.9
    assert documents.loc[documents["size"] == "long", "n_words"].between(100, 450).all()


def test_rows_stand_in_the_order_of_fetching(corpus: Corpus) -> None:
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


def test_a_copy_never_comes_before_its_original_scan(corpus: Corpus) -> None:
    documents, _ = corpus
    first = documents[documents["variant"] == "original"].set_index("cluster")["batch"]
    assert first.index.is_unique
    assert (documents["batch"].to_numpy() >= first[documents["cluster"]].to_numpy()).all()


def test_verbatim_is_verbatim(of_relation: OfRelation) -> None:
    table = of_relation("repost_verbatim")
    assert (table["left_text"] == table["right_text"]).all()


def test_house_style_changes_the_board_and_keeps_the_body(of_relation: OfRelation) -> None:
    table = of_relation("repost_house_style")
    assert (table["left_segment"] != table["right_segment"]).all()
    for row in table.itertuples():
        left, right = (text.split("\n\n") for text in (row.left_text, row.right_text))
        assert left[1:-1] == right[1:-1]
        assert left[0] != right[0]
        assert left[-1] != right[-1]


def test_a_new_salary_changes_only_numbers(of_relation: OfRelation) -> None:
    table = of_relation("salary_updated")
    left, right = (table[f"{side}_text"].str.replace(r"[\d,.]+", "0", regex=True) for side in ("left", "right"))
    assert (left == right).all()
    assert (table["left_text"] != table["right_text"]).all()


def test_a_new_title_keeps_everything_below_the_header(of_relation: OfRelation) -> None:
    for row in of_relation("repost_reworded_title").itertuples():
        assert row.left_text.split("\n\n")[1:] == row.right_text.split("\n\n")[1:]
        assert row.left_text != row.right_text


def test_trimmed_posts_are_shorter(of_relation: OfRelation) -> None:
    table = of_relation("repost_trimmed")
    trimmed = np.where(table["left_variant"] == "repost_trimmed", table["left_n_words"], table["right_n_words"])
    whole = np.where(table["left_variant"] == "repost_trimmed", table["right_n_words"], table["left_n_words"])
    assert (trimmed < whole).all()


def test_unrelated_posts_do_not_look_alike(corpus: Corpus, overlap: Overlap, of_relation: OfRelation) -> None:
    documents, _ = corpus
    rng = random.Random(5)
    posts = documents[documents["n_words"] >= 60].reset_index(drop=True)
    shared = of_relation("same_role_other_company")
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
    assert overlap(posts["text"], left[alike], right[alike]) < 0.04
