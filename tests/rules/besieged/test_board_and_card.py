"""The board fights by the card: the same combat has the same result, the same odds and the same reckoning either way."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from sandtable.rules.besieged.asking.odds import reckonings, weigh
from sandtable.rules.besieged.combat import DetermineOdds
from sandtable.rules.besieged.fight.attacks import battle_of
from sandtable.rules.besieged.position.declared import Declared
from sandtable.rules.besieged.position.roster import AXIS
from sandtable.rules.besieged.position.war import Role, War

from .board import begin, hex_, roll, unit, war
from .judging import TABLES, judge, odds

CRT_ODDS = {
    "1-5": (4, 20),
    "1-4": (5, 20),
    "1-3": (7, 21),
    "1-2": (10, 20),
    "1-1": (10, 10),
    "2-1": (20, 10),
    "3-1": (30, 10),
    "4-1": (40, 10),
    "5-1": (50, 10),
    "6-1": (60, 10),
    "7-1": (70, 10),
}
BLITZKRIEG_ODDS = {**{c: CRT_ODDS[c] for c in ("3-1", "4-1", "5-1", "6-1", "7-1")}, "10-1": (100, 10)}


def fought(declared: Declared, die: int) -> War:
    """A combat on the board with these numbers, as far as its result."""
    g = war({"ge-i": "3105", "ge-ii": "3105", "ge-v": "3106", "su-8a": "3104", "su-11a": "3104"})
    for name in ("ge-i", "ge-ii"):
        g.role[unit(name)] = Role.ATTACKS
    for name in ("su-8a", "su-11a"):
        g.role[unit(name)] = Role.DEFENDS
    g.phasing, g.declared = int(AXIS), declared
    begin(g, DetermineOdds())
    return roll(g, die)


def declare(attack: int, defence: int, **facts: int) -> Declared:
    return Declared(
        hex=hex_("3104"), attack=attack, defence=defence, units=2, attacker_steps=4, defender_steps=4, **facts
    )


def described(attack: int, defence: int, **facts: Any) -> dict[str, Any]:
    steps = {"attacker": 4, "defender": 4}
    return {"attacker": attack, "defender": defence, "units": 2, "steps": steps, "impulse": "first", **facts}


@pytest.mark.rule("besieged CRT")
@pytest.mark.parametrize(("column", "row"), list(product(CRT_ODDS, range(-1, 12))))
def test_every_cell_of_the_crt_is_the_same_on_the_board(column: str, row: int) -> None:
    attack, defence = CRT_ODDS[column]
    die = min(max(row, 1), 10)
    g = fought(declare(attack, defence, drm=row - die), die)
    told = judge(die, **described(attack, defence, drm=row - die))
    assert (g.table.columns.labels[g.column], g.adjusted, g.result) == (column, row, told["result"])


@pytest.mark.rule("besieged Blitzkrieg")
@pytest.mark.parametrize(("column", "die"), list(product(BLITZKRIEG_ODDS, range(1, 11))))
def test_every_cell_of_the_blitzkrieg_table_is_the_same_on_the_board(column: str, die: int) -> None:
    attack, defence = BLITZKRIEG_ODDS[column]
    g = fought(declare(attack, defence, blitzkrieg=1), die)
    told = judge(die, **described(attack, defence, blitzkrieg=True))
    assert (g.table.columns.labels[g.column], g.result) == (column, told["result"])


@pytest.mark.rule("besieged CRT")
@pytest.mark.parametrize("column", CRT_ODDS)
def test_odds_and_reckoning_are_the_same_on_the_board(column: str) -> None:
    attack, defence = CRT_ODDS[column]
    declared = declare(attack, defence, air=1, river=1, city=1, attacker_marshal=0)
    battle = battle_of(war({}), declared)
    told = odds(**described(attack, defence, air=1, river=True, major_city=True, field_marshal=["attacker"]))
    assert weigh(battle, TABLES).map(lambda o: o.then).as_json() == told["results"]
    ours = [line for r in reckonings(battle, TABLES) for line in r.as_json()]
    theirs = [{k: v for k, v in line.items() if k != "of"} for line in told["reckoning"]]
    assert [line for line in theirs if line in ours] == ours
