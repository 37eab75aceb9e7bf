"""[12] What a command would regret about sealing its sheet: units that it has forgotten."""

from __future__ import annotations

from typing import Final

from sandtable.kernel import Concern, Hex, Seat, counted, enumerated

from ..position.corridor import Corridor
from ..position.places import begins_at
from ..position.ways import move_refusal
from .drafts import Draft

UNORDERED: Final = "unordered"
# More units than these are counted and not named.
NAMED: Final = 3


def unordered(g: Corridor, seat: Seat, draft: Draft) -> list[Concern]:
    """[12] Units of *seat* that could march and have no order; flak seldom moves, and is not missed."""
    left = [
        unit
        for unit, printed in enumerate(g.campaign.units)
        if printed.command == seat
        and not printed.flak
        and unit not in draft.orders
        and move_refusal(g, unit, g.troop(unit)) is None
    ]
    if not left:
        return []
    names = [g.campaign.units[unit].name for unit in left[:NAMED]]
    if len(left) > NAMED:
        names.append(f"{len(left) - NAMED} more")
    one = len(left) == 1
    text = f"{counted(len(left), 'unit')} that could march {'has' if one else 'have'} no orders: {enumerated(names)}"
    places = dict.fromkeys(g.grid.name(Hex(begins_at(g, unit))) for unit in left)
    units = tuple(g.campaign.units[unit].id for unit in left)
    return [Concern(kind=UNORDERED, text=text, rule="12", hexes=tuple(places), units=units)]
