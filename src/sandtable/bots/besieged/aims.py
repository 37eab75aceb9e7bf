"""What each unit is meant for: the objectives shared out among all, near ones first."""

from __future__ import annotations

from typing import Final
from weakref import WeakKeyDictionary

from sandtable.kernel import Hex, members
from sandtable.rules.besieged.position.strength import strength
from sandtable.rules.besieged.position.war import War

from .situation import NOWHERE, Situation

# How near to an objective its defenders stand.
AROUND: Final = 3


def as_shared(s: Situation) -> dict[int, Hex]:
    """The objectives as they are shared out in the position of *s*, where nobody changes it."""
    if s not in _known:
        _known[s] = share_goals(s.g, s)
    return _known[s]


_known: Final[WeakKeyDictionary[Situation, dict[int, Hex]]] = WeakKeyDictionary()


def share_goals(g: War, s: Situation) -> dict[int, Hex]:
    """For each unit in *g* the objective it is meant for: near ones first, and no more units than an objective wants."""
    how = s.doctrine
    wanted = {goal: how.wanted + how.times_held * held(g, s, goal) for goal in s.objectives}
    load = dict.fromkeys(wanted, 0.0)
    near = {u: min((s.to(goal)[g.hex_of[u]] for goal in wanted), default=NOWHERE) for u in g.on_map(s.side)}
    found = massed(g, s)
    for unit in sorted(near.keys() - found.keys(), key=lambda u: (near[u], u)):
        here, closed = g.hex_of[unit], g.closed(unit)

        def gain(goal: Hex, here: int = here) -> tuple[float, Hex]:
            full = how.crowd * max(0.0, load[goal] / wanted[goal] - how.almost_full)
            return s.objectives[goal] - how.far * s.to(goal)[here] - full, goal

        best = max((goal for goal in wanted if not closed >> goal & 1), key=gain, default=None)
        if best is not None and s.to(best)[here] < NOWHERE:
            load[best] += strength(g, unit)
            found[unit] = best
    return found


def massed(g: War, s: Situation) -> dict[int, Hex]:
    """For the armor that is massed the city it is massed against, city by city in the doctrine's order."""
    found: dict[int, Hex] = {}
    for place, corps in s.doctrine.massed:
        goal = g.campaign.hex(place)
        if g.controls(s.side, goal):
            continue
        way = s.to(goal)
        free = [u for u in g.on_map(s.side) if g.counter(u).is_armour and u not in found]
        found.update(dict.fromkeys(sorted(free, key=lambda u: (way[g.hex_of[u]], u))[:corps], goal))
    return found


def held(g: War, s: Situation, goal: Hex) -> float:
    """The enemy's strength in and around *goal*."""
    near = g.grid.within(goal, AROUND) & g.occupied[s.foe]
    return sum(float(strength(g, u)) for h in members(near) for u in g.units(Hex(h), s.foe))
