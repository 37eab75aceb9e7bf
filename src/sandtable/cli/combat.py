"""What ``resolve`` and ``odds`` share: options declared by a rulebook's adjudicator, and combats described in files."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from sandtable import catalog
from sandtable.kernel.adjudicator import Adjudicator, Asked, BadDescription
from sandtable.kernel.dice import BadDice, Roll
from sandtable.kernel.refusals import SandtableError
from sandtable.kernel.rulebook import Rulebook, UnknownName
from sandtable.kernel.tables import Tables

from .output import json_option, read_file, tables_option

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
            own = {asked.name: typed.pop(asked.name) for asked in adjudicator.asked}
            given = description(adjudicator, describe, own)
            self.judge(adjudicator, given, tables_of(book, tables_dir), as_json=as_json, **typed)

        command = click.Command(
            cmd_name,
            callback=run,
            help=f"{self.help} This is {book.title}.",
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
    names = {asked.name: asked for asked in adjudicator.asked}
    given: dict[str, Any] = {}
    for key, value in (_read_description(file) if file else {}).items():
        name = key.replace("-", "_")
        if name not in names:
            raise BadDescription(f"{file} has {key!r}, which is unknown; it may hold {', '.join(names)}")
        given[name] = value
    given |= {name: value for name, value in typed.items() if value not in (None, False, ())}
    for asked in adjudicator.asked:
        if asked.name not in given:
            if asked.required:
                raise BadDescription(f"--{_dashed(asked)} is missing: {asked.help}")
            if asked.default is not None:
                given[asked.name] = asked.default
    return given


def tables_of(book: Rulebook[Any], folder: Path | None) -> Tables:
    """The tables of *book*, with the user's own in place."""
    if folder is None:
        return book.tables
    return book.tables.with_replacements(catalog.user_tables(book, folder))


def parse_rolls(text: str) -> tuple[Roll, ...]:
    """Rolls as typed, one after another: "6,6,4 6,6 6"."""
    rolls: list[Roll] = []
    for group in text.split():
        faces = group.split(",")
        if not all(face.isascii() and face.isdigit() for face in faces):
            raise BadDice(
                f"{group!r} is no roll; rolls are faces with commas, apart by spaces: '6,6,4 6,6 6'"
            )
        rolls.append(tuple(int(face) for face in faces))
    return tuple(rolls)


def options_of(adjudicator: Adjudicator) -> list[click.Parameter]:
    """What the adjudicator must or may be told, as options of a command."""
    found: list[click.Parameter] = []
    for asked in adjudicator.asked:
        name = f"--{_dashed(asked)}"
        shown = f"{asked.help} Default: {asked.default}." if asked.default is not None else asked.help
        if asked.kind == "flag":
            found.append(click.Option([name, asked.name], is_flag=True, help=shown))
            continue
        kinds: dict[str, Any] = {"number": int, "choice": click.Choice(asked.choices)}
        kind = kinds.get(asked.kind, str)
        found.append(click.Option([name, asked.name], type=kind, multiple=asked.several, help=shown))
    return found


def _dashed(asked: Asked) -> str:
    return asked.name.replace("_", "-")


def _read_description(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(read_file(file))
    except tomllib.TOMLDecodeError as why:
        raise SandtableError(f"{file} is not TOML: {why}") from None
