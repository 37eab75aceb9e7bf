"""[12.0] Playing alone: the defender chooses before the attacker moves (R-81)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rules.damos.series.combat.plans import Plan, Posture
from sandtable.rules.damos.series.position.roster import SOVIET
from sandtable.rules.damos.series.position.state import Front

from .positions import activate, answers, asked_names, asking, at, options_of, position, react, slip_away


def alone(picture: str, *, solitaire: bool = True, **more: Any) -> Front:
    """A Russian attack, since Germans have postures to choose among."""
    rows = (
        picture
        if "\n" in picture
        else f"{picture}\n {' '.join('.' for cell in picture.split() if cell != '|')}"
    )
    return position(rows, turn=5, phasing=SOVIET, options={"solitaire": solitaire}, **more)


@pytest.mark.rule("damos 12.0")
def test_the_defender_chooses_before_the_attacking_force_moves() -> None:
    g = alone(". . P8@w p8 . .")
    activate(g, "p8")
    answers(g, "attack 0103")
    assert (asking(g), asked_names(g), at(g, "p8")) == ("PostureFirst", ["german"], "0104")
    assert options_of(g) == [
        "posture steadfast",
        "posture counterattack",
        "posture delay",
        "posture hedgehog",
    ]


@pytest.mark.rule("damos 12.0")
def test_then_the_attacker_plans_alone() -> None:
    g = alone(". . P8@w p8 . .")
    activate(g, "p8")
    answers(g, "attack 0103", "posture hedgehog", "pass")
    assert (asking(g), asked_names(g), at(g, "p8")) == ("PlanAndPosture", ["soviet"], "0103")
    answers(g, "plan standard")
    assert (g.battle_plan, g.battle_posture) == (Plan.STANDARD, Posture.HEDGEHOG)


@pytest.mark.rule("damos 12.0")
def test_a_river_that_the_attacker_will_cross_offers_delay() -> None:
    g = alone(". . P8 | p8 . .")
    activate(g, "p8")
    answers(g, "attack 0103")
    assert "posture delay" in options_of(g)


@pytest.mark.rule("damos 12.0")
def test_units_that_react_in_leave_the_posture_as_it_is() -> None:
    g = alone(". P6 F8@w p8 . .")
    activate(g, "p8")
    answers(g, "attack 0103", "posture hedgehog")
    react(g, "P6", 6, 6)
    answers(g, "plan meeting")
    assert g.battle_posture == Posture.HEDGEHOG


@pytest.mark.rule("damos 12.0")
def test_where_those_who_are_left_may_not_have_it_the_defender_chooses_again() -> None:
    g = alone(". . P6+F4 p8 . .")
    activate(g, "p8")
    answers(g, "attack 0103", "posture counterattack")
    answers(g, "slip_away 0103", "take P6", "go", (6, 6))
    while asking(g) == "Retreat":
        answers(g, options_of(g)[0])
    if asking(g) == "ReactionWindow":
        answers(g, "pass")
    answers(g, "plan meeting")
    assert g.battle_posture == Posture.STEADFAST


@pytest.mark.rule("damos 12.0")
def test_if_all_slip_away_the_attacker_goes_on() -> None:
    g = alone(". . P6 p8 . .")
    activate(g, "p8")
    answers(g, "attack 0103", "posture steadfast")
    slip_away(g, "P6", 6, 6)
    while asking(g) == "Retreat":
        answers(g, options_of(g)[0])
    assert asking(g) in ("Act", "ReactionWindow")


@pytest.mark.rule("damos 12.0", "damos 8.4")
def test_in_company_both_choose_in_secret_when_the_attacker_is_there() -> None:
    g = alone(". . P8@w p8 . .", solitaire=False)
    activate(g, "p8")
    answers(g, "attack 0103", "pass")
    assert (asking(g), asked_names(g)) == ("PlanAndPosture", ["german", "soviet"])
