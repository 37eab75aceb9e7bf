"""Short words for combats of the card in tests."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.book.rulebook import register
from sandtable.kernel.chance.dice import ScriptedDice
from sandtable.rules.besieged import RULEBOOK
from sandtable.rules.besieged.judging.adjudicate import BesiegedAdjudicator

register(RULEBOOK)
TABLES = RULEBOOK.tables
JUDGE = BesiegedAdjudicator()
# A die from each row of the CRT's 1-1 column, so that a test can ask for a result by its code.
EVEN = {"A2": 1, "A1": 2, "AR": 4, "DR": 6, "BR": 7, "D1": 9, "X2": 10}


def judge(die: int, **given: Any) -> dict[str, Any]:
    """The described combat with that die."""
    return JUDGE.resolve(given, TABLES, [(die,)], ScriptedDice([]))


def even(code: str, **given: Any) -> dict[str, Any]:
    """A combat at 1-1 that comes out as *code*."""
    found = judge(EVEN[code], attacker=6, defender=6, **given)
    assert found["result"] == code
    return found


def odds(**given: Any) -> dict[str, Any]:
    """The exact odds of the described combat."""
    return JUDGE.odds(given, TABLES)


def row(die: int = 5, **given: Any) -> int:
    """The row that a die of 5 reaches at 1-1."""
    return int(judge(die, attacker=6, defender=6, **given)["row"])
