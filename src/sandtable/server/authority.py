"""The authority: the only caller of the rules. It owns who may do what when, and stores before it acknowledges.

It never decides a rule: what is allowed, what happens and who may know it comes from the kernel and the rulebook.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Any, Final

from sqlalchemy import Connection

from sandtable.kernel.actions import CONTROL_NAME, SPECTATOR_NAME
from sandtable.kernel.codec import dumps, encode
from sandtable.kernel.refusals import Refusal, Refused

from . import ledger, seating
from .errors import BadRequest, Conflict, Forbidden, Stale
from .hot import Hot, Shelf, closed_view, position_at, public_line
from .ledger import PEOPLE, Change, Match
from .play import NOTHING_TO_TAKE_BACK, Row, readable
from .settings import Settings
from .store import Store

STALE: Final = "the board has changed since you looked; here it is as it stands now"
OVER: Final = "the match is over"

Message = dict[str, Any]


class Authority:
    """All matches of one store."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store: Final = store
        self._settings: Final = settings
        self._shelf: Final = Shelf(store, settings.hot_matches)
        # Called with the head of the match after every stored change.
        self.listeners: Final[list[Callable[[Match], None]]] = []

    # ---- looking

    def head(self, match: str) -> Match:
        """The head of the match as stored."""
        with self.store.reading() as db:
            return ledger.read_match(db, match)

    def message(self, match: str, seat: str) -> Message:
        """What *seat* may know now."""
        with self._shelf.holding(match) as hot:
            return hot.message(self._known(hot, seat))

    def log(self, match: str, seat: str, since: int) -> list[dict[str, Any]]:
        """The lines of the log after answer *since*, as *seat* may read them."""
        with self._shelf.holding(match) as hot:
            return [line for line in hot.read_log(self._known(hot, seat)) if line["answer"] >= since]

    def why(self, match: str, seat: str, verb: str, what: dict[str, str]) -> Refusal | None:
        """Why *seat* may not do *verb* now; None if it may."""
        with self._shelf.holding(match) as hot:
            play = hot.play
            return play.book.why_not(play.state, play.seat(self._known(hot, seat)), verb, what)

    def moment(self, match: str, seat: str, number: int) -> Message:
        """What *seat* could know after answer *number*."""
        with self.store.reading() as db:
            head = ledger.read_match(db, match)
            if not 0 <= number <= head.answers:
                raise BadRequest(f"the match has {head.answers} answers; {number} is not among them")
            rows = ledger.read_rows(db, match, to=number)
            play = position_at(db, head, number, rows)
        who = play.seat(seat)
        lines = [(0, line) for line in head.opening] + [(r.number, line) for r in rows for line in r.told]
        seen = play.view(seat)
        return {
            "match": match,
            "answer": number,
            "answers": head.answers,
            "view": closed_view(seen, head) if number == head.answers else seen,
            "log": [public_line(at, line) for at, line in lines if at == number and readable(line, who)],
        }

    def asked(self, match: str) -> tuple[int, tuple[str, ...], dict[str, str]]:
        """The version, the seats asked now and who sits in every seat."""
        with self._shelf.holding(match) as hot:
            asked = () if hot.match.over else hot.play.asked
            return hot.match.version, asked, hot.match.seats

    def somebody_sat_down(self, match: str) -> None:
        """Tell whoever watches."""
        self._tell(self.head(match))

    # ---- playing

    def answer(
        self, match: str, seat: str, option: str, version: int, key: str, guest: str | None = None
    ) -> Message:
        """*seat* answers; the same key again is the same answer again, and changes nothing."""
        try:
            # Most answers fit what is in memory; the store is asked only by writing to it.
            return self._answer(match, seat, option, version, key, guest, fresh=False)
        except (Conflict, Refused):
            return self._answer(match, seat, option, version, key, guest, fresh=True)

    def _answer(
        self, match: str, seat: str, option: str, version: int, key: str, guest: str | None, *, fresh: bool
    ) -> Message:
        with self._shelf.holding(match, fresh=fresh) as hot:
            if fresh and self._done_before(hot, key, "answer", seat, option):
                return hot.message(seat)
            self._require_running(hot)
            hot.play.seat(seat)
            if not hot.since[seat] <= version <= hot.match.version:
                raise Stale(STALE)
            asked_before = hot.play.asked
            rows = hot.play.answer(seat, option)
            others = {s for s in asked_before if s != seat}
            every = self._settings.snapshot_every
            snapshot = None
            if hot.play.answers // every > hot.match.answers // every:
                snapshot = hot.play.answers, dumps(encode(hot.play.book, hot.play.state))
            invited = guest if seat not in hot.settled else None
            change = Change(kind="answer", seat=seat, what=option, key=key, at=time.time())
            self._commit(
                hot, change, still_waiting=others, rows=rows, snapshot=snapshot, accept=invited, proposal=None
            )
            hot.settled.add(seat)
            return hot.message(seat)

    def undo(self, match: str, seat: str, version: int) -> Message:
        """*seat* takes its latest answer back."""
        with self._shelf.holding(match) as hot:
            self._require_running(hot)
            self._require_current(hot, version)
            if not hot.undoable(seat):
                raise Refused(Refusal("", NOTHING_TO_TAKE_BACK))
            hot.play.undo()
            self._commit(hot, self._change(hot, "undo", seat, ""), keep=hot.play.answers)
            return hot.message(seat)

    def rewind(
        self, match: str, seat: str, to: int, version: int, held: tuple[str, ...], *, agree: bool = True
    ) -> Message:
        """Go back to the position after answer *to*: at once where *held* are all players, else when the others agree."""
        with self._shelf.holding(match) as hot:
            self._require_current(hot, version)
            if not 0 <= to < hot.match.answers:
                raise BadRequest(
                    f"the match has {hot.match.answers} answers; say to which one below it should go back"
                )
            if hot.match.over:
                # Its dice have been published; whoever went on with them would know the rolls to come.
                raise Conflict(f"{OVER}; a fork can go on from any of its positions")
            proposal = hot.match.proposal
            agreed = set(held)
            if proposal and proposal["to"] == to:
                agreed |= set(proposal["agreed"])
            people = {name for name, kind in hot.match.seats.items() if kind in PEOPLE}
            if not agree:
                self._commit(hot, self._change(hot, "decline", seat, str(to)), proposal=None)
            elif people <= agreed:
                self._go_back(hot, seat, to)
            else:
                asked = {"kind": "rewind", "to": to, "by": seat, "agreed": sorted(agreed)}
                self._commit(hot, self._change(hot, "propose", seat, str(to)), proposal=asked)
            return hot.message(seat)

    def resign(self, match: str, seat: str) -> Message:
        """*seat* gives the match up."""
        with self._shelf.holding(match) as hot:
            self._require_running(hot)
            others = [name for name in hot.match.seats if name != seat]
            result = {
                "winner": others[0] if len(others) == 1 else "draw",
                "level": "resignation",
                "reason": f"{seat} resigned",
            }
            change = self._change(hot, "resign", seat, "")
            self._commit(hot, change, over=True, result=result, proposal=None)
            return hot.message(seat)

    # ---- inside

    def _go_back(self, hot: Hot, seat: str, to: int) -> None:
        with self.store.reading() as db:
            rows = ledger.read_rows(db, hot.match.id, to=to)
            hot.play = position_at(db, hot.match, to, rows)
        # Dice already seen fall the same again.
        rolled = hot.play.roll_on()
        change = self._change(hot, "rewind", seat, str(to))
        self._commit(hot, change, keep=to, rows=rolled, proposal=None)

    def _commit(
        self,
        hot: Hot,
        change: Change,
        *,
        still_waiting: set[str] | None = None,
        keep: int | None = None,
        rows: list[Row] | None = None,
        snapshot: tuple[int, str] | None = None,
        accept: str | None = None,
        **head: Any,
    ) -> None:
        """Store the change, then follow it in memory; if it cannot be stored, what is in memory is thrown away."""
        match = hot.match
        if "over" not in head:
            head |= {"over": hot.play.over, "result": hot.play.result}
        asked = () if head["over"] else hot.play.asked
        same = still_waiting if still_waiting is not None else set()
        waiting = {s: match.waiting[s] if s in same and s in match.waiting else change.at for s in asked}
        head |= {"answers": hot.play.answers, "waiting": waiting}

        def write(db: Connection) -> None:
            ledger.write_change(
                db, match.id, match.version, change, head, keep=keep, rows=rows or (), snapshot=snapshot
            )
            if accept is not None:
                seating.accept_invitation(db, match.id, change.seat, accept)

        try:
            self.store.write(write)
        except BaseException:
            self._shelf.forget(match.id)
            raise
        hot.take(head, keep=keep, rows=rows)
        for name in match.seats:
            if name not in same:
                hot.since[name] = hot.match.version
        self._tell(hot.match)

    def _tell(self, head: Match) -> None:
        for listener in self.listeners:
            listener(head)

    def _done_before(self, hot: Hot, key: str, kind: str, seat: str, what: str) -> bool:
        with self.store.reading() as db:
            done = ledger.change_with_key(db, hot.match.id, key)
        if done is None:
            return False
        if (done.kind, done.seat, done.what) != (kind, seat, what):
            raise Conflict("this key has been used for something else; give every answer its own")
        return True

    def _change(self, hot: Hot, kind: str, seat: str, what: str) -> Change:
        key = f"{kind}-{hot.match.version}-{secrets.token_hex(8)}"
        return Change(kind=kind, seat=seat, what=what, key=key, at=time.time())

    def _require_running(self, hot: Hot) -> None:
        if hot.match.over:
            raise Conflict(OVER)

    def _require_current(self, hot: Hot, version: int) -> None:
        if version != hot.match.version:
            raise Stale(STALE)

    def _known(self, hot: Hot, seat: str) -> str:
        if seat == CONTROL_NAME and not hot.match.over:
            raise Forbidden("only when the match is over may all sides be seen")
        if seat != SPECTATOR_NAME:
            hot.play.seat(seat)
        return seat
