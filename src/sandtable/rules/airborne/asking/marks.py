"""[12, 2] Where in the course of a game somebody may want to go back to: its turns and its combats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.kernel import Hex, Mark

from ..fight.events import CombatBegan
from ..position.corridor import Corridor
from ..turn.events import TurnBegan


def mark(g: Corridor, told: Mapping[str, Any]) -> Mark | None:
    """A mark for an event as plain data, or None."""
    if told["kind"] == TurnBegan.__name__:
        now = g.campaign.turns[told["turn"] - 1]
        return Mark("turn", f"Turn {told['turn']}, {now.name}")
    if told["kind"] == CombatBegan.__name__:
        return Mark("combat", f"Combat for {g.place(told['hex'])}", g.grid.name(Hex(told["hex"])))
    return None
