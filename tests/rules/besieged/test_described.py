"""Descriptions: what is refused and why, units by name, exact odds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from sandtable.kernel.book.adjudicator import BadDescription
from sandtable.kernel.chance.dice import BadDice, ScriptedDice, SeededDice
from sandtable.kernel.printed.tables import Table, Tables
from sandtable.rules.besieged import RULEBOOK

from .judging import JUDGE, TABLES, judge, odds

FAIR = {"attacker": 20, "defender": 5}
BAD: list[tuple[dict[str, Any], str]] = [
    ({"defender": 5}, "the combat lacks 'attacker'; a strength such as attacker 25 would do"),
    ({"attacker": 5}, "the combat lacks 'defender'"),
    ({"attacker": 0, "defender": 5}, "attacker is 0; it should be at least 1"),
    ({"attacker": 5, "defender": -3}, "defender is -3; it should be at least 1"),
    ({"attacker": "many", "defender": 5}, "attacker is 'many'; it should be a whole number"),
    ({**FAIR, "terrain": "lava"}, "terrain is 'lava'; it should be one of clear, forest, swamp, mountain"),
    ({**FAIR, "weather": "fog"}, "weather is 'fog'"),
    ({**FAIR, "armour": "both"}, "armour is 'both'; it should be one of attacker, defender"),
    ({**FAIR, "air": -1}, "air is -1; it should be at least 0"),
    ({**FAIR, "air": 5}, "5 air units are too many: at most 4 support an attack in clear [Air Support]"),
    ({**FAIR, "air": 3, "weather": "mud"}, "at most 2 support an attack in mud [Air Support]"),
    ({**FAIR, "air": 1, "weather": "snow"}, "at most 0 support an attack in snow [Air Support]"),
    (
        {**FAIR, "air": 3, "units": 2},
        "3 air units are more than the 2 attacking corps and armies [Air Limit]",
    ),
    ({"attacker": 14, "defender": 5, "blitzkrieg": True}, "needs odds of 3-1 or better, and these are 2-1"),
    ({"attacker": 1, "defender": 9, "blitzkrieg": True}, "and these are below 1-5 [Blitzkrieg]"),
    ({**FAIR, "blitzkrieg": True, "armour": "defender"}, "armor-type unit [Blitzkrieg Armor]"),
    ({**FAIR, "steps": "attacker"}, "steps has 'attacker'; it should read like key=value,key=value"),
    ({**FAIR, "steps": "attacker=0"}, "steps of the attacker is 0; it should be at least 1"),
    ({**FAIR, "steps": "umpire=1"}, "steps knows no 'umpire'; it takes attacker, defender"),
    ({**FAIR, "turn": 26}, "turn is 26; it should be at most 25"),
    ({**FAIR, "turn": "May 1941"}, "months such as 'Jul/Aug 1943' would do"),
    ({"attacker": [{"name": "x"}], "defender": 5}, "attacker 1 lacks 'strength'"),
    ({"attacker": [{"strength": 0}], "defender": 5}, "both need a strength of at least 1"),
    ({"attacker": [{"strength": 4, "mood": 1}], "defender": 5}, "attacker 1 knows no 'mood'"),
    ({"attacker": [{"strength": 4, "marks": ["blue"]}], "defender": 5}, "a mark of attacker 1 is 'blue'"),
]


@pytest.mark.parametrize(("given", "says"), BAD, ids=[says for _, says in BAD])
@pytest.mark.rule("besieged Air Limit")
def test_what_cannot_be_is_refused_in_one_sentence(given: dict[str, Any], says: str) -> None:
    with pytest.raises(BadDescription) as no:
        judge(5, **given)
    assert says in str(no.value)
    assert "\n" not in str(no.value)
    with pytest.raises(BadDescription):
        odds(**given)


@pytest.mark.rule("besieged Blitzkrieg")
def test_air_may_lift_an_attack_to_blitzkrieg_odds() -> None:
    assert judge(5, attacker=14, defender=5, air=1, blitzkrieg=True)["odds"] == "3-1"


@pytest.mark.rule("besieged Blitzkrieg Dates")
@pytest.mark.parametrize(("side", "turn"), [("german", 1), ("german", 14), ("russian", 15), ("russian", 25)])
def test_each_side_uses_blitzkrieg_in_its_own_years(side: str, turn: int) -> None:
    assert judge(5, **FAIR, blitzkrieg=True, side=side, turn=turn)["table"] == "blitzkrieg"


@pytest.mark.rule("besieged Blitzkrieg Dates")
@pytest.mark.parametrize(
    ("side", "turn", "says"),
    [
        ("german", 15, "Germans use the Blitzkrieg table through Jul/Aug 1943, and this is Sep/Oct 1943"),
        ("russian", "jul/aug 1943", "Russians use the Blitzkrieg table from Sep/Oct 1943 on"),
    ],
)
def test_blitzkrieg_is_refused_in_the_enemy_s_years(side: str, turn: int | str, says: str) -> None:
    with pytest.raises(BadDescription, match=says):
        judge(5, **FAIR, blitzkrieg=True, side=side, turn=turn)


@pytest.mark.rule("besieged Blitzkrieg Dates")
@pytest.mark.parametrize("half", [{}, {"side": "german"}, {"turn": 3}])
def test_whoever_does_not_tell_side_and_turn_is_told_that_the_date_is_not_checked(
    half: dict[str, Any],
) -> None:
    found = judge(5, **FAIR, blitzkrieg=True, **half)
    assert found["date_checked"] is False
    assert JUDGE.tell(found)[0].startswith("Whether the date allows a Blitzkrieg is not checked")
    assert judge(5, **FAIR, blitzkrieg=True, side="german", turn=3)["date_checked"] is True
    assert judge(5, **FAIR, **half)["date_checked"] is None


@pytest.mark.rule("besieged Blitzkrieg Armor")
@pytest.mark.parametrize("nation", ["romanian", "Hungarian"])
def test_armor_of_an_ally_makes_no_blitzkrieg(nation: str) -> None:
    given = {"defender": 2, "blitzkrieg": True, "side": "german", "turn": 10}
    ally = {"name": "1 Arm", "strength": 6, "nation": nation, "marks": ["armour"]}
    german = {"name": "56 Pz", "strength": 6, "nation": "German", "marks": ["armour"]}
    with pytest.raises(BadDescription, match="no attacking armor-type unit is german"):
        judge(5, attacker=[ally], **given)
    assert judge(5, attacker=[ally, german], **given)["table"] == "blitzkrieg"


def test_the_date_matters_to_blitzkrieg_alone() -> None:
    assert judge(5, **FAIR, side="german", turn=25)["table"] == "crt"


ATTACKERS = [
    {"name": "56 Pz", "strength": 8, "steps": 3, "nation": "german", "marks": ["armour"]},
    {"name": "X Corps", "strength": 5, "steps": 2},
]


@pytest.mark.rule("besieged Armor")
def test_units_by_name_add_up_and_their_marks_are_read() -> None:
    found = judge(5, attacker=ATTACKERS, defender=[{"strength": 6, "steps": 2}])
    assert (found["odds"], found["row"]) == ("2-1", 6)
    assert [line["what"] for line in found["reckoning"]][:2] == ["56 Pz", "X Corps"]


@pytest.mark.rule("besieged Armor")
def test_armour_on_both_sides_is_worth_nothing() -> None:
    found = judge(5, attacker=ATTACKERS, defender=[{"strength": 6, "marks": ["armour"]}])
    assert found["row"] == 5


@pytest.mark.rule("besieged Armor")
def test_a_mere_strength_has_no_armour_unless_it_is_said() -> None:
    armoured = [{"name": "3rd Tank Army", "strength": 6, "marks": ["armour"]}]
    assert judge(5, attacker=ATTACKERS, defender=6)["row"] == 6
    assert judge(5, attacker=ATTACKERS, defender=6, armour="defender")["row"] == 4
    assert judge(5, attacker=6, defender=armoured)["row"] == 4
    assert judge(5, attacker=6, defender=6)["row"] == 5


@pytest.mark.rule("besieged Armor", "besieged Blitzkrieg Armor")
def test_a_mere_strength_that_makes_a_blitzkrieg_has_armour() -> None:
    infantry = [{"name": "5 Army", "strength": 5}]
    armoured = [{"name": "3rd Tank Army", "strength": 5, "marks": ["armour"]}]
    assert judge(5, attacker=20, defender=infantry, blitzkrieg=True)["row"] == 6
    assert judge(5, attacker=20, defender=armoured, blitzkrieg=True)["row"] == 5
    assert judge(5, attacker=20, defender=5, blitzkrieg=True)["row"] == 5


@pytest.mark.parametrize("name", ["river", "major_city", "blitzkrieg"])
def test_a_word_is_no_flag(name: str) -> None:
    with pytest.raises(BadDescription, match=f"{name} is 'false'; true or false would do"):
        judge(5, **FAIR, **{name: "false"})


@pytest.mark.rule("besieged Victory Chart")
def test_no_cities_are_a_number_of_cities() -> None:
    found = judge_check(turn=10, cities=0)
    assert (found["cities"], found["winner"]) == (0, "russian")
    with pytest.raises(BadDescription, match="units is given for a check of sudden death"):
        judge_check(turn=10, cities=0, units=0)


def judge_check(**given: Any) -> dict[str, Any]:
    return JUDGE.resolve({"procedure": "sudden_death", **given}, TABLES, [], ScriptedDice([]))


def test_several_strengths_add_up() -> None:
    assert judge(5, attacker=[4, 5], defender=3)["odds"] == "3-1"


@pytest.mark.rule("besieged Air Limit")
def test_named_attackers_are_counted_as_corps_and_armies() -> None:
    with pytest.raises(BadDescription, match="more than the 2 attacking corps"):
        judge(5, attacker=ATTACKERS, defender=5, air=3)


@pytest.mark.rule("besieged Blitzkrieg Armor")
def test_named_attackers_without_armour_make_no_blitzkrieg() -> None:
    infantry = [{"name": "X Corps", "strength": 20}]
    defence = [{"name": "5 Army", "strength": 5}]
    with pytest.raises(BadDescription, match="at least one attacking armor-type unit"):
        judge(5, attacker=infantry, defender=defence, blitzkrieg=True)


def test_a_die_that_is_none_of_ten_is_refused() -> None:
    with pytest.raises(BadDice, match="the dice given are 11, but 1d10 is to be rolled"):
        judge(11, **FAIR)


def test_more_dice_than_are_rolled_are_refused() -> None:
    with pytest.raises(BadDice, match="2 dice are given, but only 1 are rolled here"):
        JUDGE.resolve(FAIR, TABLES, [(5, 5)], ScriptedDice([]))


def test_without_a_typed_die_the_source_rolls() -> None:
    assert JUDGE.resolve(FAIR, TABLES, (), ScriptedDice([(3,)]))["die"] == 3


# ---- odds


COMBATS: list[dict[str, Any]] = [
    {"attacker": 25, "defender": 5},
    {"attacker": 6, "defender": 6, "steps": "attacker=1,defender=3"},
    {"attacker": 20, "defender": 5, "blitzkrieg": True, "drm": 3},
    {"attacker": 2, "defender": 9, "surrounded": "attacker"},
]


@pytest.mark.parametrize("given", COMBATS, ids=str)
def test_odds_are_the_ten_faces_counted(given: dict[str, Any]) -> None:
    fought = [judge(die, **given) for die in range(1, 11)]
    found = odds(**given)
    for name, key in (
        ("results", "result"),
        ("attacker_loses", "attacker_loses"),
        ("defender_loses", "defender_loses"),
    ):
        counted = Counter(str(one[key]) for one in fought)
        assert {k: Fraction(v) for k, v in found[name].items()} == {
            k: Fraction(n, 10) for k, n in counted.items()
        }
        assert sum(map(Fraction, found[name].values())) == 1


def test_many_rolled_combats_agree_with_the_odds() -> None:
    given = {"attacker": 12, "defender": 6}
    rolled = Counter(JUDGE.resolve(given, TABLES, (), SeededDice(seed))["result"] for seed in range(2000))
    for code, chance in odds(**given)["results"].items():
        assert abs(rolled[code] / 2000 - Fraction(chance)) < 0.04


@pytest.mark.rule("besieged Below 1-5")
def test_the_odds_below_the_table_are_certain() -> None:
    assert odds(attacker=1, defender=6)["results"] == {"surrender": "1/1"}


def test_a_user_s_table_is_used_where_it_replaces_ours() -> None:
    document = {**TABLES["crt"].document}
    document["cells"] = {**document["cells"], "6": ["DR"] * 11}
    mine: Tables = TABLES.with_replacements([Table(document, "mine")])
    assert JUDGE.resolve({"attacker": 25, "defender": 5}, mine, [(6,)], ScriptedDice([]))["result"] == "DR"


def test_the_book_plays_two_scenarios_and_still_judges_single_combats() -> None:
    assert [scenario.name for scenario in RULEBOOK.scenarios] == ["besieged-1941", "besieged"]
    assert RULEBOOK.adjudicator is not None
