"""What the commands print: one JSON document and nothing else, or something pleasant to read."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from sandtable.kernel.refusals import SandtableError

console = Console(highlight=False)
progress_console = Console(stderr=True, highlight=False)

json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON document and nothing else."
)
tables_option = click.option(
    "--tables",
    "tables_dir",
    type=click.Path(path_type=Path),
    help="A folder of table files that replace ours.",
)


class Printable(Protocol):
    """Something that can be printed as a document."""

    def as_json(self) -> dict[str, Any]:
        """It as plain data."""


class Unwritable(SandtableError):
    """A file that cannot be written or read."""


def print_json(document: Any) -> None:
    """One JSON document on stdout."""
    click.echo(json.dumps(document, indent=2, ensure_ascii=False))


def print_found(found: Printable, show: Callable[[Any], None], *, as_json: bool) -> None:
    """What was *found* as one JSON document, or as *show* prints it for people."""
    if as_json:
        print_json(found.as_json())
    else:
        show(found)


def print_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A plain table for the screen."""
    table = Table(*headings, box=None, header_style="bold")
    for row in rows:
        table.add_row(*row)
    console.print(table)


def say(sentence: str) -> None:
    """A line for the screen, as long as it is."""
    console.print(sentence, markup=False, soft_wrap=True)


def write_file(file: Path, content: str | bytes) -> None:
    """Write *content*; one sentence if it cannot be."""
    try:
        if isinstance(content, bytes):
            file.write_bytes(content)
        else:
            file.write_text(content, encoding="utf-8")
    except OSError as why:
        raise Unwritable(f"{file} cannot be written: {why.strerror}") from None
    except ValueError:
        raise Unwritable(f"{str(file)!r} is no name for a file") from None


def read_file(file: Path) -> str:
    """The text of *file*; one sentence if it cannot be read."""
    try:
        # A byte order mark, which some editors write, is no part of the text.
        return file.read_text(encoding="utf-8-sig")
    except OSError as why:
        raise Unwritable(f"{file} cannot be read: {why.strerror}") from None
    except UnicodeDecodeError:
        raise Unwritable(f"{file} cannot be read: it is not a text in UTF-8") from None
    except ValueError:
        raise Unwritable(f"{str(file)!r} is no name for a file") from None


@contextmanager
def progress_bar(total: float | None, *, quiet: bool = False) -> Iterator[tuple[Progress, Any]]:
    """A progress bar on stderr, gone when the work is done; without a *total* it only shows that something happens."""
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    hidden = quiet or not progress_console.is_terminal
    with Progress(*columns, console=progress_console, transient=True, disable=hidden) as bar:
        yield bar, bar.add_task("", total=total)
