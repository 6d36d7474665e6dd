"""The newsroom corpus: it keeps its contract, its relations are what they say, and it is hard in the right places."""

from __future__ import annotations

import itertools
import os
import random
import re
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
from bs4 import BeautifulSoup
from hypothesis import given, settings
from hypothesis import strategies as st

from simlab.datasets import Corpus, bundled, load_dataset
from simlab.datasets.newsroom import RELATIONS, generate
from simlab.datasets.newsroom_articles import (
    Article,
    corrected,
    house_style,
    invent_story,
    lightly_edited,
    topics,
    updated,
    write_article,
)
from simlab.datasets.newsroom_pages import SITES, Site
from simlab.fingerprints.pipeline import Pipeline

seeds = st.integers(min_value=0, max_value=10**9)
places = st.sampled_from([(language, topic) for language in ("english", "french") for topic in topics(language)])


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return load_dataset("newsroom")


@pytest.fixture(scope="module")
def joined(corpus: Corpus) -> pd.DataFrame:
    """Pairs with the columns of both documents: left_cluster, right_cluster ..."""
    documents = corpus.documents.set_index("doc_id")
    pairs = corpus.pairs
    for side in ("left", "right"):
        pairs = pairs.join(documents.add_prefix(f"{side}_"), on=f"{side}_id")
    return pairs


@pytest.fixture(scope="module")
def fingerprints(corpus: Corpus) -> pd.Series:
    values = Pipeline().fingerprint(corpus.documents["article_text"])
    return pd.Series(values.to_numpy(dtype=np.uint64), index=corpus.documents["doc_id"])


@pytest.fixture(scope="module")
def distances(corpus: Corpus, fingerprints: pd.Series) -> np.ndarray:
    left, right = (fingerprints.loc[corpus.pairs[side]].to_numpy() for side in ("left_id", "right_id"))
    return np.bitwise_count(left ^ right).astype(int)


def test_another_process_with_another_hash_seed_makes_the_stored_files() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "simlab.datasets", "--check", "newsroom"],
        env={**os.environ, "PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "")


def test_another_seed_makes_another_corpus(corpus: Corpus) -> None:
    documents, pairs = generate(7)
    assert list(documents.columns) == list(corpus.documents.columns)
    assert list(pairs.columns) == list(corpus.pairs.columns)
    assert not set(documents["article_text"]) & set(corpus.documents["article_text"])


def test_it_is_as_large_as_promised(corpus: Corpus) -> None:
    documents, pairs = corpus.documents, corpus.pairs
    assert len(documents) >= 1500
    assert 3000 <= len(pairs) <= 6000
    positive = pairs[pairs["label"] == 1]
    clusters = documents.set_index("doc_id")["cluster"]
    assert len(positive) >= 900
    assert clusters.loc[positive["left_id"]].nunique() >= 250
    assert pairs["relation"].isin(["update_major", "same_event"]).sum() >= 600
    assert documents["html"].str.len().max() <= 25_000
    assert sum(path.stat().st_size for path in (bundled("datasets") / "newsroom").iterdir()) < 3_000_000


def test_every_capture_is_identified_and_dated(corpus: Corpus) -> None:
    documents = corpus.documents
    assert documents["doc_id"].is_unique
    captured, published = (
        pd.to_datetime(documents[column], format="%Y-%m-%dT%H:%M:%SZ", utc=True)
        for column in ("captured_at", "published_at")
    )
    assert (published < captured).all()
    assert set(documents["segment"]) == {site.domain for site in SITES}
    assert documents.groupby("cluster")["story"].nunique().max() == 1


def test_every_pair_stands_once_and_in_order(corpus: Corpus) -> None:
    row = {doc_id: number for number, doc_id in enumerate(corpus.documents["doc_id"])}
    left, right = corpus.pairs["left_id"].map(row), corpus.pairs["right_id"].map(row)
    assert (left < right).all()
    assert not corpus.pairs.duplicated(["left_id", "right_id"]).any()


def test_labels_follow_relations_and_clusters(corpus: Corpus, joined: pd.DataFrame) -> None:
    assert set(joined["relation"]) == set(RELATIONS)
    assert (joined["label"] == joined["relation"].map(RELATIONS)).all()
    assert ((joined["label"] == 1) == (joined["left_cluster"] == joined["right_cluster"])).all()
    members = corpus.documents.groupby("cluster")["doc_id"].agg(list)
    inside = {pair for rows in members for pair in itertools.combinations(rows, 2)}
    positive = joined[joined["label"] == 1]
    assert set(zip(positive["left_id"], positive["right_id"], strict=True)) == inside


def test_captures_that_differ_in_noise_differ_in_nothing_else(joined: pd.DataFrame) -> None:
    noise = joined[joined["relation"] == "same_capture_noise"]
    for column in ("article_text", "template", "n_comments", "segment"):
        assert (noise[f"left_{column}"] == noise[f"right_{column}"]).all(), column
    assert (noise["left_html"] != noise["right_html"]).all()


def test_each_page_relation_changes_what_it_says(joined: pd.DataFrame) -> None:
    page = joined[joined["relation"].isin(["comments_added", "nav_ab_test", "redesign"])]
    assert (page["left_article_text"] == page["right_article_text"]).all()
    comments = joined[joined["relation"] == "comments_added"]
    assert ((comments["left_n_comments"] - comments["right_n_comments"]).abs() >= 3).all()
    for relation, part in [("redesign", 1), ("nav_ab_test", 2)]:
        pairs = joined[joined["relation"] == relation]
        left, right = (pairs[f"{side}_template"].str.split("/").str[part] for side in ("left", "right"))
        assert (left != right).all(), relation
    redesign = joined[joined["relation"] == "redesign"]
    assert (redesign["left_segment"] == redesign["right_segment"]).all()


def test_each_text_relation_changes_what_it_says(joined: pd.DataFrame) -> None:
    correction = joined[joined["relation"] == "correction"]
    for left, right in zip(correction["left_article_text"], correction["right_article_text"], strict=True):
        old, new = left.split(), right.split()
        assert 1 <= sum(a != b for a, b in zip(old, new, strict=False)) <= 6 or len(old) != len(new)
    syndicated = joined[joined["relation"] == "syndicated"]
    assert (syndicated["left_segment"] != syndicated["right_segment"]).all()
    updates = joined[joined["relation"].str.startswith("update_") & (joined["left_segment"] == joined["right_segment"])]
    addresses = [
        updates[f"{side}_url"].str.replace(r"[?&](utm_|from=|fbid).*", "", regex=True) for side in ("left", "right")
    ]
    assert (addresses[0] == addresses[1]).all()
    event = joined[joined["relation"] == "same_event"]
    assert (event["left_story"] == event["right_story"]).all()
    unrelated = joined[joined["relation"].isin(["same_section", "same_site", "random"])]
    assert (unrelated["left_story"] != unrelated["right_story"]).all()


def test_the_design_follows_from_the_day(corpus: Corpus) -> None:
    redesign_on = {site.domain: site.redesign_on.isoformat() for site in SITES}
    is_after = corpus.documents["captured_at"].str[:10] >= corpus.documents["segment"].map(redesign_on)
    assert (is_after == corpus.documents["template"].str.contains("/after/")).all()


def test_every_page_holds_its_article(corpus: Corpus) -> None:
    sample = corpus.documents.groupby("template").head(2)
    assert len(sample["template"].unique()) == 4 * len(SITES)
    for page, text in zip(sample["html"], sample["article_text"], strict=True):
        visible = " ".join(BeautifulSoup(page, "lxml").get_text(" ").split())
        for paragraph in text.split("\n\n"):
            assert " ".join(paragraph.split()) in visible


def test_no_seam_of_the_grammar_shows(corpus: Corpus) -> None:
    documents = corpus.documents
    texts = documents.loc[documents["language"] == "en", "article_text"]
    seams = [
        r"[{}|\[\]$]",
        r"  ",
        r" [,.;](?!\d)",
        r",[,.]",
        r"\b(?:the the|a a|of of|to to|in in)\b",
        r"\ba (?:[aei]|8)",
    ]
    for seam in seams:
        found = texts[texts.str.contains(seam, regex=True)]
        assert found.empty, (seam, found.iloc[0])


def test_unrelated_articles_are_as_far_apart_as_chance(corpus: Corpus, fingerprints: pd.Series) -> None:
    first = corpus.documents.drop_duplicates("cluster").reset_index(drop=True)
    values, stories = fingerprints.loc[first["doc_id"]].to_numpy(), first["story"].to_numpy()
    rng = np.random.default_rng(5)
    left, right = rng.integers(0, len(first), size=(2, 40_000))
    keep = stories[left] != stories[right]
    distance = np.bitwise_count(values[left] ^ values[right])[keep]
    assert abs(distance.mean() - 32) < 1
    assert np.quantile(distance, 0.01) >= 20


def test_unrelated_articles_of_a_topic_share_few_shingles(corpus: Corpus) -> None:
    def shingles(text: str) -> set[tuple[str, ...]]:
        words = re.findall(r"\w+", text.lower())
        return set(zip(words, words[1:], words[2:], strict=False))

    first = corpus.documents.drop_duplicates("story")
    rng = random.Random(5)
    for topic, texts in first.groupby("topic")["article_text"]:
        sets = [shingles(text) for text in texts]
        drawn = [rng.sample(sets, 2) for _ in range(60)]
        similarity = np.mean([len(a & b) / len(a | b) for a, b in drawn])
        assert similarity < 0.045, topic
        assert topic in topics("french") or similarity < 0.03, topic


def test_the_folklore_threshold_misses_and_a_measured_one_does_not(corpus: Corpus, distances: np.ndarray) -> None:
    label = corpus.pairs["label"].to_numpy()
    positive, negative = distances[label == 1], distances[label == 0]
    assert 0.4 <= (positive <= 3).mean() <= 0.75

    def f1(max_distance: int) -> float:
        n_found, n_false = (positive <= max_distance).sum(), (negative <= max_distance).sum()
        return float(2 * n_found / (n_found + n_false + len(positive)))

    best = max(range(65), key=f1)
    assert 9 <= best <= 16
    assert 0.96 <= f1(best) <= 0.995


def test_relations_are_graded(corpus: Corpus, distances: np.ndarray) -> None:
    median = pd.Series(distances).groupby(corpus.pairs["relation"].to_numpy()).median()
    grades = ["redesign", "correction", "light_edit", "update_minor", "update_major", "same_event", "random"]
    assert median[grades].is_monotonic_increasing
    assert median["light_edit"] <= median["syndicated"] <= median["update_minor"]


@given(seed=seeds, place=places, n_words=st.integers(40, 700))
@settings(max_examples=40)
def test_articles_reach_their_length_and_read_as_sentences(seed: int, place: tuple[str, str], n_words: int) -> None:
    rng = random.Random(seed)
    article = write_article(invent_story(*place, rng), n_words, rng)
    assert n_words <= article.n_words <= n_words + 150
    for paragraph in article.paragraphs:
        for sentence in paragraph:
            assert re.search(r'[.!?]["»]?( »)?$', sentence), sentence
            assert not sentence[0].islower(), sentence


@given(seed=seeds, place=places, n_words=st.integers(40, 500))
@settings(max_examples=40)
def test_edits_are_as_strong_as_their_names(seed: int, place: tuple[str, str], n_words: int) -> None:
    rng = random.Random(seed)
    story = invent_story(*place, rng)
    article = write_article(story, n_words, rng)

    def sentences(version: Article) -> set[str]:
        return {sentence for paragraph in version.paragraphs for sentence in paragraph}

    old = sentences(article)
    assert 1 <= len(old - sentences(corrected(article, story.language, rng))) <= 3
    assert len(old & sentences(lightly_edited(article, story, rng))) >= 0.5 * len(old)
    minor, major = updated(article, story, 0.25, rng), updated(article, story, 0.5, rng)
    assert minor.paragraphs[0][0][:1] == article.paragraphs[0][0][:1]
    assert major.paragraphs[0] != article.paragraphs[0]
    assert article.paragraphs[0][0] not in sentences(major)


@given(seed=seeds, place=places, site=st.sampled_from(SITES))
@settings(max_examples=40)
def test_house_style_is_applied_once_for_all(seed: int, place: tuple[str, str], site: Site) -> None:
    rng = random.Random(seed)
    article = write_article(invent_story(*place, rng), 200, rng)
    styled = house_style(article, site.styles)
    assert house_style(styled, site.styles) == styled
