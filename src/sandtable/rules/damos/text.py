"""The words of a DAMOS game: options, prompts and the log. Nowhere else are sentences made."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from sandtable.kernel.actions import Action, Seat
from sandtable.kernel.events import Event
from sandtable.kernel.hexes import Hex
from sandtable.kernel.machine import top
from sandtable.kernel.rulebook import Wording

from .series import events as e
from .series.campaign import HALF
from .series.movement import points_left
from .series.plans import Plan, Posture, rung_label
from .series.roster import SEATS
from .series.state import Front

SIDES: Final = ("The Germans", "The Russians")
AIR: Final = ("the shift and the reroll", "the shift", "the reroll", "nothing more this turn")
PLANS: Final = {
    Plan.MEETING: "Meeting Engagement: no points, -1 on the dice, no demoralization for the loser",
    Plan.STANDARD: "Standard Attack: 1 point",
    Plan.GRAND_ASSAULT: "Grand Assault: 2 points, +1 on the dice",
    Plan.PENETRATION: "Penetration: all points, +2 on the dice",
}
POSTURES: Final = {
    Posture.NONE: "No posture: the force is demoralized",
    Posture.STEADFAST: "Steadfast",
    Posture.COUNTERATTACK: "Counterattack",
    Posture.DELAY: "Delay",
    Posture.HEDGEHOG: "Hedgehog",
}

# verb -> sentence, for options without a unit or hex
PLAIN: Final = {
    "stop": "Stop here: the activation ends",
    "rally": "Rally from demoralization for 2 movement points",
    "done": "No (further) exploitation",
    "all": "All of them together",
    "go": "Go with those chosen",
    "end_phase": "End the phase",
    "pass": "Let them pass",
    "fight": "Fight",
    "keep": "Keep the dice as they fell",
    "hold_air": "Keep the air unit back",
    "commit_air": "Commit the air unit to this combat",
    "keep_shift": "Keep the column shift for the rest of the turn",
    "keep_reroll": "Keep the reroll for the rest of the turn",
    "halt": "Halt the retreat here",
    "lost": "No way out: the force is eliminated",
    "fall_back": "Retreat from the city",
    "onward": "Onward to the target",
    "stay": "Stay here after all",
    "save": "Save the replacement points that are left",
    "press_on": "No pause: the offensive goes on",
    "pause": "Operational pause: ZOI-capable forces stand still this turn",
    "no_cossacks": "No Cossacks this turn",
    "as_history": "Set all units up as in history",
    "hold_back": "The rest will arrive as reinforcements",
    "ready": "The set-up is complete",
    "go_on": "Go on",
    "call_off": "Nobody can carry the attack out any more",
}
# verb -> sentence with {unit}
UNIT: Final = {
    "take": "Take {unit} along",
    "pick_up": "Pick up {unit}",
    "drop_off": "Drop off {unit} here",
    "sideline": "{unit} takes no part in the combat",
    "half": "{unit} takes half of the losses",
    "absorb": "{unit} takes the next loss",
    "rout": "Rout {unit}; the others stay and throw the attacker back",
    "disband": "{unit} is lost to overstacking",
    "restore": "One strength point for {unit}",
    "rebuild": "Rebuild {unit}",
    "wait": "{unit} waits for a later turn",
    "unit": "Set up {unit}",
}
# verb -> sentence with {hex}
HEX: Final = {
    "move": "Move to {hex}",
    "attack": "Attack {hex}",
    "assault": "Grand Assault on {hex}",
    "ship": "Ship to {hex}",
    "activate": "Activate the force in {hex}",
    "strategic": "Strategic movement from {hex}",
    "react": "React from {hex}",
    "slip_away": "Slip away from {hex}",
    "retreat": "Retreat to {hex}",
    "from": "Attack from {hex}",
    "branch": "Convert the line toward {hex}",
    "cossacks": "Cossacks in {hex}",
}


def unit_name(g: Front, unit: int) -> str:
    """The printed name."""
    return g.roster[unit].name


def names(g: Front, units: Iterable[int]) -> str:
    """Several units in a row."""
    listed = [unit_name(g, u) for u in units]
    return ", ".join(listed[:-1]) + " and " + listed[-1] if len(listed) > 1 else "".join(listed)


def hex_words(g: Front, hex_: int) -> str:
    """A hex by number, and by name where it has one: "1410 Novgorod"."""
    here = Hex(hex_)
    places = [p for p in g.campaign.board.places_at(here) if p.kind != "junction"]
    return f"{g.grid.name(here)} {places[0].name}" if places else g.grid.name(here)


def wording(g: Front, seat: Seat, action: Action) -> Wording:
    """An option as a player reads it."""
    step = top(g)
    rule = step.rule if step else ""
    verb, args = action.verb, action.args
    if verb in PLAIN and not args:
        return Wording(text=PLAIN[verb], rule=rule)
    if verb in UNIT and args:
        return _about(g, UNIT[verb], rule, unit=args[0])
    if verb in HEX and args:
        return _about(g, HEX[verb] + _cost(g, verb), rule, hex_=args[0])
    match action:
        case Action("plan", (plan,)):
            return Wording(text=PLANS[Plan(plan)], rule="8.3")
        case Action("posture", (posture,)):
            return Wording(text=POSTURES[Posture(posture)], rule="8.4")
        case Action("concerted", (plan, hex_)):
            kind = "Grand Assault" if plan == Plan.GRAND_ASSAULT else "Penetration"
            return _about(g, f"Concerted attack on {{hex}}, secretly a {kind}", "8.1", hex_=hex_)
        case Action("pay", (points,)):
            text = f"Pay {points} of the losses with replacement points" if points else "Take all losses"
            return Wording(text=text, rule=g.campaign.cite("rp losses"))
        case Action("reroll", (face,)):
            return Wording(text=f"Roll the {face} again", rule=rule)
        case Action("extend", (head, to)):
            words = f"Extend the railhead {hex_words(g, head)} toward {hex_words(g, to)}"
            return Wording(text=words, rule=rule, target={"hex": g.grid.name(Hex(to))})
        case Action("place" | "set_up", (unit, hex_)):
            return _about(g, "{unit} goes to {hex}", rule, unit=unit, hex_=hex_)
    return Wording(text=f"{verb.replace('_', ' ')} {args}", rule=rule)


def _about(g: Front, text: str, rule: str, *, unit: int | None = None, hex_: int | None = None) -> Wording:
    target: dict[str, str] = {}
    words: dict[str, str] = {}
    if unit is not None:
        target["unit"] = g.roster[unit].id
        words["unit"] = unit_name(g, unit)
    if hex_ is not None:
        target["hex"] = g.grid.name(Hex(hex_))
        words["hex"] = hex_words(g, hex_)
    return Wording(text=text.format(**words), rule=rule, target=target)


def _cost(g: Front, verb: str) -> str:
    """How many points are left, where a force is on the move."""
    return f" ({points_left(g) / HALF:g} points left)" if verb == "attack" and g.mp_initial else ""


Teller = Callable[[Front, Any], str]


def _side(side: int) -> str:
    return SIDES[side]


def _turn(g: Front, ev: e.TurnBegan) -> str:
    return f"Turn {ev.turn} begins: {g.campaign.calendar.name(ev.turn)}."


def _combat(g: Front, ev: e.CombatBegan) -> str:
    plan = Plan(ev.plan).name.replace("_", " ").lower()
    posture = "demoralized" if ev.posture == Posture.NONE else Posture(ev.posture).name.lower()
    return (
        f"Combat in {hex_words(g, ev.hex)}: {names(g, ev.attackers)} ({ev.attacker_sp}, {plan}) "
        f"against {names(g, ev.defenders)} ({ev.defender_sp}, {posture})."
    )


def _reaction(g: Front, ev: e.ReactionTried) -> str:
    what = "slip away" if ev.retreats else f"react into {hex_words(g, ev.hex)}"
    how = "succeed" if ev.succeeded else "fail"
    return f"{names(g, ev.units)} try to {what} ({ev.drm:+d}) and {how}."


def _moved(g: Front, ev: e.Moved) -> str:
    return f"{names(g, ev.units)} move from {hex_words(g, ev.path[0])} to {hex_words(g, ev.path[-1])}."


TELLERS: Final[dict[type[Event], Teller]] = {
    e.TurnBegan: _turn,
    e.PhaseBegan: lambda g, ev: f"{_side(ev.side)}: {ev.phase}.",
    e.SetUp: lambda g, ev: f"{unit_name(g, ev.unit)} sets up in {hex_words(g, ev.hex)}.",
    e.Arrived: lambda g, ev: f"{unit_name(g, ev.unit)} arrives in {hex_words(g, ev.hex)}.",
    e.Replaced: lambda g, ev: f"{unit_name(g, ev.unit)} regains {ev.points} strength.",
    e.SpentPoints: lambda g, ev: f"{_side(ev.side)} spend {ev.points} replacement point; {ev.left} left.",
    e.Converted: lambda g, ev: f"The railway is converted to {', '.join(hex_words(g, h) for h in ev.hexes)}.",
    e.Activated: lambda g, ev: f"{names(g, ev.units)} activate in {hex_words(g, ev.hex)}.",
    e.Moved: _moved,
    e.Railed: lambda g, ev: f"{names(g, ev.units)} move strategically to {hex_words(g, ev.path[-1])}.",
    e.Shipped: lambda g, ev: f"{names(g, ev.units)} sail to {hex_words(g, ev.to)}.",
    e.PickedUp: lambda g, ev: f"{names(g, ev.units)} join the force.",
    e.DroppedOff: lambda g, ev: f"{names(g, ev.units)} stay behind in {hex_words(g, ev.hex)}.",
    e.Rallied: lambda g, ev: f"{names(g, ev.units)} rally.",
    e.ReactionTried: _reaction,
    e.Declared: lambda g, ev: f"A concerted attack on {hex_words(g, ev.hex)} is declared.",
    e.CombatBegan: _combat,
    e.Overwhelmed: lambda g, ev: f"Twelve to one: the defenders of {hex_words(g, ev.hex)} are overwhelmed.",
    e.AirCommitted: lambda g, ev: f"The air unit supports the combat in {hex_words(g, ev.hex)}.",
    e.AirChecked: lambda g, ev: (
        f"The air unit rolls {ev.total} against {ev.needed}: it keeps {AIR[ev.left]}."
    ),
    e.Inflicted: lambda g, ev: (
        f"The attacker inflicts {rung_label(ev.attacker_rung)}, the defender {rung_label(ev.defender_rung)} loss points."
    ),
    e.Counterattacked: lambda g, ev: (
        f"The defender counterattacks at {ev.column} and rolls {ev.die}: "
        f"it loses {ev.defender_loses}, the attacker {ev.attacker_loses}."
    ),
    e.PaidWithPoints: lambda g, ev: (
        f"{_side(ev.side)} pay {ev.points} of the losses with replacement points."
    ),
    e.LostStrength: lambda g, ev: f"{unit_name(g, ev.unit)} loses {ev.points} and has {ev.left} left.",
    e.Eliminated: lambda g, ev: f"{unit_name(g, ev.unit)} is eliminated.",
    e.Won: lambda g, ev: (
        f"{_side(ev.winner)} win: {ev.attacker_inflicted} inflicted by the attacker, {ev.defender_inflicted} by the defender."
    ),
    e.Retreated: lambda g, ev: f"{names(g, ev.units)} fall back to {hex_words(g, ev.to)}.",
    e.Demoralized: lambda g, ev: f"{names(g, ev.units)} are demoralized.",
    e.Routed: lambda g, ev: f"{unit_name(g, ev.unit)} is routed, and the others hold the city.",
    e.Attrited: lambda g, ev: f"Attrition costs the force in {hex_words(g, ev.hex)} {ev.points} strength.",
    e.Surrendered: lambda g, ev: f"{names(g, ev.units)} surrender in {hex_words(g, ev.hex)}.",
    e.Overstacked: lambda g, ev: f"{names(g, ev.units)} in {hex_words(g, ev.hex)} is lost to overstacking.",
    e.Straggled: lambda g, ev: f"{unit_name(g, ev.unit)} straggles back and returns on turn {ev.turn}.",
    e.AttacksExpected: lambda g, ev: f"{ev.number} attacks are expected of the Russians this turn.",
    e.CossacksRide: lambda g, ev: f"Cossacks ride in {hex_words(g, ev.hex)}.",
    e.AlliesQuarrel: lambda g, ev: (
        f"Hungarians and Romanians meet in {hex_words(g, ev.hex)}, and all go home."
    ),
    e.GameEnded: lambda g, ev: f"The game is over: {SEATS[ev.winner]}, {ev.level} victory.",
}


def sentence(g: Front, event: Event) -> str | None:
    """An event of DAMOS as a line of the log; None for the kernel's own."""
    teller = TELLERS.get(type(event))
    return teller(g, event) if teller else None
