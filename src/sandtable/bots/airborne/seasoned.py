"""The seasoned bot: greedy's judgements by a doctrine for each side of each scenario, found by playing against greedy."""

from __future__ import annotations

from typing import Final

from sandtable.kernel import Seat
from sandtable.rules.airborne.position.corridor import ALLIED, GERMAN, Corridor

from .doctrine import GREEDY, Doctrine
from .greedy import Greedy
from .sighting import Sighting

# Where one bridge decides. To the land about its north end with everything that has landed, and what comes to it stays; into
# the bridge itself as soon as nobody stands in it; attacks by strong units only, and none by a side that is worn down.
ALLIES_AT_ARNHEM: Final = Doctrine(
    least=1.2,
    fit=3,
    at_objective=0.5,
    about_end=6.0,
    into_end=4,
    presses=True,
    guards_stay=True,
    reserve=20,
    worth_leaving=0.0,
    keepers=0,
)
# A few in each of the cells that count, before the enemy is there: where nobody can enter, nobody counts.
GERMANS_AT_ARNHEM: Final = Doctrine(about_end=6.0, crowd=2)
# In the whole operation the Allies have nobody to spare: they attack only with strong units, where it is worth more, and rather
# at a bridge.
ALLIES: Final = Doctrine(least=1.2, fit=3, at_objective=0.5)


def one_bridge(g: Corridor) -> bool:
    """Whether it counts for how long a single bridge is held: at Arnhem, not in the whole operation."""
    return any(line.kind == "bridge_turns" for line in g.campaign.victory)


def doctrine_for(g: Corridor, side: int) -> Doctrine:
    """The doctrine of a side: another one where a single bridge decides than in the whole operation."""
    if one_bridge(g):
        return {ALLIED: ALLIES_AT_ARNHEM, GERMAN: GERMANS_AT_ARNHEM}[side]
    return ALLIES if side == ALLIED else GREEDY


class Seasoned(Greedy):
    """Judges as greedy does, by another doctrine; what the planner answers where it has nothing better."""

    name = "seasoned"
    about = "Judges as greedy does, by a doctrine that was found by playing against it."

    def _seen(self, g: Corridor, seat: Seat) -> Sighting:
        return Sighting(g, seat, doctrine_for(g, g.campaign.side_of(seat)))
