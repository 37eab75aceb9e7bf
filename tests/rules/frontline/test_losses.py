"""Losses: how many, and which."""

from __future__ import annotations

import pytest

from .judging import JUDGE, fair, judge, lost


@pytest.mark.rule("frontline Losses", "frontline Process 6")
def test_losses_come_from_the_enemy_s_points_not_from_his_effectiveness() -> None:
    found = fair(attacker="men=20,me=2,lsp=1", defender="men=10,me=2")
    assert (lost("attacker", found), lost("defender", found)) == ((2, 0, 0), (4, 0, 0))


@pytest.mark.rule("frontline Losses")
def test_losses_do_not_depend_on_the_dice() -> None:
    assert fair(6, 1)["attacker_loses"] == fair(1, 6)["attacker_loses"]


@pytest.mark.rule("frontline Effectiveness Ratio")
@pytest.mark.parametrize(
    ("own", "theirs", "loses"), [(2, 5, 4), (2, 3, 2), (1, 6, 12), (1, 9, 12), (5, 2, 2)]
)
def test_the_less_effective_side_loses_by_the_ratio_rounded_down(own: int, theirs: int, loses: int) -> None:
    found = fair(attacker=f"men=20,me={own},lsp=1", defender=f"men=10,me={theirs}")
    assert lost("attacker", found) == (loses, 0, 0)


@pytest.mark.rule("frontline Losses Table")
def test_strengths_above_the_table_follow_its_formula() -> None:
    found = fair(attacker="men=99,me=2,lsp=1", defender="men=34,me=5")
    assert lost("attacker", found) == (2 * 34 // 5, 0, 0)
    assert lost("defender", found) == (99 // 5, 0, 0)


@pytest.mark.rule("frontline Losses")
def test_nobody_loses_more_than_he_has() -> None:
    found = fair(attacker="men=40,me=6,lsp=1", defender="men=3,tanks=1,me=1")
    assert lost("defender", found) == (3, 1, 0)


@pytest.mark.rule("frontline Terrain Losses")
@pytest.mark.parametrize(
    ("ground", "attacker_loses"),
    [("open", 2), ("jungle", 2), ("mountain", 4), ("forest", 4), ("amphibious", 4)],
)
def test_mountains_forests_and_the_sea_make_a_defender_more_effective(
    ground: str, attacker_loses: int
) -> None:
    found = fair(attacker="men=10,me=2,lsp=1", defender="men=10,me=3", terrain=ground)
    assert lost("attacker", found) == (attacker_loses, 0, 0)


@pytest.mark.rule("frontline Terrain Losses")
def test_swamps_make_an_attacker_less_effective_but_never_below_one() -> None:
    found = fair(attacker="men=10,me=2,lsp=1", terrain="swamp")
    assert lost("attacker", found) == (4, 0, 0)
    weak = fair(attacker="men=10,me=1,lsp=1", defender="men=10,me=1", terrain="swamp")
    assert lost("attacker", weak) == (2, 0, 0)


@pytest.mark.rule("frontline Terrain Losses")
def test_mountains_attacked_from_the_sea_add_twice() -> None:
    found = fair(attacker="men=10,me=2,lsp=1", defender="men=10,me=2", terrain="mountain", amphibious=True)
    assert lost("attacker", found) == (4, 0, 0)
    effective = [line["value"] for line in found["reckoning"] if line["rule"] == "Terrain Losses"]
    assert effective == [2]


@pytest.mark.rule("frontline Terrain Losses")
def test_terrain_does_not_change_the_odds() -> None:
    assert fair(terrain="mountain")["odds"] == "1:1"


@pytest.mark.rule("frontline Effectiveness Ratio")
def test_a_mixed_side_has_the_effectiveness_of_its_largest_contingent() -> None:
    mixed = ["men=6,me=1,lsp=1", "men=4,me=5"]
    assert lost("attacker", fair(attacker=mixed, defender="men=10,me=3")) == (6, 0, 0)
    equal = ["men=5,me=1,lsp=1", "men=5,me=3"]
    assert lost("attacker", fair(attacker=equal, defender="men=10,me=3")) == (2, 0, 0)


# ---- the order


def defender_loses(attacker: str, defender: str, **given: object) -> tuple[int, ...]:
    """What the defender loses when the attacker's supremacies are as described."""
    return lost("defender", judge(3, 3, attacker=attacker, defender=defender, **given))


@pytest.mark.rule("frontline Loss Order")
@pytest.mark.parametrize(
    ("men", "losses"),
    [(5, (1, 0, 0)), (10, (2, 0, 0)), (15, (2, 1, 0)), (25, (4, 1, 0)), (30, (4, 1, 1)), (35, (5, 1, 1))],
)
def test_without_supremacy_it_is_man_man_tank_man_man_air(men: int, losses: tuple[int, ...]) -> None:
    assert defender_loses(f"men={men},me=2,lsp=1", "men=9,tanks=9,air=9,me=2") == losses


@pytest.mark.rule("frontline Loss Order")
@pytest.mark.parametrize(
    ("men", "losses"), [(0, (2, 1, 0)), (5, (2, 2, 0)), (10, (3, 2, 0)), (15, (4, 2, 0)), (20, (4, 3, 0))]
)
def test_tank_supremacy_takes_tank_man_man_and_again(men: int, losses: tuple[int, ...]) -> None:
    assert defender_loses(f"men={men},tanks=15,me=2,lsp=1", "men=9,tanks=5,air=9,me=2") == losses


@pytest.mark.rule("frontline Loss Order")
@pytest.mark.parametrize(
    ("men", "losses"), [(0, (1, 1, 1)), (5, (2, 1, 1)), (10, (2, 1, 2)), (15, (2, 2, 2)), (30, (4, 2, 3))]
)
def test_air_supremacy_takes_air_tank_man_man_and_again(men: int, losses: tuple[int, ...]) -> None:
    assert defender_loses(f"men={men},air=15,me=2,lsp=1", "men=9,tanks=9,air=5,me=2") == losses


@pytest.mark.rule("frontline Loss Order")
def test_both_supremacies_take_what_air_supremacy_takes() -> None:
    assert defender_loses("tanks=9,air=9,me=2,lsp=1", "men=9,tanks=3,air=3,me=2") == (1, 1, 1)


@pytest.mark.rule("frontline Loss Order")
def test_a_supremacy_that_is_void_is_void_for_the_order_too() -> None:
    force, against = "tanks=15,me=2,lsp=1", "men=9,tanks=5,air=9,me=2"
    assert defender_loses(force, against, terrain="open") == (2, 1, 0)
    assert defender_loses(force, against, terrain="jungle") == (2, 1, 0)
    assert defender_loses("tanks=5,me=2,lsp=1", "men=9,tanks=1,me=2", terrain="open") == (0, 1, 0)
    assert defender_loses("tanks=5,me=2,lsp=1", "men=9,tanks=1,me=2", terrain="jungle") == (1, 0, 0)


@pytest.mark.rule("frontline Loss Order")
def test_the_attacker_s_losses_follow_the_defender_s_supremacies() -> None:
    found = judge(3, 3, attacker="men=9,tanks=3,me=2,lsp=1", defender="men=6,tanks=9,me=2")
    assert lost("attacker", found) == (2, 1, 0)


@pytest.mark.rule("frontline Loss Substitution")
def test_a_missing_tank_or_aircraft_is_a_man() -> None:
    assert defender_loses("men=30,me=2,lsp=1", "men=9,me=2") == (6, 0, 0)


@pytest.mark.rule("frontline Loss Substitution")
@pytest.mark.parametrize(
    ("men", "losses"), [(5, (0, 0, 1)), (10, (0, 1, 1)), (15, (0, 2, 1)), (20, (0, 2, 2))]
)
def test_missing_men_are_aircraft_and_tanks_by_turns(men: int, losses: tuple[int, ...]) -> None:
    assert defender_loses(f"men={men},me=2,lsp=1", "tanks=4,air=4,me=2") == losses


@pytest.mark.rule("frontline Bombing Support")
def test_bombers_in_support_are_lost_after_ordinary_aircraft() -> None:
    found = judge(3, 3, attacker="men=40,me=2,lsp=1", defender="air=2,bombers=9,me=2")
    assert found["defender_loses"] == {"men": 0, "tanks": 0, "air": 2, "bombers": 6}


# ---- the worked examples, with their errata (F-1)


@pytest.mark.rule("frontline Example 1")
def test_example_1_the_assault_on_the_orel_salient() -> None:
    found = judge(2, 6, attacker="men=14,tanks=3,air=3,me=2,lsp=2", defender="men=4,tanks=1,air=3,me=5")
    assert (found["odds"], found["column"], found["difference"]) == ("1:1", "3:2", -2)
    assert (found["result"], found["outcome"]) == ("orange", "hold")
    assert found["attacker_loses"] == {"men": 2, "tanks": 1, "air": 0}
    assert found["defender_loses"] == {"men": 3, "tanks": 1, "air": 0}


@pytest.mark.rule("frontline Example 1")
def test_example_1_from_two_hexes_is_the_same_combat() -> None:
    orel, kursk = "men=8,tanks=3,me=2,lsp=2,hex=Orel", "men=6,air=3,me=2,hex=Kursk"
    found = judge(2, 6, attacker=[orel, kursk], defender="men=4,tanks=1,air=3,me=5")
    assert (found["odds"], found["column"], found["result"]) == ("1:1", "3:2", "orange")
    assert found["flags"]["military"] == 2


@pytest.mark.rule("frontline Example 2")
def test_example_2_the_counter_offensive_towards_orel() -> None:
    found = judge(
        3,
        2,
        attacker="men=7,tanks=3,air=3,me=5,lsp=4",
        defender="men=8,tanks=1,air=1,me=2,lsp=1",
        cards="attacker=2",
    )
    assert (found["odds"], found["column"], found["difference"]) == ("3:1", "4:1", 6)
    assert (found["result"], found["outcome"]) == ("green", "occupy_and_beyond")
    assert found["attacker_loses"] == {"men": 2, "tanks": 0, "air": 0}
    assert found["defender_loses"] == {"men": 3, "tanks": 1, "air": 1}


def test_the_outcome_is_told_in_sentences() -> None:
    found = judge(2, 6, attacker="men=14,tanks=3,air=3,me=2,lsp=2", defender="men=4,tanks=1,air=3,me=5")
    assert JUDGE.tell(found) == [
        "The odds are 1:1, shifted to 3:2.",
        "The dice fall 2 and 6, a difference of -2: orange.",
        "The attacker loses 2 men, 1 tank.",
        "The defender loses 3 men, 1 tank.",
        "The front line does not advance.",
    ]
