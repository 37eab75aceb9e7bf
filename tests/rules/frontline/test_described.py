"""Descriptions, special targets, flags, raids and exact odds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sandtable import catalog
from sandtable.kernel.book.adjudicator import BadDescription
from sandtable.kernel.chance.dice import BadDice, ScriptedDice, SeededDice
from sandtable.kernel.chance.distribution import Distribution
from sandtable.kernel.machine.engine import over, settle
from sandtable.kernel.machine.explore import explore
from sandtable.kernel.printed.tables import BadTable, Table
from sandtable.rules.frontline.bombing import MeetDefences, Raid

from .judging import FAIR, JUDGE, TABLES, fair, judge, odds

BAD: list[tuple[dict[str, Any], str]] = [
    ({"defender": "men=1,me=1"}, "the combat lacks 'attacker'; men=14,tanks=3,air=3,me=2,lsp=2 would do"),
    ({"attacker": "men=1,me=1"}, "the combat lacks 'defender'"),
    ({**FAIR, "attacker": "men=3"}, "the attacker lacks 'me', its Military Effectiveness"),
    ({**FAIR, "attacker": "men=-3,me=2"}, "attacker's men is -3; it should be at least 0"),
    ({**FAIR, "attacker": "men=3,me=0"}, "attacker's me is 0; it should be at least 1"),
    ({**FAIR, "attacker": "men=some,me=2"}, "attacker's men is 'some'; it should be a whole number"),
    ({**FAIR, "attacker": "me=2,lsp=4"}, "the attacker has no men, tanks or aircraft"),
    ({**FAIR, "attacker": "men=3,horses=2,me=2"}, "attacker knows no 'horses'; it takes men, tanks, air"),
    ({**FAIR, "attacker": "men=3,men=4,me=2"}, "attacker names 'men' twice"),
    ({**FAIR, "attacker": "ten men"}, "attacker has 'ten men'; it should read like key=value"),
    ({**FAIR, "terrain": "moon"}, "terrain is 'moon'; it should be one of open, mountain"),
    ({**FAIR, "terrain": "desert"}, "no combat or deployment is permitted in Desert / Himalayas hexes"),
    ({**FAIR, "no_landing_craft": True}, "the attack is not amphibious"),
    ({**FAIR, "fortification": -1}, "fortification is -1; it should be at least 0"),
    ({**FAIR, "partisans_against": "umpire"}, "partisans_against is 'umpire'"),
    ({**FAIR, "cards": "attacker=-2"}, "cards of the attacker is -2"),
    ({**FAIR, "card_shifts": "neutral=1"}, "card_shifts knows no 'neutral'; it takes attacker, defender"),
    ({**FAIR, "target": "fleet"}, "target is 'fleet'; it should be one of front, partisans, garrison"),
    ({**FAIR, "target": "garrison"}, "a garrison fights as a single man; defender men=1,me=3 would do"),
    ({**FAIR, "attacker": "men=1,me=1,fortification=-1"}, "fortification is -1; it should be at least 0"),
    ({**FAIR, "bombing": "bombers=2"}, "bombing and attacker are both given"),
    ({"bombing": "flak=2"}, "bombing lacks 'bombers'"),
    ({"bombing": "bombers=0"}, "bombers is 0; it should be at least 1"),
    ({"bombing": "bombers=2,distance=4"}, "needs 'distance' and 'year' together"),
    ({"bombing": "bombers=2,distance=6,year=1942"}, "6 hexes are too far: in 1942 bombers fly 5 hexes"),
    ({"bombing": "bombers=2,distance=1,year=1939"}, "year is 1939; it should be at least 1942"),
    ({"bombing": "bombers=2,role=leaflets"}, "role is 'leaflets'; it should be one of industry, terror"),
]


@pytest.mark.rule("frontline Desert")
@pytest.mark.parametrize(("given", "says"), BAD, ids=[says for _, says in BAD])
def test_what_cannot_be_is_refused_in_one_sentence(given: dict[str, Any], says: str) -> None:
    with pytest.raises(BadDescription) as no:
        judge(3, 3, **given)
    assert says in str(no.value)
    assert "\n" not in str(no.value)
    with pytest.raises(BadDescription):
        odds(**given)


def test_a_die_of_seven_is_refused() -> None:
    with pytest.raises(BadDice, match="the dice given are 7, 1, but 2d6 is to be rolled"):
        fair(7, 1)


def test_half_a_roll_is_refused() -> None:
    with pytest.raises(BadDice, match="the dice given are 4, but 2d6 is to be rolled"):
        fair(4)


def test_dice_typed_apart_are_read_like_dice_typed_together() -> None:
    apart = JUDGE.resolve(FAIR, TABLES, [(6,), (2,)], ScriptedDice([]))
    assert apart == fair(6, 2)


def test_a_description_may_come_as_tables_with_names() -> None:
    rows = [{"name": "Rokossovsky", "men": 6, "me": 2, "lsp": 1}, {"hex": "Kursk", "men": 4, "me": 2}]
    found = fair(attacker=rows)
    words = [line["what"] for line in found["reckoning"]][:2]
    assert words == ["Rokossovsky: men 6, effectiveness 2", "Kursk: men 4, effectiveness 2"]


# ---- flags


@pytest.mark.rule("frontline Military Flags")
def test_each_attacking_hex_takes_a_flag_and_contingents_of_one_hex_share_it() -> None:
    rows = [{"hex": "Orel", "men": 5, "me": 2}, {"hex": "Orel", "men": 5, "me": 3}, {"men": 1, "me": 1}]
    assert fair(attacker=rows)["flags"] == {"military": 2, "naval": 0}


@pytest.mark.rule("frontline Winter")
def test_in_winter_every_operation_takes_two_flags() -> None:
    assert fair(winter=True)["flags"] == {"military": 2, "naval": 0}


@pytest.mark.rule("frontline Naval Flags")
def test_an_assault_from_the_sea_takes_a_naval_flag_besides() -> None:
    assert fair(amphibious=True)["flags"] == {"military": 1, "naval": 1}
    assert fair(amphibious=True, winter=True)["flags"] == {"military": 2, "naval": 1}


@pytest.mark.rule("frontline Security Operation")
def test_a_security_operation_takes_one_flag_and_two_in_winter() -> None:
    given = {"attacker": ["men=1,me=2", "men=1,me=2"], "target": "partisans"}
    assert judge(3, 3, **given)["flags"]["military"] == 1
    assert judge(3, 3, **given, winter=True)["flags"]["military"] == 2


# ---- partisans and garrisons


@pytest.mark.rule("frontline PAG", "frontline Security Operation")
def test_partisans_stand_for_one_man_of_effectiveness_one() -> None:
    found = judge(1, 6, attacker="men=1,me=2,lsp=1", target="partisans")
    assert found["odds"] == "2:1"
    assert found["reckoning"][1]["value"] == 1


@pytest.mark.rule("frontline Security Operation")
def test_partisans_are_destroyed_where_the_hex_would_be_occupied() -> None:
    found = judge(6, 1, attacker="men=2,me=1,lsp=1", target="partisans")
    assert (found["outcome"], found["defender_loses"]["men"]) == ("occupy_and_beyond", 0)
    assert (found["target_destroyed"], found["advance"]) == (True, 0)


@pytest.mark.rule("frontline Security Operation")
def test_partisans_are_destroyed_by_a_loss_though_the_result_is_poor() -> None:
    found = judge(1, 6, attacker="men=5,me=1", target="partisans", terrain="mountain")
    assert (found["outcome"], found["target_destroyed"]) == ("hold", True)


@pytest.mark.rule("frontline Security Operation")
def test_partisans_survive_a_weak_operation() -> None:
    found = judge(1, 6, attacker="men=1,me=1", target="partisans", terrain="mountain")
    assert (found["outcome"], found["target_destroyed"]) == ("hold", False)
    assert JUDGE.tell(found)[-1] == "The partisans are still there."


@pytest.mark.rule("frontline Garrisons")
def test_a_garrison_falls_with_one_loss_and_its_hex_is_entered() -> None:
    found = judge(4, 1, attacker="men=5,me=2,lsp=1", defender="men=1,me=2", target="garrison")
    assert (found["target_destroyed"], found["advance"]) == (True, 2)
    assert JUDGE.tell(found)[-1] == "The garrison is destroyed."


@pytest.mark.rule("frontline Fortified Hexside")
def test_of_several_fortified_hexsides_the_strongest_counts_and_not_the_sum() -> None:
    rows = [{"men": 5, "me": 2, "lsp": 1, "fortification": 1}, {"men": 5, "me": 2, "fortification": 2}]
    found = fair(attacker=rows)
    shifts = [line["value"] for line in found["reckoning"] if line["rule"] == "Fortified Hexside"]
    assert shifts == [-2]


@pytest.mark.rule("frontline Losses")
def test_of_several_hexes_the_largest_pays_and_no_last_man_goes_while_another_has_two() -> None:
    rows = [{"hex": "Orel", "men": 2, "me": 2, "lsp": 1}, {"hex": "Kursk", "men": 4, "me": 2}]
    found = fair(attacker=rows, defender="men=20,me=2")
    assert found["attacker_loses"]["men"] == 4
    assert found["losses_by_hex"]["attacker"] == {"Orel": {"men": 1}, "Kursk": {"men": 3}}
    told = "The attacker loses 4 men (by the owner's choice, else Orel 1 man; Kursk 3 men)."
    assert told in JUDGE.tell(found)


@pytest.mark.rule("frontline Front Line")
def test_a_hex_that_held_without_a_man_left_must_be_filled() -> None:
    found = judge(1, 6, attacker="men=9,me=1,lsp=1", defender="men=1,tanks=5,air=3,me=1", terrain="mountain")
    assert (found["outcome"], found["men_left"]["defender"]) == ("hold", 0)
    assert "No man is left in the attacked hex" in " ".join(JUDGE.tell(found))
    assert "No man is left" not in " ".join(JUDGE.tell(fair(1, 6)))


@pytest.mark.rule("frontline Bomber Bases", "frontline Flak Costs")
@pytest.mark.parametrize(("zones", "lsp"), [(0, 0), (1, 1), (3, 1), (4, 2), (6, 2), (7, 3)])
def test_a_raid_costs_its_base_one_lsp_and_flak_one_for_up_to_three_zones(zones: int, lsp: int) -> None:
    found = judge(*[1] * zones, bombing=f"bombers=1,flak={zones}")
    assert found["lsp_spent"] == {"attacker": 1, "defender": lsp}


def test_the_front_itself_is_no_target_that_can_be_destroyed() -> None:
    assert fair(6, 1)["target_destroyed"] is False


# ---- raids


@pytest.mark.rule("frontline Bombing Industry")
def test_unopposed_bombers_all_have_their_effect() -> None:
    found = JUDGE.resolve({"bombing": "bombers=3"}, TABLES, (), ScriptedDice([]))
    assert (found["effective"], found["cancelled"], found["lost"], found["dice"]) == (3, 0, 0, [])
    assert JUDGE.tell(found)[-1] == "Production lines shut down for the coming turn: 3."


@pytest.mark.rule("frontline Bombing Terror")
def test_terror_bombers_are_counted_the_same() -> None:
    found = judge(1, bombing="bombers=3,air_defence=1,role=terror")
    assert JUDGE.tell(found)[-1] == "Bombers that terrorise the population: 2."


@pytest.mark.rule("frontline Air Defence")
def test_each_air_unit_stops_one_bomber() -> None:
    found = judge(1, 5, bombing="bombers=4,air_defence=2")
    assert (found["effective"], found["cancelled"], found["lost"]) == (2, 2, 0)


@pytest.mark.rule("frontline Air Defence Casualties")
def test_an_air_unit_s_six_removes_the_bomber_it_stopped() -> None:
    found = judge(6, 1, bombing="bombers=4,air_defence=2")
    assert (found["effective"], found["cancelled"], found["lost"]) == (2, 1, 1)


@pytest.mark.rule("frontline Flak Zones")
def test_a_flak_zone_stops_one_bomber_and_rolls_against_each() -> None:
    found = judge(6, 1, 6, bombing="bombers=3,flak=1")
    assert (found["effective"], found["cancelled"], found["lost"]) == (1, 0, 2)


@pytest.mark.rule("frontline Flak Zones")
def test_nobody_fires_when_no_bomber_is_left() -> None:
    found = judge(6, bombing="bombers=1,air_defence=3,flak=2")
    assert (found["effective"], found["lost"], found["dice"]) == (0, 1, [6])


@pytest.mark.rule("frontline Bomber Range")
def test_a_target_within_the_year_s_range_may_be_bombed() -> None:
    assert judge(bombing="bombers=2,distance=6,year=1943")["effective"] == 2


# ---- odds


COMBATS: list[dict[str, Any]] = [
    FAIR,
    {"attacker": "men=14,tanks=3,air=3,me=2,lsp=2", "defender": "men=4,tanks=1,air=3,me=5"},
    {**FAIR, "terrain": "swamp", "cards": "attacker=5"},
    {**FAIR, "amphibious": True, "card_shifts": "attacker=3"},
]


@pytest.mark.parametrize("given", COMBATS, ids=str)
def test_odds_are_the_thirty_six_rolls_counted(given: dict[str, Any]) -> None:
    fought = [judge(*dice, **given) for dice in product(range(1, 7), repeat=2)]
    found = odds(**given)
    assert fractions(found["results"]) == counted(one["result"] for one in fought)
    assert fractions(found["outcomes"]) == counted(one["outcome"] for one in fought)
    for side in ("attacker", "defender"):
        losses = counted(str(sum(one[f"{side}_loses"].values())) for one in fought)
        assert fractions(found[f"{side}_loses"]) == losses


def fractions(chances: dict[str, str]) -> dict[str, Fraction]:
    assert sum(map(Fraction, chances.values())) == 1
    return {outcome: Fraction(chance) for outcome, chance in chances.items()}


def counted(outcomes: Any) -> dict[str, Fraction]:
    return {outcome: Fraction(n, 36) for outcome, n in Counter(outcomes).items()}


@pytest.mark.rule("frontline Flak Zones")
def test_the_odds_of_a_raid_agree_with_many_rolled_ones() -> None:
    given = {"bombing": "bombers=5,air_defence=1,flak=2"}
    flown = [JUDGE.resolve(given, TABLES, (), SeededDice(seed)) for seed in range(2000)]
    found = odds(**given)
    for name, key in (("results", "effective"), ("attacker_loses", "lost")):
        seen = Counter(str(raid[key]) for raid in flown)
        assert sum(map(Fraction, found[name].values())) == 1
        assert all(abs(seen[n] / 2000 - Fraction(chance)) < 0.04 for n, chance in found[name].items())


@pytest.mark.rule("frontline Air Defence Casualties")
def test_one_bomber_against_one_air_unit_is_lost_once_in_six() -> None:
    found = odds(bombing="bombers=1,air_defence=1")
    assert found["results"] == {"0": "1/1"}
    assert found["attacker_loses"] == {"0": "5/6", "1": "1/6"}


@pytest.mark.parametrize(
    ("table", "row", "cells", "says"),
    [
        ("results", "0", ["Z"] * 11, "table 'results' says 'Z'; G, Y, B, O, R would do"),
        ("terrain", "blue", ["win"] * 7, "table 'terrain' says 'win' for blue in open"),
        ("terrain", "attacker_me", ["low"] * 7, "for attacker_me; whole numbers would do"),
    ],
)
def test_a_user_s_table_with_unknown_words_is_named(
    table: str, row: str, cells: list[str], says: str
) -> None:
    document = {**TABLES[table].document}
    document["cells"] = {**document["cells"], row: cells}
    mine = TABLES.with_replacements([Table(document, "mine")])
    with pytest.raises(BadTable) as no:
        JUDGE.resolve(FAIR, mine, [(3, 3)], ScriptedDice([]))
    assert says in str(no.value)


def test_the_book_can_be_played_on_its_board() -> None:
    playable = catalog.rulebook_to_play("frontline")
    assert [scenario.board for scenario in playable.scenarios] == ["frontline"] * 4


# ---- raids of legal size


def walked(bombers: int, air_defence: int, flak: int) -> Distribution[tuple[int, int]]:
    """Bombers with effect and bombers lost, over every roll."""
    g = Raid(bombers, air_defence, flak)
    g.then(MeetDefences(air_defence, flak))
    settle(g)
    return explore(g, over, lambda g: (g.effective, g.lost))


@pytest.mark.rule("frontline Flak Zones", "frontline Air Defence Casualties")
@pytest.mark.parametrize("raid", [(4, 2, 1), (3, 0, 2), (5, 3, 2), (2, 3, 3), (1, 0, 0)])
def test_the_odds_of_a_raid_are_those_of_all_rolls(raid: tuple[int, int, int]) -> None:
    found = odds(bombing=dict(zip(("bombers", "air_defence", "flak"), raid, strict=True)))
    assert found["results"] == walked(*raid).map(lambda m: m[0]).as_json()
    assert found["attacker_loses"] == walked(*raid).map(lambda m: m[1]).as_json()


@pytest.mark.rule("frontline Flak Zones")
def test_the_largest_raid_is_weighed_exactly() -> None:
    found = odds(bombing="bombers=30,air_defence=30,flak=30")
    assert sum(map(Fraction, found["results"].values())) == 1
    assert sum(map(Fraction, found["attacker_loses"].values())) == 1


# ---- what was typed is meant


@pytest.mark.rule("frontline Fortified Hexside")
def test_a_word_for_a_number_is_refused_and_no_layers_are_none() -> None:
    assert fair(fortification=0)["column"] == "1:1"
    with pytest.raises(BadDescription, match="terrain is 0; it should be one of open"):
        fair(terrain=0)


@pytest.mark.parametrize("name", ["winter", "major_city", "amphibious", "no_landing_craft"])
def test_a_word_is_no_flag(name: str) -> None:
    with pytest.raises(BadDescription, match=f"{name} is 'false'; true or false would do"):
        fair(**{name: "false"})


@pytest.mark.rule("frontline Process 1")
def test_no_hex_attacks_itself_in_a_single_combat_either() -> None:
    with pytest.raises(BadDescription, match="Orel attacks itself"):
        judge(3, 3, attacker="men=3,me=2,hex=Orel", defender="men=3,me=2,hex=Orel")


def test_the_largest_combat_is_judged_in_no_time() -> None:
    many = [{"hex": f"hex {n}", "men": 249, "tanks": 249, "air": 249, "me": 9} for n in range(40)]
    found = odds(attacker=many, defender="men=9999,tanks=9999,air=9999,me=1")
    assert sum(map(Fraction, found["results"].values())) == 1
