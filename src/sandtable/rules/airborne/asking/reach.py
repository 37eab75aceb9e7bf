"""[1.1, 1.3] Where a unit can go, by the very search that its order sheet lists."""

from __future__ import annotations

from fractions import Fraction

from sandtable.kernel import Action, Hex, Reach, ReachHex, Seat, members

from ..movement import HALF_TURN
from ..position.corridor import Corridor
from ..position.places import begins_at, spent_at_first
from ..position.ways import March, march
from ..state import Mode
from ..turn import drafts


def reach(g: Corridor, seat: Seat, action: Action | None) -> Reach | None:
    """Where the unit of a line "moves in this mode" can go in the turn."""
    if action is None or action.verb != drafts.MOVE or g.campaign.units[action.args[0]].command != seat:
        return None
    unit, mode = action.args[0], Mode(action.args[1])
    here, spent = begins_at(g, unit), spent_at_first(g, unit)
    found = march(g, unit, mode, here, spent) if here >= 0 else None
    if found is None:
        return None
    return Reach(
        start=g.grid.name(Hex(here)),
        allowance="1",
        left=str(1 - Fraction(spent, g.plan.ticks)),
        hexes={
            g.grid.name(Hex(to)): _arrival(g, found, to, spent) for to in members(found.all & ~(1 << here))
        },
    )


def _arrival(g: Corridor, found: March, to: int, spent: int) -> ReachHex:
    leg = found.leg(to)
    cost = Fraction(leg.ticks, g.plan.ticks)
    whole = cost + Fraction(spent, g.plan.ticks)
    over_water = leg.over_water
    notes = ["over water without a bridge"] if over_water else []
    if whole > HALF_TURN:
        notes.append("more than half of the turn: no attack")
    return ReachHex(
        cost=str(cost),
        left=str(max(1 - whole, Fraction(0))),
        path=g.grid.names(leg.cells),
        rule="1.3" if over_water else "1.1",
        note="; ".join(notes),
        ends=over_water,
    )
