"""[Set-up] The units of the first turn in their places; those that come later wait."""

from __future__ import annotations

from .war import Status, War


def set_up(g: War) -> None:
    """[Set-up] Who begins on the map stands there; who comes after the scenario's last turn is not in it."""
    for unit, counter in enumerate(g.roster.counters):
        if counter.turn > g.last_turn:
            g.status[unit] = Status.GONE
        elif counter.turn == 1:
            g.bring(unit, g.campaign.start[unit], counter.steps)
    g.rebuild()
