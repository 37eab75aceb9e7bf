"""The position of a match in memory: it takes answers, rolls on, and remembers how far undo may go.

It is the kernel's ``Game`` for a server: it can begin at a snapshot, and it hands out every answer as a row to be
stored. Nothing here decides a rule.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from sandtable.kernel.actions import (
    CONTROL,
    CONTROL_NAME,
    DICE,
    DICE_NAME,
    SPECTATOR,
    SPECTATOR_NAME,
    Seat,
    rolled,
)
from sandtable.kernel.dice import DiceSource
from sandtable.kernel.machine import asked, dice_asked, over
from sandtable.kernel.records import DIGEST_LENGTH, Diverged, Entry, begin, perform
from sandtable.kernel.refusals import Refusal, Refused, SandtableError
from sandtable.kernel.rulebook import Rulebook
from sandtable.kernel.state import GameState, Setup
from sandtable.kernel.views import view

NOTHING_TO_TAKE_BACK: Final = (
    "nothing can be taken back: a roll, a reveal or another seat's turn lies between"
)

# A line of the log as it is stored: text, rule, event, and "to", the seats that may read it (None: everybody).
Line = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Row:
    """One answer as it is stored."""

    number: int
    who: str
    action: str
    digest: str
    note: dict[str, Any] | None = None
    told: list[Line] = field(default_factory=list)
    closed: bool = False

    def entry(self) -> Entry:
        """The same answer as the kernel records it."""
        return Entry(self.who, self.action, self.digest, self.note or {})


class Play:
    """A position with its dice, the number of answers and rolls that led to it, and the positions undo may restore."""

    def __init__(
        self, book: Rulebook[Any], state: GameState, dice: DiceSource, answers: int = 0, rolls: int = 0
    ) -> None:
        self.book: Final = book
        self.dice: Final = dice
        self.state = state
        self.answers = answers
        self.rolls = rolls
        self.past: list[GameState] = []

    @staticmethod
    def begin(book: Rulebook[Any], setup: Setup, dice: DiceSource) -> tuple[Play, list[Line]]:
        """The starting position, before the first roll, and what was told on the way there."""
        play = Play(book, begin(book, setup), dice)
        return play, play._heard()

    @property
    def over(self) -> bool:
        """Whether the rules have nothing left to do."""
        return over(self.state)

    @property
    def asked(self) -> tuple[str, ...]:
        """The names of the seats that must answer now."""
        return tuple(self.book.seat_name(self.state.setup, seat) for seat in asked(self.state) if seat >= 0)

    @property
    def result(self) -> dict[str, str] | None:
        """How the rules say it ended."""
        found = self.book.result(self.state)
        return found.as_json() if found else None

    def seat(self, name: str) -> Seat:
        """The seat called *name*, Control and spectators included."""
        special = {CONTROL_NAME: CONTROL, SPECTATOR_NAME: SPECTATOR}
        return special[name] if name in special else self.book.seat(self.state.setup, name)

    def view(self, seat: str) -> dict[str, Any]:
        """What *seat* may know."""
        return view(self.book, self.state, self.seat(seat))

    def answer(self, seat: str, option: str) -> list[Row]:
        """*seat* answers, and the dice that follow are rolled: the new rows; Refused, and nothing changed, if it may not."""
        self.book.seat(self.state.setup, seat)
        moment, answers, rolls, past = self.state.copy(), self.answers, self.rolls, self.past[:]
        try:
            return [self._take(Entry(seat, option, "")), *self.roll_on()]
        except Exception:
            # Even where a rulebook fails half-way, the position stays what it was.
            self.state, self.answers, self.rolls, self.past = moment, answers, rolls, past
            raise

    def roll_on(self) -> list[Row]:
        """Roll whatever is to be rolled now."""
        rows = []
        while asked(self.state) == (DICE,):
            faces = self.dice.roll(dice_asked(self.state), self.rolls)
            rows.append(self._take(Entry(DICE_NAME, rolled(faces).id, "")))
        return rows

    def repeat(self, rows: Iterable[Row]) -> list[Row]:
        """Play stored answers again: the rows as they come out; Diverged at the first that leads elsewhere."""
        found: list[Row] = []
        for row in rows:
            try:
                found.append(self._take(row.entry()))
            except SandtableError as why:
                raise Diverged(f"answer {row.number} ({row.who}: {row.action}) is refused: {why}") from None
            if found[-1].digest != row.digest:
                raise Diverged(
                    f"answer {row.number} ({row.who}: {row.action}) leads to another position than recorded"
                )
        return found

    def undo(self) -> None:
        """Take the latest answer back."""
        if not self.past:
            raise Refused(Refusal("", NOTHING_TO_TAKE_BACK))
        self.state = self.past.pop()
        self.answers -= 1

    def _take(self, entry: Entry) -> Row:
        before, moment = asked(self.state), self.state.copy()
        self.state = perform(self.book, self.state, entry)
        self.answers += 1
        # The same doors as the kernel's: a roll, a reveal, a word by Control or another seat's turn ends undo.
        closed = entry.who in (DICE_NAME, CONTROL_NAME) or self.state.uncovered or asked(self.state) != before
        if entry.who == DICE_NAME:
            self.rolls += 1
        self.past = [] if closed else [*self.past, moment]
        return Row(
            number=self.answers,
            who=entry.who,
            action=entry.action,
            digest=self.state.digest()[:DIGEST_LENGTH],
            note=dict(entry.note) or None,
            told=self._heard(),
            closed=closed,
        )

    def _heard(self) -> list[Line]:
        lines: list[Line] = [
            {
                "text": self.book.sentence(self.state, told.event),
                "rule": told.event.paragraph_cited,
                "event": told.event.as_json(),
                "to": None if told.audience is None else [int(seat) for seat in told.audience],
            }
            for told in self.state.told or []
        ]
        self.state.told = []
        return lines


def readable(line: Line, seat: Seat) -> bool:
    """Whether *seat* may read *line*."""
    return line["to"] is None or seat == CONTROL or seat in line["to"]
