"""The greedy bot obeys the fog: what it knows can be read off its view, and nothing hidden moves it."""

from __future__ import annotations

import json
from random import Random

import pytest

from sandtable.bots import make_bot
from sandtable.bots.damos import Greedy, sighting
from sandtable.kernel.game.views import view
from sandtable.kernel.machine.engine import options
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.series.position import bounds

from .positions import ANSWERS, game_between_greedy_bots, moments

SCENARIOS = sorted(ANSWERS)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_the_bot_sights_is_what_its_view_says(scenario: str) -> None:
    for g, seat, _ in moments(scenario, every=9):
        assert sighting.sight(g, seat) == sighting.read(view(RULEBOOK, g, seat))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_bot_decides_alike_in_positions_it_cannot_tell_apart(scenario: str) -> None:
    bot, rng = Greedy(), Random(7)
    for g, seat, offered in moments(scenario, every=5):
        twin = RULEBOOK.disguise(g, seat, rng)
        assert options(twin, seat) == offered
        assert bot.decide(bot.sight(RULEBOOK, twin, seat), offered) == bot.decide(
            bot.sight(RULEBOOK, g, seat), offered
        )


def test_the_bot_chooses_alike_from_its_view_and_in_the_laboratory() -> None:
    bot = Greedy()
    for g, seat, offered in moments("agn", every=13):
        shown = view(RULEBOOK, g, seat)
        assert bot.choose(shown, shown["options"]) == bot.decide(bot.sight(RULEBOOK, g, seat), offered).id


def test_looking_does_not_change_the_position() -> None:
    bot = Greedy()
    for g, seat, offered in moments("ags", every=17):
        before = g.digest()
        bot.decide(bot.sight(RULEBOOK, g, seat), offered)
        assert g.digest() == before


def test_an_enemy_unit_is_thought_to_be_as_strong_as_printed() -> None:
    g, seat, _ = next(game_between_greedy_bots("agn", seed=1, answers=5))
    enemy = next(u for u in g.roster.of_side[1 - seat] if g.hex_of[u] >= 0)
    g.sp[enemy] = 1
    assert sighting.sight(g, seat).g.sp[enemy] == g.roster[enemy].sp


def test_a_demoralized_enemy_is_thought_to_have_lost_a_third_as_far_as_that_can_be() -> None:
    g, seat, _ = next(game_between_greedy_bots("agn", seed=1, answers=5))
    enemy = max(g.roster.of_side[1 - seat], key=lambda u: (g.hex_of[u] >= 0) * g.roster[u].sp)
    g.demoralize(enemy)
    assert sighting.sight(g, seat).g.sp[enemy] == g.roster[enemy].sp
    g.bounds = bounds.between(g.bounds, enemy, 1, g.roster[enemy].sp)
    assert sighting.sight(g, seat).g.sp[enemy] == g.roster[enemy].sp * 2 // 3


def test_enemies_that_fought_together_are_thought_to_have_what_was_counted() -> None:
    g, seat, _ = next(game_between_greedy_bots("agn", seed=1, answers=5))
    pair = [u for u in g.roster.of_side[1 - seat] if g.hex_of[u] >= 0 and g.roster[u].sp > 2][:2]
    for unit in pair:
        g.bounds = bounds.between(g.bounds, unit, 1, g.roster[unit].sp)
    g.learn(pair, 3, 3)
    seen = sighting.sight(g, seat).g
    assert sum(seen.sp[u] for u in pair) == 3
    assert min(seen.sp[u] for u in pair) >= 1


@pytest.mark.parametrize("name", ["greedy", "random"])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_whatever_may_be_hidden_a_bot_at_the_end_of_a_wire_answers_with_an_option(
    scenario: str, name: str
) -> None:
    bot, rng = make_bot(name, RULEBOOK, 5), Random(11)
    for g, seat, _ in moments(scenario, every=37):
        twin = RULEBOOK.disguise(g, seat, rng)
        shown = json.loads(json.dumps(view(RULEBOOK, twin, seat)))
        assert bot.choose(shown, shown["options"]) in {option["id"] for option in shown["options"]}
