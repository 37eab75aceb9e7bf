"""A game as learners play it: one seat after another picks one of the slots that are offered to it.

An order sheet is written line by line, a pick each, and sealed by one more; the draft is kept here, as whoever holds the
pen keeps it. Where more is allowed than there are slots it is offered in pages: the last slot turns to the next one, and
none turns back, so that every row of picks comes to an end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, Self

from sandtable.bots import Bot
from sandtable.catalog import rulebook_of
from sandtable.kernel import (
    CONTROL,
    DICE,
    SEAL,
    Action,
    Dice,
    GameState,
    Roll,
    Rulebook,
    SandtableError,
    Scenario,
    Seat,
    SeededDice,
    Setup,
    asked,
    dice_asked,
    lines,
    options,
    rolled,
    written,
)
from sandtable.kernel.game.records import BY_DEFAULT, DIGEST_LENGTH, Entry, Record, begin
from sandtable.kernel.game.views import worded
from sandtable.kernel.machine.actions import CONTROL_NAME, SPECTATOR
from sandtable.kernel.machine.engine import LONGEST_SHEET, asks_sheet, completed, control_default, take
from sandtable.kernel.printed.scenarios import DRAW

# As many slots as most questions of the larger games have options; more go on further pages.
SLOTS: Final = 512


class BadPick(SandtableError):
    """A slot that is not offered, or a seat that is not asked."""


class Page(NamedTuple):
    """What a seat may pick now: the action in each slot from the first on, and whether the last slot turns the page."""

    actions: Sequence[Action]
    more: bool


def rewards(scenario: Scenario, winner: str) -> dict[str, float]:
    """By seat: 1 to the side that has won, -1 to every other, 0 to all of a draw."""
    if winner == DRAW:
        return dict.fromkeys(scenario.seats, 0.0)
    return {seat: 1.0 if scenario.side(seat) == winner else -1.0 for seat in scenario.seats}


def listed(g: GameState, seat: Seat, draft: Sequence[Action]) -> Sequence[Action]:
    """What *seat* may answer or, where it writes a sheet, what the next line after *draft* may be, and to seal it."""
    return (*lines(g, seat, draft), SEAL) if asks_sheet(g, seat) else options(g, seat)


def page_of(actions: Sequence[Action], number: int, slots: int) -> Page:
    """The page of that *number*, from 0; the last slot is kept for turning it."""
    first = number * (slots - 1)
    return Page(actions[first : first + slots - 1], more=len(actions) > first + slots - 1)


def seat_view(
    rulebook: Rulebook[Any], g: Any, seat: Seat, page: Page, draft: Sequence[Action] = ()
) -> dict[str, Any]:
    """What *seat* may know, as far as arrays are made of it: parts of its view, with the *page* that it has before it.

    ``written`` are the lines that stand on its order sheet, which the game does not know.
    """
    return {
        "seat": rulebook.seat_name(g.setup, seat),
        "asked": [rulebook.seat_name(g.setup, other) for other in asked(g)],
        "over": not g.agenda,
        "position": rulebook.view(g, seat),
        "options": worded(rulebook, g, seat, page.actions),
        "written": [line.id for line in draft],
        "more": page.more,
    }


class Episode:
    """One game of a scenario, from the start to its end or, with *longest*, to so many picks.

    The dice are rolled by *seed* as they fall due. With ``seed=None`` they wait for ``roll``: then whoever searches the
    game decides them.
    """

    def __init__(
        self,
        scenario: str,
        *,
        seed: int | None = 0,
        options: Mapping[str, int | str | bool] | None = None,
        slots: int = SLOTS,
        longest: int | None = None,
    ) -> None:
        if slots < 2:
            raise BadPick(f"an episode needs at least 2 slots, one to turn the page, not {slots}")
        self.rulebook: Final[Rulebook[Any]] = rulebook_of(scenario)
        self.setup: Final[Setup] = self.rulebook.setup(scenario, options)
        self.seats: Final = self.rulebook.scenario(scenario).seats
        self.slots: Final = slots
        self.longest: Final = longest
        self.picks = 0
        self._dice: Final = None if seed is None else SeededDice(seed)
        self._rolls = 0
        # What has been answered, for the record.
        self._answers: list[tuple[Seat, Action]] = []
        self._drafts: dict[Seat, tuple[Action, ...]] = {}
        self._pages: dict[Seat, int] = {}
        self._listed: dict[Seat, Sequence[Action]] = {}
        self.g: Any = begin(self.rulebook, self.setup)
        self.g.told = None
        self._go_on()

    # ---- how it stands

    @property
    def over(self) -> bool:
        """Whether the game has come to its end by the rules."""
        return not self.g.agenda

    @property
    def cut_short(self) -> bool:
        """Whether it is not played on although the rules would."""
        return not self.over and self.longest is not None and self.picks >= self.longest

    @property
    def finished(self) -> bool:
        """Whether nobody is to pick any more."""
        return self.over or self.cut_short

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The seats that are to pick now: several where they seal their answers, none while dice are to be rolled."""
        return () if self.finished or self.dice is not None else asked(self.g)

    @property
    def dice(self) -> Dice | None:
        """What is to be rolled now, where the dice are not the episode's own."""
        return dice_asked(self.g) if not self.finished and asked(self.g) == (DICE,) else None

    def returns(self) -> dict[str, float]:
        """By seat: 1 to the side that has won, -1 to every other; 0 for a draw, while the game goes on and where it was cut short."""
        result = self.rulebook.result(self.g) if self.over else None
        return rewards(self.rulebook.scenario(self.setup.scenario), result.winner if result else DRAW)

    def page(self, seat: Seat) -> Page:
        """What *seat* may pick now; nothing where it is not asked."""
        if seat not in self.asked:
            return Page((), more=False)
        return page_of(self._all(seat), self._pages.get(seat, 0), self.slots)

    def view(self, seat: Seat) -> dict[str, Any]:
        """What *seat* may know now, see ``seat_view``."""
        return seat_view(self.rulebook, self.g, seat, self.page(seat), self._drafts.get(seat, ()))

    def picture(self) -> str:
        """The game as somebody reads it who watches: the counters by hex, as far as everybody may know them."""
        counters = self.rulebook.view(self.g, SPECTATOR).get("counters", ())
        where: dict[str, list[str]] = {}
        for row in counters:
            where.setdefault(row["hex"], []).append(row["unit"])
        waiting = ", ".join(self.seats[seat] for seat in self.asked) or "nobody"
        head = f"{self.setup.scenario}, after {self.picks} picks; to pick: {waiting}"
        return "\n".join([head, *(f"{name} {', '.join(where[name])}" for name in sorted(where))])

    # ---- playing on

    def pick(self, seat: Seat, slot: int) -> None:
        """*seat* takes what is in *slot*."""
        page = self.page(seat)
        self.picks += 1
        if page.more and slot == self.slots - 1:
            self._pages[seat] = self._pages.get(seat, 0) + 1
            return
        if not 0 <= slot < len(page.actions):
            self.picks -= 1
            raise BadPick(self._refused(seat, slot, page))
        action = page.actions[slot]
        if not asks_sheet(self.g, seat):
            self._answer(seat, action)
            return
        draft = (*self._drafts.get(seat, ()), *(() if action == SEAL else (action,)))
        if action == SEAL or len(draft) >= LONGEST_SHEET:
            self._answer(seat, completed(self.g, seat, draft))
        else:
            self._drafts[seat] = draft
            self._pages.pop(seat, None)
            self._listed.pop(seat, None)

    def roll(self, faces: Roll) -> None:
        """The dice that are due fall as *faces*."""
        if self.dice is None or not self.dice.fits(faces):
            raise BadPick(f"{faces} is no roll of {self.dice or 'any dice: none are due'}")
        self._answer(DICE, rolled(faces))

    def ask(self, bot: Bot, seat: Seat) -> None:
        """*bot* answers for *seat*: the whole of a sheet, and without counting as a pick."""
        sighting = bot.sight(self.rulebook, self.g, seat)
        self._answer(seat, written(self.g, seat, lambda offered: bot.decide(sighting, offered)))

    def _answer(self, seat: Seat, action: Action) -> None:
        self._take(seat, action)
        self._go_on()

    def _take(self, seat: Seat, action: Action) -> None:
        # It was listed, or completed, by the rules themselves: nobody needs to ask whether it may be.
        take(self.g, action, seat)
        self._answers.append((seat, action))
        self._rolls += seat == DICE
        for kept in (self._drafts, self._pages, self._listed):
            kept.pop(seat, None)

    def _go_on(self) -> None:
        """Answer what no learner is asked: the dice, and what is put to Control, where its default holds."""
        while self.g.agenda:
            holds = control_default(self.g)
            if holds is not None:
                self._take(CONTROL, holds)
            elif self._dice is not None and asked(self.g) == (DICE,):
                self._take(DICE, rolled(self._dice.roll(dice_asked(self.g), self._rolls)))
            else:
                return

    def _all(self, seat: Seat) -> Sequence[Action]:
        """What *seat* may answer, or write as the next line of its sheet; listed once."""
        found = self._listed.get(seat)
        if found is None:
            found = self._listed[seat] = listed(self.g, seat, self._drafts.get(seat, ()))
        return found

    def _refused(self, seat: Seat, slot: int, page: Page) -> str:
        name = self.rulebook.seat_name(self.setup, seat)
        if not page.actions:
            waiting = ", ".join(self.seats[other] for other in self.asked) or "nobody"
            return f"{name!r} is not asked now; {waiting} may pick"
        turning = f", or {self.slots - 1} to turn the page" if page.more else ""
        return f"slot {slot} is not offered to {name!r}; it may pick 0 to {len(page.actions) - 1}{turning}"

    # ---- keeping

    def record(self) -> dict[str, Any]:
        """The game so far as a record, as ``sandtable.replay`` and the laboratory read them."""
        g = begin(self.rulebook, self.setup)
        g.told = None
        entries = []
        for seat, action in self._answers:
            take(g, action, seat)
            note = {"for": CONTROL_NAME, BY_DEFAULT: True} if seat == CONTROL else {}
            name = self.rulebook.seat_name(self.setup, seat)
            entries.append(Entry(name, action.id, g.digest()[:DIGEST_LENGTH], note))
        dice = {"source": "scripted"} if self._dice is None else self._dice.describe()
        result = self.rulebook.result(g)
        return Record(
            self.rulebook.name,
            self.rulebook.behaviour,
            self.setup,
            dice,
            entries,
            result.as_json() if result else None,
        ).as_json()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def copy(self) -> Self:
        """A twin that is played on by itself."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.g = self.g.copy()
        twin._answers = self._answers[:]
        twin._drafts, twin._pages, twin._listed = dict(self._drafts), dict(self._pages), dict(self._listed)
        return twin
