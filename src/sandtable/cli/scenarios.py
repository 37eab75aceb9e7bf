"""``sandtable scenarios``: what can be played."""

from __future__ import annotations

from typing import Any

import click
from rich.table import Table

from sandtable import catalog

from .output import console, json_option, print_json


@click.command()
@json_option
def scenarios(*, as_json: bool) -> None:
    """List every scenario with its rulebook, seats and options."""
    found = [_document(book, scenario) for book in catalog.rulebooks() for scenario in book.scenarios]
    if as_json:
        print_json(found)
        return
    shown = Table(box=None, header_style="bold")
    shown.add_column("scenario", no_wrap=True)
    for name in ("title", "rulebook", "seats", "options"):
        shown.add_column(name, overflow="fold")
    for entry in found:
        options = "\n".join(
            f"{o['name']} = {' | '.join(str(v) for v in o['values'])}" for o in entry["options"]
        )
        shown.add_row(
            entry["scenario"], entry["title"], entry["rulebook"], ", ".join(entry["seats"]), options
        )
    console.print(shown)


def _document(book: Any, scenario: Any) -> dict[str, Any]:
    return {
        "scenario": scenario.name,
        "title": scenario.title,
        "summary": scenario.summary,
        "rulebook": book.name,
        "behaviour": book.behaviour,
        "board": book.board(book.setup(scenario.name)).name,
        "seats": list(scenario.seats),
        "options": [
            {"name": s.name, "values": list(s.values), "text": s.text, "rule": s.rule}
            for s in scenario.switches
        ],
    }
