"""``sandtable serve``: the server with the page, on an embedded database or on PostgreSQL."""

from __future__ import annotations

import errno
import os
import socket
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import click

from sandtable.kernel.refusals import SandtableError

from .backup import database_option

if TYPE_CHECKING:
    from sandtable.server.settings import Settings

_WAITING: Final = 2048


class NoPlace(SandtableError):
    """An address on which nobody can listen."""


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="The port to listen on; 0 is any that is free.",
)
@database_option
@click.option(
    "--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes that serve."
)
@click.option(
    "--exhibition", is_flag=True, help="Let two bots always play a game for whoever looks into the lobby."
)
def serve(host: str, port: int, database: str | None, workers: int, *, exhibition: bool) -> None:
    """Serve the page and the matches."""
    # Loaded on demand: no other command needs a database.
    from sandtable.server.db.presence_lock import PresenceLock
    from sandtable.server.db.store import Store, is_public
    from sandtable.server.settings import Settings

    settings = Settings.from_environment()
    changes = {
        "shared": workers > 1 or settings.shared,
        "database": database or settings.database,
        "exhibition": exhibition or settings.exhibition,
    }
    settings = settings.model_copy(update=changes)
    with listening(host, port) as place:
        # Once, before the workers start, and so that a database that cannot be used is one sentence.
        store = Store(settings.database)
        presence = PresenceLock(store)
        store.migrate()
        presence.close()
        store.close()
        if is_public(store.engine):
            file = store.engine.url.database
            _warn(
                f"{file} holds secrets, and everybody on this machine may read it; 'chmod 600 {file}' would do"
            )
        _draw_what_is_missing(settings)
        if settings.smtp and not settings.public_url:
            _warn("SANDTABLE_SMTP is set, but no mail is sent as long as SANDTABLE_PUBLIC_URL is not")
        os.environ.update(settings.to_environment())
        click.echo(f"Sandtable is at {address_of(place, host)} (matches in {store.engine.url!r})")
        _serve(place, workers)


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens there, so that whoever comes early waits; NoPlace if that is impossible."""
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except OSError:
        raise NoPlace(f"{host!r} is no address of this machine; 127.0.0.1 and 0.0.0.0 are") from None
    found = socket.socket(family, kind, protocol)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(place)
        found.listen(_WAITING)
    except OSError as why:
        found.close()
        if why.errno == errno.EADDRINUSE:
            raise NoPlace(
                f"port {port} of {host} is taken, perhaps by another Sandtable; '--port {port + 1 if port < 65535 else 0}' takes another"
            ) from None
        raise NoPlace(f"nobody can listen on port {port} of {host!r}: {why.strerror}") from None
    return found


def address_of(place: socket.socket, host: str) -> str:
    """What a browser is given to come to *place*."""
    return f"http://{f'[{host}]' if ':' in host else host}:{place.getsockname()[1]}"


def _draw_what_is_missing(settings: Settings) -> None:
    from sandtable.server.catalogue.map_cache import NotKept, Pictures

    pictures = Pictures(settings.pictures)
    missing = pictures.missing()
    if missing:
        click.echo(f"Drawing {len(missing)} maps, this once", err=True)
    try:
        for wanted in missing:
            pictures.draw(wanted)
    except NotKept as why:
        _warn(f"{why}; whoever opens one first will wait for it")


def _serve(place: socket.socket, workers: int) -> None:
    from sandtable.server.workers import NOT_STARTED, supervise, web_server

    if workers > 1:
        sys.exit(supervise(place, workers))
    server = web_server()
    with suppress(KeyboardInterrupt):
        server.run(sockets=[place])
    if not server.started:
        sys.exit(NOT_STARTED)


def _warn(sentence: str) -> None:
    click.echo(f"sandtable: {sentence}", err=True)
