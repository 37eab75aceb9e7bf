"""The match cache: a few hundred matches in memory, each with its position and log, rebuilt from the store if needed."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any, Final

from sqlalchemy import Connection

from sandtable import catalog
from sandtable.kernel.book.log_facts import LogFacts
from sandtable.kernel.book.rulebook import Rulebook
from sandtable.kernel.game.codec import BadDocument, check_header, decode, loads, read_setup
from sandtable.kernel.game.records import Diverged
from sandtable.kernel.machine.actions import CONTROL_NAME
from sandtable.kernel.machine.engine import DraftMemo

from ..db import match_store
from ..db.match_store import Line, Match, Row
from ..db.store import Store
from ..match.change import Accepted
from ..match.position import Play
from ..wire import Message
from .lobby import public_state
from .match_log import MatchLog, first_wanted

# What a match takes in memory, measured with Army Group North: for every character of its position as a document (now,
# before each answer that may be taken back, and as it is shown to a seat), and beside it.
_BYTES_NOW: Final = 7
_BYTES_BEFORE: Final = 2
_BYTES_SHOWN: Final = 20
_BYTES_BESIDE: Final = 40_000
# What a view has only while its seat is asked.
_TO_BE_ANSWERED: Final = frozenset(("lines", "proposed", "ruling", "roll"))
# The length of such a document where none is stored yet.
_USUAL_LENGTH: Final = 5_000


class CachedMatch:
    """One match in memory. Whoever touches it holds its lock."""

    def __init__(
        self, match: Match, play: Play, log: MatchLog, absent_days: float, length: int = _USUAL_LENGTH
    ) -> None:
        self.lock: Final = threading.RLock()
        self.match = match
        self.play = play
        self.log: Final = log
        self._absent_days: Final = absent_days
        # The length of its position as a document, by which its size is told.
        self._length: Final = length
        # From which version on the question to a seat has been the same: an older answer would be stale.
        self.since: dict[str, int] = dict.fromkeys((*match.seats, CONTROL_NAME), match.version)
        # By seat, and whether the fog is lifted.
        self._seen: dict[tuple[str, bool], Message] = {}
        # Of which position, and by seat.
        self._drafted: tuple[tuple[int, int], dict[str, DraftMemo]] = ((-1, 0), {})

    @property
    def size(self) -> int:
        """How many bytes of memory it takes, about."""
        shown = _BYTES_SHOWN * len(self._seen) + _BYTES_BEFORE * self.play.undoable
        return _BYTES_BESIDE + self._length * (_BYTES_NOW + shown) + self.log.size

    def take(
        self, after: Match, *, keep: int | None = None, rows: Sequence[Row] = (), lines: Sequence[Line] = ()
    ) -> None:
        """Follow a change that has been stored, after which the head of the match is *after*."""
        self.match = after
        self.play.umpired(after.control, after.terms)
        self._seen = {}
        self.log.take(after.answers, keep, rows, lines)

    def catch_up(self, db: Connection) -> bool:
        """Follow what was answered elsewhere; False if that is not all that happened, and it must be built anew."""
        head = match_store.read_match(db, self.match.id)
        if head.version < self.match.version or not match_store.only_answers_since(
            db, head.id, self.match.version
        ):
            return False
        rows = match_store.read_rows(db, head.id, self.match.answers, head.answers)
        if len(rows) != head.answers - self.match.answers:
            return False
        try:
            self.play.catch_up([row.entry() for row in rows])
        except Diverged:
            return False
        self.take(head, rows=rows)
        self.since = dict.fromkeys((*head.seats, CONTROL_NAME), head.version)
        return True

    def follow(self, db: Connection, standing: dict[str, Any]) -> None:
        """Follow players who have sat down and words by Control; they are no change of the position."""
        if standing["said"] != self.match.said:
            self.log.follow(match_store.read_notices(db, self.match.id))
        if any(getattr(self.match, name) != value for name, value in standing.items()):
            self.match = replace(self.match, **standing)
            self.play.umpired(self.match.control, self.match.terms)
            self._seen = {}

    def message(self, seat: str, *, lifted: bool = False) -> Message:
        """Everything *seat* may know now, with the tail of its log; the same for all who ask at this version.

        Where the fog is *lifted* that is the whole position and the whole log.
        """
        found = self._seen.get((seat, lifted))
        if found is None:
            log, lines = self.log.tail(self.play.seat(CONTROL_NAME if lifted else seat))
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

    def draft_memo(self, seat: str) -> DraftMemo:
        """What is known of the order sheet that *seat* writes, as long as the position stays as it is."""
        position = (self.match.version, id(self.play.state))
        if self._drafted[0] != position:
            self._drafted = (position, {})
        return self._drafted[1].setdefault(seat, DraftMemo())

    def accepted(self) -> Accepted:
        """That the match is stored as it stands."""
        return Accepted(self.match.id, self.match.version, self.match.answers)

    def read_log(self, seat: str) -> list[dict[str, Any]]:
        """The whole log as *seat* may read it."""
        return self.log.read(self.play.seat(seat))

    def undoable(self, seat: str) -> int:
        """How many answers *seat* may take back. All since the last closed door are of one seat."""
        if self.match.over or seat not in self.play.asked:
            return 0
        return self.play.undoable


def closed_view(seen: dict[str, Any], match: Match) -> dict[str, Any]:
    """The view of a match that ended otherwise than by the rules (somebody resigned) asks nobody any more."""
    if match.over and not seen["over"]:
        kept = {name: part for name, part in seen.items() if name not in _TO_BE_ANSWERED}
        return {**kept, "asked": [], "prompt": "", "options": [], "over": True, "result": match.result}
    return seen


def _last_aside(match: Match) -> dict[str, Any] | None:
    """The answers that could be put back, as everybody may know."""
    if not match.aside or match.over:
        return None
    return {name: match.aside[-1][name] for name in ("from", "to", "by")}


class MatchCache:
    """The matches in memory, up to so many megabytes; least recently used out first."""

    def __init__(self, store: Store, megabytes: int, absent_days: float) -> None:
        self._store: Final = store
        self._most: Final = megabytes * 1024 * 1024
        self._absent_days: Final = absent_days
        self._lock: Final = threading.Lock()
        self._hot: Final[OrderedDict[str, CachedMatch]] = OrderedDict()
        # How large each was when it was last used, and all of them together.
        self._sizes: Final[dict[str, int]] = {}
        self.size = 0

    @contextmanager
    def holding(self, match: str, *, fresh: bool = True, known: Match | None = None) -> Iterator[CachedMatch]:
        """The match, locked; if *fresh*, as new as the store has it, else perhaps older than another process left it.

        Where the head in memory is the one that is *known* to be the latest, the store is not asked.
        """
        while True:
            hot = self._fetch(match)
            with hot.lock:
                # Whoever held it last may have failed half-way and thrown it away: then it is worth nothing to us either.
                if not self._holds(match, hot):
                    continue
                # One that was built anew is asked about too: whoever began to build it did so before we came, perhaps.
                if fresh and (known is None or hot.match is not known) and not self._follows(hot):
                    self.forget(match)
                    continue
                try:
                    yield hot
                finally:
                    self._weigh(match, hot)
                return

    def hold_if_free(self, match: str) -> CachedMatch | None:
        """The match as it is in memory, locked until ``release``; None where it is not there, or somebody else holds it."""
        with self._lock:
            hot = self._hot.get(match)
        if hot is None or not hot.lock.acquire(blocking=False):
            return None
        if self._holds(match, hot):
            return hot
        hot.lock.release()
        return None

    def release(self, hot: CachedMatch) -> None:
        """Let others have the match; by the thread that has held it."""
        hot.lock.release()
        self._weigh(hot.match.id, hot)

    def __len__(self) -> int:
        return len(self._hot)

    def forget(self, match: str) -> None:
        """Rebuild the match from the store when it is next wanted."""
        with self._lock:
            self._drop(match)

    def _follows(self, hot: CachedMatch) -> bool:
        """Whether it is as the store has it; who sits where, and what Control has said, is brought up to date."""
        with self._store.reading() as db:
            standing = match_store.standing_of(db, hot.match.id)
            if standing is None or (standing[0] != hot.match.version and not hot.catch_up(db)):
                return False
            hot.follow(db, standing[1])
        return True

    def _holds(self, match: str, hot: CachedMatch) -> bool:
        """Whether it is still the match, which then is the last that is put aside."""
        with self._lock:
            if self._hot.get(match) is not hot:
                return False
            self._hot.move_to_end(match)
            return True

    def _fetch(self, match: str) -> CachedMatch:
        with self._lock:
            found = self._hot.get(match)
            if found is not None:
                return found
        built = rebuilt(self._store, match, self._absent_days)
        with self._lock:
            # Another thread may have been faster; all must hold the same one.
            found = self._hot.setdefault(match, built)
            self._hot.move_to_end(match)
        self._weigh(match, found)
        return found

    def _weigh(self, match: str, hot: CachedMatch) -> None:
        """Take the size of a match that was used, and put those aside for which there is no room; never the last."""
        with self._lock:
            if self._hot.get(match) is not hot:
                return
            size = hot.size
            self.size += size - self._sizes.get(match, 0)
            self._sizes[match] = size
            while self.size > self._most and len(self._hot) > 1:
                self._drop(next(iter(self._hot)))

    def _drop(self, match: str) -> None:
        self._hot.pop(match, None)
        self.size -= self._sizes.pop(match, 0)


def rebuilt(store: Store, match: str, absent_days: float) -> CachedMatch:
    """The match from the store alone: the latest fitting snapshot, the answers after it, and the end of its log."""
    with store.reading() as db:
        head = match_store.read_match(db, match)
        play = played_up_to(db, head, head.answers)
        marks = match_store.snapshot_marks(db, match)
        first, before = first_wanted(marks, head.answers - play.undoable)
        log = MatchLog(
            _told(db, head, first, head.answers),
            match_store.read_notices(db, match),
            LogFacts(play.rulebook, play.state),
            first=first,
            before=before,
            earlier=partial(_told_before, store, head, first),
        )
    return CachedMatch(head, play, log, absent_days, marks[0].length if marks else _USUAL_LENGTH)


def played_up_to(db: Connection, head: Match, number: int) -> Play:
    """The position after answer *number*, with all that undo may take back there."""
    # Undo may go back to the last closed door, so the position is rebuilt from no later than there.
    play = position_at(db, head, match_store.last_door(db, head.id, number))
    play.catch_up(match_store.read_entries(db, head.id, play.answers, number))
    play.umpired(head.control, head.terms)
    return play


def position_at(db: Connection, head: Match, number: int) -> Play:
    """The position after answer *number*, from the latest snapshot that can be read."""
    book = rulebook_for(head)
    dice = head.dice()
    for at, document in match_store.snapshots_up_to(db, head.id, number):
        try:
            play = Play(
                book, decode(book, loads(document)), dice, at, match_store.rolls_up_to(db, head.id, at)
            )
            play.catch_up(match_store.read_entries(db, head.id, at, number))
        except (BadDocument, Diverged):
            # A snapshot only saves time: the answers from the start say the same.
            continue
        return play
    play, _ = Play.begin(book, read_setup(book, head.setup), dice)
    play.repeat(match_store.read_entries(db, head.id, 0, number))
    return play


def rulebook_for(head: Match) -> Rulebook[Any]:
    """The rulebook of the match; OtherBehaviour if it has changed since the match began."""
    book = catalog.rulebook_to_play(head.rulebook)
    check_header(book, {"rulebook": head.rulebook, "behaviour": head.behaviour}, "match")
    return book


def _told(db: Connection, head: Match, after: int, to: int) -> list[tuple[int, Line]]:
    """What was told by the answers above *after*, up to *to*; from the beginning on, also what was told before the first."""
    rows = match_store.read_rows(db, head.id, after, to)
    opening = [(0, line) for line in head.opening] if after == 0 else []
    return opening + [(row.number, line) for row in rows for line in row.told]


def _told_before(store: Store, head: Match, first: int) -> list[tuple[int, Line]]:
    if first == 0:
        return []
    with store.reading() as db:
        return _told(db, head, 0, first)
