"""The catalogue: which rulebooks and scenarios there are, and the user's own tables.

Rulebooks announce themselves by an entry point of the group ``sandtable.rulebooks``, ours and strangers' alike.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from sandtable.kernel.book import rulebook as registry
from sandtable.kernel.book.book import Book
from sandtable.kernel.book.rulebook import Rulebook, Scenario, UnknownName
from sandtable.kernel.printed.tables import BadTable, Table, parse_table


@cache
def _discover() -> None:
    for entry in sorted(entry_points(group="sandtable.rulebooks"), key=lambda e: e.name):
        registry.register(entry.load())


def rulebooks() -> tuple[Book, ...]:
    """All rulebooks: those installed with an entry point and those registered by hand."""
    _discover()
    return registry.registered()


def playable() -> tuple[Rulebook[Any], ...]:
    """All rulebooks that can be played."""
    return tuple(book for book in rulebooks() if isinstance(book, Rulebook))


def rulebook(name: str) -> Book:
    """The rulebook called *name*, to look things up in."""
    for found in rulebooks():
        if found.name == name:
            return found
    raise UnknownName(f"there is no rulebook {name!r}; there are {', '.join(b.name for b in rulebooks())}")


def rulebook_to_play(name: str) -> Rulebook[Any]:
    """The rulebook called *name*, to play by; UnknownName where it has combats alone."""
    found = rulebook(name)
    if not isinstance(found, Rulebook):
        raise UnknownName(
            f"{found.title} has no board game yet; its combats can be resolved and weighed, and its tables shown"
        )
    return found


def rulebook_of(scenario: str) -> Rulebook[Any]:
    """The rulebook to which *scenario* belongs."""
    for found in playable():
        if any(s.name == scenario for s in found.scenarios):
            return found
    names = [s.name for found in playable() for s in found.scenarios]
    raise UnknownName(f"there is no scenario {scenario!r}; there are {', '.join(names)}")


def described(scenario: Scenario, book: Rulebook[Any]) -> dict[str, Any]:
    """A scenario of *book* as plain data, for whoever chooses one."""
    return {
        "scenario": scenario.name,
        "title": scenario.title,
        "summary": scenario.summary,
        "rulebook": book.name,
        "behaviour": book.behaviour,
        "board": book.board(book.setup(scenario.name)).name,
        "seats": list(scenario.seats),
        "options": [switch.as_json() for switch in scenario.switches],
    }


def user_tables(book: Book, folder: Path) -> list[Table]:
    """The tables that a user keeps in *folder* (or in a folder of the rulebook's name inside it) to replace ours."""
    if not folder.is_dir():
        raise BadTable(f"{folder} is no folder; give a folder that holds table files such as crt.toml")
    inner = folder / book.name
    files = sorted((inner if inner.is_dir() else folder).glob("*.toml"))
    if not files:
        raise BadTable(f"{folder} holds no table files (*.toml)")
    found = [parse_table(_text(file), str(file)) for file in files]
    book.tables.with_replacements(found)
    return found


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8-sig")
    except OSError as why:
        raise BadTable(f"{file} cannot be read: {why.strerror}") from None
    except UnicodeDecodeError:
        raise BadTable(f"{file} cannot be read: it is not a text in UTF-8") from None
