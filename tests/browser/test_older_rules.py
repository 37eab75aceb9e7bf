"""A server that was upgraded: games whose rules have changed say so, and the others go on."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from sandtable.server.people.seating import COOKIE
from tests.server import files

from .table import PATIENCE, TableServer, open_lobby

FILES = Path(files.__file__).parent
NOTES: dict[str, Any] = json.loads((FILES / "first.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """A server of today on the database of the first one, in which nothing is changed."""
    kept = tmp_path_factory.mktemp("first")
    with closing(sqlite3.connect(kept / "matches.db")) as db:
        db.executescript((FILES / "first.sql").read_text(encoding="utf-8"))
    server = TableServer(f"sqlite:///{kept}/matches.db")
    server.start()
    yield server
    server.kill()


def test_whoever_comes_back_finds_what_goes_on_and_reads_why_the_rest_does_not(
    table: TableServer, visitor: Callable[..., Page]
) -> None:
    page = visitor()
    page.context.add_cookies([{"name": COOKIE, "value": NOTES["cookies"]["red"], "url": table.address}])
    open_lobby(page, table.address)
    older = page.locator("[data-older]")
    older.locator("summary").click()
    expect(older).to_contain_text("Their rules have changed since they began")
    expect(older.locator("li")).to_have_count(2)
    page.goto(f"{table.address}/match/{NOTES['matches']['agn']['match']}")
    expect(page.get_by_role("heading", name="The rules of this game have changed")).to_be_visible()
    expect(page.get_by_text("This match was played under behaviour 1 of 'damos'")).to_be_visible()
    page.get_by_role("button", name="To all games").click()
    page.get_by_role("link", name="The Ford: counterstroke").click()
    expect(page.locator(".who")).to_be_visible(timeout=PATIENCE)


def test_a_saved_game_of_older_rules_says_why_it_cannot_be_taken_in(
    table: TableServer, visitor: Callable[..., Page]
) -> None:
    page = visitor()
    open_lobby(page, table.address)
    page.get_by_role("button", name="Go on from a file…").click()
    page.locator("input[type=file]").set_input_files(FILES / "first.record.json")
    page.get_by_role("button", name="All sides at this screen").click()
    expect(page.get_by_role("alert")).to_contain_text("This record was played under behaviour 1 of 'damos'")
