"""[4.0, 8.2] Where in the course of a game somebody may want to go back to: its turns and its combats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.kernel import Hex, Mark

from ..series.events import CombatBegan, TurnBegan
from ..series.position.state import Front


def mark(g: Front, told: Mapping[str, Any]) -> Mark | None:
    """A mark for an event as plain data, or None."""
    if told["kind"] == TurnBegan.__name__:
        return Mark("turn", f"Turn {told['turn']}, {g.campaign.calendar.name(told['turn'])}")
    if told["kind"] == CombatBegan.__name__:
        here = Hex(told["hex"])
        places = [p.name for p in g.campaign.board.places_at(here) if p.kind != "junction"]
        return Mark("combat", f"Combat in {(places or [g.grid.name(here)])[0]}", g.grid.name(here))
    return None
