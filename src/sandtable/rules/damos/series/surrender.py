"""[10.0] The Surrender Phase."""

from __future__ import annotations

from sandtable.kernel import Auto, Hex, Seat, members

from .events import Surrendered
from .exclusive.straggling import straggle
from .position.roster import AXIS
from .position.state import Fate, Front, enemy
from .position.supply import contact_with_home, in_supply, traces_like_a_finn


class SurrenderPhase(Auto[Front]):
    """[10.0] Forces of the phasing player next to a steady, supplied enemy that cannot trace home surrender."""

    rule = "10.0"

    def run(self, g: Front) -> None:
        """All are judged on the position as it stands, then removed together, for good (R-52)."""
        side = Seat(g.phasing)
        lost = surrendering_hexes(g, side)
        groups = [(hex_, tuple(u for u in g.units(hex_, side) if u != g.roster.hanko)) for hex_ in lost]
        for hex_, units in groups:
            if units:
                g.tell(Surrendered(units, hex_))
                for unit in units:
                    g.remove(unit, Fate.GONE)
                    straggle(g, unit)


def surrendering_hexes(g: Front, side: Seat) -> list[Hex]:
    """[10.0] The hexes whose forces of *side* are next to such an enemy and cut off from home."""
    other = enemy(side)
    home = contact_with_home(g, side)
    finland = g.campaign.finland
    finnish = contact_with_home(g, side, finnish=True) if side == AXIS and finland else 0
    threatened = g.grid.expand(g.steady[other]) & g.occupied[side]
    found: list[Hex] = []
    for hex_ in members(threatened):
        units = g.units(Hex(hex_), side)
        safe = any(
            (finnish if side == AXIS and traces_like_a_finn(g, u) else home) >> hex_ & 1 for u in units
        )
        if not safe and _supplied_enemy_beside(g, Hex(hex_), other):
            found.append(Hex(hex_))
    return found


def _supplied_enemy_beside(g: Front, hex_: Hex, other: Seat) -> bool:
    for beside in g.grid.neighbours(hex_):
        if g.steady[other] >> beside & 1:
            units = [u for u in g.units(beside, other) if not g.demoralized[u]]
            if any(in_supply(g, u) for u in units):
                return True
    return False
