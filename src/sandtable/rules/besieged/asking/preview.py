"""What an option would bring, before it is chosen: the way and its price, the odds, and whether it can be taken back."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from sandtable.kernel import (
    DICE,
    Action,
    Hex,
    Preview,
    Reckoning,
    Seat,
    asked,
    closes,
    lines_of,
    passes_to,
    top,
    wording,
)

from ..position.allowance import allowance_reckoning
from ..position.supply import supplied_hexes
from ..position.war import War
from ..position.zones import enemy_zone
from ..turn.marching import range_of
from ..turn.movement import March
from ..turn.rail import RailTo
from .concerns import concerns
from .odds import odds


def preview(g: War, seat: Seat, action: Action) -> Preview:
    """What *action* would bring."""
    step = top(g)
    facts: dict[str, Any] = {}
    if isinstance(step, March):
        facts = _march(g, step.unit, Hex(action.args[0]))
    elif isinstance(step, RailTo):
        lines = supplied_hexes(g, seat)
        facts = {"supplied": bool(lines >> action.args[0] & 1)}
    twin = g.copy()
    twin.told = None
    final = closes(twin, action, seat)
    passing = g.copy()
    passing.told = None
    return Preview(
        option=action.id,
        text=wording(g, seat, action).text,
        rolls=asked(twin) == (DICE,),
        closes=final,
        odds=odds(g, seat, action),
        concerns=concerns(g, seat, action),
        passes_to=passes_to(passing, seat, action),
        **facts,
    )


def _march(g: War, unit: int, to: Hex) -> dict[str, Any]:
    """[Movement] The way that the unit would take, and its price."""
    way = range_of(g, unit)
    path = way.path(to)
    price = Reckoning("movement points spent")
    spent = 0
    for _, end in pairwise(path):
        cost = way.cost(end) or 0
        price.add(f"into {g.grid.name(end)}", cost - spent, "Terrain Costs")
        spent = cost
    side = Seat(g.side_of[unit])
    return {
        "path": g.grid.names(path[1:]),
        "left": str(0 if enemy_zone(g, side) >> to & 1 else way.points - spent),
        "supplied": bool(supplied_hexes(g, side) >> to & 1),
        "lines": lines_of([allowance_reckoning(g, unit), price]),
    }
