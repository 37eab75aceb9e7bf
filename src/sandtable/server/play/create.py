"""How matches begin: new from a scenario, as a fork of another, or from a record; and how they leave as records."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final

from sqlalchemy import Connection

from sandtable import catalog
from sandtable.bots import bot_names
from sandtable.kernel.book.rulebook import Rulebook
from sandtable.kernel.chance.dice import CommitRevealDice
from sandtable.kernel.game.codec import BadDocument, dumps, encode, read_setup
from sandtable.kernel.game.records import CONTINUED, Record, read_record
from sandtable.kernel.machine.actions import CONTROL_NAME, DICE_NAME
from sandtable.kernel.machine.state import Setup

from ..db import match_store, steady_time
from ..db.match_store import OPEN, PEOPLE, PERSON, Line, Match, Row, Snapshot
from ..db.store import Store
from ..errors import BadRequest, Forbidden, TooMuch
from ..match import clocks, phases
from ..match.commands import NewMatch
from ..match.position import Play, row_of
from ..people import seating
from .cache import rulebook_for
from .match_log import tally

MODES: Final = ("match", "hotseat")
# Answers that a match brings along are kept with a snapshot of every so many, so that its past can be leafed through.
_SNAPSHOT_EVERY: Final = 50


@dataclass(frozen=True, kw_only=True)
class Begun:
    """A match that has just begun: its id and the secret of a link for every seat that a person may take."""

    match: str
    links: dict[str, str] = field(default_factory=dict)


def begin(
    store: Store,
    wanted: NewMatch,
    guest: str,
    *,
    bot_matches: int | None = None,
) -> Begun:
    """A new match as *wanted*; *guest* sits down on every seat of kind "person", Control's included.

    Here and below, no more than *bot_matches* go on at once in which bots play among themselves.
    """
    book = catalog.rulebook_of(wanted.scenario)
    setup = book.setup(wanted.scenario, wanted.options)
    return _store_new(
        store,
        book,
        setup,
        (),
        wanted.seats,
        wanted.mode,
        guest,
        listed=wanted.listed,
        salt=wanted.salt,
        control=wanted.control,
        clock=wanted.clock.model_dump() if wanted.clock else None,
        terms={
            phases.SECONDS: wanted.phase_seconds,
            phases.SHARED: wanted.shared_drafts,
            phases.DICE: wanted.dice,
        },
        bot_matches=bot_matches,
    )


def fork(
    store: Store,
    head: Match,
    to: int,
    held: Sequence[str],
    guest: str,
    given: Mapping[str, str],
    *,
    bot_matches: int | None = None,
) -> Begun:
    """A new match from the position of *head* after answer *to*, with fresh dice; *given* says who sits where in it.

    While the match goes on only a player without living opponents may fork it, and the bots keep their seats: a fork
    must not show what a seat may not know, also not when the fork is over sooner.
    """
    people = sorted(head.people())
    with store.reading() as db:
        public = match_store.published(db, head)
    if not public and not (people and set(people) <= set(held)):
        raise Forbidden("a match against others can be forked when it is over")
    if not 0 <= to <= head.answers:
        raise BadRequest(f"the match has {head.answers} answers; {to} is not among them")
    with store.reading() as db:
        rows = match_store.read_rows(db, head.id, to=to)
    book = rulebook_for(head)
    seats = {seat: PERSON if seat in people else kind for seat, kind in head.seats.items()}
    setup = read_setup(book, head.setup)
    # Who holds every seat has nothing to be kept from.
    veiled = not public and not set(head.seats) <= set(held)
    forked_from = head.id if veiled else None
    if veiled and not set(given) <= set(people):
        raise BadRequest("while the match goes on a bot keeps its seat in a fork")
    seats |= given
    mode = "hotseat" if set(seats.values()) == {PERSON} else "match"
    return _store_new(
        store,
        book,
        setup,
        rows,
        seats,
        mode,
        guest,
        listed=False,
        forked_from=forked_from,
        # Nobody sits as Control in a fork who could let the dice fall.
        terms={**head.terms, phases.DICE: "machine"},
        bot_matches=bot_matches,
    )


def from_record(
    store: Store,
    document: Mapping[str, Any],
    seats: Mapping[str, str],
    mode: str,
    guest: str,
    *,
    bot_matches: int | None = None,
) -> Begun:
    """A match that goes on where a record ends; every answer of the record is checked."""
    name = document.get("rulebook")
    if not isinstance(name, str):
        raise BadDocument("this is no record of a game: it names no rulebook")
    book = catalog.rulebook_to_play(name)
    record = read_record(book, document)
    # Whatever the rulebook asks of its tables when: those in a record are a stranger's, and are looked at first.
    book.tables_for(record.setup)
    rows = [
        Row(number=number, who=e.who, action=e.action, digest=e.digest, note=dict(e.note) or None)
        for number, e in enumerate(record.entries, 1)
    ]
    return _store_new(
        store, book, record.setup, rows, seats, mode, guest, listed=False, bot_matches=bot_matches
    )


def record_of(store: Store, head: Match) -> dict[str, Any]:
    """The whole match as a record; with the secret of its dice when it is over."""
    book = rulebook_for(head)
    with store.reading() as db:
        rows = match_store.read_rows(db, head.id, to=head.answers)
    dice = head.dice()
    described = dice.reveal() if head.over else dice.describe()
    if head.foreign_rolls:
        described |= {"source": CONTINUED, "rolls_before": head.foreign_rolls}
    entries = [row.entry() for row in rows]
    return Record(
        book.name, book.behaviour, read_setup(book, head.setup), described, entries, head.result
    ).as_json()


def checked_seats(book: Rulebook[Any], scenario: str, given: Mapping[str, str], mode: str) -> dict[str, str]:
    """Who sits on every seat: "person", "open" or a bot; seats that are not mentioned are persons."""
    names = book.scenario(scenario).seats
    if mode not in MODES:
        raise BadRequest(f"{mode!r} is no mode; {' and '.join(MODES)} are")
    for seat in given:
        if seat not in names:
            raise BadRequest(f"scenario {scenario!r} has no seat {seat!r}; it has {', '.join(names)}")
    seats = {seat: given.get(seat, PERSON) for seat in names}
    kinds = (*PEOPLE, *bot_names(book))
    for seat, kind in seats.items():
        if kind not in kinds:
            raise BadRequest(f"seat {seat!r} may be {', '.join(kinds)}, not {kind!r}")
        if mode == "hotseat" and kind == OPEN:
            raise BadRequest(f"in a hot-seat match all sit at one screen, so seat {seat!r} cannot be open")
    return seats


def _require_room(store: Store, most: int) -> None:
    """TooMuch if *most* matches go on already in which bots play among themselves."""
    with store.reading() as db:
        there = sum(not match.people() for match in match_store.running_matches(db))
    if there >= most:
        raise TooMuch(
            f"bots alone are playing as many matches as this server lets them ({most}); take a seat yourself"
        )


def _store_new(
    store: Store,
    book: Rulebook[Any],
    setup: Setup,
    rows: Sequence[Row],
    given: Mapping[str, str],
    mode: str,
    guest: str,
    *,
    listed: bool = True,
    salt: str = "",
    control: str = "none",
    clock: Mapping[str, Any] | None = None,
    forked_from: str | None = None,
    terms: Mapping[str, Any] = MappingProxyType({}),
    bot_matches: int | None = None,
) -> Begun:
    seats = checked_seats(book, setup.scenario, given, mode)
    if bot_matches is not None and not set(PEOPLE) & set(seats.values()):
        _require_room(store, bot_matches)
    if control == PERSON and {PERSON, OPEN} <= set(seats.values()):
        raise BadRequest(
            "whoever plays against others cannot be their umpire; leave Control open for somebody else"
        )
    scenario = book.scenario(setup.scenario)
    own = {scenario.side(seat) for seat, kind in seats.items() if kind == PERSON}
    if len(own) > 1 and OPEN in seats.values() and len(scenario.every_side) < len(seats):
        raise BadRequest("nobody plays for both sides of a game of teams; leave the seats of one side open")
    if terms.get(phases.DICE) == CONTROL_NAME and control == "none":
        raise BadRequest("there is no Control who could let the dice fall")
    dice = (secrets.token_bytes(32), salt or secrets.token_hex(16))
    play, opening = Play.begin(book, setup, CommitRevealDice(*dice))
    play.umpired(control, terms)
    played: list[Row] = []
    snapshots: dict[int, Snapshot] = {}
    for first in range(0, len(rows), _SNAPSHOT_EVERY):
        taken = play.repeat(r.entry() for r in rows[first : first + _SNAPSHOT_EVERY])
        played += [row_of(answer) for answer in taken]
        snapshots[play.answers] = _snapshot(play, opening, played)
    played += [row_of(answer) for answer in play.roll_on()]
    if played:
        snapshots[play.answers] = _snapshot(play, opening, played)
    now = steady_time.now()
    match = Match(
        id=secrets.token_hex(8),
        scenario=setup.scenario,
        rulebook=book.name,
        behaviour=book.behaviour,
        setup=setup.as_json(),
        mode=mode,
        listed=listed,
        seats=seats,
        secret=dice[0],
        salt=dice[1],
        foreign_rolls=sum(row.who == DICE_NAME for row in rows),
        opening=opening,
        version=1,
        answers=play.answers,
        waiting=dict.fromkeys(play.asked, now),
        proposal=None,
        over=play.over,
        result=play.result,
        created=now,
        changed=now,
        moved=now,
        clock=clocks.wound(clock, seats, now) if clock else None,
        control=control,
        forked_from=forked_from,
        terms=dict(terms),
        phase=phases.begun(dict(terms), play, 1, now),
    )
    match = replace(match, deadline=phases.due(match))

    def write(db: Connection) -> dict[str, str]:
        match_store.begin_match(db, match, played)
        for snapshot in snapshots.values():
            match_store.add_snapshot(db, match.id, snapshot)
        links: dict[str, str] = {}
        for seat, kind in {**seats, CONTROL_NAME: control}.items():
            if kind == PERSON:
                seating.sit(db, match.id, seat, guest)
            if kind in PEOPLE:
                links[seat] = seating.add_link(db, match.id, seat, invitation=kind == OPEN)
        return links

    return Begun(match=match.id, links=store.write(write))


def _snapshot(play: Play, opening: Sequence[Line], played: Sequence[Row]) -> Snapshot:
    lines = tally([*opening, *(line for row in played for line in row.told)])
    return Snapshot(play.answers, dumps(encode(play.rulebook, play.state)), lines)
