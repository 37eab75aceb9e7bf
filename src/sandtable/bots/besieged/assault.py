"""What attacks are worth, by the exact odds of the card, and how the units at hand are shared out among them."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final, NamedTuple

from sandtable.kernel import Bits, Hex, Seat, members
from sandtable.rules.besieged.asking.odds import weigh
from sandtable.rules.besieged.fight.attacks import (
    able,
    air_left,
    battle_of,
    blitzkrieg_attack_refusal,
    company_refusal,
    declaration,
    targets,
)
from sandtable.rules.besieged.odds import air_refusal
from sandtable.rules.besieged.position.declared import NO_MARSHAL, Declared
from sandtable.rules.besieged.position.strength import attack_strength
from sandtable.rules.besieged.position.war import War, enemy
from sandtable.rules.besieged.position.zones import around, free_hexes

from .aims import as_shared
from .situation import Situation, worth

_ADVANCES: Final = re.compile(r"Adv ([1-9])")


class Assault(NamedTuple):
    """An attack that might be made."""

    hex: Hex
    units: tuple[int, ...]
    value: float


def value(
    s: Situation,
    g: War,
    units: Sequence[int],
    hex_: Hex,
    *,
    air: int = 0,
    blitzkrieg: bool = False,
    marshals: tuple[int, int] = (NO_MARSHAL, NO_MARSHAL),
) -> float:
    """What an attack on *hex_* brings on average, in combat factors, as *g* stands."""
    declared = declaration(
        g,
        units,
        hex_,
        air=air,
        blitzkrieg=blitzkrieg,
        attacker_marshal=marshals[0],
        defender_marshal=marshals[1],
    )
    foe = enemy(Seat(g.side_of[units[0]]))
    theirs = sum(worth(g, u) for u in g.units(hex_, foe))
    ours = sum(worth(g, u) for u in units)
    trapped = not around(g, hex_) & free_hexes(g, foe)
    how = s.doctrine
    lost_for_good = how.for_good if declared.surrounded & 2 else 1.0
    ground = 0.0 if s.is_too_far(units[0], hex_) else s.ground(hex_)
    caution = how.caution if s.attacks else how.caution_holding
    if not s.turns_left:
        caution = how.caution_end
    armour: float = (
        min(how.most_driving, sum(g.counter(u).is_armour for u in units)) if blitzkrieg and s.attacks else 1
    )
    if blitzkrieg and s.attacks and how.astray < 1.0:
        armour *= how.astray + (1.0 - how.astray) * leads_on(s, g, units, hex_)
    if how.storms and g.campaign.major >> hex_ & 1:
        return _storm_value(s, g, declared, theirs, ours * caution, ground)
    found = 0.0
    for outcome, chance in weigh(battle_of(g, declared), g.charts).items():
        gone = outcome.defender_eliminated or (outcome.attacker_wins and trapped)
        share = 1.0 if gone else outcome.defender_loses / max(declared.defender_steps, 1)
        price = outcome.attacker_loses / max(declared.attacker_steps, 1)
        brings = theirs * share * (lost_for_good if gone else 1.0) - ours * price * caution
        if outcome.attacker_wins:
            brings += ground if gone else ground * 0.5
        if blitzkrieg and (s.turns_left or not how.storms) and (on := _ADVANCES.search(outcome.then)):
            brings += how.advance * int(on[1]) * armour
        found += float(chance) * brings
    return found


def _storm_value(
    s: Situation, g: War, declared: Declared, theirs: float, ours: float, ground: float
) -> float:
    """What an attack on a Major City brings: it falls when nobody is left in it and somebody may go in."""
    surrounded = bool(declared.surrounded & 2)
    # Even where no way leads out the garrison may stay for a step more: it is weighed as if there were one.
    with_a_way_out = declared._replace(surrounded=declared.surrounded & 1)
    found = 0.0
    for outcome, chance in weigh(battle_of(g, with_a_way_out), g.charts).items():
        steps, lost = declared.defender_steps, outcome.defender_loses
        beaten = outcome.attacker_wins and not outcome.defender_eliminated
        stays = beaten and steps - lost >= s.doctrine.last_stand
        leaves = beaten and not stays
        gone = outcome.defender_eliminated or (leaves and surrounded)
        brings = theirs * (1.0 if gone else min(1.0, (lost + stays) / steps))
        brings -= ours * outcome.attacker_loses / max(declared.attacker_steps, 1)
        if gone or (leaves and _ADVANCES.search(outcome.then)):
            brings += ground
        elif leaves and g.impulse == 1:
            # Who has gone without being followed comes back, unless somebody walks in with the second impulse.
            brings += ground * s.doctrine.ajar
        found += float(chance) * brings
    return found


def leads_on(s: Situation, g: War, units: Sequence[int], hex_: Hex) -> float:
    """How far an advance into *hex_* leads the armor among *units* to what it is meant for: 1 if all of it, 0 if it leads away."""
    aims = as_shared(s)
    gains = [
        s.to(aims[u])[g.hex_of[u]] - s.to(aims[u])[hex_]
        for u in units
        if g.counter(u).is_armour and u in aims
    ]
    return sum(max(0.0, min(1.0, 0.5 + 0.5 * gain)) for gain in gains) / max(len(gains), 1)


def usual_air(s: Situation, g: War, side: Seat, units: Sequence[int], hex_: Hex) -> int:
    """The air units that an attack may count on while others want some, too."""
    if air_left(g, side) < 2 or not units:
        return 0
    most = s.doctrine.city_air if g.campaign.major >> hex_ & 1 else 1
    for air in range(min(most, air_left(g, side) // 2), 0, -1):
        if air_refusal(battle_of(g, declaration(g, units, hex_, air=air)), g.charts) is None:
            return air
    return 0


def best_table(s: Situation, g: War, units: Sequence[int], hex_: Hex, air: int) -> float:
    """What the attack brings on the better of both tables."""
    plain = value(s, g, units, hex_, air=air)
    if not any(g.counter(u).is_armour for u in units) or blitzkrieg_attack_refusal(g, units, hex_, air):
        return plain
    return max(plain, value(s, g, units, hex_, air=air, blitzkrieg=True))


def strongest_first(g: War, units: Sequence[int]) -> list[int]:
    """The units by what they bring to an attack."""
    return sorted(units, key=lambda u: (-attack_strength(g, u), u))


def best_force(
    s: Situation, g: War, units: Sequence[int], hex_: Hex, needed: Sequence[int] = ()
) -> Assault | None:
    """The attack with the best of *units* that brings most; those *needed* are in it anyway."""
    ordered = [*needed, *(u for u in strongest_first(g, units) if u not in needed)]
    side = Seat(g.side_of[ordered[0]])
    best: Assault | None = None
    for count in range(max(len(needed), 1), len(ordered) + 1):
        force = ordered[:count]
        if company_refusal(g, force, hex_) is not None:
            continue
        found = best_table(s, g, force, hex_, usual_air(s, g, side, force, hex_))
        # A larger force is tied down for its share of the gain.
        if best is None or found > best.value + 0.15:
            best = Assault(hex_, tuple(force), found)
    return best


def share_out(s: Situation) -> tuple[Assault, ...]:
    """The attacks of a combat phase, the best first: nobody who must attack is left over."""
    g = s.g
    units = map(tuple, (g.hex_of, g.steps, g.fought, g.locked))
    key = (g.setup.digest, g.turn, g.impulse, s.side, s.doctrine, *units)
    found = _shared.get(key)
    if found is None:
        found = _shared[key] = tuple(_share_out(s))
        while len(_shared) > _KEPT:
            _shared.popitem(last=False)
    return found


# The same question comes again while the units of an attack are named one by one.
_KEPT: Final = 64
_shared: OrderedDict[tuple[object, ...], tuple[Assault, ...]] = OrderedDict()


def _share_out(s: Situation) -> list[Assault]:
    g, side = s.g, s.side
    may = {hex_: able(g, side, hex_) for hex_ in _hexes(targets(g, side))}
    free = {u for units in may.values() for u in units}
    chosen: dict[Hex, Assault] = {}
    while True:
        offers = []
        for hex_, units in may.items():
            if hex_ in chosen:
                continue
            locked = [u for u in units if g.locked[u] == hex_]
            left = [u for u in units if u in free]
            found = best_force(s, g, left, hex_, locked) if left else None
            if found is not None and (locked or found.value > s.doctrine.worthwhile):
                offers.append(found)
        if not offers:
            break
        best = max(offers, key=lambda a: (a.value, a.hex))
        chosen[best.hex] = best
        free -= set(best.units)
    _oblige(s, may, free, chosen)
    return sorted(chosen.values(), key=lambda a: (-a.value, a.hex))


def _oblige(s: Situation, may: dict[Hex, list[int]], free: set[int], chosen: dict[Hex, Assault]) -> None:
    """Whoever must attack joins one of the attacks, or makes the least bad one."""
    g = s.g
    waiting = sorted((u for u in free if g.must_attack[u] and not g.fought[u]), key=lambda u: -worth(g, u))
    for unit in waiting:
        offers: list[tuple[float, Assault]] = []
        for hex_, units in may.items():
            if unit not in units:
                continue
            before = chosen.get(hex_)
            force = (*before.units, unit) if before else (unit,)
            if company_refusal(g, force, hex_) is not None:
                continue
            found = best_table(s, g, force, hex_, usual_air(s, g, s.side, force, hex_))
            offers.append((found - (before.value if before else 0.0), Assault(hex_, force, found)))
        if offers:
            _, joined = max(offers, key=lambda pair: (pair[0], pair[1].hex))
            chosen[joined.hex] = joined


def next_attack(s: Situation) -> Assault | None:
    """The attack to make now, or None if none is worth it and nobody must."""
    found = share_out(s)
    if not found:
        return None
    g = s.g
    owed = [a for a in found if any(g.must_attack[u] for u in a.units)]
    worthwhile = [a for a in found if a.value > s.doctrine.worthwhile]
    return next(iter(worthwhile or owed), None)


def _hexes(mask: Bits) -> list[Hex]:
    return [Hex(h) for h in members(mask)]
