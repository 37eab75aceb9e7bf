"""The light bot: quick, simple, stronger than chance, and blind to what is hidden."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.bots.damos import Light
from sandtable.kernel.game.views import view
from sandtable.lab.matches import play
from sandtable.rules.damos import RULEBOOK

from .positions import ANSWERS, moments

SCENARIOS = sorted(ANSWERS)


@pytest.mark.parametrize("scenario", ["agn", "ags"])
@pytest.mark.parametrize("seat", ["german", "soviet"])
def test_it_beats_random_from_either_side(scenario: str, seat: str) -> None:
    bots = {"german": "random", "soviet": "random", seat: "light"}
    assert {play(RULEBOOK, RULEBOOK.setup(scenario), bots, seed).result.winner for seed in (1, 2, 3)} == {
        seat
    }


@pytest.mark.long
@pytest.mark.parametrize("scenario", ["agn", "ags"])
@pytest.mark.parametrize("seat", ["german", "soviet"])
def test_it_beats_random_in_ninety_five_of_a_hundred_games(scenario: str, seat: str) -> None:
    bots = {"german": "random", "soviet": "random", seat: "light"}
    setup = RULEBOOK.setup(scenario)
    assert sum(play(RULEBOOK, setup, bots, seed).result.winner == seat for seed in range(100)) >= 95


def test_it_plays_every_scenario_against_itself_to_the_end() -> None:
    for scenario in SCENARIOS:
        both = {"german": "light", "soviet": "light"}
        assert play(RULEBOOK, RULEBOOK.setup(scenario), both, 3).result.winner in ("german", "soviet")


def test_it_sets_up_a_game_without_history() -> None:
    both = {"german": "light", "soviet": "light"}
    assert play(RULEBOOK, RULEBOOK.setup("agn", {"setup": "free"}), both, 3).answers > 300


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_it_decides_alike_in_positions_it_cannot_tell_apart(scenario: str) -> None:
    bot, rng = Light(), Random(7)
    for g, seat, offered in moments(scenario, every=5):
        twin = RULEBOOK.disguise(g, seat, rng)
        assert bot.decide(bot.sight(RULEBOOK, twin, seat), offered) == bot.decide(
            bot.sight(RULEBOOK, g, seat), offered
        )


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_it_chooses_alike_from_its_view_and_in_the_laboratory(scenario: str) -> None:
    bot = Light()
    for g, seat, offered in moments(scenario, every=13):
        shown = view(RULEBOOK, g, seat)
        assert bot.choose(shown, shown["options"]) == bot.decide(bot.sight(RULEBOOK, g, seat), offered).id
        assert bot.decide(bot.sight(RULEBOOK, g, seat), offered) in offered
