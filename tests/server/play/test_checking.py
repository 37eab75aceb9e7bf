"""What strangers bring along is checked beside the server: in a process that has a budget, and ends with its caller."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from sandtable.server import Settings
from sandtable.server.db.store import Store
from sandtable.server.errors import TooMuch
from sandtable.server.http.routes import matches
from sandtable.server.play import checker, checking, create
from sandtable.server.play.checking import Checks
from sandtable.server.worker_pool import Gone, Said, WorkerPool

from ..databases import sqlite_alone
from ..playing import Server

database = sqlite_alone


def record_of(server: Server) -> dict[str, Any]:
    """A record of a few answers, which is whole."""
    player, match = server.hotseat()
    for option in ("move:0:4", "done"):
        player.choose(match, "red", option)
    found: dict[str, Any] = player.get(f"/api/matches/{match}/record").document
    return found


async def never() -> None:
    """The caller waits for ever."""
    await asyncio.Event().wait()


def test_a_record_goes_on_where_it_ends(server: Server) -> None:
    player = server.player()
    begun = player.post("/api/matches/import", {"record": record_of(server)}).document
    assert player.head(begun["match"])["answers"] == 2
    assert set(begun["links"]) == {"red", "blue"}


@pytest.mark.usefixtures("checked_here")
def test_a_record_of_more_answers_than_are_taken_is_refused_before_any_is_played(database: str) -> None:
    with Server(database, import_answers=1) as server:
        reply = server.player().post("/api/matches/import", {"record": record_of(server)})
        assert (reply.status, reply.error) == (
            413,
            "the record has 2 answers, more than the 1 that are taken here",
        )


@pytest.mark.usefixtures("checked_here")
@pytest.mark.parametrize(
    ("document", "status", "sentence"),
    [
        ({"record": {}}, 400, "this is no record of a game: it names no rulebook"),
        ({"record": {"rulebook": "chess"}}, 400, "there is no rulebook 'chess'"),
        ({}, 422, "record cannot be used: field required"),
        ({"record": {}, "sets": {}}, 422, "sets cannot be used: extra inputs are not permitted"),
    ],
)
def test_what_is_no_record_is_refused_in_a_sentence(
    server: Server, document: dict[str, Any], status: int, sentence: str
) -> None:
    reply = server.player().post("/api/matches/import", document)
    assert (reply.status, reply.error[: len(sentence)]) == (status, sentence)


def test_a_record_that_takes_too_long_is_given_up(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checker, "__name__", "tests.server.play.spinning")
    with Server(database, import_seconds=1) as server:
        reply = server.player().post("/api/matches/import", {"record": {}})
        assert (reply.status, reply.error) == (413, "playing it again takes longer than the 1 seconds it may")


def asked(*gone: Callable[[], Awaitable[None]], clients: tuple[str, ...]) -> list[Any]:
    """What becomes of as many imports at once, by these clients."""

    async def all_at_once() -> list[Any]:
        checks = Checks(Store("sqlite:///nowhere.db"), Settings())
        return await asyncio.gather(
            *(
                checks.imported(client, "guest", b"{}", leaves)
                for client, leaves in zip(clients, gone, strict=True)
            ),
            return_exceptions=True,
        )

    return asyncio.run(all_at_once())


async def begun_soon(*_: object, **__: object) -> Said:
    """What the pool answers that begins every match soon."""
    return await asyncio.sleep(0.01, Said({}, b'{"match": "m", "links": {}}'))


def test_a_client_has_one_record_checked_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WorkerPool, "ask", begun_soon)
    first, second, other = asked(never, never, never, clients=("a", "a", "b"))
    assert isinstance(second, TooMuch)
    assert (first.match, other.match) == ("m", "m")


def test_whoever_hangs_up_ends_the_work_and_may_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[str] = []

    async def ask(*_: object, **__: object) -> Any:
        try:
            await never()
        finally:
            ended.append("cancelled")

    monkeypatch.setattr(WorkerPool, "ask", ask)
    (gone,) = asked(lambda: asyncio.sleep(0.05), clients=("a",))
    assert (type(gone), ended) == (Gone, ["cancelled"])


def test_when_many_wait_whoever_comes_is_told_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WorkerPool, "ask", begun_soon)
    many = checking.MOST_WAITING + 1
    said = asked(*[never] * many, clients=tuple(f"client {number}" for number in range(many)))
    assert isinstance(said[-1], TooMuch)
    assert [begun.match for begun in said[:-1]] == ["m"] * checking.MOST_WAITING


def test_who_would_be_sent_away_with_his_record_is_before_it_is_read(server: Server) -> None:
    server.service.checks._clients.add("testclient")
    headers = {"x-sandtable": "1", "content-type": "application/json"}
    reply = server.client.post("/api/matches/import", content=b"no JSON \0 at all", headers=headers)
    assert (reply.status_code, reply.json()["error"][:17]) == (429, "a record of yours")


@pytest.mark.usefixtures("checked_here")
@pytest.mark.parametrize("text", ["\\ud800", "x\\udfff", "\\udc00\\ud800"])
def test_half_a_character_is_refused(server: Server, text: str) -> None:
    body = b'{"record": {"rulebook": "' + text.encode() + b'"}}'
    headers = {"x-sandtable": "1", "content-type": "application/json"}
    reply = server.client.post("/api/matches/import", content=body, headers=headers)
    assert (reply.status_code, "half a character" in reply.json()["error"]) == (400, True)


@pytest.mark.usefixtures("checked_here")
def test_a_whole_character_in_two_halves_is_taken(server: Server) -> None:
    body = b'{"record": {"rulebook": "\\ud83d\\ude00"}}'
    headers = {"x-sandtable": "1", "content-type": "application/json"}
    reply = server.client.post("/api/matches/import", content=body, headers=headers)
    assert reply.json()["error"].startswith("there is no rulebook")


def test_a_fork_of_a_long_match_is_played_again_beside_the_server(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matches, "LONG", 0)
    player, match = server.hotseat()
    player.choose(match, "red", "move:0:4")
    fork = player.act(match, "fork", to=1)
    assert (fork.status, player.head(fork.document["match"])["answers"]) == (200, 1)
    stranger = server.player().act(match, "fork", to=1)
    assert (stranger.status, stranger.error) == (403, "a match against others can be forked when it is over")


@pytest.mark.usefixtures("checked_here")
@pytest.mark.parametrize("table", [{}, {"cells": 7}, {"name": "combat", "rows": [["x"]]}, []])
def test_a_table_that_makes_no_sense_is_refused_with_its_record(server: Server, table: Any) -> None:
    record = record_of(server)
    record["setup"]["tables"] = {"combat": table}
    reply = server.player().post("/api/matches/import", {"record": record})
    assert reply.status == 400, reply.text


def test_whatever_a_rulebook_trips_over_in_a_record_is_a_refusal(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def trip(*_: object, **__: object) -> None:
        raise KeyError("7:1")

    monkeypatch.setattr(create, "from_record", trip)
    store = Store(database)
    store.migrate()
    store.close()
    job = {
        "kind": checker.IMPORT,
        "database": database,
        "epoch": None,
        "answers": 9,
        "guest": "g",
        "bot_matches": 1,
    }
    said, _ = checker.done(job, b'{"record": {}}')
    assert (said["status"], said["error"]) == (
        400,
        "the record cannot be played again here (KeyError: '7:1')",
    )
