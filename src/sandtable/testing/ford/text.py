"""The sentences of The Ford: options, prompts and the log."""

from __future__ import annotations

from sandtable.kernel import (
    HEX,
    WORD,
    YES,
    Action,
    Editable,
    Event,
    Field,
    Hex,
    Seat,
    Wording,
    seat_title,
    top,
)

from .combat import ASSAULT, PROBE, STAND, STAY, YIELD
from .events import Advanced, Attacked, CutOff, Gone, LostStrength, Moved, Resolved, Retreated, TurnBegan
from .movement import DONE
from .state import SEATS, Ford

_PLAIN = {
    DONE: ("That is all", ""),
    ASSAULT: ("Assault: one column better, and follow up", "2.1"),
    PROBE: ("Probe: no shift, and no ground gained if they yield", "2.1"),
    STAND: ("Stand and fight", "2.1"),
    YIELD: ("Yield: retreat without a roll", "2.1"),
    STAY: ("Stay where they are", "2.4"),
    Action("give_up"): ("No way out: the unit is gone", "2.4"),
}


# --8<-- [start:wording]
def wording(g: Ford, seat: Seat, action: Action) -> Wording:
    """An option as a player reads it."""
    if action in _PLAIN:
        text, rule = _PLAIN[action]
        step = top(g)
        return Wording(text=text, rule=rule or (step.rule if step else ""))
    match action:
        case Action("move", (unit, to)):
            where = hex_name(g, to)
            return Wording(
                text=f"{name(g, unit)} moves to {where}",
                rule="1",
                target={"unit": name(g, unit), "hex": where},
            )
        case Action("attack", (to,)):
            defender = g.unit_at[to]
            return Wording(
                text=f"Attack {name(g, defender)} in {hex_name(g, to)}",
                rule="2",
                target={"hex": hex_name(g, to)},
            )
        case Action("lose", (unit,)):
            return Wording(text=f"{name(g, unit)} takes the loss", rule="2.3", target={"unit": name(g, unit)})
        case Action("retreat", (to,)):
            return Wording(text=f"Retreat to {hex_name(g, to)}", rule="2.4", target={"hex": hex_name(g, to)})
        case Action("advance", (unit,)):
            return Wording(text=f"{name(g, unit)} advances", rule="2.4", target={"unit": name(g, unit)})
    return Wording(text=action.id)
    # --8<-- [end:wording]


# --8<-- [start:sentence]
def sentence(g: Ford, event: Event) -> str | None:
    """An event of The Ford as a line of the log; None for the kernel's own."""
    match event:
        case TurnBegan(turn):
            return f"Turn {turn} begins."
        case Moved(unit, path):
            return f"{name(g, unit)} moves from {hex_name(g, path[0])} to {hex_name(g, path[-1])}."
        case Attacked(attackers, target):
            verb = "attacks" if len(attackers) == 1 else "attack"
            return f"{', '.join(name(g, u) for u in attackers)} {verb} {hex_name(g, target)}."
        case Resolved(column, result):
            return f"At {column} the result is {result}."
        case LostStrength(unit, left):
            return f"{name(g, unit)} is down to strength {left}."
        case Gone(unit):
            return f"{name(g, unit)} is destroyed."
        case Retreated(unit, to):
            return f"{name(g, unit)} falls back to {hex_name(g, to)}."
        case Advanced(unit, to):
            return f"{name(g, unit)} advances into {hex_name(g, to)}."
        case CutOff(unit):
            return f"{name(g, unit)} is cut off from supply."
    return None
    # --8<-- [end:sentence]


# --8<-- [start:editable]
def editable(g: Ford) -> Editable:
    """[3.1] What Control may write: who stands where with what strength, who has acted, the turn and the town."""
    sides = {number: seat_title(seat) for number, seat in enumerate(SEATS)}
    return Editable(
        units=tuple(unit.name for unit in g.printed.units),
        fields=(
            Field(name="hex_of", title="Hex", kind=HEX, of_units=True),
            Field(name="strength", title="Strength", of_units=True),
            Field(name="moved", title="Has moved", kind=YES, of_units=True),
            Field(name="fought", title="Has fought", kind=YES, of_units=True),
            Field(name="turn", title="Turn"),
            Field(name="holder", title="Holds the town", kind=WORD, words=sides),
        ),
    )
    # --8<-- [end:editable]


def name(g: Ford, unit: int) -> str:
    """The name of *unit*."""
    return g.printed.units[unit].name


def hex_name(g: Ford, hex_: int) -> str:
    """The number of *hex_*."""
    return g.grid.name(Hex(hex_))
