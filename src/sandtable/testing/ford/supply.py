"""[3] Supply."""

from __future__ import annotations

from typing import Final

from sandtable.kernel import Auto, Bits, Seat
from sandtable.kernel.map.flood import flood

from .combat import lose_strength
from .events import CutOff
from .state import Ford, enemy


class SupplyCheck(Auto[Ford]):
    """[3] Each unit of the side that cannot trace a way to its own edge loses one strength."""

    rule = "3"

    def __init__(self, side: Seat) -> None:
        self.side: Final = side

    def run(self, g: Ford) -> None:
        """Judge all units on the position as it stands, then take the losses."""
        supplied = supplied_hexes(g, self.side)
        for unit in [u for u in g.living(self.side) if not supplied >> g.hex_of[u] & 1]:
            g.tell(CutOff(unit))
            lose_strength(g, unit)


def supplied_hexes(g: Ford, side: Seat) -> Bits:
    """[3] Every hex from which *side* can trace to its edge; its own units cancel enemy zones in their hexes."""
    other = enemy(side)
    closed = g.at(other) | g.zone(other) & ~g.at(side)
    free = g.grid.everywhere & ~closed
    barred = g.printed.board.hexsides["river"] if g.setup.options["night"] else None
    return flood(g.grid, g.printed.edge[side] & free, free, barred=barred)
