"""[11.1, 11.4] Resupply on the board: what the serials that got through drop, and the counters on the zone (A-26)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, ClassVar, Final

from sandtable.kernel import Audience, Auto, Hex, Roll, Step
from sandtable.kernel.machine.steps import Knower

from ..air import half_up
from ..position.corridor import ALLIED, GERMAN, Corridor
from ..resupply import ResupplyRoll, lots, modifier
from ..scenario.pieces import Resupply
from ..state import Ground, Operation
from .columns import LOST_TO_FIGHTERS, MET_FLAK
from .events import CountersDown
from .scouting import for_control

CONTESTED_KM: Final = 2


class ResupplyDrops(Auto[Corridor]):
    """[11.1] Every resupply lift that is in the air drops on its zone."""

    rule = "11.1"

    def run(self, g: Corridor) -> None:
        """Lift by lift: a die for each lot of ten, and then the counters."""
        steps: list[Step[Any]] = []
        for number, lift in enumerate(g.campaign.resupplies):
            if not any(g.flying[flight] for flight in lift.flights):
                continue
            through = sum(g.strength[flight] for flight in lift.flights)
            points = half_up(Fraction(lift.points * through, len(lift.flights)))
            added = int(modifier(g.tables, factors(g, lift)).total)
            steps += [ZoneResupplyRoll(lot, added) for lot in lots(points)]
            steps.append(PutCounters(number))
        g.then(*steps)


class ZoneResupplyRoll(ResupplyRoll):
    """[11.2] The die for a lot, thrown behind Control's screen: its score would tell of enemies near the zone."""

    rule = "11.2"
    hidden: ClassVar[Mapping[str, Knower]] = {"added": for_control}

    def audience(self, g: Operation) -> Audience:
        """Nobody but Control."""
        return ()

    def resolve(self, g: Operation, roll: Roll) -> None:
        """The side that flew hears only what came down."""
        g.tell(self.dropped(g, roll), ())


def factors(g: Corridor, lift: Resupply) -> set[str]:
    """[11.1] What speaks for or against a drop: ground, enemies within 2 km, an airstrip, fighters and flak (A-26)."""
    campaign = g.campaign
    name = campaign.zone_names[g.bound[lift.flights[0]]]
    zone = campaign.drop_zones[name]
    near = g.grid.within(zone, CONTESTED_KM)
    found: set[str] = set()
    if g.plan.board.terrain[zone] != Ground.OPEN.word and not _marked(g, zone):
        found.add("poor_terrain")
    if near & g.cells_of(GERMAN):
        found.add("contested")
    if campaign.points_of_the_map[name].facts["kind"] == "STRIP":
        found.add("airstrip")
    if any(g.met[flight] & LOST_TO_FIGHTERS for flight in lift.flights):
        found.add("fighters")
    if any(g.met[flight] & MET_FLAK for flight in lift.flights):
        found.add("flak")
    return found


def _marked(g: Corridor, zone: Hex) -> bool:
    """Pathfinders on a zone mark it, so that its ground is never poor."""
    units = g.campaign.units
    return any(units[unit].kind == "pathfinders" for unit in g.units_in(zone, ALLIED))


class PutCounters(Auto[Corridor]):
    """[11.4] What arrived lies on the drop zone for whoever holds it (A-26)."""

    rule = "11.4"

    def __init__(self, lift: int) -> None:
        self.lift: Final = lift

    def run(self, g: Corridor) -> None:
        """Count it out."""
        campaign = g.campaign
        zone = g.bound[campaign.resupplies[self.lift].flights[0]]
        if g.delivered:
            g.dropped[zone] += g.delivered
            hex_ = int(campaign.drop_zones[campaign.zone_names[zone]])
            g.tell(CountersDown(hex_, g.delivered), g.seats_of(ALLIED))
        g.delivered = 0
