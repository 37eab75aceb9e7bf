from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.bitboards import Moves, bit, bits_of, count, first, members, union

from .random_boards import some_cases

sets = st.sets(st.integers(0, 2000))


@some_cases
@given(sets)
def test_a_set_lists_its_members_in_rising_order(chosen: set[int]) -> None:
    assert members(bits_of(chosen)) == sorted(chosen)


@some_cases
@given(sets)
def test_a_set_counts_its_members(chosen: set[int]) -> None:
    assert count(bits_of(chosen)) == len(chosen)


@some_cases
@given(sets.filter(bool))
def test_the_first_member_is_the_lowest(chosen: set[int]) -> None:
    assert first(bits_of(chosen)) == min(chosen)


def test_an_empty_set_has_no_first_member() -> None:
    with pytest.raises(ValueError, match="no first member"):
        first(0)


def test_an_empty_set_lists_nobody() -> None:
    assert members(0) == []


def test_a_full_set_lists_everybody() -> None:
    assert members((1 << 300) - 1) == list(range(300))


def test_a_bit_is_the_set_of_one() -> None:
    assert members(bit(77)) == [77]


@some_cases
@given(st.lists(sets))
def test_a_union_holds_what_any_part_holds(parts: list[set[int]]) -> None:
    assert members(union(bits_of(part) for part in parts)) == sorted(set().union(*parts))


def test_only_movers_move_and_each_by_its_own_step() -> None:
    moves = Moves((1, -10), (bits_of([20, 30]), bits_of([30, 40])))
    assert members(moves.of(bits_of([20, 30, 40, 50]))) == [20, 21, 30, 31]


def test_moves_know_all_their_movers() -> None:
    assert members(Moves((1, -10), (bits_of([20, 30]), bits_of([30, 40]))).movers) == [20, 30, 40]
