"""Random play: games in which every seat picks at random, the raw material of property tests and of the fuzzer."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple, TypeVar

from sandtable.kernel import (
    DICE,
    Action,
    GameState,
    Rulebook,
    Seat,
    SeededDice,
    Setup,
    answer,
    asked,
    dice_asked,
    rolled,
    written,
)
from sandtable.kernel.game.game import Game
from sandtable.kernel.game.records import begin

G = TypeVar("G", bound=GameState)


class Answered(NamedTuple):
    """One answer of a random game: who gave it, what it was, and the position before it (a copy)."""

    before: Any
    seat: Seat
    action: Action


def pick(g: GameState, rng: Random, dice: SeededDice, rolls: int) -> tuple[Seat, Action]:
    """Who answers next at random, and what: one of those asked, one of their options or any sheet, or the next roll."""
    who = asked(g)
    if who == (DICE,):
        return DICE, rolled(dice.roll(dice_asked(g), rolls))
    seat = rng.choice(who)
    return seat, written(g, seat, rng.choice)


def random_play(
    rulebook: Rulebook[G], setup: Setup, *, seed: int, answers: int | None = None
) -> Iterator[tuple[G, Answered | None]]:
    """Every position of a random game with the answer that led to it (None for the first); it may stop after *answers*.

    The position is the same object throughout; the answer holds a copy of the one before.
    """
    rng, dice = Random(seed), SeededDice(seed)
    g = begin(rulebook, setup)
    yield g, None
    given = rolls = 0
    while g.agenda and (answers is None or given < answers):
        before = g.copy()
        seat, action = pick(g, rng, dice, rolls)
        rolls += seat == DICE
        answer(g, action, seat)
        given += 1
        yield g, Answered(before, seat, action)


def random_answer(game: Game[Any], rng: Random) -> None:
    """Somebody who is asked answers at random: one of the options or any order sheet. Control decides like a seat."""
    seat = rng.choice(asked(game.state))
    name = game.rulebook.seat_name(game.state.setup, seat)
    game.choose(name, written(game.state, seat, rng.choice).id)


def setups(rulebook: Rulebook[Any]) -> list[Setup]:
    """Every scenario at its defaults, and each with every switch at every other value, one at a time."""
    found: list[Setup] = []
    for scenario in rulebook.scenarios:
        found.append(rulebook.setup(scenario.name))
        for switch in scenario.switches:
            found += [rulebook.setup(scenario.name, {switch.name: value}) for value in switch.values[1:]]
    return found


def describe(setup: Setup) -> str:
    """A setup as a test's name: the scenario and its options."""
    return " ".join((setup.scenario, *(f"{name}={value}" for name, value in setup.options.items())))
