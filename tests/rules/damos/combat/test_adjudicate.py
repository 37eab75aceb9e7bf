"""A described combat, judged by the steps of the game."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sandtable.kernel.book.adjudicator import BadDescription
from sandtable.kernel.chance.dice import BadDice, SeededDice
from sandtable.kernel.printed.tables import Table
from sandtable.kernel.refusals import Refused, SandtableError
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.judging.describe import ASKED

EXAMPLE: dict[str, Any] = {
    "attacker": "armor:4 mechanized:5 foot:9",
    "defender": "mechanized:2 armor:10",
    "plan": "penetration",
    "posture": "counterattack",
}
SMALL: dict[str, Any] = {
    "attacker": "armor:6",
    "defender": "armor:5",
    "plan": "standard",
    "posture": "counterattack",
}


def resolve(given: dict[str, Any], *typed: tuple[int, ...], seed: int = 1, **more: Any) -> dict[str, Any]:
    adjudicator = RULEBOOK.adjudicator
    assert adjudicator is not None
    return adjudicator.resolve({**given, **more}, RULEBOOK.tables, typed, SeededDice(seed))


def odds(given: dict[str, Any], **more: Any) -> dict[str, Any]:
    adjudicator = RULEBOOK.adjudicator
    assert adjudicator is not None
    return adjudicator.odds({**given, **more}, RULEBOOK.tables)


def lines(document: dict[str, Any], of: str) -> list[tuple[str, Any, str]]:
    return [(line["what"], line["value"], line["rule"]) for line in document["reckoning"] if line["of"] == of]


# ---- with given dice


@pytest.mark.rule("damos 8.13")
def test_the_example_of_the_rulebook_comes_out_as_printed() -> None:
    found = resolve(EXAMPLE, (6, 6, 4), (6, 6), (6,))
    attacker = {"sp": 18, "column": "16-18", "dice": [6, 6, 4], "drm": 2, "row": 18, "inflicts": "6"}
    defender = {"sp": 12, "column": "11-12", "dice": [6, 6], "drm": -1, "row": 11, "inflicts": "4"}
    assert attacker.items() <= found["attacker"].items()
    assert defender.items() <= found["defender"].items()
    assert found["counterattack"] == {"column": "1:3", "die": 6, "defender_loses": 1, "attacker_loses": 3}
    assert (found["attacker_inflicted"], found["defender_inflicted"], found["winner"]) == (7, 7, "defender")


def test_the_reckoning_names_the_plan_and_its_paragraph() -> None:
    found = resolve(EXAMPLE, (6, 6, 4), (6, 6), (6,))
    assert lines(found, "attacker's modifier") == [("penetration plan", 2, "8.3")]


def test_terrain_river_supply_and_demoralization_stand_in_the_reckoning() -> None:
    found = resolve(
        EXAMPLE,
        posture=None,
        terrain="woods+town",
        hexside="river",
        attacker_no_los=True,
        defender_no_los=True,
        defender_demoralized=True,
    )
    assert ("across a river", "3/4", "3.0") in lines(found, "attacker's strength")
    assert ("armor into woods", -1, "3.0") in lines(found, "attacker's strength")
    assert ("defending town", 1, "3.0") in lines(found, "defender's strength")
    assert lines(found, "attacker's modifier") == [
        ("penetration plan", 2, "8.3"),
        ("no line of supply, 2 dice", -4, "8.5"),
        ("the defender is demoralized", 1, "8.5"),
    ]
    assert lines(found, "defender's modifier") == [("no line of supply", -1, "8.5")]
    assert found["posture"] == "demoralized"


def test_without_a_counterattack_there_is_none() -> None:
    assert resolve(EXAMPLE, (1, 1, 1), (6, 6))["counterattack"] is None


def test_dice_that_are_not_given_are_rolled_and_shown() -> None:
    found = resolve(EXAMPLE, (6, 6, 4))
    assert len(found["defender"]["dice"]) == 2
    assert found["attacker"]["dice"] == [6, 6, 4]
    assert resolve(EXAMPLE, seed=1) == resolve(EXAMPLE, seed=1)


def test_the_losses_are_shared_out_by_the_stated_policy() -> None:
    def left(policy: str) -> list[int]:
        found = resolve(EXAMPLE, (1, 1, 1), (6, 6), policy=policy)
        return [unit["left"] for unit in found["units"]["attacker"]]

    # 4 loss points, 2 of them on the infantry in any case.
    assert left("spread") == [4, 5, 5]
    assert left("weakest") == [2, 5, 7]
    assert left("first") == [2, 5, 7]


@pytest.mark.rule("damos AGN 4.4")
@pytest.mark.parametrize("policy", ["spread", "weakest", "first"])
def test_whoever_takes_the_losses_a_low_die_is_rolled_again_where_the_air_unit_flies(policy: str) -> None:
    again = resolve(EXAMPLE, (1, 5, 6), (1, 1), (1,), (6,), air=True, policy=policy)
    assert (again["air_reroll"], again["attacker"]["dice"]) == (6, [6, 5, 6])
    kept = resolve(EXAMPLE, (4, 5, 6), (1, 1), (1,), air=True, policy=policy)
    assert "air_reroll" not in kept


@pytest.mark.rule("damos AGN 4.4")
@pytest.mark.parametrize("policy", ["spread", "first"])
def test_the_odds_with_the_air_unit_agree_with_resolving_every_roll(policy: str) -> None:
    combat = {
        **SMALL,
        "posture": "steadfast",
        "attacker": "foot:3",
        "defender": "foot:5",
        "air": True,
        "policy": policy,
    }
    wins = Fraction(0)
    for attacker, defender, again in product(range(1, 7), repeat=3):
        found = resolve(combat, (attacker,), (defender,), (1,), (again,))
        wins += Fraction(found["winner"] == "attacker", 216)
    assert Fraction(odds(combat)["winner"]["attacker"]) == wins


@pytest.mark.rule("damos AGN 4.4", "damos AGN 4.5.1")
def test_both_answers_name_the_policy_the_reroll_and_who_pays() -> None:
    for found in (resolve(EXAMPLE, policy="first", air=True), odds(EXAMPLE, policy="first", air=True)):
        assert found["policy"] == "first"
        assert found["decisions"] == {
            "losses": "the largest unit takes half of them, the unit named first the rest",
            "reroll": "the lowest die of the German roll is rolled again if it shows 3 or less",
            "replacement_points": "nobody pays for losses with them",
        }
    assert odds(EXAMPLE)["decisions"]["reroll"] == "none, since the air unit is not committed"


@pytest.mark.rule("damos AGN 4.8.2")
def test_twelve_to_one_answers_without_dice() -> None:
    found = resolve({**EXAMPLE, "defender": "foot:1", "posture": "steadfast"})
    assert (found["automatic"], found["winner"], found["defender_loses"]) == ("12:1", "attacker", 1)
    assert "dice" not in found["attacker"]


@pytest.mark.rule("damos AGN 4.4")
def test_the_air_unit_shifts_and_has_a_low_die_rolled_again() -> None:
    found = resolve(EXAMPLE, (6, 1, 4), (6, 6), (6,), (5,), air=True)
    assert (found["attacker"]["column"], found["attacker"]["dice"], found["air_reroll"]) == (
        "19-23",
        [6, 5, 4],
        5,
    )


@pytest.mark.rule("damos 2.3")
def test_units_above_the_stacking_limit_do_not_fight() -> None:
    found = resolve(EXAMPLE, attacker="armor:4 foot:5 foot:9 foot:3 foot:6")
    assert found["attacker"]["sp"] == 24
    assert [unit["sp"] for unit in found["units"]["attacker"] if not unit["fights"]] == [3]


# ---- whose side


@pytest.mark.rule("damos AGN 2.1")
def test_a_posture_for_germans_only_makes_the_soviets_the_attackers() -> None:
    assert resolve(EXAMPLE)["attacker_side"] == "german"
    assert resolve(EXAMPLE, posture="hedgehog", terrain="woods")["attacker_side"] == "soviet"


@pytest.mark.rule("damos AGN 2.1")
def test_with_the_side_given_compulsory_postures_are_compulsory() -> None:
    with pytest.raises(Refused, match=r"the Soviets may not choose Hedgehog here.*\[AGN 2.1\]"):
        resolve(EXAMPLE, posture="hedgehog", terrain="woods", attacker_side="german")


def test_units_may_be_described_one_by_one_with_names_and_nations() -> None:
    found = resolve(
        EXAMPLE,
        attacker=[{"kind": "armor", "sp": 9, "name": "8th Panzer"}],
        defender=[{"kind": "armor", "sp": 6, "nation": "soviet"}],
    )
    assert [unit["name"] for unit in found["units"]["attacker"]] == ["8th Panzer"]


# ---- refusals

REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"posture": "delay"}, r"Delay is not possible in clear.*\[8.4\]"),
    ({"defender": "foot:9"}, r"Counterattack needs a mechanized or armor unit.*\[AGN 2.1\]"),
    ({"terrain": "clear+city"}, r"Counterattack is not possible in a city.*\[AGN 2.1\]"),
    ({"attacker": "foot:9"}, r"Penetration needs a unit in the force that projects.*\[8.1\]"),
    ({"attacker": "tanks:9"}, "attacker: 'tanks' is no kind of unit; foot, cavalry"),
    ({"attacker": "armor"}, "attacker: 'armor' is no unit; kind:strength is"),
    ({"attacker": "armor:0"}, "a unit has 1 to 99 strength points, not 0"),
    ({"attacker": ""}, "the attacker is missing"),
    ({"plan": "rush"}, "the plan is 'rush'; it should be one of meeting"),
    ({"posture": None}, "the posture is None; it should be one of steadfast"),
    ({"terrain": "desert"}, "terrain 'desert' is unknown; clear, woods"),
    ({"terrain": "woods+castle"}, r"terrain 'woods\+castle' is unknown"),
    ({"hexside": "brook"}, "the hexside is 'brook'"),
    ({"policy": "kind"}, "the policy is 'kind'"),
    (
        {"attacker": [{"kind": "armor", "sp": "many"}]},
        "attacker 1: sp is 'many'; it should be a whole number",
    ),
    ({"attacker": [{"kind": "armor", "sp": 4, "speed": 3}]}, "attacker 1: there is no 'speed'"),
    (
        {"attacker": [{"kind": "armor", "sp": 4, "nation": "soviet"}], "attacker_side": "german"},
        "of one side",
    ),
    ({"air": "yes"}, "air is 'yes'; true or false would do"),
]


@pytest.mark.parametrize(("more", "says"), REFUSED, ids=[str(more) for more, _ in REFUSED])
def test_what_cannot_be_fought_is_refused_in_one_sentence(more: dict[str, Any], says: str) -> None:
    with pytest.raises(SandtableError, match=says) as no:
        resolve(EXAMPLE, **more)
    assert "\n" not in str(no.value)


def test_dice_that_do_not_fit_are_refused() -> None:
    with pytest.raises(BadDice, match="the attacker roll is 6,6, but 3d6 are to be rolled"):
        resolve(EXAMPLE, (6, 6))
    with pytest.raises(BadDice, match="5 rolls are given"):
        resolve(EXAMPLE, *[(6,)] * 5)


def test_nations_of_both_sides_in_one_force_are_refused() -> None:
    mixed = [{"kind": "armor", "sp": 4, "nation": "german"}, {"kind": "foot", "sp": 4, "nation": "soviet"}]
    with pytest.raises(BadDescription):
        resolve(EXAMPLE, attacker=mixed)


FINNS = [{"kind": "foot", "sp": 4, "nation": "finnish"}, {"kind": "motorized", "sp": 2, "nation": "finnish"}]


@pytest.mark.rule("damos AGN 4.3.3")
@pytest.mark.parametrize(("cut_off", "drm"), [(False, 0), (True, -2)])
def test_finns_fight_with_a_supply_of_their_own(cut_off: bool, drm: int) -> None:
    found = resolve(
        EXAMPLE,
        attacker=FINNS,
        defender="foot:5",
        plan="standard",
        posture="steadfast",
        attacker_no_los=cut_off,
    )
    assert (found["attacker"]["sp"], found["attacker"]["drm"]) == (6, drm)


@pytest.mark.rule("damos AGN 4.3.3")
def test_finns_beside_germans_need_both_lines() -> None:
    both = [*FINNS, {"kind": "foot", "sp": 6, "nation": "german"}]
    found = resolve(EXAMPLE, attacker=both, defender="foot:5", plan="standard", posture="steadfast")
    assert (found["attacker"]["sp"], found["attacker"]["drm"]) == (12, 0)


@pytest.mark.rule("damos AGN 4.1")
def test_finns_stack_as_axis_allies_do() -> None:
    four = [{"kind": "foot", "sp": 4, "nation": "finnish"}] * 4
    found = resolve(EXAMPLE, attacker=four, defender="foot:5", plan="standard", posture="steadfast")
    assert found["attacker"]["sp"] == 12


@pytest.mark.rule("damos AGN 3.1")
def test_finns_project_influence_by_their_kind() -> None:
    assert resolve(EXAMPLE, attacker=FINNS, defender="foot:5", posture="steadfast")["plan"] == "penetration"
    with pytest.raises(Refused, match=r"zone of influence.*8\.1"):
        resolve(EXAMPLE, attacker=FINNS[:1], defender="foot:5", posture="steadfast")


@pytest.mark.rule("damos AGN 4.4")
def test_the_air_unit_does_not_fly_for_finns_alone() -> None:
    with pytest.raises(Refused, match=r"Finns alone \[AGN 4\.4\]"):
        resolve(EXAMPLE, attacker=FINNS, defender="foot:5", plan="standard", posture="steadfast", air=True)


@pytest.mark.rule("damos AGS 4.7")
def test_hungarians_and_romanians_are_not_described_together() -> None:
    allies = [{"kind": "foot", "sp": 4, "nation": nation} for nation in ("hungarian", "romanian")]
    with pytest.raises(Refused, match=r"never share a hex \[AGS 4\.7\]"):
        resolve(EXAMPLE, attacker=allies, defender="foot:5", plan="standard", posture="steadfast")


def test_every_parameter_is_explained() -> None:
    assert all(asked.help.endswith(".") for asked in ASKED)


# ---- exact odds


def test_probabilities_sum_to_one_exactly() -> None:
    found = odds(EXAMPLE)
    for name in ("winner", "attacker_loses", "defender_loses"):
        assert sum(Fraction(chance) for chance in found[name].values()) == 1
    assert (found["exact"], found["policy"]) == (True, "spread")


def test_the_odds_agree_with_resolving_every_roll_of_a_small_combat() -> None:
    counted: Counter[tuple[str, str]] = Counter()
    for attacker, defender, strike in product(range(1, 7), repeat=3):
        found = resolve(SMALL, (attacker,), (defender,), (strike,))
        for name in ("winner", "attacker_loses", "defender_loses"):
            counted[name, str(found[name])] += 1
    exact = odds(SMALL)
    for (name, outcome), times in counted.items():
        assert Fraction(exact[name][outcome]) == Fraction(times, 216), (name, outcome)


def test_the_odds_of_an_eliminated_force_are_given() -> None:
    found = odds(SMALL, attacker="armor:9 armor:9", defender="foot:2", posture="steadfast")
    assert Fraction(found["defender_eliminated"]) > Fraction(9, 10)
    assert found["attacker_eliminated"] == "0/1"


def test_at_twelve_to_one_everything_is_certain() -> None:
    found = odds(EXAMPLE, defender="foot:1", posture="steadfast")
    assert (found["automatic"], found["winner"]) == ("12:1", {"attacker": "1/1", "defender": "0/1"})
    assert found["defender_eliminated"] == "1/1"


def test_air_support_never_hurts_the_germans() -> None:
    def chance(**more: Any) -> Fraction:
        return Fraction(odds(EXAMPLE, **more)["winner"]["attacker"])

    assert chance(air=True) > chance()


def test_a_table_of_one_s_own_changes_the_odds() -> None:
    table = RULEBOOK.tables["counterattack"].document
    harmless = {**table, "cells": {row: ["0/0"] * 5 for row in table["cells"]}}
    tables = RULEBOOK.tables.with_replacements([Table(harmless, "mine")])
    adjudicator = RULEBOOK.adjudicator
    assert adjudicator is not None
    mine = adjudicator.odds(EXAMPLE, tables)
    assert Fraction(mine["winner"]["attacker"]) > Fraction(odds(EXAMPLE)["winner"]["attacker"])
