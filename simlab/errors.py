"""Errors that say what was given, what is allowed and what to do.

Every error simlab raises on purpose is a ``SimlabError``, which is a ``ValueError``. The four parts of a message are
the four arguments of the constructor, so that none of them is forgotten.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

__all__ = [
    "InvalidDocuments",
    "InvalidFingerprints",
    "InvalidPairs",
    "InvalidPipeline",
    "InvalidThresholds",
    "SimlabError",
    "UnknownName",
]


class SimlabError(ValueError):
    """Something simlab was given cannot be used.

    Parameters
    ----------
    argument : str
        Name of the argument, column or file that is wrong.
    received : object
        The value received; shown with ``repr`` and cut at 200 characters.
    allowed : str
        What would have been accepted.
    action : str
        What to do now: one sentence without a full stop at its end.

    Examples
    --------
    >>> raise SimlabError("n_bits", 65, "a whole number from 1 to 64", "pass n_bits=64")
    Traceback (most recent call last):
    simlab.errors.SimlabError: n_bits: received 65; allowed: a whole number from 1 to 64. What to do: pass n_bits=64.
    """

    def __init__(self, argument: str, received: object, allowed: str, action: str) -> None:
        self.argument = argument
        self.received = received
        self.allowed = allowed
        self.action = action
        shown = received.text if isinstance(received, _Verbatim) else repr(_plain(received))
        if not isinstance(received, _Verbatim) and len(shown) > 200:
            shown = shown[:197] + "..."
        super().__init__(f"{argument}: received {shown}; allowed: {allowed}. What to do: {action}.")

    def __reduce__(self) -> tuple[type[SimlabError], tuple[object, ...]]:
        # An exception is rebuilt from its arguments when it crosses a process; the message alone would not do.
        return type(self), (self.argument, self.received, self.allowed, self.action)

    def __str__(self) -> str:
        # Written out because KeyError, the other parent of UnknownName, would show the message in quotes.
        return str(self.args[0])


def _plain(value: object) -> object:
    """A NumPy number as the plain one: messages say 5, not np.int64(5)."""
    if isinstance(value, (list, tuple)):
        return type(value)([_plain(item) for item in value])
    return value.item() if hasattr(value, "item") and getattr(value, "shape", None) == () else value


@dataclass(frozen=True)
class _Verbatim:
    """A description that stands in a message as it is, without quotes (for example a list of bad rows)."""

    text: str


def described(text: str) -> _Verbatim:
    """Wrap a description, so that an error shows it without quotes and without cutting it."""
    return _Verbatim(text)


def some(values: Iterable[object], *, limit: int = 5) -> str:
    """List the first few values for a message, and say how many more there are.

    Examples
    --------
    >>> some(["a", "b", "c"], limit=2)
    "'a', 'b' and 1 more"
    """
    items = [_plain(value) for value in values]
    text = ", ".join(repr(item) for item in items[:limit])
    return text if len(items) <= limit else f"{text} and {len(items) - limit} more"


class UnknownName(SimlabError, KeyError):
    """A name that no stage, preset, policy or data set carries; a ``KeyError`` too, because names are keys."""


class InvalidPipeline(SimlabError):
    """A pipeline whose parameters cannot work, or that cannot be written down."""


class InvalidDocuments(SimlabError):
    """A file or table of documents that cannot be read or used."""


class InvalidFingerprints(SimlabError):
    """Values that are not fingerprints, or fingerprints that cannot be compared."""


class InvalidPairs(SimlabError):
    """Labelled pairs that cannot be read or used."""


class InvalidThresholds(SimlabError):
    """A thresholds.yaml that cannot be written, read or trusted."""
