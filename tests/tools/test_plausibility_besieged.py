"""The page about the whole war says what the games gave, beside the dates of history."""

from __future__ import annotations

import pytest
from tools.plausibility_besieged import HISTORY, War, page

from sandtable import catalog


@pytest.fixture
def text() -> str:
    """Two wars: in one Berlin fell in 1945, the other ended in 1942."""
    return page(
        [
            War(
                "soviet",
                "marginal",
                "",
                25,
                {"Minsk": 1, "Berlin": 25},
                {4: 15, 10: 19, 16: 11},
                {1: {"german": 10}},
            ),
            War(
                "soviet", "decisive", "", 10, {"Minsk": 1}, {4: 16, 10: 14}, {1: {"german": 20, "soviet": 60}}
            ),
        ],
        first_seed=7,
    )


def test_a_place_shows_its_date_in_how_many_wars_it_fell_and_when(text: str) -> None:
    assert "| Minsk | turn 1 (28 June 1941) | 2 of 2 | 1 | 1 |" in text
    assert "| Berlin | turn 25 (2 May 1945) | 1 of 2 | 25 | 25 |" in text
    assert "| Stalingrad | turn 9 (most of it by October 1942) | 0 of 2 | - | - |" in text


def test_the_page_tells_the_seeds_of_its_games(text: str) -> None:
    assert "2 games of `besieged`, the whole war (seeds 7 to 8)" in text


def test_cities_at_the_end_of_a_year_are_those_of_the_wars_that_came_so_far(text: str) -> None:
    assert "| Nov/Dec 1943 | 12 | 11 | 11 | 11 | 1 |" in text
    assert "The Axis held most cities in 1941 in 1, 1942 in 1 of 2 games" in text


def test_losses_are_added_up_by_year(text: str) -> None:
    assert "| 1941 | 15 | 30 |" in text


def test_every_place_of_history_is_on_the_board() -> None:
    book = catalog.rulebook_of("besieged")
    assert [name for name in HISTORY if name not in book.board(book.setup("besieged")).places] == []
