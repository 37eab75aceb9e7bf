"""Two bots that are always playing a game, at a pace one can follow."""

from __future__ import annotations

import time
from typing import Any

import pytest
from sqlalchemy import select

from sandtable.server.bots import exhibition
from sandtable.server.db import schema as t
from sandtable.server.match.commands import NewMatch

from ..databases import sqlite_alone
from ..playing import Json, Server

database = sqlite_alone

NEXT_GAME = exhibition._next_game


@pytest.fixture(autouse=True)
def ford(monkeypatch: pytest.MonkeyPatch) -> None:
    """The Ford is soon over."""
    seats = {"red": "random", "blue": "random"}
    game = NewMatch(scenario="ford", seats=seats, listed=True)
    monkeypatch.setattr(exhibition, "_next_game", lambda *_: game)


def _listed(server: Server) -> list[Json]:
    found: list[Json] = server.player().get("/api/matches").document
    return found


def _until(what: Any) -> Any:
    end = time.monotonic() + 120
    while not (found := what()):
        assert time.monotonic() < end
        time.sleep(0.05)
    return found


def test_a_game_between_bots_is_in_the_lobby_and_goes_on(database: str) -> None:
    with Server(database, exhibition=True, exhibition_seconds=0.01) as server:
        (match,) = _until(lambda: _listed(server))
        assert {seat["kind"] for seat in match["seats"].values()} == {"bot"}
        _until(lambda: _listed(server)[0]["answers"] > match["answers"] + 2)


def test_the_bots_wait_before_each_answer(database: str) -> None:
    with Server(database, exhibition=True, exhibition_seconds=3600.0) as server:
        (match,) = _until(lambda: _listed(server))
        time.sleep(0.5)
        assert _listed(server)[0]["answers"] == match["answers"]


def test_a_restart_goes_on_with_the_game_under_way(database: str) -> None:
    with Server(database, exhibition=True, exhibition_seconds=3600.0) as server:
        (before,) = _until(lambda: _listed(server))
    with Server(database, exhibition=True, exhibition_seconds=3600.0) as server:
        _until(lambda: server.service.bots.paced)
        assert [match["match"] for match in _listed(server)] == [before["match"]]


def test_when_it_is_over_another_begins_and_only_the_latest_of_the_old_ones_stays(database: str) -> None:
    with Server(database, exhibition=True, exhibition_seconds=0.0) as server:
        for _ in range(3):
            running = _until(lambda: server.service.bots.paced)
            (match,) = running
            _until(lambda match=match: server.service.authority.head(match).over)
            server.service.exhibition.look_round()
        with server.service.store.reading() as db:
            assert len(db.execute(select(t.exhibitions)).all()) == 2


def test_there_is_none_unless_the_server_is_told_so(database: str) -> None:
    with Server(database) as server:
        assert _listed(server) == []


def test_bots_take_their_time_while_nobody_looks(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with Server(database, exhibition_seconds=2.0) as server:
        shown = server.service.exhibition
        assert shown.pace() == 2.0
        monkeypatch.setattr(exhibition, "UNSEEN_SECONDS", -1.0)
        assert shown.pace() == exhibition.RESTING


def test_only_bots_that_are_worth_watching_play() -> None:
    game = NEXT_GAME("agn", None)
    assert game is not None
    assert {*game.seats.values()} == {"greedy"}


def test_where_no_bot_is_worth_watching_any_bot_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exhibition, "exhibited_bots", lambda book: ())
    monkeypatch.setattr(exhibition, "bot_names", lambda book: ("sleepy",))
    game = NEXT_GAME("ford", None)
    assert game is not None
    assert {*game.seats.values()} == {"sleepy"}


def test_the_featured_game_comes_first_and_then_the_others_in_turn() -> None:
    seen: list[str] = []
    for _ in range(30):
        game = NEXT_GAME("ags", seen[-1] if seen else None)
        assert game is not None
        seen.append(game.scenario)
    assert seen[0] == "ags"
    assert len({*seen}) > 2
    assert seen.index("ags", 1) == len({*seen})
