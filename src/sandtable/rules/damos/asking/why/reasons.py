"""Reasons: the paragraph that closes a hex to a force, keeps a unit from reacting, cuts its supply or bars its arrival.

The engine says what is allowed; these functions look at what it does not allow and find the rule to blame.
"""

from __future__ import annotations

from typing import Final

from sandtable.kernel import Hex, Refusal, Seat
from sandtable.kernel.map.paths import reach

from ...series.exclusive.closed import closed_to, may_act, quarrelsome
from ...series.marching import attack_refusal, costs_of, destinations, forbidden_hexes, points_left
from ...series.position.campaign import GROUND, HALF
from ...series.position.roster import AXIS, SOVIET, Nation
from ...series.position.state import Fate, Front, enemy
from ...series.position.supply import OVERLAND, german_overland, in_supply, traces_like_a_finn
from ...series.position.zones import capable, influence_range, stacking_excess, zone_of_control
from ...series.reaction import candidates, fitting, reaction_path
from ...series.replacements import entry_places
from ...series.setup import chain_refusal, islands, set_up_hexes
from ...series.strategic import strategic_range

# More points than any way on any board costs.
PLENTY: Final = 10_000
# [AGN 4.12, AGS 4.10] Where the units of a nation enter the map, and where they are set up.
ENTRIES: Final = {
    Nation.SOVIET: "Russians enter at Russian-held cities inside Russia or at the east edge",
    Nation.GERMAN: "Germans enter at the west edge of Germany, in the south also of Romania",
    Nation.FINNISH: "Finns enter at Axis-held cities in Finland",
    Nation.HUNGARIAN: "Hungarians enter at the west edge of Hungary",
    Nation.ROMANIAN: "Romanians enter at the west edge of Romania",
}
HOMES: Final = {
    Nation.GERMAN: "Germans are set up in Germany, in the south also in Romania",
    Nation.HUNGARIAN: "Hungarians are set up in Hungary",
    Nation.ROMANIAN: "Romanians are set up in Romania",
}


# ---- hexes closed to a force


def march_refusal(g: Front, units: tuple[int, ...], hex_: Hex) -> Refusal | None:
    """[7.0] Why the force may not march or attack into *hex_* with the points it has left, or None."""
    side = Seat(g.side_of[units[0]])
    here = Hex(g.hex_of[units[0]])
    if hex_ == here:
        return Refusal("7.0", "the force is in that hex already")
    no = ground_refusal(g, hex_)
    if no is not None:
        return no
    if g.occupied[enemy(side)] >> hex_ & 1:
        return attack_refusal(g, units, hex_)
    if destinations(g, units) >> hex_ & 1:
        return None
    return closed_refusal(g, units, hex_) or way_refusal(g, units, here, hex_)


def ground_refusal(g: Front, hex_: Hex) -> Refusal | None:
    """[3.0] Why nobody enters *hex_*, or None."""
    if g.campaign.land >> hex_ & 1:
        return None
    board = g.campaign.board
    if board.terrain.get(hex_) not in GROUND:
        return Refusal("3.0", "nobody enters sea and lake hexes")
    if not board.in_play >> hex_ & 1:
        return Refusal(g.campaign.cite("boundaries"), "the hex lies outside the area in play")
    return Refusal(g.campaign.cite("boundaries"), "the hex lies in a neutral country, closed to all")


def closed_refusal(g: Front, units: tuple[int, ...], hex_: Hex) -> Refusal | None:
    """Why this force in particular may not enter *hex_*, or None."""
    if closed_to(g, units) >> hex_ & 1:
        return Refusal("AGN 4.7", "Finns never enter Leningrad")
    if quarrelsome(g, units) >> hex_ & 1:
        return Refusal("AGS 4.7", "Hungarians and Romanians never share a hex")
    if forbidden_hexes(g, units) >> hex_ & 1:
        return Refusal("2.8", "a demoralized force may not enter an enemy zone of control")
    return None


def way_refusal(g: Front, units: tuple[int, ...], here: Hex, hex_: Hex) -> Refusal:
    """[7.0] The hex is open but out of reach: too far, or no way leads there."""
    blocked = g.occupied[enemy(Seat(g.side_of[units[0]]))] | forbidden_hexes(g, units)
    cost = reach(costs_of(g, units), here, PLENTY, blocked=blocked).cost(hex_)
    if cost is None:
        return Refusal("3.0", "no open way leads there: water, enemies or closed hexes lie between")
    left = points_left(g)
    return Refusal(
        "7.0", f"the way costs {cost / HALF:g} movement points and the force has {left / HALF:g} left"
    )


def rail_refusal(g: Front, units: tuple[int, ...], hex_: Hex) -> Refusal | None:
    """[6.0] Why the force may not go to *hex_* by strategic movement, or None."""
    side = Seat(g.phasing)
    if hex_ == g.hex_of[units[0]]:
        return Refusal("6.0", "the force is in that hex already")
    no = ground_refusal(g, hex_)
    if no is not None:
        return no
    if strategic_range(g, units).all >> hex_ & 1:
        return None
    if g.occupied[enemy(side)] >> hex_ & 1:
        return Refusal("6.0", "strategic movement never enters an enemy's hex")
    if not g.control(side) >> hex_ & 1:
        return Refusal("6.0", "only friendly hexes are entered by strategic movement")
    if g.grid.expand(g.occupied[enemy(side)]) >> hex_ & 1:
        return Refusal("6.0", "the hex is next to an enemy unit")
    if closed_to(g, units) >> hex_ & 1 or quarrelsome(g, units) >> hex_ & 1:
        return closed_refusal(g, units, hex_)
    return far_refusal(g, units, hex_)


def far_refusal(g: Front, units: tuple[int, ...], hex_: Hex) -> Refusal:
    """[6.0] The hex is open to strategic movement but out of reach: too far, or no way leads there."""
    cost = strategic_range(g, units, points=PLENTY).cost(hex_)
    if cost is None:
        return Refusal("6.0", "no way leads there through friendly hexes away from enemies")
    most = 2 * g.ma(units) / HALF
    return Refusal(
        "6.0", f"the way costs {cost / HALF:g} movement points and twice the allowance is {most:g}"
    )


# ---- reaction


def unfit_refusal(g: Front, unit: int) -> Refusal | None:
    """[2.6.1] Why *unit* may not react to anything now, or None."""
    if g.spent[unit]:
        return Refusal("2.6.1", "a spent unit may not react")
    if g.demoralized[unit]:
        return Refusal("2.6.1", "a demoralized unit may not react")
    if g.attempted[unit]:
        return Refusal("2.6.1", "the unit has tried already in this activation")
    return may_act(g, unit)


def into_refusal(g: Front, seat: Seat, unit: int, target: Hex) -> Refusal | None:
    """[2.6.1] Why *unit*, which may react, may not come into *target*, or None."""
    start = Hex(g.hex_of[unit])
    if start == target:
        return Refusal("2.6.1", "the unit is in that hex already; it can only slip away")
    able = candidates(g, start, seat)
    if not capable(g, able):
        return Refusal("2.6.1", "no unit in its hex that may react projects a zone of influence")
    far, most = g.grid.distance(start, target), influence_range(g, start, seat)
    if far > most:
        return Refusal("2.6", f"the hex is {far} hexes away and the zone of influence reaches {most}")
    if stacking_excess(g, [*g.units(target, seat), unit]):
        return Refusal("2.3", "there is no room in the stack")
    if reaction_path(g, [unit], start, target) is None:
        return Refusal("2.6.1", "no way within its range leads there past enemies and closed hexsides")
    if unit not in fitting(g, able, start, target):
        return Refusal("2.6.1", "no unit with a zone of influence could come along")
    return None


# ---- supply


def supply_refusal(g: Front, unit: int) -> Refusal:
    """[2.10] Why *unit*, which has no line of supply, has none: the enemy cuts it, or there is no source in reach."""
    other = enemy(Seat(g.side_of[unit]))
    rule, path = supply_terms(g, unit)
    twin = g.copy()
    twin.occupied[other] = twin.steady[other] = 0
    twin.finns_only = 0 if other == AXIS else g.finns_only
    if in_supply(twin, unit):
        return Refusal(rule, "enemy units or their zones of control cut every line of supply")
    return Refusal(rule, f"no path of at most {path} leads to a source of supply")


def supply_terms(g: Front, unit: int) -> tuple[str, str]:
    """The paragraph by which *unit* traces, and what it asks for."""
    if g.side_of[unit] == SOVIET:
        return g.campaign.cite("russian los"), f"{OVERLAND} hexes to unconverted Russian-held rail that"
    if traces_like_a_finn(g, unit):
        return "AGN 4.3.3", f"{OVERLAND} hexes to an Axis-held rail or road that"
    return g.campaign.cite("german los"), f"{german_overland(g)} hexes to converted German-held rail that"


# ---- arrival


def waiting_refusal(g: Front, unit: int) -> Refusal:
    """[5.0] Why *unit* is not being placed at this moment."""
    name, fate = g.roster[unit].name, g.fate[unit]
    if fate == Fate.ON_MAP:
        return Refusal("5.0", f"{name} is on the map already")
    if fate == Fate.GONE:
        return Refusal("10.0", f"{name} is out of the game for good")
    if fate == Fate.POOL:
        return Refusal("5.0", f"{name} is eliminated and must be rebuilt with replacement points first")
    if fate == Fate.DUE and g.due[unit] > g.turn:
        return Refusal(g.campaign.cite("reinforcements"), f"{name} comes on turn {g.due[unit]}")
    if fate == Fate.SET_UP:
        return Refusal(g.campaign.cite("setup"), f"{name} is not the unit being set up now")
    return Refusal("5.0", f"{name} is not the unit being placed now")


def room_refusal(g: Front, unit: int, hex_: Hex, book: str) -> Refusal | None:
    """[2.3] Why no unit like this fits into *hex_*, or None; *book* is the paragraph by which it would come there."""
    side = Seat(g.side_of[unit])
    no = ground_refusal(g, hex_)
    if no is not None:
        return no
    if g.occupied[enemy(side)] >> hex_ & 1:
        return Refusal(book, "an enemy unit is in that hex")
    if quarrelsome(g, [unit]) >> hex_ & 1:
        return Refusal("AGS 4.7", "Hungarians and Romanians never share a hex")
    if stacking_excess(g, [*g.units(hex_, side), unit]):
        return Refusal(g.campaign.cite("stacking"), "there is no room in the stack")
    return None


def entry_refusal(g: Front, unit: int, hex_: Hex) -> Refusal | None:
    """[AGN 4.12, AGS 4.10] Why *unit* may not enter the map in *hex_*, or None."""
    book = g.campaign.cite("reinforcements")
    if not entry_places(g, unit) >> hex_ & 1 and g.campaign.land >> hex_ & 1:
        return Refusal(book, ENTRIES[g.nation(unit)])
    return room_refusal(g, unit, hex_, book)


def set_up_refusal(g: Front, unit: int, hex_: Hex) -> Refusal | None:
    """[AGN 6.0, AGS 6.0] Why *unit* may not be set up in *hex_* now, or None."""
    if set_up_hexes(g, unit) >> hex_ & 1:
        return None
    book = g.campaign.cite("setup")
    no = room_refusal(g, unit, hex_, book)
    if no is not None:
        return no
    if islands(g.campaign) >> hex_ & 1:
        return Refusal(book, "nobody is set up on an island that no move can leave")
    nation = g.nation(unit)
    if nation is Nation.SOVIET:
        return chain_refusal(g) or Refusal(
            book, "behind the border Russians are set up in towns and cities of their own side"
        )
    if nation is Nation.FINNISH or g.roster[unit].zone == "finland":
        return Refusal(book, "Finns, and the Germans with them, are set up in Finland")
    return Refusal(book, HOMES[nation])


def rebuild_refusal(g: Front, unit: int, hex_: Hex) -> Refusal:
    """[5.0] Why a unit that could enter in *hex_* may not be rebuilt there."""
    if zone_of_control(g, enemy(Seat(g.side_of[unit]))) >> hex_ & 1:
        return Refusal("5.0", "no unit is rebuilt in an enemy zone of control")
    return Refusal("5.0", "no unit is rebuilt where there is no line of supply")
