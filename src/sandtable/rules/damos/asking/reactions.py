"""[2.6.1] Who might come to meet a force, and with what chance, by the numbers of the game itself."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import prod
from typing import NamedTuple

from sandtable.kernel import Hex, Reckoning, Seat
from sandtable.kernel.chance.distribution import sum_of

from ..series.position.roster import MOBILE
from ..series.position.state import Front, enemy
from ..series.position.zones import projects_influence, stacking_excess
from ..series.reaction import (
    DICE,
    ReactionRoll,
    candidates,
    fitting,
    reacting_hexes,
    reaction_modifier,
    reaction_path,
    succeeds,
)


class Reaction(NamedTuple):
    """[2.6.1] A try of an enemy force to react into a hex: its chance, and why the roll is modified."""

    chance: Fraction
    hex_: Hex
    modifier: Reckoning


# By the hexes from which enemies may react.
Reactions = Mapping[Hex, Reaction]


def reactions(g: Front, units: tuple[int, ...], hex_: Hex) -> Reactions:
    """[2.6.1] Who may react into *hex_*, which the force has entered, and with what chance; nobody to exploitation."""
    if g.exploiting:
        return {}
    found: dict[Hex, Reaction] = {}
    for start in reacting_hexes(g, hex_):
        able = [] if start == hex_ else _reactors(g, start, hex_)
        way = reaction_path(g, able, start, hex_) if able else None
        if way is not None:
            path, terrain = way
            modifier = reaction_modifier(g, able, start, path[-1], units, terrain)
            found[start] = Reaction(_chance(int(modifier)), hex_, modifier)
    return found


def attempt(g: Front, roll: ReactionRoll) -> Reaction:
    """[2.6.1] A try that is about to be made, to come or to slip away."""
    way = None if roll.retreats else reaction_path(g, roll.units, roll.start, roll.target)
    path, terrain = way or ((roll.start,), Reckoning("reaction"))
    modifier = reaction_modifier(g, roll.units, roll.start, path[-1], roll.phasing, terrain)
    return Reaction(_chance(int(modifier)), roll.target, modifier)


def _chance(modifier: int) -> Fraction:
    return sum_of(DICE).chance(lambda total: succeeds(total, modifier))


def _reactors(g: Front, start: Hex, hex_: Hex) -> list[int]:
    """As many units as fit, the mobile strength first, with one that has a zone of influence at their head."""
    side = enemy(Seat(g.phasing))
    able = fitting(g, candidates(g, start, side), start, hex_)
    mobile = {u: g.sp[u] if g.roster[u].kind in MOBILE else 0 for u in able}
    chosen: list[int] = []
    for unit in sorted(able, key=lambda u: (not projects_influence(g, u), -mobile[u])):
        if not stacking_excess(g, [*g.units(hex_, side), *chosen, unit]):
            chosen.append(unit)
    return chosen


def best_of(one: Reactions, other: Reactions) -> Reactions:
    """Each force reacts once, where its chance is best."""
    better = {s: new for s, new in other.items() if s not in one or new.chance > one[s].chance}
    return {**one, **better}


def risk_of(found: Reactions) -> Fraction:
    """The chance that at least one of these succeeds."""
    return 1 - prod((1 - reaction.chance for reaction in found.values()), start=Fraction(1))
