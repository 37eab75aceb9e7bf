"""What a position of DAMOS is worth, in strength points: armies, supply, ground, and what decides the game."""

from __future__ import annotations

from typing import Final

from sandtable.kernel import Hex, Seat, members
from sandtable.rules.damos.series.exclusive.victory import judge
from sandtable.rules.damos.series.position.roster import AXIS, MOBILE, SOVIET
from sandtable.rules.damos.series.position.state import Front
from sandtable.rules.damos.series.position.supply import (
    contact_with_home,
    finnish_lines,
    german_lines,
    joined_rail,
    soviet_lines,
    traces_like_a_finn,
)
from sandtable.rules.damos.series.position.zones import zone_of_control

from .aims import Aims
from .ground import FAR, neighbourhood
from .replacements import WORTH

# A game that is won, and what decides it while it goes on.
VICTORY: Final = 300.0
OBJECTIVE: Final = 60.0
SEALED: Final = 45.0
# A hex around an objective in which Russians cannot pass, and a point of theirs that stands guard there.
RING: Final = 3.0
GUARD: Final = 0.3
GUARD_HEXES: Final = 2
# The same in the city itself, where a stack can be as strong as it likes.
GARRISON: Final = 0.35
# A German point in an objective that was taken, as long as more of them are wanted there.
HOLDING: Final = 0.8
WANTED: Final = 16
PLACES: Final = {"city": 4.0, "major_city": 6.0}
# Of a strength point: what is left of it in the eyes of its owner when it is shaken, without supply, cut off.
SHAKEN: Final = 0.25
UNSUPPLIED: Final = 0.2
CUT_OFF: Final = 0.35
# A point of Russian strength against a German one: there are replacements for it.
RUSSIAN: Final = 0.75
# A movement point on the way to the goals, for a fast unit and for one on foot; and a hex of railway.
FAST_MILE: Final = 0.22
FOOT_MILE: Final = 0.1
RAIL_HEX: Final = 0.6


def appraise(g: Front, seat: Seat) -> float:
    """What *g* is worth to *seat*; what one side gains the other loses."""
    german = _german(g)
    return german if seat == AXIS else -german


def _german(g: Front) -> float:
    aims = Aims(g)
    if not g.agenda:
        winner, level, _ = judge(g)
        return VICTORY * (1.5 if level == "major" else 1.0) if winner == AXIS else -VICTORY
    return _decisive(g, aims) + _armies(g, aims) + _ground(g, aims)


def _decisive(g: Front, aims: Aims) -> float:
    """Objectives, the rings around them, and who guards them."""
    held = aims.objective_bits & g.axis_control
    found = OBJECTIVE * held.bit_count() + SEALED * (aims.sealed & ~held).bit_count()
    for city in members(held):
        found += HOLDING * min(WANTED, sum([g.sp[u] for u in g.units(Hex(city), AXIS)]))
    left = aims.objective_bits & ~g.axis_control
    if not left:
        return found
    closed = g.occupied[AXIS] | zone_of_control(g, AXIS) & ~g.occupied[SOVIET]
    around = guarded = 0
    for city in members(left):
        around |= neighbourhood(g.campaign, Hex(city), 1)
        guarded |= neighbourhood(g.campaign, Hex(city), GUARD_HEXES)
    found += RING * (aims.rings & around & closed).bit_count()
    guards, garrisons = (
        sum([g.sp[u] for h in members(g.occupied[SOVIET] & where) for u in g.units(Hex(h), SOVIET)])
        for where in (guarded, left)
    )
    return found - GUARD * guards - GARRISON * garrisons


def _armies(g: Front, aims: Aims) -> float:
    """Strength, less what is shaken, starved or cut off; and how far the Germans have come."""
    lines = german_lines(g), soviet_lines(g)
    finns = finnish_lines(g) if g.campaign.finland else 0
    home = contact_with_home(g, AXIS), contact_with_home(g, SOVIET)
    found = 0.0
    for side, sign in ((AXIS, 1.0), (SOVIET, -RUSSIAN)):
        for unit in g.roster.of_side[side]:
            here = g.hex_of[unit]
            if here < 0:
                continue
            kind, north = g.roster[unit].kind, side == AXIS and traces_like_a_finn(g, unit)
            strength = g.sp[unit] * WORTH[kind]
            share = 1.0 - SHAKEN * bool(g.demoralized[unit])
            if not (finns if north else lines[side]) >> here & 1:
                share -= UNSUPPLIED
                if not north and not home[side] >> here & 1:
                    share -= CUT_OFF
            found += sign * share * strength
            if side == AXIS:
                mile = FAST_MILE if kind in MOBILE else FOOT_MILE
                found -= mile * min(FAR, aims.field((unit,)).get(Hex(here), FAR))
    return found + g.axis_rp - RUSSIAN * g.soviet_rp


def _ground(g: Front, aims: Aims) -> float:
    """Cities that were Russian, and how near the railway has come."""
    campaign = g.campaign
    taken = g.axis_control & campaign.soviet_side & campaign.cities
    cities = sum([PLACES.get(campaign.place_kind[Hex(h)], 0.0) for h in members(taken)])
    goals = aims.objective_bits & ~g.axis_control or aims.objective_bits
    ends = list(members(joined_rail(g) & campaign.soviet_side))
    far = [g.grid.distance(Hex(end), Hex(goal)) for end in ends for goal in members(goals)]
    return cities - RAIL_HEX * min(far, default=FAR)
