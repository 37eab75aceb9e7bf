"""Odds, air, die and its modifiers."""

from __future__ import annotations

import pytest

from .judging import judge, row


@pytest.mark.rule("besieged CRT")
@pytest.mark.parametrize(
    ("attacker", "defender", "odds"),
    [
        (25, 5, "5-1"),
        (29, 5, "5-1"),
        (10, 10, "1-1"),
        (19, 10, "1-1"),
        (9, 10, "1-2"),
        (5, 10, "1-2"),
        (2, 5, "1-3"),
        (1, 4, "1-4"),
        (1, 5, "1-5"),
        (35, 5, "7-1"),
        (500, 5, "7-1"),
    ],
)
def test_fractions_of_odds_are_rounded_down(attacker: int, defender: int, odds: str) -> None:
    assert judge(5, attacker=attacker, defender=defender)["odds"] == odds


@pytest.mark.rule("besieged CRT")
def test_a_six_at_five_to_one_eliminates_the_defender() -> None:
    found = judge(6, attacker=25, defender=5)
    assert (found["odds"], found["row"], found["result"]) == ("5-1", 6, "DE")


@pytest.mark.rule("besieged CRT")
def test_the_reckoning_keeps_the_raw_odds() -> None:
    lines = judge(6, attacker=500, defender=5)["reckoning"]
    assert {"of": "odds to one", "what": "500 against 5 is 100-1", "value": 100, "rule": "CRT"} in lines
    assert {
        "of": "odds to one",
        "what": "7-1 is the column to read",
        "value": 7,
        "rule": "CRT",
        "sign": "=",
    } in lines


@pytest.mark.rule("besieged Below 1-5")
def test_attackers_below_1_5_surrender_whatever_the_die_says() -> None:
    for die in (1, 10):
        found = judge(die, attacker=1, defender=6)
        assert (found["odds"], found["row"], found["result"]) == ("below 1-5", None, "surrender")
        assert found["attacker_fate"] == "surrendered"


@pytest.mark.rule("besieged Below 1-5")
def test_air_cannot_save_an_attack_below_1_5() -> None:
    assert judge(10, attacker=1, defender=6, air=4)["result"] == "surrender"


@pytest.mark.rule("besieged Roll Limits")
@pytest.mark.parametrize(("drm", "reached"), [(-20, -1), (-6, -1), (-5, 0), (6, 11), (20, 11)])
def test_rolls_beyond_the_crt_read_its_ends(drm: int, reached: int) -> None:
    assert row(5, drm=drm) == reached


@pytest.mark.rule("besieged Roll Limits")
@pytest.mark.parametrize(("drm", "reached"), [(-20, 1), (-4, 1), (4, 9), (9, 10)])
def test_rolls_on_the_blitzkrieg_table_are_held_to_1_to_10(drm: int, reached: int) -> None:
    assert judge(5, attacker=20, defender=5, blitzkrieg=True, drm=drm)["row"] == reached


# ---- air


@pytest.mark.rule("besieged Air Support")
@pytest.mark.parametrize(("air", "odds"), [(0, "1-2"), (1, "1-1"), (2, "2-1"), (4, "4-1")])
def test_each_air_unit_makes_the_odds_one_rung_better(air: int, odds: str) -> None:
    assert judge(5, attacker=5, defender=10, air=air)["odds"] == odds


@pytest.mark.rule("besieged Air Support")
def test_eight_and_nine_to_one_are_rungs_though_no_table_prints_them() -> None:
    strengths = {"attacker": 35, "defender": 5, "blitzkrieg": True}
    found = [judge(5, **strengths, air=air)["odds"] for air in (1, 2, 3)]
    assert found == ["7-1", "7-1", "10-1"]


@pytest.mark.rule("besieged Air Limit")
def test_as_many_air_units_as_corps_may_fly() -> None:
    assert judge(5, attacker=5, defender=5, air=2, units=2)["odds"] == "3-1"


# ---- modifiers


@pytest.mark.rule("besieged Field Marshal")
def test_field_marshals_add_one_for_their_side_and_cancel() -> None:
    assert row(field_marshal="attacker") == 6
    assert row(field_marshal="defender") == 4
    assert row(field_marshal=("attacker", "defender")) == 5


@pytest.mark.rule("besieged Armor")
def test_armour_against_none_is_worth_one() -> None:
    assert row(armour="attacker") == 6
    assert row(armour="defender") == 4


@pytest.mark.rule("besieged Mountain Units")
def test_mountain_units_count_against_a_mountain_hex() -> None:
    assert row(terrain="mountain", mountain_units="attacker") == 5
    assert row(terrain="mountain", mountain_units="defender") == 3
    assert row(terrain="mountain", mountain_units=("attacker", "defender")) == 4


@pytest.mark.rule("besieged Mountain Units")
def test_mountain_units_change_nothing_elsewhere_and_the_reckoning_says_so() -> None:
    found = judge(5, attacker=6, defender=6, terrain="forest", mountain_units="attacker")
    assert found["row"] == 4
    assert [line["value"] for line in found["reckoning"] if line["rule"] == "Mountain Units"] == [0]


@pytest.mark.rule("besieged River")
def test_a_river_in_front_of_all_defenders_takes_one() -> None:
    assert row(river=True) == 4


@pytest.mark.rule("besieged Major City")
def test_a_major_city_takes_one() -> None:
    assert row(major_city=True) == 4


@pytest.mark.rule("besieged Forest", "besieged Swamp", "besieged Mountain")
@pytest.mark.parametrize("terrain", ["forest", "swamp", "mountain"])
def test_difficult_ground_takes_one(terrain: str) -> None:
    assert row(terrain=terrain) == 4
    assert row(terrain="clear") == 5


@pytest.mark.rule("besieged Major City")
def test_a_major_city_in_forest_behind_a_river_takes_three() -> None:
    assert row(major_city=True, terrain="forest", river=True) == 2


def test_other_modifiers_add_to_the_named_ones() -> None:
    assert row(drm=2, river=True) == 6


@pytest.mark.rule("besieged Blitzkrieg")
def test_modifiers_count_on_the_blitzkrieg_table_too() -> None:
    found = judge(5, attacker=20, defender=5, blitzkrieg=True, river=True, armour="attacker", drm=2)
    assert found["row"] == 7


@pytest.mark.rule("besieged Blitzkrieg")
def test_the_reckoning_of_a_blitzkrieg_names_the_row_that_was_read() -> None:
    found = judge(8, attacker=20, defender=5, blitzkrieg=True)
    assert "read in the row 7-9" in [line["what"] for line in found["reckoning"]]
