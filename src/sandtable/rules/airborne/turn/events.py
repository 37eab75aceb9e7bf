"""What happens in a turn on the board, combats and aircraft apart, as facts with their sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from sandtable.kernel import Event, Facts, counted

from ..events import SIDE_NAMES, STAGES

NOTICE: Final = Facts(role="notice")


@dataclass(slots=True)
class TurnBegan(Event):
    """A turn began."""

    rule: ClassVar[str] = "12"
    facts: ClassVar[Facts] = Facts(role="turn", turn="turn")
    turn: int

    def sentence(self, g: Any) -> str:
        now = g.campaign.turns[self.turn - 1]
        return f"Turn {self.turn} begins: {now.name}{', night' if now.night else ''}."


@dataclass(slots=True)
class StageBegan(Event):
    """A part of the turn began."""

    rule: ClassVar[str] = "12"
    facts: ClassVar[Facts] = Facts(role="phase")
    stage: int

    def sentence(self, g: Any) -> str:
        return f"{STAGES[self.stage].capitalize()}."


@dataclass(slots=True)
class Arrived(Event):
    """A unit came onto the map by road."""

    rule: ClassVar[str] = "16.3"
    facts: ClassVar[Facts] = Facts(role="action", units=("unit",), hexes=("hex",))
    unit: int
    hex: int

    def sentence(self, g: Any) -> str:
        return f"{g.name_of(self.unit)} arrives in {g.place(self.hex)}."


@dataclass(slots=True)
class Marched(Event):
    """A unit has moved; its own side hears of it."""

    rule: ClassVar[str] = "1.5"
    facts: ClassVar[Facts] = Facts(role="move", units=("unit",), path=("way",))
    unit: int
    way: tuple[int, ...]

    def sentence(self, g: Any) -> str:
        return f"{g.name_of(self.unit)} goes from {g.place(self.way[0])} to {g.place(self.way[-1])}."


@dataclass(slots=True)
class Stepped(Event):
    """Units of a side went on in one of the six steps, and where it saw enemies then; the side hears of it."""

    rule: ClassVar[str] = "1.5"
    facts: ClassVar[Facts] = Facts(role="step", hexes=("seen",), ways="ways", step="step", steps="steps")
    side: int
    step: int
    steps: int
    ways: tuple[tuple[int, ...], ...]
    seen: tuple[int, ...]

    def sentence(self, g: Any) -> str:
        went = (
            f"{counted(len(self.ways), 'unit')} of {SIDE_NAMES[self.side].replace('The', 'the')} on the march"
        )
        saw = f"; enemies in sight in {', '.join(map(g.place, self.seen))}" if self.seen else ""
        return f"Step {self.step}: {went}{saw}."


@dataclass(slots=True)
class Contact(Event):
    """A side has met enemies."""

    rule: ClassVar[str] = "1.5"
    facts: ClassVar[Facts] = Facts(role="notice", hexes=("hexes",))
    side: int
    hexes: tuple[int, ...]

    def sentence(self, g: Any) -> str:
        return f"{SIDE_NAMES[self.side]} have enemies before them in {', '.join(map(g.place, self.hexes))}."


@dataclass(slots=True)
class CrossingChanged(Event):
    """A crossing was blown, damaged or built, or its charges failed."""

    rule: ClassVar[str] = "15.2"
    facts: ClassVar[Facts] = Facts(role="action", hexes=("hex",))
    point: int
    hex: int
    what: str

    def sentence(self, g: Any) -> str:
        return f"{g.plan.bridges[self.point].name} {self.what}."


@dataclass(slots=True)
class Drew(Event):
    """Units of a command drew supply; its own side hears of it."""

    rule: ClassVar[str] = "18"
    seat: int
    ammo: int
    fuel: int

    def sentence(self, g: Any) -> str:
        return (
            f"{g.campaign.commands[self.seat].name} draws {self.ammo} of ammunition and {self.fuel} of fuel."
        )


@dataclass(slots=True)
class TurnReport(Event):
    """[13] The report of a turn to a side."""

    rule: ClassVar[str] = "13"
    facts: ClassVar[Facts] = Facts(role="report")
    side: int
    turn: int
    status: int
    units: int
    ammo: int
    points: int

    def sentence(self, g: Any) -> str:
        return (
            f"{SIDE_NAMES[self.side]} after turn {self.turn}: {counted(self.units, 'unit')} on the map with "
            f"status {self.status} and {self.ammo} of ammunition in hand; the Allies stand at {self.points} points as far as is known."
        )


@dataclass(slots=True)
class GameEnded(Event):
    """The operation is over."""

    rule: ClassVar[str] = "14"
    facts: ClassVar[Facts] = NOTICE
    reason: str

    def sentence(self, g: Any) -> str:
        return f"The operation is over: {self.reason}."


@dataclass(slots=True)
class Regained(Event):
    """A unit has men again; its own side hears of it."""

    rule: ClassVar[str] = "19.1"
    facts: ClassVar[Facts] = Facts(role="action", units=("unit",))
    unit: int

    def sentence(self, g: Any) -> str:
        return f"{g.name_of(self.unit)} regains a point and has status {g.status[self.unit]}."


@dataclass(slots=True)
class Merged(Event):
    """A unit has taken in another one; their own side hears of it."""

    rule: ClassVar[str] = "19.3"
    facts: ClassVar[Facts] = Facts(role="action", units=("unit", "other"))
    unit: int
    other: int

    def sentence(self, g: Any) -> str:
        name = g.name_of(self.unit)
        return (
            f"{name} takes in what is left of {g.name_of(self.other)} and has status {g.status[self.unit]}."
        )
