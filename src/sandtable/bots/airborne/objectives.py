"""What a command is after: the cells that victory asks for, who is to go to each, and enemies near them."""

from __future__ import annotations

from typing import Final, NamedTuple

from sandtable.kernel import Hex
from sandtable.rules.airborne.position.corridor import ALLIED, Corridor
from sandtable.rules.airborne.position.crossings import ends
from sandtable.rules.airborne.position.places import begins_at

from .sighting import Sighting

# Enemies so near to an objective are to be driven off.
ABOUT_KM: Final = 6
_BRIDGES: Final = ("bridge", "bridge_turns", "bridge_road", "bridge_end")


class Objective(NamedTuple):
    """A cell and what it is worth."""

    cell: int
    worth: float


def objectives(g: Corridor, side: int) -> list[Objective]:
    """The cells that count for victory, both ends of bridges among them; the defender wants the same cells."""
    found: dict[int, float] = {}
    for line in g.campaign.victory:
        if line.kind in _BRIDGES:
            point = g.plan.points[line.names[0]]
            for cell in (int(g.plan.bridges[point].hex), *ends(g, point)):
                found[cell] = max(found.get(cell, 0.0), float(abs(line.points)))
        elif line.kind == "place":
            cell = int(g.plan.board.places[line.names[0]].hex)
            found[cell] = max(found.get(cell, 0.0), float(line.points))
    return [Objective(cell, worth) for cell, worth in sorted(found.items())]


def assigned(s: Sighting, units: list[int]) -> dict[int, int]:
    """The cell each unit is to go to: the nearest and dearest objective that has not drawn enough units yet.

    What is more than the objectives need goes for the nearest enemy that is known, or to the nearest objective.
    """
    g, side = s.g, s.side
    goals = objectives(g, side)
    crowd: dict[int, int] = {}
    found: dict[int, int] = {}
    ranked: list[tuple[float, int, Objective]] = []
    for unit in units:
        here = begins_at(g, unit)
        for goal in goals:
            far = g.grid.distance(Hex(here), Hex(goal.cell))
            ranked.append((far / (1.0 + goal.worth), unit, goal))
    for _, unit, goal in sorted(ranked, key=lambda row: (row[0], row[1])):
        if unit not in found and crowd.get(goal.cell, 0) < s.crowd:
            found[unit] = goal.cell
            crowd[goal.cell] = crowd.get(goal.cell, 0) + 1
    enemies = [at for unit, at in enumerate(g.hex_of) if at >= 0 and g.side_of(unit) != side]
    for unit in units:
        if unit not in found or (side != ALLIED and _spare(g, unit, found[unit], side)):
            here = Hex(begins_at(g, unit))
            prey = min(enemies, key=lambda at: (g.grid.distance(here, Hex(at)), at), default=None)
            if prey is not None:
                found[unit] = prey
            elif unit not in found and goals:
                found[unit] = min(goals, key=lambda goal: g.grid.distance(here, Hex(goal.cell))).cell
    return found


def _spare(g: Corridor, unit: int, goal: int, side: int) -> bool:
    """Whether a defender's unit may leave its objective alone: it is far off, and an enemy is nearer."""
    here = Hex(begins_at(g, unit))
    far = g.grid.distance(here, Hex(goal))
    return far > ABOUT_KM and any(
        at >= 0 and g.side_of(other) != side and g.grid.distance(here, Hex(at)) * 2 < far
        for other, at in enumerate(g.hex_of)
    )
