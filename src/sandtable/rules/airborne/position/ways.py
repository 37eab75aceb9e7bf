"""[1.1, 1.3, 1.5] Ways: where a unit can go in a mode, by which cells, and what each of them costs."""

from __future__ import annotations

from functools import cache, lru_cache
from math import lcm
from typing import Final, NamedTuple

from sandtable.kernel import Bits, Hex, Hexside, Hexsides, Refusal, Tables
from sandtable.kernel.map.costs import CostMap
from sandtable.kernel.map.paths import Reach, reach

from ..field import is_water
from ..movement import allowance, crossing_refusal, fuel_due
from ..state import Ground, Mode, Troop
from .corridor import Corridor, Plan
from .crossings import crossing_for, usable_sides
from .places import begins_at

WATER: Final = ("river", "canal")


class Prices(NamedTuple):
    """What cells cost in whole numbers, and how many of them a whole turn has."""

    costs: CostMap
    turn: int
    dearest: int


@lru_cache(maxsize=256)
def prices(plan: Plan, tables: Tables, troop: Troop, mode: Mode, usable: frozenset[Hexside]) -> Prices | None:
    """[1.1] The prices of *troop* in *mode*, in fractions of a turn as whole numbers; None if it has no such move."""
    km = {ground: allowance(tables, troop, ground, mode) for ground in Ground}
    found = {ground: much for ground, much in km.items() if much}
    if not found:
        return None
    turn = lcm(*found.values())
    each = {ground.word: turn // much for ground, much in found.items()}
    water = {side for kind in WATER for side in plan.board.hexsides[kind].sides}
    if mode == Mode.ROAD_COLUMN:
        # One allowance for every ground, and only along roads.
        price = min(each.values())
        roads = [s for s in plan.board.nets["road"].links.sides if s not in water or s in usable]
        costs = CostMap(plan.board, {}, tracks={Hexsides(plan.grid, roads): price})
        return Prices(costs, turn, price)
    tracks: dict[Hexsides, int] = {}
    by_price: dict[int, list[Hexside]] = {}
    for side in usable:
        price = max(each[plan.board.terrain[h]] for h in side)
        by_price.setdefault(price, []).append(side)
    for price, sides in by_price.items():
        tracks[Hexsides(plan.grid, sides)] = price
    costs = CostMap(plan.board, each, barred=WATER, tracks=tracks)
    return Prices(costs, turn, max(each.values()))


@lru_cache(maxsize=8)
def _open_water(plan: Plan, usable: frozenset[Hexside]) -> Hexsides:
    """The rivers and canals that have no usable crossing."""
    sides = [s for kind in WATER for s in plan.board.hexsides[kind].sides if s not in usable]
    return Hexsides(plan.grid, sides)


class March:
    """Where a unit can go: dry ground by the search, and the cells beyond water that it can cross at the end."""

    def __init__(self, search: Reach, over_water: Bits, turn: int) -> None:
        self.search: Final = search
        self.over_water: Final = over_water
        self.all: Final[Bits] = search.all | over_water
        # What a whole turn has in the prices of the search.
        self.turn: Final = turn
        # Ways that were asked for, by their goal: they go when the march does.
        self.ways: Final[dict[int, tuple[int, ...]]] = {}

    def part_of_turn(self, goal: int) -> float | None:
        """About how much of a turn it is to *goal*; None beyond water, where the way itself has to be reckoned."""
        cost = self.search.cost(Hex(goal))
        return None if cost is None else cost / self.turn


def march(
    g: Corridor, unit: int, mode: Mode, start: int, spent: int = 0, troop: Troop | None = None
) -> March | None:
    """[1.1, 1.3, 1.5] Where *unit* can go in this turn from *start*, having *spent* ticks of it.

    Cells where the enemy is known to be are closed, those next to him end the move. What is not known does not matter
    here: whoever meets an enemy on the way stops there.
    """
    side = g.side_of(unit)
    troop = g.troop(unit) if troop is None else troop
    return _march(g.plan, troop, mode, usable_sides(g, troop, side), start, spent, g.known_cells(side))


# A search of this board takes some half of a megabyte, and little more than a millisecond.
@lru_cache(maxsize=256)
def _march(
    plan: Plan, troop: Troop, mode: Mode, usable: frozenset[Hexside], start: int, spent: int, known: Bits
) -> March | None:
    found = prices(plan, plan.tables, troop, mode, usable)
    if found is None:
        return None
    grid = plan.grid
    left = found.turn * (plan.ticks - spent) // plan.ticks
    near = grid.expand(known) & ~known
    search = reach(found.costs, Hex(start), left, blocked=known, stop=near)
    wet: Bits = 0
    if mode == Mode.TACTICAL and crossing_refusal(plan.tables, troop, mode, bridge=False) is None:
        banks: Bits = 0
        for layer in list(search.layers)[: max(left - found.dearest + 1, 0)]:
            banks |= layer
        banks &= ~near | 1 << start
        for direction, toward in enumerate(_open_water(plan, usable).toward):
            wet |= grid.shift(banks & toward, direction)
        wet &= plan.board.in_play & ~known & ~search.all
    return March(search, wet, found.turn)


def way(plan: Plan, found: March, goal: int) -> tuple[int, ...]:
    """[1.5] The quickest way to *goal*, its start left out."""
    if goal not in found.ways:
        found.ways[goal] = _way(plan, found, goal)
    return found.ways[goal]


def _way(plan: Plan, found: March, goal: int) -> tuple[int, ...]:
    if found.search.all >> goal & 1:
        return _path(found.search, goal)
    banks = [
        h
        for h in plan.grid.neighbours(Hex(goal))
        if found.search.all >> h & 1 and is_water(plan.board, h, Hex(goal))
    ]
    best = min(banks, key=lambda h: (found.search.cost(h) or 0, h))
    return (*_path(found.search, int(best)), int(goal))


def _path(search: Reach, goal: int) -> tuple[int, ...]:
    path = search.path(Hex(goal))
    assert path is not None
    return tuple(int(h) for h in path[1:])


def step_refusal(g: Corridor, unit: int, mode: Mode, a: int, b: int) -> Refusal | None:
    """[1.1, 1.3] Why *unit* may not go from *a* to the next cell *b* now, as the ground and the crossings are."""
    troop, board = g.troop(unit), g.plan.board
    if mode == Mode.ROAD_COLUMN and (Hex(a), Hex(b)) not in board.nets["road"].links:
        return Refusal("1.1", "a road column keeps to roads")
    if is_water(board, Hex(a), Hex(b)):
        over = crossing_for(g, a, b, troop, g.side_of(unit))
        return crossing_refusal(g.tables, troop, mode, bridge=over is not None)
    return None


@cache
def _ticks(plan: Plan, troop: Troop, mode: Mode) -> dict[str, int]:
    km = {ground.word: allowance(plan.tables, troop, ground, mode) for ground in Ground}
    return {ground: plan.ticks // much for ground, much in km.items() if much}


def ticks_for(plan: Plan, troop: Troop, mode: Mode, cell: int) -> int:
    """[1.1] The ticks of a turn that entering *cell* takes."""
    return _ticks(plan, troop, mode)[plan.board.terrain[Hex(cell)]]


def move_refusal(g: Corridor, unit: int, troop: Troop) -> Refusal | None:
    """[1.1, 2.2, 16.4] Why *unit* cannot move in this turn as *troop*, as its owner knows it."""
    if begins_at(g, unit) < 0:
        return Refusal("12", f"{g.name_of(unit)} is not on the map")
    if g.campaign.units[unit].ready > g.turn:
        return Refusal("16.4", f"{g.name_of(unit)} is not ready before turn {g.campaign.units[unit].ready}")
    if fuel_due(troop) > g.fuel[unit]:
        return Refusal("2.2", f"{g.name_of(unit)} has no fuel")
    return None


def modes(g: Corridor, unit: int, troop: Troop) -> list[Mode]:
    """[1.1] The modes in which *unit* can move from where it is, as *troop*."""
    found = []
    on_road = g.campaign.road_cells >> begins_at(g, unit) & 1
    for mode in Mode:
        if mode == Mode.ROAD_COLUMN and not on_road:
            continue
        if _ticks(g.plan, troop, mode):
            found.append(mode)
    return found


def neighbours(g: Corridor, cell: int) -> tuple[int, ...]:
    """The cells next to one, on the map."""
    return tuple(int(h) for h in g.grid.neighbours(Hex(cell)) if h in g.plan.board.terrain)
