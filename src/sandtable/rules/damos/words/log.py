"""The log of a DAMOS game: every event as a sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from sandtable.kernel import Event, Revealed, parse_action

from ..series import events as e
from ..series.combat.plans import Plan, Posture, suited
from ..series.combat.strength import crt_dice
from ..series.position.state import Front
from ..series.reaction import NEEDED
from .text import PLAN_NAMES, POSTURE_NAMES, counted, hex_words, names, unit_name

SIDES: Final = ("The Germans", "The Russians")
ADJECTIVES: Final = ("German", "Russian")
AIR: Final = (
    "it can give the shift and the reroll again",
    "it keeps the shift",
    "it keeps the reroll",
    "it is grounded until the next turn",
)
PHASES: Final = {
    "replacements": "reinforcement and replacement phase",
    "rail conversion": "rail conversion",
    "strategic movement": "Strategic Movement Phase",
    "operations": "Operations Phase",
    "surrender": "Surrender Phase",
}

Teller = Callable[[Front, Any], str]


def sentence(g: Front, event: Event) -> str | None:
    """An event of DAMOS as a line of the log; None for the kernel's own."""
    # An event of the South is a kind of its own, below the one that both games have.
    teller = next((TELLERS[kind] for kind in type(event).__mro__ if kind in TELLERS), None)
    return teller(g, event) if teller else None


def _they(g: Front, units: Sequence[int], one: str, many: str) -> str:
    """The units by name with a verb that agrees: "1st Panzer Division moves", "A and B move"."""
    return f"{names(g, units)} {one if len(units) == 1 else many}"


def _hexes(g: Front, hexes: Sequence[int]) -> str:
    return ", ".join(hex_words(g, h) for h in hexes)


def _turn(g: Front, ev: e.TurnBegan) -> str:
    return f"Turn {ev.turn} begins: {g.campaign.calendar.name(ev.turn)}."


def _phase(g: Front, ev: e.PhaseBegan) -> str:
    return f"The {ADJECTIVES[ev.side]} {PHASES.get(ev.phase, ev.phase)} begins."


def _moved(g: Front, ev: e.Moved) -> str:
    way = f" by way of {_hexes(g, ev.path[1:-1])}" if len(ev.path) > 2 else ""
    start, end = hex_words(g, ev.path[0]), hex_words(g, ev.path[-1])
    return f"{_they(g, ev.units, 'moves', 'move')} from {start} to {end}{way}."


def _railed(g: Front, ev: e.Railed) -> str:
    start, end = hex_words(g, ev.path[0]), hex_words(g, ev.path[-1])
    return f"{_they(g, ev.units, 'moves', 'move')} strategically from {start} to {end}."


def _reaction(g: Front, ev: e.ReactionTried) -> str:
    what = "slip away" if ev.retreats else f"react into {hex_words(g, ev.hex)}"
    how = ("succeeds", "succeed") if ev.succeeded else ("fails", "fail")
    tries = _they(g, ev.units, "tries", "try")
    return f"{tries} to {what} ({ev.drm:+d}, {NEEDED} needed) and {how[0] if len(ev.units) == 1 else how[1]}."


def _combat(g: Front, ev: e.CombatBegan) -> str:
    plan, posture = PLAN_NAMES[Plan(ev.plan)], POSTURE_NAMES[Posture(ev.posture)]
    return (
        f"Combat in {hex_words(g, ev.hex)}: {names(g, ev.attackers)} ({ev.attacker_sp} SP, {plan}) "
        f"against {names(g, ev.defenders)} ({ev.defender_sp} SP, {posture})."
    )


def _dice(g: Front, ev: e.DiceFixed) -> str:
    labels = g.campaign.tables["crt"].columns.labels
    rolls = [
        f"{crt_dice(column)}d6 in column {labels[column]} ({drm:+d})"
        for column, drm in ((ev.attacker_column, ev.attacker_drm), (ev.defender_column, ev.defender_drm))
    ]
    return f"The attacker rolls {rolls[0]}, the defender {rolls[1]}."


def _inflicted(g: Front, ev: e.Inflicted) -> str:
    attacker, defender = (suited(rung) for rung in (ev.attacker_rung, ev.defender_rung))
    return f"Loss points after the Combat Matrix: the attacker inflicts {attacker}, the defender {defender}."


def _counterattacked(g: Front, ev: e.Counterattacked) -> str:
    return (
        f"The defender counterattacks at {ev.column} and rolls {ev.die}: "
        f"it loses {ev.defender_loses}, the attacker {ev.attacker_loses}."
    )


def _lost(g: Front, ev: e.LostStrength) -> str:
    return f"{unit_name(g, ev.unit)} loses {counted(ev.points, 'strength point')} and has {ev.left or 'none'} left."


def _won(g: Front, ev: e.Won) -> str:
    return (
        f"{SIDES[ev.winner]} win the combat: the attacker inflicted {ev.attacker_inflicted}, "
        f"the defender {ev.defender_inflicted}."
    )


def _attrited(g: Front, ev: e.Attrited) -> str:
    cost = counted(ev.points, "strength point") if ev.points else "nothing"
    return f"Attrition costs the force in {hex_words(g, ev.hex)} {cost}."


def _expected(g: Front, ev: e.AttacksExpected) -> str:
    where = f" in the {g.campaign.areas[ev.area]}" if len(g.campaign.areas) > 1 else ""
    return f"The Russians are expected to make {counted(ev.number, 'attack')}{where} this turn."


def _received(g: Front, ev: e.Received) -> str:
    reasons = []
    if ev.missing:
        reasons.append(f"{ev.missing} fewer for attacks not made on turn 2")
    if ev.thrust:
        reasons.append("1 more for the concentrated thrust")
    if ev.doubled:
        reasons.append("doubled after the operational pause")
    why = f" ({', '.join(reasons)})" if reasons else ""
    points = counted(ev.points, "replacement point") if ev.points else "no replacement points"
    return f"{SIDES[ev.side]} receive {points}{why} and have {ev.left or 'none'}."


def _spent(g: Front, ev: e.SpentPoints) -> str:
    return (
        f"{SIDES[ev.side]} spend {counted(ev.points, 'replacement point')} and have {ev.left or 'none'} left."
    )


def _paid(g: Front, ev: e.PaidWithPoints) -> str:
    return f"{SIDES[ev.side]} pay for {counted(ev.points, 'loss point')} with replacement points."


def _air_checked(g: Front, ev: e.AirChecked) -> str:
    return f"The air unit rolls {ev.total} and needs {ev.needed}: {AIR[ev.left]}."


def _revealed(g: Front, ev: Revealed) -> str:
    chosen = {action.verb: action.args[0] for action in (parse_action(text) for _, text in ev.answers)}
    plan, posture = PLAN_NAMES[Plan(chosen["plan"])], POSTURE_NAMES[Posture(chosen["posture"])]
    return f"Plan and posture are shown: {plan} against {posture}."


TELLERS: Final[dict[type[Event], Teller]] = {
    Revealed: _revealed,
    e.TurnBegan: _turn,
    e.PhaseBegan: _phase,
    e.SetUp: lambda g, ev: f"{unit_name(g, ev.unit)} sets up in {hex_words(g, ev.hex)}.",
    e.Arrived: lambda g, ev: f"{unit_name(g, ev.unit)} arrives in {hex_words(g, ev.hex)}.",
    e.Replaced: lambda g, ev: f"{unit_name(g, ev.unit)} regains {counted(ev.points, 'strength point')}.",
    e.Received: _received,
    e.SpentPoints: _spent,
    e.Converted: lambda g, ev: f"The railway is converted in {_hexes(g, ev.hexes)}.",
    e.Activated: lambda g, ev: f"{_they(g, ev.units, 'activates', 'activate')} in {hex_words(g, ev.hex)}.",
    e.Moved: _moved,
    e.Railed: _railed,
    e.Shipped: lambda g, ev: f"{_they(g, ev.units, 'sails', 'sail')} to {hex_words(g, ev.to)}.",
    e.PickedUp: lambda g, ev: f"{_they(g, ev.units, 'joins', 'join')} the force.",
    e.DroppedOff: lambda g, ev: f"{_they(g, ev.units, 'stays', 'stay')} behind in {hex_words(g, ev.hex)}.",
    e.Rallied: lambda g, ev: f"{_they(g, ev.units, 'rallies', 'rally')}.",
    e.ReactionTried: _reaction,
    e.Declared: lambda g, ev: f"A concerted attack on {hex_words(g, ev.hex)} is declared.",
    e.CombatBegan: _combat,
    e.Overwhelmed: lambda g, ev: f"Twelve to one: the defenders of {hex_words(g, ev.hex)} are overwhelmed.",
    e.AirCommitted: lambda g, ev: f"The air unit supports the combat in {hex_words(g, ev.hex)}.",
    e.AirChecked: _air_checked,
    e.DiceFixed: _dice,
    e.Inflicted: _inflicted,
    e.Counterattacked: _counterattacked,
    e.PaidWithPoints: _paid,
    e.LostStrength: _lost,
    e.Eliminated: lambda g, ev: f"{unit_name(g, ev.unit)} is eliminated.",
    e.Won: _won,
    e.Retreated: lambda g, ev: f"{_they(g, ev.units, 'falls', 'fall')} back to {hex_words(g, ev.to)}.",
    e.Demoralized: lambda g, ev: f"{_they(g, ev.units, 'is', 'are')} demoralized.",
    e.Routed: lambda g, ev: f"{unit_name(g, ev.unit)} is routed, and the others hold the city.",
    e.AttritionChecked: lambda g, ev: (
        f"The force in {hex_words(g, ev.hex)} is without supply and checks attrition ({ev.drm:+d})."
    ),
    e.Attrited: _attrited,
    e.Surrendered: lambda g, ev: (
        f"{_they(g, ev.units, 'surrenders', 'surrender')} in {hex_words(g, ev.hex)}."
    ),
    e.Overstacked: lambda g, ev: (
        f"{_they(g, ev.units, 'is', 'are')} lost to overstacking in {hex_words(g, ev.hex)}."
    ),
    e.Straggled: lambda g, ev: f"{unit_name(g, ev.unit)} straggles back and returns on turn {ev.turn}.",
    e.AttacksExpected: _expected,
    e.CossacksRide: lambda g, ev: f"Cossacks ride in {hex_words(g, ev.hex)}.",
    e.AlliesQuarrel: lambda g, ev: (
        f"Hungarians and Romanians meet in {hex_words(g, ev.hex)}, and all of them go home."
    ),
    e.GameEnded: lambda g, ev: f"The game is over: a {ev.level} {ADJECTIVES[ev.winner]} victory.",
}
