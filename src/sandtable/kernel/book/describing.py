"""Reading a described combat: what somebody typed becomes numbers and words, or one sentence says what would do.

A description comes from the command line ("men=14,tanks=3"), from a description file (a table of the same keys) or
from a program (a mapping), so every reader here takes all three.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..refusals import Refusal
from .adjudicator import BadDescription


def whole(value: Any, what: str, *, least: int | None = None, most: int | None = None) -> int:
    """*value* as a whole number within its bounds."""
    text = str(value).strip() if isinstance(value, int | str) else ""
    if not re.fullmatch(r"[-+]?[0-9]{1,9}", text):
        raise BadDescription(f"{what} is {value!r}; it should be a whole number")
    for limit, word, beyond in ((least, "least", -1), (most, "most", 1)):
        if limit is not None and (int(text) - limit) * beyond > 0:
            raise BadDescription(f"{what} is {int(text)}; it should be at {word} {limit}")
    return int(text)


def one_of(value: Any, what: str, choices: Sequence[str]) -> str:
    """*value* as one of the words in *choices*."""
    if value not in choices:
        raise BadDescription(f"{what} is {value!r}; it should be one of {', '.join(choices)}")
    return str(value)


def some_of(value: Any, what: str, choices: Sequence[str]) -> frozenset[str]:
    """The words given: one, several in a list, or none; each must be one of *choices*."""
    return frozenset(one_of(word, what, choices) for word in listed(value))


def listed(value: Any) -> list[Any]:
    """What was given once, several times or not at all, as a list."""
    if value is None:
        return []
    return list(value) if isinstance(value, list | tuple | set | frozenset) else [value]


def pairs(value: Any, what: str, keys: Sequence[str]) -> dict[str, Any]:
    """The values by their keys in "men=14,tanks=3", or in a mapping; nothing given is no pairs."""
    if value is None:
        return {}
    found: dict[str, Any] = {}
    for key, given in value.items() if isinstance(value, Mapping) else _split(value, what):
        if key not in keys:
            raise BadDescription(f"{what} knows no {key!r}; it takes {', '.join(keys)}")
        if key in found:
            raise BadDescription(f"{what} names {key!r} twice; once will do")
        found[key] = given
    return found


def allowed(no: Refusal | None) -> None:
    """Turn a refusal of the rules into the one sentence of a bad description."""
    if no is not None:
        raise BadDescription(str(no))


def _split(value: Any, what: str) -> Iterator[tuple[str, str]]:
    for part in str(value).split(","):
        key, _, given = (piece.strip() for piece in part.partition("="))
        if not key or not given:
            raise BadDescription(f"{what} has {part.strip()!r}; it should read like key=value,key=value")
        yield key, given
