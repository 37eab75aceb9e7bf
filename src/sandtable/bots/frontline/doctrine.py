"""How a bot of Frontline plays: what its judgements count for what, in one place, so that one may play otherwise than another."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final


@dataclass(frozen=True)
class Doctrine:
    """What counts for how much; as it stands here ``greedy`` plays the Axis. Combats are weighed in points for cities."""

    # ---- what ground and men are worth

    # What a hex is worth besides its city; a city counts for as many turns as it can be hoped to be held, and is felt beside it.
    ground: float = 1.5
    held_for: int = 3
    near: float = 0.3
    # What a point lost is worth to the side that loses it: the Axis has few.
    loss_axis: float = 0.8
    loss_soviet: float = 0.35
    # What it is worth to go on into an empty hex behind the one attacked, for what that is worth.
    beyond: float = 0.8

    # ---- attacks

    # Part of the Pool that goes into attacks.
    striking: float = 0.5
    # An attack must bring so much, a landing more: its force is alone on a shore.
    least_gain: float = 0.3
    least_landing: float = 2.5
    # What a point of the Pool could do elsewhere.
    point_price: float = 0.03
    # LSP beyond so many bring little.
    enough_lsp: int = 5
    # An LSP, and a card for each turn that it could still be kept, must bring so much.
    lsp_price: float = 0.25
    card_price: float = 0.5
    most_lsp: int = 6
    # So many men go against partisans: no band has ever stood against them.
    hunters: int = 4
    # Whether flags go against partisans at all.
    hunts: bool = True
    # With so many men in a hex one goes further.
    pressing: int = 4
    # What goes forward from a hex that is still at the front, for one that is not, and for those who press on.
    forward: float = 0.6
    forward_freed: float = 0.9
    forward_deep: float = 0.35
    # At least so many men go forward where there are more, since it takes two to go on.
    forward_men: int = 0

    # ---- the line

    # So many men stay in a hex that is left quiet, one more for each point of its city; a hex that is so many times as strong
    # as what it faces has men to spare.
    kept: int = 2
    safe: float = 1.5
    # Whether men behind the line go back to the Pool but for the one that every hex keeps; greedy wants them all, and gets none.
    clears_rear: bool = False
    # Of its men the Axis keeps so many in the Pool: for gaps, and against partisans.
    reserve: int = 4
    # So many layers a turn are begun, each in a hex with so many men.
    layers: int = 3
    men_to_build: int = 4
    # What is given up in a turn at most, by a side that has less than so many times what the enemy has; a hex that is shorter
    # to hold counts so much.
    most_given_up: int = 6
    weaker: float = 1.0
    shorter: float = 0.8
    # And each enemy hex around it beyond two: nobody likes a pocket.
    salient: float = 0.7
    # Hexes with a city of so many points are never given up.
    kept_city: int = 2


GREEDY: Final = (Doctrine(), Doctrine(striking=0.8, safe=0.3, layers=1))
"""How greedy plays the Axis, and how the Soviets."""
# Whoever breaks through goes on, with the one man more that it takes, and men whom the line has left behind fight again.
_DRIVING: Final[dict[str, Any]] = {"pressing": 2, "forward_men": 2, "clears_rear": True}
SEASONED: Final = (
    replace(GREEDY[0], **_DRIVING, hunts=False, most_given_up=0),
    replace(GREEDY[1], **_DRIVING),
)
"""How the planner does, found by reading games of greedy: the Axis besides lets partisans be, and gives nothing up."""
