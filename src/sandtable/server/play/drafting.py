"""What becomes of drafts of order sheets: how one is completed when time is up, and what is on one that is taken back."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from sandtable.kernel.machine.actions import UNSEAL, parse_action, seat_title
from sandtable.kernel.machine.engine import completed, may_unseal, read_draft

from ..db.drafts import StoredDraft
from ..match.change import MatchChange, match_change, notice, plain_change
from .cache import CachedMatch

_LOG: Final = logging.getLogger("sandtable.server.play.drafting")


def complete(hot: CachedMatch, seat: str, drafted: Sequence[str]) -> str:
    """The sheet that is sealed where nobody goes on with what was *drafted*; lines that do not hold any more are left out."""
    g, number = hot.play.state, hot.play.seat(seat)
    kept = [
        line
        for line, no in read_draft(g, number, list(map(parse_action, drafted)), hot.draft_memo(seat))
        if no is None
    ]
    return completed(g, number, kept).id


def sealed_as_written(hot: CachedMatch, drafted: Mapping[str, StoredDraft]) -> list[MatchChange]:
    """The time is up: what everybody has *drafted* is completed as the rules say, and sealed."""
    match, found = hot.match, list[MatchChange]()
    for seat in [name for name in drafted if name in match.waiting]:
        option = _completed_or_blank(hot, drafted[seat])
        others = [name for name in hot.play.asked if name != seat]
        first, *rest = hot.play.answer(seat, option)
        line = notice("TimeUp", f"Time is up: the sheet of {seat_title(seat)} is sealed as it stands.")
        rows = [replace(first, told=[line, *first.told]), *rest]
        change = plain_change(match, "answer", seat, option)
        done = match_change(match, hot.play, change, same=others, answered=seat, rows=rows, proposal=None)
        found.append(done)
        match = done.after
    return found


def taken_back(hot: CachedMatch, seat: str, option: str) -> StoredDraft | None:
    """Where the answer *option* takes the sheet of *seat* back: what stands on it, to be written on again."""
    phase, number = hot.match.phase, hot.play.seat(seat)
    if option != UNSEAL.id or phase is None or not may_unseal(hot.play.state, number):
        return None
    lines = [line.id for line in dict(hot.play.state.sealed)[number].lines]
    return StoredDraft(seat, lines, 0, None)


def _completed_or_blank(hot: CachedMatch, draft: StoredDraft) -> str:
    try:
        return complete(hot, draft.seat, draft.lines)
    except Exception as why:
        # A rulebook that trips over a draft must not stop the clock of everybody.
        _LOG.error("the draft of %s in match %s cannot be completed: %r", draft.seat, hot.match.id, why)
        return complete(hot, draft.seat, ())
