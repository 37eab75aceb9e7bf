"""A game under way: the driver that takes answers from seats by name, rolls the dice, keeps the record and undoes.

Everything here goes through the machine; nothing here decides a rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, Self, TypeVar

from .actions import (
    CONTROL,
    CONTROL_NAME,
    DICE,
    DICE_NAME,
    SPECTATOR,
    SPECTATOR_NAME,
    Seat,
    rolled,
)
from .control import Change, read_changes
from .dice import CommitRevealDice, DiceSource, SeededDice
from .events import Told
from .machine import asked, dice_asked, over
from .records import DIGEST_LENGTH, EDIT, Entry, Record, begin, perform, walk
from .refusals import Refusal, Refused
from .rulebook import Rulebook
from .state import GameState, Setup
from .views import option_list, view

G = TypeVar("G", bound=GameState)


@dataclass(frozen=True)
class Option:
    """Something a seat may choose now."""

    id: str
    text: str
    rule: str = ""
    target: Mapping[str, str] = field(default_factory=dict)


class LogLine(NamedTuple):
    """One line of the log: after which answer, what was told, and the sentence."""

    number: int
    told: Told
    text: str


class Moment(NamedTuple):
    """A position to which undo may go back, with the lengths that record and log had."""

    state: GameState
    entries: int
    log: int


class Game(Generic[G]):
    """One game with its state, dice, record and log."""

    def __init__(self, rulebook: Rulebook[G], setup: Setup, dice: DiceSource | None = None) -> None:
        self.rulebook = rulebook
        self.dice: DiceSource = dice or SeededDice(0)
        self.state: G = begin(rulebook, setup)
        self._entries: list[Entry] = []
        self._rolls = 0
        self._log: list[LogLine] = []
        self._past: list[Moment] = []
        self._listen()
        self._roll_on()

    # ---- how it stands

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return over(self.state)

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of all seats."""
        return self.rulebook.scenario(self.state.setup.scenario).seats

    @property
    def asked(self) -> tuple[str, ...]:
        """The names of the seats that must answer now."""
        return tuple(self.seats[seat] for seat in asked(self.state) if seat >= 0)

    @property
    def result(self) -> dict[str, str] | None:
        """Winner, level and reason, or None while the game goes on."""
        found = self.rulebook.result(self.state)
        return found.as_json() if found else None

    def seat(self, name: str) -> Seat:
        """The seat called *name*; "control" sees all, "spectator" only what everybody sees."""
        special = {CONTROL_NAME: CONTROL, SPECTATOR_NAME: SPECTATOR}
        return special[name] if name in special else self.rulebook.seat(self.state.setup, name)

    def options(self, seat: str) -> list[Option]:
        """What *seat* may choose now; empty when it is not asked."""
        return [Option(**option) for option in option_list(self.rulebook, self.state, self.seat(seat))]

    def view(self, seat: str) -> dict[str, Any]:
        """What *seat* may know, as plain data."""
        return view(self.rulebook, self.state, self.seat(seat))

    def events(self, seat: str) -> list[dict[str, Any]]:
        """The log as *seat* may read it, oldest first."""
        number = self.seat(seat)
        return [
            {
                "answer": line.number,
                "text": line.text,
                "rule": line.told.event.paragraph_cited,
                "event": line.told.event.as_json(),
            }
            for line in self._log
            if line.told.heard_by(number)
        ]

    def why_not(self, seat: str, verb: str, **what: str) -> Refusal | None:
        """Why *seat* may not do *verb* now, e.g. ``why_not("red", "enter", unit="red-1", hex="0304")``; None if it may."""
        return self.rulebook.why_not(self.state, self.seat(seat), verb, what)

    def digest(self) -> str:
        """The fingerprint of the position."""
        return self.state.digest()

    # ---- playing on

    def choose(self, seat: str, option: str, *, by: str | None = None, reason: str = "") -> None:
        """*seat* answers with the option whose id is given. With ``by="control"`` the umpire answers for it."""
        self.rulebook.seat(self.state.setup, seat)
        note: dict[str, Any] = {}
        who = seat
        if by == CONTROL_NAME:
            who, note = CONTROL_NAME, {"for": seat, "reason": reason}
        elif by is not None and by != seat:
            raise Refused(Refusal("", f"{by!r} may not answer for {seat!r}; only Control may"))
        # Only where the source of the dice failed before is a roll still due here.
        self._roll_on()
        before = asked(self.state)
        self._past.append(self._perform(Entry(who, option, "", note)))
        # A reveal or another seat's turn closes the door behind this answer; so does a roll, in _roll_on.
        if self.state.uncovered or asked(self.state) != before:
            self._past.clear()
        self._roll_on()

    def edit(self, changes: Iterable[Change | tuple[str, int, int]], reason: str) -> None:
        """Control changes the position by hand; refused without a reason or if the position would be impossible."""
        rows = [list(change) for change in read_changes(changes)]
        self._perform(Entry(CONTROL_NAME, EDIT, "", {"changes": rows, "reason": reason}))
        self._past.clear()
        self._roll_on()

    def _perform(self, entry: Entry) -> Moment:
        """Carry *entry* out whole or not at all, even where a rulebook fails half-way; the moment before it."""
        moment = Moment(self.state.copy(), len(self._entries), len(self._log))
        try:
            self.state = perform(self.rulebook, self.state, entry)
            digest = self.state.digest()[:DIGEST_LENGTH]
            self._entries.append(Entry(entry.who, entry.action, digest, entry.note))
            self._listen()
        except Exception:
            self._return_to(moment)
            raise
        return moment

    def _return_to(self, moment: Moment) -> None:
        self.state = moment.state  # type: ignore[assignment]  # it was put there as G
        del self._entries[moment.entries :]
        del self._log[moment.log :]

    def _roll_on(self) -> None:
        while asked(self.state) == (DICE,):
            faces = self.dice.roll(dice_asked(self.state), self._rolls)
            self._perform(Entry(DICE_NAME, rolled(faces).id, ""))
            self._rolls += 1
            self._past.clear()

    def _listen(self) -> None:
        heard = self.state.told or []
        for told in heard:
            self._log.append(
                LogLine(len(self._entries), told, self.rulebook.sentence(self.state, told.event))
            )
        self.state.told = []

    # ---- going back

    @property
    def undoable(self) -> int:
        """How many answers may be taken back: those since the last roll, reveal or change of seat."""
        return len(self._past)

    def undo(self) -> None:
        """Take the latest answer back; Refused where a roll, a reveal or a change of seat lies between."""
        if not self._past:
            raise Refused(
                Refusal("", "nothing can be taken back: a roll, a reveal or another seat's turn lies between")
            )
        self._return_to(self._past.pop())

    def rewound(self, answers: int) -> Game[G]:
        """The game as it was after *answers* answers; dice already seen will fall the same again."""
        if not 0 <= answers <= len(self._entries):
            raise Refused(
                Refusal("", f"the record has {len(self._entries)} answers; {answers} is not among them")
            )
        record = self._record()
        record.entries = record.entries[:answers]
        return resume(self.rulebook, record, self.dice)

    # ---- keeping

    @property
    def answers(self) -> int:
        """How many answers have been given, rolls included."""
        return len(self._entries)

    def record(self) -> dict[str, Any]:
        """The record as a document; ``sandtable.replay`` plays it again."""
        return self._record().as_json()

    def _record(self) -> Record:
        setup = self.state.setup
        book = self.rulebook
        # While a game goes on nobody may know the secret its dice come from; when it is over everybody may.
        dice = self.dice.describe()
        if self.over and isinstance(self.dice, CommitRevealDice):
            dice = self.dice.reveal()
        return Record(book.name, book.behaviour, setup, dice, list(self._entries), self.result)

    def copy(self) -> Self:
        """A twin that plays on by itself."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.state = self.state.copy()
        twin._entries = self._entries[:]
        twin._log = self._log[:]
        twin._past = [Moment(m.state.copy(), m.entries, m.log) for m in self._past]
        return twin


def resume(rulebook: Rulebook[G], record: Record, dice: DiceSource) -> Game[G]:
    """The recorded game, ready to be played on with *dice*; its log is told again."""
    game: Game[G] = Game.__new__(Game)
    game.rulebook = rulebook
    game.dice = dice
    game._entries, game._log, game._past = [], [], []
    game._rolls = 0
    positions = walk(rulebook, record)
    game.state = next(positions)
    game._listen()
    for entry, after in zip(record.entries, positions, strict=True):
        game.state = after
        game._entries.append(entry)
        game._rolls += entry.who == DICE_NAME
        game._listen()
    game._roll_on()
    return game
