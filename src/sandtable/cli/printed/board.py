"""``sandtable board``: draw a map, with the set-up where a scenario has one."""

from __future__ import annotations

from pathlib import Path

import click

from sandtable import boards, catalog, new
from sandtable.drawing import DARK, LIGHT, Counter, Theme, counters_of, draw_board, to_png
from sandtable.kernel.book.rulebook import UnknownName
from sandtable.kernel.map.board import Board

from ..output import Unwritable, console, progress_bar, write_file

_SUFFIXES = (".svg", ".png")


@click.command()
@click.argument("scenario", required=False)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    required=True,
    help="FILE.svg or FILE.png, or a folder with --all.",
)
@click.option("--all", "every", is_flag=True, help="Draw every board into the folder OUTPUT, as SVG and PNG.")
@click.option(
    "--theme",
    type=click.Choice(["light", "dark"]),
    default="light",
    show_default=True,
    help="Colours for paper or for a dark screen.",
)
@click.option("--width", type=click.IntRange(200, 20_000), help="Width in pixels.")
@click.option("--numbers/--no-numbers", default=True, help="Print hex numbers.", show_default=True)
@click.option(
    "--units/--no-units", default=True, help="Put the scenario's set-up on the map.", show_default=True
)
def board(
    scenario: str | None,
    output: Path,
    theme: str,
    width: int | None,
    *,
    every: bool,
    numbers: bool,
    units: bool,
) -> None:
    """Draw the map of SCENARIO (or of a board by its own name) with its set-up."""
    colours = DARK if theme == "dark" else LIGHT
    if every:
        _draw_all(output, colours, width)
        return
    if scenario is None:
        raise click.UsageError("name a scenario or a board, or say --all")
    if output.suffix not in _SUFFIXES:
        raise Unwritable(f"{output} should end in .svg or .png")
    found, counters = find_board(scenario)
    _draw(found, output, colours, width, numbers=numbers, counters=counters if units else [])
    console.print(f"{output}", markup=False)


def find_board(name: str) -> tuple[Board, list[Counter]]:
    """The board of the scenario *name* with its set-up, or the bare compiled board of that name."""
    for book in catalog.playable():
        if any(s.name == name for s in book.scenarios):
            game = new(name)
            found = book.board(game.state.setup)
            seen = game.view("spectator")["position"].get("counters", [])
            return found, counters_of(found, seen, book.livery, book.appearance)
    if name in boards.names():
        return boards.load(name), []
    known = [s.name for book in catalog.rulebooks() for s in book.scenarios]
    raise UnknownName(
        f"there is no scenario or board {name!r}; scenarios: {', '.join(known)}; boards: {', '.join(boards.names())}"
    )


def _draw(
    found: Board, file: Path, theme: Theme, width: int | None, *, numbers: bool, counters: list[Counter]
) -> None:
    outline = boards.outline(found.name) if found.name in boards.names() else None
    svg = draw_board(found, outline, theme=theme, width_px=width, show_numbers=numbers, counters=counters)
    write_file(file, svg if file.suffix == ".svg" else to_png(svg, width=width))


def _draw_all(folder: Path, theme: Theme, width: int | None) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as why:
        raise Unwritable(f"{folder} cannot be made: {why.strerror}") from None
    names = boards.names()
    with progress_bar(len(names) * len(_SUFFIXES)) as (bar, task):
        for name in names:
            for suffix in _SUFFIXES:
                bar.update(task, description=f"drawing {name}{suffix}")
                _draw(boards.load(name), folder / f"{name}{suffix}", theme, width, numbers=True, counters=[])
                bar.advance(task)
    console.print(f"{len(names)} boards drawn in {folder}: {', '.join(names)}", markup=False)
