"""The match cache: a few hundred matches in memory, each with its position and log, rebuilt from the store if needed."""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final

from sqlalchemy import Connection

from sandtable import catalog
from sandtable.kernel.book.log_facts import LogFacts
from sandtable.kernel.book.rulebook import Rulebook
from sandtable.kernel.game.codec import BadDocument, check_header, decode, loads, read_setup
from sandtable.kernel.game.records import Diverged
from sandtable.kernel.machine.actions import CONTROL_NAME

from ..db import match_store
from ..db.match_store import Line, Match, Row
from ..db.store import Store
from ..match.change import Accepted, notice_facts
from ..match.position import Play, readable
from ..wire import Message
from .lobby import public_state

# So many of the latest lines of the log come with every view; the rest is asked for.
LOG_TAIL: Final = 200


class CachedMatch:
    """One match in memory. Whoever touches it holds its lock."""

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
        # By seat, and whether the fog is lifted.
        self._seen: dict[tuple[str, bool], Message] = {}
        # By seat: the latest lines of its log, and how many there are in all.
        self._tails: dict[str, tuple[deque[dict[str, Any]], int]] = {}
        self._facts: Final = LogFacts(play.rulebook, play.state)

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
        told = [(row.number, line) for row in rows for line in row.told]
        self._log += told
        self._notices += [(after.answers, line) for line in lines]
        if keep is not None or lines:
            self._tails = {}
        for seat, (tail, size) in self._tails.items():
            fresh = self._read(told, seat)
            tail.extend(fresh)
            self._tails[seat] = (tail, size + len(fresh))

    def follow(self, db: Connection, standing: dict[str, Any]) -> None:
        """Follow players who have sat down and words by Control; they are no change of the position."""
        if standing["said"] != self.match.said:
            self._notices = match_store.read_notices(db, self.match.id)
            self._tails = {}
        if any(getattr(self.match, name) != value for name, value in standing.items()):
            self.match = replace(self.match, **standing)
            self._seen = {}

    def message(self, seat: str, *, lifted: bool = False) -> Message:
        """Everything *seat* may know now, with the tail of its log; the same for all who ask at this version.

        Where the fog is *lifted* that is the whole position and the whole log.
        """
        found = self._seen.get((seat, lifted))
        if found is None:
            log, lines = self._tail(CONTROL_NAME if lifted else seat)
            found = self._seen[seat, lifted] = Message(
                match=self.match.id,
                version=self.match.version,
                answers=self.match.answers,
                **public_state(self.match, self._absent_days),
                view=closed_view(self.play.view(seat, lifted=lifted), self.match),
                log=log,
                log_lines=lines,
                undoable=self.undoable(seat),
                proposal=self.match.proposal,
                aside=_last_aside(self.match),
                over=self.match.over,
                result=self.match.result,
            )
        return found

    def accepted(self) -> Accepted:
        """That the match is stored as it stands."""
        return Accepted(self.match.id, self.match.version, self.match.answers)

    def read_log(self, seat: str) -> list[dict[str, Any]]:
        """The log as *seat* may read it."""
        lines = self._log
        if self._notices:
            lines = sorted([*lines, *self._notices], key=lambda line: line[0])
        return self._read(lines, seat)

    def _read(self, lines: list[tuple[int, Line]], seat: str) -> list[dict[str, Any]]:
        number = self.play.seat(seat)
        return [public_line(answer, line, self._facts) for answer, line in lines if readable(line, number)]

    def _tail(self, seat: str) -> tuple[list[dict[str, Any]], int]:
        """The latest lines of the log of *seat*, and how many there are in all."""
        if seat not in self._tails:
            log = self.read_log(seat)
            self._tails[seat] = (deque(log, LOG_TAIL), len(log))
        tail, size = self._tails[seat]
        return list(tail), size

    def undoable(self, seat: str) -> int:
        """How many answers *seat* may take back. All since the last closed door are of one seat."""
        if self.match.over or seat not in self.play.asked:
            return 0
        return self.play.undoable


def public_line(answer: int, line: Line, facts: LogFacts) -> dict[str, Any]:
    """A line of the log as it goes over the wire, with its facts; who else may read it is nobody's business."""
    told = line["event"]
    said = {"answer": answer, "text": line["text"], "rule": line["rule"], "event": told}
    return said | (notice_facts(told) or facts.of(told))


def closed_view(seen: dict[str, Any], match: Match) -> dict[str, Any]:
    """The view of a match that ended otherwise than by the rules (somebody resigned) asks nobody any more."""
    if match.over and not seen["over"]:
        return {**seen, "asked": [], "prompt": "", "options": [], "over": True, "result": match.result}
    return seen


def _last_aside(match: Match) -> dict[str, Any] | None:
    """The answers that could be put back, as everybody may know."""
    if not match.aside or match.over:
        return None
    return {name: match.aside[-1][name] for name in ("from", "to", "by")}


class MatchCache:
    """The matches in memory, least recently used out first."""

    def __init__(self, store: Store, size: int, absent_days: float) -> None:
        self._store: Final = store
        self._size: Final = size
        self._absent_days: Final = absent_days
        self._lock: Final = threading.Lock()
        self._hot: Final[OrderedDict[str, CachedMatch]] = OrderedDict()

    @contextmanager
    def holding(self, match: str, *, fresh: bool = True, known: Match | None = None) -> Iterator[CachedMatch]:
        """The match, locked; if *fresh*, as new as the store has it, else perhaps older than another process left it.

        Where the head in memory is the one that is *known* to be the latest, the store is not asked.
        """
        hot = self._fetch(match)
        if fresh and (known is None or hot.match is not known):
            with hot.lock, self._store.reading() as db:
                standing = match_store.standing_of(db, match)
                if standing is None or standing[0] != hot.match.version:
                    self.forget(match)
                else:
                    hot.follow(db, standing[1])
            hot = self._fetch(match)
        while True:
            with hot.lock:
                # Whoever held it last may have failed half-way and thrown it away: then it is worth nothing to us either.
                if self._holds(match, hot):
                    yield hot
                    return
            hot = self._fetch(match)

    def __len__(self) -> int:
        return len(self._hot)

    def forget(self, match: str) -> None:
        """Rebuild the match from the store when it is next wanted."""
        with self._lock:
            self._hot.pop(match, None)

    def _holds(self, match: str, hot: CachedMatch) -> bool:
        with self._lock:
            return self._hot.get(match) is hot

    def _fetch(self, match: str) -> CachedMatch:
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


def rebuilt(db: Connection, match: str, absent_days: float) -> CachedMatch:
    """The match from the store alone: the latest fitting snapshot and the answers after it."""
    head = match_store.read_match(db, match)
    rows = match_store.read_rows(db, match, to=head.answers)
    # Undo may go back to the last closed door, so the position is rebuilt from no later than there.
    door = max((row.number for row in rows if row.closed), default=0)
    play = position_at(db, head, door, rows)
    play.repeat(row.entry() for row in rows[play.answers :])
    log = [(0, line) for line in head.opening]
    log += [(row.number, line) for row in rows for line in row.told]
    return CachedMatch(head, play, log, match_store.read_notices(db, match), absent_days)


def position_at(db: Connection, head: Match, number: int, rows: list[Row]) -> Play:
    """The position after answer *number*, from the latest snapshot that can be read."""
    book = rulebook_for(head)
    dice = head.dice()
    for at, document in match_store.snapshots_up_to(db, head.id, number):
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
    book = catalog.rulebook_to_play(head.rulebook)
    check_header(book, {"rulebook": head.rulebook, "behaviour": head.behaviour}, "match")
    return book


def _rolls(rows: list[Row]) -> int:
    return sum(row.who == "dice" for row in rows)
