"""The planner of the army groups: it obeys the fog, offers what greedy does not think of, and knows what is worth having."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from sandtable.bots.damos.appraisal import WANTED, appraise
from sandtable.bots.damos.planner import DamosPlaybook, PlannerEasy
from sandtable.bots.damos.seasoned import Seasoned
from sandtable.kernel import Hex
from sandtable.kernel.game.views import view
from sandtable.kernel.machine.actions import Action, Seat
from sandtable.kernel.machine.engine import options, top
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET, Kind
from sandtable.rules.damos.series.position.state import Fate, Front
from sandtable.rules.damos.series.position.zones import capable
from sandtable.rules.damos.series.sequence import last_turn

from .positions import moments

SCENARIOS = ("agn", "ags")
Moment = tuple[Front, Seat, Sequence[Action]]


def weighty(scenario: str, *, every: int, most: int) -> Iterator[Moment]:
    """Moments of a game at which there is something to weigh, as if they came on its last turn."""
    book = DamosPlaybook()
    found = 0
    for g, seat, _ in moments(scenario, every=every):
        g.turn = last_turn(g)
        offered = options(g, seat)
        if found < most and len(offered) > 1 and book.candidates(g.copy(), seat, offered):
            found += 1
            yield g, seat, offered


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_it_answers_alike_in_positions_it_cannot_tell_apart(scenario: str) -> None:
    rng, weighed = Random(3), 0
    for g, seat, offered in weighty(scenario, every=97, most=4):
        twin = RULEBOOK.disguise(g, seat, rng)
        assert options(twin, seat) == offered
        one, other = PlannerEasy(5), PlannerEasy(5)
        assert one.decide(one.sight(RULEBOOK, g, seat), offered) == other.decide(
            other.sight(RULEBOOK, twin, seat), offered
        )
        assert one.weighed() == other.weighed()
        weighed += bool(one.weighed())
    assert weighed


def test_at_the_end_of_a_wire_it_answers_as_in_the_laboratory() -> None:
    for g, seat, offered in weighty("agn", every=131, most=3):
        shown = json.loads(json.dumps(view(RULEBOOK, g, seat)))
        bot = PlannerEasy(9)
        assert bot.choose(shown, shown["options"]) == bot.decide(bot.sight(RULEBOOK, g, seat), offered).id


def test_what_it_does_not_weigh_it_answers_as_the_seasoned_bot_does() -> None:
    bot, seasoned, alike = PlannerEasy(1), Seasoned(), 0
    for g, seat, offered in moments("agn", every=23):
        if type(top(g)).__name__ in ("Retreat", "AbsorbPoint", "SpendPoints", "PickForce"):
            alike += 1
            assert bot.decide(bot.sight(RULEBOOK, g, seat), offered) == seasoned.decide(
                seasoned.sight(RULEBOOK, g, seat), offered
            )
    assert alike > 3


def test_before_the_last_turn_nothing_is_weighed() -> None:
    bot = PlannerEasy(1)
    g, seat, offered = next(weighty("agn", every=97, most=1))
    g.turn = last_turn(g) - 1
    bot.decide(bot.sight(RULEBOOK, g, seat), offered)
    assert not bot.weighed()


@cache
def plans() -> frozenset[str]:
    """All that is weighed in a game, in words."""
    book = DamosPlaybook()
    return frozenset(
        plan.words
        for g, seat, offered in moments("agn", every=3)
        if len(offered) > 1
        for plan in book.candidates(g, seat, offered)
    )


def test_among_its_plans_are_break_throughs_that_run_on_into_a_city() -> None:
    assert "Penetration on Soltsy (1411), then on to Novgorod (1410)" in plans()


@pytest.mark.parametrize(
    "begins",
    [
        "attack",
        "march to",
        "stop",
        "cut off at",
        "keep within supply at",
        "fall back to",
        "newcomers to",
        "drive on",
    ],
)
def test_among_its_plans_is_what_greedy_does_not_think_of(begins: str) -> None:
    assert any(words.startswith(begins) for words in plans())


def test_while_others_wait_who_may_not_act_after_it_no_concerted_attack_is_weighed() -> None:
    book, early = DamosPlaybook(), 0
    for g, seat, offered in moments("agn", every=3):
        if type(top(g)).__name__ != "OperationsPhase" or g.order_closed:
            continue
        forces = [g.units(Hex(a.args[0]), seat) for a in offered if a.verb == "activate"]
        if any(not capable(g, [u for u in force if not g.spent[u]]) for force in forces):
            early += 1
            assert book.candidates(g, seat, offered) == []
    assert early


def test_a_trial_ends_when_the_seat_is_to_move_again() -> None:
    g, seat, _ = next((g, seat, o) for g, seat, o in moments("agn", every=11) if g.turn == 2 and seat == AXIS)
    finished = DamosPlaybook().horizon(g, seat)
    later = g.copy()
    later.phasing = int(SOVIET)
    assert not finished(later)
    later.turn, later.phasing = 3, int(AXIS)
    assert finished(later)


# ---- what a position is worth


def _position() -> Front:
    return next(g for g, _, _ in moments("agn", every=11) if g.turn == 2)


def test_what_one_side_gains_the_other_loses() -> None:
    g = _position()
    assert appraise(g, AXIS) == -appraise(g, SOVIET)


def test_strength_and_steadiness_are_worth_having() -> None:
    g = _position()
    unit = next(u for u in g.roster.of_side[AXIS] if g.hex_of[u] >= 0 and g.sp[u] > 2)
    before = appraise(g, AXIS)
    g.demoralize(unit)
    shaken = appraise(g, AXIS)
    g.sp[unit] -= 2
    assert appraise(g, AXIS) < shaken < before


def test_leningrad_is_worth_more_than_any_army() -> None:
    g = _position()
    before = appraise(g, AXIS)
    g.axis_control |= 1 << g.campaign.leningrad
    assert appraise(g, AXIS) > before + 40


def test_a_garrison_in_it_once_it_is_taken_is_worth_something_up_to_what_is_wanted() -> None:
    g = _position()
    city = g.campaign.leningrad
    for unit in g.units(city, SOVIET):
        g.remove(unit, Fate.POOL)
    g.axis_control |= 1 << city
    marching = next(u for u in g.roster.of_side[AXIS] if g.hex_of[u] >= 0 and g.roster[u].kind is Kind.FOOT)
    g.put_force((marching,), city)
    worths = []
    for strength in (2, 8, WANTED, WANTED + 6):
        g.sp[marching] = strength
        worths.append(appraise(g, AXIS))
    army = [later - sooner for sooner, later in pairwise(worths)]
    # Six points more are worth more where they are wanted than beyond that.
    assert army[0] > army[2] + 4
