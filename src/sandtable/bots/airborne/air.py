"""Orders for aircraft: fighters over the lifts, eyes over the objectives, bombs for the attacks that are planned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from sandtable.kernel import Action, Hex
from sandtable.rules.airborne.air_phase.fighters import zone_of
from sandtable.rules.airborne.air_phase.lines import strike_refusal
from sandtable.rules.airborne.air_phase.orders import COVER, GROUND_ATTACK, INTERDICT, SCOUT, STRIKE, left_of
from sandtable.rules.airborne.position.corridor import ALLIED, Corridor

from .objectives import objectives
from .sighting import Sighting


def plan(s: Sighting, attacked: Sequence[int]) -> Iterator[Action]:
    """[12] The orders of a command for its aircraft, if it has any."""
    g, side = s.g, s.side
    if not g.campaign.commands[s.seat].air:
        return
    zones = _zones(g, side)
    if not g.is_night():
        for zone in zones[: left_of(g, side, "recce", ())]:
            yield Action(SCOUT, (zone,))
    fighters = left_of(g, side, "fighter", ())
    lifts = _lift_zones(g) if side == ALLIED else []
    if fighters and (lifts or zones):
        yield Action(COVER, ((lifts or zones)[0], fighters))
    yield from _bombs(g, side, attacked)


def _zones(g: Corridor, side: int) -> list[int]:
    """The air zones of the objectives, the dearest first, and then those where enemies are known."""
    air_zone = g.campaign.air_zone
    dear = sorted(objectives(g, side), key=lambda goal: -goal.worth)
    seen = Counter(
        air_zone[Hex(at)] for unit, at in enumerate(g.hex_of) if at >= 0 and g.side_of(unit) != side
    )
    listed = [air_zone[Hex(goal.cell)] for goal in dear] + [zone for zone, _ in seen.most_common()]
    return list(dict.fromkeys(listed))


def _lift_zones(g: Corridor) -> list[int]:
    """The air zones of what is due, most serials first."""
    due = Counter(
        g.campaign.air_zone[zone_of(g, flight)]
        for unit, flights in g.campaign.serials_of.items()
        if g.aboard[unit] and g.due[unit] <= g.turn
        for flight in flights
    )
    return [zone for zone, _ in due.most_common()]


def _bombs(g: Corridor, side: int, attacked: Sequence[int]) -> Iterator[Action]:
    """All ground attack for the first planned attack that may be supported, else on the thickest known square."""
    squadrons = left_of(g, side, "ga", ())
    if squadrons <= 0:
        return
    for cell in attacked:
        if strike_refusal(g, side, STRIKE, cell) is None:
            yield Action(STRIKE, (cell, GROUND_ATTACK, squadrons))
            return
    seen = Counter(at for unit, at in enumerate(g.hex_of) if at >= 0 and g.side_of(unit) != side)
    if seen:
        yield Action(INTERDICT, (max(seen, key=lambda at: (seen[at], at)), GROUND_ATTACK, squadrons))
