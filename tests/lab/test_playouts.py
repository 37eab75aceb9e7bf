from __future__ import annotations

import random

import pytest

from sandtable.kernel.game.records import begin
from sandtable.kernel.machine.actions import Action
from sandtable.kernel.machine.engine import take
from sandtable.lab.bench import playouts
from sandtable.lab.bench.playouts import Pace, Played, paces, random_chess_game, random_game
from sandtable.testing.ford import RULEBOOK
from sandtable.testing.ford.state import Ford


@pytest.fixture
def ford() -> Ford:
    return begin(RULEBOOK, RULEBOOK.setup(RULEBOOK.scenarios[0].name))


def test_a_random_game_ends_and_leaves_its_start_alone(ford: Ford) -> None:
    before = ford.digest()
    played = random_game(ford, random.Random(1))
    assert played.decisions > 0
    assert played.decisions < playouts.LONGEST
    assert ford.digest() == before


def test_the_same_numbers_play_the_same_game(ford: Ford) -> None:
    assert random_game(ford, random.Random(2)) == random_game(ford, random.Random(2))


def test_rolls_are_not_counted_as_decisions(ford: Ford, monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[str] = []

    def noted(g: Ford, action: Action) -> None:
        taken.append(action.verb)
        take(g, action)

    monkeypatch.setattr(playouts, "take", noted)
    played = random_game(ford, random.Random(3))
    assert played == Played(sum(verb != "roll" for verb in taken), sum(verb == "roll" for verb in taken))


def test_an_endless_game_is_given_up(ford: Ford, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playouts, "LONGEST", 3)
    assert random_game(ford, random.Random(4)).decisions == 3


def test_a_random_game_of_chess_ends_too() -> None:
    play = random_chess_game()
    assert play is not None
    assert play(random.Random(1)) > 4


def test_both_sides_play_whole_games_in_turns_after_a_first_that_is_not_counted() -> None:
    order: list[str] = []

    def game(name: str, moves: int) -> int:
        order.append(name)
        sum(range(20_000))
        return moves

    ours, theirs = paces(0, lambda rng: game("ours", 7), lambda rng: game("theirs", 5), seed=1)
    assert order[:4] == ["ours", "theirs", "ours", "theirs"]
    assert (ours.decisions, theirs.decisions) == (7, 5 * (order.count("theirs") - 1))
    assert theirs.seconds >= ours.seconds


def test_where_nobody_else_plays_only_our_pace_is_measured() -> None:
    ours, theirs = paces(0, lambda rng: sum(range(20_000)) and 7, None, seed=1)
    assert (ours.decisions, theirs) == (7, Pace(0, 0.0))


def test_a_pace_is_told_for_each_decision() -> None:
    assert Pace(4, 0.002).each_us == pytest.approx(500)
