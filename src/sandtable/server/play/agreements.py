"""What players settle among themselves: a result, resignation, time that is up, bots that stand in."""

from __future__ import annotations

from typing import Any

from sandtable.bots import bot_names
from sandtable.kernel.machine.actions import seat_title

from ..db import match_store, steady_time
from ..db.match_store import PEOPLE, PERSON, Line
from ..errors import BadRequest, Conflict, Forbidden
from ..match import clocks
from ..match.change import Accepted, match_change, notice, plain_change
from ..match.commands import Claim, Salted, Settlement, Substitute
from ..match.preconditions import (
    require_current,
    require_not_over,
    require_person,
    require_player,
    require_running,
)
from ..match.sides import allies, sides, sides_of
from .authority import Authority
from .cache import CachedMatch
from .proposals import DRAW, RESULT, agreed


def settle(authority: Authority, match: str, given: Settlement, held: tuple[str, ...]) -> Accepted:
    """End the match as the players agree: a draw, or one of them has won."""
    seat, winner = given.seat, given.winner
    with authority.holding(match) as hot:
        require_player(hot.match, seat)
        require_running(hot.match)
        require_current(hot.match, given.version)
        both = tuple(dict.fromkeys(sides(hot.match).values()))
        if winner != DRAW and winner not in both:
            raise BadRequest(f"{winner!r} cannot win; {', '.join((*both, DRAW))} can")
        # Whoever plays beside a bot speaks for it, against one nobody does.
        if sides_of(hot.match, hot.match.people()) != {*both}:
            raise Conflict("a bot agrees to no result; resign instead")
        if agreed(authority, hot, seat, held, {"kind": RESULT, "winner": winner}, agree=given.agree):
            reason = (
                "a draw was agreed" if winner == DRAW else f"it was agreed that {seat_title(winner)} has won"
            )
            change = plain_change(hot.match, "settle", seat, winner)
            authority.settle(hot, change, winner, "agreement", reason)
        return hot.accepted()


def add_salt(authority: Authority, match: str, given: Salted) -> Accepted:
    """A seat adds to the dice what nobody who chose their secret could foresee; once, and for all rolls to come."""
    seat = given.seat
    with authority.holding(match) as hot:
        require_player(hot.match, seat)
        require_person(hot.match, seat)
        require_not_over(hot.match)
        if seat in (added[1] for added in hot.match.salts):
            raise Conflict(f"{seat_title(seat)} has added to the dice already")
        # Dice that were seen before the match went back fall the same again, whatever is added now.
        first = max(hot.play.rolls, hot.match.rolls_seen)
        salts = [*hot.match.salts, [first, seat, given.salt]]
        change = plain_change(hot.match, "salt", seat, given.salt)
        # Nobody is asked anything else: an answer that is on its way counts.
        done = match_change(hot.match, hot.play, change, same=hot.match.seats, salts=salts)
        with authority.forgetting(hot):
            hot.play.dice = done.after.dice()
            authority.commit(hot, [done])
        return hot.accepted()


def resign(authority: Authority, match: str, seat: str, held: tuple[str, ...]) -> Accepted:
    """*seat* gives the match up, for its whole side: others who play on it must be of the same mind."""
    with authority.holding(match) as hot:
        require_player(hot.match, seat)
        require_not_over(hot.match)
        if not hot.match.people() & {*allies(hot.match, seat)} <= {seat, *held}:
            raise Conflict("others play on your side; propose a result, or let a bot take your seat")
        loser = sides(hot.match)[seat]
        authority.end(hot, "resign", seat, "resignation", f"{seat_title(loser)} resigned")
        return hot.accepted()


def claim_time(authority: Authority, match: str, given: Claim) -> Accepted:
    """A seat says that the time of another is up, which loses."""
    seat, against = given.seat, given.against
    with authority.holding(match) as hot:
        require_player(hot.match, seat)
        require_player(hot.match, against)
        require_not_over(hot.match)
        if hot.match.clock is None:
            raise Conflict("nobody keeps time in this match")
        if against in allies(hot.match, seat):
            raise BadRequest("say against whom you claim, not for whom")
        if hot.match.seats[against] not in PEOPLE or not clocks.fallen(hot.match, against, steady_time.now()):
            raise Conflict(f"{seat_title(against)} has time left")
        authority.end(hot, "flag", against, "time", f"the time of {seat_title(against)} is up")
        return hot.accepted()


def watch_time(authority: Authority, match: str) -> None:
    """End the match if the time of a seat is up that loses without being told."""
    with authority.holding(match) as hot:
        authority.end_if_time_is_up(hot)


def substitute(authority: Authority, match: str, given: Substitute) -> Accepted:
    """A bot plays for a seat: for one's own at any time, for another who has left or keeps everybody waiting too long."""
    seat, absent, bot = given.seat, given.absent, given.bot
    with authority.holding(match) as hot:
        require_player(hot.match, seat)
        require_player(hot.match, absent)
        require_running(hot.match)
        authority.end_if_time_is_up(hot)
        require_running(hot.match)
        kinds = bot_names(hot.play.rulebook)
        if bot not in kinds:
            raise BadRequest(f"there is no bot {bot!r}; there are {', '.join(kinds)}")
        now = steady_time.now()
        if hot.match.seats[absent] not in PEOPLE:
            raise Conflict(f"a bot plays for {seat_title(absent)} already")
        if seat == absent:
            if clocks.fallen(hot.match, seat, now):
                raise Conflict("your time is up; a bot cannot win it back")
        elif absent not in hot.match.vacated:
            since = clocks.claimable(hot.match, absent, authority.settings.absent_days)
            if since is None or now < since:
                who = seat_title(absent)
                raise Forbidden(f"{who} has not kept you waiting so long that a bot may take the seat")
        seats = {**hot.match.seats, absent: bot}
        vacated = [name for name in hot.match.vacated if name != absent]
        # Nobody comes back to a seat whose player has left for good.
        standing_in = sorted({*hot.match.substitutes, absent} - {*hot.match.vacated})
        line = notice("Substituted", f"The bot {bot} plays for {seat_title(absent)}.", seat=absent)
        change = plain_change(hot.match, "substitute", seat, absent)
        head = {"seats": seats, "substitutes": standing_in, "vacated": vacated}
        _change_seats(authority, hot, absent, change, line, **head)
        return hot.accepted()


def reclaim(authority: Authority, match: str, seat: str) -> Accepted:
    """The player of *seat* takes it back from the bot."""
    with authority.holding(match) as hot:
        require_player(hot.match, seat)
        require_running(hot.match)
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
        return hot.accepted()


def _change_seats(
    authority: Authority, hot: CachedMatch, seat: str, change: match_store.Change, line: Line, **head: Any
) -> None:
    """Somebody else plays for *seat*; what the others are asked stays asked."""
    others = [name for name in hot.play.asked if name != seat]
    authority.commit(hot, [match_change(hot.match, hot.play, change, same=others, lines=[line], **head)])
