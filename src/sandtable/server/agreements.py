"""What players settle among themselves: going back, a result, resignation, time that is up, bots that stand in."""

from __future__ import annotations

import time
from typing import Any

from sandtable.bots import bot_names
from sandtable.kernel.actions import seat_title

from . import clocks, ledger
from .authority import OVER, Authority
from .deeds import deed, ending, notice, plain_change
from .errors import BadRequest, Conflict, Forbidden
from .hot import Hot, position_at
from .ledger import PEOPLE, PERSON
from .play import Line, row_of
from .wire import Message

DRAW = "draw"


def rewind(
    authority: Authority,
    match: str,
    seat: str,
    to: int,
    version: int,
    held: tuple[str, ...],
    *,
    agree: bool = True,
) -> Message:
    """Go back to the position after answer *to*: at once where *held* are all players, else when the others agree."""
    with authority.holding(match) as hot:
        authority.require_player(hot, seat)
        authority.require_current(hot, version)
        require_earlier(hot, to)
        authority.require_running(hot)
        proposal = {"kind": "rewind", "to": to}
        if _agreed(authority, hot, seat, held, proposal, agree=agree):
            go_back(authority, hot, seat, to)
        return hot.message(seat)


def settle(
    authority: Authority,
    match: str,
    seat: str,
    winner: str,
    version: int,
    held: tuple[str, ...],
    *,
    agree: bool = True,
) -> Message:
    """End the match as the players agree: a draw, or one of them has won."""
    with authority.holding(match) as hot:
        authority.require_player(hot, seat)
        authority.require_running(hot)
        authority.require_current(hot, version)
        seats = hot.match.seats
        if winner != DRAW and winner not in seats:
            raise BadRequest(f"{winner!r} cannot win; {', '.join((*seats, DRAW))} can")
        if hot.match.people() != set(seats):
            raise Conflict("a bot agrees to no result; resign instead")
        if _agreed(authority, hot, seat, held, {"kind": "result", "winner": winner}, agree=agree):
            reason = (
                "a draw was agreed" if winner == DRAW else f"it was agreed that {seat_title(winner)} has won"
            )
            result = {"winner": winner, "level": "agreement", "reason": reason}
            change = plain_change(hot.match, "settle", seat, winner)
            lines = [ending(reason)]
            done = deed(hot.match, hot.play, change, lines=lines, over=True, result=result, proposal=None)
            authority.commit(hot, [done])
        return hot.message(seat)


def resign(authority: Authority, match: str, seat: str) -> Message:
    """*seat* gives the match up."""
    with authority.holding(match) as hot:
        authority.require_player(hot, seat)
        if hot.match.over:
            raise Conflict(OVER)
        authority.end(hot, "resign", seat, "resignation", f"{seat_title(seat)} resigned")
        return hot.message(seat)


def claim_time(authority: Authority, match: str, seat: str, against: str) -> Message:
    """*seat* says that the time of *against* is up, which loses."""
    with authority.holding(match) as hot:
        authority.require_player(hot, seat)
        authority.require_player(hot, against)
        if hot.match.over:
            raise Conflict(OVER)
        if hot.match.clock is None:
            raise Conflict("nobody keeps time in this match")
        if seat == against:
            raise BadRequest("say against whom you claim, not for whom")
        if hot.match.seats[against] not in PEOPLE or not clocks.fallen(hot.match, against, time.time()):
            raise Conflict(f"{seat_title(against)} has time left")
        authority.end(hot, "flag", against, "time", f"the time of {seat_title(against)} is up")
        return hot.message(seat)


def watch_time(authority: Authority, match: str) -> None:
    """End the match if the time of a seat is up that loses without being told."""
    with authority.holding(match) as hot:
        authority.end_if_time_is_up(hot)


def substitute(authority: Authority, match: str, seat: str, absent: str, bot: str) -> Message:
    """A bot plays for *absent*: for oneself at any time, for another who keeps everybody waiting too long."""
    with authority.holding(match) as hot:
        authority.require_player(hot, seat)
        authority.require_player(hot, absent)
        authority.require_running(hot)
        authority.end_if_time_is_up(hot)
        authority.require_running(hot)
        kinds = bot_names(hot.play.rulebook)
        if bot not in kinds:
            raise BadRequest(f"there is no bot {bot!r}; there are {', '.join(kinds)}")
        now = time.time()
        if hot.match.seats[absent] not in PEOPLE:
            raise Conflict(f"a bot plays for {seat_title(absent)} already")
        if seat == absent:
            if clocks.fallen(hot.match, seat, now):
                raise Conflict("your time is up; a bot cannot win it back")
        else:
            since = clocks.claimable(hot.match, absent, authority.settings.absent_days)
            if since is None or now < since:
                who = seat_title(absent)
                raise Forbidden(f"{who} has not kept you waiting so long that a bot may take the seat")
        seats = {**hot.match.seats, absent: bot}
        standing_in = sorted({*hot.match.substitutes, absent})
        line = notice("Substituted", f"The bot {bot} plays for {seat_title(absent)}.", seat=absent)
        change = plain_change(hot.match, "substitute", seat, absent)
        _change_seats(authority, hot, absent, change, line, seats=seats, substitutes=standing_in)
        return hot.message(seat)


def reclaim(authority: Authority, match: str, seat: str) -> Message:
    """The player of *seat* takes it back from the bot."""
    with authority.holding(match) as hot:
        authority.require_player(hot, seat)
        authority.require_running(hot)
        if seat not in hot.match.substitutes:
            raise Conflict(f"no bot plays for {seat_title(seat)} in your place")
        change = plain_change(hot.match, "reclaim", seat)
        line = notice("Reclaimed", f"The player of {seat_title(seat)} is back.", seat=seat)
        head: dict[str, Any] = {
            "seats": {**hot.match.seats, seat: PERSON},
            "substitutes": [name for name in hot.match.substitutes if name != seat],
        }
        if hot.match.clock is not None:
            head["clock"] = clocks.refilled(clocks.ticked(hot.match, change.at), seat)
        _change_seats(authority, hot, seat, change, line, **head)
        return hot.message(seat)


def require_earlier(hot: Hot, to: int) -> None:
    """That the match can go back to answer *to*."""
    if not 0 <= to < hot.match.answers:
        raise BadRequest(
            f"the match has {hot.match.answers} answers; say to which one below it should go back"
        )
    if hot.match.over:
        # Its dice have been published; whoever went on with them would know the rolls to come.
        raise Conflict(f"{OVER}; a fork can go on from any of its positions")


def go_back(authority: Authority, hot: Hot, seat: str, to: int, *lines: Line) -> None:
    """Go back to the position after answer *to*."""
    with authority.store.reading() as db:
        rows = ledger.read_rows(db, hot.match.id, to=to)
        play = position_at(db, hot.match, to, rows)
    with authority.forgetting(hot):
        hot.play = play
        # Dice already seen fall the same again.
        rolled = [row_of(taken) for taken in play.roll_on()]
        change = plain_change(hot.match, "rewind", seat, str(to))
        gone = deed(hot.match, play, change, keep=to, rows=rolled, lines=lines, proposal=None)
        authority.commit(hot, [gone])


def _agreed(
    authority: Authority,
    hot: Hot,
    seat: str,
    held: tuple[str, ...],
    wanted: dict[str, Any],
    *,
    agree: bool,
) -> bool:
    """Whether all persons agree to what is *wanted* now; else it is noted who does, or that somebody does not."""
    standing = hot.match.proposal
    if standing is None or not wanted.items() <= standing.items():
        standing = {**wanted, "by": seat, "agreed": []}
    agreed = {*standing["agreed"], *held} & set(hot.match.seats)
    if agree and hot.match.people() <= agreed:
        return True
    # What is asked stays asked.
    change = plain_change(hot.match, "propose" if agree else "decline", seat)
    proposal = {**standing, "agreed": sorted(agreed)} if agree else None
    line = _said_of(standing, seat, agree=agree)
    done = deed(hot.match, hot.play, change, same=hot.play.asked, lines=[line], proposal=proposal)
    authority.commit(hot, [done])
    return False


def _said_of(proposal: dict[str, Any], seat: str, *, agree: bool) -> Line:
    """What the log tells when *seat* proposes something, agrees to it, or does not."""
    who = seat_title(seat)
    if not agree:
        deed_ = "withdraws the proposal" if proposal["by"] == seat else "does not agree"
        return notice("Declined", f"{who} {deed_}.", seat=seat)
    if proposal["by"] != seat:
        return notice("Agreed", f"{who} agrees.", seat=seat)
    wanted = (
        f"asks to go back to answer {proposal['to']}"
        if proposal["kind"] == "rewind"
        else "offers a draw"
        if proposal["winner"] == DRAW
        else f"proposes that {seat_title(proposal['winner'])} has won"
    )
    return notice("Proposed", f"{who} {wanted}.", seat=seat)


def _change_seats(
    authority: Authority, hot: Hot, seat: str, change: ledger.Change, line: Line, **head: Any
) -> None:
    """Somebody else plays for *seat*; what the others are asked stays asked."""
    others = [name for name in hot.play.asked if name != seat]
    authority.commit(hot, [deed(hot.match, hot.play, change, same=others, lines=[line], **head)])
