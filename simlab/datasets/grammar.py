"""Seeded text from a small grammar: the machine under every generated corpus."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence

__all__ = ["expand"]

_SLOT = re.compile(r"\{([a-z_0-9]+)\}")


def expand(template: str, rules: Mapping[str, Sequence[str]], rng: random.Random) -> str:
    """Replace every ``{name}`` in the template by a random choice from ``rules[name]``, again and again until none is left.

    Parameters
    ----------
    template : str
        Text with slots in braces.
    rules : mapping of str to sequence of str
        What each slot may become; a choice may hold slots itself.
    rng : random.Random
        Source of every choice; the same state gives the same text.

    Examples
    --------
    >>> import random
    >>> rules = {"who": ["The {size} mayor"], "size": ["tall"]}
    >>> expand("{who} spoke.", rules, random.Random(1))
    'The tall mayor spoke.'
    """
    while _SLOT.search(template):
        template = _SLOT.sub(lambda slot: rng.choice(rules[slot.group(1)]), template)
    return template
