"""The load: what is due when, what counts, and what it costs."""

from __future__ import annotations

import asyncio
import gzip
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tools.browser import Client, HungUp
from tools.load import Load, Table, measure, own_server, play_open
from tools.long_matches import lay_in

from tools import busy


class Server:
    """A server of one match that answers as it is told, one second after it was asked, and shows it another second later."""

    def __init__(self, statuses: list[int], *, over: bool = False) -> None:
        self.statuses = statuses
        self.over = over
        self.asked: list[str] = []
        self.answers: list[dict[str, Any]] = []
        self.received = 0
        self.seen: dict[str, Any] = {}

    async def ask(self, method: str, path: str, document: Any = None) -> tuple[int, Any]:
        self.asked.append(f"{method} {path}")
        if method == "POST":
            return 200, {"match": "m"}
        return 200, {"seats": {"red": {}, "blue": {}}}

    async def ask_raw(self, method: str, path: str, document: Any = None) -> tuple[int, bytes, float]:
        self.answers.append(document)
        self.received += 40
        if not self.statuses:
            raise HungUp("the server closed the connection")
        return self.statuses.pop(0), b'{"match":"m","version":5,"answers":1}', 101.0

    async def watch(self, path: str) -> Server:
        self.asked.append(f"watch {path}")
        return self

    async def until(self, version: int) -> float:
        self.received += 60 if version else 0
        view = {"asked": ["red"], "options": [{"id": "done"}]}
        self.seen = {"version": max(4, version), "view": view, "over": self.over}
        return 102.0

    def close(self) -> None:
        pass


def test_the_time_of_an_answer_counts_from_the_moment_it_was_due_until_it_is_seen() -> None:
    load, server = _played([200], due=93.5)
    assert load.times == [8.5]
    assert load.as_json()["bytes_an_answer"] == 100
    assert server.answers[0] | {"key": ""} == {"seat": "red", "option": "done", "version": 4, "key": ""}


def test_a_refused_answer_is_not_acknowledged_and_the_player_looks_again() -> None:
    load, server = _played([409], due=93.5)
    assert (load.times, load.refused) == ([], 1)
    assert server.asked.count("watch /api/matches/m/live?seat=red") == 2


def test_whoever_is_hung_up_on_is_counted_and_comes_again() -> None:
    load, server = _played([], due=93.5)
    assert (load.times, load.refused, load.as_json()["hung_up"]) == ([], 0, 1)
    assert server.asked.count("watch /api/matches/m/live?seat=red") == 2


def test_a_finished_match_is_followed_by_another() -> None:
    load, server = _played([200], due=93.5, over=True)
    assert load.games == 1
    assert server.asked.count("POST /api/matches") == 2


def test_the_figures_are_quantiles_of_what_was_acknowledged() -> None:
    load = Load(rate=50.0, seconds=2.0, times=[n / 1000 for n in range(1, 101)])
    document = load.as_json()
    assert document["answers_a_second"] == 50.0
    assert document["milliseconds"] == {
        "median": 51.0,
        "p95": 96.0,
        "p99": 100.0,
        "p99.9": 100.0,
        "most": 100.0,
    }
    assert document["loop"] == "open, 50 answers a second are due"


def test_the_times_are_told_by_how_long_the_match_has_been_going_on() -> None:
    load = Load(seconds=1.0, times=[0.001, 0.003, 0.5], numbers=[0, 49, 600])
    told = load.as_json()["by_answer_number"]
    assert {name: (part["answers"], part["most"]) for name, part in told.items()} == {
        "from 0": (2, 3.0),
        "from 500": (1, 500.0),
    }


def test_the_memory_of_the_server_is_told_from_the_begin_to_the_end() -> None:
    load = Load(
        seconds=1.0, megabytes=[float(n) for n in range(100, 151)], answered=list(range(0, 5100, 100))
    )
    load.before = load.after = busy.Moment(machine=1.0, watched=1.0, own=1.0, available=1.0)
    assert load.as_json()["server_megabytes"] == [100, 105, 110, 115, 120, 125, 130, 135, 140, 145, 150]
    assert load.as_json()["answers_by_then"] == [*range(0, 5001, 500)]
    assert busy.family_megabytes(os.getpid()) > 10


def test_without_an_answer_there_is_no_time() -> None:
    assert Load().as_json()["milliseconds"]["p99"] == 0.0


def test_the_cost_of_an_answer_does_not_depend_on_who_else_is_at_work() -> None:
    load = Load(seconds=10.0, times=[0.1] * 1000)
    load.before = busy.Moment(machine=100.0, watched=5.0, own=1.0, available=200.0)
    load.after = busy.Moment(machine=112.0, watched=7.0, own=3.0, available=220.0)
    document = load.as_json()
    assert document["server_cpu_milliseconds_an_answer"] == 2.0
    assert document["share_of_the_cores_taken_by_others"] == 0.4


def test_the_seconds_of_a_process_include_those_of_its_family() -> None:
    ours = busy.family_seconds(os.getpid())
    assert busy.family_seconds(os.getppid()) >= ours > 0


def test_where_nobody_counts_there_are_no_counts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(busy, "PROC", tmp_path)
    assert busy.now(1) is None
    assert "cores" not in Load().as_json()


def test_nobody_begins_while_a_server_still_starts_its_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = iter([0.5, 1.4, 2.2, 2.21])
    slept: list[float] = []
    monkeypatch.setattr(busy, "family_seconds", lambda _: next(taken))
    monkeypatch.setattr("time.sleep", slept.append)
    busy.until_quiet(1)
    assert (len(slept), list(taken)) == (3, [])


def test_matches_that_were_laid_in_are_gone_on_with_and_nothing_is_refused(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/matches.db"
    stored = lay_in(database, "ford", 2, 30, seed=3)
    with own_server(database, workers=1) as (_, port):
        going_on = asyncio.run(
            measure("127.0.0.1", port, matches=2, seconds=0.5, rate=20.0, seed=3, stored=stored)
        )
    assert (len(going_on.times), going_on.refused) == (10, 0)
    assert min(going_on.numbers) == 30


def test_a_real_server_bears_an_open_and_a_closed_loop(tmp_path: Path) -> None:
    with own_server(f"sqlite:///{tmp_path}/matches.db", workers=1) as (process, port):
        due = asyncio.run(
            measure("127.0.0.1", port, matches=4, seconds=0.5, rate=40.0, process=process, seed=3)
        )
        closed = asyncio.run(measure("127.0.0.1", port, matches=2, seconds=0.3, rate=None))
    assert (len(due.times), due.refused) == (20, 0)
    assert due.after is not None
    assert due.after.watched > 0
    assert len(closed.times) > 0
    assert closed.refused == 0


def test_a_browser_keeps_its_cookie_and_unpacks_what_is_packed() -> None:
    packed = gzip.compress(b'{"packed": true}')
    head = f"HTTP/1.1 200 OK\r\nSet-Cookie: guest=abc; Path=/\r\nContent-Length: {len(packed)}\r\n"
    replies = [
        head.encode() + b"Content-Encoding: gzip\r\n\r\n" + packed,
        b"HTTP/1.1 404 no\r\nContent-Length: 2\r\n\r\n{}",
    ]

    async def twice(client: Client) -> list[Any]:
        return [await client.ask("GET", "/one"), await client.ask("POST", "/two", {"a": 1})]

    requests, said = asyncio.run(_talk(replies, twice))
    assert said == [(200, {"packed": True}), (404, {})]
    assert "Cookie: guest=abc\r\n" in requests[1]
    assert requests[1].endswith('\r\n\r\n{"a":1}')


def test_a_server_that_hangs_up_is_noticed_and_dialled_again() -> None:
    async def twice(client: Client) -> None:
        with pytest.raises(HungUp):
            await client.ask("GET", "/first")
        with pytest.raises(HungUp):
            await client.ask("GET", "/second")

    requests, _ = asyncio.run(_talk([b""], twice))
    assert [request.split(" ")[1] for request in requests] == ["/first", "/second"]


def _played(statuses: list[int], *, due: float, over: bool = False) -> tuple[Load, Server]:
    load, server = Load(), Server(statuses, over=over)

    async def play() -> None:
        table = Table(server, "ford", load, random.Random(1))  # type: ignore[arg-type]  # it asks as a Client does
        await table.begin()
        await table.answer(due)

    asyncio.run(play())
    return load, server


async def _talk(replies: list[bytes], client_does: Callable[[Client], Any]) -> tuple[list[str], Any]:
    """What a server that gives these replies is asked, and what comes of it."""
    requests: list[str] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for reply in replies:
            requests.append((await reader.read(10_000)).decode())
            writer.write(reply)
            await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        client = Client("127.0.0.1", server.sockets[0].getsockname()[1])
        said = await client_does(client)
        client.close()
    return requests, said


def test_what_is_due_and_never_given_counts_with_the_time_it_has_waited() -> None:
    load = Load(rate=10.0)
    table = Table(Client("127.0.0.1", 1), "ford", load, random.Random(1))

    async def play() -> None:
        # The five seconds went by long ago: nobody is asked any more.
        await play_open(table, asyncio.get_running_loop().time() - 1000, 5.0, 0.1)

    asyncio.run(play())
    assert (load.times, len(load.overdue)) == ([], 50)
    assert all(0 <= waited <= 5 for waited in load.overdue)
    told = load.as_json()
    assert (told["answers"], told["never_given"]) == (0, 50)
    assert told["milliseconds"]["most"] == round(max(load.overdue) * 1000, 1)
