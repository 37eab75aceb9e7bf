"""Order sheets that are being written: drafts, what may be written next, and what happens when the time is up.

A draft is stored, so that nothing is lost with a browser or the server, but it is no part of the match: it has no version
there, no line of the log and no frame for anybody but those who may read it. A sheet is sealed by the answer that holds it.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Final

from sqlalchemy import Connection

from sandtable.kernel.game.views import sheet_view
from sandtable.kernel.machine.actions import CONTROL_NAME, UNSEAL, Action, parse_action
from sandtable.kernel.machine.engine import asks_sheet, read_draft, unsealed

from ..db.drafts import StoredDraft, read_drafts, write_draft
from ..db.match_store import Match
from ..errors import Conflict
from ..match import phases
from ..match.commands import Draft, PlannedLine, SheetLines
from ..match.preconditions import STALE, require_player, require_running
from ..match.sides import allies
from ..people import seating
from .authority import Authority
from .cache import CachedMatch

NO_SHEETS: Final = "no order sheets are written now"


def readable(match: Match, seat: str) -> tuple[str, ...]:
    """The seats whose sheets *seat* may read: its own, those of its side where that was agreed, and for Control all."""
    if match.phase is None or match.over:
        return ()
    writers: list[str] = match.phase["seats"]
    if seat == CONTROL_NAME:
        return tuple(writers)
    own = allies(match, seat) if phases.shared(match) else [seat]
    return tuple(name for name in writers if name in own)


def readers(match: Match, seat: str) -> tuple[str, ...]:
    """The seats that may read the sheet of *seat*, Control among them."""
    return tuple(name for name in (*match.seats, CONTROL_NAME) if seat in readable(match, name))


def mark(db: Connection, match: Match, seat: str) -> str:
    """A word that changes whenever a sheet changes that *seat* may read, and never otherwise."""
    seats = readable(match, seat)
    if match.phase is None or not seats:
        return ""
    found = read_drafts(db, match.id, match.phase["since"], seats)
    said = [(draft.seat, draft.version) for draft in found.values()]
    return sha256(repr((match.phase["since"], said)).encode()).hexdigest()[:16]


def read_sheets(authority: Authority, match: str, seat: str, about: str = "") -> dict[str, Any]:
    """All sheets that *seat* may read, its own first; where there are very many next lines, those *about* a subject."""
    with authority.holding(match) as hot:
        seats = sorted(readable(hot.match, seat), key=lambda name: name != seat)
        with authority.store.reading() as db:
            found = {} if hot.match.phase is None else read_drafts(db, match, hot.match.phase["since"], seats)
        return {
            "match": match,
            "version": hot.match.version,
            "phase": phases.shown(hot.match),
            "sheets": [_described(hot, found[name], reader=seat, about=about) for name in seats],
        }


def judged(authority: Authority, match: str, given: SheetLines) -> dict[str, Any]:
    """How a sheet with these lines would stand; nothing is kept."""
    with authority.holding(match) as hot:
        stored = _stored(authority, hot, given.seat)
        draft = stored._replace(lines=given.lines)
        return _described(hot, draft, reader=_writer(given), about=given.about, sealed=False)


def planned(authority: Authority, match: str, given: PlannedLine) -> dict[str, Any]:
    """The odds of the combat that a line of a sheet with these lines plans; lines that may not stay do not count."""
    with authority.holding(match) as hot:
        _require_phase(hot, given.seat)
        play, seat = hot.play, hot.play.seat(given.seat)
        g: Any = play.state if asks_sheet(play.state, seat) else unsealed(play.state, seat)
        draft = [line for line, no in read_draft(g, seat, list(map(parse_action, given.lines))) if no is None]
        line = parse_action(given.line)
        odds = play.rulebook.draft_odds(g, seat, draft, line) if line in draft else None
        return {"version": hot.match.version, "odds": odds.as_json() if odds else None}


def write(
    authority: Authority, match: str, given: Draft, guest: str | None
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Keep a draft: how the sheet stands, and who may read it.

    Conflict where the phase is another, the sheet is sealed, or somebody wrote on it meanwhile.
    """
    with authority.holding(match) as hot:
        seat = given.seat
        require_running(hot.match)
        _require_phase(hot, seat)
        if given.phase != (hot.match.phase or {})["since"]:
            raise Conflict(STALE)
        if seat in phases.sealed(hot.match):
            raise Conflict("the sheet is sealed; take it back before you go on writing")
        # Whatever it says can be read, so that nothing is stored that nobody could show again.
        for line in given.lines:
            parse_action(line)

        def keep(db: Connection) -> StoredDraft:
            head = seating.act_for(db, match, _writer(given), guest)
            if head.phase is None or head.phase["since"] != given.phase or seat in phases.sealed(head):
                raise Conflict(STALE)
            before = read_drafts(db, match, given.phase, [seat])[seat]
            if before.version != given.version:
                raise Conflict(
                    "somebody else has written on this sheet meanwhile; here it is read again first"
                )
            return write_draft(db, match, seat, given.phase, given.lines, before.version + 1)

        kept = authority.store.write(keep)
        return _described(hot, kept, reader=_writer(given), about=given.about), readers(hot.match, seat)


# ---- inside


def _writer(given: SheetLines) -> str:
    return CONTROL_NAME if given.by == CONTROL_NAME else given.seat


def _require_phase(hot: CachedMatch, seat: str) -> None:
    require_player(hot.match, seat)
    if hot.match.phase is None or hot.match.over or seat not in hot.match.phase["seats"]:
        raise Conflict(NO_SHEETS)


def _stored(authority: Authority, hot: CachedMatch, seat: str) -> StoredDraft:
    _require_phase(hot, seat)
    assert hot.match.phase is not None
    with authority.store.reading() as db:
        return read_drafts(db, hot.match.id, hot.match.phase["since"], [seat])[seat]


def _described(
    hot: CachedMatch, draft: StoredDraft, *, reader: str, about: str, sealed: bool | None = None
) -> dict[str, Any]:
    """A sheet as *reader* sees it: as it was sealed if it is, else as it is being written."""
    play, seat = hot.play, draft.seat
    answers: dict[Any, Action] = dict(play.state.sealed)
    number = play.seat(seat)
    is_sealed = number in answers if sealed is None else sealed
    lines = answers[number].lines if is_sealed else tuple(map(parse_action, draft.lines))
    assert hot.match.phase is not None
    return {
        "match": hot.match.id,
        "seat": seat,
        "phase": hot.match.phase["since"],
        "version": draft.version,
        "changed": draft.changed,
        "sealed": is_sealed,
        "writable": not is_sealed and reader in (seat, CONTROL_NAME),
        "reopens": UNSEAL.id if is_sealed and reader in (seat, CONTROL_NAME) else None,
        **sheet_view(play.rulebook, play.state, number, lines, hot.draft_memo(seat), about=about),
    }
