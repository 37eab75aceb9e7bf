"""The legend as a panel: sections side by side, and beneath them a note on what is ours and what is not."""

from __future__ import annotations

from typing import Final

from .legend_entries import SAMPLE, Entry, Section, legend_notes, legend_sections
from .sheet import Sheet
from .svg import group, num, tag
from .theme import SERIF
from .typography import Lettering

ROW: Final = 37.0
HEADING: Final = 38.0
COLUMN: Final = 345.0
DEEPEST: Final = 7
NOTE: Final = 25.0


def legend_height(sheet: Sheet, prefix: str) -> float:
    """How much room the legend needs below the map."""
    return _Layout(sheet, prefix).height


def draw_legend(sheet: Sheet, prefix: str) -> str:
    """The legend as a panel whose upper left corner is the origin."""
    layout = _Layout(sheet, prefix)
    theme, f = sheet.theme, sheet.furniture
    panel = tag(
        "rect",
        x=0.0,
        y=0.0,
        width=layout.width,
        height=layout.height,
        fill=theme.panel,
        stroke=theme.frame,
        stroke_width=1.6 * f,
    )
    return panel + group(layout.drawn)


class _Layout:
    """Sections side by side, each in as many columns as it needs, the notes beneath."""

    def __init__(self, sheet: Sheet, prefix: str) -> None:
        f = sheet.furniture
        self.sheet: Final = sheet
        self.width: Final = sheet.page_width - 2 * sheet.margin
        self.drawn: Final[list[str]] = []
        sections = legend_sections(sheet, prefix)
        pad = 24 * f
        room = max(1, int((self.width - pad) / (COLUMN * f)))
        bands = _bands(sections, room)
        pitch = (self.width - pad) / max(
            room if len(bands) > 1 else 1, *(_columns(band, rows) for band, rows in bands), 1
        )
        y = pad
        for band, rows in bands:
            x = pad
            for heading, entries in band:
                self.drawn.append(self._heading(heading, x, y))
                for i, entry in enumerate(entries):
                    column, row = divmod(i, rows)
                    self.drawn.append(
                        self._entry(entry, x + column * pitch, y + (HEADING + row * ROW) * f, pitch)
                    )
                x += pitch * -(-len(entries) // rows)
            y += (HEADING + rows * ROW + 12) * f
        small = Lettering(size=17.5 * f, face=SERIF, italic=True)
        for note in legend_notes(sheet):
            for line in small.wrapped(note, self.width - 2 * pad):
                self.drawn.append(small.set(line, pad, y + 14 * f, fill=sheet.theme.ink_soft))
                y += NOTE * f
        self.height: Final = y + pad * 0.6

    def _heading(self, heading: str, x: float, y: float) -> str:
        f = self.sheet.furniture
        lettering = Lettering(size=21 * f, face=SERIF, weight=600, spacing=0.03)
        return lettering.set(heading, x, y + 22 * f, fill=self.sheet.theme.ink)

    def _entry(self, entry: Entry, x: float, y: float, pitch: float) -> str:
        f = self.sheet.furniture
        lettering = Lettering(size=19 * f)
        room = pitch - (SAMPLE[0] + 24) * f
        shrink = min(1.0, room / max(1.0, lettering.width(entry.label)))
        lettering = Lettering(size=19 * f * shrink)
        sample = tag("g", entry.sample, transform=f"translate({num(x)} {num(y)}) scale({f:.3f})")
        return sample + lettering.set(
            entry.label, x + (SAMPLE[0] + 13) * f, y + 20 * f, fill=self.sheet.theme.ink
        )


def _bands(sections: list[Section], columns: int) -> list[tuple[list[Section], int]]:
    """The *sections* in one band as shallow as its *columns* allow, or in two if one would be too deep."""
    for rows in range(1, DEEPEST + 1):
        if _columns(sections, rows) <= columns:
            return [(sections, rows)] if sections else []
    half = max(1, (len(sections) + 1) // 2)
    if half == len(sections):
        return [(sections, -(-sum(len(entries) for _, entries in sections) // columns))]
    return _bands(sections[:half], columns) + _bands(sections[half:], columns)


def _columns(sections: list[Section], rows: int) -> int:
    return sum(-(-len(entries) // rows) for _, entries in sections)
