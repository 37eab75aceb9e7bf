"""What cannot be judged is answered with one sentence."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel.book.adjudicator import BadDescription

from .judging import COMBAT, resolve


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({}, "--attacker is missing; give at least status=N"),
        ({"attacker": "status=4"}, "--defender is missing; give at least status=N"),
        ({**COMBAT, "attacker": "factors=2"}, "--attacker has factors without status; give status=N with it"),
        ({**COMBAT, "attacker": "artillery=2"}, "--attacker has no status; give at least status=N"),
        (
            {**COMBAT, "attacker": "status"},
            "--attacker has 'status'; it should read like key=value,key=value",
        ),
        (
            {**COMBAT, "attacker": "=4"},
            "--attacker has '=4'; it should read like key=value,key=value",
        ),
        ({**COMBAT, "attacker": "status=4,status=5"}, "--attacker names 'status' twice; once will do"),
        ({**COMBAT, "attacker": "status=x"}, "status of --attacker is 'x'; it should be a whole number"),
        ({**COMBAT, "attacker": "status=-1"}, "status of --attacker is -1; it should be at least 0"),
        ({**COMBAT, "attacker": "status=4,units=0"}, "units of --attacker is 0; it should be at least 1"),
        ({**COMBAT, "attacker": "status=0"}, r"no unit with status is there to attack \[2\]"),
        (
            {**COMBAT, "attacker": "status=4,ammo=0"},
            r"the attacker has 0 ammunition and an attack costs 1 \[2.2\]",
        ),
        (
            {**COMBAT, "attacker": "status=4,moved=2/3"},
            r"the attacker has moved for 2/3 of the turn and fights only in the next \[1.4\]",
        ),
        (
            {**COMBAT, "attacker": "status=4,moved=far"},
            "moved is 'far'; give a number or a fraction such as 1/2",
        ),
        (
            {**COMBAT, "attacker": "status=4,air=some"},
            "air of --attacker is 'some'; it should be one of none, ordinary, superior, overwhelming, apocalyptic",
        ),
        (
            {**COMBAT, "attacker": "status=4,marks=brave"},
            "marks of --attacker is 'brave'; it should be one of light_infantry, unprepared, non_tactical, road_column, across_river, at_crossing",
        ),
        (
            {**COMBAT, "attacker": 3},
            "--attacker has '3'; it should read like key=value,key=value",
        ),
        (
            {**COMBAT, "attacker": [3]},
            "--attacker has '3'; it should read like key=value,key=value",
        ),
        (
            {**COMBAT, "defender": [{"status": True}]},
            "status of --defender is True; it should be a whole number",
        ),
        (
            {**COMBAT, "ground": "sea"},
            "--ground is 'sea'; it should be one of open, close, wood, town, marsh",
        ),
        ({**COMBAT, "points": 4}, "--points does not belong to procedure combat; it takes .*"),
        ({"procedure": "picnic"}, "--procedure is 'picnic'; it should be one of combat, air_to_air, .*"),
        (
            {"procedure": "air_to_air", "escort": 3},
            "--interceptors is missing; give a whole number from 1 to 999",
        ),
        (
            {"procedure": "air_to_air", "escort": 0, "interceptors": 1},
            "--escort is 0; it should be at least 1",
        ),
        ({"procedure": "transports", "interceptors": 1}, "give --transports N or --bombers N, one of them"),
        (
            {"procedure": "flak", "target": "overflight"},
            "--flak has 0 units; give 1 to 20, as in heavy=1,light=2",
        ),
        (
            {"procedure": "flak", "flak": "heavy=0", "target": "overflight"},
            "--flak has 0 units; give 1 to 20, as in heavy=1,light=2",
        ),
        (
            {"procedure": "flak", "flak": "heavy=1"},
            r"nothing is said of the target; give --target overflight\|drop_2km\|drop_4km, --drop-km or --path-km",
        ),
        ({"procedure": "interdiction"}, "no force is given; give --tactical N, --battalions N or --heavy N"),
        ({"procedure": "resupply", "points": 0}, "--points is 0; it should be at least 1"),
        ({"procedure": "resupply", "points": 9999}, "--points is 9999; it should be at most 200"),
        (
            {"procedure": "recce"},
            "--troop is missing; it should be one of foot, mech, tanks, artillery, recce",
        ),
        ({"procedure": "movement", "troop": "foot"}, "--route is missing; .*"),
        (
            {"procedure": "movement", "troop": "foot", "route": "open"},
            "--route has 'open'; write ground=km.*",
        ),
        (
            {"procedure": "movement", "troop": "foot", "route": "sea=3"},
            "the ground of --route is 'sea'; it should be one of road, .*",
        ),
        (
            {"procedure": "movement", "troop": "foot", "route": "open=16"},
            r"the move takes 16/15 of a turn; .* \[1.2\]",
        ),
        (
            {"procedure": "movement", "troop": "tanks", "route": "open=1,river"},
            r"tanks crosses rivers by bridge only \[1.3\]",
        ),
        (
            {"procedure": "movement", "troop": "foot", "route": "river,open=1"},
            r"an unbridged river ends the move, .* 'open=1' \[1.3\]",
        ),
        (
            {"procedure": "movement", "troop": "mech", "route": "open=1", "fuel": 0},
            r"mech without fuel cannot move \[2.2\]",
        ),
    ],
)
def test_a_bad_description_is_answered_with_one_sentence(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadDescription, match=f"^{sentence}$"):
        resolve(**given)
