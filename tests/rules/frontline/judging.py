"""Short words for combats along the front in tests."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.book.rulebook import register
from sandtable.kernel.chance.dice import ScriptedDice
from sandtable.rules.frontline import RULEBOOK
from sandtable.rules.frontline.judging.adjudicate import FrontlineAdjudicator

register(RULEBOOK)
TABLES = RULEBOOK.tables
JUDGE = FrontlineAdjudicator()
# Two equal forces without tanks and aircraft, 1:1, with an LSP on both sides: no shift, no difference.
FAIR = {"attacker": "men=10,me=2,lsp=1", "defender": "men=10,me=2,lsp=1"}


def judge(*dice: int, **given: Any) -> dict[str, Any]:
    """The described combat or raid with these dice."""
    return JUDGE.resolve(given, TABLES, [dice], ScriptedDice([]))


def fair(*dice: int, **given: Any) -> dict[str, Any]:
    """Two equal forces, with what *given* changes about it."""
    return judge(*(dice or (3, 3)), **{**FAIR, **given})


def odds(**given: Any) -> dict[str, Any]:
    """The exact odds of the described combat or raid."""
    return JUDGE.odds(given, TABLES)


def shift(**given: Any) -> int:
    """How many columns the combat is shifted to the right."""
    labels = TABLES["results"].columns.labels
    found = fair(**given)
    return labels.index(found["column"]) - labels.index(found["odds"])


def lost(side: str, found: dict[str, Any]) -> tuple[int, ...]:
    """Men, tanks and air that *side* has lost."""
    return tuple(found[f"{side}_loses"].values())
