"""``sandtable match``: what the keeper of a server does with its matches."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import click

from ..output import console, json_option, print_json, say
from .backup import database_option, opened

if TYPE_CHECKING:
    from sandtable.server.db.match_store import Match

_matches = click.argument("matches", metavar="MATCH...", nargs=-1, required=True)


@click.group()
def match() -> None:
    """Look the matches of a server through, end them, or throw them away; the server may go on working."""


@match.command(name="list")
@click.option("--all", "everything", is_flag=True, help="Also those that are over.")
@click.option("--bots", is_flag=True, help="Only those that bots play among themselves.")
@database_option
@json_option
def list_matches(database: str | None, *, everything: bool, bots: bool, as_json: bool) -> None:
    """Print the matches that go on, the latest first."""
    from sandtable.server.ops.admin import matches

    with opened(database) as store:
        found = [_told(one) for one in matches(store, over=everything, bots=bots)]
    if as_json:
        print_json(found)
        return
    for one in found:
        seats = ", ".join(f"{seat}: {kind}" for seat, kind in one["seats"].items())
        ended = ", over" if one["over"] else ""
        line = (
            f"{one['match']}  {one['changed']}  {one['scenario']}, {one['answers']} answers{ended} ({seats})"
        )
        say(line)


@match.command(name="end")
@_matches
@click.option("--reason", default=None, help="What its players read, as a sentence without its full stop.")
@database_option
@json_option
def end_matches(matches: tuple[str, ...], reason: str | None, database: str | None, *, as_json: bool) -> None:
    """End matches that go on: nobody has won, and their records are published."""
    from sandtable.server.ops import admin

    with opened(database) as store:
        for one in matches:
            admin.end(store, one, reason or admin.REASON)
    _tell("ended", matches, as_json=as_json)


@match.command()
@_matches
@database_option
@json_option
@click.confirmation_option(prompt="Nothing of them can be brought back but from a backup. Go on?")
def delete(matches: tuple[str, ...], database: str | None, *, as_json: bool) -> None:
    """Throw matches away with everything that belongs to them; what was forked from them stays."""
    from sandtable.server.ops import admin

    with opened(database) as store:
        for one in matches:
            admin.throw_away(store, one)
    _tell("deleted", matches, as_json=as_json)


def _told(found: Match) -> dict[str, Any]:
    changed = datetime.fromtimestamp(found.moved, UTC).isoformat(sep=" ", timespec="minutes")
    return {
        "match": found.id,
        "scenario": found.scenario,
        "seats": found.seats,
        "answers": found.answers,
        "over": found.over,
        "changed": changed.removesuffix("+00:00"),
    }


def _tell(done: str, matches: tuple[str, ...], *, as_json: bool) -> None:
    if as_json:
        print_json({done: list(matches)})
    else:
        for one in matches:
            console.print(f"{one} is {done}", markup=False)
