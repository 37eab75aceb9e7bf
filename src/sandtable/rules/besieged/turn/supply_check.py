"""[Supply, City Supply] At the end of its turn each side finds out who is cut off."""

from __future__ import annotations

from typing import Final

from sandtable.kernel import Auto, Hex, Seat

from ..events import CutOff
from ..fight.losses import lose_step, lose_unit
from ..position.supply import supplied_units
from ..position.war import Status, War


class SupplyCheck(Auto[War]):
    """[Supply, City Supply] Units without supply are marked and lose a step; the second time running they surrender."""

    rule = "Supply"

    def __init__(self, side: Seat) -> None:
        self.side: Final = side

    def run(self, g: War) -> None:
        """Judge everybody by where all stand now."""
        supplied = supplied_units(g, self.side)
        cut_off = [u for u in g.on_map(self.side) if u not in supplied]
        for unit in g.on_map(self.side):
            g.unsupplied[unit] = g.unsupplied[unit] + 1 if unit not in supplied else 0
        if cut_off:
            g.tell(CutOff(tuple(cut_off)))
        waits = int(g.campaign.schedule["supply"]["city_checks"])
        garrisons = {u for u in cut_off if is_garrison(g, u)}
        for unit in cut_off:
            checks = g.unsupplied[unit] - (waits if unit in garrisons else 0)
            if checks > 1:
                lose_unit(g, unit, Status.SURRENDERED)
            elif checks == 1:
                lose_step(g, unit)


def is_garrison(g: War, unit: int) -> bool:
    """[City Supply] Whether *unit* is the one that a Major City keeps alive: the strongest in it, the first among equals."""
    here = g.hex_of[unit]
    if not g.campaign.major >> here & 1:
        return False
    mates = g.units(Hex(here), Seat(g.side_of[unit]))
    return unit == min(mates, key=lambda u: (-g.factor(u), u))
