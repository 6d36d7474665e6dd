"""A plug-in is a function; names are for files and command lines."""

import pytest

from simlab import registry
from simlab.errors import InvalidPipeline, UnknownName
from simlab.fingerprints.pipeline import Pipeline


@pytest.fixture
def own_hash():
    def first_letter(feature, *, shift=0):
        return (ord(feature[0]) << shift) & 0xFFFFFFFFFFFFFFFF if feature else 0

    registry.register("hash", "first-letter", first_letter)
    yield first_letter
    del registry._ENTRIES["hash"]["first-letter"]


def test_a_registered_function_is_known_by_its_name(own_hash):
    assert Pipeline(hash=own_hash) == Pipeline(hash="first-letter")
    assert Pipeline(hash=own_hash).to_dict()["hash"] == "first-letter"


def test_keyword_only_parameters_become_the_stages_parameters(own_hash):
    shifted = Pipeline(tokenize="whitespace", shingle_size=1, hash=registry.stage("first-letter", shift=8))
    assert shifted.fingerprint(["a"])[0] == ord("a") << 8
    assert Pipeline.from_dict(shifted.to_dict()) == shifted


def test_an_unknown_parameter_is_named(own_hash):
    with pytest.raises(InvalidPipeline) as caught:
        Pipeline(hash=registry.stage("first-letter", sihft=8))
    assert str(caught.value) == (
        "hash 'first-letter': received 'sihft'; allowed: the parameters 'shift'. "
        "What to do: leave the parameter out or correct its name."
    )


def test_an_unknown_name_lists_the_names():
    with pytest.raises(UnknownName) as caught:
        registry.lookup("normalize", "upper")
    assert str(caught.value) == (
        "normalize: received 'upper'; allowed: 'default', 'lower', 'none', 'php'. "
        "What to do: use one of these, or register a normalize function."
    )


def test_an_unknown_kind_lists_the_kinds():
    with pytest.raises(UnknownName, match="kind: received 'tokens'; allowed: 'html', 'normalize'"):
        registry.names("tokens")


def test_a_name_is_not_taken_twice_by_accident(own_hash):
    with pytest.raises(InvalidPipeline, match="a hash name not taken yet"):
        registry.register("hash", "first-letter", len)
    registry.register("hash", "first-letter", own_hash, replace=True)


def test_a_name_keeps_the_width_of_its_function():
    def narrow(feature):
        return len(feature) % 256

    narrow.n_bits = 8
    registry.register("hash", "narrow", narrow)
    try:
        with pytest.raises(InvalidPipeline, match="at least n_bits=64 bits; this one has 8"):
            Pipeline(hash="narrow")
        assert Pipeline(hash="narrow", n_bits=8).n_bits == 8
    finally:
        del registry._ENTRIES["hash"]["narrow"]


def test_a_plug_in_may_register_itself_while_it_is_imported(monkeypatch):
    class Point:
        name = "self-made"

        @staticmethod
        def load():
            return registry.register("hash", "self-made", len, n_bits=16)

    monkeypatch.setattr(registry.metadata, "entry_points", lambda group: [Point] if group == "simlab.hash" else [])
    try:
        assert registry.lookup("hash", "self-made").n_bits == 16
    finally:
        registry._ENTRIES["hash"].pop("self-made", None)


def test_plug_ins_are_found_through_entry_points(monkeypatch):
    class Point:
        name = "from-a-package"

        @staticmethod
        def load():
            return lambda feature: len(feature)

    monkeypatch.setattr(registry.metadata, "entry_points", lambda group: [Point] if group == "simlab.hash" else [])
    try:
        assert "from-a-package" in registry.names("hash")
        assert Pipeline(hash="from-a-package", shingle_size=1).fingerprint(["abc"])[0] == 3
    finally:
        registry._ENTRIES["hash"].pop("from-a-package", None)
