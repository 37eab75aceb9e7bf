"""[3.0] What hexes cost, where a force may go, and what it takes on its way."""

from __future__ import annotations

import pytest

from sandtable.rules.damos.series.marching import points_left
from sandtable.rules.damos.series.position.campaign import HALF
from sandtable.rules.damos.series.position.roster import SOVIET

from .positions import (
    activate,
    answers,
    asking,
    at,
    enter,
    go,
    held,
    offered,
    options_of,
    plans,
    position,
    slip_away,
    unit,
)


def cost(picture: str, mark: str, to: str, **more: object) -> float:
    """What a march to a hex costs, in points."""
    g = position(picture, **more)  # type: ignore[arg-type]
    activate(g, mark)
    before = points_left(g)
    go(g, to)
    return (before - points_left(g)) / HALF


# ---- 3.0


@pytest.mark.rule("damos 3.0")
@pytest.mark.parametrize(
    ("mark", "ground", "points"),
    [
        ("F4", ".", 1),
        ("F4", "w", 1),
        ("F4", "r", 1),
        ("F4", "s", 2),
        ("F4", "^", 2),
        ("C4", "w", 1),
        ("T4", "w", 2),
        ("M4", "w", 2),
        ("P4", "r", 2),
        ("P4", "s", 3),
        ("P4", "^", 3),
        ("P4", "c", 1),
    ],
)
def test_ground_costs_each_kind_of_unit_its_own(mark: str, ground: str, points: int) -> None:
    assert cost(f"{mark} {ground} .", mark, "0102") == points


@pytest.mark.rule("damos 3.0")
@pytest.mark.parametrize(("river", "points"), [("river", 2), ("major_river", 3)])
def test_a_river_costs_points_on_top(river: str, points: int) -> None:
    assert cost("F4 | . .", "F4", "0102", river=river) == points


@pytest.mark.rule("damos 3.0")
def test_a_road_spares_terrain_and_river() -> None:
    assert cost("P4 | s .", "P4", "0102", roads=["0101 0102"]) == 1


@pytest.mark.rule("damos 3.0")
def test_a_road_helps_only_along_it() -> None:
    assert cost("P4 s s .", "P4", "0102", roads=["0102 0103"]) == 3


@pytest.mark.rule("damos 3.0")
def test_a_road_does_not_help_into_an_enemys_hex() -> None:
    g = activate(position("P4 | f4@s .", roads=["0101 0102"]), "P4")
    enter(g, "0102")
    assert points_left(g) == 2 * HALF


@pytest.mark.rule("damos 3.0")
def test_rail_does_not_help_in_the_operations_phase() -> None:
    assert cost("F4 . . .", "F4", "0103", rails=["0101 0102 0103"]) == 2


@pytest.mark.rule("damos 3.0")
def test_sea_and_lake_hexsides_are_closed() -> None:
    g = activate(position("F4 . ~", sides={"water": [("0101", "0102")]}), "F4")
    assert options_of(g) == ["stop"]


@pytest.mark.rule("damos 3.0")
def test_a_force_pays_what_its_dearest_unit_would() -> None:
    assert cost("F4+P4 w .", "F4+P4", "0102") == 2


@pytest.mark.rule("damos 3.0", "damos AGN 4.8.5", "damos AGS 4.6.5")
def test_germans_ignore_rivers_on_turn_1() -> None:
    assert cost("F4 | . .", "F4", "0102", turn=1) == 1
    assert cost("F4 | . .", "F4", "0102", turn=2) == 2


@pytest.mark.rule("damos 7.0")
def test_a_force_with_all_its_points_may_always_enter_one_adjacent_hex() -> None:
    g = activate(position("P4 | s . .", counters={"P4": {"ma": 2}}, river="major_river"), "P4")
    assert offered(g, "move") == ["0102"]
    go(g, "0102")
    assert points_left(g) == 0


@pytest.mark.rule("damos 7.0")
def test_a_force_that_has_spent_a_point_has_no_minimum_move() -> None:
    g = activate(position("P4 . | s .", counters={"P4": {"ma": 2}}), "P4")
    go(g, "0102")
    assert offered(g, "move") == ["0101"]


@pytest.mark.rule("damos 7.0")
def test_an_attack_must_be_paid_for_once_points_are_spent() -> None:
    g = activate(position("P4 . | f4@s .", counters={"P4": {"ma": 4}}, turn=3), "P4")
    go(g, "0102")
    assert offered(g, "attack") == []


@pytest.mark.rule("damos 7.0")
def test_a_minimum_move_into_an_enemys_hex_leaves_nothing_for_a_plan() -> None:
    g = activate(position("P4 | f4@s .", counters={"P4": {"ma": 2}}, turn=3), "P4")
    enter(g, "0102")
    assert g.battle_plan == 0
    assert asking(g) == "CombatRoll"


@pytest.mark.rule("damos 7.0")
def test_a_force_stops_where_its_points_end() -> None:
    g = activate(position("F4 . . . . . . .", counters={"F4": {"ma": 3}}), "F4")
    assert offered(g, "move") == ["0102", "0103", "0104"]


@pytest.mark.rule("damos 7.0")
def test_a_force_does_not_march_through_enemies() -> None:
    g = activate(position("F4 f4 . ."), "F4")
    assert offered(g, "move") == []
    assert offered(g, "attack") == ["0102"]


# ---- AGN 4.7: the Svir


SVIR = """
    .  .  .
      nF4 .  .
    .  .  .
"""


@pytest.mark.rule("damos AGN 4.7")
def test_finns_take_the_way_around_the_svir() -> None:
    g = position(SVIR, sides={"svir": [("0201", "0202")]}, roads=["0201 0202"])
    g.finns_from = 1
    activate(g, "nF4")
    before = points_left(g)
    go(g, "0202")
    assert before - points_left(g) == 2 * HALF


@pytest.mark.rule("damos AGN 4.7")
def test_finns_do_not_cross_the_svir_even_by_a_bridge() -> None:
    walls = [("0201", hex_) for hex_ in ("0101", "0102", "0202", "0301", "0302")]
    g = position(SVIR, sides={"svir": walls}, roads=["0201 0202"])
    g.finns_from = 1
    activate(g, "nF4")
    assert options_of(g) == ["stop"]


# ---- 2.9 and 2.7


@pytest.mark.rule("damos 2.9")
def test_a_march_takes_control_of_every_hex_entered() -> None:
    g = activate(position("F4 . . ."), "F4")
    go(g, "0103")
    assert [held(g, hex_) for hex_ in ("0102", "0103", "0104")] == ["german", "german", "soviet"]


@pytest.mark.rule("damos 2.9")
def test_control_stays_when_the_force_has_gone() -> None:
    g = activate(position("F4 . . ."), "F4")
    go(g, "0103", "0102")
    assert held(g, "0103") == "german"


@pytest.mark.rule("damos 2.9")
def test_a_zone_of_control_takes_nothing() -> None:
    g = activate(position("F4 . . ."), "F4")
    go(g, "0102")
    assert held(g, "0103") == "soviet"


@pytest.mark.rule("damos 2.9")
def test_entering_an_enemys_hex_takes_control_only_when_the_enemy_is_gone() -> None:
    g = activate(position(".  .  .\n  P4 f4 .\n.  .  .", turn=3), "P4")
    enter(g, "0202")
    plans(g, "standard", "steadfast")
    assert held(g, "0202") == "soviet"


@pytest.mark.rule("damos 2.9")
def test_a_retreat_takes_nothing() -> None:
    g = activate(position(".  .  .  .  .\n  P9 p5 .  .  .\n.  .  .  .  .", turn=3, axis="0203 0204"), "P9")
    enter(g, "0202")
    slip_away(g, "p5", 5, 4)
    answers(g, "retreat 0203", "retreat 0204", "halt")
    assert held(g, "0203") == "german"
    assert held(g, "0204") == "german"


@pytest.mark.rule("damos 2.9")
def test_russians_take_hexes_back() -> None:
    g = activate(position(". . . f4", phasing=SOVIET, axis="0102 0103"), "f4")
    go(g, "0103")
    assert held(g, "0103") == "soviet"
    assert held(g, "0102") == "german"


@pytest.mark.rule("damos 2.7")
def test_combat_is_fought_in_the_defenders_hex() -> None:
    g = activate(position("P4 f4 .", turn=3), "P4")
    enter(g, "0102")
    assert at(g, "P4") == "0102"
    plans(g, "standard", "steadfast")
    assert g.battle_hex == g.hex_of[unit(g, "f4")]


@pytest.mark.rule("damos 2.7")
def test_only_adjacent_enemies_can_be_entered() -> None:
    g = activate(position("P4 . f4 .", turn=3), "P4")
    assert offered(g, "attack") == []
    go(g, "0102")
    assert offered(g, "attack") == ["0103"]
