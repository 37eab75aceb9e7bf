"""The searches in C give the answers of those in Python, on boards of every shape and size."""

from __future__ import annotations

import os
import shutil
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.map import searches
from sandtable.kernel.map.bitboards import Bits, bits_of, members, members_in_python, nth, nth_in_python
from sandtable.kernel.map.board import Board, Hexsides
from sandtable.kernel.map.costs import CostMap, Track
from sandtable.kernel.map.flood import (
    flood,
    flood_along,
    flood_along_in_python,
    flood_in_python,
    hops,
    rings_in_python,
)
from sandtable.kernel.map.hexes import Grid, Hex
from sandtable.kernel.map.paths import layers_in_python, reach

from ..random_boards import KINDS, all_sides, boards, masks, some_cases

ENTER = {"clear": 2, "woods": 3, "swamp": 5}
built = pytest.mark.skipif(searches.compiled is None, reason="there is nothing to compare")


def large(seed: int) -> tuple[Board, Random]:
    """A board whose rows are longer than a machine word, or nearly, with ground, rivers and gorges at random."""
    rng = Random(seed)
    grid = Grid(rng.randint(1, 70), rng.randint(40, 140), **rng.choice(KINDS))
    sides = all_sides(grid)
    return (
        Board(
            "large",
            grid,
            {cell: rng.choice(["clear", "clear", "woods", "swamp", "sea"]) for cell in grid.cells},
            hexsides={
                "river": Hexsides(grid, rng.sample(sides, len(sides) // 6)),
                "gorge": Hexsides(grid, rng.sample(sides, len(sides) // 9)),
            },
        ),
        rng,
    )


def some(rng: Random, grid: Grid, share: int) -> Bits:
    return bits_of(cell for cell in grid.cells if rng.randrange(share) == 0)


def assert_same_range(
    costs: CostMap,
    start: Hex,
    mp: int,
    blocked: Bits,
    stop: Bits,
    entering: dict[int, Bits],
    leaving: dict[int, Bits],
    track: Track | None,
) -> None:
    found = reach(
        costs, start, mp, blocked=blocked, stop=stop, entering=entering, leaving=leaving, track=track
    )
    layers, all_ = layers_in_python(costs, start, mp, blocked, stop, entering, leaving, track)
    assert found.all == all_
    assert {n: layer for n, layer in enumerate(found.layers) if layer} == {
        n: layer for n, layer in enumerate(layers) if layer
    }
    for hex_ in members(all_):
        assert found.cost(Hex(hex_)) == next(n for n, layer in enumerate(layers) if layer >> hex_ & 1)


@built
@some_cases
@given(st.data())
def test_ranges_are_the_same(data: st.DataObject) -> None:
    board = data.draw(boards())
    grid = board.grid
    some_hexes = masks(grid)
    far = data.draw(some_hexes)
    assert_same_range(
        CostMap(board, ENTER, cross={"river": data.draw(st.integers(0, 3))}, barred=["gorge"]),
        data.draw(st.sampled_from(grid.cells)),
        data.draw(st.integers(0, 30)),
        data.draw(some_hexes),
        data.draw(st.one_of(st.just(0), some_hexes)),
        data.draw(st.sampled_from([{}, {2: far}])),
        data.draw(st.sampled_from([{}, {1: far, 3: data.draw(some_hexes) & ~far}])),
        data.draw(st.sampled_from([None, Track(grid, board.nets["road"].links, data.draw(some_hexes), 1)])),
    )


@built
@pytest.mark.parametrize("seed", range(12))
def test_ranges_are_the_same_on_large_boards(seed: int) -> None:
    board, rng = large(seed)
    grid = board.grid
    costs = CostMap(board, ENTER, cross={"river": 1}, barred=["gorge"])
    for mp in (0, 3, 9, 25, 10_000):
        blocked, stop, zone = some(rng, grid, 8), some(rng, grid, 4), some(rng, grid, 3)
        start = rng.choice(grid.cells)
        assert_same_range(costs, start, mp, blocked, 0, {}, {}, None)
        assert_same_range(costs, start, mp, blocked, stop, {2: zone}, {1: stop}, None)


@built
@some_cases
@given(st.data(), st.sampled_from([None, 0, 1, 3]))
def test_floods_and_their_rings_are_the_same(data: st.DataObject, limit: int | None) -> None:
    board = data.draw(boards())
    sources, open_ = data.draw(masks(board.grid)), data.draw(masks(board.grid))
    assert_same_flood(
        board.grid, sources, open_, limit, data.draw(st.sampled_from([None, board.hexsides["gorge"]]))
    )


@built
@pytest.mark.parametrize("seed", range(12))
def test_floods_are_the_same_on_large_boards(seed: int) -> None:
    board, rng = large(seed)
    for limit in (None, 2, 20):
        sources, closed = some(rng, board.grid, 200), some(rng, board.grid, 4)
        open_ = board.grid.everywhere & ~closed
        assert_same_flood(board.grid, sources, open_, limit, None)
        assert_same_flood(board.grid, sources, open_, limit, board.hexsides["gorge"])


@built
@pytest.mark.parametrize("seed", range(12))
def test_floods_along_links_are_the_same_on_large_boards(seed: int) -> None:
    board, rng = large(seed)
    links = Hexsides(board.grid, rng.sample(sides := all_sides(board.grid), len(sides) // 2))
    for limit in (None, 0, 2, 20):
        sources, closed = some(rng, board.grid, 200), some(rng, board.grid, 9)
        open_ = board.grid.everywhere & ~closed
        assert flood_along(links, board.grid, sources, open_, limit=limit) == flood_along_in_python(
            links, board.grid, sources, open_, limit
        )


def assert_same_flood(
    grid: Grid, sources: Bits, open_: Bits, limit: int | None, barred: Hexsides | None
) -> None:
    assert flood(grid, sources, open_, limit=limit, barred=barred) == flood_in_python(
        grid, sources, open_, limit, barred
    )
    expected = rings_in_python(grid, sources, open_, limit, barred)
    assert list(hops(grid, sources, open_, limit=limit, barred=barred).rings) == expected


@built
@some_cases
@given(st.integers(0, 2**700))
def test_members_are_the_same(mask: int) -> None:
    assert members(mask) == members_in_python(mask)
    for number in range(mask.bit_count()):
        assert nth(mask, number) == nth_in_python(mask, number)


@pytest.mark.parametrize("number", [-1, 3])
@pytest.mark.parametrize("listed", [nth, nth_in_python])
def test_a_member_that_is_not_there_is_an_error(listed: object, number: int) -> None:
    assert callable(listed)
    with pytest.raises(IndexError, match=f"^a set of 3 has no member number {number}$"):
        listed(0b10101, number)


@built
def test_what_is_no_set_is_an_error_and_no_crash() -> None:
    assert searches.compiled is not None
    grid = Grid(3, 3)
    costs = CostMap(Board("open", grid, dict.fromkeys(grid.cells, "clear")), ENTER)
    layers = searches.compiled.layers
    with pytest.raises(OverflowError):
        layers(costs.compiled, None, grid.cells[0], 3, -1, 0, (), ())
    with pytest.raises(TypeError):
        layers(costs.compiled, None, grid.cells[0], 3, "all", 0, (), ())  # type: ignore[arg-type]
    with pytest.raises(OverflowError):
        layers(costs.compiled, None, 10**6, 3, 1, 0, (), ())
    with pytest.raises(TypeError):
        layers(None, None, 0, 3, 1, 0, (), ())
    with pytest.raises(TypeError):
        members("all")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no such board"):
        searches.compiled.Doors(1, 0, (), ())


def test_where_a_compiler_is_the_searches_were_built() -> None:
    wanted = shutil.which("cc") is not None and not os.environ.get("SANDTABLE_PURE")
    assert (searches.compiled is not None) == wanted
    assert searches.in_use() == ("C" if wanted else "Python")
    assert f"run in {searches.in_use()}" in searches.told()
