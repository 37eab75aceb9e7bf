"""Afterwords of matches that are over: worked out by a process beside the server, one after another, and kept."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from ..db.match_store import Match
from ..worker_process import HasEnded, TookTooLong, WorkerProcess
from .authority import Authority
from .create import record_of

# So many are kept; one is as large as a short log.
KEPT: Final = 200
# So many may wait for their turn; whoever comes then asks again.
WAITING: Final = 20
# For so long what was let go by is weighed once the game has been played again; that may take much longer on a busy machine.
WEIGHING_SECONDS: Final = 20.0
MOST_SECONDS: Final = 300.0
_LOG: Final = logging.getLogger("sandtable.server.afterwords")

Key = tuple[str, int]


class Afterwords:
    """Asked for when somebody looks at the end of a match, there some seconds later."""

    def __init__(self, authority: Authority) -> None:
        self._authority: Final = authority
        self._process: Final = WorkerProcess("sandtable.server.play.afterword_worker")
        self._thread: Final = ThreadPoolExecutor(max_workers=1, thread_name_prefix="afterwords")
        self._lock: Final = threading.Lock()
        # By match and version; None where none can be written.
        self._kept: Final[OrderedDict[Key, dict[str, Any] | None]] = OrderedDict()
        self._coming: Final[set[Key]] = set()

    def of(self, head: Match) -> dict[str, Any]:
        """The afterword, or that it is still to come; the first who asks has it written."""
        key = (head.id, head.version)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return {"version": head.version, "ready": True, "afterword": self._kept[key]}
            if key not in self._coming and len(self._coming) < WAITING:
                self._coming.add(key)
                self._thread.submit(self._write, head)
        return {"version": head.version, "ready": False, "afterword": None}

    def close(self) -> None:
        """End the process; what is being written is not needed any more."""
        self._thread.shutdown(wait=False, cancel_futures=True)
        self._process.close()

    def _write(self, head: Match) -> None:
        found: dict[str, Any] | None = None
        try:
            record = record_of(self._authority.store, head)
            found = self._process.ask({"record": record, "seconds": WEIGHING_SECONDS}, MOST_SECONDS)[
                "afterword"
            ]
        except (TookTooLong, HasEnded, OSError):
            _LOG.warning("no afterword of match %s could be written", head.id)
        except Exception:
            # A match of older rules, or one that a rulebook trips over: it has no afterword, and the next one may have.
            _LOG.exception("no afterword of match %s could be written", head.id)
        with self._lock:
            self._coming.discard((head.id, head.version))
            self._kept[head.id, head.version] = found
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
