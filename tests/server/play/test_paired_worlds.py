"""Whatever a seat is sent, it is sent the same where only what is hidden from it differs: every rulebook, at length."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest

from sandtable.kernel.game.records import begin
from sandtable.kernel.machine.actions import Seat
from sandtable.kernel.machine.engine import answer, options
from sandtable.testing.dikes import RULEBOOK as DIKES
from sandtable.testing.ford import RULEBOOK as FORD

from ..databases import sqlite_alone
from ..playing import Server
from . import asking, hearing, paired_worlds

database = sqlite_alone

# How many documents `make long` compares for every rulebook; `make long DOCUMENTS=100000` so many.
MANY = int(os.environ.get("DOCUMENTS", "2000"))
HIDING = ("airborne", "damos", "dikes", "ford", "frontline")
MATCH = "/api/matches/{match}"


@pytest.fixture(autouse=True)
def _dikes(dikes_known: None) -> None:
    """They are known while a test plays them."""


def test_these_rulebooks_hide_something_and_the_others_nothing() -> None:
    assert tuple(n for n, book in paired_worlds.rulebooks().items() if paired_worlds.hides(book)) == HIDING


def test_two_worlds_that_differ_in_what_is_seen_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    def disguise(g: Any, seat: Seat, rng: Random) -> Any:
        twin = g.copy()
        twin.turn += 1
        return twin

    monkeypatch.setattr(FORD, "disguise", disguise)
    found = paired_worlds.compare(FORD, 30)
    assert any("view" in question for question in found.told_apart)


def test_every_route_of_a_match_is_asked_or_said_to_be_left_out(server: Server) -> None:
    app: Any = server.client.app
    there = {
        f"{method} {route.path.removeprefix(MATCH)}"
        for route in app.routes
        if route.path.startswith(MATCH)
        # A socket has no methods; it is asked for besides.
        for method in getattr(route, "methods", ())
    }
    line = {"id": "seize:0:0"}
    sheets = {"sheets": [{"seat": "red", "next": [line], "subjects": [{"key": "north"}]}]}
    seen = {"version": 1, "view": {"options": [{"id": "done"}]}}
    about = asking.About("red", ("blue",), ("verb=attack",), ("0101",))
    questions = [*asking.first("red"), *asking.rest(about, seen, sheets)]
    asked = {f"{method} {path.partition('?')[0]}" for method, path, _ in questions}
    assert asked | asking.CHANGES | asking.PAST == there
    assert not asked & (asking.CHANGES | asking.PAST)


def test_order_sheets_are_looked_into_where_they_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: hearing.Heard = []

    def overhear(one: hearing.Heard, _other: hearing.Heard) -> list[str]:
        heard.extend(one)
        return []

    monkeypatch.setattr(hearing, "differences", overhear)
    paired_worlds.compare(DIKES, 60)
    given = {what.split(" {")[0].split("?")[0] for what, status, *_ in heard if status == 200}
    assert {"GET /sheets", "POST /sheets/lines", "POST /sheets/odds"} <= given


def test_a_sheet_that_a_side_reads_together_differs_in_no_world() -> None:
    g = begin(DIKES, DIKES.setup("dikes"))
    north, south = Seat(0), Seat(1)
    answer(g, options(g, north)[0], north)
    alone = paired_worlds._another_world(DIKES, g, south, Random(1), {south})
    together = paired_worlds._another_world(DIKES, g, south, Random(1), {north, south})
    assert alone is not None
    assert alone.sealed != g.sealed
    assert together is None or together.sealed == g.sealed


def test_a_comparison_that_was_stopped_goes_on_where_it_was() -> None:
    whole = paired_worlds.compare(FORD, 250, seed=3)
    assert whole.games > 1
    begun = paired_worlds.Compared()

    class Stopped(Exception):
        pass

    def stop(found: paired_worlds.Compared) -> None:
        if found.documents > 100:
            raise Stopped

    with pytest.raises(Stopped):
        paired_worlds.compare(FORD, 250, seed=3, found=begun, progress=stop)
    assert paired_worlds.compare(FORD, 250, seed=3, found=begun) == whole


@pytest.mark.long
@pytest.mark.parametrize("name", HIDING)
def test_no_document_tells_two_worlds_apart(name: str) -> None:
    found = paired_worlds.compare(paired_worlds.rulebooks()[name], MANY, seed=1941)
    assert (found.told_apart, found.documents >= MANY) == ([], True)
