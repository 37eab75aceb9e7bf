"""Faults: servers and their database are killed, stopped for a while, have no room on their disk, or a wrong clock."""

from __future__ import annotations

import asyncio
import random
import resource
import shutil
import signal
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from .. import databases
from ..nursery import Forked, set_clock

UNLIMITED = resource.RLIM_INFINITY
HOUR = 3600.0


class Place:
    """Where the matches are: an SQLite file, or a PostgreSQL that keeps what it has acknowledged."""

    def __init__(
        self, url: str, wall: Path, file: Path | None = None, postgresql: Postgresql | None = None
    ) -> None:
        self.url = url
        # By how much the clock of the machine is wrong, for all servers.
        self.wall = wall
        set_clock(wall, 0.0)
        self.file = file
        self.postgresql = postgresql


class Postgresql:
    """A PostgreSQL of our own that can be killed: unlike the one of other tests, it waits for the disk."""

    def __init__(self, folder: Path, *options: str) -> None:
        programs = databases.postgresql_programs()
        assert programs is not None
        self._programs, self.data = programs, folder / "data"
        self._options = options
        self._user = databases.postgresql_user()
        if self._user:
            shutil.chown(folder, self._user)
        self.port = databases.free_port()
        self._running: subprocess.Popen[bytes] | None = None

    def make(self) -> None:
        """Make an empty one."""
        self.do("initdb", "-D", str(self.data), "-U", "sandtable", "--auth=trust", "--no-sync")

    def do(self, program: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs to its end."""
        command = [str(self._programs / program), *arguments]
        subprocess.run(command, check=True, user=self._user, stdout=subprocess.DEVNULL, cwd="/")

    def begin(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        """Begin to run one of PostgreSQL's programs."""
        command = [str(self._programs / program), *arguments]
        return subprocess.Popen(command, user=self._user, stderr=subprocess.DEVNULL, cwd="/")

    @property
    def url(self) -> str:
        return f"postgresql://sandtable@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        terms = ("unix_socket_directories=", f"port={self.port}", "max_connections=200", *self._options)
        options = [part for term in terms for part in ("-c", term)]
        self._running = self.begin("postgres", "-D", str(self.data), *options)

    def stop(self, how: int) -> None:
        """By SIGKILL and SIGQUIT as in a crash; by SIGINT it ends all transactions and stops."""
        assert self._running is not None
        if how == signal.SIGKILL:
            # Children of a killed postmaster end by themselves, and must have, before another may start.
            self._running.kill()
        else:
            self._running.send_signal(how)
        self._running.wait()

    async def answers(self) -> None:
        """Start it, again and again if need be, until it answers."""
        while True:
            try:
                psycopg.connect(self.url, connect_timeout=2).close()
            except psycopg.OperationalError:
                assert self._running is not None
                if self._running.poll() is not None:
                    await asyncio.sleep(0.2)
                    self.start()
                await asyncio.sleep(0.05)
            else:
                return


@contextmanager
def place(kind: str) -> Iterator[Place]:
    """A fresh database of that kind."""
    with tempfile.TemporaryDirectory(prefix="sandtable-histories-") as name:
        folder = Path(name)
        if kind == "sqlite":
            yield Place(f"sqlite:///{folder}/matches.db", folder / "wall", folder / "matches.db")
            return
        running = Postgresql(folder)
        running.make()
        running.start()
        try:
            asyncio.run(running.answers())
            yield Place(running.url, folder / "wall", postgresql=running)
        finally:
            running.stop(signal.SIGQUIT)


async def do_harm(servers: list[Forked], where: Place, rng: random.Random, *, kills_alone: bool) -> str:
    """One fault at random, and its end: which it was."""
    kinds = ["kill", "kill both"]
    if not kills_alone:
        kinds += ["stop for a while", "clock set"]
        kinds += ["full disk"] if where.file else ["crash of the database", "restart of the database"]
    kind = rng.choice(kinds)
    server = rng.choice(servers)
    if kind == "stop for a while":
        server.signal(signal.SIGSTOP)
        await asyncio.sleep(rng.uniform(0.1, 1.5))
        server.signal(signal.SIGCONT)
    elif kind == "clock set":
        # By more than any player has left, in either direction, and at times right again.
        set_clock(where.wall, rng.choice((0.0, 1.0, -1.0)) * rng.uniform(2 * HOUR, 72 * HOUR))
    elif kind == "full disk" and where.file is not None:
        log = where.file.with_name(f"{where.file.name}-wal")
        server.limit_files((log.stat().st_size if log.exists() else 0) + rng.choice((0, 100, 5000)))
        await asyncio.sleep(rng.uniform(0.1, 0.6))
        server.limit_files(UNLIMITED)
    elif where.postgresql is not None and kind.endswith("of the database"):
        where.postgresql.stop(
            rng.choice((signal.SIGKILL, signal.SIGQUIT)) if "crash" in kind else signal.SIGINT
        )
        await asyncio.sleep(rng.uniform(0.0, 0.5))
        await where.postgresql.answers()
    else:
        victims = servers if kind == "kill both" else [server]
        for victim in victims:
            await asyncio.to_thread(victim.kill)
        await asyncio.sleep(rng.choice((0.0, 0.0, rng.uniform(0.0, 0.3))))
        for victim in victims:
            victim.start(wait=False)
        await asyncio.gather(*(victim.answers() for victim in victims))
    return kind


Harm = Counter[str]
