"""[AGN 5.0, AGS 5.0] Victory in both games and in the combined one."""

from __future__ import annotations

import pytest

from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.series.exclusive import victory
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET
from sandtable.rules.damos.series.position.state import Front
from sandtable.rules.damos.series.sequence import GameTurn

from ..positions import asking
from .theater import theater

PLACES = {"Leningrad": "0910", "Moscow": "2502", "Kiev": "3817", "Rostov": "5202"}
RING = {"ge-1-pz": "1009", "ge-6-pz": "0911", "ge-8-pz": "0809"}


def judged(g: Front) -> tuple[int, str]:
    winner, level, _ = victory.judge(g)
    return winner, level


@pytest.mark.rule("damos AGN 5.0")
def test_leningrad_in_german_hands_is_a_major_victory() -> None:
    assert judged(theater("agn", {}, axis="0910")) == (AXIS, "major")


@pytest.mark.rule("damos AGN 5.0")
def test_leningrad_isolated_is_a_minor_one() -> None:
    assert judged(theater("agn", RING)) == (AXIS, "minor")


@pytest.mark.rule("damos AGN 5.0")
def test_anything_else_is_a_substantial_russian_victory() -> None:
    assert judged(theater("agn", {})) == (SOVIET, "substantial")
    assert judged(theater("agn", {"ge-1-pz": "1009"})) == (SOVIET, "substantial")


@pytest.mark.rule("damos AGN 5.0")
def test_russian_units_in_the_ring_keep_a_way_open() -> None:
    g = theater("agn", {**RING, "su-41-rc": "0909", "su-19-rc": "0908"})
    assert judged(g) == (SOVIET, "substantial")


@pytest.mark.rule("damos AGN 5.0")
def test_the_lake_is_no_way_out() -> None:
    g = theater("agn", RING)
    assert victory.isolated(g, "Leningrad")


@pytest.mark.rule("damos AGS 5.0")
@pytest.mark.parametrize(
    ("held", "expected"),
    [
        ("3817 5202", (AXIS, "major")),
        ("3817", (AXIS, "minor")),
        ("5202", (AXIS, "minor")),
        ("", (SOVIET, "substantial")),
        ("4207 5120", (SOVIET, "substantial")),
    ],
)
def test_kiev_and_rostov_decide_the_south(held: str, expected: tuple[int, str]) -> None:
    assert judged(theater("ags", {}, axis=held)) == expected


@pytest.mark.rule("damos AGN 5.0", "damos AGS 5.0")
@pytest.mark.parametrize(
    ("cities", "expected"),
    [
        ("Leningrad Moscow Kiev Rostov", (AXIS, "major")),
        ("Leningrad Moscow Kiev", (AXIS, "major")),
        ("Moscow Kiev Rostov", (AXIS, "major")),
        ("Leningrad Rostov", (SOVIET, "substantial")),
        ("", (SOVIET, "substantial")),
    ],
)
def test_in_the_combined_game_three_of_four_cities_decide(cities: str, expected: tuple[int, str]) -> None:
    held = " ".join(PLACES[city] for city in cities.split())
    assert judged(theater("barbarossa", {}, axis=held)) == expected


@pytest.mark.rule("damos AGN 5.0", "damos AGS 5.0")
def test_an_isolated_city_counts_as_a_taken_one_there() -> None:
    g = theater("barbarossa", RING, axis="3817 5202")
    assert judged(g) == (AXIS, "major")


@pytest.mark.rule("damos AGN 5.0", "damos AGS 5.0")
@pytest.mark.parametrize("turns", [12, 13])
def test_the_game_is_decided_after_the_last_turn_and_not_before(turns: int) -> None:
    g = theater("agn", {}, axis="0910", turn=turns, options={"turns": turns})
    assert g.agenda == []
    g.then(GameTurn())
    assert RULEBOOK.result(g) is None
    g.agenda.pop()
    GameTurn().run(g)
    assert asking(g) == "over"
    result = RULEBOOK.result(g)
    assert result is not None
    assert (result.winner, result.level) == ("german", "major")
    assert "Leningrad" in result.reason
