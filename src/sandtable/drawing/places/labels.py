"""Where names go: each label has several possible places and takes the one that is least in the way.

The search is greedy, the most important names first. What a label covers is added up as area times weight:
other names weigh most, symbols much, hex numbers less, lines a little.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from ..sheet.svg import XY, group
from ..sheet.typography import CAP_HEIGHT, DESCENT, Lettering

Box = tuple[float, float, float, float]

NAME: Final = 40.0
SYMBOL: Final = 12.0
NUMBER: Final = 2.5
LINE: Final = 0.8
_BUCKET: Final = 120.0


class Crowd:
    """Everything that is already on the map, as weighted boxes in buckets."""

    def __init__(self, west: float, north: float, east: float, south: float) -> None:
        self.frame: Final[Box] = (west, north, east, south)
        self._buckets: Final[dict[tuple[int, int], list[tuple[Box, float]]]] = {}

    def add(self, box: Box, weight: float) -> None:
        """Remember that *box* is taken."""
        for key in self._keys(box):
            self._buckets.setdefault(key, []).append((box, weight))

    def cost(self, box: Box) -> float:
        """What it costs to cover *box*; infinite outside the frame."""
        if (
            box[0] < self.frame[0]
            or box[1] < self.frame[1]
            or box[2] > self.frame[2]
            or box[3] > self.frame[3]
        ):
            return math.inf
        left, top, right, bottom = box
        seen: set[int] = set()
        total = 0.0
        for key in self._keys(box):
            for entry in self._buckets.get(key, ()):
                # Most of what is near is not under it: that is found out first, and quickly.
                (west, north, east, south), weight = entry
                if west < right and east > left and north < bottom and south > top and id(entry) not in seen:
                    seen.add(id(entry))
                    total += overlap(box, entry[0]) * weight
        return total

    def _keys(self, box: Box) -> list[tuple[int, int]]:
        return [
            (i, j)
            for i in range(int(box[0] // _BUCKET), int(box[2] // _BUCKET) + 1)
            for j in range(int(box[1] // _BUCKET), int(box[3] // _BUCKET) + 1)
        ]


@dataclass(frozen=True, kw_only=True)
class Spot:
    """A possible place of a label: the middle of its baseline, its slope in degrees, and how little we like it."""

    x: float
    y: float
    slope: float = 0.0
    dislike: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Label:
    """A name that looks for a place."""

    content: str
    lettering: Lettering
    spots: Sequence[Spot]
    colour: str
    halo: str | None
    rank: float = 0.0
    # A name with a tolerance is left out when its best place costs more than this for each unit of its own area.
    tolerance: float = math.inf
    part: str = "place"


class Placed:
    """A label that has found its place."""

    def __init__(self, label: Label, spot: Spot) -> None:
        self.label: Final = label
        self.spot: Final = spot
        self.boxes: Final = boxes_of(label, spot)

    def draw(self) -> str:
        """The label as an element."""
        label, spot = self.label, self.spot
        turned = f"rotate({spot.slope:.1f} {spot.x:.1f} {spot.y:.1f})" if spot.slope else None
        return label.lettering.set(
            label.content,
            spot.x + label.lettering.spacing * label.lettering.size / 2,
            spot.y,
            text_anchor="middle",
            transform=turned,
            fill=label.colour,
            stroke=label.halo,
            stroke_width=label.lettering.size * 0.2 if label.halo else None,
            stroke_linejoin="round" if label.halo else None,
            paint_order="stroke" if label.halo else None,
        )


def place_labels(labels: Iterable[Label], crowd: Crowd) -> list[Placed]:
    """A place for each of *labels*, the highest rank first; those whose tolerance is exceeded are left out."""
    placed: list[Placed] = []
    for label in sorted(labels, key=lambda lb: (-lb.rank, lb.content)):
        best: tuple[float, Spot] | None = None
        for spot in label.spots:
            # What it covers can only make it worse.
            if best is not None and spot.dislike >= best[0] - 1e-9:
                continue
            boxes = boxes_of(label, spot)
            area = sum((b[2] - b[0]) * (b[3] - b[1]) for b in boxes)
            cost = sum(crowd.cost(b) for b in boxes) / max(area, 1.0) + spot.dislike
            if best is None or cost < best[0] - 1e-9:
                best = (cost, spot)
        if best is None or best[0] == math.inf or best[0] > label.tolerance:
            continue
        found = Placed(label, best[1])
        for box in found.boxes:
            crowd.add(box, NAME)
        placed.append(found)
    return placed


def draw_labels(placed: Iterable[Placed]) -> str:
    """All labels, the least important lowest."""
    return group(p.draw() for p in reversed(list(placed)))


def boxes_of(label: Label, spot: Spot) -> list[Box]:
    """What the label covers at *spot*: one box, or a row of small ones if it is sloped."""
    size = label.lettering.size
    width = label.lettering.width(label.content)
    if not spot.slope:
        return [
            (
                spot.x - width / 2 - 1,
                spot.y - CAP_HEIGHT * size - 1,
                spot.x + width / 2 + 1,
                spot.y + DESCENT * size,
            )
        ]
    angle = math.radians(spot.slope)
    along, up = (math.cos(angle), math.sin(angle)), (math.sin(angle), -math.cos(angle))
    half = size * 0.42
    count = max(1, round(width / (2 * half)))
    found: list[Box] = []
    for i in range(count):
        t = (i + 0.5) / count * width - width / 2
        x = spot.x + along[0] * t + up[0] * size * 0.25
        y = spot.y + along[1] * t + up[1] * size * 0.25
        found.append((x - half, y - half, x + half, y + half))
    return found


def spots_around(centre: XY, radius: float, lettering: Lettering, content: str) -> list[Spot]:
    """The usual places of a name around a symbol: below, above, right, left, the corners, then farther off."""
    x, y = centre
    size = lettering.size
    half = lettering.width(content) / 2
    below, above = y + radius + CAP_HEIGHT * size + 3, y - radius - 4
    middle = y + CAP_HEIGHT * size / 2
    right, left = x + radius + half + 4, x - radius - half - 4
    found = [
        (x, below, 0.0),
        (right, middle, 0.05),
        (x, above, 0.08),
        (left, middle, 0.12),
        (x + half * 0.5 + radius, below, 0.16),
        (x - half * 0.5 - radius, below, 0.18),
        (x + half * 0.5 + radius, above, 0.2),
        (x - half * 0.5 - radius, above, 0.22),
        (right - 3, below - size * 0.45, 0.2),
        (left + 3, below - size * 0.45, 0.24),
        (right - 3, above + size * 0.4, 0.24),
        (left + 3, above + size * 0.4, 0.28),
        (x, below + size * 0.5, 0.5),
        (x, above - size * 0.7, 0.6),
        (right + size * 0.5, middle, 0.6),
        (left - size * 0.5, middle, 0.7),
        (x, below + size * 1.1, 1.2),
        (x, above - size * 1.4, 1.4),
    ]
    return [Spot(x=px, y=py, dislike=dislike) for px, py, dislike in found]


def overlap(one: Box, other: Box) -> float:
    """The area that two boxes share."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across * down if across > 0 and down > 0 else 0.0
