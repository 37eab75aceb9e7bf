"""Things at a hex or on a hexside that are no places: bridges and ferries, drop zones, entries at the edge."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

from sandtable.kernel.map.board import Point

from ..sheet.sheet import CELL, Sheet
from ..sheet.svg import XY, group, num, tag
from ..sheet.theme import SERIF, Theme
from ..sheet.typography import Lettering
from .labels import SYMBOL, Box, Label, Spot, spots_around
from .point_art import draw_crossing, draw_entry, draw_mark, draw_zone

CROSSING_KINDS: Final = ("crossing", "bridge", "ferry")
ZONE_KINDS: Final = ("zone", "drop_zone", "landing_zone", "airfield", "strip")
ENTRY_KINDS: Final = ("entry", "entrance")
# Names without a mark: regions give a hex the name that the rules use for it, seas and bays are water.
REGION_KINDS: Final = ("region",)
WATER_KINDS: Final = ("sea", "bay", "gulf", "strait")

STATES: Final = {
    "intact": "Bridge, intact",
    "prepared": "Bridge, charges laid",
    "blown": "Bridge, blown",
    "gap": "Gap, no bridge",
    "ferry": "Ferry",
    "lock": "Lock with a road",
}
_STATE_FACTS: Final = ("at_start", "state")
_TYPE_FACTS: Final = ("type", "kind", "carries")


def crossing_state(point: Point) -> str:
    """Which drawing a crossing gets: ferries and locks by what they are, bridges by their state."""
    what = _fact(point, _TYPE_FACTS)
    state = _fact(point, _STATE_FACTS) or "intact"
    if point.kind == "ferry" or what == "ferry":
        return "gap" if state == "gap" else "ferry"
    if what == "lock":
        return "lock"
    return state if state in STATES else "intact"


def crossings(sheet: Sheet) -> list[Point]:
    """The bridges, ferries and locks of the board."""
    return [p for p in sheet.board.points if p.kind in CROSSING_KINDS]


def zones(sheet: Sheet) -> list[Point]:
    """The drop zones, landing zones and airstrips."""
    return [p for p in sheet.board.points if p.kind in ZONE_KINDS]


def entries(sheet: Sheet) -> list[Point]:
    """Where reinforcements come onto the board."""
    return [p for p in sheet.board.points if p.kind in ENTRY_KINDS]


def other_points(sheet: Sheet) -> list[Point]:
    """Points of a kind that has no drawing of its own."""
    known = {*CROSSING_KINDS, *ZONE_KINDS, *ENTRY_KINDS, *REGION_KINDS, *WATER_KINDS}
    return [p for p in sheet.board.points if p.kind not in known]


def draw_points(sheet: Sheet) -> str:
    """Zones lowest, then crossings, other marks and entries."""
    theme, s = sheet.theme, sheet.stroke
    drawn = [draw_zone(sheet.centre(p.hex), zone_radius(sheet, p), theme, s) for p in zones(sheet)]
    for p in crossings(sheet):
        where, slope = _on_side(sheet, p)
        state = crossing_state(p)
        drawn.append(
            tag(
                "g",
                draw_crossing(state, theme, s * 0.9),
                transform=f"translate({num(where[0])} {num(where[1])}) rotate({num(0 if state == 'ferry' else slope)})",
            )
        )
    drawn += [draw_mark(p.kind, _on_side(sheet, p)[0], theme, s) for p in other_points(sheet)]
    for p in entries(sheet):
        tip, slope = entry_tip(sheet, p)
        drawn.append(
            tag(
                "g",
                draw_entry(theme, s),
                transform=f"translate({num(tip[0])} {num(tip[1])}) rotate({num(slope)})",
            )
        )
    return group(drawn)


def point_boxes(sheet: Sheet) -> list[tuple[Box, float]]:
    """What the points cover, for the labels to keep away from."""
    found: list[tuple[Box, float]] = []
    for p in [*crossings(sheet), *other_points(sheet)]:
        (x, y), r = _on_side(sheet, p)[0], 15 * sheet.stroke
        found.append(((x - r, y - r, x + r, y + r), SYMBOL / 2))
    for p in entries(sheet):
        (x, y), r = entry_tip(sheet, p)[0], 26 * sheet.stroke
        found.append(((x - r, y - r, x + r, y + r), SYMBOL / 2))
    return found


def point_names(sheet: Sheet) -> list[Label]:
    """The names of zones, entries and crossings; those of crossings only where there is room."""
    theme = sheet.theme
    found: list[Label] = []
    for p in zones(sheet):
        lettering = Lettering(size=13.5 * sheet.lettering, weight=600)
        x, y = sheet.centre(p.hex)
        inner = [Spot(x=x, y=y + dy * lettering.size, dislike=0.1 * abs(dy)) for dy in (0.33, -0.6, 1.2)]
        around = spots_around((x, y), zone_radius(sheet, p), lettering, p.name)
        spots = inner + [Spot(x=q.x, y=q.y, dislike=q.dislike + 0.3) for q in around]
        found.append(_name_of(p, lettering, spots, theme, theme.zone, rank=11.5))
    for p in entries(sheet):
        # Where the place beside the arrow bears the same name, once is enough.
        if p.name in sheet.board.places and sheet.grid.distance(sheet.board.places[p.name].hex, p.hex) <= 2:
            continue
        lettering = Lettering(size=15 * sheet.lettering, weight=600)
        spots = spots_around(entry_tip(sheet, p)[0], 24 * sheet.stroke, lettering, p.name)
        found.append(_name_of(p, lettering, spots, theme, theme.accent, rank=12.5))
    for p in [*crossings(sheet), *other_points(sheet)]:
        lettering = Lettering(size=10.5 * sheet.lettering, italic=True)
        spots = spots_around(_on_side(sheet, p)[0], 15 * sheet.stroke, lettering, p.name)
        found.append(_name_of(p, lettering, spots, theme, theme.ink, rank=3.0, tolerance=0.35))
    return found + _region_names(sheet) + _sea_names(sheet)


def _region_names(sheet: Sheet) -> list[Label]:
    """The names of regions where no place of that name says the same."""
    theme = sheet.theme
    found: list[Label] = []
    for p in sheet.board.points:
        if p.kind not in REGION_KINDS or any(place.name in p.name for place in sheet.board.places_at(p.hex)):
            continue
        lettering = Lettering(size=11.5 * sheet.lettering, italic=True)
        x, y = sheet.centre(p.hex)
        spots = [Spot(x=x, y=y + sheet.radius * part) for part in (0.62, -0.3, 0.4, 0.1)]
        label = _name_of(p, lettering, spots, theme, theme.ink_soft, rank=2.5, tolerance=0.7)
        found.append(replace(label, part="region"))
    return found


def _name_of(
    point: Point,
    lettering: Lettering,
    spots: list[Spot],
    theme: Theme,
    colour: str,
    *,
    rank: float,
    tolerance: float = math.inf,
) -> Label:
    return Label(
        content=point.name,
        lettering=lettering,
        spots=spots,
        colour=colour,
        halo=theme.halo,
        rank=rank,
        tolerance=tolerance,
        part="point",
    )


def _sea_names(sheet: Sheet) -> list[Label]:
    """The names of seas and bays, wide and in italics."""
    theme = sheet.theme
    lettering = Lettering(size=26 * sheet.lettering, face=SERIF, italic=True, spacing=0.2)
    step = sheet.radius * 0.5
    return [
        Label(
            content=p.name,
            lettering=lettering,
            spots=[Spot(x=x + dx * step, y=y + dy * step) for dy in (0, 1, -1) for dx in (0, 1, -1)],
            colour=theme.water_name,
            halo=theme.water,
            rank=9.5,
            part="water",
        )
        for p in sheet.board.points
        if p.kind in WATER_KINDS
        for x, y in [sheet.centre(p.hex)]
    ]


def zone_radius(sheet: Sheet, point: Point) -> float:
    """The radius of a zone on the map; half a cell if it does not say."""
    try:
        radius = float(point.facts.get("radius_km", "nan"))
    except ValueError:
        radius = math.nan
    return CELL * 0.5 if math.isnan(radius) else max(CELL * 0.35, radius / sheet.board.scale_km * CELL)


def entry_tip(sheet: Sheet, point: Point) -> tuple[XY, float]:
    """Where the arrow of an entry ends and where it points: along the road, else inward from the nearest edge."""
    x, y = sheet.centre(point.hex)
    ways = [
        sheet.centre(s.b if s.a == point.hex else s.a)
        for net in sheet.board.nets.values()
        for s in net.segments
        if point.hex in (s.a, s.b)
    ]
    east, south = sum(wx - x for wx, _ in ways), sum(wy - y for _, wy in ways)
    if abs(east) + abs(south) < 1:
        inward = {(1.0, 0.0): x, (-1.0, 0.0): sheet.width - x, (0.0, 1.0): y, (0.0, -1.0): sheet.height - y}
        east, south = min(inward, key=lambda way: inward[way])
    length = math.hypot(east, south)
    east, south = east / length, south / length
    # The arrow keeps off the symbol in the middle, and its tail inside the frame.
    tail = 52 * sheet.stroke
    x = min(max(x - 16 * sheet.symbols * east, 8 + tail * east), sheet.width - 8 + tail * east)
    y = min(max(y - 16 * sheet.symbols * south, 8 + tail * south), sheet.height - 8 + tail * south)
    return (x, y), math.degrees(math.atan2(south, east))


def _on_side(sheet: Sheet, point: Point) -> tuple[XY, float]:
    """Where a point stands and the direction in which it is crossed, in degrees."""
    if point.side is None:
        return sheet.centre(point.hex), 0.0
    a, b = point.side
    (ax, ay), (bx, by) = sheet.centre(a), sheet.centre(b)
    return sheet.middle_of_side(a, b), math.degrees(math.atan2(by - ay, bx - ax))


def _fact(point: Point, keys: tuple[str, ...]) -> str:
    return next((point.facts[key] for key in keys if key in point.facts), "")
