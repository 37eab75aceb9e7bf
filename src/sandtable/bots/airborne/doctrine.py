"""How a bot of the airborne operation plays: what its judgements count for what, in one place, so that one may play otherwise than another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sandtable.rules.airborne.position.places import CELL_HOLDS


@dataclass(frozen=True)
class Doctrine:
    """What counts for how much; as it stands here ``greedy`` plays. Attacks are weighed in points of status, ways in kilometres."""

    # ---- attacks

    # An attack over the six faces of the die, in men and ground, must be worth so much.
    least: float = 0.5
    # What a band is worth to the attacker: ground won against men lost; a unit that is gone holds no more ground.
    to_retire: float = 3.0
    destroyed: float = 1.0
    thrown_back: float = -2.0
    # What it is worth besides to attack who stands at what counts for victory.
    at_objective: float = 0.0
    # A side that has no more status than this attacks nobody; where a bridgehead counts, what is in it.
    reserve: int = 0
    # Whether who stands in the end of a bridge that is to be held at the end attacks nobody but who stands in its other end.
    guards_stay: bool = False
    # Units with less status do not attack.
    fit: int = 1

    # ---- what counts

    # What each cell about the end of a bridge is worth where men there count at the end of the game; at 0 nobody goes for them.
    about_end: float = 0.0
    # So many of the strongest go into an end of such a bridge as soon as no enemy is known to stand in it.
    into_end: int = 0
    # Whether who stands next to an enemy in an end of such a bridge stays there.
    presses: bool = False

    # ---- marches

    # A cell holds four units: so many are sent to one objective, others to what lies about it.
    crowd: int = 4
    # Nobody marches in column or without order so near to a known enemy.
    wary_km: int = 4
    # Who has an enemy before him leaves only for so much of a way.
    worth_leaving: float = 1.0
    # Enemies so near to an objective are to be driven off.
    about_km: int = 6
    # So many of those who have landed keep a zone for those who are still to land, if they are so near to it; three kept the
    # 82nd from Grave.
    keepers: int = 1
    keeper_km: int = 4

    def __post_init__(self) -> None:
        """Neither a worth nor a number of units is below 0, and no more go into a cell than it holds."""
        for name in ("about_end", "into_end", "reserve", "keepers", "keeper_km", "worth_leaving", "wary_km"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} is {getattr(self, name)}; it may not be below 0")
        if self.into_end > CELL_HOLDS:
            raise ValueError(f"into_end is {self.into_end}; a cell holds {CELL_HOLDS}")


GREEDY: Final = Doctrine()
