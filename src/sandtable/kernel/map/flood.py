"""Floods: what can be reached from where, over whole sets of hexes at once.

A rulebook says what is open (its own ground, free of enemy units and zones of control) and floods from its
sources; or it asks which of its units can trace a line: overland for a few hexes to a railway, and along the
railway home. Sources and ends of a line count whether they are open or not; mask them first if a rule differs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from .bitboards import Bits, Moves, bits_of, members, union
from .board import Hexsides
from .hexes import Grid, Hex, Shape
from .searches import compiled, doors


class Distances:
    """How far the hexes lie from the nearest of some goals: ``rings[n]`` are those exactly *n* away."""

    def __init__(self, grid: Grid, rings: Iterable[Bits]) -> None:
        self.rings: Final[tuple[Bits, ...]] = tuple(rings)
        self.all: Final[Bits] = union(self.rings)
        self._grid: Final = grid

    def of(self, hex_: Hex) -> int | None:
        """How far *hex_* lies from the nearest goal, or None if no way leads there."""
        if not self.all >> hex_ & 1:
            return None
        return next(n for n, ring in enumerate(self.rings) if ring >> hex_ & 1)

    def within(self, distance: int) -> Bits:
        """The hexes at most *distance* away."""
        return union(self.rings[: distance + 1])

    def nearer(self, hex_: Hex) -> Bits:
        """The neighbours of *hex_* that lie nearer to a goal than it does; any with a way, if it has none itself."""
        here = self.of(hex_)
        closer = self.all if here is None else self.within(here - 1) if here else 0
        return bits_of(self._grid.neighbours(hex_)) & closer


def beside(grid: Grid, mask: Bits, barred: Hexsides | None = None) -> Bits:
    """*mask* and its neighbours, those behind a *barred* hexside left out; may run over the edge of the grid."""
    if not barred:
        return grid.expand(mask)
    walled, gaps = _gaps(grid, barred)
    rough = mask & walled
    if not rough:
        return grid.expand(mask)
    return grid.expand(mask ^ rough) | rough | gaps.of(rough)


def flood(
    grid: Grid, sources: Bits, open_: Bits, *, limit: int | None = None, barred: Hexsides | None = None
) -> Bits:
    """The *sources* and all *open_* hexes that a way of at most *limit* steps over open hexes leads to."""
    if compiled is None:
        return flood_in_python(grid, sources, open_, limit, barred)
    return compiled.flood(_ways_out(grid, barred), sources, open_, -1 if limit is None else max(limit, 0))


def flood_in_python(
    grid: Grid, sources: Bits, open_: Bits, limit: int | None, barred: Hexsides | None
) -> Bits:
    """The reference of the flood in C, and what floods where that was not built."""
    if limit is None and not barred and grid.shape is Shape.HEX:
        return sources | _flood_hexes(grid.stride, grid.expand(sources) & open_, open_)
    reached = fresh = sources
    dry = open_ & ~sources
    while fresh and limit != 0:
        # Only from where the water has just come: few of those hexes have a barred side.
        fresh = beside(grid, fresh, barred) & dry
        dry ^= fresh
        reached |= fresh
        limit = None if limit is None else limit - 1
    return reached


@lru_cache(maxsize=1024)
def flood_along(links: Hexsides, grid: Grid, sources: Bits, open_: Bits, *, limit: int | None = None) -> Bits:
    """The *sources* and all *open_* hexes reached from them along *links*, such as the hexsides a railway crosses.

    The latest answers are remembered: units come and go while the railway stays as it is.
    """
    if compiled is None:
        return flood_along_in_python(links, grid, sources, open_, limit)
    return compiled.flood(_ways_along(grid, links), sources, open_, -1 if limit is None else max(limit, 0))


def flood_along_in_python(links: Hexsides, grid: Grid, sources: Bits, open_: Bits, limit: int | None) -> Bits:
    """The reference of the flood along links in C, and what floods where that was not built."""
    lines = _lines(grid, links)
    reached = fresh = sources
    while fresh and limit != 0:
        fresh = lines.of(fresh) & open_ & ~reached
        reached |= fresh
        limit = None if limit is None else limit - 1
    return reached


def hops(
    grid: Grid, sources: Bits, open_: Bits, *, limit: int | None = None, barred: Hexsides | None = None
) -> Distances:
    """How many steps over *open_* hexes each of them lies from the nearest of *sources*."""
    if compiled is None:
        return Distances(grid, rings_in_python(grid, sources, open_, limit, barred))
    limited = -1 if limit is None else max(limit, 0)
    return Distances(grid, compiled.rings(_ways_out(grid, barred), sources, open_, limited))


def rings_in_python(
    grid: Grid, sources: Bits, open_: Bits, limit: int | None, barred: Hexsides | None
) -> list[Bits]:
    """The reference of the rings in C, and what finds them where that was not built."""
    rings = [sources]
    left = open_ & ~sources
    while rings[-1] and (limit is None or len(rings) <= limit):
        ring = beside(grid, rings[-1], barred) & left
        left ^= ring
        rings.append(ring)
    return rings if rings[-1] else rings[:-1]


def trace(
    grid: Grid,
    ends: Bits,
    *,
    links: Hexsides,
    sources: Bits,
    open_: Bits,
    overland: int,
    open_links: Bits | None = None,
    barred: Hexsides | None = None,
) -> Bits:
    """Those of *ends* from which at most *overland* steps lead to a hex of a net that is joined to a source.

    The last hex overland is the one on the net, and counts; the hex of the unit that traces does not, and need
    not be open. The net itself is followed over *open_links* (over *open_* if not given) for any length.
    """
    heads = flood_along(links, grid, sources, open_ if open_links is None else open_links)
    if overland < 1:
        return ends & heads
    near = flood(grid, heads, open_, limit=overland - 1, barred=barred)
    return ends & beside(grid, near, barred)


def hops_along(links: Hexsides, grid: Grid, sources: Bits, open_: Bits) -> Distances:
    """How many steps along *links* over *open_* hexes each of them lies from the nearest of *sources*."""
    rings = [sources]
    reached = sources
    while rings[-1]:
        wider = flood_along(links, grid, rings[-1], open_ & ~reached, limit=1) & ~reached
        reached |= wider
        rings.append(wider)
    return Distances(grid, rings[:-1])


def traced_ways(
    grid: Grid,
    ends: Bits,
    *,
    links: Hexsides,
    net: Distances,
    open_: Bits,
    overland: int,
    barred: Hexsides | None = None,
) -> Iterator[tuple[Hex, ...]]:
    """For each of *ends* that has one a shortest way as ``trace`` finds it: overland to the *net*, along it to a source.

    *net* are the hexes of the net with their distances along *links*; see ``hops_along``.
    """
    near_net = hops(grid, net.all, open_, limit=max(overland - 1, 0), barred=barred)
    for start in map(Hex, members(ends)):
        path = [start]
        if not net.all >> start & 1:
            near = beside(grid, 1 << start, barred) & near_net.all
            if not near:
                continue
            path.append(min(map(Hex, members(near)), key=lambda hex_: near_net.of(hex_) or 0))
        while not net.all >> path[-1] & 1:
            path.append(_one_nearer(near_net, beside(grid, 1 << path[-1], barred), path[-1]))
        while net.of(path[-1]):
            linked = flood_along(links, grid, 1 << path[-1], net.all, limit=1)
            path.append(_one_nearer(net, linked, path[-1]))
        yield tuple(path)


def _one_nearer(distances: Distances, around: Bits, here: Hex) -> Hex:
    """One of the hexes *around* that lies a step nearer than *here*."""
    far = distances.of(here) or 0
    return Hex(next(iter(members(around & distances.rings[far - 1]))))


def _flood_hexes(stride: int, reached: Bits, open_: Bits) -> Bits:
    """All *open_* hexes joined to *reached*, which are open themselves."""
    # Grid.expand written out, and two steps for each comparison: a quarter less time for the commonest flood.
    while True:
        pair = reached | reached << 1
        wider = (pair | pair >> 1 | pair << (stride - 1) | pair >> stride) & open_
        pair = wider | wider << 1
        wider = (pair | pair >> 1 | pair << (stride - 1) | pair >> stride) & open_
        if wider == reached:
            return reached
        reached = wider


# The masks are made once for each set of hexsides: boards are shared and never changed.


@lru_cache(maxsize=256)
def _gaps(grid: Grid, barred: Hexsides) -> tuple[Bits, Moves]:
    """The hexes with a *barred* side, and the steps that lead out of them over their other sides."""
    walled = union(barred.toward)
    return walled, Moves(grid.steps, (walled & ~side for side in barred.toward))


@lru_cache(maxsize=256)
def _lines(grid: Grid, links: Hexsides) -> Moves:
    return Moves(grid.steps, links.toward)


@lru_cache(maxsize=256)
def _ways_out(grid: Grid, barred: Hexsides | None) -> object:
    """Where each step leads that is not *barred*, for the floods in C."""
    sides = range(len(grid.steps))
    return _doors_of(
        grid, [grid.everywhere if barred is None else grid.everywhere & ~barred.toward[d] for d in sides]
    )


@lru_cache(maxsize=256)
def _ways_along(grid: Grid, links: Hexsides) -> object:
    """The same for steps along *links*."""
    return _doors_of(grid, links.toward)


def _doors_of(grid: Grid, movers: Sequence[Bits]) -> object:
    """What the floods in C read, for each step by those who may take it."""
    into = (grid.shift(mask, d) & grid.everywhere for d, mask in enumerate(movers))
    return doors(grid, ((1, grid.everywhere, *into),))
