"""What a player would regret is told before it is done; what follows is what was told."""

from __future__ import annotations

import pytest

from sandtable.kernel.machine.actions import Seat
from sandtable.kernel.printed.concerns import Concern
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.series.exclusive.rail import ConvertRail
from sandtable.rules.damos.series.operations import OperationsPhase
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET
from sandtable.rules.damos.series.position.state import Front
from sandtable.rules.damos.series.replacements import SpendPoints
from sandtable.rules.damos.series.surrender import SurrenderPhase

from ..positions import activate, answers, at, play, position, tire, wear
from .weighing import attacking, option

POCKET = """
    .  .  .  .  .  .  .
      .  F1 .  F2 .  .  .
    .  .  f4 .  .  .  .
      .  F3 .  F5 .  .  .
    .  .  .  .  .  .  .
"""
# Two divisions march onto three: the fifth is one too many.
CROWD = """
    .  .  .  .  .
      F1+F2 F3+F4+F5 .  .  .
    .  .  .  .  .
"""


def regretted(g: Front, text: str, seat: Seat = AXIS) -> list[Concern]:
    return list(RULEBOOK.preview(g, seat, option(g, text, seat)).concerns)


def kinds(g: Front, text: str, seat: Seat = AXIS) -> list[str]:
    return [concern.kind for concern in regretted(g, text, seat)]


@pytest.mark.rule("damos 7.0")
def test_whoever_ends_the_phase_is_told_which_forces_have_not_acted() -> None:
    g = position(CROWD, turn=3)
    (found,) = regretted(g, "end_phase")
    assert found.kind == "unused"
    assert found.text == "2 forces have not acted: 0201, 0202."
    assert found.hexes == ("0201", "0202")


@pytest.mark.rule("damos 7.0")
def test_of_many_forces_the_first_are_named_and_the_others_counted() -> None:
    g = position(
        """
        F1 .  .  .  f1
          F2 .  .  .  .
        F3 .  .  .  .
          F4 .  .  .  .
        F5 .  .  .  .
          F6 .  .  .  .
        """,
        turn=3,
    )
    assert regretted(g, "end_phase")[0].text == (
        "6 forces have not acted: 0101, 0201, 0301, 0401 and 2 more."
    )


@pytest.mark.rule("damos 7.0")
def test_nothing_is_regretted_when_everybody_has_acted() -> None:
    g = tire(position(CROWD, turn=3), "F1", "F2", "F3", "F4", "F5")
    assert kinds(g, "end_phase") == []


@pytest.mark.rule("damos 10.0")
def test_the_end_of_the_phase_warns_of_a_surrender_that_then_comes() -> None:
    g = tire(position(POCKET, OperationsPhase(), SurrenderPhase(), turn=3, phasing=SOVIET), "f4")
    (found,) = regretted(g, "end_phase", SOVIET)
    assert (found.kind, found.rule, found.hexes, found.units) == ("surrender", "10.0", ("0303",), ("f4",))
    answers(g, "end_phase")
    assert at(g, "f4") == "gone"


@pytest.mark.rule("damos 10.0")
def test_a_march_into_a_pocket_warns_of_the_surrender() -> None:
    g = position(
        """
        .  .  .  .  .  .  .
          .  F1 .  F2 .  .  .
        .  .  .  f4 .  .  .
          .  F3 .  F5 .  .  .
        .  .  .  .  .  .  .
        """,
        turn=3,
        phasing=SOVIET,
    )
    activate(g, "f4")
    assert "surrender" in kinds(g, "move 0303", SOVIET)


@pytest.mark.rule("damos 2.3")
def test_a_march_onto_a_full_stack_is_warned_of_and_so_is_the_end_of_the_phase() -> None:
    g = activate(position(CROWD, turn=3), "F1+F2")
    (found,) = regretted(g, "move 0202")
    assert found.kind == "overstacked"
    assert found.text == (
        "The stack in 0202 would be too high: 1 unit of 5 will be lost at the end of the Operations Phase."
    )
    answers(g, "move 0202")
    assert kinds(g, "stop") == ["overstacked"]
    answers(g, "stop")
    assert "overstacked" in kinds(g, "end_phase")


@pytest.mark.rule("damos 7.0")
@pytest.mark.parametrize("text", ["activate 0201", "concerted penetration 0202"])
def test_a_fast_force_shuts_out_the_slow_ones(text: str) -> None:
    g = position(
        """
        .  .  .  .  .
          P8 f4 .  .  .
        F3 .  .  .  .
        """,
        turn=3,
    )
    (found,) = regretted(g, text)
    assert (found.kind, found.hexes) == ("shut_out", ("0301",))


@pytest.mark.rule("damos 7.0")
def test_a_slow_force_shuts_nobody_out_and_nor_does_the_second_fast_one() -> None:
    picture = """
        .  .  .  .  .
          P8 .  .  P7 f4
        F3 .  .  .  .
        """
    g = position(picture, turn=3)
    assert kinds(g, "activate 0301") == []
    activate(g, "P8")
    answers(g, "stop")
    assert kinds(g, "activate 0204") == []


@pytest.mark.rule("damos 7.0")
def test_foot_that_goes_with_the_fast_force_is_not_shut_out() -> None:
    g = position(
        """
        .  .  .  .  .
          P8+F3 .  .  .  f4
        .  .  .  .  .
        """,
        turn=3,
    )
    assert kinds(g, "activate 0201") == []


@pytest.mark.rule("damos 9.0")
def test_a_long_march_out_of_supply_warns_of_attrition() -> None:
    g = attacking(
        """
        .  .  .  .  .  .  .  .  .
          P8 .  .  .  .  .  .  .  f4
        .  .  .  .  .  .  .  .  .
        """
    )
    assert kinds(g, "move 0202") == []
    assert kinds(g, "move 0206") == ["attrition"]


@pytest.mark.rule("damos 5.0")
def test_points_are_not_saved_unawares_while_somebody_could_use_them() -> None:
    g = position("F4 .  .  .  .\n  .  .  .  .  .", turn=3)
    g.axis_rp = 2
    wear(g, F4=2)
    play(g, SpendPoints())
    (found,) = regretted(g, "save")
    assert found.text == "2 replacement points would be saved, and 1 unit could use one."


@pytest.mark.rule("damos 2.4")
def test_every_kind_of_concern_can_be_switched_off_by_name() -> None:
    g = position(CROWD, turn=3)
    assert set(kinds(g, "end_phase")) <= set(RULEBOOK.appearance.concerns)


@pytest.mark.rule("damos AGN 4.3.1", "damos AGS 4.3.1")
def test_whoever_leaves_a_railway_as_it_is_is_told_where_it_could_grow() -> None:
    picture = """
        .  .  .  .  .
          .  .  .  .  f4
    """
    g = position(picture, ConvertRail(), edge_rails=False, rails=["0101 0102 0103"], axis="0102 0103", turn=3)
    (found,) = regretted(g, "leave")
    assert (found.kind, found.hexes) == ("railheads", ("0102",))
    assert found.text == "The railway could still grow this turn, toward 0102."
    assert kinds(g, "extend_all") == []
