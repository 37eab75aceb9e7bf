"""What a question is about: the unit and the hex that are meant, and the force in which a unit acts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sandtable.kernel import Hex, Refusal, Seat, UnknownHex, UnknownName, top

from ...series.combat.concerted import ConcertedMarch
from ...series.movement import Act
from ...series.operations import OperationsPhase, activation_refusal
from ...series.position.state import Fate, Front

NOT_YOURS: Final = Refusal("2.1", "the unit is not one of yours")
BOUND: Final = Refusal("8.1", "the force is on its way to a concerted attack and does nothing else")
SOMEBODY_ELSE: Final = Refusal("7.0", "one force activates at a time, and another is active now")


def named(what: Mapping[str, str], key: str) -> str:
    """The name given under *key*."""
    if key not in what:
        raise UnknownName(f"say which {key} is meant; given is only {', '.join(what) or 'nothing'}")
    return what[key]


def unit_in(g: Front, what: Mapping[str, str]) -> int:
    """The unit that is meant."""
    name = named(what, "unit")
    if name not in g.roster.numbers:
        raise UnknownName(f"there is no unit {name!r}; units have ids such as {g.roster[0].id!r}")
    return g.roster.numbers[name]


def hex_in(g: Front, what: Mapping[str, str]) -> Hex:
    """The hex that is meant, by its number or by the name of a place."""
    try:
        return g.campaign.board.hex(named(what, "hex"))
    except UnknownHex as unknown:
        raise UnknownName(str(unknown)) from None


def on_map(g: Front, seat: Seat, unit: int) -> Refusal | None:
    """Why nothing can be asked of *unit* on the map, or None."""
    if g.side_of[unit] != seat:
        return NOT_YOURS
    if g.fate[unit] == Fate.DUE:
        return Refusal("5.0", f"{g.roster[unit].name} is due as a reinforcement on turn {g.due[unit]}")
    if g.hex_of[unit] < 0:
        return Refusal("2.4", f"{g.roster[unit].name} is not on the map")
    return None


def acting(g: Front, seat: Seat, unit: int) -> tuple[Front, tuple[int, ...]] | Refusal:
    """The position and the force in which *unit* acts now, or would act if it activated alone; or why it does not."""
    no = on_map(g, seat, unit)
    if no is not None:
        return no
    step = top(g)
    if isinstance(step, Act) and seat == g.phasing:
        return (g, step.units) if unit in step.units else SOMEBODY_ELSE
    if isinstance(step, ConcertedMarch) and seat == g.phasing:
        return BOUND if unit in step.units else SOMEBODY_ELSE
    if not isinstance(step, OperationsPhase) or seat != g.phasing:
        return Refusal(
            "7.0", "units move and fight in their own side's Operations Phase, when they are active"
        )
    no = activation_refusal(g, (unit,))
    if no is not None:
        return no
    twin = g.copy()
    twin.mp_spent, twin.mp_initial = 0, g.ma((unit,))
    return twin, (unit,)
