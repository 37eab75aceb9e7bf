"""``sandtable arena``: bots against each other, sides swapped, with ratings; without a scenario, the league of all of them."""

from __future__ import annotations

from pathlib import Path

import click
from rich.table import Table

from sandtable import catalog
from sandtable.bots import bot_names
from sandtable.lab.arena import Arena, check_entrants
from sandtable.lab.arena import arena as run_arena
from sandtable.lab.league import League, divisions, league, most_games
from sandtable.lab.sprt import parse_test
from sandtable.lab.strength import pairs_grid, standings_grid, told

from ..choices import BadChoice, chosen_setup, switch_option
from ..output import console, json_option, print_found, print_table, progress_bar, say
from .places import Place, place_options


@click.command()
@click.argument("scenarios", metavar="[SCENARIO]...", nargs=-1)
@click.option("--bots", metavar="A,B,...", default="", help="The bots, separated by commas.  [default: all]")
@click.option(
    "--games",
    type=click.IntRange(min=1),
    default=5,
    show_default=True,
    help="Games of each pair in each seat; with --sprt at most so many.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="The seed of the first games.")
@click.option(
    "--sprt",
    metavar="ELO0,ELO1",
    is_flag=False,
    flag_value="0,50",
    help="Play two bots only until it is clear whether the first is stronger by ELO1 points rather than by ELO0; 0,50 if "
    "nothing is said.",
)
@click.option(
    "--report",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write the league there, as Markdown with plots and as HTML.",
)
@switch_option
@place_options
@json_option
def arena(
    scenarios: tuple[str, ...],
    bots: str,
    games: int,
    seed: int,
    sprt: str | None,
    report: Path | None,
    switches: tuple[str, ...],
    place: Place,
    *,
    as_json: bool,
) -> None:
    """Let BOTS play SCENARIO against each other in both seats: scores with intervals, and ratings.

    Of several scenarios, or without any of all that there are, with a test or with a report, it is a league: each bot also
    meets itself, and is rated by scenario and by side.
    """
    names = [name.strip() for name in bots.split(",") if name.strip()]
    if len(scenarios) == 1 and sprt is None and report is None:
        _one_scenario(scenarios[0], names, games, seed, switches, place, as_json=as_json)
        return
    if switches:
        raise BadChoice(
            f"--option {switches[0]!r} belongs to one scenario; a league plays all as they are set"
        )
    test = None if sprt is None else parse_test(sprt)
    entered = divisions(scenarios, names)
    total = most_games(entered, games)
    with progress_bar(total, quiet=as_json) as (bar, task):

        def shown(done: int) -> None:
            bar.update(task, completed=done, description=f"{done} of {total} games")

        found = league(entered, games=games, seed=seed, test=test, on=place.for_games(), progress=shown)
    print_found(found, _show_league, as_json=as_json)
    if report is not None:
        given = [f"--bots {bots}"] if bots else []
        given += [f"--games {games}", f"--seed {seed}", *([] if sprt is None else [f"--sprt {sprt}"])]
        command = " ".join(("sandtable arena", *scenarios, *given, "--report DIR"))
        pages = told(found, command).write(report, "strength")
        click.echo(f"written: {', '.join(str(page) for page in pages)}", err=True)


def _one_scenario(
    scenario: str,
    names: list[str],
    games: int,
    seed: int,
    switches: tuple[str, ...],
    place: Place,
    *,
    as_json: bool,
) -> None:
    book = catalog.rulebook_of(scenario)
    setup = chosen_setup(book, scenario, switches)
    names = names or list(bot_names(book))
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


def _show_league(found: League) -> None:
    for division in found.divisions:
        table = division.arena(found.seed, found.test)
        say(f"{division.scenario}, {table.games} games")
        for grid in (standings_grid(table), pairs_grid(table, found, division)):
            print_table(*grid)
