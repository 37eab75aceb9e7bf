"""[12, 14] The pieces of an operation as its scenario prints them: units, commands, turns, lifts, zones, bridges, points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from sandtable.kernel import Hex, Hexside

from ..state import Troop

BOARD: Final = "corridor"
SIDES: Final = ("allied", "german")
ALLIED: Final = 0
GERMAN: Final = 1
MARKS: Final = frozenset(
    {
        "light",
        "para",
        "engineer",
        "bridging",
        "boats",
        "antitank",
        "combined",
        "alarm",
        "horse_drawn",
        "sp_gun",
    }
)
FLAK: Final = ("", "light", "heavy")
LIFTS: Final = ("open", "poor", "closed", "night")
SQUADRONS: Final = (
    *("allied_fighter", "allied_ga", "heavy", "allied_recce"),
    *("german_fighter", "german_ga", "german_recce"),
)
BRIDGE_STATES: Final = ("none", "prepared", "disarmed", "damaged", "blown", "gap", "ferry")
LOADS: Final = ("foot", "vehicles", "tanks")
POINTS: Final = frozenset(
    {"bridge", "bridge_turns", "bridge_road", "bridge_end", "bridgehead", "place", "road", "cut_road", "weak"}
)


class Unit(NamedTuple):
    """A unit of the scenario; ``hex`` is where it stands, lands or enters, ``way`` how it comes."""

    id: str
    name: str
    side: int
    formation: str
    command: int
    kind: str
    troop: Troop
    foot_too: bool
    marks: frozenset[str]
    status: int
    ammo: int
    fuel: int
    arrives: int
    hex: Hex
    way: str
    ready: int
    prepared: bool
    suppressed: bool
    guns: str
    flak: str
    note: str

    @property
    def light(self) -> bool:
        """[2.4.3] Light infantry (A-9)."""
        return "light" in self.marks


class Command(NamedTuple):
    """A seat of the scenario."""

    id: str
    side: int
    name: str
    formations: tuple[str, ...]
    air: bool
    brief: str


class Turn(NamedTuple):
    """[12] Six hours: the squadrons of each kind are those on hand over the board."""

    number: int
    date: str
    hours: str
    night: bool
    lift: str
    lift_grantham: str
    squadrons: Mapping[str, int]
    note: str

    @property
    def name(self) -> str:
        """The turn as it is spoken of: "17 Sep, 12-18 h"."""
        return f"{int(self.date[-2:])} Sep, {self.hours} h"

    def lift_from(self, base: str) -> str:
        """What transports of *base* may do."""
        return (base == "grantham" and self.lift_grantham) or self.lift


class Weather(NamedTuple):
    """[17.5] The weather of a day that may be rolled: its faces of the die, lifts by the hours of daylight, squadrons by kind."""

    name: str
    faces: tuple[int, ...]
    lift: Mapping[str, str]
    squadrons: Mapping[str, int]


class Attachment(NamedTuple):
    """[16.6] From *turn* on a unit counts as of another formation."""

    turn: int
    counts_as: str


class Serial(NamedTuple):
    """[8] A serial of a lift: ``unit`` is aboard (or part of it), NOBODY for stores and transport."""

    id: str
    turn: int
    base: str
    unit: int
    zone: str
    route: str
    aircraft: str
    number: int


class Resupply(NamedTuple):
    """[11] A resupply lift: points for a formation, in so many serials; ``flights`` are their numbers."""

    id: str
    turn: int
    zone: str
    route: str
    points: int
    formation: str
    aircraft: str
    number: int
    flights: tuple[int, ...]


class AirZone(NamedTuple):
    """[6.1] An air zone; a cell belongs to the nearest middle (A-27)."""

    id: str
    name: str
    hex: Hex


class Bridge(NamedTuple):
    """[1.3] A crossing: its hexside, what it bears, and what the scenario tells of charges and repair."""

    name: str
    side: Hexside
    hex: Hex
    over: str
    kind: str
    load: str
    holder: int
    state: str
    blow: int
    guard: bool
    garrison: int
    permit: int
    repair: int


class Source(NamedTuple):
    """[2.2] Where supply comes onto the board, points a turn, for the units of some formations."""

    name: str
    hex: Hex
    side: int
    formations: tuple[str, ...]
    ammo: int
    fuel: int


class VictoryLine(NamedTuple):
    """[14] What is worth points: names of crossings, entries, waters or places; lines of one group exclude each other."""

    kind: str
    points: int
    names: tuple[str, ...]
    formations: tuple[str, ...]
    status: int
    below: int
    at_most: int
    load: str
    group: str


class Level(NamedTuple):
    """[14] A level of victory, from so many points on; ``side`` is allied, german or none."""

    at_least: int
    name: str
    side: str
