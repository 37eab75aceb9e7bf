"""What a step costs: prices of ground, hexsides, roads and open tracks, looked up by bitboards.

A ``CostMap`` is made once for a board and a class of movement. What a step costs is looked up by ``Doors``: for each
price and direction, the hexes that may be entered so.

Costs are whole numbers of at least 1. A rulebook with half points counts in halves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ..refusals import SandtableError
from .bitboards import Bits, bits_of, union
from .board import Board, Hexsides
from .hexes import Grid, Hex, Hexside
from .searches import doors

# The steps of one price: the price, the hexes from which any such step leads, and then for each direction the hexes
# that are entered by a step in it. One flat row, since the search unpacks it again and again.
Doors = tuple[int, ...]


class BadCosts(SandtableError):
    """Movement costs that cannot be used."""


class CostMap:
    """What one class of movement pays on one board.

    ``enter``: terrain id to points; terrain that is not named is prohibited. ``places``: kind of place to points,
    instead of the terrain's; the first place in the hex that has a price decides. ``cross``: kind of hexside to
    points on top; several kinds on one hexside add up. ``barred``: kinds of hexside that may not be crossed.
    ``along``: kind of net to points for a step along one of its segments, instead of all the rest, prohibited
    terrain and barred hexsides included; where the ordinary way is cheaper, that is taken. ``tracks``: the same for
    links that are not a whole net, such as the part of a railway that is open today. Hexes outside ``area`` (all
    hexes in play, if not given) are never entered.
    """

    def __init__(
        self,
        board: Board,
        enter: Mapping[str, int],
        *,
        cross: Mapping[str, int] | None = None,
        barred: Iterable[str] = (),
        along: Mapping[str, int] | None = None,
        places: Mapping[str, int] | None = None,
        area: Bits | None = None,
        tracks: Mapping[Hexsides, int] | None = None,
    ) -> None:
        _check("enter", enter, least=1)
        _check("cross", cross or {}, least=0)
        _check("along", along or {}, least=1)
        _check("places", places or {}, least=1)
        grid = board.grid
        self.grid: Final[Grid] = grid
        self.area: Final[Bits] = board.in_play if area is None else area
        self.entry: Final[tuple[tuple[int, Bits], ...]] = _entry(board, enter, places or {}, self.area)
        self.open: Final[Bits] = union(ground for _, ground in self.entry)
        shut = [board.hexsides[kind] for kind in barred if kind in board.hexsides]
        extra: dict[Hexside, int] = {}
        for kind, more in (cross or {}).items():
            for side in _sides(board, kind):
                if more and not any(side in sides for sides in shut):
                    extra[side] = extra.get(side, 0) + more
        road: dict[Hexside, int] = {}
        for net, flat in sorted((along or {}).items(), key=lambda item: -item[1]):
            if net in board.nets:
                road.update(dict.fromkeys(board.nets[net].links.sides, flat))
        for links, flat in (tracks or {}).items():
            for side in links.sides:
                road[side] = min(flat, road.get(side, flat))
        self.doors: Final = _doors(grid, self.entry, self.area, shut, extra, road)
        self.span: Final = max((row[0] for row in self.doors), default=1)
        self.least: Final = min((row[0] for row in self.doors), default=1)
        self.compiled: Final = doors(grid, self.doors)
        # Asked for again and again, hex by hex; filled as it is asked.
        self._steps: Final[dict[Hexside, int | None]] = {}
        self._beside: Final[dict[Hex, Bits]] = {}

    def enter(self, hex_: Hex) -> int | None:
        """What *hex_* costs to enter over a level hexside, or None if it is prohibited."""
        for cost, ground in self.entry:
            if ground >> hex_ & 1:
                return cost
        return None

    def step(self, a: Hex, b: Hex) -> int | None:
        """What the step from *a* to its neighbour *b* costs, or None if it may not be taken."""
        try:
            return self._steps[a, b]
        except KeyError:
            way = 2 + self.grid.direction(a, b)
            found = self._steps[a, b] = next((row[0] for row in self.doors if row[way] >> b & 1), None)
            return found

    def beside(self, start: Hex) -> Bits:
        """The hexes next to *start* that are not prohibited, whatever they cost: those a minimum move may enter."""
        if start not in self._beside:
            self._beside[start] = bits_of(
                h for h in self.grid.neighbours(start) if self.step(start, h) is not None
            )
        return self._beside[start]


class Track:
    """The part of a net that is open today, at a flat price: links with both ends in *open_*.

    What is open changes in play; the ``CostMap`` stays as it is.
    """

    def __init__(self, grid: Grid, links: Hexsides, open_: Bits, price: int) -> None:
        _check("a track", {"step": price}, least=1)
        self.price: Final = price
        self.links: Final = links
        self.open: Final = open_
        self.doors: Final = _doors_at(
            grid, price, (grid.shift(side & open_, d) & open_ for d, side in enumerate(links.toward))
        )
        self.compiled: Final = doors(grid, (self.doors,))

    def joins(self, a: Hex, b: Hex) -> bool:
        """Whether the step from *a* to *b* runs along it."""
        return bool(self.open >> a & self.open >> b & 1) and (a, b) in self.links


def _entry(
    board: Board, enter: Mapping[str, int], places: Mapping[str, int], area: Bits
) -> tuple[tuple[int, Bits], ...]:
    """The hexes of *area* by what they cost to enter, the cheapest first."""
    priced: dict[int, Bits] = {}
    built: Bits = 0
    for place in board.places.values():
        if place.kind in places and not built >> place.hex & 1:
            built |= 1 << place.hex
            priced[places[place.kind]] = priced.get(places[place.kind], 0) | 1 << place.hex
    for terrain, cost in enter.items():
        priced[cost] = priced.get(cost, 0) | board.terrain_bits.get(terrain, 0) & ~built
    return tuple((cost, hexes & area) for cost, hexes in sorted(priced.items()) if hexes & area)


def _sides(board: Board, kind: str) -> tuple[Hexside, ...]:
    return board.hexsides[kind].sides if kind in board.hexsides else ()


def _doors(
    grid: Grid,
    entry: Iterable[tuple[int, Bits]],
    area: Bits,
    shut: Sequence[Hexsides],
    extra: Mapping[Hexside, int],
    road: Mapping[Hexside, int],
) -> tuple[Doors, ...]:
    """Every step by its price, the cheapest first: over level hexsides, over costly ones, and along roads."""
    into: dict[int, list[Bits]] = {}

    def open_(price: int, direction: int, sources: Bits, ground: Bits) -> None:
        found = grid.shift(sources, direction) & ground
        if found:
            into.setdefault(price, [0] * len(grid.steps))[direction] |= found

    uneven = [*shut, Hexsides(grid, extra)]
    level = [grid.everywhere & ~union(sides.toward[d] for sides in uneven) for d in range(len(grid.steps))]
    ways = [(0, level), *((more, list(sides.toward)) for more, sides in _by_price(grid, extra))]
    for more, toward in ways:
        for d, sources in enumerate(toward):
            for cost, ground in entry:
                open_(cost + more, d, sources, ground)
    for price, sides in _by_price(grid, road):
        for d, sources in enumerate(sides.toward):
            open_(price, d, sources, area)
    return tuple(_doors_at(grid, price, masks) for price, masks in sorted(into.items()))


def _doors_at(grid: Grid, price: int, into: Iterable[Bits]) -> Doors:
    masks = tuple(into)
    return (price, union(grid.shift(mask, grid.opposite(d)) for d, mask in enumerate(masks)), *masks)


def _by_price(grid: Grid, priced: Mapping[Hexside, int]) -> list[tuple[int, Hexsides]]:
    """The hexsides of each price."""
    return [
        (price, Hexsides(grid, (side for side, p in priced.items() if p == price)))
        for price in sorted(set(priced.values()))
    ]


def _check(what: str, costs: Mapping[str, int], *, least: int) -> None:
    for word, cost in costs.items():
        if cost < least:
            raise BadCosts(f"{what} {word!r} costs {cost} points; it must cost at least {least}")
