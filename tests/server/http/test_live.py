"""Live sockets: every change comes by itself."""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from threading import Event, Lock
from time import sleep
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from sandtable.server.http import websocket
from sandtable.server.http.websocket import _look
from sandtable.server.play import change_feed
from sandtable.server.play.authority import Authority
from sandtable.server.play.change_feed import MOST_LOOKS, Watcher

from ..playing import Server, two_players


def test_a_socket_begins_with_the_view(server: Server) -> None:
    player, match = server.hotseat()
    with player.watching(match, "red") as socket:
        assert socket.receive_json() == player.view(match, "red")


def test_what_one_player_does_the_other_sees_at_once(server: Server) -> None:
    red, blue, match = two_players(server)
    with blue.watching(match, "blue") as socket:
        socket.receive_json()
        red.choose(match, "red", "move:2:20")
        seen = socket.receive_json()
    assert seen["log"][-1]["text"] == "red-c moves from 0405 to 0206."
    assert seen["view"]["seat"] == "blue"


def test_somebody_who_sits_down_is_seen(server: Server) -> None:
    red, blue = server.player(), server.player()
    begun = red.begin(seats={"blue": "open"})
    with red.watching(begun["match"], "red") as socket:
        assert socket.receive_json()["seats"]["blue"]["kind"] == "open"
        blue.join(begun["links"]["blue"])
        assert socket.receive_json()["seats"]["blue"]["kind"] == "person"


def test_nobody_watches_the_seat_of_another(server: Server) -> None:
    red, _blue, match = two_players(server)
    with red.watching(match, "blue") as socket, pytest.raises(WebSocketDisconnect):
        socket.receive_json()


def test_a_match_that_does_not_exist_closes_the_socket(server: Server) -> None:
    with server.player().watching("nowhere", "spectator") as socket, pytest.raises(WebSocketDisconnect):
        socket.receive_json()


def test_a_socket_from_another_site_is_refused(server: Server) -> None:
    player, match = server.hotseat()
    with (
        pytest.raises(WebSocketDisconnect),
        player.watching(match, "red", origin="https://elsewhere.example") as socket,
    ):
        socket.receive_json()


def test_a_change_by_another_process_is_seen(database: str) -> None:
    with Server(database, shared=True) as one, Server(database, shared=True) as other:
        player, match = one.hotseat()
        far = other.player()
        far.cookie = player.cookie
        with player.watching(match, "red") as socket:
            socket.receive_json()
            far.choose(match, "red", "move:0:4")
            assert socket.receive_json()["answers"] == 1


def test_news_is_looked_at_by_one_socket_at_a_time(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    player, match = server.hotseat()
    looking, most, guard = Counter[str](), Counter[str](), Lock()

    def look(authority: Authority, match: str, watcher: Watcher, *asked: Any) -> Any:
        kind = "first" if watcher.sent is None else "news"
        with guard:
            looking[kind] += 1
            most[kind] = max(most[kind], looking[kind])
        sleep(0.02)
        with guard:
            looking[kind] -= 1
        return _look(authority, match, watcher, *asked)

    monkeypatch.setattr(websocket, "_look", look)
    with ExitStack() as stack:
        sockets = [stack.enter_context(player.watching(match, "spectator")) for _ in range(6)]
        for socket in sockets:
            socket.receive_json()
        player.choose(match, "red", "move:0:4")
        assert [socket.receive_json()["answers"] for socket in sockets] == [1] * 6
    assert most["news"] == MOST_LOOKS


def test_where_few_watch_whoever_has_answered_works_out_what_they_are_shown(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, match = server.hotseat()
    looked: list[str] = []

    def look(authority: Authority, match: str, watcher: Watcher, *asked: Any) -> Any:
        looked.append("first" if watcher.sent is None else "news")
        return _look(authority, match, watcher, *asked)

    monkeypatch.setattr(websocket, "_look", look)
    with player.watching(match, "red") as one, player.watching(match, "blue") as other:
        for socket in (one, other):
            socket.receive_json()
        player.choose(match, "red", "move:0:4")
        assert [socket.receive_json()["answers"] for socket in (one, other)] == [1, 1]
    assert looked == ["first", "first"]


def test_an_answer_stands_although_it_could_be_shown_to_nobody(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, match = server.hotseat()
    with player.watching(match, "red") as socket:
        socket.receive_json()
        monkeypatch.setattr(change_feed, "look", lambda *_: 1 / 0)
        assert player.choose(match, "red", "move:0:4")["answers"] == 1
        assert socket.receive_json()["answers"] == 1


def test_nobody_waits_for_another_s_first_look(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    player = server.player()
    match, large = player.hotseat(), player.hotseat()
    fetched = Event()

    def look(authority: Authority, of: str, *asked: Any) -> Any:
        if of == large:
            fetched.wait()
        return _look(authority, of, *asked)

    monkeypatch.setattr(websocket, "_look", look)
    with player.watching(match, "red") as socket, player.watching(large, "red") as waiting:
        socket.receive_json()
        player.choose(match, "red", "move:0:4")
        assert socket.receive_json()["answers"] == 1
        fetched.set()
        assert waiting.receive_json()["answers"] == 0


def test_two_processes_do_not_overwrite_each_other(database: str) -> None:
    with Server(database, shared=True) as one, Server(database, shared=True) as other:
        player, match = one.hotseat()
        far = other.player()
        far.cookie = player.cookie
        assert far.view(match, "red")["answers"] == 0
        player.choose(match, "red", "move:0:4")
        assert far.answer(match, "red", "move:1:16", version=1).status == 409
        assert far.choose(match, "red", "move:1:16")["answers"] == 2
        assert player.view(match, "red")["answers"] == 2
