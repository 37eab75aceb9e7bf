"""[8.0, AGN 5.0, AGS 5.0] A look back: who stands on the map, what the objectives are worth, and attacks let go by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from sandtable.kernel import Action, Hex, LetGo, Mustered, Seat, members, options, top

from ..series.combat.strength import attack_strength, defence_strength
from ..series.exclusive import victory
from ..series.marching import destinations, march_range
from ..series.movement import Act, March
from ..series.operations import END_PHASE, OperationsPhase
from ..series.position.roster import AXIS, SEATS
from ..series.position.state import Front, enemy
from .known import set_in_motion
from .reach import Arrival, assaults

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
    """[8.0] Who stops or goes on lets the attacks go by that the force could make where it stands; who ends the phase, all
    that lay within reach of forces which had not acted.
    """
    step = top(g)
    if isinstance(step, Act) and action.verb != "attack":
        return list(_attacks(g, seat))
    if isinstance(step, OperationsPhase) and action == END_PHASE:
        starts = [a for a in step.options(g) if a.verb == "activate"]
        return [found for start in starts for found in _attacks_from(g, seat, start)]
    return []


def _attacks_from(g: Front, seat: Seat, start: Action) -> Iterator[LetGo[Front]]:
    twin = g.copy()
    twin.told = None
    set_in_motion(twin, seat, start)
    step = top(twin)
    if not isinstance(step, Act):
        return
    # The force is taken to come there unhindered: who would have reacted nobody knows.
    near = g.grid.expand(g.occupied[enemy(seat)])
    way = march_range(twin, step.units)
    ends = members(destinations(twin, step.units) & near)
    arrivals = [_marched(twin, step.units, path[1:]) for to in ends if (path := way.path(Hex(to)))]
    for before, target in assaults(twin, step.units, arrivals):
        start_hex = Hex(before.g.hex_of[step.units[0]])
        yield LetGo(
            before.g,
            Action("attack", (target,)),
            g.grid.name(target),
            _promise(before.g, seat, step.units, target),
            g.grid.name(start_hex) if before.path else "",
        )


def _marched(g: Front, units: tuple[int, ...], path: tuple[Hex, ...]) -> Arrival:
    """The force at the end of *path*, still to act, if nobody comes to meet it."""
    twin = g.copy()
    for to in path:
        twin.agenda = []
        March(units, (to,)).run(twin)
    twin.agenda = list(g.agenda)
    return Arrival(twin, path, {})


def _attacks(g: Front, seat: Seat) -> Iterator[LetGo[Front]]:
    """The attacks that the force now acting could make, each by how much it outweighs the defender."""
    step = top(g)
    assert isinstance(step, Act)
    found = [action for action in options(g, seat) if action.verb == "attack"]
    if not found:
        return
    moment = g.copy()
    moment.told = None
    for action in found:
        target = Hex(action.args[0])
        yield LetGo(moment, action, g.grid.name(target), _promise(g, seat, step.units, target))


def _promise(g: Front, seat: Seat, units: tuple[int, ...], target: Hex) -> Fraction:
    """By how much the force outweighs whoever defends *target*."""
    attack = int(attack_strength(g, units, target, Hex(g.hex_of[units[0]])))
    return Fraction(attack, max(1, int(defence_strength(g, g.taking_part(target, enemy(seat)), target))))
