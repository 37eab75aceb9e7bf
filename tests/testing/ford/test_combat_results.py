"""[2.3] What the table says, and [2.4] where the beaten go."""

from __future__ import annotations

import pytest

from sandtable.kernel.machine.engine import top
from sandtable.testing.ford import RULEBOOK
from sandtable.testing.ford.combat import ASSAULT, PROBE, YIELD, Attack
from sandtable.testing.ford.state import RED

from .positions import DUEL, asked_names, attack, choices, choose, combat, left, plans, probe, roll, where

CRT = RULEBOOK.tables["combat"]


# ---- 2.3


@pytest.mark.rule("ford 2.3")
@pytest.mark.parametrize(
    ("odds", "column"),
    [
        ("1:2", ["A1", "A1", "A1", "-", "X", "DR"]),
        ("1:1", ["A1", "A1", "-", "X", "DR", "D1"]),
        ("3:2", ["A1", "-", "X", "DR", "DR", "D1"]),
        ("2:1", ["-", "X", "DR", "DR", "D1", "D1"]),
        ("3:1", ["X", "DR", "DR", "D1", "D1", "D1"]),
    ],
)
def test_combat_results(odds: str, column: list[str]) -> None:
    assert [CRT.look_up(row=face, column=odds) for face in range(1, 7)] == column


SEVERITY = {"A1": 0, "-": 1, "X": 2, "DR": 3, "D1": 4}


@pytest.mark.rule("ford 2.3")
def test_better_odds_and_better_rolls_never_hurt_the_attacker() -> None:
    grid = [[SEVERITY[str(cell)] for cell in row] for row in CRT.cells]
    assert all(row == sorted(row) for row in grid)
    assert all(list(column) == sorted(column) for column in zip(*grid, strict=True))


@pytest.mark.rule("ford 2.3")
def test_a1_costs_an_attacker_of_the_owners_choice_one_strength() -> None:
    g = combat("""
        .  .  F  .  .  .
          .  E  d  .  .  .
        .  .  .  .  .  .
          B  .  .  .  .  h
    """)
    probe(g, "d", die=1)
    assert (asked_names(g), choices(g)) == (["red"], ["lose F", "lose E"])
    choose(g, "lose F")
    assert (left(g, "E"), left(g, "F"), left(g, "d")) == (3, 1, 3)


@pytest.mark.rule("ford 2.3")
def test_d1_costs_the_defender_one_strength() -> None:
    g = combat(DUEL)
    probe(g, "d", die=6)
    assert (left(g, "A"), left(g, "d"), where(g, "d"), top(g)) == (4, 2, "0203", Attack(RED))


@pytest.mark.rule("ford 2.3")
def test_x_costs_both_sides_one() -> None:
    g = combat(DUEL)
    probe(g, "d", die=4)
    choose(g, "lose A")
    assert (left(g, "A"), left(g, "d"), top(g)) == (3, 2, Attack(RED))


@pytest.mark.rule("ford 2.3")
def test_a_dash_changes_nothing() -> None:
    g = combat(DUEL)
    probe(g, "d", die=3)
    assert (left(g, "A"), left(g, "d"), where(g, "d"), top(g)) == (4, 3, "0203", Attack(RED))


@pytest.mark.rule("ford 2.3")
def test_dr_makes_the_defender_retreat() -> None:
    g = combat(DUEL)
    probe(g, "d", die=5)
    choose(g, "retreat 0204")
    assert (where(g, "d"), left(g, "d")) == ("0204", 3)


@pytest.mark.rule("ford 2.3")
def test_a_defender_without_strength_is_gone_and_its_hex_may_be_entered() -> None:
    g = combat(DUEL, A=1, d=1)
    probe(g, "d", die=6)
    assert (where(g, "d"), left(g, "d")) == ("gone", 0)
    choose(g, "advance A")
    assert where(g, "A") == "0203"


@pytest.mark.rule("ford 2.3")
def test_an_attacker_without_strength_is_gone() -> None:
    g = combat(DUEL, A=1, d=3)
    probe(g, "d", die=1)
    choose(g, "lose A")
    assert (where(g, "A"), left(g, "A")) == ("gone", 0)


@pytest.mark.rule("ford 2.3")
def test_units_that_destroy_each_other_leave_nobody_to_advance() -> None:
    g = combat(DUEL, A=1, d=1)
    probe(g, "d", die=4)
    choose(g, "lose A")
    assert choices(g) == ["stay"]


# ---- 2.4


@pytest.mark.rule("ford 2.4")
def test_the_owner_retreats_to_a_free_hex_outside_enemy_zones() -> None:
    g = combat(DUEL)
    probe(g, "d", die=5)
    assert asked_names(g) == ["blue"]
    assert sorted(choices(g)) == ["retreat 0104", "retreat 0204", "retreat 0304"]


@pytest.mark.rule("ford 2.4")
def test_a_hex_with_a_friend_is_not_free() -> None:
    g = combat("""
        .  .  .  .  .  .
          .  A  d  e  .  .
        .  .  .  .  .  .
          B  .  .  .  .  h
    """)
    probe(g, "d", die=5)
    assert sorted(choices(g)) == ["retreat 0104", "retreat 0304"]


@pytest.mark.rule("ford 2.4")
def test_a_unit_that_cannot_retreat_is_gone() -> None:
    g = combat("""
        .  .  .  .  B  .
          .  A  d  .  .  .
        .  .  .  .  C  .
          D  .  .  .  .  h
    """)
    probe(g, "d", die=5)
    assert choices(g) == ["give_up"]
    choose(g, "give_up")
    assert where(g, "d") == "gone"


@pytest.mark.rule("ford 2.4")
def test_a_retreat_does_not_cross_the_river_at_night() -> None:
    picture = """
        .  .  . | .  .  .
          .  A  d | .  .  .
        .  .  . | .  .  .
          B  .  . | .  .  h
    """
    for night, ways in ((False, ["retreat 0104", "retreat 0204", "retreat 0304"]), (True, ["give_up"])):
        g = combat(picture, night=night)
        attack(g, "d")
        plans(g, PROBE)
        roll(g, 5)
        assert sorted(choices(g)) == ways


@pytest.mark.rule("ford 2.4")
def test_one_attacker_may_enter_the_hex_or_all_stay() -> None:
    g = combat("""
        .  .  F  .  .  .
          .  E  d  .  .  .
        .  .  .  .  .  .
          B  .  .  .  .  h
    """)
    probe(g, "d", die=5)
    choose(g, "retreat 0304")
    assert (asked_names(g), choices(g)) == (["red"], ["stay", "advance F", "advance E"])
    choose(g, "advance F")
    assert (where(g, "F"), where(g, "E"), top(g)) == ("0203", "0202", Attack(RED))


@pytest.mark.rule("ford 2.4")
def test_those_who_stay_stay() -> None:
    g = combat(DUEL)
    attack(g, "d")
    plans(g, ASSAULT, YIELD)
    choose(g, "retreat 0204")
    choose(g, "stay")
    assert where(g, "A") == "0202"


@pytest.mark.rule("ford 2.4")
def test_nobody_follows_across_the_river_at_night() -> None:
    g = combat(
        """
        .  . | .  .  .  .
          .  A | d  .  .  .
        .  . | .  .  .  .
          B  . | .  .  .  h
    """,
        night=True,
    )
    attack(g, "d")
    plans(g, ASSAULT, YIELD)
    choose(g, "retreat 0204")
    assert choices(g) == ["stay"]
