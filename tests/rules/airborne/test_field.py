"""Ranges, flanks and rivers read from the cells of a board, or told without one."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel.refusals import SandtableError
from sandtable.rules.airborne.field import tactical_advantage

from .judging import odds, resolve, tell

# Best, with its neighbours clockwise from the east: 09425 09525 09524 09423 09324 09325. No water near.
# Son has a canal to the south: 09532 and 09531 lie behind it, 09430 does not.
BEST = {"status": 4, "hex": "Best"}


def at(*cells: str, defender: Any = BEST, **given: Any) -> dict[str, Any]:
    """An attack on the corridor from these cells, a unit of status 4 in each, with the die of 1."""
    attackers = [{"status": 4, "hex": cell} for cell in cells]
    return resolve(1, board="corridor", attacker=attackers, defender=[defender], **given)


def refusal(**given: Any) -> str:
    with pytest.raises(SandtableError) as no:
        resolve(**given)
    assert "\n" not in str(no.value)
    return str(no.value)


# ---- clear tactical advantage


@pytest.mark.rule("airborne 2.4.1")
@pytest.mark.parametrize("other", ["09524", "09423", "09324"])
def test_attacks_from_cells_120_degrees_apart_have_the_advantage(other: str) -> None:
    found = at("09425", other)
    assert (found["tactical_advantage"], found["tactical_advantage_reason"]) == ("attacker", "flank or rear")
    assert {"what": "attack: tactical advantage, 2 units", "value": 2, "rule": "2.4.1"} in found["reckoning"]


@pytest.mark.rule("airborne 2.4.1")
@pytest.mark.parametrize("other", ["09525", "09325", "09425"])
def test_attacks_from_neighbouring_cells_or_one_have_none(other: str) -> None:
    assert at("09425", other)["tactical_advantage"] is None


@pytest.mark.rule("airborne 2.4.1")
def test_a_column_on_the_road_is_caught_at_a_disadvantage() -> None:
    found = resolve(1, attacker="status=4", defender="status=4,marks=road_column")
    assert found["tactical_advantage"] == "attacker"
    mixed = resolve(1, attacker="status=4", defender=["status=4,marks=road_column", "status=4"])
    assert mixed["tactical_advantage"] is None


@pytest.mark.rule("airborne 2.4.1")
def test_a_defender_behind_water_on_every_side_has_the_advantage() -> None:
    son = {"status": 4, "hex": "Son"}
    assert at("09531", defender=son)["tactical_advantage"] == "defender"
    assert at("09531", "09430", defender=son)["tactical_advantage"] is None


@pytest.mark.rule("airborne 2.4.1")
def test_without_a_board_marks_tell_who_crosses_a_river() -> None:
    river = "status=4,marks=across_river"
    assert resolve(1, attacker=[river, river], defender="status=4")["tactical_advantage"] == "defender"
    assert resolve(1, attacker=[river, "status=4"], defender="status=4")["tactical_advantage"] is None


@pytest.mark.rule("airborne 2.4.1")
def test_two_claims_cancel_each_other() -> None:
    assert tactical_advantage(flanked=True, column=False, water=True) == (0, "both sides have a claim")


@pytest.mark.rule("airborne 2.4.1")
@pytest.mark.parametrize("word", ["defender", "none"])
def test_control_may_grant_or_refuse_the_advantage(word: str) -> None:
    found = at("09425", "09423", tactical_advantage=word)
    assert found["tactical_advantage"] == (None if word == "none" else word)
    assert found["tactical_advantage_reason"] == "Control says so"


# ---- ranges


@pytest.mark.rule("airborne 3.1", "airborne 3.2")
@pytest.mark.parametrize(
    ("guns", "km", "adds"),
    [
        ("field", 8, 5),
        ("field", 9, 2),
        ("field", 12, 2),
        ("medium", 12, 5),
        ("medium", "25/2", 2),
        ("medium", 20, 2),
        ("rocket", 6, 5),
        ("infantry_guns", 6, 5),
    ],
)
def test_guns_add_their_status_or_half_of_it_by_range(guns: str, km: Any, adds: int) -> None:
    battery = {"guns": guns, "status": 5, "km": km}
    found = resolve(1, attacker=[{"status": 4}, battery], defender="status=8")
    assert found["score"] == 4 + adds - 8 + 1


@pytest.mark.rule("airborne 3.1")
@pytest.mark.parametrize(("guns", "km"), [("field", 13), ("medium", 21), ("rocket", 7), ("infantry_guns", 7)])
def test_guns_out_of_range_are_refused(guns: str, km: int) -> None:
    says = refusal(attacker=["status=4", f"guns={guns},status=5,km={km},name=Battery"], defender="status=4")
    assert says.startswith(f"Battery cannot fire: {guns.replace('_', ' ')} reaches")
    assert says.endswith(f"and the target is {km} km away [3.1]")


@pytest.mark.rule("airborne 3.1")
def test_on_the_board_the_range_is_counted_in_cells_to_the_attacked_one() -> None:
    near = {"guns": "field", "status": 5, "hex": "10224"}
    far = {"guns": "field", "status": 5, "hex": "10324"}
    scores = [
        resolve(1, board="corridor", attacker=[{"status": 4, "hex": "09425"}, gun], defender=[BEST])["score"]
        for gun in (near, far)
    ]
    assert scores == [4 + 5 - 4 + 1, 4 + 2 - 4 + 1]


@pytest.mark.rule("airborne 3.2")
def test_guns_that_have_moved_too_far_or_have_no_shells_add_nothing() -> None:
    tired = {"guns": "field", "status": 5, "km": 3, "moved": "2/3"}
    empty = {"guns": "field", "status": 5, "km": 3, "ammo": 0}
    for gun in (tired, empty):
        assert resolve(1, attacker=[{"status": 4}, gun], defender="status=4")["score"] == 1


@pytest.mark.rule("airborne 2.2")
def test_attackers_and_guns_of_both_sides_pay_and_defenders_do_not() -> None:
    guns = "guns=field,status=2,km=3"
    found = resolve(1, attacker=["status=4", "status=3", guns], defender=["status=4", guns])
    assert found["ammo_spent"] == {"attacker": 3, "defender": 1}
    assert "Ammunition spent: 3 by the attacker, 1 by the defender." in tell(found)


# ---- the board itself


def test_the_ground_of_the_attacked_cell_is_read_from_the_board() -> None:
    assert at("09425", defender={"status": 4, "hex": "Best"})["retire_km"] is None
    town = resolve(6, 1, board="corridor", attacker=[{"status": 8, "hex": "09425"}], defender=[BEST])
    assert town["retire_km"] == "1d3"
    told = resolve(
        6, 1, board="corridor", ground="open", attacker=[{"status": 8, "hex": "09425"}], defender=[BEST]
    )
    assert told["retire_km"] == "1d6"


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"attacker": [{"status": 4, "hex": "09420"}]}, "09420 is not next to an attacked cell [2]"),
        ({"attacker": [{"status": 4}]}, "the attacker has no hex; with --board every unit in contact"),
        ({"attacker": [{"status": 4, "hex": "99999"}]}, "'99999' is not"),
        (
            {"attacker": "status=4,hex=09425", "board": "mars"},
            "--board is 'mars'; it should be one of corridor",
        ),
        (
            {"attacker": ["status=4", "guns=field,status=3"], "board": None},
            "--attacker has guns without a range; give km=N, or hex= and --board",
        ),
        (
            {"attacker": ["status=4", "guns=howitzer,status=3,km=4"], "board": None},
            "guns of --attacker is 'howitzer'",
        ),
        ({"attacker": "guns=field,km=4", "board": None}, "--attacker has guns without status"),
        ({"attacker": "guns=field,status=4,km=4", "board": None}, "--attacker has no status"),
        (
            {"attacker": "status=4", "board": None, "counter_attack": True, "again": True},
            "--counter-attack and --again are both given",
        ),
    ],
)
def test_a_field_that_cannot_be_is_refused_in_one_sentence(given: dict[str, Any], says: str) -> None:
    assert says in refusal(**{"board": "corridor", "defender": [BEST], **given})


# ---- overruns, flak and interdiction


@pytest.mark.rule("airborne 5.7", "airborne 1.4")
def test_after_an_overrun_the_attackers_fight_again_unprepared_however_far_they_have_moved() -> None:
    given = {"attacker": "status=6,moved=3/4", "defender": "status=4"}
    assert "fights only in the next" in refusal(**given)
    assert resolve(1, again=True, **given)["score"] == 6 - 2 - 4 + 1


@pytest.mark.rule("airborne 9.1")
@pytest.mark.parametrize(
    ("given", "column"),
    [
        ({"drop_km": 2}, "drop 2km"),
        ({"drop_km": "5/2"}, "drop 4km"),
        ({"drop_km": 5, "path_km": 4}, "overflight"),
        ({"path_km": 0}, "overflight"),
    ],
)
def test_flak_fires_in_the_most_dangerous_column_of_drop_and_path(given: dict[str, Any], column: str) -> None:
    assert resolve(6, procedure="flak", flak="heavy=1", **given)["target"] == column


@pytest.mark.rule("airborne 9.1")
@pytest.mark.parametrize("given", [{"path_km": 5}, {"drop_km": 6}, {"path_km": 1, "fighters": True}])
def test_flak_out_of_range_or_under_fighters_does_not_fire(given: dict[str, Any]) -> None:
    found = resolve(procedure="flak", flak="heavy=3", **given)
    assert (found["target"], found["rolls"]) == (None, [])
    assert tell(found)[0] == "No flak reaches the serials."
    assert odds(procedure="flak", flak="heavy=3", **given)["serials_lost"] == {"0": "1/1"}


def test_a_target_and_distances_are_not_told_together() -> None:
    assert "one of both will do" in refusal(procedure="flak", flak="heavy=1", target="drop_2km", drop_km=1)


@pytest.mark.rule("airborne 10.1")
@pytest.mark.parametrize(
    ("guns", "most"), [("field", 12), ("medium", 20), ("rocket", 6), ("infantry_guns", 6)]
)
def test_guns_interdict_as_far_as_they_reach(guns: str, most: int) -> None:
    force = {"procedure": "interdiction", "battalions": 3, "guns": guns}
    assert resolve(1, **force, km=most)["ammo_due"] == 3
    assert f"up to {most} km, and the square is {most + 1} km away [10.1]" in refusal(**force, km=most + 1)
    assert "--guns, --km and --battalions go together" in refusal(**force)
