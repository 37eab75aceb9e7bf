"""Which hex each place stands in, and which place speaks for its hex."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from sandtable.kernel.map.board import Place
from sandtable.kernel.map.hexes import Hex

from .geography import PLACE_KINDS, Geography, GeographyError, Settlement
from .placement import Placement
from .projection import XY, Projection

RANK: Final[dict[str, int]] = {kind: rank for rank, kind in enumerate(PLACE_KINDS)}


@dataclass(frozen=True, kw_only=True)
class Site:
    """A place on the plane: its settlement, its kind on this board and its position in kilometres."""

    settlement: Settlement
    kind: str
    xy: XY


def site_places(
    geography: Geography,
    projection: Projection,
    placement: Placement,
    reclassified: Mapping[str, str] | None = None,
) -> dict[Hex, tuple[Site, ...]]:
    """The places of every hex that has any, the greatest first; *reclassified* gives some another kind."""
    changed = dict(reclassified or {})
    for name in changed:
        if name not in geography.places:
            raise GeographyError(f"{name!r} is to be reclassified but is no known place")
    found: dict[Hex, list[Site]] = {}
    for settlement in geography.places.values():
        xy = projection.xy(settlement.at)
        cell = placement.locate(*xy)
        if cell is not None:
            kind = changed.get(settlement.name, settlement.kind)
            found.setdefault(cell, []).append(Site(settlement=settlement, kind=kind, xy=xy))
    return {
        cell: tuple(sorted(sites, key=lambda s: (-RANK[s.kind], s.settlement.name)))
        for cell, sites in sorted(found.items())
    }


def representatives(placement: Placement, sites: Mapping[Hex, tuple[Site, ...]]) -> dict[Hex, XY]:
    """The point that stands for each hex: its greatest place, else its middle."""
    return {
        cell: sites[cell][0].xy if cell in sites else placement.centre_xy(cell)
        for cell in placement.grid.cells
    }


def board_places(sites: Mapping[Hex, tuple[Site, ...]]) -> list[Place]:
    """The places as the board holds them, hex by hex, the greatest of a hex first."""
    return [
        Place(s.settlement.name, cell, s.kind, s.settlement.country, port=s.settlement.port)
        for cell, here in sorted(sites.items())
        for s in here
    ]
