"""Players who leave for good: what they kept to themselves goes, and their seats are open to others again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, delete

from sandtable.kernel.machine.actions import CONTROL_NAME, seat_title

from ..db import match_store, steady_time
from ..db import schema as t
from ..db.match_store import OPEN, PERSON, Match
from ..match import clocks, phases
from ..match.change import notice, plain_change
from ..settings import Settings
from . import reminders, seating


def leave(db: Connection, match: str, seat: str, settings: Settings) -> None:
    """Whoever held *seat* has gone: unless others hold it too, nothing of his stays there, and somebody else may come."""
    head = match_store.read_match(db, match, to_change=True)
    if seating.somebody_holds(db, match, seat):
        return
    seating.drop_links(db, match, seat)
    for table in (t.orders, t.notes, t.drafts):
        db.execute(delete(table).where(table.c.match == match, table.c.seat == seat))
    if head.over or not seating.somebody_holds(db, match):
        # Nobody is left who could invite anybody, or there is nothing to invite to.
        return
    standing, text = _without_umpire(head) if seat == CONTROL_NAME else _without(head, seat)
    if not standing:
        return
    now = steady_time.now()
    after = replace(head, **standing, clock=clocks.ticked(head, now), phase=phases.ticked(head, now))
    standing |= {"clock": after.clock, "phase": after.phase, "deadline": phases.due(after)}
    match_store.add_notice(db, match, head.answers, [notice("Left", text, seat=seat)])
    match_store.set_standing(db, match, {**standing, "said": head.said + 1})
    reminders.queue(db, head, after, plain_change(head, "leave", seat), settings)


def _without(head: Match, seat: str) -> tuple[dict[str, Any], str]:
    """What changes when the player of *seat* has left, and what the others are told."""
    gone = f"The player of {seat_title(seat)} has left for good"
    if seat in head.substitutes:
        others = [name for name in head.substitutes if name != seat]
        return {"substitutes": others}, f"{gone}; the bot plays on."
    if head.seats[seat] != PERSON or head.mode != "match":
        return {}, ""
    open_now = {"seats": {**head.seats, seat: OPEN}, "vacated": sorted({*head.vacated, seat})}
    return open_now, f"{gone}. Somebody else may be invited, or a bot may take the seat."


def _without_umpire(head: Match) -> tuple[dict[str, Any], str]:
    """Nobody else becomes the umpire, who sees everything; what he has stopped goes on."""
    gone = "Control has left for good; the match goes on without an umpire."
    return {"control": "none", "paused": None}, gone
