"""[AGN 4.4, 4.8.2, 4.8.4] Air power, twelve to one, and Russians who come back."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel.machine.engine import dice_asked
from sandtable.rules.damos.series.events import AirChecked, Overwhelmed
from sandtable.rules.damos.series.exclusive.air import railheads
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET
from sandtable.rules.damos.series.position.state import Air, Fate, Front
from tests.rules.damos.positions import (
    answers,
    asked_names,
    asking,
    at,
    choose,
    left,
    names_of,
    options_of,
    position,
    unit,
)

from .fights import fight

AIRFIELD = ("0201 0202 0203",)
SKY = """
    .  .  .  .  .  .  .  .  .  .
      .  .  .  {}  .  .  .  .  .  .
    .  .  .  .  .  .  .  .  .  .
"""


def supported(force: str = "F9+f8", **more: Any) -> Front:
    """A combat next to a German railhead, before the air unit is committed."""
    return fight(SKY.format(force), rails=AIRFIELD, germany=3, **more)


def flown(roll: tuple[int, int], force: str = "F9+f8", **more: Any) -> Front:
    """A combat that the air unit has supported with a shift, and its check afterwards."""
    g = supported(force, **more)
    answers(g, "commit_air", (3, 3), (1, 1), "keep")
    while asking(g) != "AirCheck":
        choose(g, options_of(g)[0])
    answers(g, roll)
    return g


# ---- the air unit


@pytest.mark.rule("damos AGN 4.4", "damos AGS 4.4")
def test_the_german_player_may_commit_the_air_unit_before_the_dice() -> None:
    g = supported()
    assert (asked_names(g), options_of(g)) == (["german"], ["hold_air", "commit_air"])


@pytest.mark.rule("damos AGN 4.4")
def test_it_supports_a_defence_as_well() -> None:
    g = supported(phasing=SOVIET)
    assert options_of(g) == ["hold_air", "commit_air"]


@pytest.mark.rule("damos AGN 4.4")
def test_the_combat_must_be_within_five_hexes_of_a_railhead() -> None:
    picture = ".  .  .  .  .  .  .  {}  {}  .  .  .  ."
    near = fight(picture.format("F9+f8", "."), rails=AIRFIELD, germany=3)
    far = fight(picture.format(".", "F9+f8"), rails=AIRFIELD, germany=3)
    assert (asking(near), asking(far)) == ("AirSupport", "CombatRoll")


@pytest.mark.rule("damos AGN 4.4")
def test_a_railhead_is_where_the_converted_line_ends_or_goes_on_unconverted() -> None:
    g = position(SKY.format("."), rails=("0201 0202 0203 0204 0205", "0102 0103"), germany=3)
    # The west edge is where lines leave the map; 0102 and 0103 are joined to none.
    assert names_of(g, railheads(g)) == ["0203"]
    g = position(SKY.format("."), rails=AIRFIELD, germany=3)
    assert names_of(g, railheads(g)) == ["0203"]


@pytest.mark.rule("damos AGN 4.4")
def test_a_railhead_must_be_joined_to_the_west() -> None:
    g = position(SKY.format("."), rails=AIRFIELD, germany=3, edge_rails=False)
    g.take_control(g.grid.hex("0202"), SOVIET)
    assert names_of(g, railheads(g)) == []


@pytest.mark.rule("damos AGN 4.4")
def test_it_does_not_fly_for_finns_alone() -> None:
    assert asking(supported("nF9+f8")) == "CombatRoll"
    assert asking(supported("rF9+f8")) == "AirSupport"
    assert asking(supported("nF4+F4+f8")) == "AirSupport"


@pytest.mark.rule("damos AGN 4.4", "damos 8.6")
def test_it_shifts_the_german_column_one_to_the_right_and_the_dice_follow() -> None:
    g = supported("F12+f8")
    choose(g, "commit_air")
    assert str(dice_asked(g)) == "3d6"
    g = supported("F12+f8")
    choose(g, "hold_air")
    assert str(dice_asked(g)) == "2d6"


@pytest.mark.rule("damos AGN 4.4", "damos 8.5")
def test_without_supply_the_penalty_counts_the_dice_after_the_shift() -> None:
    g = fight(".  .  .  .  .  .  .  F12+f8  .  .  .", rails=AIRFIELD, germany=3)
    choose(g, "commit_air")
    assert g.battle_attacker_drm == -6


@pytest.mark.rule("damos AGN 4.4")
def test_the_last_column_cannot_be_shifted() -> None:
    g = supported("F24+f8")
    choose(g, "commit_air")
    assert g.agenda[-1].arguments()[1] == 11


@pytest.mark.rule("damos AGN 4.4")
def test_one_of_the_german_player_s_own_dice_may_be_rolled_again_after_both_rolls() -> None:
    g = supported(phasing=SOVIET)
    answers(g, "commit_air", (6, 6), (1, 5))
    assert options_of(g) == ["keep", "reroll 1", "reroll 5"]


@pytest.mark.rule("damos AGN 4.4")
def test_the_new_die_must_be_taken() -> None:
    g = supported()
    answers(g, "commit_air", (2, 5), (1, 1), "reroll 5", (1,))
    # 2 + 1 in column 11-12 is 1d.
    assert g.battle_attacker_rung == 5


@pytest.mark.rule("damos AGN 4.4")
def test_after_a_success_only_the_shift_or_only_the_reroll_is_kept() -> None:
    g = flown((3, 2))
    assert options_of(g) == ["keep_shift", "keep_reroll"]
    choose(g, "keep_reroll")
    assert g.air == [Air.REROLL]
    assert [t.event for t in g.told or [] if isinstance(t.event, AirChecked)] == [
        AirChecked(5, 5, int(Air.REROLL))
    ]


@pytest.mark.rule("damos AGN 4.4")
def test_the_first_failure_of_a_turn_has_no_effect_and_the_second_grounds_the_unit() -> None:
    g = flown((2, 2))
    assert (g.air, g.air_failures) == ([Air.BOTH], [1])
    g = supported()
    g.air_failures[0] = 1
    answers(g, "commit_air", (3, 3), (1, 1), "keep")
    while asking(g) != "AirCheck":
        choose(g, options_of(g)[0])
    answers(g, (2, 2))
    assert g.air == [Air.NONE]


@pytest.mark.rule("damos AGN 4.4")
def test_the_kept_shift_gives_no_reroll_and_the_kept_reroll_no_shift() -> None:
    g = supported("F12+f8")
    g.air[0] = Air.SHIFT
    answers(g, "commit_air", (3, 3, 3), (1, 1))
    assert asking(g) != "Reroll"
    g = supported("F12+f8")
    g.air[0] = Air.REROLL
    answers(g, "commit_air", (3, 3), (1, 1))
    assert asking(g) == "Reroll"


@pytest.mark.rule("damos AGN 4.4")
def test_a_grounded_air_unit_is_not_offered() -> None:
    assert asking(supported(air=Air.NONE)) == "CombatRoll"


# ---- twelve to one


@pytest.mark.rule("damos AGN 4.8.2", "damos AGS 4.6.2")
def test_twelve_to_one_eliminates_the_defender_without_a_roll() -> None:
    g = fight(". . . F9+F8+F7+f2 . . .", rp=(0, 9))
    assert (at(g, "f2"), at(g, "F9"), g.soviet_rp) == ("pool", "0204", 9)
    assert any(isinstance(t.event, Overwhelmed) for t in g.told or [])


@pytest.mark.rule("damos AGN 4.8.2")
def test_less_than_twelve_to_one_needs_dice() -> None:
    assert asking(fight(". . . F9+F8+F6+f2 . . .")) == "CombatRoll"


@pytest.mark.rule("damos AGN 4.8.2")
def test_twelve_to_one_is_measured_on_strength_modified_by_terrain() -> None:
    assert asking(fight(". . . F9+F8+F7+f2@w . . .")) == "CombatRoll"


@pytest.mark.rule("damos AGN 4.8.2")
def test_twelve_to_one_holds_for_the_russians_and_in_a_meeting_engagement() -> None:
    g = fight(". . . f9+f8+F1 . . .", "meeting", phasing=SOVIET)
    assert at(g, "F1") == "pool"


@pytest.mark.rule("damos AGN 4.8.2")
def test_twelve_to_one_leaves_one_point_to_exploit_even_after_a_penetration() -> None:
    g = fight(". . . P9+M8+T7+f2 . . .", "penetration")
    choose(g, "all")
    assert g.mp_initial == 2


@pytest.mark.rule("damos AGN 4.8.2")
def test_twelve_to_one_in_a_major_city_allows_no_rout() -> None:
    g = fight(". . . F24+F24b+F24c+f1+f1b@C . . .")
    assert (at(g, "f1"), at(g, "f1b")) == ("pool", "pool")


# ---- undying


@pytest.mark.rule("damos AGN 4.8.4", "damos AGS 4.6.4")
@pytest.mark.parametrize("turn", [1, 2])
def test_a_russian_unit_lost_on_the_first_two_turns_returns_on_a_five_or_six(turn: int) -> None:
    g = fight(". . . F9+F8+F7+f2 . . .", turn=turn)
    answers(g, (5,), (4,))
    assert (g.fate[unit(g, "f2")], g.due[unit(g, "f2")], left(g, "f2")) == (Fate.DUE, turn + 2, 2)


@pytest.mark.rule("damos AGN 4.8.4")
@pytest.mark.parametrize(("die", "turns"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_a_1d3_tells_in_how_many_turns(die: int, turns: int) -> None:
    g = fight(". . . F9+F8+F7+f2 . . .", turn=2)
    answers(g, (6,), (die,))
    assert g.due[unit(g, "f2")] == 2 + turns


@pytest.mark.rule("damos AGN 4.8.4")
def test_on_a_four_or_less_it_is_eliminated_as_normal() -> None:
    g = fight(". . . F9+F8+F7+f2 . . .", turn=2)
    answers(g, (4,))
    assert (at(g, "f2"), asking(g)) == ("pool", "Exploitation")


@pytest.mark.rule("damos AGN 4.8.4")
def test_from_turn_three_on_and_for_germans_nobody_comes_back() -> None:
    assert asking(fight(". . . F9+F8+F7+f2 . . .", turn=3)) != "StraggleRoll"
    assert asking(fight(". . . f9+f8+F1 . . .", turn=2, phasing=SOVIET)) != "StraggleRoll"


@pytest.mark.rule("damos AGN 4.8.4")
def test_each_eliminated_unit_rolls_for_itself() -> None:
    g = fight(". . . F24+F24b+f1+f1b . . .", turn=2)
    answers(g, (6,), (1,), (1,))
    assert sorted((at(g, "f1"), at(g, "f1b"))) == ["due", "pool"]
    assert g.side_of[unit(g, "f1")] != AXIS
