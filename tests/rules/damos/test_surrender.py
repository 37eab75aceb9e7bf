"""[10.0] The Surrender Phase."""

from __future__ import annotations

import pytest

from sandtable.kernel.machine.engine import settle
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET
from sandtable.rules.damos.series.position.state import Front
from sandtable.rules.damos.series.surrender import SurrenderPhase, surrendering_hexes

from .positions import at, names_of, position, roll, shake

# The pocket of f4 in 0303 is closed on all sides by German zones.
POCKET = """
    .  .  .  .  .  .  .
      .  F1 .  F2 .  .  .
    .  .  f4 .  .  .  .
      .  F3 .  F5 .  .  .
    .  .  .  .  .  .  .
"""


def phase(picture: str = POCKET, *, turn: int = 3, side: int = SOVIET, **more: object) -> Front:
    """The position before the phase."""
    return position(picture, SurrenderPhase(), turn=turn, phasing=SOVIET if side == SOVIET else AXIS, **more)  # type: ignore[arg-type]


@pytest.mark.rule("damos 10.0")
def test_a_force_that_cannot_trace_home_next_to_a_supplied_steady_enemy_surrenders_for_good() -> None:
    assert at(phase(), "f4") == "gone"


@pytest.mark.rule("damos 10.0")
def test_only_forces_of_the_phasing_player_are_judged() -> None:
    assert at(phase(side=AXIS), "f4") == "0303"


@pytest.mark.rule("damos 10.0")
def test_a_force_with_a_way_home_of_any_length_does_not_surrender() -> None:
    g = phase(POCKET.replace("F2", ". ").replace("F5", ". "))
    assert at(g, "f4") == "0303"


@pytest.mark.rule("damos 10.0")
def test_the_enemy_beside_it_must_be_steady() -> None:
    g = position(POCKET, turn=3, phasing=SOVIET)
    shake(g, "F1", "F3", "F2", "F5")
    assert surrendering_hexes(g, SOVIET) == []


@pytest.mark.rule("damos 10.0")
def test_the_enemy_beside_it_must_be_in_supply() -> None:
    g = position(POCKET, turn=3, phasing=SOVIET, edge_rails=False)
    assert surrendering_hexes(g, SOVIET) == []


@pytest.mark.rule("damos 10.0")
def test_a_force_cut_off_but_not_next_to_an_enemy_holds_out() -> None:
    g = phase("""
        .  .  .  .  .  .  F2
          .  .  .  .  .  .  .
        .  .  f4 .  .  .  F1
    """)
    assert at(g, "f4") == "0303"


@pytest.mark.rule("damos 10.0")
def test_a_friend_in_the_gap_opens_the_way() -> None:
    g = phase(POCKET.replace("f4 .  .", "f4 f3 f2"))
    assert at(g, "f4") == "0303"


@pytest.mark.rule("damos 10.0")
def test_all_are_judged_on_the_position_at_the_start_and_removed_together() -> None:
    g = position(POCKET.replace(".  .  f4", ".  f3 f4"), turn=3, phasing=SOVIET)
    assert names_of(g, sum(1 << h for h in surrendering_hexes(g, SOVIET))) == ["0302", "0303"]


@pytest.mark.rule("damos 10.0")
def test_an_east_edge_hex_in_enemy_hands_is_still_a_way_off_the_map() -> None:
    g = phase(
        POCKET.replace("F2", ". ").replace("F5", ". "),
        axis="0107 0207 0307 0407 0507",
        edge_rails=False,
        rails=["0101 0201 0301 0401 0501"],
    )
    assert at(g, "f4") == "0303"


@pytest.mark.rule("damos 10.0", "damos AGN 4.8.4", "damos AGS 4.6.4")
def test_on_turn_2_even_a_surrendered_unit_may_straggle_back() -> None:
    g = phase(turn=2)
    roll(g, 5)
    roll(g, 3)
    assert at(g, "f4") == "due"
    assert g.due[g.roster.numbers["f4"]] == 4


@pytest.mark.rule("damos 10.0")
def test_germans_surrender_too() -> None:
    g = phase(
        """
        .  .  .  .  .  .  .
          .  f1 .  f2 .  .  .
        .  .  F4 .  .  .  .
          .  f3 .  f5 .  .  .
        .  .  .  .  .  .  .
        """,
        side=AXIS,
    )
    settle(g)
    assert at(g, "F4") == "gone"
