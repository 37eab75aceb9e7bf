"""[Stacking] How many units may share a hex."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.kernel import Hex, Refusal, Seat

from .roster import Nation
from .war import War


def stacking_refusal(g: War, units: Iterable[int]) -> Refusal | None:
    """[Stacking] Why these units may not share a hex: three units, two Soviet armies, one nation beside Germans."""
    limits = g.campaign.schedule["stacking"]
    counters = [g.roster[u] for u in units]
    free = next((c for c in counters if c.kind == limits["free"]), None)
    counted = [c for c in counters if c is not free]
    if len(counted) > limits["units"]:
        return Refusal("Stacking", f"there is room for {limits['units']} units in a hex")
    if sum(c.is_army for c in counted) > limits["armies"]:
        return Refusal("Stacking", f"there is room for {limits['armies']} armies in a hex")
    allies = {c.nation for c in counters if c.nation < Nation.SOVIET} - {Nation.GERMAN}
    if len(allies) > limits["allies"]:
        return Refusal("Stacking", "besides Germans only one nation may be in a hex")
    return None


def room_refusal(g: War, unit: int, hex_: Hex) -> Refusal | None:
    """[Stacking] Why *unit* may not end its move in *hex_*, as the units there stand."""
    others = [u for u in g.units(hex_, Seat(g.side_of[unit])) if u != unit]
    return stacking_refusal(g, [*others, unit]) if others else None


def has_room(g: War, unit: int, hex_: Hex) -> bool:
    """[Stacking] Whether *unit* may end its move in *hex_*."""
    return room_refusal(g, unit, hex_) is None
