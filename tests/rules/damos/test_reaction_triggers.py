"""[2.6.1] One trigger of reactions: who rolls at it, the hexside that was crossed, and how the moving force goes on."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.kernel.machine.engine import answer, options, outcomes, top
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.asking.reactions import reactions, risk_of
from sandtable.rules.damos.series.combat.plans import Plan
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET
from sandtable.rules.damos.series.position.state import Front
from sandtable.rules.damos.series.reaction import PickReactors, ReactionRoll, ReactionWindow

from .positions import (
    activate,
    answers,
    asking,
    at,
    choose,
    go,
    offered,
    options_of,
    position,
    react,
    shake,
    slip_away,
    spent,
    units,
)
from .test_reaction import MEET, met

TWO_HEXES = """
    .  .  .  .  .
      P9 .  p5+p4 .  .
    .  .  m3+p2 .  .
"""


def comes(g: Front, hex_: str) -> Fraction:
    """The best chance of the enemy that somebody of his comes into a hex at this trigger, by the steps of the game."""
    step = top(g)
    if isinstance(step, ReactionRoll):
        found = Fraction(0)
        for outcome in outcomes(g):
            after = g.copy()
            answer(after, outcome.action)
            found += outcome.chance * comes(after, hex_)
        return found
    if not isinstance(step, ReactionWindow | PickReactors):
        return Fraction(bool(g.units(g.grid.hex(hex_), SOVIET)))
    best = Fraction(0)
    for action in options(g):
        if action.verb != "slip_away":
            after = g.copy()
            answer(after, action)
            best = max(best, comes(after, hex_))
    return best


# ---- one roll for all units of a hex


@pytest.mark.rule("damos 2.6.1")
def test_a_hex_rolls_once_at_one_trigger_whoever_was_named() -> None:
    g = met(MEET.replace("p5", "p5+p4"))
    react(g, "p5", 4, 4)
    assert asking(g) == "Act"
    assert at(g, "p4") == "0203"


@pytest.mark.rule("damos 2.6.1")
def test_a_hex_that_has_rolled_to_come_does_not_slip_away_at_the_same_trigger() -> None:
    g = met(TWO_HEXES)
    react(g, "p5", 4, 4)
    assert options_of(g) == ["pass", "react 0303", "slip_away 0303"]


@pytest.mark.rule("damos 2.6.1")
def test_a_hex_that_has_rolled_to_slip_away_does_not_come_at_the_same_trigger() -> None:
    g = met(TWO_HEXES)
    answers(g, "slip_away 0303", "take p2", "go", (4, 4))
    assert options_of(g) == ["pass", "react 0203", "slip_away 0203"]


@pytest.mark.rule("damos 2.6.1")
def test_whoever_was_not_named_may_react_to_the_next_move() -> None:
    g = met(MEET.replace("p5", "p5+p4"))
    react(g, "p5", 4, 4)
    go(g, "0103")
    react(g, "p4", 5, 4)
    assert (at(g, "p5"), at(g, "p4")) == ("0203", "0103")


@pytest.mark.rule("damos 2.6.1")
def test_why_a_unit_does_not_react_after_the_roll_of_its_hex() -> None:
    g = met(TWO_HEXES)
    react(g, "p5", 4, 4)
    no = RULEBOOK.why_not(g, SOVIET, "react", {"unit": "p4"})
    assert no is not None
    assert (no.rule, "one roll serves all units of its hex" in no.reason) == ("2.6.1", True)
    assert RULEBOOK.why_not(g, SOVIET, "react", {"unit": "m3"}) is None


@pytest.mark.rule("damos 2.6.1")
@pytest.mark.parametrize(
    ("picture", "risk"),
    [
        (MEET, Fraction(10, 36)),
        (MEET.replace("p5", "p5+p4"), Fraction(10, 36)),
        (MEET.replace("p5", "p5+p4+m3"), Fraction(15, 36)),
        (TWO_HEXES, 1 - Fraction(26, 36) ** 2),
    ],
)
def test_the_risk_foretold_is_the_chance_that_somebody_comes(picture: str, risk: Fraction) -> None:
    g = activate(position(picture, turn=3), "P9")
    ahead = RULEBOOK.preview(g, AXIS, next(a for a in options(g) if a.args == (g.grid.hex("0202"),)))
    go(g, "0202")
    assert comes(g, "0202") == risk_of(reactions(g, units(g, "P9"), g.grid.hex("0202"))) == risk
    assert ahead.risk == risk


# ---- the hexside that the moving force crossed


@pytest.mark.rule("damos 8.2", "damos 3.0")
@pytest.mark.parametrize(("river", "strength"), [("river", 7), ("major_river", 5)])
def test_the_river_that_a_marching_force_crossed_counts_against_those_who_come_by_reaction(
    river: str, strength: int
) -> None:
    g = position(
        """
        .  .  .  .  .
          P9 |  .  p5 .  .
        .  .  .  .  .
        """,
        turn=3,
        river=river,
    )
    activate(g, "P9")
    go(g, "0202")
    react(g, "p5", 6, 6)
    assert (g.battle_plan, g.battle_from) == (Plan.MEETING, g.grid.hex("0201"))
    assert (g.battle_attacker_sp, g.battle_defender_sp) == (strength, 5)


@pytest.mark.rule("damos 8.2", "damos 3.0")
def test_the_river_that_the_reacting_force_crosses_changes_its_roll_alone() -> None:
    g = position(
        """
        .  .  .  .  .
          P9 .  |  p5 .  .
        .  .  .  .  .
        """,
        turn=3,
    )
    activate(g, "P9")
    go(g, "0202")
    react(g, "p5", 5, 5)
    assert (g.battle_attacker_sp, g.battle_defender_sp) == (9, 5)


@pytest.mark.rule("damos 8.4", "damos 3.0")
@pytest.mark.parametrize(
    ("bar", "found"), [("", ["steadfast", "counterattack"]), ("|", ["steadfast", "counterattack", "delay"])]
)
def test_a_reacting_force_may_delay_behind_the_river_that_the_enemy_has_crossed(
    bar: str, found: list[str]
) -> None:
    g = position(
        f"""
        .  .  .  .  .
          .  M5 . {bar} f9 .
        .  .  .  .  .
        """,
        turn=3,
        phasing=SOVIET,
    )
    activate(g, "f9")
    go(g, "0203")
    react(g, "M5", 6, 6)
    assert options_of(g, AXIS) == [f"posture {posture}" for posture in found]


@pytest.mark.rule("damos 8.2", "damos 2.6.1")
def test_whoever_weighs_a_reaction_sees_the_river_that_the_enemy_has_crossed() -> None:
    g = position(
        """
        .  .  .  .  .
          P9 |  .  p5 .  .
        .  .  .  .  .
        """,
        turn=3,
    )
    activate(g, "P9")
    go(g, "0202")
    coming = next(action for action in options(g) if action.verb == "react")
    found = RULEBOOK.odds(g, SOVIET, coming)
    assert found is not None
    assert (found.attacker.strength, found.defender.strength) == (7, 5)


@pytest.mark.rule("damos 8.1", "damos 8.2")
def test_an_intercepted_grand_assault_fights_across_the_river_it_has_just_crossed() -> None:
    g = position(
        """
        .  .  .  .  .  .  .
          P13 |  .  f4 p7 .  .  .
        .  .  .  .  .  .  .
        """,
        turn=3,
        counters={"P13": {"ma": 8}},
    )
    choose(g, "concerted grand_assault 0203")
    while asking(g) != "ConcertedMarch":
        choose(g, options_of(g)[0])
    go(g, "0202")
    react(g, "p7", 6, 6)
    assert (g.battle_hex, g.battle_plan) == (g.grid.hex("0202"), Plan.MEETING)
    # Three quarters of thirteen are 9.75.
    assert g.battle_attacker_sp == 10


@pytest.mark.rule("damos 8.2", "damos 2.8")
def test_whoever_rallies_has_crossed_nothing() -> None:
    g = activate(shake(position("P9 | . . p7 .\n . . . . .", turn=3, germany=2), "P9"), "P9")
    go(g, "0102")
    choose(g, "pass")
    choose(g, "rally")
    react(g, "p7", 6, 6)
    assert (g.battle_attacker_sp, g.battle_from) == (9, -1)


# ---- how the moving force goes on


@pytest.mark.rule("damos 2.6.1")
def test_nobody_slips_away_from_a_force_that_rallies() -> None:
    g = activate(shake(position("P9 . p9 . .\n . . . . .", turn=3), "P9"), "P9")
    choose(g, "rally")
    assert options_of(g) == ["pass", "react 0103"]


@pytest.mark.rule("damos 2.6.1", "damos 7.0")
def test_after_a_reaction_that_failed_the_moving_player_decides_anew() -> None:
    g = activate(position(MEET, turn=3), "P9")
    go(g, "0304")
    react(g, "p5", 4, 4)
    assert (asking(g), at(g, "P9")) == ("Act", "0303")
    assert "0304" in offered(g, "move")


@pytest.mark.rule("damos 2.6.1", "damos 7.0")
def test_after_a_force_has_slipped_away_the_moving_player_decides_anew() -> None:
    g = position(
        """
        .  .  .  .  .  .  .
          P9 .  p5 .  .  .  .
        .  .  .  .  .  .  .
        """,
        turn=3,
    )
    activate(g, "P9")
    go(g, "0304")
    slip_away(g, "p5", 6, 6)
    answers(g, "retreat 0204", "retreat 0205", "halt")
    assert (asking(g), at(g, "P9"), at(g, "p5")) == ("Act", "0303", "0205")


@pytest.mark.rule("damos 2.6.1", "damos 7.0")
def test_if_nobody_reacts_the_march_goes_on_to_the_next_trigger() -> None:
    g = activate(position(MEET, turn=3), "P9")
    go(g, "0304")
    choose(g, "pass")
    assert (asking(g), at(g, "P9")) == ("ReactionWindow", "0304")
    answers(g, "pass", "stop")
    assert (at(g, "P9"), spent(g, "p5")) == ("0304", False)
