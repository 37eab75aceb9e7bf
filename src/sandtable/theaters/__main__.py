"""Recompiles the boards: ``python -m sandtable.theaters [--atlas DIR] [--check] [BOARD ...]``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from sandtable import boards
from sandtable.kernel.refusals import SandtableError

from .corridor.compiler import compile_corridor
from .cutting import CompiledBoard, Workshop
from .specs import EASTERN, SPECS

TARGET: Final = Path(boards.__file__).parent
CORRIDOR: Final = "corridor"
DEFAULT_ATLAS: Final = Path(".cache") / "world-atlas"


class StaleBoard(SandtableError):
    """A checked-in board that is not what its geography compiles to."""


def compilers(atlas: Path) -> dict[str, Callable[[], CompiledBoard]]:
    """How each board is made, by name."""
    workshop = Workshop(atlas)

    def eastern(name: str) -> Callable[[], CompiledBoard]:
        return lambda: workshop.board(name)

    made = {name: eastern(name) for name in EASTERN}
    made[CORRIDOR] = lambda: compile_corridor(SPECS / f"{CORRIDOR}.toml")
    return made


def check_against(folder: Path, compiled: CompiledBoard) -> None:
    """Complain if *folder* holds other texts than those just compiled."""
    name = compiled.board.name
    for suffix, text in ((".board", compiled.text), (".outline", compiled.outline)):
        path = folder / f"{name}{suffix}"
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            raise StaleBoard(f"{path.name} is not what the geography compiles to; run 'make boards'")


def write_into(folder: Path, compiled: CompiledBoard) -> None:
    """Write the texts of a board."""
    for suffix, text in ((".board", compiled.text), (".outline", compiled.outline)):
        (folder / f"{compiled.board.name}{suffix}").write_text(text, encoding="utf-8", newline="\n")


@click.command()
@click.option(
    "--atlas",
    type=click.Path(path_type=Path),
    default=DEFAULT_ATLAS,
    help="Folder with the coast (land-50m.json); 'make atlas' fetches it.",
)
@click.option("--check", is_flag=True, help="Write nothing; fail if a checked-in board is stale.")
@click.argument("names", metavar="[BOARD]...", nargs=-1)
def main(atlas: Path, check: bool, names: tuple[str, ...]) -> None:
    """Compile all boards, or those named, from the geography."""
    known = compilers(atlas)
    try:
        for name in names:
            if name not in known:
                raise boards.UnknownBoard(
                    f"no board file describes {name!r}; there are {', '.join(sorted(known))}"
                )
        _compile(known, names or tuple(known), check=check)
    except SandtableError as why:
        click.echo(str(why), err=True)
        sys.exit(2)


def _compile(known: dict[str, Callable[[], CompiledBoard]], names: tuple[str, ...], *, check: bool) -> None:
    columns = (TextColumn("{task.description:<12}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task("", total=len(names))
        for name in names:
            progress.update(task, description=name)
            compiled = known[name]()
            if check:
                check_against(TARGET, compiled)
            else:
                write_into(TARGET, compiled)
            progress.advance(task)


if __name__ == "__main__":
    main()
