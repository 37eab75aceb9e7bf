"""Where the bot strikes: attacks with what stands there and what the Pool could add, the best for each flag first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from sandtable.kernel import Bits, bits_of
from sandtable.rules.frontline.position.commands import nation_of
from sandtable.rules.frontline.position.line import contact, front, routes
from sandtable.rules.frontline.position.nations import LSP, MEN, POINTS, SIDE_OF
from sandtable.rules.frontline.position.war import War
from sandtable.rules.frontline.turn.deployment import is_resting
from sandtable.rules.frontline.turn.flagging import cost, is_pool_port, may_lead, over_the_sea

from .assessing import HOPELESS, facing, multiplied, plan_for, strength, value, worth
from .doctrine import Doctrine

# So many of the best attacks for each flag are looked at again with each blow, from so many starting hexes at once.
LOOKED_AT: Final = 3
MOST_STARTS: Final = 3
NOTHING: Final = (0, 0, 0, 0)
Points = tuple[int, int, int, int]


class Blow(NamedTuple):
    """An attack that flags could be placed for, with points of the Pool that would join it in one of its hexes."""

    gain: float
    target: int
    starts: tuple[int, ...]
    flags: int
    at: int = -1
    points: Points = NOTHING
    landing: bool = False


def reached(g: War, row: int, mask: Bits) -> list[int]:
    """The front hexes of *mask* into which the Pool *row* can be deployed freely."""
    nation = nation_of(row)
    if is_resting(g, nation):
        return []
    cut_off = g.campaign.hex(g.campaign.schedule["events"]["leningrad"]["hex"]) if g.ladoga else -1
    way = routes(g, nation) & mask
    return [int(h) for h in front(g, SIDE_OF[nation]) if way >> h & 1 and h != cut_off]


def targets(g: War, row: int, mask: Bits, able: Sequence[int] = ()) -> dict[int, list[int]]:
    """Enemy hexes with the hexes of *mask* from which they can be attacked, the strongest first."""
    nation = nation_of(row)
    side = SIDE_OF[nation]
    found: dict[int, list[int]] = {}
    for start, target in contact(g, side):
        if not mask >> start & 1 or g.campaign.side(start, target) in g.campaign.straits:
            continue
        if start in able or may_lead(g, nation, start):
            found.setdefault(int(target), []).append(int(start))
    for starts in found.values():
        starts.sort(key=lambda h: -multiplied(g, side, h))
    return found


def blows(
    g: War,
    how: Doctrine,
    row: int,
    mask: Bits,
    flags: int,
    pool: Sequence[int] = NOTHING,
    but: Sequence[int] = (),
) -> list[Blow]:
    """The attacks to make with so many *flags*, each with its part of the *pool*; none twice into or from the same hex."""
    if not flags:
        return []
    nation = nation_of(row)
    twin = g.copy()
    twin.told = None
    able = reached(g, row, mask) if any(pool) else []
    left, taken, used = list(pool), list[Blow](), set(but)
    every = [
        (target, tuple(starts[:count]))
        for target, starts in targets(g, row, mask, able).items()
        for count in range(1, min(len(starts), MOST_STARTS) + 1)
    ]
    ranked = _ranked(twin, how, nation, every, flags, left, able)[: LOOKED_AT * flags]
    while flags > 0:
        found = [
            blow
            for first in ranked
            if first.target not in used and not used & set(first.starts) and first.flags <= flags
            for blow in _versions(twin, how, nation, first, flags, left, able)
        ]
        best = max(found, key=lambda b: (b.gain - how.point_price * sum(b.points)) / b.flags, default=None)
        if best is None or best.gain < how.least_gain:
            break
        taken.append(best)
        flags -= best.flags
        used |= {best.target, *best.starts}
        if best.at >= 0:
            _put(twin, nation, best.at, best.points)
            left = [a - b for a, b in zip(left, best.points, strict=True)]
    return taken


def _ranked(
    g: War,
    how: Doctrine,
    nation: int,
    every: Sequence[tuple[int, tuple[int, ...]]],
    flags: int,
    pool: Sequence[int],
    able: Sequence[int],
) -> list[Blow]:
    """All attacks with an equal part of the Pool, the best for each flag first."""
    found = []
    for target, starts in every:
        price = cost(g, target) * len(starts)
        if price <= flags:
            first = Blow(0.0, target, starts, price)
            found.append(_with(g, how, nation, first, _part(how, pool, flags, price, 1), able))
    return sorted(found, key=lambda b: -b.gain / b.flags)


def _versions(
    g: War, how: Doctrine, nation: int, blow: Blow, flags: int, pool: Sequence[int], able: Sequence[int]
) -> list[Blow]:
    """The same attack with nothing of the Pool, with its part, and with more."""
    if not any(pool) or not any(h in able for h in blow.starts):
        return [_with(g, how, nation, blow, NOTHING, able)]
    parts = {NOTHING, *(_part(how, pool, flags, blow.flags, times) for times in (1, 2))}
    return [_with(g, how, nation, blow, points, able) for points in sorted(parts)]


def _part(how: Doctrine, pool: Sequence[int], flags: int, price: int, times: int) -> Points:
    """The part of the Pool that falls to *price* of so many *flags*."""
    men, tanks, air, lsp = (min(points * price * times // max(flags, 1), points) for points in pool)
    return men, tanks, air, min(max(lsp, min(pool[LSP], 2)), how.enough_lsp)


def _with(g: War, how: Doctrine, nation: int, blow: Blow, points: Points, able: Sequence[int]) -> Blow:
    """*blow* with *points* in the first of its hexes that the Pool reaches."""
    at = next((h for h in blow.starts if h in able), -1)
    if at < 0 or not any(points):
        gain = value(g, plan_for(g, SIDE_OF[nation], blow.target, blow.starts, landing=blow.landing), how)
        return blow._replace(gain=gain, at=-1, points=NOTHING)
    _put(g, nation, at, points)
    gain = value(g, plan_for(g, SIDE_OF[nation], blow.target, blow.starts, landing=blow.landing), how)
    _put(g, nation, at, tuple(-n for n in points))
    return blow._replace(gain=gain, at=at, points=points)


def _put(g: War, nation: int, hex_: int, points: Sequence[int]) -> None:
    for kind, many in enumerate(points):
        g.add(nation, kind, hex_, many)


def landings(g: War, how: Doctrine, row: int, mask: Bits, flags: int, pool: Sequence[int]) -> list[Blow]:
    """Landings that pay, the best first: with what stands on the shore, or embarks out of the Pool in a port."""
    nation = nation_of(row)
    side = SIDE_OF[nation]
    if not flags or not g.naval[side]:
        return []
    twin = g.copy()
    twin.told = None
    force: Points = (min(pool[MEN], 8), min(pool[1], 2), min(pool[2], 2), min(pool[LSP], how.enough_lsp))
    found = []
    for start in g.campaign.hexes:
        if not mask >> start & 1 or not g.holds(side, start):
            continue
        ported = is_pool_port(g, nation, start) and not is_resting(g, nation) and force[MEN] > 0
        if not ported and not (g.total(side, MEN, start) > 1 and may_lead(g, nation, start)):
            continue
        for target in over_the_sea(g, start):
            price = cost(g, target)
            # Where many stand a landing fails, and no dice need be weighed to see it.
            if price > flags or not g.holds(1 - side, target) or strength(g, 1 - side, target) > 4:
                continue
            first = Blow(HOPELESS, int(target), (int(start),), price, landing=True)
            with_pool = [int(start)] if ported else []
            blow = _with(twin, how, nation, first, force if ported else NOTHING, with_pool)
            if blow.gain > how.least_landing:
                found.append(blow)
    return sorted(found, key=lambda b: -b.gain)


# ---- the line that is held


def shored_up(g: War, how: Doctrine, side: int, hexes: Sequence[int], points: int) -> dict[int, int]:
    """So many *points* over *hexes*, one after another where most is at stake and least stands."""
    if not hexes:
        return {}
    me = max(g.effectiveness(0 if side == 0 else len(SIDE_OF) - 1), 1)
    against = {h: facing(g, side, h) for h in hexes}
    has = {h: multiplied(g, side, h) for h in hexes}
    stake = {h: worth(g, h, how) for h in hexes}
    found: dict[int, int] = {}
    for _ in range(points):
        best = max(hexes, key=lambda h: stake[h] * against[h] / max(has[h], 1))
        found[best] = found.get(best, 0) + 1
        has[best] += me
    return found


def open_hexes(g: War, side: int) -> Bits:
    """The hexes of *side* that touch the enemy."""
    return bits_of({start for start, _ in contact(g, side)})


def pooled(g: War, row: int) -> list[int]:
    """What lies in a Pool, by kind."""
    return [g.in_pool(row, kind) for kind in range(len(POINTS))]
