"""[7.0] The activation of a force: how it begins, and what follows for everyone who acted or reacted."""

from __future__ import annotations

from itertools import compress

from sandtable.kernel import OFF_BOARD, Auto, Hex, members

from .attrition import AttritionCheck
from .events import Activated, Demoralized
from .position.roster import AXIS, SOVIET
from .position.state import Front, Marched
from .position.zones import capable


def begin_activation(g: Front, units: tuple[int, ...]) -> None:
    """[7.0] The force has its movement points; a ZOI-capable one closes the order of activation (R-11)."""
    g.mp_spent = 0
    g.mp_initial = g.mp_first = g.ma(units)
    g.picked_in = OFF_BOARD
    g.exploiting = 0
    for unit in units:
        g.marched[unit] = Marched.IN_FORCE
    if capable(g, units):
        g.order_closed = 1
    g.tell(Activated(units, g.hex_of[units[0]]))


class EndActivation(Auto[Front]):
    """[7.0] The activation ends: attrition, then everyone who acted or reacted is spent."""

    rule = "7.0"

    def run(self, g: Front) -> None:
        """Demoralization spreads in stacks (R-23); groups that marched far without supply check attrition."""
        g.exploiting = 0
        groups: dict[int, list[int]] = {}
        every = range(len(g.marched))
        acted, reacted = list(compress(every, g.marched)), list(compress(every, g.attempted))
        for unit in acted:
            if g.marched[unit] == Marched.TIRED and g.hex_of[unit] >= 0:
                groups.setdefault(g.hex_of[unit], []).append(unit)
            g.marched[unit] = Marched.NOT
        for unit in reacted:
            g.attempted[unit] = 0
        g.spend(u for u in (*acted, *reacted) if g.hex_of[u] >= 0)
        g.mp_spent = g.mp_initial = g.mp_first = g.force_los = 0
        g.picked_in = OFF_BOARD
        g.sideline_nobody()
        spread_demoralization(g)
        if g.turn > 1:
            g.then(*(AttritionCheck(tuple(units), Hex(hex_)) for hex_, units in sorted(groups.items())))


def spread_demoralization(g: Front) -> None:
    """[2.8] A force that shares a hex with a demoralized one becomes demoralized too (R-23)."""
    for side in (AXIS, SOVIET):
        for hex_ in members(g.mixed[side]):
            fresh = [u for u in g.units(Hex(hex_), side) if not g.demoralized[u] and u != g.roster.hanko]
            for unit in fresh:
                g.demoralize(unit)
            if fresh:
                g.tell(Demoralized(tuple(fresh)))
