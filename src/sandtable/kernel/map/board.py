"""A board: the printed map as ints and bitboards, shared by every game on it and never changed.

Boards are compiled from geography by ``sandtable.theaters``, kept as text (``boardtext``) and loaded by
``sandtable.boards``. Tests draw tiny ones in ASCII (``sandtable.testing.ascii``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal

from ..refusals import SandtableError
from .bitboards import Bits, bits_of, members
from .hexes import Grid, Hex, Hexside

# What a column may have its entries by.
MapPart = Literal["hex", "hexside", "point"]


class UnknownPlace(SandtableError):
    """A place, area or walk that the board does not have."""


class Place:
    """A named place: its class is a word of the terrain tables (town, city, major_city, junction, ...)."""

    def __init__(self, name: str, hex_: Hex, kind: str, country: str, *, port: bool = False) -> None:
        self.name: Final = name
        self.hex: Final = hex_
        self.kind: Final = kind
        self.country: Final = country
        self.port: Final = port

    def __repr__(self) -> str:
        return f"Place({self.name!r}, {self.kind})"


class Hexsides:
    """A set of hexsides, as one bitboard per direction: bit h of ``toward[d]`` is h's side in direction d."""

    def __init__(self, grid: Grid, sides: Iterable[Hexside] = ()) -> None:
        toward = [0] * len(grid.steps)
        listed = sorted({grid.side(a, b) for a, b in sides})
        for a, b in listed:
            d = grid.direction(a, b)
            toward[d] |= 1 << a
            toward[grid.opposite(d)] |= 1 << b
        self.sides: Final[tuple[Hexside, ...]] = tuple(listed)
        self.toward: Final[tuple[Bits, ...]] = tuple(toward)
        self._both_ways: Final = frozenset(listed).union((b, a) for a, b in listed)

    def __contains__(self, side: object) -> bool:
        return side in self._both_ways

    def __len__(self) -> int:
        return len(self.sides)


class Segment:
    """One hex-to-hex piece of a railway, a road or a river, with its facts (gauge, certainty, class, name)."""

    def __init__(self, a: Hex, b: Hex, name: str, facts: Mapping[str, str]) -> None:
        self.a: Final = a
        self.b: Final = b
        self.name: Final = name
        self.facts: Final = facts


class Net:
    """A net of lines from hex to hex (rail, road): its segments, and the same as hexsides they cross."""

    def __init__(self, grid: Grid, segments: Iterable[Segment] = ()) -> None:
        self.segments: Final[tuple[Segment, ...]] = tuple(sorted(segments, key=lambda s: (s.a, s.b)))
        self.links: Final = Hexsides(grid, ((s.a, s.b) for s in self.segments))
        self.hexes: Final[Bits] = bits_of(h for s in self.segments for h in (s.a, s.b))

    def along(self, **facts: str) -> list[Segment]:
        """The segments that have all the given facts, e.g. ``along(gauge="standard")``."""
        return [s for s in self.segments if all(s.facts.get(k) == v for k, v in facts.items())]


class Point:
    """Something at a hex or on a hexside that is no place: a bridge, a drop zone, an entry point."""

    def __init__(
        self, kind: str, name: str, hex_: Hex, side: Hexside | None, facts: Mapping[str, str]
    ) -> None:
        self.kind: Final = kind
        self.name: Final = name
        self.hex: Final = hex_
        self.side: Final = side
        self.facts: Final = facts


class Board:
    """Everything printed on a map. Terrain ids are the rows of the rulebook's terrain table."""

    def __init__(
        self,
        name: str,
        grid: Grid,
        terrain: Mapping[Hex, str],
        *,
        title: str = "",
        scale_km: float = 1.0,
        country: Mapping[Hex, str] | None = None,
        places: Iterable[Place] = (),
        hexsides: Mapping[str, Hexsides] | None = None,
        nets: Mapping[str, Net] | None = None,
        rivers: Iterable[Segment] = (),
        areas: Mapping[str, Bits] | None = None,
        walks: Mapping[str, tuple[Hex, ...]] | None = None,
        points: Iterable[Point] = (),
        facts: Mapping[str, str] | None = None,
    ) -> None:
        self.name: Final = name
        self.grid: Final = grid
        self.title: Final = title or name
        self.scale_km: Final = scale_km
        self.facts: Final[Mapping[str, str]] = dict(facts or {})
        self.terrain: Final[dict[Hex, str]] = dict(terrain)
        self.country: Final[dict[Hex, str]] = dict(country or {})
        self.places: Final[dict[str, Place]] = {p.name: p for p in places}
        self.hexsides: Final[dict[str, Hexsides]] = dict(hexsides or {})
        self.nets: Final[dict[str, Net]] = dict(nets or {})
        self.rivers: Final[tuple[Segment, ...]] = tuple(rivers)
        self.areas: Final[dict[str, Bits]] = dict(areas or {})
        self.walks: Final[dict[str, tuple[Hex, ...]]] = dict(walks or {})
        self.points: Final[tuple[Point, ...]] = tuple(points)
        by_terrain: dict[str, int] = {}
        for h, kind in self.terrain.items():
            by_terrain[kind] = by_terrain.get(kind, 0) | 1 << h
        by_country: dict[str, int] = {}
        for h, owner in self.country.items():
            by_country[owner] = by_country.get(owner, 0) | 1 << h
        self.terrain_bits: Final[dict[str, Bits]] = by_terrain
        self.country_bits: Final[dict[str, Bits]] = by_country
        at: dict[Hex, list[Place]] = {}
        for place in self.places.values():
            at.setdefault(place.hex, []).append(place)
        self._places_at: Final = at
        # Worked out when somebody asks.
        self._entries: Final[dict[MapPart, tuple[str, ...]]] = {}
        self._outside: Final[dict[MapPart, tuple[int, ...]]] = {}
        self.in_play: Final[Bits] = self.areas.get("in_play", bits_of(self.terrain))

    def hex(self, name: str) -> Hex:
        """The hex called *name* (a number, or the name of a place); UnknownHex if the board has neither."""
        place = self.places.get(name)
        return place.hex if place is not None else self.grid.hex(name)

    def hex_name(self, hex_: Hex) -> str:
        """The printed number of *hex_*."""
        return self.grid.name(hex_)

    def entries(self, by: MapPart) -> tuple[str, ...]:
        """The names of the entries that a column by hex, hexside or point has; empty where the map has nothing there."""
        if by not in self._entries:
            self._entries[by] = self._named(by)
        return self._entries[by]

    def outside(self, by: MapPart) -> tuple[int, ...]:
        """The numbers of the entries that a column by hex, hexside or point has for what is not on the map."""
        if by not in self._outside:
            self._outside[by] = tuple(n for n, known in enumerate(self.entries(by)) if not known)
        return self._outside[by]

    def _named(self, by: MapPart) -> tuple[str, ...]:
        if by == "hex":
            return tuple(
                self.grid.name(Hex(h)) if Hex(h) in self.terrain else "" for h in range(self.grid.size)
            )
        if by == "hexside":
            return tuple(
                self.grid.side_name(number) if a in self.terrain and b in self.terrain else ""
                for number, (a, b) in enumerate(self.grid.sides)
            )
        return tuple(point.name or f"{point.kind} {number}" for number, point in enumerate(self.points, 1))

    def blank(self, by: MapPart, value: int = 0) -> list[int]:
        """A column by hex, hexside or point with *value* everywhere on the map, and 0 where there is none."""
        return [value if name else 0 for name in self.entries(by)]

    def places_at(self, hex_: Hex) -> tuple[Place, ...]:
        """The places in *hex_*, the greatest first."""
        return tuple(self._places_at.get(hex_, ()))

    def describe(self, hex_: Hex) -> str:
        """*hex_* in words: "1410 Novgorod (city, woods)"."""
        found = self._places_at.get(hex_)
        ground = self.terrain.get(hex_, "off the map")
        if not found:
            return f"{self.grid.name(hex_)} ({ground})"
        return f"{self.grid.name(hex_)} {found[0].name} ({found[0].kind.replace('_', ' ')}, {ground})"

    def area(self, name: str) -> Bits:
        """The named area as a bitboard; UnknownPlace lists those that exist."""
        if name not in self.areas:
            raise UnknownPlace(
                f"board {self.name!r} has no area {name!r}; it has {', '.join(sorted(self.areas)) or 'none'}"
            )
        return self.areas[name]

    def hexes_in(self, name: str) -> list[Hex]:
        """The hexes of the named area, listed."""
        return [Hex(h) for h in members(self.area(name))]
