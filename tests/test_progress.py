"""Progress is for people who watch: never in pipes, never in notebooks that are kept."""

import sys

from simlab.progress import track


def test_items_pass_through_in_order_with_and_without_a_bar(capsys):
    assert list(track(iter(range(5)), "work", total=5, progress=True)) == [0, 1, 2, 3, 4]
    assert list(track(range(5), "work", progress=False)) == [0, 1, 2, 3, 4]
    assert capsys.readouterr().err == "", "short work shows nothing"


def test_a_pipe_and_the_switch_are_silent(monkeypatch, capsys):
    import time

    def slow():
        for item in range(12):
            time.sleep(0.1)
            yield item

    list(track(slow(), "work", total=12))
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("SIMLAB_PROGRESS", "0")
    list(track(slow(), "work", total=12))
    assert capsys.readouterr().err == ""
    monkeypatch.setenv("SIMLAB_PROGRESS", "1")
    list(track(slow(), "work", total=12))
    assert "work" in capsys.readouterr().err
