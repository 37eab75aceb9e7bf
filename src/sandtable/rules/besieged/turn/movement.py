"""[Movement] The phasing player moves his units one by one, each once an impulse; airborne units may drop."""

from __future__ import annotations

from collections.abc import Sequence

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
    numbered,
)

from ..events import Dropped, Moved
from ..position.questions import DONE, WhereTo
from ..position.stacking import has_room
from ..position.war import War, enemy
from ..position.words import ADJECTIVES, hex_words, option, unit_name
from ..position.zones import enemy_zone
from ..state import WEATHERS
from .marching import destinations, entry_refusal, moving_refusal, range_of


class MoveUnits(SideChoice[War]):
    """[Movement] Pick a unit to move, or be done with moving."""

    rule = "Movement"
    public = True

    def prompt(self, g: War, seat: Seat) -> str:
        """How many can still move."""
        left = counted(len(self.options(g)) - 1, "unit")
        impulse = "second" if g.impulse > 1 else "first"
        return f"Move units in the {ADJECTIVES[self.side]} {impulse} impulse: {left} can still move."

    def options(self, g: War) -> Sequence[Action]:
        """Every unit that may move, airborne units that may drop, or to be done."""
        count = len(g.roster)
        mask = bits_of(u for u in g.on_map(self.side) if moving_refusal(g, u) is None)
        airborne = [u for u in g.roster.airborne[self.side] if mask >> u & 1]
        drops = tuple(Action("drop", (u,)) for u in airborne if drop_refusal(g, u) is None)
        return Offers((DONE,), numbered("move", count), mask, drops)

    def wording(self, g: War, seat: Seat, action: Action) -> Wording:
        """Who would move."""
        match action:
            case Action("move", (unit,)):
                return option(g, self.rule, "Move {unit}", unit=unit, hex_=g.hex_of[unit], part="force")
            case Action("drop", (unit,)):
                return option(g, "Airborne", "Drop {unit} from the air", unit=unit)
        return option(g, self.rule, "No more movement", part="end")

    def choose(self, g: War, action: Action) -> None:
        """Ask where to."""
        if action.verb == "move":
            g.then(March(action.args[0]), self)
        elif action.verb == "drop":
            g.then(Drop(action.args[0]), self)

    def refusal(self, g: War, action: Action) -> Refusal:
        """Why that unit may not move."""
        if action.verb in ("move", "drop") and len(action.args) == 1 and 0 <= action.args[0] < len(g.roster):
            unit = action.args[0]
            if g.side_of[unit] != self.side:
                return Refusal(self.rule, "that is an enemy unit")
            no = moving_refusal(g, unit) or (drop_refusal(g, unit) if action.verb == "drop" else None)
            return no or super().refusal(g, action)
        return super().refusal(g, action)


class March(WhereTo):
    """[Movement] Where the unit goes; it may stay after all."""

    rule = "Movement"
    offer = "Move to {hex}"
    public = True

    def prompt(self, g: War, seat: Seat) -> str:
        """Who moves, and with what points."""
        points = counted(range_of(g, self.unit).points, "movement point")
        return f"Where does {unit_name(g, self.unit)} move to? It has {points}."

    def hexes(self, g: War) -> Bits:
        """Every hex in reach with room for it."""
        return destinations(g, self.unit, range_of(g, self.unit))

    def choose(self, g: War, action: Action) -> None:
        """Go there, taking the hexes on the way."""
        to, side = Hex(action.args[0]), Seat(g.side_of[self.unit])
        g.moved[self.unit] = 1
        if to == g.hex_of[self.unit]:
            return
        path = range_of(g, self.unit).path(to)
        g.take_control(bits_of(path), side)
        g.put(self.unit, to)
        g.tell(Moved(self.unit, path))

    def refusal(self, g: War, action: Action) -> Refusal:
        """Why the unit may not go there."""
        if action.verb == "to" and len(action.args) == 1 and action.args[0] in g.grid:
            return entry_refusal(g, self.unit, Hex(action.args[0])) or super().refusal(g, action)
        return super().refusal(g, action)


class Drop(WhereTo):
    """[Airborne] Where the airborne unit drops; it may stay after all."""

    rule = "Airborne"
    offer = "Drop on {hex}"
    public = True

    def prompt(self, g: War, seat: Seat) -> str:
        """Who drops."""
        return f"Where does {unit_name(g, self.unit)} drop from the air?"

    def hexes(self, g: War) -> Bits:
        """Every hex near a city of its side without an enemy."""
        return drop_zone(g, self.unit)

    def choose(self, g: War, action: Action) -> None:
        """Drop."""
        to, start = Hex(action.args[0]), g.hex_of[self.unit]
        g.moved[self.unit] = 1
        if to == start:
            return
        g.dropped[self.unit] = g.year
        g.put(self.unit, to)
        g.tell(Dropped(self.unit, start, to))


def drop_refusal(g: War, unit: int) -> Refusal | None:
    """[Airborne] Why *unit* may not drop now: once a year, in clear weather, from a supplied city of its side."""
    rules = g.campaign.schedule["airborne"]
    if not g.counter(unit).is_airborne:
        return Refusal("Airborne", "that is no airborne unit")
    if WEATHERS[g.weather] not in rules["weather"]:
        return Refusal("Airborne", "units drop in clear weather only")
    if g.dropped[unit] == g.year:
        return Refusal("Airborne", "that unit has dropped this year")
    side, here = Seat(g.side_of[unit]), g.hex_of[unit]
    if not g.campaign.cities >> here & 1 or enemy_zone(g, side) >> here & 1 or g.unsupplied[unit]:
        return Refusal("Airborne", f"units take off in a supplied city, and {hex_words(g, here)} is none")
    return None


def drop_zone(g: War, unit: int) -> Bits:
    """[Airborne] The hexes on which *unit* may drop."""
    side, rules = Seat(g.side_of[unit]), g.campaign.schedule["airborne"]
    near = g.campaign.cities & g.control(side)
    for _ in range(rules["range"]):
        near = g.grid.expand(near) & g.grid.everywhere
    open_ = near & g.campaign.land & ~g.occupied[enemy(side)] & ~g.closed(unit)
    full = bits_of(
        h for h in map(Hex, g.grid.cells) if (open_ & g.occupied[side]) >> h & 1 and not has_room(g, unit, h)
    )
    return open_ & ~full
