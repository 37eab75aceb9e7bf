"""The opening: fast forces are sent for cities that they come to by exploiting, on the first turn of real games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import pytest

from sandtable.bots.damos import Greedy, ground, sighting
from sandtable.bots.damos.doctrine import GREEDY, Doctrine
from sandtable.bots.damos.forecast import Clash, forecast, surpluses
from sandtable.bots.damos.greedy import exploit
from sandtable.bots.damos.seasoned import GERMANS_SOUTH, Seasoned
from sandtable.bots.damos.sighting import Sighting
from sandtable.bots.damos.situation import Situation
from sandtable.bots.damos.thrust import Errand, Opening, driven, gone_on, is_early, named, shared_out
from sandtable.kernel import Action, Hex, Seat
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
PRIZE = 24.0


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


def aiming_at(scenario: str, *cities: str) -> Opening:
    """The Germans before their first operation, with no other city to be had than those."""
    s = Opening(sighting.sight(before_the_attack(scenario).copy(), AXIS), EARLY)
    left = [ground.place(s.g.campaign, city) for city in cities]
    s.__dict__["wanted"] = sum(1 << hex_ for hex_ in left)
    return s


def hex_named(g: Front, number: str) -> Hex:
    return g.campaign.board.hex(number)


def errand(city: int, chance: float, *, worth: float = 0.0) -> Errand:
    return Errand(Hex(city), chance, worth, Hex(0), Plan.STANDARD, None, (), ())


# ---- the cities of the first turn


@pytest.mark.parametrize(("scenario", "city"), [("ags", "Lvov"), ("barbarossa", "Minsk")])
def test_a_city_falls_on_the_first_turn_that_greedy_leaves_alone(scenario: str, city: str) -> None:
    seasoned, greedy = opened(scenario, Seasoned, 60_001), opened(scenario, Greedy, 60_001)
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
    near, far = 10, 20
    strong, weak = Hex(1), Hex(2)
    ways = {strong: {near: errand(near, 0.9), far: errand(far, 0.5)}, weak: {near: errand(near, 0.85)}}
    sent = shared_out({force: {Hex(c): e for c, e in found.items()} for force, found in ways.items()}, PRIZE)
    assert {force: found.city for force, found in sent.items()} == {strong: far, weak: near}


def test_a_second_force_is_sent_only_for_the_chance_that_the_city_still_stands() -> None:
    city = Hex(10)
    sure = {Hex(1): {city: errand(city, 0.95)}, Hex(2): {city: errand(city, 0.5)}}
    unsure = {Hex(1): {city: errand(city, 0.4)}, Hex(2): {city: errand(city, 0.3)}}
    assert set(shared_out(sure, PRIZE)) == {1}
    assert set(shared_out(unsure, PRIZE)) == {1, 2}


def test_nobody_is_sent_where_it_promises_little() -> None:
    assert not shared_out({Hex(1): {Hex(10): errand(10, 0.05)}}, PRIZE)
    assert not shared_out({Hex(1): {Hex(10): errand(10, 0.5, worth=-11.0)}}, PRIZE)


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
