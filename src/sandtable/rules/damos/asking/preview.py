"""[7.0, 8.0] What an option would bring, before it is chosen: the way, its price, who may come to meet the force."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from sandtable.kernel import (
    DICE,
    Action,
    Hex,
    Preview,
    Reckoning,
    Seat,
    answer,
    asked,
    closes,
    lines_of,
    passes_to,
    top,
    wording,
)

from ..series.combat.attack import PlanAndPosture
from ..series.combat.battle import Sideline
from ..series.combat.concerted import ConcertedMarch
from ..series.marching import RALLY_MP, costs_of, entry_cost, march_range, points_left
from ..series.movement import Act
from ..series.position.state import Front
from ..series.position.supply import force_in_supply, in_supply
from ..series.reaction import PickReactors, ReactionRoll, ReactionWindow
from ..series.replacements import PlaceRebuilt, PlaceReinforcement
from ..series.strategic import StrategicMove, strategic_range
from .concerns import concerns
from .follow_ups import follow_ups
from .known import known, points, set_in_motion
from .odds.odds import odds_known
from .reach import entering, walk
from .reactions import Reactions, attempt, reactions, risk_of

# Options that choose who takes part; the force as it would then stand is shown.
CHOOSING = ("activate", "strategic", "from", "all", "take", "go")


def preview(g: Front, seat: Seat, action: Action) -> Preview:
    """What *action* would bring, as far as *seat* may know."""
    twin = known(g, seat)
    step = top(twin)
    facts: dict[str, Any] = {}
    if isinstance(step, Act | ConcertedMarch) and action.verb == "move":
        facts = _march(twin, step.units, Hex(action.args[0]))
    elif isinstance(step, StrategicMove) and action.verb == "move":
        facts = _rail(twin, step.units, Hex(action.args[0]))
    elif isinstance(step, Act) and action.verb == "attack":
        facts = _enter(twin, step.units, Hex(action.args[0]))
    elif isinstance(step, ConcertedMarch) and action.verb == "onward":
        facts = _enter(twin, step.units, step.target)
    elif isinstance(step, Act) and action.verb == "rally":
        facts = _rally(twin, step.units)
    elif isinstance(step, PlaceReinforcement | PlaceRebuilt) and action.verb == "place":
        facts = _arrive(twin.copy(), seat, action, step.unit)
    elif isinstance(step, ReactionWindow | PickReactors):
        facts = _try(twin.copy(), seat, action)
    elif action.verb in CHOOSING:
        facts = _readied(twin.copy(), seat, action)
    rolls, final = _follows(twin.copy(), seat, action)
    facts.setdefault("rolls", rolls)
    return Preview(
        option=action.id,
        text=wording(twin, seat, action).text,
        odds=odds_known(twin, seat, action),
        concerns=concerns(twin, seat, action),
        closes=final,
        follow_ups=follow_ups(twin, seat, action),
        passes_to=passes_to(twin.copy(), seat, action),
        **facts,
    )


def _march(g: Front, units: tuple[int, ...], to: Hex) -> dict[str, Any]:
    """[7.0] The march along the way that the force would take."""
    here = Hex(g.hex_of[units[0]])
    path = (march_range(g, units).path(to) if not isinstance(top(g), ConcertedMarch) else None) or (here, to)
    arrival = walk(g, units, path[1:])
    costs = costs_of(g, units)
    price = Reckoning("movement points")
    for start, end in pairwise(path):
        price.add(f"into {g.grid.name(end)}", (costs.step(start, end) or 0), "3.0")
    return {
        "path": g.grid.names(path[1:]),
        "left": points(points_left(arrival.g)),
        "risk": arrival.risk,
        "supplied": force_in_supply(arrival.g, units),
        "lines": [*_in_points(price), *_reaction_lines(g, arrival.reactions)],
    }


def _rail(g: Front, units: tuple[int, ...], to: Hex) -> dict[str, Any]:
    """[6.0] A strategic movement: nobody reacts."""
    way = strategic_range(g, units)
    cost = way.cost(to) or 0
    return {
        "path": g.grid.names((way.path(to) or (to,))[1:]),
        "left": points(2 * g.ma(units) - cost),
        "risk": risk_of({}),
        "supplied": force_in_supply(entering(g, units, to), units),
        "lines": _in_points(Reckoning("movement points").add("strategic movement", cost, "6.0")),
    }


def _enter(g: Front, units: tuple[int, ...], target: Hex) -> dict[str, Any]:
    """[8.0] The force enters the enemy's hex; then the enemy may react."""
    here = Hex(g.hex_of[units[0]])
    cost = min(entry_cost(g, units, here, target) or 0, points_left(g))
    entered = entering(g, units, target)
    found = reactions(entered, units, target)
    price = Reckoning("movement points").add(f"into {g.grid.name(target)}", cost, "3.0")
    return {
        "path": g.grid.names((target,)),
        "left": points(points_left(g) - cost),
        "risk": risk_of(found),
        "supplied": force_in_supply(entered, units, combat=True),
        "lines": [*_in_points(price), *_reaction_lines(g, found)],
    }


def _rally(g: Front, units: tuple[int, ...]) -> dict[str, Any]:
    """[2.8] Rallying is noticed like a move."""
    found = reactions(g, units, Hex(g.hex_of[units[0]]))
    price = Reckoning("movement points").add("rallying", RALLY_MP, "2.8")
    return {
        "left": points(points_left(g) - RALLY_MP),
        "risk": risk_of(found),
        "supplied": True,
        "lines": [*_in_points(price), *_reaction_lines(g, found)],
    }


def _arrive(g: Front, seat: Seat, action: Action, unit: int) -> dict[str, Any]:
    """[5.0] A unit comes onto the map."""
    answer(g, action, seat)
    here = g.hex_of[unit]
    return {"path": g.grid.names((Hex(here),) if here >= 0 else ()), "supplied": in_supply(g, unit)}


def _readied(g: Front, seat: Seat, action: Action) -> dict[str, Any]:
    """[7.0] The force as it would stand ready: its allowance and its supply."""
    set_in_motion(g, seat, action)
    step = top(g)
    if not isinstance(step, Act | StrategicMove):
        return {}
    slowest = min(step.units, key=lambda unit: g.roster[unit].ma)
    allowance = Reckoning("movement allowance").add(g.roster[slowest].name, g.ma((slowest,)), "7.0")
    if isinstance(step, StrategicMove):
        allowance.times("strategic movement", 2, "6.0")
    return {
        "rolls": False,
        "left": points(int(allowance)),
        "supplied": force_in_supply(g, step.units),
        "lines": _in_points(allowance),
    }


def _try(g: Front, seat: Seat, action: Action) -> dict[str, Any]:
    """[2.6.1] A reaction of one's own: its chance and why, with all who can go where that is still to be said."""
    answer(g, action, seat)
    wanted = Action("go" if action.verb == "take" else "all")
    while isinstance(step := top(g), PickReactors):
        offered = step.options(g)
        answer(g, wanted if wanted in offered else offered[-1], seat)
    if not isinstance(step, ReactionRoll):
        return {}
    found = attempt(g, step)
    of = "to slip away" if step.retreats else "to react"
    lines = [{**line, "of": of} for line in found.modifier.as_json()]
    return {
        "lines": [
            *lines,
            {"of": of, "what": "chance", "value": str(found.chance), "sign": "%", "rule": "2.6.1"},
        ]
    }


def _follows(g: Front, seat: Seat, action: Action) -> tuple[bool, bool]:
    """Whether dice may follow at once (for the choice, for a reaction to it, when plans are opened), and whether it is final."""
    final = closes(g, action, seat)
    return asked(g) == (DICE,) or isinstance(top(g), ReactionWindow | Sideline | PlanAndPosture), final


def _in_points(price: Reckoning) -> list[dict[str, Any]]:
    """The lines of a reckoning in halves, in whole points and halves as players read them."""
    return [
        {**line, "value": points(line["value"]) if "sign" not in line else line["value"]}
        for line in lines_of([price])
    ]


def _reaction_lines(g: Front, found: Reactions) -> list[dict[str, Any]]:
    """[2.6.1] Why each enemy force may come, and with what chance."""
    lines: list[dict[str, Any]] = []
    for start, reaction in found.items():
        where = f"reaction from {g.grid.name(start)} into {g.grid.name(reaction.hex_)}"
        lines += [{**line, "of": where} for line in reaction.modifier.as_json()]
        lines.append(
            {"of": where, "what": "chance", "value": str(reaction.chance), "sign": "%", "rule": "2.6.1"}
        )
    return lines
