"""The planner of Frontline: sheets that can be sealed, from what its seat may know, and several to choose from."""

from __future__ import annotations

import json
from random import Random

import pytest

import sandtable
from sandtable.bots.frontline.planner import FrontlinePlaybook, PlannerEasy
from sandtable.kernel import parse_action
from sandtable.kernel.game.views import view
from sandtable.kernel.machine.engine import lines, read_draft
from sandtable.rules.frontline import RULEBOOK

SEATS = ("germany", "soviets")


@pytest.mark.parametrize("name", SEATS)
def test_its_first_sheet_can_be_sealed_and_follows_from_what_its_seat_may_know(name: str) -> None:
    game = sandtable.new("frontline-1943", options={"fog": True}, seed=1)
    seat = game.seat(name)
    seen = json.loads(json.dumps(game.view(name)))
    bot = PlannerEasy(2)
    written = parse_action(bot.choose(seen, seen["lines"]))
    assert bot.weighed()
    assert [no for _, no in read_draft(game.state, seat, written.lines) if no is not None] == []
    # With what is hidden from it drawn anew it does the same.
    other = RULEBOOK.disguise(game.state.copy(), seat, Random(4))
    again = PlannerEasy(2)
    assert again.decide(view(RULEBOOK, other, seat), lines(other, seat)) == written


@pytest.mark.parametrize("name", SEATS)
def test_it_has_more_than_one_sheet_to_choose_from(name: str) -> None:
    game = sandtable.new("frontline-1943", seed=1)
    seat = game.seat(name)
    plans = FrontlinePlaybook().candidates(game.state.copy(), seat, lines(game.state, seat))
    assert len({plan.words for plan in plans}) > 1


def test_what_a_position_is_worth_to_one_side_it_costs_the_other() -> None:
    game, book = sandtable.new("frontline-1943", seed=1), FrontlinePlaybook()
    one, other = (book.worth(game.state, game.seat(name)) for name in SEATS)
    assert one == pytest.approx(-other)
