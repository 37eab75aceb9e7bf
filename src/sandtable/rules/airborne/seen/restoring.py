"""A position that fits a view: what a seat knows, as rows of the columns, and the way back from them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from sandtable.kernel import CONTROL, Seat, Setup, top
from sandtable.kernel.game.codec import write_step

from ..position.corridor import ALLIED, Corridor, Plan
from ..position.sight import Sighted, as_known_to, heard_late, sightings, stand_in
from ..turn.orders import Orders
from .counters import side_seen_by

_KNOWN: Final = ("known_hex", "known_turn", "known_what", "known_heading", "known_size")
_BY_FLIGHT: Final = ("strength", "damage", "shed", "bound", "flying", "met", "dropped")
_LISTS: Final = ("route", "passed", "air_orders", "support")
_BY_UNIT: Final = tuple(
    name for name in Corridor.COLUMNS if name not in (*Corridor.BY_POINT, *_BY_FLIGHT, *_LISTS)
)
# What everybody sees of crossings.
_CROSSINGS: Final = ("bridge", "bridge_holder", "bridge_work", "bridge_turns")
_NUMBERS: Final = (
    "turn",
    "stage",
    "linked",
    "cut_dates",
    "joined",
    "ended",
    "level",
    "final_points",
    "weather",
)
# What other commands of their side know of units whose sets fail: when they were heard, and what aircraft tell.
_HEARD_LATE: Final = ("hex_of", "status", "reported_hex", "reported_status", "aboard", "due", "landing")
# What the Allies alone are told.
_OF_THE_ALLIES: Final = ("sets_work",)


@cache
def _blank(plan: Plan) -> Corridor:
    """A position in which nothing has happened yet; what differs from it is written down."""
    return Corridor(Setup(plan.campaign.name), plan)


def known_position(g: Corridor, seat: Seat) -> dict[str, Any]:
    """[13] Everything in the position that *seat* may know, for whoever has to reckon with nothing but its view."""
    blank = _blank(g.plan)
    if seat == CONTROL:
        columns = {name: list(getattr(g, name)) for name in Corridor.COLUMNS}
        numbers = {name: getattr(g, name) for name in Corridor.NUMBERS}
        return {"columns": columns, "numbers": numbers, "agenda": [write_step(step) for step in g.agenda]}
    side = side_seen_by(g, seat)
    late = set() if side is None else set(heard_late(g, seat))
    known = as_known_to(g, side, seat) if late else g
    columns = {}
    for name in _BY_UNIT:
        if name not in _KNOWN:
            columns[name] = [
                [unit, value]
                for unit, value in enumerate(getattr(known, name))
                if g.side_of(unit) == side
                and value != getattr(blank, name)[unit]
                and (unit not in late or name in _HEARD_LATE)
            ]
    for name in (*_CROSSINGS, "blow_order", *(_BY_FLIGHT if side == ALLIED else ())):
        columns[name] = [
            [at, value]
            for at, value in enumerate(getattr(g, name))
            if value != getattr(blank, name)[at] and (name != "blow_order" or g.bridge_holder[at] == side)
        ]
    return {
        "columns": {name: rows for name, rows in columns.items() if rows},
        "numbers": {
            name: getattr(g, name) for name in (*_NUMBERS, *(_OF_THE_ALLIES if side == ALLIED else ()))
        },
        "sightings": [list(row) for row in sightings(g, side)],
        # What waits after the orders is the same in every turn; in the midst of combats it would betray plans.
        "agenda": [write_step(step) for step in g.agenda] if isinstance(top(g), Orders) else [],
    }


def restore(g: Corridor, seat: Seat, known: Mapping[str, Any]) -> Corridor:
    """[13] The position that *seat* knew, in *g*, which is fresh."""
    if seat == CONTROL:
        for name, values in known["columns"].items():
            getattr(g, name)[:] = values
    else:
        for name, rows in known["columns"].items():
            column = getattr(g, name)
            for at, value in rows:
                column[at] = value
    for name, number in known["numbers"].items():
        setattr(g, name, number)
    if seat == CONTROL:
        return g
    side = side_seen_by(g, seat)
    g = as_known_to(g, side, seat)
    if side is not None:
        stand_in(g, side, [Sighted(*row) for row in known["sightings"]])
    return g
