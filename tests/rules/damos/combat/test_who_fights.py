"""[8.2, 2.3, 7.0] Who takes part in a combat: all in the hex, within stacking, but nobody dropped off in this phase."""

from __future__ import annotations

import pytest

from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.series.combat.plans import Posture
from sandtable.rules.damos.series.position.roster import SOVIET
from sandtable.rules.damos.series.position.state import Front
from tests.rules.damos.positions import (
    activate,
    answers,
    asking,
    at,
    choose,
    enter,
    go,
    left,
    options_of,
    position,
    react,
    shake,
    shaken,
    spent,
    unit,
)

# Three divisions and a tank brigade in one hex: one unit too many.
TOO_HIGH = """
    .  .  .  .  .  .
      F9 f4+f3+f2+p1 . . . .
    .  .  .  .  .  .
"""


def attacked() -> Front:
    """The German division has entered the hex of a stack that is too high."""
    g = activate(position(TOO_HIGH, turn=3), "F9")
    enter(g, "0202")
    while asking(g) == "ReactionWindow":
        choose(g, "pass")
    return g


# ---- the stacking limit


@pytest.mark.rule("damos 2.3", "damos 8.4")
def test_who_is_above_the_limit_is_left_out_before_plan_and_posture_are_chosen() -> None:
    g = attacked()
    assert asking(g) == "Sideline"
    assert options_of(g) == ["sideline f4", "sideline f3", "sideline f2", "sideline p1"]
    choose(g, "sideline f2")
    assert asking(g) == "PlanAndPosture"


@pytest.mark.rule("damos 2.3", "damos AGN 2.1")
@pytest.mark.parametrize(("out", "posture"), [("f2", Posture.COUNTERATTACK), ("p1", Posture.STEADFAST)])
def test_who_is_left_out_does_not_help_to_a_posture(out: str, posture: Posture) -> None:
    g = attacked()
    choose(g, f"sideline {out}")
    choose(g, "plan meeting")
    assert g.battle_posture == posture


@pytest.mark.rule("damos 2.3", "damos 2.8")
def test_a_demoralized_unit_that_is_left_out_does_not_demoralize_the_defence() -> None:
    g = activate(shake(position(TOO_HIGH.replace("p1", "f1"), turn=3), "f1"), "F9")
    enter(g, "0202")
    answers(g, "sideline f1", "plan meeting")
    assert g.battle_posture == Posture.STEADFAST


@pytest.mark.rule("damos 2.3", "damos 8.1")
def test_in_a_concerted_attack_the_defender_says_who_is_left_out_before_his_posture() -> None:
    g = position(TOO_HIGH.replace("F9", "P9"), turn=3)
    choose(g, "concerted grand_assault 0202")
    assert asking(g) == "Sideline"
    choose(g, "sideline p1")
    while asking(g) != "CombatRoll":
        choose(g, options_of(g)[0])
    assert (g.battle_posture, g.battle_defender_sp) == (Posture.STEADFAST, 9)


@pytest.mark.rule("damos 2.3", "damos 12.0")
def test_playing_alone_too_he_is_left_out_before_the_posture() -> None:
    g = activate(position(TOO_HIGH, turn=3, options={"solitaire": True}), "F9")
    enter(g, "0202")
    assert asking(g) == "Sideline"
    answers(g, "sideline p1", "pass", "plan meeting")
    assert (g.battle_posture, g.battle_defender_sp) == (Posture.STEADFAST, 9)


@pytest.mark.rule("damos 2.3", "damos 12.0")
def test_whoever_was_left_out_of_a_combat_that_is_not_fought_is_so_no_more() -> None:
    g = position(TOO_HIGH.replace("f4+f3+f2+p1", "p4+p3+p2+p1"), turn=3, options={"solitaire": True})
    activate(g, "F9")
    enter(g, "0202")
    answers(g, "sideline p1")
    assert asking(g) == "ReactionWindow"
    answers(g, "slip_away 0202", "all", (6, 6), "retreat 0203", "retreat 0204", "halt")
    assert (asking(g), sum(g.sidelined)) == ("Act", 0)


@pytest.mark.rule("damos 2.3", "damos 12.0")
def test_if_others_have_slipped_away_there_is_room_again_for_whoever_was_left_out() -> None:
    g = activate(position(TOO_HIGH, turn=3, options={"solitaire": True}), "F9")
    enter(g, "0202")
    answers(g, "sideline f2", "slip_away 0202", "take p1", "go", (6, 6))
    while asking(g) == "Retreat":
        choose(g, options_of(g)[0])
    choose(g, "plan meeting")
    assert g.battle_defender_sp == 9


@pytest.mark.rule("damos 2.3")
def test_a_described_posture_is_judged_without_those_above_the_limit() -> None:
    described = {"attacker": "foot:9", "attacker_side": "german", "plan": "standard"}
    adjudicator = RULEBOOK.adjudicator
    assert adjudicator is not None
    fits = {**described, "defender": "armor:4 foot:3 foot:2 foot:1", "posture": "counterattack"}
    assert adjudicator.odds(fits, RULEBOOK.tables)["posture"] == "counterattack"
    with pytest.raises(Exception, match="Counterattack needs a mechanized or armor unit"):
        adjudicator.odds({**fits, "defender": "armor:1 foot:4 foot:3 foot:2"}, RULEBOOK.tables)


# ---- units dropped off in this phase


def met_beside_a_dropped_unit() -> Front:
    """Foot were dropped off in 0202; now the panzers come there, and a Russian force reacts."""
    g = position(
        """
        .  .  .  .  .  .
          F4+F3+P8 . p5 . . .
        .  .  .  .  .  .
        """,
        turn=3,
    )
    activate(g, "F4+F3")
    answers(g, "move 0202", "pass", "drop_off F4", "stop")
    activate(g, "P8")
    go(g, "0202")
    react(g, "p5", 6, 6)
    return g


@pytest.mark.rule("damos 7.0", "damos 8.2")
def test_a_unit_dropped_off_in_this_phase_adds_no_strength() -> None:
    g = met_beside_a_dropped_unit()
    # F3 went on as the force and has fought its way here: it stands in the hex too and counts.
    assert (at(g, "F4"), at(g, "F3"), spent(g, "F4")) == ("0202", "0202", True)
    assert g.battle_attacker_sp == 8 + 3


@pytest.mark.rule("damos 7.0", "damos 8.8", "damos 8.11")
def test_a_unit_dropped_off_takes_no_losses_but_goes_back_with_the_others() -> None:
    g = met_beside_a_dropped_unit()
    answers(g, (1, 1), (6,))
    while asking(g) in ("AbsorbPoint", "PickLargest"):
        assert "absorb F4" not in options_of(g)
        choose(g, options_of(g)[0])
    assert left(g, "F4") == 4
    assert at(g, "F4") == at(g, "P8") == at(g, "F3") != "0202"
    assert not shaken(g, "F4")


@pytest.mark.rule("damos 7.0", "damos 8.12")
def test_a_unit_dropped_off_in_the_same_activation_neither_fights_nor_exploits() -> None:
    g = shake(
        position(
            """
            .  .  .  .  .  .
              F4+P8 . . p7 . .
            .  .  .  .  .  .
            """,
            turn=3,
            germany=2,
        ),
        "P8",
        "F4",
    )
    activate(g, "F4+P8")
    answers(g, "move 0202", "pass", "drop_off F4", "rally")
    react(g, "p7", 6, 6)
    assert g.battle_attacker_sp == 8
    answers(g, (6, 6), (1, 1), (1,))
    while asking(g) == "Retreat":
        choose(g, options_of(g)[0])
    # One unit alone is not asked for piece by piece.
    assert (asking(g), options_of(g)) == ("Exploitation", ["done", "all"])


@pytest.mark.rule("damos 7.0")
def test_a_unit_dropped_off_defends_in_the_enemy_s_turn() -> None:
    g = activate(position("F4+F3 . . f9 .\n . . . . .", turn=3), "F4+F3")
    answers(g, "drop_off F4", "stop")
    assert g.dropped[unit(g, "F4")]
    choose(g, "end_phase")
    assert not any(g.dropped)


@pytest.mark.rule("damos 7.0")
def test_everybody_sees_who_was_dropped_off() -> None:
    g = activate(position("F4+F3 . . f9 .\n . . . . .", turn=3), "F4+F3")
    choose(g, "drop_off F4")
    seen = {row["unit"]: row for row in RULEBOOK.view(g, SOVIET)["counters"]}
    assert (seen["F4"].get("dropped_off"), seen["F3"].get("dropped_off")) == (True, None)


@pytest.mark.rule("damos 7.0", "damos 2.3")
def test_the_last_unit_that_fights_is_not_left_out_for_those_dropped_off() -> None:
    g = position(
        """
        .  .  .  .  .  .
          F1+F2+F3+F4+F5+P8 . p5 . . .
        .  .  .  .  .  .
        """,
        turn=3,
    )
    activate(g, "F1+F2+F3+F4+F5")
    answers(g, "move 0202", "pass", "drop_off F1", "drop_off F2", "drop_off F3", "drop_off F4", "move 0101")
    while asking(g) == "ReactionWindow":
        choose(g, "pass")
    choose(g, "stop")
    activate(g, "P8")
    go(g, "0202")
    react(g, "p5", 6, 6)
    assert asking(g) == "Sideline"
    assert options_of(g) == ["sideline F1", "sideline F2", "sideline F3", "sideline F4"]
    choose(g, "sideline F1")
    assert g.battle_attacker_sp == 8
