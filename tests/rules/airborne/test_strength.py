"""What each side brings: status, each factor, guns and aircraft."""

from __future__ import annotations

import pytest

from sandtable.rules.airborne.air import support_level
from sandtable.rules.airborne.artillery import Reach, farthest, reach, weight
from sandtable.rules.airborne.state import Ground, Mode, Troop
from sandtable.rules.airborne.strength import AIR_LEVELS, Attack, score

from .judging import TABLES, attack_factor, attacker, brings, defence_factor, defender, field


@pytest.mark.rule("airborne 2.3")
def test_the_score_is_attack_minus_defence_plus_the_die() -> None:
    g, fight = field(attacker(5), attacker(4), defender(3))
    assert int(score(g, fight, 6)) == 5 + 4 - 3 + 6
    assert [line.value for line in score(g, fight, 6).lines] == [5, 4, -3, 6]


@pytest.mark.rule("airborne 2.4")
def test_factors_count_for_each_unit_and_add_up() -> None:
    g, fight = field(attacker(5, light=True), attacker(4, light=True), defender(3))
    g.prepared = [0, 1, 1]
    assert brings(g, fight) == (9 - 1 - 1 - 2, 3)


@pytest.mark.rule("airborne 2.4")
def test_a_counter_that_stands_for_several_units_counts_for_each() -> None:
    g, fight = field(attacker(9, light=True, units=3), defender(3))
    assert brings(g, fight) == (9 - 3, 3)


@pytest.mark.rule("airborne 2.4")
def test_factors_that_control_states_are_added() -> None:
    g, fight = field(attacker(5), defender(3))
    g.granted = [2, -1]
    assert brings(g, fight) == (7, 2)


@pytest.mark.rule("airborne 2.4.1")
@pytest.mark.parametrize(("advantage", "strengths"), [(0, (9, 3)), (1, (11, 3)), (2, (9, 4))])
def test_one_side_alone_has_the_clear_tactical_advantage(advantage: int, strengths: tuple[int, int]) -> None:
    g, fight = field(attacker(5), attacker(4), defender(3))
    assert brings(g, fight._replace(advantage=advantage)) == strengths


@pytest.mark.rule("airborne 2.4.2")
@pytest.mark.parametrize("infantry", [Troop.FOOT, Troop.MECH])
def test_tanks_and_infantry_attack_as_combined_arms(infantry: Troop) -> None:
    g, fight = field(attacker(5, Troop.TANKS), attacker(4, infantry), attacker(2, Troop.RECCE), defender(3))
    assert attack_factor(g, fight, "combined_arms") == 3
    assert brings(g, fight)[0] == 11 + 3


@pytest.mark.rule("airborne 2.4.2")
@pytest.mark.parametrize("other", [Troop.TANKS, Troop.RECCE, Troop.ARTILLERY])
def test_without_infantry_there_are_no_combined_arms(other: Troop) -> None:
    g, fight = field(attacker(5, Troop.TANKS), attacker(4, other), defender(3))
    assert attack_factor(g, fight, "combined_arms") == 0


@pytest.mark.rule("airborne 2.4.2")
def test_guns_in_support_make_no_combined_arms_and_defenders_have_none() -> None:
    g, fight = field(
        attacker(3, Troop.ARTILLERY), attacker(4), defender(5, Troop.TANKS), defender(3), attacker()
    )
    fight = fight._replace(attackers=(1,), attack_guns=(0,))
    assert attack_factor(g, fight, "combined_arms") == 0
    assert defence_factor(g, fight, "combined_arms") == 0


@pytest.mark.rule("airborne 2.4.3")
def test_light_infantry_suffers_when_it_attacks_and_not_when_it_defends() -> None:
    g, fight = field(attacker(4, light=True), attacker(4), defender(4, light=True))
    assert attack_factor(g, fight, "light_infantry") == 1
    assert defence_factor(g, fight, "light_infantry") == 0


@pytest.mark.rule("airborne 2.1")
def test_an_attack_without_an_order_to_prepare_is_unprepared() -> None:
    g, fight = field(attacker(4), attacker(4), defender(4))
    g.prepared = [1, 0, 0]
    assert attack_factor(g, fight, "unprepared") == 1
    assert defence_factor(g, fight, "unprepared") == 0


@pytest.mark.rule("airborne 2.4.4")
@pytest.mark.parametrize("kind", [Attack.COUNTER, Attack.AGAIN])
def test_a_counter_attack_and_a_fight_after_an_overrun_are_unprepared(kind: Attack) -> None:
    g, fight = field(attacker(4), defender(4))
    assert brings(g, fight._replace(kind=int(kind))) == (2, 4)


@pytest.mark.rule("airborne 2.4.5")
def test_units_of_another_formation_than_the_strongest_suffer_on_both_sides() -> None:
    g, fight = field(
        attacker(5, formation="gds"),
        attacker(3, formation="43"),
        attacker(3, formation="43"),
        defender(4, formation="9ss"),
        defender(1, formation="tettau"),
    )
    assert attack_factor(g, fight, "other_formation") == 1
    assert defence_factor(g, fight, "other_formation") == 1


@pytest.mark.rule("airborne 2.4.5")
def test_of_formations_with_equal_status_the_one_with_more_units_leads() -> None:
    g, fight = field(
        attacker(6, formation="gds"), attacker(3, formation="43"), attacker(3, formation="43"), defender(4)
    )
    assert attack_factor(g, fight, "other_formation") == 1


@pytest.mark.rule("airborne 2.4.5")
def test_a_unit_without_a_stated_formation_is_of_no_other() -> None:
    g, fight = field(attacker(6), attacker(3, formation="43"), defender(4))
    assert attack_factor(g, fight, "other_formation") == 0


@pytest.mark.rule("airborne 2.4.6")
@pytest.mark.parametrize("mode", [Mode.NON_TACTICAL, Mode.ROAD_COLUMN])
def test_units_that_moved_otherwise_than_tactically_suffer_on_both_sides(mode: Mode) -> None:
    g, fight = field(attacker(4), defender(4))
    g.mode = [int(mode), int(mode)]
    assert brings(g, fight) == (2, 2)


@pytest.mark.rule("airborne 2.4.7")
@pytest.mark.parametrize("troop", [Troop.MECH, Troop.TANKS, Troop.RECCE])
def test_vehicles_without_fuel_suffer_on_both_sides(troop: Troop) -> None:
    g, fight = field(attacker(4, troop, fuel=0), defender(4, troop, fuel=0))
    fight = fight._replace(ground=int(Ground.OPEN))
    assert attack_factor(g, fight, "no_fuel") == 1
    assert defence_factor(g, fight, "no_fuel") == 1


@pytest.mark.rule("airborne 2.4.7")
@pytest.mark.parametrize("troop", [Troop.FOOT, Troop.ARTILLERY])
def test_foot_and_towed_guns_do_not_miss_fuel(troop: Troop) -> None:
    g, fight = field(attacker(4), defender(4, troop, fuel=0))
    assert defence_factor(g, fight, "no_fuel") == 0


@pytest.mark.rule("airborne 2.4.8")
@pytest.mark.parametrize("ground", [Ground.CLOSE, Ground.WOOD, Ground.TOWN, Ground.MARSH])
def test_close_country_helps_each_defender_against_tanks(ground: Ground) -> None:
    g, fight = field(attacker(4, Troop.TANKS), attacker(4), defender(4), defender(2, Troop.TANKS))
    fight = fight._replace(ground=int(ground))
    assert defence_factor(g, fight, "close_country") == 2
    assert attack_factor(g, fight, "close_country") == 0


@pytest.mark.rule("airborne 2.4.8")
def test_close_country_does_not_help_against_others_and_open_ground_against_nobody() -> None:
    g, fight = field(attacker(4), defender(4))
    assert defence_factor(g, fight._replace(ground=int(Ground.WOOD)), "close_country") == 0
    g, fight = field(attacker(4, Troop.TANKS), defender(4))
    assert defence_factor(g, fight, "close_country") == 0


@pytest.mark.rule("airborne 2.4.9")
def test_infantry_alone_in_the_open_suffers_against_tanks() -> None:
    g, fight = field(attacker(4, Troop.TANKS), defender(4), defender(2, Troop.MECH), defender(1, Troop.RECCE))
    assert defence_factor(g, fight, "unsupported_infantry") == 2
    assert defence_factor(g, fight._replace(ground=int(Ground.CLOSE)), "unsupported_infantry") == 0


@pytest.mark.rule("airborne 2.4.9")
def test_infantry_that_attacks_tanks_in_the_open_suffers_too() -> None:
    g, fight = field(attacker(4), defender(4, Troop.TANKS))
    assert attack_factor(g, fight, "unsupported_infantry") == 1


@pytest.mark.rule("airborne 2.4.9")
def test_own_tanks_or_guns_that_fire_support_infantry() -> None:
    g, fight = field(attacker(4, Troop.TANKS), defender(4), defender(2, Troop.TANKS))
    assert defence_factor(g, fight, "unsupported_infantry") == 0
    g, fight = field(attacker(4, Troop.TANKS), defender(4), defender(3, Troop.ARTILLERY))
    guns = fight._replace(defenders=(1,), defence_far_guns=(2,))
    assert defence_factor(g, guns, "unsupported_infantry") == 0
    assert defence_factor(g, guns._replace(silent=(2,)), "unsupported_infantry") == 1


@pytest.mark.rule("airborne 2.5")
@pytest.mark.parametrize(("level", "value"), [(0, 0), (1, 4), (2, 6), (3, 8), (4, 10)])
def test_air_support_counts_once_for_a_side(level: int, value: int) -> None:
    g, fight = field(attacker(4), attacker(4), defender(4))
    assert brings(g, fight._replace(attack_air=level)) == (8 + value, 4)
    assert brings(g, fight._replace(defence_air=level)) == (8, 4 + value)


@pytest.mark.rule("airborne 3.1")
@pytest.mark.parametrize(
    ("guns", "effective", "long"),
    [("field", 8, 12), ("medium", 12, 20), ("rocket", 6, 6), ("infantry guns", 6, 6)],
)
def test_guns_reach_to_their_ranges(guns: str, effective: int, long: int) -> None:
    assert reach(TABLES, guns, effective) == Reach.EFFECTIVE
    assert reach(TABLES, guns, effective + 1) == (Reach.LONG if long > effective else Reach.OUT)
    assert reach(TABLES, guns, long + 1) == Reach.OUT
    assert farthest(TABLES, guns) == long


@pytest.mark.rule("airborne 3.2")
def test_guns_add_their_status_and_half_of_the_sum_at_long_range() -> None:
    assert weight([3, 4], Reach.EFFECTIVE) == 7
    assert weight([3, 3], Reach.LONG) == 3
    assert weight([3, 4], Reach.LONG) == 3
    assert weight([3, 4], Reach.OUT) == 0


@pytest.mark.rule("airborne 3.2")
def test_guns_in_support_have_no_factors() -> None:
    g, fight = field(attacker(4), attacker(3, Troop.ARTILLERY, light=True, formation="x"), defender(4))
    g.mode[1] = int(Mode.ROAD_COLUMN)
    assert brings(g, fight._replace(attackers=(0,), attack_guns=(1,))) == (7, 4)


@pytest.mark.rule("airborne 4")
@pytest.mark.parametrize(
    ("squadrons", "level"),
    [
        ({}, "none"),
        ({"german": 0}, "none"),
        ({"german": 1}, "ordinary"),
        ({"german": 2}, "ordinary"),
        ({"german": 3}, "superior"),
        ({"german": 5}, "superior"),
        ({"german": 6}, "overwhelming"),
        ({"german": 9}, "overwhelming"),
        ({"german": 10}, "apocalyptic"),
        ({"allied": 1}, "ordinary"),
        ({"allied": 2}, "superior"),
        ({"allied": 3}, "superior"),
        ({"allied": 4}, "overwhelming"),
        ({"allied": 7}, "overwhelming"),
        ({"allied": 8}, "apocalyptic"),
        ({"heavy": 1}, "overwhelming"),
        ({"heavy": 2}, "overwhelming"),
        ({"heavy": 3}, "apocalyptic"),
    ],
)
def test_squadrons_of_a_type_make_a_level(squadrons: dict[str, int], level: str) -> None:
    assert AIR_LEVELS[support_level(TABLES, squadrons)] == level


@pytest.mark.rule("airborne 4")
def test_types_are_not_added_and_the_best_level_counts() -> None:
    assert AIR_LEVELS[support_level(TABLES, {"allied": 3, "heavy": 1})] == "overwhelming"
    assert AIR_LEVELS[support_level(TABLES, {"allied": 8, "heavy": 2})] == "apocalyptic"
