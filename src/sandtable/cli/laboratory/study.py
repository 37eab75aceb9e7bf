"""``sandtable study``: what is printed is varied by a plan, and many games tell what it changes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from sandtable.lab.study.design import points
from sandtable.lab.study.findings import Findings
from sandtable.lab.study.findings import study as run_study
from sandtable.lab.study.plan import examples, find_plan
from sandtable.lab.study.telling import effects_grid, places_grid, points_grid, told

from ..output import json_option, print_found, print_table, progress_bar, read_file, say
from .places import Place, place_options


@click.command()
@click.argument("name", metavar="NAME|FILE.toml", required=False)
@click.option(
    "--games", type=click.IntRange(min=1), help="Games at each point; the plan says how many otherwise."
)
@click.option("--seed", type=int, help="The first seed of every point; the plan says which otherwise.")
@click.option(
    "--report",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write the report there, as Markdown with plots and as HTML.",
)
@place_options
@json_option
def study(
    name: str | None, games: int | None, seed: int | None, report: Path | None, place: Place, *, as_json: bool
) -> None:
    """Vary ratings, tables, set-ups or options by a plan: wins, losses and dates at every point, and what changes them.

    Without a name: the studies that come with Sandtable.
    """
    if name is None:
        for known in examples():
            say(f"{known}  {find_plan(known, read_file).title}")
        return
    given: dict[str, Any] = {"games": games, "seed": seed}
    plan = find_plan(name, read_file).model_copy(update={k: v for k, v in given.items() if v is not None})
    total = plan.games * len(points(plan))
    with progress_bar(total, quiet=as_json) as (bar, task):

        def shown(done: int, of: int) -> None:
            bar.update(task, completed=done, description=f"{done} of {of} games")

        found = run_study(plan, on=place.for_games(), progress=shown)
    print_found(found, _show, as_json=as_json)
    if report is not None:
        stem = Path(name).stem
        pages = told(found, stem).write(report, stem)
        click.echo(f"written: {', '.join(str(page) for page in pages)}", err=True)


def _show(found: Findings) -> None:
    say(f"{found.plan.title}: {found.plan.games} games of {found.plan.scenario} at each point")
    for grid in (points_grid(found), places_grid(found), effects_grid(found)):
        if grid.rows:
            print_table(*grid)
