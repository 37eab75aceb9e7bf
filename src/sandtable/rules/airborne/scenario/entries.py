"""The rows of the scenario files, as they stand there; ``campaign`` makes the operation of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, kw_only=True)
class UnitEntry:
    """A unit of the order of battle."""

    id: str
    name: str
    formation: str
    kind: str
    troop: str
    status: int
    ammo: int
    fuel: int
    arrives: int
    at: str
    lat: float
    lon: float
    rating: Mapping[str, float]
    source: str
    marks: tuple[str, ...] = ()
    planned: int = 0
    ready: int = 0
    foot_too: bool = False
    guns: str = ""
    flak: str = ""
    prepared: bool = False
    suppressed: bool = False
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class TurnEntry:
    """A turn of six hours: its date, whether transports fly, and the squadrons of each kind."""

    number: int
    date: str
    hours: str
    night: bool
    lift: str
    squadrons: Mapping[str, int]
    lift_grantham: str = ""
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class WeatherEntry:
    """The weather of a day that may be rolled; ``squadrons`` is the part of the baseline that flies."""

    name: str
    faces: tuple[int, ...]
    lift: Mapping[str, str]
    squadrons: float


@dataclass(frozen=True, kw_only=True)
class AttachmentEntry:
    """A unit that history put under another formation from a turn on."""

    unit: str
    to: str
    turn: int
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class SerialEntry:
    """A troop serial of a lift, with a unit or part of one aboard."""

    id: str
    lift: int
    base: str
    turn: int
    zone: str
    aircraft: str
    number: int
    route: str
    source: str
    unit: str = ""
    planned: int = 0
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class ResupplyEntry:
    """A resupply lift: points for a formation."""

    id: str
    turn: int
    zone: str
    aircraft: str
    number: int
    tons: int
    points: int
    serials: int
    formation: str
    route: str
    source: str
    planned: int = 0
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class RouteEntry:
    """The way of a stream to the zones."""

    id: str
    via: tuple[str, ...]
    lat_lon: tuple[tuple[float, ...], ...]
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class AirZoneEntry:
    """An air zone by its middle."""

    id: str
    name: str
    hex: str
    lat: float
    lon: float


@dataclass(frozen=True, kw_only=True)
class FormationEntry:
    """A division, corps or group: units of another one suffer in a combat (A-10)."""

    id: str
    side: str
    name: str
    counts_as: str = ""
    exempt: bool = False
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class BridgeEntry:
    """What the scenario adds to a crossing of the board."""

    name: str
    holder: str
    state: str
    history: str
    blow: int = 0
    guard: bool = False
    garrison: str = ""
    permit: int = 0
    repair: int = 0


@dataclass(frozen=True, kw_only=True)
class SourceEntry:
    """Where supply comes onto the board, and for whom."""

    at: str
    formations: tuple[str, ...]
    ammo: int
    fuel: int


@dataclass(frozen=True, kw_only=True)
class CommandEntry:
    """A seat: the formations it commands, and whether the aircraft of its side are its own."""

    id: str
    side: str
    name: str
    formations: tuple[str, ...]
    brief: str
    air: bool = False


@dataclass(frozen=True, kw_only=True)
class PointsEntry:
    """What counts for victory; the fields in use depend on ``kind``."""

    kind: str
    points: int
    crossing: str = ""
    entry: str = ""
    water: str = ""
    place: str = ""
    load: str = ""
    formations: tuple[str, ...] = ()
    status: int = 0
    below: int = 0
    at_most: int = 0
    group: str = ""
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class LevelEntry:
    """A level of victory from so many points on; ``side`` is allied, german or none."""

    at_least: int
    name: str
    side: str


@dataclass(frozen=True, kw_only=True)
class ScenarioEntry:
    """A scenario: commands, what takes part, how long, and victory; ``like`` takes over what another says."""

    title: str
    subtitle: str
    last_turn: int
    command: tuple[CommandEntry, ...]
    points: tuple[PointsEntry, ...]
    levels: tuple[LevelEntry, ...]
    signals: bool
    level_shift: int = 0
    flak: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    share: Mapping[str, float] = field(default_factory=dict)
