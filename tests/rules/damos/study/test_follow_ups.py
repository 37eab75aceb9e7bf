"""[8.1, 8.3, AGN 4.4] What is asked on the way to a combat can be answered along with the choice that leads to it."""

from __future__ import annotations

import pytest

from sandtable.kernel import Action, FollowUp, answer, asked, options
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET
from sandtable.rules.damos.series.position.state import Front

from ..positions import answers, asking, choose, position
from .weighing import RAILHEAD, attacking, option


def following(g: Front, text: str) -> tuple[FollowUp, ...]:
    return RULEBOOK.preview(g, AXIS, option(g, text, AXIS)).follow_ups


def two_forces() -> Front:
    return position(
        """
        .  P9 .  .  .
          P3 f4 .  .  .
        .  .  .  .  .
        """,
        turn=3,
    )


@pytest.mark.rule("damos 8.1")
def test_the_attacker_of_a_concerted_attack_can_be_named_with_it_and_is_the_strongest_unless_said_otherwise() -> (
    None
):
    g = two_forces()
    (who,) = following(g, "concerted penetration 0202")
    hexes = [g.grid.hex(name) for name in ("0102", "0201")]
    assert [one.options for one in who.answers] == [(f"from:{hex_}", "onward") for hex_ in hexes]
    assert who.answers[who.usual].text == "Attack with P9 from 0102"


@pytest.mark.rule("damos 8.1")
def test_what_is_prepared_is_offered_when_it_comes_to_it() -> None:
    g = two_forces()
    (who,) = following(g, "concerted penetration 0202")
    choose(g, "concerted penetration 0202")
    while asked(g) == (SOVIET,):
        answer(g, options(g, SOVIET)[0], SOVIET)
    for prepared in who.answers[who.usual].options:
        assert prepared in [one.id for one in options(g, AXIS)]
        answer(g, next(one for one in options(g, AXIS) if one.id == prepared), AXIS)
    assert asking(g) not in ("NameAttacker", "ConcertedMarch")


@pytest.mark.rule("damos AGN 4.4")
def test_the_air_unit_is_committed_along_with_the_plan_where_it_can_fly() -> None:
    g = attacking(rails=RAILHEAD)
    answers(g, "attack 0202")
    (air,) = following(g, "plan standard")
    assert [one.options for one in air.answers] == [("commit_air",), ("hold_air",)]
    assert air.usual == 0


@pytest.mark.rule("damos AGN 4.4")
def test_nothing_is_asked_of_an_air_unit_that_is_too_far_away() -> None:
    g = attacking()
    answers(g, "attack 0202")
    assert following(g, "plan standard") == ()


@pytest.mark.rule("damos 8.3")
def test_an_attack_that_can_be_taken_back_is_planned_when_it_is_there() -> None:
    assert following(attacking(), "attack 0202") == ()


@pytest.mark.rule("damos 8.3")
def test_an_attack_on_which_the_enemy_may_react_can_be_planned_beforehand() -> None:
    g = attacking(
        """
        .  .  .  .  .
          P8 f4 p5 .  .
        .  .  .  .  .
        """
    )
    (plan,) = following(g, "attack 0202")
    assert [one.options for one in plan.answers] == [("plan:0",), ("plan:1",)]
    assert plan.usual == 1


@pytest.mark.rule("damos 7.0")
def test_a_march_has_nothing_to_be_prepared() -> None:
    g = attacking()
    assert RULEBOOK.preview(g, AXIS, Action("stop")).follow_ups == ()


@pytest.mark.rule("damos 7.0")
def test_while_a_force_could_still_act_what_comes_after_it_is_told() -> None:
    g = two_forces()
    choose(g, "activate 0201")
    stop = option(g, "stop", AXIS)
    passed = RULEBOOK.preview(g, AXIS, stop).passes_to
    choose(g, "stop")
    assert [one.id for one in passed] == [one.id for one in options(g, AXIS)]
    assert {one.part for one in passed} >= {"force", "end"}


@pytest.mark.rule("damos 7.0")
def test_what_does_not_end_the_action_of_a_force_passes_to_nothing() -> None:
    g = two_forces()
    choose(g, "activate 0201")
    march = next(one for one in options(g, AXIS) if one.verb == "move")
    assert RULEBOOK.preview(g, AXIS, march).passes_to == ()
