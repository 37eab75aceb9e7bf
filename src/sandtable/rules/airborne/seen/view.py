"""What a seat sees: its own side in full, the enemy as met or reported, crossings and points as it knows them (A-42)."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from sandtable.kernel import CONTROL, Seat, lines_of

from ..air_phase.weather import lift_from
from ..events import STAGES
from ..position.corridor import SIDES, Corridor
from ..position.sight import as_known_to
from ..turn import ending
from .appearance import combat, trays
from .counters import DESTROYED, Row, counters, side_seen_by
from .restoring import known_position


def view(g: Corridor, seat: Seat) -> dict[str, Any]:
    """The position as *seat* sees it."""
    turns = g.campaign.turns
    now = turns[max(g.turn, 1) - 1]
    known = g if seat == CONTROL else as_known_to(g, side_seen_by(g, seat), seat)
    on_map, off_map = counters(g, known, seat)
    return {
        "turn": g.turn,
        "turn_name": now.name if g.turn else "set-up",
        "turns": [turn.name for turn in turns],
        "turn_groups": [
            [f"{int(date[-2:])} Sep", len(list(rows))] for date, rows in groupby(turn.date for turn in turns)
        ],
        "phase": STAGES.get(g.stage, "set-up").capitalize(),
        "night": now.night,
        "lift": lift_from(g),
        "victory": victory(known),
        "crossings": crossings(g, seat),
        "counters": on_map,
        "off_map": off_map,
        "calendar": calendar(g, off_map),
        "trays": trays(g, known, seat),
        "sealed": {g.setup.seats[who]: action.id for who, action in g.sealed if seat in (who, CONTROL)},
        "combat": combat(g) if seat == CONTROL else None,
        "known": known_position(g, seat),
    }


def victory(known: Corridor) -> dict[str, Any]:
    """[14] How the game stands, as far as the seat knows."""
    found = ending.victory_points(known)
    _, level = ending.level_for(known, int(found))
    return {
        "winner": ending.DRAW if level.side == "none" else level.side,
        "level": ending.level_word(level),
        "reason": f"the Allies have {int(found)} points as far as is known",
        "lines": lines_of([found]),
    }


def calendar(g: Corridor, off_map: list[Row]) -> list[dict[str, Any]]:
    """[16.3, 17.1] The turns to come in which units of one's own side are to arrive."""
    arriving: dict[int, list[str]] = {}
    for row in off_map:
        if row["fate"] != DESTROYED and g.turn <= row["turn"] <= g.campaign.last_turn:
            arriving.setdefault(row["turn"], []).append(row["unit"])
    names = {turn.number: turn.name for turn in g.campaign.turns}
    return [{"turn": n, "name": names[n], "arrives": units} for n, units in sorted(arriving.items()) if n]


def crossings(g: Corridor, seat: Seat) -> list[dict[str, Any]]:
    """[15.1] How crossings stand is known to everybody; orders to blow them are their holder's alone."""
    side = side_seen_by(g, seat)
    found = []
    for point, bridge in g.plan.bridges.items():
        row: dict[str, Any] = {
            "point": point,
            "name": bridge.name,
            "hexside": g.grid.side_name(g.grid.side_number(*bridge.side)),
            "state": ending.crossing_words(g, point),
            "holder": SIDES[g.bridge_holder[point]],
        }
        if seat == CONTROL or side == g.bridge_holder[point]:
            row["blow_order"] = g.blow_order[point]
        if g.bridge_work[point]:
            row["work"] = g.bridge_work[point]
        found.append(row)
    return found
