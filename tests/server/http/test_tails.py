"""The latest lines of the log, which come with every view, are always those of the whole log."""

from __future__ import annotations

import random
from typing import Any

import pytest

from sandtable.server.play import match_log

from ..databases import sqlite_alone
from ..playing import Player, Server

database = sqlite_alone


@pytest.fixture(autouse=True)
def short_tail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_log, "LOG_TAIL", 6)


def test_while_answers_are_given_and_taken_back(server: Server) -> None:
    player, rng = server.player(), random.Random(4)
    match = player.hotseat()
    seen, undone = player.view(match, "red"), 0
    for _ in range(30):
        if seen["undoable"] and rng.random() < 0.3:
            undone += 1
            seen = player.act(match, "undo", seat=seen["view"]["seat"], version=seen["version"]).document
        else:
            option = rng.choice(seen["view"]["options"])["id"]
            seen = player.choose(match, seen["view"]["asked"][0], option)
        _holds(player, match, seen)
        for seat in ("red", "blue", "spectator"):
            _holds(player, match, player.view(match, seat))
        seen = player.view(match, seen["view"]["asked"][0])
    assert undone
    assert seen["log_lines"] > 6


def test_while_most_of_the_log_is_not_in_memory(database: str) -> None:
    """The match is fetched again after every answer, undo and rewind; its log begins at a snapshot."""
    with Server(database, snapshot_every=2, cache_megabytes=0) as server:
        player, rng = server.player(), random.Random(4)
        match, other = player.hotseat(control="person"), player.hotseat()
        seen, gone_back, in_part = player.view(match, "red"), 0, 0
        for number in range(40):
            seat = seen["view"]["asked"][0]
            player.view(other, "red")
            if number % 13 == 12:
                gone_back += 1
                to = {"seat": seat, "to": seen["answers"] * 2 // 3, "version": seen["version"]}
                assert player.post(f"/api/matches/{match}/rewind", to).status == 200
            elif seen["undoable"] and rng.random() < 0.2:
                player.act(match, "undo", seat=seat, version=seen["version"])
            else:
                player.choose(match, seat, rng.choice(player.view(match, seat)["view"]["options"])["id"])
            for looking in ("red", "blue", "spectator", "control"):
                player.view(other, "red")
                _holds(player, match, player.view(match, looking))
            seen = player.view(match, player.view(match, "red")["view"]["asked"][0])
            with server.service.authority.holding(match) as hot:
                in_part += hot.log.first > 0
        assert gone_back == 3
        assert in_part > 10


def test_while_somebody_speaks_in_between(server: Server) -> None:
    player, match = server.hotseat(control="person")
    for words, option in (("one", "move:0:4"), ("two", "move:1:5"), ("three", "done")):
        _holds(player, match, player.choose(match, "red", option))
        control = f"/api/matches/{match}/control/announce"
        assert player.post(control, {"text": words, "to": ["red"]}).status == 200
        for seat in ("red", "blue", "spectator", "control"):
            _holds(player, match, player.view(match, seat))
    texts = [line["text"] for line in player.view(match, "red")["log"]]
    assert texts[-1] == "Control: three"


def _holds(player: Player, match: str, seen: dict[str, Any]) -> None:
    whole = player.get(f"/api/matches/{match}/log?seat={seen['view']['seat']}").document
    assert seen["log"] == whole[-6:]
    assert seen["log_lines"] == len(whole)
