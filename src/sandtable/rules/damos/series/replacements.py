"""[5.0] Reinforcements and replacements."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from sandtable.kernel import Action, Auto, Bits, Hex, Reckoning, Refusal, Seat, Wording, members

from .events import Arrived, Received, Replaced, SpentPoints
from .exclusive.closed import quarrelsome
from .marching import enter_control
from .position import bounds
from .position.questions import OwnerChoice, PhasingChoice
from .position.roster import AXIS, Nation
from .position.state import Fate, Front, Origin, enemy
from .position.supply import in_supply, lines_of, tracing_like_finns
from .position.words import option, unit_name
from .position.zones import stacking_excess, zone_of_control

GERMAN_RP: Final = 2
GERMAN_RP_FROM: Final = 3
RUSSIAN_RP: Final = 5
PENALTY_FROM: Final = 4
DOUBLED_TURNS: Final = (5, 6)


# ---- income


def income(g: Front, side: Seat) -> Reckoning:
    """[AGN 4.5, AGS 4.5] The replacement points that *side* receives this turn (R-71, R-73)."""
    total = Reckoning("replacement points")
    campaign = g.campaign
    areas = len(campaign.areas)
    rp = campaign.cite("rp")
    if side == AXIS:
        if g.turn < GERMAN_RP_FROM:
            return total.add("Germans receive none before turn 3", 0, rp)
        return total.add("German replacements", GERMAN_RP * areas, rp)
    total.add("Russian replacements", RUSSIAN_RP * areas, rp)
    missing = missing_attacks(g)
    total.add_if(missing, "attacks not made on turn 2", -missing, campaign.cite("expectations"))
    total.add_if(g.setup.options["thrust"], "the German concentrated thrust", 1, campaign.cite("german los"))
    total.at_least(0, rp)
    if _doubled(g):
        total.times("after the operational pause", 2, campaign.cite("german los"))
    return total


class ReplacementPhase(Auto[Front]):
    """[5.0] Replacement points come in, then reinforcements are placed, then points are spent."""

    rule = "5.0"

    def run(self, g: Front) -> None:
        """In that order."""
        side = Seat(g.phasing)
        receive(g, side)
        fate, coming = g.fate, int(Fate.DUE)
        due = [u for u in g.roster.of_side[side] if fate[u] == coming and g.due[u] <= g.turn]
        g.then(*(PlaceReinforcement(unit) for unit in due), *spending(g, side))


def receive(g: Front, side: Seat) -> None:
    """[AGN 4.5, AGS 4.5] The points of the turn come in, before all eyes (R-74)."""
    points = int(income(g, side))
    if side == AXIS:
        g.axis_rp += points
    else:
        g.soviet_rp += points
    russian = side != AXIS
    missing = missing_attacks(g) if russian else 0
    thrust = int(russian and bool(g.setup.options["thrust"]))
    g.tell(Received(side, points, g.rp(side), missing, thrust, int(russian and _doubled(g))))


def missing_attacks(g: Front) -> int:
    """[AGN 4.8.3, AGS 4.6.3] How many attacks of turn 2 the Russians still answer for: none before turn 4."""
    if g.turn < PENALTY_FROM:
        return 0
    return sum(max(0, due - made) for due, made in zip(g.expected, g.attacks, strict=True))


def _doubled(g: Front) -> bool:
    """[AGN 4.3.1, AGS 4.3.1] Whether the pause doubles the Russian points this turn."""
    return bool(g.paused) and g.turn in DOUBLED_TURNS


# ---- where units come in


def entry_hexes(g: Front, unit: int) -> Bits:
    """[AGN 4.12, AGS 4.10] Where *unit* may come onto the map now (R-59): no enemy there, and room in the stack."""
    return _with_room(g, unit, _free_of_others(g, unit))


def _free_of_others(g: Front, unit: int) -> Bits:
    enemies = g.occupied[enemy(Seat(g.side_of[unit]))]
    return entry_places(g, unit) & ~enemies & ~quarrelsome(g, [unit])


def entry_places(g: Front, unit: int) -> Bits:
    """[AGN 4.12, AGS 4.10] The hexes where units like this one come onto the map, full or not."""
    campaign = g.campaign
    nation = g.nation(unit)
    held = g.control(Seat(g.side_of[unit]))
    if nation is Nation.SOVIET:
        return held & campaign.cities & campaign.soviet_side | campaign.east_edge
    # a German of the Finnish army that found no room at the set-up; once rebuilt it is one no more.
    held_back = g.origin[unit] == Origin.FINLAND and g.fate[unit] == Fate.DUE
    if nation is Nation.FINNISH or held_back:
        return held & campaign.cities & campaign.finland
    return campaign.land & campaign.west_edge & _home_country(g, nation)


def _home_country(g: Front, nation: Nation) -> Bits:
    country = g.campaign.board.country_bits
    if nation is Nation.ROMANIAN:
        return country.get("RO", 0)
    if nation is Nation.HUNGARIAN:
        return country.get("HU", 0)
    south = country.get("RO", 0) if "south" in g.campaign.areas else 0
    return country.get("DE", 0) | south


def _with_room(g: Front, unit: int, hexes: Bits) -> Bits:
    side = Seat(g.side_of[unit])
    kept = hexes
    for hex_ in members(hexes & g.occupied[side]):
        if stacking_excess(g, [*g.units(Hex(hex_), side), unit]):
            kept &= ~(1 << hex_)
    return kept


class PlaceReinforcement(OwnerChoice):
    """[AGN 4.12, AGS 4.10] A reinforcement comes onto the map, or waits."""

    rule = "AGN 4.12"
    quiet = True

    def prompt(self, g: Front, seat: Seat) -> str:
        """Who."""
        return f"{unit_name(g, self.unit)} arrives: where does it enter?"

    def options(self, g: Front) -> Sequence[Action]:
        """Each hex where it may enter; or to wait (R-31)."""
        hexes = [Action("place", (self.unit, h)) for h in members(entry_hexes(g, self.unit))]
        return [*hexes, Action("wait", (self.unit,))]

    def wording(self, g: Front, seat: Seat, action: Action) -> Wording:
        """A hex, or later."""
        if action.verb == "wait":
            return option(g, self.rule, "{unit} waits for a later turn", unit=action.args[0])
        return option(g, self.rule, "{unit} goes to {hex}", unit=action.args[0], hex_=action.args[1])

    def choose(self, g: Front, action: Action) -> None:
        """It arrives at its printed strength, fresh."""
        if action.verb == "place":
            arrive(g, self.unit, Hex(action.args[1]), g.roster[self.unit].sp)


def arrive(g: Front, unit: int, hex_: Hex, sp: int) -> None:
    """[5.0] *unit* comes onto the map, fresh, and its side holds the hex [2.9]."""
    g.bring(unit, hex_, sp)
    g.tell(Arrived(unit, hex_))
    enter_control(g, [unit], hex_)


# ---- spending


def restore_refusal(g: Front, unit: int) -> Refusal | None:
    """[5.0] Why *unit* may not receive a replacement point now, or None."""
    if g.hex_of[unit] < 0:
        return Refusal("5.0", "the unit is not on the map")
    if g.sp[unit] >= g.roster[unit].sp:
        return Refusal("5.0", "no unit is rebuilt beyond its printed strength")
    return _cut_off(g, unit)


def _cut_off(g: Front, unit: int) -> Refusal | None:
    """[5.0] Why no replacement point reaches *unit*, hurt or not: everybody may know that."""
    side = Seat(g.side_of[unit])
    if zone_of_control(g, enemy(side)) >> g.hex_of[unit] & 1:
        return Refusal("5.0", "a unit in an enemy zone of control receives no replacements")
    if not in_supply(g, unit):
        return Refusal("5.0", "a unit without a line of supply receives no replacements")
    return None


def _within_reach(g: Front, side: Seat, units: Iterable[int]) -> list[int]:
    """[5.0] Those of *units*, all on the map, that are not cut off: the same, asked for many at once."""
    listed = list(units)
    safe = ~zone_of_control(g, enemy(side))
    finns = tracing_like_finns(g, listed)
    ordinary = lines_of(g, side, finnish=False) & safe
    finnish = lines_of(g, side, finnish=True) & safe if finns else 0
    hex_of = g.hex_of
    return [u for u in listed if (finnish if u in finns else ordinary) >> hex_of[u] & 1]


def rebuild_hexes(g: Front, unit: int) -> Bits:
    """[5.0] Where an eliminated *unit* may be rebuilt: as a reinforcement, in supply, out of enemy zones (R-60)."""
    return _with_room(g, unit, _rebuilding_places(g, unit))


def rebuildable(g: Front, side: Seat) -> list[int]:
    """[5.0] The eliminated units for which there is any such hex."""
    fate, nation_of, lost = g.fate, g.roster.nation_of, int(Fate.POOL)
    pool = [u for u in g.roster.of_side[side] if fate[u] == lost]
    # Units of a nation come in at the same hexes; most of the time one is empty, and no stack need be counted.
    one_of = {nation_of[u]: u for u in pool}
    places = {nation: _rebuilding_places(g, unit) for nation, unit in one_of.items()}
    empty = {nation: hexes & ~g.occupied[side] for nation, hexes in places.items()}
    return [u for u in pool if empty[nation_of[u]] or _with_room(g, u, places[nation_of[u]])]


def _rebuilding_places(g: Front, unit: int) -> Bits:
    side = Seat(g.side_of[unit])
    lines = lines_of(g, side, finnish=g.nation(unit) is Nation.FINNISH)
    return _free_of_others(g, unit) & lines & ~zone_of_control(g, enemy(side))


def spending(g: Front, side: Seat) -> list[SpendPoints]:
    """[5.0] Whoever has points is asked, even if they would help nobody: else the enemy heard who is unhurt (R-77)."""
    return [SpendPoints()] if g.rp(side) else []


class SpendPoints(PhasingChoice):
    """[5.0] Replacement points restore strength, rebuild eliminated units, or are saved."""

    rule = "5.0"

    def prompt(self, g: Front, seat: Seat) -> str:
        """How many there are."""
        return f"Spend replacement points or save them: you have {g.rp(seat)}."

    def options(self, g: Front) -> Sequence[Action]:
        """Each unit that may gain a point, each that may be rebuilt, or to save the rest."""
        side = self.seat(g)
        found = [Action("save")]
        printed, hex_of, sp = g.roster.sp_of, g.hex_of, g.sp
        hurt = [u for u in g.roster.of_side[side] if hex_of[u] >= 0 and sp[u] < printed[u]]
        found += [Action("restore", (u,)) for u in _within_reach(g, side, hurt)]
        found += [Action("rebuild", (u,)) for u in rebuildable(g, side)]
        return found

    def wording(self, g: Front, seat: Seat, action: Action) -> Wording:
        """What one point would do, or none."""
        match action:
            case Action("restore", (unit,)):
                return option(
                    g, self.rule, "Restore a strength point to {unit} for 1 replacement point", unit=unit
                )
            case Action("rebuild", (unit,)):
                text = "Rebuild {unit} with 1 strength point, for 1 replacement point"
                return option(g, self.rule, text, unit=unit)
        return option(g, self.rule, "Save the replacement points that are left", part="end")

    def choose(self, g: Front, action: Action) -> None:
        """One point at a time."""
        side = self.seat(g)
        if action.verb == "save":
            return
        unit = action.args[0]
        if action.verb == "rebuild":
            g.then(PlaceRebuilt(unit))
            return
        spend(g, side)
        g.sp[unit] += 1
        self._restored(g, side)
        g.tell(Replaced(unit, 1), to=(side,))
        g.then(*spending(g, side))

    def _restored(self, g: Front, side: Seat) -> None:
        """[2.4] Everybody sees that a point was spent, and may reckon with it wherever it could have gone."""
        printed, hex_of, least = g.roster.sp_of, g.hex_of, g.bounds.least
        hurt = [u for u in g.roster.of_side[side] if hex_of[u] >= 0 and least[u] < printed[u]]
        g.bounds = bounds.restored(g.bounds, _within_reach(g, side, hurt), printed)


def spend(g: Front, side: Seat) -> None:
    """Pay one point; everyone hears how many are left."""
    g.pay_rp(side, 1)
    g.tell(SpentPoints(side, 1, g.rp(side)))


class PlaceRebuilt(OwnerChoice):
    """[5.0] A rebuilt unit enters as a reinforcement, with one strength point to begin with."""

    rule = "5.0"
    quiet = True

    def prompt(self, g: Front, seat: Seat) -> str:
        """Who."""
        return f"Where is {unit_name(g, self.unit)} rebuilt?"

    def options(self, g: Front) -> Sequence[Action]:
        """Each hex where it may enter."""
        return [Action("place", (self.unit, h)) for h in members(rebuild_hexes(g, self.unit))]

    def wording(self, g: Front, seat: Seat, action: Action) -> Wording:
        """A hex."""
        return option(g, self.rule, "{unit} goes to {hex}", unit=action.args[0], hex_=action.args[1])

    def choose(self, g: Front, action: Action) -> None:
        """Pay the first point; more may follow. Where the unit was once set up binds it no longer (R-78)."""
        side = self.seat(g)
        spend(g, side)
        g.origin[self.unit] = Origin.ELSEWHERE
        arrive(g, self.unit, Hex(action.args[1]), 1)
        g.then(*spending(g, side))
