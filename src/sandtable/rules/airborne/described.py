"""What Control tells an adjudication: words and numbers read once, each mistake answered with one sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from fractions import Fraction
from typing import Any, Final, TypeVar

from sandtable.kernel.adjudicator import BadDescription, Given

from .state import Ground, Mode, Troop

# More dice than this are no adjudication any more.
MOST: Final = 60
TROOPS: Final = ("foot", "mech", "tanks", "artillery", "recce")
GROUNDS: Final = tuple(ground.word for ground in Ground)
MODES: Final = tuple(mode.word for mode in Mode)

E = TypeVar("E", bound=IntEnum)


def number(given: Given, key: str, *, default: int | None = None, least: int = 0, most: int = MOST) -> int:
    """The whole number under *key*, between *least* and *most*; *default* where nothing is given."""
    value = given.get(key)
    if value is None:
        if default is None:
            raise BadDescription(f"{_option(key)} is missing; give a whole number from {least} to {most}")
        return default
    return whole(value, _option(key), least=least, most=most)


def whole(value: object, what: str, *, least: int | None = None, most: int | None = None) -> int:
    """*value* as a whole number, between *least* and *most* where they are given."""
    text = str(value).strip()
    if (
        isinstance(value, bool)
        or not text.removeprefix("-").removeprefix("+").isdecimal()
        or not text.isascii()
    ):
        raise BadDescription(f"{what} is {value!r}; give a whole number")
    found = int(text)
    if least is not None and found < least:
        raise BadDescription(f"{what} is {found}; give at least {least}")
    if most is not None and found > most:
        raise BadDescription(f"{what} is {found}; give at most {most}")
    return found


def fraction(value: object, what: str) -> Fraction:
    """*value* as a number or a fraction of at least 0: "3", "2.5", "1/2"."""
    try:
        found = Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        raise BadDescription(f"{what} is {value!r}; give a number or a fraction such as 1/2") from None
    if isinstance(value, bool) or found < 0:
        raise BadDescription(f"{what} is {value!r}; give a number of at least 0")
    return found


def word(value: object, what: str, choices: Sequence[str]) -> str:
    """*value* if it is one of *choices*."""
    if value not in choices:
        raise BadDescription(f"{what} is {value!r}; it may be {', '.join(choices)}")
    return str(value)


def one_of(kind: type[E], value: object, what: str, choices: Sequence[str]) -> E:
    """The member of *kind* that *value* names."""
    return kind[word(value, what, choices).upper()]


def ground_of(given: Given) -> Ground:
    """The ground given, open by default."""
    return one_of(Ground, given.get("ground") or Ground.OPEN.word, "--ground", GROUNDS)


def troop_of(given: Given) -> Troop:
    """The kind of troops given."""
    if given.get("troop") is None:
        raise BadDescription(f"--troop is missing; it may be {', '.join(TROOPS)}")
    return one_of(Troop, given["troop"], "--troop", TROOPS)


def pairs(text: str, what: str) -> dict[str, str]:
    """The keys and values of "status=12,factors=2"."""
    found: dict[str, str] = {}
    for part in text.split(","):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not key or not value:
            raise BadDescription(
                f"{what} has {part.strip()!r}; write key=value with commas between, as in status=12,factors=2"
            )
        if key in found:
            raise BadDescription(f"{what} says {key} twice; once will do")
        found[key] = value
    return found


def entries(given: Given, side: str, keys: Sequence[str]) -> list[Mapping[str, Any]]:
    """The entries of one side: a text or several of them, or tables of a description file; only *keys* are known."""
    value = given.get(side)
    what = _option(side)
    if not value:
        raise BadDescription(f"{what} is missing; give at least status=N")
    listed = [value] if isinstance(value, str | Mapping) else value
    if not isinstance(listed, Sequence):
        raise BadDescription(
            f"{what} is {value!r}; write key=value with commas between, as in status=12,factors=2"
        )
    found: list[Mapping[str, Any]] = []
    for entry in listed:
        if not isinstance(entry, str | Mapping):
            raise BadDescription(
                f"{what} holds {entry!r}; write key=value with commas between, as in status=12"
            )
        read = pairs(entry, what) if isinstance(entry, str) else entry
        if unknown := [key for key in read if key not in keys]:
            raise BadDescription(
                f"{what} has {unknown[0]!r}, which is unknown; it may hold {', '.join(keys)}"
            )
        found.append(read)
    return found


def _option(key: str) -> str:
    return f"--{key.replace('_', '-')}"
