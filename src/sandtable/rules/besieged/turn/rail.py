"""[Rail, Conversion] Units go by rail; at the end of a turn the railway follows the front."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.kernel import (
    Action,
    Bits,
    Hex,
    Offers,
    Refusal,
    Seat,
    SideChoice,
    Wording,
    bits_of,
    counted,
    members,
    numbered,
)
from sandtable.kernel.map.flood import flood_along

from ..events import Converted, Railed
from ..position.questions import DONE, WhereTo
from ..position.roster import AXIS, SIDES, SOVIET
from ..position.stacking import has_room, room_refusal
from ..position.supply import connected_rail
from ..position.war import War
from ..position.words import option, unit_name
from ..position.zones import enemy_zone, free_hexes
from .marching import moving_refusal


class RailMoves(SideChoice[War]):
    """[Rail] Pick a unit that goes by rail, or be done."""

    rule = "Rail"
    public = True
    quiet = True

    def prompt(self, g: War, seat: Seat) -> str:
        """How many can still go."""
        left = counted(capacity(g, self.side) - g.rail_used, "unit")
        return f"Move units by rail: {left} can still go."

    def options(self, g: War) -> Sequence[Action]:
        """Every unit on connected rail outside enemy zones, or to be done."""
        if g.rail_used >= capacity(g, self.side):
            return (DONE,)
        stations = connected_rail(g, self.side) & ~enemy_zone(g, self.side)
        mask = bits_of(
            u for u in g.on_map(self.side) if stations >> g.hex_of[u] & 1 and moving_refusal(g, u) is None
        )
        return Offers((DONE,), numbered("rail", len(g.roster)), mask)

    def wording(self, g: War, seat: Seat, action: Action) -> Wording:
        """A unit."""
        if action == DONE:
            return option(g, self.rule, "Nobody else goes by rail", part="end")
        unit = action.args[0]
        return option(g, self.rule, "{unit} goes by rail", unit=unit, hex_=g.hex_of[unit], part="force")

    def choose(self, g: War, action: Action) -> None:
        """Ask where to."""
        if action != DONE:
            g.then(RailTo(action.args[0]), self)

    def refusal(self, g: War, action: Action) -> Refusal:
        """Why that unit does not go by rail."""
        if action.verb == "rail" and len(action.args) == 1 and 0 <= action.args[0] < len(g.roster):
            return rail_refusal(g, self.side, action.args[0]) or super().refusal(g, action)
        return super().refusal(g, action)


class RailTo(WhereTo):
    """[Rail] Where the train goes; the unit may stay after all."""

    rule = "Rail"
    offer = "By rail to {hex}"
    public = True

    def prompt(self, g: War, seat: Seat) -> str:
        """Who goes."""
        return f"Where does {unit_name(g, self.unit)} go by rail?"

    def hexes(self, g: War) -> Bits:
        """Every hex of connected rail outside enemy zones with room for it."""
        return rail_hexes(g, self.unit)

    def choose(self, g: War, action: Action) -> None:
        """Go there; the unit moves no more in the first impulse."""
        to, start = Hex(action.args[0]), g.hex_of[self.unit]
        g.moved[self.unit] = 1
        if to == start:
            return
        g.rail_used += 1
        g.put(self.unit, to)
        g.tell(Railed(self.unit, start, to))

    def refusal(self, g: War, action: Action) -> Refusal:
        """Why the train does not go there."""
        if action.verb != "to" or len(action.args) != 1 or action.args[0] not in g.grid:
            return super().refusal(g, action)
        to, side = Hex(action.args[0]), self.seat(g)
        if not connected_rail(g, side) >> to & 1:
            return Refusal(self.rule, "no railway of that side that leads home goes there")
        if enemy_zone(g, side) >> to & 1:
            return Refusal(self.rule, "nobody goes by rail into an enemy zone")
        return room_refusal(g, self.unit, to) or Refusal(self.rule, "no open rail leads there from here")


class ConvertRail(SideChoice[War]):
    """[Conversion] Extend the railway along one more line: as far as a hex, or be done."""

    rule = "Conversion"
    public = True
    quiet = True

    def __init__(self, side: Seat, lines: int, laid: tuple[int, ...]) -> None:
        super().__init__(side)
        self.lines: Final = lines
        # What was converted in this phase already: a line is counted from where its railhead was before.
        self.laid: Final = laid

    def prompt(self, g: War, seat: Seat) -> str:
        """How many lines are left."""
        return (
            f"Extend the railway: {counted(self.lines, 'line')} can still be extended. As far as which hex?"
        )

    def options(self, g: War) -> Sequence[Action]:
        """Every hex that the railway can be extended to, or to be done."""
        mask = 0
        for ring in self._rings(g):
            mask |= ring
        return Offers((DONE,), numbered("convert", g.grid.size), mask & ~bits_of(self.laid))

    def wording(self, g: War, seat: Seat, action: Action) -> Wording:
        """A hex."""
        if action == DONE:
            return option(g, self.rule, "The railway is long enough", part="end")
        return option(g, self.rule, "Extend the railway to {hex}", hex_=action.args[0])

    def choose(self, g: War, action: Action) -> None:
        """Convert the shortest way there."""
        if action == DONE:
            return
        way = [h for h in line_to(g, self._rings(g), Hex(action.args[0])) if h not in self.laid]
        hexes = bits_of(way)
        g.axis_rail = g.axis_rail | hexes if self.side == AXIS else g.axis_rail & ~hexes
        g.tell(Converted(self.side, tuple(way)))
        g.then(ConvertRail(self.side, self.lines - 1, (*self.laid, *way)))

    def _rings(self, g: War) -> list[Bits]:
        return extensions(g, self.side, bits_of(self.laid)) if self.lines else []

    def refusal(self, g: War, action: Action) -> Refusal:
        """Why the railway cannot be extended there."""
        if action.verb != "convert" or len(action.args) != 1 or action.args[0] not in g.grid:
            return super().refusal(g, action)
        to = Hex(action.args[0])
        if not g.campaign.rail_hexes >> to & 1:
            return Refusal(self.rule, "there is no railway in that hex")
        if g.rail(self.side) >> to & 1:
            return Refusal(self.rule, "trains of that side run there already")
        if not g.controls(self.side, to):
            return Refusal(self.rule, "the enemy controls that hex")
        if not free_hexes(g, self.side) >> to & 1:
            return Refusal(self.rule, "an enemy or his zone is there")
        far = conversion_hexes(g, self.side)
        return Refusal(
            self.rule, f"a line is extended by {far} hexes beyond its railhead, over hexes that are held"
        )

    def proposal(self, g: War, seat: Seat) -> Action | None:
        """As far towards the front as it goes."""
        rings = [new for ring in self._rings(g) if (new := ring & ~bits_of(self.laid))]
        if not rings:
            return DONE
        sign = 1 if self.side == AXIS else -1
        far = max(members(rings[-1]), key=lambda h: (sign * g.grid.centre(Hex(h))[0], h))
        return Action("convert", (far,))


# ---- going by rail


def capacity(g: War, side: Seat) -> int:
    """[Rail] How many units of *side* go by rail this turn."""
    rules = g.campaign.schedule["rail"]
    if g.is_surprised(side):
        return int(rules["soviet_turn_1"])
    most = g.campaign.by_year(rules[SIDES[side]], g.turn)
    return min(most, int(rules["axis_in_snow"])) if side == AXIS and g.snow else most


def rail_hexes(g: War, unit: int) -> Bits:
    """[Rail] Where *unit* may go by rail: over connected rail, not into an enemy zone, with room at the end."""
    side = Seat(g.side_of[unit])
    net = connected_rail(g, side)
    reached = flood_along(g.campaign.rails, g.grid, 1 << g.hex_of[unit] & net, net & ~g.closed(unit))
    open_ = reached & ~enemy_zone(g, side)
    full = sum(1 << h for h in members(open_ & g.occupied[side]) if not has_room(g, unit, Hex(h)))
    return open_ & ~full


def rail_refusal(g: War, side: Seat, unit: int) -> Refusal | None:
    """[Rail] Why *unit* may not go by rail now, or None."""
    if g.side_of[unit] != side:
        return Refusal("Rail", "that is an enemy unit")
    no = moving_refusal(g, unit)
    if no is not None:
        return no
    if g.rail_used >= capacity(g, side):
        return Refusal("Rail", f"the railways carry {counted(capacity(g, side), 'unit')} this turn")
    if enemy_zone(g, side) >> g.hex_of[unit] & 1:
        return Refusal("Rail", "it is in an enemy zone")
    if not connected_rail(g, side) >> g.hex_of[unit] & 1:
        return Refusal("Rail", "it is on no railway of its side that leads home")
    return None


# ---- conversion


def conversion_hexes(g: War, side: Seat) -> int:
    """[Conversion] How many hexes a line is extended by."""
    rules = g.campaign.schedule["rail"]
    if side == SOVIET:
        return g.campaign.by_year(rules["soviet_hexes"], g.turn)
    return int(rules["axis_hexes_turn_1" if g.turn == 1 else "axis_hexes"])


def conversion_lines(g: War, side: Seat) -> int:
    """[Conversion] How many lines are extended."""
    return int(g.campaign.schedule["rail"][f"{SIDES[side]}_lines"])


def extensions(g: War, side: Seat, laid: Bits) -> list[Bits]:
    """[Conversion] The rail hexes beyond the railhead by how far they lie from it: those *laid* in this phase, and others.

    The others can be converted now.
    """
    own = connected_rail(g, side) & ~laid
    open_ = g.campaign.rail_hexes & ~g.rail(side) & g.control(side) & free_hexes(g, side) | laid
    rings: list[Bits] = []
    reached = own
    for _ in range(conversion_hexes(g, side)):
        wider = flood_along(g.campaign.rails, g.grid, reached, open_, limit=1)
        ring = wider & ~reached
        if not ring:
            break
        rings.append(ring)
        reached = wider
    return rings


def line_to(g: War, rings: Sequence[Bits], hex_: Hex) -> list[Hex]:
    """[Conversion] The hexes from the railhead to *hex_*, by the shortest way."""
    at = next(n for n, ring in enumerate(rings) if ring >> hex_ & 1)
    way = [hex_]
    for ring in reversed(rings[:at]):
        near = [h for h in map(Hex, members(ring)) if (h, way[-1]) in g.campaign.rails]
        way.append(near[0])
    return way[::-1]
