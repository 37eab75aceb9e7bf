from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pytest

from sandtable.kernel.chance.dice import BadDice, Dice, Roll, ScriptedDice
from sandtable.kernel.machine.actions import Action, Seat
from sandtable.kernel.machine.playout import play_out
from sandtable.kernel.machine.state import GameState, Setup
from sandtable.kernel.machine.steps import Auto, Chance, Choice


class Tally(GameState):
    """A state that adds up what it is told."""

    COLUMNS = ("seen",)

    def __init__(self) -> None:
        super().__init__(Setup("tally"))
        self.seen: list[int] = []


class Throw(Chance[Tally]):
    """Throw *count* dice."""

    def __init__(self, count: int) -> None:
        self.count: Final = count

    def dice(self, g: Tally) -> Dice:
        return Dice.of(self.count, 6)

    def resolve(self, g: Tally, roll: Roll) -> None:
        g.seen += roll


class Pick(Choice[Tally]):
    """Pick 7 or 8."""

    def seat(self, g: Tally) -> Seat:
        return Seat(0)

    def options(self, g: Tally) -> Sequence[Action]:
        return [Action("pick", (7,)), Action("pick", (8,))]

    def choose(self, g: Tally, action: Action) -> None:
        g.seen.append(action.args[0])


class Begin(Auto[Tally]):
    """Two dice, a pick, one die."""

    def run(self, g: Tally) -> None:
        g.then(Throw(2), Pick(), Throw(1))


class LastOption:
    """Always the last."""

    name = "last option"

    def choose(self, g: GameState, seat: Seat, offered: Sequence[Action]) -> Action:
        return offered[-1]


def begun() -> Tally:
    g = Tally()
    g.then(Begin())
    return g


@pytest.mark.parametrize("typed", [[(1, 2), (3,)], [(1, 2, 3)], [(1,), (2,), (3,)]])
def test_typed_faces_are_used_however_they_are_grouped(typed: list[Roll]) -> None:
    g = begun()
    assert play_out(g, typed, ScriptedDice([])) == [(1, 2), (3,)]
    assert g.seen == [1, 2, 7, 3]


def test_the_source_goes_on_where_typed_faces_end() -> None:
    g = begun()
    assert play_out(g, [(1, 2)], ScriptedDice([(6,)])) == [(1, 2), (6,)]


def test_without_typed_faces_the_source_rolls_all() -> None:
    assert play_out(begun(), (), ScriptedDice([(4, 5), (6,)])) == [(4, 5), (6,)]


def test_a_policy_decides() -> None:
    g = begun()
    play_out(g, [(1, 2, 3)], ScriptedDice([]), LastOption())
    assert g.seen == [1, 2, 8, 3]


def test_half_a_typed_roll_is_refused() -> None:
    with pytest.raises(BadDice, match="the dice given are 1, but 2d6 is to be rolled"):
        play_out(begun(), [(1,)], ScriptedDice([]))


def test_a_face_that_no_die_has_is_refused() -> None:
    with pytest.raises(BadDice, match="the dice given are 7, 1, but 2d6"):
        play_out(begun(), [(7, 1)], ScriptedDice([]))


def test_faces_left_over_are_refused() -> None:
    with pytest.raises(BadDice, match="5 dice are given, but only 3 are rolled here"):
        play_out(begun(), [(1, 2, 3, 4, 5)], ScriptedDice([]))
