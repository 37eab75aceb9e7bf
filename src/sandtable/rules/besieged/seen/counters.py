"""[Counters] The counters as everybody sees them: strength, steps and movement, and what has befallen them.

From one answer to the next few counters change. What a counter looks like is made once for all that is to be seen of it,
and the same row stands in every view that shows it so: nobody may write into it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple

from sandtable.kernel import Hex

from ..position.allowance import base_movement
from ..position.campaign import Campaign
from ..position.roster import FIRST_YEAR, SEATS, WEST_EDGE, Counter
from ..position.strength import strength
from ..position.war import FREE, Role, Status, War

Row = dict[str, Any]

FATES: Final = {status.value: status.name.lower() for status in Status if status is not Status.ON_MAP}
COMING: Final = FATES[Status.DUE]
# [Supply] At so many checks running without supply a unit is isolated: it loses steps.
ISOLATED: Final = 2
SYMBOLS: Final = {
    "inf": "infantry",
    "mtn": "mountain",
    "army": "infantry",
    "garmy": "infantry",
    "shock": "infantry",
    "rc": "infantry",
    "abn": "parachute",
    "nkvd": "security",
    "cav": "cavalry",
    "gcav": "cavalry",
    "pz": "armor",
    "ss": "armor",
    "mot": "motorized",
    "tank": "armor",
    "tarmy": "armor",
    "gtarmy": "armor",
    "mech43": "mechanized",
    "mech": "mechanized",
}
# What a player calls the class of a unit.
KINDS: Final = {
    "inf": "infantry corps",
    "mtn": "mountain corps",
    "army": "army",
    "garmy": "Guards army",
    "shock": "shock army",
    "rc": "rifle corps",
    "abn": "airborne corps",
    "nkvd": "garrison",
    "cav": "cavalry corps",
    "gcav": "Guards cavalry corps",
    "pz": "panzer corps",
    "ss": "SS panzer corps",
    "mot": "motorized corps",
    "tank": "tank corps",
    "tarmy": "tank army",
    "gtarmy": "Guards tank army",
    "mech43": "mechanized corps",
    "mech": "mechanized corps of 1941",
}

# Commands that are written short in the order of battle; German armies are numbers there.
COMMANDS: Final = {
    "SW": "Southwestern Front",
    "Western": "Western Front",
    "NW": "Northwestern Front",
    "Southern": "Southern Front",
    "Northern": "Northern Front",
    "Stavka": "Stavka reserve",
    "reserve": "Reserve",
    "coast": "Coast",
    "SE": "Army of the Southeast",
    "Karelia": "Army of Karelia",
    "Ro 3": "3rd Romanian Army",
    "Ro 4": "4th Romanian Army",
    "Hu 2": "2nd Hungarian Army",
    "It 8": "8th Italian Army",
    "1PzGr": "1st Panzer Group",
    "2PzGr": "2nd Panzer Group",
    "3PzGr": "3rd Panzer Group",
    "4PzGr": "4th Panzer Group",
}


class Look(NamedTuple):
    """All that is to be seen of a unit beyond its print."""

    unit: int
    status: int
    hex: int
    due: int
    year: int
    steps: int
    strength: int
    movement: int
    unsupplied: int
    moved: int
    fought: int
    must_attack: int
    locked: int
    role: int
    landed: int


def counters(g: War) -> tuple[list[Row], list[Row]]:
    """The counters on the map, and those off it: eliminated, surrendered, gone, still to come."""
    on_map: list[Row] = []
    off_map: list[Row] = []
    for look in _looks(g):
        (off_map if look.status else on_map).append(row(g.campaign, look))
    return on_map, off_map


def _looks(g: War) -> list[Look]:
    year = g.year
    return [
        Look(
            unit,
            status,
            g.hex_of[unit],
            g.due[unit] if status == Status.DUE else 0,
            year,
            g.steps[unit],
            strength(g, unit) if status == Status.ON_MAP else 0,
            base_movement(g, unit),
            g.unsupplied[unit],
            g.moved[unit],
            g.fought[unit],
            g.must_attack[unit],
            g.locked[unit],
            g.role[unit],
            g.landed[unit],
        )
        for unit, status in enumerate(g.status)
    ]


@lru_cache(maxsize=1 << 15)
def row(campaign: Campaign, look: Look) -> Row:
    """One counter in words."""
    printed = campaign.roster[look.unit]
    seen = _face(printed) | {
        "printed": printed.factors[look.year - FIRST_YEAR],
        "movement": look.movement,
        "steps": look.steps,
    }
    if look.status != Status.ON_MAP:
        seen |= {"fate": FATES[look.status]}
        if look.status == Status.DUE:
            seen |= {"turn": look.due, "place": _entry(printed)}
        return seen
    seen |= {
        "hex": campaign.grid.name(Hex(look.hex)),
        "strength": look.strength,
        "supplied": not look.unsupplied,
        "moved": bool(look.moved),
    }
    marks = {
        "isolated": look.unsupplied >= ISOLATED,
        "fought": bool(look.fought),
        "must_attack": bool(look.must_attack),
        "locked": look.locked != FREE,
        "attacks": look.role == Role.ATTACKS,
        "defends": look.role == Role.DEFENDS,
        "landed": bool(look.landed),
    }
    return seen | {mark: True for mark, there in marks.items() if there}


def _face(printed: Counter) -> Row:
    """What never changes."""
    return {
        "unit": printed.id,
        "name": printed.name,
        "side": SEATS[printed.side],
        "nation": printed.nation.name.lower(),
        "parent": COMMANDS.get(printed.command, _ordinal(printed.command)),
        "symbol": SYMBOLS[printed.kind],
        "kind": KINDS[printed.kind],
        "size": "XXXX" if printed.is_army else "XXX",
        "full_steps": printed.steps,
        "printed_movement": printed.movement,
    }


def _entry(printed: Counter) -> str:
    return "the west edge" if printed.place == WEST_EDGE else printed.place


def _ordinal(command: str) -> str:
    return f"{command}th Army" if command.isdigit() else command
