"""Columns of the position that the air phase keeps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ..scenario.campaign import Campaign


class AirColumns:
    """What the air phase has in a position."""

    # By unit: whether it is still to come by air, and the cell where it is to land.
    aboard: list[int]
    landing: list[int]
    # By flight: the drop zone it is bound for, whether it is in the air, and what it has met there (see ``MET_FLAK``).
    bound: list[int]
    flying: list[int]
    met: list[int]
    # By drop zone: the supply points that lie there.
    dropped: list[int]
    # Orders of this turn, rows of side, verb and three numbers; squadrons over combats, rows of side, kind, number, cell.
    air_orders: list[int]
    support: list[int]


AIR_COLUMNS: Final[Mapping[str, Callable[[Campaign], list[int]]]] = {
    "aboard": lambda campaign: [int(unit.way == "drop") for unit in campaign.units],
    "landing": lambda campaign: [int(unit.hex) for unit in campaign.units],
    "bound": lambda campaign: [campaign.zone_number(zone) for zone in campaign.bound_for],
    "flying": lambda campaign: [0] * len(campaign.flights),
    "met": lambda campaign: [0] * len(campaign.flights),
    "dropped": lambda campaign: [0] * len(campaign.drop_zones),
    "air_orders": lambda campaign: [],
    "support": lambda campaign: [],
}
AIR_NUMBERS: Final[Mapping[str, int]] = {}
# What a flight has met, added up.
MET_FLAK: Final = 1
LOST_TO_FIGHTERS: Final = 2
ORDER_ROW: Final = 5
SUPPORT_ROW: Final = 4
