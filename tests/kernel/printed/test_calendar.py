from __future__ import annotations

from datetime import date

import pytest

from sandtable.kernel.printed.calendar import BadCalendar, Calendar, UnknownTurn

TURNS = (
    {"name": "1st July", "date": "1941-06-22", "weather": "clear", "supply": 3},
    {"name": "2nd July", "date": date(1941, 7, 16), "weather": "clear", "rain": True},
    {"name": "Epilogue"},
)


def test_turns_count_from_one() -> None:
    assert [turn.number for turn in Calendar(TURNS)] == [1, 2, 3]


def test_a_turn_has_a_name() -> None:
    assert Calendar(TURNS).name(2) == "2nd July"


def test_a_turn_is_found_by_its_name() -> None:
    assert Calendar(TURNS).number("2nd July") == 2


@pytest.mark.parametrize(("number", "begins"), [(1, date(1941, 6, 22)), (2, date(1941, 7, 16)), (3, None)])
def test_a_turn_begins_on_its_date_if_it_has_one(number: int, begins: date | None) -> None:
    assert Calendar(TURNS).turn(number).begins == begins


def test_all_other_words_are_facts() -> None:
    assert Calendar(TURNS).facts(1) == {"weather": "clear", "supply": 3}


def test_the_last_turn_is_the_length_of_the_game() -> None:
    assert (Calendar(TURNS).last, len(Calendar(TURNS))) == (3, 3)


@pytest.mark.parametrize("number", [0, 4, -1])
def test_a_turn_beyond_the_calendar_is_unknown(number: int) -> None:
    with pytest.raises(UnknownTurn, match=rf"^there is no turn {number}; turns run from 1 to 3$"):
        Calendar(TURNS).turn(number)


def test_an_unknown_name_is_told_which_exist() -> None:
    with pytest.raises(
        UnknownTurn, match=r"^there is no turn 'May'; there are 1st July, 2nd July, Epilogue$"
    ):
        Calendar(TURNS).number("May")


@pytest.mark.parametrize(
    ("turns", "complaint"),
    [
        ([], "agn.toml: there are no turns; at least one is needed"),
        ([{"date": "1941-06-22"}], 'agn.toml: turn 1 has no name; give it name = "..."'),
        (
            [{"name": "A"}, {"name": "A"}],
            "agn.toml: turns 1 and 2 are both called 'A'; each needs its own name",
        ),
        (
            [{"name": "A", "date": "22 June"}],
            "agn.toml: turn 1 (A) has the date '22 June'; a date is written 1941-06-22",
        ),
        (
            [{"name": "A", "date": 1941}],
            "agn.toml: turn 1 (A) has the date 1941; a date is written 1941-06-22",
        ),
        (
            [{"name": "A", "date": "1941-06-22"}, {"name": "B", "date": "1941-06-22"}],
            "agn.toml: turn 2 begins on 1941-06-22, which is not after turn 1 (1941-06-22)",
        ),
        (
            [{"name": "A", "weather": ["mud"]}],
            "agn.toml: turn 1 (A) has weather = ['mud']; a fact is a word, a whole number or true or false",
        ),
    ],
)
def test_turns_that_cannot_be_read_are_named(turns: list[dict[str, object]], complaint: str) -> None:
    with pytest.raises(BadCalendar) as refused:
        Calendar(turns, "agn.toml")
    assert str(refused.value) == complaint


def test_a_turn_shows_its_number_and_name() -> None:
    assert repr(Calendar(TURNS).turn(1)) == "Turn(1, '1st July')"
