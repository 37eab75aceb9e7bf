"""What a combat may be expected to bring, from the rules' own tables and modifiers.

The exact odds of a position come from exploring the rules (``kernel.explore``); a bot that weighs hundreds of attacks
in a turn needs them in microseconds. So the dice of both sides are summed up column by column here, with every number
asked of the rulebook; a test holds the result against the exploration.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sandtable.kernel import Dice
from sandtable.kernel.chance.dice import sums
from sandtable.rules.damos.series.combat.battle import is_overwhelming
from sandtable.rules.damos.series.combat.losses import counter_column
from sandtable.rules.damos.series.combat.outcome import more_inflicted
from sandtable.rules.damos.series.combat.plans import Plan, Posture, adjusted, loss_points, matrix_effect
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
    g = tables.g.copy()
    g.battle = NO_COMBAT.noting(Role.ATTACKER, los=int(clash.attacker_supplied)).noting(
        Role.DEFENDER, los=int(clash.defender_supplied)
    )
    effect = matrix_effect(g, clash.plan, clash.posture)
    columns = crt_column(g, clash.attack, air=clash.air), crt_column(g, clash.defence, air=False)
    attacker_drm = int(attacker_modifier(g, clash.plan, clash.posture, dice=crt_dice(columns[0])))
    defender_drm = int(defender_modifier(g, clash.plan, clash.posture))
    by_attacker = _rungs(g, columns[0], attacker_drm, effect.defender_lp)
    by_defender = _rungs(g, columns[1], defender_drm, effect.attacker_lp)
    win = attacker_loses = defender_loses = 0.0
    for attacker_rung, attacker_chance in by_attacker:
        for defender_rung, defender_chance in by_defender:
            chance = attacker_chance * defender_chance
            for more, lost_by_defender, lost_by_attacker in _counterattack(
                g, clash, attacker_rung, defender_rung
            ):
                given = loss_points(attacker_rung) + lost_by_defender
                taken = loss_points(defender_rung) + lost_by_attacker
                share = chance * more
                attacker_loses += share * min(taken, clash.attackers)
                defender_loses += share * min(given, clash.defenders)
                if taken < clash.attackers and (
                    given >= clash.defenders or more_inflicted(given, taken, attacker_rung, defender_rung)
                ):
                    win += share
    return Forecast(win, attacker_loses, defender_loses)


def _rungs(g: Front, column: int, modifier: int, ladder: int) -> list[tuple[int, float]]:
    """Each result that a column can bring with its chance, moved *ladder* rungs by the Combat Matrix."""
    count = crt_dice(column)
    found: dict[int, float] = {}
    for total, ways in sums(Dice.of(count, 6)).items():
        rung = adjusted(crt_rung(g, column, total + modifier), ladder)
        found[rung] = found.get(rung, 0.0) + ways / 6**count
    return list(found.items())


def _counterattack(
    g: Front, clash: Clash, attacker_rung: int, defender_rung: int
) -> list[tuple[float, int, int]]:
    """Chance, and loss points of defender and attacker, of every way a counterattack can go; one way without one."""
    attackers = clash.attackers - loss_points(defender_rung)
    defenders = clash.defenders - loss_points(attacker_rung)
    strikes = clash.posture is Posture.COUNTERATTACK and attacker_rung > defender_rung
    if not strikes or attackers <= 0 or defenders <= 0:
        return [(1.0, 0, 0)]
    column = counter_column(defenders, attackers)
    cells = [str(g.campaign.tables["counterattack"].look_up(row=die, column=column)) for die in range(1, 7)]
    return [(1 / 6, *(int(n) for n in cell.split("/"))) for cell in cells]  # type: ignore[misc]
