"""The opening: fast forces are sent for cities that they come to by exploiting, on the first turn of real games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

import pytest

from sandtable.bots.damos import Greedy, ground, sighting
from sandtable.bots.damos.doctrine import GREEDY, Doctrine
from sandtable.bots.damos.forecast import Clash, forecast, left_of, surpluses
from sandtable.bots.damos.greedy import exploit
from sandtable.bots.damos.operations import next_activation
from sandtable.bots.damos.seasoned import GERMANS_SOUTH, Seasoned
from sandtable.bots.damos.sighting import Sighting
from sandtable.bots.damos.situation import Situation
from sandtable.bots.damos.thrust import (
    Errand,
    Opening,
    awaited,
    concerted,
    driven,
    fallen,
    gone_on,
    holds_out,
    is_early,
    named,
    shared_out,
)
from sandtable.kernel import Action, Hex, Seat, members
from sandtable.kernel.chance.dice import SeededDice
from sandtable.kernel.game.records import begin
from sandtable.kernel.machine.actions import DICE, rolled
from sandtable.kernel.machine.engine import answer, asked, dice_asked, options
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.series.combat.plans import Plan, Posture
from sandtable.rules.damos.series.position.combat import Surplus
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET
from sandtable.rules.damos.series.position.state import Front

EARLY = Doctrine(early=1, early_city=24.0)


def first_turn(
    scenario: str, bot: Greedy, *, seed: int
) -> Iterator[tuple[Front, Seat, Sequence[Action], Action]]:
    """Every question of the first turn, with what *bot* chooses on both sides; the position changes under one's hands."""
    g, dice, rolls = begin(RULEBOOK, RULEBOOK.setup(scenario)), SeededDice(seed), 0
    g.told = None
    while g.turn <= 1:
        if asked(g) == (DICE,):
            answer(g, rolled(dice.roll(dice_asked(g), rolls)))
            rolls += 1
            continue
        seat = asked(g)[0]
        offered = options(g, seat)
        chosen = bot.decide(bot.sight(RULEBOOK, g, seat), offered)
        yield g, seat, offered, chosen
        answer(g, chosen, seat)


@cache
def opened(scenario: str, bot: type[Greedy], seed: int) -> Front:
    """The position after the first turn between two bots of a kind."""
    return [g for g, *_ in first_turn(scenario, bot(), seed=seed)][-1]


@cache
def before_the_attack(scenario: str) -> Front:
    """The position when the Germans are asked for their first operation."""
    for g, seat, _, _ in first_turn(scenario, Greedy(), seed=1):
        if seat == AXIS and type(g.agenda[-1]).__name__ == "OperationsPhase":
            return g.copy()
    raise AssertionError("the Germans never came to their operations")


def aiming_at(scenario: str, *cities: str, doctrine: Doctrine = EARLY) -> Opening:
    """The Germans before their first operation, with no other city to be had than those."""
    s = Opening(sighting.sight(before_the_attack(scenario).copy(), AXIS), doctrine)
    left = [ground.place(s.g.campaign, city) for city in cities]
    s.__dict__["wanted"] = sum(1 << hex_ for hex_ in left)
    return s


def hex_named(g: Front, number: str) -> Hex:
    return g.campaign.board.hex(number)


def errand(
    city: int,
    chance: float,
    *,
    worth: float = 0.0,
    progress: float = 0.0,
    leaves: Mapping[int, Mapping[int, float]] | None = None,
) -> Errand:
    """That of a force before a city with a garrison of one point, if nothing else is said."""
    left = leaves or {1: {0: chance, 1: 1.0 - chance}}
    return Errand(Hex(city), chance, worth, progress, Hex(0), Plan.STANDARD, None, (), (), leaves=left)


def going(ways: Mapping[int, Sequence[Errand]], doctrine: Doctrine = EARLY) -> dict[int, int]:
    """Where each force is sent that has those *ways*."""
    by_city = {Hex(force): {e.city: e for e in found} for force, found in ways.items()}
    return {int(force): int(found.city) for force, found in shared_out(by_city, doctrine).items()}


# ---- the cities of the first turn


@pytest.mark.parametrize(
    ("scenario", "city", "seed"),
    [
        ("ags", "Lvov", 60_004),
        ("ags", "Zhitomir", 60_004),
        ("barbarossa", "Minsk", 60_001),
        ("barbarossa", "Zhitomir", 60_001),
    ],
)
def test_a_city_falls_on_the_first_turn_that_greedy_leaves_alone(scenario: str, city: str, seed: int) -> None:
    seasoned, greedy = opened(scenario, Seasoned, seed), opened(scenario, Greedy, seed)
    hex_ = ground.place(seasoned.campaign, city)
    assert seasoned.axis_control >> hex_ & 1
    assert not greedy.axis_control >> hex_ & 1


# ---- whither a Penetration leads


def test_from_the_suwalki_corner_a_penetration_leads_to_minsk() -> None:
    s = aiming_at("barbarossa", "Minsk")
    sent = s.errands[hex_named(s.g, "2326")]
    assert sent.attack is not None
    assert sent.attack.plan is Plan.PENETRATION
    assert sent.chance > 0.3


def test_nobody_comes_to_minsk_who_has_no_points_left_when_he_is_there() -> None:
    s = aiming_at("barbarossa", "Minsk")
    # From the south of Lvov it is much too far.
    assert hex_named(s.g, "3431") not in s.errands


def test_whoever_would_overwhelm_the_enemy_stays_behind_since_nobody_goes_far_after_that() -> None:
    s = aiming_at("barbarossa", "Minsk")
    start, weak = hex_named(s.g, "2326"), hex_named(s.g, "2425")
    for beside in s.g.grid.neighbours(start):
        for unit in s.g.units(beside, SOVIET) if beside != weak else ():
            s.g.put(unit, ground.place(s.g.campaign, "Moscow"))
    sent = Opening(s.sighting, EARLY)
    sent.__dict__["wanted"] = s.wanted
    assert len(sent.errands[start].units) < len(s.g.units(start, AXIS))


def test_the_chances_of_a_surplus_add_up_to_that_of_winning() -> None:
    g = before_the_attack("ags")
    clash = Clash(
        attack=24, attackers=24, defence=9, defenders=9, plan=Plan.PENETRATION, posture=Posture.STEADFAST
    )
    found = surpluses(g, clash)
    assert sum(found.values()) == pytest.approx(forecast(g, clash).win)


def test_what_is_left_of_a_garrison_is_nothing_with_the_chance_of_winning() -> None:
    g = before_the_attack("ags")
    clash = Clash(
        attack=11, attackers=13, defence=7, defenders=5, plan=Plan.STANDARD, posture=Posture.STEADFAST
    )
    left = left_of(g, clash)
    assert left[0] == pytest.approx(forecast(g, clash).win)
    assert sum(left.values()) == pytest.approx(1.0)
    lost = sum((5 - strength) * chance for strength, chance in left.items() if strength)
    assert 0.0 < lost <= forecast(g, clash).defender_loses


def test_a_weaker_defender_absorbs_less() -> None:
    g = before_the_attack("ags")
    clash = Clash(
        attack=24, attackers=24, defence=9, defenders=9, plan=Plan.PENETRATION, posture=Posture.STEADFAST
    )
    few = surpluses(g, clash._replace(defenders=3, defence=3))
    assert sum(n * chance for n, chance in few.items()) > sum(n * c for n, c in surpluses(g, clash).items())


def test_who_is_overwhelmed_leaves_no_surplus() -> None:
    g = before_the_attack("ags")
    clash = Clash(
        attack=24, attackers=24, defence=2, defenders=2, plan=Plan.PENETRATION, posture=Posture.STEADFAST
    )
    assert surpluses(g, clash) == {int(Surplus.OVERWHELMED): 1.0}


# ---- who goes where


def test_a_city_that_others_take_as_well_is_left_to_them() -> None:
    near, far, strong, weak = 10, 20, 1, 2
    ways = {strong: [errand(near, 0.9), errand(far, 0.5)], weak: [errand(near, 0.85)]}
    assert going(ways) == {strong: far, weak: near}


def test_a_second_force_is_sent_only_for_the_chance_that_the_city_still_stands() -> None:
    assert going({1: [errand(10, 0.95)], 2: [errand(10, 0.5)]}) == {1: 10}
    assert going({1: [errand(10, 0.4)], 2: [errand(10, 0.3)]}) == {1: 10, 2: 10}


def test_two_who_can_only_take_a_city_one_after_the_other_are_sent_together() -> None:
    # Neither takes it from two points, and either from one.
    wearing = errand(10, 0.0, leaves={2: {1: 0.8, 2: 0.2}, 1: {0: 0.9, 1: 0.1}})
    assert fallen([wearing]) == 0.0
    assert fallen([wearing, wearing]) == pytest.approx(0.72)
    assert not going({1: [wearing]})
    assert going({1: [wearing], 2: [wearing]}) == {1: 10, 2: 10}


def test_nobody_is_sent_where_it_promises_little() -> None:
    assert not going({1: [errand(10, 0.05)]})
    assert not going({1: [errand(10, 0.5, worth=-11.0)]})


def test_of_two_cities_the_one_that_leads_on_comes_first() -> None:
    ways = {1: [errand(10, 0.5), errand(20, 0.4, progress=8.0)]}
    assert going(ways) == {1: 10}
    assert going(ways, replace(EARLY, early_progress=2.0)) == {1: 20}


def test_of_those_sent_for_zhitomir_the_weaker_opens_his_way_first() -> None:
    s = aiming_at("ags", "Zhitomir", doctrine=GERMANS_SOUTH)
    alone, two = hex_named(s.g, "3328"), hex_named(s.g, "3428")
    assert set(s.errands) == {alone, two}
    offered = [a for a in options(before_the_attack("ags").copy(), AXIS) if a.verb == "concerted"]
    opened = [attack.start for attack, _ in concerted(s, offered) if attack.start in s.errands]
    assert opened == [alone]
    # Nor is anybody else to open the way of the others before them.
    targets = {s.errands[h].attack.target for h in (alone, two)}  # type: ignore[union-attr]
    assert [a.start for a, _ in concerted(s, offered) if a.target in targets] == [alone]


def test_infantry_stays_with_the_panzers_that_need_it_on_their_way() -> None:
    s = aiming_at("ags", "Zhitomir", doctrine=GERMANS_SOUTH)
    waiting = awaited(s)
    assert hex_named(s.g, "3428") in waiting
    assert next_activation(s, options(before_the_attack("ags").copy(), AXIS)).args[0] not in waiting


# ---- what is answered for it


def test_just_those_are_taken_who_are_sent_then_they_go() -> None:
    s = aiming_at("barbarossa", "Minsk")
    start = hex_named(s.g, "2326")
    sent = s.errands[start]
    assert sent.attack is not None
    everybody = s.g.units(start, AXIS)
    first, *others = sent.units

    def asked_with(*chosen: int) -> Opening:
        row = ["NameAttacker", int(Plan.PENETRATION), sent.attack.target, 0, start, chosen]  # type: ignore[union-attr]
        about = Opening(Sighting(s.g, AXIS, row), EARLY)
        about.__dict__["errands"] = s.errands
        return about

    takes = [Action("take", (u,)) for u in everybody]
    assert named(asked_with(), [Action("all"), *takes]) == Action("take", (first,))
    assert named(asked_with(*sent.units), [Action("go"), *takes]) == Action("go")
    assert others


def test_those_who_have_broken_through_storm_the_city_they_were_sent_for() -> None:
    stormed = []
    bot = Seasoned()
    for g, seat, offered, chosen in first_turn("barbarossa", bot, seed=60_001):
        about = sighting.sight(g, seat)
        if seat != AXIS or about.step != "Act" or not g.exploiting:
            continue
        s = bot.situation(about)
        if driven(s, about.units, offered) is not None:
            assert chosen == driven(s, about.units, offered)
            stormed.append(s.errands[Hex(g.hex_of[about.units[0]])].city)
    assert ground.place(g.campaign, "Minsk") in stormed


def holding(
    city: str, *numbers: str, turn: int, doctrine: Doctrine = EARLY
) -> tuple[Situation, tuple[int, ...]]:
    """Panzers from the hexes of those *numbers* in a city about which nobody is left, and who has come from the first."""
    g = before_the_attack("ags").copy()
    place = ground.place(g.campaign, city)
    for unit in [u for h in members(g.grid.within(place, 5)) for u in g.units(Hex(h), SOVIET)]:
        g.put(unit, ground.place(g.campaign, "Kharkov"))
    came = [[u for u in g.units(hex_named(g, n), AXIS) if g.roster.mobile[u]] for n in numbers]
    for unit in (u for units in came for u in units):
        g.put(unit, place)
    g.turn = turn
    return Situation(sighting.sight(g, AXIS), doctrine), tuple(came[0])


def test_who_is_alone_in_a_city_far_ahead_holds_it_until_the_next_turn_is_over() -> None:
    assert holds_out(*holding("Zhitomir", "3428", turn=2))
    assert not holds_out(*holding("Zhitomir", "3428", turn=3))
    assert not holds_out(*holding("Zhitomir", "3428", "3328", turn=2))
    assert not holds_out(*holding("Zhitomir", "3428", turn=2, doctrine=GREEDY))


def test_a_city_in_which_one_is_in_supply_is_left_for_the_next() -> None:
    assert not holds_out(*holding("Lvov", "3428", turn=2))


def test_without_an_errand_all_fast_units_exploit_as_usual() -> None:
    for g, seat, offered, _ in first_turn("ags", Greedy(), seed=1):
        about = sighting.sight(g, seat)
        if seat == AXIS and about.step == "Exploitation" and len(offered) > 1:
            s = Situation(about, GREEDY)
            assert gone_on(s, offered) is None
            assert Greedy().decide(about, offered) == exploit(s, offered)
            return
    raise AssertionError("nobody exploited")


def test_the_opening_is_over_after_its_last_turn_and_never_was_for_russians() -> None:
    g = before_the_attack("ags").copy()
    assert is_early(Situation(sighting.sight(g, AXIS), GERMANS_SOUTH))
    assert not is_early(Situation(sighting.sight(g, SOVIET), EARLY))
    g.turn = EARLY.early + 1
    assert not is_early(Situation(sighting.sight(g, AXIS), EARLY))
    assert not is_early(Situation(sighting.sight(before_the_attack("ags").copy(), AXIS), GREEDY))


def test_infantry_leaves_the_panzers_the_enemy_on_their_way_to_a_city() -> None:
    s = aiming_at("barbarossa", "Minsk")
    sent = s.errands[hex_named(s.g, "2326")]
    assert sent.attack is not None
    assert s.reserved >> sent.attack.target & 1


def test_a_fast_force_wants_the_city_it_is_sent_for_and_those_on_foot_any() -> None:
    s = aiming_at("barbarossa", "Minsk", "Lvov")
    start = hex_named(s.g, "2326")
    minsk, lvov = (ground.place(s.g.campaign, city) for city in ("Minsk", "Lvov"))
    panzers = s.errands[start].spearhead
    foot = tuple(s.g.units(hex_named(s.g, "3331"), AXIS))
    assert s.prize(panzers, minsk) == EARLY.early_city
    assert s.prize(panzers, lvov) == 0.0
    assert s.prize(foot, lvov) == EARLY.early_city
