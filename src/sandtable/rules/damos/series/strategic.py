"""[6.0] Strategic movement: far behind the front, by rail where there is one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.kernel.actions import Action, Seat, numbered
from sandtable.kernel.bitboards import Bits, members
from sandtable.kernel.hexes import Hex
from sandtable.kernel.paths import Reach
from sandtable.kernel.refusals import Refusal
from sandtable.kernel.steps import Choice

from .events import Railed
from .exclusive import able, closed_to, has_finns, may_act, quarrelsome
from .movement import known_reach, paused
from .roster import AXIS
from .state import Front, enemy
from .supply import finnish_lines, german_lines, soviet_lines, traces_like_a_finn
from .zones import projects_influence

END_PHASE: Final = Action("end_phase")
STAY: Final = Action("stay")


def strategic_refusal(g: Front, unit: int, lines: Bits) -> Refusal | None:
    """[6.0] Why *unit* may not use strategic movement now, or None; *lines* are the hexes with a line of supply."""
    if g.spent[unit]:
        return Refusal("6.0", "the unit is spent")
    if not lines >> g.hex_of[unit] & 1:
        return Refusal("6.0", "strategic movement needs a line of supply")
    if paused(g) and projects_influence(g, unit):
        return Refusal(
            g.campaign.cite("german los"), "the operational pause keeps ZOI-capable units still this turn"
        )
    return may_act(g, unit)


def movable(g: Front) -> list[int]:
    """[6.0] The units that may use strategic movement now."""
    side = Seat(g.phasing)
    ordinary = german_lines(g) if side == AXIS else soviet_lines(g)
    finnish = finnish_lines(g) if side == AXIS and g.campaign.finland else 0
    supplied = ordinary | finnish
    hex_of, spent = g.hex_of, g.spent
    # Spent units and those far from any line are most of them: they are passed over without further questions.
    fresh = [
        u for u in g.roster.of_side[side] if not spent[u] and hex_of[u] >= 0 and supplied >> hex_of[u] & 1
    ]
    found = able(g, fresh)
    if not paused(g) and (side != AXIS or not g.campaign.finland):
        return found
    return [
        u for u in found if strategic_refusal(g, u, finnish if traces_like_a_finn(g, u) else ordinary) is None
    ]


def usable_rail(g: Front, units: tuple[int, ...]) -> Bits:
    """[6.0] Rail hexes at half a point: friendly, converted for Germans, unconverted for Russians and Finns (R-64)."""
    own = g.control(Seat(g.phasing)) & g.campaign.rail_hexes
    for broad in {g.side_of[u] != AXIS or traces_like_a_finn(g, u) for u in units}:
        own &= ~g.converted if broad else g.converted
    return own


def strategic_range(g: Front, units: tuple[int, ...]) -> Reach:
    """[6.0] Twice the allowance, through friendly hexes that are not next to any enemy unit (R-64)."""
    side = Seat(g.phasing)
    other = g.occupied[enemy(side)]
    open_ = g.control(side) & ~g.grid.expand(other) & ~closed_to(g, units) & ~quarrelsome(g, units)
    classes = g.movement_classes(units)
    finns = has_finns(g, units)
    costs = g.campaign.costs(classes, rivers=g.rivers_count(side), finns=finns)
    track = g.campaign.open_rail(usable_rail(g, units), finns=finns)
    return known_reach(costs, Hex(g.hex_of[units[0]]), 2 * g.ma(units), g.campaign.land & ~open_, track)


class StrategicPhase(Choice[Front]):
    """[6.0] The phasing player moves a force strategically, or ends the phase."""

    rule = "6.0"

    def seat(self, g: Front) -> Seat:
        """The phasing player."""
        return Seat(g.phasing)

    def options(self, g: Front) -> Sequence[Action]:
        """Each hex with a force that may move, or to be done."""
        hexes = sorted({g.hex_of[u] for u in movable(g)})
        by_hex = numbered("strategic", g.grid.size)
        return [END_PHASE, *[by_hex[h] for h in hexes]]

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
        by_hex = numbered("move", g.grid.size)
        return [STAY, *[by_hex[h] for h in members(found)]]

    def choose(self, g: Front, action: Action) -> None:
        """Move the force; nobody reacts, and nobody checks attrition."""
        if action.verb == "stay":
            for unit in self.units:
                g.spent[unit] = 1
            return
        to = Hex(action.args[0])
        if g.told is not None:
            # The way is worked out for the log alone: where nobody listens the force is simply there.
            path = strategic_range(g, self.units).path(to)
            assert path is not None, "only hexes in reach are offered"
            g.tell(Railed(self.units, path))
        for unit in self.units:
            g.put(unit, to)
            g.spent[unit] = 1
