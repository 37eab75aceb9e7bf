"""``sandtable sheets``: paper for an evening at the table, a PDF for each command and one for Control."""

from __future__ import annotations

from pathlib import Path

import click

from sandtable import catalog
from sandtable.kernel import Sheets

from ..output import Unwritable, say, write_file


@click.command()
@click.argument("scenario")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), required=True, help="The folder for the files."
)
@click.option("--seat", multiple=True, help="Only for this command, or 'control'; repeat it.")
def sheets(scenario: str, output: Path, seat: tuple[str, ...]) -> None:
    """Print the sheets of SCENARIO as PDF: briefing, sequence, tables and order forms of each command, and Control's."""
    # The library that sets pages is loaded only by whoever prints.
    from sandtable.drawing.papers import controls_sheet, players_sheet

    book = catalog.rulebook_of(scenario)
    if not any(issubclass(step, Sheets) for step in book.steps.values()):
        raise click.UsageError(f"{book.title} is played without order sheets")
    found = book.scenario(scenario)
    known = (*found.seats, "control")
    if unknown := [name for name in seat if name not in known]:
        raise click.UsageError(f"{scenario} has no seat {unknown[0]!r}; there are {', '.join(known)}")
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as why:
        raise Unwritable(f"{output} is no folder for files: {why.strerror}") from None
    for name in seat or known:
        file = output / f"{scenario}-{name}.pdf"
        write_file(
            file, controls_sheet(book, found) if name == "control" else players_sheet(book, found, name)
        )
        say(str(file))
