"""``sandtable simulate``: many games between bots, and what came of them."""

from __future__ import annotations

import click
from rich.table import Table

from sandtable import catalog
from sandtable.lab.simulate import Simulation
from sandtable.lab.simulate import simulate as run_simulation

from ..choices import chosen_bots, chosen_setup, seat_option, switch_option
from ..output import console, json_option, print_found, progress_bar
from .places import Place, place_options

MOST_PLACES = 12


@click.command()
@click.argument("scenario")
@click.option("--games", type=click.IntRange(min=1), default=10, show_default=True, help="How many games.")
@click.option(
    "--seed", type=int, default=0, show_default=True, help="The first game's seed; each next game adds one."
)
@seat_option
@switch_option
@place_options
@json_option
def simulate(
    scenario: str,
    games: int,
    seed: int,
    seats: tuple[str, ...],
    switches: tuple[str, ...],
    place: Place,
    *,
    as_json: bool,
) -> None:
    """Play games of SCENARIO between bots: results, losses by turn, and when the cities fell."""
    book = catalog.rulebook_of(scenario)
    bots = chosen_bots(book, scenario, seats)
    setup = chosen_setup(book, scenario, switches)
    with progress_bar(games) as (bar, task):

        def shown(so_far: Simulation) -> None:
            won = ", ".join(f"{who} {n}" for (who, _), n in so_far.results.most_common(3))
            bar.update(task, completed=so_far.games, description=f"{so_far.games} of {games} games: {won}")

        found = run_simulation(
            book, setup, bots, games=games, seed=seed, on=place.for_games(), progress=shown
        )
    print_found(found, _show, as_json=as_json)


def _show(found: Simulation) -> None:
    document = found.as_json()
    who = ", ".join(f"{seat} {bot}" for seat, bot in found.bots.items())
    console.print(
        f"{found.games} games of {found.scenario} ({who}), {document['answers_per_game']:.0f} answers each",
        markup=False,
    )
    results = Table("winner", "level", "games", box=None, header_style="bold")
    for row in document["results"]:
        results.add_row(row["winner"], row["level"], str(row["games"]))
    console.print(results)
    for winner, share in document["winners"].items():
        console.print(
            f"{winner} wins {share['share']:.0%} (95% interval {share['low']:.0%} to {share['high']:.0%})",
            markup=False,
        )
    if found.losses:
        sides = sorted(found.losses)
        losses = Table("turn", *(f"{side} loses" for side in sides), box=None, header_style="bold")
        for turn in sorted(found.turns):
            losses.add_row(str(turn), *(f"{found.mean_losses(side)[turn]:.1f}" for side in sides))
        console.print(losses)
    if found.captured:
        fallen = Table("place", "fell in", "first turn", "median turn", box=None, header_style="bold")
        for place, row in list(document["captured"].items())[:MOST_PLACES]:
            fallen.add_row(place, f"{row['games']} games", str(row["first"]), str(row["median"]))
        console.print(fallen)
