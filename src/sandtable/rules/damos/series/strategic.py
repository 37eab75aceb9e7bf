"""[6.0] Strategic movement: far behind the front, by rail where there is one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from sandtable.kernel import Action, Bits, Hex, Offers, Refusal, Seat, Wording, bits_of, members, numbered
from sandtable.kernel.map.costs import Track
from sandtable.kernel.map.paths import Reach

from .combat.retreat import demoralize_force
from .events import Railed
from .exclusive.closed import ABLE_FROM, able, has_finns, may_act, shut_to
from .marching import costs_of, known_reach, paused, shaken
from .position.campaign import Campaign
from .position.questions import PhasingChoice
from .position.roster import AXIS, SOVIET
from .position.state import Front, enemy
from .position.supply import (
    belonging_to_finland,
    finnish_lines,
    german_lines,
    soviet_lines,
    traces_like_a_finn,
    tracing_like_finns,
)
from .position.words import force_option, hex_words, names, option, picked, picking
from .position.zones import projects_influence

END_PHASE: Final = Action("end_phase")
STAY: Final = Action("stay")
ALL: Final = Action("all")
GO: Final = Action("go")


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


def movable(g: Front, among: Iterable[int] | None = None) -> list[int]:
    """[6.0] The units that may use strategic movement now, all of the phasing player's or those *among* some."""
    side, hex_of, spent = g.phasing, g.hex_of, g.spent
    # Spent units are most of them: they are passed over without further questions.
    units = g.roster.of_side[side] if among is None else among
    fresh = able(g, [u for u in units if not spent[u] and hex_of[u] >= 0])
    ordinary = german_lines(g) if side == AXIS else soviet_lines(g)
    if side != AXIS or not g.campaign.finland:
        found = [u for u in fresh if ordinary >> hex_of[u] & 1]
    else:
        finnish, finns = finnish_lines(g), tracing_like_finns(g, fresh)
        found = [u for u in fresh if (finnish if u in finns else ordinary) >> hex_of[u] & 1]
    if paused(g):
        found = [u for u in found if strategic_refusal(g, u, g.campaign.land) is None]
    return found


def movable_hexes(g: Front) -> Bits:
    """[6.0] The hexes with units that may use strategic movement now."""
    if g.turn < ABLE_FROM or paused(g):
        return bits_of({g.hex_of[u] for u in movable(g)})
    if g.phasing == SOVIET:
        # All Russians trace the same line, and none but the garrison of Hanko is kept from moving.
        return g.fresh[SOVIET] & soviet_lines(g)
    # So do all Germans and their allies, where nobody fresh stands who belongs to Finland.
    ordinary, spent, hex_of = g.fresh[AXIS] & german_lines(g), g.spent, g.hex_of
    north = [u for u in belonging_to_finland(g) if not spent[u] and hex_of[u] >= 0]
    if not north:
        return ordinary
    apart = bits_of({hex_of[u] for u in north})
    beside = [u for hex_ in members(ordinary & apart) for u in g.units(Hex(hex_), AXIS)]
    return ordinary & ~apart | bits_of({hex_of[u] for u in movable(g, {*north, *beside})})


def usable_rail(g: Front, units: tuple[int, ...]) -> Bits:
    """[6.0] Rail hexes at half a point: friendly, converted for Germans, unconverted for Russians and Finns (R-64)."""
    own = g.control(Seat(g.phasing)) & g.campaign.rail_hexes
    if g.phasing == SOVIET:
        return own & ~g.converted
    finns = [u for u in units if traces_like_a_finn(g, u)]
    if finns:
        own &= ~g.converted
    return own & g.converted if len(finns) < len(units) else own


def strategic_range(g: Front, units: tuple[int, ...], *, points: int | None = None) -> Reach:
    """[6.0] Twice the allowance, through friendly hexes that are not next to any enemy unit (R-64); or *points*."""
    side = Seat(g.phasing)
    blocked, track = _rear(g.campaign, side, g.axis_control, g.converted, g.occupied[enemy(side)])
    if side == AXIS and g.campaign.finland and tracing_like_finns(g, units):
        track = g.campaign.open_rail(usable_rail(g, units), finns=has_finns(g, units))
    most = 2 * g.ma(units) if points is None else points
    return known_reach(costs_of(g, units), Hex(g.hex_of[units[0]]), most, blocked | shut_to(g, units), track)


@lru_cache(maxsize=256)
def _rear(
    campaign: Campaign, side: Seat, axis_control: Bits, converted: Bits, enemies: Bits
) -> tuple[Bits, Track]:
    """[6.0] What is closed to strategic movement, and the rail for all but Finns: the same for most of a phase."""
    held = axis_control if side == AXIS else ~axis_control
    open_ = campaign.land & held & ~campaign.grid.expand(enemies)
    rail = campaign.rail_hexes & campaign.land & held & (converted if side == AXIS else ~converted)
    return campaign.land & ~open_, campaign.open_rail(rail)


class StrategicPhase(PhasingChoice):
    """[6.0] The phasing player moves a force strategically, or ends the phase."""

    rule = "6.0"

    def prompt(self, g: Front, seat: Seat) -> str:
        """What may be done."""
        return "Move forces strategically behind the front, or end the phase."

    def options(self, g: Front) -> Sequence[Action]:
        """Each hex with a force that may move, or to be done."""
        return Offers((END_PHASE,), numbered("strategic", g.grid.size), movable_hexes(g))

    def wording(self, g: Front, seat: Seat, action: Action) -> Wording:
        """A force, or the end."""
        if action.verb == "strategic":
            text = "Move {force} strategically from {hex}"
            return force_option(g, self.rule, text, seat, action.args[0])
        return option(g, self.rule, "End the Strategic Movement Phase", part="end")

    def choose(self, g: Front, action: Action) -> None:
        """Pick the force, move it, and ask again."""
        if action.verb == "strategic":
            hex_ = Hex(action.args[0])
            stack = g.units(hex_, Seat(g.phasing))
            # Most stand alone: there is nobody to pick.
            force = StrategicMove(tuple(stack)) if len(stack) == 1 else PickStrategic(hex_, ())
            g.then(force, self)


class PickStrategic(PhasingChoice):
    """[6.0] Which fresh units of the hex move together."""

    rule = "6.0"
    quiet = True

    def __init__(self, hex_: Hex, chosen: tuple[int, ...]) -> None:
        self.hex_: Final = hex_
        self.chosen: Final = chosen

    def prompt(self, g: Front, seat: Seat) -> str:
        """Which hex, and who was chosen."""
        return picking(g, self.chosen, f"Which units in {hex_words(g, self.hex_)} move strategically?")

    def options(self, g: Front) -> Sequence[Action]:
        """All of them, one more, or to go with those chosen."""
        found = [GO] if self.chosen else [ALL]
        if len(able := self._able(g)) > 1:
            found += [Action("take", (u,)) for u in able if u not in self.chosen]
        return found

    def wording(self, g: Front, seat: Seat, action: Action) -> Wording:
        """Units."""
        return picked(g, self.rule, action)

    def _able(self, g: Front) -> list[int]:
        return movable(g, g.units(self.hex_, Seat(g.phasing)))

    def choose(self, g: Front, action: Action) -> None:
        """Add the unit, or choose where to go."""
        if action.verb == "take":
            g.then(PickStrategic(self.hex_, tuple(sorted((*self.chosen, action.args[0])))))
            return
        g.then(StrategicMove(self.chosen or tuple(self._able(g))))


class StrategicMove(PhasingChoice):
    """[6.0] Where the force goes; it is spent when it has moved, and free to do so later if it stays."""

    rule = "6.0"

    def __init__(self, units: tuple[int, ...]) -> None:
        self.units: Final = units

    def prompt(self, g: Front, seat: Seat) -> str:
        """Who."""
        return f"Where do you send {names(g, self.units)}? Nobody reacts."

    def options(self, g: Front) -> Sequence[Action]:
        """Every hex within twice its allowance; or to stay after all."""
        here = g.hex_of[self.units[0]]
        found = strategic_range(g, self.units).all & ~(1 << here)
        return Offers((STAY,), numbered("move", g.grid.size), found)

    def wording(self, g: Front, seat: Seat, action: Action) -> Wording:
        """A hex, or to stay."""
        if action.verb == "move":
            return option(g, self.rule, "Move to {hex}", hex_=action.args[0])
        return option(g, self.rule, "Stay here after all: the force remains fresh")

    def choose(self, g: Front, action: Action) -> None:
        """Move the force; nobody reacts, and nobody checks attrition. It shares demoralization where it ends [2.8]."""
        if action.verb == "stay":
            return
        to = Hex(action.args[0])
        if g.told is not None:
            # The way is worked out for the log alone: where nobody listens the force is simply there.
            path = strategic_range(g, self.units).path(to)
            assert path is not None, "only hexes in reach are offered"
            g.tell(Railed(self.units, path))
        for unit in self.units:
            g.spent[unit] = 1
        g.put_force(self.units, to)
        stack = g.units(to, Seat(g.phasing))
        if shaken(g, stack):
            demoralize_force(g, stack)
