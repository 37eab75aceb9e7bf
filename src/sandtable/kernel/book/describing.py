"""Reading a described combat: what somebody typed becomes numbers and words, or one sentence says what would do.

A description comes from the command line ("men=14,tanks=3"), from a description file (a table of the same keys) or
from a program (a mapping), so every reader here takes all three. Nothing that can be written there may end in anything
but a value or one line: not a number of five thousand digits, not a list where a name belongs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from reprlib import Repr
from typing import Any, Final

from ..refusals import Refusal
from .adjudicator import BadDescription, Given

_MOST_BITS: Final = 200
_LONGEST_NAME: Final = 200
# Line breaks would make two lines of a sentence, and halves of characters cannot be written at all.
_UNSPEAKABLE: Final = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029\ud800-\udfff]")


class _Short(Repr):
    """What was given, cut short: a sentence is no place for a whole file, nor for a number that Python cannot print."""

    def __init__(self) -> None:
        super().__init__()
        self.maxstring = self.maxother = 120
        self.maxlong = 80
        self.maxlevel = 3

    def repr_int(self, x: int, level: int) -> str:
        """A number, or that it is one."""
        return "a number of very many digits" if x.bit_length() > _MOST_BITS else super().repr_int(x, level)


_SHORT: Final = _Short()


def is_told(value: Any) -> bool:
    """Whether an option was given: 0 is a value; None, false and an option that was never repeated are none."""
    return value is not None and value is not False and value != ()


def told(given: Given, key: str, default: Any) -> Any:
    """What is given under *key*, 0 included; *default* where nothing is."""
    value = given.get(key)
    return default if value is None else value


def shown(value: Any) -> str:
    """*value* in a sentence, cut short where it is long."""
    return _SHORT.repr(value)


def flag(given: Given, key: str) -> bool:
    """Whether *key* holds: true or false, and no word for it."""
    value = told(given, key, False)
    if not isinstance(value, bool):
        raise BadDescription(f"{key} is {shown(value)}; true or false would do")
    return value


def whole(value: Any, what: str, *, least: int | None = None, most: int | None = None) -> int:
    """*value* as a whole number within its bounds."""
    text = str(value).strip() if _is_printable(value) else ""
    if not re.fullmatch(r"[-+]?[0-9]{1,9}", text):
        raise BadDescription(f"{what} is {shown(value)}; it should be a whole number")
    for limit, word, beyond in ((least, "least", -1), (most, "most", 1)):
        if limit is not None and (int(text) - limit) * beyond > 0:
            raise BadDescription(f"{what} is {int(text)}; it should be at {word} {limit}")
    return int(text)


def fraction(value: Any, what: str) -> Fraction:
    """*value* as a number or a fraction of at least 0: "3", "2.5", "1/2"."""
    text = str(value).strip() if _is_printable(value) else ""
    if not re.fullmatch(r"[-+]?[0-9]{1,9}(\.[0-9]{1,9}|/0*[1-9][0-9]{0,8})?", text):
        raise BadDescription(f"{what} is {shown(value)}; give a number or a fraction such as 1/2")
    found = Fraction(text)
    if found < 0:
        raise BadDescription(f"{what} is {shown(value)}; give a number of at least 0")
    return found


def name(value: Any, what: str) -> str:
    """*value* as a name: a text of one line, or a number where hexes are numbered."""
    if not isinstance(value, str):
        if isinstance(value, bool) or not isinstance(value, int):
            raise BadDescription(f"{what} is {shown(value)}; it should be a name")
        return str(whole(value, what))
    if _UNSPEAKABLE.search(value) or len(value) > _LONGEST_NAME:
        raise BadDescription(
            f"{what} is {shown(value)}; a name stands on one line and has at most {_LONGEST_NAME} characters"
        )
    return value.strip()


def names(value: Any, what: str) -> list[str]:
    """The names given: one, several in a list, or none."""
    return [name(one, what) for one in listed(value)]


def one_of(value: Any, what: str, choices: Sequence[str]) -> str:
    """*value* as one of the words in *choices*."""
    if not isinstance(value, str) or value not in choices:
        raise BadDescription(f"{what} is {shown(value)}; it should be one of {', '.join(choices)}")
    return value


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
            raise BadDescription(f"{what} knows no {shown(key)}; it takes {', '.join(keys)}")
        if key in found:
            raise BadDescription(f"{what} names {key!r} twice; once will do")
        found[key] = given
    return found


def allowed(no: Refusal | None) -> None:
    """Turn a refusal of the rules into the one sentence of a bad description."""
    if no is not None:
        raise BadDescription(str(no))


def _is_printable(value: Any) -> bool:
    """Whether *value* may be a number: true and false are none, and Python prints none of thousands of digits."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return False
    return not isinstance(value, int) or value.bit_length() <= _MOST_BITS


def _split(value: Any, what: str) -> Iterator[tuple[str, str]]:
    for part in value.split(",") if isinstance(value, str) else [shown(value)]:
        key, _, given = (piece.strip() for piece in part.partition("="))
        if not key or not given or not isinstance(value, str):
            raise BadDescription(f"{what} has {shown(part.strip())}; it should read like key=value,key=value")
        yield key, given
