"""Names for every pluggable stage.

A stage is a plain function. It can always be handed over as it is; it gets a name when a file or a command line has
to speak of it. A stage's parameters are the keyword-only parameters of its function.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib import metadata
from typing import Any, TypeVar, overload

import numpy as np

from simlab.errors import InvalidPipeline, UnknownName, some

__all__ = ["KINDS", "Entry", "Stage", "bind", "lookup", "name_of", "names", "register", "stage"]

KINDS = ("html", "normalize", "tokenize", "weights", "hash", "policy")
"""The kinds of stage that can carry a name."""

Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(frozen=True)
class Entry:
    """A registered function and what the pipeline must know of it."""

    name: str
    function: Callable[..., Any]
    n_bits: int  # of a hash: the width of its values
    uses_headings: bool  # of weights: whether heading counts are needed


@dataclass(frozen=True)
class Stage:
    """A registered name with parameters: what a pipeline stores and what a YAML file spells.

    Examples
    --------
    >>> stage("xxh3-64", seed=7)
    xxh3-64(seed=7)
    >>> stage("xxh3-64", seed=7).to_dict()
    {'name': 'xxh3-64', 'seed': 7}
    """

    name: str
    parameters: tuple[tuple[str, Any], ...] = field(default=())

    def __repr__(self) -> str:
        if not self.parameters:
            return self.name
        return f"{self.name}({', '.join(f'{key}={value!r}' for key, value in self.parameters)})"

    def to_dict(self) -> str | dict[str, Any]:
        """Return the bare name when there are no parameters, else ``{"name": ..., parameter: value, ...}``."""
        return {"name": self.name, **dict(self.parameters)} if self.parameters else self.name


def stage(name: str, **parameters: Any) -> Stage:
    """Spell a stage with parameters: a registered name and what its function shall be called with.

    Parameters
    ----------
    name : str
        A registered name; see ``names``.
    **parameters
        The function's keyword-only parameters: texts, numbers, True, False or None, what a YAML file can hold.

    Raises
    ------
    InvalidPipeline
        If a parameter is something else.

    Examples
    --------
    >>> stage("heading", factor=3.0)
    heading(factor=3.0)
    """
    plain = {key: value.item() if isinstance(value, np.generic) else value for key, value in parameters.items()}
    for key, value in plain.items():
        if not isinstance(value, (str, int, float, bool, type(None))):
            raise InvalidPipeline(
                f"{name}: {key}",
                type(value).__name__,
                "a text, a number, True, False or None: what a YAML file can hold",
                "write a function that fixes the parameter and pass or register that",
            )
    return Stage(name, tuple(sorted(plain.items())))


_ENTRIES: dict[str, dict[str, Entry]] = {kind: {} for kind in KINDS}


@overload
def register(
    kind: str,
    name: str,
    function: Function,
    *,
    replace: bool = ...,
    n_bits: int | None = ...,
    uses_headings: bool | None = ...,
) -> Function: ...


@overload
def register(
    kind: str,
    name: str,
    function: None = ...,
    *,
    replace: bool = ...,
    n_bits: int | None = ...,
    uses_headings: bool | None = ...,
) -> Callable[[Function], Function]: ...


def register(
    kind: str,
    name: str,
    function: Function | None = None,
    *,
    replace: bool = False,
    n_bits: int | None = None,
    uses_headings: bool | None = None,
) -> Function | Callable[[Function], Function]:
    """Give a function a name, so that pipelines that use it can be written to YAML.

    The name is known to this process. For the command line, and for every process that loads the YAML, an installed
    package must bring the function along through an entry point; see docs/adding-a-hash.md.

    Parameters
    ----------
    kind : str
        One of ``simlab.registry.KINDS``: html, normalize, tokenize, weights, hash, policy.
    name : str
        The new name.
    function : callable, optional
        The stage; without it ``register`` is a decorator. Its keyword-only parameters become the stage's parameters.
    replace : bool
        Allow a name that is taken already.
    n_bits : int, optional
        For a hash: the width of its values. By default the function's attribute ``n_bits``, else 64.
    uses_headings : bool, optional
        For weights: whether heading counts are needed. By default the function's attribute, else True.

    Returns
    -------
    callable
        The function itself.

    Raises
    ------
    UnknownName
        If ``kind`` is none of the kinds.
    InvalidPipeline
        If the name is taken and ``replace`` is false.

    Examples
    --------
    >>> @register("hash", "length", n_bits=16, replace=True)
    ... def length_hash(feature):
    ...     return len(feature)
    >>> "length" in names("hash")
    True
    >>> _ = _ENTRIES["hash"].pop("length")
    """
    table = _table(kind)

    def enter(function: Function) -> Function:
        if name in table and not replace:
            raise InvalidPipeline(
                "name", name, f"a {kind} name not taken yet", "choose another name, or pass replace=True"
            )
        width = getattr(function, "n_bits", 64) if n_bits is None else n_bits
        headings = getattr(function, "uses_headings", True) if uses_headings is None else uses_headings
        table[name] = Entry(name, function, n_bits=width, uses_headings=headings)
        return function

    return enter if function is None else enter(function)


def names(kind: str) -> list[str]:
    """List the registered names of a kind, sorted, those of installed plug-ins included.

    Examples
    --------
    >>> names("weights")
    ['binary', 'count', 'heading', 'log']
    """
    return sorted(set(_table(kind)) | {point.name for point in _entry_points(kind)})


def lookup(kind: str, name: str) -> Entry:
    """Find a registered function; plug-ins are loaded when first asked for.

    An installed package adds names through the entry-point groups ``simlab.html``, ``simlab.hash`` and so on.

    Raises
    ------
    UnknownName
        If no function of this kind carries the name.
    """
    table = _table(kind)
    if name not in table:
        for point in _entry_points(kind):
            if point.name == name:
                function = point.load()
                # The package may have registered the name itself while it was imported.
                if name not in table:
                    register(kind, name, function)
                break
        else:
            raise UnknownName(
                kind, name, some(names(kind), limit=99), f"use one of these, or register a {kind} function"
            )
    return table[name]


def name_of(kind: str, function: Callable[..., Any]) -> str | None:
    """Return the name under which a function is registered, or None."""
    for entry in _table(kind).values():
        if entry.function is function:
            return entry.name
    return None


def bind(kind: str, chosen: Stage) -> Callable[..., Any]:
    """Look a stage up and fix its parameters.

    Raises
    ------
    UnknownName
        If the name is unknown.
    InvalidPipeline
        If the function has no such parameter.
    """
    function = lookup(kind, chosen.name).function
    if not chosen.parameters:
        return function
    allowed = [
        name
        for name, parameter in inspect.signature(function).parameters.items()
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY
    ]
    for key, _ in chosen.parameters:
        if key not in allowed:
            raise InvalidPipeline(
                f"{kind} {chosen.name!r}",
                key,
                f"the parameters {some(allowed, limit=99)}" if allowed else "no parameters",
                "leave the parameter out or correct its name",
            )
    return functools.partial(function, **dict(chosen.parameters))


def _table(kind: str) -> dict[str, Entry]:
    if kind not in _ENTRIES:
        raise UnknownName("kind", kind, some(KINDS, limit=99), "use one of these kinds")
    return _ENTRIES[kind]


def _entry_points(kind: str) -> Iterator[metadata.EntryPoint]:
    yield from metadata.entry_points(group=f"simlab.{kind}")
