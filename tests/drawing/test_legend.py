"""The legend explains exactly what occurs."""

from __future__ import annotations

import pytest

from sandtable import boards
from sandtable.drawing.places.places import shown_places
from sandtable.drawing.sheet import vocabulary
from sandtable.drawing.sheet.legend_entries import legend_notes, legend_sections
from sandtable.drawing.sheet.sheet import Sheet
from sandtable.drawing.sheet.theme import LIGHT
from sandtable.kernel.map.board import Board

from .tiny import tiny_board


def legend(board: Board) -> dict[str, set[str]]:
    sections = legend_sections(Sheet(board, LIGHT), "x")
    return {heading: {entry.label for entry in entries} for heading, entries in sections}


def test_bare_land_needs_one_line() -> None:
    assert legend(tiny_board()) == {"Terrain": {"Clear"}}


def test_everything_on_the_board_is_explained_and_nothing_else() -> None:
    board = tiny_board(
        terrain={"0101": "sea", "0402": "woods"},
        places=[("0202", "city", "Port"), ("0304", "town", "Ford")],
        hexsides={"river": [("0202", "0203")], "svir": [("0202", "0203")]},
        nets={
            "rail": [
                ("0202", "0203", {"gauge": "broad", "sure": "yes"}),
                ("0203", "0204", {"gauge": "narrow", "sure": "no"}),
            ],
            "road": [("0202", "0302", {"class": "2"})],
        },
        countries={"0202": "SU", "0203": "FI"},
        areas={"neutral": ["0203"], "in_play": ["0202", "0203"]},
        points=[("crossing", "0202", "Bridge", {"at_start": "blown"}), ("zone", "0404", "DZ", {})],
    )
    assert legend(board) == {
        "Terrain": {"Clear", "Woods", "Sea"},
        "Hexsides": {"River", "Frontier Finland–Soviet Union"},
        "Lines": {
            "Railway, broad gauge",
            "Railway, narrow gauge",
            "Gauge uncertain (grey)",
            "Second-class road",
        },
        "Places": {"City", "Town", "Port"},
        "Crossings and zones": {"Bridge, blown", "Drop or landing zone, airstrip"},
        "Status": {"Neutral country", "Out of play"},
    }


@pytest.mark.parametrize("name", boards.names())
def test_the_legend_of_a_compiled_board_lists_its_places(name: str) -> None:
    board = boards.load(name)
    shown = shown_places(Sheet(board, LIGHT))
    expected = {vocabulary.town(p.kind).label for p in shown} | (
        {"Port"} if any(p.port for p in shown) else set()
    )
    assert legend(board)["Places"] == expected


def test_many_frontiers_share_one_line() -> None:
    countries = {
        "0101": "SU",
        "0102": "FI",
        "0103": "SE",
        "0104": "NO",
        "0105": "DK",
        "0205": "DE",
        "0204": "PL",
    }
    assert legend(tiny_board(countries=countries))["Hexsides"] == {"Frontier"}


def test_the_notes_say_what_is_reconstructed_and_where_the_coast_comes_from() -> None:
    notes = " ".join(legend_notes(Sheet(boards.load("agn"), LIGHT)))
    assert "reconstructed" in notes
    assert "Natural Earth" in notes
    assert "public domain" in notes


def test_an_area_says_what_it_plays_as() -> None:
    board = tiny_board(areas={"polder": ["0202"]}, facts={"polder": "plays as marsh"})
    assert "Polder (plays as marsh)" in legend(board)["Terrain"]
