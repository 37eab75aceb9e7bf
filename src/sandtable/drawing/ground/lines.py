"""Railways, roads and frontiers."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import pairwise
from typing import Final

from sandtable.kernel.map.board import Segment
from sandtable.kernel.map.hexes import Hex

from ..sheet import vocabulary
from ..sheet.sheet import Sheet, Vertex, vertex
from ..sheet.svg import XY, group, path, polyline, rounded_line
from ..sheet.theme import Theme
from .regions import trails

GAUGES: Final = {
    "": "Railway",
    "broad": "Railway, broad gauge",
    "standard": "Railway, standard gauge",
    "narrow": "Railway, narrow gauge",
}
ROADS: Final = {
    "route": "Main axis",
    "1": "Main road",
    "2": "Second-class road",
    "3": "Dike or sand road",
    "": "Road",
}
# As many frontiers as there are colours and dashes that can be told apart.
_PAIRS_APART: Final = 5
_ROAD_ORDER: Final = ("3", "2", "", "1", "route")


def rail_style(segment: Segment) -> tuple[str, bool]:
    """The gauge of a piece of railway and whether it is certain."""
    return segment.facts.get("gauge", ""), segment.facts.get("sure", "yes") not in ("no", "false")


def road_style(segment: Segment) -> str:
    """The class of a piece of road: "route" for the axis of the campaign, else 1, 2, 3 or nothing."""
    if segment.facts.get("route") or segment.name == "Club Route":
        return "route"
    given = segment.facts.get("class", "")
    return given if given in ROADS else ""


def draw_roads(sheet: Sheet) -> str:
    """The roads, lesser ones first; all edges below all surfaces, so that crossings are open."""
    roads = sheet.board.nets.get("road")
    if roads is None:
        return ""
    by_style: dict[str, list[Segment]] = {}
    for segment in roads.segments:
        by_style.setdefault(road_style(segment), []).append(segment)
    lines = {style: _net_lines(sheet, by_style[style]) for style in _ROAD_ORDER if style in by_style}
    under = [draw_road_edge(style, d, sheet.theme, sheet.stroke) for style, d in lines.items()]
    over = [draw_road(style, d, sheet.theme, sheet.stroke) for style, d in lines.items()]
    return group([*under, *over], fill="none", stroke_linejoin="round", stroke_linecap="round")


def draw_road_edge(style: str, d: str, theme: Theme, scale: float) -> str:
    """The dark edges of a road."""
    width = {"route": 9.5, "1": 7.0, "2": 5.2, "": 6.0}.get(style)
    return path(d, stroke=theme.road_edge, stroke_width=width * scale) if width else ""


def draw_road(style: str, d: str, theme: Theme, scale: float) -> str:
    """The surface of a road."""
    if style == "3":
        return path(
            d, stroke=theme.track, stroke_width=2.2 * scale, stroke_dasharray="7 4", stroke_linecap="butt"
        )
    colour, width = {
        "route": (theme.accent, 6.6),
        "1": (theme.road, 4.6),
        "2": (theme.road_second, 3.0),
        "": (theme.road, 3.6),
    }[style]
    return path(d, stroke=colour, stroke_width=width * scale)


def draw_rails(sheet: Sheet) -> str:
    """The railways, by gauge."""
    rails = sheet.board.nets.get("rail")
    if rails is None:
        return ""
    roads = sheet.board.nets.get("road")
    beside = {frozenset((s.a, s.b)) for s in roads.segments} if roads is not None else set()
    by_style: dict[tuple[str, bool], list[Segment]] = {}
    for segment in rails.segments:
        by_style.setdefault(rail_style(segment), []).append(segment)
    return group(
        [
            draw_rail(
                gauge, sure, _net_lines(sheet, by_style[gauge, sure], beside), sheet.theme, sheet.stroke
            )
            for gauge, sure in sorted(by_style)
        ],
        fill="none",
        stroke_linejoin="round",
    )


def draw_rail(gauge: str, sure: bool, d: str, theme: Theme, scale: float) -> str:
    """A railway: broad in black and white, standard a line with sleepers, narrow a thin one with few of them."""
    ink = theme.rail if sure else theme.rail_unsure
    if gauge == "broad":
        return path(d, stroke=ink, stroke_width=5.2 * scale) + path(
            d, stroke=theme.rail_gap, stroke_width=2.8 * scale, stroke_dasharray="9 9"
        )
    if gauge == "narrow":
        return path(d, stroke=ink, stroke_width=1.4 * scale) + path(
            d, stroke=ink, stroke_width=6 * scale, stroke_dasharray="1.4 18"
        )
    return path(d, stroke=ink, stroke_width=2.5 * scale) + path(
        d, stroke=ink, stroke_width=7.6 * scale, stroke_dasharray="1.7 8"
    )


def frontiers(sheet: Sheet) -> dict[tuple[str, str], list[tuple[Hex, Hex]]]:
    """The hexsides between two countries on land, by the pair of countries."""
    country = sheet.board.country
    found: dict[tuple[str, str], list[tuple[Hex, Hex]]] = {}
    for a in sheet.cells:
        for b in sheet.grid.neighbours(a):
            if a < b and a in country and b in country and country[a] != country[b]:
                one, other = sorted((country[a], country[b]))
                found.setdefault((one, other), []).append((a, b))
    return dict(sorted(found.items()))


def draw_frontiers(sheet: Sheet) -> str:
    """Frontiers as a band of colour with a dashed line."""
    return group(
        (
            draw_frontier(number, _side_lines(sheet, sides), sheet.theme, sheet.stroke)
            for number, sides in enumerate(frontier_kinds(sheet).values())
        ),
        fill="none",
        stroke_linejoin="round",
    )


def frontier_kinds(sheet: Sheet) -> dict[str, list[tuple[Hex, Hex]]]:
    """What the legend calls the frontiers: each pair of countries apart, or all as one where there are too many."""
    pairs = frontiers(sheet)
    if len(pairs) > _PAIRS_APART:
        return {"Frontier": [side for sides in pairs.values() for side in sides]}
    return {
        f"Frontier {vocabulary.country(one)}–{vocabulary.country(other)}": sides
        for (one, other), sides in pairs.items()
    }


def draw_frontier(number: int, d: str, theme: Theme, scale: float) -> str:
    """One frontier, in the colour and dash that belong to *number*."""
    colour = theme.frontier[number % len(theme.frontier)]
    dash = ("14 5 2 5", "9 6", "16 4 2 4 2 4", "3 5", "20 6")[number % 5]
    return path(
        d, stroke=colour, stroke_width=11 * scale, stroke_opacity="0.26", stroke_linecap="round"
    ) + path(d, stroke=colour, stroke_width=2.6 * scale, stroke_dasharray=dash)


def road_classes(segments: Iterable[Segment]) -> set[str]:
    """The road classes among *segments*."""
    return {road_style(s) for s in segments}


def road_label(style: str, segments: Iterable[Segment]) -> str:
    """What the legend calls a class of road; the main axis goes by its own name."""
    if style == "route":
        return ", ".join(sorted({s.name for s in segments if road_style(s) == "route"}))
    return ROADS[style]


def _net_lines(
    sheet: Sheet, segments: Iterable[Segment], beside: Collection[frozenset[Hex]] = frozenset()
) -> str:
    """Path data of pieces from cell to cell, joined, and rounded where nothing stands in the cell.

    Pieces that run *beside* a road step aside, so that both can be seen.
    """
    pieces = [(s.a, s.b) for s in segments]
    degree: dict[Hex, int] = {}
    for a, b in set(pieces):
        degree[a] = degree.get(a, 0) + 1
        degree[b] = degree.get(b, 0) + 1
    marked = {p.hex for p in sheet.board.places.values()}
    found: list[str] = []
    for trail in trails(pieces, sheet.centre):
        # All lines go south or east, so that each keeps to the same side of its road.
        backward = sum(sheet.centre(trail[-1])) < sum(sheet.centre(trail[0]))
        line = trail[::-1] if backward else trail
        sharp = [h in marked or degree[h] != 2 for h in line]
        points = [sheet.centre(h) for h in line]
        shifts = [
            _aside(p, q, 8.5 * sheet.stroke) if frozenset(pair) in beside else (0.0, 0.0)
            for pair, (p, q) in zip(pairwise(line), pairwise(points), strict=True)
        ]
        for i in range(1, len(line) - 1):
            if not sharp[i]:
                (x, y), (ax, ay), (bx, by) = points[i], shifts[i - 1], shifts[i]
                points[i] = x + (ax + bx) / 2, y + (ay + by) / 2
        found.append(rounded_line(points, sharp))
    return "".join(found)


def _aside(p: XY, q: XY, distance: float) -> XY:
    """A step to the right of the line from *p* to *q*."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    length = (dx * dx + dy * dy) ** 0.5
    return -dy / length * distance, dx / length * distance


def _side_lines(sheet: Sheet, sides: Iterable[tuple[Hex, Hex]]) -> str:
    corners: dict[Vertex, XY] = {}
    pieces: list[tuple[Vertex, Vertex]] = []
    for a, b in sides:
        p, q = sheet.side(a, b)
        if p != q:
            corners[vertex(p)], corners[vertex(q)] = p, q
            pieces.append((vertex(p), vertex(q)))
    return "".join(polyline([corners[u] for u in line]) for line in trails(pieces, corners.__getitem__))
