"""The planner of the war in the east: at the beginning of an impulse it chooses how to go about it, and keeps to that."""

from __future__ import annotations

import json
from functools import cache

import pytest

from sandtable.bots.besieged.doctrine import GREEDY, SEASONED, Doctrine
from sandtable.bots.besieged.greedy import Greedy
from sandtable.bots.besieged.planner import (
    BesiegedPlaybook,
    PlannerEasy,
    PlannerNormal,
    Seasoned,
    going_by,
    phase,
)
from sandtable.bots.besieged.sighting import sight
from sandtable.bots.besieged.situation import Situation
from sandtable.bots.besieged.support import go_on
from sandtable.kernel import Action, Seat, asked, options, top
from sandtable.kernel.game.views import view
from sandtable.rules.besieged import RULEBOOK
from sandtable.rules.besieged.position.roster import AXIS, SOVIET
from sandtable.rules.besieged.position.war import War
from sandtable.rules.besieged.turn.movement import MoveUnits
from sandtable.testing.randomplay import random_play

from ...rules.besieged.board import hex_, unit, war


@cache
def _moving(turn: int) -> War:
    setup = RULEBOOK.setup("besieged-1941")
    return next(
        g.copy()
        for g, _ in random_play(RULEBOOK, setup, seed=2, answers=4000)
        if isinstance(top(g), MoveUnits) and not any(g.moved) and g.turn == turn and g.phasing == AXIS
    )


def moving(turn: int) -> War:
    """A position in which the movement of an Axis impulse begins."""
    return _moving(turn).copy()


def test_near_the_end_it_weighs_how_to_go_about_an_impulse_and_moves_as_is_offered() -> None:
    g = moving(4)
    before, bot = g.digest(), PlannerNormal(1)
    assert bot.decide(bot.sight(RULEBOOK, g, Seat(AXIS)), options(g, Seat(AXIS))) in options(g, Seat(AXIS))
    assert len(bot.weighed()) > 1
    assert g.digest() == before


def test_it_reads_the_same_from_a_view_and_answers_alike() -> None:
    g = moving(4)
    seen = json.loads(json.dumps(view(RULEBOOK, g, Seat(AXIS))))
    one, other = PlannerNormal(1), PlannerNormal(1)
    offered = options(g, Seat(AXIS))
    assert one.decide(one.read(seen), offered) == other.decide(other.sight(RULEBOOK, g, Seat(AXIS)), offered)
    assert one.weighed() == other.weighed()


def test_long_before_the_end_and_at_the_easy_level_it_weighs_nothing() -> None:
    for bot, g in ((PlannerNormal(1), moving(1)), (PlannerEasy(1), moving(4))):
        bot.decide(bot.sight(RULEBOOK, g, Seat(AXIS)), options(g, Seat(AXIS)))
        assert bot.weighed() == ()


def test_other_ways_to_go_about_an_impulse_are_thought_of_only_where_one_begins() -> None:
    g, book = moving(4), BesiegedPlaybook()
    assert len(book.candidates(g, Seat(AXIS), options(g, Seat(AXIS)))) > 2
    assert book.candidates(g, Seat(SOVIET), ()) == []
    g.moved[g.on_map(Seat(AXIS))[0]] = 1
    assert book.candidates(g, Seat(AXIS), ()) == []


def test_what_was_chosen_holds_for_that_impulse_alone() -> None:
    g, bot, bold = moving(4), Seasoned(), Doctrine(caution=0.1)
    bot.follow(g, bold)
    assert bot.doctrine_for(sight(g, Seat(AXIS))) == bold
    g.impulse += 1
    assert bot.doctrine_for(sight(g, Seat(AXIS))) == SEASONED[AXIS]


def test_a_plan_ends_with_its_impulse() -> None:
    g = moving(4)
    plan, offered = going_by(GREEDY)(), options(g, Seat(AXIS))
    assert plan(g, Seat(AXIS), offered) == Greedy().decide(sight(g, Seat(AXIS)), offered)
    was = phase(g)
    g.impulse += 1
    assert phase(g) != was
    assert plan(g, Seat(AXIS), offered) is None


def test_whoever_has_advanced_into_an_empty_major_city_stays_by_the_planners_doctrine() -> None:
    g = war({"ge-xxxix-pz": "Warsaw", "su-8a": "Moscow"}, "besieged-1941")
    g.take_control(1 << hex_("Warsaw"), AXIS)
    tank = unit("ge-xxxix-pz")
    near = sorted(g.grid.neighbours(hex_("Warsaw")), key=lambda h: g.grid.distance(h, hex_("Minsk")))
    offered = (*(Action("to", (to,)) for to in near), Action("stop"))
    assert go_on(Situation(g, AXIS, Doctrine()), tank, offered).verb == "to"
    assert go_on(Situation(g, AXIS, SEASONED[AXIS]), tank, offered) == Action("stop")


def test_what_is_counted_at_the_end_is_what_a_position_is_worth() -> None:
    g, book = moving(4), BesiegedPlaybook()
    assert book.worth(g, Seat(AXIS)) == pytest.approx(-book.worth(g, Seat(SOVIET)))
    before = book.worth(g, Seat(AXIS))
    g.axis_control |= 1 << next(h for h in g.campaign.major_cities if not g.controls(AXIS, h))
    assert book.worth(g, Seat(AXIS)) >= before + 1


def test_greedy_plays_by_its_own_doctrine_and_the_planner_by_another() -> None:
    seen = sight(moving(1), Seat(SOVIET))
    assert Greedy().doctrine_for(seen) == GREEDY
    assert Seasoned().doctrine_for(seen) == SEASONED[SOVIET] != GREEDY
    assert asked(seen.g)
