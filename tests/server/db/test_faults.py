"""What passes by itself, a locked file or a database that was away, stops no bot; and the server says what is stuck."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from sqlalchemy import update

from sandtable.kernel.refusals import Refusal, Refused
from sandtable.server import periodic
from sandtable.server.bots import scheduler as robots_module
from sandtable.server.bots.scheduler import BotProcess, BotScheduler
from sandtable.server.db import schema as t
from sandtable.server.db import store
from sandtable.server.errors import Conflict, Stale
from sandtable.server.periodic import Rounds, lasting
from sandtable.server.play.authority import Authority

from ..databases import sqlite_alone
from ..playing import Json, Player, Server

database = sqlite_alone


@pytest.fixture(autouse=True)
def no_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A locked file is given up soon, and what failed is tried again soon."""
    monkeypatch.setattr(store, "BUSY_MILLISECONDS", 10)
    monkeypatch.setattr(robots_module, "FIRST_PAUSE", 0.001)


class Gate:
    """Bots that take the first option, but not before they may."""

    def __init__(self) -> None:
        self.asked = threading.Semaphore(0)
        self.open = threading.Event()

    def think(self, _: BotProcess, __: str, ___: int, seen: Json, ____: float) -> str:
        self.asked.release()
        self.open.wait()
        option: str = seen["options"][0]["id"]
        return option


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    found = Gate()
    monkeypatch.setattr(BotProcess, "think", lambda *given: found.think(*given))
    yield found
    found.open.set()


# ---- bots go on


def test_a_bot_goes_on_when_the_database_is_back(each_database: str, gate: Gate) -> None:
    with Server(each_database) as server:
        player, match = _against_a_bot(server)
        gate.asked.acquire()
        with _away(each_database):
            gate.open.set()
            _until(lambda: _times_failed(server, match) >= 3)
        assert "blue" in _when_asked(player, match)["view"]["asked"]
        _until(lambda: not server.service.bots._failing)


@pytest.mark.parametrize(
    "why", [Conflict("not now"), Stale("too late"), Refused(Refusal("1", "no")), OSError("no more processes")]
)
def test_a_bot_whose_answer_was_not_taken_is_asked_again(
    database: str, gate: Gate, monkeypatch: pytest.MonkeyPatch, why: Exception
) -> None:
    gate.open.set()
    faults = [why, why]
    really = Authority.answer

    def answer(*given: Any) -> Any:
        if faults:
            raise faults.pop()
        return really(*given)

    monkeypatch.setattr(Authority, "answer", answer)
    with Server(database) as server:
        player, match = _against_a_bot(server)
        assert "blue" in _when_asked(player, match)["view"]["asked"]


def test_a_match_that_was_forgotten_is_found_on_the_next_round(
    database: str, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate.open.set()
    forgotten: list[str] = []
    really = BotScheduler.look_at

    def look_at(robots: BotScheduler, match: str, *given: int) -> None:
        if len(forgotten) < 2:
            forgotten.append(match)
        else:
            really(robots, match, *given)

    monkeypatch.setattr(robots_module, "ROUND_SECONDS", 0.001)
    monkeypatch.setattr(BotScheduler, "look_at", look_at)
    with Server(database) as server:
        player, match = _against_a_bot(server)
        assert "blue" in _when_asked(player, match)["view"]["asked"]
    assert forgotten == [match, match]


def test_pauses_grow_up_to_a_minute(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    robots, pauses = server.service.bots, []
    monkeypatch.setattr(robots_module, "FIRST_PAUSE", 0.1)
    monkeypatch.setattr(robots._line, "put_off", lambda _, pause: pauses.append(pause))
    monkeypatch.setattr(robots, "_play", _failing)
    for _ in range(2000):
        robots._play_or_try_later(BotProcess(), "match")
    assert pauses[:4] == [0.1, 0.2, 0.4, 0.8]
    assert pauses[10:] == [60.0] * 1990


def test_a_bot_that_takes_what_is_not_on_offer_takes_the_first_option(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinker = BotProcess()
    monkeypatch.setattr(thinker, "_begun", lambda: _Pipe(b'{"option": "third"}'))
    assert thinker.think("random", 1, {"options": [{"id": "first"}, {"id": "second"}]}, 1.0) == "first"


# ---- people first


def test_bots_answer_people_before_they_play_among_themselves(
    database: str, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []
    really = BotScheduler._play

    def play(robots: BotScheduler, thinker: BotProcess, match: str) -> None:
        order.append(match)
        really(robots, thinker, match)

    monkeypatch.setattr(BotScheduler, "_play", play)
    with Server(database) as server:
        among_bots = [_bots_alone(server.player()).document["match"] for _ in range(3)]
        gate.asked.acquire()
        player, match = _against_a_bot(server)
        gate.open.set()
        _when_asked(player, match)
    first, second = order[:2]
    assert (first, second) == (among_bots[0], match)


def test_bots_alone_play_only_so_many_matches_at_once(each_database: str) -> None:
    with Server(each_database, bot_matches=2, bot_workers=0) as server:
        player = server.player()
        begun = [_bots_alone(player) for _ in range(3)]
        assert [reply.status for reply in begun] == [200, 200, 429]
        assert begun[-1].error == (
            "bots alone are playing as many matches as this server lets them (2); take a seat yourself"
        )
        record = player.get(f"/api/matches/{player.hotseat()}/record").document
        seats = {"red": "random", "blue": "random"}
        assert player.post("/api/matches/import", {"record": record, "seats": seats}).status == 429
        assert player.act(player.hotseat(), "fork", to=0, seats=seats).status == 429
        player.begin(seats={"red": "random"})
        over = update(t.matches).where(t.matches.c.id == begun[0].document["match"]).values(over=True)
        server.service.store.write(lambda db: db.execute(over))
        assert _bots_alone(player).status == 200


# ---- how the server is


def test_the_server_says_that_its_bots_have_been_failing_for_long(
    database: str, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Server(database) as server:
        player, match = _against_a_bot(server)
        gate.asked.acquire()
        with _away(database):
            gate.open.set()
            _until(lambda: _times_failed(server, match) >= 1)
            assert _health(player) == ("ok", [])
            monkeypatch.setattr(robots_module, "STUCK_SECONDS", -1.0)
            status, (trouble,) = _health(player)
            assert (status, trouble.startswith("the bots of 1 match have failed for ")) == ("troubled", True)
        _until(lambda: not server.service.bots._failing)
        assert _health(player) == ("ok", [])


def test_the_server_says_that_a_bot_has_been_at_one_answer_for_long(
    database: str, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Server(database) as server:
        player, _ = _against_a_bot(server)
        gate.asked.acquire()
        assert _health(player) == ("ok", [])
        monkeypatch.setattr(robots_module, "START_SECONDS", -1000.0)
        status, (trouble,) = _health(player)
        assert (status, trouble.startswith("a bot has been at one answer for")) == ("troubled", True)
        gate.open.set()


def test_rounds_that_fail_for_long_are_told_until_one_does_not() -> None:
    stumbling = _Stumbling()
    stumbling._go_round()
    now = time.monotonic()
    assert stumbling.troubles(now) == []
    assert stumbling.troubles(now + 240.0) == ["the stumbling has failed for 4 minutes"]
    stumbling.fault = None
    stumbling._go_round()
    assert stumbling.troubles(now + 240.0) == []


def test_a_round_that_does_not_end_is_told() -> None:
    stumbling = _Stumbling()
    stumbling._under_way = 1000.0
    assert stumbling.troubles(1000.0 + periodic.STUCK_SECONDS) == []
    assert stumbling.troubles(1000.0 + 7200.0) == ["the stumbling has been on one round for 2 hours"]


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (61, "61 seconds"),
        (119.4, "119 seconds"),
        (150, "2 minutes"),
        (7199, "120 minutes"),
        (86400, "24 hours"),
    ],
)
def test_spans_are_told_as_precisely_as_anybody_wants_to_know_them(seconds: float, told: str) -> None:
    assert lasting(seconds) == told


class _Stumbling(Rounds):
    fault: Exception | None = OSError("away")

    def __init__(self) -> None:
        super().__init__("stumbling", 1.0)

    def look_round(self) -> None:
        if self.fault is not None:
            raise self.fault


class _Pipe:
    """A line to a process that always answers the same."""

    def __init__(self, answer: bytes) -> None:
        self._answer = answer

    def send_bytes(self, _: bytes) -> None:
        pass

    def poll(self, _: float) -> bool:
        return True

    def recv_bytes(self) -> bytes:
        return self._answer


def _failing(*_: object) -> None:
    raise OSError("the database is away")


def _against_a_bot(server: Server) -> tuple[Player, str]:
    """A player of blue, and a match in which red is asked."""
    player = server.player()
    return player, player.begin(seats={"red": "random", "blue": "person"})["match"]


def _bots_alone(player: Player) -> Any:
    document = {"scenario": "ford", "seats": {"red": "random", "blue": "random"}}
    return player.post("/api/matches", document)


def _health(player: Player) -> tuple[str, list[str]]:
    said = player.get("/healthz").document
    return said["status"], said["troubles"]


def _times_failed(server: Server, match: str) -> int:
    failing = server.service.bots._failing.get(match)
    return failing.times if failing else 0


def _when_asked(player: Player, match: str) -> Json:
    """What blue sees when it is asked; the socket says when."""
    with player.watching(match, "blue") as socket:
        seen: Json = socket.receive_json()
        while "view" not in seen or "blue" not in seen["view"]["asked"]:
            seen = socket.receive_json()
    return seen


def _until(condition: Callable[[], bool]) -> None:
    while not condition():
        time.sleep(0.005)


@contextmanager
def _away(database: str) -> Iterator[None]:
    """Nothing can be written meanwhile: another program holds the file, or PostgreSQL lets nobody in."""
    if database.startswith("sqlite:///"):
        holder = sqlite3.connect(database.removeprefix("sqlite:///"), isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        yield
        holder.execute("ROLLBACK")
        holder.close()
        return
    place, _, name = database.rpartition("/")
    with psycopg.connect(f"{place}/template1", autocommit=True) as line:
        line.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false'.encode())
        line.execute(b"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name])
        try:
            yield
        finally:
            line.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS true'.encode())
