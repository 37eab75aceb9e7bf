"""A board as a picture: ``python -m sandtable.drawing agn -o agn.png``."""

from __future__ import annotations

from pathlib import Path

import click

from sandtable import boards
from sandtable.kernel.refusals import SandtableError

from .board_map import draw_board
from .sheet.png import to_png
from .sheet.theme import THEMES


@click.command()
@click.argument("name")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    help="A .png or .svg file.",
)
@click.option("--theme", type=click.Choice(sorted(THEMES)), default="light", show_default=True)
@click.option("--width", type=click.IntRange(200, 12_000), default=None, help="Width in pixels.")
def main(name: str, output: Path, theme: str, width: int | None) -> None:
    """Draw the compiled board NAME."""
    try:
        svg = draw_board(boards.load(name), boards.outline(name), theme=THEMES[theme], width_px=width)
    except SandtableError as why:
        raise click.ClickException(str(why)) from None
    if output.suffix == ".svg":
        output.write_text(svg, encoding="utf-8")
    else:
        output.write_bytes(to_png(svg))
    click.echo(f"{output} drawn")


if __name__ == "__main__":
    main()
