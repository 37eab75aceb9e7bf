"""The geography of the airborne corridor: places, roads, waters, crossings, drop zones and ground in latitude and longitude.

It has more to say than the files of the Eastern Front (built-up radius, road class, bridges and their loads), so it
has a reader of its own. Whatever is wrong raises ``GeographyError``.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ..geography import (
    Area,
    Border,
    GeographyError,
    LatLon,
    Line,
    Watercourse,
    read_area,
    read_course,
    read_places,
    read_point,
    read_stops,
    read_waters,
)
from ..strictly import Table

PLACE_KINDS: Final = ("point", "village", "town", "city")
WATER_KINDS: Final = ("river", "canal", "stream")
AREA_KINDS: Final = ("polder", "marsh", "wood", "heath", "height", "town")
CROSSING_KINDS: Final = ("road", "rail", "ferry", "lock")
LOADS: Final = ("tanks", "vehicles", "foot")
STATES: Final = ("intact", "blown", "prepared", "gap")
ZONE_KINDS: Final = ("DZ", "LZ", "SDP", "STRIP")
BANKS: Final = ("north", "south", "east", "west")


@dataclass(frozen=True, kw_only=True)
class Settlement:
    """A place and how far its houses reach."""

    name: str
    at: LatLon
    kind: str
    country: str
    radius_km: float


@dataclass(frozen=True, kw_only=True)
class Road(Line):
    """A road: class 1 carries a corps, class 2 a division, class 3 is a dike or sand road."""

    road_class: int


@dataclass(frozen=True, kw_only=True)
class Feature:
    """A crossing, a zone or an entry: its name, where it is, and facts for the board."""

    name: str
    at: LatLon
    facts: dict[str, str]


@dataclass(frozen=True, kw_only=True)
class Checks:
    """What the geography and the compiled board must show: the order of the towns, the length of the road, the banks."""

    south_to_north: tuple[str, ...]
    club_route_km: tuple[float, float]
    banks: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, kw_only=True)
class Corridor:
    """Everything the file says, checked."""

    places: dict[str, Settlement]
    roads: tuple[Road, ...]
    rails: tuple[Line, ...]
    waters: dict[str, Watercourse]
    crossings: tuple[Feature, ...]
    zones: tuple[Feature, ...]
    entries: tuple[Feature, ...]
    borders: tuple[Border, ...]
    areas: tuple[Area, ...]
    checks: Checks

    def point(self, stop: str | LatLon) -> LatLon:
        """Where a stop of a line lies."""
        return self.places[stop].at if isinstance(stop, str) else stop


def read_corridor(path: Path) -> Corridor:
    """The corridor that the file at *path* describes."""
    top = Table.open(path, GeographyError)
    features, points = top.table("features"), top.table("points")
    places = _read_places(features)
    roads = tuple(_read_road(table, places) for table in features.tables("roads"))
    rails = tuple(_read_rail(table, places) for table in features.tables("rails"))
    waters: dict[str, Watercourse] = {}
    read_waters(top.table("water"), WATER_KINDS, waters)
    corridor = Corridor(
        places=places,
        roads=roads,
        rails=rails,
        waters=waters,
        crossings=tuple(_read_crossing(table, waters) for table in points.tables("crossings")),
        zones=tuple(_read_zone(table) for table in points.tables("zones")),
        entries=tuple(_read_entry(table) for table in points.tables("entries")),
        borders=_read_borders(top.table("borders")),
        areas=tuple(read_area(table, AREA_KINDS) for table in top.tables("area")),
        checks=_read_checks(top.table("checks"), places, waters),
    )
    features.finish()
    points.finish()
    top.finish()
    for kind, named in (
        ("crossing", corridor.crossings),
        ("zone", corridor.zones),
        ("entry", corridor.entries),
    ):
        seen: set[str] = set()
        for feature in named:
            if feature.name in seen:
                raise GeographyError(f"{path.name}: the {kind} {feature.name!r} is listed twice")
            seen.add(feature.name)
    return corridor


def _read_places(features: Table) -> dict[str, Settlement]:
    return {
        name: Settlement(
            name=name,
            at=read_point(features, key, row[1:3]),
            kind=features.one_of(key, row[3], PLACE_KINDS),
            country=features.as_text(key, row[4]),
            radius_km=features.as_number(key, row[5]),
        )
        for key, name, row in read_places(features, "radius in km")
    }


def _read_via(table: Table, places: dict[str, Settlement]) -> tuple[str | LatLon, ...]:
    stops = read_stops(table)
    for stop in stops:
        if isinstance(stop, str) and stop not in places:
            raise table.complaint("via", f"{stop!r} is no known place")
    return stops


def _read_road(table: Table, places: dict[str, Settlement]) -> Road:
    road_class = table.integer("class")
    if road_class not in (1, 2, 3):
        raise table.complaint("class", f"a road is of class 1, 2 or 3, not {road_class}")
    road = Road(name=table.text("name"), via=_read_via(table, places), road_class=road_class)
    table.finish()
    return road


def _read_rail(table: Table, places: dict[str, Settlement]) -> Line:
    rail = Line(name=table.text("name"), via=_read_via(table, places))
    table.finish()
    return rail


def _read_crossing(table: Table, waters: dict[str, Watercourse]) -> Feature:
    over = table.text("over")
    if over not in waters:
        raise table.complaint("over", f"{over!r} is no known water")
    return _feature(
        table,
        over=over,
        kind=table.word("kind", CROSSING_KINDS),
        load=table.word("load", LOADS),
        at_start=table.word("at_start", STATES),
        history=_remark(table, "history"),
    )


def _read_zone(table: Table) -> Feature:
    return _feature(
        table,
        kind=table.word("kind", ZONE_KINDS),
        radius_km=f"{table.number('radius_km'):g}",
        army=_remark(table, "army"),
        lift=str(table.integer("lift")),
        units=_remark(table, "units"),
    )


def _read_entry(table: Table) -> Feature:
    return _feature(table, side=table.word("side", ("allied", "german")), by=_remark(table, "by"))


def _feature(table: Table, **facts: str) -> Feature:
    at = read_point(table, "lat, lon", [table.number("lat"), table.number("lon")])
    feature = Feature(name=table.text("name"), at=at, facts={k: v for k, v in facts.items() if v})
    table.finish()
    return feature


def _remark(table: Table, key: str) -> str:
    """A text that may be absent; the board's text keeps semicolons for itself."""
    return table.text(key, "-").replace(";", ",").removeprefix("-")


def _read_borders(table: Table) -> tuple[Border, ...]:
    found: list[Border] = []
    for name in table.names():
        first, _, second = name.partition("-")
        found.append(
            Border(countries=(first, second), course=read_course(table, name, least=2, what="border"))
        )
    return tuple(found)


def _read_checks(table: Table, places: dict[str, Settlement], waters: dict[str, Watercourse]) -> Checks:
    least, most = table.numbers("club_route_km", 2)
    banks: list[tuple[str, str, str]] = []
    for i, row in enumerate(table.items("banks")):
        key = f"banks[{i}]"
        if not isinstance(row, list) or len(row) != 3:
            raise table.complaint(key, f"should be [place, bank, water], not {row!r}")
        place, bank, water = (table.as_text(key, part) for part in row)
        if place not in places or bank not in BANKS or water not in waters:
            raise table.complaint(key, f"{row!r} should name a known place, a bank and a known water")
        banks.append((place, bank, water))
    checks = Checks(
        south_to_north=table.texts("order_south_to_north"),
        club_route_km=(least, most),
        banks=tuple(banks),
    )
    table.finish()
    return checks
