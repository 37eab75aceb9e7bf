"""What happens in an airborne operation, as facts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sandtable.kernel import Event


@dataclass(slots=True)
class Fought(Event):
    """A ground combat came to a score and a band."""

    rule: ClassVar[str] = "5"
    die: int
    score: int
    band: str


@dataclass(slots=True)
class LostStatus(Event):
    """A unit lost status."""

    rule: ClassVar[str] = "5"
    unit: int
    points: int


@dataclass(slots=True)
class LostSupply(Event):
    """A unit lost a supply point, ammo or fuel."""

    rule: ClassVar[str] = "5.6"
    unit: int
    what: str


@dataclass(slots=True)
class Retired(Event):
    """Defenders retire so many kilometres."""

    rule: ClassVar[str] = "5.6"
    units: tuple[int, ...]
    km: int


@dataclass(slots=True)
class FoughtInTheAir(Event):
    """Fighters met: the larger side's die and result, and squadrons lost by the larger and the smaller side."""

    rule: ClassVar[str] = "7"
    die: int
    result: str
    larger_lost: int
    smaller_lost: int


@dataclass(slots=True)
class BrokeThrough(Event):
    """Fighters reached a stream and put serials of it out of action."""

    rule: ClassVar[str] = "8"
    squadrons: int
    serials: int


@dataclass(slots=True)
class FlakFired(Event):
    """A flak unit fired at a serial."""

    rule: ClassVar[str] = "9"
    flight: int
    flak: str
    die: int
    result: str


@dataclass(slots=True)
class Bombed(Event):
    """A unit in an interdicted square rolled."""

    rule: ClassVar[str] = "10"
    unit: int
    die: int
    result: str


@dataclass(slots=True)
class Supplied(Event):
    """A lot of supply points was dropped, and some arrived."""

    rule: ClassVar[str] = "11"
    points: int
    die: int
    score: int
    arrived: int


@dataclass(slots=True)
class Reported(Event):
    """An air reconnaissance brought a report of a unit."""

    rule: ClassVar[str] = "6"
    unit: int
    die: int
    score: int
    report: str
