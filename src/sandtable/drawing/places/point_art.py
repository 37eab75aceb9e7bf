"""The drawings of bridges, ferries, zones and entries; each state has a shape of its own, whatever its colour."""

from __future__ import annotations

from ..sheet.svg import XY, num, path, polyline, tag
from ..sheet.theme import Theme


def draw_zone(centre: XY, radius: float, theme: Theme, scale: float) -> str:
    """A drop or landing zone: a circle, as on an air map."""
    x, y = centre
    return tag(
        "circle",
        cx=x,
        cy=y,
        r=radius,
        fill=theme.zone,
        fill_opacity="0.1",
        stroke=theme.zone,
        stroke_width=2.6 * scale,
        stroke_dasharray="9 5",
    )


def draw_mark(kind: str, centre: XY, theme: Theme, scale: float) -> str:
    """A height as a triangle, a point of no special kind as a small lozenge."""
    x, y = centre
    r = 8 * scale
    triangle = [(x, y - r), (x + r, y + r * 0.7), (x - r, y + r * 0.7)]
    lozenge = [(x, y - r), (x + r, y), (x, y + r), (x - r, y)]
    return path(
        polyline(triangle if kind == "height" else lozenge, closed=True),
        fill=theme.rough_mark if kind == "height" else theme.symbol_fill,
        stroke=theme.symbol,
        stroke_width=1.8 * scale,
        stroke_linejoin="round",
    )


def draw_crossing(state: str, theme: Theme, scale: float) -> str:
    """A crossing whose road runs from left to right through the origin; each state has a shape of its own."""
    s = scale
    half, wide = 15 * s, 5.5 * s
    line: dict[str, str | float] = {
        "fill": "none",
        "stroke": theme.symbol,
        "stroke_width": 2.2 * s,
        "stroke_linecap": "round",
        "stroke_linejoin": "round",
    }
    if state == "ferry":
        hull = f"M{num(-9 * s)} {num(-1 * s)}h{num(18 * s)}l{num(-4 * s)} {num(6 * s)}h{num(-10 * s)}z"
        mast = f"M0 {num(-1 * s)}v{num(-8 * s)}l{num(6 * s)} {num(5 * s)}h{num(-6 * s)}"
        return (
            path(hull + mast, stroke=theme.halo, stroke_width=5 * s, fill=theme.halo, stroke_linejoin="round")
            + path(hull, fill=theme.symbol, stroke="none")
            + path(mast, **line)
        )
    rails = "".join(
        f"M{num(-half - 4 * s)} {num(side * (wide + 4 * s))}L{num(-half)} {num(side * wide)}H{num(half)}L{num(half + 4 * s)} {num(side * (wide + 4 * s))}"
        for side in (-1, 1)
    )
    deck = tag("rect", x=-half, y=-wide, width=2 * half, height=2 * wide, fill=theme.symbol_fill)
    if state in ("blown", "gap"):
        broken = "".join(
            f"M{num(e * (half + 4 * s))} {num(side * (wide + 4 * s))}L{num(e * half)} {num(side * wide)}H{num(e * 6 * s)}"
            for side in (-1, 1)
            for e in (-1, 1)
        )
        cross = f"M{num(-5 * s)} {num(-5 * s)}L{num(5 * s)} {num(5 * s)}M{num(-5 * s)} {num(5 * s)}L{num(5 * s)} {num(-5 * s)}"
        strike = (
            path(cross, fill="none", stroke=theme.accent, stroke_width=3.2 * s, stroke_linecap="round")
            if state == "blown"
            else ""
        )
        return (
            path(broken, fill="none", stroke=theme.halo, stroke_width=5.5 * s) + path(broken, **line) + strike
        )
    inside = ""
    if state == "prepared":
        inside = path(
            polyline([(0, -4.6 * s), (5 * s, 4 * s), (-5 * s, 4 * s)], closed=True),
            fill=theme.accent,
            stroke="none",
        )
    elif state == "lock":
        inside = path(
            f"M{num(-6 * s)} {num(-wide)}L0 0L{num(-6 * s)} {num(wide)}M{num(2 * s)} {num(-wide)}L{num(8 * s)} 0L{num(2 * s)} {num(wide)}",
            **line,
        )
    return (
        deck
        + path(rails, fill="none", stroke=theme.halo, stroke_width=5 * s)
        + deck
        + path(rails, **line)
        + inside
    )


def draw_entry(theme: Theme, scale: float) -> str:
    """An arrow that points to the right and ends at the origin."""
    s = scale
    ring = [(0, 0), (-22, -15), (-22, -7), (-50, -7), (-50, 7), (-22, 7), (-22, 15)]
    return path(
        polyline([(x * s, y * s) for x, y in ring], closed=True),
        fill=theme.accent,
        stroke=theme.halo,
        stroke_width=2 * s,
        stroke_linejoin="round",
    )
