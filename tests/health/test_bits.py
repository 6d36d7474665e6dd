"""The first look: broken hashes are found, sound ones pass."""

import json
import pathlib

import numpy as np
import pytest

from simlab.errors import InvalidFingerprints
from simlab.fingerprints.presets import presets
from simlab.health.bits import bit_balance, check_bits

POSTS = json.loads((pathlib.Path(__file__).parent.parent / "golden" / "bug_corpus.json").read_text(encoding="utf-8"))


def test_the_job_boards_hash_fails_and_names_its_dead_bits():
    """Claims 31, 32 and 35 on the committed corpus: 8 of the 31 bits never move, and each is there twice."""
    found = check_bits(presets["gigspaid-buggy"].fingerprint(POSTS))
    assert found.verdict == "fail"
    assert len({bit % 31 for bit in found.dead_bits}) == 8 and len(found.dead_bits) >= 16
    assert "dead bits: " in found.summary()
    assert found.mean_distance == pytest.approx(11.71, abs=0.01), "over distinct fingerprints; 11.29 over all posts"


@pytest.mark.parametrize(
    ("preset", "verdict"),
    [("default", "pass"), ("crawler-shingles", "pass"), ("crawler-words", "warn"), ("gigspaid-fixed", "warn")],
)
def test_sound_hashes_pass_on_shingles_and_warn_on_single_words(preset, verdict):
    """Claim 35: the mean near 32 holds for shingles, not for single words of natural text."""
    assert check_bits(presets[preset].fingerprint(POSTS)).verdict == verdict


def test_a_32_bit_hash_in_64_bits_has_32_dead_bits():
    pipeline = presets["default"].replace(hash={"name": "crc32", "widen": "zeros"})
    assert check_bits(pipeline.fingerprint(POSTS)).dead_bits == tuple(range(32, 64))


def test_63_bits_are_no_fault_of_a_63_bit_pipeline():
    column = presets["redirection.io"].fingerprint(POSTS)
    assert check_bits(column, n_bits=63).verdict == "pass"
    assert check_bits(column).dead_bits == (63,)


def test_many_documents_are_sampled_and_the_seed_decides():
    values = np.random.default_rng(1).integers(0, 2**64, 3000, dtype=np.uint64)
    assert check_bits(values, seed=1) == check_bits(values, seed=1)
    assert check_bits(values, seed=1).mean_distance == pytest.approx(32, abs=0.2)
    assert bit_balance(values).between(0.4, 0.6).all()


def test_a_hash_that_gives_one_value_fails():
    found = check_bits([7] * 500)
    assert (found.verdict, found.n_distinct, len(found.dead_bits), found.mean_distance) == ("fail", 1, 64, 0.0)
    assert check_bits(list(range(20)) * 10).verdict == "fail"


def test_what_cannot_be_judged_is_refused():
    with pytest.raises(InvalidFingerprints) as caught:
        check_bits([1, 2, None])
    assert str(caught.value) == (
        "fingerprints: received 2 documents with a fingerprint; allowed: at least 30. What to do: check more documents."
    )
    with pytest.raises(InvalidFingerprints, match="pass the real width as n_bits"):
        check_bits(list(range(2**40, 2**40 + 40)), n_bits=32)
    with pytest.raises(InvalidFingerprints, match="n_bits: received 0"):
        check_bits(list(range(100)), n_bits=0)
