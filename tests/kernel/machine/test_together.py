from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.machine.actions import CONTROL, DICE, SPECTATOR, Action, Seat
from sandtable.kernel.machine.engine import answer, asked, options
from sandtable.kernel.machine.events import Revealed
from sandtable.kernel.refusals import Refused

from ..playing import (
    EAST,
    LEFT,
    RIGHT,
    WEST,
    Add,
    Orders,
    Sealed,
    Tiny,
    few_cases,
    game_with_sealed_plans,
    heard,
)

seeds = st.integers(0, 10_000)


def sealed_by_west(action: Action = RIGHT) -> Tiny:
    g = Tiny(Sealed(), Add(5))
    answer(g, action, WEST)
    return g


def test_all_seats_are_asked_at_once() -> None:
    g = Tiny(Sealed())
    assert asked(g) == (WEST, EAST)
    assert options(g, WEST) == options(g, EAST) == (LEFT, RIGHT)


def test_whoever_has_sealed_is_asked_no_more() -> None:
    g = sealed_by_west()
    assert asked(g) == (EAST,)
    assert options(g, WEST) == ()


def test_nothing_happens_before_the_last_has_sealed() -> None:
    g = sealed_by_west()
    assert (g.score, g.told, g.agenda) == (0, [], [Add(5), Sealed()])


def test_with_the_last_answer_all_are_opened_in_one_go() -> None:
    g = sealed_by_west()
    answer(g, LEFT, EAST)
    assert (g.score, g.sealed, g.agenda) == (125, (), [])


def test_the_opened_answers_are_told_to_all() -> None:
    g = sealed_by_west()
    answer(g, LEFT, EAST)
    assert [told.event for told in g.told or ()] == [Revealed("4", ((WEST, "right:1"), (EAST, "left")))]
    assert [heard(g, seat) for seat in (WEST, EAST, SPECTATOR)] == [["Revealed"]] * 3


def test_written_orders_are_carried_out_but_told_to_nobody() -> None:
    g = Tiny(Orders())
    answer(g, RIGHT, EAST)
    answer(g, LEFT, WEST)
    assert (g.score, g.told) == (21, [])


def test_opening_uncovers_something_and_sealing_does_not() -> None:
    g = sealed_by_west()
    assert not g.uncovered
    answer(g, LEFT, EAST)
    assert g.uncovered


@pytest.mark.parametrize("west", [LEFT, RIGHT])
@pytest.mark.parametrize("east", [LEFT, RIGHT])
def test_the_order_of_answering_does_not_matter(west: Action, east: Action) -> None:
    one, other = Tiny(Sealed(), Sealed()), Tiny(Sealed(), Sealed())
    answer(one, west, WEST)
    answer(one, east, EAST)
    answer(other, east, EAST)
    answer(other, west, WEST)
    assert one.digest() == other.digest()
    assert one.told == other.told


def test_the_order_of_sealing_does_not_matter_while_a_third_is_still_asked() -> None:
    third = Seat(2)

    class Three(Sealed):
        def seats(self, g: Tiny) -> tuple[Seat, ...]:
            return (WEST, EAST, third)

    one, other = Tiny(Three()), Tiny(Three())
    answer(one, LEFT, WEST)
    answer(one, RIGHT, EAST)
    answer(other, RIGHT, EAST)
    answer(other, LEFT, WEST)
    assert asked(one) == asked(other) == (third,)
    assert one.digest() == other.digest()


def test_the_seat_must_be_said_while_several_are_asked() -> None:
    with pytest.raises(Refused, match="several seats are asked: say which one answers"):
        answer(Tiny(Sealed()), LEFT)


def test_the_last_seat_need_not_be_said() -> None:
    g = sealed_by_west()
    answer(g, LEFT)
    assert g.score == 125


@pytest.mark.parametrize(
    ("action", "seat", "reason"),
    [
        (RIGHT, WEST, "another seat is asked now"),
        (RIGHT, CONTROL, "another seat is asked now"),
        (RIGHT, DICE, "another seat is asked now"),
        (Action("up"), EAST, "'up' is not among"),
    ],
)
def test_a_refused_sealed_answer_changes_nothing(action: Action, seat: Seat, reason: str) -> None:
    g = sealed_by_west()
    before = g.digest()
    with pytest.raises(Refused, match=reason):
        answer(g, action, seat)
    assert g.digest() == before


@few_cases
@given(seeds)
def test_what_one_seals_no_other_can_read(seed: int) -> None:
    """In views, options and logs, for every answer and everyone else, whoever seals first."""
    game = game_with_sealed_plans(seed)
    for first, second in (("red", "blue"), ("blue", "red")):
        read: dict[str, set[str]] = {second: set(), "spectator": set()}
        for option in game.options(first):
            trial = game.copy()
            trial.choose(first, option.id)
            for reader in (second, "spectator"):
                read[reader].add(json.dumps([trial.view(reader), trial.events(reader)]))
        assert {reader: len(texts) for reader, texts in read.items()} == {second: 1, "spectator": 1}


@pytest.mark.parametrize("reader", ["blue", "spectator"])
def test_what_control_seals_for_a_seat_no_other_can_read(reader: str) -> None:
    game = game_with_sealed_plans()
    read = set()
    for option in game.options("red"):
        trial = game.copy()
        trial.choose("red", option.id, by="control", reason="red is late")
        read.add(json.dumps([trial.view(reader), trial.events(reader)]))
    assert len(read) == 1


@few_cases
@given(seeds)
def test_a_game_goes_on_the_same_whoever_seals_first(seed: int) -> None:
    one, other = game_with_sealed_plans(seed), game_with_sealed_plans(seed)
    plans = {seat: one.options(seat)[0].id for seat in ("red", "blue")}
    for seat in ("red", "blue"):
        one.choose(seat, plans[seat])
    for seat in ("blue", "red"):
        other.choose(seat, plans[seat])
    assert one.digest() == other.digest()
    assert one.events("spectator") == other.events("spectator")
