"""Why not, for a hex in general: it was pointed at, and is no answer to what is asked now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sandtable.kernel import Refusal, Seat, Step, asked, options, prompt, top, wording

from ...series.movement import Act
from ...series.operations import OperationsPhase
from ...series.position.state import Front, enemy
from ...series.replacements import PlaceRebuilt, PlaceReinforcement, SpendPoints
from ...series.setup import PickUnit, PlaceUnit
from ...series.strategic import StrategicMove, StrategicPhase
from .reasons import ground_refusal
from .subject import hex_in

# What the phases let a side do with its own units, and the paragraph that says so.
DOINGS: Final[Mapping[type[Step[Any]], tuple[str, str]]] = {
    StrategicPhase: ("6.0", "are moved strategically"),
    OperationsPhase: ("7.0", "activate"),
    SpendPoints: ("5.0", "receive replacement points"),
}
# Where an enemy stands, these lead nobody.
ENTERING: Final = (PlaceUnit, PlaceReinforcement, PlaceRebuilt, StrategicMove, Act)
WAITING: Final = Refusal("4.0", "you are not asked anything now; the game waits for somebody else")


def choose(g: Front, seat: Seat, what: Mapping[str, str]) -> Refusal | None:
    """Why the hex cannot be chosen now; None where one of the options is about it.

    Whoever is not asked hears that, and nothing of what the other is asked: that may be a plan which lies face down.
    """
    hex_ = hex_in(g, what)
    if seat not in asked(g):
        return ground_refusal(g, hex_) or WAITING
    step, name = top(g), g.campaign.board.hex_name(hex_)
    offered = [(action, wording(g, seat, action)) for action in options(g, seat)]
    if any(wording.target.get("hex") == name for _, wording in offered):
        return None
    no = ground_refusal(g, hex_)
    if no is not None:
        return no
    own, foe = (g.occupied[side] >> hex_ & 1 for side in (seat, enemy(seat)))
    phase = DOINGS.get(type(step)) if step is not None else None
    if phase is not None and not own:
        rule, doing = phase
        there = "the enemy stands there" if foe else "none of your units stands there"
        return Refusal(rule, f"only your own units {doing} now, and {there}")
    rule = next((wording.rule for _, wording in offered if wording.rule), "4.0")
    if foe and isinstance(step, ENTERING):
        return Refusal(rule, "the enemy stands there")
    if isinstance(step, PickUnit):
        return Refusal(rule, "choose the unit first, and then the hex in which it is set up")
    question = prompt(g, seat).split(". ")[0].rstrip(".?")
    return Refusal(rule, f"that hex is no answer to what is asked now: {question}")
