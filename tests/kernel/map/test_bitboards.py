from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.map import bitboards
from sandtable.kernel.map.bitboards import Moves, bits_of, count, first, members, nth, union

from ..random_boards import some_cases

sets = st.sets(st.integers(0, 2000))


@some_cases
@given(sets)
def test_a_set_lists_its_members_in_rising_order(chosen: set[int]) -> None:
    assert members(bits_of(chosen)) == sorted(chosen)


def test_threads_that_list_large_sets_for_the_first_time_do_not_disturb_each_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def slow(base: int) -> tuple[tuple[int, ...], ...]:
        time.sleep(0.005)  # long enough for every other thread to come by
        return made(base)

    made = bitboards._row
    monkeypatch.setattr(bitboards, "_rows", [])
    monkeypatch.setattr(bitboards, "_row", slow)
    everything = list(range(40))
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(members, [bits_of(everything)] * 4)) == [everything] * 4


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


@some_cases
@given(sets.filter(bool), st.data())
def test_a_member_is_found_by_how_many_are_lower(chosen: set[int], data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(chosen) - 1))
    assert nth(bits_of(chosen), number) == sorted(chosen)[number]


@pytest.mark.parametrize("number", [-1, 3])
def test_a_set_has_no_members_beyond_its_count(number: int) -> None:
    with pytest.raises(IndexError, match=f"a set of 3 has no member number {number}"):
        nth(bits_of([5, 6, 90]), number)


@some_cases
@given(st.lists(sets))
def test_a_union_holds_what_any_part_holds(parts: list[set[int]]) -> None:
    assert members(union(bits_of(part) for part in parts)) == sorted(set().union(*parts))


def test_only_movers_move_and_each_by_its_own_step() -> None:
    moves = Moves((1, -10), (bits_of([20, 30]), bits_of([30, 40])))
    assert members(moves.of(bits_of([20, 30, 40, 50]))) == [20, 21, 30, 31]


def test_moves_know_all_their_movers() -> None:
    assert members(Moves((1, -10), (bits_of([20, 30]), bits_of([30, 40]))).movers) == [20, 30, 40]
