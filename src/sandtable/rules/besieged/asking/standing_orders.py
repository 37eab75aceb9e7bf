"""[Field Marshals, City Step, Step Losses] Standing orders of the side that is attacked: what it has said beforehand.

In a game by correspondence the attacker need not wait for the defender's leaders, cities and losses.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.kernel import (
    ALWAYS,
    ASK,
    NEVER,
    Action,
    Hex,
    Seat,
    StandingOrder,
    StandingQuestion,
    ordered,
    top,
)

from ..fight.declaring import NOBODY, ChooseMarshal
from ..fight.losses import LoseStep
from ..fight.retreats import RETREAT, STAY, CityStep
from ..position.war import War

MARSHAL: Final = "marshal"
HOLD: Final = "hold_city"
LOSSES: Final = "losses"
QUESTIONS: Final = (
    StandingQuestion(
        name=MARSHAL,
        title="Field Marshals in defence",
        text="Whether a Field Marshal is used when your units are attacked: the first who is ready, or none",
        rule="Field Marshals",
    ),
    StandingQuestion(
        name=HOLD,
        title="Hold Major Cities",
        text="Whether defenders of a Major City lose a step more instead of retreating",
        rule="City Step",
    ),
    StandingQuestion(
        name=LOSSES,
        title="Step losses",
        text="Whether steps are taken off the unit that is usually proposed: the one with the most of them",
        rule="Step Losses",
        answers=(ASK, ALWAYS),
    ),
)


def standing(g: War, seat: Seat, orders: Sequence[StandingOrder]) -> Action | None:
    """What *orders* of *seat* answer to what it is asked while the other side attacks; None if it must be asked."""
    step = top(g)
    if g.phasing == seat or not isinstance(step, ChooseMarshal | CityStep | LoseStep) or step.seat(g) != seat:
        return None
    here = g.grid.name(Hex(g.battle_hex))
    if isinstance(step, LoseStep):
        return step.proposal(g, seat) if ordered(orders, LOSSES, "", here) == ALWAYS else None
    if isinstance(step, CityStep):
        return {ALWAYS: STAY, NEVER: RETREAT}.get(ordered(orders, HOLD, "", here))
    said = ordered(orders, MARSHAL, "", here)
    ready = [action for action in step.options(g) if action != NOBODY]
    return ready[0] if said == ALWAYS and ready else NOBODY if said == NEVER else None


def order_complaint(g: War, order: StandingOrder) -> str | None:
    """What is wrong with the unit or hex of *order*: these questions are about hexes, not about single units."""
    if order.unit:
        return "such an order is for all, or for one hex; it names no unit"
    if order.hex and order.hex not in {g.grid.name(Hex(h)) for h in g.campaign.board.terrain}:
        return f"there is no hex {order.hex!r} on this map"
    return None
