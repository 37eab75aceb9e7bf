"""[Placement] Where the switch allows it, the Soviets and then the Axis begin near their places instead of in them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from sandtable.kernel import (
    Action,
    Bits,
    Hex,
    Offers,
    Refusal,
    Seat,
    SideAuto,
    SideChoice,
    Wording,
    bits_of,
    counted,
    members,
    numbered,
)

from ..events import Placed
from ..position.campaign import Campaign
from ..position.questions import DONE, WhereTo
from ..position.roster import AXIS, SOVIET
from ..position.stacking import room_refusal
from ..position.war import War
from ..position.words import ADJECTIVES, option, unit_name


class Placement(SideAuto[War]):
    """[Placement] A side places its units; then nobody of it has moved."""

    rule = "Placement"

    def run(self, g: War) -> None:
        """Those of the other side that were placed are forgotten."""
        g.phasing = int(self.side)
        g.moved = [0] * len(g.moved)
        g.then(PlaceUnits(self.side))


class PlaceUnits(SideChoice[War]):
    """[Placement] Pick a unit that begins elsewhere, each once, or be done."""

    rule = "Placement"
    public = True

    def prompt(self, g: War, seat: Seat) -> str:
        """How many may still be placed."""
        left = counted(len(self.options(g)) - 1, "unit")
        return f"Place {ADJECTIVES[self.side]} units before the war begins: {left} may begin elsewhere."

    def options(self, g: War) -> Sequence[Action]:
        """Every unit that was not placed yet, or to be done."""
        mask = bits_of(u for u in g.on_map(self.side) if placing_refusal(g, u) is None)
        return Offers((DONE,), numbered("place", len(g.roster)), mask)

    def wording(self, g: War, seat: Seat, action: Action) -> Wording:
        """A unit."""
        if action == DONE:
            return option(g, self.rule, "All others begin where they stand", part="end")
        unit = action.args[0]
        return option(g, self.rule, "Place {unit}", unit=unit, hex_=g.hex_of[unit], part="force")

    def choose(self, g: War, action: Action) -> None:
        """Ask where."""
        if action != DONE:
            g.then(PlaceAt(action.args[0]), self)

    def refusal(self, g: War, action: Action) -> Refusal:
        """Why that unit begins where it stands."""
        if action.verb == "place" and len(action.args) == 1 and 0 <= action.args[0] < len(g.roster):
            unit = action.args[0]
            if g.side_of[unit] != self.side:
                return Refusal(self.rule, "that is an enemy unit")
            return placing_refusal(g, unit) or super().refusal(g, action)
        return super().refusal(g, action)


class PlaceAt(WhereTo):
    """[Placement] Where the unit begins; it may stay after all."""

    rule = "Placement"
    offer = "Begin in {hex}"
    public = True

    def prompt(self, g: War, seat: Seat) -> str:
        """Who is placed."""
        return f"Where does {unit_name(g, self.unit)} begin?"

    def hexes(self, g: War) -> Bits:
        """Its ground, with room for it; the border stays watched."""
        open_ = ground_of(g, self.unit)
        return bits_of(h for h in map(Hex, members(open_)) if place_refusal(g, self.unit, h) is None)

    def choose(self, g: War, action: Action) -> None:
        """It begins there."""
        to = Hex(action.args[0])
        g.moved[self.unit] = 1
        if to != g.hex_of[self.unit]:
            g.put(self.unit, to)
            g.tell(Placed(self.unit, to))

    def refusal(self, g: War, action: Action) -> Refusal:
        """Why it may not begin there."""
        if action.verb == "to" and len(action.args) == 1 and action.args[0] in g.grid:
            return place_refusal(g, self.unit, Hex(action.args[0])) or super().refusal(g, action)
        return super().refusal(g, action)


def placing_refusal(g: War, unit: int) -> Refusal | None:
    """[Placement] Why *unit* begins where it stands, or None."""
    if g.hex_of[unit] < 0:
        return Refusal("Placement", "that unit is not on the map")
    if g.moved[unit]:
        return Refusal("Placement", "that unit was placed")
    if g.counter(unit).static_until:
        return Refusal("Static", "that garrison begins in its place")
    return None


def place_refusal(g: War, unit: int, hex_: Hex) -> Refusal | None:
    """[Placement] Why *unit* may not begin in *hex_*, or None."""
    side = Seat(g.side_of[unit])
    if not ground_of(g, unit) >> hex_ & 1:
        if side == AXIS:
            far = g.campaign.schedule["placement"]["axis_hexes"]
            return Refusal("Placement", f"it begins at home, within {far} hexes of its place")
        return Refusal("Placement", "that is not the ground of its front")
    if side == SOVIET and uncovers(g, unit, hex_):
        return Refusal("Placement", "then nobody would be near enough to a hex of the border")
    return room_refusal(g, unit, hex_)


def ground_of(g: War, unit: int) -> Bits:
    """[Placement] Where *unit* may begin: Axis units near their places, Soviet ones on the ground of their front (B-51)."""
    campaign, rules = g.campaign, g.campaign.schedule["placement"]
    if g.side_of[unit] == AXIS:
        near = g.grid.within(campaign.start[unit], rules["axis_hexes"])
        return near & campaign.axis_side & g.control(AXIS) & ~g.closed(unit)
    front = g.counter(unit).front
    return (east_of(campaign) if front == rules["anywhere"] else fronts(campaign)[front]) & g.control(SOVIET)


def uncovers(g: War, unit: int, to: Hex) -> bool:
    """[Placement] Whether a hex of the border would have no Soviet unit near it any more if *unit* went to *to*."""
    near = int(g.campaign.schedule["placement"]["border_hexes"])
    border, here = border_of(g.campaign), Hex(g.hex_of[unit])
    left = border & g.grid.within(here, near) & ~g.grid.within(to, near)
    if not left or len(g.units(here, SOVIET)) > 1:
        return False
    others = g.occupied[SOVIET] & ~(1 << here)
    return any(not g.grid.within(Hex(h), near) & others for h in members(left))


@lru_cache(maxsize=4)
def border_of(campaign: Campaign) -> Bits:
    """[Placement] The Soviet hexes beside the countries that the border is watched against."""
    foreign = 0
    for country in campaign.schedule["placement"]["border"]:
        foreign |= campaign.countries[country]
    return campaign.grid.expand(foreign) & campaign.soviet_side


@lru_cache(maxsize=4)
def east_of(campaign: Campaign) -> Bits:
    """[Placement] The Soviet ground in the columns where the reserve may begin."""
    last = int(campaign.schedule["placement"]["reserve_column"])
    return bits_of(h for h in members(campaign.soviet_side) if int(campaign.grid.name(Hex(h))[2:]) <= last)


@lru_cache(maxsize=4)
def fronts(campaign: Campaign) -> dict[str, Bits]:
    """[Placement] The ground of each front: near to a place of one of its units, and to none of another front nearer."""
    rules, grid = campaign.schedule["placement"], campaign.grid
    places: dict[str, Bits] = {}
    for unit, counter in enumerate(campaign.roster.counters):
        if counter.turn == 1 and counter.side == SOVIET and counter.front != rules["anywhere"]:
            places[counter.front] = places.get(counter.front, 0) | 1 << campaign.start[unit]
    found = dict.fromkeys(places, 0)
    near, taken = places, 0
    for _ in range(int(rules["front_hexes"]) + 1):
        for front, hexes in near.items():
            found[front] |= hexes & ~taken & campaign.soviet_side
        for hexes in near.values():
            taken |= hexes
        near = {front: grid.expand(hexes) & grid.everywhere for front, hexes in near.items()}
    return found
