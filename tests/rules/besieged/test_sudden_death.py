"""The check for sudden death as Control asks for it, and odds that tell their reasons."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel.book.adjudicator import BadDescription
from sandtable.kernel.chance.dice import ScriptedDice

from .judging import JUDGE, TABLES, judge, odds


def check(**given: Any) -> dict[str, Any]:
    return JUDGE.resolve({"procedure": "sudden_death", **given}, TABLES, [], ScriptedDice([]))


@pytest.mark.rule("besieged Victory Chart")
@pytest.mark.parametrize(
    ("turn", "needed"), [("Nov/Dec 1942", 17), ("Nov/Dec 1943", 10), ("Nov/Dec 1944", 5)]
)
def test_a_german_with_too_few_cities_has_lost(turn: str, needed: int) -> None:
    lost = check(turn=turn, cities=needed - 1)
    assert (lost["needed"], lost["sudden_death"], lost["winner"]) == (needed, True, "russian")
    assert JUDGE.tell(lost) == [
        f"At the end of {turn} the German needs {needed} Major Cities and has {needed - 1}: "
        "the Russian wins at once."
    ]
    held = check(turn=turn, cities=needed)
    assert (held["sudden_death"], held["winner"]) == (False, None)
    assert JUDGE.tell(held)[0].endswith("the war goes on.")


@pytest.mark.rule("besieged Victory Chart")
@pytest.mark.parametrize("turn", ["Nov/Dec 1941", "Sep/Oct 1942", 25])
def test_other_turns_are_not_checked(turn: Any) -> None:
    found = check(turn=turn, cities=0)
    assert (found["needed"], found["sudden_death"]) == (None, False)
    assert "sudden death is not checked" in JUDGE.tell(found)[0]


@pytest.mark.rule("besieged Victory Chart")
def test_the_reckoning_shows_what_is_to_spare() -> None:
    lines = check(turn=10, cities=16)["reckoning"]
    assert [line["value"] for line in lines] == [16, -17]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"cities": 3}, "the check for sudden death lacks 'turn'; turn 10 or 'Nov/Dec 1942' would do"),
        ({"turn": 10}, "the check for sudden death lacks 'cities'"),
        ({"turn": 26, "cities": 3}, "turn is 26; it should be at most 25"),
        ({"turn": 10, "cities": -1}, "cities is -1; it should be at least 0"),
        ({"turn": 10, "cities": 3, "attacker": "25"}, "attacker is given for a check of sudden death"),
    ],
)
def test_a_check_that_cannot_be_is_refused_in_one_sentence(given: dict[str, Any], says: str) -> None:
    with pytest.raises(BadDescription) as no:
        check(**given)
    assert says in str(no.value)


def test_a_combat_has_no_cities_and_a_check_no_odds() -> None:
    with pytest.raises(BadDescription, match="procedure sudden_death asks for them"):
        judge(5, attacker=6, defender=6, cities=3)
    with pytest.raises(BadDescription, match="has no odds; ask resolve instead"):
        odds(procedure="sudden_death", turn=10, cities=3)
    with pytest.raises(
        BadDescription, match="procedure is 'picnic'; it should be one of combat, sudden_death"
    ):
        odds(procedure="picnic")


def test_odds_say_what_is_added_to_the_die() -> None:
    lines = odds(attacker=25, defender=8, armour="attacker", river=True)["reckoning"]
    assert [(line["what"], line["value"]) for line in lines if line["of"] == "added to the die"] == [
        ("only the attacker has armor", 1),
        ("all defenders behind a river", -1),
    ]


def test_odds_list_results_from_the_attackers_ruin_to_the_defenders() -> None:
    assert list(odds(attacker=6, defender=6)["results"]) == ["A2", "A1", "AR", "DR", "BR", "D1", "X2"]
    assert list(odds(attacker=25, defender=5, blitzkrieg=True)["results"]) == [
        "D1",
        "D2-Adv 1",
        "D2-Adv 2",
        "DE-Adv 3",
    ]
