"""Rivers on their hexsides: consecutive sides of one river become one line that wanders a little and never breaks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sandtable.kernel.map.hexes import Hexside

from ..sheet import vocabulary
from ..sheet.sheet import Sheet, Vertex, noise, vertex
from ..sheet.svg import XY, curve_through, group, path, polyline
from ..sheet.theme import Theme
from .regions import trails

_PULL: Final = 0.2
_WOBBLE: Final = 3.2


class Waterline:
    """One line of consecutive hexsides of one kind, with the name of the river if it has one."""

    def __init__(self, kind: str, name: str, points: list[XY], d: str) -> None:
        self.kind: Final = kind
        self.name: Final = name
        self.points: Final = points
        self.d: Final = d


def waterlines(sheet: Sheet) -> list[Waterline]:
    """All hexsides of the board but frontiers, joined up; the widest kinds come last."""
    board = sheet.board
    names = {(s.a, s.b): s.name for s in board.rivers}
    sides_of = drawn_sides(sheet)
    kinds = sorted(sides_of)
    corners: dict[Vertex, XY] = {}
    beside: dict[Vertex, set[Vertex]] = {}
    ends: dict[Hexside, tuple[Vertex, Vertex]] = {}
    for kind in kinds:
        for side in sides_of[kind]:
            p, q = sheet.side(*side)
            if p == q:
                continue
            u, v = ends[side] = vertex(p), vertex(q)
            corners[u], corners[v] = p, q
            beside.setdefault(u, set()).add(v)
            beside.setdefault(v, set()).add(u)
    moved = {u: _moved(u, corners, beside) for u in corners}
    found: list[Waterline] = []
    for kind in sorted(kinds, key=lambda k: (sheet.sides[k].rank, k)):
        pieces: dict[str, list[tuple[Vertex, Vertex]]] = {}
        for side in sides_of[kind]:
            if side in ends:
                u, v = ends[side]
                pieces.setdefault(names.get(side, ""), []).append((min(u, v), max(u, v)))
        straight = sheet.sides[kind].style in ("closed", "strait", "canal")
        for name in sorted(pieces):
            for trail in trails(pieces[name], corners.__getitem__):
                points = [moved[u] for u in trail]
                d = polyline(points) if straight else curve_through(_wobbled(trail, points))
                found.append(Waterline(kind, name, points, d))
    return found


def drawn_sides(sheet: Sheet) -> dict[str, list[Hexside]]:
    """The hexsides to draw by kind, each in its widest kind alone.

    A set of sides that only repeats others ("svir", a reach that a rule speaks of) is no kind of its own.
    """
    hexsides = sheet.board.hexsides
    kinds = [kind for kind in hexsides if kind not in vocabulary.BORDER_SIDES]
    taken: set[Hexside] = set()
    found: dict[str, list[Hexside]] = {}
    for kind in sorted(kinds, key=lambda k: (k not in vocabulary.SIDES, -sheet.sides[k].rank, k)):
        left = [side for side in hexsides[kind].sides if side not in taken]
        if left:
            found[kind] = left
            taken.update(left)
    return found


def draw_waterlines(sheet: Sheet, lines: Iterable[Waterline]) -> str:
    """The *lines*, first all banks and then all water, so that a tributary opens into its river."""
    listed = list(lines)
    under = [draw_bank(sheet.sides[line.kind], line.d, sheet.theme, sheet.stroke) for line in listed]
    over = [draw_water(sheet.sides[line.kind], line.d, sheet.theme, sheet.stroke) for line in listed]
    return group([*under, *over], fill="none", stroke_linecap="round", stroke_linejoin="round")


def draw_bank(style: vocabulary.Side, d: str, theme: Theme, scale: float) -> str:
    """The banks of a wide river or a canal."""
    return (
        path(d, stroke=theme.river, stroke_width=style.width * scale)
        if style.style in ("banks", "canal")
        else ""
    )


def draw_water(style: vocabulary.Side, d: str, theme: Theme, scale: float) -> str:
    """The water itself."""
    width = style.width * scale
    if style.style == "banks":
        return path(d, stroke=theme.river_core, stroke_width=width - 4.4 * scale)
    if style.style == "closed":
        return path(d, stroke=theme.coast, stroke_width=width, stroke_linecap="butt") + path(
            d, stroke=theme.water, stroke_width=3 * scale, stroke_dasharray="0.1 8.6", stroke_linecap="round"
        )
    if style.style == "strait":
        return path(d, stroke=theme.water, stroke_width=width) + path(
            d, stroke=theme.coast, stroke_width=width * 0.55, stroke_dasharray="2.4 7", stroke_linecap="butt"
        )
    if style.style == "canal":
        return path(d, stroke=theme.river_core, stroke_width=width - 3.6 * scale, stroke_linecap="butt")
    if style.style == "other":
        return path(d, stroke=theme.ink_soft, stroke_width=width, stroke_dasharray=style.dash)
    return path(d, stroke=theme.river, stroke_width=width)


def _moved(u: Vertex, corners: dict[Vertex, XY], beside: dict[Vertex, set[Vertex]]) -> XY:
    """A corner drawn a little toward the inside of the bend, and a little off; the same for every line through it."""
    x, y = corners[u]
    others = sorted(beside[u])
    if len(others) == 2:
        mx = sum(corners[v][0] for v in others) / 2
        my = sum(corners[v][1] for v in others) / 2
        x, y = x + (mx - x) * _PULL, y + (my - y) * _PULL
    return x + _WOBBLE * 0.6 * noise(*u, 21), y + _WOBBLE * 0.6 * noise(*u, 22)


def _wobbled(trail: list[Vertex], points: list[XY]) -> list[XY]:
    """*points* with two more on each side, put a little off the line."""
    found = [points[0]]
    for u, v, (px, py), (qx, qy) in zip(trail, trail[1:], points, points[1:], strict=False):
        low, high = min(u, v), max(u, v)
        dx, dy = qx - px, qy - py
        length = max(1.0, (dx * dx + dy * dy) ** 0.5)
        # The wobble belongs to the side, whichever way the line runs along it.
        turn = 1 if u == low else -1
        for t, salt in ((1 / 3, 31), (2 / 3, 32)):
            place = t if turn == 1 else 1 - t
            off = _WOBBLE * noise(low[0] + high[0], low[1] + high[1], salt) * turn
            found.append((px + dx * place - dy / length * off, py + dy * place + dx / length * off))
        if turn == -1:
            found[-2:] = reversed(found[-2:])
        found.append((qx, qy))
    return found
