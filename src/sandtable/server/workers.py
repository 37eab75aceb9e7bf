"""The web server in one process, or in several worker processes on one port, with a supervisor that replaces them.

Supervisor and worker hold the two ends of a line. The system closes it when either dies, whatever it died of: a worker is
replaced at once, and workers whose supervisor is gone end and give the port back. A worker also says every second that it
lives; one that has been silent for long hangs, and is killed. Each match is at home in one of them, which the others hand
its players over to (``http.handoff``).
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from multiprocessing.connection import wait
from typing import Any, Final

import uvicorn

from . import server_log
from .http.handoff import Handoff, Lines
from .http.protocol import LimitedHeads
from .http.websocket_protocol import QuickSockets

# How a process ends that could not start.
NOT_STARTED: Final = 3
_BEAT_SECONDS: Final = 1.0
# On a busy machine a process that is well may be silent for some seconds; it must not be killed for that.
_SILENT_SECONDS: Final = 60.0
# How long players' requests may take to be finished when the server ends, and how long ending may take in all.
_GRACE_SECONDS: Final = 5
_END_SECONDS: Final = 10.0
# A worker that cannot start, while others could, is tried again: after so long, and then after twice that, up to the last.
_PAUSES: Final = (0.1, 5.0)
_READY: Final = b"r"
_ALIVE: Final = b"."


class _WebServer(uvicorn.Server):
    """The web server; where it is one of several processes, connections are also handed over to it."""

    def __init__(self, config: uvicorn.Config, protocol: type[LimitedHeads]) -> None:
        super().__init__(config)
        self._protocol: Final = protocol
        self._handoff: Final = protocol.handoff

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, then take in whoever is handed over."""
        await super().startup(sockets)
        if self._handoff is not None:
            self._handoff.open(self._visitor)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take nobody in any more, and end."""
        if self._handoff is not None:
            self._handoff.close()
        await super().shutdown(sockets)

    def _visitor(self, data: bytes) -> asyncio.Protocol:
        made = self._protocol(
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        made.begin_with(data)
        return made


def web_server(handoff: Handoff | None = None) -> uvicorn.Server:
    """The web server with our application, whose settings come from the environment; the log of this process is begun."""
    server_log.install()
    protocol = type("AtHome", (LimitedHeads,), {"handoff": handoff})
    terms: dict[str, Any] = {
        "factory": True,
        "http": protocol,
        "ws": QuickSockets,
        # Whatever it has to say goes the way of all our own lines.
        "log_config": None,
        "log_level": "warning",
        "access_log": False,
        "server_header": False,
        "ws_max_size": 64 * 1024,
        # A player who thinks for a minute finds the line still open.
        "timeout_keep_alive": 75,
        "timeout_graceful_shutdown": _GRACE_SECONDS,
    }
    return _WebServer(uvicorn.Config("sandtable.server:create_app", **terms), protocol)


class _Worker:
    """One worker process, as its supervisor knows it."""

    def __init__(self, listening: socket.socket, lines: Lines, place: int) -> None:
        self.place: Final = place
        self.line, theirs = socket.socketpair()
        with theirs:
            at, *shared = lines.arguments(place)
            ends = (listening.fileno(), theirs.fileno(), *shared)
            numbers = (*ends[:2], at, *shared)
            command = [sys.executable, "-m", "sandtable.server.workers", *map(str, numbers)]
            self.process: Final = subprocess.Popen(command, pass_fds=ends)
        self.heard = time.monotonic()
        self.is_ready = False

    def hear(self) -> bool:
        """Read what it has said; False if it has ended."""
        try:
            said = self.line.recv(4096)
        except OSError:
            said = b""
        self.heard = time.monotonic()
        self.is_ready = self.is_ready or _READY in said
        return bool(said)

    def end(self, patience: float) -> int:
        """Let it end, or make it: how it ended."""
        self.line.close()
        try:
            return self.process.wait(patience)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()


def supervise(place: socket.socket, count: int) -> int:
    """Serve at *place* with so many processes until somebody ends it: the exit code."""
    asked, asking = socket.socketpair()
    asking.setblocking(False)
    signal.set_wakeup_fd(asking.fileno(), warn_on_full_buffer=False)
    for number in (signal.SIGINT, signal.SIGTERM):
        # The number itself comes by the wake-up line; without a handler of ours the system would end us.
        signal.signal(number, lambda *_: None)
    lines = Lines(count)
    workers = [_Worker(place, lines, number) for number in range(count)]
    any_ready, pause = False, _PAUSES[0]
    try:
        while True:
            said = {one.line: one for one in workers}
            found = wait([asked, *said], timeout=_BEAT_SECONDS)
            if asked in found:
                return 0
            for line, one in said.items():
                hangs = time.monotonic() - one.heard > _SILENT_SECONDS
                if (line not in found or one.hear()) and not hangs:
                    any_ready = any_ready or one.is_ready
                    continue
                lines.gone(one.place)
                code = one.end(0.0 if hangs else _END_SECONDS)
                workers.remove(one)
                if not any_ready and code == NOT_STARTED:
                    return code
                if one.is_ready:
                    pause = _PAUSES[0]
                else:
                    time.sleep(pause)
                    pause = min(2 * pause, _PAUSES[1])
                workers.append(_Worker(place, lines, one.place))
    finally:
        place.close()
        for one in workers:
            one.process.terminate()
        until = time.monotonic() + _END_SECONDS
        for one in workers:
            one.end(max(0.0, until - time.monotonic()))
        lines.close()


def _keep_in_touch(server: uvicorn.Server, line: socket.socket) -> None:
    """Tell the supervisor that this process lives; end when it is gone."""
    line.settimeout(_BEAT_SECONDS)
    was_ready = False
    while True:
        try:
            line.send(_READY if server.started and not was_ready else _ALIVE)
            was_ready = server.started
            if line.recv(1) == b"":
                break
        except TimeoutError:
            continue
        except OSError:
            break
    if server.started:
        server.should_exit = True
        time.sleep(_END_SECONDS)
    # Whatever it still waits for, nobody else gets the port as long as it is here.
    os._exit(1)


def main() -> None:
    """A worker process: listen at the place, and keep in touch with the supervisor, whose numbers are the arguments."""
    place, line = (socket.socket(fileno=int(number)) for number in sys.argv[1:3])
    at, table, *ends = map(int, sys.argv[3:])
    server = web_server(Handoff(at, table, ends))
    threading.Thread(target=_keep_in_touch, args=(server, line), name="supervised", daemon=True).start()
    server.run(sockets=[place])
    if not server.started:
        sys.exit(NOT_STARTED)


if __name__ == "__main__":
    main()
