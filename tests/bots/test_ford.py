"""The bots of The Ford: the greedy one goes for the town, the planner tries out how to get there."""

from __future__ import annotations

import json
from random import Random

import pytest

from sandtable.bots import Bot, make_bot
from sandtable.bots.ford import Greedy
from sandtable.kernel import OFF_BOARD, Action, asked, options
from sandtable.kernel.game.records import begin
from sandtable.kernel.game.views import view
from sandtable.lab.matches import play
from sandtable.testing.ford import RULEBOOK
from sandtable.testing.ford.combat import ASSAULT, STAND, YIELD
from sandtable.testing.ford.movement import DONE
from sandtable.testing.ford.state import BLUE, Ford
from sandtable.testing.randomplay import random_play
from tests.testing.ford.positions import DUEL, attack, combat, unit


def answer_of(bot: Bot, g: Ford) -> Action:
    seat = asked(g)[0]
    return bot.decide(bot.sight(RULEBOOK, g, seat), options(g, seat))


def test_who_can_walk_into_the_town_on_the_last_turn_does() -> None:
    g = begin(RULEBOOK, RULEBOOK.setup("ford"))
    g.turn = g.last_turn
    walker = g.printed.numbers["red-a"]
    for number in g.printed.of_side[BLUE]:
        if g.name(number) != "blue-h":
            g.put(number, OFF_BOARD)
    g.put(walker, g.grid.hex("0405"))
    for name in ("greedy", "planner-easy"):
        assert answer_of(make_bot(name, RULEBOOK), g) == Action("move", (walker, g.printed.town))


def test_greedy_attacks_at_good_odds_and_lets_poor_ones_be() -> None:
    weak = combat(DUEL)
    weak.strength[unit(weak, "A")] = 1
    assert answer_of(Greedy(), weak) == DONE
    both = """
        .  .  .  .  .  .
          .  A  d  .  .  .
        .  B  C  .  .  .
          .  .  .  .  .  h
    """
    strong = combat(both)
    assert answer_of(Greedy(), strong) == Action("attack", (strong.hex_of[unit(strong, "d")],))


def test_greedy_yields_to_great_odds_and_stands_against_even_ones() -> None:
    even = combat(DUEL)
    attack(even, "d")
    assert answer_of(Greedy(), even) == ASSAULT
    assert Greedy().decide(Greedy().sight(RULEBOOK, even, asked(even)[1]), (STAND, YIELD)) == STAND
    great = combat(DUEL, d=1)
    great.strength[unit(great, "d")] = 1
    attack(great, "d")
    assert Greedy().decide(Greedy().sight(RULEBOOK, great, asked(great)[1]), (STAND, YIELD)) == YIELD


def test_greedy_answers_the_same_by_a_view_and_by_a_position_with_other_hidden_strengths() -> None:
    for n, (g, _) in enumerate(random_play(RULEBOOK, RULEBOOK.setup("ford"), seed=3, answers=80)):
        for seat in [who for who in asked(g) if who >= 0]:
            offered = options(g, seat)
            seen = json.loads(json.dumps(view(RULEBOOK, g, seat)))
            told = Greedy().choose(seen, [{"id": action.id} for action in offered])
            twin = RULEBOOK.disguise(g, seat, Random(n))
            assert Greedy().decide(Greedy().sight(RULEBOOK, twin, seat), offered).id == told


@pytest.mark.parametrize("side", ["red", "blue"])
def test_greedy_beats_who_plays_at_random(side: str) -> None:
    other = "blue" if side == "red" else "red"
    names = {side: "greedy", other: "random"}
    won = [
        play(RULEBOOK, RULEBOOK.setup("ford"), names, seed).result.winner == side
        for seed in range(9000, 9020)
    ]
    assert sum(won) >= 15
