"""[2.6.1] Standing orders for reactions: what a player has said beforehand about moving in and slipping away.

A stack of which any unit is to be asked for is asked for as a whole: the player may want them to go together.
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
    options,
    ordered,
    top,
)

from ..series.position.state import Front
from ..series.position.zones import projects_influence
from ..series.reaction import PickReactors, ReactionWindow, candidates, fitting

REACT: Final = "react"
SLIP_AWAY: Final = "slip_away"
QUESTIONS: Final = (
    StandingQuestion(
        name=REACT,
        title="React into the hex",
        text="Whether forces with a zone of influence try to move into the hex that the enemy has entered",
        rule="2.6.1",
    ),
    StandingQuestion(
        name=SLIP_AWAY,
        title="Slip away",
        text="Whether forces with a zone of influence try to retreat before the enemy who comes near",
        rule="2.6.1",
    ),
)
# A force that is ordered both ways moves in.
_VERBS: Final = (REACT, SLIP_AWAY)


def standing(g: Front, seat: Seat, orders: Sequence[StandingOrder]) -> Action | None:
    """What *orders* of *seat* answer to a question about reactions; None if the player must be asked, or is asked else."""
    step = top(g)
    if isinstance(step, ReactionWindow) and step.seat(g) == seat:
        return _window(g, seat, step, orders)
    if isinstance(step, PickReactors) and step.seat(g) == seat:
        return _reactors(g, seat, step, orders)
    return None


def order_complaint(g: Front, seat: Seat, order: StandingOrder) -> str | None:
    """What is wrong with the unit or hex of *order*: only counters of one's own side and hexes of the map can be meant."""
    number = g.roster.numbers.get(order.unit)
    if order.unit and (number is None or g.roster.side_of[number] != seat):
        return f"you have no unit {order.unit!r}; units are named as in the view, by their 'unit'"
    if order.hex and order.hex not in {g.grid.name(Hex(h)) for h in g.campaign.board.terrain}:
        return f"there is no hex {order.hex!r} on this map"
    return None


def _window(g: Front, seat: Seat, step: ReactionWindow, orders: Sequence[StandingOrder]) -> Action | None:
    """The first reaction that is ordered; to pass, if all that could be done is ordered not to be done."""
    offered = options(g, seat)
    said = {action: _said(g, seat, step, action, orders) for action in offered if action.verb in _VERBS}
    for verb in _VERBS:
        for action, word in said.items():
            if action.verb == verb and word == ALWAYS:
                return action
    return None if ASK in said.values() else Action("pass")


def _said(g: Front, seat: Seat, step: ReactionWindow, action: Action, orders: Sequence[StandingOrder]) -> str:
    """What is ordered for the stack that *action* names."""
    start = Hex(action.args[0])
    able = candidates(g, start, seat)
    if action.verb == REACT:
        able = fitting(g, able, start, step.hex_)
    if ASK in (words := _words(g, able, action.verb, start, orders)).values():
        return ASK
    # Without a zone of influence among them nobody goes.
    return ALWAYS if any(w == ALWAYS and projects_influence(g, u) for u, w in words.items()) else NEVER


def _reactors(g: Front, seat: Seat, step: PickReactors, orders: Sequence[StandingOrder]) -> Action | None:
    """The units of the stack that are ordered to go; None where a person named the stack, or units that are not ordered."""
    verb = SLIP_AWAY if step.retreats else REACT
    able = candidates(g, step.start, seat)
    if not step.retreats:
        able = fitting(g, able, step.start, step.target)
    words = _words(g, able, verb, step.start, orders)
    going = {unit for unit, word in words.items() if word == ALWAYS}
    if not going or ASK in words.values() or not going >= set(step.chosen):
        return None
    offered = options(g, seat)
    if Action("all") in offered and going == set(able):
        return Action("all")
    more = [action for action in offered if action.verb == "take" and action.args[0] in going]
    if more:
        return more[0]
    return Action("go") if Action("go") in offered else None


def _words(
    g: Front, units: Sequence[int], question: str, start: Hex, orders: Sequence[StandingOrder]
) -> dict[int, str]:
    """What is ordered for each of the *units* in *start*."""
    here = g.grid.name(start)
    return {unit: ordered(orders, question, g.roster[unit].id, here) for unit in units}
