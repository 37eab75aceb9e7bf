"""Movement: where a unit can go, at what cost and by which way.

A ``CostMap`` is made once for a board and a class of movement. The search goes by layers: all hexes that cost 0,
all that cost 1, and so on, each layer one bitboard, so that a whole front of hexes takes a step at once. Only hexes
with a costly or barred side are handled direction by direction.

Costs are whole numbers of at least 1. A rulebook with half points counts in halves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from .bitboards import Bits, Moves, bits_of, union
from .board import Board, Hexsides
from .hexes import Grid, Hex, Hexside
from .refusals import SandtableError
from .supply import Distances

_ENDLESS: Final = 1 << 30

Zones = Mapping[int, Bits]


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
        self._closed: Final = frozenset(closed)
        self._extra: Final = extra
        self._road: Final = road
        # The search looks at single directions only for hexes in `rough`: over their level sides by `level`,
        # over the costly ones by `crossings`.
        costly = Hexsides(grid, [*closed, *extra]).toward
        self.rough: Final[Bits] = union(costly)
        self.level: Final = Moves(grid.steps, (self.rough & ~side for side in costly))
        self.crossings: Final = _by_price(grid, extra)
        self.roads: Final = _by_price(grid, road)
        self.span: Final = max(
            max((cost for cost, _ in self.entry), default=0) + max(extra.values(), default=0),
            max(road.values(), default=0),
            1,
        )

    def enter(self, hex_: Hex) -> int | None:
        """What *hex_* costs to enter over a level hexside, or None if it is prohibited."""
        return next((cost for cost, ground in self.entry if ground >> hex_ & 1), None)

    def step(self, a: Hex, b: Hex) -> int | None:
        """What the step from *a* to its neighbour *b* costs, or None if it may not be taken."""
        side = self.grid.side(a, b)
        if not self.area >> b & 1:
            return None
        entry = None if side in self._closed else self.enter(b)
        road = self._road.get(side)
        if entry is None:
            return road
        ordinary = entry + self._extra.get(side, 0)
        return ordinary if road is None else min(ordinary, road)


class Track:
    """The part of a net that is open today, at a flat price: links with both ends in *open_*.

    What is open changes in play; the ``CostMap`` stays as it is.
    """

    def __init__(self, grid: Grid, links: Hexsides, open_: Bits, price: int) -> None:
        _check("a track", {"step": price}, least=1)
        self.price: Final = price
        self._links: Final = links
        self._open: Final = open_
        there = (open_ >> step if step > 0 else open_ << -step for step in grid.steps)
        self.moves: Final = Moves(
            grid.steps, (a & open_ & b for a, b in zip(links.toward, there, strict=True))
        )

    def joins(self, a: Hex, b: Hex) -> bool:
        """Whether the step from *a* to *b* runs along it."""
        return bool(self._open >> a & self._open >> b & 1) and (a, b) in self._links


class Reach:
    """Where a unit can go from ``start`` with ``mp`` points: ``layers[n]`` are the hexes that cost exactly *n*."""

    def __init__(
        self,
        costs: CostMap,
        start: Hex,
        mp: int,
        layers: Iterable[Bits],
        *,
        stop: Bits,
        entering: Zones,
        leaving: Zones,
        track: Track | None = None,
    ) -> None:
        self.costs: Final = costs
        self.start: Final = start
        self.mp: Final = mp
        self.layers: Final[tuple[Bits, ...]] = tuple(layers)
        self.all: Final[Bits] = union(self.layers)
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
        cost -= _surcharge(self._entering, here)
        leavable = self.all & ~self._stop
        for before in self.costs.grid.neighbours(here):
            if not leavable >> before & 1:
                continue
            step = self.costs.step(before, here)
            if self._track is not None and self._track.joins(before, here):
                step = self._track.price if step is None else min(step, self._track.price)
            paid = -1 if step is None else cost - step - _surcharge(self._leaving, before)
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
    layers = _layers(costs, start, mp, blocked, stop, entering or {}, leaving or {}, until=0, track=track)
    return Reach(
        costs, start, mp, layers, stop=stop, entering=entering or {}, leaving=leaving or {}, track=track
    )


def cheapest(
    costs: CostMap, start: Hex, goals: Bits, *, blocked: Bits = 0, stop: Bits = 0
) -> tuple[Hex, ...] | None:
    """A cheapest way from *start* to any of *goals*, both ends included, or None if there is none."""
    layers = _layers(costs, start, _ENDLESS, blocked, stop, {}, {}, until=goals)
    found = layers[-1] & goals
    if not found:
        return None
    nearest = Hex((found & -found).bit_length() - 1)
    return Reach(costs, start, len(layers) - 1, layers, stop=stop, entering={}, leaving={}).path(nearest)


def neighbours_open(costs: CostMap, start: Hex) -> Bits:
    """The hexes next to *start* that are not prohibited, whatever they cost: those a minimum move may enter."""
    return bits_of(h for h in costs.grid.neighbours(start) if costs.step(start, h) is not None)


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
        for cost, ground in costs.entry:
            part = entered & ground
            if part:
                _add_steps(costs, part, pending, here + cost)
        for flat, moves in costs.roads:
            pending[here + flat] |= moves.of(entered)
    return Distances(grid, rings[: len(rings) - silent])


def _layers(
    costs: CostMap,
    start: Hex,
    mp: int,
    blocked: Bits,
    stop: Bits,
    entering: Zones,
    leaving: Zones,
    until: Bits,
    track: Track | None = None,
) -> list[Bits]:
    """The hexes by what they cost; ends early with the first layer that touches *until*."""
    expand, entry, rough_ground = costs.grid.expand, costs.entry, costs.rough
    first = 1 << start
    free = costs.area & ~blocked | first
    may_leave = free & ~stop | first
    roads = costs.roads if track is None else (*costs.roads, (track.price, track.moves))
    widest = costs.span if track is None else max(costs.span, track.price)
    span = widest + max(entering, default=0) + max(leaving, default=0)
    pending = [first] + [0] * span
    # Those who paid to enter or to leave a zone wait here until their points are counted.
    entered: dict[int, Bits] = {}
    departing: dict[int, Bits] = {}
    layers: list[Bits] = []
    silent = 0
    while len(layers) <= mp and silent <= span:
        here = len(layers)
        layer = pending[here] & free
        if entering and here:
            layer = _delay(entering, layer, entered, here) & free
        layers.append(layer)
        pending.append(0)
        free ^= layer
        going = layer & may_leave
        if leaving:
            going = _delay(leaving, going, departing, here)
        silent = 0 if layer or going else silent + 1
        if layer & until or here == mp:
            break
        if not going:
            continue
        rough = going & rough_ground
        if rough:
            near = (expand(going ^ rough) | costs.level.of(rough)) & free
            for more, moves in costs.crossings:
                behind = moves.of(rough) & free
                if behind:
                    for cost, ground in entry:
                        pending[here + cost + more] |= behind & ground
        else:
            near = expand(going) & free
        for cost, ground in entry:
            pending[here + cost] |= near & ground
        for flat, moves in roads:
            pending[here + flat] |= moves.of(going)
    return layers


def _delay(zones: Zones, arriving: Bits, waiting: dict[int, Bits], here: int) -> Bits:
    """Those who may go on now: *arriving* without those in a zone, and with those who have waited long enough."""
    for more, zone in zones.items():
        late = arriving & zone
        if late:
            arriving ^= late
            waiting[here + more] = waiting.get(here + more, 0) | late
    return arriving | waiting.pop(here, 0)


def _add_steps(costs: CostMap, mask: Bits, pending: list[Bits], here: int) -> None:
    """Everything beside *mask*, filed under what has been paid *here* and the hexside between."""
    rough = mask & costs.rough
    pending[here] |= costs.grid.expand(mask ^ rough) | costs.level.of(rough)
    for more, moves in costs.crossings:
        pending[here + more] |= moves.of(rough)


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


def _by_price(grid: Grid, priced: Mapping[Hexside, int]) -> tuple[tuple[int, Moves], ...]:
    """For each price, the steps over the hexsides that cost it."""
    return tuple(
        (price, Moves(grid.steps, Hexsides(grid, (s for s, p in priced.items() if p == price)).toward))
        for price in sorted(set(priced.values()))
    )


def _check(what: str, costs: Mapping[str, int], *, least: int) -> None:
    for word, cost in costs.items():
        if cost < least:
            raise BadCosts(f"{what} {word!r} costs {cost} points; it must cost at least {least}")
