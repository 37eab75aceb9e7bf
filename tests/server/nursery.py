"""Servers that start in a moment: a process that has read all code forks one whenever it is told to.

What a server does after its start is the same as ever; only the seconds are saved that Python takes to read thousands of
modules, so that servers can be killed by the hundred. ``python -m tests.server.nursery`` is the process itself: a line of
JSON on stdin (port and settings) is a server, whose process is told on stdout.
"""

from __future__ import annotations

import asyncio
import json
import os
import resource
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from importlib import import_module
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Any, Self

from tools.browser import Client

from sandtable.server import Settings

from .databases import free_port, lay_out

_OFF_BY = struct.Struct("<d")
BROKEN = (OSError, EOFError, asyncio.IncompleteReadError)


class Nursery:
    """The process that forks servers."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.server.nursery"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        # It ends when nobody can tell it anything any more, and all servers with it.
        self._process.communicate()

    def bear(self, port: int, settings: Settings, wall: Path | None = None) -> int:
        """Start a server there, whose clock on the wall is off by what stands in the file *wall*: its process."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        told = {"port": port, "environment": settings.to_environment(), "wall": wall and str(wall)}
        self._process.stdin.write(json.dumps(told) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())


class Forked:
    """A server in a process of its own, which can be killed, stopped and started again."""

    def __init__(self, nursery: Nursery, database: str, *, wall: Path | None = None, **settings: Any) -> None:
        self._nursery = nursery
        self._wall = wall
        self.port = free_port()
        usual = {"rate": 0, "snapshot_every": 7, "bots_ready": False, "pulse": 1.0}
        self._settings = Settings(**{"database": database, **usual, **settings})
        self.process: int | None = None

    def start(self, *, wait: bool = True) -> None:
        """Start, and wait until it answers."""
        self.process = self._nursery.bear(self.port, self._settings, self._wall)
        if wait:
            asyncio.run(self.answers())

    def signal(self, number: int) -> None:
        """Send a signal, if it is still there."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.kill(self.process, number)

    def kill(self) -> None:
        """End it without a warning."""
        self.signal(signal.SIGKILL)
        # The nursery buries it; until then it may hold the port.
        while self.process is not None and _is_there(self.process):
            time.sleep(0.005)
        self.process = None

    def limit_files(self, size: int) -> None:
        """From now on no file that it writes may be larger, as on a disk that is full."""
        assert self.process is not None
        with suppress(ProcessLookupError):
            resource.prlimit(self.process, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    async def answers(self) -> None:
        """Wait until it answers."""
        while True:
            client = Client("127.0.0.1", self.port)
            try:
                await client.ask("GET", "/healthz")
            except BROKEN:
                assert self.process is None or _is_there(self.process), "the server did not start"
                await asyncio.sleep(0.02)
            else:
                return
            finally:
                client.close()


def set_clock(wall: Path, seconds: float) -> None:
    """Let the clocks on the wall that hang by this file be wrong by so much, from now on."""
    with wall.open("r+b" if wall.exists() else "w+b") as file:
        file.write(_OFF_BY.pack(seconds))


def _hang_clock(wall: Path) -> None:
    """Read the time of day as a machine does whose clock somebody sets meanwhile; what counts from its start goes on."""
    right = time.time
    with wall.open("r+b") as file:
        shared = mmap(file.fileno(), _OFF_BY.size, access=ACCESS_READ)

    def told() -> float:
        return right() + float(_OFF_BY.unpack(shared[:])[0])

    time.time = told


def _is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def _serve(port: int) -> None:
    from sandtable.server.workers import web_server

    place = socket.socket()
    place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    place.bind(("127.0.0.1", port))
    place.listen(2048)
    web_server().run(sockets=[place])


def _read_all_code() -> None:
    """What a server reads when it starts, or when it is first asked: all this takes a hundred times as long as forking."""
    from sandtable import catalog
    from sandtable.server import app, workers

    catalog.rulebooks()
    workers.web_server()
    assert app
    for name in ("lifespan.on", "loops.auto", "protocols.websockets.auto"):
        import_module(f"uvicorn.{name}")
    with tempfile.TemporaryDirectory() as folder:
        lay_out(f"sqlite:///{folder}/matches.db")


def main() -> None:
    """Read all code, then fork a server for every line on stdin."""
    _read_all_code()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    born = []
    for line in sys.stdin:
        told = json.loads(line)
        process = os.fork()
        if process == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            sys.stdin.close()
            os.dup2(2, 1)
            os.environ.update(told["environment"])
            if told["wall"]:
                _hang_clock(Path(told["wall"]))
            _serve(told["port"])
            os._exit(0)
        born.append(process)
        print(process, flush=True)
    for process in born:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


if __name__ == "__main__":
    main()
