"""The geography of the airborne corridor: places, roads, waters, crossings, drop zones and ground in latitude and longitude.

It has more to say than the files of the Eastern Front (built-up radius, road class, bridges and their loads), so it
has tables of its own. Whatever is wrong raises ``GeographyError``.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, Literal, get_args

from pydantic import AfterValidator, Field

from ..geography import (
    Course,
    GeographyError,
    Latitude,
    LatLon,
    Located,
    Longitude,
    Ring,
    Watercourse,
    Way,
    check_stops,
    watercourses,
)
from ..strictly import Number, Table, Text, Whole, by_name, must, read_toml

PlaceKind = Literal["point", "village", "town", "city"]
AreaKind = Literal["polder", "marsh", "wood", "heath", "height", "town"]
PLACE_KINDS: Final[tuple[PlaceKind, ...]] = get_args(PlaceKind)
AREA_KINDS: Final[tuple[AreaKind, ...]] = get_args(AreaKind)
WATER_KINDS: Final = ("river", "canal", "stream")
# A text that may be absent; the board's text keeps semicolons for itself.
Remark = Annotated[Text, AfterValidator(lambda text: text.replace(";", ","))]


class Settlement(Located):
    """A place and how far its houses reach."""

    kind: PlaceKind
    country: Text
    radius_km: Number


class Road(Way):
    """A road: class 1 carries a corps, class 2 a division, class 3 is a dike or sand road."""

    road_class: Annotated[Whole, must(lambda c: 1 <= c <= 3, "a road is of class 1, 2 or 3, not {}")] = Field(
        alias="class"
    )


class Area(Table):
    """A stretch of ground."""

    kind: AreaKind
    name: Text
    ring: Ring = Field(alias="poly")


class Feature(Table):
    """A crossing, a zone or an entry: its name, where it is, and facts for the board."""

    name: Text
    lat: Latitude
    lon: Longitude

    @property
    def at(self) -> LatLon:
        """Where it is."""
        return self.lat, self.lon

    @property
    def facts(self) -> dict[str, str]:
        """Whatever else is said about it."""
        return {
            key: f"{value:g}" if isinstance(value, float) else str(value)
            for key, value in self
            if key not in Feature.model_fields and value != ""
        }


class Crossing(Feature):
    """A bridge, ferry or lock."""

    over: Text
    kind: Literal["road", "rail", "ferry", "lock"]
    load: Literal["tanks", "vehicles", "foot"]
    at_start: Literal["intact", "blown", "prepared", "gap"]
    history: Remark = ""


class Zone(Feature):
    """A drop zone, landing zone, supply drop point or airstrip."""

    kind: Literal["DZ", "LZ", "SDP", "STRIP"]
    radius_km: Number
    army: Remark = ""
    lift: Whole
    units: Remark = ""


class Entry(Feature):
    """Where somebody comes onto the board."""

    side: Literal["allied", "german"]
    by: Remark = ""


class Checks(Table):
    """What the geography and the compiled board must show: the order of the towns, the length of the road, the banks."""

    south_to_north: tuple[Text, ...] = Field(default=(), alias="order_south_to_north")
    club_route_km: tuple[Number, Number]
    # Place, bank, water.
    banks: tuple[tuple[Text, Literal["north", "south", "east", "west"], Text], ...] = ()


class _Features(Table):
    places: tuple[Settlement, ...] = ()
    roads: tuple[Road, ...] = ()
    rails: tuple[Way, ...] = ()


class _Points(Table):
    crossings: tuple[Crossing, ...] = ()
    zones: tuple[Zone, ...] = ()
    entries: tuple[Entry, ...] = ()


class _Water(Table):
    river: dict[str, Course] = {}
    canal: dict[str, Course] = {}
    stream: dict[str, Course] = {}


class _File(Table):
    features: _Features
    points: _Points = _Points()
    water: _Water = _Water()
    borders: dict[str, Course] = {}
    area: tuple[Area, ...] = ()
    checks: Checks


@dataclass(frozen=True, kw_only=True)
class Corridor:
    """Everything the file says, checked."""

    places: dict[str, Settlement]
    roads: tuple[Road, ...]
    rails: tuple[Way, ...]
    waters: dict[str, Watercourse]
    crossings: tuple[Crossing, ...]
    zones: tuple[Zone, ...]
    entries: tuple[Entry, ...]
    borders: tuple[tuple[LatLon, ...], ...]
    areas: tuple[Area, ...]
    checks: Checks

    def point(self, stop: str | LatLon) -> LatLon:
        """Where a stop of a line lies."""
        return self.places[stop].at if isinstance(stop, str) else stop


def read_corridor(path: Path) -> Corridor:
    """The corridor that the file at *path* describes."""
    file, source = read_toml(path, _File, GeographyError), path.name
    features, points = file.features, file.points
    places = by_name(
        ((f"{source}: the place {p.name!r}", p.name, p) for p in features.places), GeographyError
    )
    waters = watercourses({f"{source}: water": dict(file.water)})
    check_stops(f"{source}: features.roads", features.roads, places)
    check_stops(f"{source}: features.rails", features.rails, places)
    for i, crossing in enumerate(points.crossings):
        if crossing.over not in waters:
            raise GeographyError(f"{source}: points.crossings[{i}].over: {crossing.over!r} is no known water")
    for kind, named in (("crossing", points.crossings), ("zone", points.zones), ("entry", points.entries)):
        by_name(((f"{source}: the {kind} {f.name!r}", f.name, f) for f in named), GeographyError)
    for i, (place, _, water) in enumerate(file.checks.banks):
        if place not in places or water not in waters:
            raise GeographyError(f"{source}: checks.banks[{i}]: should name a known place and a known water")
    return Corridor(
        places=places,
        roads=features.roads,
        rails=features.rails,
        waters=waters,
        crossings=points.crossings,
        zones=points.zones,
        entries=points.entries,
        borders=tuple(file.borders.values()),
        areas=file.area,
        checks=file.checks,
    )
