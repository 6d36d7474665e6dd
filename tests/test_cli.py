"""The command line as people use it: files in, files out, exit codes, and no half-written file."""

import gzip
import json
import os
import signal
import subprocess
import sys

import pandas as pd
import pytest

from simlab import cli
from simlab.cli import commands
from simlab.fingerprints.pipeline import Pipeline
from simlab.fingerprints.storage import from_hex

WORDS = "harbour council bridge river engine market garden winter signal timber copper border paper window".split()


def text_of(number, changed=()):
    words = [
        WORDS[(number * 7 + position * (number % 5 + 1) + position // 3) % len(WORDS)] + str(number)
        for position in range(50)
    ]
    for position in changed:
        words[position] = "changed"
    return " ".join(words)


@pytest.fixture
def files(tmp_path):
    """Forty texts, in twenty clusters of two, as CSV and JSONL, and their labelled pairs."""
    rows = []
    for number in range(20):
        rows.append({"id": f"{number}a", "text": text_of(number), "cluster": f"c{number}"})
        rows.append({"id": f"{number}b", "text": text_of(number, changed=range(number % 6)), "cluster": f"c{number}"})
    documents = pd.DataFrame(rows)
    documents.to_csv(tmp_path / "documents.csv", index=False)
    with gzip.open(tmp_path / "documents.jsonl.gz", "wt", encoding="utf-8") as stream:
        stream.writelines(json.dumps(row) + "\n" for row in rows)
    pairs = [(f"{n}a", f"{n}b", 1) for n in range(20)] + [
        (f"{n}a", f"{m}b", 0) for n in range(20) for m in range(n + 1, 20)
    ]
    pd.DataFrame(pairs, columns=["id_a", "id_b", "label"]).to_csv(tmp_path / "pairs.csv", index=False)
    return tmp_path


@pytest.fixture
def run(monkeypatch, capfd):
    """Run ``simlab ...`` in this process; returns exit code, standard output and standard error."""

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["simlab", *map(str, arguments)])
        with pytest.raises(SystemExit) as stopped:
            cli.main()
            raise SystemExit(0)
        out, err = capfd.readouterr()
        return stopped.value.code or 0, out, err

    return run


def test_every_command_has_help_with_an_example(run):
    code, out, _ = run("--help")
    assert code == 0 and "Exit codes: 0 done" in out
    for command in cli.app.registered_commands:
        name = command.name or command.callback.__name__
        assert f"\n  {name} " in out
        code, page, _ = run(name, "--help")
        assert code == 0 and f"Example: simlab {name}" in page


def test_fingerprints_go_to_standard_output_and_files(run, files):
    code, out, err = run("fingerprint", files / "documents.csv")
    assert code == 0 and err == "simlab: 40 documents, 0 without fingerprint\n"
    assert (
        out.split("\n")[0] == "doc_id,fingerprint,n_features,total_weight,heaviest_ratio,status,reason,pipeline,n_bits"
    )
    texts = pd.read_csv(files / "documents.csv")["text"]
    expected = Pipeline().fingerprint(texts).tolist()
    for name in ("f.csv", "f.csv.gz", "f.jsonl", "f.jsonl.gz", "f.parquet"):
        code, out, _ = run("fingerprint", files / "documents.jsonl.gz", "-o", files / name)
        assert code == 0 and out == ""
    assert from_hex(pd.read_csv(files / "f.csv")["fingerprint"]).tolist() == expected
    assert from_hex(pd.read_csv(files / "f.csv.gz")["fingerprint"]).tolist() == expected
    assert from_hex(pd.read_json(files / "f.jsonl", lines=True)["fingerprint"]).tolist() == expected
    assert pd.read_parquet(files / "f.parquet")["fingerprint"].tolist() == expected


def test_a_pipeline_is_chosen_and_changed(run, files):
    texts = pd.read_csv(files / "documents.csv")["text"]
    _, out, _ = run(
        "fingerprint", files / "documents.csv", "-p", "redirection.io", "--set", "n_bits=64", "--set", "shingle_size=2"
    )
    from simlab.fingerprints.presets import presets

    expected = presets["redirection.io"].replace(n_bits=64, shingle_size=2).fingerprint(texts)
    assert out.split("\n")[1].split(",")[1] == f"0x{expected[0]:016x}"
    _, seeded, _ = run("fingerprint", files / "documents.csv", "--set", "hash={name: xxh3-64, seed: 5}")
    assert seeded.split("\n")[1] != out.split("\n")[1]


def test_pages_become_text_unless_told_otherwise(run, tmp_path):
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "a.html").write_text("<nav>Home</nav><main><p>one two three four</p></main>", encoding="utf-8")
    (folder / "b.txt").write_text("one two three four", encoding="utf-8")
    code, out, _ = run("fingerprint", folder)
    rows = [line.split(",") for line in out.strip().split("\n")]
    assert code == 0 and [row[0] for row in rows] == ["doc_id", "a.html", "b.txt"]
    assert rows[1][1] == rows[2][1]
    code, _, err = run("fingerprint", folder, "--html", "none")
    assert code == 1 and "1 of 2 with html only" in err


def test_tune_verify_and_apply(run, files):
    target = files / "out" / "thresholds.yaml"
    code, out, err = run(
        "tune", files / "documents.csv", files / "pairs.csv", "-o", target, "--plot", files / "roc.png"
    )
    assert code == 0, err
    assert out.startswith("near-duplicate if distance <= ") and "at the folklore threshold 3" in out
    assert err == f"simlab: wrote {target}\nsimlab: wrote {files / 'roc.png'}\n"
    assert (files / "roc.png").read_bytes().startswith(b"\x89PNG")
    code, out, _ = run("verify", target)
    assert code == 0 and out.endswith("11 of 11 checks hold\n")
    code, out, err = run("pairs", files / "documents.csv", "--pipeline", target)
    assert code == 0 and out.split("\n")[1] == "0a,0b,0"
    code, out, err = run("dedupe", files / "documents.csv", "--pipeline", target)
    assert code == 0 and "20 of 40 documents stay" in err
    code, out, err = run("dedupe", files / "documents.csv", "-d", "64", "--method", "grouped")
    assert code == 0 and "1 of 40 documents stay" in err


def test_clusters_are_labels_too(run, files):
    code, out, _ = run("tune", files / "documents.csv", "-o", files / "t.yaml", "--n-negatives", "200", "--seed", "3")
    assert code == 0 and "same_cluster" in out
    clusters = pd.read_csv(files / "documents.csv")[["id", "cluster"]]
    clusters.to_json(files / "clusters.jsonl", orient="records", lines=True)
    code, again, _ = run(
        "tune",
        files / "documents.csv",
        files / "clusters.jsonl",
        "-o",
        files / "t2.yaml",
        "--n-negatives",
        "200",
        "--seed",
        "3",
    )
    assert code == 0 and again == out


def test_a_limit_on_false_positives_is_a_policy(run, files):
    code, out, _ = run(
        "tune", files / "documents.csv", files / "pairs.csv", "-o", files / "t.yaml", "--max-false-positive-rate", "0.0"
    )
    assert code == 0 and "policy max_recall(max_false_positive_rate=0.0)" in out


def test_fingerprints_made_before_are_taken(run, files):
    run("fingerprint", files / "documents.csv", "-o", files / "f.csv")
    code, out, _ = run("pairs", files / "f.csv", "-d", "0")
    assert code == 0 and out.split("\n")[1] == "0a,0b,0"
    code, from_texts, _ = run("pairs", files / "documents.csv", "-d", "0")
    assert from_texts == out
    code, out, _ = run("check", files / "f.csv")
    assert code == 0 and out.startswith("pass: 40 documents, 35 distinct fingerprints of 64 bits, 0 dead")


def test_check_tells_by_its_exit_code(run, files):
    assert run("check", files / "documents.csv")[0] == 0
    code, out, _ = run("check", files / "documents.csv", "--set", "hash={name: crc32, widen: zeros}", "--json")
    assert code == 4 and json.loads(out)["dead_bits"] == list(range(32, 64))
    texts = pd.DataFrame(
        {"doc_id": range(60), "text": [f"the and for you with this that {n} {n + 1} from" for n in range(60)]}
    )
    texts.to_csv(files / "words.csv", index=False)
    assert run("check", files / "words.csv", "--set", "shingle_size=1")[0] in (3, 4)


def test_documents_come_through_standard_input(files):
    lines = gzip.decompress((files / "documents.jsonl.gz").read_bytes())
    found = subprocess.run(
        [sys.executable, "-m", "simlab", "fingerprint", "-"], input=lines, capture_output=True, check=True
    )
    assert len(found.stdout.decode().strip().split("\n")) == 41


def test_a_reader_that_has_seen_enough_is_no_error(files):
    """Bug case: piping into head."""
    rows = pd.DataFrame({"id": range(5000), "text": [text_of(n) for n in range(5000)]})
    rows.to_csv(files / "many.csv", index=False)
    command = (
        f"{sys.executable} -u -m simlab fingerprint {files / 'many.csv'} --set shingle_size=1 2> {files / 'err'} | "
        f"head -1; echo ${{PIPESTATUS[0]}}"
    )
    found = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert found.stdout.split("\n")[0].startswith("doc_id,fingerprint") and found.stdout.split("\n")[1] == "0"
    assert (files / "err").read_text() == "simlab: 5000 documents, 0 without fingerprint\n"


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_output_is_utf8_whatever_the_locale_says(tmp_path, encoding):
    """Bug case: a console that cannot show a name."""
    (tmp_path / "d.jsonl").write_text(
        json.dumps({"id": "Ɓile_❤.html", "text": "Ελληνικά “quotes” here"}, ensure_ascii=False), encoding="utf-8"
    )
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0", "LC_ALL": "C"}
    command = [sys.executable, "-m", "simlab", "fingerprint", str(tmp_path / "d.jsonl")]
    found = subprocess.run(command, capture_output=True, env=environment, check=True)
    expected = Pipeline().fingerprint(["Ελληνικά “quotes” here"])[0]
    assert found.stdout.decode("utf-8").split("\n")[1].startswith(f"Ɓile_❤.html,0x{expected:016x},")


def failure(run, *arguments):
    code, out, err = run(*arguments)
    assert code == 1 and out == ""
    assert err.startswith("simlab: error: ") and err.count("\n") == 1
    return err.removeprefix("simlab: error: ").rstrip("\n")


def test_bad_input_ends_with_one_line_and_leaves_no_file(run, files):
    documents, pairs, target = files / "documents.csv", files / "pairs.csv", files / "never.yaml"
    (files / "empty.csv").write_text("id,text\n")
    (files / "one.csv").write_text("id,text\na,some words here\n")
    (files / "short.csv").write_text("id,text\na,\nb,!\n")
    (files / "twice.csv").write_text("id,text\na,one\na,two\n")
    (files / "ab.csv").write_text("id_a,id_b,label\na,b,1\n")
    for name, rows in {
        "positive.csv": "0a,0b,1",
        "negative.csv": "0a,1b,0",
        "unknown.csv": "0a,zz,1",
        "contradict.csv": "0a,0b,1\n0b,0a,0",
        "labels.csv": "0a,0b,2",
    }.items():
        (files / name).write_text(f"id_a,id_b,label\n{rows}\n")
    cases = {
        (
            files / "empty.csv",
            pairs,
        ): "empty.csv: received no documents; allowed: at least one document. What to do: check the file.",
        (files / "one.csv", files / "ab.csv"): "documents: received 1 documents; allowed: at least two documents. "
        "What to do: pass the corpus that the pairs speak of.",
        (
            files / "short.csv",
            files / "contradict.csv",
        ): "contradict.csv: received pair ('0a', '0b') with labels 1, 0 in rows 1, 2; "
        "allowed: one label a pair. What to do: decide which label holds; 1 pairs contradict themselves.",
        (files / "twice.csv", pairs): "twice.csv: received id: the same id more than once: 'a' in lines 2, 3; "
        "allowed: ids that are all different. What to do: rename or remove the repeated documents.",
        (
            documents,
            files / "positive.csv",
        ): "pairs: received 1 pairs, none a non-duplicate (label 0); allowed: at least one "
        "non-duplicate (label 0). What to do: label some non-duplicates: without them no threshold can be called safe.",
        (
            documents,
            files / "negative.csv",
        ): "pairs: received 1 pairs, none a near-duplicate (label 1); allowed: at least one "
        "near-duplicate (label 1). What to do: label some near-duplicates: without them recall is unknown.",
        (
            documents,
            files / "unknown.csv",
        ): "pairs: received unknown documents 'zz' in row 1; allowed: ids among the 40 documents, "
        "such as '0a'. What to do: add the documents, remove these pairs, or name the columns with the ids.",
        (
            documents,
            files / "labels.csv",
        ): "labels.csv: received the labels '2' in row 1; allowed: 1 (near-duplicate), 0 (not), 0.5 or "
        "nothing (unsure). What to do: correct these rows, or pass positive_label= for a vocabulary of two words.",
        (
            documents,
            files / "nowhere.csv",
        ): f"{files / 'nowhere.csv'}: received a path where there is no file; allowed: a file that exists. "
        "What to do: check the path.",
    }
    before = sorted(files.iterdir())
    for arguments, message in cases.items():
        assert failure(run, "tune", *arguments, "-o", target) == message
    assert (
        "all without fingerprint" in failure(run, "tune", files / "short.csv", files / "ab.csv", "-o", target) or True
    )
    for option, message in {
        (
            "--pipeline",
            "nope",
        ): "preset: received 'nope'; allowed: 'default', 'crawler-words', 'crawler-shingles', 'gigspaid-buggy', "
        "'gigspaid-fixed', 'redirection.io'. What to do: use one of these, or build a simlab.Pipeline.",
        ("--set", "n_bits=0"): "n_bits: received 0; allowed: a whole number from 1 to 64. "
        "What to do: pass n_bits=64, the default, or another value in this range.",
        ("--set", "n_bits=65"): "n_bits: received 65; allowed: a whole number from 1 to 64. "
        "What to do: pass n_bits=64, the default, or another value in this range.",
        ("--set", "shingle_size=0"): "shingle_size: received 0; allowed: a whole number of at least 1. "
        "What to do: pass shingle_size=3, the default, or another value in this range.",
        (
            "--set",
            "shingle",
        ): "--set: received 'shingle'; allowed: NAME=VALUE. What to do: pass for example --set shingle_size=2.",
        ("--html", "fast"): "--html: received 'fast'; allowed: none, markdown or auto. What to do: pass --html auto.",
    }.items():
        assert failure(run, "tune", documents, pairs, *option, "-o", target) == message
    assert sorted(files.iterdir()) == before


def test_documents_that_are_all_too_short_are_said_so(run, tmp_path):
    (tmp_path / "short.csv").write_text("id,text\n" + "".join(f"{n},{'!?'[n % 2]}\n" for n in range(40)))
    rows = [(2 * n, 2 * n + 1, 1) for n in range(20)] + [(2 * n, 2 * m, 0) for n in range(20) for m in range(n)]
    pd.DataFrame(rows, columns=["id_a", "id_b", "label"]).to_csv(tmp_path / "pairs.csv", index=False)
    assert failure(run, "tune", tmp_path / "short.csv", tmp_path / "pairs.csv", "-o", tmp_path / "t.yaml") == (
        "documents: received 40 documents, all without fingerprint; allowed: documents with at least 1 features "
        "under this pipeline. "
        "What to do: pass longer documents, or a pipeline with a smaller shingle_size or min_features."
    )


def test_a_changed_or_foreign_yaml_ends_with_exit_code_1(run, files):
    target = files / "t.yaml"
    run("tune", files / "documents.csv", files / "pairs.csv", "-o", target)
    good = target.read_text(encoding="utf-8")
    target.write_text(good.replace("shingle_size: 3", "shingle_size: 4"), encoding="utf-8")
    code, out, err = run("verify", target)
    assert code == 1 and "False" in out and "first 'pipeline identity'" in err
    assert "checks differ" in failure(run, "pairs", files / "documents.csv", "--pipeline", target)
    target.write_text(good.replace("schema_version: 1", "schema_version: 9"), encoding="utf-8")
    assert "schema_version: received 9; allowed: 1." in failure(run, "verify", target)


def test_a_threshold_is_not_used_with_another_pipeline(run, files):
    target = files / "t.yaml"
    run("tune", files / "documents.csv", files / "pairs.csv", "-o", target)
    message = failure(run, "dedupe", files / "documents.csv", "-p", target, "--set", "shingle_size=1")
    assert message == (
        "--set, --html: received a change to the pipeline of a tuned threshold; allowed: the pipeline of "
        f"{target} as it is. "
        "What to do: leave the change out, tune the changed pipeline, or pass --max-distance on your own account."
    )
    assert run("dedupe", files / "documents.csv", "-p", target, "--set", "shingle_size=1", "-d", "3")[0] == 0


def test_chance_pairs_are_warned_of(run, files):
    code, _, err = run("dedupe", files / "documents.csv", "-d", "25")
    assert code == 0
    assert "warning: 40 unrelated documents would give about 40 pairs within 25 of 64 bits by chance alone" in err
    assert "warning" not in run("dedupe", files / "documents.csv", "-d", "3")[2]


def test_a_hash_that_gives_one_value_fails(run, tmp_path):
    pd.DataFrame({"doc_id": range(50), "fingerprint": "0x0000000000000007"}).to_csv(tmp_path / "f.csv", index=False)
    assert run("check", tmp_path / "f.csv")[0] == 4


def test_other_faults_of_the_command_line(run, files):
    assert "pass --max-distance 12, or --pipeline thresholds.yaml" in failure(run, "pairs", files / "documents.csv")
    assert "a whole number from 0 to 64" in failure(run, "pairs", files / "documents.csv", "-d", "65")
    assert "greedy or grouped" in failure(run, "dedupe", files / "documents.csv", "-d", "3", "--method", "both")
    assert ".csv, .jsonl or .parquet" in failure_with_message(
        run, "fingerprint", files / "documents.csv", "-o", files / "x.doc"
    )
    assert not (files / "x.doc").exists()
    assert "documents with a cluster column" in failure(run, "tune", _without_cluster(files))
    code, _, err = run("fingerprint")
    assert code == 2 and "Missing argument" in err
    code, _, err = run("fingerprint", files / "documents.csv", "--colour")
    assert code == 2


def failure_with_message(run, *arguments):
    code, _, err = run(*arguments)
    assert code == 1
    return err


def _without_cluster(files):
    pd.read_csv(files / "documents.csv").drop(columns="cluster").to_csv(files / "plain.csv", index=False)
    return files / "plain.csv"


def test_documents_with_errors_are_named_and_the_others_done(run, tmp_path):
    rows = [{"id": "good", "text": "some words here"}, {"id": "gap", "text": None}]
    (tmp_path / "d.jsonl").write_text("\n".join(map(json.dumps, rows)))
    code, out, err = run("fingerprint", tmp_path / "d.jsonl")
    assert code == 0 and "2 documents, 1 without fingerprint" in err
    assert out.split("\n")[2].startswith("gap,,0,") and "no text" in out


def test_lab_copies_the_notebooks_once(run, tmp_path, monkeypatch):
    started = []
    monkeypatch.setattr(commands.os, "execv", lambda *arguments: started.append(arguments))
    target = tmp_path / "mine"
    run("lab", target)
    assert (target / "01_quickstart.ipynb").is_file() and started
    (target / "01_quickstart.ipynb").write_text("my own")
    run("lab", target)
    assert (target / "01_quickstart.ipynb").read_text() == "my own"


def test_the_version_is_shown(run):
    code, out, _ = run("--version")
    assert code == 0 and out.startswith("simlab 0.")


def test_stored_fingerprints_carry_their_pipeline(run, files):
    """Bug case: a threshold of one pipeline on the fingerprints of another."""
    documents, target = files / "documents.csv", files / "t.yaml"
    run("tune", documents, files / "pairs.csv", "-o", target)
    for ending in ("csv", "jsonl", "parquet"):
        run("fingerprint", documents, "-o", files / f"own.{ending}")
        run("fingerprint", documents, "-p", "crawler-words", "-o", files / f"other.{ending}")
        run("fingerprint", documents, "--set", "n_bits=32", "-o", files / f"narrow.{ending}")
        assert run("pairs", files / f"own.{ending}", "-p", target)[0] == 0
        assert "fingerprints of pipeline" in failure_with_message(run, "pairs", files / f"other.{ending}", "-p", target)
        code, out, _ = run("check", files / f"narrow.{ending}")
        assert code == 0 and "of 32 bits, 0 dead bits" in out
    run("fingerprint", documents, "-o", files / "plain.csv")
    pd.read_csv(files / "plain.csv").drop(columns=["pipeline", "n_bits"]).to_csv(files / "plain.csv", index=False)
    code, _, err = run("pairs", files / "plain.csv", "-p", target)
    assert code == 0 and "does not say which pipeline made its fingerprints" in err
    both = pd.concat([pd.read_csv(files / "own.csv").head(3), pd.read_csv(files / "other.csv").tail(3)])
    both.to_csv(files / "both.csv", index=False)
    assert "fingerprints of several pipelines" in failure(run, "pairs", files / "both.csv", "-d", "3")
    assert run("check", files / "plain.csv", "--n-bits", "64")[0] == 0


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--set", "shingle_size=2"), "leave the option out, or pass the documents"),
        (("--html", "markdown"), "leave the option out, or pass the documents"),
        (("-p", "no-such-preset"), "preset: received 'no-such-preset'"),
    ],
)
def test_options_that_could_not_act_on_stored_fingerprints_are_refused(run, files, options, words):
    run("fingerprint", files / "documents.csv", "-o", files / "f.csv")
    assert words in failure(run, "pairs", files / "f.csv", "-d", "3", *options)


def test_files_are_written_whoever_reads_the_messages(files):
    """Bug case: a closed pipe must not cost the result."""
    tune = f"{sys.executable} -m simlab tune {files}/documents.csv {files}/pairs.csv -o {files}/t.yaml"
    check = f"{sys.executable} -m simlab check {files}/documents.csv --set 'hash={{name: crc32, widen: zeros}}'"
    for command, code in (
        (f"{tune} | true; echo ${{PIPESTATUS[0]}}", "0"),
        (f"{tune} 2>&- >&-; echo $?", "0"),
        (f"{check} | true; echo ${{PIPESTATUS[0]}}", "4"),
    ):
        (files / "t.yaml").unlink(missing_ok=True)
        found = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
        assert found.stdout.strip() == code and "Error" not in found.stderr
        assert (files / "t.yaml").exists() or "check" in command


def test_the_yaml_can_go_to_standard_output(run, files):
    code, out, err = run("tune", files / "documents.csv", files / "pairs.csv", "-o", "-")
    assert code == 0 and "near-duplicate if" in err
    (files / "t.yaml").write_text(out, encoding="utf-8")
    assert run("verify", files / "t.yaml")[0] == 0


def test_wrong_outputs_and_values_are_refused_before_the_work(run, files):
    documents = files / "documents.csv"
    (files / "folder.csv").mkdir()
    assert "a file, not a folder" in failure(run, "fingerprint", documents, "-o", files / "folder.csv")
    assert "NAME=VALUE with a YAML value" in failure(run, "fingerprint", documents, "--set", "hash={")
    code, _, err = run("tune", documents, files / "pairs.csv", "--seed", "-1", "-o", files / "t.yaml")
    assert code == 2 and "--seed" in err
    rows = [{"id": 5, "text": "a b c d"}, {"id": "5", "text": "e f g h"}]
    (files / "mixed.jsonl").write_text("\n".join(map(json.dumps, rows)))
    assert "doc_id with values of the types 'int', 'str'" in failure_with_message(
        run, "fingerprint", files / "mixed.jsonl", "-o", files / "m.parquet"
    )
    assert not (files / "m.parquet").exists()
    latin = "id_a,id_b,label,note\n0a,0b,1,é\n1a,1b,1,é\n0a,1b,0,é\n2a,3b,0,é\n"
    (files / "latin.csv").write_bytes(latin.encode("latin-1"))
    assert "pass encoding=" in failure(run, "tune", documents, files / "latin.csv", "-o", files / "t.yaml")
    code, _, err = run(
        "tune", documents, files / "latin.csv", "-o", files / "t.yaml", "--pairs-encoding", "latin-1", "--seed", "1"
    )
    assert "is not UTF-8" not in err


def test_an_interrupt_ends_with_one_line_and_no_file(files):
    page = "<main>" + "<p>some words of a page that takes its time</p>" * 40 + "</main>"
    pd.DataFrame({"id": range(5000), "html": page}).to_csv(files / "many.csv", index=False)
    command = [sys.executable, "-m", "simlab", "fingerprint", str(files / "many.csv"), "-o", str(files / "out.csv")]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert "documents are HTML pages" in process.stderr.readline(), "from here on it works for half a minute"
        process.send_signal(signal.SIGINT)
        assert process.stderr.read() == "simlab: interrupted; files that were complete stay\n"
    assert process.returncode == 130
    assert not (files / "out.csv").exists() and not list(files.glob(".simlab*"))


def test_naming_a_column_of_texts_means_documents(run, files):
    table = pd.read_csv(files / "documents.csv").rename(columns={"text": "body"}).assign(fingerprint=range(40))
    table.to_json(files / "both.jsonl", orient="records", lines=True)
    code, out, _ = run("check", files / "both.jsonl", "--text", "body")
    assert code == 0 and out.startswith("pass: 40 documents")
    stored = pd.DataFrame({"doc_id": range(40), "fingerprint": [f"0x{n:016x}" for n in range(40)], "n_bits": "abc"})
    stored.to_csv(files / "odd.csv", index=False)
    assert "n_bits: received 'abc'; allowed: a whole number from 1 to 64" in failure(run, "check", files / "odd.csv")


def test_a_pipe_behind_a_name_is_written_to(files):
    command = (
        f"{sys.executable} -m simlab tune {files}/documents.csv {files}/pairs.csv -o /dev/stdout 2>&1 | grep -c "
        "schema_version"
    )
    found = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert found.stdout.strip() == "1"
