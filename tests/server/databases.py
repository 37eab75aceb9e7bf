"""The databases the server is tested on: SQLite always, and a PostgreSQL of our own where it is installed."""

from __future__ import annotations

import os
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg

# Below all ports from which systems choose for those who do not care.
_PORTS = (12_000, 32_000)
SAID = {
    True: "PostgreSQL is installed: the server is tested on SQLite and on PostgreSQL",
    False: "PostgreSQL is not installed: the server is tested on SQLite ALONE",
}


def postgresql_programs() -> Path | None:
    """The folder of PostgreSQL's programs, the newest version first; None where there are none."""
    found = [*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)]
    on_path = shutil.which("initdb")
    found += [Path(on_path).parent] if on_path else []
    return next((folder for folder in found if (folder / "initdb").is_file()), None)


def kinds() -> list[str]:
    """The kinds of databases that can be tested here."""
    return ["sqlite", "postgresql"] if postgresql_programs() else ["sqlite"]


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
    # It refuses to run as root; its own user comes with its package. That user may not enter pytest's folders.
    user = "postgres" if os.geteuid() == 0 else None
    with tempfile.TemporaryDirectory(prefix="sandtable-postgresql-") as folder:
        if user:
            shutil.chown(folder, user)
        yield from _running(programs, Path(folder) / "data", user)


def _running(programs: Path, data: Path, user: str | None) -> Iterator[str]:
    port = free_port()
    make = [str(programs / "initdb"), "-D", str(data), "-U", "sandtable", "--auth=trust", "--no-sync"]
    subprocess.run(make, check=True, user=user, stdout=subprocess.DEVNULL, cwd="/")
    options = ["-c", "fsync=off", "-c", "unix_socket_directories=", "-c", f"port={port}"]
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
