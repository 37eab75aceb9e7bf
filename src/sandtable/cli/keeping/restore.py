"""``sandtable restore``: a backup into an empty database."""

from __future__ import annotations

from pathlib import Path

import click

from ..output import console, json_option, print_json, progress_bar
from .backup import database_option


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
        with progress_bar(None, quiet=as_json) as (bar, task):
            manifest = restore_backup(
                store,
                file,
                replace=replace,
                progress=lambda table, rows: bar.update(task, description=f"{table}: {rows} rows"),
            )
    finally:
        store.close()
    if as_json:
        print_json({"database": repr(store.engine.url), **manifest.as_json(), "rows": manifest.rows})
        return
    console.print(
        f"{manifest.rows['matches']} matches with {manifest.rows['answers']} answers are in {store.engine.url!r}",
        markup=False,
        soft_wrap=True,
    )
