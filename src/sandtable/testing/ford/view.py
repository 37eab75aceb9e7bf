"""[3.1] What a side may know: its own units in full, the enemy's as printed."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from sandtable.kernel import (
    CONTROL,
    OFF_BOARD,
    Appearance,
    CounterMark,
    Hex,
    Measure,
    Seat,
    Tray,
    TrayRow,
    seat_title,
    strength_and_movement,
)
from sandtable.kernel.game.codec import write_step

from .state import SEATS, Ford

# --8<-- [start:appearance]
APPEARANCE: Final = Appearance(
    figures=strength_and_movement(
        Measure(short="strength", one="point of strength", many="points of strength"),
        Measure(short="movement", one="movement point", many="movement points"),
    ),
    marks=(
        CounterMark(field="spent", word="has moved", look="turned"),
        CounterMark(field="fought", word="has fought", look="badge", letter="F"),
    ),
    pairings="Plans of both sides",
)
# --8<-- [end:appearance]


# --8<-- [start:view]
def view(g: Ford, seat: Seat) -> dict[str, Any]:
    """The position as *seat* sees it."""
    return {
        "turn": g.turn,
        "last_turn": g.last_turn,
        "town": SEATS[g.holder],
        "trays": [
            Tray(title="Town", rows=(TrayRow(value=f"held by {seat_title(SEATS[g.holder])}"),)).as_json()
        ],
        # Nothing on the agenda of this game is secret, so whoever guesses a position may know what comes next.
        "agenda": [write_step(step) for step in g.agenda],
        "counters": [counter(g, seat, unit) for unit in range(len(g.hex_of)) if g.hex_of[unit] >= 0],
    }


def counter(g: Ford, seat: Seat, unit: int) -> dict[str, Any]:
    """A counter on the board: strength left for its owner, printed strength for others."""
    printed = g.printed.units[unit]
    seen = {
        "unit": printed.name,
        "side": SEATS[printed.side],
        "hex": g.grid.name(Hex(g.hex_of[unit])),
        "symbol": "infantry",
        "size": "II",
        "printed": printed.strength,
        "movement": 4,
        "spent": bool(g.moved[unit]),
        "fought": bool(g.fought[unit]),
    }
    if seat in (printed.side, CONTROL):
        seen["strength"] = g.strength[unit]
    return seen
    # --8<-- [end:view]


# --8<-- [start:disguise]
def disguise(g: Ford, seat: Seat, rng: Random) -> Ford:
    """A position with the strength of every unit that is not *seat*'s drawn anew."""
    twin = g.copy()
    if seat == CONTROL:
        return twin
    for unit in range(len(twin.strength)):
        if twin.side_of(unit) != seat and twin.hex_of[unit] >= 0:
            twin.strength[unit] = rng.randint(1, twin.printed.units[unit].strength)
    return twin
    # --8<-- [end:disguise]


# --8<-- [start:guess]
def fill_in(g: Ford, seen: Mapping[str, Any], rng: Random) -> None:
    """Make the fresh position *g* fit what was *seen*, with hidden strengths drawn at random."""
    g.turn = seen["turn"]
    here = {entry["unit"]: entry for entry in seen["counters"]}
    for unit, printed in enumerate(g.printed.units):
        entry = here.get(printed.name)
        g.hex_of[unit] = g.grid.hex(entry["hex"]) if entry else OFF_BOARD
        g.strength[unit] = entry.get("strength", rng.randint(1, printed.strength)) if entry else 0
        g.moved[unit] = int(entry["spent"]) if entry else 0
        g.fought[unit] = int(entry["fought"]) if entry else 0
    g.holder = SEATS.index(seen["town"])
    g.rebuild()
    # --8<-- [end:guess]
