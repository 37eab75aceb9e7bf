"""Servers are at a database together, and a restore alone."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import Connection, func, select

from sandtable.server import Settings, create_app
from sandtable.server.db import presence_lock
from sandtable.server.db import schema as t
from sandtable.server.db.presence_lock import InUse, PresenceLock, alone
from sandtable.server.db.store import BadDatabase, Fenced
from sandtable.server.ops.backup import restore_backup, write_backup

from .. import databases
from ..databases import opened
from ..playing import Server


def test_nothing_is_restored_under_a_server(database: str, tmp_path: Path) -> None:
    file = _backup(tmp_path)
    with Server(database) as server:
        player, match = server.hotseat()
        for replace in (True, False):
            with (
                opened(database) as store,
                pytest.raises(InUse, match=r"a server is using .*; stop it first"),
            ):
                restore_backup(store, file, replace=replace)
        assert player.choose(match, "red", "done")["version"] == 2
    with opened(database) as store:
        restore_backup(store, file, replace=True)


def test_a_server_does_not_start_while_something_is_restored(database: str) -> None:
    with opened(database) as store:
        store.migrate()
        with (
            alone(store),
            pytest.raises(InUse, match="is being restored; start the server when that is done"),
        ):
            create_app(Settings(database=database))
    with Server(database) as server:
        assert server.player().get("/healthz").status == 200


def test_servers_are_at_a_database_together(database: str, tmp_path: Path) -> None:
    file = _backup(tmp_path)
    with Server(database, shared=True, bot_workers=0):
        with Server(database, shared=True, bot_workers=0):
            pass
        with opened(database) as store, pytest.raises(InUse):
            restore_backup(store, file, replace=True)


def test_the_lock_dies_with_the_server(database: str, tmp_path: Path) -> None:
    holding = (
        "import sys, time; from sandtable.server.db.presence_lock import PresenceLock; from sandtable.server.db.store import Store;"
        "held = PresenceLock(Store(sys.argv[1])); print('held', flush=True); time.sleep(1e6)"
    )
    file = _backup(tmp_path)
    command = [sys.executable, "-c", holding, database]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process, opened(database) as store:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        with pytest.raises(InUse):
            restore_backup(store, file)
        process.kill()
        process.wait()
        # PostgreSQL notices a moment later.
        while True:
            try:
                restore_backup(store, file)
            except InUse:
                continue
            break


def test_a_server_whose_connections_were_cut_takes_the_lock_again(database: str, tmp_path: Path) -> None:
    with opened(database) as store, opened(database) as other:
        presence = PresenceLock(store)
        if database.startswith("postgresql"):
            databases.emptied(database)
            with alone(other):
                pass
            presence.look_round()
        with pytest.raises(InUse), alone(other):
            pass
        presence.close()
        with alone(other):
            pass


def test_the_lock_is_taken_again_however_long_the_database_was_away(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(database) as store, opened(database) as other:
        presence = PresenceLock(store)
        if database.startswith("postgresql"):
            databases.emptied(database)
            taken = presence_lock._taken
            monkeypatch.setattr(presence_lock, "_taken", _away)
            for _ in range(3):
                with pytest.raises(BadDatabase):
                    presence.look_round()
            monkeypatch.setattr(presence_lock, "_taken", taken)
            presence.look_round()
        with pytest.raises(InUse), alone(other):
            pass
        presence.close()


def test_a_server_under_which_the_database_was_replaced_stores_and_acknowledges_nothing(
    database: str, tmp_path: Path
) -> None:
    file = tmp_path / "backup.gz"
    with Server(database) as server:
        player, match = server.hotseat()
        with opened(database) as other:
            write_backup(other, file)
        asked = player.choose(match, "red", "done")["view"]
        # Whatever has cost it the lock: a restore finds nobody there.
        server.service.presence.close()
        with opened(database) as other:
            restore_backup(other, file, replace=True)
        refused = player.answer(match, asked["asked"][0], asked["options"][-1]["id"], version=2)
        assert (refused.status, "has to be started again" in refused.error) == (503, True)
        assert player.post("/api/matches", {"scenario": "ford"}).status == 503
        health = player.get("/healthz")
        assert (health.status, health.document["status"]) == (503, "troubled")
        server.restart()
        assert player.get("/healthz").status == 200
        assert player.choose(match, "red", "done")["version"] == 2


def test_a_restore_waits_for_whoever_is_writing_and_lets_nobody_write_after_it(
    database: str, tmp_path: Path
) -> None:
    file = _backup(tmp_path)
    with opened(database) as store, opened(database) as other:
        store.migrate()
        store.join()
        writing, go_on = threading.Event(), threading.Event()

        def slow(db: Connection) -> int:
            writing.set()
            assert go_on.wait(60)
            return db.execute(select(func.count()).select_from(t.matches)).scalar_one()

        with ThreadPoolExecutor(2) as pool:
            before = pool.submit(store.write, slow)
            assert writing.wait(60)
            restored = pool.submit(restore_backup, other, file, replace=True)
            time.sleep(0.2)
            assert not restored.done()
            go_on.set()
            assert before.result(60) == 0
            restored.result(60)
        with pytest.raises(Fenced):
            store.write(lambda db: db.exec_driver_sql("SELECT 1"))
        assert store.fenced


def _away(*_: object, **__: object) -> None:
    raise BadDatabase("the database cannot be used: it is away")


def _backup(folder: Path) -> Path:
    """A backup of an empty database."""
    with opened(f"sqlite:///{folder}/elsewhere.db") as store:
        store.migrate()
        write_backup(store, folder / "backup.gz")
    return folder / "backup.gz"
