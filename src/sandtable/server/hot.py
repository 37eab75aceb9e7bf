"""Matches in memory: a few hundred at hand, each with its position and log, rebuilt from the store whenever needed."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final

from sqlalchemy import Connection

from sandtable import catalog
from sandtable.kernel.codec import BadDocument, check_header, decode, loads, read_setup
from sandtable.kernel.dice import CommitRevealDice
from sandtable.kernel.records import Diverged
from sandtable.kernel.rulebook import Rulebook

from . import ledger
from .ledger import Match
from .lobby import public_state
from .play import Line, Play, Row, readable
from .store import Store

# So many of the latest lines of the log come with every view; the rest is asked for.
LOG_TAIL: Final = 200


class Hot:
    """One match at hand. Whoever touches it holds its lock."""

    def __init__(
        self,
        match: Match,
        play: Play,
        log: list[tuple[int, Line]],
        notices: list[tuple[int, Line]],
        absent_days: float,
    ) -> None:
        self.lock: Final = threading.RLock()
        self.match = match
        self.play = play
        self._log = log
        self._notices = notices
        self._absent_days: Final = absent_days
        # From which version on the question to a seat has been the same: an older answer would be stale.
        self.since: dict[str, int] = dict.fromkeys(match.seats, match.version)
        self.settled: set[str] = set()
        self._seen: dict[str, dict[str, Any]] = {}

    def take(
        self, after: Match, *, keep: int | None = None, rows: Sequence[Row] = (), lines: Sequence[Line] = ()
    ) -> None:
        """Follow a change that has been stored, after which the head of the match is *after*."""
        self.match = after
        self._seen = {}
        if keep is not None:
            while self._log and self._log[-1][0] > keep:
                self._log.pop()
            self._notices = [(min(number, keep), line) for number, line in self._notices]
        self._log += [(row.number, line) for row in rows for line in row.told]
        self._notices += [(after.answers, line) for line in lines]

    def follow(self, db: Connection, standing: dict[str, Any]) -> None:
        """Follow players who have sat down and words by Control; they are no change of the position."""
        if standing["said"] != self.match.said:
            self._notices = ledger.read_notices(db, self.match.id)
        if any(getattr(self.match, name) != value for name, value in standing.items()):
            self.match = replace(self.match, **standing)
            self._seen = {}

    def message(self, seat: str) -> dict[str, Any]:
        """Everything *seat* may know now, with the tail of its log; the same for all who ask at this version."""
        found = self._seen.get(seat)
        if found is None:
            log = self.read_log(seat)
            found = self._seen[seat] = {
                "match": self.match.id,
                "version": self.match.version,
                "answers": self.match.answers,
                **public_state(self.match, self._absent_days),
                "view": closed_view(self.play.view(seat), self.match),
                "log": log[-LOG_TAIL:],
                "log_lines": len(log),
                "undoable": self.undoable(seat),
                "proposal": self.match.proposal,
                "over": self.match.over,
                "result": self.match.result,
            }
        return found

    def read_log(self, seat: str) -> list[dict[str, Any]]:
        """The log as *seat* may read it."""
        number = self.play.seat(seat)
        lines = self._log
        if self._notices:
            lines = sorted([*lines, *self._notices], key=lambda line: line[0])
        return [public_line(answer, line) for answer, line in lines if readable(line, number)]

    def undoable(self, seat: str) -> int:
        """How many answers *seat* may take back. All since the last closed door are of one seat."""
        if self.match.over or seat not in self.play.asked:
            return 0
        return self.play.undoable


def public_line(answer: int, line: Line) -> dict[str, Any]:
    """A line of the log as it goes over the wire; who else may read it is nobody's business."""
    return {"answer": answer, "text": line["text"], "rule": line["rule"], "event": line["event"]}


def closed_view(seen: dict[str, Any], match: Match) -> dict[str, Any]:
    """The view of a match that ended otherwise than by the rules (somebody resigned) asks nobody any more."""
    if match.over and not seen["over"]:
        return {**seen, "asked": [], "prompt": "", "options": [], "over": True, "result": match.result}
    return seen


class Shelf:
    """The matches at hand, the least recently used of which goes when the shelf is full."""

    def __init__(self, store: Store, size: int, absent_days: float) -> None:
        self._store: Final = store
        self._size: Final = size
        self._absent_days: Final = absent_days
        self._lock: Final = threading.Lock()
        self._hot: Final[OrderedDict[str, Hot]] = OrderedDict()

    @contextmanager
    def holding(self, match: str, *, fresh: bool = True) -> Iterator[Hot]:
        """The match, locked; if *fresh*, as new as the store has it, else perhaps older than another process left it."""
        hot = self._fetch(match)
        if fresh:
            with hot.lock, self._store.reading() as db:
                standing = ledger.standing_of(db, match)
                if standing is None or standing[0] != hot.match.version:
                    self.forget(match)
                else:
                    hot.follow(db, standing[1])
            hot = self._fetch(match)
        with hot.lock:
            yield hot

    def forget(self, match: str) -> None:
        """Rebuild the match from the store when it is next wanted."""
        with self._lock:
            self._hot.pop(match, None)

    def _fetch(self, match: str) -> Hot:
        with self._lock:
            found = self._hot.get(match)
            if found is not None:
                self._hot.move_to_end(match)
                return found
        with self._store.reading() as db:
            built = rebuilt(db, match, self._absent_days)
        with self._lock:
            # Another thread may have been faster; all must hold the same one.
            found = self._hot.setdefault(match, built)
            self._hot.move_to_end(match)
            while len(self._hot) > self._size:
                self._hot.popitem(last=False)
        return found


def rebuilt(db: Connection, match: str, absent_days: float) -> Hot:
    """The match from the store alone: the latest fitting snapshot and the answers after it."""
    head = ledger.read_match(db, match)
    rows = ledger.read_rows(db, match, to=head.answers)
    # Undo may go back to the last closed door, so the position is rebuilt from no later than there.
    door = max((row.number for row in rows if row.closed), default=0)
    play = position_at(db, head, door, rows)
    play.repeat(row.entry() for row in rows[play.answers :])
    log = [(0, line) for line in head.opening]
    log += [(row.number, line) for row in rows for line in row.told]
    return Hot(head, play, log, ledger.read_notices(db, match), absent_days)


def position_at(db: Connection, head: Match, number: int, rows: list[Row]) -> Play:
    """The position after answer *number*, from the latest snapshot that can be read."""
    book = rulebook_for(head)
    dice = CommitRevealDice(head.secret, head.salt)
    for at, document in ledger.snapshots_up_to(db, head.id, number):
        try:
            play = Play(book, decode(book, loads(document)), dice, at, _rolls(rows[:at]))
            play.repeat(row.entry() for row in rows[at:number])
        except (BadDocument, Diverged):
            # A snapshot only saves time: the answers from the start say the same.
            continue
        return play
    play, _ = Play.begin(book, read_setup(book, head.setup), dice)
    play.repeat(row.entry() for row in rows[:number])
    return play


def rulebook_for(head: Match) -> Rulebook[Any]:
    """The rulebook of the match; OtherBehaviour if it has changed since the match began."""
    book = catalog.rulebook(head.rulebook)
    check_header(book, {"rulebook": head.rulebook, "behaviour": head.behaviour}, "match")
    return book


def _rolls(rows: list[Row]) -> int:
    return sum(row.who == "dice" for row in rows)
