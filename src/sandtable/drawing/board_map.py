"""A whole board as one SVG: ground, water, lines, places, names, frame, title, legend."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.boards import Outline
from sandtable.kernel.map.board import Board

from .ground.ground import draw_ground, hard_area, land_cells
from .ground.lines import draw_frontiers, draw_rails, draw_roads
from .ground.shore import Shore
from .ground.waterlines import Waterline, draw_waterlines, waterlines
from .pieces.counters import Counter, draw_counters
from .places.labels import Placed, draw_labels, place_labels
from .places.names import country_names, crowd_of, lake_names, place_names, river_names
from .places.places import draw_places
from .places.points import draw_points, point_names
from .sheet.furniture import draw_frame, draw_title, title_height
from .sheet.legend import draw_legend, legend_height
from .sheet.overlay import draw_grid, draw_numbers, draw_rim, draw_veils, hatch_patterns
from .sheet.sheet import Sheet
from .sheet.svg import group, num, path, tag
from .sheet.theme import LIGHT, Theme


def draw_board(
    board: Board,
    outline: Outline | None = None,
    *,
    counters: Sequence[Counter] = (),
    theme: Theme = LIGHT,
    width_px: int | None = None,
    show_numbers: bool = True,
    show_legend: bool = True,
    bare: bool = False,
) -> str:
    """*board* as an SVG document: title above, legend below, *counters* on their hexes.

    Without an *outline* the coast follows the cells. The picture is as wide as *width_px* asks, or as wide as it must
    be for its names to be read; it can be scaled freely. A *bare* picture is the map alone, without title, legend and
    frame: a point of the sheet has the same coordinates in it.
    """
    sheet = Sheet(board, theme)
    prefix = f"st-{board.name}-{theme.name}"
    shore = Shore(sheet, outline, land_cells(sheet))
    definitions = [shore.clip(f"{prefix}-land"), hatch_patterns(sheet, prefix)]
    on_map = _on_map(sheet, shore, outline, prefix, show_numbers=show_numbers)
    placed = draw_counters(sheet, counters)
    across = width_px or default_width(sheet)
    if bare:
        body = [tag("defs", *definitions), *on_map, placed]
        return document(board, body, sheet.width, sheet.height, across)
    frame = tag("rect", x=0.0, y=0.0, width=sheet.width, height=sheet.height)
    left, top = (sheet.page_width - sheet.width) / 2, title_height(sheet)
    below = top + sheet.height + sheet.margin * 0.6
    height = below + sheet.margin + (legend_height(sheet, prefix) if show_legend else 0.0)
    body = [
        tag("defs", tag("clipPath", frame, id=f"{prefix}-map"), *definitions),
        tag("rect", x=0.0, y=0.0, width=sheet.page_width, height=height, fill=theme.paper),
        draw_title(sheet),
        tag(
            "g",
            group(on_map, clip_path=f"url(#{prefix}-map)"),
            draw_frame(sheet),
            # Not clipped: on boards of small cells a counter at the edge is wider than its cell.
            placed,
            transform=f"translate({num(left)} {num(top)})",
        ),
    ]
    if show_legend:
        body.append(
            tag("g", draw_legend(sheet, prefix), transform=f"translate({num(sheet.margin)} {num(below)})")
        )
    return document(board, body, sheet.page_width, height, across)


def _on_map(
    sheet: Sheet, shore: Shore, outline: Outline | None, prefix: str, *, show_numbers: bool
) -> list[str]:
    """Everything that is printed on the map itself, from the water up to the names."""
    theme, lines = sheet.theme, waterlines(sheet)
    return [
        path(hard_area(sheet, sheet.cells), fill=theme.water)
        if outline is None
        else tag("rect", x=0.0, y=0.0, width=sheet.width, height=sheet.height, fill=theme.water),
        shore.draw_sea_and_land(),
        group([draw_ground(sheet, shore)], clip_path=f"url(#{prefix}-land)"),
        shore.draw_lakes_and_coast(f"{prefix}-land"),
        draw_grid(sheet),
        draw_frontiers(sheet),
        draw_waterlines(sheet, lines),
        draw_roads(sheet),
        draw_rails(sheet),
        draw_rim(sheet, solid=outline is None),
        draw_points(sheet),
        draw_places(sheet),
        draw_veils(sheet, prefix),
        draw_numbers(sheet) if show_numbers else "",
        draw_labels(board_labels(sheet, outline, lines, numbers=show_numbers)),
    ]


def board_labels(
    sheet: Sheet, outline: Outline | None, lines: Sequence[Waterline], *, numbers: bool = True
) -> list[Placed]:
    """Every name on the map, with the place it has found."""
    labels = [
        *place_names(sheet),
        *point_names(sheet),
        *river_names(sheet, lines),
        *country_names(sheet),
        *(lake_names(sheet, outline.lakes) if outline else ()),
    ]
    return place_labels(labels, crowd_of(sheet, lines, numbers=numbers))


def default_width(sheet: Sheet) -> int:
    """A width in pixels at which the names can be read."""
    return round(min(4200.0, max(900.0, sheet.page_width * 0.75 / max(1.0, sheet.lettering * 0.8))))


def document(board: Board, body: Sequence[str], width: float, height: float, shown: int) -> str:
    """The SVG document of *body*, shown *shown* pixels wide."""
    return tag(
        "svg",
        tag("title", _escaped(board.title)),
        *body,
        xmlns="http://www.w3.org/2000/svg",
        role="img",
        viewBox=f"0 0 {num(width)} {num(height)}",
        width=str(shown),
        height=str(round(shown * height / width)),
    )


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")
