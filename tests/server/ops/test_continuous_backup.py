"""Continuous backup, as the page for operators describes it, tried under play: what is lost when the machine is."""

from __future__ import annotations

import asyncio
import random
import shutil
import signal
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import select

from sandtable.server.db import schema as t
from sandtable.server.db.store import Store, existing
from sandtable.server.ops.audit import audit
from sandtable.server.ops.backup import restore_backup, write_backup

from .. import databases
from ..histories.calls import OK, Call, Caller, History, play
from ..histories.checker import Stored, faults_of_match
from ..histories.faults import Postgresql
from ..nursery import Forked, Nursery

TABLES = 2
needs_postgresql = pytest.mark.skipif(
    databases.postgresql_programs() is None, reason="PostgreSQL is not installed"
)


async def played(history: History, port: int, answers: int) -> None:
    """Some matches at once, until so many more answers are acknowledged; then everybody is in the middle of something."""
    until, wanted = asyncio.Event(), history.acknowledged + answers
    callers = [
        Caller(history, [port], f"{who} {table} of {wanted}", random.Random(f"{who} {table} {wanted}"))
        for table in range(TABLES)
        for who in ("red", "red too", "blue")
    ]
    playing = [
        asyncio.ensure_future(play(callers[n], callers[n + 1], [callers[n + 2]], until))
        for n in range(0, len(callers), 3)
    ]
    while history.acknowledged < wanted:
        await asyncio.sleep(0.01)
        for one in playing:
            if one.done():
                one.result()
    until.set()
    await asyncio.gather(*playing)
    for caller in callers:
        caller.close()


def stored_in(store: Store) -> dict[str, list[Stored]]:
    """The changes of all matches."""
    found: dict[str, list[Stored]] = defaultdict(list)
    c = t.changes.c
    with store.reading() as db:
        for match, *row in db.execute(
            select(c.match, c.version, c.seat, c.what, c.key).order_by(c.match, c.version)
        ):
            found[match].append(Stored(*row))
    return found


def lost(calls: Iterable[Call], stored: dict[str, list[Stored]], before: float) -> list[str]:
    """The answers that were acknowledged before that moment, and are not there."""
    there = {change.key for changes in stored.values() for change in changes}
    return [
        f"{call.match}: {call.key}"
        for call in calls
        if call.kind == "answer" and call.outcome == OK and call.end < before and call.key not in there
    ]


def foreseen(calls: Iterable[Call], stored: dict[str, list[Stored]], after: float) -> list[str]:
    """The answers that were given only after that moment, and are there."""
    first: dict[str, float] = {}
    for call in calls:
        if call.kind == "answer":
            first[call.key] = min(call.begin, first.get(call.key, call.begin))
    there = [change.key for changes in stored.values() for change in changes]
    return [key for key in there if first.get(key, 0.0) > after]


def test_a_backup_that_is_made_again_and_again_holds_all_that_was_acknowledged_before_it(
    tmp_path: Path,
) -> None:
    file, history, begun = tmp_path / "matches.db", History(), 0.0
    with Nursery() as nursery:
        server = Forked(nursery, f"sqlite:///{file}")
        server.start()

        async def backups_under_play() -> None:
            nonlocal begun
            playing = asyncio.ensure_future(played(history, server.port, 60))
            while not playing.done():
                moment = time.monotonic()
                with existing(f"sqlite:///{file}") as store:
                    await asyncio.to_thread(write_backup, store, tmp_path / "b.gz", replace=True)
                begun = moment
                await asyncio.sleep(0.1)
            playing.result()

        asyncio.run(backups_under_play())
        server.kill()
    # The machine is gone, and a new one begins with what the last backup holds.
    with databases.opened(f"sqlite:///{tmp_path}/new.db") as store:
        restore_backup(store, tmp_path / "b.gz")
        stored = stored_in(store)
        assert audit(store).broken == {}
    assert history.acknowledged >= 60
    assert lost(history.calls, stored, begun) == []


@needs_postgresql
@pytest.mark.long
def test_with_a_second_place_that_every_commit_waits_for_nothing_acknowledged_is_lost() -> None:
    """``pg_receivewal --synchronous`` elsewhere, and a base backup from before: the machine of the database burns."""
    with tempfile.TemporaryDirectory(prefix="sandtable-burns-") as name:
        folder, history = Path(name), History()
        first, elsewhere = _primary(folder, "synchronous_standby_names=elsewhere")
        line = f"host=127.0.0.1 port={first.port} user=sandtable application_name=elsewhere"
        first.do("pg_receivewal", "-d", line, "--slot=elsewhere", "--create-slot")
        receiving = first.begin(
            "pg_receivewal", "-d", line, "-D", str(elsewhere), "--slot=elsewhere", "--synchronous"
        )
        first.do("pg_basebackup", "-d", line, "-D", str(folder / "base"), "-X", "none", "-c", "fast")
        with Nursery() as nursery:
            server = Forked(nursery, first.url)
            server.start()
            asyncio.run(played(history, server.port, 150))
            first.stop(signal.SIGKILL)
            server.kill()
        # It ends by itself when nobody sends any more, or is told to; what it has written stays.
        receiving.terminate()
        receiving.wait()
        shutil.rmtree(first.data, ignore_errors=True)
        for partial in elsewhere.glob("*.partial"):
            partial.rename(partial.with_suffix(""))
        second = _recovered(folder, elsewhere)
        with existing(second.url) as store:
            stored = stored_in(store)
            assert audit(store).broken == {}
        second.stop(signal.SIGINT)
    assert history.acknowledged >= 150
    assert lost(history.calls, stored, time.monotonic()) == []
    faults = [f for m in history.matches for f in faults_of_match(_of(history, m), stored[m])]
    assert faults == []


@needs_postgresql
@pytest.mark.long
def test_an_archive_leads_back_to_any_moment() -> None:
    """``archive_command`` and a base backup: of two stretches of play the second is taken back, and nothing of the first."""
    with tempfile.TemporaryDirectory(prefix="sandtable-archive-") as name:
        folder, history = Path(name), History()
        archive = folder / "elsewhere"
        first, elsewhere = _primary(
            folder,
            "archive_mode=on",
            f"archive_command=test ! -f {archive}/%f && cp %p {archive}/%f",
            "archive_timeout=60",
        )
        assert elsewhere == archive
        line = f"host=127.0.0.1 port={first.port} user=sandtable"
        first.do("pg_basebackup", "-d", line, "-D", str(folder / "base"), "-X", "none", "-c", "fast")
        with Nursery() as nursery:
            server = Forked(nursery, first.url)
            server.start()
            asyncio.run(played(history, server.port, 60))
            moment, between = time.time() + 0.5, time.monotonic() + 0.5
            time.sleep(1.0)
            asyncio.run(played(history, server.port, 60))
            server.kill()
        with psycopg.connect(first.url, autocommit=True) as connection:
            connection.execute(b"SELECT pg_switch_wal()")
        first.stop(signal.SIGINT)
        second = _recovered(
            folder, elsewhere, time.strftime("%Y-%m-%d %H:%M:%S+00", time.gmtime(moment + 0.5))
        )
        with existing(second.url) as store:
            stored = stored_in(store)
            assert audit(store).broken == {}
        second.stop(signal.SIGINT)
    assert lost(history.calls, stored, between) == []
    assert foreseen(history.calls, stored, between + 0.5) == []
    assert sum(map(len, stored.values())) >= 60


def _primary(folder: Path, *options: str) -> tuple[Postgresql, Path]:
    """A PostgreSQL that plays are stored in, and the folder that stands for another machine."""
    first = Postgresql(folder, *options)
    elsewhere = folder / "elsewhere"
    for place in (elsewhere, folder / "base"):
        place.mkdir(mode=0o700)
        if user := databases.postgresql_user():
            shutil.chown(place, user)
    first.make()
    # Until somebody listens elsewhere no commit would end.
    first.start()
    asyncio.run(first.answers())
    return first, elsewhere


def _recovered(folder: Path, elsewhere: Path, moment: str | None = None) -> Postgresql:
    """Another PostgreSQL that begins with the base backup and follows what lies elsewhere, up to *moment* if there is one."""
    options = [f"restore_command=cp {elsewhere}/%f %p", "recovery_target_action=promote"]
    options += [f"recovery_target_time={moment}"] if moment else []
    second = Postgresql(folder, *options)
    second.data = folder / "base"
    (second.data / "recovery.signal").touch()
    if user := databases.postgresql_user():
        shutil.chown(second.data / "recovery.signal", user)
    second.start()
    asyncio.run(second.answers())
    while True:
        with suppress(psycopg.OperationalError), psycopg.connect(second.url) as connection:
            row = connection.execute(b"SELECT pg_is_in_recovery()").fetchone()
            if row == (False,):
                return second
        time.sleep(0.1)


def _of(history: History, match: str) -> list[Call]:
    return [call for call in history.calls if call.match == match]
