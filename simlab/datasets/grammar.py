"""Seeded text from a small grammar: the machine under every generated corpus."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence

__all__ = ["capitalized", "expand", "sentences"]

_SLOT = re.compile(r"\{([a-z_0-9]+)\}")
# The innermost brackets only: an alternative may hold slots and, once they are chosen, other alternatives.
_CHOICE = re.compile(r"\[([^\[\]|]*(?:\|[^\[\]|]*)+)\]")


def expand(template: str, rules: Mapping[str, Sequence[str]], rng: random.Random) -> str:
    """Replace every ``{name}`` by a random choice from ``rules[name]``, every ``[a|b]`` by a or b, until none is left.

    Parameters
    ----------
    template : str
        Text with slots in braces and alternatives in brackets; brackets without a bar stay as they are.
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
    >>> expand("She [said|added] {nothing}.", {"nothing": ["[little|less]"]}, random.Random(4)) in {
    ...     "She said little.", "She said less.", "She added little.", "She added less."}
    True
    """
    while True:
        # Alternatives first, so that nothing is drawn for a slot that is not taken.
        template, n_choices = _CHOICE.subn(lambda choice: rng.choice(choice.group(1).split("|")), template)
        template, n_slots = _SLOT.subn(lambda slot: rng.choice(rules[slot.group(1)]), template)
        if not n_choices and not n_slots:
            return template


def capitalized(text: str) -> str:
    """Begin with a capital and leave the rest as it is.

    Examples
    --------
    >>> capitalized("the public API")
    'The public API'
    """
    return text[0].upper() + text[1:]


def sentences(
    templates: Sequence[str], count: int, rules: Mapping[str, Sequence[str]], rng: random.Random
) -> tuple[str, ...]:
    """Expand ``count`` different templates, each to begin with a capital.

    Parameters
    ----------
    templates : sequence of str
        What to draw from; no template is taken twice.
    count : int
        At most the number of templates.
    rules : mapping of str to sequence of str
        As for :func:`expand`.
    rng : random.Random
        Source of every choice.

    Examples
    --------
    >>> import random
    >>> sorted(sentences(["{who} sings.", "{who} spoke."], 2, {"who": ["she"]}, random.Random(1)))
    ['She sings.', 'She spoke.']
    """
    return tuple(capitalized(expand(template, rules, rng)) for template in rng.sample(templates, count))
