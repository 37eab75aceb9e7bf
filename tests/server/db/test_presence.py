"""Servers are at a database together, and a restore alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from sandtable.server import Settings, create_app
from sandtable.server.db.presence_lock import InUse, PresenceLock, alone
from sandtable.server.ops.backup import restore_backup, write_backup

from .. import databases
from ..databases import opened
from ..playing import Server


def test_nothing_is_restored_under_a_server(database: str, tmp_path: Path) -> None:
    file = _backup(tmp_path)
    with Server(database) as server:
        player = server.player()
        match = player.hotseat()
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


def _backup(folder: Path) -> Path:
    """A backup of an empty database."""
    with opened(f"sqlite:///{folder}/elsewhere.db") as store:
        store.migrate()
        write_backup(store, folder / "backup.gz")
    return folder / "backup.gz"
