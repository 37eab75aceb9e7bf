"""``sandtable rules``: the paragraph matrix, or one paragraph with its code, tests and rulings."""

from __future__ import annotations

import click
from rich.table import Table

from sandtable import catalog
from sandtable.traceability import Trace, matrix

from ..output import console, json_option, print_found, print_json, say


@click.command()
@click.argument("rulebook")
@click.argument("paragraph", required=False)
@json_option
def rules(rulebook: str, paragraph: str | None, *, as_json: bool) -> None:
    """Show each PARAGRAPH of RULEBOOK: what it says in our words, its status, code, tests and rulings."""
    book = catalog.rulebook(rulebook)
    if paragraph is not None:
        number = book.paragraphs[paragraph].number
        trace = next(t for t in matrix(book) if t.number == number)
        print_found(trace, _show, as_json=as_json)
        return
    traces = matrix(book)
    if as_json:
        print_json([t.as_json() for t in traces])
        return
    shown = Table("paragraph", "title", "status", "code", "tests", "rulings", box=None, header_style="bold")
    for t in traces:
        shown.add_row(t.number, t.title, t.status, str(len(t.code)), str(len(t.tests)), ", ".join(t.rulings))
    console.print(shown)
    done = sum(1 for t in traces if t.status == "done")
    console.print(
        f"{done} of {len(traces)} paragraphs done, behaviour version {book.behaviour}", markup=False
    )


def _show(trace: Trace) -> None:
    console.print(f"[bold]{trace.number}  {trace.title}[/]  ({trace.status})")
    for line in filter(None, (trace.text, trace.reason)):
        console.print(line, markup=False)
    for what, places in (("code", trace.code), ("tests", trace.tests), ("rulings", trace.rulings)):
        for place in places:
            say(f"  {what:8}{place}")
