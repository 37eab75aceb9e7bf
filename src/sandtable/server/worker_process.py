"""A worker process: a question goes in as JSON, an answer comes out; it is replaced when it takes too long or dies.

It is started afresh rather than forked, and knows nothing of the server, its database or its secrets. The module that it
runs takes the number of its end of the pipe as an argument, and first of all says that it is ready.
"""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from collections.abc import Callable
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any, Final

from sandtable import catalog

# How long a process may take until it can work: on a busy machine some seconds.
START_SECONDS: Final = 60.0
_LOG: Final = logging.getLogger("sandtable.server.worker_process")


class TookTooLong(Exception):
    """An answer that did not come in time; the process is gone."""


class HasEnded(Exception):
    """A process that ended instead of answering."""


class WorkerProcess:
    """One process that runs a module of ours; whoever asks must be one at a time."""

    def __init__(self, module: str) -> None:
        self._module: Final = module
        self._process: subprocess.Popen[bytes] | None = None
        self._pipe: Connection | None = None
        self._has_begun = False

    def prepare(self) -> None:
        """Start the process, and let it read its rulebooks, before anybody waits for it."""
        try:
            if self._pipe is None:
                self._start()
        except OSError as why:
            # It is tried again when something is asked.
            _LOG.warning("no process can be started for %s: %s", self._module, why)

    def ask(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The answer; TookTooLong or HasEnded where none comes."""
        pipe = self._begun()
        try:
            pipe.send_bytes(json.dumps(question).encode())
            if not pipe.poll(seconds):
                self.close()
                raise TookTooLong
            found: dict[str, Any] = json.loads(pipe.recv_bytes())
        except (OSError, EOFError) as why:
            self.close()
            raise HasEnded(repr(why)) from None
        return found

    def close(self) -> None:
        """End the process."""
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def _begun(self) -> Connection:
        """The line to a process that can work; how long it took to start is not counted."""
        if self._pipe is None or self._process is None or self._process.poll() is not None:
            self._start()
        assert self._pipe is not None
        if not self._has_begun:
            try:
                if not self._pipe.poll(START_SECONDS):
                    raise TimeoutError(
                        f"{self._module} could not work within {START_SECONDS} seconds of its start"
                    )
                self._pipe.recv_bytes()
            except (OSError, EOFError):
                self.close()
                raise
            self._has_begun = True
        return self._pipe

    def _start(self) -> None:
        self.close()
        self._has_begun = False
        self._pipe, theirs = Pipe()
        with theirs:
            command = [sys.executable, "-m", self._module, str(theirs.fileno())]
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()])


def answer_questions(answer: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """What such a process does: it says that questions may come, and answers them until the server hangs up."""
    pipe = Connection(int(sys.argv[1]))
    # Whatever is read only once is read before anybody's time is counted.
    catalog.rulebooks()
    said = b"ready"
    while True:
        try:
            pipe.send_bytes(said)
            question = json.loads(pipe.recv_bytes())
        except (EOFError, OSError, KeyboardInterrupt):
            return
        said = json.dumps(answer(question)).encode()
