"""[8.13] The extended example of the rulebook, played from the declaration to the retreat (errata R-13, R-18)."""

from __future__ import annotations

import pytest

from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.series.combat.plans import Posture, rung_of
from sandtable.rules.damos.series.events import Counterattacked, Inflicted, ReactionTried, Won
from sandtable.rules.damos.series.position.roster import SOVIET
from sandtable.rules.damos.series.position.state import Front
from tests.rules.damos.positions import answers, at, choose, left, options_of, position, react, shaken

# Side A in 0203, side B's 2 SP mech in 0204; the 10 SP armor is two hexes from it, with woods in between.
SIDES = """
    .  .  .  .  .  .  .
      .  .  P4+M5+F9 m2 w  p10 .
    .  .  .  .  .  .  .
"""


def up_to_the_dice() -> Front:
    """Penetration is declared, the armor reacts, side B counterattacks, and side A comes."""
    g = position(SIDES, turn=3)
    choose(g, "concerted penetration 0204")
    react(g, "p10", 6, 6)
    choose(g, "all")
    return g


def rolled_and_absorbed() -> Front:
    """Both rolls are made, and the first losses taken as in the example."""
    g = up_to_the_dice()
    answers(g, (6, 6, 4), (6, 6))
    answers(g, "absorb F9", "absorb F9", "absorb p10", "absorb p10", "absorb p10")
    return g


@pytest.mark.rule("damos 8.13", "damos 2.6.1")
def test_the_armor_reacts_through_the_woods_by_a_natural_twelve() -> None:
    g = up_to_the_dice()
    tried = [t.event for t in g.told or [] if isinstance(t.event, ReactionTried)]
    assert [(event.drm, event.succeeded) for event in tried] == [(-1, 1)]
    assert at(g, "p10") == "0204"


@pytest.mark.rule("damos 8.13")
def test_side_a_counts_18_with_plus_2_and_side_b_12_with_minus_1_for_a_counterattack() -> None:
    g = up_to_the_dice()
    assert (g.battle_attacker_sp, g.battle_defender_sp) == (18, 12)
    assert (g.battle_attacker_drm, g.battle_defender_drm) == (2, -1)
    assert g.battle_posture == Posture.COUNTERATTACK


@pytest.mark.rule("damos 8.13", "damos 8.6")
def test_18_in_column_16_18_is_6_and_11_in_column_11_12_is_3() -> None:
    crt = RULEBOOK.tables["crt"]
    assert (crt.look_up(row=18, column=18), crt.look_up(row=11, column=12)) == ("6", "3")


@pytest.mark.rule("damos 8.13", "damos 8.7")
def test_side_a_inflicts_6_and_side_b_4_by_the_combat_matrix() -> None:
    g = up_to_the_dice()
    answers(g, (6, 6, 4), (6, 6))
    assert [t.event for t in g.told or [] if isinstance(t.event, Inflicted)] == [
        Inflicted(rung_of("6"), rung_of("4"))
    ]


@pytest.mark.rule("damos 8.13", "damos 8.8")
def test_the_infantry_takes_all_of_side_a_s_losses_and_the_armor_all_of_side_b_s() -> None:
    g = rolled_and_absorbed()
    assert (left(g, "P4"), left(g, "M5"), left(g, "F9")) == (4, 5, 5)
    assert (left(g, "m2"), left(g, "p10")) == (2, 4)


@pytest.mark.rule("damos 8.13", "damos 8.9")
def test_6_against_14_strike_back_at_1_to_3_and_a_6_is_1_and_3() -> None:
    g = rolled_and_absorbed()
    answers(g, (6,))
    assert [t.event for t in g.told or [] if isinstance(t.event, Counterattacked)] == [
        Counterattacked("1:3", 6, 1, 3)
    ]


@pytest.mark.rule("damos 8.13", "damos 8.10", "damos 8.11")
def test_side_b_wins_at_7_to_7_and_side_a_falls_back_one_hex_demoralized() -> None:
    g = rolled_and_absorbed()
    answers(g, (6,))
    assert options_of(g) == ["half M5", "half F9"]
    answers(g, "half F9", "absorb F9", "absorb M5", "absorb p10")
    assert [t.event for t in g.told or [] if isinstance(t.event, Won)] == [Won(SOVIET, 7, 7)]
    assert (left(g, "P4"), left(g, "M5"), left(g, "F9")) == (4, 4, 3)
    assert (left(g, "m2"), left(g, "p10"), at(g, "p10")) == (2, 3, "0204")
    assert {at(g, mark) for mark in ("P4", "M5", "F9")} == {"0203"}
    assert all(shaken(g, mark) for mark in ("P4", "M5", "F9"))
