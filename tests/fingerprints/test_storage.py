"""64 bits survive every container, and floats are refused."""

import io
import json

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simlab.errors import InvalidFingerprints
from simlab.fingerprints.storage import as_fingerprints, from_hex, from_signed, to_hex, to_signed

EDGES = [0, 1, 255, 2**53 + 1, 2**63 - 1, 2**63, 2**63 + 1, 2**64 - 1, None]
columns = st.lists(st.none() | st.integers(0, 2**64 - 1), max_size=20)


def plain(series):
    return [None if value is pd.NA else int(value) for value in series.tolist()]


@given(columns)
def test_signed_and_hex_forms_round_trip(values):
    assert plain(from_signed(to_signed(values))) == values
    assert plain(from_hex(to_hex(values))) == values
    assert all(len(text) == 18 for text in to_hex(values).dropna())


def test_the_signed_form_is_twos_complement():
    found = to_signed([2**64 - 1, 2**63, 2**63 - 1, 0, 17212176183586094827])
    assert found.dtype == "Int64"
    assert found.tolist() == [-1, -(2**63), 2**63 - 1, 0, -1234567890123456789]


@pytest.mark.parametrize("container", ["csv", "json", "parquet", "concat", "merge"])
def test_values_survive_containers(container):
    column = as_fingerprints(EDGES)
    if container == "csv":
        text = pd.DataFrame({"fingerprint": to_hex(column)}).to_csv(index=False)
        found = from_hex(pd.read_csv(io.StringIO(text))["fingerprint"])
    elif container == "json":
        found = from_hex(json.loads(json.dumps(to_hex(column).tolist(), default=lambda _: None)))
    elif container == "parquet":
        stream = io.BytesIO()
        column.to_frame("fingerprint").to_parquet(stream)
        found = as_fingerprints(pd.read_parquet(stream)["fingerprint"])
    elif container == "concat":
        found = pd.concat([column, as_fingerprints([1])]).iloc[:-1]
    else:
        left = pd.DataFrame({"id": range(len(EDGES)), "fingerprint": column})
        found = left.merge(pd.DataFrame({"id": range(len(EDGES))[::-1]}), on="id", how="right")["fingerprint"].iloc[
            ::-1
        ]
    assert plain(found) == EDGES


@pytest.mark.parametrize("wrong", [[1.5], [-1], [2**64], ["ff"], ["0x" + "f" * 17], [True], ["123"]])
def test_what_is_no_fingerprint_is_refused(wrong):
    with pytest.raises(InvalidFingerprints, match=r"What to do: (convert signed numbers|read the column as text)"):
        as_fingerprints(wrong)


def test_a_float_column_is_refused_with_the_reason():
    with pytest.raises(InvalidFingerprints) as caught:
        as_fingerprints(pd.Series([1.0, 2.0**63]))
    assert str(caught.value) == (
        "fingerprints: received 'floats'; allowed: unsigned 64-bit integers or 0x text. "
        "What to do: read the column as text or UInt64: floats keep 53 of 64 bits."
    )


def test_a_float_among_objects_is_refused_with_the_same_reason():
    with pytest.raises(InvalidFingerprints, match="floats keep 53 of 64 bits"):
        as_fingerprints(pd.Series([1.8e19, 1], dtype=object))


def test_an_empty_text_is_a_gap():
    assert as_fingerprints(["0x01", ""]).isna().tolist() == [False, True]
    assert from_hex(["", "0x02"]).isna().tolist() == [True, False]


def test_signed_input_out_of_range_and_bad_hex_are_refused():
    with pytest.raises(InvalidFingerprints, match="signed 64-bit integers"):
        from_signed([2**63])
    with pytest.raises(InvalidFingerprints, match="text like '0x00000000000000ff'"):
        from_hex(["ff"])


def test_index_and_attributes_are_kept():
    column = pd.Series(np.array([1, 2], dtype=np.uint64), index=["a", "b"])
    column.attrs["pipeline"] = {"n_bits": 64}
    found = as_fingerprints(column)
    assert found.index.tolist() == ["a", "b"] and found.attrs == {"pipeline": {"n_bits": 64}}
    for back in (from_signed(to_signed(found)), from_hex(to_hex(found))):
        assert back.tolist() == [1, 2] and back.index.tolist() == ["a", "b"] and back.attrs == found.attrs


def test_lists_around_the_sign_bit_do_not_pass_through_floats():
    """pandas.Series([0, 2**63, 2**63 + 1], dtype="UInt64") ends in ...808 twice; ours must not."""
    values = [0, 2**63, 2**63 + 1]
    assert as_fingerprints(values).tolist() == values
    assert as_fingerprints(np.array(values, dtype=object)).tolist() == values
    assert as_fingerprints(tuple(values)).tolist() == values
