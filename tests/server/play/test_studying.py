"""Studies are worked out by processes beside the server, in the same words, and end with whoever asked."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from sandtable.server import Settings
from sandtable.server.db.store import Store
from sandtable.server.errors import TooLarge
from sandtable.server.play import study_worker
from sandtable.server.play.authority import Authority
from sandtable.server.play.studies import Studies
from sandtable.server.play.studying import StudyPool

from ..databases import sqlite_alone
from ..playing import Player, Server, attack, two_players

database = sqlite_alone

PATHS = (
    "layers?seat=red",
    "layers?seat=red&at=1",
    "reach?seat=red",
    "odds?seat=red",
    "preview?seat=red&option=assault",
    "luck?seat=red",
    "marks?seat=red",
    "log?seat=red",
    "reports?seat=red",
    "moments/2?seat=red",
    "why?seat=red&verb=attack&unit=red-c&hex=0107",
    "record",
    "odds?seat=blue",
    "preview?seat=red&option=nonsense",
    "odds?seat=red&at=99",
)


@pytest.fixture
def beside(database: str) -> Iterator[Server]:
    """A server whose studies are worked out by a process."""
    with Server(database, study_workers=1, study_seconds=60) as running:
        yield running


def processes(server: Server) -> list[int]:
    return [worker._process.pid for worker in server.service.study_pool._pool._all]


def heard(player: Player, match: str) -> list[tuple[str, int, str]]:
    """What comes of every question."""
    found = [(path, player.get(f"/api/matches/{match}/{path}")) for path in PATHS]
    return [(path, reply.status, reply.text) for path, reply in found]


def test_a_process_says_what_the_server_would_say_itself(beside: Server, database: str) -> None:
    red, _, match = two_players(beside)
    attack(red, match)
    by_process = heard(red, match)
    assert len(processes(beside)) == 1
    with Server(database) as alone:
        red._server = alone
        assert heard(red, match) == by_process
    assert [status for _, status, _ in by_process] == [200] * 11 + [403, 403, 400, 400]


def test_a_process_follows_the_match(beside: Server) -> None:
    red, blue, match = two_players(beside)
    attack(red, match)
    assert red.get(f"/api/matches/{match}/odds?seat=red").document["odds"] is not None
    red.choose(match, "red", "probe")
    blue.choose(match, "blue", "yield")
    after = red.get(f"/api/matches/{match}/odds?seat=red").document
    assert (after["odds"], after["version"]) == (None, red.head(match)["version"])


def test_a_process_knows_when_answers_are_taken_back(beside: Server) -> None:
    player, match = beside.hotseat()

    def log() -> list[str]:
        return [line["text"] for line in player.get(f"/api/matches/{match}/log?seat=red").document]

    told = [log()]
    for option in ("move:0:4", "move:1:3"):
        player.choose(match, "red", option)
        told.append(log())
    player.act(match, "undo", seat="red", version=player.head(match)["version"])
    assert (log(), told[0] != told[1] != told[2]) == (told[1], True)
    assert player.get(f"/api/matches/{match}/odds?seat=red&at=2").status == 400


def test_whoever_asked_a_process_that_dies_is_told_and_the_next_is_answered(beside: Server) -> None:
    red, _, match = two_players(beside)
    path = f"/api/matches/{match}/layers?seat=red"
    expected = red.get(path).document
    (before,) = processes(beside)
    os.kill(before, signal.SIGSTOP)
    with ThreadPoolExecutor(1) as thread:
        asked = thread.submit(red.get, path)
        while beside.service.study_pool._pool._idle:
            time.sleep(0.01)
        os.kill(before, signal.SIGKILL)
        reply = asked.result()
    assert (reply.status, reply.error) == (503, "the study was broken off; ask again")
    assert red.get(path).document == expected
    assert before not in processes(beside)


def test_a_study_that_takes_too_long_is_given_up_and_the_next_is_answered(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(study_worker, "__name__", "tests.server.play.spinning")
    charged: list[float] = []

    async def ask() -> None:
        settings = Settings(database=database, study_seconds=1, study_workers=1)
        store = Store(database)
        pool = StudyPool(Studies(Authority(store, settings)), settings)
        study = {"do": "layers", "match": "m", "seat": "red", "guest": None}
        try:
            with pytest.raises(TooLarge, match="longer to reckon than the 1 seconds it may"):
                await pool.ask(study, asyncio.Event().wait, charged.append, gzip=False)  # type: ignore[arg-type]
        finally:
            pool.close()
            store.close()

    asyncio.run(ask())
    assert charged == [1]
