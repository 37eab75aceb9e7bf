"""[Advances] Attackers enter the hex that they have emptied; a Blitzkrieg carries armor on (B-21, B-22, B-34)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.kernel import Action, Bits, Choice, Hex, Refusal, Seat, Wording, bits_of, counted, members

from ..events import Advanced
from ..position import war
from ..position.questions import DONE
from ..position.stacking import has_room, room_refusal
from ..position.war import Role, War, enemy
from ..position.words import hex_words, option, unit_name
from ..position.zones import around, enemy_zone

STOP: Final = Action("stop")


class AdvanceUnits(Choice[War]):
    """[Advances, Key DE, Blitzkrieg] Who advances into the hex; armor goes on by the hexes after Adv."""

    rule = "Advances"
    public = True
    quiet = True

    def __init__(self, hexes: int) -> None:
        self.hexes: Final = hexes

    def seat(self, g: War) -> Seat:
        """The attacker."""
        return Seat(g.phasing)

    def prompt(self, g: War, seat: Seat) -> str:
        """Into which hex."""
        far = f" Armor may go {counted(self.hexes, 'hex')}." if self.hexes > 1 else ""
        return f"Who advances into {hex_words(g, g.battle_hex)}?{far}"

    def options(self, g: War) -> Sequence[Action]:
        """Each attacker for whom there is room, or nobody more."""
        return [DONE, *(Action("advance", (u,)) for u in advancing(g))]

    def wording(self, g: War, seat: Seat, action: Action) -> Wording:
        """A unit."""
        if action == DONE:
            return option(g, self.rule, "Nobody else advances", part="end")
        return option(g, self.rule, "{unit} advances into {hex}", unit=action.args[0], hex_=g.battle_hex)

    def choose(self, g: War, action: Action) -> None:
        """Go in, and on."""
        if action == DONE:
            return
        unit = action.args[0]
        advance(g, unit, Hex(g.battle_hex))
        goes_on = self.hexes > 1 and g.counter(unit).is_armour
        g.then(*([AdvanceOn(unit, self.hexes - 1)] if goes_on else []), self)

    def refusal(self, g: War, action: Action) -> Refusal:
        """Why that unit may not advance."""
        if action.verb == "advance" and len(action.args) == 1 and 0 <= action.args[0] < len(g.roster):
            if g.role[action.args[0]] != Role.ATTACKS:
                return Refusal(self.rule, "only units that attacked advance, each once")
            return room_refusal(g, action.args[0], Hex(g.battle_hex)) or Refusal(
                "Finland", "that unit may not enter the hex"
            )
        return super().refusal(g, action)


class AdvanceOn(Choice[War]):
    """[Advances, Blitzkrieg] How armor goes on after the first hex; it stops where it enters an enemy zone."""

    rule = "Advances"
    public = True
    quiet = True

    def __init__(self, unit: int, left: int) -> None:
        self.unit: Final = unit
        self.left: Final = left

    def seat(self, g: War) -> Seat:
        """The attacker."""
        return Seat(g.phasing)

    def prompt(self, g: War, seat: Seat) -> str:
        """How far it may still go."""
        return f"{unit_name(g, self.unit)} may advance {counted(self.left, 'hex')} more."

    def options(self, g: War) -> Sequence[Action]:
        """To stop, or a next hex."""
        return [STOP, *(Action("to", (h,)) for h in members(next_hexes(g, self.unit)))]

    def wording(self, g: War, seat: Seat, action: Action) -> Wording:
        """A hex."""
        if action == STOP:
            return option(g, self.rule, "{unit} stops here", unit=self.unit, part="stop")
        return option(g, "Blitzkrieg", "{unit} advances to {hex}", unit=self.unit, hex_=action.args[0])

    def choose(self, g: War, action: Action) -> None:
        """Go on, unless an enemy zone stops it."""
        if action == STOP:
            return
        to = Hex(action.args[0])
        advance(g, self.unit, to)
        if self.left > 1 and not enemy_zone(g, self.seat(g)) >> to & 1:
            g.then(AdvanceOn(self.unit, self.left - 1))

    def refusal(self, g: War, action: Action) -> Refusal:
        """Why it may not go on there."""
        if action.verb != "to" or len(action.args) != 1 or action.args[0] not in g.grid:
            return super().refusal(g, action)
        to = Hex(action.args[0])
        if not around(g, Hex(g.hex_of[self.unit])) >> to & 1:
            return Refusal(self.rule, "an advance goes hex by hex over land")
        if g.occupied[enemy(self.seat(g))] >> to & 1:
            return Refusal(self.rule, "an enemy is there")
        return room_refusal(g, self.unit, to) or Refusal("Neutral", "that ground is closed to it")


@war.advance_all.body
def advance_all(g: War, hexes: int) -> None:
    """[Advances] After "Adv" the attackers may enter; otherwise only a hex that was emptied by elimination (B-21)."""
    if not g.in_combat(Role.ATTACKS) or g.occupied[enemy(Seat(g.phasing))] >> g.battle_hex & 1:
        return
    if hexes or not g.in_combat(Role.DEFENDS):
        g.then(AdvanceUnits(max(hexes, 1)))


def advancing(g: War) -> list[int]:
    """[Advances] The attackers that may enter the hex of the combat."""
    hex_ = Hex(g.battle_hex)
    return [u for u in g.in_combat(Role.ATTACKS) if has_room(g, u, hex_) and not g.closed(u) >> hex_ & 1]


def next_hexes(g: War, unit: int) -> Bits:
    """[Advances] Where armor may go on to: next to it, without an enemy, with room."""
    side, here = Seat(g.side_of[unit]), Hex(g.hex_of[unit])
    open_ = around(g, here) & ~g.occupied[enemy(side)] & ~g.closed(unit)
    return bits_of(h for h in members(open_) if has_room(g, unit, Hex(h)))


def advance(g: War, unit: int, to: Hex) -> None:
    """[Advances] *unit* goes to *to*; it attacks no more in this impulse (B-34)."""
    g.put(unit, to)
    g.role[unit] = Role.ADVANCED
    g.fought[unit], g.must_attack[unit] = 1, 0
    g.tell(Advanced(unit, to))
