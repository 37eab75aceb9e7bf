"""What the procedures of the playsheet bring about, as facts; on the board each has its sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from sandtable.kernel import Event, Facts, counted

STAGES: Final = {
    1: "orders",
    2: "in the air",
    3: "movement",
    4: "combats",
    5: "supply",
    6: "the end of the turn",
}
SIDE_NAMES: Final = ("The Allies", "The Germans")


@dataclass(slots=True)
class Fought(Event):
    """A ground combat came to a score and a band."""

    rule: ClassVar[str] = "5"
    die: int
    score: int
    band: str

    def sentence(self, g: Any) -> str:
        return f"With a {self.die} the score is {self.score}: the line {self.band}."


@dataclass(slots=True)
class LostStatus(Event):
    """A unit lost status."""

    rule: ClassVar[str] = "5"
    facts: ClassVar[Facts] = Facts(role="loss", units=("unit",))
    unit: int
    points: int

    def sentence(self, g: Any) -> str:
        return f"{g.counter(self.unit).name} loses {self.points} and has status {g.status[self.unit]}."


@dataclass(slots=True)
class LostSupply(Event):
    """A unit lost a supply point, ammo or fuel."""

    rule: ClassVar[str] = "5.6"
    unit: int
    what: str

    def sentence(self, g: Any) -> str:
        kind = "ammunition" if self.what == "ammo" else "fuel"
        return f"{g.counter(self.unit).name} leaves a point of {kind} behind."


@dataclass(slots=True)
class Retired(Event):
    """Defenders retire so many kilometres."""

    rule: ClassVar[str] = "5.6"
    units: tuple[int, ...]
    km: int

    def sentence(self, g: Any) -> str:
        return f"The defenders retire {self.km} km."


@dataclass(slots=True)
class FoughtInTheAir(Event):
    """Fighters met: the larger side's die and result, and squadrons lost by the larger and the smaller side."""

    rule: ClassVar[str] = "7"
    die: int
    result: str
    larger_lost: int
    smaller_lost: int

    def sentence(self, g: Any) -> str:
        return (
            f"Fighters meet: {self.result.lower()} for the larger side, which loses "
            f"{counted(self.larger_lost, 'squadron')}, the smaller {counted(self.smaller_lost, 'squadron')}."
        )


@dataclass(slots=True)
class BrokeThrough(Event):
    """Fighters reached a stream and put serials of it out of action."""

    rule: ClassVar[str] = "8"
    squadrons: int
    serials: int

    def sentence(self, g: Any) -> str:
        return (
            f"{counted(self.squadrons, 'squadron')} break through to the stream and put "
            f"{counted(self.serials, 'serial')} out of action."
        )


@dataclass(slots=True)
class FlakFired(Event):
    """A flak unit fired at a serial."""

    rule: ClassVar[str] = "9"
    flight: int
    flak: str
    die: int
    result: str

    def sentence(self, g: Any) -> str:
        effect = {"loss": "a loss", "dam": "damage", "NE": "no effect"}[self.result]
        return f"{self.flak.capitalize()} flak fires at serial {g.flight(self.flight).name}: {effect}."


@dataclass(slots=True)
class Bombed(Event):
    """A unit in an interdicted square rolled."""

    rule: ClassVar[str] = "10"
    unit: int
    die: int
    result: str

    def sentence(self, g: Any) -> str:
        return f"{g.counter(self.unit).name} is bombed or shelled: {self.result}."


@dataclass(slots=True)
class Supplied(Event):
    """A lot of supply points was dropped, and some arrived."""

    rule: ClassVar[str] = "11"
    points: int
    die: int
    score: int
    arrived: int

    def sentence(self, g: Any) -> str:
        return f"Of {counted(self.points, 'point')} of supply dropped {self.arrived} arrive."


@dataclass(slots=True)
class Reported(Event):
    """An air reconnaissance brought a report of a unit."""

    rule: ClassVar[str] = "6"
    unit: int
    die: int
    score: int
    report: str

    def sentence(self, g: Any) -> str:
        return f"Air reconnaissance: {self.report}."
