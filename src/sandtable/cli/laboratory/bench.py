"""``sandtable bench``: how fast the kernel is, as ratios against another way, measured in the same run."""

from __future__ import annotations

import click

from sandtable.lab.bench.suite import run, table

from ..output import console, json_option, print_json


@click.command()
@click.option(
    "--seconds",
    type=click.FloatRange(min=0.1),
    default=6.0,
    show_default=True,
    help="Time for the whole run.",
)
@json_option
def bench(seconds: float, *, as_json: bool) -> None:
    """Measure floods, movement, copies, loading, odds and random games on the Army Group North board."""
    report = run(seconds=seconds)
    if as_json:
        print_json(report.as_json())
    else:
        console.print(table(report))
