"""``sandtable table``: print a table with its provenance, or one cell."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from rich.markup import escape
from rich.table import Table as Shown

from sandtable import catalog
from sandtable.kernel.printed.axes import Axis
from sandtable.kernel.printed.tables import Table, Tables

from ..output import console, json_option, print_json, tables_option
from ..terminal.sheet import Sheet, breadth, drawn


@click.command()
@click.argument("rulebook")
@click.argument("name", metavar="[TABLE]", required=False)
@click.option("--row", help="A row as printed, or a number inside its band.")
@click.option("--column", help="A column as printed, or a number inside its band.")
@tables_option
@json_option
def table(
    rulebook: str,
    name: str | None,
    row: str | None,
    column: str | None,
    tables_dir: Path | None,
    *,
    as_json: bool,
) -> None:
    """Print the tables of RULEBOOK, one TABLE with its provenance, or one cell of it.

    A cell is found by --row and --column; where the table has only one of either, that need not be said.
    """
    book = catalog.rulebook(rulebook)
    tables = book.tables
    if tables_dir is not None:
        tables = tables.with_replacements(catalog.user_tables(book, tables_dir))
    if name is None:
        if row is not None or column is not None:
            raise click.UsageError("--row and --column need the name of a table")
        _list(tables, as_json=as_json)
    elif row is not None or column is not None:
        found = tables[name]
        _cell(
            found, _only(found.rows, row, "--row"), _only(found.columns, column, "--column"), as_json=as_json
        )
    elif as_json:
        print_json({**tables[name].document, "replaced": name in tables.replaced})
    else:
        _show(tables[name], replaced=name in tables.replaced)


def _only(axis: Axis, key: str | None, option: str) -> str:
    """*key*; where none is given, the one label that the axis has."""
    if key is not None:
        return key
    if len(axis.labels) > 1:
        raise click.UsageError(f"one cell needs {option} too: {', '.join(axis.labels)}")
    return axis.labels[0]


def _list(tables: Tables, *, as_json: bool) -> None:
    if as_json:
        print_json([_head(t) for t in tables])
        return
    shown = Shown("table", "title", "paragraph", "provenance", box=None, header_style="bold")
    for t in tables:
        shown.add_row(t.name, t.title, t.paragraph, t.provenance)
    console.print(shown)
    for source in dict.fromkeys(t.source for t in tables):
        console.print(f"source: {source}", markup=False)


def _cell(found: Table, row: str, column: str, *, as_json: bool) -> None:
    row, column = _named(found.rows, row), _named(found.columns, column)
    value = found.look_up(row=row, column=column)
    provenance = found.provenance_of(row=row, column=column)
    if as_json:
        print_json({"value": value, "provenance": provenance})
    else:
        console.print(
            f"[bold]{escape(str(value))}[/]  ({provenance}, {found.name} [{found.paragraph}])".replace(
                "[[", "\\[["
            )
        )


def _head(found: Table) -> dict[str, Any]:
    return {
        "name": found.name,
        "title": found.title,
        "paragraph": found.paragraph,
        "provenance": found.provenance,
        "source": found.source,
    }


def _show(found: Table, *, replaced: bool) -> None:
    # Where the terminal is narrow, rows and columns change places if that helps.
    upright, lying = _sheet(found), _sheet(found, turned=True)
    width = breadth(upright.wanted(), padding=1)
    turned = width > console.width and breadth(lying.wanted(), padding=1) < width
    for shown in drawn(found.title, lying if turned else upright, console.width):
        console.print(shown)
    console.print(f"paragraph {found.paragraph}; {found.provenance}; {found.source}", markup=False)
    if found.document.get("cell_provenance"):
        others = sorted(set(found.document["cell_provenance"].values()))
        console.print(f"* {', '.join(others)}", markup=False)
    if found.note:
        console.print(found.note, markup=False)
    if replaced:
        console.print("This is your own table in place of ours.", markup=False)


def _sheet(found: Table, *, turned: bool = False) -> Sheet:
    """The table in words, or with its rows as columns."""
    across, down = (found.rows, found.columns) if turned else (found.columns, found.rows)
    heads = [_words(head) for head in (f"{down.name} / {across.name}", *across.labels)]
    rows = []
    for label in down.labels:
        pairs = [(other, label) if turned else (label, other) for other in across.labels]
        rows.append([_words(label), *(_marked(found, *pair) for pair in pairs)])
    return Sheet(heads, rows)


def _marked(found: Table, row: str, column: str) -> str:
    """A cell in words, with a star where its provenance is not the table's."""
    differs = found.provenance_of(row=row, column=column) != found.provenance
    return _words(f"{found.look_up(row=row, column=column)}{'*' if differs else ''}")


def _words(text: str) -> str:
    """Names as words, which may wrap."""
    return text.replace("_", " ")


def _named(axis: Axis, key: str) -> str:
    """*key* as the axis knows it; what is shown with spaces may be typed with them."""
    joined = key.strip().replace(" ", "_")
    return joined if joined in axis.labels else key
