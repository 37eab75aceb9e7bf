"""What a combat may be expected to bring, from the rules' own tables and modifiers.

The exact odds of a position come from exploring the rules (``kernel.explore``); a bot that weighs hundreds of attacks
in a turn needs them in microseconds. So the dice of both sides are summed up column by column here, with every number
asked of the rulebook; a test holds the result against the exploration.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

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
from sandtable.rules.damos.series.position.combat import NO_COMBAT, Role
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


def forecast(g: Front, clash: Clash) -> Forecast:
    """What *clash* may be expected to bring."""
    return _forecast(g.campaign, _Tables(g), clash)


class _Tables:
    """A position that lends its tables to the functions that want one; all are alike where the campaign is."""

    def __init__(self, g: Front) -> None:
        self.g = g

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Tables)

    def __hash__(self) -> int:
        return 0


@lru_cache(maxsize=50_000)
def _forecast(campaign: Campaign, tables: _Tables, clash: Clash) -> Forecast:
    if is_overwhelming(clash.attack, clash.defence):
        return Forecast(1.0, 0.0, float(clash.defenders))
    effect, attacker_lines, defender_lines = _modifiers(
        campaign, tables, clash.plan, clash.posture, clash.attacker_supplied, clash.defender_supplied
    )
    g = tables.g
    columns = crt_column(g, clash.attack, air=clash.air), crt_column(g, clash.defence, air=False)
    by_attacker = _rungs(
        campaign, tables, columns[0], attacker_lines[crt_dice(columns[0])], effect.defender_lp
    )
    by_defender = _rungs(campaign, tables, columns[1], defender_lines, effect.attacker_lp)
    attackers, defenders = clash.attackers, clash.defenders
    strikes_back = clash.posture is Posture.COUNTERATTACK
    win = attacker_loses = defender_loses = 0.0
    for attacker_rung, inflicted, attacker_chance in by_attacker:
        for defender_rung, suffered, defender_chance in by_defender:
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
def _rungs(
    campaign: Campaign, tables: _Tables, column: int, modifier: int, ladder: int
) -> list[tuple[int, int, float]]:
    """Each result that a column can bring, its loss points and its chance, moved *ladder* rungs by the Combat Matrix."""
    count = crt_dice(column)
    found: dict[int, float] = {}
    for total, ways in sums(Dice.of(count, 6)).items():
        rung = adjusted(crt_rung(tables.g, column, total + modifier), ladder)
        found[rung] = found.get(rung, 0.0) + ways / 6**count
    return [(rung, loss_points(rung), chance) for rung, chance in found.items()]


@lru_cache(maxsize=64)
def _counterattack(campaign: Campaign, column: str) -> tuple[tuple[float, int, int], ...]:
    """Chance, and loss points of defender and attacker, of every way a counterattack in *column* can go."""
    cells = [str(campaign.tables["counterattack"].look_up(row=die, column=column)) for die in range(1, 7)]
    losses = [[int(n) for n in cell.split("/")] for cell in cells]
    return tuple((1 / 6, defender, attacker) for defender, attacker in losses)
