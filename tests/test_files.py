"""Nothing half-written stays behind."""

import os
import threading

import pytest

from simlab.files import atomic_path, gzip_writer, write_text


def test_a_failed_write_leaves_the_old_file_and_no_other(tmp_path):
    target = tmp_path / "result.txt"
    write_text(target, "old")
    with pytest.raises(KeyboardInterrupt), atomic_path(target) as temporary:
        temporary.write_text("half")
        raise KeyboardInterrupt
    assert target.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["result.txt"]


def test_folders_are_made_and_line_ends_kept(tmp_path):
    write_text(tmp_path / "a" / "b.txt", "é\n")
    assert (tmp_path / "a" / "b.txt").read_bytes() == "é\n".encode()


def test_gzip_bytes_depend_on_the_content_alone(tmp_path):
    for name in ("one.gz", "two.gz"):
        with gzip_writer(tmp_path / name) as stream:
            stream.write(b"content")
    assert (tmp_path / "one.gz").read_bytes() == (tmp_path / "two.gz").read_bytes()


def test_links_and_pipes_are_written_through(tmp_path):
    (tmp_path / "real.txt").write_text("old")
    (tmp_path / "link.txt").symlink_to(tmp_path / "real.txt")
    write_text(tmp_path / "link.txt", "new")
    assert (tmp_path / "link.txt").is_symlink() and (tmp_path / "real.txt").read_text() == "new"
    os.mkfifo(tmp_path / "pipe")
    reader = threading.Thread(target=lambda: received.append((tmp_path / "pipe").read_text()))
    received = []
    reader.start()
    write_text(tmp_path / "pipe", "through")
    reader.join(timeout=10)
    assert received == ["through"] and (tmp_path / "pipe").is_fifo()


def test_a_folder_is_no_file_to_write(tmp_path):
    with pytest.raises(IsADirectoryError, match="is a folder, not a file to write"):
        write_text(tmp_path, "x")
