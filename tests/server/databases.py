"""The databases the server is tested on: SQLite always, and a PostgreSQL of our own where it is installed."""

from __future__ import annotations

import os
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import psycopg
import pytest
from sqlalchemy import event, make_url

from sandtable.server.db import store

# What the migrations have told a PostgreSQL that was empty.
_told: list[str] = []
# Below all ports from which systems choose for those who do not care.
_PORTS = (12_000, 32_000)
SAID = {
    True: "PostgreSQL is installed: the server is tested on SQLite and on PostgreSQL",
    False: "PostgreSQL is not installed: the server is tested on SQLite ALONE",
}


@pytest.fixture
def sqlite_alone(tmp_path: Path) -> str:
    """One kind of database, for a module whose tests ask nothing special of it: ``database = sqlite_alone``."""
    return f"sqlite:///{tmp_path}/matches.db"


@contextmanager
def opened(database: str) -> Iterator[store.Store]:
    """The store at that address, as long as it is wanted."""
    found = store.Store(database)
    try:
        yield found
    finally:
        found.close()


def postgresql_programs() -> Path | None:
    """The folder of PostgreSQL's programs, the newest version first; None where there are none."""
    found = [*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)]
    on_path = shutil.which("initdb")
    found += [Path(on_path).parent] if on_path else []
    return next((folder for folder in found if (folder / "initdb").is_file()), None)


def postgresql_user() -> str | None:
    """Who PostgreSQL runs as: it refuses to run as root, and its own user comes with its package."""
    return "postgres" if os.geteuid() == 0 else None


def kinds() -> list[str]:
    """The kinds of databases that can be tested here."""
    return ["sqlite", "postgresql"] if postgresql_programs() else ["sqlite"]


def kinds_at_length() -> list[Any]:
    """The same for tests that ask the database nothing special: one kind every day, the others in ``make long``."""
    first, *others = kinds()
    return [first, *(pytest.param(kind, marks=pytest.mark.long) for kind in others)]


def free_port() -> int:
    """A port that nobody listens on, nor will by chance before we do.

    Those that the system gives out by itself it may give to somebody else while a server is not (or no longer) there.
    """
    while True:
        port = random.SystemRandom().randrange(*_PORTS)
        with suppress(OSError), socket.socket() as listening:
            listening.bind(("127.0.0.1", port))
            return port


@contextmanager
def postgresql() -> Iterator[str]:
    """A running PostgreSQL of our own: the address of its first database."""
    programs = postgresql_programs()
    assert programs is not None
    user = postgresql_user()
    # That user may not enter pytest's folders.
    with tempfile.TemporaryDirectory(prefix="sandtable-postgresql-") as folder:
        if user:
            shutil.chown(folder, user)
        yield from _running(programs, Path(folder) / "data", user)


def _running(programs: Path, data: Path, user: str | None) -> Iterator[str]:
    port = free_port()
    make = [str(programs / "initdb"), "-D", str(data), "-U", "sandtable", "--auth=trust", "--no-sync"]
    subprocess.run(make, check=True, user=user, stdout=subprocess.DEVNULL, cwd="/")
    # Nothing has to outlive it, and nobody is there long enough to be tidied up after.
    options = [
        "-c",
        "fsync=off",
        "-c",
        "synchronous_commit=off",
        "-c",
        "full_page_writes=off",
        "-c",
        "autovacuum=off",
    ]
    options += ["-c", "unix_socket_directories=", "-c", f"port={port}"]
    running = subprocess.Popen(
        [programs / "postgres", "-D", data, *options], user=user, stderr=subprocess.DEVNULL, cwd="/"
    )
    try:
        url = f"postgresql://sandtable@127.0.0.1:{port}/postgres"
        _wait_for(url, running)
        yield url
    finally:
        # Its "immediate" shutdown: nothing is kept, so that nothing needs to be written out first.
        running.send_signal(signal.SIGQUIT)
        running.wait()


def new_database(url: str, name: str) -> str:
    """An empty database beside the one at *url*."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
    return url.rsplit("/", 1)[0] + f"/{name}"


def lay_out(url: str) -> None:
    """The newest tables where there are none: what the migrations make, which are carried out once and then repeated."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        file = Path(parsed.database or "")
        if file.parent.is_dir() and not file.exists():
            store.make_private(str(file))
            file.write_bytes(_newest_file())
        return
    with psycopg.connect(url) as connection:
        is_empty = connection.execute(b"SELECT to_regclass('alembic_version')").fetchone() == (None,)
        if is_empty and _told:
            connection.execute(";".join(_told).encode())
    if is_empty and not _told:
        _told.extend(_migrate(url))


@contextmanager
def unhurried_disk() -> Iterator[None]:
    """Stores opened meanwhile do not wait for the disk: here nobody pulls the plug, and whoever is killed has its own process."""
    prepare = store._prepare

    def prepare_without_waiting(connection: sqlite3.Connection, record: Any) -> None:
        prepare(connection, record)
        connection.execute("PRAGMA synchronous = OFF")

    with patch.object(store, "_prepare", prepare_without_waiting):
        yield


@cache
def _newest_file() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "newest.db"
        _migrate(f"sqlite:///{file}")
        return file.read_bytes()


def _migrate(url: str) -> list[str]:
    """Bring a database to the newest tables: the statements that did it."""
    told: list[str] = []

    def listen(_db: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        if not statement.lstrip().startswith(("SELECT", "PRAGMA")):
            assert not parameters, f"{statement} has to be repeated with {parameters}"
            told.append(statement)

    opened = store.Store(url)
    event.listen(opened.engine, "before_cursor_execute", listen)
    opened.migrate()
    opened.close()
    return told


def emptied(url: str) -> str:
    """The same database with nothing in it: much cheaper than another one, whose thousand files must go in the end."""
    others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    others += " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(others.encode())
        connection.execute(b"DROP SCHEMA public CASCADE")
        connection.execute(b"CREATE SCHEMA public")
    return url


def _wait_for(url: str, running: subprocess.Popen[bytes]) -> None:
    while running.poll() is None:
        try:
            psycopg.connect(url).close()
        except psycopg.OperationalError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError("PostgreSQL did not start")
