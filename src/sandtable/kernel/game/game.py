"""A game under way: a driver that keeps the record and the log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Self, TypeVar

from ..book.rulebook import Rulebook
from ..chance.dice import CommitRevealDice, DiceSource, SeededDice
from ..machine.actions import SEAL, UNSEAL, Action, Seat, parse_action
from ..machine.engine import asked, asks_sheet, may_unseal, options, refusal, top, wording
from ..machine.events import Told
from ..machine.state import GameState, Setup
from ..machine.steps import Sheets
from ..printed.concerns import Concern
from ..printed.scenarios import Part
from ..refusals import Refusal, Refused
from .control import Change
from .drafts import Drafts
from .driver import Driver, Said, Taken
from .records import Entry, Record, begin
from .views import line_list, option_list, worded

G = TypeVar("G", bound=GameState)


@dataclass(frozen=True)
class Option:
    """Something a seat may choose now."""

    id: str
    text: str
    rule: str = ""
    target: Mapping[str, str] = field(default_factory=dict)
    part: Part = ""
    group: str = ""
    what: str = ""
    amount: int | None = None


class LogLine(NamedTuple):
    """One line of the log: after which answer, what was told, and the sentence."""

    number: int
    told: Told
    text: str


class Game(Driver[G]):
    """One game with its state, dice, record and log; it is *controlled* where somebody sits as Control."""

    def __init__(
        self, rulebook: Rulebook[G], setup: Setup, dice: DiceSource | None = None, *, controlled: bool = False
    ) -> None:
        self._open(rulebook, setup, dice or SeededDice(0), controlled=controlled)
        self.roll_on()

    def _open(self, rulebook: Rulebook[G], setup: Setup, dice: DiceSource, *, controlled: bool) -> None:
        """The settled starting position, with nothing rolled yet."""
        Driver.__init__(self, rulebook, begin(rulebook, setup), dice, controlled=controlled)
        self._entries: list[Entry] = []
        self._log: list[LogLine] = []
        self._drafts = Drafts()
        self._note(self.listen())

    def _note(self, said: Iterable[Said]) -> None:
        self._log += [LogLine(self.answers, told, text) for told, text in said]

    # ---- how it stands

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of all seats."""
        return self.rulebook.scenario(self.state.setup.scenario).seats

    @property
    def sides(self) -> dict[str, str]:
        """The side of every seat; in a game of two its own name."""
        scenario = self.rulebook.scenario(self.state.setup.scenario)
        return {seat: scenario.side(seat) for seat in scenario.seats}

    def view(self, seat: str, *, lifted: bool | None = None) -> dict[str, Any]:
        """What *seat* may know, as plain data; when the game is over the fog lifts for everybody, unless it is told not to."""
        return super().view(seat, lifted=self.over if lifted is None else lifted)

    def options(self, seat: str) -> list[Option]:
        """What *seat* may choose now; empty when it is not asked.

        Where it writes an order sheet, what the next line may be, with ``seal`` wherever the sheet may be closed.
        """
        number = self.seat(seat)
        if not asks_sheet(self.state, number):
            return [Option(**option) for option in option_list(self.rulebook, self.state, number)]
        return self._worded(number, self._drafts.following(self.state, number))

    def draft(self, seat: str) -> list[Option]:
        """The lines that stand on the order sheet which *seat* writes; sealed ones are not shown."""
        number = self.seat(seat)
        return self._worded(number, self._drafts.lines(self.state, number))

    def _worded(self, seat: Seat, actions: Sequence[Action]) -> list[Option]:
        return [Option(**said) for said in worded(self.rulebook, self.state, seat, actions)]

    def warnings(self, seat: str, option: str | None = None) -> list[Concern]:
        """What *seat* would regret about *option*, or about ending what it does or sealing its sheet where none is named."""
        number, step = self.seat(seat), top(self.state)
        if number not in asked(self.state):
            return []
        if isinstance(step, Sheets):
            if option not in (None, SEAL.id):
                return []
            return list(step.concerns(self.state, number, self._drafts.lines(self.state, number)))
        action = self._ending(number) if option is None else parse_action(option)
        if action is None:
            return []
        if (no := refusal(self.state, action, number)) is not None:
            raise Refused(no)
        found = self.rulebook.preview(self.state, number, action)
        return list(found.concerns) if found else []

    def _ending(self, seat: Seat) -> Action | None:
        """The option by which *seat* ends what it does, if there is one."""
        offered = options(self.state, seat)
        return next((one for one in offered if wording(self.state, seat, one).part in ("end", "stop")), None)

    def lines(self, seat: str, draft: Sequence[str] = ()) -> list[Option]:
        """What the next line of *seat*'s order sheet may be after those of *draft*, or to seal it; empty when it writes none.

        The ids of the lines make the answer: ``choose(seat, sheet(lines).id)``.
        """
        written = tuple(parse_action(line) for line in draft)
        return [Option(**line) for line in line_list(self.rulebook, self.state, self.seat(seat), written)]

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
        """*seat* answers with the option whose id is given. With ``by="control"`` the umpire answers for it.

        Where the seat writes an order sheet a line is added to its draft, and ``seal`` makes the draft its answer; so does
        a whole sheet, whatever stands on the draft.
        """
        number = self.seat(seat)
        if asks_sheet(self.state, number) and not (action := parse_action(option)).is_sheet:
            if action != SEAL:
                self._drafts.write(self.state, number, action)
                return
            option = self._drafts.closed(self.state, number).id
        self.give(seat, option, by, reason)
        self._drafts.close(number)

    def withdraw(self, seat: str) -> None:
        """Reopen the order sheet that *seat* has sealed, until the last seat has sealed; Refused where there is none."""
        number = self.seat(seat)
        if not may_unseal(self.state, number):
            raise Refused(Refusal("", f"{seat!r} has sealed no order sheet that can be taken back"))
        lines = next(sealed.lines for who, sealed in self.state.sealed if who == number)
        self.give(seat, UNSEAL.id)
        self._drafts.reopen(number, lines)

    def edit(self, changes: Iterable[Change | tuple[str, int, int]], reason: str) -> None:
        """Control changes the position by hand; refused without a reason or if the position would be impossible."""
        self.change(changes, reason)

    def take(self, entry: Entry) -> Taken:
        """Carry *entry* out, and keep it."""
        taken = super().take(entry)
        self._entries.append(taken.entry)
        self._note(taken.said)
        self._drafts.moved()
        return taken

    # ---- going back

    def undo(self) -> None:
        """Take the latest answer back; Refused where a roll, a reveal or a change of seat lies between."""
        super().undo()
        self._drafts.moved()
        self._entries.pop()
        while self._log[-1].number > self.answers:
            self._log.pop()

    def rewound(self, answers: int) -> Game[G]:
        """The game as it was after *answers* answers; dice already seen will fall the same again."""
        if not 0 <= answers <= len(self._entries):
            raise Refused(
                Refusal("", f"the record has {len(self._entries)} answers; {answers} is not among them")
            )
        record = self._record()
        record.entries = record.entries[:answers]
        return resume(self.rulebook, record, self.dice, controlled=self.controlled)

    # ---- keeping

    def entries(self, after: int = 0) -> list[Entry]:
        """What was answered, rolled and changed, after the first *after* of it."""
        return self._entries[after:]

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
        twin._drafts = self._drafts.copy()
        twin._past = [state.copy() for state in self._past]
        return twin


def resume(rulebook: Rulebook[G], record: Record, dice: DiceSource, *, controlled: bool = False) -> Game[G]:
    """The recorded game, ready to be played on with *dice*; its log is told again."""
    game: Game[G] = Game.__new__(Game)
    game._open(rulebook, record.setup, dice, controlled=controlled)
    game.repeat(record.entries)
    game.roll_on()
    return game
