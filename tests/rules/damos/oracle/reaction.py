"""[2.6.1] Who may react, into which hex, and with which modifier (R-07, R-08, R-40, R-41, R-57, R-85, R-86)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

from .snapshot import Snapshot, Unit
from .zones import influence_range, projects_influence, stacks, steps_from

MOBILE = ("motorized", "mechanized", "armor")
# [3.0] What the ground and the rivers cost a reaction roll.
GROUND_DRM = {"clear": 0, "woods": -1, "rough": -1, "swamp": -2, "mountain": -2}
RIVER_DRM = {"river": -1, "major_river": -2}


class Trigger(NamedTuple):
    """A force has entered a hex, or has rallied there, or a concerted attack on the hex was declared (no force)."""

    hex: int
    force: tuple[int, ...] = ()
    rallied: bool = False
    declared: bool = False
    # [8.1] The target of a concerted attack: nobody retreats from there.
    target: int = -1
    # hexes whose units have rolled at this trigger already.
    rolled: frozenset[int] = frozenset()


def may_react(s: Snapshot, t: Trigger) -> set[int]:
    """The hexes from which some force may react into the hex of the trigger."""
    return {h for h in _starts(s, t) if h != t.hex and any(True for _ in into(s, t, h))}


def may_retreat(s: Snapshot, t: Trigger) -> set[int]:
    """The hexes from which some force may slip away: never from a rally, nor from the target of a concerted attack."""
    if t.rallied or t.declared:
        return set()
    return {h for h in _starts(s, t) if h != t.target}


def into(s: Snapshot, t: Trigger, start: int) -> Iterator[tuple[Unit, ...]]:
    """The forces that may react from *start* into the hex: with a way there, and room there."""
    host = s.at(t.hex, 1 - s.phasing)
    for force in _forces(s, start):
        if stacks([*host, *force]) and not _quarrel([*host, *force]) and best_way(s, t, force) is not None:
            yield force


def modifier(s: Snapshot, t: Trigger, force: Iterable[Unit], *, retreats: bool) -> int:
    """What is added to the roll of *force*."""
    reacting = tuple(force)
    phasing = [u for u in s.units if u.number in t.force]
    drm = 0
    if not t.declared:
        drm += _mobile(reacting) > _mobile(phasing)
        drm += not any(projects_influence(s, u) for u in phasing)
    if not retreats:
        drm += best_way(s, t, reacting) or 0
        drm -= steps_from(s, t.hex)[reacting[0].hex] == 3
    return drm


def succeeds(faces: tuple[int, ...], drm: int) -> bool:
    """A modified 9, or a natural 12."""
    return sum(faces) == 12 or sum(faces) + drm >= 9


def best_way(s: Snapshot, t: Trigger, force: tuple[Unit, ...]) -> int | None:
    """The modifier for terrain on the best way into the hex, None without one: worst hex plus worst hexside (R-08)."""
    start, enemy = force[0].hex, s.hexes(s.phasing)
    finns = any(u.nation == "finnish" for u in force)
    reach = influence_range(s, start, 1 - s.phasing)
    # (hex, worst ground so far, worst river so far)
    ways = {(start, 0, 0)}
    found: list[int] = []
    for _ in range(reach):
        longer = set()
        for here, ground, river in ways:
            for to in s.chart.around[here]:
                shut = (here, to) in s.chart.water or to not in s.chart.land
                if finns:
                    shut |= to == s.chart.leningrad or (here, to) in s.chart.svir
                if shut or (to in enemy and to != t.hex) or _quarrel([*s.at(to, 1 - s.phasing), *force]):
                    continue
                crossed = RIVER_DRM.get(s.chart.rivers.get((here, to), ""), 0)
                longer.add((to, min(ground, GROUND_DRM[s.chart.ground[to]]), min(river, crossed)))
        found += [ground + river for hex_, ground, river in longer if hex_ == t.hex]
        ways = {way for way in longer if way[0] != t.hex}
    return max(found) if found else None


def _starts(s: Snapshot, t: Trigger) -> set[int]:
    """Hexes with a force that may react at all and has the hex of the trigger in its zone of influence."""
    far = steps_from(s, t.hex)
    return {
        h
        for h in (s.hexes(1 - s.phasing) & set(far)) - t.rolled
        if far[h] <= influence_range(s, h, 1 - s.phasing) and any(True for _ in _forces(s, h))
    }


def _forces(s: Snapshot, start: int) -> Iterator[tuple[Unit, ...]]:
    """R-07: any part of the fresh, steady units of a hex that holds one with a zone of influence."""
    able = [u for u in s.at(start, 1 - s.phasing) if _able(s, u)]
    for size in range(1, len(able) + 1):
        for force in combinations(able, size):
            if any(projects_influence(s, u) for u in force):
                yield force


def _able(s: Snapshot, unit: Unit) -> bool:
    """Fresh, steady, not tried yet in this activation, and free to activate (R-57)."""
    asleep = unit.nation == "finnish" and not s.finns_awake
    return unit.fresh and not (unit.attempted or unit.demoralized or unit.hanko or asleep)


def _mobile(units: Iterable[Unit]) -> int:
    return sum(u.sp for u in units if u.kind in MOBILE)


def _quarrel(units: Iterable[Unit]) -> bool:
    """[AGS 4.7] Hungarians and Romanians never meet."""
    return {"hungarian", "romanian"} <= {u.nation for u in units}
