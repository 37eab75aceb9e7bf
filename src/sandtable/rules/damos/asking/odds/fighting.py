"""[8.2] The odds at every choice of a combat that is being fought: air, dice, payment, losses, rout."""

from __future__ import annotations

from typing import Any, Final

from sandtable.kernel import (
    CONTROL,
    Action,
    Alternative,
    Choice,
    Distribution,
    Fighter,
    Fought,
    Hex,
    Odds,
    Seat,
    lines_of,
    options,
    settle,
    top,
    wording,
)

from ...series.combat.battle import CombatRoll, Reroll, RerollDie, fighters
from ...series.combat.losses import (
    AbsorbPoint,
    CounterattackRoll,
    PayLosses,
    PickLargest,
)
from ...series.combat.outcome import LoseOneMore, RoutOrRetreat, attacker_won
from ...series.exclusive.air import AirSupport
from ...series.exclusive.straggling import StraggleRoll, StraggleTime
from ...series.position.state import Front, enemy
from .aftermath import follows
from .clash import AIR_ASSUMED, LOSSES_ASSUMED, outcomes, under_way
from .forces import force, modifiers
from .weighing import at_most, chosen, suppositions

# Questions that are asked before all losses are taken.
WEIGHED: Final = (
    AirSupport,
    CombatRoll,
    Reroll,
    RerollDie,
    PayLosses,
    PickLargest,
    AbsorbPoint,
    CounterattackRoll,
    StraggleRoll,
    StraggleTime,
)
# [8.8] How many points are left to share out, and to whom they went, is the owner's secret.
SHARED_OUT: Final = (PickLargest, AbsorbPoint)
# What takes strength off units of the seat that is asked.
COSTLY: Final = (PayLosses, *SHARED_OUT, LoseOneMore, RoutOrRetreat)
# Questions that are asked when the winner is settled.
DECIDED: Final = (RoutOrRetreat, LoseOneMore)


def odds_under_way(g: Front, seat: Seat, action: Action | None) -> Odds | None:
    """[8.2] How the combat *g* may still go, as *seat* knows it; None where nothing is left to decide."""
    step, fight = top(g), under_way(g)
    if isinstance(step, DECIDED):
        return _settled(g, step, seat, action)
    if fight is None or not isinstance(step, WEIGHED):
        return None
    if isinstance(step, SHARED_OUT) and seat not in (step.side, CONTROL):
        return None
    return _open(g, fight, seat, action)


def _open(g: Front, fight: Front, seat: Seat, action: Action | None) -> Odds:
    """Some of the combat is still open; what a seat is asked is weighed option by option."""
    step, side = top(g), Seat(g.phasing)
    choices: list[Alternative] = []
    after: dict[str, Front] = {}
    if isinstance(step, Choice):
        for option in options(g, seat):
            twin = after[option.id] = _chosen_in(fight, step, option)
            choices.append(
                Alternative(
                    option=option.id,
                    text=wording(g, seat, option).text,
                    outcomes=outcomes(twin, since=fight),
                    **_cost(g, twin, step, seat),
                )
            )
    best = chosen(choices, action, attacking=seat == side) if choices else None
    shown = fight if best is None else after[best.option]
    whole = best.outcomes if best else outcomes(fight)
    assumes = at_most(seat)
    if best is not None:
        assumes.append(f"you choose: {best.text}")
    if not isinstance(step, AirSupport):
        assumes.append("only losses still to come are counted")
    elif best is None:
        assumes.append(AIR_ASSUMED)
    return Odds(
        attacker=force(g, seat, side, Hex(g.battle.entered_from)),
        defender=force(g, seat, enemy(side), Hex(g.battle.entered_from)),
        outcomes=whole,
        hex=g.grid.name(Hex(g.battle_hex)),
        assumes=(*assumes, f"further {LOSSES_ASSUMED}" if isinstance(step, COSTLY) else LOSSES_ASSUMED),
        modifiers=lines_of(modifiers(shown)),
        choices=tuple(choices),
        suppositions=suppositions(shown, whole, lambda policy: outcomes(shown, since=fight, policy=policy)),
    )


def _settled(g: Front, step: RoutOrRetreat | LoseOneMore, seat: Seat, action: Action | None) -> Odds | None:
    """[8.11] The winner is known; what the loser chooses costs what it costs, and no dice follow."""
    if seat != step.seat(g):
        return None
    side = Seat(g.phasing)
    choices = []
    for option in options(g, seat):
        twin = _chosen_in(g, step, option)
        losses = [_strength(g, who) - _strength(twin, who) for who in (side, enemy(side))]
        cost = _cost(g, twin, step, seat)
        then = follows(twin) if isinstance(step, RoutOrRetreat) else ""
        end = Fought(attacker_won(g), losses[0], losses[1], not _strength(twin, enemy(side)), then)
        words = wording(g, seat, option).text
        choices.append(Alternative(option=option.id, text=words, outcomes=Distribution.certain(end), **cost))
    return Odds(
        attacker=force(g, seat, side, Hex(g.battle.entered_from)),
        defender=force(g, seat, enemy(side), Hex(g.battle.entered_from)),
        outcomes=chosen(choices, action, attacking=seat == side).outcomes,
        hex=g.grid.name(Hex(g.battle_hex)),
        assumes=(*at_most(seat), "only losses still to come are counted"),
        choices=tuple(choices),
    )


def _strength(g: Front, side: Seat) -> int:
    return sum(g.sp[u] for u in g.roster.of_side[side] if g.hex_of[u] >= 0)


def _cost(g: Front, after: Front, step: Choice[Front], seat: Seat) -> dict[str, Any]:
    """[8.8] What an option of *seat* leaves standing of its own force, and how many loss points are still to come."""
    if not isinstance(step, COSTLY):
        return {}
    units = step.units if isinstance(step, LoseOneMore) else fighters(g, seat)
    if not isinstance(step, DECIDED):
        # What can only be taken in one way is taken at once.
        after = after.copy()
        settle(after)
    asks = top(after)
    still = asks.points if isinstance(asks, SHARED_OUT) and asks.side == seat else 0
    return {"left": tuple(_left(after, unit) for unit in units), "losses_left": still}


def _left(g: Front, unit: int) -> Fighter:
    printed = g.roster[unit]
    return Fighter(printed.id, printed.name, g.sp[unit] if g.hex_of[unit] >= 0 else 0, printed.sp)


def _chosen_in(g: Front, step: Choice[Front], option: Action) -> Front:
    """A copy of *g* after *option*, before anything follows from it."""
    twin = g.copy()
    twin.told = None
    twin.agenda.pop()
    step.choose(twin, option)
    return twin
