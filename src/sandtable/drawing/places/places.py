"""Towns by class, ports with an anchor."""

from __future__ import annotations

from sandtable.kernel.map.board import Place
from sandtable.kernel.map.hexes import Shape

from ..sheet import vocabulary
from ..sheet.sheet import Sheet
from ..sheet.svg import XY, group, num, path, polyline, tag
from ..sheet.theme import Theme
from .labels import SYMBOL, Box

_REACH = {"block": 33.0, "square": 13.0, "fort": 15.0, "ring": 9.0, "dot": 6.0, "tick": 4.5, "diamond": 10.0}
ANCHOR_SIZE = 8.5


def shown_places(sheet: Sheet) -> list[Place]:
    """The first place of each cell, which is the greatest one."""
    return [places[0] for h in sheet.cells if (places := sheet.board.places_at(h))]


def reach(sheet: Sheet, place: Place) -> float:
    """How far the symbol of *place* reaches from the middle of its cell."""
    return _REACH[vocabulary.town(place.kind).symbol] * sheet.symbols


def draw_places(sheet: Sheet) -> str:
    """The symbols of all places, lesser ones first."""
    ordered = sorted(shown_places(sheet), key=lambda p: (vocabulary.town(p.kind).rank, p.hex))
    return group(
        draw_symbol(
            vocabulary.town(p.kind).symbol, sheet.centre(p.hex), sheet.theme, sheet.symbols, sheet.grid.shape
        )
        for p in ordered
    ) + group(draw_anchor(anchor_at(sheet, p), sheet.theme, sheet.symbols) for p in ordered if p.port)


def taken_boxes(sheet: Sheet) -> list[tuple[Box, float]]:
    """What the symbols and anchors cover, for the labels to keep away from."""
    found: list[tuple[Box, float]] = []
    for place in shown_places(sheet):
        x, y = sheet.centre(place.hex)
        r = reach(sheet, place) + 1
        found.append(((x - r, y - r, x + r, y + r), SYMBOL))
        if place.port:
            ax, ay = anchor_at(sheet, place)
            s = ANCHOR_SIZE * sheet.symbols
            found.append(((ax - s, ay - s, ax + s, ay + s), SYMBOL))
    return found


def anchor_at(sheet: Sheet, place: Place) -> XY:
    """Where the anchor of a port stands: beside the symbol, on the side where the water is."""
    x, y = sheet.centre(place.hex)
    distance = reach(sheet, place) + (ANCHOR_SIZE + 3) * sheet.symbols
    wet = [
        n
        for n in sheet.grid.neighbours(place.hex)
        if n in sheet.board.terrain and vocabulary.ground(sheet.board.terrain[n]).water
    ]
    east = sum(sheet.centre(n)[0] - x for n in wet) >= 0
    return x + (distance if east else -distance), y


def draw_symbol(symbol: str, centre: XY, theme: Theme, scale: float, shape: Shape = Shape.HEX) -> str:
    """The *symbol* of a class of places."""
    x, y = centre
    s = scale
    if symbol == "block":
        return _block(x, y, theme, s, shape)
    if symbol in ("square", "fort"):
        outer = tag(
            "rect",
            x=x - 11 * s,
            y=y - 11 * s,
            width=22 * s,
            height=22 * s,
            fill=theme.symbol_fill,
            stroke=theme.symbol,
            stroke_width=2.2 * s,
        )
        inner = tag("rect", x=x - 6 * s, y=y - 6 * s, width=12 * s, height=12 * s, fill=theme.symbol)
        corners = "".join(
            tag(
                "rect",
                x=x + dx * 11 * s - 3.4 * s,
                y=y + dy * 11 * s - 3.4 * s,
                width=6.8 * s,
                height=6.8 * s,
                fill=theme.symbol,
            )
            for dx in (-1, 1)
            for dy in (-1, 1)
        )
        return outer + inner + (corners if symbol == "fort" else "")
    if symbol == "ring":
        return tag(
            "circle", cx=x, cy=y, r=7.6 * s, fill=theme.symbol_fill, stroke=theme.symbol, stroke_width=2.4 * s
        )
    if symbol == "dot":
        return tag(
            "circle", cx=x, cy=y, r=4.6 * s, fill=theme.symbol, stroke=theme.symbol_fill, stroke_width=1.4 * s
        )
    if symbol == "tick":
        return tag(
            "circle", cx=x, cy=y, r=3.2 * s, fill=theme.symbol_fill, stroke=theme.symbol, stroke_width=1.3 * s
        )
    r = 9 * s
    return path(
        polyline([(x, y - r), (x + r, y), (x, y + r), (x - r, y)], closed=True),
        fill=theme.symbol_fill,
        stroke=theme.symbol,
        stroke_width=2 * s,
    )


def draw_anchor(centre: XY, theme: Theme, scale: float) -> str:
    """The anchor of a port."""
    x, y = centre
    s = scale
    d = (
        f"M{num(x)} {num(y - 4.4 * s)}v{num(11.6 * s)}M{num(x - 3.6 * s)} {num(y - 1.8 * s)}h{num(7.2 * s)}"
        f"M{num(x - 6.4 * s)} {num(y + 2.2 * s)}q{num(0.6 * s)} {num(5 * s)} {num(6.4 * s)} {num(5.2 * s)}"
        f"q{num(5.8 * s)} {num(-0.2 * s)} {num(6.4 * s)} {num(-5.2 * s)}"
    )
    ring: dict[str, str | float] = {"cx": x, "cy": y - 6.3 * s, "r": 1.9 * s, "fill": "none"}
    line: dict[str, str | float] = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    return (
        path(d, fill="none", stroke=theme.halo, stroke_width=4.2 * s, **line)
        + tag("circle", stroke=theme.halo, stroke_width=4.0 * s, **ring)
        + path(d, fill="none", stroke=theme.water_name, stroke_width=1.7 * s, **line)
        + tag("circle", stroke=theme.water_name, stroke_width=1.5 * s, **ring)
    )


def _block(x: float, y: float, theme: Theme, s: float, shape: Shape) -> str:
    """A great city: a block of the cell's own shape, cut by streets."""
    if shape is Shape.HEX:
        ring = [(0, -33), (28.6, -16.5), (28.6, 16.5), (0, 33), (-28.6, 16.5), (-28.6, -16.5)]
        streets = [
            ((-28.6, -5), (28.6, 7)),
            ((-9, -27.8), (-12, 26)),
            ((12, -26), (9, 27.8)),
            ((-28, 13), (4, 31)),
            ((-2, -31), (28, -9)),
        ]
    else:
        ring = [(30, -30), (30, 30), (-30, 30), (-30, -30)]
        streets = [((-30, -6), (30, 8)), ((-10, -30), (-12, 30)), ((12, -30), (9, 30))]
    block = polyline([(x + px * s, y + py * s) for px, py in ring], closed=True)
    lines = "".join(
        polyline([(x + a[0] * s, y + a[1] * s), (x + b[0] * s, y + b[1] * s)]) for a, b in streets
    )
    return path(
        block, fill=theme.block, stroke=theme.symbol, stroke_width=2.2 * s, stroke_linejoin="round"
    ) + path(lines, fill="none", stroke=theme.symbol_fill, stroke_width=1.9 * s, stroke_opacity="0.85")
