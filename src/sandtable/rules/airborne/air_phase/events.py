"""What happens in the air, as facts with their sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from sandtable.kernel import Event, Facts, Hex, counted


@dataclass(slots=True)
class AirReport(Event):
    """Air reconnaissance reports a unit, with the words of the table and no more."""

    rule: ClassVar[str] = "6.2"
    facts: ClassVar[Facts] = Facts(role="notice", hexes=("hex",))
    hex: int
    report: str
    direction: str
    kind: str
    size: int

    def sentence(self, g: Any) -> str:
        told = [
            part for part in (self.direction, self.kind, f"status {self.size}" if self.size else "") if part
        ]
        what = f": {', '.join(told)}" if told else ""
        return f"Air reconnaissance, {g.place(self.hex)}: {self.report.lower()}{what}."


@dataclass(slots=True)
class NothingSeen(Event):
    """A reconnaissance came home without a report."""

    rule: ClassVar[str] = "6.2"
    zone: int

    def sentence(self, g: Any) -> str:
        return f"Air reconnaissance over {g.campaign.air_zones[self.zone].name} has flown."


@dataclass(slots=True)
class StayedHome(Event):
    """Weather keeps a unit in England, or turns it back."""

    rule: ClassVar[str] = "17.1"
    facts: ClassVar[Facts] = Facts(role="notice", units=("unit",))
    unit: int

    def sentence(self, g: Any) -> str:
        return f"The weather keeps {g.counter(self.unit).name} from landing; it will try again."


@dataclass(slots=True)
class LiftLanded(Event):
    """The units of a lift have come down on one zone; ``lost`` is what each has left on the way."""

    rule: ClassVar[str] = "16.2"
    facts: ClassVar[Facts] = Facts(role="move", units=("units",), hexes=("hex",))
    units: tuple[int, ...]
    lost: tuple[int, ...]
    hex: int

    def sentence(self, g: Any) -> str:
        told = [
            f"{g.counter(unit).name} ({lost} lost on the way)" if lost else g.counter(unit).name
            for unit, lost in zip(self.units, self.lost, strict=True)
        ]
        verb = "lands" if len(told) == 1 else "land"
        return f"{', '.join(told)} {verb} at {g.place(self.hex)}."


@dataclass(slots=True)
class LostInTheAir(Event):
    """A unit was lost with its serials before it could land."""

    rule: ClassVar[str] = "8"
    facts: ClassVar[Facts] = Facts(role="loss", units=("unit",))
    unit: int

    def sentence(self, g: Any) -> str:
        return f"{g.counter(self.unit).name} is lost in the air with all its serials."


@dataclass(slots=True)
class SerialLost(Event):
    """Fighters put a serial out of action."""

    rule: ClassVar[str] = "8"
    facts: ClassVar[Facts] = Facts(role="loss")
    flight: int

    def sentence(self, g: Any) -> str:
        return f"Serial {g.flight(self.flight).name} is out of action."


@dataclass(slots=True)
class CountersDown(Event):
    """Supply counters lie on a drop zone for whoever holds it."""

    rule: ClassVar[str] = "11.4"
    facts: ClassVar[Facts] = Facts(role="action", hexes=("hex",))
    hex: int
    points: int

    def sentence(self, g: Any) -> str:
        return f"{counted(self.points, 'supply point')} come down at {g.grid.name(Hex(self.hex))}."


@dataclass(slots=True)
class BombsFell(Event):
    """A square was bombed or shelled; who is hit knows."""

    rule: ClassVar[str] = "10.1"
    facts: ClassVar[Facts] = Facts(role="action", hexes=("hex",))
    hex: int
    tactical: int
    heavy: int

    def sentence(self, g: Any) -> str:
        parts = [
            counted(number, word)
            for number, word in ((self.tactical, "squadron or battalion"), (self.heavy, "heavy squadron"))
            if number
        ]
        return f"{' and '.join(parts).capitalize()} strike the square around {g.place(self.hex)}."


@dataclass(slots=True)
class DayBegan(Event):
    """The weather of a date is known."""

    rule: ClassVar[str] = "17.5"
    facts: ClassVar[Facts] = Facts(role="notice")
    weather: int

    def sentence(self, g: Any) -> str:
        return f"The weather of the day: {g.campaign.weathers[self.weather - 1].name}."


@dataclass(slots=True)
class SetsWork(Event):
    """The radio sets about Arnhem work in this turn; their own side hears of it."""

    rule: ClassVar[str] = "17.6"
    facts: ClassVar[Facts] = Facts(role="notice")
    turn: int

    def sentence(self, g: Any) -> str:
        return "The radio sets about Arnhem work."
