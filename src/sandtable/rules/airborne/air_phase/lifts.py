"""[8, 9, 16.2, 17.1] Lifts on the board: what takes off, flak on the way and at the zone, and the drop (A-24, A-52)."""

from __future__ import annotations

from typing import Any, Final

from sandtable.kernel import Auto, Chance, Dice, Hex, Roll, Step

from ..air import LoseLoads
from ..flak import Fire, target
from ..position.corridor import ALLIED, AWAITED, GONE, Corridor
from ..position.places import land
from ..position.sight import report_in
from .columns import MET_FLAK
from .events import LiftLanded, LostInTheAir, StayedHome
from .fighters import zone_of
from .flight_paths import overflown
from .orders import DIVERT, SEND, orders
from .weather import lift_from

DIE: Final = Dice.of(1, 6)
# In poor weather a troop serial turns back on these faces and less.
TURNS_BACK: Final = 3
_ON_THE_WAY: Final = "overflight"
_AT_THE_ZONE: Final = ("drop 4km", "drop 2km")


class TakeOff(Auto[Corridor]):
    """[17.1] What is due takes off, as far as the weather lets it; in poor weather troops may turn back."""

    rule = "17.1"

    def run(self, g: Corridor) -> None:
        """Zones that were named anew first, then everything that flies in this turn."""
        campaign = g.campaign
        name_zones(g)
        rolls: list[Step[Any]] = []
        for flight, serial in enumerate(campaign.serials):
            weather = lift_from(g, serial.base)
            if serial.unit < 0 and serial.turn == g.turn and weather in ("open", "poor"):
                g.flying[flight] = 1
        for unit, flights in campaign.serials_of.items():
            if not g.aboard[unit] or g.hex_of[unit] != AWAITED or g.due[unit] > g.turn:
                continue
            weather = lift_from(g, campaign.serials[flights[0]].base)
            if weather == "open":
                fly(g, unit)
            elif weather == "poor":
                rolls.append(WeatherRoll(unit))
            else:
                stay(g, unit)
        for lift in campaign.resupplies:
            if lift.turn == g.turn and lift_from(g) in ("open", "poor"):
                for flight in lift.flights:
                    g.flying[flight] = 1
        g.then(*rolls)


def name_zones(g: Corridor) -> None:
    """[17.2] Later lifts and resupply go to the zones that were ordered."""
    campaign = g.campaign
    for order in orders(g, DIVERT, SEND):
        if order.verb == SEND:
            for flight in campaign.resupplies[order.first].flights:
                g.bound[flight] = order.second
            continue
        for flight in campaign.serials_of[order.first]:
            g.bound[flight] = order.second
        g.landing[order.first] = int(campaign.drop_zones[campaign.zone_names[order.second]])


def fly(g: Corridor, unit: int) -> None:
    """[8] The serials of *unit* are in the air."""
    for flight in g.campaign.serials_of[unit]:
        g.flying[flight] = 1


def stay(g: Corridor, unit: int) -> None:
    """[17.1] *unit* tries again in the next turn."""
    g.due[unit] = g.turn + 1
    if not g.is_night():
        g.tell(StayedHome(unit), g.seats_of(ALLIED))


class WeatherRoll(Chance[Corridor]):
    """[17.1] Poor weather: the serials of one unit keep together, and turn back on 1 to 3."""

    rule = "17.1"
    rolls = DIE

    def __init__(self, unit: int) -> None:
        self.unit: Final = unit

    def audience(self, g: Corridor) -> tuple[Any, ...]:
        """Those who sent them."""
        return g.seats_of(ALLIED)

    def resolve(self, g: Corridor, roll: Roll) -> None:
        """Back, or on."""
        if roll[0] <= TURNS_BACK:
            stay(g, self.unit)
        else:
            fly(g, self.unit)


class FlakOnTheWay(Auto[Corridor]):
    """[9] Flak fires at what flies over it, before that at the zones (A-24)."""

    rule = "9"

    def run(self, g: Corridor) -> None:
        """Serial by serial."""
        fire(g, (_ON_THE_WAY,))


class FlakAtTheZone(Auto[Corridor]):
    """[9] Flak fires at what lands or drops within its reach (A-24)."""

    rule = "9"

    def run(self, g: Corridor) -> None:
        """Serial by serial."""
        fire(g, _AT_THE_ZONE)


def fire(g: Corridor, columns: tuple[str, ...]) -> None:
    """[9.1] Every flak unit rolls once for each serial, in its most dangerous column; the silenced do not."""
    batteries = [
        (unit, printed.flak, Hex(g.hex_of[unit]))
        for unit, printed in enumerate(g.campaign.units)
        if printed.flak
        and g.side_of(unit) != ALLIED
        and g.on_map(unit)
        and g.status[unit]
        and not g.silenced[unit]
    ]
    steps: list[Step[Any]] = []
    for flight, flying in enumerate(g.flying):
        if not flying or not g.strength[flight]:
            continue
        zone = zone_of(g, flight)
        over = overflown(g.campaign, g.campaign.route_of[flight], zone)
        by_column: dict[str, list[str]] = {}
        for _, kind, at in batteries:
            column = target(drop_km=g.grid.distance(at, zone), path_km=0 if over >> at & 1 else None)
            if column in columns:
                by_column.setdefault(column, []).append(kind)
        for column in columns:
            if kinds := by_column.get(column):
                g.met[flight] |= MET_FLAK
                steps.append(Fire(flight, tuple(kinds), column))
    g.then(*steps)


class Drops(Auto[Corridor]):
    """[16.2] Units jump or land, with what their serials have left of them (A-23, A-37)."""

    rule = "16.2"

    def run(self, g: Corridor) -> None:
        """Zone by zone, unit by unit."""
        by_zone: dict[int, list[int]] = {}
        for unit, flights in g.campaign.serials_of.items():
            if g.aboard[unit] and any(g.flying[flight] for flight in flights):
                by_zone.setdefault(g.landing[unit], []).append(unit)
        steps: list[Step[Any]] = []
        for units in by_zone.values():
            steps += [LoseLoads(unit, g.campaign.serials_of[unit]) for unit in units]
            steps.append(Drop(tuple(units)))
        g.then(*steps)


class Drop(Auto[Corridor]):
    """[16.2] Units come down on one zone; one whose serials are all lost does not."""

    rule = "16.2"

    def __init__(self, units: tuple[int, ...]) -> None:
        self.units: Final = units

    def run(self, g: Corridor) -> None:
        """Down, or gone."""
        down = [unit for unit in self.units if g.status[unit] > 0]
        for unit in down:
            land(g, unit, g.landing[unit])
        for unit in self.units:
            if unit not in down:
                g.aboard[unit] = 0
                g.hex_of[unit] = GONE
                g.tell(LostInTheAir(unit), g.seats_of(ALLIED))
        # Aircrews report where they have dropped whom.
        report_in(g, self.units)
        if down:
            lost = tuple(g.counter(unit).status - g.status[unit] for unit in down)
            g.tell(LiftLanded(tuple(down), lost, g.landing[down[0]]), g.seats_of(ALLIED))
