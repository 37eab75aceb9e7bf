"""Positions thrown together: both sides in a small part of a printed board, worn, shaken, cut off and out of order.

Whole games seldom come to rivers under fire, cut railways, over-full hexes or pockets. Here they are the rule.
"""

from __future__ import annotations

from random import Random

from sandtable.kernel.machine.engine import settle
from sandtable.kernel.map.bitboards import bits_of, members
from sandtable.kernel.map.hexes import Hex
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.series.position.roster import Nation
from sandtable.rules.damos.series.position.state import Fate, Front, Origin
from sandtable.rules.damos.series.sequence import GameTurn

UNITS = 18
RADII = (3, 6)


def scattered(scenario: str, seed: int) -> Front:
    """A position at the start of a game turn."""
    rng = Random(f"{scenario} {seed}")
    g = RULEBOOK.start(RULEBOOK.setup(scenario))
    g.agenda, g.offered = [], {}
    for unit in range(len(g.fate)):
        g.remove(unit, Fate.GONE)
    land = [Hex(h) for h in members(g.campaign.land)]
    centre = rng.choice(land)
    radius = rng.choice(RADII)
    near = [h for h in land if g.grid.distance(h, centre) <= radius]
    _control(g, rng, centre)
    _rails(g, rng)
    _units(g, rng, near, centre)
    g.axis_rp, g.soviet_rp = rng.randint(0, 3), rng.randint(0, 3)
    g.turn = rng.randint(1, 11)
    g.finns_from = rng.choice((0, g.turn))
    g.then(GameTurn())
    settle(g)
    return g


def _column(g: Front, hex_: Hex) -> int:
    return int(g.grid.centre(hex_)[0])


def _control(g: Front, rng: Random, centre: Hex) -> None:
    """The Axis holds what lies west of the middle, but for some hexes here and there, and some beyond."""
    west = bits_of(Hex(h) for h in members(g.campaign.land) if _column(g, Hex(h)) <= _column(g, centre))
    patches = bits_of(Hex(h) for h in members(g.campaign.land) if rng.random() < 0.06)
    g.axis_control = (west | g.campaign.axis_side) ^ patches


def _rails(g: Front, rng: Random) -> None:
    """Railways are converted some way from the west, with gaps."""
    reached = list(members(g.campaign.rail_exits))
    for _ in range(rng.randint(2, 20)):
        reached += [
            to
            for h in reached
            for to in g.grid.neighbours(Hex(h))
            if (h, to) in g.campaign.rails and to not in reached
        ]
    g.converted = bits_of(h for h in reached if rng.random() < 0.95) & g.campaign.land & ~g.campaign.finland


def _units(g: Front, rng: Random, near: list[Hex], centre: Hex) -> None:
    for side in (0, 1):
        able = [u for u in g.roster.of_side[side] if u != g.roster.hanko]
        rng.shuffle(able)
        own = [
            h
            for h in near
            if (
                _column(g, h) <= _column(g, centre) + 1
                if side == 0
                else _column(g, h) >= _column(g, centre) - 1
            )
            and not g.units(h, g.roster[able[0]].side)
            and not g.units(h, g.roster[g.roster.of_side[1 - side][0]].side)
        ]
        for unit in able[:UNITS]:
            filled = [h for h in own if g.occupied[side] >> h & 1]
            hexes = filled if filled and rng.random() < 0.5 else own
            if hexes:
                _bring(g, rng, unit, rng.choice(hexes))
    g.rebuild()


def _bring(g: Front, rng: Random, unit: int, hex_: Hex) -> None:
    counter = g.roster[unit]
    nations = {g.roster[u].nation for u in g.units(hex_, counter.side)} | {counter.nation}
    if nations >= {Nation.HUNGARIAN, Nation.ROMANIAN} or (
        counter.nation is Nation.FINNISH and hex_ == g.campaign.leningrad
    ):
        return
    shaken = [g.demoralized[u] for u in g.units(hex_, counter.side)]
    g.bring(unit, hex_, rng.randint(1, counter.sp))
    g.take_control(hex_, counter.side)
    g.spend([unit], yes=rng.random() < 0.15)
    g.demoralize(unit, yes=bool(shaken[0]) if shaken else rng.random() < 0.15)
    if counter.nation is Nation.FINNISH or (counter.nation is Nation.GERMAN and rng.random() < 0.1):
        g.origin[unit] = Origin.FINLAND if g.campaign.finland else Origin.ELSEWHERE
