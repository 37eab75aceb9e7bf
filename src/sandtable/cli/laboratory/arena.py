"""``sandtable arena``: bots against each other, sides swapped, with ratings."""

from __future__ import annotations

import click
from rich.table import Table

from sandtable import catalog
from sandtable.lab.arena import Arena, check_entrants
from sandtable.lab.arena import arena as run_arena

from ..choices import chosen_setup, switch_option
from ..output import console, json_option, print_found, progress_bar
from .places import Place, place_options


@click.command()
@click.argument("scenario")
@click.option("--bots", required=True, metavar="A,B,...", help="The bots, separated by commas.")
@click.option(
    "--games",
    type=click.IntRange(min=1),
    default=5,
    show_default=True,
    help="Games of each pair in each seat.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="The seed of the first games.")
@switch_option
@place_options
@json_option
def arena(
    scenario: str, bots: str, games: int, seed: int, switches: tuple[str, ...], place: Place, *, as_json: bool
) -> None:
    """Let BOTS play SCENARIO against each other in both seats: scores with intervals, and ratings."""
    book = catalog.rulebook_of(scenario)
    setup = chosen_setup(book, scenario, switches)
    names = [name.strip() for name in bots.split(",") if name.strip()]
    check_entrants(book, setup, names)
    total = games * len(names) * (len(names) - 1)
    with progress_bar(total) as (bar, task):

        def shown(so_far: Arena) -> None:
            bar.update(task, completed=so_far.games, description=f"{so_far.games} of {total} games")

        found = run_arena(book, setup, names, games=games, seed=seed, on=place.for_games(), progress=shown)
    print_found(found, _show, as_json=as_json)


def _show(found: Arena) -> None:
    document = found.as_json()
    table = Table("bot", "rating", "95% interval", "score", "95% interval", box=None, header_style="bold")
    for seat in found.seats:
        table.add_column(f"as {seat}")
    for row in document["bots"]:
        score = row["score"]
        table.add_row(
            row["bot"],
            f"{row['rating']:.0f}",
            f"{row['low']:.0f} to {row['high']:.0f}",
            f"{score['share']:.0%}",
            f"{score['low']:.0%} to {score['high']:.0%}",
            *(f"{row['seats'][seat]['share']:.0%}" for seat in found.seats),
        )
    console.print(table)
    console.print(f"{found.games} games of {found.scenario}", markup=False)
