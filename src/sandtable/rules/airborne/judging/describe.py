"""What Control tells an adjudication: words and numbers read once, each mistake answered with one sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from fractions import Fraction
from typing import Any, Final, TypeVar

from sandtable.kernel import BadDescription, Given
from sandtable.kernel.book.describing import listed, one_of, pairs, whole

from ..state import Ground, Mode, Troop

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
            raise BadDescription(f"{option(key)} is missing; give a whole number from {least} to {most}")
        return default
    return whole(value, option(key), least=least, most=most)


def fraction(value: object, what: str) -> Fraction:
    """*value* as a number or a fraction of at least 0: "3", "2.5", "1/2"."""
    try:
        found = Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        raise BadDescription(f"{what} is {value!r}; give a number or a fraction such as 1/2") from None
    if isinstance(value, bool) or found < 0:
        raise BadDescription(f"{what} is {value!r}; give a number of at least 0")
    return found


def member(kind: type[E], value: object, what: str, choices: Sequence[str]) -> E:
    """The member of *kind* that *value* names."""
    return kind[one_of(value, what, choices).upper()]


def ground_of(given: Given) -> Ground:
    """The ground given, open by default."""
    return member(Ground, given.get("ground") or Ground.OPEN.word, "--ground", GROUNDS)


def troop_of(given: Given) -> Troop:
    """The kind of troops given."""
    if given.get("troop") is None:
        raise BadDescription(f"--troop is missing; it should be one of {', '.join(TROOPS)}")
    return member(Troop, given["troop"], "--troop", TROOPS)


def entries(given: Given, side: str, keys: Sequence[str]) -> list[Mapping[str, Any]]:
    """The entries of one side: a text or several of them, or tables of a description file; only *keys* are known."""
    found: list[Mapping[str, Any]] = [pairs(entry, option(side), keys) for entry in listed(given.get(side))]
    if not found:
        raise BadDescription(f"{option(side)} is missing; give at least status=N")
    return found


def option(key: str) -> str:
    """A key as it is written on the command line."""
    return f"--{key.replace('_', '-')}"
