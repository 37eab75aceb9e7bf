"""[Attacks, Declaring] Who may and must attack what, and a combat of the board in the numbers of the card."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.kernel import Bits, Hex, Refusal, Seat, Tables, bits_of, members

from ..calendar import blitzkrieg_date_refusal
from ..odds import air_refusal, blitzkrieg_refusal
from ..position.campaign import Marshal
from ..position.declared import NO_MARSHAL, Declared
from ..position.roster import AXIS, SIDES, Nation
from ..position.strength import attack_reckoning, defence_reckoning
from ..position.supply import supplied_cities, supplied_units
from ..position.war import FREE, War, enemy, steps_of
from ..position.zones import around, enemy_zone, is_surrounded
from ..state import NATIONS, TERRAINS, Battle
from ..turn.marching import waits_in_romania

# B-30: the words of the map for the ground of the card.
GROUND = {"woods": "forest", "swamp": "swamp", "mountain": "mountain"}


# ---- who attacks


def attacking_refusal(g: War, unit: int) -> Refusal | None:
    """[Attacks] Why *unit* may not attack anything now, or None."""
    if g.hex_of[unit] < 0:
        return Refusal("Attacks", "that unit is not on the map")
    if g.fought[unit]:
        return Refusal("Attacks", "that unit has attacked or advanced in this impulse")
    if waits_in_romania(g, unit):
        return Refusal("Romania", "no Axis unit in Romania attacks in the first impulse of turn 1")
    if g.counter(unit).nation is Nation.FINNISH and g.turn == 1 and g.impulse == 1:
        return Refusal("Finland", "Finns attack from the second impulse of turn 1 on")
    return None


def target_refusal(g: War, unit: int, hex_: Hex) -> Refusal | None:
    """[Attacks] Why *unit* may not attack *hex_*, or None; Finns at Leningrad are judged with their companions."""
    no = attacking_refusal(g, unit)
    if no is not None:
        return no
    side = Seat(g.side_of[unit])
    if not g.occupied[enemy(side)] >> hex_ & 1:
        return Refusal("Attacks", "there is no enemy in that hex")
    if not around(g, Hex(g.hex_of[unit])) >> hex_ & 1:
        return Refusal("Attacks", "that unit is not next to the hex, or water lies between them")
    if g.locked[unit] not in (FREE, hex_):
        return Refusal("Locked", "that unit is locked in another combat")
    return None


def able(g: War, side: Seat, hex_: Hex) -> list[int]:
    """[Attacks] The units of *side* that may attack *hex_*."""
    if not g.occupied[enemy(side)] >> hex_ & 1:
        return []
    near = around(g, hex_) & g.occupied[side]
    found = [u for h in _hexes(near) for u in g.units(h, side) if target_refusal(g, u, hex_) is None]
    return sorted(found)


def company_refusal(g: War, units: Sequence[int], hex_: Hex) -> Refusal | None:
    """[Finland] Why these units may not attack *hex_* together: Finns attack Leningrad only beside Germans."""
    if hex_ != g.campaign.hex("Leningrad") or not units:
        return None
    if all(g.counter(u).nation is Nation.FINNISH for u in units):
        return Refusal("Finland", "Finns attack Leningrad only together with Germans")
    return None


def targets(g: War, side: Seat) -> Bits:
    """[Attacks, Locked] The hexes that *side* may attack now; a combat that goes on comes before all others (B-35)."""
    locked = bits_of(
        g.locked[u] for u in g.on_map(side) if g.locked[u] != FREE and not g.fought[u] and g.impulse > 1
    )
    locked &= g.occupied[enemy(side)]
    if locked:
        return locked
    ready = bits_of(g.hex_of[u] for u in g.on_map(side) if attacking_refusal(g, u) is None)
    near = g.grid.expand(ready) & g.occupied[enemy(side)]
    return bits_of(
        h for h in _hexes(near) if (units := able(g, side, h)) and company_refusal(g, units, h) is None
    )


def is_obliged(g: War, unit: int) -> bool:
    """[Attacks] Whether *unit* must attack when combat begins: it is in an enemy zone and no garrison of a Major City."""
    side, here = Seat(g.side_of[unit]), g.hex_of[unit]
    return bool(enemy_zone(g, side) >> here & 1) and not g.campaign.major >> here & 1


def still_obliged(g: War, side: Seat) -> list[int]:
    """[Attacks] The units that must still attack, and have an enemy to attack (B-28)."""
    waiting = [u for u in g.on_map(side) if g.must_attack[u] and not g.fought[u]]
    if not waiting:
        return []
    open_ = targets(g, side)
    return [
        u
        for u in waiting
        if any(target_refusal(g, u, h) is None for h in _hexes(around(g, Hex(g.hex_of[u])) & open_))
    ]


# ---- what they bring


def declaration(
    g: War,
    attackers: Sequence[int],
    hex_: Hex,
    *,
    air: int = 0,
    blitzkrieg: bool = False,
    attacker_marshal: int = NO_MARSHAL,
    defender_marshal: int = NO_MARSHAL,
) -> Declared:
    """[Declaring] The combat of *attackers* against *hex_* in the numbers of the card."""
    side = Seat(g.side_of[attackers[0]])
    defenders = g.units(hex_, enemy(side))
    city = bool(g.campaign.major >> hex_ & 1)
    doubled = city and bool(g.setup.options.get("city_doubles", False))
    kinds = [any(g.counter(u).is_armour for u in units) for units in (attackers, defenders)]
    mountain = [any(g.counter(u).is_mountain for u in units) for units in (attackers, defenders)]
    trapped = [
        any(is_surrounded(g, Hex(h), side) for h in {g.hex_of[u] for u in attackers}),
        is_surrounded(g, hex_, enemy(side)),
    ]
    ground = GROUND.get(g.campaign.board.terrain[hex_], "clear")
    return Declared(
        hex=hex_,
        air=air,
        blitzkrieg=int(blitzkrieg),
        attacker_marshal=attacker_marshal,
        defender_marshal=defender_marshal,
        attack=int(attack_reckoning(g, attackers)),
        defence=int(defence_reckoning(g, defenders, doubled=doubled)),
        units=sum(not g.unsupplied[u] for u in attackers),
        shift=winter_shift(g, attackers),
        drm=-int(crosses_strait(g, attackers, hex_)) - int(any(g.landed[u] for u in attackers)),
        armour=1 if kinds == [True, False] else 2 if kinds == [False, True] else 0,
        mountain=mountain[0] + 2 * mountain[1],
        river=int(all((Hex(g.hex_of[u]), hex_) in g.campaign.rivers for u in attackers)),
        terrain=TERRAINS.index(ground),
        city=int(city),
        surrounded=trapped[0] + 2 * trapped[1],
        attacker_steps=steps_of(g, attackers),
        defender_steps=steps_of(g, defenders),
    )


def battle_of(g: War, declared: Declared) -> Battle:
    """The declared combat in the words of the card, in the weather of this impulse."""
    return declared.battle(weather=g.weather, impulse=g.impulse)


def winter_shift(g: War, attackers: Sequence[int]) -> int:
    """[First Winter] One column down for an Axis attack in the snow of the first winter, unless only Finns make it."""
    if g.side_of[attackers[0]] != AXIS or not g.snow or not g.campaign.is_first_winter(g.turn):
        return 0
    if all(g.campaign.is_hardy(g.counter(u).nation) for u in attackers):
        return 0
    return int(g.campaign.schedule["first_winter"]["columns"])


def crosses_strait(g: War, attackers: Sequence[int], hex_: Hex) -> bool:
    """[Terrain Costs] Whether an attacker comes over the strait, which costs the attack a point of the die."""
    return any((Hex(g.hex_of[u]), hex_) in g.campaign.strait for u in attackers)


# ---- air, table, marshals


def air_units(g: War, side: Seat) -> int:
    """[Air Pool] How many air units *side* has this year, without those that are lost or away."""
    rules = g.campaign.schedule["air"]
    if g.is_surprised(side):
        return 0
    if g.setup.options.get("air") == "constant":
        return max(0, int(rules["constant"][SIDES[side]]) - g.air_lost[side])
    away = rules["mediterranean"]
    absent = away["units"] if side == AXIS and g.turn in away["turns"] else 0
    return max(0, g.campaign.by_year(rules[SIDES[side]], g.turn) - absent - g.air_lost[side])


def air_left(g: War, side: Seat) -> int:
    """[Air Pool] The air units that have not flown in this impulse."""
    return max(0, air_units(g, side) - g.air_used[side])


def air_support_refusal(
    g: War, attackers: Sequence[int], hex_: Hex, air: int, tables: Tables
) -> Refusal | None:
    """[Air Pool, Air Support, Air Limit] Why *air* units may not support this attack, or None."""
    if not air:
        return None
    side = Seat(g.side_of[attackers[0]])
    if air > air_left(g, side):
        left = air_left(g, side)
        return Refusal(
            "Air Pool",
            f"only {left} air units have not flown in this impulse" if left else "no air unit is left",
        )
    if not g.grid.within(hex_, g.campaign.schedule["air"]["range"]) & supplied_cities(g, side):
        return Refusal("Air Pool", "no supplied city of that side is near enough for air units")
    return air_refusal(battle_of(g, declaration(g, attackers, hex_, air=air)), tables)


def most_air(g: War, attackers: Sequence[int], hex_: Hex) -> int:
    """[Air Pool, Air Support, Air Limit] How many air units may support this attack at most."""
    air = 0
    while air_support_refusal(g, attackers, hex_, air + 1, g.charts) is None:
        air += 1
    return air


def blitzkrieg_attack_refusal(g: War, attackers: Sequence[int], hex_: Hex, air: int) -> Refusal | None:
    """[Blitzkrieg, Blitzkrieg Armor, Blitzkrieg Dates] Why this attack may be no Blitzkrieg, or None."""
    side = Seat(g.side_of[attackers[0]])
    no = blitzkrieg_date_refusal(NATIONS[side], g.turn)
    if no is not None:
        return no
    own = Nation.GERMAN if side == AXIS else Nation.SOVIET
    armour = [u for u in attackers if g.counter(u).is_armour and g.counter(u).nation is own]
    if not any(not g.unsupplied[u] for u in armour):
        return Refusal(
            "Blitzkrieg Armor", f"a Blitzkrieg needs a supplied {own.name.title()} armor-type unit"
        )
    return blitzkrieg_refusal(battle_of(g, declaration(g, attackers, hex_, air=air, blitzkrieg=True)))


def marshal_refusal(g: War, number: int, side: Seat, hex_: Hex) -> Refusal | None:
    """[Field Marshals] Why this leader may not be used in a combat in *hex_*, or None."""
    marshal: Marshal = g.campaign.marshals[number]
    if marshal.side != side:
        return Refusal("Field Marshals", f"{marshal.name} is not on that side")
    if g.year not in marshal.years:
        return Refusal("Field Marshals", f"{marshal.name} does not serve in {g.year}")
    if g.marshal_used[number]:
        return Refusal("Field Marshals", f"{marshal.name} has been used this year")
    if g.is_surprised(side):
        return Refusal("Sequence", "the surprised Soviets have no Field Marshal on turn 1")
    near = g.grid.within(hex_, g.campaign.schedule["marshals"]["range"]) & g.occupied[side]
    units = {u for h in _hexes(near) for u in g.units(h, side) if not g.unsupplied[u]}
    if not units & supplied_units(g, side):
        return Refusal("Field Marshals", "no supplied unit of that side is near enough")
    return None


def marshals_ready(g: War, side: Seat, hex_: Hex) -> list[int]:
    """[Field Marshals] The leaders of *side* that may be used in a combat in *hex_*."""
    serving = [
        n
        for n, m in enumerate(g.campaign.marshals)
        if m.side == side and g.year in m.years and not g.marshal_used[n]
    ]
    return serving if serving and marshal_refusal(g, serving[0], side, hex_) is None else []


def _hexes(mask: Bits) -> list[Hex]:
    return [Hex(h) for h in members(mask)]
