"""[12] The air phase: everything that flies, in one order, before anything moves (A-52)."""

from __future__ import annotations

from sandtable.kernel import Auto

from ..position.corridor import Corridor
from .bombing import Interdiction, Suppression
from .fighters import FightersByZone
from .lifts import Drops, FlakAtTheZone, FlakOnTheWay, TakeOff
from .resupplying import ResupplyDrops
from .scouting import Reconnaissance
from .support import note_support


class AirPhase(Auto[Corridor]):
    """[12] Reconnaissance, fighters by zone, suppression, flak on the way, flak at the zone, drop, resupply, interdiction;
    ground support joins its combat (A-52).
    """

    rule = "12"

    def run(self, g: Corridor) -> None:
        """One after another."""
        g.support.clear()
        g.then(
            Reconnaissance(),
            TakeOff(),
            FightersByZone(),
            Suppression(),
            FlakOnTheWay(),
            FlakAtTheZone(),
            Drops(),
            ResupplyDrops(),
            Interdiction(),
            AirPhaseEnds(),
        )


class AirPhaseEnds(Auto[Corridor]):
    """[12, 4] Squadrons in support wait for their combats; everything else is on its way home."""

    rule = "12"

    def run(self, g: Corridor) -> None:
        """Clear the sky."""
        note_support(g)
        g.air_orders.clear()
        for flight, flying in enumerate(g.flying):
            if flying:
                g.flying[flight] = g.met[flight] = 0
