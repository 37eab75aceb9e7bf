"""[Counters] The counters as everybody sees them, and back again from what was seen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final

from sandtable.kernel import OFF_BOARD, Hex

from ..position.allowance import base_movement
from ..position.roster import SEATS, Roster
from ..position.strength import strength
from ..position.war import FREE, Role, Status, War

Row = dict[str, Any]
FATES: Final = {status.value: status.name.lower() for status in Status}
COMING: Final = FATES[Status.DUE]
SYMBOLS: Final = {
    "inf": "infantry",
    "mtn": "mountain",
    "army": "infantry",
    "garmy": "infantry",
    "shock": "engineer",
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
CORPS: Final = "XXX"
ARMY: Final = "XXXX"
# Marks that lie on a counter now and then; left out where they do not.
FLAGS: Final = {"moved": "spent", "fought": "fought", "must_attack": "must_attack", "landed": "landed"}
ROLES: Final = {role.value: role.name.lower() for role in Role}


def counters(g: War) -> tuple[list[Row], list[Row]]:
    """The counters on the map, and those off it: eliminated, surrendered, gone, still to come."""
    rows = [row(g, unit) for unit in range(len(g.roster))]
    on_map = [seen for unit, seen in enumerate(rows) if g.hex_of[unit] >= 0]
    return on_map, [seen for unit, seen in enumerate(rows) if g.hex_of[unit] < 0]


def row(g: War, unit: int) -> Row:
    """One counter in words."""
    face = _faces(g.roster)[unit]
    if g.hex_of[unit] < 0:
        return (
            face
            | {"fate": FATES[g.status[unit]], "turn": g.due[unit], "steps": g.steps[unit]}
            | _marks(g, unit)
        )
    seen = face | {
        "hex": g.grid.name(Hex(g.hex_of[unit])),
        "strength": strength(g, unit),
        "printed": _full(g, unit),
        "movement": base_movement(g, unit),
        "steps": g.steps[unit],
        "supplied": not g.unsupplied[unit],
        "zone": g.has_zone(unit),
    }
    return seen | _marks(g, unit)


def fill_in(g: War, seen: Iterable[Mapping[str, Any]]) -> None:
    """Make the units of the fresh position *g* those that were *seen*."""
    fates = {name: status for status, name in FATES.items()}
    roles = {name: role for role, name in ROLES.items()}
    for entry in seen:
        unit = g.roster.numbers[entry["unit"]]
        g.hex_of[unit] = g.grid.hex(entry["hex"]) if "hex" in entry else OFF_BOARD
        g.status[unit] = fates[entry["fate"]] if "fate" in entry else Status.ON_MAP
        g.due[unit] = entry.get("turn", 0)
        g.steps[unit] = entry["steps"]
        g.unsupplied[unit] = entry.get("checks_without_supply", 0)
        g.locked[unit] = g.grid.hex(entry["locked_in"]) if "locked_in" in entry else FREE
        g.role[unit] = roles[entry.get("role", ROLES[Role.NONE])]
        g.trapped[unit] = int(entry.get("surrounded", False))
        g.dropped[unit] = entry.get("dropped", 0)
        for column, name in FLAGS.items():
            getattr(g, column)[unit] = int(entry.get(name, False))


def _full(g: War, unit: int) -> int:
    """The factor of the year with all steps."""
    return g.campaign.by_year(list(g.counter(unit).factors), g.turn)


def _marks(g: War, unit: int) -> Row:
    found: Row = {name: True for column, name in FLAGS.items() if getattr(g, column)[unit]}
    if g.locked[unit] != FREE:
        found |= {"locked": True, "locked_in": g.grid.name(Hex(g.locked[unit]))}
    if g.role[unit]:
        found["role"] = ROLES[g.role[unit]]
    if g.trapped[unit]:
        found["surrounded"] = True
    if g.unsupplied[unit]:
        found["checks_without_supply"] = g.unsupplied[unit]
    if g.dropped[unit]:
        found["dropped"] = g.dropped[unit]
    return found


@lru_cache(maxsize=4)
def _faces(roster: Roster) -> tuple[Row, ...]:
    """What is printed on the counters, as plain data."""
    return tuple(
        {
            "unit": c.id,
            "name": c.name,
            "side": SEATS[c.side],
            "nation": c.nation.name.lower(),
            "symbol": SYMBOLS[c.kind],
            "size": ARMY if c.is_army else CORPS,
            "parent": c.command,
            "printed": c.factors[0],
            "movement": c.movement,
            "full_steps": c.steps,
        }
        for c in roster.counters
    )
