"""What the bot sees, and how far every cell is from an objective as its side can march."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from heapq import heappop, heappush
from typing import Final, NamedTuple

from sandtable.kernel import Hexside, Seat
from sandtable.rules.airborne.position.corridor import Corridor, Plan
from sandtable.rules.airborne.position.crossings import usable_sides
from sandtable.rules.airborne.position.ways import WATER
from sandtable.rules.airborne.state import Troop

from .doctrine import GREEDY, Doctrine

# Cells along a road count for less, and men on foot get over a river in the end.
BY_ROAD: Final = 0.6
ACROSS: Final = 1.0
OVER_WATER: Final = 12.0
SWIMMERS: Final = (Troop.FOOT, Troop.RECCE)


class Sighting(NamedTuple):
    """A position that holds nothing the seat may not know, the seat, and how it goes about it."""

    g: Corridor
    seat: Seat
    doctrine: Doctrine = GREEDY

    @property
    def side(self) -> int:
        """The side of the seat."""
        return self.g.campaign.side_of(self.seat)


def distances(g: Corridor, troop: Troop, side: int, goal: int) -> Mapping[int, float]:
    """About how far every cell is from *goal* for *troop* of *side*, by roads and crossings."""
    return _distances(g.plan, usable_sides(g, troop, side), troop in SWIMMERS, goal)


@cache
def _edges(plan: Plan) -> Mapping[int, tuple[tuple[int, float, Hexside | None], ...]]:
    """From every cell to its neighbours: what a step is worth, and the hexside where it leads over water."""
    grid, board = plan.grid, plan.board
    roads = board.nets["road"].links
    water = {side for kind in WATER for side in board.hexsides[kind].sides}
    found: dict[int, tuple[tuple[int, float, Hexside | None], ...]] = {}
    for cell in board.terrain:
        steps = []
        for other in grid.neighbours(cell):
            if other in board.terrain:
                side = grid.side(cell, other)
                step = BY_ROAD if side in roads else ACROSS
                steps.append((int(other), step, side if side in water else None))
        found[int(cell)] = tuple(steps)
    return found


@lru_cache(maxsize=512)
def _distances(plan: Plan, usable: frozenset[Hexside], swims: bool, goal: int) -> Mapping[int, float]:
    edges = _edges(plan)
    found: dict[int, float] = {}
    heap = [(0.0, goal)]
    while heap:
        far, cell = heappop(heap)
        if cell in found:
            continue
        found[cell] = far
        for other, step, wet in edges[cell]:
            if other in found:
                continue
            if wet is not None and wet not in usable:
                if not swims:
                    continue
                step = OVER_WATER
            heappush(heap, (far + step, other))
    return found
