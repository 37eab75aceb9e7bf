"""What ``resolve`` and ``odds`` share: options declared by a rulebook's adjudicator, and combats described in files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from sandtable import catalog
from sandtable.judging.description import belongs, dashed, described, what_was_told
from sandtable.kernel.book.adjudicator import Adjudicator, Asked, BadDescription
from sandtable.kernel.book.book import Book
from sandtable.kernel.book.describing import shown
from sandtable.kernel.book.rulebook import UnknownName
from sandtable.kernel.printed.tables import Tables
from sandtable.kernel.printed.toml_text import BadToml, parse_toml
from sandtable.kernel.refusals import SandtableError

from ..output import json_option, read_file, tables_option

Judge = Callable[..., None]
Decorator = Callable[[click.Command], click.Command]


class CombatCommand(click.Group):
    """A command with a rulebook's name behind it; each rulebook brings options of its own."""

    def __init__(self, name: str, judge: Judge, *more_options: Decorator) -> None:
        text = (judge.__doc__ or "").strip()
        super().__init__(name, help=text, subcommand_metavar="RULEBOOK ...", no_args_is_help=False)
        self.judge = judge
        self.more_options = more_options

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The rulebooks that adjudicate."""
        return [book.name for book in catalog.rulebooks() if book.adjudicator is not None]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        """The command for one rulebook, with its options."""
        book = catalog.rulebook(cmd_name)
        if book.adjudicator is None:
            able = ", ".join(self.list_commands(ctx)) or "none"
            raise UnknownName(
                f"rulebook {cmd_name!r} adjudicates no single combats; of those that do there are {able}"
            )
        adjudicator = book.adjudicator

        def run(describe: Path | None, tables_dir: Path | None, *, as_json: bool, **typed: Any) -> None:
            own = {asked.name: typed.pop(asked.name) for asked in on_the_line(adjudicator)}
            given = description(adjudicator, describe, own)
            self.judge(adjudicator, given, tables_of(book, tables_dir), as_json=as_json, **typed)

        in_files = [asked for asked in adjudicator.asked if asked.kind == "table"]
        command = click.Command(
            cmd_name,
            callback=run,
            help=f"{self.help} This is {book.title}.",
            epilog="\n\n".join(f"In a file, {asked.name}: {asked.help}" for asked in in_files),
            params=options_of(adjudicator),
        )
        options: tuple[Decorator, ...] = (*self.more_options, describe_option, tables_option, json_option)
        for option in options:
            option(command)
        return command


describe_option = click.option(
    "--describe",
    type=click.Path(path_type=Path),
    help="A TOML file that describes the combat; options on the line win.",
)
dice_option = click.option(
    "--dice",
    "--die",
    "dice",
    default="",
    help="Faces rolled, e.g. '6,6,4 6,6 6'; what is not given is rolled.",
)


def description(adjudicator: Adjudicator, file: Path | None, typed: dict[str, Any]) -> dict[str, Any]:
    """The combat as the options and the description file tell it, with defaults where neither does."""
    given = in_file(adjudicator, file) if file else {}
    given |= what_was_told(typed)
    return described(adjudicator, given)


def in_file(adjudicator: Adjudicator, file: Path) -> dict[str, Any]:
    """What a description file tells; BadDescription names a key that nobody asks for."""
    names = [asked.name for asked in adjudicator.asked]
    given: dict[str, Any] = {}
    for key, value in _read_description(file).items():
        name = key.replace("-", "_")
        if name not in names:
            raise BadDescription(f"{file} has {shown(key)}, which is unknown; it may hold {', '.join(names)}")
        if name in given:
            raise BadDescription(f"{file} has {name!r} in two spellings; once will do")
        given[name] = value
    return given


def tables_of(book: Book, folder: Path | None) -> Tables:
    """The tables of *book*, with the user's own in place."""
    if folder is None:
        return book.tables
    return book.tables.with_replacements(catalog.user_tables(book, folder))


def options_of(adjudicator: Adjudicator) -> list[click.Parameter]:
    """What the adjudicator must or may be told, as options of a command."""
    found: list[click.Parameter] = []
    for asked in on_the_line(adjudicator):
        name = f"--{dashed(asked)}"
        shown = help_of(asked, adjudicator)
        shown += f" Default: {asked.default}." if asked.default is not None else ""
        if asked.kind == "flag":
            found.append(click.Option([name, asked.name], is_flag=True, help=shown))
            continue
        kinds: dict[str, Any] = {"number": int, "choice": click.Choice(asked.choices)}
        kind = kinds.get(asked.kind, str)
        found.append(click.Option([name, asked.name], type=kind, multiple=asked.several, help=shown))
    return found


def on_the_line(adjudicator: Adjudicator) -> list[Asked]:
    """What can be told by an option or an answer; a table of tables stands in a description file only."""
    return [asked for asked in adjudicator.asked if asked.kind != "table"]


def help_of(asked: Asked, adjudicator: Adjudicator) -> str:
    """What is asked for, with the procedures that it belongs to; those of the usual one alone need no name."""
    alone = len(asked.of) == 1 and belongs(asked, adjudicator, {})
    return f"{', '.join(asked.of)}: {asked.help}" if asked.of and not alone else asked.help


def _read_description(file: Path) -> dict[str, Any]:
    try:
        return parse_toml(read_file(file))
    except BadToml as why:
        raise SandtableError(f"{file} is {why}") from None
