"""[AGN 4.3.1] Which lines may be extended, and how far (R-25, R-70, R-87)."""

from __future__ import annotations

from .snapshot import AXIS, SOVIET, Snapshot
from .zones import zone_of_control

Line = tuple[int, int]


def heads(s: Snapshot) -> set[int]:
    """Converted rail that is Axis-held and joined to the west edge by more of it."""
    sound = {h for h in s.converted if s.controls(AXIS, h)} - s.hexes(SOVIET)
    joined = sound & s.chart.rail_exits
    fresh = set(joined)
    while fresh:
        fresh = {to for h in fresh for to in s.chart.around[h] if (h, to) in s.chart.rails and to in sound}
        fresh -= joined
        joined |= fresh
    return joined


def may_convert(s: Snapshot, hex_: int) -> bool:
    """Unconverted, outside Finland, Axis-held, and in no enemy zone of control unless a friendly force is there."""
    if hex_ in s.converted or hex_ not in s.chart.land - s.chart.finland:
        return False
    safe = hex_ not in zone_of_control(s, SOVIET) or bool(s.at(hex_, AXIS))
    return s.controls(AXIS, hex_) and safe and not s.at(hex_, SOVIET)


def lines(s: Snapshot) -> set[Line]:
    """Every unconverted line that may be extended now: the head, and the first hex of the line."""
    return {
        (head, to)
        for head in heads(s)
        for to in s.chart.around[head]
        if (head, to) in s.chart.rails and may_convert(s, to)
    }


def reach(roll: int, turn: int) -> int:
    """1d3, from turn 11 on 1d2, on a die of six."""
    return -(-roll // 3) if turn >= 11 else -(-roll // 2)


def goes_on(s: Snapshot, path: tuple[int, ...]) -> set[int]:
    """Where an extension that has come along *path* (its head first) may go next: one branch of a junction."""
    here = path[-1]
    return {
        to
        for to in s.chart.around[here]
        if (here, to) in s.chart.rails and to not in path and may_convert(s, to)
    }
