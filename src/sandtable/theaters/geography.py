"""Geography files: places, railways, roads, rivers, lakes, borders and terrain areas in latitude and longitude.

A file is a TOML table of features only; grids and boards have their own files (``specs``). Several files are read as
one geography: a line in one may run through places of another. Whatever is wrong raises ``GeographyError``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sandtable.kernel.refusals import SandtableError

from .strictly import Table

PLACE_KINDS: Final = ("junction", "town", "city", "major_city")
AREA_KINDS: Final = ("clear", "woods", "swamp", "rough", "mountain")
RIVER_KINDS: Final = ("river", "major_river")
GAUGES: Final = ("broad", "standard", "narrow")

LatLon = tuple[float, float]


class GeographyError(SandtableError):
    """A geography file that cannot be used: names the file, the key and the reason."""


@dataclass(frozen=True, kw_only=True)
class Settlement:
    """A named place: its kind is one of ``PLACE_KINDS``, its country that of June 1941."""

    name: str
    at: LatLon
    kind: str
    country: str
    port: bool


@dataclass(frozen=True, kw_only=True)
class Line:
    """A railway or a road: a chain of places and bare points. No gauge means: that of the country it runs through."""

    name: str
    via: tuple[str | LatLon, ...]
    gauge: str | None = None
    sure: bool = True


@dataclass(frozen=True, kw_only=True)
class Watercourse:
    """A river, canal or stream from source to mouth; ``kind`` is its class before any hints are heard."""

    name: str
    kind: str
    course: tuple[LatLon, ...]


@dataclass(frozen=True, kw_only=True)
class Border:
    """The frontier between two countries."""

    countries: tuple[str, str]
    course: tuple[LatLon, ...]


@dataclass(frozen=True, kw_only=True)
class Area:
    """A stretch of woods, swamp, rough or mountain."""

    kind: str
    name: str
    ring: tuple[LatLon, ...]


@dataclass(frozen=True, kw_only=True)
class Geography:
    """Everything the geography files say, checked."""

    places: dict[str, Settlement]
    rails: tuple[Line, ...]
    roads: tuple[Line, ...]
    rivers: dict[str, Watercourse]
    lakes: dict[str, tuple[LatLon, ...]]
    borders: tuple[Border, ...]
    areas: tuple[Area, ...]
    never_major: frozenset[str]
    major_river_from: dict[str, LatLon]

    def point(self, stop: str | LatLon) -> LatLon:
        """Where a stop of a line lies."""
        return self.places[stop].at if isinstance(stop, str) else stop


def read_geography(*paths: Path) -> Geography:
    """The geography of all files at *paths* together."""
    tops = [Table.open(path, GeographyError) for path in paths]
    places: dict[str, Settlement] = {}
    rails: list[tuple[Table, Line]] = []
    roads: list[tuple[Table, Line]] = []
    rivers: dict[str, Watercourse] = {}
    lakes: dict[str, tuple[LatLon, ...]] = {}
    borders: list[Border] = []
    areas: list[Area] = []
    for top in tops:
        features = top.table("features")
        _read_places(features, places)
        rails += _read_lines(features, "rails")
        roads += _read_lines(features, "roads")
        features.finish()
        read_waters(top.table("rivers"), RIVER_KINDS, rivers)
        _read_lakes(top.table("lakes"), lakes)
        borders += _read_borders(top.table("borders"))
        areas += [read_area(table, AREA_KINDS) for table in top.tables("area")]
    never_major: set[str] = set()
    major_from: dict[str, LatLon] = {}
    for top in tops:
        _read_hints(top.table("hints"), rivers, never_major, major_from)
        top.finish()
    for table, line in rails + roads:
        for stop in line.via:
            if isinstance(stop, str) and stop not in places:
                raise table.complaint("via", f"{line.name!r} runs through {stop!r}, which is no known place")
    return Geography(
        places=places,
        rails=tuple(line for _, line in rails),
        roads=tuple(line for _, line in roads),
        rivers=rivers,
        lakes=lakes,
        borders=tuple(borders),
        areas=tuple(areas),
        never_major=frozenset(never_major),
        major_river_from=major_from,
    )


def read_point(table: Table, key: str, value: object) -> LatLon:
    """A ``[latitude, longitude]`` pair within range."""
    if not isinstance(value, list) or len(value) != 2:
        raise table.complaint(key, f"should be [latitude, longitude], not {value!r}")
    latitude, longitude = (table.as_number(key, v) for v in value)
    if not -90 <= latitude <= 90:
        raise table.complaint(key, f"latitude {latitude} lies outside -90 to 90")
    if not -180 <= longitude <= 180:
        raise table.complaint(key, f"longitude {longitude} lies outside -180 to 180")
    return latitude, longitude


def read_course(table: Table, key: str, *, least: int, what: str) -> tuple[LatLon, ...]:
    """A list of at least *least* points that make up a *what*."""
    values = table.items(key, optional=False)
    if len(values) < least:
        raise table.complaint(key, f"a {what} needs at least {least} points, not {len(values)}")
    return tuple(read_point(table, f"{key}[{i}]", value) for i, value in enumerate(values))


def read_stops(table: Table) -> tuple[str | LatLon, ...]:
    """The stops of a line: names of places and bare points."""
    stops = table.items("via", optional=False)
    if len(stops) < 2:
        raise table.complaint("via", f"a line needs at least 2 stops, not {len(stops)}")
    return tuple(
        stop if isinstance(stop, str) else read_point(table, f"via[{i}]", stop)
        for i, stop in enumerate(stops)
    )


def read_places(features: Table, last: str) -> Iterator[tuple[str, str, list[object]]]:
    """The rows of places, none of them twice: how complaints name each, its name, and the row; *last* is its last column."""
    seen: set[str] = set()
    for i, row in enumerate(features.items("places")):
        key = f"places[{i}]"
        if not isinstance(row, list) or len(row) != 6:
            raise features.complaint(
                key, f"should be [name, latitude, longitude, kind, country, {last}], not {row!r}"
            )
        name = features.as_text(key, row[0])
        key = f"{key} ({name})"
        if name in seen:
            raise features.complaint(key, "is listed twice")
        seen.add(name)
        yield key, name, row


def read_waters(table: Table, kinds: tuple[str, ...], into: dict[str, Watercourse]) -> None:
    """The watercourses of *table*, which has a table for each kind."""
    for kind in kinds:
        courses = table.table(kind)
        for name in courses.names():
            if name in into:
                raise courses.complaint(name, "is listed twice")
            course = read_course(courses, name, least=2, what=kind.replace("_", " "))
            into[name] = Watercourse(name=name, kind=kind, course=course)
    table.finish()


def read_area(table: Table, kinds: tuple[str, ...]) -> Area:
    """An area of one of *kinds*."""
    area = Area(
        kind=table.word("kind", kinds),
        name=table.text("name"),
        ring=read_course(table, "poly", least=3, what="polygon"),
    )
    table.finish()
    return area


def _country(table: Table, key: str, value: object) -> str:
    if not (isinstance(value, str) and len(value) == 2 and value.isalpha() and value.isupper()):
        raise table.complaint(key, f"a country is two capital letters such as SU, not {value!r}")
    return value


def _read_places(features: Table, into: dict[str, Settlement]) -> None:
    for key, name, row in read_places(features, "port"):
        # Several files are one geography.
        if name in into:
            raise features.complaint(key, "is listed twice")
        into[name] = Settlement(
            name=name,
            at=read_point(features, key, row[1:3]),
            kind=features.one_of(key, row[3], PLACE_KINDS),
            country=_country(features, key, row[4]),
            port=features.as_flag(key, row[5]),
        )


def _read_lines(features: Table, key: str) -> list[tuple[Table, Line]]:
    found: list[tuple[Table, Line]] = []
    for table in features.tables(key):
        name = table.text("name")
        via = read_stops(table)
        gauge: str | None = None
        sure = True
        if key == "rails":
            gauge = table.word("gauge", GAUGES) if "gauge" in table.data else None
            sure = table.flag("sure", True)
        table.finish()
        found.append((table, Line(name=name, via=via, gauge=gauge, sure=sure)))
    return found


def _read_lakes(table: Table, into: dict[str, tuple[LatLon, ...]]) -> None:
    for name in table.names():
        if name in into:
            raise table.complaint(name, "is listed twice")
        into[name] = read_course(table, name, least=3, what="lake")


def _read_borders(table: Table) -> list[Border]:
    found: list[Border] = []
    for name in table.names():
        first, dash, second = name.partition("-")
        if not dash:
            raise table.complaint(name, "a border is named by its two countries, e.g. DE-SU")
        # A border may come in several pieces: "DE-SU", "DE-SU north"; the words after the countries are free.
        countries = (_country(table, name, first), _country(table, name, second.partition(" ")[0]))
        found.append(Border(countries=countries, course=read_course(table, name, least=2, what="border")))
    return found


def _read_hints(
    table: Table, rivers: dict[str, Watercourse], never_major: set[str], major_from: dict[str, LatLon]
) -> None:
    for name in table.texts("never_major"):
        if name not in rivers:
            raise table.complaint("never_major", f"{name!r} is no known river")
        never_major.add(name)
    table.text("class_reasons", "-")
    reaches = table.table("major_river_from")
    for name in reaches.names():
        if name not in rivers:
            raise reaches.complaint(name, "is no known river")
        major_from[name] = read_point(reaches, name, reaches.data[name])
    table.finish()
