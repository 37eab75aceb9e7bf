"""Who owns each land hex: countries spread from their places until they meet a border."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from sandtable.kernel.map.hexes import Grid, Hex, Hexside

from .hexsides import chains
from .placement import Placement
from .places import Site


@dataclass(frozen=True, kw_only=True)
class Ownership:
    """The country of every land hex it could be found for, and where the borders left a doubt.

    *leaks* are sides where two countries meet without a border, *unowned* are hexes that no country reached.
    """

    country: dict[Hex, str]
    leaks: tuple[Hexside, ...]
    unowned: tuple[Hex, ...]


def spread_ownership(
    grid: Grid,
    land: Collection[Hex],
    sites: Mapping[Hex, tuple[Site, ...]],
    walls: Collection[Hexside],
    leased: Mapping[Hex, str],
    settled: Mapping[Hex, str] | None = None,
) -> Ownership:
    """Countries grow hex by hex from their greatest places over *land* and stop at *walls*.

    *leased* are hexes whose country is told hex by hex and does not spread (a leased base, a corner without a town);
    *settled* hexes are known beforehand too, and do.
    """
    fixed = dict(settled or {})
    country: dict[Hex, str] = {h: here[0].settlement.country for h, here in sites.items() if h in land}
    country.update(fixed)
    country.update(leased)
    queue = [(0, h) for h in sorted(country) if h not in leased]
    heapq.heapify(queue)
    leaks: set[Hexside] = set()
    while queue:
        distance, cell = heapq.heappop(queue)
        for beyond in grid.neighbours(cell):
            if beyond not in land or beyond in leased or grid.side(cell, beyond) in walls:
                continue
            if beyond not in country:
                country[beyond] = country[cell]
                heapq.heappush(queue, (distance + 1, beyond))
            elif country[beyond] != country[cell] and not {cell, beyond} & fixed.keys():
                leaks.add(grid.side(cell, beyond))
    unowned = tuple(sorted(h for h in land if h not in country))
    return Ownership(country=country, leaks=tuple(sorted(leaks)), unowned=unowned)


def frontier(sides: Iterable[Hexside], country: Mapping[Hex, str]) -> dict[Hexside, tuple[str, str]]:
    """The sides between land hexes of two countries, with both names in alphabetical order."""
    found: dict[Hexside, tuple[str, str]] = {}
    for a, b in sides:
        one, other = country.get(a), country.get(b)
        if one is not None and other is not None and one != other:
            found[(a, b)] = (min(one, other), max(one, other))
    return found


def border_walk(
    placement: Placement,
    country: Mapping[Hex, str],
    borders: Mapping[Hexside, tuple[str, str]],
    *,
    owner: str,
    facing: str,
    within: Collection[Hex],
) -> tuple[Hex, ...]:
    """The hexes of *owner* along its frontier with *facing*, in order from the northern end, each once."""
    pair = (min(owner, facing), max(owner, facing))
    sides = [side for side, names in borders.items() if names == pair]
    walk: list[Hex] = []
    for chain in chains(placement, sides):
        for side in chain:
            cell = next(h for h in side if country[h] == owner)
            if cell in within and cell not in walk:
                walk.append(cell)
    return tuple(walk)
