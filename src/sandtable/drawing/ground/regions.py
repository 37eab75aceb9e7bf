"""From sets of cells to rings, from loose pieces to long lines."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable
from typing import TypeVar

from sandtable.kernel.map.hexes import Hex

from ..sheet.sheet import Sheet, side_steps, vertex
from ..sheet.svg import XY

Node = TypeVar("Node", bound="int | tuple[int, int]")


def rings(sheet: Sheet, cells: Collection[Hex]) -> list[list[XY]]:
    """The borders of the area that *cells* cover, each a closed ring; holes are rings as well."""
    inside = set(cells)
    steps = side_steps(sheet.grid)
    onward: dict[tuple[int, int], list[tuple[XY, XY]]] = {}
    for cell in sorted(inside):
        corners = sheet.corners(cell)
        for step, number in steps.items():
            if cell + step not in inside:
                piece = corners[number], corners[(number + 1) % len(corners)]
                onward.setdefault(vertex(piece[0]), []).append(piece)
    found: list[list[XY]] = []
    for first in list(onward):
        while onward.get(first):
            ring: list[XY] = []
            here = first
            while onward.get(here):
                start, end = onward[here].pop()
                ring.append(start)
                here = vertex(end)
            found.append(ring)
    return found


def clusters(sheet: Sheet, cells: Collection[Hex]) -> list[list[Hex]]:
    """*cells* in groups that hang together, the largest first."""
    left = set(cells)
    found: list[list[Hex]] = []
    for seed in sorted(cells):
        if seed not in left:
            continue
        left.discard(seed)
        group, edge = [seed], [seed]
        while edge:
            for n in sheet.grid.neighbours(edge.pop()):
                if n in left:
                    left.discard(n)
                    group.append(n)
                    edge.append(n)
        found.append(sorted(group))
    return sorted(found, key=lambda g: (-len(g), g[0]))


def trails(pieces: Iterable[tuple[Node, Node]], position: Callable[[Node], XY]) -> list[list[Node]]:
    """Loose *pieces* joined into lines as long as they go; at a fork a line goes on as straight as it can."""
    beside: dict[Node, list[Node]] = {}
    for a, b in sorted(set(pieces)):
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    left = {frozenset((a, b)) for a, ends in beside.items() for b in ends}

    def walk(start: Node) -> list[Node]:
        line = [start]
        while True:
            here = line[-1]
            ways = [n for n in beside[here] if frozenset((here, n)) in left]
            if not ways:
                return line
            back = line[-2] if len(line) > 1 else None
            chosen = ways[0] if back is None else min(ways, key=lambda n: _turn(position, back, here, n))
            left.discard(frozenset((here, chosen)))
            line.append(chosen)

    found: list[list[Node]] = []
    odd = [n for n in sorted(beside) if len(beside[n]) % 2]
    for node in [*odd, *sorted(beside)]:
        while any(frozenset((node, n)) in left for n in beside[node]):
            found.append(walk(node))
    return found


def _turn(position: Callable[[Node], XY], a: Node, b: Node, c: Node) -> float:
    """How sharply the line bends at *b*: 0 is straight on."""
    (ax, ay), (bx, by), (cx, cy) = position(a), position(b), position(c)
    bend = math.atan2(cy - by, cx - bx) - math.atan2(by - ay, bx - ax)
    return round(abs((bend + math.pi) % (2 * math.pi) - math.pi), 6)
