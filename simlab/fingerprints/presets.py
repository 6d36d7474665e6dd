"""The systems people already run, as pipelines that give the same bits.

Sources are the three articles the project grew from; ``tests/golden`` has their vectors. One thing differs on
purpose: a document without features has no fingerprint here, where the crawler's code stored 0 and so took all such
pages for duplicates.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from simlab.errors import UnknownName, some
from simlab.fingerprints.pipeline import Pipeline

__all__ = ["Presets", "presets"]


class Presets(Mapping[str, Pipeline]):
    """A read-only mapping from name to pipeline; an unknown name is answered with the names there are.

    Examples
    --------
    >>> sorted(presets)[0], presets["redirection.io"].n_bits
    ('crawler-shingles', 63)
    """

    def __init__(self, pipelines: Mapping[str, Pipeline]) -> None:
        self._pipelines = dict(pipelines)

    def __getitem__(self, name: str) -> Pipeline:
        try:
            return self._pipelines[name]
        except KeyError:
            raise UnknownName(
                "preset", name, some(self._pipelines, limit=99), "use one of these, or build a simlab.Pipeline"
            ) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._pipelines)

    def __len__(self) -> int:
        return len(self._pipelines)

    def __repr__(self) -> str:
        return "\n".join(f"{name}: {pipeline!r}" for name, pipeline in self._pipelines.items())

    def _ipython_key_completions_(self) -> list[str]:
        return list(self._pipelines)


presets = Presets(
    {
        # simlab's own: words in every script, 3-word shingles, a healthy hash.
        "default": Pipeline(),
        # The crawler article: tokenize() and createShingles() over Markdown, two seeded MurmurHash3 halves.
        "crawler-words": Pipeline(normalize="lower", tokenize="js-words", shingle_size=1, hash="murmur3-pair"),
        "crawler-shingles": Pipeline(
            normalize="lower", tokenize="js-split", shingle_size=3, short_shingle=False, hash="murmur3-pair"
        ),
        # The job-board article: the hash that lost 166 of 174 posts, and its repair.
        "gigspaid-buggy": Pipeline(normalize="lower", tokenize="js-split", shingle_size=1, hash="h31-mod31", tie=1),
        "gigspaid-fixed": Pipeline(normalize="lower", tokenize="js-split", shingle_size=1, hash="fnv-pair", tie=1),
        # The redirection.io article: the class as printed, 63 bits so that the value fits a signed integer.
        "redirection.io": Pipeline(
            normalize="php", tokenize="php-split", shingle_size=3, short_shingle=False, hash="xxh3-64", n_bits=63
        ),
    }
)
"""The systems people already run, by name."""
