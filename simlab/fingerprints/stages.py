"""Stages as a pipeline holds them: a registered name with parameters, or a function; and what each must answer."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from simlab.errors import InvalidPipeline
from simlab.fingerprints.weights import IdfTable
from simlab.registry import Stage, bind, name_of, stage

__all__ = ["StageLike", "as_stage", "canonical", "function_name", "function_of", "unnamed"]

StageLike = str | Stage | Mapping[str, Any] | Callable[..., Any]


def as_stage(kind: str, value: Any) -> Any:
    """Bring every way to spell a stage to a Stage, or keep a function that has no name."""
    if isinstance(value, (Stage, IdfTable)):
        return value
    if isinstance(value, str):
        return Stage(value)
    if isinstance(value, Mapping) and isinstance(value.get("name"), str):
        return stage(value["name"], **{str(key): item for key, item in value.items() if key != "name"})
    if callable(value):
        name = name_of(kind, value)
        return value if name is None else Stage(name)
    raise InvalidPipeline(
        kind, value, "a registered name, a name with parameters, or a function", f"see simlab.registry.names({kind!r})"
    )


def function_of(kind: str, chosen: Any) -> Callable[..., Any]:
    """The stage as a function with its parameters fixed."""
    return bind(kind, chosen) if isinstance(chosen, Stage) else chosen


def function_name(function: Any) -> str:
    """Module and qualified name of a function."""
    return f"{getattr(function, '__module__', '?')}.{getattr(function, '__qualname__', type(function).__name__)}"


_SERIAL_NUMBERS: WeakKeyDictionary[Any, int] = WeakKeyDictionary()


_NEXT_NUMBER = itertools.count(1)


def unnamed(function: Any) -> str:
    """Describe a function without registered name so that no two of them look alike in one process."""
    try:
        number = _SERIAL_NUMBERS.setdefault(function, 0) or next(_NEXT_NUMBER)
        _SERIAL_NUMBERS[function] = number
    except TypeError:  # cannot be hashed or referred to weakly
        number = id(function)
    return f"<{function_name(function)} #{number}>"


def canonical(value: Any) -> Any:
    """A value for the identity: numbers by their value, so that 3 and 3.0 are one parameter."""
    if isinstance(value, Mapping):
        return {key: canonical(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [canonical(item) for item in value]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def spelled(value: Any) -> str:
    """A stage in one line for people, from its plain form."""
    if isinstance(value, Mapping):
        rest = ", ".join(f"{key}={item!r}" for key, item in value.items() if key != "name")
        return f"{value['name']}({rest})"
    return str(value)


def checked(kind: str, value: Any, expected: type) -> Any:
    """What a stage returned, if it is of the kind it must be."""
    if not isinstance(value, expected):
        raise InvalidPipeline(
            kind, type(value).__name__, f"a function that returns {expected.__name__}", f"correct the {kind} function"
        )
    return value


def checked_tokens(tokens: Any) -> list[str]:
    """What a tokenizer returned, if it is a list of texts."""
    if isinstance(tokens, str) or not isinstance(tokens, Sequence) or (len(tokens) and not isinstance(tokens[0], str)):
        raise InvalidPipeline(
            "tokenize", type(tokens).__name__, "a function that returns list[str]", "correct the tokenize function"
        )
    return list(tokens)


def is_unsigned(value: Any) -> bool:
    """Say whether a value is a whole number from 0 to 2**64 - 1."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool) and 0 <= int(value) < 1 << 64


def whole(value: Any) -> int:
    """A hash value as a plain int; a TypeError if it is no whole number."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise TypeError
    return int(value)
