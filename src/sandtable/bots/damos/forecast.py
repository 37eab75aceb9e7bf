"""What a combat may be expected to bring, from the rules' own tables and modifiers.

The exact odds of a position come from exploring the rules (``kernel.explore``); a bot that weighs hundreds of attacks
in a turn needs them in microseconds. So the dice of both sides are summed up column by column here, with every number
asked of the rulebook; a test holds the result against the exploration.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple, TypeVar

from sandtable.kernel import Dice
from sandtable.kernel.chance.dice import sums
from sandtable.rules.damos.series.combat.battle import is_overwhelming
from sandtable.rules.damos.series.combat.losses import counter_column
from sandtable.rules.damos.series.combat.outcome import more_inflicted
from sandtable.rules.damos.series.combat.plans import (
    MatrixEffect,
    Plan,
    Posture,
    adjusted,
    loss_points,
    matrix_effect,
)
from sandtable.rules.damos.series.combat.strength import (
    attacker_modifier,
    crt_column,
    crt_dice,
    crt_rung,
    defender_modifier,
)
from sandtable.rules.damos.series.position.campaign import Campaign
from sandtable.rules.damos.series.position.combat import NO_COMBAT, Role, Surplus
from sandtable.rules.damos.series.position.state import Front


class Clash(NamedTuple):
    """A combat as far as its outcome depends on it: modified and own strength, plan, posture, supply."""

    attack: int
    attackers: int
    defence: int
    defenders: int
    plan: Plan
    posture: Posture
    attacker_supplied: bool = True
    defender_supplied: bool = True
    air: bool = False


class Forecast(NamedTuple):
    """The chance that the attacker wins, and the strength both sides may be expected to lose."""

    win: float
    attacker_loses: float
    defender_loses: float


T = TypeVar("T")
# Attacks by whomever on whatever come down to the same clashes again and again.
_forecasts: Final[dict[tuple[Campaign, Clash], Forecast]] = {}
_remains: Final[dict[tuple[Campaign, Clash], Mapping[int, float]]] = {}
_MOST_FORECASTS: Final = 50_000


def forecast(g: Front, clash: Clash) -> Forecast:
    """What *clash* may be expected to bring."""
    return _remembered(_forecasts, _forecast, g, clash)


def _remembered(
    known: dict[tuple[Campaign, Clash], T], work_out: Callable[[Front, Clash], T], g: Front, clash: Clash
) -> T:
    found = known.get((g.campaign, clash))
    if found is None:
        if len(known) >= _MOST_FORECASTS:
            known.clear()
        found = known[g.campaign, clash] = work_out(g, clash)
    return found


def _forecast(g: Front, clash: Clash) -> Forecast:
    if is_overwhelming(clash.attack, clash.defence):
        return Forecast(1.0, 0.0, float(clash.defenders))
    campaign, (by_attacker, by_defender) = g.campaign, _rolled_by_both(g, clash)
    if clash.posture is Posture.COUNTERATTACK:
        return _exchange(campaign, by_attacker, by_defender, clash.attackers, clash.defenders, True)
    # Whoever has more than he can lose might have any number more: so most clashes are known ones.
    attackers, defenders = (
        min(clash.attackers, by_defender.most + 1),
        min(clash.defenders, by_attacker.most + 1),
    )
    return _exchange(campaign, by_attacker, by_defender, attackers, defenders, False)


def surpluses(g: Front, clash: Clash) -> Mapping[int, float]:
    """The chances to win *clash* by how many loss points the defender could not absorb, or with the defender overwhelmed.

    There are no more chances in it than that of winning; who strikes back has his counterattack left out.
    """
    if is_overwhelming(clash.attack, clash.defence):
        return {int(Surplus.OVERWHELMED): 1.0}
    by_attacker, by_defender = _rolled_by_both(g, clash)
    found: dict[int, float] = {}
    for attacker_rung, inflicted, attacker_chance in by_attacker.results:
        surplus = max(0, inflicted - clash.defenders)
        for defender_rung, suffered, defender_chance in by_defender.results:
            if suffered < clash.attackers and (
                inflicted >= clash.defenders
                or more_inflicted(inflicted, suffered, attacker_rung, defender_rung)
            ):
                found[surplus] = found.get(surplus, 0.0) + attacker_chance * defender_chance
    return found


def left_of(g: Front, clash: Clash) -> Mapping[int, float]:
    """What *clash* may leave of the defender in his hex, in strength points, and with what chance: 0 where he has lost it.

    Who strikes back has his counterattack left out.
    """
    return _remembered(_remains, _left_of, g, clash)


def _left_of(g: Front, clash: Clash) -> Mapping[int, float]:
    if is_overwhelming(clash.attack, clash.defence):
        return {0: 1.0}
    by_attacker, by_defender = _rolled_by_both(g, clash)
    found: dict[int, float] = {}
    for attacker_rung, inflicted, attacker_chance in by_attacker.results:
        for defender_rung, suffered, defender_chance in by_defender.results:
            won = suffered < clash.attackers and more_inflicted(
                inflicted, suffered, attacker_rung, defender_rung
            )
            left = 0 if won else max(0, clash.defenders - inflicted)
            found[left] = found.get(left, 0.0) + attacker_chance * defender_chance
    return found


class _Tables:
    """A position that lends its tables to the functions that want one; all are alike where the campaign is."""

    def __init__(self, g: Front) -> None:
        self.g = g

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Tables)

    def __hash__(self) -> int:
        return 0


@lru_cache(maxsize=4_096)
def _column(campaign: Campaign, tables: _Tables, strength: int, air: bool) -> int:
    return crt_column(tables.g, strength, air=air)


class _Rungs:
    """Each result that a column can bring, with its loss points and its chance, and the most loss points among them."""

    def __init__(self, results: list[tuple[int, int, float]]) -> None:
        self.results: Final = results
        self.most: Final = max(points for _, points, _ in results)


def _rolled_by_both(g: Front, clash: Clash) -> tuple[_Rungs, _Rungs]:
    """What the dice of attacker and defender can bring."""
    campaign, tables = g.campaign, _Tables(g)
    effect, attacker_lines, defender_lines = _modifiers(
        campaign, tables, clash.plan, clash.posture, clash.attacker_supplied, clash.defender_supplied
    )
    attack = _column(campaign, tables, clash.attack, clash.air)
    defence = _column(campaign, tables, clash.defence, False)
    return (
        _rungs(campaign, tables, attack, attacker_lines[crt_dice(attack)], effect.defender_lp),
        _rungs(campaign, tables, defence, defender_lines, effect.attacker_lp),
    )


@lru_cache(maxsize=50_000)
def _exchange(
    campaign: Campaign,
    by_attacker: _Rungs,
    by_defender: _Rungs,
    attackers: int,
    defenders: int,
    strikes_back: bool,
) -> Forecast:
    """What comes of the dice of both sides, where the defender may strike back, or not."""
    win = attacker_loses = defender_loses = 0.0
    for attacker_rung, inflicted, attacker_chance in by_attacker.results:
        for defender_rung, suffered, defender_chance in by_defender.results:
            chance = attacker_chance * defender_chance
            ways = _NO_COUNTERATTACK
            if (
                strikes_back
                and attacker_rung > defender_rung
                and suffered < attackers
                and inflicted < defenders
            ):
                column = counter_column(defenders - inflicted, attackers - suffered)
                ways = _counterattack(campaign, column)
            for more, lost_by_defender, lost_by_attacker in ways:
                given = inflicted + lost_by_defender
                taken = suffered + lost_by_attacker
                share = chance * more
                attacker_loses += share * (taken if taken < attackers else attackers)
                defender_loses += share * (given if given < defenders else defenders)
                if taken < attackers and (
                    given >= defenders or more_inflicted(given, taken, attacker_rung, defender_rung)
                ):
                    win += share
    return Forecast(win, attacker_loses, defender_loses)


# Chance, and loss points of defender and attacker, where nobody strikes back.
_NO_COUNTERATTACK: Final[tuple[tuple[float, int, int], ...]] = ((1.0, 0, 0),)


@lru_cache(maxsize=512)
def _modifiers(
    campaign: Campaign,
    tables: _Tables,
    plan: Plan,
    posture: Posture,
    attacker_supplied: bool,
    defender_supplied: bool,
) -> tuple[MatrixEffect, dict[int, int], int]:
    """What plan and posture do to each other; what is added to the attacker's dice, by their number, and the defender's."""
    g = tables.g.copy()
    g.battle = NO_COMBAT.noting(Role.ATTACKER, los=int(attacker_supplied)).noting(
        Role.DEFENDER, los=int(defender_supplied)
    )
    by_attacker = {dice: int(attacker_modifier(g, plan, posture, dice=dice)) for dice in (1, 2, 3)}
    return matrix_effect(g, plan, posture), by_attacker, int(defender_modifier(g, plan, posture))


@lru_cache(maxsize=4_096)
def _rungs(campaign: Campaign, tables: _Tables, column: int, modifier: int, ladder: int) -> _Rungs:
    """The results of a column, moved *ladder* rungs by the Combat Matrix."""
    count = crt_dice(column)
    found: dict[int, float] = {}
    for total, ways in sums(Dice.of(count, 6)).items():
        rung = adjusted(crt_rung(tables.g, column, total + modifier), ladder)
        found[rung] = found.get(rung, 0.0) + ways / 6**count
    return _Rungs([(rung, loss_points(rung), chance) for rung, chance in found.items()])


@lru_cache(maxsize=64)
def _counterattack(campaign: Campaign, column: str) -> tuple[tuple[float, int, int], ...]:
    """Chance, and loss points of defender and attacker, of every way a counterattack in *column* can go."""
    cells = [str(campaign.tables["counterattack"].look_up(row=die, column=column)) for die in range(1, 7)]
    losses = [[int(n) for n in cell.split("/")] for cell in cells]
    return tuple((1 / 6, defender, attacker) for defender, attacker in losses)
