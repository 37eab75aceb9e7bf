"""[6.0] Strategic movement: far behind the front, by rail where there is one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from sandtable.kernel.actions import Action, Seat
from sandtable.kernel.bitboards import Bits, members
from sandtable.kernel.hexes import Hex
from sandtable.kernel.paths import Reach, reach
from sandtable.kernel.refusals import Refusal
from sandtable.kernel.steps import Choice

from .events import Railed
from .exclusive import closed_to, has_finns, may_act, quarrelsome
from .roster import AXIS
from .state import Front, enemy
from .supply import finnish_lines, german_lines, soviet_lines, traces_like_a_finn


def strategic_refusal(g: Front, unit: int, lines: Bits) -> Refusal | None:
    """[6.0] Why *unit* may not use strategic movement now, or None; *lines* are the hexes with a line of supply."""
    if g.spent[unit]:
        return Refusal("6.0", "the unit is spent")
    if not lines >> g.hex_of[unit] & 1:
        return Refusal("6.0", "strategic movement needs a line of supply")
    return may_act(g, unit)


def movable(g: Front) -> list[int]:
    """[6.0] The units that may use strategic movement now."""
    side = Seat(g.phasing)
    if side == AXIS:
        german = german_lines(g)
        finnish = finnish_lines(g) if g.campaign.finland else 0
        lines = {False: german, True: finnish}
    else:
        lines = {False: soviet_lines(g), True: 0}
    return [
        u
        for u in g.roster.of_side[side]
        if g.hex_of[u] >= 0 and strategic_refusal(g, u, lines[traces_like_a_finn(g, u)]) is None
    ]


def usable_rail(g: Front, units: tuple[int, ...]) -> Bits:
    """[6.0] Rail hexes at half a point: friendly, converted for Germans, unconverted for Russians and Finns (R-64)."""
    side = Seat(g.phasing)
    own = g.control(side) & g.campaign.rail_hexes
    if side == AXIS and not any(traces_like_a_finn(g, u) for u in units):
        return own & g.converted
    return own & ~g.converted


def strategic_range(g: Front, units: tuple[int, ...]) -> Reach:
    """[6.0] Twice the allowance, through friendly hexes that are not next to any enemy unit (R-64)."""
    side = Seat(g.phasing)
    other = g.occupied[enemy(side)]
    open_ = g.control(side) & ~g.grid.expand(other) & ~closed_to(g, units) & ~quarrelsome(g, units)
    classes = g.movement_classes(units)
    costs = g.campaign.strategic_costs(classes, usable_rail(g, units), rivers=g.rivers_count(side))
    return reach(costs, Hex(g.hex_of[units[0]]), 2 * g.ma(units), blocked=g.campaign.land & ~open_)


class StrategicPhase(Choice[Front]):
    """[6.0] The phasing player moves a force strategically, or ends the phase."""

    rule = "6.0"

    def seat(self, g: Front) -> Seat:
        """The phasing player."""
        return Seat(g.phasing)

    def options(self, g: Front) -> Sequence[Action]:
        """Each hex with a force that may move, or to be done."""
        hexes = sorted({g.hex_of[u] for u in movable(g)})
        return [Action("end_phase"), *(Action("strategic", (h,)) for h in hexes)]

    def choose(self, g: Front, action: Action) -> None:
        """Pick the force, move it, and ask again."""
        if action.verb == "strategic":
            g.then(PickStrategic(Hex(action.args[0]), ()), self)


class PickStrategic(Choice[Front]):
    """[6.0] Which fresh units of the hex move together."""

    rule = "6.0"
    quiet = True

    def __init__(self, hex_: Hex, chosen: tuple[int, ...]) -> None:
        self.hex_: Final = hex_
        self.chosen: Final = chosen

    def seat(self, g: Front) -> Seat:
        """The phasing player."""
        return Seat(g.phasing)

    def options(self, g: Front) -> Sequence[Action]:
        """All of them, one more, or to go with those chosen."""
        able = [u for u in movable(g) if g.hex_of[u] == self.hex_]
        found = [Action("go")] if self.chosen else [Action("all")]
        if len(able) > 1:
            found += [Action("take", (u,)) for u in able if u not in self.chosen]
        return found

    def choose(self, g: Front, action: Action) -> None:
        """Add the unit, or choose where to go."""
        if action.verb == "take":
            g.then(PickStrategic(self.hex_, tuple(sorted((*self.chosen, action.args[0])))))
            return
        units = self.chosen or tuple(u for u in movable(g) if g.hex_of[u] == self.hex_)
        g.then(StrategicMove(units))


class StrategicMove(Choice[Front]):
    """[6.0] Where the force goes; it is spent afterwards."""

    rule = "6.0"

    def __init__(self, units: tuple[int, ...]) -> None:
        self.units: Final = units

    def seat(self, g: Front) -> Seat:
        """The phasing player."""
        return Seat(g.phasing)

    def options(self, g: Front) -> Sequence[Action]:
        """Every hex within twice its allowance; or to stay after all."""
        here = g.hex_of[self.units[0]]
        found = strategic_range(g, self.units).all & ~(1 << here)
        moves = [Action("move", (h,)) for h in members(found)]
        if has_finns(g, self.units):
            moves = [a for a in moves if not self._crosses_svir(g, Hex(a.args[0]))]
        return [Action("stay"), *moves]

    def _crosses_svir(self, g: Front, to: Hex) -> bool:
        path = strategic_range(g, self.units).path(to) or ()
        return any((a, b) in g.campaign.svir for a, b in pairwise(path))

    def choose(self, g: Front, action: Action) -> None:
        """Move the force; nobody reacts, and nobody checks attrition."""
        if action.verb == "stay":
            for unit in self.units:
                g.spent[unit] = 1
            return
        path = strategic_range(g, self.units).path(Hex(action.args[0]))
        assert path is not None, "only hexes in reach are offered"
        for unit in self.units:
            g.put(unit, path[-1])
            g.spent[unit] = 1
        g.tell(Railed(self.units, path))
