"""``sandtable odds``: every way a described combat can go, with exact probabilities."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from rich.bar import Bar
from rich.markup import escape
from rich.table import Table as Shown

from sandtable.kernel.book.adjudicator import Adjudicator
from sandtable.kernel.printed.tables import Tables

from ..output import console, print_json
from .combat import CombatCommand
from .resolve import show_reckoning

WIDTH: Final = 40
COLOURS: Final = ("green", "red", "yellow", "cyan", "magenta", "blue")


def judge(adjudicator: Adjudicator, given: Mapping[str, Any], tables: Tables, *, as_json: bool) -> None:
    """Weigh every way one combat can go: exact probabilities."""
    chances = adjudicator.odds(given, tables)
    if as_json:
        print_json(chances)
        return
    show_reckoning(chances.get("reckoning", ()))
    _show_chances(chances)
    if "policy" in chances:
        console.print(
            f"Decisions inside the combat are taken by the policy {chances['policy']!r}.", markup=False
        )
    for name, what in chances.get("decisions", {}).items():
        console.print(f"  {_words(name)}: {what}", markup=False)


def _show_chances(chances: Mapping[str, Any], of: str = "") -> None:
    """Every distribution, then every single chance; those of a combat within a round under its name."""
    for name, value in chances.items():
        if not isinstance(value, dict) or not value:
            continue
        if all(_is_chance(v) for v in value.values()):
            _show_distribution(f"{of}{_words(name)}", value)
        elif all(isinstance(v, dict) for v in value.values()):
            for within, more in value.items():
                _show_chances(more, f"{within}: ")
    for name, value in chances.items():
        if _is_chance(value):
            console.print(f"{of}{_words(name)}: {float(Fraction(value)):.2%} ({value})", markup=False)


def _show_distribution(title: str, chances: Mapping[str, str]) -> None:
    """A bar for each outcome, the likeliest filling the width."""
    found = {outcome: Fraction(chance) for outcome, chance in chances.items()}
    widest = max(found.values())
    shown = Shown(
        title=escape(title), title_justify="left", box=None, show_header=False, padding=(0, 2, 0, 0)
    )
    for number, (outcome, chance) in enumerate(found.items()):
        named = outcome if outcome in COLOURS else COLOURS[number % len(COLOURS)]
        colour = "cyan" if outcome.isdigit() else named
        bar = Bar(float(widest), 0, float(chance), width=WIDTH, color=colour)
        shown.add_row(escape(outcome), bar, f"{float(chance):7.2%}")
    console.print(shown)
    if all(outcome.isdigit() for outcome in found):
        mean = sum((int(outcome) * chance for outcome, chance in found.items()), Fraction(0))
        console.print(f"  on average {float(mean):.2f}", markup=False)


def _is_chance(value: object) -> bool:
    if not isinstance(value, str):
        return False
    top, slash, bottom = value.partition("/")
    return bool(slash) and top.isdigit() and bottom.isdigit()


def _words(name: str) -> str:
    return name.replace("_", " ")


odds = CombatCommand("odds", judge)
