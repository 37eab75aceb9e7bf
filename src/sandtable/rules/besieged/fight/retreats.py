"""[Retreats] The attacker moves beaten defenders, and his own: away from the combat, towards the owner's edge (B-18, B-31, B-32)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.kernel import Action, Auto, Bits, Choice, Hex, Refusal, Seat, Wording, bits_of, members

from ..events import Retreated
from ..position import war
from ..position.roster import AXIS
from ..position.stacking import has_room
from ..position.war import Role, Status, War, enemy
from ..position.words import hex_words, option, unit_name
from ..position.zones import around, free_hexes
from ..state import DEFENDER
from .losses import lose_step, lose_unit

STOP: Final = Action("stop")
STAY: Final = Action("stay")
RETREAT: Final = Action("retreat")


class CityStep(Choice[War]):
    """[City Step] A defender in a Major City may lose one step more and stay (B-25, B-33)."""

    rule = "City Step"
    public = True

    def __init__(self, least: int, most: int) -> None:
        self.least: Final = least
        self.most: Final = most

    def seat(self, g: War) -> Seat:
        """The defender."""
        return enemy(Seat(g.phasing))

    def prompt(self, g: War, seat: Seat) -> str:
        """Which city."""
        return f"Do your units hold {hex_words(g, g.battle_hex)} at the price of another step, or retreat?"

    def options(self, g: War) -> Sequence[Action]:
        """To stay or to go."""
        return (STAY, RETREAT)

    def wording(self, g: War, seat: Seat, action: Action) -> Wording:
        """What it costs."""
        if action == STAY:
            return option(g, self.rule, "Lose one more step and hold the city")
        return option(g, "Retreats", "Retreat from the city")

    def choose(self, g: War, action: Action) -> None:
        """Hold or go."""
        if action == STAY:
            g.lose_steps(DEFENDER, 1)
        else:
            begin_retreats(g, Role.DEFENDS, self.least, self.most)


class RetreatUnit(Auto[War]):
    """[Retreats] A unit retreats hex by hex; one that cannot go at all is eliminated, or surrenders if it was surrounded."""

    rule = "Retreats"

    def __init__(self, unit: int, made: int, least: int, most: int) -> None:
        self.unit: Final = unit
        self.made: Final = made
        self.least: Final = least
        self.most: Final = most

    def run(self, g: War) -> None:
        """Go on, stop, or pay for the hexes that are missing (B-31)."""
        if g.hex_of[self.unit] < 0:
            return
        room = has_room(g, self.unit, Hex(g.hex_of[self.unit])) if self.made else False
        if self.made >= self.most and room:
            return
        if retreat_hexes(g, self.unit):
            g.then(RetreatTo(self.unit, self.made, self.least, self.most))
        elif not self.made or not room:
            lost = Status.SURRENDERED if g.trapped[self.unit] else Status.ELIMINATED
            lose_unit(g, self.unit, lost)
        else:
            for _ in range(min(self.least - self.made, g.steps[self.unit])):
                lose_step(g, self.unit)


class RetreatTo(Choice[War]):
    """[Retreats] The attacker picks the next hex of a retreat, among those nearest to the owner's edge (B-32)."""

    rule = "Retreats"
    public = True
    quiet = True

    def __init__(self, unit: int, made: int, least: int, most: int) -> None:
        self.unit: Final = unit
        self.made: Final = made
        self.least: Final = least
        self.most: Final = most

    def seat(self, g: War) -> Seat:
        """The attacker, whoever retreats."""
        return Seat(g.phasing)

    def prompt(self, g: War, seat: Seat) -> str:
        """Who retreats from where."""
        return f"Where does {unit_name(g, self.unit)} retreat to from {hex_words(g, g.hex_of[self.unit])}?"

    def options(self, g: War) -> Sequence[Action]:
        """The hexes; and to stop, where enough were made."""
        found = [Action("to", (h,)) for h in members(retreat_hexes(g, self.unit))]
        if self.made >= self.least and has_room(g, self.unit, Hex(g.hex_of[self.unit])):
            found.insert(0, STOP)
        return found

    def wording(self, g: War, seat: Seat, action: Action) -> Wording:
        """A hex."""
        if action == STOP:
            return option(g, self.rule, "That is far enough", part="stop")
        return option(g, self.rule, "{unit} falls back to {hex}", unit=self.unit, hex_=action.args[0])

    def choose(self, g: War, action: Action) -> None:
        """Fall back, and see whether that is far enough."""
        if action == STOP:
            return
        to = Hex(action.args[0])
        g.put(self.unit, to)
        g.tell(Retreated(self.unit, to))
        g.then(RetreatUnit(self.unit, self.made + 1, self.least, self.most))

    def refusal(self, g: War, action: Action) -> Refusal:
        """Why the retreat may not go there."""
        if action.verb == "to" and len(action.args) == 1 and action.args[0] in g.grid:
            return retreat_refusal(g, self.unit, Hex(action.args[0])) or super().refusal(g, action)
        return super().refusal(g, action)


@war.retreat_all.body
def retreat_all(g: War, side: Seat, least: int, most: int) -> None:
    """[Retreats, Key AR, Key DR] The survivors retreat; defenders of a Major City are asked first (B-33)."""
    role = Role.DEFENDS if side == DEFENDER else Role.ATTACKS
    if not g.in_combat(role):
        return
    if role is Role.DEFENDS and g.campaign.major >> g.battle_hex & 1:
        g.then(CityStep(least, most))
    else:
        begin_retreats(g, role, least, most)


def begin_retreats(g: War, role: Role, least: int, most: int) -> None:
    """[Retreats] Each unit in turn."""
    g.then(*(RetreatUnit(u, 0, least, most) for u in g.in_combat(role)))


def legal_retreats(g: War, unit: int) -> Bits:
    """[Retreats] The next hexes that *unit* may fall back to: free of enemies and their zones, farther from the combat (B-18)."""
    here, side = Hex(g.hex_of[unit]), Seat(g.side_of[unit])
    far = g.grid.distance(here, Hex(g.battle_hex))
    near = around(g, here) & free_hexes(g, side) & ~g.closed(unit)
    return bits_of(h for h in members(near) if g.grid.distance(Hex(h), Hex(g.battle_hex)) > far)


def retreat_hexes(g: War, unit: int) -> Bits:
    """[Retreats] Of the legal hexes those nearest to the owner's edge: west for the Axis, east for the Soviets (B-32)."""
    legal = members(legal_retreats(g, unit))
    if not legal:
        return 0
    sign = 1 if g.side_of[unit] == AXIS else -1
    nearest = min(sign * g.grid.centre(Hex(h))[0] for h in legal)
    return bits_of(h for h in legal if sign * g.grid.centre(Hex(h))[0] == nearest)


def retreat_refusal(g: War, unit: int, hex_: Hex) -> Refusal | None:
    """[Retreats] Why *unit* may not fall back to *hex_*, or None."""
    side = Seat(g.side_of[unit])
    if not around(g, Hex(g.hex_of[unit])) >> hex_ & 1:
        return Refusal("Retreats", "a retreat goes hex by hex over land")
    if g.occupied[enemy(side)] >> hex_ & 1:
        return Refusal("Retreats", "an enemy is there")
    if not free_hexes(g, side) >> hex_ & 1:
        return Refusal("Retreats", "an enemy zone is there, and no friend in it")
    if not legal_retreats(g, unit) >> hex_ & 1:
        return Refusal("Retreats", "each hex of a retreat lies farther from the combat")
    if not retreat_hexes(g, unit) >> hex_ & 1:
        return Refusal("Retreats", "another hex is nearer to the owner's edge of the map")
    return None
