"""The web server in one process, or in several worker processes on one port, with a supervisor that replaces them.

Supervisor and worker hold the two ends of a line. The system closes it when either dies, whatever it died of: a worker is
replaced at once, and workers whose supervisor is gone end and give the port back. A worker also says every second that it
lives; one that has been silent for long hangs, and is killed.
"""

from __future__ import annotations

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


def web_server() -> uvicorn.Server:
    """The web server with our application, whose settings come from the environment; the log of this process is begun."""
    server_log.install()
    terms: dict[str, Any] = {
        "factory": True,
        "http": "sandtable.server.http.protocol:LimitedHeads",
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
    return uvicorn.Server(uvicorn.Config("sandtable.server:create_app", **terms))


class _Worker:
    """One worker process, as its supervisor knows it."""

    def __init__(self, place: socket.socket) -> None:
        self.line, theirs = socket.socketpair()
        with theirs:
            ends = (place.fileno(), theirs.fileno())
            command = [sys.executable, "-m", "sandtable.server.workers", *map(str, ends)]
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
    workers = [_Worker(place) for _ in range(count)]
    any_ready, pause = False, _PAUSES[0]
    try:
        while True:
            lines = {one.line: one for one in workers}
            found = wait([asked, *lines], timeout=_BEAT_SECONDS)
            if asked in found:
                return 0
            for line, one in lines.items():
                hangs = time.monotonic() - one.heard > _SILENT_SECONDS
                if (line not in found or one.hear()) and not hangs:
                    any_ready = any_ready or one.is_ready
                    continue
                code = one.end(0.0 if hangs else _END_SECONDS)
                workers.remove(one)
                if not any_ready and code == NOT_STARTED:
                    return code
                if one.is_ready:
                    pause = _PAUSES[0]
                else:
                    time.sleep(pause)
                    pause = min(2 * pause, _PAUSES[1])
                workers.append(_Worker(place))
    finally:
        place.close()
        for one in workers:
            one.process.terminate()
        until = time.monotonic() + _END_SECONDS
        for one in workers:
            one.end(max(0.0, until - time.monotonic()))


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
    server = web_server()
    threading.Thread(target=_keep_in_touch, args=(server, line), name="supervised", daemon=True).start()
    server.run(sockets=[place])
    if not server.started:
        sys.exit(NOT_STARTED)


if __name__ == "__main__":
    main()
