"""Matches that are fetched into memory: from their latest snapshot, and as many as there is room for."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.server.db import match_store

from ..databases import sqlite_alone
from ..playing import Player, Server

database = sqlite_alone

EVERY = 5


def test_a_long_match_is_fetched_from_its_latest_snapshot_and_not_from_the_first_answer(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Server(database, snapshot_every=EVERY) as server:
        player, match = server.hotseat()
        answers = _play_on(player, match, 30)["answers"]
        server.restart()
        read: list[int] = []
        fetch = match_store.read_entries

        def read_entries(db: Any, wanted: str, after: int, to: int) -> Any:
            read.append(after)
            return fetch(db, wanted, after, to)

        monkeypatch.setattr(match_store, "read_entries", read_entries)
        undoable = player.view(match, "red")["undoable"]
        # Undo must be able to go back to the last roll; before that a snapshot is found within so many answers.
        assert min(read) >= answers - undoable - EVERY > 0


def test_so_many_matches_are_kept_as_there_is_memory_for(database: str) -> None:
    kept = []
    for megabytes in (1, 64):
        with Server(database, cache_megabytes=megabytes) as server:
            for _ in range(12):
                player = server.player()
                player.view(player.hotseat(), "red")
            many, size = server.service.authority.cached
            assert size <= megabytes * 1024 * 1024
            kept.append(many)
    assert 1 < kept[0] < kept[1] == 12


def test_a_larger_game_takes_more_room(database: str) -> None:
    sizes = []
    for scenario in ("ford", "agn"):
        with Server(database, snapshot_every=EVERY) as server:
            player, match = server.hotseat(scenario=scenario)
            _play_on(player, match, EVERY)
            server.restart()
            player.view(match, "spectator")
            sizes.append(server.service.authority.cached[1])
    assert sizes[1] > 2 * sizes[0]


def _play_on(player: Player, match: str, answers: int) -> dict[str, Any]:
    """Answer so many times, by chance; what is known then."""
    rng = Random(4)
    for _ in range(answers):
        asked = player.view(match, "spectator")["view"]["asked"][0]
        player.choose(match, asked, rng.choice(player.view(match, asked)["view"]["options"])["id"])
    return player.view(match, "spectator")
