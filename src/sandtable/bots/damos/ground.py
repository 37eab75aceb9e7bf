"""What the map says whatever the position: distances, rows, the next hexes of a railway. Answered from memory."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from sandtable.kernel import OFF_BOARD, Bits, Hex, bits_of, members
from sandtable.kernel.map.flood import beside, flood
from sandtable.kernel.map.paths import distance_field
from sandtable.rules.damos.series.position.campaign import HALF, Campaign

# hex -> how many movement points it is from there to the goals
Field = Mapping[Hex, float]
# The same the other way round.
Rings = list[tuple[float, Bits]]

FAR: Final = 60
# By the order in which fractions are added values differ by less than this.
ROUNDING: Final = 1e-6


def place(campaign: Campaign, name: str) -> Hex:
    """The hex of a named place, or OFF_BOARD where the board has none in play."""
    found = campaign.board.places.get(name)
    return found.hex if found is not None and campaign.land >> found.hex & 1 else OFF_BOARD


def row_of(campaign: Campaign, hex_: Hex) -> int:
    """The printed row, counted from the north."""
    return int(campaign.grid.name(hex_)[:2])


@lru_cache(maxsize=4_000)
def joined_to_east(campaign: Campaign, free: Bits) -> Bits:
    """[AGN 5.0] The *free* hexes from which a path through such leads to the east edge; asked often while nobody moves."""
    return flood(campaign.grid, campaign.east_edge & free, free, barred=campaign.water)


def next_to(campaign: Campaign, hex_: Hex) -> Bits:
    """The hex and its neighbours, those across water left out."""
    return beside(campaign.grid, 1 << hex_, campaign.water)


@lru_cache(maxsize=64)
def railway_ahead(campaign: Campaign, held: Bits, objectives: tuple[Hex, ...]) -> Bits:
    """The rail hexes beside *held* ones on the way to *objectives*: where the lines are to be converted next."""
    found = 0
    beside = campaign.grid.expand(held) & ~held
    behind = _farther_along(campaign, objectives)
    for hex_ in members(campaign.rail_hexes & campaign.soviet_side & ~campaign.finland & beside):
        if held & behind[hex_]:
            found |= 1 << hex_
    return found


@lru_cache(maxsize=16)
def _farther_along(campaign: Campaign, objectives: tuple[Hex, ...]) -> dict[int, Bits]:
    """For every rail hex those to which a line leads on, away from *objectives*."""
    found = {}
    for hex_ in members(campaign.rail_hexes):
        here = _to_objectives(campaign, Hex(hex_), objectives)
        found[hex_] = bits_of(
            near
            for near in campaign.grid.neighbours(Hex(hex_))
            if (Hex(hex_), near) in campaign.rails and _to_objectives(campaign, near, objectives) > here
        )
    return found


@lru_cache(maxsize=8_000)
def _to_objectives(campaign: Campaign, hex_: Hex, objectives: tuple[Hex, ...]) -> int:
    return min((campaign.grid.distance(hex_, city) for city in objectives), default=0)


@lru_cache(maxsize=8_000)
def neighbourhood(campaign: Campaign, hex_: Hex, hexes: int) -> Bits:
    """The hexes at most so many hexes away."""
    return campaign.grid.within(hex_, hexes)


class Ways(NamedTuple):
    """How far every hex is from some goals, by hex and by distance."""

    field: Field
    rings: Rings


NOWHERE: Final = Ways({}, [])


@lru_cache(maxsize=256)
def ways_to(campaign: Campaign, classes: int, goals: Bits, limit: float | None = None) -> Ways:
    """How far every hex is from *goals* for these movement classes, or those at most so far; the rings in ascending order."""
    most = None if limit is None else int(limit * HALF) + 1
    distances = distance_field(campaign.costs(classes), goals, limit=most).rings
    rings = [
        (cost / HALF, ring & campaign.land) for cost, ring in enumerate(distances) if ring & campaign.land
    ]
    return Ways({Hex(h): cost for cost, ring in rings for h in members(ring)}, rings)


def field_of(campaign: Campaign, classes: int, goals: Bits) -> Field:
    """The same by hex alone."""
    return ways_to(campaign, classes, goals).field


def hexes_to_go(field: Field, hex_: Hex) -> float:
    """The distance of *hex_* in whole movement points; very far where there is no way."""
    return field.get(hex_, FAR)
