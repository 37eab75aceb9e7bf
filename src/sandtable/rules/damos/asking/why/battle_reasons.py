"""Reasons around battles: why no concerted attack, why nobody is picked up or shipped, why not to retreat there."""

from __future__ import annotations

from typing import Final

from sandtable.kernel import Hex, Refusal, Seat

from ...series.combat.concerted import ConcertedMarch, able_forces, attackers_in
from ...series.combat.plans import Plan
from ...series.combat.retreat import Retreat, retreat_hexes
from ...series.exclusive.closed import closed_to, has_finns, may_act, quarrelsome
from ...series.exclusive.naval import sail_refusal
from ...series.marching import attack_refusal, pick_up_candidates
from ...series.movement import Act
from ...series.operations import activation_refusal
from ...series.position.state import Front, enemy
from ...series.position.zones import influence_range, stacking_excess
from .reasons import ground_refusal

CONCERTED: Final = (Plan.GRAND_ASSAULT, Plan.PENETRATION)


def concerted_refusal(g: Front, seat: Seat, unit: int, target: Hex) -> Refusal | None:
    """[8.1] Why *unit*, alone or with others of its hex, may not make a concerted attack on *target* now, or None."""
    here = Hex(g.hex_of[unit])
    no = Refusal("7.0", f"{g.roster[unit].name} is spent") if g.spent[unit] else may_act(g, unit)
    if no is not None:
        return no
    if g.demoralized[unit]:
        return Refusal("2.8", "a demoralized force may not attack")
    force = attackers_in(g, here)
    if not force:
        return Refusal("8.1", "only a force with a zone of influence makes a concerted attack")
    paused = activation_refusal(g, force)
    if paused is not None:
        return paused
    if not g.occupied[enemy(seat)] >> target & 1:
        return Refusal("8.1", "no enemy force is in that hex")
    far, most = g.grid.distance(here, target), influence_range(g, here, seat)
    if far > most:
        return Refusal("8.1", f"the target is {far} hexes away and the zone of influence reaches {most}")
    if any(here in able_forces(g, plan, target) for plan in CONCERTED):
        return None
    twin = g.copy()
    twin.mp_spent, twin.mp_initial = 0, g.ma(force)
    if far == 1:
        no = attack_refusal(twin, tuple(force), target)
        if no is not None:
            return no
    return Refusal(
        "8.1", "no open way leaves enough movement points for the target's hex and the assault itself"
    )


def pick_up_refusal(g: Front, step: Act | ConcertedMarch, unit: int) -> Refusal | None:
    """[7.0] Why the active force may not take *unit* along now, or None."""
    if unit in step.units:
        return Refusal("7.0", "the unit is part of the force already")
    if g.hex_of[unit] != g.hex_of[step.units[0]]:
        return Refusal("7.0", "units are picked up in the hex where the force is")
    if g.exploiting:
        return Refusal("8.12", "nobody is picked up in an exploitation")
    if g.spent[unit] or g.marched[unit]:
        return Refusal("7.0", f"{g.roster[unit].name} is spent")
    no = may_act(g, unit)
    if no is not None:
        return no
    if quarrelsome(g, [*step.units, unit]) >> g.hex_of[unit] & 1:
        return Refusal("AGS 4.7", "Hungarians and Romanians never share a hex")
    if unit not in pick_up_candidates(g, step.units):
        return Refusal("7.0", "what the force has spent, and one point more, is beyond the unit's allowance")
    if isinstance(step, Act) or any(a.verb == "pick_up" and a.args == (unit,) for a in step.options(g)):
        return None
    if stacking_excess(g, [*step.units, unit]):
        return Refusal("8.1", "an assault takes units along within the stacking limit only")
    return Refusal("8.1", "too few movement points would be left for the assault")


def ship_refusal(g: Front, units: tuple[int, ...], port: Hex) -> Refusal | None:
    """[AGN 4.6] Why the force may not be shipped to *port* now, or None."""
    if not g.campaign.german_ports:
        return Refusal("AGN 4.6", "ships sail in the Baltic only, and it is not on this map")
    if g.exploiting:
        return Refusal("8.12", "an exploiting force is not shipped")
    if port not in (g.campaign.riga, g.campaign.tallinn, g.campaign.helsinki):
        return Refusal("AGN 4.6", "ships go to Riga, Tallinn and Helsinki alone")
    return sail_refusal(g, units, port)


def retreat_refusal(g: Front, step: Retreat, hex_: Hex) -> Refusal | None:
    """[8.11] Why the retreating force may not go to *hex_* next, or None."""
    here = step.path[-1]
    units, side = step.units, step.seat(g)
    if len(step.path) > step.most:
        return Refusal("8.11", "the retreat is over")
    if retreat_hexes(g, units, step.fought, step.path) >> hex_ & 1:
        return None
    if hex_ not in g.grid.neighbours(here):
        return Refusal("8.11", "a retreat goes from hex to hex, and that one is not next to the force")
    if hex_ in step.path:
        return Refusal("8.11", "a retreating force enters no hex twice")
    no = ground_refusal(g, hex_)
    if no is not None:
        return no
    if g.occupied[enemy(side)] >> hex_ & 1:
        return Refusal("8.11", "enemies are in that hex")
    if (here, hex_) in g.campaign.water:
        return Refusal("3.0", "that hexside cannot be crossed")
    if closed_to(g, units) >> hex_ & 1 or (has_finns(g, units) and (here, hex_) in g.campaign.svir):
        return Refusal("AGN 4.7", "Finns neither enter Leningrad nor cross the Svir")
    if quarrelsome(g, units) >> hex_ & 1:
        return Refusal("AGS 4.7", "Hungarians and Romanians never share a hex while another is open")
    free = g.copy()
    for number in free.roster.of_side[enemy(side)]:
        free.demoralize(number)
    if retreat_hexes(free, units, step.fought, step.path) >> hex_ & 1:
        return Refusal("8.11", "an enemy zone of control there would destroy the force")
    return Refusal("8.11", "a retreat leads nearer to a source of supply while such a hex is open")
