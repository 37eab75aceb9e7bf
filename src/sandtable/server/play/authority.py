"""The authority: the only caller of the rules. It owns who may do what when, and stores before it acknowledges.

It never decides a rule: what is allowed, what happens and who may know it comes from the kernel and the rulebook.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection

from sandtable.kernel.book.log_facts import LogFacts
from sandtable.kernel.game.codec import dumps, encode
from sandtable.kernel.game.driver import NOTHING_TO_TAKE_BACK
from sandtable.kernel.game.records import TYPED
from sandtable.kernel.machine.actions import CONTROL, CONTROL_NAME, SPECTATOR_NAME, seat_title
from sandtable.kernel.printed.scenarios import DRAW
from sandtable.kernel.refusals import Refusal, Refused

from ..db import match_store, steady_time
from ..db.drafts import StoredDraft, read_drafts, write_draft
from ..db.match_store import OPEN, Change, Line, Match, Snapshot
from ..db.store import Store
from ..errors import BadRequest, Conflict, Forbidden, Stale
from ..match import clocks, phases
from ..match.change import Accepted, MatchChange, ending, match_change, notice, plain_change
from ..match.commands import Answer, Undo
from ..match.position import readable, row_of
from ..match.preconditions import STALE, require_current, require_person, require_player, require_running
from ..people import reminders, seating
from ..settings import Settings
from ..wire import Message
from . import drafting, standing_orders
from .cache import CachedMatch, MatchCache, closed_view, position_at
from .change_feed import ChangeFeed
from .match_log import public_line

REPORT: Final = "report"
# A chain of standing orders that is longer than this goes in circles.
_LONGEST_CHAIN: Final = 500
# What may change without another version, and decides whether a clock runs.
_STANDING: Final = ("seats", "paused", "clock", "phase")
_LOG: Final = logging.getLogger("sandtable.server.play.authority")


class Tried(NamedTuple):
    """An answer that did not fit what was in memory; the store may know better."""

    head: Match
    refusal: Conflict | Refused


class CarriedOut(NamedTuple):
    """Changes of a match that have been carried out in memory, and how they are stored; nobody has heard of them yet."""

    hot: CachedMatch
    changes: Sequence[MatchChange]
    write: Callable[[Connection], None]


class Authority:
    """All matches of one store."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store: Final = store
        self.settings: Final = settings
        self._cache: Final = MatchCache(store, settings.cache_megabytes, settings.absent_days)
        # Called with the head of the match after every stored change.
        self.listeners: Final[list[Callable[[Match], None]]] = []
        # Who is to be shown a change, which costs whoever made it less than anybody else.
        self.feed: Final = ChangeFeed()

    # ---- looking

    @property
    def cached(self) -> tuple[int, int]:
        """How many matches are in memory, and how many bytes they take, as far as can be told."""
        return len(self._cache), self._cache.size

    def head(self, match: str) -> Match:
        """The head of the match as stored."""
        with self.store.reading() as db:
            return match_store.read_match(db, match)

    def message(self, match: str, seat: str, known: Match | None = None) -> Message:
        """What *seat* may know now; *known* is the head that the change feed has told of, if it has."""
        with self._cache.holding(match, known=known) as hot:
            return self._message(hot, seat)

    def fog_lifted(self, head: Match) -> bool:
        """Whether everybody may see everything: the match is over, and no other is still played that began as it did."""
        if not head.over:
            return False
        with self.store.reading() as db:
            return match_store.published(db, head)

    def log(self, match: str, seat: str, since: int) -> list[dict[str, Any]]:
        """The lines of the log after answer *since*, as *seat* may read them."""
        with self._cache.holding(match) as hot:
            reader = CONTROL_NAME if self.fog_lifted(hot.match) else self._known(hot, seat)
            return [line for line in hot.read_log(reader) if line["answer"] >= since]

    def reports(self, match: str, seat: str) -> list[dict[str, Any]]:
        """The reports that *seat* may read, each with the turn that was under way."""
        found: list[dict[str, Any]] = []
        turn: int | None = None
        for line in self.log(match, seat, 0):
            turn = line.get("turn", turn)
            if line.get("role") == REPORT:
                kept = {name: line[name] for name in ("answer", "rule", "text", "event")}
                found.append({**kept, "turn": turn})
        return found

    def why(self, match: str, seat: str, verb: str, what: dict[str, str]) -> Refusal | None:
        """Why *seat* may not do *verb* now; None if it may."""
        with self._cache.holding(match) as hot:
            play = hot.play
            return play.rulebook.why_not(play.state, play.seat(self._known(hot, seat)), verb, what)

    def moment(self, match: str, seat: str, number: int) -> Message:
        """What *seat* could know after answer *number*; everything, once the match is over."""
        with self.store.reading() as db:
            head = match_store.read_match(db, match)
            if not 0 <= number <= head.answers:
                raise BadRequest(f"the match has {head.answers} answers; {number} is not among them")
            rows = match_store.read_rows(db, match, after=number - 1, to=number)
            play = position_at(db, head, number)
            notices = match_store.read_notices(db, match)
            lifted = match_store.published(db, head)
        who = CONTROL if lifted else play.seat(seat)
        lines = [(0, line) for line in head.opening] + [(r.number, line) for r in rows for line in r.told]
        lines += notices
        seen, facts = play.view(seat, lifted=lifted), LogFacts(play.rulebook, play.state)
        return Message(
            match=match,
            answer=number,
            answers=head.answers,
            view=closed_view(seen, head) if number == head.answers else seen,
            log=[public_line(at, line, facts) for at, line in lines if at == number and readable(line, who)],
        )

    def asked(self, match: str) -> tuple[int, tuple[str, ...], dict[str, str]]:
        """The version, the seats asked now and who sits in every seat."""
        with self._cache.holding(match) as hot:
            asked = () if hot.match.over or hot.match.paused else hot.play.asked
            return hot.match.version, asked, hot.match.seats

    def completed_sheet(self, match: str, seat: str, phase: int, drafted: Sequence[str]) -> str:
        """The order sheet that *seat* seals if it leaves it at these lines; Stale if that *phase* is over."""
        with self._cache.holding(match) as hot:
            _require_phase(hot, phase)
            return drafting.complete(hot, seat, drafted)

    def somebody_sat_down(self, match: str) -> None:
        """Tell whoever watches that somebody has come, or has left for good."""
        self._tell(self.head(match))

    # ---- playing

    def holding(self, match: str) -> AbstractContextManager[CachedMatch]:
        """The match as the store has it, locked."""
        return self._cache.holding(match)

    def hold_if_free(self, match: str) -> CachedMatch | None:
        """The match as it is in memory, locked until ``release``; None where it is not there, or somebody else holds it."""
        return self._cache.hold_if_free(match)

    def release(self, hot: CachedMatch) -> None:
        """Let others have the match; by the thread that has held it."""
        self._cache.release(hot)

    def answer(
        self, match: str, given: Answer, guest: str | None = None, tried: Tried | None = None
    ) -> Accepted:
        """A seat answers; its idempotency key makes sure that the same answer again changes nothing."""
        # Most answers fit what is in memory; the store is asked only by writing to it.
        if tried is None:
            with self._cache.holding(match, fresh=False) as hot:
                # While a seat is open, somebody may have sat down in another process: then a clock runs.
                if OPEN not in hot.match.seats.values():
                    try:
                        return self._answer(hot, given, guest)
                    except (Conflict, Refused) as why:
                        tried = Tried(hot.match, why)
        with self._cache.holding(match) as hot:
            if self._done_before(hot, given):
                return hot.accepted()
            if tried is not None and hot.match is tried.head:
                # The store knows nothing that we did not.
                raise tried.refusal
            return self._answer(hot, given, guest)

    def _answer(self, hot: CachedMatch, given: Answer, guest: str | None) -> Accepted:
        self._store(self.carry_out(hot, given, guest))
        return hot.accepted()

    def carry_out(self, hot: CachedMatch, given: Answer, guest: str | None) -> CarriedOut:
        """Carry the answer out on the position in memory; it is to be stored, and then followed."""
        seat = given.seat
        require_running(hot.match)
        if seat != CONTROL_NAME:
            require_player(hot.match, seat)
            if guest is not None:
                require_person(hot.match, seat)
        self.end_if_time_is_up(hot)
        require_running(hot.match)
        if not hot.since[seat] <= given.version <= hot.match.version:
            raise Stale(STALE)
        change = Change(kind="answer", seat=seat, what=given.option, key=given.key, at=steady_time.now())
        others = [s for s in hot.play.asked if s != seat]
        reopened = drafting.taken_back(hot, seat, given.option)
        rows = hot.play.answer(seat, given.option)
        if TYPED in (rows[0].note or {}):
            line = notice("Typed", "Control types in what has fallen on the table.")
            rows[0] = replace(rows[0], told=[line, *rows[0].told])
        with self.forgetting(hot):
            done = match_change(
                hot.match, hot.play, change, same=others, answered=seat, rows=rows, proposal=None
            )
            changes = [done, *self.by_orders(hot, done.after)]
            return self._carried_out(hot, changes, accept=guest, reopened=reopened)

    def undo(self, match: str, given: Undo) -> Accepted:
        """A seat takes its latest answer back."""
        seat = given.seat
        with self._cache.holding(match) as hot:
            require_running(hot.match)
            require_current(hot.match, given.version)
            require_player(hot.match, seat)
            require_person(hot.match, seat)
            if not hot.undoable(seat):
                raise Refused(Refusal("", NOTHING_TO_TAKE_BACK))
            hot.play.undo()
            with self.forgetting(hot):
                change = plain_change(hot.match, "undo", seat)
                self.commit(hot, [match_change(hot.match, hot.play, change, keep=hot.play.answers)])
            return hot.accepted()

    def by_orders(self, hot: CachedMatch, match: Match) -> list[MatchChange]:
        """What the standing orders of the seats that are asked answer, one after another; *match* is as it stands now."""
        found: list[MatchChange] = []
        if not hot.play.rulebook.standing_questions:
            return found
        given = self.store.glance(lambda db: standing_orders.read_all(db, match.id))
        while given and not match.over and len(found) < _LONGEST_CHAIN:
            ordered = standing_orders.answer_by(hot.play, match, given)
            if ordered is None:
                break
            seat, option, line = ordered
            others = [s for s in hot.play.asked if s != seat]
            try:
                first, *rest = hot.play.answer(seat, option)
            except Refused as why:
                # The person is asked instead.
                _LOG.warning("the standing order of %s in match %s is refused: %s", seat, match.id, why)
                break
            rows = [replace(first, told=[line, *first.told]), *rest]
            change = plain_change(match, "answer", seat, option)
            found.append(
                match_change(match, hot.play, change, same=others, answered=seat, rows=rows, proposal=None)
            )
            match = found[-1].after
        return found

    # ---- for all who change a match

    def commit(
        self,
        hot: CachedMatch,
        changes: Sequence[MatchChange],
        *,
        accept: str | None = None,
        reopened: StoredDraft | None = None,
    ) -> None:
        """Store *changes* in one transaction, then follow them in memory; they take place together or not at all.

        *reopened* is an order sheet that was taken back, to be written on again.
        """
        self._store(self._carried_out(hot, changes, accept=accept, reopened=reopened))

    def _store(self, done: CarriedOut) -> None:
        with self.forgetting(done.hot):
            self.store.write(done.write)
            self.follow(done)

    def follow(self, done: CarriedOut) -> None:
        """What was carried out is stored: the log follows, and whoever watches is told."""
        hot, changes = done.hot, done.changes
        for change in changes:
            hot.take(change.after, keep=change.keep, rows=change.rows, lines=change.lines)
            for name in hot.since:
                if name not in change.same:
                    hot.since[name] = change.after.version
        if any(change.keep is not None and change.keep < hot.log.first for change in changes):
            # What the log begins with now is not in memory.
            self._cache.forget(hot.match.id)
            self._tell(hot.match)
        else:
            self._tell(hot.match, lambda seat: self._message(hot, seat))

    def _carried_out(
        self,
        hot: CachedMatch,
        changes: Sequence[MatchChange],
        *,
        accept: str | None = None,
        reopened: StoredDraft | None = None,
    ) -> CarriedOut:
        before, last = hot.match, changes[-1]
        snapshot = self._snapshot(hot, before, changes)

        def write(db: Connection) -> None:
            counted = before.clock is not None or (
                before.phase is not None and before.phase["left"] is not None
            )
            if counted or any("seats" in done.head for done in changes):
                # Whether a clock runs depends on who sits where, and that may have changed without a new version.
                now = match_store.read_match(db, before.id, to_change=True)
                if any(getattr(now, name) != getattr(before, name) for name in _STANDING):
                    raise Stale(STALE)
            for done in changes:
                match_store.write_change(
                    db,
                    before.id,
                    done.after.version - 1,
                    done.change,
                    done.head,
                    keep=done.keep,
                    rows=done.rows,
                    lines=done.lines,
                    snapshot=snapshot if done is last else None,
                )
            if reopened is not None and before.phase is not None:
                phase, seat = before.phase["since"], reopened.seat
                version = read_drafts(db, before.id, phase, [seat])[seat].version + 1
                write_draft(db, before.id, seat, phase, reopened.lines, version)
            if accept is not None:
                seating.accept_invitation(db, before.id, changes[0].change.seat, accept)
            reminders.queue(db, before, last.after, changes[0].change, self.settings)

        return CarriedOut(hot, changes, write)

    def say(self, hot: CachedMatch, line: Line, accept: str | None) -> None:
        """Write a line of the log that is no change of the match: whoever may not read it notices nothing."""
        match = hot.match.id

        def write(db: Connection) -> None:
            said = match_store.read_match(db, match, to_change=True).said + 1
            match_store.add_notice(db, match, hot.match.answers, [line])
            match_store.set_standing(db, match, {"said": said})
            if accept is not None:
                seating.accept_invitation(db, match, CONTROL_NAME, accept)

        self.store.write(write)
        self._tell(self.head(match))

    def forget(self, match: str) -> None:
        """Throw away what is in memory of the match: the store knows better."""
        self._cache.forget(match)

    @contextmanager
    def forgetting(self, hot: CachedMatch) -> Iterator[None]:
        """If anything fails, what is in memory is thrown away: the store knows better."""
        try:
            yield
        except BaseException:
            self._cache.forget(hot.match.id)
            raise

    def end_if_time_is_up(self, hot: CachedMatch) -> None:
        """Where a seat loses without being told so, the match is over when its time is up.

        Order sheets are sealed as they stand when the time to write is up; what Control was asked who has gone is left to
        the rules.
        """
        match, now = hot.match, steady_time.now()
        if match.over or match.deadline is None or now < match.deadline:
            return
        if match.phase is not None and phases.over(match, now):
            with self.store.reading() as db:
                written = read_drafts(db, match.id, match.phase["since"], match.phase["seats"])
            with self.forgetting(hot):
                found = drafting.sealed_as_written(hot, written)
                self.commit(hot, [*found, *self.by_orders(hot, found[-1].after)])
            return
        if CONTROL_NAME in match.waiting and not hot.play.controlled:
            with self.forgetting(hot):
                rows = [row_of(taken) for taken in hot.play.roll_on()]
                change = plain_change(match, "answer", CONTROL_NAME)
                done = match_change(match, hot.play, change, answered=CONTROL_NAME, rows=rows, proposal=None)
                self.commit(hot, [done, *self.by_orders(hot, done.after)])
            return
        for seat in clocks.running(match):
            if clocks.fallen(match, seat, now):
                self.end(hot, "flag", seat, "time", f"the time of {seat_title(seat)} is up")
                return

    def end(self, hot: CachedMatch, kind: str, loser: str, level: str, reason: str) -> None:
        """The match is over otherwise than by the rules, and *loser* has lost."""
        scenario = hot.play.rulebook.scenario(hot.match.scenario)
        others = [side for side in scenario.every_side if side != scenario.side(loser)]
        winner = others[0] if len(others) == 1 else DRAW
        self.settle(hot, plain_change(hot.match, kind, loser), winner, level, reason)

    def settle(self, hot: CachedMatch, change: Change, winner: str, level: str, reason: str) -> None:
        """The match is over by *change*, otherwise than by the rules: who has won, or that nobody has, and why."""
        result = {"winner": winner, "level": level, "reason": reason}
        lines = [ending(reason)]
        done = match_change(hot.match, hot.play, change, lines=lines, over=True, result=result, proposal=None)
        self.commit(hot, [done])

    # ---- inside

    def _snapshot(self, hot: CachedMatch, before: Match, changes: Sequence[MatchChange]) -> Snapshot | None:
        every = self.settings.snapshot_every
        if hot.play.answers // every <= before.answers // every:
            return None
        # Whatever takes answers back is a change of its own, the first and only one.
        lines = hot.log.count(changes[0].keep, [row for done in changes for row in done.rows])
        return Snapshot(hot.play.answers, dumps(encode(hot.play.rulebook, hot.play.state)), lines)

    def _tell(self, head: Match, show: Callable[[str], Message] | None = None) -> None:
        self.feed.changed(head, show)
        for listener in self.listeners:
            listener(head)

    def _message(self, hot: CachedMatch, seat: str) -> Message:
        return hot.message(self._known(hot, seat), lifted=self.fog_lifted(hot.match))

    def _done_before(self, hot: CachedMatch, given: Answer) -> bool:
        with self.store.reading() as db:
            done = match_store.change_with_key(db, hot.match.id, given.key)
        if done is None:
            return False
        if (done.kind, done.seat, done.what) != ("answer", given.seat, given.option):
            raise Conflict("this key has been used for something else; give every answer its own")
        return True

    def _known(self, hot: CachedMatch, seat: str) -> str:
        if seat == CONTROL_NAME and not hot.match.over and hot.match.control == "none":
            raise Forbidden("only when the match is over may all sides be seen")
        if seat != SPECTATOR_NAME:
            hot.play.seat(seat)
        return seat


def _require_phase(hot: CachedMatch, phase: int) -> None:
    if hot.match.phase is None or hot.match.phase["since"] != phase:
        raise Stale(STALE)
