"""``sandtable fuzz``: random games that look for crashes, dead ends, endless games and broken promises."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from sandtable import catalog
from sandtable.kernel.game.codec import dumps
from sandtable.testing.fuzzing import FuzzReport
from sandtable.testing.fuzzing import fuzz as run_fuzz

from ..output import console, json_option, print_found, progress_bar, write_file


@click.command()
@click.argument("scenario")
@click.option(
    "--seconds", type=click.FloatRange(min=0.1), default=10.0, show_default=True, help="How long to play."
)
@click.option(
    "--seed", type=int, default=0, show_default=True, help="The first game's seed; each next game adds one."
)
@click.option("--games", type=click.IntRange(min=1), help="Stop after so many games.")
@json_option
def fuzz(scenario: str, seconds: float, seed: int, games: int | None, *, as_json: bool) -> None:
    """Play random games of SCENARIO and hold every position to the rulebook's promises; exit code 1 if one breaks."""
    book = catalog.rulebook_of(scenario)
    setup = book.setup(scenario)
    with progress_bar(seconds, quiet=as_json) as (bar, task):

        def shown(report: FuzzReport) -> None:
            bar.update(
                task, completed=report.seconds, description=f"{report.games} games, {report.answers} answers"
            )

        report = run_fuzz(book, setup, seconds=seconds, seed=seed, games=games, progress=shown)
    print_found(report, _show, as_json=as_json)
    for finding in report.findings:
        file = Path(f"fuzz-{scenario}-{finding.seed}.json")
        write_file(file, dumps(finding.record))
        click.echo(
            f"sandtable: game {finding.seed}, answer {finding.answers}: {finding.what} (record in {file})",
            err=True,
        )
    if report.findings:
        sys.exit(1)


def _show(report: FuzzReport) -> None:
    rate = report.answers / report.seconds if report.seconds else 0.0
    console.print(
        f"{report.games} games of {report.scenario}, {report.answers} answers ({report.rolls} rolls), "
        f"longest game {report.longest}, {rate:.0f} answers a second with all checks",
        markup=False,
    )
    for result, count in sorted(report.results.items(), key=lambda item: -item[1]):
        console.print(f"  {count:6}  {result}", markup=False)
    console.print(
        "nothing broke" if not report.findings else f"{len(report.findings)} findings", markup=False
    )
