"""Where games are played and kept, as a user says it: the options that all commands of the laboratory share."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, Final, NamedTuple

import click

from sandtable.lab.executors import BadExecutor, Executor, InProcess, Processes
from sandtable.lab.match_table import MatchRows
from sandtable.lab.ray_cluster import RayCluster
from sandtable.lab.store import Kept, Rows

PROCESSES: Final = "processes"
RAY: Final = "ray"
_OPTIONS: Final = (
    click.option(
        "--workers",
        type=click.IntRange(min=1),
        help="How many games are played at once. [default: 1; on ray all that there is room for]",
    ),
    click.option(
        "--on",
        type=click.Choice((PROCESSES, RAY)),
        default=PROCESSES,
        show_default=True,
        help="Processes of this machine, or Ray: a local one, or a cluster.",
    ),
    click.option(
        "--address", metavar="WHERE", help="With --on ray: the cluster, e.g. auto or ray://head:10001."
    ),
    click.option("--ray", metavar="WHERE", help="The same as --on ray --address WHERE."),
    click.option(
        "--out",
        type=click.Path(file_okay=False, path_type=Path),
        metavar="DIR",
        help="Keep finished games there, as Parquet; those that are there are not played again.",
    ),
)


class Place(NamedTuple):
    """Where the games of one command are played, and the folder in which they are kept."""

    workers: int | None
    on: str
    address: str | None
    out: Path | None

    def for_games(self) -> Executor:
        """Who plays games between bots."""
        return self.keeping(MatchRows())

    def keeping(self, rows: Rows[Any, Any]) -> Executor:
        """Who does jobs whose results are kept as *rows*."""
        return Kept(self._executor(), self.out, rows) if self.out is not None else self._executor()

    def _executor(self) -> Executor:
        if self.on == RAY:
            return RayCluster(workers=self.workers, address=self.address)
        if self.address is not None:
            raise BadExecutor(
                f"--address {self.address!r} is that of a Ray cluster; games are played there with --on {RAY}"
            )
        return InProcess() if self.workers is None or self.workers == 1 else Processes(self.workers)


def place_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give *command* the options, and hand them to it as its ``place``."""

    @wraps(command)
    def placed(
        *given: Any,
        workers: int | None,
        on: str,
        address: str | None,
        ray: str | None,
        out: Path | None,
        **others: Any,
    ) -> Any:
        if ray is not None:
            if address not in (None, ray):
                raise BadExecutor(f"--ray {ray!r} and --address {address!r} are different clusters")
            on, address = RAY, ray
        return command(*given, place=Place(workers, on, address, out), **others)

    for option in reversed(_OPTIONS):
        placed = option(placed)
    return placed
