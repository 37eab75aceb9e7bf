"""The way from a city to the east: who keeps it open stays, who can open it again does, and the strongest hold it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from sandtable.bots.damos import ground, sighting
from sandtable.bots.damos.assault import attack_value, on_guard
from sandtable.bots.damos.corridor import openers, rests_on
from sandtable.bots.damos.defend import defence_score, keeps_open, post_value
from sandtable.bots.damos.doctrine import GREEDY, Doctrine
from sandtable.bots.damos.operations import act, next_activation
from sandtable.bots.damos.replacements import best_spending
from sandtable.bots.damos.seasoned import RUSSIANS_NORTH
from sandtable.bots.damos.sighting import Sighting
from sandtable.bots.damos.situation import Situation
from sandtable.kernel import Action, Hex, Seat, bits_of
from sandtable.rules.damos.series.combat.plans import Plan
from sandtable.rules.damos.series.exclusive.victory import isolated
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET, Kind
from sandtable.rules.damos.series.position.state import Fate, Front
from sandtable.rules.damos.series.sequence import last_turn

from .positions import moments

HOLDING = Doctrine(holds_open=True, siege=2)
OPENING = Doctrine(opening=60.0, guards_stay=True)


def asked_to_act() -> Sighting:
    """A sighting of Russians on foot who are asked what to do, to be changed."""
    for g, seat, _ in moments("agn", every=1):
        if seat == SOVIET and type(g.agenda[-1]).__name__ == "Act":
            about = sighting.sight(g, seat)
            if not any(g.roster.zoi_of[u] for u in about.units):
                return about
    raise AssertionError("no Russians on foot were asked")


def foot(g: Front, seat: Seat) -> Iterator[int]:
    """Units on foot that are not on the map."""
    for unit in g.roster.of_side[seat]:
        kept = g.hex_of[unit] >= 0 or unit == g.roster.hanko or unit in g.roster.finns
        if g.roster[unit].kind is Kind.FOOT and not kept:
            yield unit


def alone(about: Sighting) -> tuple[Front, Hex, list[Hex]]:
    """Nobody is on the map but the force that is asked; Leningrad, and the land around it from the east on clockwise."""
    g = about.g
    for unit, hex_ in enumerate(g.hex_of):
        if hex_ >= 0 and unit not in about.units:
            g.remove(unit, Fate.POOL)
    leningrad = ground.place(g.campaign, "Leningrad")
    return g, leningrad, [h for h in g.grid.neighbours(leningrad) if g.campaign.land >> h & 1]


def cut_off(about: Sighting, passage: int) -> tuple[Front, Hex, Hex]:
    """Leningrad with a Russian in it and Germans all around, but for one hex, with Russians in it; city and hex."""
    g, leningrad, ring = alone(about)
    germans, russians = foot(g, AXIS), foot(g, SOVIET)
    g.bring(next(russians), leningrad, 3)
    for hex_ in ring:
        unit = next(russians if hex_ == ring[passage] else germans)
        g.bring(unit, hex_, 6)
    return g, leningrad, ring[passage]


def shut(g: Front, hex_: Hex) -> None:
    """A German stands in *hex_* instead of whoever does."""
    for unit in g.units(hex_, SOVIET):
        g.remove(unit, Fate.POOL)
    g.bring(next(foot(g, AXIS)), hex_, 6)


# ---- the hexes that decide it


def test_the_way_rests_on_a_hex_without_which_the_city_would_be_isolated() -> None:
    g, leningrad, passage = cut_off(asked_to_act(), 0)
    assert not isolated(g, "Leningrad")
    assert rests_on(g, leningrad, passage)
    for unit in g.units(passage, SOVIET):
        g.remove(unit, Fate.POOL)
    assert isolated(g, "Leningrad")
    assert not rests_on(g, leningrad, passage)


def test_no_single_hex_bears_the_way_where_there_are_two() -> None:
    g, leningrad, passage = cut_off(asked_to_act(), 0)
    other = next(h for h in g.grid.neighbours(leningrad) if h != passage and h in g.grid.neighbours(passage))
    for unit in g.units(other, AXIS):
        g.remove(unit, Fate.POOL)
    g.bring(next(foot(g, SOVIET)), other, 3)
    assert not rests_on(g, leningrad, passage)
    assert not rests_on(g, leningrad, other)


def test_each_opener_alone_ends_the_isolation() -> None:
    g, leningrad, passage = cut_off(asked_to_act(), 0)
    shut(g, passage)
    assert isolated(g, "Leningrad")
    found = openers(g, leningrad)
    assert found >> passage & 1
    for hex_ in (h for h in range(g.grid.size) if found >> h & 1):
        opened = g.copy()
        for unit in opened.units(Hex(hex_), AXIS):
            opened.remove(unit, Fate.POOL)
        opened.bring(next(foot(g, SOVIET)), Hex(hex_), 3)
        assert not isolated(opened, "Leningrad")


def test_where_no_single_hex_would_do_the_way_that_is_easiest_to_open_is_told() -> None:
    g, leningrad, passage = cut_off(asked_to_act(), 0)
    shut(g, passage)
    everywhere = g.grid.within(leningrad, 2) & ~g.grid.within(leningrad, 1) & g.campaign.land
    for hex_ in (h for h in range(g.grid.size) if everywhere >> h & 1):
        g.bring(next(foot(g, AXIS)), Hex(hex_), 2)
    found = openers(g, leningrad)
    assert found & bits_of(g.grid.neighbours(leningrad))
    assert found & everywhere


# ---- who keeps it open


def test_who_keeps_the_way_open_stays_there_near_the_end() -> None:
    about = asked_to_act()
    g, _, passage = cut_off(about, 0)
    g.turn = last_turn(g) - 2
    for unit in g.units(passage, SOVIET):
        g.remove(unit, Fate.POOL)
    g.put_force(about.units, passage)
    target = next(h for h in g.grid.neighbours(passage) if g.occupied[AXIS] >> h & 1)
    offered = [Action("stop"), *(Action("move", (h,)) for h in g.grid.neighbours(passage))]
    holds = Situation(about, HOLDING)
    assert keeps_open(holds, about.units)
    assert on_guard(holds, about.units, target)
    assert act(holds, offered) == Action("stop")
    assert not keeps_open(Situation(about, GREEDY), about.units)
    g.turn -= 1
    assert not keeps_open(Situation(about, HOLDING), about.units)


def test_who_does_not_stand_there_alone_may_go() -> None:
    about = asked_to_act()
    g, _, passage = cut_off(about, 0)
    g.turn = last_turn(g)
    g.put_force(about.units, passage)
    assert not keeps_open(Situation(about, HOLDING), about.units)


def test_losses_count_while_the_way_is_open() -> None:
    about = asked_to_act()
    g, _, passage = cut_off(about, 0)
    g.turn = last_turn(g) - 2
    assert not Situation(about, HOLDING).spares_nobody
    assert Situation(about, replace(HOLDING, holds_open=False)).spares_nobody
    shut(g, passage)
    assert Situation(about, HOLDING).spares_nobody


# ---- opening it again


def isolated_at_the_end(about: Sighting) -> tuple[Front, Hex, Hex]:
    """The same on the last turn, the force that is asked in the city and a German in the only passage."""
    g, leningrad, passage = cut_off(about, 0)
    shut(g, passage)
    g.turn = last_turn(g)
    for unit in g.units(leningrad, SOVIET):
        g.remove(unit, Fate.POOL)
    g.put_force(about.units, leningrad)
    return g, leningrad, passage


def test_on_the_last_turn_it_counts_to_open_the_way_and_not_what_it_costs() -> None:
    about = asked_to_act()
    g, leningrad, passage = isolated_at_the_end(about)
    worths = [
        attack_value(Situation(about, doctrine), about.units, leningrad, passage, Plan.STANDARD)
        for doctrine in (OPENING, replace(OPENING, opening=0.0))
    ]
    assert worths[0].value > worths[1].value + 0.9 * 60.0 * worths[0].outlook.win
    assert worths[0].value >= worths[0].outlook.defender_loses
    g.turn -= 1
    before = attack_value(Situation(about, OPENING), about.units, leningrad, passage, Plan.STANDARD)
    assert before.value < worths[0].value


def test_a_garrison_that_is_cut_off_strikes_at_the_end_however_bare_it_leaves_the_city() -> None:
    about = asked_to_act()
    g, leningrad, passage = isolated_at_the_end(about)
    g.mp_initial, g.mp_spent = g.ma(about.units), 0
    held = [h for h in g.grid.neighbours(leningrad) if g.occupied[AXIS] >> h & 1]
    offered = [Action("stop"), *(Action("attack", (h,)) for h in held)]
    assert not on_guard(Situation(about, OPENING), about.units, passage)
    struck = act(Situation(about, OPENING), offered)
    assert struck.verb == "attack"
    assert openers(g, leningrad) >> struck.args[0] & 1
    g.turn -= 1
    assert act(Situation(about, OPENING), offered) == offered[0]


def test_whoever_can_walk_into_the_gap_does() -> None:
    about = asked_to_act()
    g, _, passage = isolated_at_the_end(about)
    for unit in g.units(passage, AXIS):
        g.remove(unit, Fate.POOL)
    assert isolated(g, "Leningrad")
    gain = post_value(Situation(about, OPENING), passage) - post_value(Situation(about, GREEDY), passage)
    assert gain == pytest.approx(60.0)
    g.turn -= 1
    assert post_value(Situation(about, OPENING), passage) == post_value(Situation(about, GREEDY), passage)


# ---- the strongest hold it


def relief() -> tuple[Sighting, Hex, list[int]]:
    """A force of eight points, and three weak divisions in a hex of the ring."""
    about = asked_to_act()
    g, _, ring = alone(about)
    g.put_force(about.units, next(h for h in g.grid.neighbours(ring[0]) if h not in ring))
    for unit in about.units:
        g.sp[unit] = 8
    small = [u for u in foot(g, SOVIET) if g.roster[u].name.endswith("Rifle Division")][:3]
    for unit in small:
        g.bring(unit, ring[0], 1)
    g.bring(next(foot(g, AXIS)), ring[1], 6)
    return about, ring[0], small


def test_a_stronger_force_may_join_a_full_stack_in_the_ring_whose_weakest_then_leave() -> None:
    about, hex_, weak = relief()
    doctrine = Doctrine(relieving=1, keeps_room=True)

    def score(doctrine: Doctrine) -> float:
        s = Situation(about, doctrine)
        return defence_score(s, s.force(about.units), hex_)

    assert score(replace(doctrine, relieving=0)) < -100 < score(doctrine)
    about.g.spent[weak[0]] = about.g.spent[weak[1]] = about.g.spent[weak[2]] = 1
    assert score(doctrine) < -100
    about.g.spent[weak[0]] = about.g.spent[weak[1]] = about.g.spent[weak[2]] = 0
    about.g.order_closed = 1
    assert score(doctrine) < -100


def test_nobody_is_relieved_by_a_force_that_is_no_stronger() -> None:
    about, hex_, weak = relief()
    for unit in weak:
        about.g.sp[unit] = 9
    s = Situation(about, Doctrine(relieving=1, keeps_room=True))
    assert defence_score(s, s.force(about.units), hex_) < -100


def test_those_behind_go_before_those_whom_they_may_relieve() -> None:
    about, hex_, _ = relief()
    behind = Hex(about.g.hex_of[about.units[0]])
    offered = [Action("end_phase"), *(Action("activate", (h,)) for h in sorted((hex_, behind)))]
    assert next_activation(Situation(about, Doctrine(relieving=1)), offered) == Action("activate", (behind,))
    assert next_activation(Situation(about, GREEDY), offered) == Action("activate", (hex_,))


def test_replacements_go_to_the_units_that_can_become_strong() -> None:
    about, _, small = relief()
    g = about.g
    corps = next(u for u in foot(g, SOVIET) if g.roster[u].sp >= 7)
    offered = [Action("save"), Action("restore", (small[0],)), Action("rebuild", (corps,))]
    assert best_spending(Situation(about, RUSSIANS_NORTH), offered) == offered[2]
    assert (
        best_spending(Situation(about, replace(RUSSIANS_NORTH, cadre=0.0, new_unit=-1.0)), offered)
        == offered[1]
    )


def test_the_weakest_go_first_where_the_way_is_to_be_opened_whatever_it_costs() -> None:
    about = asked_to_act()
    g, leningrad, passage = isolated_at_the_end(about)
    beyond = next(
        h
        for h in g.grid.neighbours(passage)
        if h not in g.grid.neighbours(leningrad) and h != leningrad and g.campaign.land >> h & 1
    )
    g.bring(next(foot(g, SOVIET)), beyond, 2)
    for unit in about.units:
        g.sp[unit] = 8
    offered = [Action("end_phase"), Action("activate", (beyond,)), Action("activate", (leningrad,))]
    assert next_activation(Situation(about, OPENING), offered) == offered[1]
    g.turn -= 1
    assert next_activation(Situation(about, OPENING), offered) == offered[2]
