"""Replacement points, reinforcements and losses: which unit is worth most, and where newcomers are wanted."""

from __future__ import annotations

from typing import Final

from sandtable.kernel import Action, Hex
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET, Kind
from sandtable.rules.damos.series.position.zones import stacking_excess

from .advance import advance_score
from .defend import defence_score
from .ground import FAR
from .situation import Situation

# What a strength point of each kind is worth.
WORTH: Final = {
    Kind.ARMOR: 1.6,
    Kind.MECHANIZED: 1.4,
    Kind.MOTORIZED: 1.25,
    Kind.CAVALRY: 1.0,
    Kind.FOOT: 1.0,
}


def best_spending(s: Situation, offered: list[Action]) -> Action:
    """Panzers and mechanized first, then whoever has lost most; eliminated units come back as soon as they may."""
    return max(offered, key=lambda action: (_spending_value(s, action), action))


def _spending_value(s: Situation, action: Action) -> float:
    if action.verb == "save":
        return 0.0
    g = s.g
    unit = action.args[0]
    counter = g.roster[unit]
    value = WORTH[counter.kind]
    value += s.doctrine.cadre * counter.sp
    if s.side == SOVIET and action.verb == "restore":
        value += s.doctrine.refill * ((s.objective_bits & s.alarmed) >> g.hex_of[unit] & 1)
    if action.verb == "rebuild":
        return value + s.doctrine.new_unit + counter.sp / 20
    missing = 1 - g.sp[unit] / counter.sp
    return value + missing / 2


def best_place(s: Situation, offered: list[Action]) -> Action:
    """Where a newcomer is wanted: near the goals for the Germans, where the need is for the Russians."""
    return max(offered, key=lambda action: (_place_value(s, action), action))


def _place_value(s: Situation, action: Action) -> float:
    if action.verb == "wait":
        return -1.5 * FAR
    g = s.g
    unit, hex_ = action.args[0], Hex(action.args[1])
    if g.occupied[s.side] >> hex_ & 1 and stacking_excess(g, [*g.units(hex_, s.side), unit]):
        return -2.0 * FAR
    if s.side == AXIS:
        # On a railway it can go on by rail in the same turn.
        return advance_score(s, s.force((unit,)), hex_, 0) + (3.0 if g.converted >> hex_ & 1 else 0.0)
    return defence_score(s, s.force((unit,)), hex_)


def keeps(s: Situation, unit: int) -> float:
    """How much one would rather keep a point of *unit*: losses go to the lowest."""
    g = s.g
    last = 1.5 if g.sp[unit] <= 1 else 0.0
    return WORTH[g.roster[unit].kind] + last - g.sp[unit] / 100


def whole_worth(s: Situation, unit: int) -> float:
    """What the whole unit is worth, where one must be given up."""
    return WORTH[s.g.roster[unit].kind] * s.g.sp[unit]
