"""What a seat is asked, in a sentence or two: who acts, with what, and how much is left."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sandtable.kernel import OFF_BOARD, Seat, Step, top

from ..series.attrition import AttritionLoss
from ..series.combat.attack import PlanAndPosture, PostureFirst
from ..series.combat.battle import Reroll, Sideline
from ..series.combat.concerted import ConcertedMarch, ConcertedPosture, ExploitingAssault, NameAttacker
from ..series.combat.exploitation import Exploitation
from ..series.combat.losses import AbsorbPoint, PayLosses, PickLargest
from ..series.combat.outcome import LoseOneMore, RoutOrRetreat
from ..series.combat.plans import Plan
from ..series.combat.retreat import Retreat
from ..series.exclusive.air import AirSupport, KeepBenefit
from ..series.exclusive.rail import ChooseRailhead, PickBranch
from ..series.marching import points_left
from ..series.movement import Act
from ..series.operations import ClearOverstacking, OperationsPhase, PickForce
from ..series.position.campaign import HALF
from ..series.position.state import Front
from ..series.reaction import PickReactors, ReactionWindow
from ..series.replacements import PlaceRebuilt, PlaceReinforcement, SpendPoints
from ..series.sequence import ChooseCossacks, OperationalPause
from ..series.setup import PickUnit, PlaceUnit, chain_needed, to_place
from ..series.strategic import PickStrategic, StrategicMove, StrategicPhase
from .text import PLAN_NAMES, counted, hex_words, names, unit_name

Asker = Callable[[Front, Any, Seat], str]


def prompt(g: Front, seat: Seat) -> str:
    """What *seat* is asked now."""
    step = top(g)
    if step is None:
        return ""
    asker = ASKERS.get(type(step))
    return asker(g, step, seat) if asker else ""


def _points(g: Front) -> str:
    return counted(points_left(g) / HALF, "movement point")


def _pick_unit(g: Front, step: PickUnit, seat: Seat) -> str:
    left = counted(len(to_place(g, seat)), "unit")
    needed = chain_needed(g) if seat else 0
    if needed:
        return f"Set up your forces: {left} to go, of which at least {needed} must hold the border."
    return f"Set up your forces: {left} to go."


def _spend_points(g: Front, step: SpendPoints, seat: Seat) -> str:
    return f"Spend replacement points or save them: you have {g.rp(seat)}."


def _cossacks(g: Front, step: ChooseCossacks, seat: Seat) -> str:
    where = f" in the {g.campaign.areas[step.area]}" if len(g.campaign.areas) > 1 else ""
    return f"Cossacks: name one hex{where} whose units count as ZOI-capable this turn, or none."


def _operations(g: Front, step: OperationsPhase, seat: Seat) -> str:
    if g.order_closed:
        return "Activate a ZOI-capable force, or end your Operations Phase."
    return "Activate a force, or end your Operations Phase. Forces without a ZOI act before those with one."


def _overstacked(g: Front, step: ClearOverstacking, seat: Seat) -> str:
    first = step.options(g)[0]
    if not first.args:
        return "No stack of yours is too high."
    where = hex_words(g, g.hex_of[first.args[0]])
    return f"The stack in {where} is too high: choose a unit of it that is lost."


def _picking(g: Front, chosen: tuple[int, ...], what: str) -> str:
    return f"{what} So far: {names(g, chosen)}." if chosen else what


def _act(g: Front, step: Act, seat: Seat) -> str:
    doing = "exploit" if g.exploiting else "act"
    they_have = "it has" if len(step.units) == 1 else "they have"
    where = hex_words(g, g.hex_of[step.units[0]])
    return f"{names(g, step.units)} in {where} may {doing}: {they_have} {_points(g)} left."


def _window(g: Front, step: ReactionWindow, seat: Seat) -> str:
    where = hex_words(g, step.hex_)
    if not step.units:
        return f"A concerted attack on {where} is declared: move forces in by reaction, or go on."
    enemies = names(g, step.units) if len(step.units) < 3 else _and_others(g, step.units)
    verb = "is" if len(step.units) == 1 else "are"
    return f"{enemies} {verb} in {where}, within reach of your forces: react, or let them pass."


def _and_others(g: Front, units: tuple[int, ...]) -> str:
    """A big stack by its first unit: the map shows the others."""
    return f"{unit_name(g, units[0])} and {len(units) - 1} others"


def _reactors(g: Front, step: PickReactors, seat: Seat) -> str:
    what = "slip away" if step.retreats else f"react into {hex_words(g, step.target)}"
    return _picking(g, step.chosen, f"Which units in {hex_words(g, step.start)} {what}?")


def _plan_and_posture(g: Front, step: PlanAndPosture, seat: Seat) -> str:
    where = hex_words(g, step.hex_)
    if seat == g.phasing:
        return f"Choose in secret how to attack in {where}: {_points(g)} left."
    return f"Choose in secret how to defend {where}."


def _name_attacker(g: Front, step: NameAttacker, seat: Seat) -> str:
    kind = PLAN_NAMES[Plan(step.plan)]
    target = hex_words(g, step.target)
    if step.start == OFF_BOARD:
        return f"Name the hex from which the {kind} on {target} is made."
    return _picking(g, step.chosen, f"Which units make the {kind} on {target}?")


def _march(g: Front, step: ConcertedMarch, seat: Seat) -> str:
    has = "has" if len(step.units) == 1 else "have"
    return (
        f"On the way to attack {hex_words(g, step.target)}, {names(g, step.units)} {has} {_points(g)} left: "
        "go on, choose the way, or pick units up."
    )


def _pay(g: Front, step: PayLosses, seat: Seat) -> str:
    have = counted(g.rp(seat), "replacement point")
    return f"Your force loses {counted(step.points, 'point')}: you may pay for up to two with your {have}."


def _attrition(g: Front, step: AttritionLoss, seat: Seat) -> str:
    if not step.points:
        return "The march without supply has cost the force nothing; the enemy does not hear of it."
    points = counted(step.points, "strength point")
    return f"The march without supply costs {points}: share the loss out; the strongest unit takes the first."


def _largest(g: Front, step: PickLargest, seat: Seat) -> str:
    told = f"The unit that was largest takes {step.points // 2} of the {step.points} loss points"
    return f"{told}." if len(step.options(g)) == 1 else f"{told}: which of them?"


def _absorb(g: Front, step: AbsorbPoint, seat: Seat) -> str:
    return f"Choose the unit that takes the next loss: {counted(step.points, 'point')} to go."


def _retreat(g: Front, step: Retreat, seat: Seat) -> str:
    if step.most == 1:
        return f"{names(g, step.units)} must retreat one hex: choose where to."
    gone = counted(len(step.path) - 1, "hex")
    if len(step.path) > step.least:
        return f"{names(g, step.units)} may retreat one more hex, or halt: {gone} so far."
    far = f"must retreat {step.least} or {step.most} hexes"
    if len(step.path) == 1:
        return f"{names(g, step.units)} {far}: where to first?"
    return f"{names(g, step.units)} {far}, {gone} so far: where to next?"


def _exploit(g: Front, step: Exploitation, seat: Seat) -> str:
    return _picking(
        g, step.chosen, "The combat is won: exploit with all, with part of the force, or not at all."
    )


ASKERS: Final[dict[type[Step[Any]], Asker]] = {
    PickUnit: _pick_unit,
    PlaceUnit: lambda g, s, seat: f"Where does {unit_name(g, s.unit)} set up?",
    OperationalPause: lambda g, s, seat: (
        "Will you take the operational pause? All ZOI-capable forces stand still this turn."
    ),
    ChooseCossacks: _cossacks,
    PlaceReinforcement: lambda g, s, seat: f"{unit_name(g, s.unit)} arrives: where does it enter?",
    SpendPoints: _spend_points,
    PlaceRebuilt: lambda g, s, seat: f"Where is {unit_name(g, s.unit)} rebuilt?",
    ChooseRailhead: lambda g, s, seat: "Choose the one railhead that is extended this turn.",
    PickBranch: lambda g, s, seat: (
        f"The railway forks at {hex_words(g, s.here)}: choose a branch, {counted(s.hexes, 'hex')} to go."
    ),
    StrategicPhase: lambda g, s, seat: "Move forces strategically behind the front, or end the phase.",
    PickStrategic: lambda g, s, seat: _picking(
        g, s.chosen, f"Which units in {hex_words(g, s.hex_)} move strategically?"
    ),
    StrategicMove: lambda g, s, seat: f"Where do you send {names(g, s.units)}? Nobody reacts.",
    OperationsPhase: _operations,
    PickForce: lambda g, s, seat: _picking(
        g, s.chosen, f"Which units in {hex_words(g, s.hex_)} activate together?"
    ),
    ClearOverstacking: _overstacked,
    Act: _act,
    ReactionWindow: _window,
    PickReactors: _reactors,
    PostureFirst: lambda g, s, seat: (
        f"Choose a posture for {hex_words(g, s.target)}, before the attacker moves in."
    ),
    PlanAndPosture: _plan_and_posture,
    ConcertedPosture: lambda g, s, seat: (
        f"Choose a posture for {hex_words(g, s.target)}, before the attacker shows how and with what he comes."
    ),
    NameAttacker: _name_attacker,
    ConcertedMarch: _march,
    Sideline: lambda g, s, seat: "Your stack is too high: choose a unit that takes no part in the combat.",
    Reroll: lambda g, s, seat: "The air unit lets you roll one of your dice again; the new roll counts.",
    AirSupport: lambda g, s, seat: f"Commit the air unit to the combat in {hex_words(g, g.battle_hex)}?",
    KeepBenefit: lambda g, s, seat: "The air unit can fly again: keep its shift or its reroll?",
    PayLosses: _pay,
    PickLargest: _largest,
    AbsorbPoint: _absorb,
    RoutOrRetreat: lambda g, s, seat: (
        f"You have lost in {hex_words(g, g.battle_hex)}: retreat, or rout your strongest unit and hold the city."
    ),
    LoseOneMore: lambda g, s, seat: (
        "The force was demoralized already: its largest unit loses one more point. Which one is it?"
    ),
    Retreat: _retreat,
    Exploitation: _exploit,
    ExploitingAssault: lambda g, s, seat: (
        f"An exploiting force assaults {hex_words(g, s.target)}: choose a posture."
    ),
    AttritionLoss: _attrition,
}
