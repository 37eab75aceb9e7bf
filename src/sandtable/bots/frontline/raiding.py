"""Raids and what is put up against them: the nearest targets that bombers can do most to, and aircraft over the works."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.kernel import Action, Hex
from sandtable.rules.frontline.position.commands import rows_of, side_of
from sandtable.rules.frontline.position.nations import AIR, AXIS
from sandtable.rules.frontline.position.war import War
from sandtable.rules.frontline.turn.deployment import Deploy
from sandtable.rules.frontline.turn.raids import (
    BOMB,
    INDUSTRY,
    LEG,
    RAID,
    TERROR,
    is_worth_defending,
    roles_at,
)

from .assessing import Sighting

# Aircraft on air defence, one to a hex: a raid that meets one scores nothing for terror.
ON_GUARD: Final = 3
# A raid that finds no way is given up.
LONGEST: Final = 12


def guards(s: Sighting) -> list[Action]:
    """One aircraft each over the works nearest to the western edge."""
    g = s.g
    if side_of(s.seat) != AXIS or not g.option("bombing"):
        return []
    found = []
    for row in rows_of(g, s.seat)[:1]:
        many = min(g.in_pool(row, AIR) // 2, ON_GUARD)
        found += [Action("guard", (row, int(h), 1)) for h in works(g)[:many]]
    return found


def works(g: War) -> list[Hex]:
    """Industrial zones and great cities of the Axis, those nearest to the western edge first."""
    west = [Hex(h) for base in g.campaign.bases if base.west for h, _ in base.entries]
    held = [h for h in g.campaign.hexes if g.holds(AXIS, h) and is_worth_defending(g, h)]
    return sorted(held, key=lambda h: (min(g.grid.distance(h, at) for at in west), h))


def raids(s: Sighting, step: Deploy) -> list[Action]:
    """From each base half against a city, where terror still counts, and the others against industry."""
    found: list[Action] = []
    for base in range(len(s.g.campaign.bases)):
        for role in (TERROR, INDUSTRY):
            offered = [a for a in step.lines(s.g, s.seat, found) if a.verb == RAID and a.args[0] == base]
            if offered:
                many = offered[len(offered) // 2] if role == TERROR else offered[-1]
                found += _flown(s, step, found, many, role)
    return found


def _flown(s: Sighting, step: Deploy, draft: Sequence[Action], first: Action, role: int) -> list[Action]:
    """A raid by the shortest way to a hex where bombers can do what they are to do; nothing if there is no such hex."""
    g = s.g
    goals = [h for h in g.campaign.hexes if role in roles_at(g, h) and not g.flak[h]]
    lines = [first]
    for _ in range(LONGEST):
        legs = step.lines(g, s.seat, [*draft, *lines])
        bomb = Action(BOMB, (role,))
        if bomb in legs:
            return [*lines, bomb]
        ways = [a for a in legs if a.verb == LEG]
        if not ways or not goals:
            break
        lines.append(
            min(ways, key=lambda a: (min(g.grid.distance(Hex(a.args[0]), t) for t in goals), a.args))
        )
    return []
