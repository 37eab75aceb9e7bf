"""[Supply, City Supply] At the end of its turn each side finds out who is cut off."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sandtable.kernel import Hex, Seat, SideAuto

from ..events import CutOff
from ..fight.losses import lose_step, lose_unit
from ..position.supply import supplied_units
from ..position.war import Status, War


class SupplyCheck(SideAuto[War]):
    """[Supply, City Supply] Units without supply are marked and lose a step; the second time running they surrender."""

    rule = "Supply"

    def run(self, g: War) -> None:
        """Judge everybody by where all stand now."""
        supplied = supplied_units(g, self.side)
        cut_off = [u for u in g.on_map(self.side) if u not in supplied]
        for unit in g.on_map(self.side):
            g.unsupplied[unit] = g.unsupplied[unit] + 1 if unit not in supplied else 0
        if cut_off:
            g.tell(CutOff(tuple(cut_off)))
        surrendering, worn = fates(g, cut_off, g.unsupplied)
        for unit in cut_off:
            if unit in surrendering:
                lose_unit(g, unit, Status.SURRENDERED)
            elif unit in worn:
                lose_step(g, unit)


def fates(
    g: War, cut_off: Sequence[int], checks: Sequence[int] | Mapping[int, int]
) -> tuple[list[int], list[int]]:
    """[Supply, City Supply] Who of the units that are cut off surrenders, and who loses a step, after so many checks running."""
    waits = int(g.campaign.schedule["supply"]["city_checks"])
    counted = {unit: checks[unit] - (waits if is_garrison(g, unit) else 0) for unit in cut_off}
    return [unit for unit in cut_off if counted[unit] > 1], [unit for unit in cut_off if counted[unit] == 1]


def is_garrison(g: War, unit: int) -> bool:
    """[City Supply] Whether *unit* is the one that a Major City keeps alive: the strongest in it, the first among equals."""
    here = g.hex_of[unit]
    if not g.campaign.major >> here & 1:
        return False
    mates = g.units(Hex(here), Seat(g.side_of[unit]))
    return unit == min(mates, key=lambda u: (-g.factor(u), u))
