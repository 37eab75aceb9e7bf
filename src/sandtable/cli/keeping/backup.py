"""``sandtable backup``, ``restore`` and ``verify``: all matches of a server in one file, back from it, and held to it."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..output import json_option, print_json, progress_bar, say

if TYPE_CHECKING:
    from sandtable.server.db.store import Store

database_option = click.option(
    "--database",
    metavar="URL",
    default=None,
    help="sqlite:///FILE or postgresql://USER@HOST/NAME.  [default: sqlite:///sandtable.db]",
)


@contextmanager
def opened(database: str | None, *, newest: bool = True) -> Iterator[Store]:
    """The database that is named, or else that of the environment; with the *newest* tables, unless any will do."""
    # Loaded on demand, here and below: most commands need no database.
    from sandtable.server.db.store import existing
    from sandtable.server.settings import Settings

    with existing(database or Settings.from_environment().database) as store:
        if newest:
            store.require_newest_tables()
        yield store


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@database_option
@click.option("--replace", is_flag=True, help="Overwrite FILE where it is there already.")
@json_option
def backup(file: Path, database: str | None, *, replace: bool, as_json: bool) -> None:
    """Write everything in the database to FILE, as it is at one moment; the server may go on working meanwhile."""
    from sandtable.server.ops.backup import write_backup

    with opened(database, newest=False) as store, _rows_shown(quiet=as_json) as shown:
        manifest = write_backup(store, file, replace=replace, progress=shown)
    size = file.stat().st_size
    if as_json:
        found = {"rows": manifest.rows, "damaged": manifest.damaged}
        print_json({"file": str(file), "bytes": size, **manifest.as_json(), **found})
        return
    for damaged in manifest.damaged:
        click.echo(f"sandtable: damaged, and carried as it is: {damaged}", err=True)
    rows = manifest.rows
    say(f"{file}: {rows['matches']} matches with {rows['answers']} answers, {size} bytes")


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@database_option
@click.option("--replace", is_flag=True, help="Throw away the matches and accounts that are in the database.")
@json_option
def restore(file: Path, database: str | None, *, replace: bool, as_json: bool) -> None:
    """Bring the backup in FILE into an empty database, all or nothing.

    Nothing is done while a server is using it, and tables of other programs are left alone.
    """
    from sandtable.server.db.store import Store
    from sandtable.server.ops.backup import restore_backup
    from sandtable.server.settings import Settings

    store = Store(database or Settings.from_environment().database)
    try:
        with _rows_shown(quiet=as_json) as shown:
            manifest = restore_backup(store, file, replace=replace, progress=shown)
    finally:
        store.close()
    rows, place = manifest.rows, repr(store.engine.url)
    if as_json:
        print_json({"database": place, **manifest.as_json(), "rows": rows})
        return
    say(f"{rows['matches']} matches with {rows['answers']} answers are in {place}")


@contextmanager
def _rows_shown(*, quiet: bool) -> Iterator[Callable[[str, int], None]]:
    """A progress bar that tells how many rows of which table are done."""
    with progress_bar(None, quiet=quiet) as (bar, task):
        yield lambda table, rows: bar.update(task, description=f"{table}: {rows} rows")


@click.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
@database_option
@json_option
def verify(file: Path | None, database: str | None, *, as_json: bool) -> None:
    """Play every match of the backup in FILE, or else of the database, again; exit code 1 if one is broken."""
    from sandtable.server.ops.audit import audit

    with _to_verify(file, database) as store, progress_bar(None, quiet=as_json) as (bar, task):
        found = audit(
            store,
            lambda done, every: bar.update(
                task, completed=done, total=every, description=f"{done} of {every} matches"
            ),
        )
    if as_json:
        print_json(found.as_json())
    else:
        say(f"{found.matches} matches hold: {found.answers} answers, {found.rolls} rolls as committed")
        for match, why in found.unknown.items():
            say(f"match {match} was not played again: {why}")
    for match, why in found.broken.items():
        click.echo(f"sandtable: match {match} is broken: {why}", err=True)
    if found.broken:
        sys.exit(1)


@contextmanager
def _to_verify(file: Path | None, database: str | None) -> Iterator[Store]:
    """The database, or one made from the backup for the moment."""
    from sandtable.server.db.store import Store
    from sandtable.server.ops.backup import restore_backup

    if file is None:
        with opened(database) as store:
            yield store
        return
    if database is not None:
        raise click.UsageError("give a backup or --database, not both")
    with tempfile.TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{folder}/matches.db")
        try:
            restore_backup(store, file)
            yield store
        finally:
            store.close()
