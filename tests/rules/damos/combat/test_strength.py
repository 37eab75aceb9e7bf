"""[8.2, 8.3, 8.5, 8.6] Strength, modifiers, columns and dice of a combat, before anybody rolls."""

from __future__ import annotations

import pytest

from sandtable.kernel.machine.actions import Seat
from sandtable.kernel.machine.engine import dice_asked
from sandtable.rules.damos.series.combat.strength import crt_row
from sandtable.rules.damos.series.position.roster import SOVIET
from sandtable.rules.damos.series.position.state import Front
from tests.rules.damos.positions import answers, choose, left, options_of, roll

from .fights import fight


def strengths(g: Front) -> tuple[int, int]:
    return g.battle_attacker_sp, g.battle_defender_sp


def modifiers(g: Front) -> tuple[int, int]:
    return g.battle_attacker_drm, g.battle_defender_drm


# ---- strength and terrain


@pytest.mark.rule("damos 8.2", "damos 8.0")
def test_all_strength_in_the_hex_is_counted_for_each_side() -> None:
    g = fight(". . P8+F4+f5+f3 . .")
    assert strengths(g) == (12, 8)


@pytest.mark.rule("damos 8.2")
def test_strength_is_what_the_units_have_left() -> None:
    g = fight(". . P8+f5 . .", worn={"P8": 6, "f5": 2})
    assert strengths(g) == (6, 2)


@pytest.mark.rule("damos 8.2", "damos 3.0")
def test_woods_cost_attacking_armor_a_point_each_and_give_the_defender_one() -> None:
    g = fight(". . P8+M5+F4+f5@w . .")
    assert strengths(g) == (15, 6)


@pytest.mark.rule("damos 3.0")
def test_a_swamp_costs_armor_two_and_others_one() -> None:
    g = fight(". . P8+F4+f5@s . .")
    assert strengths(g) == (9, 7)


@pytest.mark.rule("damos 3.0")
def test_no_unit_falls_below_one_by_terrain() -> None:
    g = fight(". . P8+P1+F1+f5@s . .")
    assert strengths(g) == (6 + 1 + 1, 7)


@pytest.mark.rule("damos 3.0")
def test_terrain_at_most_doubles_the_defender() -> None:
    g = fight(". . F9+f1@s . .")
    assert strengths(g) == (8, 2)


@pytest.mark.rule("damos 3.0")
def test_a_river_takes_a_quarter_of_the_attack_rounded_half_up() -> None:
    g = fight(". . | F8+F2+f5 . .", by="0202")
    assert strengths(g) == (8, 5)


@pytest.mark.rule("damos 3.0")
def test_a_major_river_halves_the_attack() -> None:
    g = fight(". . | F8+F3+f5 . .", by="0202", river="major_river")
    assert strengths(g) == (6, 5)


@pytest.mark.rule("damos 3.0")
def test_a_river_that_was_not_crossed_does_not_count() -> None:
    g = fight(". . | F8+F2+f5 . .", by="0204")
    assert strengths(g) == (10, 5)


@pytest.mark.rule("damos AGN 4.8.5")
def test_on_turn_one_the_germans_ignore_rivers() -> None:
    g = fight(". . | F8+F2+f5 . .", by="0202", turn=1)
    assert strengths(g) == (10, 5)


# ---- modifiers


@pytest.mark.rule("damos 8.3")
@pytest.mark.parametrize(
    ("plan", "drm"), [("meeting", -1), ("standard", 0), ("grand_assault", 1), ("penetration", 2)]
)
def test_the_plan_modifies_the_attacker_s_dice(plan: str, drm: int) -> None:
    g = fight(". . P8+f5 . .", plan)
    assert g.battle_attacker_drm == drm


@pytest.mark.rule("damos 8.5")
def test_an_attacker_without_supply_loses_two_for_each_die() -> None:
    g = fight(". . . . . P8+F6+f5 . .")
    assert str(dice_asked(g)) == "3d6"
    assert modifiers(g) == (-6, 1)


@pytest.mark.rule("damos 8.5")
def test_a_defender_without_supply_loses_one_whatever_its_dice() -> None:
    g = fight(". . P8+f5+f8 . . . . . . .")
    assert modifiers(g) == (0, 1 - 1)


@pytest.mark.rule("damos 2.10", "damos 8.2")
def test_the_enemy_in_the_hex_does_not_cut_supply_in_combat() -> None:
    g = fight(". F4+f5 . . . .")
    assert (g.battle_attacker_los, g.battle_defender_los) == (1, 1)


@pytest.mark.rule("damos 2.10")
def test_other_enemies_cut_supply_in_combat() -> None:
    g = fight(
        """
        .  f2 .  .  .
          .  .  F4+f5 . .
        .  f3 .  .  .
        """
    )
    assert g.battle_attacker_los == 0


@pytest.mark.rule("damos 8.5", "damos 2.8")
def test_a_demoralized_defender_gives_the_attacker_one() -> None:
    g = fight(". . P8+f5 . .", posture="none", shaken="f5")
    assert modifiers(g) == (1, 0)


@pytest.mark.rule("damos 8.5")
def test_modifiers_add_up_and_each_side_has_its_own() -> None:
    g = fight(". . . . . P8+F6+f5 . .", "penetration", "counterattack")
    assert modifiers(g) == (2 - 6, -1)


# ---- columns, dice and rows


@pytest.mark.rule("damos 8.6", "damos 2.6")
@pytest.mark.parametrize(
    ("sp", "dice"), [(1, "1d6"), (6, "1d6"), (7, "2d6"), (12, "2d6"), (13, "3d6"), (30, "3d6")]
)
def test_strength_tells_how_many_dice_are_rolled(sp: int, dice: str) -> None:
    g = fight(f". . F{sp}+f9+f9b . .", posture="steadfast")
    assert str(dice_asked(g)) == dice


@pytest.mark.rule("damos 8.6")
@pytest.mark.parametrize(
    ("total", "dice", "row"),
    [(-4, 1, 0), (0, 1, 0), (9, 1, 9), (10, 1, 9), (15, 2, 15), (16, 2, 15), (20, 3, 20), (23, 3, 20)],
)
def test_rolls_beyond_the_table_are_read_at_its_edge(total: int, dice: int, row: int) -> None:
    assert crt_row(total, dice) == row


@pytest.mark.rule("damos 8.6")
def test_each_side_rolls_in_its_own_column() -> None:
    g = fight(". . F9+f5+f4 . .")
    answers(g, (6, 4), (3, 2))
    # 10 in column 9-10 is 3; 5 + 1 for Steadfast in the same column is 2.
    assert (g.battle_attacker_rung, g.battle_defender_rung) == (3 + 4, 2 + 4)


# ---- the stacking limit


@pytest.mark.rule("damos 2.3", "damos 8.2")
def test_units_above_the_stacking_limit_take_no_part_by_their_owner_s_choice() -> None:
    g = fight(". . F4+F3+F2+F1+F5+f5 . .")
    assert options_of(g) == ["sideline F4", "sideline F3", "sideline F2", "sideline F1", "sideline F5"]
    choose(g, "sideline F1")
    assert strengths(g) == (14, 5)


@pytest.mark.rule("damos 2.3", "damos AGN 4.1")
def test_a_unit_that_stacks_for_nothing_makes_no_room_by_leaving() -> None:
    g = fight(
        ". . F9+f4+f3+f2+f6+f1 . .", counters={"f1": {"size": "regiment", "nkvd": True}}, phasing=Seat(0)
    )
    assert options_of(g) == ["sideline f4", "sideline f3", "sideline f2", "sideline f6"]


@pytest.mark.rule("damos 2.3")
def test_units_above_the_limit_are_lost_with_a_lost_combat() -> None:
    g = fight(". . F9+F8+f4+f3+f2+f6 . . .")
    answers(g, "sideline f2", (6, 6, 6), (1, 1, 1))
    assert left(g, "f2") == 2
    while g.battle_hex >= 0:
        choose(g, options_of(g)[0])
    assert left(g, "f2") == 0


@pytest.mark.rule("damos 2.3")
def test_units_above_the_limit_stay_with_a_combat_that_is_won() -> None:
    g = fight(". . . F2+f4+f3+f2+f6 . . .")
    answers(g, "sideline f2", (1,), (6, 6, 6))
    assert left(g, "f2") == 2


@pytest.mark.rule("damos 8.2")
def test_all_phasing_units_in_the_hex_fight_and_share_the_outcome() -> None:
    g = fight(
        """
        .  .  .  .  .
          .  .  F4+F5+f9+f8 . .
        .  .  .  .  .
        """
    )
    g.marched[g.roster.numbers["F5"]] = 0
    assert strengths(g) == (9, 17)
    answers(g, (1, 1), (1, 1, 1), "absorb F5", "absorb f9")
    assert {g.demoralized[u] for u in g.units(g.grid.hex("0202"), Seat(0))} == {1}


@pytest.mark.rule("damos 8.0")
def test_the_phasing_player_is_the_attacker() -> None:
    g = fight(". . . F4+p9 . .", posture="steadfast", phasing=SOVIET)
    assert strengths(g) == (9, 4)
    roll(g, 3, 3)
    assert g.battle_attacker_rung > 0
