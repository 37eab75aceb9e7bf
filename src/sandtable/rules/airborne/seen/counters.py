"""[13] Counters as a seat sees them: its side's in full, the enemy's as far as they were met or reported (A-42)."""

from __future__ import annotations

from typing import Any, Final

from sandtable.kernel import CONTROL, Hex, Seat
from sandtable.kernel.machine.actions import SPECTATOR

from ..position.corridor import AWAITED, SIDES, Corridor, Known
from ..position.places import begins_at
from ..position.sight import heard_late
from ..state import Mode, Troop

Row = dict[str, Any]
DESTROYED: Final = "destroyed"
HEARD_LAST: Final = "out of signal, as it was a turn ago"
_STORES: Final = ("ammo", "fuel")
SYMBOLS: Final = {
    "airlanding_battalion": "landing",
    "airlanding_half_battalion": "landing",
    "alarm_battalion": "security",
    "antitank": "anti_tank",
    "armoured_battalion": "armor",
    "artillery": "artillery",
    "brigade_group": "motorized",
    "engineers": "engineer",
    "flak": "flak",
    "glider_battalion": "landing",
    "infantry": "infantry",
    "infantry_battalion": "infantry",
    "kampfgruppe": "mechanized",
    "mg_battalion": "infantry",
    "motor_battalion": "motorized",
    "panzer": "armor",
    "parachute_battalion": "parachute",
    "pathfinders": "parachute",
    "recce": "reconnaissance",
}
# What a report of the type tells: the kind of troops, not the name.
TYPES: Final = {
    Troop.FOOT: ("infantry", "infantry"),
    Troop.MECH: ("motorised", "motorized"),
    Troop.TANKS: ("armour", "armor"),
    Troop.ARTILLERY: ("guns", "artillery"),
    Troop.RECCE: ("reconnaissance", "reconnaissance"),
    Troop.UNSTATED: ("troops", "infantry"),
}


def side_seen_by(g: Corridor, seat: Seat) -> int | None:
    """The side whose secrets *seat* knows; None for spectators."""
    return None if seat in (SPECTATOR, CONTROL) else g.campaign.side_of(seat)


def counters(g: Corridor, known: Corridor, seat: Seat) -> tuple[list[Row], list[Row]]:
    """[13, 17.7] Counters on the map and beside it; *known* is the position as *seat* knows it."""
    side = side_seen_by(g, seat)
    own = [
        unit
        for unit in range(len(g.hex_of))
        if seat == CONTROL or (side is not None and g.side_of(unit) == side)
    ]
    late = set() if side is None else set(heard_late(g, seat))
    on_map = [
        late_row(known, unit) if unit in late else own_row(g, unit)
        for unit in own
        if begins_at(known, unit) >= 0
    ]
    off_map = [_off_row(known, unit) for unit in own if begins_at(known, unit) < 0]
    return on_map + ([] if side is None else enemy_rows(g, side)), off_map


def _face(g: Corridor, unit: int) -> Row:
    printed = g.campaign.units[unit]
    return {
        "unit": printed.id,
        "name": printed.name,
        "side": SIDES[printed.side],
        "symbol": SYMBOLS[printed.kind],
        "command": g.campaign.commands[printed.command].id,
        "formation": g.campaign.formations[printed.formation].name,
        "troop": g.troop(unit).word,
        "printed": printed.status,
        "strength": g.status[unit],
        "ammo": g.ammo[unit],
        "fuel": g.fuel[unit],
    }


def own_row(g: Corridor, unit: int) -> Row:
    """[13, 16.2] A counter as its owner sees it; who is to land in this turn is shown where he is to land."""
    here = begins_at(g, unit)
    found = _face(g, unit) | {
        "hex": g.grid.name(Hex(here)),
        "mode": Mode(g.mode[unit]).word,
        "prepared": bool(g.prepared[unit]),
        "in_contact": bool(g.grid.expand(1 << here) & g.known_cells(g.side_of(unit))),
        "ready": g.ready_from(unit) <= max(g.turn, 1),
    }
    if not g.on_map(unit):
        found["aboard"] = True
    if g.immobile[unit]:
        found["immobile"] = True
    return found


def late_row(known: Corridor, unit: int) -> Row:
    """[17.7] A counter of one's own side whose sets fail: where it was heard last and how strong, not what it has in store."""
    face = {field: value for field, value in _face(known, unit).items() if field not in _STORES}
    here = begins_at(known, unit)
    return face | {"hex": known.grid.name(Hex(here)), "report": HEARD_LAST, "age": 1, "old": True}


def _off_row(g: Corridor, unit: int) -> Row:
    coming = g.hex_of[unit] == AWAITED
    fate = ("aboard" if g.aboard[unit] else "due") if coming else DESTROYED
    return _face(g, unit) | {"fate": fate, "turn": g.due[unit]}


def enemy_rows(g: Corridor, side: int) -> list[Row]:
    """[13] What *side* knows of the enemy, without the numbers and names of his units."""
    found = []
    for unit, at in enumerate(g.known_hex):
        if at < 0 or g.side_of(unit) == side:
            continue
        what = g.known_what[unit]
        name, symbol = TYPES[g.counter(unit).troop] if what & Known.TYPE else ("enemy", "headquarters")
        row: Row = {
            "side": SIDES[1 - side],
            "symbol": symbol,
            "name": name,
            "hex": g.grid.name(Hex(at)),
            "report": report_words(g, unit),
            "age": g.turn - g.known_turn[unit],
            "old": g.known_turn[unit] < g.turn,
        }
        if what & Known.SIZE:
            row["strength"] = g.known_size[unit]
        found.append(row)
    found.sort(key=lambda row: (row["hex"], row["name"], row["report"], row["age"], row.get("strength", 0)))
    for number, row in enumerate(found, start=1):
        row["unit"] = f"{row['side']}-{number}"
    return found


def report_words(g: Corridor, unit: int) -> str:
    """[6.2] What is known of a unit in the words of the reconnaissance table."""
    what = g.known_what[unit]
    parts = []
    if what & Known.DIRECTION and g.known_heading[unit] >= 0:
        parts.append(f"direction {g.grid.direction_names[g.known_heading[unit]]}")
    if what & Known.TYPE:
        parts.append(f"type {TYPES[g.counter(unit).troop][0]}")
    if what & Known.SIZE:
        parts.append(f"size {g.known_size[unit]}")
    return ", ".join(parts) or "enemy spotted"
