"""The Caravans: a toy rulebook of another shape than ours, for tests of what must not depend on a game.

Three houses lead caravans over a pass. Hexes have three digits, strength is counted in mules, caravans are laden or lame,
nobody fights and nobody is supplied. On each of two days every house marches or rests; weather costs mules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Final

from sandtable.kernel import (
    Action,
    Appearance,
    Auto,
    Board,
    Chance,
    Choice,
    CounterMark,
    Dice,
    Event,
    Facts,
    Figure,
    GameState,
    Hex,
    Mark,
    Measure,
    Numbering,
    Paragraphs,
    Result,
    Roll,
    Rulebook,
    Scenario,
    Seat,
    Setup,
    Step,
    Tables,
    Tray,
    TrayRow,
    Wording,
    parse_paragraphs,
    seat_title,
)
from sandtable.testing.ascii import draw

HOUSES: Final = ("amber", "jade", "slate")
DAYS: Final = 2
MULES: Final = 6
# The pass lies in the east; every house starts in the west.
PASS: Final = """
    A  .  .  ^  .
      J  .  .  ^  .
    S  .  .  .  .
"""
_PICTURE: Final = draw(PASS, numbering=Numbering("RCC"))
BOARD: Final = _PICTURE.board("caravans", title="The Pass")
_START: Final = {mark: hex_ for hex_, mark in _PICTURE.marks.items()}


class Caravans(GameState):
    """Where the caravans are, how many mules they have, and what day it is."""

    COLUMNS: ClassVar[tuple[str, ...]] = ("hex_of", "mules", "lame", "rested")
    NUMBERS = ("day",)

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.hex_of: list[int] = [_START[house[0].upper()] for house in HOUSES]
        self.mules: list[int] = [MULES] * len(HOUSES)
        self.lame: list[int] = [0] * len(HOUSES)
        self.rested: list[int] = [0] * len(HOUSES)
        self.day = 0


# ---- what happens


@dataclass(slots=True)
class DayBroke(Event):
    """A day broke."""

    rule: ClassVar[str] = "1"
    facts: ClassVar[Facts] = Facts(role="turn", turn="day")
    day: int

    def sentence(self, g: Caravans) -> str:
        """The number of the day."""
        return f"Dawn of day {self.day}."


@dataclass(slots=True)
class Trekked(Event):
    """A caravan went on by a hex."""

    rule: ClassVar[str] = "2"
    facts: ClassVar[Facts] = Facts(role="move", units=("house",), path=("way",))
    house: int
    way: tuple[int, int]

    def sentence(self, g: Caravans) -> str:
        """From where to where."""
        start, end = self.way
        return f"{seat_title(HOUSES[self.house])} treks from {_hex(start)} to {_hex(end)}."


@dataclass(slots=True)
class Strayed(Event):
    """Mules were lost in the weather."""

    rule: ClassVar[str] = "3"
    facts: ClassVar[Facts] = Facts(hexes=("at",), units=("house",))
    house: int
    at: int
    mules: int

    def sentence(self, g: Caravans) -> str:
        """How many."""
        return f"{seat_title(HOUSES[self.house])} loses {self.mules} mule."


EVENTS: Final[Mapping[str, type[Event]]] = {kind.__name__: kind for kind in (DayBroke, Trekked, Strayed)}


# ---- what is done


class Day(Auto[Caravans]):
    """[1] A day breaks, and each house goes on."""

    rule = "1"

    def run(self, g: Caravans) -> None:
        """Each house in turn; nothing when the days are over."""
        if g.day < DAYS:
            g.day += 1
            g.tell(DayBroke(g.day))
            g.then(*(Go(Seat(house)) for house in range(len(HOUSES))), self)


class Go(Choice[Caravans]):
    """[2] Lead the caravan on by one hex, or rest."""

    rule = "2"

    def __init__(self, house: Seat) -> None:
        self.house: Final = house

    def seat(self, g: Caravans) -> Seat:
        """The house itself."""
        return self.house

    def prompt(self, g: Caravans, seat: Seat) -> str:
        """Where to."""
        return f"Where does the {HOUSES[seat]} caravan go?"

    def options(self, g: Caravans) -> Sequence[Action]:
        """To rest, or every neighbouring hex."""
        here = Hex(g.hex_of[self.house])
        return [Action("rest"), *(Action("trek", (int(to),)) for to in BOARD.grid.neighbours(here))]

    def wording(self, g: Caravans, seat: Seat, action: Action) -> Wording:
        """To rest, or to go on."""
        if action.verb == "rest":
            return Wording(text="Rest for the day", rule=self.rule)
        where = _hex(action.args[0])
        return Wording(text=f"Trek to {where}", rule=self.rule, target={"unit": _unit(seat), "hex": where})

    def choose(self, g: Caravans, action: Action) -> None:
        """Go there, through whatever weather."""
        if action.verb == "rest":
            g.rested[self.house] = 1
            return
        way = (g.hex_of[self.house], action.args[0])
        g.hex_of[self.house] = action.args[0]
        g.tell(Trekked(int(self.house), way))
        g.then(Weather(self.house))


class Weather(Chance[Caravans]):
    """[3] On a one or two a mule is lost, and the caravan goes lame."""

    rule = "3"

    def __init__(self, house: Seat) -> None:
        self.house: Final = house

    def dice(self, g: Caravans) -> Dice:
        """One die."""
        return Dice((6,))

    def roller(self, g: Caravans) -> Seat:
        """The house that is out in it."""
        return self.house

    def resolve(self, g: Caravans, roll: Roll) -> None:
        """The mule, and the mark."""
        if roll[0] <= 2:
            g.mules[self.house] -= 1
            g.lame[self.house] = 1
            g.tell(Strayed(int(self.house), g.hex_of[self.house], 1))


# ---- what is seen

APPEARANCE: Final = Appearance(
    figures=(
        Figure(
            field="beasts",
            place="middle",
            sums=True,
            measure=Measure(short="mules", one="mule", many="mules"),
        ),
    ),
    marks=(
        CounterMark(field="lame", word="lame", otherwise="sound", look="hatched", letter="L"),
        CounterMark(field="rested", word="has rested", look="badge", letter="R"),
    ),
    movement=Measure(short="hexes", one="hex", many="hexes"),
)


def view(g: Caravans) -> dict[str, Any]:
    """Everything is open."""
    order = sorted(range(len(HOUSES)), key=lambda house: _far(g, house), reverse=True)
    return {
        "turn": g.day,
        "turns": [f"Day {day}" for day in range(1, DAYS + 1)],
        "counters": [counter(g, house) for house in range(len(HOUSES))],
        "trays": [
            Tray(
                title="Mules",
                rows=tuple(TrayRow(side=name, value=g.mules[n]) for n, name in enumerate(HOUSES)),
                rule="3",
                bar=True,
            ).as_json(),
            Tray(
                title="In the lead",
                rows=(TrayRow(units=(_unit(order[0]),), hexes=(_hex(g.hex_of[order[0]]),)),),
            ).as_json(),
        ],
    }


def counter(g: Caravans, house: int) -> dict[str, Any]:
    """A caravan with its mules."""
    return {
        "unit": _unit(house),
        "name": f"{seat_title(HOUSES[house])} caravan",
        "side": HOUSES[house],
        "hex": _hex(g.hex_of[house]),
        "symbol": "supply",
        "beasts": g.mules[house],
        "lame": bool(g.lame[house]),
        "rested": bool(g.rested[house]),
    }


def _unit(house: int) -> str:
    return f"{HOUSES[house]}-caravan"


def _hex(hex_: int) -> str:
    return BOARD.hex_name(Hex(hex_))


def _far(g: Caravans, house: int) -> tuple[int, int]:
    """How far east a house has come, and with how many mules."""
    return int(_hex(g.hex_of[house])[1:]), g.mules[house]


class CaravanRulebook(Rulebook[Caravans]):
    """Three paragraphs."""

    name = "caravans"
    title = "The Caravans"
    behaviour = 1
    scenarios = (
        Scenario(
            name="caravans", title="The Caravans", summary="Three houses race over the pass.", seats=HOUSES
        ),
    )
    livery: ClassVar[Mapping[str, str]] = {"amber": "sand", "jade": "olive", "slate": "stone"}
    appearance = APPEARANCE
    events = EVENTS
    steps: ClassVar[Mapping[str, type[Step[Any]]]] = {kind.__name__: kind for kind in (Day, Go, Weather)}

    @cached_property
    def tables(self) -> Tables:
        """None."""
        return Tables(())

    @cached_property
    def paragraphs(self) -> Paragraphs:
        """Days, treks, weather."""
        titles = {"1": "Days", "2": "Treks", "3": "Weather"}
        return parse_paragraphs(
            "\n".join(
                f'[[paragraph]]\nnumber = "{n}"\ntitle = "{title}"\nstatus = "done"\ntext = "{title}."'
                for n, title in titles.items()
            ),
            "caravans",
        )

    def board(self, setup: Setup) -> Board:
        """The pass."""
        return BOARD

    def start(self, setup: Setup) -> Caravans:
        """All in the west, before the first day."""
        g = Caravans(setup)
        g.then(Day())
        return g

    def result(self, g: Caravans) -> Result | None:
        """Who has come farthest, with most mules."""
        if g.agenda:
            return None
        best = max(range(len(HOUSES)), key=lambda house: _far(g, house))
        return Result(
            winner=HOUSES[best], level="", reason=f"{seat_title(HOUSES[best])} has come farthest [1]"
        )

    def view(self, g: Caravans, seat: Seat) -> dict[str, Any]:
        """Everything."""
        return view(g)

    def mark(self, g: Caravans, told: Mapping[str, Any]) -> Mark | None:
        """Days."""
        return Mark("turn", f"Day {told['day']}") if told["kind"] == DayBroke.__name__ else None

    def unit_ids(self, g: Caravans) -> Sequence[str]:
        """The caravans by their houses."""
        return tuple(_unit(house) for house in range(len(HOUSES)))


RULEBOOK: Final = CaravanRulebook()
