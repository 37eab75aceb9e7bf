"""Movement: where a unit can go, at what cost and by which way.

A ``CostMap`` is made once for a board and a class of movement. The search goes by layers: all hexes that cost 0,
all that cost 1, and so on, each layer one bitboard, so that a whole front of hexes takes a step at once. What a step
costs is looked up by ``Doors``: for each price and direction, the hexes that may be entered so.

Costs are whole numbers of at least 1. A rulebook with half points counts in halves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from .bitboards import Bits, bits_of, union
from .board import Board, Hexsides
from .hexes import Grid, Hex, Hexside, Shape
from .refusals import SandtableError
from .supply import Distances

Zones = Mapping[int, Bits]
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
        closed = {side for kind in barred for side in _sides(board, kind)}
        extra: dict[Hexside, int] = {}
        for kind, more in (cross or {}).items():
            for side in _sides(board, kind):
                if more and side not in closed:
                    extra[side] = extra.get(side, 0) + more
        road: dict[Hexside, int] = {}
        for net, flat in sorted((along or {}).items(), key=lambda item: -item[1]):
            if net in board.nets:
                road.update(dict.fromkeys(board.nets[net].links.sides, flat))
        for links, flat in (tracks or {}).items():
            for side in links.sides:
                road[side] = min(flat, road.get(side, flat))
        self.doors: Final = _doors(grid, self.entry, self.area, closed, extra, road)
        self.span: Final = max((doors[0] for doors in self.doors), default=1)
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
        if (a, b) not in self._steps:
            way = 2 + self.grid.direction(a, b)
            self._steps[a, b] = next((doors[0] for doors in self.doors if doors[way] >> b & 1), None)
        return self._steps[a, b]

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

    def joins(self, a: Hex, b: Hex) -> bool:
        """Whether the step from *a* to *b* runs along it."""
        return bool(self.open >> a & self.open >> b & 1) and (a, b) in self.links


class Reach:
    """Where a unit can go from ``start`` with ``mp`` points: ``layers[n]`` are the hexes that cost exactly *n*."""

    def __init__(
        self,
        costs: CostMap,
        start: Hex,
        mp: int,
        layers: Sequence[Bits],
        all_: Bits,
        *,
        stop: Bits,
        entering: Zones,
        leaving: Zones,
        track: Track | None = None,
    ) -> None:
        self.costs: Final = costs
        self.start: Final = start
        self.mp: Final = mp
        self.layers: Final = layers
        self.all: Final = all_
        self._stop: Final[Bits] = stop & ~(1 << start)
        self._entering: Final = entering
        self._leaving: Final = leaving
        self._track: Final = track

    def cost(self, hex_: Hex) -> int | None:
        """The cheapest way to *hex_* in points, or None if it is out of reach."""
        if not self.all >> hex_ & 1:
            return None
        return next(n for n, layer in enumerate(self.layers) if layer >> hex_ & 1)

    def left(self, hex_: Hex) -> int | None:
        """How many points are left on arrival at *hex_*, or None if it is out of reach."""
        cost = self.cost(hex_)
        return None if cost is None else self.mp - cost

    def path(self, hex_: Hex) -> tuple[Hex, ...] | None:
        """A cheapest way from the start to *hex_*, both included, or None if it is out of reach.

        Of several, always the same: looking back from the end, the first neighbour clockwise from the east.
        """
        cost = self.cost(hex_)
        if cost is None:
            return None
        way = [hex_]
        while way[-1] != self.start:
            before, cost = self._step_back(way[-1], cost)
            way.append(before)
        return tuple(reversed(way))

    def _step_back(self, here: Hex, cost: int) -> tuple[Hex, int]:
        cost -= _surcharge(self._entering, here) if self._entering else 0
        leavable = self.all & ~self._stop
        for before in self.costs.grid.neighbours(here):
            if not leavable >> before & 1:
                continue
            step = self.costs.step(before, here)
            if self._track is not None and self._track.joins(before, here):
                step = self._track.price if step is None else min(step, self._track.price)
            if step is None:
                continue
            paid = cost - step - (_surcharge(self._leaving, before) if self._leaving else 0)
            if paid >= 0 and self.layers[paid] >> before & 1:
                return before, paid
        raise AssertionError(f"no way leads back from {self.costs.grid.name(here)}")


def reach(
    costs: CostMap,
    start: Hex,
    mp: int,
    *,
    blocked: Bits = 0,
    stop: Bits = 0,
    entering: Zones | None = None,
    leaving: Zones | None = None,
    track: Track | None = None,
) -> Reach:
    """The cheapest cost of every hex that *mp* points lead to, along an open *track* too.

    *blocked* hexes may not be entered; *stop* hexes may be entered but not left (the start may always be left).
    *entering* and *leaving* add points for the hexes of a zone: ``leaving={2: enemy_zone}``; the zones of one
    mapping must not overlap.
    """
    zones_in, zones_out = entering or {}, leaving or {}
    found = _layers(costs, start, mp, blocked, stop, zones_in, zones_out, track)
    return Reach(costs, start, mp, *found, stop=stop, entering=zones_in, leaving=zones_out, track=track)


class Ranges:
    """Ranges that were worked out before, the latest for each kind of movement, start and number of points.

    A range is answered from memory while nothing has changed in or next to it: what is blocked elsewhere, or open of a
    track, cannot matter. So a range far behind the front is good for many turns, and for other games on the board.
    At *size* ranges all are forgotten.
    """

    def __init__(self, size: int) -> None:
        self._size: Final = size
        self._known: Final[
            dict[tuple[CostMap, Hex, int], tuple[Bits, Bits, Hexsides | None, Bits, Reach]]
        ] = {}

    def reach(self, costs: CostMap, start: Hex, mp: int, blocked: Bits, track: Track | None = None) -> Reach:
        """The same as ``reach``."""
        key = (costs, start, mp)
        links, open_ = (None, 0) if track is None else (track.links, track.open)
        known = self._known.get(key)
        if known is not None:
            near, shut, laid, rails, found = known
            if blocked & near == shut and open_ & near == rails and laid is links:
                return found
        elif len(self._known) >= self._size:
            self._known.clear()
        found = reach(costs, start, mp, blocked=blocked, track=track)
        near = costs.grid.expand(found.all)
        self._known[key] = (near, blocked & near, links, open_ & near, found)
        return found


def distance_field(costs: CostMap, goals: Bits, *, blocked: Bits = 0) -> Distances:
    """What the cheapest way from each hex to the nearest of *goals* costs; *blocked* hexes may not be entered.

    For the number of steps on open ground, whatever they cost, see ``supply.hops``.
    """
    grid = costs.grid
    free = (costs.area & grid.everywhere) | goals
    enterable = costs.area & ~blocked
    pending = [goals] + [0] * costs.span
    rings: list[Bits] = []
    silent = 0
    while silent <= costs.span:
        ring = pending[len(rings)] & free
        here = len(rings)
        rings.append(ring)
        pending.append(0)
        silent = 0 if ring else silent + 1
        free ^= ring
        entered = ring & enterable
        for price, _, *into in costs.doors:
            for d, mask in enumerate(into):
                pending[here + price] |= grid.shift(entered & mask, grid.opposite(d))
    return Distances(grid, rings[: len(rings) - silent])


def _layers(
    costs: CostMap,
    start: Hex,
    mp: int,
    blocked: Bits,
    stop: Bits,
    entering: Zones,
    leaving: Zones,
    track: Track | None,
) -> tuple[list[Bits], Bits]:
    """The hexes by what they cost, and all of them together."""
    grid = costs.grid
    first = 1 << start
    open_ = free = costs.area & ~blocked | first
    rows = costs.doors if track is None else (track.doors, *costs.doors)
    span = costs.span if track is None else max(costs.span, track.price)
    if grid.shape is Shape.HEX and not (stop or entering or leaving):
        # No way is longer than through every hex at the highest price.
        return _hex_layers(grid.stride, first, min(mp, len(grid.cells) * span), open_, rows)
    span += max(entering, default=0) + max(leaving, default=0)
    pending = [first] + [0] * span
    # Those who paid to enter or to leave a zone wait here until their points are counted.
    entered: dict[int, Bits] = {}
    departing: dict[int, Bits] = {}
    layers: list[Bits] = []
    here = silent = 0
    while here <= mp and silent <= span:
        layer = pending[here] & free
        if entering and here:
            layer = _delay(entering, layer, entered, here) & free
        layers.append(layer)
        pending.append(0)
        free ^= layer
        going = layer & ~stop | layer & first
        if leaving:
            going = _delay(leaving, going, departing, here)
        silent = 0 if layer or going else silent + 1
        for price, movers, *into in rows:
            if going & movers:
                pending[here + price] |= union(grid.shift(going, d) & mask for d, mask in enumerate(into))
        here += 1
    return layers, open_ ^ free


def _hex_layers(
    stride: int, first: Bits, mp: int, open_: Bits, rows: tuple[Doors, ...]
) -> tuple[list[Bits], Bits]:
    """The same for the commonest search, on hexes and without zones or stops, with the six directions written out."""
    back = stride - 1
    free = open_
    layers = [first] + [0] * mp
    for here in range(mp + 1):
        layers[here] = going = layers[here] & free
        if not going:
            continue
        free ^= going
        left = mp - here
        e, se, sw = going << 1, going << stride, going << back
        w, nw, ne = going >> 1, going >> stride, going >> back
        for price, movers, to_e, to_se, to_sw, to_w, to_nw, to_ne in rows:
            if price <= left and going & movers:
                layers[here + price] |= (
                    e & to_e | se & to_se | sw & to_sw | w & to_w | nw & to_nw | ne & to_ne
                )
    return layers, open_ ^ free


def _delay(zones: Zones, arriving: Bits, waiting: dict[int, Bits], here: int) -> Bits:
    """Those who may go on now: *arriving* without those in a zone, and with those who have waited long enough."""
    for more, zone in zones.items():
        late = arriving & zone
        if late:
            arriving ^= late
            waiting[here + more] = waiting.get(here + more, 0) | late
    return arriving | waiting.pop(here, 0)


def _surcharge(zones: Zones, hex_: Hex) -> int:
    return next((more for more, zone in zones.items() if zone >> hex_ & 1), 0)


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
    closed: Iterable[Hexside],
    extra: Mapping[Hexside, int],
    road: Mapping[Hexside, int],
) -> tuple[Doors, ...]:
    """Every step by its price, the cheapest first: over level hexsides, over costly ones, and along roads."""
    into: dict[int, list[Bits]] = {}

    def open_(price: int, direction: int, sources: Bits, ground: Bits) -> None:
        found = grid.shift(sources, direction) & ground
        if found:
            into.setdefault(price, [0] * len(grid.steps))[direction] |= found

    level = [grid.everywhere & ~side for side in Hexsides(grid, [*closed, *extra]).toward]
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
