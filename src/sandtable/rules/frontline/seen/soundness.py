"""What cannot be: complaints about positions that were typed in, edited by Control or spoilt by a defect."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.kernel import top

from ..fight.aftermath import (
    Beyond,
    FallBack,
    FollowUp,
    NewLine,
    Occupy,
    PressOn,
    Survivors,
    TakeEmpty,
    Taken,
)
from ..fight.casualties import AssignLosses
from ..fight.engaging import EndCombat
from ..position.line import front_gaps
from ..position.nations import NATIONS, POINTS, SIDE_OF, SIDES
from ..position.war import BY_NATION, ENGAGED, ROWS, War
from ..turn.deployment import Deploy
from ..turn.industry import Allot

# While one of these is still to be done the line may be open for a moment.
_OPEN = (
    AssignLosses,
    NewLine,
    Occupy,
    PressOn,
    Beyond,
    Survivors,
    Taken,
    TakeEmpty,
    FallBack,
    FollowUp,
    EndCombat,
    Allot,
    Deploy,
)


def complaints(g: War) -> list[str]:
    """Everything impossible about *g*; empty when it is sound."""
    return [*_shape(g)] or [*_points(g), *_ground(g), *_numbers(g)]


def _shape(g: War) -> Iterator[str]:
    lengths = {
        "pool": ROWS * len(POINTS),
        "withdrawn": len(NATIONS) * len(POINTS),
        "losses": len(NATIONS) * len(POINTS),
        "shut": len(NATIONS) * len(POINTS),
        "flags": ROWS,
        "naval": 2,
        "landing_from": 2,
        "landing_to": 2,
        "played": len(g.campaign.cards),
        "bomber_count": len(g.campaign.bases),
        "bomber_flown": len(g.campaign.bases),
        "new_partisans": 1,
        "men": 2,
        "tanks": 2,
        "air": 2,
        "bombers": 2,
    }
    for name, count in lengths.items():
        if len(getattr(g, name)) != count:
            yield f"{name} has {len(getattr(g, name))} entries where there should be {count}"
    if len(g.engaged) % ENGAGED or len(g.attacked) % 5:
        yield "a contingent of the combat is incomplete"


def _points(g: War) -> Iterator[str]:
    for name in (
        *BY_NATION,
        "pool",
        "withdrawn",
        "losses",
        "flags",
        "naval",
        "shut",
        "bomber_count",
        "guard",
    ):
        if min(getattr(g, name)) < 0:
            yield f"{name} is below zero"
    for name in ("layers_low", "layers_high", "bomber_flown", "new_partisans"):
        if min(getattr(g, name)) < 0:
            yield f"{name} is below zero"
    for name in ("garrison", "security", "flak", "operation", "building_low", "building_high"):
        if not set(getattr(g, name)) <= set(range(len(NATIONS) + 1)):
            yield f"{name} names a nation that there is not"
    if not set(g.played) <= {0, 1} or not set(g.partisans) <= {0, 1, 2}:
        yield "a card or partisans are marked with what there is not"


def _ground(g: War) -> Iterator[str]:
    if not set(g.holder) <= {0, 1, 2, 3}:
        yield "a hex is held by a side that there is not [Front Line]"
        return
    fighting = any(isinstance(step, _OPEN) for step in g.agenda)
    for number, name in enumerate(BY_NATION):
        side = SIDE_OF[number // len(POINTS)]
        column = getattr(g, name)
        for hex_ in (h for h in g.campaign.hexes if column[h]):
            if not g.holds(side, hex_) and hex_ != g.facing.target:
                yield f"{SIDES[side]} points stand in {g.campaign.name(hex_)}, which that side does not hold [Front Line]"
    if top(g) is None or fighting or not g.stage:
        return
    for side in range(len(SIDES)):
        for hex_ in front_gaps(g, side):
            if not any(g.holds(1 - side, near) for near in g.campaign.around[hex_]):
                # Nobody faces it, and no man could be found (F-12).
                continue
            yield f"the {SIDES[side]} line has a gap in {g.campaign.name(hex_)} [Front Line]"


def _numbers(g: War) -> Iterator[str]:
    if not g.campaign.first_turn - 1 <= g.turn <= g.campaign.last_turn or not 0 <= g.stage <= 10:
        yield f"there is no turn {g.turn} with a step {g.stage}"
    if any(h not in (-1, *g.campaign.hexes) for h in (*g.landing_from, *g.landing_to, g.facing.target)):
        yield "a landing or a combat is in a hex that is not in play"
    if g.facing.side not in (0, 1) or g.facing.kind not in (0, 1, 2):
        yield "the combat is of a kind that there is not"
    if g.goes_first not in (0, 1, 2) or g.placed_first not in (0, 1, 2):
        yield "there is no such side"
