"""The planner of the war in the east: it weighs attacks, and what a position is worth."""

from __future__ import annotations

import pytest

from sandtable.bots.besieged.planner import BesiegedPlaybook, PlannerEasy
from sandtable.kernel import Seat, asked, options, top
from sandtable.kernel.game.views import view
from sandtable.rules.besieged import RULEBOOK
from sandtable.rules.besieged.fight.declaring import DeclareAttack
from sandtable.rules.besieged.position.roster import AXIS, SOVIET
from sandtable.rules.besieged.position.war import War
from sandtable.testing.randomplay import random_play


def declaring() -> War:
    """A position in which an attack is to be declared, with more than one to choose from."""
    setup = RULEBOOK.setup("besieged-1941")
    return next(
        g.copy()
        for g, _ in random_play(RULEBOOK, setup, seed=2, answers=600)
        if isinstance(top(g), DeclareAttack) and len(options(g, asked(g)[0])) > 2
    )


def test_it_weighs_attacks_and_answers_with_one_that_is_offered() -> None:
    g = declaring()
    seat = asked(g)[0]
    before, bot = g.digest(), PlannerEasy(1)
    assert bot.decide(view(RULEBOOK, g, seat), options(g, seat)) in options(g, seat)
    assert len(bot.weighed()) > 1
    assert g.digest() == before


def test_its_plans_are_the_attacks_that_promise_most_and_to_be_done() -> None:
    g = declaring()
    seat = asked(g)[0]
    words = [plan.words for plan in BesiegedPlaybook().candidates(g, seat, options(g, seat))]
    assert any(plan.startswith("attack ") for plan in words)


def test_a_major_city_and_an_army_are_worth_having() -> None:
    g, book = declaring(), BesiegedPlaybook()
    assert book.worth(g, AXIS) == pytest.approx(-book.worth(g, SOVIET))
    before = book.worth(g, AXIS)
    unit = g.on_map(Seat(AXIS))[0]
    g.steps[unit] = 1
    weaker = book.worth(g, AXIS)
    assert weaker <= before
    city = next(hex_ for hex_ in g.campaign.major_cities if not g.controls(AXIS, hex_))
    g.axis_control |= 1 << city
    assert book.worth(g, AXIS) > weaker + 8
