"""[7.0] What an option would bring, before it is chosen."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.kernel.book.study import Preview
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET

from ..positions import activate, answers, position, shake
from .weighing import CLASH, attacking, option, weighed


@pytest.mark.rule("damos 7.0")
def test_the_preview_of_a_march_adds_up_its_price() -> None:
    g = attacking(
        """
        .  .  w  .  .
          P8 .  .  .  f4
        .  .  .  .  .
        """
    )
    found = RULEBOOK.preview(g, AXIS, option(g, "move 0103", AXIS))
    assert isinstance(found, Preview)
    assert found.path[-1] == "0103"
    prices = [line["value"] for line in found.lines if line["of"] == "movement points"]
    assert len(prices) == len(found.path)
    assert sum(map(int, prices)) == 6 - int(found.left or 0)


@pytest.mark.rule("damos 2.6.1")
def test_the_preview_of_a_march_names_who_may_come_and_why() -> None:
    g = attacking(
        """
        .  .  .  .  .
          P8 .  p5 .  .
        .  .  .  .  .
        """
    )
    found = RULEBOOK.preview(g, AXIS, option(g, "move 0202", AXIS))
    assert found.risk == Fraction(10, 36)
    assert found.rolls
    assert found.lines[-1] == {
        "of": "reaction from 0203 into 0202",
        "what": "chance",
        "value": "5/18",
        "sign": "%",
        "rule": "2.6.1",
    }


@pytest.mark.rule("damos 8.0")
def test_the_preview_of_an_attack_carries_its_odds() -> None:
    g = attacking()
    found = RULEBOOK.preview(g, AXIS, option(g, "attack 0202", AXIS))
    assert found.odds is not None
    assert found.odds.as_json() == weighed(g, text="attack 0202").as_json()
    assert (found.path, found.left) == (("0202",), "5")


@pytest.mark.rule("damos 7.0")
def test_the_preview_of_an_activation_shows_the_allowance_of_the_slowest() -> None:
    g = position(
        """
        .  .  .
          P8+F4 .  .
        .  .  .
        """,
        turn=3,
        counters={"F4": {"ma": 4}},
    )
    found = RULEBOOK.preview(g, AXIS, option(g, "activate 0201", AXIS))
    assert (found.left, found.supplied, found.rolls) == ("4", True, False)
    assert found.lines == [{"of": "movement allowance", "what": "F4", "value": "4", "rule": "7.0"}]


@pytest.mark.rule("damos 2.8")
def test_the_preview_of_a_rally_shows_what_it_costs() -> None:
    g = activate(shake(position(CLASH.replace("f4", ". ").replace("P8", "P8"), turn=3), "P8"), "P8")
    found = RULEBOOK.preview(g, AXIS, option(g, "rally", AXIS))
    assert (found.left, found.risk) == ("4", Fraction(0))


@pytest.mark.rule("damos 2.6.1")
def test_the_preview_of_a_reaction_says_how_likely_it_succeeds_and_why() -> None:
    g = attacking(
        """
        .  .  .  .  .
          P8 .  p5 .  .
        .  .  .  .  .
        """
    )
    answers(g, "move 0202")
    for text, of in (("react 0203", "to react"), ("slip_away 0203", "to slip away")):
        found = RULEBOOK.preview(g, SOVIET, option(g, text, SOVIET))
        assert found.lines[-1] == {"of": of, "what": "chance", "value": "5/18", "sign": "%", "rule": "2.6.1"}
    assert RULEBOOK.preview(g, SOVIET, option(g, "pass", SOVIET)).lines == []


@pytest.mark.rule("damos 2.6.1")
def test_the_preview_of_a_reaction_is_of_all_units_that_can_go_until_they_are_named() -> None:
    g = attacking(
        """
        .  .  .  .  .
          P4 .  p3+p2 .  .
        .  .  .  .  .
        """,
        "P4",
    )
    answers(g, "move 0202")
    together = RULEBOOK.preview(g, SOVIET, option(g, "react 0203", SOVIET))
    answers(g, "react 0203")
    alone = RULEBOOK.preview(g, SOVIET, option(g, "take p2", SOVIET))
    assert together.lines == RULEBOOK.preview(g, SOVIET, option(g, "all", SOVIET)).lines
    assert "more mobile strength than the enemy" in [line["what"] for line in together.lines]
    assert alone.lines != together.lines
