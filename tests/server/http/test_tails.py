"""The latest lines of the log, which come with every view, are always those of the whole log."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from sandtable.server.play import cache

from ..playing import Player, Server


@pytest.fixture
def database(tmp_path: Path) -> str:
    """Nothing here depends on the kind of database."""
    return f"sqlite:///{tmp_path}/matches.db"


@pytest.fixture(autouse=True)
def short_tail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "LOG_TAIL", 6)


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


def test_while_somebody_speaks_in_between(server: Server) -> None:
    player = server.player()
    match = player.hotseat(control="person")
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
