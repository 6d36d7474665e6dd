"""Reading: every format gives the same table, nothing changes its type or its text, and errors name the lines."""

from __future__ import annotations

import codecs
import csv
import gzip
import io
import json
import pathlib
from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import simlab
from simlab.documents import read_documents, read_table
from simlab.errors import InvalidDocuments

TEXT = pd.StringDtype(na_value=np.nan)

Write = Callable[[str, str | bytes], pathlib.Path]


@pytest.fixture
def write(tmp_path: pathlib.Path) -> Write:
    def write_file(name: str, content: str | bytes) -> pathlib.Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write_file


def message(path: object, **columns: str) -> str:
    with pytest.raises(InvalidDocuments) as caught:
        read_documents(path, **columns)  # type: ignore[arg-type]
    return str(caught.value)


def parquet(table: pd.DataFrame) -> bytes:
    buffer = io.BytesIO()
    table.to_parquet(buffer)
    return buffer.getvalue()


# -- formats -----------------------------------------------------------------------------------------------------------

ROWS = [
    {"id": "a,b", "text": "one\ntwo", "html": "<p>x</p>", "cluster": "c1", "price": "1"},
    {"id": "ü/1.html", "text": 'say "hi"', "html": "", "cluster": "c2", "price": "01"},
]


def as_csv(rows: list[dict[str, str]]) -> bytes:
    buffer = io.StringIO(newline="")
    writer = csv.DictWriter(buffer, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    return buffer.getvalue().encode()


def as_jsonl(rows: list[dict[str, str]]) -> bytes:
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


CONTENTS = {
    ".csv": as_csv(ROWS),
    ".jsonl": as_jsonl(ROWS),
    ".ndjson": as_jsonl(ROWS),
    ".parquet": parquet(pd.DataFrame(ROWS)),
}


@pytest.mark.parametrize("compressed", [False, True])
@pytest.mark.parametrize("suffix", CONTENTS)
def test_every_format_gives_the_same_table(suffix: str, compressed: bool, write: Write) -> None:
    content = CONTENTS[suffix]
    path = write(
        f"pages{suffix}.gz" if compressed else f"pages{suffix}", gzip.compress(content) if compressed else content
    )
    documents = read_documents(path)
    assert list(documents) == ["doc_id", "text", "html", "cluster", "price"]
    assert documents.dtypes.to_list() == [TEXT] * 5
    assert documents.to_dict("records") == [{"doc_id": row["id"], **{k: row[k] for k in list(row)[1:]}} for row in ROWS]
    pd.testing.assert_frame_equal(read_documents(str(path)), documents)


@pytest.mark.parametrize("compressed", [False, True])
@pytest.mark.parametrize("suffix", CONTENTS)
def test_a_stream_is_recognised_or_told(suffix: str, compressed: bool, write: Write) -> None:
    content = CONTENTS[suffix]
    expected = read_documents(write(f"pages{suffix}", content))
    content = gzip.compress(content) if compressed else content
    pd.testing.assert_frame_equal(read_documents(io.BytesIO(content)), expected)
    told = "jsonl" if suffix == ".ndjson" else suffix[1:]
    pd.testing.assert_frame_equal(read_documents(io.BytesIO(content), format=told), expected)


def test_a_format_that_the_name_does_not_say_can_be_told(write: Write) -> None:
    assert len(read_documents(write("export.dat", CONTENTS[".csv"]), format="csv")) == 2


def test_columns_stand_in_the_order_of_the_flow_then_of_the_file(write: Write) -> None:
    path = write("pages.csv", "z,segment,url,text,cluster,a,doc_id\n1,s,u,t,c,2,d\n")
    assert list(read_documents(path)) == ["doc_id", "text", "url", "cluster", "segment", "z", "a"]


def test_any_column_can_play_any_part(write: Write) -> None:
    path = write("pages.csv", "key,body,page,lang,family,address,text\n1,b,p,fr,c,u,other\n")
    documents = read_documents(
        path, doc_id="key", text="body", html="page", url="address", cluster="family", segment="lang"
    )
    assert documents.to_dict("records") == [
        {"doc_id": "1", "text": "b", "html": "p", "url": "u", "cluster": "c", "segment": "fr", "file_text": "other"}
    ]
    assert read_documents(path, doc_id="address").doc_id.to_list() == ["u"]


def test_without_a_column_of_ids_documents_are_numbered(write: Write) -> None:
    documents = read_documents(write("pages.csv", "text\na\nb\n"))
    assert documents.doc_id.to_list() == [0, 1]
    assert documents.doc_id.dtype == np.int64


def test_doc_id_is_preferred_to_id(write: Write) -> None:
    documents = read_documents(write("pages.csv", "id,doc_id,text\n1,2,a\n"))
    assert documents.to_dict("records") == [{"doc_id": "2", "text": "a", "id": "1"}]


# -- values ------------------------------------------------------------------------------------------------------------


def test_ids_keep_their_type(write: Write) -> None:
    assert read_documents(write("a.csv", "id,text\n007,a\n8,b\n")).doc_id.to_list() == ["007", "8"]
    mixed = read_documents(write("b.jsonl", '{"id": 5, "text": "a"}\n{"id": "5", "text": "b"}\n'))
    assert mixed.doc_id.to_list() == [5, "5"]
    whole = read_documents(write("c.jsonl", '{"id": 9007199254740993, "text": "a"}\n{"id": 5, "text": "b"}\n'))
    assert (whole.doc_id.to_list(), whole.doc_id.dtype) == ([9007199254740993, 5], np.int64)
    table = pd.DataFrame({"id": np.array([2**64 - 1, 2], dtype="uint64"), "text": ["a", "b"]})
    unsigned = read_documents(write("d.parquet", parquet(table)))
    assert (unsigned.doc_id.to_list(), unsigned.doc_id.dtype) == ([2**64 - 1, 2], np.uint64)


def test_an_empty_cell_is_an_empty_text_and_a_missing_label(write: Write) -> None:
    documents = read_documents(write("a.csv", "id,text,html,url,cluster,segment,note\n1,,,,,,\n2,a,b,c,d,e,f\n"))
    assert documents.iloc[0].fillna("missing").to_list() == ["1", "", "", "missing", "missing", "missing", ""]


def test_null_is_a_missing_text(write: Write) -> None:
    table = pd.DataFrame({"id": [1, 2, 3], "text": ["a", None, ""]})
    for path in (
        write("a.jsonl", '{"id":1,"text":"a"}\n{"id":2,"text":null}\n{"id":3,"text":""}\n'),
        write("a.parquet", parquet(table)),
    ):
        documents = read_documents(path)
        assert documents.text.isna().to_list() == [False, True, False]
        assert documents.text.dtype == TEXT
    assert read_documents(write("b.jsonl", '{"id":1,"text":"a"}\n{"id":2}\n')).text.isna().to_list() == [False, True]


def test_whole_numbers_beside_gaps_stay_exact(write: Write) -> None:
    big = [18446744073709551615, None, 9007199254740993]
    lines = "".join(json.dumps({"id": n, "text": "x", "cluster": n, "f": f}) + "\n" for n, f in enumerate(big))
    table = pd.DataFrame({"id": range(3), "text": "x", "cluster": range(3), "f": pd.array(big, dtype="UInt64")})
    for path in (write("a.jsonl", lines), write("a.parquet", parquet(table))):
        documents = read_documents(path)
        assert documents.f.dtype == "UInt64"
        assert documents.f.to_list() == [big[0], pd.NA, big[2]]
        assert documents.cluster.dtype == np.int64


def test_other_columns_of_parquet_keep_their_dtype(write: Write) -> None:
    table = pd.DataFrame(
        {"text": ["a", "b"], "score": [0.5, None], "seen": pd.to_datetime(["2024-01-01", None]), "ok": [True, False]}
    )
    documents = read_documents(write("a.parquet", parquet(table)))
    pd.testing.assert_frame_equal(documents[list(table)], table)


def test_pages_stored_as_bytes_are_decoded_like_pages(write: Write) -> None:
    table = pd.DataFrame({"html": ['<meta charset="gb2312"><p>中华'.encode("gb18030"), None]})
    assert read_documents(write("a.parquet", parquet(table))).html.to_list()[0] == '<meta charset="gb2312"><p>中华'


def test_unpaired_surrogates_are_replaced_and_the_table_can_be_stored(write: Write, tmp_path: pathlib.Path) -> None:
    path = write("a.jsonl", r'{"id":"\ud800","text":"a\ud835b \ud83d\ude00","k":{"\udc00":["\udfff"]}}')
    documents = read_documents(path)
    assert documents.iloc[0].to_list() == ["�", "a�b \U0001f600", {"�": ["�"]}]
    documents.to_parquet(tmp_path / "stored.parquet")
    assert read_documents(tmp_path / "stored.parquet").text.to_list() == ["a�b \U0001f600"]


def test_long_cells_and_quoted_line_breaks(write: Write) -> None:
    limit = csv.field_size_limit()
    page = "long " * 200_000
    documents = read_documents(write("a.csv", f'id,text\r\n1,"{page}"\r\n\r\n2,"a\r\nb ""c"", d"\r\n'))
    assert documents.text.to_list() == [page, 'a\r\nb "c", d']
    assert csv.field_size_limit() == limit


def test_line_separators_inside_json_strings_do_not_end_a_line(write: Write) -> None:
    text = "a\u2028b\u2029c\x85d\x1ce"
    path = write("a.jsonl", json.dumps({"text": text}, ensure_ascii=False) + "\r\n\r\n" + '{"text": "f"}')
    assert read_documents(path).text.to_list() == [text, "f"]


CELLS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)


@given(st.lists(st.tuples(CELLS, CELLS), min_size=1, max_size=8))
def test_any_text_survives_csv_jsonl_and_parquet(rows: list[tuple[str, str]]) -> None:
    records = [{"id": f"d{n}", "text": text, "note": note} for n, (text, note) in enumerate(rows)]
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer, quoting=csv.QUOTE_ALL)
    writer.writerow(["id", "text", "note"])
    writer.writerows(row.values() for row in records)
    contents = {
        "csv": buffer.getvalue().encode(),
        "jsonl": as_jsonl(records),
        "parquet": parquet(pd.DataFrame(records)),
    }
    for format, content in contents.items():
        documents = read_documents(io.BytesIO(content), format=format)
        assert documents.text.to_list() == [row["text"] for row in records]
        assert documents.note.to_list() == [row["note"] for row in records]


# -- encodings ---------------------------------------------------------------------------------------------------------

ACCENTS = "id,text\n1,déjà vu\n2,中华\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "utf-16-le", "utf-16-be"])
def test_unicode_tables_are_recognised(encoding: str, write: Write) -> None:
    assert read_documents(write("a.csv", ACCENTS.encode(encoding))).text.to_list() == ["déjà vu", "中华"]
    lines = '{"id":1,"text":"déjà vu"}\n{"id":2,"text":"中华"}\n'.encode(encoding)
    assert read_documents(write("a.jsonl", lines)).text.to_list() == ["déjà vu", "中华"]
    assert read_documents(io.BytesIO(lines)).text.to_list() == ["déjà vu", "中华"]


@pytest.mark.parametrize("mark", [codecs.BOM_UTF16_BE + "id,text\n1,é\n".encode("utf-16-be")])
def test_a_big_endian_mark(mark: bytes, write: Write) -> None:
    assert read_documents(write("a.csv", mark)).text.to_list() == ["é"]


def test_another_encoding_can_be_told(write: Write) -> None:
    path = write("a.csv", "id,text\n1,Цена\n".encode("cp1251"))
    assert read_documents(path, encoding="cp1251").text.to_list() == ["Цена"]
    assert read_table(path, encoding="cp1251").text.to_list() == ["Цена"]


def test_bytes_that_do_not_fit_are_named_by_line_and_offset(write: Write) -> None:
    assert message(write("a.csv", b"id,text\n1,ok\n2,caf\xe9\n")) == (
        "a.csv: received a byte that is not UTF-8 (line 3, byte offset 18: 0xe9); allowed: UTF-8, or text with a byte "
        "order mark. What to do: pass encoding= with the encoding the file has, for example "
        'encoding="windows-1252".'
    )
    assert "a.jsonl: received a byte that is not UTF-8 (line 1, byte offset 10: 0xff)" in message(
        write("a.jsonl", b'{"text": "\xff"}\n')
    )


def test_zero_bytes_are_never_read_as_text(write: Write) -> None:
    assert "not UTF-8 text (line 2, byte offset 11: 0x00)" in message(write("a.csv", b"id,text\n1,a\0b, plain text\n"))
    dense = ("id,text\n1," + "日本語" * 500 + "\n").encode("utf-16-le")
    assert "0x00" in message(write("b.csv", dense))
    assert read_documents(write("b.csv", dense), encoding="utf-16-le").text.to_list() == ["日本語" * 500]


def test_an_encoding_nobody_knows(write: Write) -> None:
    for encoding in ("latin-99", "hex"):
        assert message(write("a.csv", ACCENTS), encoding=encoding) == (
            f"encoding: received '{encoding}'; allowed: the name of a text encoding that Python knows. "
            'What to do: pass for example encoding="windows-1252".'
        )


# -- folders and single pages ------------------------------------------------------------------------------------------


def test_a_folder_is_read_in_the_order_of_its_paths(write: Write, tmp_path: pathlib.Path) -> None:
    write("site/b.html", "<p>b")
    write("site/sub/a.htm", "<p>a")
    write("site/a.HTML.gz", gzip.compress(b"<p>z"))
    write("site/image.png", b"\x89PNG")
    write("site/.hidden/c.html", "<p>c")
    write("site/.d.html", "<p>d")
    write("site/Ɓile_❤.html", "")
    documents = read_documents(tmp_path / "site")
    assert documents.doc_id.to_list() == ["a.HTML.gz", "b.html", "sub/a.htm", "Ɓile_❤.html"]
    assert documents.html.to_list() == ["<p>z", "<p>b", "<p>a", ""]
    assert list(documents) == ["doc_id", "html"]
    assert documents.html.dtype == TEXT


def test_a_folder_may_hold_pages_and_texts(write: Write, tmp_path: pathlib.Path) -> None:
    write("site/a.html", "<p>a")
    write("site/b.txt", "b")
    write("site/c.md", "# c")
    documents = read_documents(tmp_path / "site")
    assert documents.fillna("missing").to_dict("list") == {
        "doc_id": ["a.html", "b.txt", "c.md"],
        "text": ["missing", "b", "# c"],
        "html": ["<p>a", "missing", "missing"],
    }


@pytest.mark.parametrize(
    ("name", "content", "column", "expected"),
    [
        ("a.html", b"<p>x", "html", "<p>x"),
        ("a.html", '<meta charset="shift_jis"><p>①'.encode("cp932"), "html", '<meta charset="shift_jis"><p>①'),
        ("a.html", "<p>déjà “vu”".encode("cp1252"), "html", "<p>déjà “vu”"),
        ("a.htm.gz", gzip.compress("<p>é".encode()), "html", "<p>é"),
        ("a.txt", "\ufeffdéjà\r\nvu".encode(), "text", "déjà\r\nvu"),
        ("a.txt", "déjà vu".encode("utf-16"), "text", "déjà vu"),
        ("a.md", b"# x", "text", "# x"),
    ],
)
def test_a_single_page_is_a_table_of_one_row(
    name: str, content: bytes, column: str, expected: str, write: Write
) -> None:
    documents = read_documents(write(name, content))
    assert documents.to_dict("records") == [{"doc_id": name, column: expected}]


def test_bad_files_of_a_folder_are_reported_together(write: Write, tmp_path: pathlib.Path) -> None:
    write("site/a.txt", "fine")
    write("site/b.txt", b"caf\xe9")
    write("site/c.md", b"\x89PNG\r\n\x1a\n\0\0")
    write("site/d.html.gz", gzip.compress(b"<p>x" * 100)[:-9])
    assert message(tmp_path / "site") == (
        "site: received b.txt: a byte that is not UTF-8 (line 1, byte offset 3: 0xe9), "
        "c.md: a byte that is not UTF-8 text (line 3, byte offset 8: 0x00), "
        "d.html.gz: a damaged gzip file (Compressed file ended before the end-of-stream marker was reached); allowed: "
        "files that can be read, and whose text is UTF-8 or has a byte order mark. What to do: remove these files, or "
        'pass encoding= with the encoding they have, for example encoding="windows-1252".'
    )


def test_a_folder_without_pages(write: Write, tmp_path: pathlib.Path) -> None:
    write("site/table.csv", ACCENTS)
    assert message(tmp_path / "site") == (
        "site: received a folder without pages; allowed: a folder with files that end in .html, .htm, "
        ".xhtml, .txt, .md, "
        "with or without .gz. What to do: check the path."
    )


# -- errors ------------------------------------------------------------------------------------------------------------


def test_a_missing_file(tmp_path: pathlib.Path) -> None:
    assert message(tmp_path / "none.csv") == (
        f"{tmp_path / 'none.csv'}: received a path where there is no file; allowed: a file that exists. "
        "What to do: check the path."
    )


def test_an_unknown_kind_of_file(write: Write) -> None:
    assert message(write("a.docx", "x")) == (
        "a.docx: received a file of an unknown kind (.docx); allowed: a folder, or a name that ends in .csv, "
        ".htm, .html, "
        ".jsonl, .md, .ndjson, .parquet, .txt, .xhtml, also with .gz. What to do: rename or convert the file, or pass "
        "format=."
    )
    assert "an unknown kind (no ending)" in message(write("README", "x"))
    assert message(io.BytesIO(b"x"), format="xml") == (
        "format: received 'xml'; allowed: 'csv', 'jsonl', 'parquet'. What to do: choose one of these."
    )
    assert message(io.StringIO("id,text\n")) == (
        "stream: received 'str'; allowed: bytes. What to do: open the stream in binary mode."
    )


def test_a_file_that_may_not_be_read(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(path: pathlib.Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    path = write("a.csv", ACCENTS)
    monkeypatch.setattr(pathlib.Path, "read_bytes", forbidden)
    assert message(path) == (
        "a.csv: received a file that cannot be opened (Permission denied); allowed: a file you may read. "
        "What to do: check its permissions."
    )


@pytest.mark.parametrize(
    ("name", "content"),
    [
        *[(name, b"") for name in ("a.csv", "a.jsonl", "a.html", "a.txt")],
        ("a.csv", b"id,text\n"),
        ("a.csv", b"\n\n"),
        ("a.jsonl", b"\n \n"),
        ("a.parquet", parquet(pd.DataFrame({"text": pd.Series([], dtype="str")}))),
        ("a.csv.gz", gzip.compress(b"")),
    ],
)
def test_no_documents(name: str, content: bytes, write: Write) -> None:
    assert message(write(name, content)) == (
        f"{name}: received no documents; allowed: at least one document. What to do: check the file."
    )


@pytest.mark.parametrize(("name", "content"), [("a.csv", "id,body\n1,x\n"), ("a.jsonl", '{"id": 1, "body": "x"}\n')])
def test_no_column_of_text_lists_the_columns_there_are(name: str, content: str, write: Write) -> None:
    assert message(write(name, content)) == (
        f"{name}: received a table with the columns 'id', 'body'; allowed: a column text or html. "
        'What to do: say which column holds the text, for example text="body".'
    )


def test_a_column_that_is_not_there(write: Write) -> None:
    assert message(write("a.csv", "id,body\n1,x\n"), text="content") == (
        "text: received 'content'; allowed: a column of a.csv: 'id', 'body'. What to do: name one of these columns."
    )


def test_repeated_ids_are_listed_with_their_lines(write: Write) -> None:
    rows = "".join(f"{n % 7},x\n" for n in range(13))
    assert message(write("a.csv", "id,text\n" + rows)) == (
        "a.csv: received id: the same id more than once: '0' in lines 2, 9, '1' in lines 3, 10, '2' in lines 4, 11, "
        "'3' in lines 5, 12, '4' in lines 6, 13 and 1 more; allowed: ids that are all different. "
        "What to do: rename or remove the repeated documents."
    )
    assert "'a' in lines 2, 4, 5, 6, 7 ..." in message(write("b.csv", 'id,text\na,"x\ny"\n' + "a,x\n" * 9))
    assert "5 in rows 0, 2;" in message(write("c.parquet", parquet(pd.DataFrame({"id": [5, 6, 5], "text": "x"}))))


def test_ids_that_are_missing_or_no_ids(write: Write) -> None:
    rows = ['"id": null', '"id": 1.5', '"id": true', '"id": NaN', '"id": ""', '"id": [1]', '"id": 7', '"x": 1']
    path = write("a.jsonl", "".join(f'{{{row}, "text": "x"}}\n' for row in rows))
    assert message(path) == (
        "a.jsonl: received id: no id in line 1, line 4, line 5, line 8; line 2 has 1.5, line 3 has True, "
        "line 6 has [1]; "
        "allowed: a text or a whole number in every row. What to do: correct the ids, or leave the column "
        "out: documents "
        "are then numbered from 0."
    )
    assert "no id in line 3" in message(write("a.csv", "id,text\n1,a\n,b\n"))
    table = pd.DataFrame({"id": [1.0, None], "text": "x"})
    assert "no id in row 1; row 0 has 1.0" in message(write("a.parquet", parquet(table)))


def test_lines_that_are_no_json_objects_are_named_together(write: Write) -> None:
    path = write("a.jsonl", '{"text": "x"}\n[1]\nnope\n{"text": "x",\n"x"\n5\nnull\n{"text": "y"}\n')
    assert message(path) == (
        "a.jsonl: received line 2 is a list, line 3 is not JSON (Expecting value), line 4 is not JSON "
        "(Expecting property "
        "name enclosed in double quotes), line 5 is a string, line 6 is a number and 1 more; allowed: one "
        "JSON object a "
        "line. What to do: correct these lines, or remove them."
    )
    assert "nested too deeply" in message(write("b.jsonl", '{"text": ' + "[" * 100_000))


def test_rows_with_another_number_of_cells(write: Write) -> None:
    assert message(write("a.csv", 'id,text\n1,"a\nb"\n2,a,b\n3\n4,c\n')) == (
        "a.csv: received rows with another number of cells than the header: line 4 has 3, line 5 has 1; "
        "allowed: 2 cells "
        "in each row. What to do: put quotes around cells that contain commas or line breaks."
    )


def test_quotes_that_never_close_are_named_where_they_open(write: Write) -> None:
    assert message(write("a.csv", 'id,text\n1,a\n2,"open\n3,b\n4,c\n')) == (
        "a.csv: received a row that cannot be read, from line 3 on (unexpected end of data); allowed: commas between "
        "cells, quotes around cells with comma, quote or line break, and quotes inside doubled. "
        "What to do: correct the quotes in this row."
    )


def test_a_name_that_stands_twice_in_the_header(write: Write) -> None:
    assert "a header that repeats 'text'" in message(write("a.csv", "id,text,text\n1,a,b\n"))


def test_text_that_is_no_text(write: Write) -> None:
    rows = ["5", '["a"]', '{"a": 1}', "true", '"fine"', "null"]
    path = write("a.jsonl", "".join(f'{{"text": {row}}}\n' for row in rows))
    assert message(path) == (
        "a.jsonl: received text: line 1 has a number, line 2 has a list, line 3 has an object, line 4 has "
        "true or false; "
        "allowed: a text, or null. What to do: write the text as a string."
    )
    assert "html: row 0 has a number" in message(write("a.parquet", parquet(pd.DataFrame({"html": [1, 2]}))))


@pytest.mark.parametrize("content", [gzip.compress(b'{"text": "a"}')[:-6], b'{"text": "a"}', gzip.compress(b"x")[:5]])
def test_a_damaged_gzip_file(content: bytes, write: Write) -> None:
    assert message(write("a.jsonl.gz", content)).startswith("a.jsonl.gz: received a damaged gzip file (")


def test_a_damaged_parquet_file(write: Write) -> None:
    whole = parquet(pd.DataFrame({"text": ["a"]}))
    for content in (whole[:50], b"", b"id,text\n1,a\n"):
        assert message(write("a.parquet", content)).startswith("a.parquet: received a file that is not Parquet (")


# -- plain tables ------------------------------------------------------------------------------------------------------


def test_a_plain_table_keeps_its_columns_and_its_text(write: Write) -> None:
    table = read_table(write("a.csv", "left_id,right_id,distance\n007,8,\n9,10,3\n"))
    assert table.to_dict("list") == {"left_id": ["007", "9"], "right_id": ["8", "10"], "distance": ["", "3"]}
    assert table.index.to_list() == [0, 1]
    empty = read_table(write("b.csv", "left_id,right_id\n"))
    assert (list(empty), len(empty)) == (["left_id", "right_id"], 0)


def test_a_folder_is_no_plain_table(tmp_path: pathlib.Path) -> None:
    with pytest.raises(InvalidDocuments, match="received a folder; allowed: a file that exists"):
        read_table(tmp_path)


def test_addresses_serve_as_ids_where_every_row_has_its_own(write: Write) -> None:
    own = read_documents(write("own.csv", "url,text\nhttps://a.example,x\nhttps://b.example,y\n"))
    assert own["doc_id"].tolist() == own["url"].tolist() == ["https://a.example", "https://b.example"]
    shared = read_documents(write("shared.csv", "url,text\nhttps://a.example,x\nhttps://a.example,y\n"))
    assert shared["doc_id"].tolist() == [0, 1]


@pytest.mark.parametrize("separator", [";", "\t", "|"])
def test_another_separator_is_recognised_and_refused(write: Write, separator: str) -> None:
    assert message(write("semicolons.csv", f"id{separator}text\n1{separator}a\n")) == (
        f"semicolons.csv: received a header that seems to be separated by {separator!r}: {f'id{separator}text'!r}; "
        "allowed: cells separated by commas. What to do: write the file with commas, or read it with "
        f"pandas.read_csv(path, sep={separator!r}, dtype=str)."
    )


def test_what_a_table_says_of_itself_survives_parquet(tmp_path: pathlib.Path) -> None:
    table = simlab.Pipeline(n_bits=32).fingerprint_table(["one two three four"])
    table.to_parquet(tmp_path / "f.parquet")
    column = read_table(tmp_path / "f.parquet")["fingerprint"]
    assert column.attrs["pipeline"]["n_bits"] == 32


@pytest.mark.parametrize("wrong", [None, 5, ["a"]])
def test_a_source_is_a_path_or_a_stream(wrong: object) -> None:
    for read in (read_documents, read_table):
        with pytest.raises(InvalidDocuments, match=r"source: received .*; allowed: a path or a binary stream"):
            read(wrong)  # type: ignore[arg-type]
