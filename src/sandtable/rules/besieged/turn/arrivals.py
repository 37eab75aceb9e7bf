"""[Reinforcements, Withdrawals, Exchanges] Units that come, go and take the place of others, as the schedule says."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.kernel import OFF_BOARD, Action, Bits, Hex, Offers, Seat, SideAuto, Wording, members

from ..events import Arrived, Exchanged, Withdrawn
from ..position.questions import OwnerChoice
from ..position.roster import SOVIET, WEST_EDGE
from ..position.stacking import has_room
from ..position.supply import ally_hexes, supplied_hexes
from ..position.war import Status, War, enemy
from ..position.words import option, unit_name


class Withdraw(SideAuto[War]):
    """[Withdrawals] Units that are called away leave the map; some are due again later."""

    rule = "Withdrawals"

    def run(self, g: War) -> None:
        """Those of this turn, wherever they are; who was lost before stays lost."""
        for row in g.campaign.withdrawals:
            if row.turn != g.turn or g.side_of[row.unit] != self.side:
                continue
            if g.status[row.unit] not in (Status.ON_MAP, Status.DUE):
                continue
            comes_back = 0 < row.returns <= g.last_turn
            g.remove(row.unit, Status.DUE if comes_back else Status.GONE)
            g.due[row.unit] = row.returns
            g.tell(Withdrawn(row.unit))


class Arrive(SideAuto[War]):
    """[Reinforcements, Exchanges] Units that are due enter; one that replaces another takes its place."""

    rule = "Reinforcements"

    def run(self, g: War) -> None:
        """Each in turn; who finds no way in waits."""
        asked: list[Enter] = []
        for unit in g.roster.of_side[self.side]:
            if g.status[unit] != Status.DUE or g.due[unit] > g.turn or not is_called(g, unit):
                continue
            if g.counter(unit).place == WEST_EDGE:
                asked.append(Enter(unit))
            elif not exchange(g, unit):
                hex_ = entry_hex(g, unit)
                if hex_ != OFF_BOARD:
                    arrive(g, unit, hex_)
        g.then(*asked)


class Enter(OwnerChoice):
    """[Reinforcements] At which railway that leaves the map a unit from the west enters; it may wait."""

    rule = "Reinforcements"
    public = True
    quiet = True

    def prompt(self, g: War, seat: Seat) -> str:
        """Who comes."""
        return f"Where does {unit_name(g, self.unit)} enter the map?"

    def options(self, g: War) -> Sequence[Action]:
        """The railways of the west edge with room for it, or to wait."""
        mask = western_entries(g, self.unit)
        return Offers((Action("wait"),), g.campaign.to_hex, mask)

    def wording(self, g: War, seat: Seat, action: Action) -> Wording:
        """A hex."""
        if action.verb == "wait":
            return option(g, self.rule, "{unit} waits for the next turn", unit=self.unit)
        return option(g, self.rule, "{unit} enters in {hex}", unit=self.unit, hex_=action.args[0])

    def choose(self, g: War, action: Action) -> None:
        """It comes, or waits."""
        if action.verb != "wait":
            arrive(g, self.unit, Hex(action.args[0]))


def arrive(g: War, unit: int, hex_: Hex) -> None:
    """[Reinforcements] *unit* enters in *hex_*, as strong as it was, or at full strength."""
    g.bring(unit, hex_, g.steps[unit] or g.counter(unit).steps)
    g.tell(Arrived(unit, hex_))


def is_called(g: War, unit: int) -> bool:
    """[Reinforcements, Nations] Whether the condition of a reinforcement holds, if it has one."""
    match g.counter(unit).condition:
        case "romania left":
            wait = int(g.campaign.schedule["exits"]["romanians_return"])
            return bool(g.romania_left) and g.turn >= g.romania_left + wait
        case "bucharest soviet":
            return g.controls(SOVIET, g.campaign.hex("Bucharest"))
    return True


def exchange(g: War, unit: int) -> bool:
    """[Exchanges] Put *unit* where the one stands that it replaces, at full strength; False if that is not on the map.

    A unit that was eliminated leaves the pool for it, and the new one enters in its own place.
    """
    name = g.counter(unit).replaces
    if not name:
        return False
    old = g.roster.numbers[name]
    hex_ = Hex(g.hex_of[old])
    surrendered = g.status[old] == Status.SURRENDERED
    g.remove(old, Status.SURRENDERED if surrendered else Status.GONE)
    if hex_ == OFF_BOARD:
        return False
    g.bring(unit, hex_, g.counter(unit).steps)
    g.tell(Exchanged(unit, old, hex_))
    return True


def entry_hex(g: War, unit: int) -> Hex:
    """[Reinforcements] Where *unit* enters: its place, if it is friendly and in supply, else the nearest supplied city."""
    side, counter = Seat(g.side_of[unit]), g.counter(unit)
    place = g.campaign.start[unit]
    if counter.otherwise and not g.controls(side, place):
        place = g.campaign.hex(counter.otherwise)
    good = (
        supplied_hexes(g, side) | ally_hexes(g, counter.nation) if side != SOVIET else supplied_hexes(g, side)
    )
    good &= g.control(side) & ~g.occupied[enemy(side)] & ~g.closed(unit)
    if good >> place & 1 and has_room(g, unit, place):
        return place
    open_ = [h for h in map(Hex, members(good & g.campaign.cities)) if has_room(g, unit, h)]
    return min(open_, key=lambda h: (g.grid.distance(h, place), h), default=OFF_BOARD)


def western_entries(g: War, unit: int) -> Bits:
    """[Reinforcements] The railways of the west edge at which *unit* may enter."""
    side = Seat(g.side_of[unit])
    open_ = g.campaign.rail_exits & g.control(side) & ~g.occupied[enemy(side)] & ~g.closed(unit)
    full = sum(1 << h for h in members(open_ & g.occupied[side]) if not has_room(g, unit, Hex(h)))
    return open_ & ~full
