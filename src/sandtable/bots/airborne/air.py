"""Orders for aircraft: fighters over the lifts, eyes over the objectives, bombs for flak near the zones and for planned attacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from sandtable.kernel import Action, Hex, bits_of, members
from sandtable.rules.airborne.air_phase.fighters import zone_of
from sandtable.rules.airborne.air_phase.lines import strike_refusal
from sandtable.rules.airborne.air_phase.orders import (
    COVER,
    GROUND_ATTACK,
    HEAVY,
    INTERDICT,
    SCOUT,
    STRIKE,
    SUPPRESS,
    left_of,
)
from sandtable.rules.airborne.flak import target
from sandtable.rules.airborne.position.corridor import ALLIED, Corridor

from .objectives import objectives
from .sighting import Sighting

# From so many squadrons on, half of them go against flak.
LEAST_TO_DIVIDE: Final = 2


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
    lifts = _lift_zones(g, side)
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


def _lift_zones(g: Corridor, side: int) -> list[int]:
    """The air zones of what is due, most serials first."""
    due: Counter[int] = Counter()
    for zone, serials in _drops(g, side).items():
        due[g.campaign.air_zone[zone]] += serials
    return [zone for zone, _ in due.most_common()]


def _bombs(g: Corridor, side: int, attacked: Sequence[int]) -> Iterator[Action]:
    """First the flak about the drop zones, then the first planned attack that may be supported, else whoever stands thickest."""
    squadrons, heavy = left_of(g, side, "ga", ()), left_of(g, side, "heavy", ())
    dangerous = _flak_squares(g, side)
    drops = [int(cell) for cell, _ in _drops(g, side).most_common()]
    if heavy > 0 and (dangerous or drops):
        yield Action(SUPPRESS, ((dangerous or drops)[0], HEAVY, heavy))
        dangerous = dangerous[1:]
    if dangerous and squadrons >= LEAST_TO_DIVIDE:
        sent = squadrons // 2
        yield Action(SUPPRESS, (dangerous[0], GROUND_ATTACK, sent))
        squadrons, dangerous = squadrons - sent, dangerous[1:]
    if squadrons <= 0:
        return
    for cell in attacked:
        if strike_refusal(g, side, STRIKE, cell) is None:
            yield Action(STRIKE, (cell, GROUND_ATTACK, squadrons))
            return
    if dangerous:
        yield Action(SUPPRESS, (dangerous[0], GROUND_ATTACK, squadrons))
        return
    seen = Counter(at for unit, at in enumerate(g.hex_of) if at >= 0 and g.side_of(unit) != side)
    if seen:
        yield Action(INTERDICT, (max(seen, key=lambda at: (seen[at], at)), GROUND_ATTACK, squadrons))


def _flak_squares(g: Corridor, side: int) -> list[int]:
    """[10.2] Cells of known flak from which it reaches a drop zone of this turn, most serials and most flak first."""
    drops = _drops(g, side)
    fires = bits_of(
        at
        for unit, at in enumerate(g.hex_of)
        if at >= 0 and g.side_of(unit) != side and g.campaign.units[unit].flak and not g.silenced[unit]
    )
    worth: Counter[int] = Counter()
    for cell in members(fires):
        flak = (g.grid.within(Hex(cell), 1) & fires).bit_count()
        serials = sum(many for zone, many in drops.items() if _fires_at(g, Hex(cell), zone))
        worth[cell] = flak * serials
    return [cell for cell, points in worth.most_common() if points]


def _fires_at(g: Corridor, flak: Hex, zone: Hex) -> bool:
    """[9.1] Whether flak in one cell fires at what lands in another."""
    return target(drop_km=g.grid.distance(flak, zone), path_km=None) is not None


def _drops(g: Corridor, side: int) -> Counter[Hex]:
    """The drop zones of what is due, with their serials; only the Allies have any."""
    return Counter(
        zone_of(g, flight)
        for unit, flights in g.campaign.serials_of.items()
        if side == ALLIED and g.aboard[unit] and g.due[unit] <= g.turn
        for flight in flights
    )
