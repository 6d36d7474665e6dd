"""What the README shows is what happens."""

import pathlib
import re

import pytest

import simlab
from simlab import registry
from simlab.demo import run_demo

README = (pathlib.Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    folder = tmp_path_factory.mktemp("demo")
    lines = []
    run_demo(folder, notebook=False, say=lines.append)
    return folder, "\n".join(lines)


def test_the_demo_prints_what_the_readme_shows(demo):
    shown = re.search(r"<!-- demo: .*? -->\n```text\n(.*?)```", README, re.DOTALL)[1]
    folder, printed = demo
    assert shown.strip() == printed.split("\nwrote")[0].strip().replace(str(folder), "out")


def test_the_demo_leaves_its_files(demo):
    folder, _ = demo
    assert sorted(path.name for path in folder.iterdir()) == ["roc.png", "thresholds.yaml"]
    assert (folder / "roc.png").read_bytes().startswith(b"\x89PNG")


def test_the_python_example_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    code = re.search(r"```python\n(.*?)```", README, re.DOTALL)[1]
    exec(compile(code, "README.md", "exec"), {})
    printed = capsys.readouterr().out
    assert "near-duplicate if distance <=" in printed and "posts stay" in printed
    assert {path.name for path in tmp_path.iterdir()} == {"roc.png", "thresholds.yaml"}


def test_every_command_of_the_command_line_is_shown():
    from simlab.cli import app

    commands = {command.name or command.callback.__name__ for command in app.registered_commands}
    lines = re.search(r"## On the command line\n\n```sh\n(.*?)```", README, re.DOTALL)[1]
    mentioned = set(re.findall(r"^simlab (\w+)", lines, re.MULTILINE))
    assert mentioned <= commands
    assert commands - mentioned == {"demo", "lab"}, "what make calls"


DOCS = pathlib.Path(__file__).parent.parent / "docs"


@pytest.mark.parametrize(
    "page", sorted(path.name for path in DOCS.glob("*.md") if "```python" in path.read_text("utf-8"))
)
def test_the_examples_in_docs_run(page, capsys):
    before = {kind: dict(entries) for kind, entries in registry._ENTRIES.items()}
    try:
        for code in re.findall(r"```python\n(.*?)```", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL):
            exec(compile(code, page, "exec"), {})
        added = {name for kind, entries in registry._ENTRIES.items() for name in entries if name not in before[kind]}
        assert added, "every page shows how a stage gets its name"
    finally:
        for kind, entries in before.items():
            registry._ENTRIES[kind].clear()
            registry._ENTRIES[kind].update(entries)


def test_every_public_name_is_documented():
    for name in simlab.__all__:
        thing = getattr(simlab, name)
        assert (thing.__doc__ or "").strip(), name
        if callable(thing) and not isinstance(thing, type):
            assert "Examples" in thing.__doc__, name
