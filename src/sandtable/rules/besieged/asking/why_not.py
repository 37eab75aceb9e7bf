"""Why not: for a verb, a unit and a hex, the paragraph that forbids it, or None where the engine would allow it.

enter (unit, hex), move (unit), attack (unit, hex; or a hex alone), rail (unit), sail (unit), drop (unit), replace (unit),
retreat (unit, hex), advance (unit) belong to their phases. choose (hex), join, lose, step, rebuild and place (unit) ask the
question at hand itself; supply (unit) may be asked at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from sandtable.kernel import Action, Hex, Refusal, Seat, Step, UnknownName, asked, top
from sandtable.kernel.machine.engine import refusal

from ..fight.advances import AdvanceUnits, advancing
from ..fight.attacks import target_refusal
from ..fight.declaring import ChooseAttackers, DeclareAttack, attack_refusal
from ..fight.retreats import RetreatTo, retreat_refusal
from ..position.stacking import room_refusal
from ..position.supply import in_supply
from ..position.war import Role, War
from ..turn.marching import entry_refusal, moving_refusal
from ..turn.movement import March, MoveUnits, drop_refusal
from ..turn.rail import ConvertRail, RailMoves, rail_refusal
from ..turn.replacements import Replace, replacement_refusal
from ..turn.sea import SeaMoves, sailing_refusal

Question = Callable[[War, Seat, Mapping[str, str]], "Refusal | None"]
# What is answered with a hex to questions that do not ask where somebody goes.
_VERBS: Final[Mapping[type[Step[War]], str]] = {DeclareAttack: "attack", ConvertRail: "convert"}
WAITING: Final = Refusal("Sequence", "the other side is acting now")


def why_not(g: War, seat: Seat, verb: str, what: Mapping[str, str]) -> Refusal | None:
    """Why *seat* may not do *verb* now with the units and hexes named in *what*, or None if it may."""
    if verb not in QUESTIONS:
        raise UnknownName(f"{verb!r} is not explained; {', '.join(QUESTIONS)} are")
    return QUESTIONS[verb][0](g, seat, what)


def enter(g: War, seat: Seat, what: Mapping[str, str]) -> Refusal | None:
    """[Movement] Why the unit may not move to the hex."""
    unit, hex_ = _unit(g, what), _hex(g, what)
    step = top(g)
    return (
        _whose(g, seat, unit)
        or _now(
            isinstance(step, MoveUnits | March), "Movement", "units move in the movement of their own impulse"
        )
        or entry_refusal(g, unit, hex_)
    )


def move(g: War, seat: Seat, what: Mapping[str, str]) -> Refusal | None:
    """[Movement] Why the unit may not move at all."""
    unit = _unit(g, what)
    return (
        _whose(g, seat, unit)
        or _now(
            isinstance(top(g), MoveUnits | March),
            "Movement",
            "units move in the movement of their own impulse",
        )
        or moving_refusal(g, unit)
    )


def attack(g: War, seat: Seat, what: Mapping[str, str]) -> Refusal | None:
    """[Attacks] Why the unit may not attack the hex."""
    hex_ = _hex(g, what)
    fighting = isinstance(top(g), DeclareAttack | ChooseAttackers)
    if "unit" not in what:
        waits = WAITING if g.phasing != seat else None
        late = _now(fighting, "Attacks", "units attack in the combat of their own impulse")
        return waits or late or attack_refusal(g, seat, hex_)
    unit = _unit(g, what)
    return (
        _whose(g, seat, unit)
        or _now(fighting, "Attacks", "units attack in the combat of their own impulse")
        or target_refusal(g, unit, hex_)
    )


def rail(g: War, seat: Seat, what: Mapping[str, str]) -> Refusal | None:
    """[Rail] Why the unit may not go by rail."""
    unit = _unit(g, what)
    return (
        _whose(g, seat, unit)
        or _now(isinstance(top(g), RailMoves), "Rail", "units go by rail before the first impulse")
        or rail_refusal(g, seat, unit)
    )


def sail(g: War, seat: Seat, what: Mapping[str, str]) -> Refusal | None:
    """[Sea] Why the unit may not go by sea."""
    unit = _unit(g, what)
    return (
        _whose(g, seat, unit)
        or _now(isinstance(top(g), SeaMoves), "Sea", "units go by sea before the first impulse")
        or sailing_refusal(g, unit)
    )


def drop(g: War, seat: Seat, what: Mapping[str, str]) -> Refusal | None:
    """[Airborne] Why the unit may not drop."""
    unit = _unit(g, what)
    return (
        _whose(g, seat, unit)
        or _now(isinstance(top(g), MoveUnits), "Airborne", "units drop in the movement of their own impulse")
        or moving_refusal(g, unit)
        or drop_refusal(g, unit)
    )


def replace(g: War, seat: Seat, what: Mapping[str, str]) -> Refusal | None:
    """[Replacements] Why the unit gets no step and is not rebuilt."""
    unit = _unit(g, what)
    return (
        _whose(g, seat, unit)
        or _now(
            isinstance(top(g), Replace), "Replacements", "points are spent at the beginning of a side's turn"
        )
        or replacement_refusal(g, seat, unit)
    )


def retreat(g: War, seat: Seat, what: Mapping[str, str]) -> Refusal | None:
    """[Retreats] Why the unit that retreats may not fall back to the hex."""
    unit, hex_ = _unit(g, what), _hex(g, what)
    step = top(g)
    if not isinstance(step, RetreatTo) or step.unit != unit:
        return Refusal("Retreats", "that unit is not retreating now")
    if seat != step.seat(g):
        return Refusal("Retreats", "the attacker moves whoever retreats")
    return retreat_refusal(g, unit, hex_)


def advance(g: War, seat: Seat, what: Mapping[str, str]) -> Refusal | None:
    """[Advances] Why the unit may not advance."""
    unit = _unit(g, what)
    no = _whose(g, seat, unit) or _now(
        isinstance(top(g), AdvanceUnits), "Advances", "units advance after a combat that allows it"
    )
    if no is not None or unit in advancing(g):
        return no
    if g.role[unit] != Role.ATTACKS:
        return Refusal("Advances", "only units that attacked advance, each once")
    return room_refusal(g, unit, Hex(g.battle_hex)) or Refusal("Advances", "that unit may not enter the hex")


def choose(g: War, seat: Seat, what: Mapping[str, str]) -> Refusal | None:
    """[Sequence] Why the hex may not be chosen in answer to the question at hand."""
    hex_ = _hex(g, what)
    if seat not in asked(g):
        return WAITING
    step = top(g)
    verb = next((verb for kind, verb in _VERBS.items() if isinstance(step, kind)), "to")
    return refusal(g, Action(verb, (hex_,)), seat)


def _of_unit(verb: str) -> Question:
    """The question at hand, asked about one unit."""

    def ask(g: War, seat: Seat, what: Mapping[str, str]) -> Refusal | None:
        unit = _unit(g, what)
        return refusal(g, Action(verb, (unit,)), seat) if seat in asked(g) else WAITING

    return ask


def supply(g: War, seat: Seat, what: Mapping[str, str]) -> Refusal | None:
    """[Supply] Why the unit is out of supply; everybody may ask that of any unit."""
    unit = _unit(g, what)
    if g.hex_of[unit] < 0:
        return Refusal("Supply", "that unit is not on the map")
    return (
        None
        if in_supply(g, unit)
        else Refusal("Supply", "no line leads from it to a railway that leads home")
    )


def _unit(g: War, what: Mapping[str, str]) -> int:
    name = _named(what, "unit")
    if name not in g.roster.numbers:
        raise UnknownName(f"there is no unit {name!r}")
    return g.roster.numbers[name]


def _hex(g: War, what: Mapping[str, str]) -> Hex:
    return g.campaign.board.hex(_named(what, "hex"))


def _named(what: Mapping[str, str], key: str) -> str:
    if key not in what:
        raise UnknownName(f"say which {key} is meant; given is only {', '.join(what) or 'nothing'}")
    return what[key]


def _whose(g: War, seat: Seat, unit: int) -> Refusal | None:
    if g.side_of[unit] != seat:
        return Refusal("Sequence", "that is an enemy unit")
    return WAITING if g.phasing != seat else None


def _now(holds: object, rule: str, otherwise: str) -> Refusal | None:
    return None if holds else Refusal(rule, otherwise)


QUESTIONS: Final[Mapping[str, tuple[Question, tuple[str, ...]]]] = {
    "enter": (enter, ("unit", "hex")),
    "move": (move, ("unit",)),
    "attack": (attack, ("unit", "hex")),
    "rail": (rail, ("unit",)),
    "sail": (sail, ("unit",)),
    "drop": (drop, ("unit",)),
    "replace": (replace, ("unit",)),
    "retreat": (retreat, ("unit", "hex")),
    "advance": (advance, ("unit",)),
    "choose": (choose, ("hex",)),
    **{verb: (_of_unit(verb), ("unit",)) for verb in ("join", "lose", "step", "rebuild", "place")},
    "supply": (supply, ("unit",)),
}
EXPLAINS: Final[Mapping[str, tuple[str, ...]]] = {verb: wanted for verb, (_, wanted) in QUESTIONS.items()}
