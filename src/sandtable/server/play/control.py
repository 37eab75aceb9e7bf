"""Control at the board: it sees everything, and may change the position, answer for a seat, stop the match and speak."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.book.editing import HEXES
from sandtable.kernel.game.codec import encode
from sandtable.kernel.game.control import read_changes
from sandtable.kernel.game.views import option_list
from sandtable.kernel.machine.actions import CONTROL_NAME
from sandtable.kernel.map.bitboards import members
from sandtable.kernel.map.hexes import Hex

from ..errors import BadRequest, Conflict
from ..match import phases
from ..match.change import Accepted, match_change, notice, plain_change
from ..match.commands import Announcement, ControlAnswer, ControlRewind, Edit, PhaseClock, Reason
from ..match.preconditions import require_current, require_earlier, require_not_over, require_player
from . import drafting, rewinds
from .authority import Authority
from .proposals import moment_words
from .sheets import NO_SHEETS


def position(authority: Authority, match: str) -> dict[str, Any]:
    """Everything that may be edited: columns, plain numbers, sets of hexes, and what all of them mean."""
    with authority.holding(match) as hot:
        book, g = hot.play.rulebook, hot.play.state
        document = encode(book, g)
        board = book.board(g.setup)
        hexes = {board.hex_name(hex_): hex_ for hex_ in board.terrain}
        kept = {name: document[name] for name in ("columns", "numbers")}
        described = book.editable(g)
        sets = {
            field.name: [board.hex_name(Hex(h)) for h in members(getattr(g, field.name))]
            for field in described.fields
            if field.kind == HEXES
        }
        names = {"hexes": hexes}
        return {"version": hot.match.version, **kept, "sets": sets, "names": names, **described.as_json()}


def options(authority: Authority, match: str, seat: str) -> dict[str, Any]:
    """What *seat* is asked now, and what it may answer."""
    with authority.holding(match) as hot:
        require_player(hot.match, seat)
        book, g, number = hot.play.rulebook, hot.play.state, hot.play.seat(seat)
        asked = seat in hot.play.asked and not hot.match.over
        return {
            "version": hot.match.version,
            "prompt": book.prompt(g, number) if asked else "",
            "options": option_list(book, g, number) if asked else [],
        }


def edit(authority: Authority, match: str, given: Edit, guest: str | None) -> Accepted:
    """Change the position by hand."""
    with authority.holding(match) as hot:
        require_not_over(hot.match)
        require_current(hot.match, given.version)
        rows = hot.play.edit(read_changes([list(change) for change in given.changes]), given.reason)
        with authority.forgetting(hot):
            change = plain_change(hot.match, "edit", CONTROL_NAME)
            done = match_change(hot.match, hot.play, change, rows=rows, proposal=None)
            authority.commit(hot, [done], accept=guest)
        return hot.accepted()


def answer(authority: Authority, match: str, given: ControlAnswer, guest: str | None) -> Accepted:
    """Answer for a seat; what its standing orders and those of others answer then follows, unless all stands still."""
    seat = given.seat
    with authority.holding(match) as hot:
        require_not_over(hot.match)
        require_player(hot.match, seat)
        require_current(hot.match, given.version)
        others = [name for name in hot.play.asked if name != seat]
        reopened = drafting.taken_back(hot, seat, given.option)
        rows = hot.play.answer(seat, given.option, by=CONTROL_NAME, reason=given.reason)
        with authority.forgetting(hot):
            change = plain_change(hot.match, "overrule", CONTROL_NAME, seat)
            done = match_change(
                hot.match, hot.play, change, same=others, answered=seat, rows=rows, proposal=None
            )
            follow = [] if hot.match.paused else authority.by_orders(hot, done.after)
            authority.commit(hot, [done, *follow], accept=guest, reopened=reopened)
        return hot.accepted()


def rewind(authority: Authority, match: str, given: ControlRewind) -> Accepted:
    """Go back to the position after an answer."""
    to = given.to
    with authority.holding(match) as hot:
        require_current(hot.match, given.version)
        require_earlier(hot.match, to)
        text = f"Control goes back to {moment_words(hot, to)}: {_said(given.reason)}."
        line = notice("Rewound", text, answer=to, seat=CONTROL_NAME)
        rewinds.go_back(authority, hot, CONTROL_NAME, to, line)
        return hot.accepted()


def pause(authority: Authority, match: str, given: Reason, guest: str | None) -> Accepted:
    """Stop the match: nobody but Control may play or propose anything, and no clock runs; resigning is free."""
    with authority.holding(match) as hot:
        require_not_over(hot.match)
        if hot.match.paused:
            raise Conflict("the match stands still already")
        change = plain_change(hot.match, "pause", CONTROL_NAME)
        text = _said(given.reason)
        line = notice("Paused", f"Control stops the match: {text}.")
        paused = {"reason": text, "since": change.at}
        done = match_change(hot.match, hot.play, change, same=hot.play.asked, lines=[line], paused=paused)
        authority.commit(hot, [done], accept=guest)
        return hot.accepted()


def resume(authority: Authority, match: str) -> Accepted:
    """Let the match go on."""
    with authority.holding(match) as hot:
        require_not_over(hot.match)
        if not hot.match.paused:
            raise Conflict("the match does not stand still")
        change = plain_change(hot.match, "resume", CONTROL_NAME)
        line = notice("Resumed", "Control lets the match go on.")
        done = match_change(hot.match, hot.play, change, same=hot.play.asked, lines=[line], paused=None)
        with authority.forgetting(hot):
            # What was asked meanwhile is answered by those who have given orders.
            authority.commit(hot, [done, *authority.by_orders(hot, done.after)])
        return hot.accepted()


def clock(authority: Authority, match: str, given: PhaseClock, guest: str | None) -> Accepted:
    """Stop the clock by which order sheets are written, let it run again, or give more time or less."""
    with authority.holding(match) as hot:
        require_not_over(hot.match)
        change = plain_change(hot.match, "clock", CONTROL_NAME)
        phase = phases.ticked(hot.match, change.at)
        if phase is None:
            raise Conflict(NO_SHEETS)
        if phase["left"] is None and given.add <= 0:
            raise Conflict("nobody counts the time of this phase; say how much there is from now on")
        said = []
        if given.add:
            phase["left"] = max(0.0, (phase["left"] or 0.0) + given.add)
            said.append(f"{'gives' if given.add > 0 else 'takes away'} {spoken(abs(given.add))} to write")
        if given.running is not None and given.running == phase["stopped"]:
            phase["stopped"] = not given.running
            said.append("lets the clock run" if given.running else "stops the clock")
        if said:
            line = notice("Timed", f"Control {' and '.join(said)}.")
            same = hot.play.asked
            done = match_change(hot.match, hot.play, change, same=same, lines=[line], phase=phase)
            authority.commit(hot, [done], accept=guest)
        return hot.accepted()


def announce(authority: Authority, match: str, given: Announcement, guest: str | None) -> Accepted:
    """Say something to some seats, or to everybody."""
    with authority.holding(match) as hot:
        require_not_over(hot.match)
        for seat in given.to or ():
            require_player(hot.match, seat)
        readers = None if given.to is None else sorted({int(hot.play.seat(seat)) for seat in given.to})
        authority.say(hot, notice("Announced", f"Control: {_said(given.text)}", readers), guest)
        return hot.accepted()


def spoken(seconds: int) -> str:
    """So much time, in words."""
    minutes, rest = divmod(seconds, 60)
    parts = [(minutes, "minute"), (rest, "second")]
    return " and ".join(f"{count} {what}{'' if count == 1 else 's'}" for count, what in parts if count)


def _said(text: str) -> str:
    """What was said, without spaces around it; BadRequest if nothing was."""
    if not text.strip():
        raise BadRequest("Control does nothing without a reason, and says nothing without words")
    return text.strip()
