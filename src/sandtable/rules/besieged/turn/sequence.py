"""[Sequence] The turn: weather, the Axis turn, the Soviet turn, and what is counted at its end."""

from __future__ import annotations

from typing import Final

from sandtable.kernel import Auto, Seat, SideAuto, Step

from ..calendar import turn_name
from ..events import ImpulseBegan, TurnBegan, Withdrawn
from ..fight.declaring import BeginCombat, NextAttack
from ..position.declared import NO_COMBAT
from ..position.roster import AXIS, SOVIET
from ..position.war import FREE, Status, War, enemy
from ..position.zones import zone_of_control
from .arrivals import Arrive, Withdraw
from .ending import VictoryCheck
from .movement import MoveUnits
from .nations import BucharestFallen, CountOil, NationChecks
from .rail import ConvertRail, RailMoves, conversion_lines
from .replacements import ReceiveReplacements, Replace
from .sea import SeaMoves
from .supply_check import SupplyCheck
from .weather import Weather


class GameTurn(Auto[War]):
    """[Sequence] A turn, and after it the next; the scenario's last check ends the game."""

    rule = "Sequence"

    def run(self, g: War) -> None:
        """Weather, both sides, and the end of the turn."""
        g.turn += 1
        if turn_name(g.turn).startswith("Jan"):
            new_year(g)
        g.rebuild()
        g.tell(TurnBegan(g.turn))
        g.then(
            Weather(1),
            SideTurn(AXIS),
            SideTurn(SOVIET),
            ConvertRail(AXIS, conversion_lines(g, AXIS), ()),
            ConvertRail(SOVIET, conversion_lines(g, SOVIET), ()),
            DisbandMech(),
            VictoryCheck(),
            NationChecks(),
            CountOil(),
            GameTurn(),
        )


class SideTurn(SideAuto[War]):
    """[Sequence] The turn of one side: replacements and arrivals, rail and sea, two impulses, and the check of supply."""

    rule = "Sequence"

    def run(self, g: War) -> None:
        """On turn 1 the surprised Soviets have neither replacements nor a first impulse."""
        g.phasing, g.impulse, g.weather = int(self.side), 1, g.first_weather
        g.rail_used = 0
        g.sailed = [0] * len(g.sailed)
        g.landed = [0] * len(g.landed)
        g.moved = [0] * len(g.moved)
        surprised = g.is_surprised(self.side)
        todo: list[Step[War]] = [Withdraw(self.side)]
        if not surprised:
            todo += [ReceiveReplacements(self.side), Replace(self.side)]
        todo += [Arrive(self.side), RailMoves(self.side), SeaMoves(self.side)]
        if not surprised:
            todo.append(Impulse(self.side, 1))
        if self.side == AXIS:
            todo.append(Weather(2))
        todo += [Impulse(self.side, 2), SupplyCheck(self.side), EndSide(self.side)]
        g.then(*todo)


class Impulse(Auto[War]):
    """[Sequence] An impulse: movement, then combat."""

    rule = "Sequence"

    def __init__(self, side: Seat, number: int) -> None:
        self.side: Final = side
        self.number: Final = number

    def run(self, g: War) -> None:
        """Its weather, and everybody fresh but those who went by rail or sea in the first."""
        surprised = g.is_surprised(self.side)
        g.impulse = self.number
        g.weather = g.first_weather if self.number == 1 else g.second_weather
        if self.number > 1 and not surprised:
            g.moved = [0] * len(g.moved)
        g.fought = [0] * len(g.fought)
        g.air_used[self.side] = 0
        phase = "surprise" if surprised else "first impulse" if self.number == 1 else "second impulse"
        g.tell(ImpulseBegan(self.side, phase, g.weather))
        g.then(
            MoveUnits(self.side),
            BeginCombat(self.side),
            NextAttack(self.side),
            SpreadControl(self.side),
            BucharestFallen(),
        )


class SpreadControl(SideAuto[War]):
    """[Control] At the end of its impulse a side controls the open country where it alone has a zone."""

    rule = "Control"

    def run(self, g: War) -> None:
        """Cities and towns must be entered."""
        other = enemy(self.side)
        zone = zone_of_control(g, self.side) & ~zone_of_control(g, other) & ~g.occupied[other]
        g.take_control(zone & ~g.campaign.named & ~g.campaign.neutral, self.side)


class EndSide(SideAuto[War]):
    """[Sequence, Locked] The turn of a side is over: nobody is locked any more (B-20)."""

    rule = "Sequence"

    def run(self, g: War) -> None:
        """Clear what belonged to it."""
        count = len(g.locked)
        g.locked = [FREE] * count
        g.must_attack = [0] * count
        g.fought = [0] * count
        g.moved = [0] * count
        g.declared = NO_COMBAT


class DisbandMech(Auto[War]):
    """[Rebuilding] At the end of turn 4 the mechanised corps of 1941 are disbanded."""

    rule = "Rebuilding"

    def run(self, g: War) -> None:
        """All that are left."""
        rules = g.campaign.schedule["replacements"]
        if g.turn != rules["mech_removed_after"]:
            return
        for unit in g.roster.of_side[SOVIET]:
            if g.counter(unit).kind in rules["never"] and g.status[unit] in (Status.ON_MAP, Status.DUE):
                g.remove(unit, Status.GONE)
                g.tell(Withdrawn(unit))


def new_year(g: War) -> None:
    """[Field Marshals, Air Pool, Factors] With Jan/Feb leaders are fresh, lost air units are back, and factors change (B-36)."""
    g.marshal_used = [0] * len(g.marshal_used)
    g.air_lost = [0, 0]
