"""[6.0] Strategic movement."""

from __future__ import annotations

import pytest

from sandtable.rules.damos.series.operations import OperationsPhase
from sandtable.rules.damos.series.position.roster import SOVIET
from sandtable.rules.damos.series.position.state import Front, Origin
from sandtable.rules.damos.series.strategic import StrategicPhase, strategic_range, usable_rail

from .positions import (
    answers,
    asking,
    at,
    choose,
    names_of,
    offered,
    options_of,
    play,
    position,
    shake,
    shaken,
    spent,
    tire,
    unit,
    units,
)

# Everything up to column 8 is German land; the enemy is far.
REAR = """
    F4 .  .  .  .  .  .  .  .  f4
      .  .  .  .  .  .  .  .  .  .
"""


def rear(picture: str = REAR, **more: object) -> Front:
    return position(picture, StrategicPhase(), **{"germany": 8, "turn": 3, **more})  # type: ignore[arg-type]


def range_of(g: Front, marks: str) -> list[str]:
    """How far a force could go strategically, its own hex included."""
    return names_of(g, strategic_range(g, units(g, marks)).all)


@pytest.mark.rule("damos 6.0")
def test_a_force_has_twice_its_allowance() -> None:
    g = rear(counters={"F4": {"ma": 2}})
    choose(g, "strategic 0101")
    assert offered(g, "move")[:5] == ["0102", "0103", "0104", "0105", "0201"]
    assert "0106" not in offered(g, "move")


@pytest.mark.rule("damos 6.0")
def test_only_friendly_hexes_are_entered() -> None:
    g = rear(germany=3)
    choose(g, "strategic 0101")
    assert offered(g, "move") == ["0102", "0103", "0201", "0202", "0203"]


@pytest.mark.rule("damos 6.0")
@pytest.mark.parametrize("enemy", ["f4", "p4"])
def test_no_hex_next_to_an_enemy_is_entered(enemy: str) -> None:
    g = rear(f"F4 . . . {enemy} . . .\n  . . . . . . . .")
    choose(g, "strategic 0101")
    assert offered(g, "move") == ["0102", "0103", "0201", "0202", "0203"]


@pytest.mark.rule("damos 6.0")
def test_even_a_demoralized_enemy_keeps_them_away() -> None:
    g = shake(rear("F4 . . f4 . . . .\n  . . . . . . . ."), "f4")
    choose(g, "strategic 0101")
    assert offered(g, "move") == ["0102", "0201", "0202"]


@pytest.mark.rule("damos 6.0")
def test_a_force_may_start_next_to_an_enemy() -> None:
    g = rear(". F4 f4 . . . . .\n  . . . . . . . .")
    choose(g, "strategic 0102")
    assert offered(g, "move") == ["0101", "0201"]


@pytest.mark.rule("damos 6.0")
def test_a_force_without_supply_does_not_move_strategically() -> None:
    assert options_of(rear(edge_rails=False)) == ["end_phase"]


@pytest.mark.rule("damos 6.0")
def test_a_spent_force_does_not_move_strategically() -> None:
    assert options_of(tire(rear(), "F4")) == ["end_phase"]


@pytest.mark.rule("damos 6.0")
def test_a_demoralized_force_may_move_strategically() -> None:
    assert offered(shake(rear(), "F4"), "strategic") == ["0101"]


@pytest.mark.rule("damos 6.0", "damos 2.8")
@pytest.mark.parametrize("shaken_first", ["F4", "F3"])
def test_a_force_that_ends_its_move_among_demoralized_units_shares_their_state(shaken_first: str) -> None:
    g = shake(rear(REAR.replace("F4 .  .", "F4 .  F3")), shaken_first)
    answers(g, "strategic 0101", "move 0103")
    assert (shaken(g, "F4"), shaken(g, "F3")) == (True, True)


@pytest.mark.rule("damos 6.0", "damos 2.8")
def test_a_force_that_passes_demoralized_units_does_not() -> None:
    g = shake(rear(REAR.replace("F4 .  .", "F4 F3 .")), "F3")
    answers(g, "strategic 0101", "move 0103")
    assert not shaken(g, "F4")


@pytest.mark.rule("damos 6.0")
def test_a_force_is_spent_afterwards_and_does_not_activate() -> None:
    g = rear(REAR, turn=3)
    answers(g, "strategic 0101", "move 0104", "end_phase")
    assert spent(g, "F4")
    play(g, OperationsPhase())
    assert options_of(g) == ["end_phase"]


@pytest.mark.rule("damos 6.0")
def test_a_force_that_was_only_taken_up_and_stays_is_not_spent() -> None:
    g = rear(REAR, turn=3)
    answers(g, "strategic 0101", "stay")
    assert not spent(g, "F4")
    assert offered(g, "strategic") == ["0101"]
    answers(g, "strategic 0101", "move 0104")
    assert (at(g, "F4"), spent(g, "F4")) == ("0104", True)


@pytest.mark.rule("damos 6.0")
def test_whoever_was_taken_up_and_stayed_may_still_activate() -> None:
    g = rear(REAR, turn=3)
    answers(g, "strategic 0101", "stay", "end_phase")
    play(g, OperationsPhase())
    assert offered(g, "activate") == ["0101"]


@pytest.mark.rule("damos 6.0")
def test_part_of_a_stack_may_go_and_the_rest_stays_fresh() -> None:
    g = rear(REAR.replace("F4 ", "F4+F3 "))
    answers(g, "strategic 0101", "take F3", "go", "move 0103")
    assert (at(g, "F4"), spent(g, "F4")) == ("0101", False)
    assert (at(g, "F3"), spent(g, "F3")) == ("0103", True)


@pytest.mark.rule("damos 6.0")
def test_nobody_reacts_and_nobody_checks_attrition() -> None:
    g = rear(REAR.replace("f4", "p13").replace(".  p13", "p13 ."), counters={"F4": {"ma": 6}})
    answers(g, "strategic 0101", "move 0106")
    assert asking(g) == "StrategicPhase"


@pytest.mark.rule("damos 6.0")
def test_strategic_movement_leaves_the_order_of_activation_open() -> None:
    g = rear(REAR.replace("F4 ", "P4 "))
    answers(g, "strategic 0101", "move 0103", "end_phase")
    assert g.order_closed == 0


# ---- rail

LINE = ["0101 0102 0103 0104 0105 0106 0107 0108"]


@pytest.mark.rule("damos 6.0")
def test_rail_costs_half_a_point_a_hex() -> None:
    g = rear(counters={"F4": {"ma": 1}}, rails=LINE)
    assert [h for h in range_of(g, "F4") if h.startswith("01")] == ["0101", "0102", "0103", "0104", "0105"]


@pytest.mark.rule("damos 6.0")
def test_rail_costs_half_a_point_across_rivers_and_for_every_kind() -> None:
    g = rear(REAR.replace("F4 .  .", "P4 | s w"), counters={"P4": {"ma": 1}}, rails=LINE)
    assert "0105" in range_of(g, "P4")


@pytest.mark.rule("damos 6.0", "damos AGN 4.3.1")
def test_germans_use_converted_rail_only() -> None:
    g = rear(counters={"F4": {"ma": 1}}, rails=LINE, germany=3, axis="0104 0105")
    assert [h for h in range_of(g, "F4") if h.startswith("01")] == ["0101", "0102", "0103", "0104"]
    g.converted |= 1 << g.grid.hex("0104") | 1 << g.grid.hex("0105")
    assert [h for h in range_of(g, "F4") if h.startswith("01")] == ["0101", "0102", "0103", "0104", "0105"]


@pytest.mark.rule("damos 6.0")
def test_rail_in_enemy_hands_does_not_help() -> None:
    g = rear(counters={"F4": {"ma": 1}}, rails=LINE, germany=3)
    assert [h for h in range_of(g, "F4") if h.startswith("01")] == ["0101", "0102", "0103"]


@pytest.mark.rule("damos 6.0")
def test_russians_use_unconverted_rail() -> None:
    g = position(
        "F4 . . . . . f4\n  . . . . . . .",
        StrategicPhase(),
        phasing=SOVIET,
        turn=3,
        counters={"f4": {"ma": 1}},
        rails=["0107 0106 0105 0104 0103 0102"],
    )
    assert [h for h in range_of(g, "f4") if h.startswith("01")] == ["0103", "0104", "0105", "0106", "0107"]
    g.converted |= 1 << g.grid.hex("0106")
    assert [h for h in range_of(g, "f4") if h.startswith("01")] == ["0105", "0106", "0107"]


@pytest.mark.rule("damos 6.0")
def test_germans_and_finns_together_find_no_rail_that_suits_both() -> None:
    g = rear(REAR.replace("F4 ", "F4+nF3 "), rails=LINE)
    assert usable_rail(g, units(g, "F4")) == g.converted
    assert usable_rail(g, units(g, "F4+nF3")) == 0


@pytest.mark.rule("damos 6.0")
def test_germans_in_finland_use_unconverted_rail() -> None:
    g = rear(rails=LINE)
    g.origin[unit(g, "F4")] = Origin.FINLAND
    assert usable_rail(g, units(g, "F4")) == 0


@pytest.mark.rule("damos 6.0", "damos AGN 4.3.3")
def test_finns_do_not_move_strategically_on_german_supply() -> None:
    g = rear(REAR.replace("F4 ", "F4+nF3 "), board_areas={"finland": "0208"})
    g.finns_from = 1
    choose(g, "strategic 0101")
    assert asking(g) == "StrategicMove"
    choose(g, "move 0102")
    assert (at(g, "F4"), at(g, "nF3")) == ("0102", "0101")


@pytest.mark.rule("damos 6.0")
def test_the_operational_pause_keeps_units_with_influence_from_moving_strategically() -> None:
    g = rear(REAR.replace("F4 ", "F4+P3 "), turn=4)
    g.paused = 1
    g.offered = {}
    choose(g, "strategic 0101")
    answers(g, "move 0103")
    assert (at(g, "F4"), at(g, "P3")) == ("0103", "0101")
