"""``sandtable resolve``: one described combat, adjudicated with given or rolled dice."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from typing import Any

from rich.markup import escape
from rich.table import Table as Shown

from sandtable.judging.description import parse_rolls
from sandtable.kernel.book.adjudicator import Adjudicator
from sandtable.kernel.chance.dice import SeededDice
from sandtable.kernel.printed.tables import Tables

from ..output import console, print_json
from .combat import CombatCommand, dice_option


def judge(
    adjudicator: Adjudicator, given: Mapping[str, Any], tables: Tables, *, as_json: bool, dice: str
) -> None:
    """Adjudicate one combat with the dice given; what is not given is rolled."""
    source = SeededDice(secrets.randbits(64))
    outcome = adjudicator.resolve(given, tables, parse_rolls(dice), source)
    if as_json:
        print_json(outcome)
        return
    show_reckoning(outcome.get("reckoning", ()))
    *steps, result = adjudicator.tell(outcome)
    for sentence in steps:
        console.print(sentence, markup=False)
    console.print(f"[bold]{escape(result)}[/]")


def show_reckoning(lines: Iterable[Mapping[str, Any]]) -> None:
    """Every number with its reason and its paragraph, in groups."""
    shown = Shown(box=None, show_header=False, padding=(0, 2, 0, 0))
    shown.add_column(justify="right")
    shown.add_column()
    shown.add_column(style="dim")
    group = None
    for line in lines:
        if line.get("of") != group:
            group = line.get("of")
            shown.add_row("", f"[bold]{escape(str(group))}[/]", "")
        sign = line.get("sign", "")
        value = line["value"]
        number = f"{value:+d}" if isinstance(value, int) and not sign else f"{sign} {value}".strip()
        shown.add_row(number, escape(str(line["what"])), escape(f"[{line['rule']}]"))
    if shown.row_count:
        console.print(shown)


resolve = CombatCommand("resolve", judge, dice_option)
