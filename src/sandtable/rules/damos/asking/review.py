"""[8.0, AGN 5.0, AGS 5.0] A look back: who stands on the map, what the objectives are worth, and attacks let go by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from sandtable.kernel import Action, Hex, LetGo, Mustered, Seat, options, top

from ..series.combat.strength import attack_strength, defence_strength
from ..series.exclusive import victory
from ..series.movement import Act
from ..series.operations import END_PHASE, OperationsPhase
from ..series.position.roster import AXIS, SEATS
from ..series.position.state import Front, enemy
from .known import set_in_motion

# What victory hangs on counts as much as so many strength points.
OBJECTIVE: Final = 20


def muster(g: Front) -> Mapping[str, Mustered]:
    """Every unit on the map with what it has left."""
    ids, sides = g.roster.ids, g.side_of
    return {ids[u]: Mustered(SEATS[sides[u]], g.sp[u]) for u, hex_ in enumerate(g.hex_of) if hex_ >= 0}


def points_held(g: Front) -> Mapping[str, int]:
    """[AGN 5.0, AGS 5.0] What the Germans hold of what they are after."""
    return {SEATS[AXIS]: OBJECTIVE * int(victory.objectives(g))}


def let_go(g: Front, seat: Seat, action: Action) -> list[LetGo[Front]]:
    """[8.0] Who stops or goes on lets the attacks go by that the force could make; who ends the phase, those of all others."""
    step = top(g)
    if isinstance(step, Act) and action.verb != "attack":
        return list(_attacks(g, seat))
    if isinstance(step, OperationsPhase) and action == END_PHASE:
        near = g.grid.expand(g.occupied[enemy(seat)])
        starts = [a for a in step.options(g) if a.verb == "activate" and near >> a.args[0] & 1]
        return [found for start in starts for found in _attacks_from(g, seat, start)]
    return []


def _attacks_from(g: Front, seat: Seat, start: Action) -> Iterator[LetGo[Front]]:
    twin = g.copy()
    twin.told = None
    set_in_motion(twin, seat, start)
    if isinstance(top(twin), Act):
        yield from _attacks(twin, seat)


def _attacks(g: Front, seat: Seat) -> Iterator[LetGo[Front]]:
    """The attacks that the force now acting could make, each by how much it outweighs the defender."""
    step = top(g)
    assert isinstance(step, Act)
    found = [action for action in options(g, seat) if action.verb == "attack"]
    if not found:
        return
    moment = g.copy()
    moment.told = None
    here = Hex(g.hex_of[step.units[0]])
    for action in found:
        target = Hex(action.args[0])
        attack = int(attack_strength(g, step.units, target, here))
        defence = max(1, int(defence_strength(g, g.taking_part(target, enemy(seat)), target)))
        yield LetGo(moment, action, g.grid.name(target), Fraction(attack, defence))
