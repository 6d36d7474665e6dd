"""From documents and labelled pairs to an operating point; chosen here, reported there."""

import numpy as np
import pandas as pd
import pytest

import simlab
from simlab.errors import InvalidDocuments, InvalidFingerprints, InvalidPairs, InvalidThresholds, UnknownName
from simlab.thresholds.tune import compare, tune, tune_distances


@pytest.fixture(scope="module")
def point(corpus):
    return tune("default", *corpus, seed=1)


def test_the_evidence_is_what_the_held_out_pairs_say(point, corpus):
    held_out = point.pairs[point.pairs["side"] == "test"]
    positive, flagged = held_out["label"] == 1, held_out["distance"] <= point.max_distance
    assert point.reported_on.tp == (positive & flagged).sum()
    assert point.reported_on.fn == (positive & ~flagged).sum()
    assert point.reported_on.fp == (~positive & flagged).sum()
    assert point.reported_on.tn == (~positive & ~flagged).sum()
    assert point.reported_on.n_positive == 12 == point.chosen_on.n_positive
    assert point.n_dropped == (point.pairs["side"] == "dropped").sum() > 0
    assert len(point.pairs) == len(corpus[1])


def test_the_threshold_is_chosen_without_the_held_out_pairs(point, corpus):
    documents, pairs = corpus
    held_out = point.pairs["side"] == "test"
    spoiled = pairs.copy()
    spoiled.loc[held_out.to_numpy() & (pairs["label"] == 0).to_numpy(), "relation"] = "spoiled"
    # Moving held-out documents far away changes the report, never the choice.
    ids = set(point.pairs[held_out]["left_id"]) | set(point.pairs[held_out]["right_id"])
    moved = documents.assign(
        text=[
            f"x{i} y{i} z{i}" if i_d in ids else text
            for i, (i_d, text) in enumerate(zip(documents["doc_id"], documents["text"], strict=True))
        ]
    )
    again = tune("default", moved, spoiled, seed=1)
    assert again.max_distance == point.max_distance
    assert again.reported_on.recall == 0 < point.reported_on.recall


def test_distances_are_those_of_the_pipeline(point, corpus):
    documents, _ = corpus
    fingerprints = simlab.Pipeline().fingerprint(documents.set_index("doc_id")["text"])
    for row in point.pairs.head(30).itertuples():
        assert row.distance == simlab.hamming_distance(int(fingerprints[row.left_id]), int(fingerprints[row.right_id]))


def test_the_same_seed_gives_the_same_point_and_another_seed_another_split(corpus):
    first, again, other = (
        tune("default", *corpus, seed=1),
        tune("default", *corpus, seed=1),
        tune("default", *corpus, seed=2),
    )
    assert first == again
    assert first.to_dict() == again.to_dict()
    assert not first.pairs["side"].equals(other.pairs["side"])


def test_another_threshold_can_be_asked_for(point):
    row = point.at(3)
    assert row["max_distance"] == 3 and row["recall"] < point.reported_on.recall
    assert point.at(-1)["tp"] == 0
    with pytest.raises(InvalidThresholds, match="max_distance: received 65; allowed: a whole number from -1 to 64"):
        point.at(65)


def test_summary_frame_and_html_say_the_same_numbers(point):
    missed = int(point.at(3)["fn"])
    assert f"so {missed} of 12 near-duplicates would be missed" in point.summary()
    assert point.to_frame().loc["folklore 3", "fn"] == missed
    assert point.to_frame().loc["reported on", "recall"] == point.reported_on.recall
    page = point._repr_html_()
    assert f"distance &le; {point.max_distance} of 64 bits" in page and f">{missed}</td>" in page
    assert "<script" not in page and "<style" not in page
    assert "no false positive among" in " ".join(point.notes)


def test_the_summary_says_what_chance_alone_would_merge(point):
    expected = simlab.chance_pairs(48, point.max_distance)
    assert point.n_chance_pairs == expected
    assert "by chance alone at least" in point.summary() and "among 48 unrelated documents" in point.summary()
    assert "in a million" in point._repr_html_()
    bare = tune_distances(pd.DataFrame({"distance": [2, 30] * 6, "label": [1, 0] * 6}))
    assert bare.n_chance_pairs is None and "corpus of a million unrelated documents" in bare.summary()


def test_precision_is_said_with_its_prevalence(point):
    held_out = point.reported_on
    share = 100 * held_out.n_positive / (held_out.n_positive + held_out.n_negative)
    assert f"where {share:.2f} % are near-duplicates" in point.summary()


def test_relations_are_reported_one_by_one(point):
    table = point.relations.set_index("relation")
    assert table["n_pairs"].sum() == (point.pairs["side"] == "test").sum()
    assert table.loc["other", "label"] == 0
    assert table.loc["1 words", "flagged_rate_at_3"] >= table.loc["6 words", "flagged_rate_at_3"]


def test_a_policy_can_be_named_with_parameters_or_be_a_function(corpus):
    limited = tune("default", *corpus, policy=simlab.stage("max_recall", max_false_positive_rate=0.0))
    assert limited.policy == "max_recall(max_false_positive_rate=0.0)"
    assert limited.chosen_on.fp == 0
    same = tune("default", *corpus, policy={"name": "max_recall", "max_false_positive_rate": 0.0})
    assert same.max_distance == limited.max_distance
    assert tune("default", *corpus, policy=lambda table: 7).max_distance == 7
    with pytest.raises(InvalidThresholds, match="a policy that returns a whole number from -1 to 64"):
        tune("default", *corpus, policy=lambda table: 0.5)
    with pytest.raises(UnknownName, match="policy: received 'best'; allowed: 'max_f1', 'max_recall'"):
        tune("default", *corpus, policy="best")


def test_fingerprints_made_before_are_taken_if_they_are_the_right_ones(point, corpus):
    documents, pairs = corpus
    pipeline = simlab.Pipeline()
    fingerprints = pipeline.fingerprint(pipeline.inputs(documents))
    assert tune(pipeline, documents, pairs, seed=1, fingerprints=fingerprints) == point
    table = pipeline.fingerprint_table(pipeline.inputs(documents))
    assert tune(pipeline, documents, pairs, seed=1, fingerprints=table["fingerprint"]) == point
    with pytest.raises(InvalidFingerprints, match="shingle_size=3 and shingle_size=2"):
        tune(pipeline.replace(shingle_size=2), documents, pairs, fingerprints=fingerprints)
    with pytest.raises(InvalidFingerprints, match="47 fingerprints whose ids are not the 48 documents' in order"):
        tune(pipeline, documents, pairs, fingerprints=fingerprints.iloc[1:])


def test_pairs_without_fingerprint_count_as_missed(corpus):
    documents, pairs = corpus
    emptied = documents.assign(text=documents["text"].where(documents["doc_id"] != "3a", ""))
    found = tune("default", emptied, pairs, seed=1)
    sides = [evidence.n_without_distance for evidence in (found.chosen_on, found.reported_on)]
    assert sum(sides) == int(((found.pairs["left_id"] == "3a") & (found.pairs["side"] != "dropped")).sum()) > 0
    assert found.data["n_without_fingerprint"] == 1


def test_unsure_pairs_are_counted_and_in_no_rate(corpus):
    documents, pairs = corpus
    unsure = pairs.assign(label=pairs["label"].astype(float).where(pairs.index % 5 != 0, 0.5))
    found = tune("default", documents, unsure, seed=1)
    held_out = found.reported_on
    assert held_out.n_unsure > 0
    assert held_out.tp + held_out.fn == held_out.n_positive and held_out.fp + held_out.tn == held_out.n_negative


def test_compare_ranks_pipelines_on_the_same_split(corpus):
    named = {"shingles": simlab.Pipeline(), "broken": simlab.presets["gigspaid-buggy"]}
    found = compare(named, *corpus, seed=1)
    assert found["pipeline"].tolist() == ["shingles", "broken"]
    assert found.loc[0, "f1"] == tune(named["shingles"], *corpus, seed=1).reported_on.f1
    assert compare(["default", simlab.Pipeline(n_bits=32)], *corpus)["n_bits"].tolist() in ([64, 32], [32, 64])


def test_distances_of_any_system_can_be_tuned(corpus):
    documents, pairs = corpus
    point = tune("default", documents, pairs, seed=1)
    same = tune_distances(point.pairs.drop(columns="side"), seed=1, clusters=documents.set_index("doc_id")["cluster"])
    assert (same.max_distance, same.reported_on) == (point.max_distance, point.reported_on)
    assert same.pipeline is None
    bare = tune_distances(pd.DataFrame({"distance": [1, 2, 3, 30, 31, 32] * 4, "label": [1, 1, 1, 0, 0, 0] * 4}))
    assert bare.reported_on.f1 == 1.0


def test_reversed_labels_are_noticed():
    rows = pd.DataFrame({"distance": [1, 2, 3, 30, 31, 32] * 4, "label": [0, 0, 0, 1, 1, 1] * 4})
    assert "reversed" in tune_distances(rows).notes[0]


def refusal(error, function, *arguments, **options):
    with pytest.raises(error) as caught:
        function(*arguments, **options)
    return str(caught.value)


def test_bad_input_is_refused_in_plain_words(corpus):
    documents, pairs = corpus
    assert refusal(InvalidDocuments, tune, "default", documents.head(0), pairs) == (
        "documents: received 0 documents; allowed: at least two documents. What to do: pass the corpus that the "
        "pairs speak of."
    )
    assert refusal(InvalidDocuments, tune, "default", documents.head(1), pairs) == (
        "documents: received 1 documents; allowed: at least two documents. What to do: pass the corpus that the "
        "pairs speak of."
    )
    assert refusal(InvalidDocuments, tune, "default", documents.assign(text=""), pairs) == (
        "documents: received 48 documents, all without fingerprint; allowed: documents with at least 1 features "
        "under this "
        "pipeline. What to do: pass longer documents, or a pipeline with a smaller shingle_size or min_features."
    )
    assert refusal(InvalidPairs, tune, "default", documents, pairs[pairs["label"] == 0]) == (
        "pairs: received 276 pairs, none a near-duplicate (label 1); allowed: at least one near-duplicate (label 1). "
        "What to do: label some near-duplicates: without them recall is unknown."
    )
    assert refusal(InvalidPairs, tune, "default", documents, pairs[pairs["label"] == 1]) == (
        "pairs: received 24 pairs, none a non-duplicate (label 0); allowed: at least one non-duplicate (label 0). "
        "What to do: label some non-duplicates: without them no threshold can be called safe."
    )
    assert refusal(InvalidPairs, tune, "default", documents.head(47), pairs) == (
        "pairs: received unknown documents '23b' in rows 24, 47, 69, 90, 110 and 19 more; allowed: ids among the "
        "47 documents, "
        "such as '0a'. What to do: add the documents, remove these pairs, or name the columns with the ids."
    )
    assert refusal(InvalidDocuments, tune, "default", pd.concat([documents, documents.head(2)]), pairs) == (
        "doc_id: received ['0a', '0b']; allowed: ids that differ. What to do: remove or rename the repeated ids."
    )
    assert "preset: received 'nope'; allowed: 'default'" in refusal(UnknownName, tune, "nope", documents, pairs)
    assert refusal(InvalidPairs, tune_distances, pairs) == (
        "pairs: received ['left_id', 'right_id', 'label', 'relation']; allowed: a column 'distance'. "
        "What to do: measure distances first, or use simlab.tune."
    )
    assert refusal(InvalidPairs, tune, "default", documents, pairs, test_ratio=1.0) == (
        "test_ratio: received 1.0; allowed: a number above 0 and below 1. What to do: pass test_ratio=0.5."
    )


def test_ids_under_other_names_are_used_and_invented_ones_take_no_clusters():
    hub = pd.DataFrame({"id_a": "hub", "id_b": range(80), "label": [1, 0] * 40, "distance": [2, 30] * 40})
    with pytest.raises(InvalidPairs, match="1 families with near-duplicates in all"):
        tune_distances(hub)
    bare = hub[["label", "distance"]]
    with pytest.raises(InvalidPairs, match="clusters, but pairs without ids"):
        tune_distances(bare, clusters=pd.Series([0], index=["hub"]))


def test_weighted_pairs_speak_of_their_population():
    """Negatives that cross the split are dropped; their weight goes to those that stay: precision keeps its meaning."""
    rng = np.random.default_rng(3)
    rows = [(f"{i}a", f"{i}b", 1, 4, 1.0) for i in range(60)]
    rows += [(f"{i}a", f"{j}b", 0, int(rng.integers(2, 40)), 50.0) for i in range(60) for j in range(i + 1, 60)]
    pairs = pd.DataFrame(rows, columns=["left_id", "right_id", "label", "distance", "weight"])
    flagged = pairs[pairs["distance"] <= 6]
    expected = flagged["weight"][flagged["label"] == 1].sum() / flagged["weight"].sum()
    for test_ratio in (0.2, 0.5, 0.8):
        point = tune_distances(pairs, policy=lambda table: 6, test_ratio=test_ratio)
        assert point.reported_on.precision == pytest.approx(expected, rel=0.35)
    assert "of 30 near-duplicates would be missed" in tune_distances(pairs, policy=lambda table: 6).summary()


def test_relations_follow_the_weights_and_lose_no_pair():
    rows = [(f"{i}a", f"{i}b", 1, i % 9, [1.0, 3.0][i % 2], ["x", None][i % 2]) for i in range(40)]
    rows += [(f"{i}a", f"{i + 1}b", 0, 30, 1.0, "far") for i in range(39)]
    pairs = pd.DataFrame(rows, columns=["left_id", "right_id", "label", "distance", "weight", "relation"])
    point = tune_distances(pairs, policy=lambda table: 4)
    held_out = point.pairs[point.pairs["side"] == "test"]
    assert point.relations["n_pairs"].sum() == len(held_out)
    positive = held_out[held_out["label"] == 1]
    for row in point.relations[point.relations["label"] == 1].itertuples():
        side = positive[positive["relation"].isna() if pd.isna(row.relation) else positive["relation"] == row.relation]
        expected = side["weight"][side["distance"] <= 4].sum() / side["weight"].sum()
        assert row.flagged_rate == pytest.approx(expected)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"n_bits": 65}, "n_bits: received 65; allowed: a whole number from 1 to 64"),
        ({"n_bits": "64"}, "n_bits: received '64'"),
        ({"seed": -1}, "seed: received -1; allowed: a whole number of at least 0"),
        ({"seed": True}, "seed: received True"),
        ({"seed": None}, "seed: received None"),
        (
            {"policy": {"name": "max_recall", "max_false_positive_rate": "0.1"}},
            "max_false_positive_rate: received '0.1'",
        ),
    ],
)
def test_options_that_would_only_fail_at_export_are_refused(options, words):
    rows = pd.DataFrame({"distance": [2, 30] * 6, "label": [1, 0] * 6})
    with pytest.raises(simlab.SimlabError) as caught:
        tune_distances(rows, **options)
    assert words in str(caught.value)


def test_numpy_numbers_are_taken_and_written_as_plain_ones(tmp_path):
    rows = pd.DataFrame({"distance": [2, 30] * 6, "label": [1, 0] * 6})
    policy = simlab.stage("max_recall", max_false_positive_rate=np.float64(0.1))
    point = tune_distances(rows, n_bits=np.int64(64), seed=np.int64(3), policy=policy)
    text = point.export(tmp_path / "t.yaml").read_text() + point.summary() + point._repr_html_() + repr(point)
    assert "np." not in text and "max_false_positive_rate=0.1" in text


def test_fingerprints_that_lost_their_pipeline_are_checked_by_sample(corpus):
    documents, pairs = corpus
    other = simlab.Pipeline(hash="crc32", n_bits=32)
    foreign = other.fingerprint(other.inputs(documents))
    foreign.attrs = {}
    with pytest.raises(InvalidFingerprints, match="values that this pipeline does not give"):
        tune("default", documents, pairs, fingerprints=foreign)


def test_a_gap_in_a_csv_column_of_distances_is_missing():
    rows = pd.DataFrame({"distance": ["2", "30"] * 6, "label": ["1", "0"] * 6})
    rows.loc[0, "distance"] = ""
    point = tune_distances(rows)
    assert point.chosen_on.n_without_distance + point.reported_on.n_without_distance == 1


def test_the_order_of_the_pairs_changes_nothing(corpus):
    documents, pairs = corpus
    shuffled = pairs.sample(frac=1, random_state=1)
    first, second = (tune("default", documents, side, seed=1) for side in (pairs, shuffled))
    assert first.to_dict() == second.to_dict()


def test_zero_weights_on_one_kind_leave_nothing_to_tune():
    rows = pd.DataFrame({"distance": [2, 30] * 6, "label": [1, 0] * 6, "weight": [0.0, 1.0] * 6})
    with pytest.raises(InvalidPairs, match="none a near-duplicate"):
        tune_distances(rows)


def test_negatives_inside_a_family_keep_their_weight():
    """They never cross the split, so they stand for nothing that was dropped."""
    rows = [(f"{i}a", f"{i}b", 1, 6) for i in range(200)] + [(f"{i}b", f"{i}c", 0, 5) for i in range(200)]
    rows += [(f"{i}a", f"{(i + 7) % 200}a", 0, 32) for i in range(200)]
    pairs = pd.DataFrame(rows, columns=["left_id", "right_id", "label", "distance"]).assign(weight=1.0)
    clusters = pd.Series({f"{i}{letter}": i for i in range(200) for letter in "abc"})
    point = tune_distances(pairs, clusters=clusters, policy=lambda table: 6)
    assert point.reported_on.precision == pytest.approx(0.5)
    assert point.reported_on.false_positive_rate == pytest.approx(0.5)


def test_weights_of_zero_on_a_side_are_refused():
    rows = [(f"{i}a", f"{i}b", 1, 2, float(i == 0)) for i in range(10)]
    rows += [(f"{i}a", f"{(i + 1) % 10}a", 0, 30, 1.0) for i in range(10)]
    pairs = pd.DataFrame(rows, columns=["left_id", "right_id", "label", "distance", "weight"])
    with pytest.raises(InvalidPairs, match="no near-duplicates on the"):
        tune_distances(pairs)


@pytest.mark.parametrize("wrong", [[1, 2], None, "x"])
def test_pairs_must_be_a_table(wrong):
    with pytest.raises(InvalidPairs, match="allowed: a table with"):
        tune_distances(wrong)


def test_compare_cleans_every_page_once(corpus):
    documents, pairs = corpus
    pages = documents.rename(columns={"text": "html"})
    seen = []

    def clean(page):
        seen.append(page)
        return page

    variants = {str(size): simlab.Pipeline(html=clean, shingle_size=size) for size in (1, 2, 3)}
    found = compare(variants, pages, pairs, seed=1).set_index("pipeline")
    # Every page once, and a few again to see that the fingerprints are the pipeline's own.
    assert len(seen) <= len(pages) + 3 * 5
    for name, pipeline in variants.items():
        assert found.loc[name, "f1"] == tune(pipeline, pages, pairs, seed=1).reported_on.f1
