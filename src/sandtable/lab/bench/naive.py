"""The same questions, answered the way one writes them first: sets of (row, column), a heap, dictionaries.

The benchmark measures the kernel against these, and both must agree. They are plain, not slowed down: neighbours
are listed once in advance, as the kernel's tables are.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from sandtable.kernel.map.bitboards import Bits, members
from sandtable.kernel.map.board import Board
from sandtable.kernel.map.hexes import Grid, Hex

Cell = tuple[int, int]
Side = tuple[Cell, Cell]


class NaiveBoard:
    """A board as dictionaries by row and column."""

    def __init__(self, board: Board) -> None:
        grid = board.grid
        self.terrain: Final[dict[Cell, str]] = {
            grid.row_column(hex_): terrain for hex_, terrain in board.terrain.items()
        }
        self.neighbours: Final[dict[Cell, list[Cell]]] = {
            cell: [near for near in _around(grid, cell) if near in self.terrain] for cell in self.terrain
        }
        # Both ways round, so that a step can be looked up as it is taken.
        self.sides: Final[dict[Side, list[str]]] = {}
        for kind, sides in board.hexsides.items():
            for a, b in sides.sides:
                cell, other = grid.row_column(a), grid.row_column(b)
                self.sides.setdefault((cell, other), []).append(kind)
                self.sides.setdefault((other, cell), []).append(kind)


@dataclass
class NaiveUnit:
    """A unit as an object with what can happen to it."""

    hex_of: int
    strength: int
    steps: int
    movement_left: int
    fatigue: int
    supplied: int
    activated: int
    demoralized: int
    detached: int
    returns: int


@dataclass
class NaiveState:
    """A state as a list of unit objects."""

    turn: int
    units: list[NaiveUnit]


def flood(board: NaiveBoard, sources: set[Cell], open_: set[Cell]) -> set[Cell]:
    """The sources and all open cells that a way over open cells leads to."""
    reached = set(sources)
    queue = deque(sources)
    while queue:
        for near in board.neighbours[queue.popleft()]:
            if near in open_ and near not in reached:
                reached.add(near)
                queue.append(near)
    return reached


def movement(
    board: NaiveBoard, start: Cell, mp: int, enter: Mapping[str, int], cross: Mapping[str, int]
) -> dict[Cell, int]:
    """The cheapest cost of every cell that *mp* points lead to."""
    best = {start: 0}
    heap = [(0, start)]
    while heap:
        cost, cell = heapq.heappop(heap)
        if cost > best[cell]:
            continue
        for near in board.neighbours[cell]:
            entry = enter.get(board.terrain[near])
            if entry is None:
                continue
            total = cost + entry + sum(cross.get(kind, 0) for kind in board.sides.get((cell, near), ()))
            if total <= mp and total < best.get(near, mp + 1):
                best[near] = total
                heapq.heappush(heap, (total, near))
    return best


def zone(board: NaiveBoard, units: Iterable[Cell]) -> set[Cell]:
    """The cells of *units* and those next to them."""
    covered: set[Cell] = set()
    for cell in units:
        covered.add(cell)
        covered.update(board.neighbours[cell])
    return covered


def cells_of(grid: Grid, mask: Bits) -> set[Cell]:
    """The members of *mask* as rows and columns."""
    return {grid.row_column(Hex(hex_)) for hex_ in members(mask)}


def _around(grid: Grid, cell: Cell) -> list[Cell]:
    return [grid.row_column(near) for near in grid.neighbours(grid.at(*cell))]
