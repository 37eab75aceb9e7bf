"""The board of the airborne corridor, compiled from its geography onto any grid of hexes or squares."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from shapely.geometry import LineString, Point, Polygon

from sandtable.boards import OUTLINE_FORMAT
from sandtable.kernel.map import board as boards
from sandtable.kernel.map.board import Board, Hexsides, Net, Place
from sandtable.kernel.map.boardtext import format_board
from sandtable.kernel.map.hexes import Hex

from .. import geography
from ..cutting import CompiledBoard
from ..hexsides import Cutter
from ..ownership import spread_ownership
from ..placement import Placement
from ..places import Site
from ..projection import XY, Projection
from ..sheet import lay_out
from ..specs import SheetSpec, SpecError, read_board_spec
from .geography import PLACE_KINDS, WATER_KINDS, Corridor, Feature, read_corridor
from .ground import areas_of, ground_of
from .roads import rail_segments, road_segments
from .water import Crossing, Waters, bank_points, water_segments, waters_of


def compile_corridor(spec_path: Path) -> CompiledBoard:
    """The board that the board file at *spec_path* describes."""
    spec, sheet = read_board_spec(spec_path.stem, spec_path.parent)
    if sheet is None or len(sheet.geography) != 1:
        raise SpecError(f"{spec_path.name}: geography: the corridor is compiled from exactly one file")
    if sheet.grid.grid.diagonals:
        raise SpecError(f"{spec_path.name}: grid.diagonals: a road would slip between the sides of a river")
    corridor = read_corridor(sheet.geography[0])
    projection, placement = lay_out(sheet)
    points = bank_points(corridor, projection, placement)
    waters = waters_of(corridor, projection, placement, points)
    grid = placement.grid
    board = Board(
        spec.name,
        grid,
        ground_of(corridor, projection, placement),
        title=spec.title,
        scale_km=placement.width_km,
        country=_countries(corridor, projection, placement, points),
        places=_places(corridor, projection, placement),
        hexsides={kind: Hexsides(grid, waters.sides(kind)) for kind in WATER_KINDS},
        nets={
            "road": Net(grid, road_segments(corridor, projection, placement, waters)),
            "rail": Net(grid, rail_segments(corridor, projection, placement, waters)),
        },
        rivers=water_segments(waters),
        areas=areas_of(corridor, projection, placement),
        points=[
            *(_crossing_point(crossing, placement) for crossing in waters.crossings),
            *_points("zone", corridor.zones, projection, placement),
            *_points("entry", corridor.entries, projection, placement),
            *_heights(corridor, projection, placement),
        ],
        facts=_facts(sheet, spec.facts),
    )
    return CompiledBoard(board=board, text=format_board(board), outline=_outline(waters, placement))


def _places(corridor: Corridor, projection: Projection, placement: Placement) -> list[Place]:
    """The places cell by cell, the greatest of a cell first."""
    found: list[tuple[Hex, int, str, Place]] = []
    for p in corridor.places.values():
        cell = placement.locate(*projection.xy(p.at))
        if cell is not None:
            found.append((cell, -PLACE_KINDS.index(p.kind), p.name, Place(p.name, cell, p.kind, p.country)))
    return [place for *_, place in sorted(found, key=lambda f: f[:3])]


def _countries(
    corridor: Corridor, projection: Projection, placement: Placement, points: dict[Hex, XY]
) -> dict[Hex, str]:
    sites: dict[Hex, tuple[Site, ...]] = {}
    for p in corridor.places.values():
        xy = projection.xy(p.at)
        cell = placement.locate(*xy)
        # Only a place that speaks for its cell spreads its country: another may lie across the frontier.
        if cell is not None and points[cell] == xy:
            settlement = geography.Settlement(
                name=p.name,
                latitude=p.latitude,
                longitude=p.longitude,
                kind="town",
                country=p.country,
                port=False,
            )
            sites[cell] = (Site(settlement=settlement, kind="town", xy=xy),)
    cutter = Cutter(placement, points)
    walls = {c.side for course in corridor.borders for c in cutter.cut(projection.line(course))}
    cells = placement.grid.cells
    return spread_ownership(placement.grid, frozenset(cells), sites, walls, leased={}).country


def _crossing_point(crossing: Crossing, placement: Placement) -> boards.Point:
    """A crossing belongs to the bank cell that it is nearer to."""
    at = Point(crossing.xy)
    cell = min(crossing.side, key=lambda h: (round(at.distance(Point(placement.centre_xy(h))), 6), h))
    return boards.Point("crossing", crossing.feature.name, cell, crossing.side, crossing.feature.facts)


def _points(
    kind: str, features: Sequence[Feature], projection: Projection, placement: Placement
) -> list[boards.Point]:
    found: list[boards.Point] = []
    for feature in features:
        cell = placement.locate(*projection.xy(feature.at))
        if cell is not None:
            found.append(boards.Point(kind, feature.name, cell, None, feature.facts))
    return found


def _heights(corridor: Corridor, projection: Projection, placement: Placement) -> list[boards.Point]:
    found: list[boards.Point] = []
    for area in corridor.areas:
        if area.kind == "height":
            middle = Polygon([projection.xy(p) for p in area.ring]).representative_point()
            cell = placement.locate(middle.x, middle.y)
            if cell is not None:
                found.append(boards.Point("height", area.name, cell, None, {}))
    return found


def _facts(sheet: SheetSpec, facts: dict[str, str]) -> dict[str, str]:
    at = sheet.grid
    x, y = at.anchor_xy_km
    return {
        "projection": at.crs,
        "anchor": f"{at.anchor} at {x} {y} km",
        "geography": sheet.geography[0].name,
        **facts,
    }


def _outline(waters: Waters, placement: Placement) -> str:
    """The whole board as land, and the courses of the waters for the artist."""
    x0, y0, x1, y1 = placement.bounds(1.0)
    lines = [OUTLINE_FORMAT, "[land]", _drawn([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], placement)]
    for kind in WATER_KINDS:
        for name, course in waters.courses.items():
            if waters.kinds[name] == kind:
                lines += [f"[course {kind} {name}]", _drawn(_bends(course), placement)]
    return "\n".join(lines) + "\n"


def _bends(course: LineString) -> list[XY]:
    return [(float(x), float(y)) for x, y in course.simplify(0.005).coords]


def _drawn(line: Sequence[XY], placement: Placement) -> str:
    drawn = [placement.drawn(p) for p in line]
    # Adding zero turns -0.0 into 0.0, which would otherwise print as "-0.000".
    return " ".join(f"{round(x, 3) + 0:.3f},{round(y, 3) + 0:.3f}" for x, y in drawn)
