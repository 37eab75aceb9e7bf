"""The adjudicator: combats and the other procedures as Control describes them."""

from __future__ import annotations

import pytest

from sandtable.kernel.chance.dice import BadDice, SeededDice
from sandtable.rules.airborne import RULEBOOK
from sandtable.rules.airborne.judging.procedures import PROCEDURES

from .judging import ADJUDICATOR, COMBAT, EVENING, TABLES, resolve, tell

# ---- ground combat


@pytest.mark.rule("airborne 2.3")
def test_the_worked_combat() -> None:
    found = resolve(4, 5, **COMBAT)
    assert {key: found[key] for key in ("score", "band", "die")} == {"score": 9, "band": "8-11", "die": 4}
    assert {
        key: value for key, value in found.items() if key not in ("score", "band", "die", "reckoning")
    } == {
        "procedure": "combat",
        "attacker_loses_per_unit": 1,
        "attacker_extra_loss": 0,
        "defender_loses_per_unit": 1,
        "attacker_loses": 1,
        "defender_loses": 1,
        "retire_km": "1d6",
        "retired_km": 5,
        "ammo_spent": {"attacker": 1, "defender": 0},
        "supply_lost_per_unit": 1,
        "thrown_back": False,
        "counter_attack": False,
        "overrun": False,
        "overrun_refused": "there is no breakthrough order [5.7]",
        "may_fight_again": False,
        "tactical_advantage": None,
        "tactical_advantage_reason": None,
        "breakthrough_move": None,
    }


def test_the_reckoning_adds_up_to_the_score() -> None:
    found = resolve(
        1,
        attacker="status=12,factors=-2,artillery=3,long_artillery=5,air=superior",
        defender="status=9,factors=1,air=ordinary,artillery=6",
    )
    assert found["score"] == (12 - 2 + 3 + 2 + 6) - (9 + 1 + 4 + 6) + 1
    assert sum(line["value"] for line in found["reckoning"]) == found["score"]
    assert all(line["rule"] in RULEBOOK.paragraphs for line in found["reckoning"])


@pytest.mark.parametrize(
    ("die", "status", "band", "retire"),
    [
        (6, 14, "12+", "2d6"),
        (2, 14, "8-11", "1d6"),
        (1, 12, "5-7", "2"),
        (1, 8, "4 to -1", None),
        (1, 4, "below -1", None),
    ],
)
def test_bands_and_distances_in_the_open(die: int, status: int, band: str, retire: str | None) -> None:
    faces = {"12+": (die, 1, 1), "8-11": (die, 1)}.get(band, (die,))
    found = resolve(*faces, attacker=f"status={status}", defender="status=8")
    assert (found["band"], found["retire_km"]) == (band, retire)


@pytest.mark.parametrize(("die", "status", "retire"), [(6, 14, "1d6"), (2, 14, "1d3"), (1, 12, "1")])
@pytest.mark.parametrize("ground", ["close", "wood", "town", "marsh"])
def test_distances_in_close_country(die: int, status: int, retire: str, ground: str) -> None:
    faces = (die,) if retire == "1" else (die, 1)
    found = resolve(*faces, attacker=f"status={status}", defender="status=8", ground=ground)
    assert found["retire_km"] == retire


@pytest.mark.rule("airborne 5.8")
def test_a_limited_success_lets_the_defender_counter_attack_but_not_twice() -> None:
    assert resolve(2, attacker="status=12", defender="status=8")["counter_attack"]
    back = resolve(4, attacker="status=12", defender="status=8", counter_attack=True)
    assert (back["score"], back["counter_attack"]) == (6, False)


@pytest.mark.rule("airborne 5.7")
@pytest.mark.parametrize(
    ("faces", "factors", "extra", "again"),
    [((6, 1, 1), 2, 0, True), ((4, 1), 0, 1, True), ((4,), -2, 1, False)],
)
def test_an_overrun_that_control_vouches_for(
    faces: tuple[int, ...], factors: int, extra: int, again: bool
) -> None:
    found = resolve(
        *faces, attacker=f"status=8,factors={factors}", defender="status=4", armour_breakthrough=True
    )
    assert found["overrun"]
    assert (found["attacker_extra_loss"], found["may_fight_again"]) == (extra, again)
    assert found["attacker_loses"] == 1 + extra
    assert found["breakthrough_move"] == "1/2"


@pytest.mark.rule("airborne 5.7")
def test_twice_the_status_is_computed_and_not_believed() -> None:
    found = resolve(6, 1, attacker="status=7,factors=2", defender="status=4", armour_breakthrough=True)
    assert not found["overrun"]
    assert found["overrun_refused"] == "the attackers' status 7 is not twice the defenders' 4 [5.7]"


def test_losses_of_several_units_are_added_up() -> None:
    found = resolve(6, 3, 4, attacker="status=20,units=4", defender="status=8,units=3")
    assert (found["attacker_loses"], found["defender_loses"]) == (4, 6)
    assert (found["attacker_loses_per_unit"], found["defender_loses_per_unit"]) == (1, 2)


def test_a_combat_is_described_unit_by_unit() -> None:
    found = resolve(
        1,
        attacker=(
            "status=5,troop=tanks,formation=gds,name=Irish",
            "status=4,troop=foot,formation=101,marks=light_infantry",
        ),
        defender=[{"status": 4, "troop": "foot", "name": "Walther", "nation": "german", "hex": "0101"}],
        ground="wood",
        tactical_advantage="attacker",
    )
    lines = {line["what"]: line["value"] for line in found["reckoning"]}
    assert lines == {
        "attack: status of Irish": 5,
        "attack: status of attacker 2": 4,
        "attack: tactical advantage, 2 units": 2,
        "attack: combined arms, 2 units": 2,
        "attack: light infantry, 1 unit": -1,
        "attack: other formation, 1 unit": -1,
        "defence: status of Walther": -4,
        "defence: close country, 1 unit": -1,
        "die": 1,
    }


def test_marks_and_stocks_of_a_unit_count() -> None:
    entry = "status=6,troop=tanks,fuel=0,marks=unprepared+road_column"
    assert resolve(3, attacker=entry, defender="status=4")["score"] == 6 - 1 - 2 - 2 - 4 + 3


def test_squadrons_are_turned_into_a_level() -> None:
    assert (
        resolve(1, attacker="status=4,allied_ga=3,heavy=1", defender="status=12")["score"] == 4 + 8 - 12 + 1
    )


# ---- the other procedures


def test_fighters_are_judged_with_the_larger_side_as_attacker() -> None:
    found = resolve(4, procedure="air_to_air", interceptors=5, escort=15)
    assert (found["attacker"], found["column"], found["result"], found["winner"]) == (
        "escort",
        "3-1",
        "Win",
        "escort",
    )
    assert (found["interceptors_lose"], found["escort_loses"]) == (3, 1)


def test_of_equal_fighters_the_interceptors_are_the_attacker() -> None:
    assert resolve(6, procedure="air_to_air", interceptors=5, escort=5)["winner"] == "interceptors"


def test_a_stream_without_cover_needs_no_dice() -> None:
    found = resolve(procedure="transports", interceptors=3, transports=12, status=4)
    assert (found["fight"], found["serials_lost"], found["status_lost"]) == (None, 3, 1)


def test_bombers_are_judged_with_a_quarter() -> None:
    found = resolve(6, procedure="transports", interceptors=6, escort=5, bombers=9)
    assert (found["broke_through"], found["serials_lost"], found["serials_left"]) == (True, 1, 8)


def test_flak_is_judged_serial_by_serial() -> None:
    found = resolve(
        6, 1, 3, 4, procedure="flak", flak="heavy=1,light=1", target="drop_2km", serials=2, status=4
    )
    assert [roll["result"] for roll in found["rolls"]] == ["loss", "NE", "dam", "dam"]
    assert [roll["serial"] for roll in found["rolls"]] == [1, 1, 2, 2]
    assert (found["serials_lost"], found["serials_damaged"], found["status_lost"]) == (1, 1, 1 + 2)


def test_damage_that_a_serial_has_already_counts() -> None:
    assert resolve(6, procedure="flak", flak="light=1", target="overflight", damage=1)["serials_lost"] == 1


def test_interdiction_is_judged_unit_by_unit() -> None:
    found = resolve(6, 5, 1, procedure="interdiction", tactical=1, battalions=2, units=3, status=2)
    assert (found["row"], found["status_lost"], found["immobilised"]) == ("3-4", 1, 2)
    assert [roll["unit"] for roll in found["rolls"]] == [1, 2, 3]


def test_suppression_tells_how_many_flak_units_are_silent() -> None:
    assert resolve(6, 5, 1, procedure="suppression", tactical=3, units=3)["silenced"] == 2


def test_resupply_is_judged_lot_by_lot() -> None:
    found = resolve(6, 3, 2, procedure="resupply", points=23, contested=True)
    assert [lot["arrived"] for lot in found["lots"]] == [7, 4, 1]
    assert (found["modifier"], found["arrived"]) == (-3, 12)


def test_reconnaissance_of_a_crowd_adds_one() -> None:
    found = resolve(5, 1, procedure="recce", troop="tanks", units=2, in_square=4)
    assert [report["report"] for report in found["reports"]] == ["Type and size", "No report"]


def test_nobody_rolls_for_units_in_cover() -> None:
    found = resolve(procedure="recce", troop="foot", ground="wood", units=3)
    assert (found["in_cover"], found["reports"]) == (True, [])


def test_a_move_is_judged_as_a_fraction_of_the_turn() -> None:
    found = resolve(procedure="movement", troop="tanks", route="open=10,bridge,wood=4")
    assert (found["spent"], found["left"], found["may_fight"], found["fuel_due"]) == ("5/9", "4/9", False, 1)


def test_a_move_that_is_continued_counts_what_went_before() -> None:
    found = resolve(
        procedure="movement", troop="mech", mode="road_column", route="road=16", moved="1/4", fuel=0
    )
    assert (found["spent"], found["may_fight"], found["fuel_due"]) == ("1/2", True, 0)


# ---- words and dice


@pytest.mark.parametrize("name", PROCEDURES)
def test_every_outcome_is_told_in_sentences_that_end(name: str) -> None:
    assert ADJUDICATOR is not None
    outcome = ADJUDICATOR.resolve({"procedure": name, **EVENING[name]}, TABLES, [], SeededDice(7))
    told = tell(outcome)
    assert told
    assert all(sentence.endswith(".") for sentence in told)


def test_a_combat_is_told_with_its_distance_and_its_overrun() -> None:
    told = tell(resolve(4, 3, attacker="status=8", defender="status=4", armour_breakthrough=True))
    assert told == [
        "The die falls 4: the score is 8, in the band 8-11.",
        "Each attacking unit loses 2 status, each defending unit 1: 2 and 1 in all.",
        "The defenders retire 3 km and lose 1 supply point each.",
        "The defenders are overrun: the attackers move on through them for up to 1/2 of a turn and may fight again.",
        "Ammunition spent: 1 by the attacker, 0 by the defender.",
        "There is no counter-attack.",
    ]


def test_a_beaten_attack_is_told_without_a_distance() -> None:
    assert tell(resolve(1, attacker="status=4", defender="status=8")) == [
        "The die falls 1: the score is -3, in the band below -1.",
        "Each attacking unit loses 1 status, each defending unit 0: 1 and 0 in all.",
        "The attackers are thrown back to their start line, or 1 km.",
        "Ammunition spent: 1 by the attacker, 0 by the defender.",
        "The defender may counter-attack.",
    ]


def test_dice_that_are_not_given_are_rolled() -> None:
    assert ADJUDICATOR is not None
    found = ADJUDICATOR.resolve(COMBAT, TABLES, [(4,)], SeededDice(1))
    assert found["die"] == 4
    assert 1 <= found["retired_km"] <= 6


@pytest.mark.parametrize(
    ("faces", "sentence"),
    [
        ((7,), "the dice given are 7, but 1d6 is to be rolled"),
        ((4, 5, 6), "3 dice are given, but only 2 are rolled here"),
    ],
)
def test_faces_that_do_not_fit_are_refused(faces: tuple[int, ...], sentence: str) -> None:
    with pytest.raises(BadDice, match=f"^{sentence}$"):
        resolve(*faces, **COMBAT)


def test_every_option_of_a_procedure_is_asked_for() -> None:
    assert ADJUDICATOR is not None
    names = {asked.name for asked in ADJUDICATOR.asked}
    assert {key for procedure in PROCEDURES.values() for key in procedure.takes} == names - {"procedure"}
