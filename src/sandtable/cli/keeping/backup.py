"""``sandtable backup``: all matches of a server in one file, while it runs."""

from __future__ import annotations

from pathlib import Path

import click

from ..output import console, json_option, print_json, progress_bar

database_option = click.option(
    "--database",
    metavar="URL",
    default=None,
    help="sqlite:///FILE or postgresql://USER@HOST/NAME.  [default: sqlite:///sandtable.db]",
)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@database_option
@click.option("--replace", is_flag=True, help="Overwrite FILE where it is there already.")
@json_option
def backup(file: Path, database: str | None, *, replace: bool, as_json: bool) -> None:
    """Write everything in the database to FILE, as it is at one moment; the server may go on working meanwhile."""
    # Loaded on demand, here and in restore and verify: most commands need no database.
    from sandtable.server.db.store import existing
    from sandtable.server.ops.backup import write_backup
    from sandtable.server.settings import Settings

    with (
        existing(database or Settings.from_environment().database) as store,
        progress_bar(None, quiet=as_json) as (bar, task),
    ):
        manifest = write_backup(
            store,
            file,
            replace=replace,
            progress=lambda table, rows: bar.update(task, description=f"{table}: {rows} rows"),
        )
    size = file.stat().st_size
    if as_json:
        print_json({"file": str(file), "bytes": size, **manifest.as_json(), "rows": manifest.rows})
        return
    console.print(
        f"{file}: {manifest.rows['matches']} matches with {manifest.rows['answers']} answers, {size} bytes",
        markup=False,
        soft_wrap=True,
    )
