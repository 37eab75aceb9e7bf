"""The planner of the airborne operation: sheets that can be sealed, from what its seat may know, and several to choose from."""

from __future__ import annotations

import json
from random import Random

import pytest

import sandtable
from sandtable.bots.airborne.planner import AirbornePlaybook, PlannerEasy, PlannerHard, PlannerNormal
from sandtable.bots.airborne.seasoned import Seasoned
from sandtable.bots.planner import Planner, three_levels
from sandtable.kernel import Seat, asked, parse_action
from sandtable.kernel.game.views import view
from sandtable.kernel.machine.engine import lines, read_draft
from sandtable.rules.airborne import RULEBOOK
from sandtable.rules.airborne.position.corridor import Corridor
from sandtable.testing.randomplay import random_play

SEATS = ("british_airborne", "panzer_corps")


class EverywhereDecisive(AirbornePlaybook):
    """A planner that searches at Arnhem too, where a trial is short enough for a test."""

    def decisive(self, g: Corridor, seat: Seat) -> bool:
        """Always."""
        return True


Searching, _, _ = three_levels(EverywhereDecisive(), trials=6)


@pytest.mark.parametrize("level", [PlannerEasy, PlannerNormal, PlannerHard])
@pytest.mark.parametrize("name", SEATS)
def test_at_arnhem_no_level_searches_and_all_of_them_go_by_the_doctrine(
    name: str, level: type[Planner]
) -> None:
    game = sandtable.new("arnhem", seed=1)
    seat = game.seat(name)
    seen = game.view(name)
    bot, usual = level(2), Seasoned()
    written = bot.choose(seen, seen["lines"])
    assert written == usual.decide(usual.sight(RULEBOOK, game.state, seat), lines(game.state, seat)).id
    assert bot.weighed() == ()


def test_what_it_does_by_its_doctrine_follows_from_what_its_seat_may_know() -> None:
    bot, sheets = PlannerNormal(1), 0
    for n, (g, _) in enumerate(random_play(RULEBOOK, RULEBOOK.setup("arnhem"), seed=5, answers=60)):
        for seat in [who for who in asked(g) if who >= 0 and n % 15 == 0]:
            told = bot.decide(view(RULEBOOK, g, seat), lines(g, seat))
            other = RULEBOOK.disguise(g.copy(), seat, Random(n))
            assert bot.decide(view(RULEBOOK, other, seat), lines(other, seat)) == told
            sheets += 1
    assert sheets


def test_in_the_whole_operation_every_command_may_search() -> None:
    book = AirbornePlaybook()
    operation, arnhem = (sandtable.new(name, seed=1).state for name in ("market-garden", "arnhem"))
    assert book.decisive(operation, Seat(0))
    assert not book.decisive(arnhem, Seat(0))


@pytest.mark.parametrize("name", SEATS[:1])
def test_its_first_sheet_can_be_sealed_and_follows_from_what_its_seat_may_know(name: str) -> None:
    game = sandtable.new("arnhem", seed=1)
    seat = game.seat(name)
    seen = json.loads(json.dumps(game.view(name)))
    bot = Searching(2)
    written = parse_action(bot.choose(seen, seen["lines"]))
    assert bot.weighed()
    assert [no for _, no in read_draft(game.state, seat, written.lines) if no is not None] == []
    # With what is hidden from it drawn anew it does the same.
    other = RULEBOOK.disguise(game.state.copy(), seat, Random(4))
    again = Searching(2)
    assert again.decide(view(RULEBOOK, other, seat), lines(other, seat)) == written


@pytest.mark.parametrize("name", SEATS)
def test_it_has_more_than_one_sheet_to_choose_from(name: str) -> None:
    game = sandtable.new("arnhem", seed=1)
    seat = game.seat(name)
    plans = AirbornePlaybook().candidates(game.state.copy(), seat, lines(game.state, seat))
    assert len({plan.words for plan in plans}) > 2


def test_what_a_position_is_worth_to_one_side_it_costs_the_other() -> None:
    game, book = sandtable.new("arnhem", seed=1), AirbornePlaybook()
    one, other = (book.worth(game.state, game.seat(name)) for name in SEATS)
    assert one == pytest.approx(-other)
