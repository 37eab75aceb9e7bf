"""Printed matter for the page: scenarios, boards, paragraphs, tables. Nothing here knows of any match."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Any

from sandtable import boards, catalog
from sandtable.bots import bot_names, bot_words
from sandtable.drawing import THEMES
from sandtable.drawing.press import Order, order
from sandtable.drawing.sheet.sheet import Sheet
from sandtable.drawing.sheet.theme import LIGHT
from sandtable.kernel.book.book import Book
from sandtable.kernel.machine.actions import seat_title
from sandtable.kernel.map.board import Board

from ..errors import NotFound


def scenarios(featured: str) -> list[dict[str, Any]]:
    """Everything that can be played, the *featured* one first."""
    found = [
        {
            **catalog.described(scenario, book),
            "rulebook_title": book.title,
            "sides": {seat: scenario.side(seat) for seat in scenario.seats},
            "titles": {seat: seat_title(seat) for seat in scenario.seats},
            "livery": dict(book.livery),
            "appearance": book.appearance.as_json(),
            "bots": list(bot_names(book)),
            "bot_words": bot_words(book),
        }
        for book in catalog.playable()
        for scenario in book.scenarios
    ]
    return sorted(found, key=lambda one: one["scenario"] != featured)


@lru_cache(maxsize=1)
def news() -> list[dict[str, str]]:
    """What is new, the latest first."""
    read = tomllib.loads((files(__package__) / "news.toml").read_text("utf-8"))
    return [{**entry, "date": entry["date"].isoformat()} for entry in read["news"]]


def rulebooks() -> list[dict[str, Any]]:
    """Every rulebook, what can be played by it, and whether it judges single combats."""
    return [_head(book) for book in catalog.rulebooks()]


def rulebook(name: str) -> dict[str, Any]:
    """Everything that is printed of a rulebook, in one document."""
    book = known_rulebook(name)
    return {
        **_head(book),
        "cells": dict(book.appearance.cells),
        "paragraphs": paragraphs(name),
        "tables": tables(name),
        "rulings": [ruling.as_json() for ruling in book.rulings],
        "terms": terms(name),
    }


def _head(book: Book) -> dict[str, Any]:
    return {
        "name": book.name,
        "title": book.title,
        "scenarios": [{"scenario": s.name, "title": s.title} for s in book.scenarios],
        "judges": book.adjudicator is not None,
    }


def paragraphs(rulebook: str) -> list[dict[str, Any]]:
    """The paragraphs of the rulebook in our own words."""
    return [paragraph.as_json() for paragraph in known_rulebook(rulebook).paragraphs]


def tables(rulebook: str) -> list[dict[str, Any]]:
    """The tables of the rulebook, each with its provenance."""
    return [dict(table.document) for table in known_rulebook(rulebook).tables]


def terms(rulebook: str) -> list[dict[str, Any]]:
    """The words of the rulebook, explained."""
    return [term.as_json() for term in known_rulebook(rulebook).terms.values()]


def briefing(scenario: str) -> dict[str, Any] | None:
    """What the scenario is about, with its turns and maps; None if nobody has written it down."""
    for book in catalog.playable():
        for known in book.scenarios:
            if known.name == scenario:
                found, map_ = book.briefing(scenario), book.board(book.setup(scenario))
                if found is None:
                    return None
                head = {"scenario": scenario, "title": known.title, "summary": known.summary}
                return {**head, "maps": [{"board": map_.name, "title": map_.title}], **found.as_json()}
    raise NotFound(f"there is no scenario {scenario!r}; there are {', '.join(_names())}")


def _names() -> list[str]:
    return [scenario.name for book in catalog.rulebooks() for scenario in book.scenarios]


def known_rulebook(name: str) -> Book:
    """The rulebook called *name*; NotFound if there is none."""
    for book in catalog.rulebooks():
        if book.name == name:
            return book
    raise NotFound(
        f"there is no rulebook {name!r}; there are {', '.join(b.name for b in catalog.rulebooks())}"
    )


def board(name: str) -> Board:
    """The board called *name*: a compiled one, or one that a rulebook draws for a scenario of its own."""
    if name in boards.names():
        return boards.load(name)
    own = _own_boards()
    if name not in own:
        raise NotFound(f"there is no board {name!r}; there are {', '.join([*boards.names(), *own])}")
    return own[name]


def _own_boards() -> dict[str, Board]:
    listed = [book.board(book.setup(s.name)) for book in catalog.playable() for s in book.scenarios]
    return {found.name: found for found in reversed(listed) if found.name not in boards.names()}


@lru_cache(maxsize=32)
def geometry(name: str) -> dict[str, Any]:
    """The cells of the board in the coordinates of its bare picture."""
    found = board(name)
    sheet = Sheet(found, LIGHT)
    hexes = []
    for cell in sheet.cells:
        x, y = sheet.centre(cell)
        places = found.places_at(cell)
        hexes.append(
            {
                "id": found.hex_name(cell),
                "x": round(x, 2),
                "y": round(y, 2),
                "terrain": found.terrain[cell],
                "country": found.country.get(cell, ""),
                "place": places[0].name if places else "",
                "place_kind": places[0].kind if places else "",
                "description": found.describe(cell),
                "neighbours": [found.hex_name(n) for n in found.grid.neighbours(cell) if n in found.terrain],
            }
        )
    first = sheet.cells[0]
    x, y = sheet.centre(first)
    return {
        "name": found.name,
        "title": found.title,
        "width": round(sheet.width, 2),
        "height": round(sheet.height, 2),
        "shape": found.grid.shape.value,
        "scale_km": found.scale_km,
        # From the middle of a cell to its corners, the same for every cell.
        "corners": [[round(cx - x, 2), round(cy - y, 2)] for cx, cy in sheet.corners(first)],
        "hex_size": round(sheet.radius, 2),
        "hexes": hexes,
    }


def picture(name: str, theme: str, *, numbers: bool, small: bool = False) -> Order:
    """The bare map that is asked for, or its thumbnail; it is kept by ``map_cache``."""
    if theme not in THEMES:
        raise NotFound(f"there is no theme {theme!r}; there are {', '.join(THEMES)}")
    return order(board(name), theme, numbers=numbers and not small, small=small)
