"""A worker process that does as it is told: it echoes, refuses, dies, spins, hoards, or will not stop."""

from __future__ import annotations

import os
import signal
from typing import Any

from sandtable.server.errors import NotFound
from sandtable.server.worker_pool import Said, refusal_of, work


def obey(question: dict[str, Any], body: bytes) -> Said:
    """Do what the question says."""
    match question["do"]:
        case "echo":
            return Said({}, body)
        case "process":
            return Said({}, str(os.getpid()).encode())
        case "refuse":
            return Said(refusal_of(NotFound("there is no such thing")) or {}, b"")
        case "die":
            os.kill(os.getpid(), signal.SIGKILL)
        case "hoard":
            try:
                bytearray(4 * 1024**3)
            except MemoryError:
                return Said({}, b"MemoryError")
        case "stay":
            signal.signal(signal.SIGUSR1, signal.SIG_IGN)
    while True:
        pass


if __name__ == "__main__":
    work(obey)
