"""``sandtable verify``: every match of a database or a backup played again, and its dice held to their commitment."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..output import console, json_option, print_json, progress_bar
from .backup import database_option

if TYPE_CHECKING:
    from sandtable.server.db.store import Store


@click.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
@database_option
@json_option
def verify(file: Path | None, database: str | None, *, as_json: bool) -> None:
    """Play every match of the backup in FILE, or else of the database, again; exit code 1 if one is broken."""
    from sandtable.server.ops.audit import audit

    with _opened(file, database) as store, progress_bar(None, quiet=as_json) as (bar, task):
        found = audit(
            store,
            lambda done, every: bar.update(
                task, completed=done, total=every, description=f"{done} of {every} matches"
            ),
        )
    if as_json:
        print_json(found.as_json())
    else:
        console.print(
            f"{found.matches} matches hold: {found.answers} answers, {found.rolls} rolls as committed",
            markup=False,
            soft_wrap=True,
        )
        for match, why in found.unknown.items():
            console.print(f"match {match} was not played again: {why}", markup=False, soft_wrap=True)
    for match, why in found.broken.items():
        click.echo(f"sandtable: match {match} is broken: {why}", err=True)
    if found.broken:
        sys.exit(1)


@contextmanager
def _opened(file: Path | None, database: str | None) -> Iterator[Store]:
    """The database, or one made from the backup for the moment."""
    from sandtable.server.db.store import Store, existing
    from sandtable.server.ops.backup import restore_backup
    from sandtable.server.settings import Settings

    if file is None:
        with existing(database or Settings.from_environment().database) as store:
            store.require_newest_tables()
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
