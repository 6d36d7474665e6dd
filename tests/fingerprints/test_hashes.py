"""Hashes against published vectors and their own libraries' other entry points."""

import hashlib
import random
import string
import zlib

import mmh3
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simlab import registry
from simlab.errors import InvalidPipeline
from simlab.fingerprints import hashes
from simlab.fingerprints.pipeline import Pipeline

# Aumasson and Bernstein (2012), appendix and reference code: key 00..0f, message 00, 01, 02, ... of the given length.
SIPHASH_PAPER = {0: 0x726FDB47DD0E0E31, 1: 0x74F839C593DC67FD, 2: 0x0D6C8009D9A94F5A, 15: 0xA129CA6149BE45E5}
# The FNV authors' page: 64-bit FNV-1a.
FNV1A = {"": 0xCBF29CE484222325, "a": 0xAF63DC4C8601EC8C, "foobar": 0x85944171F73967E8}


@pytest.mark.parametrize("length", sorted(SIPHASH_PAPER))
def test_siphash_gives_the_papers_vectors(length):
    message = bytes(range(length)).decode("ascii")
    assert hashes.siphash(message, key=int.from_bytes(bytes(range(16)), "little")) == SIPHASH_PAPER[length]


@pytest.mark.parametrize("text", sorted(FNV1A))
def test_fnv1a_gives_its_authors_vectors(text):
    assert hashes.fnv1a_64(text) == FNV1A[text]


@given(st.text())
def test_library_hashes_read_the_utf8_bytes(text):
    data = hashes.utf8(text)
    assert hashes.md5_64(text) == int(hashlib.md5(data).hexdigest()[:16], 16)
    assert hashes.blake2b_64(text) == int(hashlib.blake2b(data, digest_size=8).hexdigest(), 16)
    assert hashes.crc32(text) == zlib.crc32(data)
    low = int.from_bytes(mmh3.hash_bytes(data)[:8], "little")
    assert hashes.murmur3_128_low(text) == low


@given(st.text(st.characters(exclude_categories=[])))
def test_every_hash_answers_every_text_within_its_width(text):
    for name in registry.names("hash"):
        entry = registry.lookup("hash", name)
        assert 0 <= entry.function(text) < 1 << entry.n_bits, name


def test_the_avalanche_pair_of_the_third_article():
    """Claim 39: one letter changes every digit of MD5."""
    assert hashlib.md5(b"Bonjour le monde").hexdigest() == "9cbfb998c9c4f8966d0df57e0065383a"
    assert hashlib.md5(b"Bonjour le Monde").hexdigest() == "1dacb65f3f3799ba5643cb3409e3aeec"
    assert (hashes.md5_64("Bonjour le monde") ^ hashes.md5_64("Bonjour le Monde")).bit_count() > 20


def test_xxh3_is_read_big_endian_and_never_through_a_float():
    """Claims 45-47: the article's bit string, its hexdec trap, and every bit read right."""
    value = hashes.xxh3_64("le chat mange")
    assert f"{value:064b}" == "1101000100000011111000001000010101011010001111100011111100000011"
    assert float(value) == 1.5061128442206372e19
    assert int(float(value)) != value
    signed = value - 2**64
    assert [signed >> bit & 1 for bit in range(64)] == [value >> bit & 1 for bit in range(64)]


def test_the_broken_hash_repeats_31_bits():
    """Claims 31 and 38: bits i and i + 31 are one bit; bits 0 and 1 of h * 31 are read three times."""
    for word in ("the", "and", "for", "you", "deadline", "Ω😀"):
        value = hashes.h31_mod31(word)
        assert [value >> bit & 1 for bit in range(64)] == [hashes.h31(word) >> bit % 31 & 1 for bit in range(64)]


def test_the_fixed_hash_hardly_ever_flips_bit_23_on_the_last_character():
    """Claim 36: two FNV-like hashes without a finaliser; a fair bit would flip in half of the changes."""
    rng = random.Random(23)
    flips = np.zeros(64)
    for _ in range(4000):
        stem = "".join(rng.choices(string.ascii_lowercase, k=rng.randrange(1, 9)))
        first, second = rng.sample(string.ascii_lowercase, 2)
        changed = hashes.fnv_pair(stem + first) ^ hashes.fnv_pair(stem + second)
        flips += [changed >> bit & 1 for bit in range(64)]
    assert flips[23] / 4000 < 0.005
    assert 0.3 < (flips / 4000).mean() < 0.5


@pytest.mark.parametrize("seed", [-1, 2**64, 2**80, 1.0, True])
def test_a_seed_that_would_be_cut_is_refused(seed):
    with pytest.raises(InvalidPipeline) as caught:
        Pipeline(hash=registry.stage("xxh3-64", seed=seed))
    assert str(caught.value) == (
        f"seed: received {seed!r}; allowed: a whole number from 0 to 2**64 - 1. "
        "What to do: choose a seed in this range; a larger one would be cut."
    )


@pytest.mark.parametrize("name", ["xxh3-64", "murmur3-pair", "murmur3-128-low", "blake2b-64"])
def test_seeds_change_the_fingerprint(name):
    texts = ["stable text about rivers and bridges"]
    found = {int(Pipeline(hash=registry.stage(name, seed=seed)).fingerprint(texts)[0]) for seed in (0, 1, 2)}
    assert len(found) == 3


def test_a_narrow_hash_is_widened_only_on_purpose():
    assert hashes.crc32("x", widen="zeros") == hashes.crc32("x")
    assert hashes.h31("deadline", widen="repeat") == hashes.h31("deadline") * (2**32 + 1)
    with pytest.raises(InvalidPipeline, match="widen: received 'twice'; allowed: 'zeros', 'repeat' or None"):
        hashes.crc32("x", widen="twice")
