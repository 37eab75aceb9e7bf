"""What a command is after: the cells that victory asks for, who is to go to each, and enemies near them."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from sandtable.kernel import Bits, Hex, bits_of, members
from sandtable.rules.airborne.field import is_water
from sandtable.rules.airborne.position.corridor import ALLIED, Corridor, Plan
from sandtable.rules.airborne.position.places import begins_at
from sandtable.rules.airborne.state import Troop
from sandtable.rules.airborne.turn.ending import northern_bank, northern_cells
from sandtable.rules.airborne.turn.marching import road_words

from .sighting import Sighting, distances

# The road by which an army comes in is barred so far from its entry (in the measure of ``distances``), and so wide.
BARRED: Final = 28.0
BAR_KM: Final = 12
# So near to it one stands on the road itself.
ASTRIDE_KM: Final = 4
# An enemy so much farther along it has broken through.
PASSED: Final = 2.0
_BRIDGES: Final = ("bridge", "bridge_turns", "bridge_road", "bridge_end")
_MAIN_ROAD: Final = "club_route"


class Objective(NamedTuple):
    """A cell and what it is worth."""

    cell: int
    worth: float


def objectives(g: Corridor, side: int) -> tuple[Objective, ...]:
    """The cells that count for victory, both ends of bridges among them; the defender wants the same cells."""
    return _objectives(g.plan)


@cache
def _objectives(plan: Plan) -> tuple[Objective, ...]:
    found: dict[int, float] = {}
    for line in plan.campaign.victory:
        if line.kind in _BRIDGES:
            bridge = plan.bridges[plan.points[line.names[0]]]
            for cell in (int(bridge.hex), *map(int, bridge.side)):
                found[cell] = max(found.get(cell, 0.0), float(abs(line.points)))
        elif line.kind == "place":
            cell = int(plan.board.places[line.names[0]].hex)
            found[cell] = max(found.get(cell, 0.0), float(line.points))
    return tuple(Objective(cell, worth) for cell, worth in sorted(found.items()))


def goals_of(s: Sighting) -> tuple[Objective, ...]:
    """The cells that a command goes for by its doctrine: those that count, and the land about the end of a bridge that is to be held."""
    return _goals(s.g.plan, s.doctrine.about_end)


@cache
def _goals(plan: Plan, about_end: float) -> tuple[Objective, ...]:
    found = {goal.cell: goal.worth for goal in _objectives(plan)}
    for point in _to_be_held(plan) if about_end > 0 else ():
        for cell in members(northern_cells(plan, point)):
            found.setdefault(int(cell), about_end)
    return tuple(Objective(cell, worth) for cell, worth in sorted(found.items()))


@cache
def _to_be_held(plan: Plan) -> tuple[int, ...]:
    """[14] The bridges at whose end men count at the end of the game."""
    return tuple(plan.points[line.names[0]] for line in plan.campaign.victory if line.kind == "bridge_end")


def bridge_ends(g: Corridor) -> tuple[int, ...]:
    """[14] Both ends of the bridges at which men count at the end of the game."""
    return tuple(int(cell) for point in _to_be_held(g.plan) for cell in g.plan.bridges[point].side)


def assigned(s: Sighting, units: list[int]) -> dict[int, int]:
    """The cell each unit is to go to: the nearest and dearest objective that has not drawn enough units yet.

    What is more than the objectives need goes for the nearest enemy that is known, or to the nearest objective.
    """
    g, side = s.g, s.side
    goals = goals_of(s)
    crowd: dict[int, int] = {}
    found = keepers(s, units)
    found |= stepping_in(s, [unit for unit in units if unit not in found])
    ranked: list[tuple[float, int, Objective]] = []
    for unit in units:
        here = begins_at(g, unit)
        for goal in goals:
            far = g.grid.distance(Hex(here), Hex(goal.cell))
            ranked.append((far / (1.0 + goal.worth), unit, goal))
    for _, unit, goal in sorted(ranked, key=lambda row: (row[0], row[1])):
        if unit not in found and crowd.get(goal.cell, 0) < s.doctrine.crowd:
            found[unit] = goal.cell
            crowd[goal.cell] = crowd.get(goal.cell, 0) + 1
    enemies = [at for unit, at in enumerate(g.hex_of) if at >= 0 and g.side_of(unit) != side]
    for unit in units:
        if unit not in found or (side != ALLIED and _spare(s, unit, found[unit])):
            here = Hex(begins_at(g, unit))
            prey = min(enemies, key=lambda at: (g.grid.distance(here, Hex(at)), at), default=None)
            if prey is not None:
                found[unit] = prey
            elif unit not in found and goals:
                found[unit] = min(goals, key=lambda goal: g.grid.distance(here, Hex(goal.cell))).cell
    return found | _behind_others(g, units, found)


def _behind_others(g: Corridor, units: list[int], found: dict[int, int]) -> dict[int, int]:
    """Guns do not go ahead: they follow the one of the command's other units that is nearest to where they would go."""
    fighting = [Hex(begins_at(g, unit)) for unit in units if not g.campaign.units[unit].guns]
    return {
        unit: int(min(fighting, key=lambda at: (g.grid.distance(at, Hex(goal)), at)))
        for unit, goal in found.items()
        if fighting and g.campaign.units[unit].guns
    }


def bridgehead(g: Corridor) -> Bits:
    """[14] The land beyond a river where what is left of the Allies counts at the end of the game; nothing where none does."""
    return _bridgehead(g.plan)


@cache
def _bridgehead(plan: Plan) -> Bits:
    found: Bits = 0
    for line in plan.campaign.victory:
        if line.kind == "bridgehead":
            found |= northern_bank(plan, line.names[0])
    return found


def stepping_in(s: Sighting, units: list[int]) -> dict[int, int]:
    """Who goes into the end of a bridge next to him in which no enemy is known to stand: who is there already, and the strongest."""
    g = s.g
    found: dict[int, int] = {}
    if not s.doctrine.into_end:
        return found
    known = g.known_cells(s.side)
    ends = bridge_ends(g)
    for cell in ends:
        if known >> cell & 1:
            continue
        near = [
            (-(g.hex_of[unit] == cell), -g.status[unit], unit)
            for unit in units
            if unit not in found
            and g.hex_of[unit] >= 0
            and not g.campaign.units[unit].guns
            and (g.hex_of[unit] == cell or (g.hex_of[unit] not in ends and _beside(g, unit, cell)))
        ]
        found |= {unit: cell for _, _, unit in sorted(near)[: s.doctrine.into_end]}
    return found


def _beside(g: Corridor, unit: int, cell: int) -> bool:
    """Whether a unit stands next to a cell, on the same bank."""
    here = Hex(g.hex_of[unit])
    return here in g.grid.neighbours(Hex(cell)) and not is_water(g.plan.board, here, Hex(cell))


def keepers(s: Sighting, units: list[int]) -> dict[int, int]:
    """[16.2] Who keeps which drop zone until the rest of the command is down: the nearest, never guns."""
    g = s.g
    awaited = {
        g.landing[unit]
        for unit, printed in enumerate(g.campaign.units)
        if printed.command == s.seat and g.aboard[unit] and g.due[unit] > g.turn
    }
    found: dict[int, int] = {}
    for zone in sorted(awaited):
        near = [
            (g.grid.distance(Hex(begins_at(g, unit)), Hex(zone)), unit)
            for unit in units
            if unit not in found and not g.campaign.units[unit].guns
        ]
        found |= {
            unit: zone for far, unit in sorted(near)[: s.doctrine.keepers] if far <= s.doctrine.keeper_km
        }
    return found


def barring(s: Sighting, units: list[int]) -> dict[int, int]:
    """[14] Who bars the road by which an army comes in, and where: those near to it in depth on the road, others where they stand.

    Whoever has the enemy behind him there is free to go.
    """
    g, side = s.g, s.side
    entries = {name for line in g.campaign.victory for name in line.names if name in _entries(g)}
    found: dict[int, int] = {}
    if side == ALLIED:
        return found
    words = road_words(g.plan)
    for name in sorted(entries):
        far = distances(g, Troop.TANKS, ALLIED, int(g.campaign.points_of_the_map[name].hex))
        road = [cell for cell, km in far.items() if km <= BARRED and words.get(cell) == _MAIN_ROAD]
        front = _around(g, road)
        # Whoever has landed beyond has not come by that road.
        passed = max(
            (
                far[at]
                for unit, at in enumerate(g.hex_of)
                if at >= 0 and g.side_of(unit) != side and front >> at & 1 and far.get(at, BARRED) < BARRED
            ),
            default=0.0,
        )
        free = [cell for cell in road if far[cell] > passed + PASSED]
        for unit in units:
            here = begins_at(g, unit)
            if not front >> here & 1 or passed > far.get(here, BARRED) + PASSED:
                continue
            near = [cell for cell in free if g.grid.distance(Hex(here), Hex(cell)) <= ASTRIDE_KM]
            found[unit] = min(
                near, key=lambda cell: (g.grid.distance(Hex(here), Hex(cell)), cell), default=here
            )
            taken = g.grid.within(Hex(found[unit]), 1)
            free = [cell for cell in free if not taken >> cell & 1]
    return found


def _entries(g: Corridor) -> set[str]:
    return {name for name, point in g.campaign.points_of_the_map.items() if point.kind == "entry"}


def _around(g: Corridor, cells: list[int]) -> Bits:
    found = bits_of(cells)
    for _ in range(BAR_KM):
        found = g.grid.expand(found)
    return found


def _spare(s: Sighting, unit: int, goal: int) -> bool:
    """Whether a defender's unit may leave its objective alone: it is far off, and an enemy is nearer."""
    g, side = s.g, s.side
    here = Hex(begins_at(g, unit))
    far = g.grid.distance(here, Hex(goal))
    return far > s.doctrine.about_km and any(
        at >= 0 and g.side_of(other) != side and g.grid.distance(here, Hex(at)) * 2 < far
        for other, at in enumerate(g.hex_of)
    )
