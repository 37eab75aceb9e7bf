"""Studies: what a seat may ask beyond its view, whose cost whoever asks can choose.

They are worked out on a copy, and no match waits for them. ``Studies.answer`` takes a question by its name, as the server
hands it on to the processes that study (``studying``).
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from sandtable.kernel.book.rulebook import Rulebook
from sandtable.kernel.machine.actions import (
    CONTROL_NAME,
    SPECTATOR_NAME,
    Action,
    Seat,
    parse_action,
    seat_title,
)
from sandtable.kernel.machine.engine import options
from sandtable.kernel.machine.events import Rolled
from sandtable.kernel.machine.luck import is_weighed, luck_of, percentile
from sandtable.kernel.machine.state import GameState

from ..db import match_store
from ..errors import BadRequest, Forbidden
from ..match.commands import PlannedLine, SheetLines
from ..people import seating
from ..wire import Message, to_json
from . import sheets
from .authority import Authority
from .cache import position_at
from .create import record_of

# So many answers are kept: a page asks the same again while the mouse goes to and fro.
KEPT: Final = 1000

Answer = dict[str, Any]


class Document(NamedTuple):
    """What came of a question, as it goes over the wire, and what is said with it."""

    body: bytes
    headers: Mapping[str, str] = {}


class Standing(NamedTuple):
    """A match as it stands at a version, as a copy, and its log as one seat may read it."""

    version: int
    over: bool
    book: Rulebook[Any]
    g: GameState
    seat: Seat
    log: list[dict[str, Any]]


class Studies:
    """Answers by match, version, seat and question; an answer never changes while the version stays."""

    def __init__(self, authority: Authority) -> None:
        self._authority: Final = authority
        self._lock: Final = threading.Lock()
        self._kept: Final[OrderedDict[tuple[object, ...], Answer]] = OrderedDict()

    def answer(self, study: dict[str, Any]) -> Document:
        """What comes of a study: what is to be done ("do"), of which match, by whom, and for which seat.

        Forbidden where that guest may not see what that seat sees.
        """
        return _STUDIES[study["do"]](self, study)

    def layers(self, match: str, seat: str, moment: int | None = None) -> Answer:
        """What the seat may lay over the map, now or at an earlier moment."""

        def study(at: Standing) -> Any:
            return [layer.as_json() for layer in at.book.layers(at.g, at.seat)]

        return self._answer("layers", match, seat, study, moment=moment)

    def reach(self, match: str, seat: str, option: str | None) -> Answer:
        """Where the force now moving can go, or the one that the option would set in motion."""

        def study(at: Standing) -> Any:
            found = None if at.over else at.book.reach(at.g, at.seat, _action(at, seat, option))
            return found.as_json() if found else None

        return self._answer("reach", match, seat, study, option)

    def preview(self, match: str, seat: str, option: str) -> Answer:
        """What the option would bring."""

        def study(at: Standing) -> Any:
            action = _action(at, seat, option)
            found = at.book.preview(at.g, at.seat, action) if action else None
            return found.as_json() if found else None

        return self._answer("preview", match, seat, study, option)

    def odds(
        self, match: str, seat: str, option: str | None, moment: int | None = None, hex_: str | None = None
    ) -> Answer:
        """How the combat at hand, the one that the option would start or the one in a hex may go; or might have gone."""

        def study(at: Standing) -> Any:
            if at.over:
                return None
            action = _action(at, seat, option)
            if hex_ is None:
                found = at.book.odds(at.g, at.seat, action)
            else:
                found = at.book.odds_there(at.g, at.seat, hex_, action)
            return found.as_json() if found else None

        asked = option if hex_ is None else f"{option or ''} in {hex_}"
        return self._answer("odds", match, seat, study, asked, moment)

    def luck(self, match: str, seat: str) -> Answer:
        """The rolls that the seat may see, each with its percentile, and the luck of every seat."""
        at = self._standing(match, seat, with_log=True)
        rolls = [(line, roll) for line in at.log if (roll := _roll(line)) is not None]
        names = {roll.seat: _name(at, roll.seat) for _, roll in rolls if roll.seat is not None}
        return {
            "version": at.version,
            "rolls": [
                {
                    "answer": line["answer"],
                    "rule": roll.paragraph,
                    "by": None if roll.seat is None else names[roll.seat],
                    "faces": list(roll.faces),
                    "sides": list(roll.sides),
                    "percentile": str(percentile(roll)),
                    "text": line["text"],
                }
                for line, roll in rolls
            ],
            "luck": {
                name: luck_of(roll for _, roll in rolls if roll.seat == number).as_json()
                for number, name in sorted(names.items())
            },
        }

    def marks(self, match: str) -> Answer:
        """The turns and combats of the match so far, by what everybody has heard."""
        at = self._standing(match, SPECTATOR_NAME, with_log=True)
        found = [(line["answer"], at.book.mark(at.g, line["event"])) for line in at.log if line.get("event")]
        return {
            "version": at.version,
            "marks": [{"answer": answer, **mark._asdict()} for answer, mark in found if mark is not None],
        }

    def forget(self) -> None:
        """Work every answer out afresh."""
        with self._lock:
            self._kept.clear()

    def _standing(self, match: str, seat: str, *, with_log: bool = False) -> Standing:
        with self._authority.holding(match) as hot:
            play = hot.play
            reader = CONTROL_NAME if self._authority.fog_lifted(hot.match) else seat
            log = hot.read_log(reader) if with_log else []
            state = play.state.copy()
            return Standing(hot.match.version, hot.match.over, play.rulebook, state, play.seat(seat), log)

    def _moment(self, match: str, seat: str, number: int) -> Standing:
        """How the match stood after answer *number*."""
        with self._authority.store.reading() as db:
            head = match_store.read_match(db, match)
            if not 0 <= number <= head.answers:
                raise BadRequest(f"the match has {head.answers} answers; {number} is not among them")
            play = position_at(db, head, number)
        return Standing(head.version, play.over, play.rulebook, play.state, play.seat(seat), [])

    def _answer(
        self,
        what: str,
        match: str,
        seat: str,
        study: Callable[[Standing], Any],
        option: str | None = None,
        moment: int | None = None,
    ) -> Answer:
        at = self._standing(match, seat)
        key = (match, at.version, seat, what, option, moment)
        with self._lock:
            known = self._kept.get(key)
            if known is not None:
                self._kept.move_to_end(key)
                return known
        found = {
            "version": at.version,
            what: study(at if moment is None else self._moment(match, seat, moment)),
        }
        with self._lock:
            self._kept[key] = found
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return found


# ---- by name


def _seen(self: Studies, study: dict[str, Any]) -> Document:
    """What everybody who may look over the shoulder of the seat may ask."""
    match, seat = study["match"], study["seat"]
    with self._authority.store.reading() as db:
        seating.require_sight(db, match, study["guest"], seat)
    return _document(_OF_A_SIGHT[study["do"]](self, match, seat, **study.get("about", {})))


def _held(self: Studies, study: dict[str, Any]) -> Document:
    """What only whoever holds the seat may ask."""
    match, seat = study["match"], study["seat"]
    with self._authority.store.reading() as db:
        seating.require(seating.held(db, match, study["guest"]), seat)
    return _document(_OF_A_SEAT[study["do"]](self, match, seat, **study.get("about", {})))


def _recorded(self: Studies, study: dict[str, Any]) -> Document:
    """The match as a file: when it is over, or while it goes on to whoever holds every seat."""
    store = self._authority.store
    with store.reading() as db:
        head = match_store.read_match(db, study["match"])
        held, public = set(seating.held(db, head.id, study["guest"])), match_store.published(db, head)
    if not public and CONTROL_NAME not in held and not held >= set(head.seats):
        sentence = "the record of a match is published when it is over"
        raise Forbidden(seating.UNPUBLISHED if head.over else sentence)
    disposition = f'attachment; filename="{head.scenario}-{head.id}.json"'
    return Document(to_json(record_of(store, head)), {"content-disposition": disposition})


def _log(self: Studies, match: str, seat: str, since: int) -> Any:
    return self._authority.log(match, seat, since)


def _reports(self: Studies, match: str, seat: str, of: str) -> Any:
    return self._authority.reports(match, of if of and seat == CONTROL_NAME else seat)


def _past_moment(self: Studies, match: str, seat: str, number: int) -> Any:
    return self._authority.moment(match, seat, number)


def _why(self: Studies, match: str, seat: str, verb: str, what: dict[str, str]) -> Any:
    refusal = self._authority.why(match, seat, verb, what)
    return {**refusal.as_json()} if refusal else None


def _sheet_lines(self: Studies, match: str, _: str, given: dict[str, Any]) -> Any:
    return sheets.judged(self._authority, match, SheetLines.model_validate(given))


def _sheet_odds(self: Studies, match: str, _: str, given: dict[str, Any]) -> Any:
    return sheets.planned(self._authority, match, PlannedLine.model_validate(given))


def _marks(self: Studies, match: str, _: str) -> Any:
    return self.marks(match)


_OF_A_SIGHT: Final[dict[str, Callable[..., Any]]] = {
    "layers": Studies.layers,
    "reach": Studies.reach,
    "odds": Studies.odds,
    "luck": Studies.luck,
    "marks": _marks,
    "log": _log,
    "reports": _reports,
    "moment": _past_moment,
}
_OF_A_SEAT: Final[dict[str, Callable[..., Any]]] = {
    "preview": Studies.preview,
    "why": _why,
    "sheet lines": _sheet_lines,
    "sheet odds": _sheet_odds,
}
_STUDIES: Final[dict[str, Callable[[Studies, dict[str, Any]], Document]]] = {
    **dict.fromkeys(_OF_A_SIGHT, _seen),
    **dict.fromkeys(_OF_A_SEAT, _held),
    "record": _recorded,
}


def _document(found: Any) -> Document:
    return Document(found.json() if isinstance(found, Message) else to_json(found))


def _action(at: Standing, seat: str, option: str | None) -> Action | None:
    """The option that is meant; BadRequest if the seat has none such now."""
    if option is None:
        return None
    action = parse_action(option)
    if at.over or action not in options(at.g, at.seat):
        raise BadRequest(f"{option!r} is not among the options of {seat_title(seat)} now")
    return action


def _roll(line: dict[str, Any]) -> Rolled | None:
    """The roll of which a line of the log tells, if it tells of one that can be weighed."""
    event = line.get("event") or {}
    if event.get("kind") != Rolled.__name__ or "sides" not in event:
        return None
    roll = Rolled(
        event["paragraph"],
        tuple(event["faces"]),
        event["seat"],
        tuple(event["sides"]),
        event["high_is_good"],
    )
    return roll if is_weighed(roll) else None


def _name(at: Standing, number: int) -> str:
    return at.book.seat_name(at.g.setup, Seat(number))
