"""What the entries of a description are made of, so that a form can have a field for each."""

from __future__ import annotations

from typing import Final

from sandtable.kernel import Asked, Entries

from ..artillery import GUNS
from ..strength import AIR_LEVELS
from .describe import TROOPS
from .sides import MARKS


def _number(name: str, text: str) -> Asked:
    return Asked(name=name, help=text, kind="number")


_UNITS: Final = Entries(
    parts=(
        Asked(name="status", help="Status of the unit, or of all of them.", kind="number", required=True),
        _number("factors", "Factors that are not told below."),
        _number("artillery", "Status of the guns in effective range."),
        _number("long_artillery", "Status of the guns at long range."),
        Asked(name="air", help="Air support.", kind="choice", choices=tuple(AIR_LEVELS)),
        _number("units", "How many units it stands for."),
        Asked(name="troop", help="The kind of troops.", kind="choice", choices=TROOPS),
        Asked(name="marks", help="What holds of it.", kind="choice", choices=MARKS, several=True),
        Asked(name="name", help="What it is called."),
        Asked(name="formation", help="The formation it belongs to."),
        Asked(name="moved", help="The fraction of the turn spent in movement, as 1/2."),
        _number("ammo", "Ammunition points."),
        _number("fuel", "Fuel points."),
        _number("german_ga", "German ground-attack squadrons."),
        _number("allied_ga", "Allied ground-attack squadrons."),
        _number("heavy", "Heavy squadrons."),
        Asked(
            name="guns",
            help="What guns it has, if it is guns in support.",
            kind="choice",
            choices=tuple(GUNS),
        ),
        Asked(name="km", help="How far those guns are."),
        Asked(name="hex", help="Where it stands on the board."),
    ),
    several=True,
)
_FLAK: Final = Entries(
    parts=(_number("heavy", "Heavy flak units that fire."), _number("light", "Light flak units that fire."))
)
ENTRIES: Final = {"attacker": _UNITS, "defender": _UNITS, "flak": _FLAK}
