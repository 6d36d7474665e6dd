"""Writing files so that nothing half-written stays behind."""

from __future__ import annotations

import contextlib
import errno
import gzip
import os
import pathlib
import tempfile
from collections.abc import Iterator

__all__ = ["atomic_path", "write_bytes", "write_text"]


@contextlib.contextmanager
def atomic_path(path: str | os.PathLike[str]) -> Iterator[pathlib.Path]:
    """Give a temporary path beside ``path`` and rename it to ``path`` when the block ends well.

    If the block raises, or is interrupted, the temporary file is removed and an older file at ``path`` stays as it was.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> target = pathlib.Path(tempfile.mkdtemp()) / "report.txt"
    >>> with atomic_path(target) as temporary:
    ...     _ = temporary.write_text("done")
    >>> target.read_text(), len(list(target.parent.iterdir()))
    ('done', 1)
    """
    given = pathlib.Path(path)
    if given.is_dir():
        raise IsADirectoryError(errno.EISDIR, "is a folder, not a file to write", str(path))
    if given.exists() and not given.is_file():
        # A pipe or a device, also behind a name such as /dev/stdout, cannot be replaced, only written to.
        with tempfile.TemporaryDirectory() as folder:
            yield (temporary := pathlib.Path(folder) / "content")
            given.write_bytes(temporary.read_bytes())
        return
    # A link stays a link: what it points to is replaced, and keeps its mode.
    target = pathlib.Path(os.path.realpath(path))
    mode = target.stat().st_mode & 0o777 if target.exists() else None
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=".simlab-", suffix=".part", dir=target.parent)
    os.close(handle)
    temporary = pathlib.Path(name)
    try:
        yield temporary
        if mode is None:
            # mkstemp makes the file private; a result should be as readable as any other file the user writes.
            umask = os.umask(0)
            os.umask(umask)
            mode = 0o666 & ~umask
        temporary.chmod(mode)
        os.replace(temporary, target)
    finally:
        temporary.unlink(missing_ok=True)


def write_bytes(path: str | os.PathLike[str], content: bytes) -> None:
    """Write bytes, whole or not at all."""
    with atomic_path(path) as temporary:
        temporary.write_bytes(content)


def write_text(path: str | os.PathLike[str], content: str) -> None:
    """Write text as UTF-8 with ``\\n`` line ends, whole or not at all."""
    write_bytes(path, content.encode("utf-8"))


@contextlib.contextmanager
def gzip_writer(path: str | os.PathLike[str]) -> Iterator[gzip.GzipFile]:
    """Open a gzip file for writing whose bytes depend on the content alone: no time stamp, no file name."""
    with (
        atomic_path(path) as temporary,
        open(temporary, "wb") as raw,
        gzip.GzipFile(filename="", mode="wb", fileobj=raw, compresslevel=9, mtime=0) as compressed,
    ):
        yield compressed
