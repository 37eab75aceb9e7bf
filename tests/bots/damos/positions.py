"""Positions of whole games for the bots to look at, and combats in the sandbox for their forecasts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from random import Random

from sandtable.bots.damos import Greedy
from sandtable.kernel.chance.dice import SeededDice
from sandtable.kernel.game.records import begin
from sandtable.kernel.machine.actions import DICE, Action, Seat, rolled
from sandtable.kernel.machine.engine import answer, asked, dice_asked, options
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.series.position.state import Front


def game_between_greedy_bots(
    scenario: str, *, seed: int, answers: int
) -> Iterator[tuple[Front, Seat, Sequence[Action]]]:
    """Every question of a game, with who is asked and what is offered; now and then a bot errs, so that more is seen."""
    for g, seat, offered, _ in _game(scenario, seed=seed, answers=answers, errors=0.1):
        yield g, seat, offered


# How many answers of a game are looked at: the larger the game, the fewer.
ANSWERS = {"agn": 1500, "ags": 1500, "barbarossa": 200}


def moments(scenario: str, *, every: int) -> Iterator[tuple[Front, Seat, Sequence[Action]]]:
    """One question of *every* so many of the same game, which is played once for all tests."""
    for g, seat, offered in islice(_played(scenario), 0, None, every):
        yield g.copy(), seat, offered


@cache
def _played(scenario: str) -> list[tuple[Front, Seat, Sequence[Action]]]:
    seen = game_between_greedy_bots(scenario, seed=2, answers=ANSWERS[scenario])
    return [(g.copy(), seat, offered) for g, seat, offered in seen]


def undisturbed_game(
    scenario: str, *, seed: int, answers: int
) -> Iterator[tuple[Front, Seat, Sequence[Action], Action]]:
    """Every question of a game in which no bot errs, with what it chooses."""
    yield from _game(scenario, seed=seed, answers=answers, errors=0.0)


def _game(
    scenario: str, *, seed: int, answers: int, errors: float
) -> Iterator[tuple[Front, Seat, Sequence[Action], Action]]:
    rng, dice, bot = Random(seed), SeededDice(seed), Greedy()
    g = begin(RULEBOOK, RULEBOOK.setup(scenario))
    g.told = None
    rolls = 0
    for _ in range(answers):
        if not g.agenda:
            return
        if asked(g) == (DICE,):
            answer(g, rolled(dice.roll(dice_asked(g), rolls)))
            rolls += 1
            continue
        seat = asked(g)[0]
        offered = options(g, seat)
        chosen = bot.decide(bot.sight(RULEBOOK, g, seat), offered)
        if rng.random() < errors:
            chosen = rng.choice(offered)
        yield g, seat, offered, chosen
        answer(g, chosen, seat)
