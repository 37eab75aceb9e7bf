"""Positions on the printed boards: a few counters of the order of battle where a test wants them, all others away."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.kernel.machine.actions import Seat
from sandtable.kernel.machine.engine import settle
from sandtable.kernel.machine.steps import Step
from sandtable.kernel.map.hexes import Hex
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.series.position.roster import AXIS
from sandtable.rules.damos.series.position.state import Fate, Front


def theater(
    scenario: str,
    units: Mapping[str, str],
    *steps: Step[Front],
    turn: int = 2,
    phasing: Seat = AXIS,
    axis: str = "",
    converted: str = "",
    options: Mapping[str, int | str | bool] | None = None,
) -> Front:
    """*units* maps counters to hexes; *axis* and *converted* name hexes beyond the start line in German hands."""
    g = RULEBOOK.start(RULEBOOK.setup(scenario, options))
    g.agenda = []
    g.turn, g.phasing = turn, phasing
    for unit in range(len(g.fate)):
        g.fate[unit] = Fate.GONE
    for name, hex_ in units.items():
        unit = g.roster.numbers[name]
        g.bring(unit, g.grid.hex(hex_), g.roster[unit].sp)
    for name in axis.split():
        g.axis_control |= 1 << g.grid.hex(name)
    for name in converted.split():
        g.axis_control |= 1 << g.grid.hex(name)
        g.converted |= 1 << g.grid.hex(name)
    g.then(*steps)
    settle(g)
    return g


def rail_line(g: Front, start: str, end: str) -> list[str]:
    """The hexes of the shortest railway from *start* to *end*."""
    goal = g.grid.hex(end)
    paths: list[tuple[Hex, ...]] = [(g.grid.hex(start),)]
    seen = {g.grid.hex(start)}
    for path in paths:
        if path[-1] == goal:
            return [g.grid.name(h) for h in path]
        for to in g.grid.neighbours(path[-1]):
            if to not in seen and (path[-1], to) in g.campaign.rails:
                seen.add(to)
                paths.append((*path, to))
    raise ValueError(f"no railway from {start} to {end}")
