"""[9.0] Attrition."""

from __future__ import annotations

import pytest

from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.series.attrition import AttritionRoll, attrition_modifier
from sandtable.rules.damos.series.position.state import Front

from .positions import (
    activate,
    answers,
    asking,
    at,
    choose,
    enter,
    go,
    left,
    offered,
    options_of,
    plans,
    play,
    position,
    react,
    roll,
    shake,
    spent,
    tire,
    units,
    wear,
)

# No railway anywhere: nobody is in supply. Every unit has 6 points.
LONELY = """
    F4 .  .  .  .  .  .
      .  .  .  .  .  .  .
"""


def march(to: str, picture: str = LONELY, force: str = "F4", *, turn: int = 3, **more: object) -> Front:
    """A force out of supply has marched and stopped."""
    g = position(picture, turn=turn, edge_rails=False, **more)  # type: ignore[arg-type]
    activate(g, force)
    go(g, to)
    choose(g, "stop")
    return g


@pytest.mark.rule("damos 9.0")
def test_a_force_that_spends_more_than_half_without_supply_rolls() -> None:
    assert asking(march("0105")) == "AttritionRoll"


@pytest.mark.rule("damos 9.0")
def test_a_force_that_spends_half_does_not_roll() -> None:
    assert asking(march("0104")) == "OperationsPhase"


@pytest.mark.rule("damos 9.0")
def test_a_force_in_supply_does_not_roll() -> None:
    g = activate(position("F4 . . . . . .\n  . . . . . . .", turn=3), "F4")
    go(g, "0105", "0103")
    choose(g, "stop")
    assert asking(g) == "OperationsPhase"


@pytest.mark.rule("damos 9.0")
def test_supply_is_judged_where_the_march_ends() -> None:
    g = activate(position("F4 . . . . . .\n  . . . . . . .", turn=3), "F4")
    go(g, "0105")
    choose(g, "stop")
    assert asking(g) == "AttritionRoll"


@pytest.mark.rule("damos 9.0")
def test_there_is_no_attrition_on_turn_1() -> None:
    assert asking(march("0105", turn=1)) == "OperationsPhase"


@pytest.mark.rule("damos 9.0")
def test_the_force_is_spent_all_the_same() -> None:
    g = march("0105")
    roll(g, 1, 1)
    assert spent(g, "F4")


@pytest.mark.rule("damos 9.0")
def test_half_is_measured_on_the_slowest_unit_that_activated() -> None:
    assert asking(march("0104", LONELY.replace("F4 ", "F4+P3 "), "F4+P3", counters={"F4": {"ma": 5}})) == (
        "AttritionRoll"
    )


@pytest.mark.rule("damos 9.0")
def test_units_picked_up_do_not_change_what_half_is() -> None:
    g = position("F4 F3 . . . .\n  . . . . . .", turn=3, edge_rails=False, counters={"F3": {"ma": 5}})
    activate(g, "F4")
    go(g, "0102")
    choose(g, "pick_up F3")
    go(g, "0103")
    choose(g, "stop")
    assert asking(g) == "OperationsPhase"


@pytest.mark.rule("damos 9.0")
def test_picking_up_counts_as_points_spent() -> None:
    g = activate(position("F4 F3 . . . .\n  . . . . . .", turn=3, edge_rails=False), "F4")
    go(g, "0102")
    choose(g, "pick_up F3")
    go(g, "0104")
    choose(g, "stop")
    assert asking(g) == "AttritionRoll"


@pytest.mark.rule("damos 9.0")
def test_units_dropped_off_before_half_way_are_spared() -> None:
    g = activate(position("F4+F3 . . . . .\n  . . . . . .", turn=3, edge_rails=False), "F4+F3")
    go(g, "0102")
    choose(g, "drop_off F3")
    go(g, "0105")
    choose(g, "stop")
    assert asking(g) == "AttritionRoll"
    roll(g, 1, 1)
    assert (left(g, "F3"), left(g, "F4")) == (3, 3)
    assert asking(g) == "OperationsPhase"


@pytest.mark.rule("damos 9.0")
def test_the_point_for_a_standard_attack_counts() -> None:
    g = activate(position("F4 . . f1 .\n  . . . . .", turn=3, edge_rails=False), "F4")
    go(g, "0103")
    enter(g, "0104")
    plans(g, "standard", "steadfast")
    answers(g, (6,), (1,), "done")
    assert asking(g) == "AttritionRoll"


@pytest.mark.rule("damos 9.0")
def test_a_meeting_engagement_costs_nothing_toward_attrition() -> None:
    g = activate(position("F4 . . f1 .\n  . . . . .", turn=3, edge_rails=False), "F4")
    go(g, "0103")
    enter(g, "0104")
    plans(g, "meeting", "steadfast")
    answers(g, (6,), (1,), "done")
    assert asking(g) == "OperationsPhase"


@pytest.mark.rule("damos 9.0")
def test_a_force_that_died_in_combat_checks_nothing() -> None:
    g = activate(position("F1 . . . . p9 .\n  . . . . . . .", turn=3, edge_rails=False), "F1")
    go(g, "0105")
    react(g, "p9", 6, 6)
    answers(g, (1,), (6, 6))
    assert at(g, "F1") == "pool"
    assert asking(g) == "OperationsPhase"


@pytest.mark.rule("damos 9.0", "damos 2.4")
def test_a_force_of_one_strength_point_rolls_as_any_other_and_loses_nothing() -> None:
    g = march("0105", LONELY.replace("F4", "F1"), "F1")
    assert asking(g) == "AttritionRoll"
    roll(g, 1, 1)
    assert (left(g, "F1"), asking(g)) == (1, "OperationsPhase")


# ---- modifiers


def modifier(picture: str, marks: str, *shaken: str) -> int:
    g = shake(position(picture, turn=3), *shaken)
    force = units(g, marks)
    return int(attrition_modifier(g, force, g.grid.hex("0102")))


@pytest.mark.rule("damos 9.0")
@pytest.mark.parametrize(
    ("ground", "drm"), [("F4+F3", 0), ("F4+F3@o", 1), ("F4+F3@c", 1), ("F4+F3@C", 1), ("F4+F3@w", 0)]
)
def test_towns_and_cities_shelter(ground: str, drm: int) -> None:
    assert modifier(f". {ground} .", "F4+F3") == drm


@pytest.mark.rule("damos 9.0")
def test_a_single_unit_adds_one() -> None:
    assert modifier(". F4 .", "F4") == 1


@pytest.mark.rule("damos 9.0")
def test_single_means_single_in_the_hex() -> None:
    assert modifier(". F4+F3 .", "F4") == 0


@pytest.mark.rule("damos 9.0")
def test_demoralized_subtracts_one() -> None:
    assert modifier(". F4+F3 .", "F4+F3", "F4", "F3") == -1


@pytest.mark.rule("damos 9.0")
def test_a_full_hex_subtracts_one() -> None:
    assert modifier(". F4+F3+F2+F1 .", "F4+F3") == -1


# ---- the table and the losses


@pytest.mark.rule("damos 9.0", "damos Attrition Table")
@pytest.mark.parametrize(
    ("row", "losses"),
    [
        (2, [1, 2, 2, 3, 4, 5, 6]),
        (3, [1, 1, 2, 2, 3, 4, 5]),
        (4, [0, 1, 1, 2, 2, 3, 4]),
        (5, [0, 1, 1, 2, 2, 3, 4]),
        (6, [0, 0, 1, 1, 2, 2, 3]),
        (8, [0, 0, 1, 1, 2, 2, 3]),
        (9, [0, 0, 0, 1, 1, 2, 2]),
        (10, [0, 0, 0, 1, 1, 2, 2]),
        (11, [0, 0, 0, 0, 1, 1, 2]),
        (12, [0, 0, 0, 0, 0, 1, 1]),
    ],
)
def test_every_cell_of_the_attrition_table(row: int, losses: list[int]) -> None:
    table = RULEBOOK.tables["attrition"]
    assert [table.look_up(row=row, column=sp) for sp in (2, 4, 6, 9, 12, 16, 20)] == losses
    assert [table.look_up(row=row, column=sp) for sp in (3, 5, 8, 11, 15, 19, 33)] == losses


@pytest.mark.rule("damos 9.0")
def test_a_roll_below_two_counts_as_two() -> None:
    g = shake(position(". F4+F3+F2+F1 .\n  . . .", turn=3), "F4")
    play(g, AttritionRoll(units(g, "F4+F3+F2+F1"), g.grid.hex("0102")))
    roll(g, 1, 1)
    choose(g, "absorb F4 F4 F4")
    assert (left(g, "F4"), left(g, "F3")) == (1, 3)


@pytest.mark.rule("damos 9.0")
def test_a_roll_above_twelve_counts_as_twelve() -> None:
    g = march("0105", LONELY.replace("F4 ", "F16 "), "F16")
    roll(g, 6, 6)
    assert left(g, "F16") == 15


@pytest.mark.rule("damos 9.0")
def test_the_strongest_unit_takes_the_first_point_and_the_owner_spreads_the_rest() -> None:
    g = march("0105", LONELY.replace("F4 ", "F6+F5+F4 "), "F6+F5+F4")
    roll(g, 1, 2)
    ways = offered(g, "absorb")
    assert len(ways) == 6
    assert all("F6" in way.split() for way in ways)
    choose(g, "absorb F6 F4 F4")
    assert (left(g, "F6"), left(g, "F5"), left(g, "F4")) == (5, 5, 2)


@pytest.mark.rule("damos 9.0")
def test_of_equals_the_owner_chooses_who_takes_the_first_point() -> None:
    g = march("0105", LONELY.replace("F4 ", "F3+F3a "), "F3+F3a")
    roll(g, 2, 3)
    assert offered(g, "absorb") == ["F3", "F3a"]


@pytest.mark.rule("damos 9.0", "damos 2.4")
def test_a_stack_that_loses_nothing_is_asked_all_the_same() -> None:
    g = position(LONELY.replace("F4 ", "F4+F3 "), turn=3, edge_rails=False)
    wear(g, F4=1, F3=1)
    activate(g, "F4+F3")
    go(g, "0105")
    choose(g, "stop")
    roll(g, 1, 1)
    assert options_of(g) == ["no_loss"]


@pytest.mark.rule("damos 9.0")
def test_a_stack_that_could_not_lose_anything_at_its_printed_strength_is_not_asked() -> None:
    g = march("0105", LONELY.replace("F4 ", "F4+F3 "), "F4+F3")
    roll(g, 6, 6)
    assert asking(g) == "OperationsPhase"


@pytest.mark.rule("damos 9.0")
def test_nobody_is_eliminated_and_points_left_over_are_ignored() -> None:
    g = position(LONELY.replace("F4 ", "F4+F3+F2 "), turn=3, edge_rails=False)
    wear(g, F4=2, F3=1, F2=1)
    activate(g, "F4+F3+F2")
    go(g, "0105")
    choose(g, "stop")
    roll(g, 1, 1)
    answers(g, "absorb F4")
    assert (left(g, "F4"), left(g, "F3"), left(g, "F2")) == (1, 1, 1)
    assert options_of(g)[0] == "end_phase"


@pytest.mark.rule("damos 9.0")
def test_the_group_counts_its_own_strength_only() -> None:
    g = activate(tire(position("F4 . . . F9 . .\n  . . . . . . .", turn=3, edge_rails=False), "F9"), "F4")
    go(g, "0105")
    choose(g, "stop")
    roll(g, 2, 2)
    assert (left(g, "F4"), left(g, "F9")) == (3, 9)
