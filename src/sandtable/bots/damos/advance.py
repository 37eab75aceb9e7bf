"""Where the attacker's forces go: toward the objectives, in supply, massed, and not all of them away from what was won."""

from __future__ import annotations

from sandtable.kernel import Bits, Hex, bits_of, members
from sandtable.kernel.map.bitboards import first
from sandtable.kernel.map.paths import Reach
from sandtable.rules.damos.series.position.campaign import HALF
from sandtable.rules.damos.series.position.zones import stacking_excess

from .ground import FAR, ROUNDING
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
        score -= _price_of_supply(s, force)
        if s.g.turn > 1 and 2 * spent > force.allowance:
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


def _price_of_supply(s: Situation, force: Force) -> float:
    """What it costs the force to end without supply, the long way apart."""
    price = s.doctrine.supply_mobile if force.mobile else s.doctrine.supply
    return price / 2 if s.g.turn >= s.doctrine.late else price


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


def best_march(
    s: Situation, units: tuple[int, ...], hexes: Bits, way: Reach | None, *, by: float = 0.0
) -> tuple[float, Hex]:
    """The best hex among *hexes* and where the force stands, and by how much it is better than staying.

    Of equal ones the first, and whoever stands well stays. What is not better *by* so much need not be found.
    """
    g = s.g
    here = Hex(g.hex_of[units[0]])
    already = g.mp_spent if way is not None else 0
    force = s.force(units)
    stay = advance_score(s, force, here, already)
    best, to = stay + max(0.0, by - ROUNDING), here

    def weigh(hex_: Hex, score: float) -> None:
        nonlocal best, to
        if score > best or (score == best and here != to > hex_):
            best, to = score, hex_

    def score_of(hex_: Hex) -> float:
        spent = 0
        # Only a force that ends out of supply pays for a long way.
        if way is not None and not force.lines >> hex_ & 1:
            spent = (way.cost(hex_) or 0) + already
        return advance_score(s, force, hex_, spent)

    better = _better_than_near(s, force) & hexes
    plain = hexes & ~better
    # Nothing counts here but the distance, so the first of the nearest is the best of them.
    bare = plain & force.lines & ~s.beside_foes
    price = _price_of_supply(s, force)
    for far, ring in force.rings:
        if -far < best:
            break
        if ring & bare:
            weigh(Hex(first(ring & bare)), -far)
        # What speaks against a hex is weighed only where the distance leaves room for it.
        for hex_ in members(ring & plain & ~bare & (-1 if -far - price >= best else force.lines)):
            weigh(Hex(hex_), score_of(Hex(hex_)))
    if best <= -FAR:
        # No way leads there.
        for hex_ in members(plain):
            if hex_ not in force.field:
                weigh(Hex(hex_), score_of(Hex(hex_)))
    for hex_ in members(better):
        if _at_best(s, force, Hex(hex_)) >= best:
            weigh(Hex(hex_), score_of(Hex(hex_)))
    return (best - stay if to != here else 0.0), to


def _better_than_near(s: Situation, force: Force) -> Bits:
    """The hexes that may be worth more than their distance says; no other ever is."""
    better = s.g.occupied[s.side] | s.towns_to_take | s.rings
    if s.doctrine.relief:
        better |= s.objective_bits & s.g.axis_control
    if not force.mobile:
        better |= s.railway_ahead
        for far, ring in force.raider_rings:
            if s.doctrine.raiders - s.doctrine.raiders_fall * far <= 0.0:
                break
            better |= ring
    return better


def _at_best(s: Situation, force: Force, hex_: Hex) -> float:
    """No less than what *hex_* is worth: its distance, and all that may be for it."""
    doctrine = s.doctrine
    score = -force.field.get(hex_, FAR) + ROUNDING
    if not force.lines >> hex_ & 1:
        score -= _price_of_supply(s, force)
    if s.g.occupied[s.side] >> hex_ & 1:
        score += doctrine.company * doctrine.massed
    if s.towns_to_take >> hex_ & 1:
        score += doctrine.city_taken
    if s.rings >> hex_ & 1:
        score += doctrine.in_ring
    if (s.objective_bits & s.g.axis_control) >> hex_ & 1:
        score += doctrine.relief
    if force.mobile:
        return score
    if s.railway_ahead >> hex_ & 1:
        score += doctrine.rail_ahead
    return score + max(0.0, doctrine.raiders - doctrine.raiders_fall * force.raiders.get(hex_, FAR))


def rail_value(s: Situation, hex_: Hex) -> float:
    """How good it is to convert the line toward *hex_*: the nearer to the objectives, the better."""
    goals = [h for h in s.objectives if not s.g.axis_control >> h & 1] or list(s.objectives)
    return -min((s.g.grid.distance(hex_, h) for h in goals), default=0) / HALF
