"""The pair table: what it accepts, what it refuses and in which words, and splits that leak nothing."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simlab.errors import InvalidPairs
from simlab.thresholds.pairs import check_ids, families, match_ids, pair_table, pairs_from_clusters, split_by_family


def table(*rows, columns=("left_id", "right_id", "label")):
    return pd.DataFrame(rows, columns=list(columns))


def test_labels_of_the_contract_are_read():
    raw = table(*[("a", f"b{i}", label) for i, label in enumerate(["1", 0, 1.0, "0.5", None, np.nan, True, ""])])
    found = pair_table(raw)
    assert found["label"].tolist() == [1, 0, 1, pd.NA, pd.NA, pd.NA, 1, pd.NA]
    assert found["label"].dtype == "Int8"
    assert found.attrs == {"n_repeated": 0, "n_unsure": 4}


@pytest.mark.parametrize(
    "labels", [["dup", "dup", "not"], ["yes", "yes", "no"], ["same", "same", "different"], [1, 1, 2], [1, 1, -1]]
)
def test_other_vocabularies_need_the_positive_label(labels):
    raw = table(*[("a", f"b{i}", label) for i, label in enumerate(labels)])
    with pytest.raises(InvalidPairs, match="pass positive_label= for a vocabulary of two words"):
        pair_table(raw)
    assert pair_table(raw, positive_label=labels[0])["label"].tolist() == [1, 1, 0]


def message(raw, **options):
    with pytest.raises(InvalidPairs) as caught:
        pair_table(raw, source="pairs.csv", **options)
    return str(caught.value)


def test_labels_outside_the_vocabulary_are_listed_with_their_rows():
    assert message(table(("a", "b", 1), ("a", "c", 7), ("a", "d", "maybe"))) == (
        "pairs.csv: received the labels '7', 'maybe' in rows 2, 3; allowed: 1 (near-duplicate), 0 (not), 0.5 or "
        "nothing (unsure). "
        "What to do: correct these rows, or pass positive_label= for a vocabulary of two words."
    )


def test_contradicting_labels_are_refused_in_either_direction():
    assert message(table(("a", "b", 1), ("a", "c", 0), ("b", "a", 0))) == (
        "pairs.csv: received pair ('a', 'b') with labels 1, 0 in rows 1, 3; allowed: one label a pair. "
        "What to do: decide which label holds; 1 pairs contradict themselves."
    )
    assert "labels 1, unsure" in message(table(("a", "b", 1), ("a", "b", 0.5)))


def test_repeats_with_the_same_label_are_kept_once_and_counted():
    found = pair_table(table(("a", "b", 1), ("b", "a", 1), ("a", "c", 0)))
    assert len(found) == 2 and found.attrs["n_repeated"] == 1


def test_every_other_fault_has_its_words():
    assert message(table(("a", "b", 1), columns=("x", "y", "is_dup"))) == (
        "pairs.csv: received the columns 'x', 'y', 'is_dup'; allowed: a column 'left_id' or 'id_a' or 'url_a' or "
        "'left', "
        "and a column 'right_id' or 'id_b' or 'url_b' or 'right', and a column 'label'. "
        "What to do: pass left_id=, right_id=, label= with the name of the column."
    )
    assert message(table(("a", "b", 1), columns=("left_id", "right_id", "is_dup"))) == (
        "pairs.csv: received the columns 'left_id', 'right_id', 'is_dup'; allowed: a column 'label'. "
        "What to do: pass label= with the name of the column."
    )
    assert message(table()) == (
        "pairs.csv: received no rows; allowed: at least one labelled pair. What to do: label some pairs first."
    )
    assert message(table(("a", None, 1), ("a", "b", 1))) == (
        "pairs.csv: received no document id in row 1; allowed: two ids in every row. What to do: complete or "
        "remove these rows."
    )
    assert message(table(("a", "b", 1), ("c", "c", 1))) == (
        "pairs.csv: received a document paired with itself in row 2; allowed: two different documents a row. "
        "What to do: remove these rows."
    )
    assert message(table(("a", "b", "x"), ("a", "c", "y"), ("a", "d", "z")), positive_label="x") == (
        "pairs.csv: received the labels 'x', 'y', 'z'; allowed: two labels and gaps. "
        "What to do: leave unsure labels empty, or map the labels to 1, 0 and 0.5."
    )
    assert message(table(("a", "b", "x")), positive_label="dup") == (
        "pairs.csv: received the labels 'x'; allowed: the positive label 'dup' among them. What to do: pass one "
        "of the labels found."
    )


def test_columns_can_be_named_and_others_are_kept():
    raw = table(("a", "b", 1, "why", 0.5), columns=("one", "two", "dup", "relation", "jaccard"))
    found = pair_table(raw, left_id="one", right_id="two", label="dup")
    assert found.columns.tolist() == ["left_id", "right_id", "label", "relation", "jaccard"]


def test_unknown_documents_are_named():
    with pytest.raises(InvalidPairs) as caught:
        check_ids(pair_table(table(("a", "b", 1), ("a", "zzz", 0))), pd.Index(["a", "b"]))
    assert str(caught.value) == (
        "pairs: received unknown documents 'zzz' in row 2; allowed: ids among the 2 documents, such as 'a'. "
        "What to do: add the documents, remove these pairs, or name the columns with the ids."
    )


def test_left_is_the_document_that_comes_first_whatever_the_ids_are():
    pairs = pair_table(table(("b", "z", 1), ("z", "a", 0)))
    found = check_ids(pairs, pd.Index(["z", "b", "a"]))
    assert found[["left_id", "right_id"]].values.tolist() == [["z", "b"], ["z", "a"]]
    numbers = check_ids(pair_table(table(("10", "9", 1))), pd.Index([9, 10]))
    assert numbers[["left_id", "right_id"]].values.tolist() == [[9, 10]]
    with pytest.raises(InvalidPairs, match="unknown documents '007'"):
        check_ids(pair_table(table(("007", "9", 1))), pd.Index([7, 9]))


@given(st.lists(st.none() | st.integers(0, 4), min_size=2, max_size=14))
def test_cluster_pairs_are_all_pairs_labelled_by_cluster(codes):
    clusters = pd.Series(codes, index=[f"d{i}" for i in range(len(codes))], dtype="Int64")
    expected = {
        (f"d{i}", f"d{j}"): int(codes[i] is not None and codes[i] == codes[j])
        for i in range(len(codes))
        for j in range(i + 1, len(codes))
    }
    if not any(expected.values()):
        with pytest.raises(InvalidPairs, match="at least one cluster with two documents"):
            pairs_from_clusters(clusters)
        return
    found = pairs_from_clusters(clusters)
    assert {(row.left_id, row.right_id): row.label for row in found.itertuples()} == expected
    assert len(found) == len(expected)


@given(st.integers(0, 60), st.integers(0, 3))
def test_sampled_negatives_are_distinct_weighted_and_repeatable(n_negatives, seed):
    clusters = pd.Series([i // 2 for i in range(14)], index=range(14))
    found = pairs_from_clusters(clusters, n_negatives=n_negatives, seed=seed)
    negatives = found[found["label"] == 0]
    assert len(negatives) == n_negatives and not negatives.duplicated(["left_id", "right_id"]).any()
    assert (clusters[negatives["left_id"]].to_numpy() != clusters[negatives["right_id"]].to_numpy()).all()
    assert (negatives["left_id"] < negatives["right_id"]).all()
    if n_negatives:
        assert negatives["weight"].sum() == pytest.approx(84)
    again = pairs_from_clusters(clusters, n_negatives=n_negatives, seed=seed)
    pd.testing.assert_frame_equal(found, again)


def test_sampling_is_uniform_over_pairs():
    clusters = pd.Series([0, 0, 1, 2, 3], index=range(5))
    counts = pd.Series(
        0, index=pd.MultiIndex.from_tuples([(i, j) for i in range(5) for j in range(i + 1, 5) if (i, j) != (0, 1)])
    )
    for seed in range(900):
        found = pairs_from_clusters(clusters, n_negatives=2, seed=seed)
        for row in found[found["label"] == 0].itertuples():
            counts[(row.left_id, row.right_id)] += 1
    assert counts.sum() == 1800 and counts.between(140, 260).all()


def test_too_many_negatives_are_refused_before_memory_is():
    clusters = pd.Series(np.arange(100_000) // 2, index=range(100_000))
    with pytest.raises(InvalidPairs, match="at most 5,000,000 pairs"):
        pairs_from_clusters(clusters)
    assert len(pairs_from_clusters(clusters, n_negatives=1000)) == 51_000


def test_families_join_clusters_that_a_positive_pair_ties():
    pairs = pair_table(table(("a", "b", 1), ("c", "d", 0), ("b", "e", 0.5)))
    found = families(pairs, pd.Series({"a": "x", "c": "x", "e": None}))
    assert found["a"] == found["b"] == found["c"]
    assert found[["a", "d", "e"]].nunique() == 3


@given(st.integers(0, 50), st.sampled_from([0.3, 0.5]))
def test_no_family_is_on_both_sides_and_nothing_is_lost(seed, test_ratio):
    rng = np.random.default_rng(seed)
    rows = {(f"{i}a", f"{i}b"): 1 for i in range(12)}
    for _ in range(60):
        i, j = sorted(rng.choice(12, 2, replace=False))
        rows[(f"{i}{rng.choice(['a', 'b'])}", f"{j}{rng.choice(['a', 'b'])}")] = 0
    pairs = pair_table(table(*[(*ids, label) for ids, label in rows.items()]))
    family = families(pairs)
    try:
        split = split_by_family(pairs, family, test_ratio=test_ratio, seed=seed)
    except InvalidPairs as problem:
        assert "side of the split" in str(problem)
        return
    sides = [set(family.loc[pd.concat([side["left_id"], side["right_id"]])]) for side in (split.train, split.test)]
    assert not sides[0] & sides[1]
    assert len(split.train) + len(split.test) + split.n_dropped == len(pairs)
    assert (split.train["label"] == 1).sum() + (split.test["label"] == 1).sum() == 12, "no positive is ever dropped"


def test_a_split_that_leaves_a_side_empty_is_refused():
    pairs = pair_table(table(("a", "b", 1), ("a", "c", 0), ("b", "d", 0)))
    with pytest.raises(InvalidPairs) as caught:
        split_by_family(pairs, families(pairs))
    assert str(caught.value) == (
        "pairs: received no near-duplicates on the test side of the split (1 families with near-duplicates in all); "
        "allowed: both kinds on both sides. What to do: label pairs in more families, or try another seed."
    )


def test_a_chosen_column_is_not_overwritten_by_one_with_the_standard_name():
    raw = table(("a", "b", 1, 0), ("c", "d", 0, 1), columns=("left_id", "right_id", "label", "gold"))
    found = pair_table(raw, label="gold")
    assert found["label"].tolist() == [0, 1] and found["file_label"].tolist() == [1, 0]
    swapped = table(("x", "y", "a", "b", 1), columns=("left_id", "right_id", "one", "two", "label"))
    assert pair_table(swapped, left_id="one", right_id="two")["left_id"].tolist() == ["a"]


def test_ids_never_pass_through_floats():
    """Bug case: a signed and an unsigned column of ids side by side."""
    raw = pd.DataFrame(
        {
            "left_id": pd.array([2**63 + 1, 2**63 + 3, 5], dtype="UInt64"),
            "right_id": pd.array([1, 2, 3], dtype="Int64"),
            "label": [1, 1, 0],
        }
    )
    found = pair_table(raw)
    assert found["left_id"].tolist() == [2**63 + 1, 2**63 + 3, 5]
    assert sorted(families(found).index) == [1, 2, 3, 5, 2**63 + 1, 2**63 + 3]
    ids = pd.Index([2**63 + 1, 1, 2, 2**63 + 3, 3, 5], dtype=object)
    assert check_ids(found, ids)["right_id"].tolist() == [1, 2**63 + 3, 5]
    with pytest.raises(InvalidPairs, match="numbers with fractions"):
        pair_table(table((1.5, 2.0, 1)))


def test_ids_of_19_digits_match_as_text():
    pairs = pair_table(table(("1234567890123456789", "1234567890123456788", 1)))
    found = check_ids(pairs, pd.Index([1234567890123456788, 1234567890123456789]))
    assert found["left_id"].tolist() == [1234567890123456788]
    assert check_ids(pair_table(table((2, 1, 1))), pd.Index(["1", "2"]))["left_id"].tolist() == ["1"]


def test_unsure_stays_unsure_in_every_vocabulary():
    raw = table(("a", "b", "dup"), ("a", "c", "0.5"), ("a", "d", "dup "), ("a", "e", "x"), ("a", "f", None))
    assert pair_table(raw, positive_label="dup ")["label"].tolist() == [1, pd.NA, 1, 0, pd.NA]
    numbers = table(("a", "b", 1), ("a", "c", 2), ("a", "d", np.nan))
    assert pair_table(numbers, positive_label=1)["label"].tolist() == [1, 0, pd.NA]
    assert pair_table(table(("a", "b", ".50"), ("a", "c", "1.00")))["label"].tolist() == [pd.NA, 1]


def test_one_pair_with_two_distances_is_refused():
    raw = pd.DataFrame({"left_id": ["a", "b"], "right_id": ["b", "a"], "label": [1, 1], "distance": [2, 9]})
    assert "one pair with different values of distance in rows 1, 2" in message(raw)


def test_weights_are_numbers_or_refused_with_their_rows():
    raw = table(("a", "b", 1, "2 kg"), ("a", "c", 0, "1"), columns=("left_id", "right_id", "label", "weight"))
    assert message(raw).startswith(
        "pairs.csv: received the weights '2 kg' in row 1; allowed: finite numbers of at least 0"
    )
    assert "weights inf" in message(raw.assign(weight=[1.0, np.inf]))


def test_the_order_of_rows_changes_no_split():
    rows = [(f"{i}a", f"{i}b", 1) for i in range(12)] + [(f"{i}a", f"{i + 1}a", 0) for i in range(11)]
    pairs = pair_table(table(*rows))
    shuffled = pairs.sample(frac=1, random_state=3).reset_index(drop=True)
    sides = [
        {frozenset(row[:2]) for row in split_by_family(side, families(side), seed=4).test.itertuples(index=False)}
        for side in (pairs, shuffled)
    ]
    assert sides[0] == sides[1]


def test_clusters_that_fit_no_pair_are_refused():
    pairs = pair_table(table(("a", "b", 1)))
    with pytest.raises(InvalidPairs, match="index the clusters by document id"):
        families(pairs, pd.Series(0, index=range(5)))
    with pytest.raises(InvalidPairs, match="give each document one cluster"):
        families(pairs, pd.Series(0, index=["a", "a"]))


def test_one_large_cluster_and_a_few_others_do_not_stall():
    clusters = pd.Series(["x"] * 2600 + ["y"] * 2, index=range(2602))
    found = pairs_from_clusters(clusters)
    assert (found["label"] == 0).sum() == 5200
    assert len(pairs_from_clusters(clusters, n_negatives=5000)) == len(found) - 200
    with pytest.raises(InvalidPairs, match="split the largest clusters"):
        pairs_from_clusters(pd.Series(["x"] * 4000, index=range(4000)))
    for wrong in (-5, 1.5, True):
        with pytest.raises(InvalidPairs, match="n_negatives: received"):
            pairs_from_clusters(clusters, n_negatives=wrong)


def test_an_empty_name_is_no_cluster():
    """Bug case: documents without cluster in JSON lines became one large family."""
    clusters = pd.Series(["x", "x", "", "", " ", None], index=list("abcdef"))
    assert (pairs_from_clusters(clusters)["label"] == 1).sum() == 1
    pairs = pair_table(table(("a", "c", 0), ("d", "e", 0), ("b", "f", 0)))
    assert families(pairs, clusters).nunique() == 5


def test_two_spellings_of_one_document_are_one_document():
    documents = pd.Index([0, 1, 2])
    itself = pair_table(pd.DataFrame({"left_id": ["0", "1"], "right_id": [0, 2], "label": [1, 0]}))
    with pytest.raises(InvalidPairs, match="a document paired with itself in row 1"):
        check_ids(itself, documents)
    contradicting = pair_table(pd.DataFrame({"left_id": ["0", "1"], "right_id": [1, 0], "label": [1, 0]}))
    with pytest.raises(InvalidPairs, match="with labels 1, 0"):
        check_ids(contradicting, documents)


def test_ids_are_matched_one_by_one():
    found = match_ids(pd.Series(["1", "2", "abc", "3"]), pd.Index([1, 2, "abc"], dtype=object))
    assert found.tolist() == [0, 1, 2, -1]
    assert match_ids(pd.Series(["nope", 1, "1"]), pd.Index([1, "1"], dtype=object)).tolist() == [-1, 0, 1]
    pairs = pair_table(table(*[(str(n), "x", 0) for n in range(1, 9)]))
    assert families(pairs, pd.Series(0, index=[*range(1, 9), "x"])).nunique() == 1
