"""Geography files: places, railways, roads, rivers, lakes, borders and terrain areas in latitude and longitude.

A file is a TOML table of features only; grids and boards have their own files (``specs``). Several files are read as
one geography: a line in one may run through places of another. Whatever is wrong raises ``GeographyError``.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, Literal, get_args

from pydantic import BeforeValidator, Field

from sandtable.kernel.refusals import SandtableError

from .strictly import Flag, Number, Row, Table, Text, at_least, by_name, must, read_toml

PlaceKind = Literal["junction", "town", "city", "major_city"]
AreaKind = Literal["clear", "woods", "swamp", "rough", "mountain"]
RiverKind = Literal["river", "major_river"]
PLACE_KINDS: Final[tuple[PlaceKind, ...]] = get_args(PlaceKind)
RIVER_KINDS: Final[tuple[RiverKind, ...]] = get_args(RiverKind)

LatLon = tuple[float, float]
Latitude = Annotated[Number, must(lambda d: -90 <= d <= 90, "latitude {} lies outside -90 to 90")]
Longitude = Annotated[Number, must(lambda d: -180 <= d <= 180, "longitude {} lies outside -180 to 180")]


class GeographyError(SandtableError):
    """A geography file that cannot be used: names the file, the key and the reason."""


def _two_numbers(value: object) -> object:
    if not isinstance(value, list) or len(value) != 2:
        raise ValueError(f"should be [latitude, longitude], not {value!r}")
    return value


def _is_country(word: str) -> bool:
    return len(word) == 2 and word.isalpha() and word.isupper()


def _is_border(name: str) -> bool:
    """A border may come in several pieces: "DE-SU", "DE-SU north"; the words after the countries are free."""
    first, _, second = name.partition("-")
    return _is_country(first) and _is_country(second.partition(" ")[0])


Point = Annotated[tuple[Latitude, Longitude], BeforeValidator(_two_numbers)]
Course = Annotated[tuple[Point, ...], at_least(2, "points")]
Ring = Annotated[tuple[Point, ...], at_least(3, "points")]
# A place or a bare point; whatever is no text is held to be a point.
Stop = Annotated[Point | str, Field(union_mode="left_to_right")]
Country = Annotated[str, must(_is_country, "a country is two capital letters such as SU, not {!r}")]
BorderName = Annotated[str, must(_is_border, "a border is named by its two countries, e.g. DE-SU, not {!r}")]


class Located(Row):
    """Something with a name, and where it lies."""

    name: Text
    latitude: Latitude
    longitude: Longitude

    @property
    def at(self) -> LatLon:
        """Where it lies."""
        return self.latitude, self.longitude


class Settlement(Located):
    """A named place, its country that of June 1941."""

    kind: PlaceKind
    country: Country
    port: Flag


class Way(Table):
    """A chain of places and bare points."""

    name: Text
    via: Annotated[tuple[Stop, ...], at_least(2, "stops")]


class Line(Way):
    """A railway or a road. No gauge means: that of the country it runs through."""

    gauge: Literal["broad", "standard", "narrow"] | None = None
    sure: Flag = True


Road = Annotated[Line, must(lambda road: road.model_fields_set <= {"name", "via"}, "a road has no gauge")]


@dataclass(frozen=True, kw_only=True)
class Watercourse:
    """A river, canal or stream from source to mouth; ``kind`` is its class before any hints are heard."""

    name: str
    kind: str
    course: tuple[LatLon, ...]


class Area(Table):
    """A stretch of woods, swamp, rough or mountain."""

    kind: AreaKind
    name: Text
    ring: Ring = Field(alias="poly")


class _Features(Table):
    places: tuple[Settlement, ...] = ()
    rails: tuple[Line, ...] = ()
    roads: tuple[Road, ...] = ()


class _Rivers(Table):
    river: dict[str, Course] = {}
    major_river: dict[str, Course] = {}


class _Hints(Table):
    never_major: tuple[Text, ...] = ()
    class_reasons: Text | None = None
    major_river_from: dict[str, Point] = {}


class _File(Table):
    features: _Features = _Features()
    rivers: _Rivers = _Rivers()
    lakes: dict[str, Ring] = {}
    borders: dict[BorderName, Course] = {}
    area: tuple[Area, ...] = ()
    hints: _Hints = _Hints()


@dataclass(frozen=True, kw_only=True)
class Geography:
    """Everything the geography files say, checked."""

    places: dict[str, Settlement]
    rails: tuple[Line, ...]
    roads: tuple[Line, ...]
    rivers: dict[str, Watercourse]
    lakes: dict[str, tuple[LatLon, ...]]
    borders: tuple[tuple[LatLon, ...], ...]
    areas: tuple[Area, ...]
    never_major: frozenset[str]
    major_river_from: dict[str, LatLon]

    def point(self, stop: str | LatLon) -> LatLon:
        """Where a stop of a line lies."""
        return self.places[stop].at if isinstance(stop, str) else stop


def read_geography(*paths: Path) -> Geography:
    """The geography of all files at *paths* together."""
    files = [(path.name, read_toml(path, _File, GeographyError)) for path in paths]
    lakes = (
        (f"{source}: lakes.{name}:", name, ring)
        for source, file in files
        for name, ring in file.lakes.items()
    )
    found = Geography(
        places=by_name(
            (
                (f"{source}: features.places[{i}] ({place.name}):", place.name, place)
                for source, file in files
                for i, place in enumerate(file.features.places)
            ),
            GeographyError,
        ),
        rails=tuple(line for _, file in files for line in file.features.rails),
        roads=tuple(line for _, file in files for line in file.features.roads),
        rivers=watercourses({f"{source}: rivers": dict(file.rivers) for source, file in files}),
        lakes=by_name(lakes, GeographyError),
        borders=tuple(course for _, file in files for course in file.borders.values()),
        areas=tuple(area for _, file in files for area in file.area),
        never_major=frozenset(name for _, file in files for name in file.hints.never_major),
        major_river_from={k: at for _, file in files for k, at in file.hints.major_river_from.items()},
    )
    for source, file in files:
        for name in (*file.hints.never_major, *file.hints.major_river_from):
            if name not in found.rivers:
                key = "never_major" if name in file.hints.never_major else f"major_river_from.{name}"
                raise GeographyError(f"{source}: hints.{key}: {name!r} is no known river")
        check_stops(f"{source}: features.rails", file.features.rails, found.places)
        check_stops(f"{source}: features.roads", file.features.roads, found.places)
    return found


def watercourses(
    tables: Mapping[str, Mapping[str, Mapping[str, tuple[LatLon, ...]]]],
) -> dict[str, Watercourse]:
    """The courses of *tables* (by where they stand, kind and name), none of them twice."""
    return by_name(
        (
            (f"{where}.{kind}.{name}:", name, Watercourse(name=name, kind=kind, course=course))
            for where, kinds in tables.items()
            for kind, courses in kinds.items()
            for name, course in courses.items()
        ),
        GeographyError,
    )


def check_stops(where: str, lines: tuple[Way, ...], places: Container[str]) -> None:
    """GeographyError if one of *lines* runs through a place that is none of *places*."""
    for i, line in enumerate(lines):
        for stop in line.via:
            if isinstance(stop, str) and stop not in places:
                raise GeographyError(
                    f"{where}[{i}].via: {line.name!r} runs through {stop!r}, which is no known place"
                )
