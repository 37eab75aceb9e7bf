"""Going back to an earlier position. The answers that go are set aside, so that the match can take them up again."""

from __future__ import annotations

from typing import Any, Final

from sandtable.kernel.game.records import Entry
from sandtable.kernel.machine.actions import DICE_NAME, seat_title

from ..db import match_store
from ..db.match_store import Line
from ..errors import Conflict
from ..match.change import Accepted, match_change, notice, plain_change
from ..match.commands import Restore, Rewind
from ..match.position import row_of
from ..match.preconditions import require_current, require_earlier, require_player, require_running
from .authority import Authority
from .cache import CachedMatch, played_up_to
from .proposals import RESTORE, REWIND, agreed, counted, moment_words

# So many lines that were set aside are kept of a match; the oldest goes first.
MOST_LINES: Final = 8
NOTHING: Final = "nothing has been set aside in this match"


def rewind(authority: Authority, match: str, given: Rewind, held: tuple[str, ...]) -> Accepted:
    """Go back to the position after an answer: at once where *held* are all players, else when the others agree."""
    seat, to = given.seat, given.to
    with authority.holding(match) as hot:
        require_player(hot.match, seat)
        require_current(hot.match, given.version)
        require_earlier(hot.match, to)
        require_running(hot.match)
        moment = moment_words(hot, to)
        if agreed(
            authority, hot, seat, held, {"kind": REWIND, "to": to, "moment": moment}, agree=given.agree
        ):
            by, gone = _whose(hot, seat, REWIND), hot.match.answers - to
            text = f"{_led(by, seat)} back to {moment}; {counted(gone)} {'is' if gone == 1 else 'are'} set aside."
            go_back(authority, hot, seat, to, notice("Rewound", text, answer=to, seat=seat), by=by)
        return hot.accepted()


def restore(authority: Authority, match: str, given: Restore, held: tuple[str, ...]) -> Accepted:
    """Put the answers back that were set aside last: at once where *held* are all players, else when the others agree."""
    seat = given.seat
    with authority.holding(match) as hot:
        require_player(hot.match, seat)
        require_current(hot.match, given.version)
        require_running(hot.match)
        if not hot.match.aside:
            raise Conflict(NOTHING)
        line = hot.match.aside[-1]
        wanted = {"kind": RESTORE, "line": line["line"], "answers": line["to"] - line["from"]}
        if agreed(authority, hot, seat, held, wanted, agree=given.agree):
            by, back = _whose(hot, seat, RESTORE), counted(line["to"] - line["from"])
            text = f"{_led(by, seat)} on again: {back} that had been set aside came back."
            _go_on(authority, hot, seat, line, notice("Restored", text, answer=line["to"], seat=seat), by=by)
        return hot.accepted()


def go_back(
    authority: Authority, hot: CachedMatch, seat: str, to: int, *lines: Line, by: str | None = None
) -> None:
    """*seat* brings the match back to the position after answer *to*, as *by* wished if it was not its own wish."""
    with authority.store.reading() as db:
        gone = match_store.read_entries(db, hot.match.id, to, hot.match.answers)
        play = played_up_to(db, hot.match, to)
    seen = max(hot.play.rolls, hot.match.rolls_seen)
    with authority.forgetting(hot):
        hot.play = play
        # Dice already seen fall the same again.
        rolled = [row_of(taken) for taken in play.roll_on()]
        change = plain_change(hot.match, "rewind", seat, str(to))
        head: dict[str, Any] = {
            "proposal": None,
            "rolls_seen": seen,
            "aside": _aside(hot, gone, to, by or seat, hot.match.aside),
        }
        done = match_change(hot.match, play, change, keep=to, rows=rolled, lines=lines, **head)
        authority.commit(hot, [done])


def _go_on(
    authority: Authority, hot: CachedMatch, seat: str, line: dict[str, Any], *lines: Line, by: str
) -> None:
    """Take up the answers of *line* again; what was answered instead of them is set aside in turn."""
    keep = line["from"]
    with authority.store.reading() as db:
        gone = match_store.read_entries(db, hot.match.id, keep, hot.match.answers)
        back = match_store.read_line(db, hot.match.id, line["line"])
        play = played_up_to(db, hot.match, keep)
    seen = max(hot.play.rolls, hot.match.rolls_seen)
    with authority.forgetting(hot):
        play.repeat(row.entry() for row in back)
        hot.play = play
        change = plain_change(hot.match, "restore", seat, str(line["line"]))
        others = [other for other in hot.match.aside if other["line"] != line["line"]]
        head: dict[str, Any] = {
            "proposal": None,
            "rolls_seen": seen,
            "aside": _aside(hot, gone, keep, by, others),
        }
        done = match_change(hot.match, play, change, keep=keep, rows=back, lines=lines, **head)
        authority.commit(hot, [done])


def _aside(
    hot: CachedMatch, gone: list[Entry], keep: int, seat: str, others: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    """What is set aside when the answers above *keep* go: the *others*, and these unless they are dice alone."""
    if all(entry.who == DICE_NAME for entry in gone):
        return others
    line = {
        "line": hot.match.version + 1,
        "from": keep,
        "to": keep + len(gone),
        "by": seat,
    }
    return [*others, line][-MOST_LINES:]


def _whose(hot: CachedMatch, seat: str, kind: str) -> str:
    """Who wanted it, now that *seat* has agreed."""
    proposal = hot.match.proposal
    return str(proposal["by"]) if proposal is not None and proposal["kind"] == kind else seat


def _led(by: str, seat: str) -> str:
    if by == seat:
        return f"{seat_title(by)} goes"
    return f"{seat_title(seat)} agrees with {seat_title(by)}, and the match goes"
