"""The planner of Frontline: sheets that can be sealed, from what its seat may know, and several to choose from."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

import sandtable
from sandtable.bots.frontline.assessing import plan_for, prospect_of, value
from sandtable.bots.frontline.doctrine import GREEDY, SEASONED
from sandtable.bots.frontline.planner import FrontlinePlaybook, PlannerEasy, PlannerNormal, Seasoned
from sandtable.kernel import parse_action
from sandtable.kernel.game.views import view
from sandtable.kernel.machine.engine import lines, read_draft
from sandtable.rules.frontline import RULEBOOK
from sandtable.rules.frontline.position.line import contact
from sandtable.rules.frontline.position.nations import AXIS, GERMANY, MEN
from sandtable.rules.frontline.turn.ending import Cause, end

SEATS = ("germany", "soviets")


@pytest.mark.parametrize("name", SEATS)
def test_its_last_deployment_can_be_sealed_and_follows_from_what_its_seat_may_know(name: str) -> None:
    game = sandtable.new("frontline-1943", options={"fog": True}, seed=1)
    seat = game.seat(name)
    game.state.turn = game.state.campaign.last_turn
    seen = json.loads(json.dumps(game.view(name)))
    bot = PlannerNormal(2)
    written = parse_action(bot.choose(seen, seen["lines"]))
    assert bot.weighed()
    assert [no for _, no in read_draft(game.state, seat, written.lines) if no is not None] == []
    # With what is hidden from it drawn anew it does the same.
    other = RULEBOOK.disguise(game.state.copy(), seat, Random(4))
    again = PlannerNormal(2)
    assert again.decide(view(RULEBOOK, other, seat), lines(other, seat)) == written


@pytest.mark.parametrize("name", SEATS)
def test_it_has_more_than_one_sheet_to_choose_from(name: str) -> None:
    game = sandtable.new("frontline-1943", seed=1)
    seat = game.seat(name)
    plans = FrontlinePlaybook().candidates(game.state.copy(), seat, lines(game.state, seat))
    assert len({plan.words for plan in plans}) > 1


def test_before_the_last_turn_nothing_is_tried_out() -> None:
    game = sandtable.new("frontline-1943", seed=1)
    seen = game.view("germany")
    bot, usual = PlannerNormal(2), Seasoned()
    assert bot.choose(seen, seen["lines"]) == usual.choose(seen, seen["lines"])
    assert bot.weighed() == ()


def test_at_the_end_a_position_is_worth_the_points_of_the_axis() -> None:
    game, book = sandtable.new("frontline-1943", seed=1), FrontlinePlaybook()
    g = game.state
    g.points = 300
    g.add(GERMANY, MEN, g.campaign.hex("1309"), 50)
    end(g, Cause.LAST_TURN)
    assert [book.worth(g, game.seat(name)) for name in SEATS] == [300, -300]


def test_what_a_position_is_worth_to_one_side_it_costs_the_other() -> None:
    game, book = sandtable.new("frontline-1943", seed=1), FrontlinePlaybook()
    one, other = (book.worth(game.state, game.seat(name)) for name in SEATS)
    assert one == pytest.approx(-other)


def test_the_easy_level_tries_nothing_out_and_goes_by_the_planners_doctrine() -> None:
    game = sandtable.new("frontline-1943", seed=1)
    seat = game.seat("germany")
    bot, usual = PlannerEasy(2), Seasoned()
    offered = lines(game.state, seat)
    written = bot.decide(view(RULEBOOK, game.state, seat), offered)
    assert bot.weighed() == ()
    assert written == usual.decide(usual.sight(RULEBOOK, game.state, seat), offered)
    assert usual.sight(RULEBOOK, game.state, seat).how == SEASONED[AXIS] != GREEDY[AXIS]


def test_an_axis_that_spares_its_men_thinks_less_of_a_costly_attack() -> None:
    game = sandtable.new("frontline-1943", seed=1)
    g = game.state
    plans = [plan_for(g, AXIS, int(target), (int(start),)) for start, target in contact(g, AXIS)]
    plan = next(plan for plan in plans if (found := prospect_of(g, plan)) is not None and found.lost > 0)
    assert value(g, plan, replace(GREEDY[AXIS], loss_axis=1.1)) < value(g, plan, GREEDY[AXIS])
