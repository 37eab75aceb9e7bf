"""The marks that make woods, swamp and hills: small pen drawings, scattered as a pen would and never quite equal."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Final

from ..sheet.sheet import noise
from ..sheet.svg import XY, group, num, path
from ..sheet.theme import Theme

# How far a mark may stand from its place in the row, in spacings.
_ASTRAY: Final = 0.27
# Drawn lines and filled shapes of one mark, as path data.
Drawn = tuple[str, str]


def _trees(x: float, y: float, s: float, vary: float) -> Drawn:
    r = (4.1 + 1.1 * vary) * s
    crown = f"M{num(x - r)} {num(y)}a{num(r)} {num(r * 1.08)} 0 1 1 {num(2 * r)} 0a{num(r)} {num(r * 0.8)} 0 1 1 {num(-2 * r)} 0z"
    shade = f"M{num(x - r * 0.2)} {num(y + r * 0.82)}a{num(r)} {num(r)} 0 0 0 {num(r * 1.2)} {num(-r * 1.1)}"
    trunk = f"M{num(x)} {num(y + r * 0.8)}v{num(r * 0.7)}"
    return shade + trunk, crown


def _reeds(x: float, y: float, s: float, vary: float) -> Drawn:
    w = (7.0 + 2.5 * vary) * s
    lines = f"M{num(x - w)} {num(y)}h{num(2 * w)}M{num(x - w * 0.45)} {num(y + 3.4 * s)}h{num(w * 1.1)}"
    blades = "".join(
        f"M{num(x + dx * s)} {num(y - 1.2 * s)}l{num(lean * s)} {num(-h * s)}"
        for dx, lean, h in ((-2.4, -1.6, 4.4), (0.0, 0.0, 6.2), (2.4, 1.6, 4.4))
    )
    return lines + blades, ""


def _hachures(x: float, y: float, s: float, vary: float) -> Drawn:
    w = (7.2 + 1.6 * vary) * s
    brow = f"M{num(x - w)} {num(y)}q{num(w)} {num(-w * 0.95)} {num(2 * w)} 0"
    fall = "".join(
        f"M{num(x + t * w)} {num(y - 0.4 * w * (1 - t * t))}l{num(t * 2.2 * s)} {num((4.6 - abs(t)) * s)}"
        for t in (-0.6, -0.15, 0.3, 0.72)
    )
    return brow + fall, ""


def _peaks(x: float, y: float, s: float, vary: float) -> Drawn:
    w, h = (9.0 + 2.0 * vary) * s, (13.0 + 3.0 * vary) * s
    line = f"M{num(x - w)} {num(y + h * 0.4)}L{num(x)} {num(y - h * 0.6)}L{num(x + w)} {num(y + h * 0.4)}"
    shade = (
        f"M{num(x)} {num(y - h * 0.6)}L{num(x + w)} {num(y + h * 0.4)}L{num(x + w * 0.15)} {num(y + h * 0.4)}"
        f"L{num(x + w * 0.3)} {num(y)}L{num(x - w * 0.08)} {num(y - h * 0.2)}z"
    )
    return line, shade


def _hedges(x: float, y: float, s: float, vary: float) -> Drawn:
    dots = "".join(
        f"M{num(x + d * 5.2 * s - 1.5 * s)} {num(y + d * vary * 2.2 * s)}a{num(1.5 * s)} {num(1.5 * s)} 0 1 1 {num(3 * s)} 0"
        f"a{num(1.5 * s)} {num(1.5 * s)} 0 1 1 {num(-3 * s)} 0z"
        for d in (-1, 0, 1)
    )
    return "", dots


def _heather(x: float, y: float, s: float, vary: float) -> Drawn:
    return (
        "".join(
            f"M{num(x + dx * s)} {num(y)}l{num(-1.6 * s)} {num(-3.6 * s)}M{num(x + dx * s)} {num(y)}l{num(1.6 * s)} {num(-3.6 * s)}"
            for dx in (-3.2, 3.2)
        ),
        "",
    )


def _ditches(x: float, y: float, s: float, vary: float) -> Drawn:
    w = (9.0 + 2.5 * vary) * s
    return f"M{num(x - w)} {num(y)}h{num(2 * w)}M{num(x - w * 0.6)} {num(y + 5 * s)}h{num(2 * w)}", ""


def _houses(x: float, y: float, s: float, vary: float) -> Drawn:
    a, b = (5.0 + 1.4 * vary) * s, (4.0 - 0.9 * vary) * s
    return "", (
        f"M{num(x - a)} {num(y - b)}h{num(a)}v{num(b)}h{num(-a)}z"
        f"M{num(x + s * 1.8)} {num(y - b * 0.6)}h{num(b)}v{num(a * 0.9)}h{num(-b)}z"
    )


def _dots(x: float, y: float, s: float, vary: float) -> Drawn:
    r = (1.3 + 0.3 * vary) * s
    return (
        "",
        f"M{num(x - r)} {num(y)}a{num(r)} {num(r)} 0 1 1 {num(2 * r)} 0a{num(r)} {num(r)} 0 1 1 {num(-2 * r)} 0z",
    )


class Mark:
    """A kind of mark: how it is drawn, how far apart, in which inks (names of theme tokens)."""

    def __init__(
        self,
        draw: Callable[[float, float, float, float], Drawn],
        spacing: float,
        ink: str,
        *,
        fill: str | None = None,
        weight: float = 1.1,
        strength: float = 0.8,
    ) -> None:
        self.draw: Final = draw
        self.spacing: Final = spacing
        self.ink: Final = ink
        self.fill: Final = fill or ink
        self.weight: Final = weight
        self.strength: Final = strength


MARKS: Final[dict[str, Mark]] = {
    "trees": Mark(_trees, 19.0, "woods_mark", weight=1.0, strength=0.62),
    "reeds": Mark(_reeds, 27.0, "swamp_mark", weight=1.1, strength=0.8),
    "hachures": Mark(_hachures, 25.0, "rough_mark", weight=1.15, strength=0.75),
    "peaks": Mark(_peaks, 25.0, "mountain_mark", fill="mountain_shade", weight=1.3, strength=0.9),
    "hedges": Mark(_hedges, 30.0, "field_mark", strength=0.7),
    "heather": Mark(_heather, 24.0, "heath_mark", weight=1.0, strength=0.8),
    "ditches": Mark(_ditches, 29.0, "polder_mark", weight=0.9, strength=0.65),
    "houses": Mark(_houses, 17.0, "town_mark", strength=0.75),
    "dots": Mark(_dots, 16.0, "other_mark", strength=0.8),
}


def lattice(
    width: float, height: float, spacing: float, salt: int, near: Iterable[XY], reach: float
) -> Iterable[tuple[float, float, float]]:
    """Points strewn evenly but not regularly over a rectangle, each with a number from -1 to 1 of its own.

    Which points there are does not depend on *near*; only those that may lie within *reach* of one of these are told.
    """
    row_height = spacing * math.sqrt(3) / 2
    rows, columns = int(height / row_height) + 1, int(width / spacing) + 1
    wanted: dict[int, set[int]] = {}
    for x, y in near:
        top, bottom = (y - reach) / row_height - 0.5 - _ASTRAY, (y + reach) / row_height - 0.5 + _ASTRAY
        left, right = (x - reach) / spacing - 0.5 - _ASTRAY, (x + reach) / spacing + _ASTRAY
        across = range(max(0, math.floor(left)), min(columns, math.ceil(right) + 1))
        for j in range(max(0, math.floor(top)), min(rows, math.ceil(bottom) + 1)):
            wanted.setdefault(j, set()).update(across)
    for j in sorted(wanted):
        for i in sorted(wanted[j]):
            x = (i + (0.5 if j % 2 else 0.0) + _ASTRAY * noise(i, j, salt)) * spacing
            y = (j + 0.5 + _ASTRAY * noise(i, j, salt + 1)) * row_height
            yield x, y, noise(i, j, salt + 2)


def draw_marks(mark: Mark, spots: Iterable[tuple[float, float, float]], theme: Theme, scale: float) -> str:
    """The *mark* at every one of *spots*, as two paths."""
    drawn = [mark.draw(x, y, scale, vary) for x, y, vary in spots]
    lines, shapes = "".join(d[0] for d in drawn), "".join(d[1] for d in drawn)
    ink, fill = getattr(theme, mark.ink), getattr(theme, mark.fill)
    soft = mark.draw is _trees
    return group(
        (
            path(shapes, fill=fill, fill_opacity="0.55" if soft else None),
            path(
                lines,
                fill="none",
                stroke=ink,
                stroke_width=mark.weight * scale,
                stroke_linecap="round",
                stroke_linejoin="round",
            ),
        ),
        opacity=f"{mark.strength:g}",
    )


def near(point: XY, a: XY, b: XY, distance: float) -> bool:
    """Whether *point* is nearer than *distance* to the line from *a* to *b*."""
    (px, py), (ax, ay), (bx, by) = point, a, b
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    t = max(0.0, min(1.0, ((px - ax) * dx + (py - ay) * dy) / length)) if length else 0.0
    return (px - ax - t * dx) ** 2 + (py - ay - t * dy) ** 2 < distance * distance
