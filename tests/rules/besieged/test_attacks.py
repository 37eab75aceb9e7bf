"""Combat on the board: who must attack, what is declared, and what the results of the card do there."""

from __future__ import annotations

import pytest

from sandtable.kernel import Refused
from sandtable.rules.besieged.combat import DetermineOdds
from sandtable.rules.besieged.fight.attacks import (
    air_left,
    air_units,
    battle_of,
    blitzkrieg_attack_refusal,
    declaration,
    marshal_refusal,
    marshals_ready,
    target_refusal,
)
from sandtable.rules.besieged.fight.declaring import BeginCombat, CloseCombat, NextAttack, OpenCombat
from sandtable.rules.besieged.position.declared import NO_COMBAT
from sandtable.rules.besieged.position.roster import AXIS, SOVIET
from sandtable.rules.besieged.position.war import FREE, Role, Status, War
from sandtable.rules.besieged.turn.marching import moving_refusal
from sandtable.rules.besieged.turn.sequence import new_year
from sandtable.rules.besieged.turn.supply_check import SupplyCheck

from .board import asks, begin, hex_, log, offered, pick, roll, seat_asked, unit, war, where


def attack(g: War, *attackers: str, on: str, blitzkrieg: bool = False, air: int = 0) -> War:
    """A combat of the Axis, declared and ready for the die."""
    g.declared = NO_COMBAT._replace(hex=hex_(on), blitzkrieg=int(blitzkrieg), air=air)
    for name in attackers:
        g.role[unit(name)] = Role.ATTACKS
    g.agenda, g.phasing = [], int(AXIS)
    return begin(g, OpenCombat(), DetermineOdds(), CloseCombat())


# ---- who must


@pytest.mark.rule("besieged Attacks")
def test_a_unit_in_an_enemy_zone_must_attack_before_anybody_is_done() -> None:
    g = begin(war({"ge-i": "3105", "su-8a": "3104"}), BeginCombat(AXIS), NextAttack(AXIS))
    assert offered(g) == {"attack 3104"}
    with pytest.raises(Refused, match="is in an enemy zone and must attack"):
        pick(g, "done")


@pytest.mark.rule("besieged Attacks")
def test_a_garrison_of_a_major_city_need_not_attack() -> None:
    g = begin(war({"su-8a": "Minsk", "ge-i": "2334"}), BeginCombat(SOVIET), NextAttack(SOVIET))
    assert offered(g) == {"done", "attack 2334"}


@pytest.mark.rule("besieged Attacks")
def test_nobody_is_asked_where_there_is_nobody_to_attack() -> None:
    assert asks(begin(war({"ge-i": "3105"}), BeginCombat(AXIS), NextAttack(AXIS))) == ""


@pytest.mark.rule("besieged Finland")
def test_finns_attack_leningrad_only_beside_germans() -> None:
    g = begin(war({"fi-vi": "0830", "su-8a": "Leningrad"}, turn=3), BeginCombat(AXIS), NextAttack(AXIS))
    assert asks(g) == ""
    g.bring(unit("ge-i"), hex_("0931"), 2)
    begin(g, BeginCombat(AXIS), NextAttack(AXIS))
    pick(g, "attack", "Leningrad")
    assert offered(g) == {"join fi-vi", "join ge-i", "all"}
    pick(g, "join", "fi-vi")
    assert "go" not in offered(g)


@pytest.mark.rule("besieged Finland")
def test_finns_do_not_attack_in_the_first_impulse_of_turn_1() -> None:
    g = war({"fi-vi": "0831", "su-8a": "0830"}, turn=1)
    assert "second impulse of turn 1" in str(target_refusal(g, unit("fi-vi"), hex_("0830")))


@pytest.mark.rule("besieged Romania")
def test_nobody_in_romania_attacks_in_the_first_impulse_of_turn_1() -> None:
    g = war({"ge-liv": "3834", "su-8a": "3833"}, turn=1)
    assert "first impulse of turn 1" in str(target_refusal(g, unit("ge-liv"), hex_("3833")))


# ---- declaring


@pytest.mark.rule("besieged Declaring")
def test_the_attacker_declares_everything_before_the_defender_names_his_marshal() -> None:
    g = war({"ge-xl-pz": "3123", "ge-i": "3123", "ge-ii": "3222", "su-8a": "3122"}, turn=8)
    g.take_control(g.campaign.land, AXIS)
    g.axis_rail = g.campaign.rail_hexes
    g.take_control(g.campaign.hexes(["Gorki", "Kuibyshev", "Saratov"]), SOVIET)
    begin(g, BeginCombat(AXIS), NextAttack(AXIS))
    asked = []
    for verb, *what in (("attack", "3122"), ("all",), ("air", 1), ("blitzkrieg",)):
        asked.append(asks(g))
        pick(g, verb, *what)
    assert asked == ["DeclareAttack", "ChooseAttackers", "ChooseAir", "ChooseTable"]
    assert (asks(g), seat_asked(g)) == ("ChooseMarshal", AXIS)
    pick(g, "nobody")
    assert (asks(g), g.air_used) == ("BlitzkriegRoll", [1, 0])


@pytest.mark.rule("besieged Declaring")
def test_a_combat_of_the_board_is_told_in_the_numbers_of_the_card() -> None:
    g = war({"ge-xl-pz": "2334", "ge-i": "2332", "su-13a": "Minsk", "su-8a": "Minsk"})
    battle = battle_of(g, declaration(g, [unit("ge-xl-pz"), unit("ge-i")], hex_("Minsk")))
    assert (battle.attack, battle.defence, battle.steps) == (16, 5, (5, 4))
    assert (battle.armour, battle.major_city, battle.units, battle.impulse) == ("attacker", True, 2, "first")


@pytest.mark.rule("besieged Classes")
def test_shock_armies_are_armor_and_motorised_infantry_is_not() -> None:
    g = war({})
    kinds = {c.kind: c.is_armour for c in g.roster.counters}
    assert (kinds["shock"], kinds["pz"], kinds["mot"], kinds["cav"]) == (True, True, False, False)


@pytest.mark.rule("besieged First Winter")
def test_in_the_first_winter_an_axis_attack_is_one_column_down_unless_finns_make_it() -> None:
    g = war({"ge-i": "3105", "fi-vi": "3105", "su-8a": "3104"}, turn=4, weather="snow")
    for names, shift in ((["ge-i"], -1), (["fi-vi"], 0), (["ge-i", "fi-vi"], -1)):
        assert declaration(g, [unit(n) for n in names], hex_("3104")).shift == shift
    g.turn = 11
    assert declaration(g, [unit("ge-i")], hex_("3104")).shift == 0


@pytest.mark.rule("besieged Air Pool")
@pytest.mark.parametrize(
    ("turn", "axis", "soviet"), [(1, 9, 0), (2, 9, 2), (4, 7, 2), (8, 9, 3), (14, 7, 5), (24, 4, 8)]
)
def test_air_units_by_year(turn: int, axis: int, soviet: int) -> None:
    g = war({}, turn=turn)
    assert (air_units(g, AXIS), air_units(g, SOVIET)) == (axis, soviet)


@pytest.mark.rule("besieged Air Pool")
def test_an_air_unit_flies_once_an_impulse_and_a_bad_roll_costs_one_until_the_next_year() -> None:
    g = attack(war({"ge-i": "3105", "su-13a": "Minsk", "ge-ii": "2334"}), "ge-ii", on="Minsk", air=1)
    g.declared = g.declared._replace(drm=-9)
    roll(g, 1)
    assert g.air_lost == [1, 0]
    assert air_left(g, AXIS) == 8
    new_year(g)
    assert g.air_lost == [0, 0]


@pytest.mark.rule("besieged Field Marshals")
def test_a_field_marshal_serves_in_his_years_and_once_in_each() -> None:
    g = war({"ge-i": "Minsk"}, turn=2)
    names = [g.campaign.marshals[n].name for n in marshals_ready(g, AXIS, hex_("Minsk"))]
    assert names == []
    g.axis_rail = g.campaign.rail_hexes
    g.take_control(g.campaign.land, AXIS)
    assert [g.campaign.marshals[n].name for n in marshals_ready(g, AXIS, hex_("Minsk"))] == [
        "Leeb",
        "Bock",
        "Rundstedt",
    ]
    g.marshal_used[1] = 1
    assert "has been used this year" in str(marshal_refusal(g, 1, AXIS, hex_("Minsk")))
    assert "does not serve in 1941" in str(marshal_refusal(g, 4, AXIS, hex_("Minsk")))


@pytest.mark.rule("besieged Blitzkrieg Dates")
def test_a_blitzkrieg_needs_supplied_armor_of_its_nation_its_date_and_odds() -> None:
    g = war({"ge-xl-pz": "3105", "ge-i": "3105", "su-8a": "3104"}, turn=3)
    pz, foot, there = unit("ge-xl-pz"), unit("ge-i"), hex_("3104")
    assert blitzkrieg_attack_refusal(g, [pz], there, 0) is None
    assert "armor-type" in str(blitzkrieg_attack_refusal(g, [foot], there, 0))
    g.unsupplied[pz] = 1
    assert "supplied" in str(blitzkrieg_attack_refusal(g, [pz, foot], there, 0))
    g.unsupplied[pz], g.turn = 0, 15
    assert "Jul/Aug 1943" in str(blitzkrieg_attack_refusal(g, [pz], there, 0))


# ---- losses


@pytest.mark.rule("besieged Step Losses")
def test_the_owner_picks_the_units_that_lose_steps() -> None:
    g = war({"ge-xl-pz": "3105", "ge-i": "3105", "su-8a": "3104", "su-11a": "3104"})
    attack(g, "ge-xl-pz", "ge-i", on="3104")
    # 16 against 6 is 2-1, and a 5 with armor is D1.
    roll(g, 5)
    assert (g.result, asks(g), seat_asked(g)) == ("D1", "LoseStep", SOVIET)
    assert offered(g) == {"lose su-8a", "lose su-11a"}
    pick(g, "lose", "su-11a")
    assert (g.steps[unit("su-8a")], g.steps[unit("su-11a")]) == (2, 1)


@pytest.mark.rule("besieged Rule 10.68")
def test_surrounded_units_surrender_and_are_never_rebuilt() -> None:
    ring = {"ge-i": "3105", "ge-ii": "3003", "ge-xl-pz": "3203"}
    g = attack(war({**ring, "su-8a": "3104"}), "ge-xl-pz", "ge-i", "ge-ii", on="3104")
    assert g.trapped[unit("su-8a")]
    roll(g, 10)
    assert g.status[unit("su-8a")] == Status.SURRENDERED
    assert "8th Army surrenders." in log(g)


@pytest.mark.rule("besieged Below 1-5")
def test_attackers_at_worse_than_1_5_surrender_without_a_roll() -> None:
    g = war({"ro-i": "3105", "su-8a": "3104", "su-11a": "3104", "su-1mc": "3104"}, turn=14)
    g.set_steps(unit("ro-i"), 1)
    attack(g, "ro-i", on="3104")
    assert g.status[unit("ro-i")] == Status.SURRENDERED


# ---- retreats


def driven_back(**others: str) -> War:
    """Two corps drive 8th Army out of 3104, with others where they are."""
    units = {"ge-i": "3105", "ge-ii": "3105", "su-8a": "3104"}
    return attack(
        war(units | {k.replace("_", "-"): v for k, v in others.items()}), "ge-i", "ge-ii", on="3104"
    )


@pytest.mark.rule("besieged Retreats")
def test_defenders_are_retreated_by_the_attacker_towards_their_own_edge() -> None:
    g = driven_back()
    # 12 against 3 is 4-1, and a 1 is D1.
    roll(g, 1)
    assert (where(g, "su-8a"), g.steps[unit("su-8a")]) == ("3102", 1)
    assert where(g, "ge-i") == "3105"


@pytest.mark.rule("besieged Retreats")
def test_the_attacker_picks_among_hexes_that_are_equally_near() -> None:
    # One step and a factor of 1: it stands in the way, and has no zone.
    g = driven_back(sk_mob="3103")
    roll(g, 1)
    assert (seat_asked(g), offered(g)) == (AXIS, {"to 3003", "to 3203"})
    with pytest.raises(Refused, match="an enemy is there"):
        pick(g, "to", "3103")


@pytest.mark.rule("besieged Retreats")
def test_a_retreat_that_cannot_be_completed_costs_a_step_for_each_hex_missing() -> None:
    g = war({"ge-i": "3105", "su-8a": "3104", "ge-xl-pz": "2902", "ge-v": "3302", "ge-vi": "3101"})
    attack(g, "ge-i", on="3104")
    # 6 against 3 is 2-1, and a 3 is DR.
    roll(g, 3)
    assert (where(g, "su-8a"), g.steps[unit("su-8a")]) == ("3103", 1)


@pytest.mark.rule("besieged Retreats")
def test_a_retreating_attacker_moves_his_own_units_away_from_the_combat() -> None:
    g = attack(war({"ge-i": "3105", "su-8a": "3104", "su-11a": "3104"}), "ge-i", on="3104")
    # 6 against 6 is 1-1, and a 4 is AR: one hex or two, as he likes.
    roll(g, 4)
    assert (asks(g), seat_asked(g), offered(g)) == ("RetreatTo", AXIS, {"stop", "to 3107"})
    pick(g, "stop")
    assert where(g, "ge-i") == "3106"


@pytest.mark.rule("besieged City Step")
def test_a_defender_in_a_major_city_may_lose_a_step_and_stay() -> None:
    besiegers = {"ge-i": "2334", "ge-ii": "2334", "ge-v": "2334", "ge-xl-pz": "2433"}
    g = war({**besiegers, "su-13a": "Minsk", "su-8a": "Minsk"})
    attack(g, *besiegers, on="Minsk")
    # 28 against 5 is 5-1, armor and city even out, and a 2 is D2.
    roll(g, 2)
    pick(g, "lose", "su-8a")
    pick(g, "lose", "su-8a")
    assert (asks(g), seat_asked(g)) == ("CityStep", SOVIET)
    pick(g, "stay")
    assert (where(g, "su-13a"), g.steps[unit("su-13a")], asks(g)) == ("2333", 1, "")


# ---- advances


@pytest.mark.rule("besieged Advances")
def test_attackers_advance_into_a_hex_emptied_by_elimination_and_attack_no_more() -> None:
    g = driven_back()
    roll(g, 9)
    assert (g.status[unit("su-8a")] != Status.ON_MAP, asks(g)) == (True, "AdvanceUnits")
    assert offered(g) == {"done", "advance ge-i", "advance ge-ii"}
    pick(g, "advance", "ge-i")
    pick(g, "done")
    assert (where(g, "ge-i"), where(g, "ge-ii"), g.fought[unit("ge-i")]) == ("3104", "3105", 1)


@pytest.mark.rule("besieged Advances")
def test_a_blitzkrieg_carries_armor_on_and_an_enemy_zone_stops_it() -> None:
    g = war({"ge-xl-pz": "3105", "ge-i": "3105", "su-8a": "3104", "su-11a": "3101"}, turn=3)
    attack(g, "ge-xl-pz", "ge-i", on="3104", blitzkrieg=True)
    roll(g, 10)
    pick(g, "advance", "ge-xl-pz")
    assert asks(g) == "AdvanceOn"
    with pytest.raises(Refused, match="hex by hex"):
        pick(g, "to", "3101")
    pick(g, "to", "3103")
    pick(g, "to", "3102")
    assert (where(g, "ge-xl-pz"), asks(g)) == ("3102", "AdvanceUnits")


# ---- locks


@pytest.mark.rule("besieged Locked")
def test_battle_rages_in_the_first_impulse_locks_both_sides() -> None:
    g = war({"ge-i": "3105", "su-8a": "3104"}, turn=2)
    attack(g, "ge-i", on="3104")
    # 6 against 3 is 2-1, and a 4 is BR.
    roll(g, 4)
    assert g.locked[unit("ge-i")] == g.locked[unit("su-8a")] == hex_("3104")
    assert "locked in combat" in str(moving_refusal(g, unit("ge-i")))
    g.impulse = 2
    g.bring(unit("ge-v"), hex_("3203"), 2)
    g.bring(unit("su-11a"), hex_("3202"), 2)
    begin(g, BeginCombat(AXIS), NextAttack(AXIS))
    assert offered(g) == {"attack 3104"}
    pick(g, "attack", "3104")
    assert (g.role[unit("ge-i")], "go" in offered(g)) == (Role.ATTACKS, True)


@pytest.mark.rule("besieged Locked")
def test_battle_rages_in_the_second_impulse_locks_nobody() -> None:
    g = war({"ge-i": "3105", "su-8a": "3104"}, impulse=2)
    attack(g, "ge-i", on="3104")
    roll(g, 4)
    assert g.locked[unit("ge-i")] == FREE


# ---- supply


@pytest.mark.rule("besieged Supply")
def test_a_unit_cut_off_loses_a_step_and_the_second_time_running_it_surrenders() -> None:
    g = begin(war({"ge-i": "3105"}), SupplyCheck(AXIS))
    assert (g.steps[unit("ge-i")], g.unsupplied[unit("ge-i")]) == (1, 1)
    begin(g, SupplyCheck(AXIS))
    assert g.status[unit("ge-i")] == Status.SURRENDERED


@pytest.mark.rule("besieged City Supply")
def test_one_unit_in_a_major_city_is_only_marked_for_two_checks() -> None:
    g = war({"ge-i": "Stalingrad", "ge-ii": "Stalingrad"})
    begin(g, SupplyCheck(AXIS))
    begin(g, SupplyCheck(AXIS))
    assert (g.steps[unit("ge-i")], g.unsupplied[unit("ge-i")]) == (2, 2)
    assert g.status[unit("ge-ii")] == Status.SURRENDERED
    begin(g, SupplyCheck(AXIS))
    assert g.steps[unit("ge-i")] == 1
