"""Forecasts agree with the rules: the exact odds come from playing the very same combat through."""

from __future__ import annotations

import pytest

from sandtable.bots.damos.forecast import Clash, forecast
from sandtable.kernel.machine.engine import settle
from sandtable.kernel.machine.explore import explore
from sandtable.kernel.map.hexes import Hex
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.judging.sandbox import counter, front, plain_board
from sandtable.rules.damos.printed import calendar
from sandtable.rules.damos.series.combat.battle import Battle
from sandtable.rules.damos.series.combat.outcome import attacker_won
from sandtable.rules.damos.series.combat.plans import Plan, Posture
from sandtable.rules.damos.series.position.state import Front


def combat(attacker: int, defender: int, plan: Plan, posture: Posture, *, terrain: str = "clear") -> Front:
    """A German armor unit in the hex of a Russian one, their strength about to be counted."""
    board = plain_board(5, 7, terrain={"0303": terrain})
    counters = [
        counter("attacker", "armor", attacker),
        counter("defender", "mechanized", defender, nation="soviet"),
    ]
    g = front(board, {"attacker": "0303", "defender": "0303"}, counters, RULEBOOK.tables, calendar(), turn=5)
    g.battle_hex, g.battle_from = board.hex("0303"), Hex(board.hex("0302"))
    g.battle_plan, g.battle_posture = plan, posture
    if posture is Posture.NONE:
        g.demoralize(1)
    g.then(Battle())
    settle(g)
    return g


def exact(g: Front) -> tuple[float, float, float]:
    """The attacker's chance to win and the mean losses, by exploring every roll."""
    start = list(g.start_sp)
    outcomes = explore(
        g, lambda p: not p.agenda, lambda p: (attacker_won(p), start[0] - p.sp[0], start[1] - p.sp[1])
    )
    weights = {key: float(chance) for key, chance in outcomes.items()}
    return (
        sum(w for (won, _, _), w in weights.items() if won),
        sum(w * lost for (_, lost, _), w in weights.items()),
        sum(w * lost for (_, _, lost), w in weights.items()),
    )


CASES = [
    (9, 5, Plan.STANDARD, Posture.STEADFAST, "clear"),
    (18, 8, Plan.GRAND_ASSAULT, Posture.STEADFAST, "woods"),
    (12, 3, Plan.PENETRATION, Posture.STEADFAST, "clear"),
    (6, 4, Plan.MEETING, Posture.DELAY, "woods"),
    (15, 7, Plan.STANDARD, Posture.NONE, "clear"),
    (10, 2, Plan.STANDARD, Posture.HEDGEHOG, "swamp"),
    (16, 9, Plan.STANDARD, Posture.COUNTERATTACK, "clear"),
    (20, 6, Plan.PENETRATION, Posture.COUNTERATTACK, "clear"),
]


@pytest.mark.parametrize(("attacker", "defender", "plan", "posture", "terrain"), CASES)
def test_a_forecast_is_what_exploring_the_rules_gives(
    attacker: int, defender: int, plan: Plan, posture: Posture, terrain: str
) -> None:
    g = combat(attacker, defender, plan, posture, terrain=terrain)
    clash = Clash(
        attack=g.battle_attacker_sp,
        attackers=attacker,
        defence=g.battle_defender_sp,
        defenders=defender,
        plan=plan,
        posture=posture,
        attacker_supplied=bool(g.battle_attacker_los),
        defender_supplied=bool(g.battle_defender_los),
    )
    assert tuple(forecast(g, clash)) == pytest.approx(exact(g), abs=1e-9)


def test_twelve_to_one_needs_no_dice() -> None:
    g = combat(9, 5, Plan.STANDARD, Posture.STEADFAST)
    clash = Clash(24, 24, 2, 2, Plan.STANDARD, Posture.STEADFAST)
    assert tuple(forecast(g, clash)) == (1.0, 0.0, 2.0)


def test_more_strength_never_makes_an_attack_worse() -> None:
    g = combat(9, 5, Plan.STANDARD, Posture.STEADFAST)
    chances = [
        forecast(g, Clash(sp, sp, 6, 6, Plan.STANDARD, Posture.STEADFAST)).win for sp in (2, 6, 8, 12, 18, 24)
    ]
    assert chances == sorted(chances)
