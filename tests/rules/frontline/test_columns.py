"""Odds, column shifts and dice."""

from __future__ import annotations

from typing import Any

import pytest

from .judging import fair, judge, shift


@pytest.mark.rule("frontline Process 1", "frontline Process 2", "frontline Process 3")
@pytest.mark.parametrize(
    ("attacker", "odds"),
    [
        ("men=1,me=1,lsp=1", "1:3"),
        ("men=9,me=1,lsp=1", "1:3"),
        ("men=10,me=1,lsp=1", "1:2"),
        ("men=19,me=1,lsp=1", "1:2"),
        ("men=20,me=1,lsp=1", "1:1"),
        ("men=15,me=2,lsp=1", "3:2"),
        ("men=24,me=2,lsp=1", "2:1"),
        ("men=25,me=2,lsp=1", "5:2"),
        ("men=99,me=9,lsp=1", "5:1"),
    ],
)
def test_odds_of_strength_times_effectiveness_are_rounded_down(attacker: str, odds: str) -> None:
    assert fair(attacker=attacker)["odds"] == odds


@pytest.mark.rule("frontline Men")
@pytest.mark.rule("frontline Tanks")
@pytest.mark.rule("frontline Aircraft")
@pytest.mark.rule("frontline Strategic Bombers")
@pytest.mark.rule("frontline Bombing Support")
def test_men_tanks_aircraft_and_bombers_count_one_each() -> None:
    found = fair(attacker="men=7,tanks=1,air=1,bombers=1,me=2,lsp=1", defender="men=4,tanks=3,air=3,me=2")
    assert found["reckoning"][0]["value"] == found["reckoning"][1]["value"] == 20


@pytest.mark.rule("frontline Military Effectiveness")
def test_contingents_are_multiplied_by_their_own_effectiveness() -> None:
    found = fair(attacker=["men=4,me=5,lsp=1", "men=10,me=2"], defender="men=10,me=2")
    assert [line["value"] for line in found["reckoning"]][:2] == [20, 20]
    assert found["odds"] == "2:1"


@pytest.mark.rule("frontline Process 3")
def test_the_reckoning_keeps_the_raw_odds() -> None:
    found = fair(attacker="men=65,me=1,lsp=1")
    assert [line["value"] for line in found["reckoning"] if line["of"] == "odds"] == ["13/4"]


@pytest.mark.rule("frontline Process 3")
def test_nobody_in_the_way_is_five_to_one() -> None:
    found = fair(defender="men=0,me=2")
    assert (found["odds"], found["column"]) == ("5:1", "5:1")
    assert sum(found["attacker_loses"].values()) == 0


# ---- column shifts


@pytest.mark.rule("frontline Process 4")
def test_a_plain_combat_is_not_shifted() -> None:
    assert shift() == 0


@pytest.mark.rule("frontline Tank Supremacy")
@pytest.mark.parametrize(
    ("own", "theirs", "columns"), [(3, 1, 1), (2, 1, 0), (1, 0, 1), (0, 0, 0), (5, 2, 0), (6, 2, 1)]
)
def test_three_times_the_tanks_are_a_column(own: int, theirs: int, columns: int) -> None:
    force = f"men={10 - own},tanks={own},me=2,lsp=1"
    against = f"men={10 - theirs},tanks={theirs},me=2"
    assert shift(attacker=force, defender=against) == columns
    assert shift(attacker=against + ",lsp=1", defender=force) == -columns


@pytest.mark.rule("frontline Air Supremacy")
@pytest.mark.parametrize(
    ("own", "theirs", "columns"), [("air=3", 1, 1), ("air=2,bombers=1", 1, 1), ("air=2", 1, 0)]
)
def test_three_times_the_air_points_are_a_column(own: str, theirs: int, columns: int) -> None:
    force, against = f"men=7,{own},me=2,lsp=1", f"men=9,air={theirs},me=2"
    assert shift(attacker=force, defender=against) == columns
    assert shift(attacker=against + ",lsp=1", defender=force) == -columns


TANKS = {"attacker": "men=7,tanks=3,me=2,lsp=1", "defender": "men=9,tanks=1,me=2"}
AIR = {"attacker": "men=7,air=3,me=2,lsp=1", "defender": "men=9,air=1,me=2"}


@pytest.mark.rule("frontline Tank Supremacy")
@pytest.mark.parametrize(
    ("ground", "columns"),
    [("open", 1), ("mountain", 0), ("swamp", 0), ("jungle", 0), ("forest", 0), ("amphibious", 0)],
)
def test_tank_supremacy_counts_in_the_open_alone(ground: str, columns: int) -> None:
    assert shift(**TANKS, terrain=ground) == columns


@pytest.mark.rule("frontline Air Supremacy")
@pytest.mark.parametrize(
    ("ground", "columns"),
    [("open", 1), ("mountain", 1), ("swamp", 1), ("jungle", 0), ("forest", 0), ("amphibious", 1)],
)
def test_air_supremacy_counts_except_in_forest_and_jungle(ground: str, columns: int) -> None:
    assert shift(**AIR, terrain=ground) == columns


@pytest.mark.rule("frontline Fortified Hexside")
def test_each_layer_of_fortification_is_a_column() -> None:
    strong = "men=30,me=2,lsp=1"
    assert [shift(attacker=strong, fortification=layers) for layers in (0, 1, 3)] == [0, -1, -3]


@pytest.mark.rule("frontline Major City")
def test_the_defender_s_own_city_is_a_column() -> None:
    assert shift(major_city=True) == -1


@pytest.mark.rule("frontline PAG Marker")
def test_partisans_are_two_columns_against_their_enemy_and_may_cancel() -> None:
    assert shift(partisans_against="attacker") == -2
    assert shift(partisans_against=["defender"]) == 2
    assert shift(partisans_against=["attacker", "defender"]) == 0
    assert shift(partisans_against=["attacker", "attacker"]) == -2


@pytest.mark.rule("frontline PAG Marker")
def test_partisans_do_not_touch_the_dice() -> None:
    assert fair(partisans_against="attacker")["difference"] == 0


@pytest.mark.rule("frontline No LSP")
def test_an_attack_without_any_lsp_is_shifted_two_columns() -> None:
    assert shift(attacker="men=10,me=2") == -2
    assert shift(attacker=["men=5,me=2", "men=5,me=2,lsp=1"]) == 0
    assert shift(defender="men=10,me=2") == 0


@pytest.mark.rule("frontline Card Shift")
def test_each_card_shifts_one_column() -> None:
    assert shift(card_shifts="attacker=2") == 2
    assert shift(card_shifts="attacker=1,defender=2") == -1


@pytest.mark.rule("frontline Process 4")
@pytest.mark.parametrize(
    ("attacker", "column"), [("men=120,me=2", "4:1"), ("men=40,tanks=5,air=5,me=2", "5:1")]
)
def test_all_shifts_are_added_before_the_table_ends_them(attacker: str, column: str) -> None:
    assert fair(attacker=attacker)["column"] == column


# ---- dice


@pytest.mark.rule("frontline Process 5")
def test_the_attacker_s_die_minus_the_defender_s_is_the_difference() -> None:
    assert fair(6, 2)["difference"] == 4
    assert fair(2, 6)["difference"] == -4


@pytest.mark.rule("frontline LSP", "frontline LSP Die")
def test_each_lsp_is_one_on_its_side_s_die_and_is_spent() -> None:
    found = fair(attacker=["men=5,me=2,lsp=2", "men=5,me=2,lsp=1"], defender="men=10,me=2,lsp=2")
    assert found["difference"] == 1
    assert found["lsp_spent"] == {"attacker": 3, "defender": 2}


@pytest.mark.rule("frontline Card Die")
def test_cards_add_their_value_to_the_die() -> None:
    assert fair(cards="attacker=3,defender=1")["difference"] == 2


@pytest.mark.rule("frontline Amphibious Die", "frontline Landing Craft")
def test_an_assault_from_the_sea_is_four_worse_and_six_without_craft() -> None:
    assert fair(terrain="amphibious")["difference"] == -4
    assert fair(amphibious=True)["difference"] == -4
    assert fair(amphibious=True, no_landing_craft=True)["difference"] == -6


@pytest.mark.rule("frontline Results Table")
@pytest.mark.parametrize(("cards", "reached"), [("attacker=20", 7), ("defender=20", -7)])
def test_the_difference_is_held_to_the_table_and_the_raw_one_is_reckoned(cards: str, reached: int) -> None:
    found = fair(cards=cards)
    assert found["difference"] == reached
    assert abs(next(line["value"] for line in found["reckoning"] if line["of"] == "difference")) == 20


# ---- results


RESULT_DICE: dict[str, dict[str, Any]] = {
    "green": {"cards": "attacker=7"},
    "yellow": {"cards": "attacker=4"},
    "blue": {},
    "orange": {"cards": "defender=1"},
    "red": {"cards": "defender=7"},
}


@pytest.mark.rule("frontline Terrain Results")
@pytest.mark.parametrize(
    ("ground", "outcomes"),
    [
        ("open", "occupy_and_beyond occupy occupy hold pushed_out"),
        ("mountain", "occupy hold hold hold hold"),
        ("swamp", "occupy occupy hold hold hold"),
        ("jungle", "occupy hold hold hold hold"),
        ("forest", "occupy hold hold hold hold"),
    ],
)
def test_what_a_colour_means_depends_on_the_ground(ground: str, outcomes: str) -> None:
    found = {colour: fair(terrain=ground, **dice) for colour, dice in RESULT_DICE.items()}
    assert [one["result"] for one in found.values()] == list(RESULT_DICE)
    assert [one["outcome"] for one in found.values()] == outcomes.split()


@pytest.mark.rule("frontline Amphibious Results")
@pytest.mark.parametrize(
    ("card", "result", "outcome"),
    [
        (11, "green", "assault_succeeds"),
        (8, "yellow", "assault_succeeds"),
        (4, "blue", "assault_succeeds"),
        (3, "orange", "assault_fails"),
        (0, "red", "assault_fails"),
    ],
)
def test_an_assault_from_the_sea_succeeds_or_fails(card: int, result: str, outcome: str) -> None:
    found = fair(amphibious=True, terrain="forest", cards=f"attacker={card}")
    assert (found["result"], found["outcome"]) == (result, outcome)


@pytest.mark.rule("frontline Terrain Results")
def test_the_line_advances_as_far_as_the_outcome_says() -> None:
    found = [fair(**RESULT_DICE[colour])["advance"] for colour in ("green", "blue", "orange")]
    assert found == [2, 1, 0]


@pytest.mark.rule("frontline Terrain Results")
def test_without_a_surviving_man_the_line_does_not_advance() -> None:
    found = judge(6, 1, attacker="tanks=30,me=2,lsp=1", defender="men=3,me=2")
    assert (found["outcome"], found["advance"]) == ("occupy_and_beyond", 0)
