"""``sandtable bench``: how fast the kernel is, as ratios against another way, measured in the same run."""

from __future__ import annotations

import click

from sandtable import catalog
from sandtable.lab.bench import yardsticks
from sandtable.lab.bench.suite import run, table

from ..output import console, json_option, print_json


@click.command()
@click.option(
    "--seconds",
    type=click.FloatRange(min=0.1),
    default=6.0,
    show_default=True,
    help="Time for the whole run; with --games, for each bot and scenario.",
)
@click.option("--games", is_flag=True, help="Measure what games of every scenario cost instead.")
@click.option("--scenario", "scenarios", multiple=True, help="With --games, only this one; may be repeated.")
@json_option
def bench(seconds: float, scenarios: tuple[str, ...], *, games: bool, as_json: bool) -> None:
    """Measure floods, movement, copies, loading, odds and random games on the Army Group North board.

    With --games: rollouts a second by activation, player-turn and game, a bot's turn, games an hour, what a million games
    would cost, and random decisions against moves of python-chess, for every scenario that can be played.
    """
    if games:
        if unknown := set(scenarios) - {s.name for book in catalog.playable() for s in book.scenarios}:
            raise click.UsageError(f"there is no scenario {sorted(unknown)[0]!r} that can be played")
        found = yardsticks.yardsticks(scenarios, seconds=seconds)
        if as_json:
            print_json([one.as_json() for one in found])
        else:
            console.print(*yardsticks.tables(found))
        return
    report = run(seconds=seconds)
    if as_json:
        print_json(report.as_json())
    else:
        console.print(table(report))
