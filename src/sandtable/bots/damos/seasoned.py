"""The seasoned bot: greedy's judgements by a doctrine for each seat of each army group, found by playing against greedy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sandtable.kernel import Seat
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET

from .doctrine import Doctrine
from .greedy import Greedy
from .sighting import Sighting
from .situation import Situation
from .thrust import Opening, is_early

NORTH: Final = ("north",)

# The railway is brought along, the ring is closed whoever stands alone in it, and what was taken keeps a garrison.
GERMANS_NORTH: Final = Doctrine(
    in_ring=6.0,
    exposed=0.0,
    rail_ahead=4.0,
    attrition=0.4,
    threat_range=60,
    garrison=10,
    siege=2,
    keeps_room=True,
    guards_stay=True,
)
# Cities are stormed on the first turn, on which no Russian stirs, though nobody is in supply there yet. Kiev is stormed in time,
# and not left again once it has fallen.
GERMANS_SOUTH: Final = Doctrine(
    early=1,
    early_city=24.0,
    early_progress=3.0,
    in_ring=6.0,
    threat_range=60,
    garrison=10,
    relief=4.0,
    siege=2,
    keeps_room=True,
    guards_stay=True,
)
# Everybody to Leningrad, the land around it and the way from it to the east, whatever stands before it, and the strongest where
# it counts; nobody slips away, strikes back without good cause, or leaves the way at the end. What is cut off is opened again.
RUSSIANS_NORTH: Final = Doctrine(
    danger=0.0,
    worth_counterattacking=2.5,
    full=20,
    full_objective=36,
    gravity=1.0,
    ring=20.0,
    lifeline=6.0,
    full_lifeline=16,
    crushed=99.0,
    matters=30,
    refill=4.0,
    cadre=0.6,
    siege=2,
    keeps_room=True,
    guards_stay=True,
    relieving=1,
    holds_open=True,
    opening=60.0,
)
# The same around Kiev, replacements too; Rostov is manned when the enemy comes near, and what he leaves is taken back.
RUSSIANS_SOUTH: Final = Doctrine(
    danger=0.0,
    worth_counterattacking=4.0,
    full=14,
    full_objective=24,
    gravity=1.0,
    crushed=99.0,
    alarm=8,
    calm=0.05,
    retake=16,
    refill=1.5,
    keeps_room=True,
    guards_stay=True,
)
# By seat, in the north alone and wherever the south is in play.
DOCTRINES: Final[Mapping[tuple[Seat, bool], Doctrine]] = {
    (AXIS, True): GERMANS_NORTH,
    (AXIS, False): GERMANS_SOUTH,
    (SOVIET, True): RUSSIANS_NORTH,
    (SOVIET, False): RUSSIANS_SOUTH,
}


class Seasoned(Greedy):
    """Judges as greedy does, by another doctrine; what the planner answers where it has nothing better."""

    name = "seasoned"
    about = "Judges as greedy does, by a doctrine that was found by playing against it."

    def doctrine_for(self, seen: Sighting) -> Doctrine:
        """By seat and army group."""
        return DOCTRINES[seen.seat, seen.campaign.areas == NORTH]

    def situation(self, seen: Sighting) -> Situation:
        """The opening while it is early."""
        s = super().situation(seen)
        return Opening(seen, s.doctrine) if is_early(s) else s
