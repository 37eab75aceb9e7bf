"""[2.10, AGN 4.3] Lines of supply, traced hex by hex (R-24, R-37, R-38, R-45, R-53, R-55)."""

from __future__ import annotations

from collections.abc import Callable

from .snapshot import AXIS, SOVIET, Snapshot, Unit
from .zones import zone_of_control

WINTER = range(9, 14)


def has_line(s: Snapshot, unit: Unit, *, fighting: bool = False) -> bool:
    """Whether *unit* has a line of supply; when *fighting*, the enemies in its own hex are as if they were not there."""
    if unit.side == SOVIET and _near_leningrad(s, unit):
        return True
    free = free_hexes(s, unit.side, not_from=unit.hex if fighting else -1)
    if unit.hex not in free:
        return False
    if unit.side == SOVIET:
        return _traced(s, unit.hex, free, 5, *_russian(s))
    if unit.nation == "finnish" or unit.of_finland:
        return _traced(s, unit.hex, free, 5, *_finnish(s))
    return _traced(s, unit.hex, free, 2 if s.turn in WINTER else 3, *_german(s))


def free_hexes(s: Snapshot, side: int, *, not_from: int = -1) -> set[int]:
    """Land without enemy units or their zones of control; a friendly unit cancels the zone in its hex."""
    enemies = s.hexes(1 - side) - {not_from}
    zone = zone_of_control(s, 1 - side, not_from=not_from) - s.hexes(side)
    return set(s.chart.land) - enemies - zone


def _traced(
    s: Snapshot,
    start: int,
    free: set[int],
    overland: int,
    usable: set[int],
    link: Callable[[int, int], bool],
    sources: set[int],
) -> bool:
    """First some hexes over land to a hex of the net, then along the net, however far, to a source."""
    reached = {start}
    for _ in range(overland):
        reached |= {
            to for h in reached for to in s.chart.around[h] if to in free and (h, to) not in s.chart.water
        }
    usable = usable & free
    line = reached & usable
    fresh = set(line)
    while fresh:
        fresh = {to for h in fresh for to in s.chart.around[h] if to in usable and link(h, to)} - line
        line |= fresh
    return bool(line & sources)


def _german(s: Snapshot) -> tuple[set[int], Callable[[int, int], bool], set[int]]:
    """Axis-held converted rail to where a line leaves the map in the west."""
    usable = {h for h in s.converted if s.controls(AXIS, h)}
    return usable, lambda a, b: (a, b) in s.chart.rails, set(s.chart.rail_exits)


def _russian(s: Snapshot) -> tuple[set[int], Callable[[int, int], bool], set[int]]:
    """Russian-held unconverted rail to a Russian-held city of Russia or the east edge."""
    rails = {a for a, _ in s.chart.rails} & s.chart.land
    usable = {h for h in rails - s.converted if s.controls(SOVIET, h)}
    cities = {h for h, kind in s.chart.built.items() if kind in ("city", "major_city")} & s.chart.russia
    return usable, lambda a, b: (a, b) in s.chart.rails, cities | s.chart.east_edge


def _finnish(s: Snapshot) -> tuple[set[int], Callable[[int, int], bool], set[int]]:
    """Axis-held unconverted rail, or road, to an Axis-held city in Finland."""
    broad = {a for a, _ in s.chart.rails} - s.converted
    roads = {a for a, _ in s.chart.roads}
    usable = {h for h in (broad | roads) & s.chart.land if s.controls(AXIS, h)}

    def link(a: int, b: int) -> bool:
        return (a, b) in s.chart.roads or ((a, b) in s.chart.rails and a in broad and b in broad)

    cities = {h for h, kind in s.chart.built.items() if kind in ("city", "major_city")} & s.chart.finland
    return usable, link, cities


def _near_leningrad(s: Snapshot, unit: Unit) -> bool:
    """[AGN 4.9.2] In or next to Leningrad while it is Russian."""
    city = s.chart.leningrad
    return city >= 0 and s.controls(SOVIET, city) and (unit.hex == city or unit.hex in s.chart.around[city])
