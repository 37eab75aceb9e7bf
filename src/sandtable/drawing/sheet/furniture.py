"""What stands beside the map: title, scale bar, north arrow."""

from __future__ import annotations

import math
from typing import Final

from .sheet import CELL, Sheet
from .svg import group, num, path, polyline, tag
from .theme import SERIF
from .typography import Lettering

TITLE_HEIGHT: Final = 128.0
_MILE: Final = 1.609344


def title_height(sheet: Sheet) -> float:
    """How much room the title needs above the map."""
    return TITLE_HEIGHT * sheet.furniture


def draw_title(sheet: Sheet) -> str:
    """The title block: title and subtitle on the left, scale bar and north arrow on the right."""
    board, theme, f = sheet.board, sheet.theme, sheet.furniture
    left = sheet.margin
    room = sheet.page_width - 2 * sheet.margin
    bar, bar_width = _scale_bar(sheet)
    space = room - bar_width - 130 * f
    title = Lettering(size=56 * f, face=SERIF, weight=600, spacing=0.02)
    under = Lettering(size=23 * f)
    shrink = min(1.0, space / max(1.0, title.width(board.title)))
    title = Lettering(size=56 * f * shrink, face=SERIF, weight=600, spacing=0.02)
    subtitle = under.wrapped(subtitle_of(sheet), space)[:1]
    drawn = [title.set(board.title, left, 66 * f, fill=theme.ink)]
    drawn += [under.set(line, left + 2 * f, 102 * f, fill=theme.ink_soft) for line in subtitle]
    arrow_x = sheet.page_width - sheet.margin - 30 * f
    drawn.append(tag("g", _north(sheet), transform=f"translate({num(arrow_x)} {num(62 * f)})"))
    bar_x = arrow_x - 70 * f - bar_width
    drawn.append(tag("g", bar, transform=f"translate({num(bar_x)} {num(62 * f)})"))
    return group(drawn)


def subtitle_of(sheet: Sheet) -> str:
    """What the board says of itself, else its size and scale."""
    facts = sheet.board.facts
    if "subtitle" in facts:
        return facts["subtitle"]
    kind = "hexes" if sheet.grid.shape.value == "hex" else "squares"
    scale = (
        facts.get("scale")
        or f"{_short(sheet.board.scale_km)} km a {kind.removesuffix('es') if kind == 'hexes' else 'square'}"
    )
    parts = [facts["date"]] if "date" in facts else []
    return " · ".join([*parts, scale, f"{sheet.grid.columns} × {sheet.grid.rows} {kind}"])


def draw_frame(sheet: Sheet) -> str:
    """The neat line around the map: a strong and a fine rule."""
    theme, f = sheet.theme, sheet.furniture
    gap = 7 * f
    return tag(
        "rect",
        x=0.0,
        y=0.0,
        width=sheet.width,
        height=sheet.height,
        fill="none",
        stroke=theme.frame,
        stroke_width=1.6 * f,
    ) + tag(
        "rect",
        x=-gap,
        y=-gap,
        width=sheet.width + 2 * gap,
        height=sheet.height + 2 * gap,
        fill="none",
        stroke=theme.frame,
        stroke_width=3.6 * f,
    )


def _scale_bar(sheet: Sheet) -> tuple[str, float]:
    """Kilometres above, miles below, on one bar; and its width."""
    theme, f = sheet.theme, sheet.furniture
    per_km = CELL / sheet.board.scale_km
    small = Lettering(size=17 * f)
    target = 420 * f
    km = _round_number(target / per_km)
    miles = _round_number(target / per_km / _MILE)
    drawn: list[str] = []
    for length, unit, side in (
        (km * per_km, f"{_short(km)} km", -1),
        (miles * _MILE * per_km, f"{_short(miles)} mi", 1),
    ):
        y = -9 * f if side < 0 else 0.0
        for i in range(4):
            drawn.append(
                tag(
                    "rect",
                    x=length * i / 4,
                    y=y,
                    width=length / 4,
                    height=9 * f,
                    fill=theme.ink if (i + (side > 0)) % 2 == 0 else theme.paper,
                    stroke=theme.ink,
                    stroke_width=1.2 * f,
                )
            )
        baseline = -16 * f if side < 0 else 27 * f
        drawn.append(small.set("0", 0.0, baseline, text_anchor="middle", fill=theme.ink_soft))
        drawn.append(small.set(unit, length, baseline, text_anchor="middle", fill=theme.ink_soft))
    widest = max(km * per_km, miles * _MILE * per_km)
    return group(drawn), widest + small.width(f"{_short(km)} km") / 2


def _north(sheet: Sheet) -> str:
    theme, f = sheet.theme, sheet.furniture
    r = 26 * f
    return (
        tag("circle", cx=0.0, cy=0.0, r=r * 0.72, fill="none", stroke=theme.ink, stroke_width=1.4 * f)
        + path(polyline([(0, -r * 1.15), (r * 0.34, r * 0.62), (0, r * 0.3)], closed=True), fill=theme.ink)
        + path(
            polyline([(0, -r * 1.15), (-r * 0.34, r * 0.62), (0, r * 0.3)], closed=True),
            fill=theme.paper,
            stroke=theme.ink,
            stroke_width=1.4 * f,
            stroke_linejoin="round",
        )
        + Lettering(size=19 * f, weight=600).set("N", 0.0, -r * 1.32, text_anchor="middle", fill=theme.ink)
    )


def _round_number(about: float) -> float:
    """The largest of 1, 2, 5, 10, 20, ... that is not above *about*."""
    power = 10.0 ** math.floor(math.log10(about))
    return max(step * power for step in (1, 2, 5) if step * power <= about * 1.0001)


def _short(value: float) -> str:
    return f"{value:g}" if value < 100 else f"{value:,.0f}"
