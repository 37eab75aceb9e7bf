"""What is printed can be printed otherwise for a study, and nothing is changed that is not there."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel.printed.changes import BadChange, Change, altered

UNITS: dict[str, Any] = {
    "unit": [
        {"id": "1", "nation": "german", "kind": "armor", "ma": 10, "rating": {"men": 15}},
        {"id": "2", "nation": "german", "kind": "foot", "ma": 5, "rating": {"men": 17}},
        {"id": "3", "nation": "soviet", "kind": "armor", "ma": 6, "rating": {"men": 9}},
    ],
    "supply": {"overland": 4},
}
TABLE: dict[str, Any] = {"columns": {"labels": ["1-2", "3+"]}, "cells": {"2": [0, 1], "3": [1, 2]}}


def movement(change: Change) -> list[int]:
    return [unit["ma"] for unit in altered(UNITS, [change])["unit"]]


def test_a_change_is_made_in_the_rows_that_are_meant() -> None:
    assert movement(Change("units", "ma", 8, rows="unit", where={"nation": "german", "kind": "armor"})) == [
        8,
        5,
        6,
    ]


def test_of_several_words_one_is_enough() -> None:
    assert movement(Change("units", "ma", 8, rows="unit", where={"id": ["1", "3"]})) == [8, 5, 8]


def test_a_number_may_be_added_to_what_is_printed() -> None:
    assert movement(Change("units", "ma", -1, add=True, rows="unit")) == [9, 4, 5]


def test_a_key_may_lie_inside_another() -> None:
    assert altered(UNITS, [Change("units", "supply.overland", 3)])["supply"] == {"overland": 3}


def test_a_cell_is_found_by_row_and_column() -> None:
    assert altered(TABLE, [Change("table", "3", 5, column="1-2")])["cells"] == {"2": [0, 1], "3": [5, 2]}


def test_the_printed_document_stays_as_it_is() -> None:
    altered(UNITS, [Change("units", "ma", 1, rows="unit")])
    assert [unit["ma"] for unit in UNITS["unit"]] == [10, 5, 6]


@pytest.mark.parametrize(
    ("document", "change", "says"),
    [
        (UNITS, Change("f", "ma", 1, rows="counter"), "f has no list 'counter'; it has unit"),
        (UNITS, Change("f", "ma", 1, rows="unit", where={"id": "9"}), "f has no unit with {'id': '9'}"),
        (UNITS, Change("f", "weather", 1), "f has nothing under 'weather'"),
        (UNITS, Change("f", "supply.rail", 1), "f has nothing under 'supply.rail'"),
        (TABLE, Change("f", "4", 1, column="3+"), "f has no row '4'; it has 2, 3"),
        (TABLE, Change("f", "2", 1, column="9"), "f has no column '9'; it has 1-2, 3+"),
    ],
)
def test_what_is_not_there_cannot_be_changed(document: dict[str, Any], change: Change, says: str) -> None:
    with pytest.raises(BadChange) as refused:
        altered(document, [change])
    assert says in str(refused.value)
