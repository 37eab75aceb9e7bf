"""What lies over the land: the grid, the numbers, and the veil over what is out of play or neutral."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from sandtable.kernel.map.hexes import Hex

from ..ground.ground import hard_area, is_water
from .sheet import NUMBER_HEIGHT, Sheet, contains, side_steps, vertex
from .svg import XY, group, num, path, tag, words
from .theme import SANS

NUMBER_SIZE: Final = 10.0


def draw_grid(sheet: Sheet) -> str:
    """Every side of every cell, once."""
    pieces: list[str] = []
    seen: set[tuple[tuple[int, int], tuple[int, int]]] = set()
    for cell in sheet.cells:
        corners = sheet.corners(cell)
        run: list[XY] = []
        for number in [*side_steps(sheet.grid).values()]:
            p, q = corners[number], corners[(number + 1) % len(corners)]
            u, v = sorted((vertex(p), vertex(q)))
            if (u, v) in seen:
                pieces.append(_relative(run))
                run = []
                continue
            seen.add((u, v))
            run = [*run, q] if run else [p, q]
        pieces.append(_relative(run))
    return path(
        "".join(pieces),
        fill="none",
        stroke=sheet.theme.grid,
        stroke_width=1.1,
        stroke_opacity=f"{sheet.theme.grid_opacity:g}",
        stroke_linejoin="round",
    )


def draw_numbers(sheet: Sheet) -> str:
    """The number of every cell, at its top."""
    theme = sheet.theme

    def numbers(wet: bool) -> list[str]:
        return [
            words(sheet.grid.name(h), x, y - sheet.radius * NUMBER_HEIGHT)
            for h in sheet.cells
            if is_water(sheet, h) == wet
            for x, y in [sheet.centre(h)]
        ]

    return group(
        [group(numbers(False), fill=theme.number), group(numbers(True), fill=theme.number_on_water)],
        font_family=SANS,
        font_size=NUMBER_SIZE,
        text_anchor="middle",
        **{"class": "numbers"},
    )


def out_of_play(sheet: Sheet) -> list[Hex]:
    """The cells of the map on which the game is not played."""
    return [h for h in sheet.cells if not contains(sheet.board.in_play, h)]


def neutral_cells(sheet: Sheet) -> list[Hex]:
    """The land cells of neutral countries."""
    area = sheet.board.areas.get("neutral", 0)
    return [h for h in sheet.cells if contains(area, h) and not is_water(sheet, h)]


def hatch_patterns(sheet: Sheet, prefix: str) -> str:
    """The hatchings of the veils, for the definitions."""
    theme = sheet.theme
    return hatch(f"{prefix}-neutral", 15, 1.5, theme.veil_line, "45", 0.75) + hatch(
        f"{prefix}-veil", 11, 1.2, theme.veil_line, "-45", 0.55
    )


def hatch(name: str, gap: float, weight: float, colour: str, slope: str, strength: float) -> str:
    """A pattern of parallel lines."""
    return tag(
        "pattern",
        path(f"M0 0V{num(gap)}", stroke=colour, stroke_width=weight * 2, stroke_opacity=f"{strength:g}"),
        id=name,
        width=gap,
        height=gap,
        patternUnits="userSpaceOnUse",
        patternTransform=f"rotate({slope})",
    )


def draw_veils(sheet: Sheet, prefix: str) -> str:
    """A hatching over neutral land, and a hatched veil over what is out of play."""
    theme = sheet.theme
    neutral, outside = neutral_cells(sheet), out_of_play(sheet)
    drawn: list[str] = []
    if neutral:
        drawn.append(path(hard_area(sheet, neutral), fill=f"url(#{prefix}-neutral)", fill_rule="evenodd"))
    if outside:
        area = hard_area(sheet, outside)
        drawn.append(path(area, fill=theme.veil, fill_opacity="0.62", fill_rule="evenodd"))
        drawn.append(
            path(
                area,
                fill=f"url(#{prefix}-veil)",
                fill_rule="evenodd",
                stroke=theme.veil_line,
                stroke_width=2.4 * sheet.stroke,
                stroke_linejoin="round",
            )
        )
    return group(drawn)


def draw_rim(sheet: Sheet, *, solid: bool) -> str:
    """Paper over whatever lies between the outermost cells and the frame."""
    around = f"M-2 -2H{num(sheet.width + 2)}V{num(sheet.height + 2)}H-2Z"
    return path(
        around + hard_area(sheet, sheet.cells),
        fill=sheet.theme.paper,
        fill_rule="evenodd",
        fill_opacity=None if solid else "0.7",
    )


def _relative(run: list[XY]) -> str:
    if len(run) < 2:
        return ""
    first = f"M{num(run[0][0])} {num(run[0][1])}l"
    return first + " ".join(f"{num(q[0] - p[0])} {num(q[1] - p[1])}" for p, q in pairwise(run))
