"""Printed matter for the page."""

from __future__ import annotations

import os
import xml.etree.ElementTree as ET

import pytest

from sandtable import boards
from sandtable.drawing import draw_board

from ..databases import sqlite_alone
from ..playing import Server

database = sqlite_alone


def test_every_scenario_is_listed_with_its_seats_board_options_and_bots(server: Server) -> None:
    (ford,) = [s for s in server.player().get("/api/scenarios").document if s["scenario"] == "ford"]
    assert (ford["seats"], ford["board"], ford["rulebook"]) == (["red", "blue"], "ford", "ford")
    assert [option["name"] for option in ford["options"]] == ["turns", "night"]
    assert "random" in ford["bots"]


def test_the_cells_lie_where_the_picture_draws_their_numbers(server: Server) -> None:
    player = server.player()
    board = player.get("/api/boards/agn").document
    picture = ET.fromstring(player.get("/api/boards/agn.svg").text)
    *_, width, height = map(float, picture.get("viewBox", "").split(" "))
    assert (width, height) == pytest.approx((board["width"], board["height"]), abs=0.1)
    drawn = {t.text: t for t in picture.iter("{http://www.w3.org/2000/svg}text")}
    for cell in board["hexes"]:
        number = drawn[cell["id"]]
        assert float(number.get("x", "nan")) == pytest.approx(cell["x"], abs=1)
        assert 0 < cell["y"] - float(number.get("y", "nan")) < board["hex_size"]


def test_a_picture_can_be_dark_and_without_numbers(server: Server) -> None:
    player = server.player()
    plain = player.get("/api/boards/ford.svg?numbers=0").text
    dark = player.get("/api/boards/ford.svg?theme=dark&numbers=0").text
    assert "0101" not in plain
    assert plain != dark


def test_a_thumbnail_is_a_tenth_of_the_map_and_as_wide(server: Server) -> None:
    player = server.player()
    whole = player.get("/api/boards/agn.svg?numbers=0").text
    small = player.get("/api/boards/agn.svg?small=1").text
    assert len(small) * 8 < len(whole)
    assert ET.fromstring(small).get("viewBox") == ET.fromstring(whole).get("viewBox")
    assert "<text" not in small


def test_a_bare_picture_has_no_title_and_no_legend() -> None:
    board = boards.load("agn")
    bare = draw_board(board, boards.outline("agn"), bare=True)
    whole = draw_board(board, boards.outline("agn"))
    assert "Legend" not in bare
    assert bare.count(board.title) == 1
    assert whole.count(board.title) > 1


@pytest.mark.parametrize("path", ["/api/boards/ford", "/api/boards/ford.svg", "/api/rulebooks/damos"])
def test_a_browser_that_has_it_already_is_not_sent_it_again(server: Server, path: str) -> None:
    player = server.player()
    first = player.get(path)
    again = player.get(path, if_none_match=first.headers["etag"])
    assert (again.status, again.text) == (304, "")
    assert (first.headers["cache-control"], again.headers["etag"]) == ("no-cache", first.headers["etag"])


def test_an_unknown_board_is_not_found(server: Server) -> None:
    reply = server.player().get("/api/boards/atlantis.svg")
    assert reply.status == 404
    assert reply.error.startswith("there is no board 'atlantis'")


def test_paragraphs_come_with_number_title_and_text(server: Server) -> None:
    paragraphs = server.player().get("/api/rulebooks/ford/paragraphs").document
    assert {"number", "title", "text"} <= set(paragraphs[0])


def test_tables_come_with_their_provenance(server: Server) -> None:
    tables = server.player().get("/api/rulebooks/ford/tables").document
    assert sorted(table["name"] for table in tables) == ["combat", "terrain"]
    assert all(table["provenance"] for table in tables)


@pytest.mark.parametrize("path", ["/api/rulebooks/chess/tables", "/api/rulebooks/chess"])
def test_an_unknown_rulebook_is_not_found(server: Server, path: str) -> None:
    reply = server.player().get(path)
    assert (reply.status, reply.error[:30]) == (404, "there is no rulebook 'chess'; ")


def test_a_rulebook_comes_whole_with_its_charts_and_rulings(server: Server) -> None:
    book = server.player().get("/api/rulebooks/damos").document
    assert {"8.1", "2.6"} <= {paragraph["number"] for paragraph in book["paragraphs"]}
    assert "crt" in [table["name"] for table in book["tables"]]
    (stacking,) = [ruling for ruling in book["rulings"] if ruling["number"] == "R-03"]
    assert (stacking["section"], stacking["title"]) == ("Turns and sides", "Stacking")


def test_every_rulebook_is_listed_with_what_it_is_for(server: Server) -> None:
    listed = {book["name"]: book for book in server.player().get("/api/rulebooks").document}
    assert listed["airborne"]["judges"]
    assert [row["scenario"] for row in listed["airborne"]["scenarios"]] == [
        "arnhem",
        "market-garden-evening",
        "market-garden",
    ]
    assert [row["scenario"] for row in listed["frontline"]["scenarios"]] == [
        "frontline-1943",
        "frontline-1943-fronts",
        "frontline",
        "frontline-fronts",
    ]
    assert [row["scenario"] for row in listed["besieged"]["scenarios"]] == ["besieged-1941", "besieged"]
    assert (listed["ford"]["judges"], listed["ford"]["scenarios"][0]["title"]) == (False, "The Ford")


def test_the_interface_is_described(server: Server) -> None:
    described = server.player().get("/api/openapi.json").document
    assert "/api/matches/{match}/answer" in described["paths"]
    assert set(described["components"]["schemas"]["Answer"]["required"]) == {
        "seat",
        "option",
        "version",
        "key",
    }


def test_the_server_says_that_it_is_well(server: Server) -> None:
    health = server.player().get("/healthz").document
    assert health == {"status": "ok", "troubles": [], "process": os.getpid(), "on_duty": True}
