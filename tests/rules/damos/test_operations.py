"""[7.0] Activations: their order, picking up, dropping off, rallying."""

from __future__ import annotations

import pytest

from sandtable.rules.damos.series.events import LeftUnused
from sandtable.rules.damos.series.marching import points_left
from sandtable.rules.damos.series.operations import OperationsPhase
from sandtable.rules.damos.series.position.campaign import HALF
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET
from sandtable.rules.damos.series.position.state import Front

from .positions import (
    activate,
    answers,
    asking,
    at,
    choose,
    go,
    offered,
    options_of,
    play,
    position,
    shake,
    shaken,
    spent,
    tire,
)

# ---- 7.0: activation


ORDER = """
    F4 .  .  .  .
      P4+F5 . . f4 .
    .  .  .  .  .
"""


@pytest.mark.rule("damos 7.0")
def test_forces_without_influence_activate_first() -> None:
    g = activate(position(ORDER), "P4")
    choose(g, "stop")
    assert offered(g, "activate") == []
    assert not spent(g, "F4")


@pytest.mark.rule("damos 7.0")
def test_foot_may_still_activate_together_with_a_unit_that_has_influence() -> None:
    g = activate(position(ORDER.replace("P4+F5", "P4+F5+P3")), "P4")
    choose(g, "stop")
    choose(g, "activate 0201")
    assert options_of(g) == ["all", "take F5", "take P3"]


@pytest.mark.rule("damos 7.0")
def test_a_force_without_influence_leaves_the_order_open() -> None:
    g = activate(position(ORDER), "F4")
    choose(g, "stop")
    assert offered(g, "activate") == ["0201"]
    activate(g, "F5")
    choose(g, "stop")
    assert offered(g, "activate") == ["0201"]


@pytest.mark.rule("damos 7.0")
def test_a_demoralized_panzer_counts_as_without_influence() -> None:
    g = activate(shake(position("P4 . F4 ."), "P4"), "P4")
    choose(g, "stop")
    assert offered(g, "activate") == ["0103"]


@pytest.mark.rule("damos 7.0")
def test_any_of_the_fresh_units_in_a_hex_may_activate_and_the_others_stay_fresh() -> None:
    g = activate(position("F1+F2+F3 . . ."), "F1+F3")
    go(g, "0102")
    choose(g, "stop")
    assert (at(g, "F1"), at(g, "F2"), at(g, "F3")) == ("0102", "0101", "0102")
    assert (spent(g, "F1"), spent(g, "F2"), spent(g, "F3")) == (True, False, True)


@pytest.mark.rule("damos 7.0")
def test_a_force_is_spent_after_its_activation_and_does_not_activate_again() -> None:
    g = activate(position("F4 . . ."), "F4")
    go(g, "0102")
    choose(g, "stop")
    assert options_of(g) == ["end_phase"]


@pytest.mark.rule("damos 7.0")
def test_a_spent_force_does_not_activate() -> None:
    assert options_of(tire(position("F4 . . ."), "F4")) == ["end_phase"]


@pytest.mark.rule("damos 7.0")
def test_a_force_may_activate_and_do_nothing() -> None:
    g = activate(position("F4 . . ."), "F4")
    choose(g, "stop")
    assert spent(g, "F4")


@pytest.mark.rule("damos 7.0")
def test_the_phasing_player_may_end_the_phase_with_fresh_forces_left() -> None:
    g = position("F4 . . .")
    choose(g, "end_phase")
    assert asking(g) == "over"


@pytest.mark.rule("damos AGN 4.3.1", "damos AGS 4.3.1")
def test_in_an_operational_pause_no_unit_with_influence_activates_or_is_picked_up() -> None:
    g = position("F4 P3 . p3 .", turn=4)
    g.paused = 1
    play(g, OperationsPhase())
    assert options_of(g) == ["end_phase", "activate 0101"]
    activate(g, "F4")
    go(g, "0102")
    assert offered(g, "pick_up") == []


@pytest.mark.rule("damos AGN 4.3.1")
def test_the_pause_does_not_bind_the_russians() -> None:
    g = position("F4 . . p3 .", turn=4, phasing=SOVIET)
    g.paused = 1
    play(g, OperationsPhase())
    assert offered(g, "activate") == ["0104"]


@pytest.mark.rule("damos 7.0")
def test_whoever_ends_the_phase_with_forces_unused_is_told_of_them_and_nobody_else() -> None:
    g = position("F4 . F3 . f4 .")
    g.told = []
    play(g, OperationsPhase())
    choose(g, "end_phase")
    told = [one for one in g.told if isinstance(one.event, LeftUnused)]
    assert [(one.event.sentence(g), one.audience) for one in told] == [
        ("2 German forces have not acted.", (AXIS,))
    ]


# ---- 7.0: picking up and dropping off


PICK = "F4 F3+F2 . . . ."


def picking(picture: str = PICK, **more: object) -> Front:
    g = position(picture, **more)  # type: ignore[arg-type]
    activate(g, "F4")
    go(g, "0102")
    return g


@pytest.mark.rule("damos 7.0")
def test_picking_up_costs_a_point_for_the_hex_not_for_the_unit() -> None:
    g = picking()
    choose(g, "pick_up F3")
    assert points_left(g) == 4 * HALF
    choose(g, "pick_up F2")
    assert points_left(g) == 4 * HALF


@pytest.mark.rule("damos 7.0")
def test_units_picked_up_march_along() -> None:
    g = picking()
    choose(g, "pick_up F3")
    go(g, "0103")
    choose(g, "stop")
    assert (at(g, "F3"), spent(g, "F3"), spent(g, "F2")) == ("0103", True, False)


@pytest.mark.rule("damos 7.0")
def test_units_picked_up_have_spent_what_the_force_has() -> None:
    g = picking(counters={"F3": {"ma": 4}})
    choose(g, "pick_up F3")
    assert points_left(g) == 2 * HALF


@pytest.mark.rule("damos 7.0")
def test_a_unit_too_slow_to_have_kept_up_is_not_picked_up() -> None:
    assert offered(picking(counters={"F3": {"ma": 1}}), "pick_up") == ["F2"]


@pytest.mark.rule("damos 7.0")
def test_a_unit_whose_points_just_cover_march_and_pick_up_may_join() -> None:
    assert offered(picking(counters={"F3": {"ma": 2}}), "pick_up") == ["F2", "F3"]


@pytest.mark.rule("damos 7.0")
def test_spent_units_are_not_picked_up() -> None:
    g = activate(tire(position(PICK), "F3"), "F4")
    go(g, "0102")
    assert offered(g, "pick_up") == ["F2"]


@pytest.mark.rule("damos 7.0")
def test_a_capable_force_picks_up_foot_after_the_order_has_closed() -> None:
    g = activate(position("P4 F3 . . ."), "P4")
    go(g, "0102")
    assert offered(g, "pick_up") == ["F3"]


@pytest.mark.rule("damos 7.0")
def test_foot_that_picks_up_a_panzer_does_not_close_the_order() -> None:
    g = activate(position("F4 P3 . F2 ."), "F4")
    go(g, "0102")
    answers(g, "pick_up P3", "stop")
    assert offered(g, "activate") == ["0104"]


@pytest.mark.rule("damos 7.0")
def test_picking_up_a_demoralized_unit_keeps_the_force_from_attacking() -> None:
    g = activate(shake(position("F4 F3 f4 . ."), "F3"), "F4")
    go(g, "0102")
    assert offered(g, "attack") == ["0103"]
    choose(g, "pick_up F3")
    assert offered(g, "attack") == []


@pytest.mark.rule("damos 7.0")
def test_dropping_off_costs_nothing_and_the_unit_is_spent_at_once() -> None:
    g = activate(position("F4+F3 . . . ."), "F4+F3")
    go(g, "0102")
    before = points_left(g)
    choose(g, "drop_off F3")
    assert points_left(g) == before
    assert spent(g, "F3")
    go(g, "0103")
    assert (at(g, "F3"), at(g, "F4")) == ("0102", "0103")


@pytest.mark.rule("damos 7.0")
def test_a_unit_dropped_off_is_not_picked_up_again() -> None:
    g = activate(position("F4+F3 . . . ."), "F4+F3")
    choose(g, "drop_off F3")
    assert offered(g, "pick_up") == []


@pytest.mark.rule("damos 7.0")
def test_the_last_unit_of_a_force_is_not_dropped_off() -> None:
    g = activate(position("F4 . . ."), "F4")
    assert offered(g, "drop_off") == []


# ---- 2.8: rallying and demoralized forces


@pytest.mark.rule("damos 2.8", "damos 7.0")
def test_rallying_costs_two_points() -> None:
    g = activate(shake(position("F4 . . .\n . . . ."), "F4"), "F4")
    choose(g, "rally")
    assert not shaken(g, "F4")
    assert points_left(g) == 4 * HALF


@pytest.mark.rule("damos 2.8")
def test_a_force_with_one_point_left_does_not_rally() -> None:
    g = activate(shake(position("F4 . . .\n . . . .", counters={"F4": {"ma": 1}}), "F4"), "F4")
    assert "rally" not in options_of(g)


@pytest.mark.rule("damos 2.8")
def test_no_force_rallies_in_an_enemy_zone_of_control() -> None:
    g = activate(shake(position("F4 f4 . .\n . . . ."), "F4"), "F4")
    assert "rally" not in options_of(g)


@pytest.mark.rule("damos 2.8")
def test_no_force_rallies_without_supply() -> None:
    g = activate(shake(position("F4 . . .\n . . . .", edge_rails=False), "F4"), "F4")
    assert "rally" not in options_of(g)


@pytest.mark.rule("damos 2.8")
def test_a_force_may_march_before_and_after_it_rallies() -> None:
    g = activate(shake(position("F4 . . .\n . . . ."), "F4"), "F4")
    go(g, "0102")
    choose(g, "rally")
    go(g, "0103")
    assert at(g, "F4") == "0103"


@pytest.mark.rule("damos 2.8")
def test_a_demoralized_force_enters_no_enemy_zone_of_control() -> None:
    picture = """
        F4 .  .  .
          .  .  f4 .
        .  .  .  .
    """
    g = activate(shake(position(picture), "F4"), "F4")
    assert offered(g, "move") == ["0102", "0201", "0301", "0302"]
    steady = position(picture)
    activate(steady, "F4")
    assert "0202" in offered(steady, "move")


@pytest.mark.rule("damos 2.8")
def test_a_demoralized_force_does_not_attack() -> None:
    g = activate(shake(position("F4 f4 . ."), "F4"), "F4")
    assert offered(g, "attack") == []


@pytest.mark.rule("damos 2.8")
def test_a_force_that_ends_stacked_with_a_demoralized_one_is_demoralized_too() -> None:
    g = activate(shake(position("F4 F3 . ."), "F3"), "F4")
    go(g, "0102")
    assert not shaken(g, "F4")
    choose(g, "stop")
    assert shaken(g, "F4")


@pytest.mark.rule("damos 2.8")
def test_a_force_that_only_passes_through_is_not() -> None:
    g = activate(shake(position("F4 F3 . ."), "F3"), "F4")
    go(g, "0103")
    choose(g, "stop")
    assert not shaken(g, "F4")


@pytest.mark.rule("damos 2.8")
def test_a_force_that_rallies_leaves_its_neighbour_in_the_hex_demoralized_and_catches_it_again() -> None:
    g = activate(shake(position("F4+F3 . .\n . . ."), "F4", "F3"), "F4")
    answers(g, "rally", "stop")
    assert shaken(g, "F4")
