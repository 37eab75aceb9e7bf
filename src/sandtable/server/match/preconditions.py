"""What must hold before anybody may change a match; whoever asks in vain is told which of it does not."""

from __future__ import annotations

from typing import Final

from sandtable.kernel.machine.actions import seat_title

from ..db.match_store import PEOPLE, Match
from ..errors import BadRequest, Conflict, Stale

STALE: Final = "the board has changed since you looked; here it is as it stands now"
OVER: Final = "the match is over"


def require_not_over(match: Match) -> None:
    """Conflict once the match has ended."""
    if match.over:
        raise Conflict(OVER)


def require_running(match: Match) -> None:
    """Conflict if nobody may change anything any more, or not now."""
    require_not_over(match)
    if match.paused:
        raise Conflict(f"Control has stopped the match: {match.paused['reason']}")


def require_current(match: Match, version: int) -> None:
    """Stale unless *version* is that of the board."""
    if version != match.version:
        raise Stale(STALE)


def require_player(match: Match, seat: str) -> None:
    """BadRequest unless *seat* is one that plays: Control and spectators do not."""
    if seat not in match.seats:
        raise BadRequest(f"{seat!r} does not play; {', '.join(match.seats)} do")


def require_person(match: Match, seat: str) -> None:
    """Conflict while a bot plays for *seat*."""
    if match.seats[seat] not in PEOPLE:
        raise Conflict(f"a bot plays for {seat_title(seat)}; take the seat back first")


def require_earlier(match: Match, to: int) -> None:
    """BadRequest or Conflict unless the match can go back to answer *to*."""
    if not 0 <= to < match.answers:
        raise BadRequest(f"the match has {match.answers} answers; say to which one below it should go back")
    if match.over:
        # Its dice have been published; whoever went on with them would know the rolls to come.
        raise Conflict(f"{OVER}; a fork can go on from any of its positions")
