"""A sheet: one grid with everything on it, from which boards are cut."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from shapely.geometry.base import BaseGeometry

from sandtable.kernel.map.board import Segment
from sandtable.kernel.map.hexes import Grid, Hex, Hexside, UnknownHex

from .coast import land_within
from .geography import Geography, read_geography
from .hexsides import Cutter, all_sides, river_segments
from .lines import Ground, lay, rail_segments, road_segments
from .ownership import Ownership, frontier, spread_ownership
from .placement import Placement
from .places import Site, representatives, site_places
from .projection import XY, Projection
from .specs import SheetSpec, SpecError
from .terrain import Water, coastal_hexes, terrain_of, water_of, water_sides

_MARGIN_CELLS = 3.0


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """A compiled sheet: ints and names only, but for the waters, which the outline needs."""

    spec: SheetSpec
    projection: Projection
    placement: Placement
    water: Water
    terrain: dict[Hex, str]
    country: dict[Hex, str]
    coastal: frozenset[Hex]
    sites: dict[Hex, tuple[Site, ...]]
    closed: frozenset[Hexside]
    straits: frozenset[Hexside]
    frontier: dict[Hexside, tuple[str, str]]
    rivers: tuple[Segment, ...]
    rails: tuple[Segment, ...]
    roads: tuple[Segment, ...]

    @property
    def grid(self) -> Grid:
        """The grid of the sheet."""
        return self.placement.grid


def compile_sheet(spec: SheetSpec, atlas: Path) -> Sheet:
    """The sheet that *spec* describes, with the coast of the *atlas* folder."""
    projection, placement = lay_out(spec)
    land = land_within(atlas, projection, placement.bounds(_MARGIN_CELLS))
    return compile_on(spec, read_geography(*spec.geography), projection, placement, land)


def lay_out(spec: SheetSpec) -> tuple[Projection, Placement]:
    """The projection of a sheet and its grid laid upon it."""
    at = spec.grid
    return Projection(at.crs), Placement(at.grid, at.width_km, at.grid.hex(at.anchor), at.anchor_xy_km)


def compile_on(
    spec: SheetSpec, geography: Geography, projection: Projection, placement: Placement, land: BaseGeometry
) -> Sheet:
    """The sheet of *geography* on a given piece of *land* (kilometres)."""
    grid = placement.grid
    hex_named = _Named(spec, grid)
    _check_rivers(spec, geography)
    water = water_of(land, geography.lakes, projection)
    sites = site_places(geography, projection, placement, spec.reclassified)
    points = representatives(placement, sites)
    known = {hex_named(name, "hexes"): known for name, known in spec.known.items()}
    forced = {hex_named(name, "ground.force_land") for name in spec.ground.force_land}
    terrain = terrain_of(
        placement,
        projection,
        water,
        geography.areas,
        land_threshold=spec.ground.land_threshold,
        forced_land={*sites, *forced, *known},
    )
    terrain.update({cell: k.terrain for cell, k in known.items()})
    terrain.update({hex_named(n, "ground.terrain"): kind for n, kind in spec.ground.terrain.items()})
    dry = {cell for cell, kind in terrain.items() if kind not in ("sea", "lake")}
    straits = {hex_named.side(pair, "ground.straits") for pair in spec.ground.straits}
    closed = _closed_sides(spec, hex_named, water_sides(placement, terrain, water, points), known) - straits

    cutter = Cutter(placement, points)
    walls = {c.side for course in geography.borders for c in cutter.cut(projection.line(course))}
    settled = {cell: k.country for cell, k in known.items()}
    owners = _owners(spec, hex_named)
    ownership = spread_ownership(grid, dry, sites, walls | closed | straits, leased=owners, settled=settled)
    _check_ownership(spec, grid, ownership)
    sides = all_sides(grid)
    open_sides = frozenset(s for s in sides if s[0] in dry and s[1] in dry and s not in closed | straits)

    xy: dict[str, XY] = {name: projection.xy(place.at) for name, place in geography.places.items()}
    ground = Ground(
        placement=placement,
        land=dry,
        closed=closed | straits,
        hard={cell for cell, kind in terrain.items() if kind in ("swamp", "mountain")},
    )
    kept, least = spec.rivers.kept, spec.rivers.least_sides
    rivers = river_segments(cutter, geography, projection, open_sides, kinds=kept, least_sides=least)
    rails = lay(geography.rails, ground, lambda s: xy[s] if isinstance(s, str) else projection.xy(s))
    roads = lay(geography.roads, ground, lambda s: xy[s] if isinstance(s, str) else projection.xy(s))
    return Sheet(
        spec=spec,
        projection=projection,
        placement=placement,
        water=water,
        terrain=terrain,
        country=ownership.country,
        coastal=frozenset(coastal_hexes(placement, terrain, water, sites)),
        sites=sites,
        closed=frozenset(closed),
        straits=frozenset(straits),
        frontier=frontier(sides, ownership.country),
        rivers=tuple(rivers),
        rails=tuple(rail_segments(rails, ownership.country)),
        roads=tuple(road_segments(roads)),
    )


def neighbours_over_land(sheet: Sheet, cell: Hex) -> list[Hex]:
    """The land hexes next to *cell* that no water hexside parts from it."""
    grid = sheet.grid
    return [
        n
        for n in grid.neighbours(cell)
        if sheet.terrain[n] not in ("sea", "lake") and grid.side(cell, n) not in sheet.closed
    ]


def _check_rivers(spec: SheetSpec, geography: Geography) -> None:
    for river in spec.river_kinds:
        if river not in geography.rivers:
            raise SpecError(f"{spec.name}.toml: river_kinds: {river!r} is no known river")


def _closed_sides(
    spec: SheetSpec, hex_named: _Named, found: set[Hexside], known: Collection[Hex]
) -> set[Hexside]:
    """The sides under water as the geography has *found* them, corrected by the board file."""
    # Where the hexes are settled by hand, so are the closed sides between them.
    closed = {side for side in found if side[0] not in known or side[1] not in known}
    closed -= {hex_named.side(pair, "ground.dry_hexsides") for pair in spec.ground.dry_hexsides}
    return closed | {hex_named.side(pair, "ground.sea_hexsides") for pair in spec.ground.sea_hexsides}


def _owners(spec: SheetSpec, hex_named: _Named) -> dict[Hex, str]:
    """Hexes whose owner the board file names, leased ones first."""
    leases = {hex_named(name, "leases"): owner for name, owner in spec.leases.items()}
    return leases | {hex_named(name, "countries"): owner for name, owner in spec.countries.items()}


def _check_ownership(spec: SheetSpec, grid: Grid, found: Ownership) -> None:
    if found.leaks:
        a, b = found.leaks[0]
        raise SpecError(
            f"{spec.name}.toml: countries: no border parts {grid.name(a)} ({found.country[a]}) from "
            f"{grid.name(b)} ({found.country[b]}); mend the border or settle one of them here"
        )
    if found.unowned:
        names = " ".join(grid.name(h) for h in found.unowned)
        raise SpecError(f"{spec.name}.toml: countries: no place speaks for {names}; settle them here")


class _Named:
    """Finds the hexes that a board file names; complains with the file and the key."""

    def __init__(self, spec: SheetSpec, grid: Grid) -> None:
        self._spec = spec
        self._grid = grid

    def __call__(self, name: str, key: str) -> Hex:
        try:
            return self._grid.hex(name)
        except UnknownHex as why:
            raise SpecError(f"{self._spec.name}.toml: {key}: {why}") from None

    def side(self, pair: tuple[str, str], key: str) -> Hexside:
        a, b = (self(name, key) for name in pair)
        try:
            return self._grid.side(a, b)
        except ValueError as why:
            raise SpecError(f"{self._spec.name}.toml: {key}: {why}") from None
