"""What a seat sees of the position: everything, since nothing on this map is hidden."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sandtable.kernel import Bits, Hex, members

from ..calendar import turn_name
from ..position.roster import SEATS
from ..position.war import War
from .appearance import combat, trays, turn_groups
from .counters import COMING, Row, counters
from .written_out import written


def view(g: War) -> dict[str, Any]:
    """The position, the same for every seat."""
    on_map, off_map = counters(g)
    return {
        "turn": g.turn,
        "turn_name": turn_name(g.turn) if g.turn else "set-up",
        "turns": [turn_name(n) for n in range(1, g.last_turn + 1)],
        "turn_groups": turn_groups(g.last_turn),
        "phasing": SEATS[g.phasing],
        "calendar": calendar(g, off_map),
        "taken_by_axis": _names(g, g.axis_control & ~g.campaign.axis_side),
        "taken_by_soviets": _names(g, g.campaign.axis_side & ~g.axis_control),
        "counters": on_map,
        "off_map": off_map,
        "trays": trays(g),
        "combat": combat(g),
        "state": written(g),
    }


def calendar(g: War, off_map: Iterable[Row]) -> list[dict[str, Any]]:
    """[Reinforcements] The turns to come in which units arrive."""
    arriving: dict[int, list[str]] = {}
    for seen in off_map:
        if seen["fate"] == COMING:
            arriving.setdefault(seen["turn"], []).append(seen["unit"])
    return [
        {"turn": turn, "name": turn_name(turn), "arrives": units}
        for turn, units in sorted(arriving.items())
        if g.turn <= turn <= g.last_turn
    ]


def _names(g: War, mask: Bits) -> list[str]:
    return [g.grid.name(Hex(h)) for h in members(mask)]
