"""The log of a server on stderr: every line has its moment, and an outage is told in a few of them.

What goes wrong while a database is away goes wrong again every few seconds, for every match and every player. Of each kind
of trouble (the place in the code that tells it, and the kind of exception) the first is told whole, then some that read
otherwise; the rest are counted, and told as one line after a minute, then after ten, then every hour.
"""

from __future__ import annotations

import logging
import sys
import threading
import time
from dataclasses import dataclass, field
from typing import Final, TextIO

# Of one kind of trouble so many sentences that differ are told, as they may name different matches.
DIFFERENT: Final = 4
# After so long it is told how often it has happened again: first, then, and from then on.
AGAIN_SECONDS: Final = (60.0, 600.0, 3600.0)
# Trouble that has not been heard of for so long is told whole when it comes back.
QUIET_SECONDS: Final = 900.0
# Whoever logs sentences that are never the same twice must not fill the memory.
MOST_KINDS: Final = 200

_Kind = tuple[str, str, str]


class Moments(logging.Formatter):
    """Every line, those of a traceback too, with its moment in UTC, so that lines can be sorted and cut out by time."""

    converter = staticmethod(time.gmtime)

    def format(self, record: logging.LogRecord) -> str:
        """The moment, how bad it is, who says it, and what."""
        moment = f"{self.formatTime(record, '%Y-%m-%dT%H:%M:%S')}.{int(record.created % 1 * 1000):03d}Z"
        said = f"{record.levelname.lower()} {record.name}: {super().format(record)}"
        return "\n".join(f"{moment} {line}" for line in said.split("\n"))


@dataclass
class _Trouble:
    """What has been told of one kind of trouble, and what has not."""

    latest: logging.LogRecord
    told: set[str] = field(default_factory=set)
    # How often it has happened again since when, and how often that was told.
    held: int = 0
    since: float = 0.0
    summaries: int = 0

    def due(self) -> float:
        """When it has to be told how often it has happened again."""
        return self.since + AGAIN_SECONDS[min(self.summaries, len(AGAIN_SECONDS) - 1)]


class ServerLog(logging.StreamHandler[TextIO]):
    """Writes what is logged; repetitions are held back and counted."""

    def __init__(self, stream: TextIO | None = None) -> None:
        super().__init__(stream or sys.stderr)
        self.setFormatter(Moments())
        self._troubles: Final[dict[_Kind, _Trouble]] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Write *record*, or count it; what was counted long enough is told first."""
        self.tell_repetitions(record.created)
        kind, said = _kind_of(record), record.getMessage()
        known = self._troubles.get(kind)
        if known is None:
            if len(self._troubles) >= MOST_KINDS:
                self._forget(next(iter(self._troubles)))
            self._troubles[kind] = _Trouble(record, {said})
            super().emit(record)
            return
        known.latest = record
        if said not in known.told and len(known.told) < DIFFERENT:
            known.told.add(said)
            super().emit(record)
            return
        known.held += 1
        if known.held == 1:
            known.since = record.created
            # Where nothing else goes wrong nobody would come to tell it.
            timer = threading.Timer(known.due() - record.created, self._tell_in_time)
            timer.daemon = True
            timer.start()

    def tell_repetitions(self, now: float) -> None:
        """Tell how often each trouble has happened again, where that is due at the time *now*; forget what is long over."""
        for kind, trouble in list(self._troubles.items()):
            if trouble.held and now >= trouble.due():
                self._tell_again(trouble)
            if now - trouble.latest.created > QUIET_SECONDS:
                self._forget(kind)

    def close(self) -> None:
        """Tell what is held back still."""
        for kind in list(self._troubles):
            self._forget(kind)
        super().close()

    def _tell_in_time(self) -> None:
        with self.lock or threading.RLock():
            self.tell_repetitions(time.time())

    def _forget(self, kind: _Kind) -> None:
        trouble = self._troubles.pop(kind)
        if trouble.held:
            self._tell_again(trouble)

    def _tell_again(self, trouble: _Trouble) -> None:
        """One line for all repetitions: how many, since when, and the latest of them."""
        latest = trouble.latest
        since = time.strftime("%H:%M:%S", time.gmtime(trouble.since))
        times = "once" if trouble.held == 1 else f"{trouble.held} times"
        text = f"... again {times} since {since}, last: {latest.getMessage()}"
        again = logging.LogRecord(
            latest.name, latest.levelno, latest.pathname, latest.lineno, text, None, None
        )
        again.created = latest.created
        super().emit(again)
        trouble.held = 0
        trouble.summaries += 1


def install(stream: TextIO | None = None) -> ServerLog:
    """Let everything that this process logs go there, to stderr if nothing is said; warnings and worse."""
    log = ServerLog(stream)
    logging.basicConfig(handlers=[log], level=logging.WARNING, force=True)
    return log


def _kind_of(record: logging.LogRecord) -> _Kind:
    exception = record.exc_info[0] if record.exc_info else None
    return record.name, str(record.msg), exception.__name__ if exception else ""
