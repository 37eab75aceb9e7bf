"""[2.6.1] Reaction: what comes of it, slipping away, and rallying in an enemy's influence."""

from __future__ import annotations

import pytest

from sandtable.kernel.map.hexes import Hex
from sandtable.kernel.reckoning import Reckoning
from sandtable.rules.damos.series.reaction import reaction_modifier

from .positions import (
    activate,
    answers,
    asking,
    at,
    choose,
    enter,
    go,
    held,
    offered,
    options_of,
    plans,
    position,
    react,
    roll,
    shake,
    slip_away,
    spent,
    unit,
    units,
)
from .test_reaction import MEET, met

# ---- what comes of it


@pytest.mark.rule("damos 2.6.1")
def test_a_reaction_into_an_empty_hex_is_a_meeting_engagement_with_the_reacting_force_as_defender() -> None:
    g = met()
    react(g, "p5", 5, 4)
    assert g.battle_hex == g.grid.hex("0202")
    assert g.battle_plan == 0
    assert (g.battle_attacker_sp, g.battle_defender_sp) == (9, 5)


@pytest.mark.rule("damos 2.6.1")
def test_several_forces_may_react_into_one_hex_one_after_another() -> None:
    g = met("""
        .  .  .  .  .
          P9 .  p5 .  .
        .  .  p4 .  .
    """)
    react(g, "p5", 5, 4)
    assert options_of(g) == ["pass", "react 0303", "slip_away 0303"]
    react(g, "p4", 5, 4)
    assert g.battle_defender_sp == 9


@pytest.mark.rule("damos 2.6.1", "damos 2.3")
def test_reacting_forces_keep_to_the_stacking_limit() -> None:
    g = met("""
        .  .  .  .  .
          P9 .  p5+p6 .  .
        .  .  p4+p3 .  .
    """)
    react(g, "p5+p6", 5, 4)
    choose(g, "react 0303")
    assert offered(g, "take") == ["p3", "p4"]
    choose(g, "take p3")
    assert asking(g) == "ReactionRoll"


@pytest.mark.rule("damos 2.6.1")
def test_a_reacting_force_joins_a_defender_and_the_attacker_plans_as_usual() -> None:
    g = position(
        """
        .  .  .  .  .
          P9 f4 p5 .  .
        .  .  .  .  .
        """,
        turn=3,
    )
    activate(g, "P9")
    enter(g, "0202")
    react(g, "p5", 5, 4)
    assert options_of(g) == ["plan meeting", "plan standard"]
    choose(g, "plan standard")
    assert g.battle_defender_sp == 9


@pytest.mark.rule("damos 2.6.1")
def test_a_force_reacted_against_may_not_plan() -> None:
    g = met()
    react(g, "p5", 5, 4)
    assert asking(g) == "CombatRoll"


@pytest.mark.rule("damos 2.6.1", "damos 7.0")
def test_if_the_reaction_fails_the_force_marches_on() -> None:
    g = met()
    react(g, "p5", 4, 4)
    assert asking(g) == "Act"
    assert "0102" in offered(g, "move")


@pytest.mark.rule("damos 2.6.1")
def test_each_force_tries_once_in_an_activation() -> None:
    g = met()
    react(g, "p5", 4, 4)
    go(g, "0102")
    assert asking(g) == "Act"


@pytest.mark.rule("damos 2.6.1")
def test_only_units_that_have_not_tried_yet_may_react_to_a_later_move() -> None:
    g = met(MEET.replace("p5", "p5+p4+f3"))
    react(g, "p5", 4, 4)
    go(g, "0103")
    choose(g, "react 0203")
    assert options_of(g) == ["all", "take p4"]
    answers(g, "all", (5, 4))
    assert (at(g, "p5"), at(g, "p4"), at(g, "f3")) == ("0203", "0103", "0103")


@pytest.mark.rule("damos 2.6.1")
def test_a_force_that_let_the_enemy_pass_may_react_to_the_next_hex() -> None:
    g = met()
    choose(g, "pass")
    go(g, "0103")
    assert "react 0203" in options_of(g)


@pytest.mark.rule("damos 2.6.1", "damos 7.0")
def test_whoever_tried_is_spent_at_the_end_of_the_activation_success_or_not() -> None:
    g = met()
    react(g, "p5", 4, 4)
    assert not spent(g, "p5")
    choose(g, "stop")
    assert spent(g, "p5")


@pytest.mark.rule("damos 2.6.1")
def test_units_that_let_the_enemy_pass_stay_fresh() -> None:
    g = met()
    answers(g, "pass", "stop")
    assert not spent(g, "p5")


@pytest.mark.rule("damos 2.6.1")
def test_part_of_a_stack_that_stayed_out_of_it_stays_fresh() -> None:
    g = met(MEET.replace("p5", "p5+p4"))
    react(g, "p5", 4, 4)
    choose(g, "stop")
    assert (spent(g, "p5"), spent(g, "p4")) == (True, False)


# ---- slipping away


@pytest.mark.rule("damos 2.6.1", "damos 7.0")
def test_a_force_whose_hex_is_entered_may_slip_away_and_the_enemy_marches_on() -> None:
    g = position(
        """
        .  .  .  .  .  .
          P9 p5 .  .  .  .
        .  .  .  .  .  .
        """,
        turn=3,
    )
    activate(g, "P9")
    enter(g, "0202")
    assert options_of(g) == ["pass", "slip_away 0202"]
    slip_away(g, "p5", 5, 4)
    answers(g, "retreat 0203", "retreat 0204", "halt")
    assert at(g, "p5") == "0204"
    assert asking(g) == "Act"
    assert held(g, "0202") == "german"


@pytest.mark.rule("damos 2.6.1")
def test_a_force_may_slip_away_when_its_influence_is_entered() -> None:
    g = met("""
        .  .  .  .  .  .
          P9 .  p5 .  .  .
        .  .  .  .  .  .
    """)
    slip_away(g, "p5", 5, 4)
    answers(g, "retreat 0204", "retreat 0205", "halt")
    assert at(g, "p5") == "0205"


@pytest.mark.rule("damos 2.6.1")
def test_a_force_that_slips_away_is_not_demoralized_but_spent() -> None:
    g = met("""
        .  .  .  .  .  .
          P9 .  p5 .  .  .
        .  .  .  .  .  .
    """)
    slip_away(g, "p5", 5, 4)
    answers(g, "retreat 0204", "retreat 0205", "halt", "stop")
    assert not g.demoralized[unit(g, "p5")]
    assert spent(g, "p5")


@pytest.mark.rule("damos 2.6.1")
def test_part_of_a_stack_may_slip_away() -> None:
    g = met("""
        .  .  .  .  .  .
          P9 .  p5+f3 .  .  .
        .  .  .  .  .  .
    """)
    answers(g, "slip_away 0203", "take p5", "go", (5, 4), "retreat 0204", "retreat 0205", "halt")
    assert (at(g, "p5"), at(g, "f3")) == ("0205", "0203")


@pytest.mark.rule("damos 2.6.1")
def test_a_force_that_fails_to_slip_away_defends() -> None:
    g = activate(position("P9 p5 . . .", turn=3), "P9")
    enter(g, "0102")
    slip_away(g, "p5", 4, 4)
    plans(g, "meeting", "counterattack")
    assert g.battle_defender_sp == 5


@pytest.mark.rule("damos 2.6.1")
def test_slipping_away_knows_no_distance() -> None:
    g = position("P9 . . . p13 . .", turn=3)
    force = units(g, "p13")
    start = Hex(g.hex_of[force[0]])
    assert int(reaction_modifier(g, force, start, start, (), Reckoning("reaction"))) == 0


@pytest.mark.rule("damos 2.6.1")
def test_a_march_whose_way_is_taken_by_a_force_slipping_away_is_decided_anew() -> None:
    g = position(
        """
        ~  ~  ~  ~  ~  ~  ~
          P9 .  .  .  .  .  .
        ~  ~  p5 ~  ~  ~  ~
        """,
        turn=3,
    )
    activate(g, "P9")
    go(g, "0206")
    slip_away(g, "p5", 6, 6)
    choose(g, "halt")
    assert at(g, "p5") == "0204"
    assert asking(g) == "Act"
    assert at(g, "P9") == "0202"


# ---- rallying in an enemy's influence


@pytest.mark.rule("damos 2.6.1", "damos 2.8", "damos 7.0")
def test_a_force_that_rallies_within_influence_may_be_reacted_against_and_is_rallied_by_then() -> None:
    g = shake(
        position(
            """
            P9 .  p9 .  .
              .  .  .  .  .
            """,
            turn=3,
        ),
        "P9",
    )
    activate(g, "P9")
    choose(g, "rally")
    assert options_of(g) == ["pass", "react 0103"]
    react(g, "p9", 6, 6)
    assert not g.demoralized[unit(g, "P9")]
    assert g.battle_hex == g.grid.hex("0101")


@pytest.mark.rule("damos 2.6.1")
def test_the_dice_are_not_asked_twice_for_one_attempt() -> None:
    g = met()
    choose(g, "react 0203")
    roll(g, 2, 2)
    assert asking(g) == "Act"
