"""The page about Market Garden says what the games gave, beside the hours and points of history."""

from __future__ import annotations

import pytest
from tools.plausibility_airborne import BRIDGES, PLACES, Course, page

from sandtable.rules.airborne import RULEBOOK


@pytest.fixture
def text() -> str:
    """Two operations: in one Nijmegen was taken late and the road cut on two dates, in the other it never was."""
    first = Course(
        winner="german",
        level="marginal",
        points=12,
        last_turn=34,
        held={"Nijmegen road bridge": 15, "Son bridge": 7},
        reached={"Eindhoven": 6},
        arnhem=9,
        cut=frozenset({"22", "23"}),
        cut_beyond_son=frozenset({"22"}),
        strength={2: (200, 100)},
    )
    other = first._replace(
        winner="draw", level="draw", points=16, held={"Son bridge": 9}, arnhem=0, strength={2: (190, 120)}
    )
    return page([first, other], 1)


def test_a_bridge_shows_its_hour_in_how_many_games_it_was_taken_and_when(text: str) -> None:
    assert "| Son bridge | turn 7 (19 September, dawn: blown, a Bailey laid) | 2 of 2 | 7 | 7 |" in text
    assert "| Nijmegen road bridge | turn 14 (20 September, evening) | 1 of 2 | 15 | 15 |" in text
    assert "| Arnhem | never | 0 of 2 | - | - |" in text


def test_points_and_the_cut_road_stand_beside_those_of_history(text: str) -> None:
    assert "median 12, least 12, most 16; history's are 11" in text
    assert "after the link-up: median 2, least 2, most 2; history's are 4" in text


def test_status_is_given_by_day_as_a_mean(text: str) -> None:
    assert "| 17 Sep, 18-24 h | 195 | 110 |" in text


def test_every_bridge_and_place_of_history_is_on_the_board() -> None:
    plan = RULEBOOK.start(RULEBOOK.setup("market-garden")).plan
    assert set(BRIDGES) <= set(plan.points)
    assert set(PLACES) <= set(plan.board.places)
