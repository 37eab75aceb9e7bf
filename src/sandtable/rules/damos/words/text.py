"""The names of things and the words of options; ``log`` and ``prompts`` make the other sentences of a DAMOS game."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from sandtable.kernel import Action, Hex, Seat, Step, Wording, top

from ..series.combat.plans import Plan, Posture
from ..series.marching import points_left
from ..series.operations import OperationsPhase
from ..series.position.campaign import HALF, SOUTHERN, Campaign
from ..series.position.state import Front, enemy

PLAN_NAMES: Final = {
    Plan.MEETING: "Meeting Engagement",
    Plan.STANDARD: "Standard Attack",
    Plan.GRAND_ASSAULT: "Grand Assault",
    Plan.PENETRATION: "Penetration",
}
POSTURE_NAMES: Final = {
    Posture.NONE: "demoralized",
    Posture.STEADFAST: "Steadfast",
    Posture.COUNTERATTACK: "Counterattack",
    Posture.DELAY: "Delay",
    Posture.HEDGEHOG: "Hedgehog",
}
PLANS: Final = {
    Plan.MEETING: "Meeting Engagement: no points, -1 on the dice, and the loser is not demoralized",
    Plan.STANDARD: "Standard Attack: 1 movement point",
    Plan.GRAND_ASSAULT: "Grand Assault: 2 movement points, +1 on the dice",
    Plan.PENETRATION: "Penetration: all movement points, +2 on the dice",
}
POSTURES: Final = {
    Posture.NONE: "No posture: the force is demoralized",
    Posture.STEADFAST: "Steadfast: stand where you are",
    Posture.COUNTERATTACK: "Counterattack: strike back if the first round is lost",
    Posture.DELAY: "Delay: give ground slowly",
    Posture.HEDGEHOG: "Hedgehog: all-round defence",
}
# verb -> sentence, for options without a unit or hex
PLAIN: Final = {
    "stop": "Stop here: the force is done",
    "rally": "Rally from demoralization for 2 movement points",
    "done": "No more exploitation",
    "all": "All of them together",
    "go": "Go with those chosen",
    "end_phase": "End the Strategic Movement Phase",
    "pass": "No (further) reaction",
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
    "stay": "Stay here after all: the force is spent",
    "save": "Save the replacement points that are left",
    "press_on": "No pause: the offensive goes on",
    "pause": "Operational pause: ZOI-capable forces stand still this turn",
    "no_cossacks": "No Cossacks this turn",
    "as_history": "Set all units up as in history",
    "hold_back": "No room is left: the rest arrives as reinforcements",
    "ready": "The set-up is complete",
    "go_on": "Go on",
    "no_loss": "The force loses nothing",
    "call_off": "Nobody can carry the attack out any more: call it off",
}
# verb -> sentence with {unit}
UNIT: Final = {
    "take": "Take {unit} along",
    "pick_up": "Pick up {unit}",
    "drop_off": "Drop off {unit} here",
    "sideline": "{unit} takes no part in the combat",
    "half": "{unit} takes its half of the losses",
    "absorb": "{unit} loses a strength point",
    "rout": "Rout {unit}; the others stay and throw the attacker back",
    "disband": "{unit} is lost to overstacking",
    "restore": "Restore a strength point to {unit} for 1 replacement point",
    "rebuild": "Rebuild {unit} with 1 strength point, for 1 replacement point",
    "wait": "{unit} waits for a later turn",
    "unit": "Set up {unit}",
}
# verb -> sentence with {hex}
HEX: Final = {
    "move": "Move to {hex}",
    "attack": "Attack {hex}",
    "assault": "Grand Assault on {hex}",
    "ship": "Ship to {hex} for 3 movement points",
    "retreat": "Retreat to {hex}",
    "branch": "Convert the line toward {hex}",
}
# verb -> sentence with {hex} and the {force} of the seat in it
FORCE: Final = {
    "activate": "Activate {force} in {hex}",
    "strategic": "Move {force} strategically from {hex}",
    "react": "React with {force} from {hex}",
    "slip_away": "Slip away with {force} from {hex}",
    "from": "Attack with {force} from {hex}",
    "cossacks": "Cossacks: {force} in {hex}",
}
# verb -> the paragraph, where it is not that of the question
RULES: Final = {"attack": "8.0", "assault": "8.12", "ship": "AGN 4.6", "rally": "2.8"}


# ---- names


def unit_name(g: Front, unit: int) -> str:
    """The printed name."""
    return g.roster[unit].name


def names(g: Front, units: Iterable[int]) -> str:
    """Several units in a row."""
    listed = [unit_name(g, u) for u in units]
    return ", ".join(listed[:-1]) + " and " + listed[-1] if len(listed) > 1 else "".join(listed)


def hex_words(g: Front, hex_: int) -> str:
    """A hex by number, and by name where it has one: "1410 Novgorod"."""
    return _hex_words(g.campaign, hex_)


@lru_cache(maxsize=8192)
def _hex_words(campaign: Campaign, hex_: int) -> str:
    here = Hex(hex_)
    places = [p for p in campaign.board.places_at(here) if p.kind != "junction"]
    return f"{campaign.grid.name(here)} {places[0].name}" if places else campaign.grid.name(here)


def counted(number: float, thing: str) -> str:
    """A number of things: "1 attack", "2 attacks", "2 hexes"."""
    plural = thing + ("es" if thing.endswith("x") else "s")
    return f"{number:g} {thing if number == 1 else plural}"


def cited(g: Front, rule: str) -> str:
    """The paragraph as this scenario's own book numbers it."""
    return SOUTHERN.get(rule, rule) if g.campaign.areas == ("south",) else rule


# ---- options


def wording(g: Front, seat: Seat, action: Action) -> Wording:
    """An option as a player reads it."""
    step = top(g)
    verb, args = action.verb, action.args
    rule = cited(g, RULES.get(verb) or (step.rule if step else ""))
    if verb in PLAIN and not args:
        return Wording(text=_plain(step, verb), rule=rule)
    if verb in UNIT and len(args) == 1:
        return _about(g, UNIT[verb], rule, unit=args[0])
    if verb in FORCE and args:
        force = _force(g, seat, verb, Hex(args[0]))
        return _about(g, FORCE[verb].replace("{force}", names(g, force)), rule, hex_=args[0])
    if verb in HEX and args:
        return _about(g, HEX[verb] + _defenders(g, seat, verb, args[0]), rule, hex_=args[0])
    match action:
        case Action("absorb", units):
            return Wording(text=_shared_out(g, units), rule=rule)
        case Action("plan", (plan,)):
            return Wording(text=PLANS[Plan(plan)], rule="8.3")
        case Action("posture", (posture,)):
            return Wording(text=POSTURES[Posture(posture)], rule="8.4")
        case Action("concerted", (plan, hex_)):
            kind = PLAN_NAMES[Plan(plan)]
            return _about(g, f"Concerted attack on {{hex}}, secretly a {kind}", "8.1", hex_=hex_)
        case Action("pay", (points,)):
            paid = f"Pay for {counted(points, 'loss point')} with replacement points"
            return Wording(text=paid if points else "Take all losses", rule=g.campaign.cite("rp losses"))
        case Action("reroll", (face,)):
            return Wording(text=f"Roll the {face} again", rule=rule)
        case Action("extend", (head, to)):
            words = f"Extend the railhead {hex_words(g, head)} toward {hex_words(g, to)}"
            return Wording(text=words, rule=rule, target={"hex": g.grid.name(Hex(to))})
        case Action("place" | "set_up", (unit, hex_)):
            return _about(g, "{unit} goes to {hex}", rule, unit=unit, hex_=hex_)
    return Wording(text=f"{verb.replace('_', ' ')} {args}", rule=rule)


def _plain(step: Step[Front] | None, verb: str) -> str:
    if verb == "end_phase" and isinstance(step, OperationsPhase):
        return "End the Operations Phase"
    return PLAIN[verb]


def _shared_out(g: Front, units: tuple[int, ...]) -> str:
    """Who loses how many of several points: a unit is named once for each."""
    shares = [
        f"{unit_name(g, u)} loses {counted(units.count(u), 'strength point')}" for u in sorted(set(units))
    ]
    return ", ".join(shares)


def _force(g: Front, seat: Seat, verb: str, hex_: Hex) -> list[int]:
    """The units of *seat* in a hex that an option speaks of: all for Cossacks, else those that are fresh."""
    units = g.units(hex_, seat)
    return [u for u in units if verb == "cossacks" or not (g.spent[u] or g.attempted[u])] or units


def _defenders(g: Front, seat: Seat, verb: str, hex_: int) -> str:
    """Whom an attack would meet, and the points left for it."""
    if verb not in ("attack", "assault"):
        return ""
    left = counted(points_left(g) / HALF, "movement point")
    return f": {names(g, g.units(Hex(hex_), enemy(seat)))} ({left} left)"


def _about(g: Front, text: str, rule: str, *, unit: int | None = None, hex_: int | None = None) -> Wording:
    return _worded(g.campaign, text, rule, unit, hex_)


@lru_cache(maxsize=8192)
def _worded(campaign: Campaign, text: str, rule: str, unit: int | None, hex_: int | None) -> Wording:
    """The sentence with its names filled in, which are printed: a force is told of the same hexes again and again."""
    target: dict[str, str] = {}
    words: dict[str, str] = {}
    if unit is not None:
        target["unit"] = campaign.roster[unit].id
        words["unit"] = campaign.roster[unit].name
    if hex_ is not None:
        target["hex"] = campaign.grid.name(Hex(hex_))
        words["hex"] = _hex_words(campaign, hex_)
    return Wording(text=text.format(**words), rule=rule, target=target)
