"""What a second reading of the sheet settled: loads under flak, squadrons in several entries, water, the destroyed."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sandtable.kernel.book.adjudicator import BadDescription
from sandtable.kernel.machine.engine import over, settle
from sandtable.kernel.machine.explore import explore
from sandtable.rules.airborne.judging.procedures import PROCEDURES
from sandtable.rules.airborne.state import Operation

from .judging import TABLES, odds, resolve


def flak(*faces: int, **given: Any) -> dict[str, Any]:
    """Heavy flak at a drop within 2 km: 5 and 6 are losses, 3 and 4 damage."""
    return resolve(*faces, procedure="flak", target="drop_2km", **given)


def refusal(**given: Any) -> str:
    with pytest.raises(BadDescription) as no:
        resolve(1, **given)
    return str(no.value)


# ----


@pytest.mark.rule("airborne 9.2", "airborne 8")
def test_what_flak_took_from_a_serial_is_part_of_the_share_it_takes_down() -> None:
    found = flak(6, 3, 1, 1, flak="heavy=2", serials=2, status=4)
    assert (found["serials_lost"], found["status_lost"]) == (1, 2)
    assert [(line["value"], line["rule"]) for line in found["reckoning"]] == [(1, "9.2"), (1, "8")]


@pytest.mark.rule("airborne 9.2")
def test_what_flak_took_from_a_serial_that_flies_on_is_lost_besides() -> None:
    assert flak(6, 1, 3, 3, flak="heavy=2", serials=2, status=4)["status_lost"] == 1 + 2


@pytest.mark.rule("airborne 9.2")
def test_flak_takes_no_more_from_a_serial_than_it_carries() -> None:
    assert flak(6, 6, 1, 1, flak="heavy=2", serials=2, status=2)["status_lost"] == 1
    assert flak(6, 6, flak="heavy=2", serials=1, status=2)["status_lost"] == 2


# ----


@pytest.mark.rule("airborne 4")
@pytest.mark.parametrize(
    ("entries", "level"),
    [
        (["status=4,german_ga=2", "status=4,german_ga=2"], "superior"),
        (["status=4,german_ga=2", "german_ga=4"], "overwhelming"),
        (["status=4,german_ga=2", "status=4,allied_ga=1"], "ordinary"),
    ],
)
def test_squadrons_of_one_kind_add_up_over_all_entries(entries: list[str], level: str) -> None:
    words = [line["what"] for line in resolve(1, attacker=entries, defender="status=20")["reckoning"]]
    assert f"attack: {level} air support" in words


# ----

# Son bridge bears tanks and stands as the operation begins; beside it the canal has no crossing.
SON = {"status": 2, "hex": "09431"}


@pytest.mark.rule("airborne 1.3")
@pytest.mark.parametrize("troop", ["tanks", "mech", "artillery"])
def test_tanks_mech_and_guns_do_not_attack_over_water_without_a_crossing(troop: str) -> None:
    entry = f"name=Guards,status=9,troop={troop},marks=across_river"
    assert refusal(attacker=entry, defender="status=2") == (
        f"Guards has water before it: {troop} crosses rivers by bridge only [1.3]"
    )
    assert resolve(1, attacker=f"{entry}+at_crossing", defender="status=2")["band"]


@pytest.mark.rule("airborne 1.3")
@pytest.mark.parametrize("troop", ["foot", "recce"])
def test_foot_and_recce_attack_over_water_in_tactical_mode(troop: str) -> None:
    entry = f"status=9,troop={troop},marks=across_river"
    assert resolve(1, attacker=entry, defender="status=2")["band"]
    assert "crossed in tactical mode" in refusal(attacker=f"{entry}+non_tactical", defender="status=2")


@pytest.mark.rule("airborne 1.3")
def test_on_the_board_a_crossing_must_bear_the_load() -> None:
    tanks = {"name": "Guards", "status": 9, "troop": "tanks"}
    at = {"board": "corridor", "defender": [SON]}
    assert resolve(1, attacker=[{**tanks, "hex": "09531"}], **at)["band"]
    blown = {**tanks, "hex": "09531", "marks": ["across_river"]}
    assert "Guards has water before it" in refusal(attacker=[blown], **at)


@pytest.mark.rule("airborne 1.3")
def test_on_the_board_tanks_beside_the_bridge_are_cut_off() -> None:
    tanks = {"name": "Guards", "status": 9, "troop": "tanks", "hex": "09532"}
    assert "Guards has water before it" in refusal(
        board="corridor", attacker=[tanks], defender=[{"status": 2, "hex": "Son"}]
    )


@pytest.mark.rule("airborne 1.3")
def test_guns_support_from_their_bank() -> None:
    found = resolve(
        1,
        attacker=["status=4,troop=foot,marks=across_river", "guns=field,status=3,km=4"],
        defender="status=2",
    )
    assert "attack: artillery" in [line["what"] for line in found["reckoning"]]


@pytest.mark.rule("airborne 5.7")
def test_armour_overruns_nobody_over_water_without_a_crossing() -> None:
    vouched: dict[str, Any] = {"defender": "status=4", "armour_breakthrough": True}
    found = resolve(6, 2, 2, attacker="status=12,marks=across_river", **vouched)
    assert (found["overrun"], found["overrun_refused"]) == (
        False,
        "the armour has water before it and no crossing that bears it [5.7]",
    )
    assert resolve(6, 2, 2, attacker="status=12,marks=at_crossing", **vouched)["overrun"] is True


@pytest.mark.rule("airborne 5.8")
def test_tanks_do_not_counter_attack_over_the_water_that_saved_them() -> None:
    foot = "status=2,troop=foot,marks=across_river"
    assert resolve(1, attacker=foot, defender="status=9,troop=tanks")["counter_attack"] is False
    assert resolve(1, attacker=foot, defender="status=9,troop=foot")["counter_attack"] is True


# ----


@pytest.mark.rule("airborne 5", "airborne 2.4")
def test_the_destroyed_are_gone_before_factors_are_counted() -> None:
    given: dict[str, Any] = {"defender": ["status=4,troop=foot", "status=0,troop=tanks"]}
    words = [
        line["what"]
        for line in resolve(
            1, attacker=["status=6,troop=foot", "status=0,troop=tanks,factors=3,marks=unprepared"], **given
        )["reckoning"]
    ]
    assert words == ["attack: status of the attacker", "defence: status of the defender", "die"]


@pytest.mark.rule("airborne 2.2")
def test_the_destroyed_pay_no_ammunition() -> None:
    found = resolve(1, attacker=["status=6", "status=0,ammo=0"], defender="status=4")
    assert found["ammo_spent"]["attacker"] == 1


@pytest.mark.rule("airborne 2.4.9")
def test_guns_of_status_0_support_nobody() -> None:
    entries = ["status=4,troop=foot", "guns=field,status=0,km=4"]
    words = [
        line["what"] for line in resolve(1, attacker="status=9,troop=tanks", defender=entries)["reckoning"]
    ]
    assert "defence: unsupported infantry, 1 unit" in words


# ---- odds of legal size, by parts that do not touch each other


@pytest.mark.rule("airborne 9")
@pytest.mark.parametrize(
    "given",
    [
        {"flak": "heavy=2,light=1", "serials": 2, "status": 3},
        {"flak": "light=2", "serials": 3, "status": 1},
        {"flak": "heavy=2", "serials": 3, "status": 5, "damage": 1},
        {"flak": "heavy=1", "serials": 3},
    ],
    ids=str,
)
def test_the_odds_of_flak_are_those_of_all_rolls(given: dict[str, Any]) -> None:
    described = {"procedure": "flak", "target": "drop_2km", **given}
    start = PROCEDURES["flak"].begin(described, TABLES)
    settle(start)
    walked = explore(start, over, lambda g: (g.strength.count(0), start.status[0] - g.status[0]))
    found = odds(**described)
    assert found["serials_lost"] == walked.map(lambda m: m[0]).as_json()
    assert found["status_lost"] == walked.map(lambda m: m[1]).as_json()


@pytest.mark.rule("airborne 10.1")
def test_the_odds_of_interdiction_are_those_of_all_rolls() -> None:
    described = {"procedure": "interdiction", "heavy": 2, "units": 4, "status": 1}
    start = PROCEDURES["interdiction"].begin(described, TABLES)

    def bombed(g: Operation) -> tuple[int, int]:
        return 4 - sum(g.status), sum(g.immobile)

    walked = explore(start, over, bombed)
    found = odds(**described)
    assert found["status_lost"] == walked.map(lambda m: m[0]).as_json()
    assert found["immobilised"] == walked.map(lambda m: m[1]).as_json()


@pytest.mark.rule("airborne 9")
def test_the_largest_flak_and_the_largest_stream_are_weighed_exactly() -> None:
    found = odds(procedure="flak", flak="heavy=10,light=10", target="drop_4km", serials=30, status=60)
    assert sum(map(Fraction, found["serials_lost"].values())) == 1
    assert sum(map(Fraction, found["status_lost"].values())) == 1


@pytest.mark.rule("airborne 10.1")
def test_sixty_units_under_bombs_are_weighed_exactly() -> None:
    found = odds(procedure="interdiction", tactical=60, units=60, status=60)
    assert sum(map(Fraction, found["immobilised"].values())) == 1
