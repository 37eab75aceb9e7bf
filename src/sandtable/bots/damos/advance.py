"""Where the attacker's forces go: toward the objectives, in supply, massed, and not all of them away from what was won."""

from __future__ import annotations

from sandtable.kernel import Bits, Hex, bits_of, members
from sandtable.kernel.map.paths import Reach
from sandtable.rules.damos.series.position.campaign import HALF
from sandtable.rules.damos.series.position.zones import stacking_excess

from .ground import FAR
from .situation import Force, Situation


def advance_score(s: Situation, force: Force, hex_: Hex, spent: int) -> float:
    """How good it is for a German force to end in *hex_* after *spent* half points."""
    g = s.g
    units = force.units
    score = ground_score(s, force, hex_, spent)
    strength = force.strength
    if g.occupied[s.side] >> hex_ & 1:
        friends = [u for u in g.units(hex_, s.side) if u not in units]
        if friends:
            here = g.hex_of[units[0]] == hex_
            if (not here or s.doctrine.keeps_room) and stacking_excess(g, [*friends, *units]):
                return -2.0 * FAR
            if not here and any(g.demoralized[u] for u in friends):
                return -1.0 * FAR
            massed = sum([g.sp[u] for u in friends])
            score += s.doctrine.company * max(0, min(massed, s.doctrine.massed - strength))
            strength += massed
    if s.beside_foes >> hex_ & 1:
        score -= s.doctrine.exposed * _outnumbered(s, hex_, strength)
    return score


def ground_score(s: Situation, force: Force, hex_: Hex, spent: int) -> float:
    """How good the ground of *hex_* is for a German force, whoever else is there: progress, supply, places."""
    doctrine = s.doctrine
    score = -force.field.get(hex_, FAR)
    if not force.lines >> hex_ & 1:
        price = doctrine.supply_mobile if force.mobile else doctrine.supply
        score -= price / 2 if s.g.turn >= doctrine.late else price
        if s.g.turn > 1 and 2 * spent > s.g.ma(force.units):
            score -= doctrine.attrition * force.strength
    if not force.mobile:
        score += max(0.0, doctrine.raiders - doctrine.raiders_fall * force.raiders.get(hex_, FAR))
        if s.railway_ahead >> hex_ & 1 and not s.strength_of(hex_, force.units):
            score += doctrine.rail_ahead
    if s.towns_to_take >> hex_ & 1:
        score += doctrine.city_taken
    if s.rings >> hex_ & 1 and not s.strength_of(hex_, force.units):
        score += doctrine.in_ring
    if doctrine.relief and (s.objective_bits & s.g.axis_control) >> hex_ & 1:
        held = s.strength_of(hex_, force.units)
        if held < doctrine.garrison and s.nearest_foe(hex_) <= doctrine.threat_range:
            score += doctrine.relief
    return score


def _outnumbered(s: Situation, hex_: Hex, strength: int) -> int:
    """By how much the strongest neighbour exceeds *strength*."""
    foes = s.g.occupied[s.other]
    beside = [s.foe_stack(h) for h in s.g.grid.neighbours(hex_) if foes >> h & 1]
    return max(0, max(beside) - strength) if beside else 0


def holds_objective_alone(s: Situation, units: tuple[int, ...]) -> bool:
    """Whether *units* are all that guards a captured objective, or the ring of a sealed one, with enemies about."""
    g = s.g
    here = Hex(g.hex_of[units[0]])
    others = s.strength_of(here, units)
    if s.objective_bits >> here & 1:
        return others < s.doctrine.garrison and s.nearest_foe(here) <= s.doctrine.threat_range
    if others:
        return False
    return bool(s.sealed & bits_of(g.grid.neighbours(here)))


def best_march(s: Situation, units: tuple[int, ...], hexes: Bits, way: Reach | None) -> tuple[float, Hex]:
    """The best hex among *hexes* and where the force stands, and by how much it is better than staying."""
    g = s.g
    here = Hex(g.hex_of[units[0]])
    already = g.mp_spent if way is not None else 0
    force = s.force(units)
    stay = advance_score(s, force, here, already)
    best, to = stay, here
    for hex_ in members(hexes):
        spent = 0
        # Only a force that ends out of supply pays for a long way.
        if way is not None and not force.lines >> hex_ & 1:
            spent = (way.cost(Hex(hex_)) or 0) + already
        score = advance_score(s, force, Hex(hex_), spent)
        if score > best:
            best, to = score, Hex(hex_)
    return best - stay, to


def rail_value(s: Situation, hex_: Hex) -> float:
    """How good it is to convert the line toward *hex_*: the nearer to the objectives, the better."""
    goals = [h for h in s.objectives if not s.g.axis_control >> h & 1] or list(s.objectives)
    return -min((s.g.grid.distance(hex_, h) for h in goals), default=0) / HALF
