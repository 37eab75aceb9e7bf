"""Why not: for a verb, a unit and a hex, the paragraph that forbids it, or None where the engine would allow it.

enter (unit, hex), attack (unit, hex), ship (unit, hex), rally (unit): for a unit of the active force, what the force may do now; before
an activation, what the unit could do at once if it activated alone. activate (unit), concerted (unit, hex),
pick_up (unit), retreat (unit, hex), react (unit), strategic (unit and, if wanted, hex), place (unit, hex),
restore (unit) and rebuild (unit) belong to their phases; choose (hex) and supply (unit) may be asked at any time. A seat hears about its own units only, except in questions of supply, which are public.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from sandtable.kernel import Hex, Refusal, Seat, Step, UnknownName, asked, options, prompt, top, wording

from ...series.combat.concerted import ConcertedMarch
from ...series.combat.retreat import Retreat
from ...series.exclusive.closed import may_act
from ...series.marching import attack_refusal, may_rally
from ...series.movement import Act
from ...series.operations import OperationsPhase, activation_refusal, could_activate
from ...series.position.roster import AXIS
from ...series.position.state import Fate, Front, enemy
from ...series.position.supply import in_supply, lines_of, traces_like_a_finn
from ...series.reaction import ReactionWindow
from ...series.replacements import (
    PlaceRebuilt,
    PlaceReinforcement,
    SpendPoints,
    entry_hexes,
    rebuild_hexes,
    restore_refusal,
)
from ...series.setup import PickUnit, PlaceUnit
from ...series.strategic import StrategicMove, StrategicPhase, strategic_refusal
from ..known import known
from .battle_reasons import concerted_refusal, pick_up_refusal, retreat_refusal, ship_refusal
from .reasons import (
    entry_refusal,
    ground_refusal,
    into_refusal,
    march_refusal,
    rail_refusal,
    rebuild_refusal,
    set_up_refusal,
    supply_refusal,
    unfit_refusal,
    waiting_refusal,
)
from .subject import NOT_YOURS, acting, hex_in, on_map, unit_in

# What the phases let a side do with its own units, and the paragraph that says so.
DOINGS: Final[Mapping[type[Step[Any]], tuple[str, str]]] = {
    StrategicPhase: ("6.0", "are moved strategically"),
    OperationsPhase: ("7.0", "activate"),
    SpendPoints: ("5.0", "receive replacement points"),
}
# Where an enemy stands, these lead nobody.
ENTERING: Final = (PlaceUnit, PlaceReinforcement, PlaceRebuilt, StrategicMove, Act)
WAITING: Final = Refusal("4.0", "you are not asked anything now; the game waits for somebody else")
Question = Callable[[Front, Seat, Mapping[str, str]], Refusal | None]


def why_not(g: Front, seat: Seat, verb: str, what: Mapping[str, str]) -> Refusal | None:
    """Why *seat* may not do *verb* now with the units and hexes named in *what*, or None if it may."""
    if verb not in QUESTIONS:
        raise UnknownName(f"{verb!r} is not explained; {', '.join(QUESTIONS)} are")
    question, _ = QUESTIONS[verb]
    # As every study does: of positions that look alike to the seat it makes one, so that none can betray anything.
    return question(known(g, seat), seat, what)


# ---- the Operations Phase


def enter(g: Front, seat: Seat, what: Mapping[str, str]) -> Refusal | None:
    """[7.0] Why the unit may not enter the hex."""
    unit, hex_ = unit_in(g, what), hex_in(g, what)
    ready = acting(g, seat, unit)
    if isinstance(ready, Refusal):
        return ready
    return march_refusal(*ready, hex_)


def attack(g: Front, seat: Seat, what: Mapping[str, str]) -> Refusal | None:
    """[8.0] Why the unit may not attack into the hex."""
    unit, hex_ = unit_in(g, what), hex_in(g, what)
    ready = acting(g, seat, unit)
    if isinstance(ready, Refusal):
        return ready
    return attack_refusal(*ready, hex_)


def rally(g: Front, seat: Seat, what: Mapping[str, str]) -> Refusal | None:
    """[2.8] Why the unit may not rally."""
    ready = acting(g, seat, unit_in(g, what))
    if isinstance(ready, Refusal):
        return ready
    return may_rally(*ready)


def activate(g: Front, seat: Seat, what: Mapping[str, str]) -> Refusal | None:
    """[7.0] Why the unit may not activate, alone or with others in its hex."""
    unit = unit_in(g, what)
    no = on_map(g, seat, unit)
    if no is not None:
        return no
    if not isinstance(top(g), OperationsPhase) or seat != g.phasing:
        return Refusal("7.0", "forces activate in their own side's Operations Phase, one after another")
    if g.spent[unit]:
        return Refusal("7.0", f"{g.roster[unit].name} is spent")
    if could_activate(g, Hex(g.hex_of[unit]), unit):
        return None
    return activation_refusal(g, (unit,))


# ---- reaction


def react(g: Front, seat: Seat, what: Mapping[str, str]) -> Refusal | None:
    """[2.6.1] Why the unit may not react into the hex that the enemy has entered."""
    unit = unit_in(g, what)
    no = on_map(g, seat, unit)
    if no is not None:
        return no
    window = top(g)
    if not isinstance(window, ReactionWindow) or seat == g.phasing:
        return Refusal(
            "2.6.1", "units react when an enemy force enters or rallies in a hex, or is about to attack"
        )
    no = unfit_refusal(g, unit)
    if no is None and g.hex_of[unit] in window.rolled:
        return Refusal(
            "2.6.1",
            "one roll serves all units of its hex, and it was made; the unit may react to a later move",
        )
    return no or into_refusal(g, seat, unit, window.hex_)


# ---- supply


def supply(g: Front, seat: Seat, what: Mapping[str, str]) -> Refusal | None:
    """[2.10] Why the unit has no line of supply."""
    unit = unit_in(g, what)
    if g.hex_of[unit] < 0:
        return Refusal("2.10", f"{g.roster[unit].name} is not on the map")
    if in_supply(g, unit):
        return None
    return supply_refusal(g, unit)


# ---- strategic movement


def strategic(g: Front, seat: Seat, what: Mapping[str, str]) -> Refusal | None:
    """[6.0] Why the unit may not use strategic movement, or not to the hex if one is named."""
    unit = unit_in(g, what)
    hex_ = hex_in(g, what) if "hex" in what else None
    no = on_map(g, seat, unit)
    if no is not None:
        return no
    step = top(g)
    if isinstance(step, StrategicMove) and seat == g.phasing:
        if unit not in step.units:
            return Refusal("6.0", "another force is being moved now")
        return None if hex_ is None else rail_refusal(g, step.units, hex_)
    if not isinstance(step, StrategicPhase) or seat != g.phasing:
        return Refusal("6.0", "strategic movement belongs to its own phase of one's own turn")
    lines = lines_of(g, seat, finnish=seat == AXIS and traces_like_a_finn(g, unit))
    no = may_act(g, unit) or strategic_refusal(g, unit, lines)
    if no is not None or hex_ is None:
        return no
    return rail_refusal(g, (unit,), hex_)


# ---- reinforcements and replacements


def place(g: Front, seat: Seat, what: Mapping[str, str]) -> Refusal | None:
    """[5.0] Why the unit may not be placed in the hex: as a reinforcement, rebuilt, or at set-up."""
    unit, hex_ = unit_in(g, what), hex_in(g, what)
    if g.side_of[unit] != seat:
        return NOT_YOURS
    step = top(g)
    if not isinstance(step, PlaceReinforcement | PlaceRebuilt | PlaceUnit) or step.unit != unit:
        return waiting_refusal(g, unit)
    if isinstance(step, PlaceUnit):
        return set_up_refusal(g, unit, hex_)
    found = entry_hexes(g, unit) if isinstance(step, PlaceReinforcement) else rebuild_hexes(g, unit)
    if found >> hex_ & 1:
        return None
    return entry_refusal(g, unit, hex_) or rebuild_refusal(g, unit, hex_)


def restore(g: Front, seat: Seat, what: Mapping[str, str]) -> Refusal | None:
    """[5.0] Why the unit may not receive a replacement point."""
    unit = unit_in(g, what)
    return on_map(g, seat, unit) or points_refusal(g, seat) or restore_refusal(g, unit)


def rebuild(g: Front, seat: Seat, what: Mapping[str, str]) -> Refusal | None:
    """[5.0] Why the unit may not be rebuilt."""
    unit = unit_in(g, what)
    if g.side_of[unit] != seat:
        return NOT_YOURS
    if g.fate[unit] != Fate.POOL:
        return Refusal("5.0", "only eliminated units are rebuilt, and not those that are gone for good")
    no = points_refusal(g, seat)
    if no is not None or rebuild_hexes(g, unit):
        return no
    if not entry_hexes(g, unit):
        return Refusal(
            g.campaign.cite("reinforcements"), "there is no hex where the unit could enter the map"
        )
    return Refusal(
        "5.0", "every hex where it could enter lies in an enemy zone of control or has no line of supply"
    )


def points_refusal(g: Front, seat: Seat) -> Refusal | None:
    """[5.0] Why *seat* may not spend replacement points now, or None."""
    if not isinstance(top(g), SpendPoints) or seat != g.phasing:
        return Refusal("5.0", "points are spent in the Reinforcement and Replacement Phase of one's own turn")
    if not g.rp(seat):
        return Refusal("5.0", "there are no replacement points left")
    return None


# ---- around battles


def concerted(g: Front, seat: Seat, what: Mapping[str, str]) -> Refusal | None:
    """[8.1] Why the unit may not make, or take part in, a concerted attack on the hex."""
    unit, hex_ = unit_in(g, what), hex_in(g, what)
    no = on_map(g, seat, unit)
    if no is not None:
        return no
    if not isinstance(top(g), OperationsPhase) or seat != g.phasing:
        return Refusal(
            "8.1", "concerted attacks are declared in one's own Operations Phase, before a force activates"
        )
    return concerted_refusal(g, seat, unit, hex_)


def pick_up(g: Front, seat: Seat, what: Mapping[str, str]) -> Refusal | None:
    """[7.0] Why the active force may not take the unit along."""
    unit = unit_in(g, what)
    no = on_map(g, seat, unit)
    if no is not None:
        return no
    step = top(g)
    if not isinstance(step, Act | ConcertedMarch) or seat != g.phasing:
        return Refusal("7.0", "units are picked up by an active force, on its way")
    return pick_up_refusal(g, step, unit)


def ship(g: Front, seat: Seat, what: Mapping[str, str]) -> Refusal | None:
    """[AGN 4.6] Why the unit may not be shipped to the port."""
    unit, hex_ = unit_in(g, what), hex_in(g, what)
    ready = acting(g, seat, unit)
    if isinstance(ready, Refusal):
        return ready
    if seat != AXIS:
        return Refusal("AGN 4.6", "only the German player has ships")
    return ship_refusal(*ready, hex_)


def retreat(g: Front, seat: Seat, what: Mapping[str, str]) -> Refusal | None:
    """[8.11] Why the beaten unit may not retreat to the hex."""
    unit, hex_ = unit_in(g, what), hex_in(g, what)
    no = on_map(g, seat, unit)
    if no is not None:
        return no
    step = top(g)
    if not isinstance(step, Retreat) or unit not in step.units:
        return Refusal(
            "8.11", "only a force that has lost a combat, or slips away, retreats, when it is told to"
        )
    return retreat_refusal(g, step, hex_)


# ---- a hex in general: it was pointed at, and is no answer to what is asked now


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


QUESTIONS: Final[Mapping[str, tuple[Question, tuple[str, ...]]]] = {
    "enter": (enter, ("unit", "hex")),
    "attack": (attack, ("unit", "hex")),
    "activate": (activate, ("unit",)),
    "react": (react, ("unit",)),
    "supply": (supply, ("unit",)),
    "place": (place, ("unit", "hex")),
    "strategic": (strategic, ("unit", "hex")),
    "rally": (rally, ("unit",)),
    "concerted": (concerted, ("unit", "hex")),
    "pick_up": (pick_up, ("unit",)),
    "ship": (ship, ("unit", "hex")),
    "retreat": (retreat, ("unit", "hex")),
    "rebuild": (rebuild, ("unit",)),
    "restore": (restore, ("unit",)),
    "choose": (choose, ("hex",)),
}
EXPLAINS: Final = {verb: wanted for verb, (_, wanted) in QUESTIONS.items()}
