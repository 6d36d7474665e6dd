"""Loading bundled corpora, and the command that writes and checks them."""

from __future__ import annotations

import pathlib
import sys
from collections.abc import Iterator

import pandas as pd
import pytest

import simlab.datasets.__main__ as command
from simlab.datasets import Corpus, bundled, dataset_names, load, load_dataset
from simlab.errors import InvalidDocuments, UnknownName

GENERATOR = """
import pandas as pd

def generate(seed=2024):
    documents = pd.DataFrame({"doc_id": ["a", "b"], "text": ["été <b>", "two"]}).assign(cluster="1", segment=["x", "y"])
    pairs = pd.DataFrame({"left_id": ["a"], "right_id": ["b"], "label": [0.5], "relation": ["odd"]})
    return documents, pairs
"""


@pytest.fixture
def corpora(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[pathlib.Path]:
    """An empty folder of corpora, and a generator for a corpus called tiny."""
    (tmp_path / "tiny_corpus_module.py").write_text(GENERATOR, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(command, "GENERATORS", {"tiny": "tiny_corpus_module", "absent": "no_such_module_at_all"})
    folder = tmp_path / "datasets"
    for module in (command, load):
        monkeypatch.setattr(module, "bundled", lambda kind: folder)
    yield folder
    sys.modules.pop("tiny_corpus_module", None)


def test_the_bundled_folder_is_the_one_inside_an_installed_package_if_there_is_one(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(load, "__file__", str(tmp_path / "simlab" / "datasets" / "load.py"))
    assert bundled("notebooks") == tmp_path / "notebooks"
    (tmp_path / "simlab" / "_bundled" / "notebooks").mkdir(parents=True)
    assert bundled("notebooks") == tmp_path / "simlab" / "_bundled" / "notebooks"
    assert bundled("datasets") == tmp_path / "datasets"


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(UnknownName) as caught:
        bundled("models")
    assert str(caught.value) == (
        "kind: received 'models'; allowed: 'datasets', 'notebooks'. What to do: choose one of them."
    )


def test_an_unknown_name_lists_the_names(corpora: pathlib.Path) -> None:
    with pytest.raises(UnknownName) as caught:
        load_dataset("tiny")
    assert str(caught.value) == (
        "name: received 'tiny'; allowed: no corpus is installed. What to do: choose one of them."
    )
    assert command.main(["--write", "tiny"]) == 0
    with pytest.raises(UnknownName) as caught:
        load_dataset("huge")
    assert str(caught.value) == "name: received 'huge'; allowed: 'tiny'. What to do: choose one of them."


def test_what_is_written_is_what_is_loaded(corpora: pathlib.Path) -> None:
    command.main(["--write", "tiny"])
    documents, pairs = sys.modules["tiny_corpus_module"].generate()
    corpus = load_dataset("tiny")
    pd.testing.assert_frame_equal(corpus.documents, documents)
    pd.testing.assert_frame_equal(corpus.pairs, pairs)
    assert "| odd | 0.5 | 1 |" in corpus.card
    assert dataset_names() == ["tiny"]


def test_a_damaged_file_is_named(corpora: pathlib.Path) -> None:
    command.main(["--write", "tiny"])
    (corpora / "tiny" / "pairs.csv.gz").write_bytes(b"not gzip")
    with pytest.raises(InvalidDocuments, match=r"corpus 'tiny'.*BadGzipFile.*--write tiny"):
        load_dataset("tiny")


def test_writing_twice_gives_the_same_bytes_and_keeps_the_words_of_the_card(corpora: pathlib.Path) -> None:
    command.main(["--write", "tiny"])
    card = corpora / "tiny" / "card.md"
    card.write_text("# tiny\n\nBy hand.\n\n" + card.read_text(encoding="utf-8").split("\n\n", 1)[1], encoding="utf-8")
    first = {path.name: path.read_bytes() for path in (corpora / "tiny").iterdir()}
    command.main(["--write", "tiny"])
    assert {path.name: path.read_bytes() for path in (corpora / "tiny").iterdir()} == first
    assert "By hand." in first["card.md"].decode()


def test_checking_tells_what_differs(corpora: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    command.main(["--write"])
    assert command.main(["--check"]) == 0
    capsys.readouterr()
    (corpora / "tiny" / "pairs.csv.gz").write_bytes((corpora / "tiny" / "documents.jsonl.gz").read_bytes())
    (corpora / "tiny" / "documents.jsonl.gz").unlink()
    card = corpora / "tiny" / "card.md"
    card.write_text(
        card.read_text(encoding="utf-8").replace("| odd | 0.5 | 1 |", "| odd | 0.5 | 2 |"), encoding="utf-8"
    )
    assert command.main(["--check", "tiny"]) == 1
    assert capsys.readouterr().err.splitlines() == [
        "tiny: documents.jsonl.gz is missing",
        "tiny: pairs.csv.gz differs from what the generator makes",
        "tiny: card.md has other counts or hashes",
    ]


def test_a_corpus_without_generator_cannot_be_written(
    corpora: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(["--write", "absent"]) == 1
    assert capsys.readouterr().err == ("name: received 'absent'; allowed: 'tiny'. What to do: choose one of them.\n")
    assert not corpora.exists()


def test_a_corpus_describes_itself() -> None:
    documents = pd.DataFrame({"cluster": ["1", "1", "2"], "segment": ["x", "x", "y"]})
    pairs = pd.DataFrame({"left_id": list("aab"), "right_id": list("bcc"), "label": [1.0, 0.0, 0.5]})
    corpus = Corpus("<news>", documents, pairs, "# card")
    assert repr(corpus) == (
        "Corpus '<news>': 3 documents in 2 clusters and 2 segments; 3 pairs (1 near-duplicate, 1 different, 1 unsure)"
    )
    page = corpus._repr_html_()
    assert "<caption>Corpus &lt;news&gt;</caption>" in page
    assert '<th scope="row">unsure</th><td>1</td>' in page
    assert "<style" not in page
