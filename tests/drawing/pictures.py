"""Reading drawn pictures back: texts with their places on the page, elements by class, pictures drawn once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from sandtable import boards
from sandtable.drawing import LIGHT, THEMES, draw_board
from sandtable.drawing.board_map import board_labels
from sandtable.drawing.ground.waterlines import waterlines
from sandtable.drawing.places.labels import Placed
from sandtable.drawing.sheet.sheet import Sheet
from sandtable.drawing.sheet.theme import SANS, SERIF
from sandtable.drawing.sheet.typography import Lettering

from .. import once

# Where they are kept meanwhile.
KEPT: Final[list[Path]] = []
_NS = "{http://www.w3.org/2000/svg}"
_MOVES = re.compile(r"(translate|scale)\(([^)]*)\)")


@cache
def picture(name: str, theme: str = "light") -> str:
    """The compiled board called *name*, drawn once for all tests."""

    def draw(file: Path) -> None:
        svg = draw_board(boards.load(name), boards.outline(name), theme=THEMES[theme])
        file.write_text(svg, encoding="utf-8", newline="")

    return once.made(KEPT[0] / f"{name}-{theme}.svg", draw).read_text(encoding="utf-8")


@cache
def labels_on(name: str) -> list[Placed]:
    """The labels of the compiled board called *name*."""
    sheet = Sheet(boards.load(name), LIGHT)
    return board_labels(sheet, boards.outline(name), waterlines(sheet))


def parsed(svg: str) -> ElementTree.Element:
    """*svg* as a tree; fails if it is not well formed."""
    return ElementTree.fromstring(svg)


def texts(element: ElementTree.Element) -> list[str]:
    """All texts below *element*, in the order in which they are drawn."""
    return [t.text or "" for t in element.iter(f"{_NS}text")]


def of_class(element: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    """All elements below *element* that have the class *name*."""
    return [e for e in element.iter() if name in e.get("class", "").split()]


def page_size(element: ElementTree.Element) -> tuple[float, float]:
    """The size of the page in its own units."""
    _, _, width, height = (float(v) for v in element.attrib["viewBox"].split())
    return width, height


def text_extents(element: ElementTree.Element) -> Iterator[tuple[str, float, float, float]]:
    """Every text with its left and right end and its baseline on the page; slopes are left aside."""
    yield from _extents(element, 0.0, 0.0, 1.0, {})


def _extents(
    element: ElementTree.Element, x: float, y: float, scale: float, inherited: dict[str, str]
) -> Iterator[tuple[str, float, float, float]]:
    given = inherited | {
        k: v
        for k, v in element.attrib.items()
        if k.startswith("font") or k in ("text-anchor", "letter-spacing")
    }
    for move, values in _MOVES.findall(element.get("transform", "")):
        numbers = [float(v) for v in values.split()]
        if move == "translate":
            x, y = x + numbers[0] * scale, y + numbers[1] * scale
        else:
            scale *= numbers[0]
    if element.tag == f"{_NS}text" and element.text:
        size = float(given["font-size"])
        lettering = Lettering(
            size=size,
            face=SERIF if "Serif" in given.get("font-family", SANS) else SANS,
            weight=int(given.get("font-weight", "400")),
            spacing=float(given.get("letter-spacing", "0")) / size,
        )
        width = lettering.width(element.text)
        left = float(element.attrib["x"]) - (width / 2 if given.get("text-anchor") == "middle" else 0.0)
        yield (
            element.text,
            x + left * scale,
            x + (left + width) * scale,
            y + float(element.attrib["y"]) * scale,
        )
    for child in element:
        yield from _extents(child, x, y, scale, given)
