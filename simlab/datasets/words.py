"""Reading the word files beside the generators: what a corpus says stands there, how it is put together in the code."""

from __future__ import annotations

import functools
import importlib.resources
from collections.abc import Iterable, Iterator

__all__ = ["alternatives", "read_phrases", "read_words"]


@functools.cache
def read_words(file: str) -> dict[str, dict[str, tuple[str, ...]]]:
    """Read a word file, every line as it stands.

    ``@topic NAME`` opens a topic, ``@KEY`` opens a list, every other line is one entry; blank lines and lines that
    begin with ``#`` are passed over.

    Parameters
    ----------
    file : str
        Name of a file in ``simlab/datasets``.

    Returns
    -------
    dict of str to dict of str to tuple of str
        Topic -> name of the list -> entries, all in the order of the file.

    Examples
    --------
    >>> read_words("newsroom_french.txt")["general"]["ordinal"]
    ('[deuxième|troisième|quatrième|cinquième]',)
    """
    source = importlib.resources.files("simlab.datasets").joinpath(file)
    words: dict[str, dict[str, tuple[str, ...]]] = {}
    topic = key = ""
    for line in source.read_text(encoding="utf-8").splitlines():
        if line.startswith("@topic "):
            topic = line.removeprefix("@topic ")
            words[topic] = {}
        elif line.startswith("@"):
            key = line[1:]
            words[topic][key] = ()
        elif line and not line.startswith("#"):
            words[topic][key] = (*words[topic][key], line)
    return words


def alternatives(entries: Iterable[str]) -> Iterator[str]:
    """Yield the members of a list, those of a line ``[a|b|c]`` one by one.

    Examples
    --------
    >>> list(alternatives(["[red|green]", "{name}"]))
    ['red', 'green', '{name}']
    """
    for entry in entries:
        yield from entry.removeprefix("[").removesuffix("]").split("|") if entry.startswith("[") else [entry]


def read_phrases(file: str) -> dict[str, dict[str, tuple[str, ...]]]:
    """Read a word file as :func:`read_words` does, a line ``[a|b|c]`` as three entries.

    Examples
    --------
    >>> read_phrases("jobboard_roles.txt")["games"]["titles"]
    ('Gameplay programmer', 'Engine programmer', 'Tools programmer', 'Unity developer')
    """
    return {
        topic: {key: tuple(alternatives(entries)) for key, entries in lists.items()}
        for topic, lists in read_words(file).items()
    }
