"""[1.1, 1.3, 1.5] Ways: where a unit can go in a mode, by which cells, and what each of them costs."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import cache, lru_cache
from math import lcm
from typing import Final, NamedTuple

from sandtable.kernel import Action, Bits, Hex, Hexside, Hexsides, Refusal, Tables
from sandtable.kernel.map.costs import CostMap
from sandtable.kernel.map.paths import Reach, reach

from ..field import is_water
from ..movement import allowance, crossing_refusal, fuel_due
from ..state import Ground, Mode, Troop
from .corridor import Corridor, Plan
from .crossings import crossing_for, usable_as
from .places import begins_at

WATER: Final = ("river", "canal")
# A step along a road in column: every ground has the same allowance there, so that kilometres are counted.
_BY_ROAD: Final = 1


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
    if mode == Mode.ROAD_COLUMN:
        return Prices(_column_costs(plan, usable), max(found.values()), _BY_ROAD)
    turn = lcm(*found.values())
    each = {ground.word: turn // much for ground, much in found.items()}
    by_price: dict[int, list[Hexside]] = {}
    for side in usable:
        price = max(each[plan.board.terrain[h]] for h in side)
        by_price.setdefault(price, []).append(side)
    tracks = {Hexsides(plan.grid, sides): price for price, sides in by_price.items()}
    costs = CostMap(plan.board, each, barred=WATER, tracks=tracks)
    return Prices(costs, turn, max(each.values()))


@lru_cache(maxsize=16)
def _column_costs(plan: Plan, usable: frozenset[Hexside]) -> CostMap:
    """[1.1] Road columns keep to roads, and to the crossings that bear them."""
    return CostMap(plan.board, {}, tracks={roads(plan, usable): _BY_ROAD})


@lru_cache(maxsize=16)
def roads(plan: Plan, usable: frozenset[Hexside]) -> Hexsides:
    """[1.1, 18.1] The roads, but for those that lead over water without a *usable* crossing."""
    water = _water(plan)
    return Hexsides(
        plan.grid, [s for s in plan.board.nets["road"].links.sides if s not in water or s in usable]
    )


@cache
def _water(plan: Plan) -> frozenset[Hexside]:
    return frozenset(side for kind in WATER for side in plan.board.hexsides[kind].sides)


@lru_cache(maxsize=16)
def open_water(plan: Plan, usable: frozenset[Hexside]) -> Hexsides:
    """[1.3] The rivers and canals that have no *usable* crossing."""
    return Hexsides(plan.grid, _water(plan) - usable)


class Leg(NamedTuple):
    """A part of a way: its cells, the ticks of the turn that it takes, and whether it ends behind unbridged water."""

    cells: tuple[int, ...]
    ticks: int
    over_water: bool


class March:
    """Where a unit can go: dry ground by the search, and the cells beyond water that it can cross at the end."""

    def __init__(
        self, plan: Plan, troop: Troop, mode: Mode, search: Reach, over_water: Bits, turn: int
    ) -> None:
        self.search: Final = search
        self.over_water: Final = over_water
        self.all: Final[Bits] = search.all | over_water
        # What a whole turn has in the prices of the search.
        self.turn: Final = turn
        self._plan: Final = plan
        self._ticks: Final = _ticks(plan, troop, mode)
        # Ways that were asked for, by their goal: they go when the march does.
        self._legs: Final[dict[int, Leg]] = {}

    def leg(self, goal: int) -> Leg:
        """[1.1, 1.5] The quickest way to *goal*, its start left out, and what it takes."""
        if goal not in self._legs:
            cells, terrain = self._way(goal), self._plan.board.terrain
            ticks = sum(self._ticks[terrain[Hex(cell)]] for cell in cells)
            self._legs[goal] = Leg(cells, ticks, bool(self.over_water >> goal & 1))
        return self._legs[goal]

    def part_of_turn(self, goal: int) -> float:
        """About how much of a turn it is to *goal*: by the search, and beyond water by the way itself."""
        cost = self.search.cost(Hex(goal))
        return self.leg(goal).ticks / self._plan.ticks if cost is None else cost / self.turn

    def _way(self, goal: int) -> tuple[int, ...]:
        if self.search.all >> goal & 1:
            return _path(self.search, goal)
        banks = [
            h
            for h in self._plan.grid.neighbours(Hex(goal))
            if self.search.all >> h & 1 and is_water(self._plan.board, h, Hex(goal))
        ]
        best = min(banks, key=lambda h: (self.search.cost(h) or 0, h))
        return (*_path(self.search, int(best)), int(goal))


def _path(search: Reach, goal: int) -> tuple[int, ...]:
    path = search.path(Hex(goal))
    assert path is not None
    return tuple(int(h) for h in path[1:])


class Outlook:
    """[1.3, 13] What the ways of a side depend on: the enemy as it knows him, and the crossings as they stand.

    A sheet of many lines asks for it again and again; ``listed`` is for what it works out of it.
    """

    def __init__(self, plan: Plan, known: Bits, usable: Mapping[Troop, frozenset[Hexside]]) -> None:
        self.known: Final = known
        # The cells in which a move ends: next to the enemy.
        self.near: Final[Bits] = plan.grid.expand(known)
        self.listed: Final[dict[Hashable, tuple[Action, ...]]] = {}
        self._plan: Final = plan
        self._usable: Final = usable

    def march(self, troop: Troop, mode: Mode, start: int, spent: int) -> March | None:
        """[1.1, 1.3, 1.5] Where *troop* can go from *start*, having *spent* ticks of the turn; None if it has no such move.

        Cells where the enemy is known to be are closed, those next to him end the move. What is not known does not
        matter here: whoever meets an enemy on the way stops there.
        """
        return _march(self._plan, troop, mode, self._usable[troop], start, spent, self.known)


def outlook(g: Corridor, side: int) -> Outlook:
    """[1.3, 13] The outlook of *side* now."""
    return _outlook(g.plan, side, g.known_cells(side), tuple(g.bridge), tuple(g.bridge_holder))


# A game needs one of each side, and a server has several games.
@lru_cache(maxsize=16)
def _outlook(
    plan: Plan, side: int, known: Bits, states: tuple[int, ...], holders: tuple[int, ...]
) -> Outlook:
    usable = {troop: usable_as(plan, states, holders, troop, side) for troop in Troop if troop}
    return Outlook(plan, known, usable)


def march(
    g: Corridor, unit: int, mode: Mode, start: int, spent: int = 0, troop: Troop | None = None
) -> March | None:
    """[1.1, 1.3, 1.5] Where *unit* can go in this turn from *start*, having *spent* ticks of it, as its side knows it."""
    troop = g.troop(unit) if troop is None else troop
    return outlook(g, g.side_of(unit)).march(troop, mode, start, spent)


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
        for direction, toward in enumerate(open_water(plan, usable).toward):
            wet |= grid.shift(banks & toward, direction)
        wet &= plan.board.in_play & ~known & ~search.all
    return March(plan, troop, mode, search, wet, found.turn)


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
    if g.ready_from(unit) > g.turn:
        return Refusal("16.4", f"{g.name_of(unit)} is not ready before turn {g.ready_from(unit)}")
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
