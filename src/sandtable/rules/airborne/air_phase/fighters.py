"""[7.1, 8] Fighters over the air zones: both sides' meet first, then the victors fall upon the stream or the bombers."""

from __future__ import annotations

from typing import Final

from sandtable.kernel import Auto, Chance, Dice, Hex, Roll

from ..air import AirCombatRoll, BreakIn
from ..position.corridor import ALLIED, GERMAN, Corridor
from ..state import NOT_YET
from .columns import LOST_TO_FIGHTERS
from .events import SerialLost
from .flight_paths import air_zones_on
from .orders import BOMBING, COVER, lose_bombers, orders


class FightersByZone(Auto[Corridor]):
    """[7.1] One fight in each air zone where fighters are (A-22)."""

    rule = "7.1"

    def run(self, g: Corridor) -> None:
        """Zone by zone."""
        zones = sorted({order.first for order in orders(g, COVER)})
        g.then(*(ZoneFight(zone) for zone in zones))


class ZoneFight(Auto[Corridor]):
    """[7.1, 8] The fighters over one zone; of equal sides the interceptors roll, who have no stream there (A-22)."""

    rule = "7.1"

    def __init__(self, zone: int) -> None:
        self.zone: Final = zone

    def run(self, g: Corridor) -> None:
        """Fighters against fighters, and then the stream and the bombers."""
        campaign, zone = g.campaign, self.zone
        allied, german = campaign.fighters(ALLIED), campaign.fighters(GERMAN)
        for side, flight in ((ALLIED, allied), (GERMAN, german)):
            g.strength[flight] = sum(
                order.second for order in orders(g, COVER) if order.side == side and order.first == zone
            )
        g.air_result = NOT_YET
        larger, smaller = (allied, german) if g.strength[allied] > g.strength[german] else (german, allied)
        if g.strength[larger] == g.strength[smaller] and not stream_over(g, zone):
            larger, smaller = allied, german
        if g.strength[smaller]:
            g.then(
                AirCombatRoll(larger, smaller), FallUpon(zone, GERMAN, larger), FallUpon(zone, ALLIED, larger)
            )
        else:
            g.then(FallUpon(zone, GERMAN, larger), FallUpon(zone, ALLIED, larger))


def stream_over(g: Corridor, zone: int) -> list[int]:
    """[8] The serials in the air that pass through *zone*."""
    campaign = g.campaign
    return [
        flight
        for flight, flying in enumerate(g.flying)
        if flying
        and g.strength[flight]
        and zone in air_zones_on(campaign, campaign.route_of[flight], zone_of(g, flight))
    ]


def zone_of(g: Corridor, flight: int) -> Hex:
    """The cell of the drop zone that a flight is bound for."""
    return g.campaign.drop_zones[g.campaign.zone_names[g.bound[flight]]]


def bombers_over(g: Corridor, side: int, zone: int) -> int:
    """[8] The bombing squadrons of *side* that are bound for targets in *zone*."""
    return sum(
        order.third
        for order in orders(g, *BOMBING)
        if order.side == side and g.campaign.air_zone.get(Hex(order.first)) == zone
    )


class FallUpon(Auto[Corridor]):
    """[8] Fighters of *side* that are left and won, or met nobody, attack what the enemy flies there (A-23)."""

    rule = "8"

    def __init__(self, zone: int, side: int, larger: int) -> None:
        self.zone: Final = zone
        self.side: Final = side
        self.larger: Final = larger

    def run(self, g: Corridor) -> None:
        """Transports one for one, bombers a quarter."""
        campaign = g.campaign
        fighters = campaign.fighters(self.side)
        if not g.strength[fighters]:
            return
        serials = len(stream_over(g, self.zone)) if self.side == GERMAN else 0
        bombers = 0 if serials else bombers_over(g, 1 - self.side, self.zone)
        many = serials or bombers
        if not many:
            return
        g.strength[campaign.stream] = many
        g.then(
            BreakIn(fighters, campaign.stream, self.larger, int(not serials)),
            DrawLots(self.zone, self.side, many) if serials else BombersLost(self.zone, 1 - self.side, many),
        )


class BombersLost(Auto[Corridor]):
    """[8] Bombing squadrons that fighters have put out of action do not reach their targets."""

    rule = "8"

    def __init__(self, zone: int, side: int, before: int) -> None:
        self.zone: Final = zone
        self.side: Final = side
        self.before: Final = before

    def run(self, g: Corridor) -> None:
        """Take them from the orders."""
        lose_bombers(g, self.side, self.zone, self.before - g.strength[g.campaign.stream])


class DrawLots(Auto[Corridor]):
    """[8] Which serials of the stream are lost is drawn by lot (A-23)."""

    rule = "8"

    def __init__(self, zone: int, side: int, before: int) -> None:
        self.zone: Final = zone
        self.side: Final = side
        self.before: Final = before

    def run(self, g: Corridor) -> None:
        """One lot for each."""
        lost = self.before - g.strength[g.campaign.stream]
        g.then(*(SerialByLot(self.zone) for _ in range(lost)))


class SerialByLot(Chance[Corridor]):
    """[8] A lot among the serials that fly through the zone (A-23)."""

    rule = "8"

    def __init__(self, zone: int) -> None:
        self.zone: Final = zone

    def dice(self, g: Corridor) -> Dice:
        """As many faces as there are serials."""
        return Dice.of(1, max(len(stream_over(g, self.zone)), 2))

    def resolve(self, g: Corridor, roll: Roll) -> None:
        """It is out of action."""
        stream = stream_over(g, self.zone)
        if stream:
            flight = stream[(roll[0] - 1) % len(stream)]
            g.strength[flight] = 0
            g.met[flight] |= LOST_TO_FIGHTERS
            g.tell(SerialLost(flight))
