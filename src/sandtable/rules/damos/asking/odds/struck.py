"""[8.8] What everybody knows of losses in the combat under way: how many points a side has taken, not where."""

from __future__ import annotations

from typing import Final

from sandtable.kernel import CONTROL, Seat

from ...series.combat.battle import Battle, fighters
from ...series.combat.losses import AbsorbPoint, Counterattack, CountLosses, PayLosses, PickLargest
from ...series.combat.plans import loss_points
from ...series.position.state import Front, enemy

# Steps with which a side takes the losses of one round.
TAKING: Final = (PayLosses, PickLargest, AbsorbPoint)


def as_struck(g: Front, seat: Seat) -> Front:
    """The combat *g*, known to *seat* as printed, less what the other side has openly lost in its first round.

    Nobody but the owner hears where the points went: they are taken off the largest unit left, and whoever is still on
    the map has at least one.
    """
    hidden = [side for side in (Seat(g.phasing), enemy(Seat(g.phasing))) if seat not in (side, CONTROL)]
    if not any(taken_openly(g, side) for side in hidden):
        return g
    twin = g.copy()
    for side in hidden:
        units = fighters(twin, side)
        for _ in range(_left_to_place(g, side)):
            largest = max(units, key=lambda unit: twin.sp[unit], default=None)
            if largest is None or twin.sp[largest] <= 1:
                break
            twin.sp[largest] -= 1
    return twin


def taken_openly(g: Front, side: Seat) -> int:
    """[8.8] How many loss points *side* has absorbed in the first round; 0 while it has not done so."""
    if any(isinstance(step, Battle | CountLosses) for step in g.agenda) or g.roster.hanko in fighters(
        g, side
    ):
        return 0
    first_round = any(isinstance(step, Counterattack) for step in g.agenda)
    if first_round and any(isinstance(step, TAKING) and step.side == side for step in g.agenda):
        return 0
    if side == g.phasing:
        return max(0, loss_points(g.battle.defender.rung) - g.battle.attacker.paid)
    return max(0, loss_points(g.battle.attacker.rung) - g.battle.defender.paid)


def _left_to_place(g: Front, side: Seat) -> int:
    """Points that the units lost in this combat have not absorbed, as far as their printed strength tells."""
    gone = sum(g.roster[u].sp for u in g.roster.of_side[side] if g.start_sp[u] and g.hex_of[u] < 0)
    return max(0, taken_openly(g, side) - gone)
