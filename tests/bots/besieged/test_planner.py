"""The planner of the war in the east: at the beginning of an impulse it chooses how to go about it, and keeps to that."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from sandtable.bots.besieged.aims import massed, share_goals
from sandtable.bots.besieged.assault import leads_on, usual_air, value
from sandtable.bots.besieged.doctrine import GREEDY, SEASONED, WHOLE_WAR, Doctrine
from sandtable.bots.besieged.greedy import Greedy
from sandtable.bots.besieged.marching import Planner
from sandtable.bots.besieged.planner import (
    BesiegedPlaybook,
    PlannerEasy,
    PlannerHard,
    PlannerNormal,
    Seasoned,
    going_by,
    phase,
)
from sandtable.bots.besieged.sighting import sight
from sandtable.bots.besieged.situation import Situation
from sandtable.bots.besieged.support import DONE, go_on, next_train, who_advances
from sandtable.kernel import Action, Hex, Seat, asked, options, top
from sandtable.kernel.game.views import view
from sandtable.rules.besieged import RULEBOOK
from sandtable.rules.besieged.position.roster import AXIS, SOVIET
from sandtable.rules.besieged.position.war import War
from sandtable.rules.besieged.turn.marching import moving_refusal
from sandtable.rules.besieged.turn.movement import MoveUnits
from sandtable.testing.randomplay import random_play

from ...rules.besieged.board import hex_, set_up_war, unit, war


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
    before, bot = g.digest(), PlannerHard(1)
    assert bot.decide(bot.sight(RULEBOOK, g, Seat(AXIS)), options(g, Seat(AXIS))) in options(g, Seat(AXIS))
    assert len(bot.weighed()) > 1
    assert g.digest() == before


def test_it_reads_the_same_from_a_view_and_answers_alike() -> None:
    g = moving(4)
    seen = json.loads(json.dumps(view(RULEBOOK, g, Seat(AXIS))))
    one, other = PlannerHard(1), PlannerHard(1)
    offered = options(g, Seat(AXIS))
    assert one.decide(one.read(seen), offered) == other.decide(other.sight(RULEBOOK, g, Seat(AXIS)), offered)
    assert one.weighed() == other.weighed()


def test_long_before_the_end_and_below_the_hard_level_it_weighs_nothing() -> None:
    for bot, g in ((PlannerHard(1), moving(1)), (PlannerNormal(1), moving(4)), (PlannerEasy(1), moving(4))):
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


def test_the_whole_war_is_not_played_by_what_was_found_for_1941() -> None:
    seen = sight(set_up_war("besieged"), Seat(AXIS))
    assert Seasoned().doctrine_for(seen) == WHOLE_WAR[AXIS] != SEASONED[AXIS]
    assert Seasoned().doctrine_for(sight(set_up_war("besieged-1941"), Seat(AXIS))) == SEASONED[AXIS]


# ---- what its doctrine has greedy do otherwise


def test_the_armor_nearest_to_a_city_is_massed_against_it_until_it_is_taken() -> None:
    g = set_up_war("besieged-1941")
    leningrad = hex_("Leningrad")
    s = Situation(g, AXIS, Doctrine(massed=(("Leningrad", 3),)))
    found = share_goals(g, s)
    fist = {u for u, goal in found.items() if goal == leningrad and g.counter(u).is_armour}
    assert len(fist) == 3
    way = s.to(leningrad)
    others = [u for u in g.on_map(AXIS) if g.counter(u).is_armour and u not in fist]
    assert max(way[g.hex_of[u]] for u in fist) <= min(way[g.hex_of[u]] for u in others)
    g.take_control(1 << leningrad, AXIS)
    assert massed(g, s) == {}


def test_greedy_sends_nobody_to_leningrad_on_the_first_day() -> None:
    g = set_up_war("besieged-1941")
    found = share_goals(g, Situation(g, AXIS))
    assert not [u for u in g.on_map(AXIS) if g.counter(u).is_armour and found.get(u) == hex_("Leningrad")]


def test_whoever_is_massed_goes_nowhere_by_rail() -> None:
    g = set_up_war("besieged-1941")
    plain, fist = Doctrine(), Doctrine(massed=(("Leningrad", 4),))
    away = _railed(g, plain)
    assert set(massed(g, Situation(g, AXIS, fist))) & away, "greedy sends some of them to Romania"
    assert not set(massed(g, Situation(g, AXIS, fist))) & _railed(g, fist)


def _railed(g: War, doctrine: Doctrine) -> set[int]:
    """Who goes by rail before the first impulse, if nobody ever arrived."""
    waiting = [Action("rail", (u,)) for u in g.on_map(AXIS) if moving_refusal(g, u) is None]
    gone: set[int] = set()
    s = Situation(g, AXIS, doctrine)
    while (action := next_train(s, [a for a in waiting if a.args[0] not in gone])) != DONE:
        gone.add(action.args[0])
    return gone


def test_armor_that_is_massed_goes_on_towards_its_city_and_no_other() -> None:
    g = war({"ge-xli-pz": "Minsk", "ge-i": "Warsaw", "su-8a": "Moscow"}, "besieged-1941")
    tank, here = unit("ge-xli-pz"), hex_("Minsk")
    s = Situation(g, AXIS, Doctrine(massed=(("Leningrad", 1),), hunger=0.0))
    offered = (*(Action("to", (to,)) for to in sorted(g.grid.neighbours(here))), Action("stop"))
    way = s.to(hex_("Leningrad"))
    to = go_on(s, tank, offered)
    assert to.verb == "to"
    assert way[to.args[0]] < way[here]


def test_an_advance_that_leads_astray_counts_less() -> None:
    g = war({"ge-xli-pz": "2335", "su-8a": "2435", "su-3a": "Moscow"}, "besieged-1941")
    units, south = [unit("ge-xli-pz")], hex_("2435")
    anywhere = Doctrine(massed=(("Leningrad", 1),))
    worth = {
        share: value(Situation(g, AXIS, replace(anywhere, astray=share)), g, units, south, blitzkrieg=True)
        for share in (0.0, 0.5, 1.0)
    }
    assert worth[0.0] < worth[0.5] < worth[1.0]
    north = Situation(g, AXIS, anywhere)
    assert leads_on(north, g, units, hex_("2235")) > leads_on(north, g, units, south)


def test_a_bare_city_beyond_supply_is_left_alone_until_the_end_is_near() -> None:
    g = war({"ge-xxxix-pz": "2130", "ge-i": "Warsaw", "su-8a": "Gorki"}, "besieged-1941", turn=2)
    for turn, taken in ((2, False), (3, True), (4, True)):
        g.turn = turn
        planner = Planner(g, AXIS, Doctrine(ventures=1))
        assert not planner.s.lines >> hex_("Smolensk") & 1
        planner.seize()
        assert ((unit("ge-xxxix-pz"), hex_("Smolensk")) in planner.moves) == taken, turn
    g.turn = 2
    greedy = Planner(g, AXIS)
    greedy.seize()
    assert greedy.moves == [(unit("ge-xxxix-pz"), hex_("Smolensk"))]


def test_a_city_beyond_supply_is_worth_no_attack_before() -> None:
    g = war({"ge-xxxix-pz": "2129", "ge-i": "Warsaw", "su-8a": "Smolensk"}, "besieged-1941", turn=2)
    units, smolensk = [unit("ge-xxxix-pz")], hex_("Smolensk")
    tried = [value(Situation(g, AXIS, how), g, units, smolensk) for how in (Doctrine(), Doctrine(ventures=1))]
    assert tried[0] > tried[1]


def test_nobody_advances_into_a_city_beyond_supply_before() -> None:
    g = war({"ge-xxxix-pz": "2129", "ge-i": "Warsaw", "su-8a": "Gorki"}, "besieged-1941", turn=2)
    g.battle_hex = hex_("Smolensk")
    offered = (DONE, Action("advance", (unit("ge-xxxix-pz"),)))
    assert who_advances(Situation(g, AXIS), offered, 1) == offered[1]
    assert who_advances(Situation(g, AXIS, Doctrine(ventures=1)), offered, 1) == DONE


def test_after_the_second_impulse_the_enemy_comes_with_whole_marches() -> None:
    g = war({"ge-xxxix-pz": "2333", "su-8a": "Moscow"}, "besieged-1941", impulse=2)
    minsk = hex_("Minsk")
    near, far = (
        max(g.grid.distance(Hex(h), minsk) for h in Situation(g, SOVIET, how).threat)
        for how in (Doctrine(), Doctrine(foresees=True))
    )
    assert near < far
    assert g.impulse == 2


@pytest.mark.parametrize(
    "wrong", [{"massed": (("Leningrad", 0),)}, {"astray": 1.5}, {"ventures": -1}], ids=str
)
def test_what_cannot_be_played_by_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"armor|advance|last turn"):
        Doctrine(**wrong)


# ---- how it storms cities


def _before_kiev(turn: int = 3, impulse: int = 1) -> tuple[War, list[int]]:
    """Forty factors with armor before Kiev, held by nine and six steps."""
    force = {"ge-xli-pz": "3129", "ge-xxxix-pz": "3129", "ge-iii-pz": "3131", "ge-ii": "3131"}
    garrison = dict.fromkeys(("su-23a", "su-5a", "su-31rc"), "Kiev")
    g = war(force | garrison, "besieged-1941", turn=turn, impulse=impulse)
    return g, [unit(name) for name in force]


def test_no_blitzkrieg_is_made_against_a_garrison_that_can_hold_its_city_for_a_step() -> None:
    g, force = _before_kiev()
    worth = {
        (storms, blitzkrieg): value(
            Situation(g, AXIS, Doctrine(storms=storms)), g, force, hex_("Kiev"), air=2, blitzkrieg=blitzkrieg
        )
        for storms in (False, True)
        for blitzkrieg in (False, True)
    }
    assert worth[False, True] > worth[False, False], "greedy thinks that they retreat"
    assert worth[True, True] < worth[True, False]


def test_each_air_unit_that_makes_the_fall_of_a_city_more_likely_counts() -> None:
    g, force = _before_kiev()
    exact, greedy = Situation(g, AXIS, Doctrine(storms=True)), Situation(g, AXIS)
    gains = [
        value(s, g, force, hex_("Kiev"), air=3) - value(s, g, force, hex_("Kiev"), air=0)
        for s in (exact, greedy)
    ]
    assert gains[0] > 3.0 > gains[1]


def test_a_city_that_is_left_empty_is_worth_more_while_somebody_may_still_walk_in() -> None:
    worth = []
    for impulse in (1, 2):
        g = war({"ge-iii-pz": "3131", "su-23a": "Kiev"}, "besieged-1941", turn=4, impulse=impulse)
        s = Situation(g, AXIS, Doctrine(storms=True))
        worth.append(value(s, g, [unit("ge-iii-pz")], hex_("Kiev")))
    assert worth[0] > worth[1]


def test_an_attack_on_a_city_counts_on_as_many_air_units_as_the_doctrine_says() -> None:
    g, force = _before_kiev()
    kiev = hex_("Kiev")
    assert usual_air(Situation(g, AXIS), g, AXIS, force, kiev) == 1
    assert usual_air(Situation(g, AXIS, Doctrine(city_air=3)), g, AXIS, force, kiev) == 3


def test_on_the_last_turn_a_blitzkrieg_is_worth_nothing_for_where_it_might_lead_on() -> None:
    g = war({"ge-xli-pz": "2335", "su-8a": "2435", "su-3a": "Moscow"}, "besieged-1941", turn=4)
    plain, exact = (
        value(
            Situation(g, AXIS, Doctrine(storms=storms)), g, [unit("ge-xli-pz")], hex_("2435"), blitzkrieg=True
        )
        for storms in (False, True)
    )
    assert exact < plain
