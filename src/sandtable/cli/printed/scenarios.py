"""``sandtable scenarios``: what can be played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import click
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from sandtable import catalog

from ..output import console, json_option, print_json

_UNLIMITED: Final = 10_000


@click.command()
@json_option
def scenarios(*, as_json: bool) -> None:
    """List every scenario with its rulebook, seats and options."""
    found = [catalog.described(s, book) for book in catalog.playable() for s in book.scenarios]
    if as_json:
        print_json(found)
        return
    shown = _table(found)
    if Measurement.get(console, console.options.update(width=_UNLIMITED), shown).maximum <= console.width:
        console.print(shown)
        return
    for entry in found:
        seats = ", ".join(entry["seats"])
        console.print(f"[bold]{entry['scenario']}[/]  {entry['title']} ({entry['rulebook']}; {seats})")
        console.print(Padding(Text("; ".join(_options(entry))), (0, 0, 0, 4)))


def _table(found: Sequence[Mapping[str, Any]]) -> Table:
    shown = Table("scenario", "title", "rulebook", "seats", "options", box=None, header_style="bold")
    for entry in found:
        cells = [entry["scenario"], entry["title"], entry["rulebook"], ", ".join(entry["seats"])]
        shown.add_row(*cells, "\n".join(_options(entry)))
    return shown


def _options(entry: Mapping[str, Any]) -> list[str]:
    return [f"{o['name']} = {' | '.join(str(v) for v in o['values'])}" for o in entry["options"]]
