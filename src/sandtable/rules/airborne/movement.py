"""[1] Movement: kilometres by troops, ground and mode; rivers; and what half a turn of movement costs."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final, NamedTuple

from sandtable.kernel import Reckoning, Refusal, Tables

from .state import Ground, Mode, Operation, Troop

HALF_TURN: Final = Fraction(1, 2)
WHOLE_TURN: Final = Fraction(1)


class Leg(NamedTuple):
    """A stretch of one ground: so many kilometres, on a road or not."""

    ground: Ground
    km: Fraction
    road: bool = False


def allowance(tables: Tables, troop: Troop, ground: Ground, mode: Mode) -> int | None:
    """[1.1] Kilometres a turn, the uninterrupted maximum; None where the table has no such move (A-20)."""
    cell = tables["movement"].look_up(row=f"{troop.word} {ground.word}", column=mode.word)
    return cell if isinstance(cell, int) and cell > 0 else None


def leg_refusal(tables: Tables, troop: Troop, mode: Mode, leg: Leg) -> Refusal | None:
    """[1.1] Why *troop* may not move over *leg* in *mode*, or None: road columns keep to roads (A-20)."""
    if allowance(tables, troop, leg.ground, mode) is None:
        return Refusal(
            "1.1",
            f"{troop.word} has no {_spoken(mode)} move; motor-towed artillery moves in road column only",
        )
    if mode == Mode.ROAD_COLUMN and not leg.road:
        return Refusal(
            "1.1", f"a road column keeps to roads, and {leg.km} km in {leg.ground.word} are off the road"
        )
    return None


def turn_spent(tables: Tables, troop: Troop, mode: Mode, legs: Iterable[Leg]) -> Reckoning:
    """[1.1] The fraction of a turn that *legs* take: kilometres by allowance, added up (A-20)."""
    spent = Reckoning("fraction of the turn")
    for leg in legs:
        km = allowance(tables, troop, leg.ground, mode)
        assert km is not None, "a leg that leg_refusal would refuse"
        where = f"{leg.ground.word} by road" if leg.road else leg.ground.word
        spent.add(f"{leg.km} km in {where} of {km} km a turn", Fraction(leg.km) / km, "1.1")
    return spent


def movement_refusal(
    tables: Tables,
    troop: Troop,
    mode: Mode,
    legs: Iterable[Leg],
    *,
    fuel: int,
    already: Fraction = Fraction(0),
) -> Refusal | None:
    """[1.2] Why the whole move cannot be made this turn, or None: never more than the uninterrupted maximum."""
    legs = list(legs)
    if fuel_due(troop) and legs and fuel < fuel_due(troop):
        return Refusal("2.2", f"{troop.word} without fuel cannot move")
    for leg in legs:
        no = leg_refusal(tables, troop, mode, leg)
        if no is not None:
            return no
    total = already + Fraction(turn_spent(tables, troop, mode, legs).total)
    if total > WHOLE_TURN:
        return Refusal("1.2", f"the move takes {total} of a turn; a whole turn is the most")
    return None


def fuel_due(troop: Troop) -> int:
    """[2.2] Fuel points due on the first kilometre of a turn: one for all but foot and horse-drawn troops (A-3, A-20)."""
    return 0 if troop in (Troop.FOOT, Troop.UNSTATED) else 1


def crossing_refusal(tables: Tables, troop: Troop, mode: Mode, *, bridge: bool) -> Refusal | None:
    """[1.3] Why *troop* may not cross a river here, or None: over a bridge always, else as the table says (A-20)."""
    if bridge:
        return None
    if tables["movement"].look_up(row=f"{troop.word} {Ground.OPEN.word}", column="river") != "possible":
        return Refusal("1.3", f"{troop.word} crosses rivers by bridge only")
    if mode != Mode.TACTICAL:
        return Refusal("1.3", f"an unbridged river is crossed in tactical mode, not in {_spoken(mode)} mode")
    return None


def crossing_ends_the_move(*, bridge: bool) -> bool:
    """[1.3] Whether a unit stops behind the river: without a bridge it does (A-20)."""
    return not bridge


def too_late_to_fight(spent: Fraction) -> bool:
    """[1.4] Whether a unit has moved for more than half of the turn, and so cannot attack or fire in it (A-2, A-19)."""
    return spent > HALF_TURN


def half_turn_refusal(g: Operation, unit: int, *, overrun: bool) -> Refusal | None:
    """[1.4] Why *unit* may not attack after its movement, or None; an attack that can be an overrun always may (A-19)."""
    if overrun or not too_late_to_fight(g.moved(unit)):
        return None
    return Refusal(
        "1.4", f"{g.counter(unit).name} has moved for {g.moved(unit)} of the turn and fights only in the next"
    )


def _spoken(mode: Mode) -> str:
    return {Mode.TACTICAL: "tactical", Mode.NON_TACTICAL: "non-tactical", Mode.ROAD_COLUMN: "road column"}[
        mode
    ]
