from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.machine.state import GameState, Setup, cache_complaints
from sandtable.kernel.map.bitboards import bits_of, members
from sandtable.kernel.map.board import Hexsides
from sandtable.kernel.map.hexes import OFF_BOARD, Grid, Hex
from sandtable.kernel.map.stacks import height, holds, put, rebuild, set_up, units_in, units_of, zone

from ..random_boards import some_cases

GRID = Grid(2, 3)
RED, BLUE = 0, 1
HERE, THERE = GRID.hex("0101"), GRID.hex("0203")


class Front(GameState):
    """A state that embeds stacks as the module's page says."""

    COLUMNS = ("hex_of",)
    DERIVED_COLUMNS = ("first_in", "next_in", "occupied")

    first_in: list[int]
    next_in: list[int]
    occupied: list[int]

    def __init__(self, side_of: Sequence[int]) -> None:
        super().__init__(Setup("front"))
        self.side_of = side_of
        self.hex_of: list[int] = [OFF_BOARD] * len(side_of)
        set_up(self, GRID, sides=2)

    def rebuild(self) -> None:
        rebuild(self)


def front() -> Front:
    """Six units: 0, 2 and 4 are red, 1, 3 and 5 are blue."""
    return Front((RED, BLUE) * 3)


moves = st.lists(st.tuples(st.integers(0, 5), st.sampled_from([*GRID.cells, OFF_BOARD])), max_size=40)


@some_cases
@given(moves)
def test_stacks_kept_move_by_move_equal_a_rebuild(played: list[tuple[int, Hex]]) -> None:
    g = front()
    for unit, hex_ in played:
        put(g, unit, hex_)
        assert cache_complaints(g) == []


@some_cases
@given(moves)
def test_every_unit_is_in_the_stack_of_its_hex(played: list[tuple[int, Hex]]) -> None:
    g = front()
    for unit, hex_ in played:
        put(g, unit, hex_)
    assert [units_in(g, cell) for cell in GRID.cells] == [
        [unit for unit in range(6) if g.hex_of[unit] == cell] for cell in GRID.cells
    ]


@some_cases
@given(moves)
def test_a_copy_can_be_played_on_without_moving_the_original(played: list[tuple[int, Hex]]) -> None:
    g = front()
    put(g, 0, HERE)
    twin = g.copy()
    for unit, hex_ in played:
        put(twin, unit, hex_)
    assert [units_in(g, cell) for cell in GRID.cells] == [[0], [], [], [], [], []]
    assert cache_complaints(g) == []


def test_a_stack_lists_its_units_in_rising_order_however_they_came() -> None:
    g = front()
    for unit in (4, 1, 5, 0):
        put(g, unit, HERE)
    assert units_in(g, HERE) == [0, 1, 4, 5]


def test_a_stack_can_be_asked_for_one_side() -> None:
    g = front()
    for unit in (4, 1, 5, 0):
        put(g, unit, HERE)
    assert units_of(g, BLUE, HERE) == [1, 5]


def test_the_height_of_a_stack_counts_all_or_one_side() -> None:
    g = front()
    for unit in (0, 1, 2):
        put(g, unit, HERE)
    assert (height(g, HERE), height(g, HERE, RED), height(g, THERE)) == (3, 2, 0)


def test_a_side_holds_a_hex_until_its_last_unit_leaves() -> None:
    g = front()
    put(g, 0, HERE)
    put(g, 2, HERE)
    put(g, 0, THERE)
    assert holds(g, RED, HERE)
    put(g, 2, THERE)
    assert not holds(g, RED, HERE)


def test_an_enemy_in_the_hex_does_not_hold_it_for_the_side_that_left() -> None:
    g = front()
    put(g, 0, HERE)
    put(g, 1, HERE)
    put(g, 0, OFF_BOARD)
    assert (holds(g, RED, HERE), holds(g, BLUE, HERE)) == (False, True)


def test_a_unit_taken_off_is_nowhere() -> None:
    g = front()
    put(g, 3, HERE)
    put(g, 3, OFF_BOARD)
    assert (g.hex_of[3], units_in(g, HERE)) == (OFF_BOARD, [])


def test_a_unit_put_where_it_stands_stays() -> None:
    g = front()
    put(g, 3, HERE)
    put(g, 3, HERE)
    assert units_in(g, HERE) == [3]


def test_units_set_up_before_the_columns_are_made_stand_in_their_stacks() -> None:
    g = front()
    g.hex_of[2] = HERE
    set_up(g, GRID, sides=2)
    assert units_in(g, HERE) == [2]


def test_a_zone_is_the_hexes_and_their_neighbours() -> None:
    assert zone(GRID, 1 << HERE) & GRID.everywhere == bits_of([HERE, *GRID.neighbours(HERE)])


def test_a_zone_does_not_reach_over_barred_hexsides() -> None:
    east = GRID.hex("0102")
    river = Hexsides(GRID, [(HERE, east)])
    covered = zone(GRID, 1 << HERE, barred=river) & GRID.everywhere
    assert members(covered) == sorted({HERE, *GRID.neighbours(HERE)} - {east})
