"""What the legend explains: exactly what occurs on this board, drawn as it is drawn on the map."""

from __future__ import annotations

from typing import Final

from ..ground import lines
from ..ground.ground import textured_areas
from ..ground.textures import MARKS, draw_marks
from ..ground.waterlines import draw_bank, draw_water, drawn_sides
from ..places import point_art, points
from ..places.places import draw_anchor, draw_symbol, shown_places
from . import vocabulary
from .overlay import neutral_cells, out_of_play
from .sheet import Sheet, noise
from .svg import group, num, tag

SAMPLE: Final = (76.0, 29.0)
_LEVEL: Final = f"M3 {num(SAMPLE[1] / 2)}H{num(SAMPLE[0] - 3)}"
# Facts of a board that a reader should know, and what the legend calls them.
NOTED_FACTS: Final = {
    "coast": "Coast",
    "lakes": "Lakes",
    "provenance": "Map",
    "reconstructed": "Reconstructed",
    "countries": "Frontiers",
    "note": "Note",
}


class Entry:
    """One line of the legend: a sample and what it means. The sample is drawn in a box of SAMPLE's size."""

    def __init__(self, label: str, sample: str) -> None:
        self.label: Final = label
        self.sample: Final = sample


Section = tuple[str, list[Entry]]


def legend_sections(sheet: Sheet, prefix: str) -> list[Section]:
    """All sections that have something to say."""
    sections = [
        ("Terrain", _terrain(sheet)),
        ("Hexsides" if sheet.grid.shape.value == "hex" else "Sides", _sides(sheet)),
        ("Lines", _lines(sheet)),
        ("Places", _places(sheet)),
        ("Crossings and zones", _points(sheet)),
        ("Status", _status(sheet, prefix)),
    ]
    return [section for section in sections if section[1]]


def legend_notes(sheet: Sheet) -> list[str]:
    """What is reconstructed and where the rest comes from, a sentence each."""
    facts = sheet.board.facts
    return [f"{word}: {facts[key]}" for key, word in NOTED_FACTS.items() if key in facts]


def _terrain(sheet: Sheet) -> list[Entry]:
    order = list(vocabulary.GROUNDS)
    words = sorted(sheet.board.terrain_bits, key=lambda t: (order.index(t) if t in order else len(order), t))
    entries = [Entry(vocabulary.ground(t).label, _patch(sheet, vocabulary.ground(t))) for t in words]
    for name, style in textured_areas(sheet):
        # A board may say what an area counts as: "polder plays as marsh".
        played = f" ({sheet.board.facts[name]})" if name in sheet.board.facts else ""
        entries.append(Entry(style.label + played, _patch(sheet, style)))
    return entries


def _patch(sheet: Sheet, style: vocabulary.Ground) -> str:
    """A piece of ground as a swatch."""
    theme = sheet.theme
    width, height = SAMPLE
    colour = getattr(theme, style.fill) if style.fill else theme.land
    swatch = tag(
        "rect",
        x=0.0,
        y=0.0,
        width=width,
        height=height,
        rx=5.0,
        fill=colour,
        stroke=theme.grid,
        stroke_width=1.0,
        stroke_opacity="0.5",
    )
    mark = MARKS.get(style.mark)
    if mark is None:
        return swatch
    # Two staggered rows of small marks, one row of wide ones.
    rows = (height * 0.36, height * 0.74) if mark.spacing < 24 else (height * 0.58,)
    inside = [
        (12 + step * mark.spacing * 0.8 + row * mark.spacing * 0.4, y, noise(step, row, 5))
        for row, y in enumerate(rows)
        for step in range(int((width - 20 - row * mark.spacing * 0.4) / (mark.spacing * 0.8)) + 1)
    ]
    return swatch + draw_marks(mark, inside, theme, 0.86)


def _sides(sheet: Sheet) -> list[Entry]:
    theme = sheet.theme
    width, height = SAMPLE
    bent = f"M3 {num(height * 0.62)}C{num(width * 0.3)} 3 {num(width * 0.62)} {num(height * 0.95)} {num(width - 3)} {num(height * 0.4)}"
    kinds = sorted(drawn_sides(sheet), key=lambda k: (sheet.sides[k].rank, k))
    rivers = [
        Entry(
            sheet.sides[k].label,
            _line(draw_bank(sheet.sides[k], bent, theme, 1.0) + draw_water(sheet.sides[k], bent, theme, 1.0)),
        )
        for k in kinds
    ]
    borders = [
        Entry(label, _line(lines.draw_frontier(number, _LEVEL, theme, 1.0)))
        for number, label in enumerate(lines.frontier_kinds(sheet))
    ]
    return rivers + borders


def _lines(sheet: Sheet) -> list[Entry]:
    theme = sheet.theme
    entries: list[Entry] = []
    rails = sheet.board.nets.get("rail")
    if rails is not None:
        styles = {lines.rail_style(s) for s in rails.segments}
        for gauge in sorted({gauge for gauge, _ in styles}):
            label = lines.GAUGES.get(gauge, f"Railway, {gauge} gauge")
            entries.append(Entry(label, _line(lines.draw_rail(gauge, True, _LEVEL, theme, 1.0))))
        for gauge in sorted(gauge for gauge, sure in styles if not sure)[:1]:
            sample = _line(lines.draw_rail(gauge, False, _LEVEL, theme, 1.0))
            entries.append(Entry("Gauge uncertain (grey)", sample))
    roads = sheet.board.nets.get("road")
    if roads is not None:
        present = lines.road_classes(roads.segments)
        for style in [style for style in lines.ROADS if style in present]:
            sample = lines.draw_road_edge(style, _LEVEL, theme, 1.0) + lines.draw_road(
                style, _LEVEL, theme, 1.0
            )
            entries.append(Entry(lines.road_label(style, roads.segments), _line(sample)))
    return entries


def _line(drawn: str) -> str:
    return group([drawn], fill="none", stroke_linecap="butt")


def _places(sheet: Sheet) -> list[Entry]:
    shown = shown_places(sheet)
    middle = (SAMPLE[0] / 2, SAMPLE[1] / 2)
    order = list(vocabulary.TOWNS)
    kinds = sorted({p.kind for p in shown}, key=lambda k: (order.index(k) if k in order else len(order), k))
    entries: list[Entry] = []
    for kind in kinds:
        style = vocabulary.town(kind)
        scale = 0.48 if style.symbol == "block" else 1.0
        entries.append(
            Entry(style.label, draw_symbol(style.symbol, middle, sheet.theme, scale, sheet.grid.shape))
        )
    if any(p.port for p in shown):
        entries.append(Entry("Port", draw_anchor(middle, sheet.theme, 1.35)))
    return entries


def _points(sheet: Sheet) -> list[Entry]:
    theme = sheet.theme
    centre = f"translate({num(SAMPLE[0] / 2)} {num(SAMPLE[1] / 2)})"
    states = {points.crossing_state(p) for p in points.crossings(sheet)}
    entries = [
        Entry(label, tag("g", point_art.draw_crossing(state, theme, 0.95), transform=centre))
        for state, label in points.STATES.items()
        if state in states
    ]
    if points.zones(sheet):
        entries.append(
            Entry(
                "Drop or landing zone, airstrip",
                tag("g", point_art.draw_zone((0, 0), 12, theme, 0.8), transform=centre),
            )
        )
    if points.entries(sheet):
        entries.append(
            Entry(
                "Entry",
                tag(
                    "g",
                    point_art.draw_entry(theme, 0.8),
                    transform=f"translate({num(SAMPLE[0] * 0.8)} {num(SAMPLE[1] / 2)})",
                ),
            )
        )
    for kind in sorted({p.kind for p in points.other_points(sheet)}):
        entries.append(
            Entry(
                vocabulary.plain(kind),
                tag("g", point_art.draw_mark(kind, (0, 0), theme, 1.0), transform=centre),
            )
        )
    return entries


def _status(sheet: Sheet, prefix: str) -> list[Entry]:
    theme = sheet.theme
    width, height = SAMPLE

    def box(fill: str) -> str:
        return tag("rect", x=0.0, y=0.0, width=width, height=height, rx=5.0, fill=fill)

    entries: list[Entry] = []
    if neutral_cells(sheet):
        entries.append(Entry("Neutral country", box(theme.land) + box(f"url(#{prefix}-neutral)")))
    if out_of_play(sheet):
        entries.append(Entry("Out of play", box(theme.veil) + box(f"url(#{prefix}-veil)")))
    return entries
