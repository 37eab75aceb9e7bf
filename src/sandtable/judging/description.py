"""A described combat from what somebody has told: what is missing, the defaults, and the dice as they are typed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.kernel.book.adjudicator import Adjudicator, Asked, NotYetTold
from sandtable.kernel.book.forms import PROCEDURE
from sandtable.kernel.chance.dice import BadDice, Roll


def described(adjudicator: Adjudicator, told: Mapping[str, Any]) -> dict[str, Any]:
    """The combat as it is told, with defaults where it is not; NotYetTold names what is needed and lacks."""
    given = {name: value for name, value in told.items() if is_told(value)}
    for asked in adjudicator.asked:
        if asked.name not in given and belongs(asked, adjudicator, given):
            if asked.required:
                raise NotYetTold(f"--{dashed(asked)} is missing: {asked.help}")
            if asked.default is not None:
                given[asked.name] = asked.default
    return given


def is_told(value: Any) -> bool:
    """Whether something was given: 0 is a value; None, false and an option that was never repeated are none."""
    return value is not None and value is not False and value != ()


def belongs(asked: Asked, adjudicator: Adjudicator, given: Mapping[str, Any]) -> bool:
    """Whether it is a matter of the procedure that is named; the first of them is meant where none is."""
    if not asked.of:
        return True
    procedures = next(other for other in adjudicator.asked if other.name == PROCEDURE)
    return (given.get(PROCEDURE) or procedures.choices[0]) in asked.of


def dashed(asked: Asked) -> str:
    """Its name as an option."""
    return asked.name.replace("_", "-")


def parse_rolls(text: str) -> tuple[Roll, ...]:
    """Rolls as typed, one after another: "6,6,4 6,6 6"."""
    rolls: list[Roll] = []
    for group in text.split():
        faces = group.split(",")
        # No die has more sides than a thousand.
        if not all(face.isascii() and face.isdigit() and len(face) <= 4 for face in faces):
            raise BadDice(
                f"{group[:80]!r} is no roll; rolls are faces with commas, apart by spaces: '6,6,4 6,6 6'"
            )
        rolls.append(tuple(int(face) for face in faces))
    return tuple(rolls)
