"""``sandtable odds``: every way a described combat can go, with exact probabilities."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from rich.bar import Bar
from rich.markup import escape
from rich.table import Table as Shown

from sandtable.judging.chances import Chances, distributions, in_words, single_chances
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
        console.print(f"  {in_words(name)}: {what}", markup=False)


def _show_chances(chances: Mapping[str, Any]) -> None:
    """Every distribution, then every single chance; those of a combat within a round under its name."""
    for found in distributions(chances):
        if list(found.outcomes) == ["yes"]:
            _show_single(found)
        else:
            _show_distribution(found)
    for found in single_chances(chances):
        _show_single(found)


def _show_single(chance: Chances) -> None:
    value = chance.outcomes["yes"]
    console.print(f"{chance.title}: {float(Fraction(value)):.2%} ({value})", markup=False)


def _show_distribution(chances: Chances) -> None:
    """A bar for each outcome, the likeliest filling the width."""
    found = {outcome: Fraction(chance) for outcome, chance in chances.outcomes.items()}
    widest = max(found.values())
    shown = Shown(
        title=escape(chances.title), title_justify="left", box=None, show_header=False, padding=(0, 2, 0, 0)
    )
    for number, (outcome, chance) in enumerate(found.items()):
        named = outcome if outcome in COLOURS else COLOURS[number % len(COLOURS)]
        colour = "cyan" if outcome.isdigit() else named
        bar = Bar(float(widest), 0, float(chance), width=WIDTH, color=colour)
        shown.add_row(escape(outcome), bar, f"{float(chance):7.2%}")
    console.print(shown)
    if (mean := chances.mean) is not None:
        console.print(f"  on average {float(mean):.2f}", markup=False)


odds = CombatCommand("odds", judge)
