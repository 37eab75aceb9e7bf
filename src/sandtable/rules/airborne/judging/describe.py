"""What Control tells an adjudication: words and numbers read once, each mistake answered with one sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any, Final, TypeVar

from sandtable.kernel import BadDescription, Given, NotYetTold
from sandtable.kernel.book.describing import listed, one_of, pairs, told, whole

from ..state import Ground, Mode, Troop

# More dice, or units, than this are no adjudication any more.
MOST: Final = 60
# No status, stock or factor is larger.
LARGEST: Final = 9999
TROOPS: Final = ("foot", "mech", "tanks", "artillery", "recce")
GROUNDS: Final = tuple(ground.word for ground in Ground)
MODES: Final = tuple(mode.word for mode in Mode)

E = TypeVar("E", bound=IntEnum)


def number(given: Given, key: str, *, default: int | None = None, least: int = 0, most: int = MOST) -> int:
    """The whole number under *key*, between *least* and *most*; *default* where nothing is given."""
    value = given.get(key)
    if value is None:
        if default is None:
            raise NotYetTold(f"{option(key)} is missing; give a whole number from {least} to {most}")
        return default
    return whole(value, option(key), least=least, most=most)


def member(kind: type[E], value: object, what: str, choices: Sequence[str]) -> E:
    """The member of *kind* that *value* names."""
    return kind[one_of(value, what, choices).upper()]


def ground_of(given: Given) -> Ground:
    """The ground given, open by default."""
    return member(Ground, told(given, "ground", Ground.OPEN.word), "--ground", GROUNDS)


def troop_of(given: Given) -> Troop:
    """The kind of troops given."""
    if given.get("troop") is None:
        raise NotYetTold(f"--troop is missing; it should be one of {', '.join(TROOPS)}")
    return member(Troop, given["troop"], "--troop", TROOPS)


def entries(given: Given, side: str, keys: Sequence[str]) -> list[Mapping[str, Any]]:
    """The entries of one side: a text or several of them, or tables of a description file; only *keys* are known."""
    found: list[Mapping[str, Any]] = [pairs(entry, option(side), keys) for entry in listed(given.get(side))]
    if not found:
        raise NotYetTold(f"{option(side)} is missing; give at least status=N")
    if len(found) > MOST:
        raise BadDescription(
            f"{option(side)} has {len(found)} entries; a combat has at most {MOST} of a side"
        )
    return found


def option(key: str) -> str:
    """A key as it is written on the command line."""
    return f"--{key.replace('_', '-')}"
