"""Which names the map bears: places, rivers, lakes, countries; and what they must not cover."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from sandtable.boards import Ring
from sandtable.kernel.map.hexes import Hex

from ..ground.ground import cell_at, is_water
from ..ground.regions import clusters
from ..ground.waterlines import Waterline
from ..sheet import vocabulary
from ..sheet.sheet import NUMBER_HEIGHT, Sheet, contains
from ..sheet.svg import XY
from ..sheet.theme import SERIF
from ..sheet.typography import Lettering
from .labels import LINE, NUMBER, Crowd, Label, Spot, spots_around
from .places import reach, shown_places, taken_boxes
from .points import point_boxes

_PIECE: Final = re.compile(r" \(\d+\)$")


def crowd_of(sheet: Sheet, lines: Sequence[Waterline], *, numbers: bool) -> Crowd:
    """What is on the map before any name is."""
    crowd = Crowd(6, 6, sheet.width - 6, sheet.height - 6)
    for box, weight in taken_boxes(sheet):
        crowd.add(box, weight)
    if numbers:
        for h in sheet.cells:
            x, y = sheet.centre(h)
            y -= sheet.radius * NUMBER_HEIGHT
            crowd.add((x - 12, y - 8, x + 12, y + 1), NUMBER)
    for box, weight in point_boxes(sheet):
        crowd.add(box, weight)
    thick = 3.0 * sheet.stroke
    for net in sheet.board.nets.values():
        for segment in net.segments:
            for x, y in _between(sheet.centre(segment.a), sheet.centre(segment.b), 10):
                crowd.add((x - thick, y - thick, x + thick, y + thick), LINE)
    for line in lines:
        half = sheet.sides[line.kind].width * sheet.stroke / 2 + 1
        for p, q in pairwise(line.points):
            for x, y in _between(p, q, 12):
                crowd.add((x - half, y - half, x + half, y + half), LINE)
    return crowd


def place_names(sheet: Sheet) -> list[Label]:
    """The names of all places that are shown."""
    found: list[Label] = []
    for place in shown_places(sheet):
        style = vocabulary.town(place.kind)
        played = contains(sheet.board.in_play, place.hex)
        lettering = Lettering(
            size=style.size * sheet.lettering, weight=style.weight, spacing=0.04 if style.capitals else 0.0
        )
        content = place.name.upper() if style.capitals else place.name
        found.append(
            Label(
                content=content,
                lettering=lettering,
                spots=spots_around(sheet.centre(place.hex), reach(sheet, place), lettering, content),
                colour=sheet.theme.ink if played else sheet.theme.ink_soft,
                halo=sheet.theme.halo,
                rank=10.0 + style.rank - (0.5 if not played else 0.0),
                tolerance=0.8 if style.optional else math.inf,
            )
        )
    return found


def lake_names(sheet: Sheet, lakes: Mapping[str, Ring]) -> list[Label]:
    """The names of the drawn lakes, on the water where there is room and beside it elsewhere."""
    found: list[Label] = []
    for listed, ring in lakes.items():
        # "Razelm (2)" is a second piece of a lake that the edge of the board cuts in two.
        name = _PIECE.sub("", listed)
        points = [sheet.at(*p) for p in ring]
        inside = [(x, y) for x, y in points if 0 <= x <= sheet.width and 0 <= y <= sheet.height]
        if not inside:
            continue
        west, east = min(x for x, _ in inside), max(x for x, _ in inside)
        north, south = min(y for _, y in inside), max(y for _, y in inside)
        large = (east - west) * (south - north) > 60_000
        lettering = Lettering(
            size=(21.0 if large else 14.0) * sheet.lettering, face=SERIF, italic=True, spacing=0.06
        )
        x, y = (west + east) / 2, (north + south) / 2
        half = lettering.width(name) / 2
        roomy = half * 2 < (east - west) * 0.9
        spots = (
            [
                Spot(x=x, y=y + dy * lettering.size, dislike=abs(dy) * 0.1)
                for dy in (0.3, 1.3, -0.9, 2.5, -2.2)
            ]
            if roomy
            else []
        )
        if south - north > half * 2.2:
            spots += [
                Spot(x=x + dx * lettering.size, y=y, slope=-90 if x < sheet.width else 90, dislike=0.3)
                for dx in (0.3, 1.0)
            ]
        spots += [
            Spot(x=east + half + 4, y=y, dislike=0.35),
            Spot(x=west - half - 4, y=y, dislike=0.4),
            Spot(x=x, y=south + lettering.size, dislike=0.4),
            Spot(x=x, y=north - 5, dislike=0.4),
        ]
        found.append(
            Label(
                content=name,
                lettering=lettering,
                spots=spots,
                colour=sheet.theme.water_name,
                halo=sheet.theme.water if roomy else sheet.theme.halo,
                rank=9.0 if large else 6.0,
                tolerance=0.6 if large else 0.45,
                part="water",
            )
        )
    return found


def river_names(sheet: Sheet, lines: Sequence[Waterline]) -> list[Label]:
    """The names of rivers along their straightest reaches, long rivers more than once."""
    found: list[Label] = []
    by_name: dict[str, list[Waterline]] = {}
    for line in lines:
        if line.name and sheet.sides[line.kind].style != "closed":
            by_name.setdefault(line.name, []).append(line)
    for name in sorted(by_name):
        reaches = by_name[name]
        rank = max(sheet.sides[line.kind].rank for line in reaches)
        lettering = Lettering(
            size=(12.5 + 1.3 * rank) * sheet.lettering, face=SERIF, italic=True, spacing=0.05
        )
        width = max(sheet.sides[line.kind].width for line in reaches) * sheet.stroke
        longest = sorted(reaches, key=lambda line: (-len(line.points), line.points[0]))
        length = 57.7 * sum(len(line.points) for line in reaches)
        repeats = 1 + (length > 1500 * sheet.lettering) + (length > 3000 * sheet.lettering)
        for number in range(repeats):
            spots = [
                spot
                for line in longest
                for spot in _spots_along(line.points, lettering, name, width / 2, part=(number, repeats))
            ]
            spots = sorted(spots, key=lambda s: (s.dislike, s.x, s.y))[:60]
            if spots:
                found.append(
                    Label(
                        content=name,
                        lettering=lettering,
                        spots=spots,
                        colour=sheet.theme.water_name,
                        halo=sheet.theme.halo,
                        rank=5.0 + rank - 0.5 * number,
                        tolerance=0.5,
                        part="water",
                    )
                )
    return found


def country_names(sheet: Sheet) -> list[Label]:
    """The names of countries across their widest empty land."""
    owner = sheet.board.country
    found: list[Label] = []
    for code in sorted(sheet.board.country_bits):
        cells = [h for h in sheet.cells if owner.get(h) == code and not is_water(sheet, h)]
        played = [h for h in cells if contains(sheet.board.in_play, h)]
        cells = played if len(played) > len(cells) / 4 else cells
        for group in clusters(sheet, cells)[:2]:
            if len(group) < 9 * sheet.lettering:
                continue
            wide = min(1.5, max(0.9, math.sqrt(len(group)) / 9))
            lettering = Lettering(size=25 * sheet.lettering * wide, spacing=0.42)
            content = vocabulary.country(code).upper()
            found.append(
                Label(
                    content=content,
                    lettering=lettering,
                    spots=_country_spots(sheet, set(group), lettering, content),
                    colour=sheet.theme.country,
                    halo=None,
                    rank=4.5,
                    tolerance=0.8,
                    part="country",
                )
            )
    return found


def _country_spots(sheet: Sheet, cells: set[Hex], lettering: Lettering, content: str) -> list[Spot]:
    half = lettering.width(content) / 2
    middle_x = sum(sheet.centre(h)[0] for h in cells) / len(cells)
    middle_y = sum(sheet.centre(h)[1] for h in cells) / len(cells)
    found: list[Spot] = []
    for h in sorted(cells):
        x, y = sheet.centre(h)
        for dy in (0.0, sheet.radius * 0.5):
            marks = [cell_at(sheet, x + t * half, y + dy) for t in (-1.0, -0.5, 0.0, 0.5, 1.0)]
            outside = sum(1 for m in marks if m not in cells)
            away = math.hypot(x - middle_x, y - middle_y) / sheet.width
            if outside <= 1:
                found.append(Spot(x=x, y=y + dy + lettering.size * 0.3, dislike=0.35 * outside + 0.5 * away))
    return found


def _spots_along(
    points: Sequence[XY], lettering: Lettering, content: str, bank: float, *, part: tuple[int, int]
) -> list[Spot]:
    """Places for *content* beside the line, in the given part of its length."""
    fine = [q for a, b in pairwise(points) for q in _between(a, b, 12)] + [points[-1]]
    want = lettering.width(content)
    number, parts = part
    steps = max(2, int(want / 11))
    first, last = len(fine) * number // parts, len(fine) * (number + 1) // parts - steps
    found: list[Spot] = []
    for i in range(first, max(first, last), 4):
        (ax, ay), (bx, by) = fine[i], fine[i + steps]
        chord = math.hypot(bx - ax, by - ay)
        if chord < want * 0.72:
            continue
        dx, dy = (bx - ax) / chord, (by - ay) / chord
        if dx < 0 or (dx == 0 and dy > 0):
            dx, dy = -dx, -dy
        offs = [(x - ax) * -dy + (y - ay) * dx for x, y in fine[i : i + steps + 1]]
        x, y = (ax + bx) / 2, (ay + by) / 2
        slope = math.degrees(math.atan2(dy, dx))
        bent = (max(offs) - min(offs)) / lettering.size * 0.06 + abs(slope) * 0.001
        # The normal (-dy, dx) points down the page, below the text.
        up = min(offs) - bank - lettering.size * 0.28
        down = max(offs) + bank + lettering.size * 0.78
        found.append(Spot(x=x - dy * up, y=y + dx * up, slope=slope or 0.01, dislike=bent))
        found.append(Spot(x=x - dy * down, y=y + dx * down, slope=slope or 0.01, dislike=bent + 0.04))
    return found


def _between(a: XY, b: XY, step: float) -> list[XY]:
    pieces = max(1, int(math.hypot(b[0] - a[0], b[1] - a[1]) / step))
    return [(a[0] + (b[0] - a[0]) * i / pieces, a[1] + (b[1] - a[1]) * i / pieces) for i in range(pieces)]
