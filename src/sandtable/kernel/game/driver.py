"""The driver of one game: it takes answers from seats by name, rolls the dice, and knows how far undo may go back.

``Game`` and the server's matches are both built on it. Everything goes through the machine; nothing here decides a
rule, and nothing is kept but the position: whoever drives keeps what is handed out.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Generic, NamedTuple, TypeVar

from ..book.rulebook import Rulebook
from ..chance.dice import DiceSource
from ..machine.actions import CONTROL, CONTROL_NAME, DICE, DICE_NAME, SPECTATOR, SPECTATOR_NAME, Seat, rolled
from ..machine.engine import asked, control_default, dice_asked, over
from ..machine.events import Told
from ..machine.state import GameState
from ..refusals import Refusal, Refused, SandtableError
from .control import Change, read_changes
from .records import BY_DEFAULT, DIGEST_LENGTH, EDIT, TYPED, Diverged, Entry, perform
from .views import ROLL, roll_question, view

G = TypeVar("G", bound=GameState)

NOTHING_TO_TAKE_BACK: Final = (
    "nothing can be taken back: a roll, a reveal or another seat's turn lies between"
)


class Said(NamedTuple):
    """Something told, and the sentence for it."""

    told: Told
    text: str


class Taken(NamedTuple):
    """An answer that has been carried out: its number, its entry for the record, and what was told.

    A closed one cannot be taken back, nor can anything before it.
    """

    number: int
    entry: Entry
    said: tuple[Said, ...]
    closed: bool


class Driver(Generic[G]):
    """A position with its dice, the number of answers and rolls that led to it, and the positions undo may restore."""

    def __init__(
        self,
        rulebook: Rulebook[G],
        state: G,
        dice: DiceSource,
        answers: int = 0,
        rolls: int = 0,
        *,
        controlled: bool = False,
    ) -> None:
        self.rulebook: Final = rulebook
        self.dice = dice
        self.state = state
        # Whether somebody sits as Control, so that what the rules ask the umpire is left to him.
        self.controlled = controlled
        # Whether Control lets the dice fall, one roll after another, or types in what fell on the table.
        self.rolls_by_control = False
        # How many answers have been given, rolls included.
        self.answers = answers
        self._rolls = rolls
        self._past: list[G] = []

    # ---- how it stands

    @property
    def rolls(self) -> int:
        """How many rolls have been made: the number of the next."""
        return self._rolls

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return over(self.state)

    @property
    def asked(self) -> tuple[str, ...]:
        """The names of the seats that must answer now; Control where it lets the dice fall."""
        if self._waits_for_roll:
            return (CONTROL_NAME,)
        return tuple(
            self.rulebook.seat_name(self.state.setup, seat) for seat in asked(self.state) if seat != DICE
        )

    @property
    def result(self) -> dict[str, str] | None:
        """Winner, level and reason, or None while the game goes on."""
        found = self.rulebook.result(self.state)
        return found.as_json() if found else None

    def seat(self, name: str) -> Seat:
        """The seat called *name*; "control" sees all, "spectator" only what everybody sees."""
        special = {CONTROL_NAME: CONTROL, SPECTATOR_NAME: SPECTATOR}
        return special[name] if name in special else self.rulebook.seat(self.state.setup, name)

    def view(self, seat: str, *, lifted: bool = False) -> dict[str, Any]:
        """What *seat* may know, as plain data; the whole position where the fog is *lifted*."""
        seen = view(self.rulebook, self.state, self.seat(seat), lifted=lifted)
        if not self._waits_for_roll:
            return seen
        return {
            **seen,
            "asked": [CONTROL_NAME],
            **(roll_question(self.state) if seat == CONTROL_NAME else {}),
        }

    def listen(self) -> tuple[Said, ...]:
        """What has been told since somebody last listened."""
        said = tuple(
            Said(told, self.rulebook.sentence(self.state, told.event)) for told in self.state.told or ()
        )
        self.state.told = []
        return said

    # ---- playing on

    def give(self, seat: str, option: str, by: str | None = None, reason: str = "") -> list[Taken]:
        """*seat* answers, and the dice that follow are rolled. With *by* "control" the umpire answers for it.

        The umpire is a seat himself where the rules ask him.
        """
        if seat == CONTROL_NAME and self._waits_for_roll:
            return [self.take(self._rolled(option)), *self.roll_on()]
        if seat != CONTROL_NAME or CONTROL not in asked(self.state):
            self.rulebook.seat(self.state.setup, seat)
        entry = Entry(seat, option, "")
        if seat == CONTROL_NAME and by in (None, CONTROL_NAME):
            entry = Entry(
                CONTROL_NAME, option, "", {"for": CONTROL_NAME, **({"reason": reason} if reason else {})}
            )
        elif by == CONTROL_NAME:
            entry = Entry(CONTROL_NAME, option, "", {"for": seat, "reason": reason})
        elif by is not None and by != seat:
            raise Refused(Refusal("", f"{by!r} may not answer for {seat!r}; only Control may"))
        # Only where the source of the dice failed before is a roll still due here.
        return [*self.roll_on(), self.take(entry), *self.roll_on()]

    def change(self, changes: Iterable[Change | tuple[str, int, int]], reason: str) -> list[Taken]:
        """Control changes the position by hand; refused without a reason or if the position would be impossible."""
        rows = [list(change) for change in read_changes(changes)]
        entry = Entry(CONTROL_NAME, EDIT, "", {"changes": rows, "reason": reason})
        return [self.take(entry), *self.roll_on()]

    def roll_on(self) -> list[Taken]:
        """Roll whatever is to be rolled now; where nobody sits as Control, what he is asked is answered by its default."""
        found = []
        while True:
            if asked(self.state) == (DICE,) and not self._waits_for_roll:
                found.append(self.take(self._rolled(ROLL)))
            elif not self.controlled and (holds := control_default(self.state)) is not None:
                note = {"for": CONTROL_NAME, BY_DEFAULT: True}
                found.append(self.take(Entry(CONTROL_NAME, holds.id, "", note)))
            else:
                return found

    @property
    def _waits_for_roll(self) -> bool:
        """Whether a roll is due that Control makes."""
        return self.controlled and self.rolls_by_control and asked(self.state) == (DICE,)

    def _rolled(self, option: str) -> Entry:
        """The roll that is due: by the dice of the game, or as Control types it in."""
        if option == ROLL:
            return Entry(DICE_NAME, rolled(self.dice.roll(dice_asked(self.state), self._rolls)).id, "")
        return Entry(DICE_NAME, option, "", {TYPED: True})

    def repeat(self, entries: Iterable[Entry]) -> list[Taken]:
        """Play recorded answers again; Diverged at the first that leads elsewhere."""
        found = []
        for entry in entries:
            what = f"answer {self.answers + 1} ({entry.who}: {entry.action})"
            try:
                found.append(self.take(entry))
            except SandtableError as why:
                raise Diverged(f"{what} is refused: {why}") from None
            if (digest := found[-1].entry.digest) != entry.digest:
                raise Diverged(
                    f"{what} leads to another position than recorded ({digest} instead of {entry.digest})"
                )
        return found

    def catch_up(self, entries: Iterable[Entry]) -> None:
        """Play recorded answers again without a word about them; Diverged if they lead elsewhere than recorded at last.

        It costs half of what repeating them does. Where it fails, the position is worth nothing any more.
        """
        last: Entry | None = None
        for last in entries:
            before, moment = asked(self.state), self.state.copy()
            try:
                self.state = perform(self.rulebook, self.state, last)
            except SandtableError as why:
                raise Diverged(f"answer {self.answers + 1} is refused: {why}") from None
            self.state.told = []
            self._count(last, before, moment)
        if last is not None and (digest := self.state.digest()[:DIGEST_LENGTH]) != last.digest:
            raise Diverged(
                f"the answers up to {self.answers} lead to another position than recorded ({digest} instead of {last.digest})"
            )

    def take(self, entry: Entry) -> Taken:
        """Carry *entry* out whole or not at all, even where a rulebook fails half-way."""
        before, moment = asked(self.state), self.state.copy()
        try:
            self.state = perform(self.rulebook, self.state, entry)
            digest = self.state.digest()[:DIGEST_LENGTH]
            said = self.listen()
        except Exception:
            self.state = moment
            raise
        closed = self._count(entry, before, moment)
        return Taken(self.answers, Entry(entry.who, entry.action, digest, entry.note), said, closed)

    def _count(self, entry: Entry, before: tuple[Seat, ...], moment: G) -> bool:
        """Count *entry*, which has been carried out at *moment*; whether it closes the door behind itself."""
        self.answers += 1
        self._rolls += entry.who == DICE_NAME
        # A roll, a reveal, a word by Control or another seat's turn closes the door behind an answer.
        closed = entry.who in (DICE_NAME, CONTROL_NAME) or self.state.uncovered or asked(self.state) != before
        if self._past and not closed:
            moment.share(self._past[-1])
        self._past = [] if closed else [*self._past, moment]
        return closed

    # ---- going back

    @property
    def undoable(self) -> int:
        """How many answers may be taken back: those since the last roll, reveal or change of seat."""
        return len(self._past)

    def undo(self) -> None:
        """Take the latest answer back; Refused where a roll, a reveal or a change of seat lies between."""
        if not self._past:
            raise Refused(Refusal("", NOTHING_TO_TAKE_BACK))
        self.state = self._past.pop().copy()
        self.answers -= 1
