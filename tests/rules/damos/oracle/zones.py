"""[2.3, 2.5, 2.6] Stacking, zones of control and zones of influence, from the text."""

from __future__ import annotations

from collections.abc import Iterable

from .snapshot import AXIS, SOVIET, Snapshot, Unit


def zone_of_control(s: Snapshot, side: int, *, not_from: int = -1) -> set[int]:
    """[2.5] The hexes next to a unit of *side* that is not demoralized, units in *not_from* left out.

    Never into a major city that the enemy occupies; the Russians have none on turn 1 [AGN 4.8.1]; Finns have none into
    Leningrad nor across the Svir [AGN 4.7].
    """
    if side == SOVIET and s.turn == 1:
        return set()
    shut = {h for h in s.hexes(1 - side) if s.chart.built.get(h) == "major_city"}
    found = set()
    for unit in s.units:
        if unit.side != side or unit.demoralized or unit.hex == not_from:
            continue
        for hex_ in s.chart.around[unit.hex]:
            finn_stops = unit.nation == "finnish" and (
                hex_ == s.chart.leningrad or (unit.hex, hex_) in s.chart.svir
            )
            if hex_ not in shut and not finn_stops:
                found.add(hex_)
    return found


def projects_influence(s: Snapshot, unit: Unit) -> bool:
    """[AGN 3.1, 3.2] Axis units but for foot; Russian armor and mechanized units, and Cossacks, from turn 2 on."""
    if unit.demoralized or unit.hanko:
        return False
    if unit.side == AXIS:
        return unit.kind != "foot"
    return s.turn > 1 and (unit.kind in ("armor", "mechanized") or unit.cossack)


def influence_range(s: Snapshot, hex_: int, side: int) -> int:
    """[2.6] As far as the force would roll dice: 1 up to 6 SP, 2 up to 12, else 3; demoralized units do not count."""
    sp = sum(u.sp for u in s.at(hex_, side) if not u.demoralized)
    return 1 if sp <= 6 else 2 if sp <= 12 else 3


def stacks(units: Iterable[Unit]) -> bool:
    """[AGN 4.1] Whether these units of one side may stay in one hex (R-03)."""
    force = list(units)
    if all(u.nation == "german" for u in force):
        return len(force) <= 4
    free = [u for u in force if u.nkvd and u.size == "regiment"][:1]
    counted = [u for u in force if u not in free]
    if len(counted) <= 2:
        return True
    return len(counted) == 3 and sum(u.size in ("division", "brigade") for u in counted) >= 2


def steps_from(s: Snapshot, hex_: int) -> dict[int, int]:
    """The hexes up to three away, whatever lies between, and how far each is."""
    far = {hex_: 0}
    for steps in (1, 2, 3):
        for here in [h for h, n in far.items() if n == steps - 1]:
            for to in s.chart.around[here]:
                far.setdefault(to, steps)
    return far
