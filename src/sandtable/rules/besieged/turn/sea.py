"""[Sea, Landings] Units sail between friendly ports; once a winter Soviets land behind the enemy."""

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
    members,
)

from ..calendar import turn_name
from ..events import Sailed
from ..position.questions import DONE, OwnerChoice
from ..position.roster import SOVIET
from ..position.stacking import has_room
from ..position.war import War, enemy
from ..position.words import option, unit_name
from ..position.zones import around, enemy_zone
from .marching import moving_refusal


class SeaMoves(SideChoice[War]):
    """[Sea, Landings] Pick a unit that sails or lands, or be done."""

    rule = "Sea"
    public = True
    quiet = True

    def prompt(self, g: War, seat: Seat) -> str:
        """Who sails."""
        return "Move units by sea, or be done with it."

    def options(self, g: War) -> Sequence[Action]:
        """Every unit in a port from which it may sail or land, or to be done."""
        found = [DONE]
        for unit in g.on_map(self.side):
            if any(line.ports >> g.hex_of[unit] & 1 for line in g.campaign.sea_lines):
                if sea_hexes(g, unit) and moving_refusal(g, unit) is None:
                    found.append(Action("sail", (unit,)))
                if landing_hexes(g, unit) and moving_refusal(g, unit) is None:
                    found.append(Action("land", (unit,)))
        return found

    def wording(self, g: War, seat: Seat, action: Action) -> Wording:
        """A unit."""
        match action:
            case Action("sail", (unit,)):
                return option(g, self.rule, "{unit} goes by sea", unit=unit, hex_=g.hex_of[unit])
            case Action("land", (unit,)):
                return option(g, "Landings", "{unit} lands behind the enemy", unit=unit, hex_=g.hex_of[unit])
        return option(g, self.rule, "Nobody else goes by sea", part="end")

    def choose(self, g: War, action: Action) -> None:
        """Ask where to."""
        if action != DONE:
            g.then(SailTo(action.args[0], int(action.verb == "land")), self)


class SailTo(OwnerChoice):
    """[Sea, Landings] The port; the unit moves no more in the first impulse."""

    rule = "Sea"
    public = True
    quiet = True

    def __init__(self, unit: int, lands: int) -> None:
        super().__init__(unit)
        self.lands: Final = lands

    def prompt(self, g: War, seat: Seat) -> str:
        """Who sails."""
        return f"Where does {unit_name(g, self.unit)} {'land' if self.lands else 'sail to'}?"

    def options(self, g: War) -> Sequence[Action]:
        """The ports."""
        mask = landing_hexes(g, self.unit) if self.lands else sea_hexes(g, self.unit)
        return Offers((), g.campaign.to_hex, mask)

    def wording(self, g: War, seat: Seat, action: Action) -> Wording:
        """A port."""
        if self.lands:
            return option(g, "Landings", "Land at {hex}", hex_=action.args[0])
        return option(g, self.rule, "Sail to {hex}", hex_=action.args[0])

    def choose(self, g: War, action: Action) -> None:
        """Sail there."""
        to, start = Hex(action.args[0]), g.hex_of[self.unit]
        if self.lands:
            g.landing_year = winter_of(g)
            g.landed[self.unit] = 1
        else:
            g.sailed[_line(g, self.unit)] += 1
        g.moved[self.unit] = 1
        g.put(self.unit, to)
        g.tell(Sailed(self.unit, start, to, self.lands))


def sea_hexes(g: War, unit: int) -> Bits:
    """[Sea] The ports that *unit* may sail to from where it is."""
    number = _line(g, unit)
    side = Seat(g.side_of[unit])
    if number < 0 or enemy_zone(g, side) >> g.hex_of[unit] & 1:
        return 0
    line = g.campaign.sea_lines[number]
    if g.sailed[number] >= line.units:
        return 0
    open_ = line.ports & g.control(side) & ~g.occupied[enemy(side)] & ~(1 << g.hex_of[unit])
    return bits_of(h for h in members(open_) if has_room(g, unit, Hex(h)))


def landing_hexes(g: War, unit: int) -> Bits:
    """[Landings] Where *unit* may land, once a winter: a free enemy port of the list, or the shore beside one that is held.

    From the shore it attacks whoever holds the port (B-49).
    """
    rules, side = g.campaign.schedule["landing"], Seat(g.side_of[unit])
    number = _line(g, unit)
    if side != SOVIET or number < 0 or turn_name(g.turn).split(" ")[0] not in rules["months"]:
        return 0
    if g.landing_year == winter_of(g) or enemy_zone(g, side) >> g.hex_of[unit] & 1:
        return 0
    foes = g.occupied[enemy(side)]
    ports = g.campaign.hexes(rules["ports"]) & ~g.control(side)
    shore = g.campaign.board.area(rules["shore"])
    beside = bits_of(h for port in members(ports & foes) for h in members(around(g, Hex(port)))) & shore
    return (ports | beside) & ~g.control(side) & ~foes & ~g.closed(unit)


def winter_of(g: War) -> int:
    """[Landings] The year in which this winter began."""
    return g.year if turn_name(g.turn).startswith("Nov") else g.year - 1


def sailing_refusal(g: War, unit: int) -> Refusal | None:
    """[Sea] Why *unit* may not go by sea now, or None."""
    no = moving_refusal(g, unit)
    if no is not None:
        return no
    if sea_hexes(g, unit) or landing_hexes(g, unit):
        return None
    return Refusal("Sea", "it is in no port from which a ship of its side could take it to another this turn")


def _line(g: War, unit: int) -> int:
    """The line of ships that calls at the port where *unit* is, or -1."""
    side, here = Seat(g.side_of[unit]), g.hex_of[unit]
    for number, line in enumerate(g.campaign.sea_lines):
        if line.side == side and line.ports >> here & 1 and g.turn >= line.from_turn:
            return number
    return -1
