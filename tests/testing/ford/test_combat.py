from __future__ import annotations

import pytest

from sandtable.kernel.actions import DICE, Action
from sandtable.kernel.machine import answer, asked, options, refusal, top
from sandtable.testing.ford import RULEBOOK
from sandtable.testing.ford.combat import (
    ASSAULT,
    PROBE,
    STAND,
    YIELD,
    Attack,
    attack_strength,
    defence_strength,
)
from sandtable.testing.ford.events import Resolved
from sandtable.testing.ford.state import BLUE, RED, Ford

from .positions import asked_names, attack, choices, choose, combat, left, plans, roll, unit, where

DUEL = """
    .  .  .  .  .  .
      .  A  d  .  .  .
    .  .  .  .  .  .
      B  .  .  .  .  h
"""
CRT = RULEBOOK.tables["combat"]


def resolved(g: Ford) -> list[tuple[str, str]]:
    """Column and result of every combat told of so far."""
    return [(t.event.column, t.event.result) for t in g.told or () if isinstance(t.event, Resolved)]


# ---- 2


@pytest.mark.rule("ford 2")
def test_only_adjacent_enemies_may_be_attacked() -> None:
    g = combat(DUEL)
    assert choices(g) == ["done", "attack 0203"]


@pytest.mark.rule("ford 2")
def test_all_fresh_units_next_to_the_target_attack_together() -> None:
    g = combat("""
        .  .  B  .  .  .
          .  A  d  .  .  .
        .  .  C  .  .  .
          F  .  .  .  .  h
    """)
    attack(g, "d")
    target = g.grid.hex("0203")
    fought = [u.mark for n, u in enumerate(g.printed.units) if g.fought[n]]
    assert fought == ["A", "B", "C"]
    assert int(attack_strength(g, (unit(g, "A"), unit(g, "B"), unit(g, "C")), target)) == 4 + 4 + 3


@pytest.mark.rule("ford 2")
def test_a_unit_fights_once_a_turn() -> None:
    g = combat("""
        .  .  e  .  .  .
          .  A  d  .  .  .
        .  .  .  .  .  .
          B  .  .  .  .  h
    """)
    attack(g, "d")
    plans(g, PROBE)
    roll(g, 3)
    assert choices(g) == ["done"]
    why = refusal(g, Action("attack", (g.grid.hex("0103"),)))
    assert str(why) == "no unit that has not yet fought stands next to that hex [2]"


@pytest.mark.rule("ford 2")
def test_targets_are_attacked_one_after_another() -> None:
    g = combat("""
        .  .  .  .  .  .
          .  A  d  .  .  .
        .  .  .  .  .  .
          B  e  .  .  .  h
    """)
    attack(g, "d")
    plans(g, PROBE)
    roll(g, 3)
    assert choices(g) == ["done", "attack 0402"]


@pytest.mark.rule("ford 2")
def test_an_empty_hex_is_not_attacked() -> None:
    g = combat(DUEL)
    why = refusal(g, Action("attack", (g.grid.hex("0202"),)))
    assert str(why) == "no enemy unit is in that hex [2]"


# ---- 2.1


@pytest.mark.rule("ford 2.1")
def test_attacker_and_defender_are_asked_at_once() -> None:
    g = combat(DUEL)
    attack(g, "d")
    assert asked_names(g) == ["red", "blue"]
    assert options(g, RED) == (ASSAULT, PROBE)
    assert options(g, BLUE) == (STAND, YIELD)


@pytest.mark.rule("ford 2.1")
def test_when_blue_attacks_red_stands_or_yields() -> None:
    g = combat(DUEL, BLUE)
    attack(g, "A")
    assert (options(g, BLUE), options(g, RED)) == ((ASSAULT, PROBE), (STAND, YIELD))


@pytest.mark.rule("ford 2.1")
@pytest.mark.parametrize("plan", [ASSAULT, PROBE])
def test_a_defender_that_yields_retreats_without_a_roll(plan: Action) -> None:
    g = combat(DUEL)
    attack(g, "d")
    plans(g, plan, YIELD)
    assert (asked_names(g), resolved(g)) == (["blue"], [])
    choose(g, "retreat 0204")
    assert (where(g, "d"), left(g, "d"), left(g, "A")) == ("0204", 3, 4)


@pytest.mark.rule("ford 2.1")
def test_a_probe_gains_no_ground_where_the_defender_yields() -> None:
    g = combat(DUEL)
    attack(g, "d")
    plans(g, PROBE, YIELD)
    choose(g, "retreat 0204")
    assert top(g) == Attack(RED)


@pytest.mark.rule("ford 2.1")
def test_an_assault_follows_up_where_the_defender_yields() -> None:
    g = combat(DUEL)
    attack(g, "d")
    plans(g, ASSAULT, YIELD)
    choose(g, "retreat 0204")
    choose(g, "advance A")
    assert where(g, "A") == "0203"


@pytest.mark.rule("ford 2.1")
@pytest.mark.parametrize(("plan", "column"), [(PROBE, "1:1"), (ASSAULT, "3:2")])
def test_an_assault_on_a_standing_defender_shifts_one_column(plan: Action, column: str) -> None:
    g = combat(DUEL)
    attack(g, "d")
    plans(g, plan, STAND)
    assert asked(g) == (DICE,)
    roll(g, 1)
    assert resolved(g) == [(column, "A1")]


# ---- 2.2


@pytest.mark.rule("ford 2.2")
@pytest.mark.parametrize(
    ("a", "d", "column"),
    [(1, 3, "1:2"), (2, 3, "1:2"), (3, 3, "1:1"), (4, 3, "1:1"), (3, 2, "3:2"), (4, 2, "2:1"), (3, 1, "3:1"), (4, 1, "3:1")],
)  # fmt: skip
def test_odds_are_rounded_down_to_a_printed_column(a: int, d: int, column: str) -> None:
    g = combat(DUEL, A=a, d=d)
    attack(g, "d")
    plans(g, PROBE)
    roll(g, 1)
    assert resolved(g)[0][0] == column


@pytest.mark.rule("ford 2.2")
@pytest.mark.parametrize(("strength", "counts"), [(1, 1), (2, 1), (3, 2), (4, 2)])
def test_an_attacker_across_the_river_counts_half_rounded_up(strength: int, counts: int) -> None:
    g = combat(
        """
        .  . | .  .  .  .
          .  A | d  .  .  .
        .  . | .  .  .  .
          B  . | .  .  .  h
    """,
        A=strength,
    )
    assert int(attack_strength(g, (unit(g, "A"),), g.grid.hex("0203"))) == counts


@pytest.mark.rule("ford 2.2")
def test_only_the_attackers_across_the_river_are_halved() -> None:
    g = combat("""
        .  . | B  .  .  .
          .  A | d  .  .  .
        .  . | .  .  .  .
          C  . | .  .  .  h
    """)
    reckoning = attack_strength(g, (unit(g, "A"), unit(g, "B")), g.grid.hex("0203"))
    assert [(line.what, line.value) for line in reckoning.lines] == [
        ("red-a", 4),
        ("red-a attacks across the river", -2),
        ("red-b", 4),
    ]


@pytest.mark.rule("ford 2.2")
def test_an_attack_over_the_ford_counts_in_full() -> None:
    g = combat("""
        .  . | .  .  .  .
          .  A : d  .  .  .
        .  . | .  .  .  .
          B  . | .  .  .  h
    """)
    assert int(attack_strength(g, (unit(g, "A"),), g.grid.hex("0203"))) == 4


@pytest.mark.rule("ford 2.2")
def test_a_defender_in_a_wood_counts_one_more() -> None:
    g = combat("""
        .  .  .  .  .  .
          .  A  d@w  .  .  .
        .  .  e  .  .  .
          B  .  .  .  .  h
    """)
    assert int(defence_strength(g, g.grid.hex("0203"))) == 4
    assert int(defence_strength(g, g.grid.hex("0303"))) == 2


@pytest.mark.rule("ford 2.2")
def test_the_roll_is_made_after_the_plans_are_opened() -> None:
    g = combat(DUEL)
    attack(g, "d")
    answer(g, ASSAULT, RED)
    assert asked(g) == (BLUE,)
    answer(g, STAND, BLUE)
    assert asked(g) == (DICE,)


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
    attack(g, "d")
    plans(g, PROBE)
    roll(g, 1)
    assert (asked_names(g), choices(g)) == (["red"], ["lose F", "lose E"])
    choose(g, "lose F")
    assert (left(g, "E"), left(g, "F"), left(g, "d")) == (3, 1, 3)


@pytest.mark.rule("ford 2.3")
def test_d1_costs_the_defender_one_strength() -> None:
    g = combat(DUEL)
    attack(g, "d")
    plans(g, PROBE)
    roll(g, 6)
    assert (left(g, "A"), left(g, "d"), where(g, "d"), top(g)) == (4, 2, "0203", Attack(RED))


@pytest.mark.rule("ford 2.3")
def test_x_costs_both_sides_one() -> None:
    g = combat(DUEL)
    attack(g, "d")
    plans(g, PROBE)
    roll(g, 4)
    choose(g, "lose A")
    assert (left(g, "A"), left(g, "d"), top(g)) == (3, 2, Attack(RED))


@pytest.mark.rule("ford 2.3")
def test_a_dash_changes_nothing() -> None:
    g = combat(DUEL)
    attack(g, "d")
    plans(g, PROBE)
    roll(g, 3)
    assert (left(g, "A"), left(g, "d"), where(g, "d"), top(g)) == (4, 3, "0203", Attack(RED))


@pytest.mark.rule("ford 2.3")
def test_dr_makes_the_defender_retreat() -> None:
    g = combat(DUEL)
    attack(g, "d")
    plans(g, PROBE)
    roll(g, 5)
    choose(g, "retreat 0204")
    assert (where(g, "d"), left(g, "d")) == ("0204", 3)


@pytest.mark.rule("ford 2.3")
def test_a_defender_without_strength_is_gone_and_its_hex_may_be_entered() -> None:
    g = combat(DUEL, A=1, d=1)
    attack(g, "d")
    plans(g, PROBE)
    roll(g, 6)
    assert (where(g, "d"), left(g, "d")) == ("gone", 0)
    choose(g, "advance A")
    assert where(g, "A") == "0203"


@pytest.mark.rule("ford 2.3")
def test_an_attacker_without_strength_is_gone() -> None:
    g = combat(DUEL, A=1, d=3)
    attack(g, "d")
    plans(g, PROBE)
    roll(g, 1)
    choose(g, "lose A")
    assert (where(g, "A"), left(g, "A")) == ("gone", 0)


@pytest.mark.rule("ford 2.3")
def test_units_that_destroy_each_other_leave_nobody_to_advance() -> None:
    g = combat(DUEL, A=1, d=1)
    attack(g, "d")
    plans(g, PROBE)
    roll(g, 4)
    choose(g, "lose A")
    assert choices(g) == ["stay"]


# ---- 2.4


@pytest.mark.rule("ford 2.4")
def test_the_owner_retreats_to_a_free_hex_outside_enemy_zones() -> None:
    g = combat(DUEL)
    attack(g, "d")
    plans(g, PROBE)
    roll(g, 5)
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
    attack(g, "d")
    plans(g, PROBE)
    roll(g, 5)
    assert sorted(choices(g)) == ["retreat 0104", "retreat 0304"]


@pytest.mark.rule("ford 2.4")
def test_a_unit_that_cannot_retreat_is_gone() -> None:
    g = combat("""
        .  .  .  .  B  .
          .  A  d  .  .  .
        .  .  .  .  C  .
          D  .  .  .  .  h
    """)
    attack(g, "d")
    plans(g, PROBE)
    roll(g, 5)
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
    attack(g, "d")
    plans(g, PROBE)
    roll(g, 5)
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
