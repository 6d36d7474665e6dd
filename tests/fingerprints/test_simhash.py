"""Votes and sign against their slow twins, and the edges where others broke."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import sign as naive_sign
from naive import votes as naive_votes

from simlab.errors import InvalidFingerprints, InvalidPipeline
from simlab.fingerprints.simhash import combine, sign, votes, whole_weights

hashes = st.integers(0, 2**64 - 1)
voters = st.lists(st.tuples(hashes, st.integers(0, 1000)), min_size=1, max_size=30)


@given(voters, st.integers(1, 64), st.sampled_from([0, 1]))
def test_votes_and_sign_equal_the_slow_twins(features, n_bits, tie):
    values, weights = zip(*features, strict=True)
    found = votes(list(values), list(weights), n_bits)
    assert found.tolist() == naive_votes(values, weights, n_bits)
    assert sign(found, tie) == naive_sign(found.tolist(), tie)


@given(voters, st.randoms(use_true_random=False))
def test_the_order_of_features_does_not_matter(features, rng):
    shuffled = list(features)
    rng.shuffle(shuffled)
    first, second = ([list(part) for part in zip(*side, strict=True)] for side in (features, shuffled))
    assert votes(*first).tolist() == votes(*second).tolist()


@given(st.lists(st.tuples(hashes, st.floats(0, 1e6)), min_size=1, max_size=20), st.randoms(use_true_random=False))
def test_fractional_weights_give_the_same_votes_in_any_order(features, rng):
    shuffled = list(features)
    rng.shuffle(shuffled)
    first, second = ([list(part) for part in zip(*side, strict=True)] for side in (features, shuffled))
    assert votes(*first).tolist() == votes(*second).tolist()


@given(st.lists(hashes, min_size=1, max_size=20))
def test_more_bits_only_add_bits(values):
    narrow, wide = (combine(values, [1] * len(values), n_bits=n_bits) for n_bits in (63, 64))
    assert wide & (2**63 - 1) == narrow


@pytest.mark.parametrize("value", [0xFFFFFFFF80000000, 1 << 63, 1 << 32, 2**64 - 1])
def test_a_single_feature_is_its_own_fingerprint(value):
    assert combine([value], [1]) == value


@pytest.mark.parametrize("weights", [(300, 200), (10**12, 10**12 - 1), (0.6, 0.4)])
def test_large_weights_never_wrap(weights):
    assert combine([0xFFFF0000FFFF0000, 0x0000FFFFFFFF0000], weights) == 0xFFFF0000FFFF0000


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), -1.0])
def test_a_weight_that_is_no_weight_is_refused_with_its_feature(bad):
    with pytest.raises(InvalidPipeline) as caught:
        whole_weights([1.0, bad], ["good", "bad"])
    assert str(caught.value) == (
        f"weights: received [{bad!r}]; allowed: finite numbers of at least 0. "
        "What to do: correct the weight of feature 'bad'; drop a feature by giving it weight 0."
    )


@pytest.mark.parametrize("factor", [1e-300, 1e-8, 2.0**40, 1e300])
def test_a_common_factor_never_changes_a_sign(factor):
    rng = np.random.default_rng(8)
    values, weights = rng.integers(0, 2**64, 50, dtype=np.uint64), rng.random(50)
    assert combine(values, weights * factor) == combine(values, weights)


def test_weights_far_below_the_largest_still_count():
    """Bug case: idf weights of a corpus of millions, rounded to a fixed unit, let one feature decide all bits."""
    whole = whole_weights([1.0, 3e-7, 2e-7])
    assert whole[1] > whole[2] > 0
    assert (whole / whole[0]).tolist() == pytest.approx([1.0, 3e-7, 2e-7], rel=1e-5)


@pytest.mark.parametrize("n_bits", [0, 65, 128, -3, True])
def test_a_width_no_fingerprint_has_is_refused(n_bits):
    with pytest.raises(InvalidPipeline, match="allowed: a whole number from 1 to 64"):
        votes([1], [1], n_bits=n_bits)


def test_there_is_no_election_without_voters():
    with pytest.raises(InvalidFingerprints, match="a total above 0"):
        combine([], [])
    with pytest.raises(InvalidFingerprints, match="a total above 0"):
        combine([1, 2], [0, 0])


@pytest.mark.parametrize("bad", [[-1], [2**64], [1.0], [True]])
def test_feature_hashes_must_be_unsigned_64_bit(bad):
    with pytest.raises(InvalidFingerprints, match="whole numbers from 0 to"):
        combine(bad, [1])


def test_uint64_arrays_pass_without_a_float():
    values = np.array([2**64 - 1, 2**53 + 1], dtype=np.uint64)
    assert combine(values[:1], [1]) == 2**64 - 1
    assert combine(values[1:], [1]) == 2**53 + 1
