"""Proposals: what one player wants and the others must agree to. One stands at a time, and whoever plays on ends it."""

from __future__ import annotations

from typing import Any, Final

from sandtable.kernel.machine.actions import SPECTATOR_NAME, seat_title

from ..db.match_store import Line
from ..match.change import match_change, notice, plain_change
from .authority import Authority
from .cache import CachedMatch

DRAW: Final = "draw"
REWIND: Final = "rewind"
RESTORE: Final = "restore"
RESULT: Final = "result"
_TURN: Final = "turn"


def agreed(
    authority: Authority,
    hot: CachedMatch,
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
    agreeing = {*standing["agreed"], *held} & set(hot.match.seats)
    if agree and hot.match.people() <= agreeing:
        return True
    # What is asked stays asked.
    change = plain_change(hot.match, "propose" if agree else "decline", seat)
    proposal = {**standing, "agreed": sorted(agreeing)} if agree else None
    line = _said_of(standing, seat, agree=agree)
    done = match_change(hot.match, hot.play, change, same=hot.play.asked, lines=[line], proposal=proposal)
    authority.commit(hot, [done])
    return False


def moment_words(hot: CachedMatch, number: int) -> str:
    """The moment after an answer in words that everybody may read: its number, and the turn if one is known."""
    if number == 0:
        return "the beginning"
    book, g = hot.play.rulebook, hot.play.state
    for line in reversed(hot.read_log(SPECTATOR_NAME)):
        mark = book.mark(g, line["event"]) if line["answer"] <= number and line["event"] else None
        if mark is not None and mark.kind == _TURN:
            return f"answer {number}, in {mark.title}"
    return f"answer {number}"


def counted(answers: int) -> str:
    """So many answers, in words."""
    return f"{answers} answer{'' if answers == 1 else 's'}"


def _said_of(proposal: dict[str, Any], seat: str, *, agree: bool) -> Line:
    """What the log tells when *seat* proposes something, agrees to it, or does not."""
    who = seat_title(seat)
    if not agree:
        did = "withdraws the proposal" if proposal["by"] == seat else "does not agree"
        return notice("Declined", f"{who} {did}.", seat=seat)
    if proposal["by"] != seat:
        return notice("Agreed", f"{who} agrees.", seat=seat)
    return notice("Proposed", f"{who} {_wanted(proposal)}.", seat=seat)


def _wanted(proposal: dict[str, Any]) -> str:
    if proposal["kind"] == REWIND:
        return f"asks to go back to {proposal['moment']}"
    if proposal["kind"] == RESTORE:
        return f"asks to put the {counted(proposal['answers'])} back that were set aside"
    if proposal["winner"] == DRAW:
        return "offers a draw"
    return f"proposes that {seat_title(proposal['winner'])} has won"
