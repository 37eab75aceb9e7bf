"""Control at the board: it sees everything, and may change the position, answer for a seat, stop the match and speak."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.kernel.book.editing import HEXES
from sandtable.kernel.game.codec import encode
from sandtable.kernel.game.control import read_changes
from sandtable.kernel.game.views import option_list
from sandtable.kernel.machine.actions import CONTROL_NAME
from sandtable.kernel.map.bitboards import members
from sandtable.kernel.map.hexes import Hex

from ..errors import BadRequest, Conflict
from ..match.change import match_change, notice, plain_change
from ..match.preconditions import require_current, require_earlier, require_not_over, require_player
from ..wire import Message
from . import rewinds
from .authority import Authority
from .proposals import moment_words


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


def edit(
    authority: Authority, match: str, guest: str | None, version: int, changes: Sequence[Any], reason: str
) -> Message:
    """Change the position by hand."""
    with authority.holding(match) as hot:
        require_not_over(hot.match)
        require_current(hot.match, version)
        rows = hot.play.edit(read_changes(changes), reason)
        with authority.forgetting(hot):
            change = plain_change(hot.match, "edit", CONTROL_NAME)
            done = match_change(hot.match, hot.play, change, rows=rows, proposal=None)
            authority.commit(hot, [done], accept=guest)
        return hot.message(CONTROL_NAME)


def answer(
    authority: Authority, match: str, guest: str | None, version: int, seat: str, option: str, reason: str
) -> Message:
    """Answer for *seat*; what its standing orders and those of others answer then follows, unless all stands still."""
    with authority.holding(match) as hot:
        require_not_over(hot.match)
        require_player(hot.match, seat)
        require_current(hot.match, version)
        others = [name for name in hot.play.asked if name != seat]
        rows = hot.play.answer(seat, option, by=CONTROL_NAME, reason=reason)
        with authority.forgetting(hot):
            change = plain_change(hot.match, "overrule", CONTROL_NAME, seat)
            done = match_change(
                hot.match, hot.play, change, same=others, answered=seat, rows=rows, proposal=None
            )
            follow = [] if hot.match.paused else authority.by_orders(hot, done.after)
            authority.commit(hot, [done, *follow], accept=guest)
        return hot.message(CONTROL_NAME)


def rewind(authority: Authority, match: str, version: int, to: int, reason: str) -> Message:
    """Go back to the position after answer *to*."""
    with authority.holding(match) as hot:
        require_current(hot.match, version)
        require_earlier(hot.match, to)
        text = f"Control goes back to {moment_words(hot, to)}: {_said(reason)}."
        line = notice("Rewound", text, answer=to, seat=CONTROL_NAME)
        rewinds.go_back(authority, hot, CONTROL_NAME, to, line)
        return hot.message(CONTROL_NAME)


def pause(authority: Authority, match: str, guest: str | None, reason: str) -> Message:
    """Stop the match: nobody but Control may play or propose anything, and no clock runs; resigning is free."""
    with authority.holding(match) as hot:
        require_not_over(hot.match)
        if hot.match.paused:
            raise Conflict("the match stands still already")
        change = plain_change(hot.match, "pause", CONTROL_NAME)
        text = _said(reason)
        line = notice("Paused", f"Control stops the match: {text}.")
        paused = {"reason": text, "since": change.at}
        done = match_change(hot.match, hot.play, change, same=hot.play.asked, lines=[line], paused=paused)
        authority.commit(hot, [done], accept=guest)
        return hot.message(CONTROL_NAME)


def resume(authority: Authority, match: str) -> Message:
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
        return hot.message(CONTROL_NAME)


def announce(
    authority: Authority, match: str, guest: str | None, text: str, to: Sequence[str] | None
) -> Message:
    """Say something to the seats *to*, or to everybody."""
    with authority.holding(match) as hot:
        require_not_over(hot.match)
        for seat in to or ():
            require_player(hot.match, seat)
        readers = None if to is None else sorted({int(hot.play.seat(seat)) for seat in to})
        authority.say(hot, notice("Announced", f"Control: {_said(text)}", readers), guest)
    return authority.message(match, CONTROL_NAME)


def _said(text: str) -> str:
    """What was said, without spaces around it; BadRequest if nothing was."""
    if not text.strip():
        raise BadRequest("Control does nothing without a reason, and says nothing without words")
    return text.strip()
