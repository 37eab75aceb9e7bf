"""[Sequence, Declaring] Where in the course of a game somebody may want to go back to: its turns and its combats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.kernel import Hex, Mark

from ..calendar import turn_name
from ..events import CombatBegan, TurnBegan
from ..position.war import War


def mark(g: War, told: Mapping[str, Any]) -> Mark | None:
    """A mark for an event as plain data, or None."""
    if told["kind"] == TurnBegan.__name__:
        return Mark("turn", f"Turn {told['turn']}, {turn_name(told['turn'])}")
    if told["kind"] == CombatBegan.__name__:
        here = Hex(told["hex"])
        return Mark("combat", f"Combat in {g.campaign.place_name(here)}", g.grid.name(here))
    return None
