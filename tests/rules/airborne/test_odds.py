"""Exact odds of everything that rolls dice."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sandtable.kernel.book.adjudicator import BadDescription
from sandtable.rules.airborne.judging.procedures import PROCEDURES

from .judging import COMBAT, EVENING, odds, resolve, total

SMALL: dict[str, dict[str, Any]] = {
    "air_to_air": {"interceptors": 9, "escort": 20},
    "flak": {"flak": "heavy=1", "target": "drop_2km", "status": 3},
    "interdiction": {"heavy": 2, "status": 2},
    "resupply": {"points": 7, "airstrip": True},
}


@pytest.mark.parametrize("name", [name for name in PROCEDURES if name != "movement"])
def test_exact_odds_sum_to_one(name: str) -> None:
    found = odds(procedure=name, **EVENING[name])
    distributions = [value for value in found.values() if isinstance(value, dict)]
    assert found["exact"] is True
    assert distributions
    assert [total(chances) for chances in distributions] == [1] * len(distributions)


def test_the_odds_of_the_worked_combat() -> None:
    found = odds(**COMBAT)
    assert found["results"] == {"8-11": "2/3", "5-7": "1/3"}
    assert found["attacker_loses"] == found["defender_loses"] == {"1": "1/1"}
    assert found["retired_km"]["2"] == "4/9"
    assert found["defender_eliminated"] == found["overrun"] == "0/1"


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("air_to_air", "escort_loses"),
        ("flak", "status_lost"),
        ("interdiction", "status_lost"),
        ("resupply", "arrived"),
    ],
)
def test_odds_agree_with_a_count_over_all_faces(name: str, key: str) -> None:
    counted: dict[str, Fraction] = {}
    for die in range(1, 7):
        value = str(resolve(die, procedure=name, **SMALL[name])[key])
        counted[value] = counted.get(value, Fraction(0)) + Fraction(1, 6)
    found = odds(procedure=name, **SMALL[name])[key]
    assert {value: Fraction(chance) for value, chance in found.items()} == counted


def test_serials_are_lost_one_by_one_in_the_odds() -> None:
    found = odds(procedure="flak", flak="heavy=2", target="drop_2km", serials=2)["serials_lost"]
    gone = Fraction(4, 6) ** 2
    assert {n: Fraction(chance) for n, chance in found.items()} == {
        "0": (1 - gone) ** 2,
        "1": 2 * gone * (1 - gone),
        "2": gone**2,
    }


def test_the_odds_of_a_report() -> None:
    assert odds(procedure="recce", troop="tanks", moving=True)["results"] == {
        "Direction": "1/3",
        "Direction and type": "1/6",
        "Direction, type and size of unit": "1/6",
        "Enemy spotted": "1/6",
        "No report": "1/6",
    }
    assert odds(procedure="recce", troop="foot", ground="wood")["results"] == {"In cover": "1/1"}


def test_movement_has_no_odds() -> None:
    with pytest.raises(
        BadDescription, match=r"^movement rolls no dice and has no odds; ask resolve instead$"
    ):
        odds(procedure="movement", **EVENING["movement"])
