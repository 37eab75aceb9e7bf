"""Why not: for a verb, a unit and a hex, the paragraph that forbids it, or None where the engine would allow it.

enter (unit, hex), attack (unit, hex), ship (unit, hex), rally (unit): for a unit of the active force, what the force may do now; before
an activation, what the unit could do at once if it activated alone. activate (unit), concerted (unit, hex),
pick_up (unit), retreat (unit, hex), react (unit), strategic (unit and, if wanted, hex), place (unit, hex),
restore (unit) and rebuild (unit) belong to their phases; choose (hex) and supply (unit) may be asked at any time. A seat hears about its own units only, except in questions of supply, which are public.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from sandtable.kernel import Hex, Refusal, Seat, UnknownName, top

from ...series.exclusive.closed import may_act
from ...series.marching import attack_refusal, may_rally
from ...series.operations import OperationsPhase, activation_refusal, could_activate
from ...series.position.roster import AXIS
from ...series.position.state import Fate, Front
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
from ...series.setup import PlaceUnit
from ...series.strategic import StrategicMove, StrategicPhase, strategic_refusal
from ..known import known
from . import battle, choice
from .reasons import (
    entry_refusal,
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
    return unfit_refusal(g, unit) or into_refusal(g, seat, unit, window.hex_)


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


QUESTIONS: Final[Mapping[str, tuple[Question, tuple[str, ...]]]] = {
    "enter": (enter, ("unit", "hex")),
    "attack": (attack, ("unit", "hex")),
    "activate": (activate, ("unit",)),
    "react": (react, ("unit",)),
    "supply": (supply, ("unit",)),
    "place": (place, ("unit", "hex")),
    "strategic": (strategic, ("unit", "hex")),
    "rally": (rally, ("unit",)),
    "concerted": (battle.concerted, ("unit", "hex")),
    "pick_up": (battle.pick_up, ("unit",)),
    "ship": (battle.ship, ("unit", "hex")),
    "retreat": (battle.retreat, ("unit", "hex")),
    "rebuild": (rebuild, ("unit",)),
    "restore": (restore, ("unit",)),
    "choose": (choice.choose, ("hex",)),
}
EXPLAINS: Final = {verb: wanted for verb, (_, wanted) in QUESTIONS.items()}
