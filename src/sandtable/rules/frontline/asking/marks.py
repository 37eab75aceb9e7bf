"""[Sequence, Sequence 7] Where in the course of a game somebody may want to go back to: its turns and its combats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.kernel import Hex, Mark

from ..events import CombatBegan, TurnBegan
from ..position.war import War


def mark(g: War, told: Mapping[str, Any]) -> Mark | None:
    """A mark for an event as plain data, or None."""
    if told["kind"] == TurnBegan.__name__:
        return Mark("turn", f"Turn {told['turn']}, {g.campaign.turns[told['turn'] - 1]}")
    if told["kind"] == CombatBegan.__name__:
        return Mark("combat", f"Combat for {g.campaign.name(told['hex'])}", g.grid.name(Hex(told["hex"])))
    return None
