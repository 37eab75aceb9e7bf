"""Perft: how many different games there are up to a depth. Counts change when the rules do, and only then."""

from __future__ import annotations

from sandtable.kernel import DICE, GameState, answer, asked, options
from sandtable.kernel.machine.engine import outcomes


def perft(g: GameState, depth: int) -> int:
    """The number of sequences of *depth* answers from *g*; every distinct outcome of a roll counts as one answer.

    Seats that answer together are taken in order of their numbers, each order sheet as the one that is offered: those that
    could be written are too many. A game that ends early counts once.
    """
    who = asked(g)
    if depth == 0 or not who:
        return 1
    seat = who[0]
    ways = [o.action for o in outcomes(g)] if seat == DICE else options(g, seat)
    if depth == 1:
        return len(ways)
    total = 0
    for action in ways:
        child = g.copy()
        child.told = None
        answer(child, action, seat)
        total += perft(child, depth - 1)
    return total


def divide(g: GameState, depth: int) -> dict[str, int]:
    """Perft by first answer: where two programs differ, this shows behind which answer."""
    who = asked(g)
    if not who or depth < 1:
        return {}
    seat = who[0]
    ways = [o.action for o in outcomes(g)] if seat == DICE else list(options(g, seat))
    counts: dict[str, int] = {}
    for action in ways:
        child = g.copy()
        child.told = None
        answer(child, action, seat)
        counts[action.id] = perft(child, depth - 1)
    return counts
