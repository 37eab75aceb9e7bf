"""[AGN 6.0, AGS 6.0] Set-up: by the players under the book's conditions, or as history had it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from sandtable.kernel import (
    Action,
    Auto,
    Bits,
    Hex,
    Refusal,
    Seat,
    SideChoice,
    Wording,
    bits_of,
    counted,
    members,
)
from sandtable.kernel.map.flood import flood

from .events import SetUp
from .exclusive.closed import quarrelsome
from .position.campaign import Campaign
from .position.questions import OwnerChoice
from .position.roster import AXIS, SOVIET, Nation
from .position.state import Fate, Front, Origin, enemy
from .position.words import hex_words, option, unit_name
from .position.zones import stacking_excess

# the combined game's walk -> whether every hex of it must be held, or at least every other
CHAINS: Final = {
    "german_border_agn": False,
    "german_border_agc": False,
    "german_border_ags": True,
}
# verb -> the option, for those that name no unit
WITHOUT_UNIT: Final = {
    "as_history": "Set all units up as in history",
    "hold_back": "No room is left: the rest arrives as reinforcements",
    "ready": "The set-up is complete",
}
ORIGINS: Final = {"FI": Origin.FINLAND, "RO": Origin.ROMANIA, "HU": Origin.HUNGARY}


class SetUpGame(Auto[Front]):
    """[AGN 6.0, AGS 6.0] The Russian player sets up first, then the German; or both stand as in history."""

    rule = "AGN 6.0"

    def run(self, g: Front) -> None:
        """By the scenario's option."""
        if g.roster.hanko >= 0:
            settle_unit(g, g.roster.hanko, g.campaign.hanko)
        if g.setup.options["setup"] == "historical":
            for side in (SOVIET, AXIS):
                set_up_historically(g, side)
        else:
            g.then(PickUnit(SOVIET), PickUnit(AXIS))


def set_up_historically(g: Front, side: Seat) -> None:
    """Every unit of *side* that is still to be placed goes to its historical hex."""
    for unit in to_place(g, side):
        settle_unit(g, unit, g.grid.hex(g.roster[unit].hex))


def to_place(g: Front, side: Seat) -> list[int]:
    """The units of *side* that are still to be set up."""
    return [u for u in g.roster.of_side[side] if g.fate[u] == Fate.SET_UP]


def settle_unit(g: Front, unit: int, hex_: Hex) -> None:
    """Put *unit* down and note where it comes from, where a rule will ask."""
    g.bring(unit, hex_, g.roster[unit].sp)
    if g.side_of[unit] == AXIS:
        g.origin[unit] = ORIGINS.get(g.campaign.board.country.get(hex_, ""), Origin.ELSEWHERE)
    g.tell(SetUp(unit, hex_))


def hold_back(g: Front, unit: int) -> None:
    """For *unit* no room is left: it comes as a reinforcement, and belongs where it would have been set up (R-79)."""
    counter = g.roster[unit]
    g.fate[unit] = Fate.DUE
    if counter.nation is Nation.FINNISH or counter.zone == "finland":
        g.origin[unit] = Origin.FINLAND
    elif counter.nation is Nation.ROMANIAN:
        g.origin[unit] = Origin.ROMANIA
    elif counter.nation is Nation.HUNGARIAN:
        g.origin[unit] = Origin.HUNGARY


# ---- the chain along the border

Chain = tuple[tuple[Hex, ...], bool]


@lru_cache(maxsize=8)
def chains_of(campaign: Campaign) -> tuple[Chain, ...]:
    """[AGN 6.0, AGS 6.0] The walks along the frontier that must be held, and whether every hex counts (R-62, R-71)."""
    walks = campaign.board.walks
    found = [(walks[name], every) for name, every in CHAINS.items() if name in walks]
    if not found and "german_border" in walks:
        found = [(walks["german_border"], campaign.areas == ("south",))]
    return (*found, (walks["finnish_border"], False)) if "finnish_border" in walks else tuple(found)


def still_needed(walk: tuple[Hex, ...], held: Bits, *, every: bool) -> int:
    """How many more hexes of *walk* must be occupied at the least: all, or the first and of two neighbours one."""
    if every:
        return sum(1 for h in walk if not held >> h & 1)
    # Going along the walk: the cheapest way with the last hex held, and with it empty.
    with_, without = (0 if held >> walk[0] & 1 else 1), len(walk)
    for hex_ in walk[1:]:
        cost = 0 if held >> hex_ & 1 else 1
        with_, without = min(with_, without) + cost, with_
    return min(with_, without)


def chain_needed(g: Front, extra: Bits = 0) -> int:
    """How many more border hexes the Russians must still occupy."""
    held = g.occupied[SOVIET] | extra
    return sum(still_needed(walk, held, every=every) for walk, every in chains_of(g.campaign))


def open_stretches(walk: tuple[Hex, ...], held: Bits, *, every: bool) -> list[tuple[Hex, ...]]:
    """What is missing on *walk*: of each of these stretches one hex must be held."""
    empty = [h for h in walk if not held >> h & 1]
    if every:
        return [(h,) for h in empty]
    first = [walk[:1]] if walk[0] in empty else []
    return first + [(a, b) for a, b in pairwise(walk) if a in empty and b in empty and a != walk[0]]


def chain_refusal(g: Front) -> Refusal | None:
    """[AGN 6.0, AGS 6.0] That every Russian unit still to be set up is needed on the border, and where; None if some are not."""
    needed, left = chain_needed(g), len(to_place(g, SOVIET))
    if not needed or left > needed:
        return None
    return Refusal(
        g.campaign.cite("setup"),
        f"the chain along the border needs {_the_rest(left)}: it is open at {open_words(g)}",
    )


def open_words(g: Front) -> str:
    """Where the chain along the border is open: "1626, 1825 or 1926"."""
    held = g.occupied[SOVIET]
    stretches = [s for walk, every in chains_of(g.campaign) for s in open_stretches(walk, held, every=every)]
    return ", ".join(" or ".join(hex_words(g, h) for h in stretch) for stretch in stretches)


def _the_rest(units: int) -> str:
    return "the last unit" if units == 1 else f"all {units} units that are left"


# ---- where a unit may be set up


def set_up_hexes(g: Front, unit: int) -> Bits:
    """[AGN 6.0, AGS 6.0] Where *unit* may be set up now."""
    side = g.roster[unit].side
    hexes = _soviet_hexes(g) if side == SOVIET else _axis_hexes(g, unit)
    hexes &= g.campaign.land & ~g.occupied[enemy(side)] & ~quarrelsome(g, [unit]) & ~islands(g.campaign)
    if g.campaign.hanko >= 0:
        hexes &= ~(1 << g.campaign.hanko)
    for hex_ in members(hexes & g.occupied[side]):
        if stacking_excess(g, [*g.units(Hex(hex_), side), unit]):
            hexes &= ~(1 << hex_)
    return hexes


def _soviet_hexes(g: Front) -> Bits:
    """The border, and towns and cities inside Russia, in any order: the set-up is judged as a whole (R-62).

    As many units are kept for the chain as it still needs, so that whoever goes on placing comes to a lawful end.
    """
    border = border_hexes(g.campaign)
    needed = chain_needed(g)
    if needed < len(to_place(g, SOVIET)):
        return border | (g.campaign.towns | g.campaign.cities) & g.campaign.soviet_side
    return bits_of(h for h in members(border & ~g.occupied[SOVIET]) if chain_needed(g, 1 << h) < needed)


def border_hexes(campaign: Campaign) -> Bits:
    """[AGN 6.0, AGS 6.0] All hexes of the chain along the border."""
    return bits_of(h for walk, _ in chains_of(campaign) for h in walk)


def _axis_hexes(g: Front, unit: int) -> Bits:
    country = g.campaign.board.country_bits
    counter = g.roster[unit]
    if counter.nation is Nation.FINNISH or counter.zone == "finland":
        return g.campaign.finland
    if counter.nation is Nation.ROMANIAN:
        return country.get("RO", 0)
    if counter.nation is Nation.HUNGARIAN:
        return country.get("HU", 0)
    south = country.get("RO", 0) if "south" in g.campaign.areas else 0
    return country.get("DE", 0) | south


@lru_cache(maxsize=8)
def islands(campaign: Campaign) -> Bits:
    """Hexes from which no way over land leads to an edge of the map, barred at set-up (R-76)."""
    mainland = flood(
        campaign.grid, campaign.west_edge | campaign.east_edge, campaign.land, barred=campaign.water
    )
    return campaign.land & ~mainland


def placeable(g: Front, side: Seat) -> list[int]:
    """The units of *side* still to be set up for which there is a hex."""
    room: dict[tuple[object, ...], bool] = {}
    found = []
    for unit in to_place(g, side):
        counter = g.roster[unit]
        # All that decides where a unit may go: equal units are looked at once.
        kind = (counter.nation, counter.zone == "finland", counter.size, counter.nkvd)
        if kind not in room:
            room[kind] = set_up_hexes(g, unit) != 0
        if room[kind]:
            found.append(unit)
    return found


class PickUnit(SideChoice[Front]):
    """[AGN 6.0, AGS 6.0] The player takes the next unit to set up; or lets all of them stand as in history."""

    rule = "AGN 6.0"

    def prompt(self, g: Front, seat: Seat) -> str:
        """How many units are left, and how many the border needs."""
        left = counted(len(to_place(g, seat)), "unit")
        needed = chain_needed(g) if seat else 0
        if needed:
            return f"Set up your forces: {left} to go, of which at least {needed} must hold the border."
        return f"Set up your forces: {left} to go."

    def options(self, g: Front) -> Sequence[Action]:
        """Each unit that can be placed; at the very beginning, history."""
        left = to_place(g, self.side)
        if not left:
            return [Action("ready")]
        found = [Action("unit", (u,)) for u in placeable(g, self.side)]
        untouched = not g.occupied[self.side] & ~(1 << g.campaign.hanko if g.campaign.hanko >= 0 else 0)
        if untouched:
            found.insert(0, Action("as_history"))
        # Where the towns are full the rest waits for the first turn as reinforcements would.
        return found or [Action("hold_back")]

    def wording(self, g: Front, seat: Seat, action: Action) -> Wording:
        """A unit, history, or the end."""
        if action.verb == "unit":
            return option(g, self.rule, "Set up {unit}", unit=action.args[0])
        return option(g, self.rule, WITHOUT_UNIT[action.verb])

    def refusal(self, g: Front, action: Action) -> Refusal:
        """That the set-up is not complete, and where the border is open."""
        left = to_place(g, self.side)
        if action.verb != "ready" or not left:
            return super().refusal(g, action)
        where = open_words(g) if self.side == SOVIET else ""
        gaps = f", and the chain along the border is open at {where}" if where else ""
        return Refusal(g.campaign.cite("setup"), f"{counted(len(left), 'unit')} must still be set up{gaps}")

    def choose(self, g: Front, action: Action) -> None:
        """Choose its hex next, or be ready."""
        if action.verb == "as_history":
            set_up_historically(g, self.side)
        elif action.verb == "hold_back":
            for unit in to_place(g, self.side):
                hold_back(g, unit)
        elif action.verb == "unit":
            g.then(PlaceUnit(action.args[0]), self)


class PlaceUnit(OwnerChoice):
    """[AGN 6.0, AGS 6.0] Where the unit is set up."""

    rule = "AGN 6.0"

    def prompt(self, g: Front, seat: Seat) -> str:
        """Who."""
        return f"Where does {unit_name(g, self.unit)} set up?"

    def options(self, g: Front) -> Sequence[Action]:
        """Each hex that the book allows."""
        return [Action("set_up", (self.unit, h)) for h in members(set_up_hexes(g, self.unit))]

    def wording(self, g: Front, seat: Seat, action: Action) -> Wording:
        """A hex."""
        return option(g, self.rule, "{unit} goes to {hex}", unit=action.args[0], hex_=action.args[1])

    def refusal(self, g: Front, action: Action) -> Refusal:
        """That the border needs it, where that is the reason."""
        no = chain_refusal(g) if self.seat(g) == SOVIET and action.verb == "set_up" else None
        return no or super().refusal(g, action)

    def choose(self, g: Front, action: Action) -> None:
        """Put it there."""
        settle_unit(g, self.unit, Hex(action.args[1]))
