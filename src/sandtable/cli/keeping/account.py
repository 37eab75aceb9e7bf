"""``sandtable account``: what the keeper of a server does for its players."""

from __future__ import annotations

import click

from ..output import console, json_option, print_json, say
from .backup import database_option, opened


@click.group()
def account() -> None:
    """Help players with their accounts."""


@account.command()
@click.argument("name")
@database_option
@json_option
def reset(name: str, database: str | None, *, as_json: bool) -> None:
    """Print a link by which a new password is chosen for the account NAME, once and within an hour.

    The server may go on working meanwhile. SANDTABLE_PUBLIC_URL is the address that the link begins with.
    """
    from sandtable.server.mail.templates import reset_link
    from sandtable.server.people.accounts import reset_by_hand
    from sandtable.server.settings import Settings

    settings = Settings.from_environment()
    with opened(database or settings.database) as store:
        found, secret = store.write(lambda db: reset_by_hand(db, name))
    link = reset_link(settings.public_url, secret)
    if as_json:
        print_json({"account": found.name, "link": link})
        return
    console.print(
        f"Whoever opens this within an hour chooses a new password for {found.name!r}:", markup=False
    )
    say(link)
    if not settings.public_url:
        console.print("Put the address of your server before it.", markup=False)
