"""What all odds have in common: the choice that is shown, what is assumed, and what else might be decided."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from sandtable.kernel import CONTROL, Action, Alternative, Distribution, Fought, Seat, Supposition

from ...judging.adjudicate import Allocation
from ...series.position.state import Front
from ..known import AT_MOST, EVERYBODY_AT_MOST
from .clash import supposed


def chosen(choices: Sequence[Alternative], action: Action | None, *, attacking: bool) -> Alternative:
    """The choice that was asked for, or else the one that wins most often, then the one that costs least."""
    for choice in choices:
        if action is not None and choice.option == action.id:
            return choice
    sign = 1 if attacking else -1

    def worth(choice: Alternative) -> tuple[Fraction, Fraction]:
        wins = choice.outcomes.chance(lambda o: o.attacker_wins is attacking)
        return wins, sign * choice.outcomes.map(lambda o: o.defender_loses - o.attacker_loses).mean()

    return max(choices, key=worth)


def at_most(seat: Seat) -> list[str]:
    """[2.4] What *seat* has to assume of hidden strength."""
    if seat == CONTROL:
        return []
    return [AT_MOST if seat >= 0 else EVERYBODY_AT_MOST]


def suppositions(
    g: Front, whole: Distribution[Fought], otherwise: Callable[[Allocation], Distribution[Fought]]
) -> tuple[Supposition, ...]:
    """What the combat *g* comes to if later decisions fall otherwise than in *whole*; only what makes a difference."""
    found = [Supposition(text=text, outcomes=otherwise(policy)) for text, policy in supposed(g)]
    return tuple(supposition for supposition in found if supposition.outcomes != whole)
