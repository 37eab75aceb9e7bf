"""The page about Frontline says what the games gave, beside the dates and points of history."""

from __future__ import annotations

import pytest
from tools.plausibility_frontline import HISTORY, Course, page

from sandtable.rules.frontline import RULEBOOK


@pytest.fixture
def text() -> str:
    """Two wars: in one Berlin fell in the last turn, the other ended with the line before Warsaw."""
    lost: dict[int, tuple[tuple[int, ...], ...]] = {6: ((10, 2, 1), (12, 3, 0))}
    first = Course(
        "soviet", "decisive", 280, 13, {"Kiev": 7, "Berlin": 13}, {6: 57, 13: 0}, {6: 8, 13: 5}, {}, lost
    )
    other = Course("axis", "marginal", 372, 13, {"Kiev": 9}, {6: 61, 13: 30}, {6: 2, 13: 4}, {}, lost)
    return page([first, other], 1)


def test_a_place_shows_its_date_in_how_many_wars_it_fell_and_when(text: str) -> None:
    assert "| Berlin | turn 13 (2 May 1945) | 1 of 2 | 13 | 13 |" in text
    assert "| Warsaw | turn 12 (17 January 1945) | 0 of 2 | - | - |" in text


def test_the_points_of_the_axis_stand_beside_those_of_history(text: str) -> None:
    assert "| Jun-Aug 1943 | 57 |" in text
    assert "history's is 273" in text


def test_losses_are_given_by_kind_and_year(text: str) -> None:
    assert "| 1943 | 10, 2, 1 | 12, 3, 0 |" in text


def test_every_place_of_history_is_where_the_scenario_has_it() -> None:
    cities = {c.name: c.hex for c in RULEBOOK.start(RULEBOOK.setup("frontline-1943")).campaign.cities}
    board = RULEBOOK.board(RULEBOOK.setup("frontline-1943"))
    assert {place: board.hex_name(cities[place]) for place in HISTORY} == {
        place: name for place, (name, _, _) in HISTORY.items()
    }
