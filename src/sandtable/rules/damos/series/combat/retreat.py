"""[8.11] Retreats: together, toward supply, never into an enemy zone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from sandtable.kernel import Action, Bits, Choice, Hex, Hexsides, Seat, Wording, bits_of, counted, members

from ..events import Demoralized, Retreated
from ..exclusive.closed import closed_to, has_finns, quarrel, quarrelsome
from ..position.campaign import Campaign
from ..position.roster import AXIS
from ..position.state import Front, enemy
from ..position.supply import traces_like_a_finn, way_home
from ..position.words import names, option
from ..position.zones import zone_of_control
from .losses import eliminate

ATTACKER_HEXES: Final = 1
DEFENDER_HEXES: Final = 2
DEFENDER_MOST: Final = 3


class Retreat(Choice[Front]):
    """[8.11] The owner moves the beaten force one hex nearer to supply; with no way open it is eliminated."""

    rule = "8.11"
    quiet = True

    def __init__(
        self, units: tuple[int, ...], fought: Hex, path: tuple[Hex, ...], least: int, most: int
    ) -> None:
        self.units: Final = units
        # The hex of the combat, whose enemies have no zone against the first hex of the retreat.
        self.fought: Final = fought
        self.path: Final = path
        self.least: Final = least
        self.most: Final = most

    def seat(self, g: Front) -> Seat:
        """The owner."""
        return Seat(g.side_of[self.units[0]])

    def prompt(self, g: Front, seat: Seat) -> str:
        """Who, how far, and how far so far."""
        if self.most == 1:
            return f"{names(g, self.units)} must retreat one hex: choose where to."
        gone = counted(len(self.path) - 1, "hex")
        if len(self.path) > self.least:
            return f"{names(g, self.units)} may retreat one more hex, or halt: {gone} so far."
        far = f"must retreat {self.least} or {self.most} hexes"
        if len(self.path) == 1:
            return f"{names(g, self.units)} {far}: where to first?"
        return f"{names(g, self.units)} {far}, {gone} so far: where to next?"

    def options(self, g: Front) -> Sequence[Action]:
        """Each hex it may enter; to halt once it has gone far enough; to be lost where nothing is open."""
        ways = [Action("retreat", (h,)) for h in members(self._open(g))]
        if len(self.path) > self.least or self._may_halt(g):
            ways.append(Action("halt"))
        return ways or [Action("lost")]

    def wording(self, g: Front, seat: Seat, action: Action) -> Wording:
        """A hex, to halt, or the end."""
        if action.verb == "retreat":
            return option(g, self.rule, "Retreat to {hex}", hex_=action.args[0])
        halts = action.verb == "halt"
        return option(
            g, self.rule, "Halt the retreat here" if halts else "No way out: the force is eliminated"
        )

    def _may_halt(self, g: Front) -> bool:
        """[8.11] A force may halt in a friendly major city that is the first hex of its retreat."""
        here = self.path[-1]
        own = g.control(self.seat(g)) & g.campaign.major_cities
        return len(self.path) == 2 and bool(own >> here & 1)

    def _open(self, g: Front) -> Bits:
        if len(self.path) > self.most:
            return 0
        return retreat_hexes(g, self.units, self.fought, self.path)

    def choose(self, g: Front, action: Action) -> None:
        """Go one hex on, halt, or be lost."""
        if action.verb == "lost":
            for unit in self.units:
                eliminate(g, unit)
        elif action.verb == "retreat":
            to = Hex(action.args[0])
            g.put_force(self.units, to)
            g.tell(Retreated(self.units, to))
            quarrel(g, to)
            standing = tuple(u for u in self.units if g.hex_of[u] >= 0)
            if standing and len(self.path) < self.most:
                g.then(Retreat(standing, self.fought, (*self.path, to), self.least, self.most))


def retreat_hexes(g: Front, units: tuple[int, ...], fought: Hex, path: tuple[Hex, ...]) -> Bits:
    """[8.11] The hexes a retreating force may enter next (R-20, R-46).

    Not closed, not in an enemy zone (the force just fought has none against the first hex), none entered twice, and
    nearer to a source if any such hex is; [AGN 4.7] for Finns, by a way that they may go.
    """
    side = Seat(g.side_of[units[0]])
    here = path[-1]
    legal = open_to_retreat(g, units, fought, path)
    if not legal:
        return 0
    finnish = side == AXIS and all(traces_like_a_finn(g, u) for u in units)
    # where allies would quarrel is open only if nothing else is.
    legal = legal & ~quarrelsome(g, units) or legal
    shut, finns = closed_to(g, units), has_finns(g, units)
    home = way_home(g, side, here, path[0], finnish=finnish, closed=shut, finns=finns)
    return home.nearer(here) & legal or legal


def open_to_retreat(g: Front, units: tuple[int, ...], fought: Hex, path: tuple[Hex, ...]) -> Bits:
    """[8.11] The hexes that are open to a retreating force at all, whether they lead homeward or not."""
    campaign, other = g.campaign, enemy(Seat(g.side_of[units[0]]))
    barred = campaign.barred_to_finns if has_finns(g, units) else campaign.water
    legal = _beside(campaign, path[-1], barred) & ~g.occupied[other] & ~closed_to(g, units) & ~bits_of(path)
    return legal & ~zone_of_control(g, other, without=1 << fought if len(path) == 1 else 0)


@lru_cache(maxsize=8192)
def _beside(campaign: Campaign, here: Hex, barred: Hexsides) -> Bits:
    """The land next to *here* that no *barred* hexside keeps apart."""
    return campaign.land & bits_of(n for n in campaign.grid.neighbours(here) if (here, n) not in barred)


def demoralize_force(g: Front, units: tuple[int, ...] | list[int]) -> None:
    """[2.8] The units become demoralized, those that are not so yet; the Hanko garrison never does (R-39)."""
    fresh = [u for u in units if not g.demoralized[u] and u != g.roster.hanko]
    for unit in fresh:
        g.demoralize(unit)
    if fresh:
        g.tell(Demoralized(tuple(fresh)))
