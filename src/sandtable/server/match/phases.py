"""Phases in which several seats write order sheets: who writes, who has sealed, and the clock that all of them share.

A phase is a document of the head of its match:

- ``since``, the version with which it began, by which drafts are told from those of earlier phases;
- ``from``, how many answers there were then, and ``seats``, who is to write;
- ``left``, the seconds that were left at the moment ``at``, None where nobody counts; ``stopped``, whether Control has
  stopped the clock.
"""

from __future__ import annotations

from typing import Any, Final

from sandtable.kernel.machine.actions import CONTROL_NAME
from sandtable.kernel.machine.engine import sheets_asked

from ..db.match_store import OPEN, PERSON, Change, Match
from . import clocks
from .position import Play

# What is left at the least to those who could not write because no server was there, unless they had less already.
_BACK: Final = 600.0
SECONDS: Final = "phase_seconds"
SHARED: Final = "shared_drafts"
DICE: Final = "dice"

Phase = dict[str, Any]


def begun(terms: dict[str, Any], play: Play, version: int, now: float) -> Phase | None:
    """The phase that begins with *version* at the position of *play*; None where no order sheets are asked for."""
    writers = _writers(play)
    if not writers:
        return None
    seconds = terms.get(SECONDS)
    return {
        "since": version,
        "from": play.answers,
        "seats": writers,
        "left": float(seconds) if seconds else None,
        "at": now,
        "stopped": False,
    }


def followed(
    match: Match, play: Play, change: Change, *, answered: str | None, keep: int | None, replayed: bool
) -> Phase | None:
    """The phase after a *change* of *match*, whose position is that of *play* now: the same that goes on, another, or none.

    The last seal opens all sheets, and so does a going back behind the beginning of the phase or a going on (*replayed*).
    """
    writers = _writers(play)
    if match.phase is not None and writers:
        last = answered is not None and set(match.waiting) == {answered}
        earlier = keep is not None and (replayed or keep < match.phase["from"])
        if not last and not earlier:
            return {**match.phase, "seats": writers, "left": left(match, change.at), "at": change.at}
    return begun(match.terms, play, match.version + 1, change.at)


def running(match: Match) -> bool:
    """Whether the clock of the phase runs: it counts, everybody has come, and nobody has stopped it."""
    phase = match.phase
    if phase is None or phase["left"] is None or phase["stopped"]:
        return False
    return not match.over and not match.paused and OPEN not in match.seats.values()


def left(match: Match, now: float) -> float | None:
    """How many seconds are left to write; None where nobody counts."""
    phase = match.phase
    if phase is None or phase["left"] is None:
        return None
    found: float = phase["left"]
    return found - max(0.0, now - phase["at"]) if running(match) else found


def ticked(match: Match, now: float) -> Phase | None:
    """The phase of *match* as it stands *now*."""
    return None if match.phase is None else {**match.phase, "left": left(match, now), "at": now}


def resumed(match: Match, until: float, seconds: float) -> Phase | None:
    """The phase at the time *until*, before which nobody could write for so many *seconds*."""
    had = left(match, until - seconds)
    if match.phase is None or had is None or not running(match):
        return match.phase
    return {**match.phase, "left": max(had - seconds, min(had, _BACK)), "at": until}


def deadline(match: Match) -> float | None:
    """When what has been written is sealed as it stands; None where nobody counts."""
    return match.phase["at"] + match.phase["left"] if match.phase is not None and running(match) else None


def over(match: Match, now: float) -> bool:
    """Whether the time to write is up."""
    end = deadline(match)
    return end is not None and now >= end


def sealed(match: Match) -> list[str]:
    """The seats that have sealed their sheets."""
    return [] if match.phase is None else [seat for seat in match.phase["seats"] if seat not in match.waiting]


def shared(match: Match) -> bool:
    """Whether a side reads the drafts of its own seats."""
    return bool(match.terms.get(SHARED, True))


def shown(match: Match) -> dict[str, Any] | None:
    """The phase as everybody sees it."""
    phase = match.phase
    if phase is None or match.over:
        return None
    counted = {
        "left": phase["left"],
        "at": phase["at"],
        "running": running(match),
        "deadline": deadline(match),
    }
    return {
        "since": phase["since"],
        "seats": phase["seats"],
        "sealed": sealed(match),
        "clock": None if phase["left"] is None else {**counted, "stopped": phase["stopped"]},
        "shared": shared(match),
    }


def _writers(play: Play) -> list[str]:
    return [play.rulebook.seat_name(play.state.setup, seat) for seat in sheets_asked(play.state)]


def due(match: Match) -> float | None:
    """When the server has something to do for the match without anybody asking for it; None where it has not.

    The time of a seat or of the phase is up, or what Control was asked is left to the rules, as Control has gone.
    """
    times = [clocks.deadline(match), deadline(match)]
    if CONTROL_NAME in match.waiting and match.control != PERSON:
        times.append(match.waiting[CONTROL_NAME])
    return None if match.over else min((time for time in times if time is not None), default=None)
