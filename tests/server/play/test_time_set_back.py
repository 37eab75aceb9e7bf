"""The clock of the machine is put back: nobody gains time by it, and nobody grows deaf."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ..db.test_cluster import _listening
from ..playing import Server, two_players

HOUR = 3600.0


@pytest.fixture
def database(tmp_path: Path) -> str:
    """Nothing here depends on the kind of database."""
    return f"sqlite:///{tmp_path}/matches.db"


def test_nobody_gains_time_when_the_clock_is_put_back(server: Server, later: Callable[[float], None]) -> None:
    red, _blue, match = two_players(server, clock={"base": 600, "increment": 0})
    later(100)
    red.choose(match, "red", "move:2:20")
    later(-HOUR)
    seen = red.choose(match, "red", "done")
    assert 400 < seen["clock"]["left"]["red"] <= 500
    later(60)
    assert red.choose(match, "red", "attack:9")["clock"]["left"]["red"] <= 440


def test_whoever_listens_hears_what_happens_after_the_clock_was_put_back(
    database: str, later: Callable[[float], None]
) -> None:
    with Server(database) as server, _listening(database) as one:
        player = server.player()
        match = player.hotseat()
        assert one.heard.get(timeout=60) == (match, 1)
        later(-HOUR)
        player.choose(match, "red", "move:0:4")
        assert one.heard.get(timeout=60) == (match, 2)
        player.choose(match, "red", "move:1:16")
        assert one.heard.get(timeout=60) == (match, 3)
