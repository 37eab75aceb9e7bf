"""The seasoned bot: greedy's judgements by another doctrine, each of which sees no more than its seat does."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from sandtable.bots.damos import ground, sighting
from sandtable.bots.damos.advance import advance_score, holds_objective_alone
from sandtable.bots.damos.assault import best_attack, concerted_attacks, on_guard
from sandtable.bots.damos.defend import last_guard, post_value, wanted
from sandtable.bots.damos.doctrine import GREEDY, Doctrine
from sandtable.bots.damos.lifeline import way_east
from sandtable.bots.damos.operations import pick_force
from sandtable.bots.damos.replacements import best_spending
from sandtable.bots.damos.seasoned import RUSSIANS_NORTH, RUSSIANS_SOUTH, Seasoned
from sandtable.bots.damos.sighting import Sighting
from sandtable.bots.damos.situation import Situation
from sandtable.kernel import Action, Hex, Seat, members
from sandtable.kernel.machine.engine import options
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.series.combat.plans import Plan
from sandtable.rules.damos.series.marching import march_range
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET, Kind
from sandtable.rules.damos.series.position.state import Fate, Front
from sandtable.rules.damos.series.sequence import last_turn

from .positions import moments

TIDY = Doctrine(keeps_room=True)


@pytest.mark.parametrize("scenario", ["agn", "ags", "barbarossa"])
def test_it_decides_alike_in_positions_it_cannot_tell_apart(scenario: str) -> None:
    bot, rng = Seasoned(), Random(13)
    for g, seat, offered in moments(scenario, every=5):
        twin = RULEBOOK.disguise(g, seat, rng)
        assert options(twin, seat) == offered
        assert bot.decide(bot.sight(RULEBOOK, twin, seat), offered) == bot.decide(
            bot.sight(RULEBOOK, g, seat), offered
        )


def seen(scenario: str, seat: Seat, *, turn: int = 3) -> Sighting:
    """A sighting of *seat* early in a game, to be changed."""
    for g, who, _ in moments(scenario, every=7):
        if who == seat and g.turn == turn:
            return sighting.sight(g, seat)
    raise AssertionError(f"nobody of {seat} was asked on turn {turn}")


def standing(g: Front, seat: Seat, hex_: Hex) -> list[int]:
    """*seat*'s units in *hex_*."""
    return g.units(hex_, seat)


def gathered(g: Front, seat: Seat, hex_: Hex, count: int) -> list[int]:
    """So many units on foot of *seat*, all put into *hex_*."""
    able = [u for u in g.roster.of_side[seat] if g.hex_of[u] >= 0 and g.roster[u].kind is Kind.FOOT]
    able = [u for u in able if u != g.roster.hanko and u not in g.roster.finns][:count]
    g.put_force(tuple(able), hex_)
    return able


def city(g: Front, name: str) -> Hex:
    """The hex of a city."""
    return ground.place(g.campaign, name)


# ---- stacks that are too high


def test_of_a_stack_that_is_too_high_the_weakest_go() -> None:
    s = Situation(seen("agn", SOVIET), TIDY)
    here = city(s.g, "Leningrad")
    units = gathered(s.g, SOVIET, here, 6)
    all_here = standing(s.g, SOVIET, here)
    weakest = min(all_here, key=lambda u: (s.g.sp[u], u))
    offered = [Action("all"), *(Action("take", (u,)) for u in all_here)]
    assert set(units) <= set(all_here)
    assert pick_force(s, offered) == Action("take", (weakest,))
    assert pick_force(Situation(s.sighting, GREEDY), offered) == Action("all")


def test_nobody_guards_a_city_in_a_stack_that_is_too_high() -> None:
    s = Situation(seen("agn", SOVIET), replace(TIDY, full_objective=99))
    here = city(s.g, "Leningrad")
    units = tuple(gathered(s.g, SOVIET, here, 6)[:1])
    assert not last_guard(s, units)
    assert last_guard(Situation(s.sighting, Doctrine(full_objective=99)), units)


def test_to_stay_in_a_stack_that_is_too_high_is_worse_than_to_go_anywhere() -> None:
    s = Situation(seen("agn", AXIS), TIDY)
    here = next(Hex(h) for h in members(s.g.occupied[AXIS]))
    units = tuple(gathered(s.g, AXIS, here, 6)[:1])
    greedy = Situation(s.sighting, GREEDY)
    assert advance_score(s, s.force(units), here, 0) < -100
    assert advance_score(greedy, greedy.force(units), here, 0) > -100


def test_no_attack_begins_where_the_stack_would_be_too_high() -> None:
    for g, seat, _ in moments("agn", every=3):
        about = sighting.sight(g, seat)
        if about.step != "Act" or seat != AXIS or g.exploiting:
            continue
        way = march_range(about.g, about.units)
        found = best_attack(Situation(about), about.units, way)
        if found is None or found.start == about.g.hex_of[about.units[0]]:
            continue
        gathered(about.g, AXIS, found.start, 6)
        if any(about.g.hex_of[u] == found.start for u in about.units):
            continue
        tidy = best_attack(Situation(about, TIDY), about.units, way)
        assert tidy is None or tidy.start != found.start
        return
    raise AssertionError("nobody marched to attack")


# ---- what is threatened, lost, held


def test_an_objective_far_from_the_enemy_is_worth_little_until_he_comes() -> None:
    doctrine = Doctrine(alarm=8, calm=0.05, full_objective=24)
    s = Situation(seen("ags", SOVIET), doctrine)
    rostov = city(s.g, "Rostov")
    calm = post_value(s, rostov)
    assert wanted(s, rostov) == doctrine.full
    gathered(s.g, AXIS, next(h for h in s.g.grid.neighbours(rostov) if s.g.campaign.land >> h & 1), 1)
    alarmed = Situation(s.sighting, doctrine)
    assert post_value(alarmed, rostov) > calm + doctrine.objective / 2
    assert wanted(alarmed, rostov) == 24


def test_a_lost_objective_that_is_weakly_held_is_gone_back_for() -> None:
    s = Situation(seen("ags", SOVIET), RUSSIANS_SOUTH)
    kiev = city(s.g, "Kiev")
    for unit in standing(s.g, SOVIET, kiev):
        s.g.remove(unit, Fate.POOL)
    s.g.axis_control |= 1 << kiev
    assert Situation(s.sighting, RUSSIANS_SOUTH).home_goals >> kiev & 1
    gathered(s.g, AXIS, kiev, 4)
    assert not Situation(s.sighting, RUSSIANS_SOUTH).home_goals >> kiev & 1


def test_what_was_taken_keeps_as_much_of_a_garrison_as_the_doctrine_wants() -> None:
    s = Situation(seen("ags", AXIS), Doctrine(threat_range=60, garrison=10))
    kiev = city(s.g, "Kiev")
    for unit in standing(s.g, SOVIET, kiev):
        s.g.remove(unit, Fate.POOL)
    s.g.axis_control |= 1 << kiev
    one, other = gathered(s.g, AXIS, kiev, 2)
    assert holds_objective_alone(Situation(s.sighting, s.doctrine), (one,))
    assert not holds_objective_alone(Situation(s.sighting, GREEDY), (one,))
    s.g.sp[other] = 12
    assert not holds_objective_alone(Situation(s.sighting, s.doctrine), (one,))


def test_relief_comes_to_a_garrison_that_is_too_small() -> None:
    doctrine = Doctrine(threat_range=60, garrison=10, relief=4.0)
    s = Situation(seen("ags", AXIS), doctrine)
    kiev = city(s.g, "Kiev")
    for unit in standing(s.g, SOVIET, kiev):
        s.g.remove(unit, Fate.POOL)
    s.g.axis_control |= 1 << kiev
    marching = tuple(u for u in s.g.roster.of_side[AXIS] if s.g.hex_of[u] >= 0)[:1]
    relieved = Situation(s.sighting, doctrine)
    without = Situation(s.sighting, replace(doctrine, relief=0.0))
    gain = advance_score(relieved, relieved.force(marching), kiev, 0) - advance_score(
        without, without.force(marching), kiev, 0
    )
    assert gain == pytest.approx(4.0)


def _besieged(g: Front) -> tuple[Hex, Hex]:
    """Leningrad with Russians on foot and in tanks in it, Germans alone around it; the city and a hex of its ring."""
    leningrad = city(g, "Leningrad")
    tanks = [u for u in g.roster.of_side[SOVIET] if g.hex_of[u] >= 0 and g.roster[u].kind is Kind.ARMOR]
    kept = {*standing(g, SOVIET, leningrad), *tanks[:2]}
    ring = [h for h in g.grid.neighbours(leningrad) if g.campaign.land >> h & 1]
    for unit in g.roster.of_side[SOVIET]:
        if g.hex_of[unit] >= 0 and unit not in kept:
            g.remove(unit, Fate.POOL)
    g.put_force(tuple(tanks[:2]), leningrad)
    germans = iter(gathered(g, AXIS, ring[0], len(ring)))
    for hex_, unit in zip(ring, germans, strict=True):
        g.put_force((unit,), hex_)
        g.axis_control |= 1 << hex_
    return leningrad, ring[0]


def test_who_guards_a_city_leads_no_concerted_attack_out_of_it() -> None:
    about = seen("agn", SOVIET)
    leningrad, target = _besieged(about.g)
    offered = [Action("concerted", (Plan.PENETRATION, target))]
    ((attack, _),) = concerted_attacks(Situation(about), offered)
    assert attack.start == leningrad
    assert not concerted_attacks(Situation(about, Doctrine(guards_stay=True)), offered)


def test_a_garrison_leaves_for_what_decides_the_game_and_near_the_end_to_open_the_ring() -> None:
    about = seen("agn", SOVIET)
    leningrad, target = _besieged(about.g)
    units = tuple(standing(about.g, SOVIET, leningrad))
    stays = Doctrine(guards_stay=True)
    assert on_guard(Situation(about, stays), units, target)
    assert not on_guard(Situation(about, stays), units, leningrad)
    about.g.turn = last_turn(about.g)
    assert not on_guard(Situation(about, stays), units, target)


def test_a_garrison_of_germans_makes_no_attack_that_leaves_the_city_bare() -> None:
    doctrine = Doctrine(threat_range=60, garrison=10, guards_stay=True)
    about = seen("ags", AXIS)
    kiev = city(about.g, "Kiev")
    for unit in standing(about.g, SOVIET, kiev):
        about.g.remove(unit, Fate.POOL)
    about.g.axis_control |= 1 << kiev
    one, other = gathered(about.g, AXIS, kiev, 2)
    about.g.sp[other] = 4
    target = about.g.grid.neighbours(kiev)[0]
    assert on_guard(Situation(about, doctrine), (one,), target)
    assert not on_guard(Situation(about, replace(doctrine, guards_stay=False)), (one,), target)
    about.g.sp[other] = 12
    assert not on_guard(Situation(about, doctrine), (one,), target)


def test_replacements_go_to_whoever_holds_a_threatened_city_first() -> None:
    about = seen("agn", SOVIET)
    here = city(about.g, "Leningrad")
    guard = standing(about.g, SOVIET, here)[0]
    worn = next(
        u
        for u in about.g.roster.of_side[SOVIET]
        if about.g.hex_of[u] not in (-1, here) and about.g.roster[u].kind is Kind.ARMOR
    )
    about.g.sp[worn] = 1
    offered = [Action("save"), Action("restore", (guard,)), Action("restore", (worn,))]
    assert best_spending(Situation(about, RUSSIANS_NORTH), offered) == offered[1]
    assert best_spending(Situation(about, GREEDY), offered) == offered[2]


# ---- the way to the east


def _alone(g: Front) -> None:
    """Nobody is left on the map."""
    for side in (AXIS, SOVIET):
        for unit in g.roster.of_side[side]:
            if g.hex_of[unit] >= 0:
                g.remove(unit, Fate.POOL)


def test_the_way_east_leads_around_enemies_where_it_can() -> None:
    g = seen("agn", SOVIET).g
    _alone(g)
    leningrad = city(g, "Leningrad")
    free = way_east(g, leningrad)
    assert free & g.campaign.east_edge
    assert not free >> leningrad & 1
    blocked = next(Hex(h) for h in members(free) if g.grid.distance(Hex(h), leningrad) == 3)
    unit = next(
        u for u in g.roster.of_side[AXIS] if g.roster[u].kind is Kind.FOOT and u not in g.roster.finns
    )
    g.bring(unit, blocked, 5)
    around = way_east(g, leningrad)
    assert around & g.campaign.east_edge
    assert not around >> blocked & 1


def test_what_lies_on_the_way_east_and_near_the_enemy_is_worth_holding() -> None:
    for g, seat, _ in moments("agn", every=7):
        s = Situation(sighting.sight(g, SOVIET), RUSSIANS_NORTH) if seat == SOVIET else None
        on_the_way = list(members(s.way_out & ~s.rings)) if s is not None else []
        if s is None or not on_the_way:
            continue
        plain = Situation(s.sighting, replace(RUSSIANS_NORTH, lifeline=0.0))
        assert post_value(s, Hex(on_the_way[0])) > post_value(plain, Hex(on_the_way[0]))
        assert wanted(s, Hex(on_the_way[0])) == RUSSIANS_NORTH.full_lifeline
        return
    raise AssertionError("no enemy ever came near the way")


# ---- the end


def test_losses_before_an_objective_count_for_less_as_many_turns_before_the_end_as_the_doctrine_says() -> (
    None
):
    about = seen("agn", AXIS)
    about.g.turn = last_turn(about.g) - 2
    assert Situation(about, Doctrine(siege=2)).last_chance
    assert not Situation(about, Doctrine(siege=1)).last_chance
