"""Movement: where a unit can go, at what cost and by which way.

The search goes by layers: all hexes that cost 0, all that cost 1, and so on, each layer one bitboard, so that a whole
front of hexes takes a step at once. What a step costs, a ``CostMap`` says.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Final

from .bitboards import Bits, union
from .board import Hexsides
from .costs import CostMap, Doors, Track
from .flood import Distances
from .hexes import Hex, Shape
from .searches import Layers, compiled

Zones = Mapping[int, Bits]
NO_ZONES: Final[Zones] = {}


class Reach:
    """Where a unit can go from ``start`` with ``mp`` points: ``layers[n]`` are the hexes that cost exactly *n*."""

    def __init__(
        self,
        costs: CostMap,
        start: Hex,
        mp: int,
        layers: list[Bits] | Layers,
        all_: Bits,
        *,
        stop: Bits = 0,
        entering: Zones = NO_ZONES,
        leaving: Zones = NO_ZONES,
        track: Track | None = None,
    ) -> None:
        self.costs: Final = costs
        self.start: Final = start
        self.mp: Final = mp
        self.layers: Final = layers
        self.all: Final = all_
        self._stop: Final[Bits] = stop & ~(1 << start) if stop else 0
        self._entering: Final = entering
        self._leaving: Final = leaving
        self._track: Final = track

    def cost(self, hex_: Hex) -> int | None:
        """The cheapest way to *hex_* in points, or None if it is out of reach."""
        if not self.all >> hex_ & 1:
            return None
        if isinstance(self.layers, list):
            return next(n for n, layer in enumerate(self.layers) if layer >> hex_ & 1)
        return self.layers.cost(hex_)

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
        layers = self.layers
        for before in self.costs.grid.neighbours(here):
            if self._stop >> before & 1:
                continue
            step = self.costs.step(before, here)
            if self._track is not None and self._track.joins(before, here):
                step = self._track.price if step is None else min(step, self._track.price)
            if step is None:
                continue
            paid = cost - step - (_surcharge(self._leaving, before) if self._leaving else 0)
            # Asked in the way in which the layers answer sooner.
            if paid >= 0 and (
                layers[paid] >> before & 1 if isinstance(layers, list) else layers.cost(before) == paid
            ):
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
    zones_in, zones_out = entering or NO_ZONES, leaving or NO_ZONES
    found = _layers(costs, start, mp, blocked, stop, zones_in, zones_out, track)
    return Reach(costs, start, mp, *found, stop=stop, entering=zones_in, leaving=zones_out, track=track)


# What lies in or next to a range, what of it was blocked, the links of the track and what of them was open, and the range.
_Known = tuple[Bits, Bits, Hexsides | None, Bits, Reach]


class Ranges:
    """Ranges that were worked out before, the latest for each kind of movement, start and number of points.

    A range is answered from memory while nothing has changed in or next to it: what is blocked elsewhere, or open of a
    track, cannot matter. So a range far behind the front is good for many turns, and for other games on the board.
    Beyond *size* ranges the oldest is forgotten: as many objects go as come, and Python has no garbage to look for.
    """

    def __init__(self, size: int) -> None:
        self._size: Final = size
        self._known: Final[dict[CostMap, dict[int, _Known]]] = {}
        # The questions in the order in which they were first asked.
        self._asked: Final[deque[tuple[dict[int, _Known], int]]] = deque()

    def reach(self, costs: CostMap, start: Hex, mp: int, blocked: Bits, track: Track | None = None) -> Reach:
        """The same as ``reach``."""
        known_of = self._known.get(costs)
        if known_of is None:
            known_of = self._known[costs] = {}
        # One number for start and points: a pair would be one more object to make for each question.
        key = mp * costs.grid.size + start
        links, open_ = (None, 0) if track is None else (track.links, track.open)
        known = known_of.get(key)
        if known is not None:
            near, shut, laid, rails, found = known
            if blocked & near == shut and open_ & near == rails and laid is links:
                return found
        else:
            self._asked.append((known_of, key))
            if len(self._asked) > self._size:
                oldest, asked = self._asked.popleft()
                oldest.pop(asked, None)
        layers, all_ = _layers(costs, start, mp, blocked, 0, NO_ZONES, NO_ZONES, track)
        found = Reach(costs, start, mp, layers, all_, track=track)
        near = costs.grid.expand(found.all)
        known_of[key] = (near, blocked & near, links, open_ & near, found)
        return found


def distance_field(costs: CostMap, goals: Bits, *, blocked: Bits = 0, limit: int | None = None) -> Distances:
    """What the cheapest way from each hex to the nearest of *goals* costs; *blocked* hexes may not be entered.

    With a *limit* ways that cost more are not looked for.
    For the number of steps on open ground, whatever they cost, see ``supply.hops``.
    """
    grid = costs.grid
    free = (costs.area & grid.everywhere) | goals
    enterable = costs.area & ~blocked
    pending = [goals] + [0] * costs.span
    rings: list[Bits] = []
    back = [grid.opposite(d) for d in range(len(grid.steps))]
    silent = 0
    while silent <= costs.span and (limit is None or len(rings) <= limit):
        ring = pending[len(rings)] & free
        here = len(rings)
        rings.append(ring)
        pending.append(0)
        silent = 0 if ring else silent + 1
        free ^= ring
        entered = ring & enterable
        if not entered:
            continue
        for price, _, *into in costs.doors:
            for d, mask in zip(back, into, strict=True):
                if through := entered & mask:
                    pending[here + price] |= grid.shift(through, d)
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
) -> tuple[list[Bits] | Layers, Bits]:
    """The hexes by what they cost, and all of them together."""
    if compiled is None:
        return layers_in_python(costs, start, mp, blocked, stop, entering, leaving, track)
    return compiled.layers(
        costs.compiled,
        None if track is None else track.compiled,
        start,
        mp,
        costs.area & ~blocked | 1 << start,
        stop,
        tuple(entering.items()) if entering else (),
        tuple(leaving.items()) if leaving else (),
    )


def layers_in_python(
    costs: CostMap,
    start: Hex,
    mp: int,
    blocked: Bits,
    stop: Bits,
    entering: Zones,
    leaving: Zones,
    track: Track | None,
) -> tuple[list[Bits], Bits]:
    """The reference of the search in C, and what searches where that was not built."""
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
