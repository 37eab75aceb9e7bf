"""Many at once: of several answers to one board exactly one counts, and a failure half-way breaks no match."""

from __future__ import annotations

import sqlite3
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select

from sandtable.server.db import schema as t
from sandtable.server.match.commands import Answer
from sandtable.server.ops.audit import audit
from sandtable.server.play.cache import rebuilt

from ..playing import Player, Reply, Server, under_attack

MANY = 50
# Where red-a of the Ford may go first.
MOVES = ("move:0:4", "move:0:5", "move:0:16", "move:0:17", "done")


def twin(server: Server, player: Player) -> Player:
    """Another window of the same browser."""
    found = server.player()
    found.cookie = player.cookie
    return found


def at_once(many: int, answer: Callable[[int], Callable[[], Reply]]) -> list[Reply]:
    """The replies to *many* answers, each made ready first and then sent with all the others."""
    ready = threading.Barrier(many)

    def send(number: int) -> Reply:
        prepared = answer(number)
        ready.wait(60)
        return prepared()

    with ThreadPoolExecutor(many) as pool:
        return list(pool.map(send, range(many)))


def sound(server: Server) -> None:
    """Every stored match can be played again from its answers."""
    assert audit(server.service.store).broken == {}


def test_of_fifty_answers_at_once_one_counts_and_all_others_see_the_board_after_it(server: Server) -> None:
    player, match = server.hotseat()

    def answer(number: int) -> Callable[[], Reply]:
        window = twin(server, player)
        return lambda: window.answer(match, "red", MOVES[number % len(MOVES)], version=1)

    replies = at_once(MANY, answer)
    assert Counter(reply.status for reply in replies) == {200: 1, 409: MANY - 1}
    now = player.view(match, "red")
    assert now["answers"] == 1
    assert [r.document["version"] for r in replies if r.status == 200] == [now["version"]] == [2]
    sound(server)


def test_of_answers_through_two_processes_at_once_one_counts(database: str) -> None:
    with Server(database, shared=True) as one, Server(database, shared=True) as other:
        player, match = one.hotseat()

        def answer(number: int) -> Callable[[], Reply]:
            window = twin((one, other)[number % 2], player)
            return lambda: window.answer(match, "red", MOVES[number % len(MOVES)], version=1)

        replies = at_once(20, answer)
        assert [reply.text for reply in replies if reply.status not in (200, 409)] == []
        assert Counter(reply.status for reply in replies) == {200: 1, 409: 19}
        assert twin(other, player).view(match, "red") == player.view(match, "red")
        sound(one)


def test_a_match_that_somebody_else_read_too_early_is_not_shown_once_another_process_has_changed_it(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Server(database, shared=True) as one, Server(database, shared=True) as other:
        player, match = one.hotseat()
        player.view(match, "red")
        cache = one.service.authority._cache
        # Another thread of ours has read the match by now, and has not laid it into the cache yet.
        early = [rebuilt(one.service.store, match, 14.0)]
        there = twin(other, player)
        there.choose(match, "red", "move:0:4")
        # Answers alone would be followed, without building it anew.
        assert there.act(match, "undo", seat="red", version=2).status == 200
        forget = cache.forget

        def forgotten(name: str) -> None:
            forget(name)
            cache._hot.update({name: early.pop()} if early else {})

        monkeypatch.setattr(cache, "forget", forgotten)
        assert (player.view(match, "red")["version"], early) == (3, [])


def test_answers_by_another_process_are_followed_and_the_match_is_not_built_anew(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Server(database, shared=True) as one, Server(database, shared=True) as other:
        player, match = one.hotseat()
        player.view(match, "red")
        there = twin(other, player)
        for option in ("move:0:4", "move:1:3", "done"):
            there.choose(match, "red", option)
        monkeypatch.setattr(one.service.authority._cache, "forget", None)
        assert player.view(match, "red") == there.view(match, "red")


def test_an_answer_sent_twice_at_once_through_two_processes_counts_once(database: str) -> None:
    with Server(database, shared=True) as one, Server(database, shared=True) as other:
        player, match = one.hotseat()

        def answer(number: int) -> Callable[[], Reply]:
            window = twin((one, other)[number % 2], player)
            return lambda: window.answer(match, "red", "move:0:4", version=1, key="once")

        replies = at_once(8, answer)
        assert {(r.status, r.document["answers"]) for r in replies} == {(200, 1)}
        sound(one)


def test_a_key_of_red_is_no_key_of_blue(server: Server) -> None:
    red, blue, match = under_attack(server)
    version = red.head(match)["version"]
    assert red.answer(match, "red", "assault", version=version, key="k").status == 200
    reply = blue.answer(match, "blue", "stand", version=version, key="k")
    assert (reply.status, blue.view(match, "blue")["view"]["asked"]) == (409, ["blue"])
    assert blue.answer(match, "blue", "stand", key="another").status == 200


def test_whoever_waited_for_an_answer_that_could_not_be_stored_begins_afresh(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second answer waits for the match while the first is being stored in vain; it must not build on the first."""
    _player, match = server.hotseat()
    store, shelf = server.service.store, server.service.authority._cache
    real, fetched = store.write, shelf._fetch
    writing, waiting = threading.Event(), threading.Event()
    failed: list[str] = []

    def write(job: Any) -> Any:
        if failed:
            return real(job)
        failed.append("once")
        writing.set()
        assert waiting.wait(60)
        raise OSError("no space left on device")

    def fetch(wanted: str) -> Any:
        found = fetched(wanted)
        if threading.current_thread().name == "second":
            waiting.set()
        return found

    monkeypatch.setattr(store, "write", write)
    monkeypatch.setattr(shelf, "_fetch", fetch)
    authority = server.service.authority
    said: list[Any] = []

    def first() -> None:
        with pytest.raises(OSError, match="no space left"):
            authority.answer(match, Answer(seat="red", option="move:0:4", version=1, key="first"))

    def second() -> None:
        assert writing.wait(60)
        said.append(authority.answer(match, Answer(seat="red", option="move:1:16", version=1, key="second")))

    threads = [threading.Thread(target=first), threading.Thread(target=second, name="second")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [accepted.answers for accepted in said] == [1]
    assert _actions(store) == ["move:1:16"]
    sound(server)


def test_a_file_that_another_program_holds_is_said_and_waited_for(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path}/matches.db", bot_workers=0) as server:
        player, match = server.hotseat()
        _hurry(server)
        other = sqlite3.connect(tmp_path / "matches.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        refused = player.answer(match, "red", "move:0:4", version=1, key="k")
        assert (refused.status, refused.headers["retry-after"]) == (503, "5")
        assert refused.error.startswith("the server cannot reach or write to its database now")
        assert player.view(match, "red")["answers"] == 0
        other.execute("ROLLBACK")
        other.close()
        assert player.answer(match, "red", "move:0:4", version=1, key="k").status == 200
        assert player.view(match, "red")["answers"] == 1
        sound(server)


def _hurry(server: Server) -> None:
    """Let the writer give up at once, rather than after ten seconds."""

    def impatient(db: Connection) -> None:
        db.exec_driver_sql("PRAGMA busy_timeout = 1")

    server.service.store.write(impatient)


def _actions(store: Any) -> list[str]:
    with store.reading() as db:
        return list(db.execute(select(t.answers.c.action).order_by(t.answers.c.number)).scalars())
