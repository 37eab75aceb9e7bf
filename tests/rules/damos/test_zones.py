"""[2.5] Zones of control and [2.6] zones of influence."""

from __future__ import annotations

import pytest

from sandtable.rules.damos.series.position.roster import AXIS, SOVIET
from sandtable.rules.damos.series.position.zones import (
    dice_for,
    influence_range,
    projects_influence,
    zone_of_control,
)

from .positions import activate, go, names_of, offered, position, shake, unit, wear

OPEN = """
    .  .  .  .  .
      .  .  F4 .  .
    .  .  .  .  .
"""


@pytest.mark.rule("damos 2.5")
def test_a_zone_of_control_is_the_six_hexes_around_a_force() -> None:
    g = position(OPEN)
    assert names_of(g, zone_of_control(g, AXIS)) == ["0103", "0104", "0202", "0203", "0204", "0303", "0304"]


@pytest.mark.rule("damos 2.5")
def test_a_demoralized_force_has_no_zone_of_control() -> None:
    assert zone_of_control(shake(position(OPEN), "F4"), AXIS) == 0


@pytest.mark.rule("damos 2.5")
def test_one_steady_unit_in_a_stack_keeps_the_zone() -> None:
    g = shake(position("F4+F3 . ."), "F4")
    assert names_of(g, zone_of_control(g, AXIS)) == ["0101", "0102"]


@pytest.mark.rule("damos 2.5")
def test_rivers_swamps_and_water_do_not_stop_a_zone() -> None:
    g = position("F4 | s .", sides={"water": [("0101", "0102")]})
    assert names_of(g, zone_of_control(g, AXIS)) == ["0101", "0102"]


@pytest.mark.rule("damos 2.5")
def test_a_zone_does_not_reach_into_a_major_city_that_the_enemy_occupies() -> None:
    g = position("F4 f4@C .")
    assert "0102" not in names_of(g, zone_of_control(g, AXIS))


@pytest.mark.rule("damos 2.5")
@pytest.mark.parametrize("ground", ["F4 C .", "F4 f4@c ."], ids=["empty major city", "occupied city"])
def test_it_does_reach_into_an_empty_major_city_and_into_an_ordinary_one(ground: str) -> None:
    g = position(ground)
    assert "0102" in names_of(g, zone_of_control(g, AXIS))


@pytest.mark.rule("damos 2.5")
def test_a_zone_does_not_hinder_movement() -> None:
    g = position("""
        .  f4 .  .  .
          F4 .  .  .  .
        .  .  .  .  .
    """)
    activate(g, "F4")
    go(g, "0202")
    assert "0203" in offered(g, "move")


@pytest.mark.rule("damos AGN 4.8.1", "damos AGS 4.6.1")
def test_russians_have_no_zone_of_control_on_turn_1() -> None:
    g = position("F4 . p8 .", turn=1)
    assert zone_of_control(g, SOVIET) == 0
    assert zone_of_control(g, AXIS) != 0


@pytest.mark.rule("damos AGN 4.8.1", "damos AGS 4.6.1")
def test_russians_have_no_zone_of_influence_on_turn_1() -> None:
    g = position("F4 . p8 .", turn=1)
    assert not projects_influence(g, unit(g, "p8"))


# ---- 2.6


@pytest.mark.rule("damos 2.6")
@pytest.mark.parametrize(("sp", "hexes"), [(1, 1), (6, 1), (7, 2), (12, 2), (13, 3), (40, 3)])
def test_the_range_of_influence_is_the_number_of_dice(sp: int, hexes: int) -> None:
    assert dice_for(sp) == hexes


@pytest.mark.rule("damos 2.6")
def test_all_steady_units_in_the_hex_count_toward_the_range() -> None:
    g = position("P4+F4 . .")
    assert influence_range(g, g.grid.hex("0101"), AXIS) == 2
    shake(g, "F4")
    assert influence_range(g, g.grid.hex("0101"), AXIS) == 1


@pytest.mark.rule("damos 2.6")
def test_the_range_shrinks_with_losses() -> None:
    g = wear(position("P8 . ."), P8=6)
    assert influence_range(g, g.grid.hex("0101"), AXIS) == 1


@pytest.mark.rule("damos AGN 3.1", "damos AGS 3.1")
@pytest.mark.parametrize(
    ("mark", "yes"),
    [("P4", True), ("M4", True), ("T4", True), ("C4", True), ("F4", False), ("hC4", True), ("nF4", False)],
)
def test_all_germans_but_foot_project_influence(mark: str, yes: bool) -> None:
    g = position(f"{mark} . .")
    assert projects_influence(g, unit(g, mark)) is yes


@pytest.mark.rule("damos AGN 3.2", "damos AGS 3.2")
@pytest.mark.parametrize(
    ("mark", "yes"), [("p4", True), ("m4", True), ("t4", False), ("c4", False), ("f4", False)]
)
def test_of_the_russians_armor_and_mechanized_project_influence(mark: str, yes: bool) -> None:
    g = position(f". . {mark}")
    assert projects_influence(g, unit(g, mark)) is yes


@pytest.mark.rule("damos 2.6")
def test_a_demoralized_unit_projects_no_influence() -> None:
    g = shake(position("P4 . ."), "P4")
    assert not projects_influence(g, unit(g, "P4"))
