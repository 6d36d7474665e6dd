"""Messages say what was given, what is allowed and what to do."""

import pickle

import numpy as np
import pytest

from simlab.errors import InvalidPairs, SimlabError, UnknownName, described, some


def test_a_message_holds_all_four_parts():
    error = SimlabError("n_bits", 65, "a whole number from 1 to 64", "pass n_bits=64")
    assert str(error) == "n_bits: received 65; allowed: a whole number from 1 to 64. What to do: pass n_bits=64."
    assert (error.argument, error.received, error.allowed, error.action) == (
        "n_bits",
        65,
        "a whole number from 1 to 64",
        "pass n_bits=64",
    )


def test_long_values_are_cut_and_descriptions_are_not():
    assert len(str(SimlabError("text", "x" * 10_000, "less", "cut it"))) < 300
    assert "y" * 500 in str(InvalidPairs("file", described("y" * 500), "less", "cut it"))


def test_an_unknown_name_is_a_key_error_with_a_readable_text():
    with pytest.raises(KeyError) as caught:
        raise UnknownName("preset", "x", "'a', 'b'", "use one of these")
    assert str(caught.value) == "preset: received 'x'; allowed: 'a', 'b'. What to do: use one of these."
    assert isinstance(caught.value, ValueError)


def test_some_counts_what_it_leaves_out():
    assert some(range(3)) == "0, 1, 2"
    assert some(range(7), limit=5) == "0, 1, 2, 3, 4 and 2 more"


def test_numpy_numbers_are_spelled_as_plain_ones():
    """Bug case: NumPy 2's np.int64(5) in messages."""
    values = [np.int64(5), (np.float64(0.1), np.uint64(2**63))]
    message = str(SimlabError("x", values, "less", "cut it"))
    assert "received [5, (0.1, 9223372036854775808)];" in message
    assert "np." not in message and "np." not in some(values)


@pytest.mark.parametrize("kind", [SimlabError, *SimlabError.__subclasses__()])
def test_errors_cross_processes(kind):
    for received in (5, described("rows 1, 2")):
        error = kind("x", received, "less", "cut it")
        copy = pickle.loads(pickle.dumps(error))
        assert type(copy) is kind and str(copy) == str(error) and copy.received == error.received
