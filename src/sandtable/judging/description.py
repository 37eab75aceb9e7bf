"""A described combat from what somebody has told: what is missing, the defaults, and the dice as they are typed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sandtable.kernel.book.adjudicator import Adjudicator, Asked, NotYetTold
from sandtable.kernel.book.describing import is_told, shown, told
from sandtable.kernel.book.forms import PROCEDURE
from sandtable.kernel.chance.dice import BadDice, Roll

# No die has more sides than a thousand.
_LONGEST_FACE: Final = 4


def described(adjudicator: Adjudicator, typed: Mapping[str, Any]) -> dict[str, Any]:
    """The combat as it is told, with defaults where it is not; NotYetTold names what is needed and lacks."""
    given = what_was_told(typed)
    for asked in adjudicator.asked:
        if asked.required and asked.name not in given and belongs(asked, adjudicator, given):
            raise NotYetTold(f"--{dashed(asked)} is missing: {asked.help}")
    return with_defaults(adjudicator, given)


def what_was_told(typed: Mapping[str, Any]) -> dict[str, Any]:
    """The options that were given; a 0 is a value like any other."""
    return {name: value for name, value in typed.items() if is_told(value)}


def with_defaults(adjudicator: Adjudicator, given: Mapping[str, Any]) -> dict[str, Any]:
    """*given*, with the defaults of what was not told."""
    usual = {
        asked.name: asked.default
        for asked in adjudicator.asked
        if asked.default is not None and asked.name not in given and belongs(asked, adjudicator, given)
    }
    return {**given, **usual}


def belongs(asked: Asked, adjudicator: Adjudicator, given: Mapping[str, Any]) -> bool:
    """Whether it is a matter of the procedure that is named; the first of them is meant where none is."""
    if not asked.of:
        return True
    procedures = next(other for other in adjudicator.asked if other.name == PROCEDURE)
    return told(given, PROCEDURE, procedures.choices[0]) in asked.of


def dashed(asked: Asked) -> str:
    """Its name as an option."""
    return asked.name.replace("_", "-")


def parse_rolls(text: str) -> tuple[Roll, ...]:
    """Rolls as typed, one after another: "6,6,4 6,6 6"."""
    rolls: list[Roll] = []
    for group in text.split():
        faces = group.split(",")
        if not all(face.isascii() and face.isdigit() and len(face) <= _LONGEST_FACE for face in faces):
            raise BadDice(
                f"{shown(group)} is no roll; rolls are faces with commas, apart by spaces: '6,6,4 6,6 6'"
            )
        rolls.append(tuple(int(face) for face in faces))
    return tuple(rolls)
