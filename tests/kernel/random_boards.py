"""Small random grids and boards for the property tests, and plain answers to check the kernel by."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from hypothesis import settings
from hypothesis import strategies as st

from sandtable.kernel.map.bitboards import Bits, bits_of
from sandtable.kernel.map.board import Board, Hexsides, Net, Place, Segment
from sandtable.kernel.map.hexes import Grid, Hex, Hexside, Shape

Item = TypeVar("Item")

# Deadlines would be timings in tests; the boards are small, so a few dozen cases are quick anyhow.
some_cases = settings(deadline=None, max_examples=60)

KINDS: Sequence[Mapping[str, Any]] = (
    {"east_rows": "odd"},
    {"east_rows": "even"},
    {"shape": Shape.SQUARE},
    {"shape": Shape.SQUARE, "diagonals": True},
)


def subsets(draw: Callable[[st.SearchStrategy[int]], int], items: Sequence[Item]) -> list[Item]:
    chosen = draw(st.integers(0, (1 << len(items)) - 1))
    return [item for i, item in enumerate(items) if chosen >> i & 1]


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    return Grid(draw(st.integers(1, 6)), draw(st.integers(1, 6)), **draw(st.sampled_from(KINDS)))


@st.composite
def boards(draw: st.DrawFn) -> Board:
    grid = draw(grids())
    sides = all_sides(grid)
    few = [side for side in sides if draw(st.integers(0, 3)) == 0]
    terrain = draw(
        st.lists(
            st.sampled_from(["clear", "clear", "woods", "swamp", "sea"]),
            min_size=len(grid.cells),
            max_size=len(grid.cells),
        )
    )
    roads = [Segment(a, b, "", {}) for a, b in subsets(draw, few)]
    towns = subsets(draw, grid.cells)[:3]
    return Board(
        "random",
        grid,
        dict(zip(grid.cells, terrain, strict=True)),
        places=[Place(f"Town {i}", hex_, "town", "XX") for i, hex_ in enumerate(towns)],
        hexsides={
            "river": Hexsides(grid, subsets(draw, sides)),
            "canal": Hexsides(grid, subsets(draw, few)),
            "gorge": Hexsides(grid, subsets(draw, few)),
        },
        nets={"road": Net(grid, roads)},
    )


@st.composite
def masks(draw: st.DrawFn, grid: Grid) -> Bits:
    return bits_of(subsets(draw, grid.cells))


def all_sides(grid: Grid) -> list[Hexside]:
    return [(a, b) for a in grid.cells for b in grid.neighbours(a) if a < b]


def plain_distances(
    grid: Grid, sources: Iterable[Hex], open_: Bits, barred: Hexsides | None = None
) -> dict[Hex, int]:
    """Steps from the nearest source, by an ordinary search."""
    found = dict.fromkeys(sources, 0)
    queue = list(found)
    for here in queue:
        for near in grid.neighbours(here):
            if near not in found and open_ >> near & 1 and (barred is None or (here, near) not in barred):
                found[near] = found[here] + 1
                queue.append(near)
    return found


def plain_costs(start: Hex, mp: int, steps: Callable[[Hex], Iterable[tuple[Hex, int]]]) -> dict[Hex, int]:
    """The cheapest costs up to *mp*, by an ordinary search over the priced *steps* out of each hex."""
    best: dict[Hex, int] = {}
    heap = [(0, start)]
    while heap:
        cost, here = heapq.heappop(heap)
        if here in best or cost > mp:
            continue
        best[here] = cost
        for near, price in steps(here):
            heapq.heappush(heap, (cost + price, near))
    return best
