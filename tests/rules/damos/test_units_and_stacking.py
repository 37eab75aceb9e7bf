"""[2.1] to [2.4]: what units are, how many share a hex, and what the enemy may know of them."""

from __future__ import annotations

import pytest

from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.series.marching import points_left
from sandtable.rules.damos.series.operations import ClearOverstacking
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET, BadRoster, Kind, read_counters
from sandtable.rules.damos.series.position.zones import capable, full_stack, stacking_excess

from .positions import (
    activate,
    answers,
    asked_names,
    at,
    choose,
    counter,
    enter,
    go,
    left,
    offered,
    options_of,
    plans,
    position,
    shake,
    unit,
    units,
    wear,
)

LINE = """
    .  .  .  .
      .  .  .  .
    .  .  .  .
"""


# ---- 2.1 and 2.2


@pytest.mark.rule("damos 2.1")
def test_one_unit_with_influence_makes_a_force_zoi_capable() -> None:
    g = position("P4+F4 . . f4")
    assert capable(g, units(g, "P4+F4"))
    assert not capable(g, units(g, "F4"))


@pytest.mark.rule("damos 2.1")
def test_a_demoralized_panzer_does_not_make_its_force_capable() -> None:
    g = shake(position("P4+F4 . . f4"), "P4")
    assert not capable(g, units(g, "P4+F4"))


@pytest.mark.rule("damos 2.2")
def test_a_counter_shows_nation_kind_size_strength_and_allowance() -> None:
    printed = counter("hC3", ma=7, size="brigade")
    assert (printed.nation.name, printed.kind, printed.size.name) == ("HUNGARIAN", Kind.CAVALRY, "BRIGADE")
    assert (printed.sp, printed.ma) == (3, 7)


@pytest.mark.rule("damos 2.2")
def test_a_force_has_the_movement_points_of_its_slowest_unit() -> None:
    g = activate(position("P4+F4 . . .", counters={"F4": {"ma": 4}}), "P4+F4")
    assert points_left(g) == 2 * 4


@pytest.mark.rule("damos 2.2")
def test_an_order_of_battle_without_a_strength_is_refused() -> None:
    with pytest.raises(BadRoster, match="'x' lacks 'nationality'"):
        read_counters({"unit": [{"id": "x", "name": "x", "side": "axis"}]}, "test")


# ---- 2.3 and the limits of AGN 4.1


@pytest.mark.rule("damos AGN 4.1")
def test_one_nkvd_regiment_stacks_for_free() -> None:
    nkvd = {"size": "regiment", "nkvd": True}
    g = position("f1+f2+f3+f1n+f1m . .", counters={"f1n": nkvd, "f1m": nkvd})
    assert stacking_excess(g, units(g, "f1+f2+f3+f1n")) == 0
    assert stacking_excess(g, units(g, "f1+f2+f3+f1n+f1m")) == 1


@pytest.mark.rule("damos AGN 4.1")
def test_a_regiment_that_is_not_nkvd_takes_room() -> None:
    g = position("f1+f2+f3+f1n . .", counters={"f1n": {"size": "regiment"}})
    assert stacking_excess(g, units(g, "f1+f2+f3+f1n")) == 1


@pytest.mark.rule("damos 9.0")
@pytest.mark.parametrize(
    ("stack", "full"),
    [("F1+F2+F3", False), ("F1+F2+F3+F4", True), ("f1+f2", False), ("f1+f2+f3", True), ("f8k+f9k", True)],
)
def test_a_stack_is_full_when_not_even_a_division_could_join(stack: str, full: bool) -> None:
    g = position(f"{stack} . .", counters={"f8k": {"size": "corps"}, "f9k": {"size": "corps"}})
    assert full_stack(g, units(g, stack)) is full


@pytest.mark.rule("damos 9.0")
def test_a_second_nkvd_regiment_fills_the_stack() -> None:
    nkvd = {"size": "regiment", "nkvd": True}
    g = position("f1n+f1m+f9k . .", counters={"f1n": nkvd, "f1m": nkvd, "f9k": {"size": "corps"}})
    assert full_stack(g, units(g, "f1n+f1m+f9k"))


@pytest.mark.rule("damos 2.3")
def test_each_side_has_its_own_limit_in_a_hex() -> None:
    g = activate(position("F1+F2+F3+F4 f1+f2+f3 .", counters={"F1": {"ma": 9}}), "F1+F2+F3+F4")
    enter(g, "0102")
    assert at(g, "F4") == at(g, "f3") == "0102"


@pytest.mark.rule("damos 2.3")
def test_a_force_may_march_through_a_full_hex() -> None:
    g = activate(position("F9 F1+F2+F3+F4 . . ."), "F9")
    go(g, "0103")
    assert at(g, "F9") == "0103"


@pytest.mark.rule("damos 2.3")
def test_a_force_may_stop_in_a_full_hex_and_move_its_units_on_later_in_the_phase() -> None:
    g = activate(position("F9 F1+F2+F3+F4 . . ."), "F9")
    go(g, "0102")
    choose(g, "stop")
    activate(g, "F1")
    go(g, "0103")
    answers(g, "stop", "end_phase")
    assert left(g, "F9") == 9
    assert left(g, "F1") == 1


@pytest.mark.rule("damos 2.3")
def test_units_above_the_limit_are_lost_at_the_end_of_the_operations_phase_by_their_owners_choice() -> None:
    g = activate(position("F9 F1+F2+F3+F4 . . ."), "F9")
    go(g, "0102")
    answers(g, "stop", "end_phase")
    assert asked_names(g) == ["german"]
    assert offered(g, "disband") == ["F1", "F2", "F3", "F4", "F9"]
    choose(g, "disband F1")
    assert at(g, "F1") == "pool"
    assert at(g, "F9") == "0102"


@pytest.mark.rule("damos 2.3")
def test_the_non_phasing_player_has_until_the_end_of_his_next_operations_phase() -> None:
    g = position("F9 . . f1+f2+f3+f4", turn=3)
    choose(g, "end_phase")
    assert at(g, "f1") == "0104"


@pytest.mark.rule("damos 2.3")
def test_only_units_whose_loss_helps_may_be_disbanded() -> None:
    g = position(
        "F1 . f1+f2+f8k+f9k .",
        ClearOverstacking(SOVIET),
        turn=3,
        phasing=SOVIET,
        counters={"f8k": {"size": "corps"}, "f9k": {"size": "corps"}},
    )
    assert options_of(g) == ["disband f8k", "disband f9k"]


@pytest.mark.rule("damos 2.3")
def test_a_unit_above_the_limit_takes_no_part_in_combat_and_is_lost_if_its_stack_loses() -> None:
    g = position(
        """
        .  .  .  .  .
          F9 f1+f2+f3+f4 . . .
        .  .  .  .  .
        """,
        turn=3,
    )
    activate(g, "F9")
    enter(g, "0202")
    choose(g, "sideline f4")
    plans(g, "standard", "steadfast")
    answers(g, (6, 6), (1,), "absorb f1", "absorb f2")
    assert left(g, "F9") == 9
    assert at(g, "f4") == "pool"


# ---- 2.4


@pytest.mark.rule("damos 2.4")
def test_the_enemy_sees_a_unit_and_its_printed_strength_but_not_what_is_left() -> None:
    g = wear(position("P8 . . f4@C", names={"0104": "Leningrad"}), P8=3)
    theirs = RULEBOOK.view(g, SOVIET)["counters"][unit(g, "P8")]
    assert theirs["printed"] == 8
    assert "strength" not in theirs


@pytest.mark.rule("damos 2.4")
def test_the_owner_sees_what_is_left() -> None:
    g = wear(position("P8 . . f4@C", names={"0104": "Leningrad"}), P8=3)
    assert RULEBOOK.view(g, AXIS)["counters"][unit(g, "P8")]["strength"] == 3


@pytest.mark.rule("damos 2.4")
def test_a_unit_without_strength_leaves_the_map() -> None:
    g = activate(position("P9+P8+P7 f1 . . .", turn=3), "P9+P8+P7")
    enter(g, "0102")
    plans(g, "standard", "steadfast")
    assert at(g, "f1") == "pool"
    assert left(g, "f1") == 0
