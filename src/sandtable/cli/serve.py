"""``sandtable serve``: the server with the page, on an embedded database or on PostgreSQL."""

from __future__ import annotations

import os

import click


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True)
@click.option(
    "--database",
    metavar="URL",
    default=None,
    help="sqlite:///FILE or postgresql://USER@HOST/NAME.  [default: sqlite:///sandtable.db]",
)
@click.option(
    "--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes that serve."
)
def serve(host: str, port: int, database: str | None, workers: int) -> None:
    """Serve the page and the matches."""
    # Loaded on demand: no other command needs a web server.
    import uvicorn

    from sandtable.server.pictures import NotKept, Pictures
    from sandtable.server.settings import Settings
    from sandtable.server.store import Store

    settings = Settings.from_environment()
    changes = {"shared": workers > 1 or settings.shared, "database": database or settings.database}
    settings = Settings(**{**vars(settings), **changes})
    # Once, before the workers start, and so that a database that cannot be used is one sentence.
    store = Store(settings.database)
    store.migrate()
    store.close()
    pictures = Pictures(settings.pictures)
    missing = pictures.missing()
    if missing:
        click.echo(f"Drawing {len(missing)} maps, this once", err=True)
    try:
        for wanted in missing:
            pictures.draw(wanted)
    except NotKept as why:
        click.echo(f"sandtable: {why}; whoever opens one first will wait for it", err=True)
    if settings.smtp and not settings.public_url:
        click.echo(
            "sandtable: SANDTABLE_SMTP is set, but no mail is sent as long as SANDTABLE_PUBLIC_URL is not",
            err=True,
        )
    os.environ.update(settings.to_environment())
    click.echo(f"Sandtable is at http://{host}:{port} (matches in {store.engine.url!r})")
    uvicorn.run(
        "sandtable.server:create_app",
        factory=True,
        host=host,
        port=port,
        workers=workers,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws_max_size=64 * 1024,
        # A player who thinks for a minute finds the line still open.
        timeout_keep_alive=75,
        timeout_graceful_shutdown=5,
    )
