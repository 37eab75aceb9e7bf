"""The printed matter of a rulebook, read from the files beside it: every book on a shelf is filed in the same way.

    tables/*.toml      the tables that are named, in this order
    paragraphs.toml    a must
    rulings.md         these may be left out
    terms.toml
    briefing.toml      by scenario

Files of a scenario (units, set-ups, schedules) are the rulebook's own affair; those that it lists and reads by
``document`` can be printed otherwise for a study, as its tables can.

The kernel opens no files of its own: the rulebook hands over the folder, ``files(__name__)``, so that it works from a
wheel too. A book that prints its tables otherwise is a ``Book`` and says them itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import Any, ClassVar, Self

from ..printed.changes import BadChange, Change, altered
from ..printed.glossary import Briefing, Term, parse_briefings, parse_terms
from ..printed.paragraphs import Paragraphs, parse_paragraphs
from ..printed.rulings import Ruling, parse_rulings
from ..printed.tables import CellReader, Table, Tables, parse_table
from ..printed.toml_text import BadToml, parse_toml
from .book import Book


class PrintedMatter(Book):
    """A book whose printed matter lies in files. It stands before ``Rulebook`` among the bases of one that is played."""

    # Where the files are.
    folder: ClassVar[Traversable]
    # The tables of the book as they are named in ``tables/``, in the order in which they are listed.
    table_names: ClassVar[tuple[str, ...]]
    # table -> how its cells are read where a user has put others in their place; see ``Tables``.
    cell_readers: ClassVar[Mapping[str, CellReader]] = {}
    # The files of its scenarios that are read by ``document``.
    scenario_files: ClassVar[tuple[str, ...]] = ()
    # What this book prints otherwise than its files.
    changes: tuple[Change, ...] = ()

    @cached_property
    def tables(self) -> Tables:
        """The tables of the book."""
        names = [f"tables/{name}.toml" for name in self.table_names]
        printed = Tables(
            [parse_table(self._text(name), self._called(name)) for name in names], readers=self.cell_readers
        )
        changed = [name for name in names if any(change.file == name for change in self.changes)]
        if not changed:
            return printed
        return printed.with_replacements([Table(self.document(name), self._called(name)) for name in changed])

    def altered(self, changes: Sequence[Change]) -> Self:
        """The same book with *changes* of what is printed; it is nobody's to play on but the laboratory's."""
        files = (*(f"tables/{name}.toml" for name in self.table_names), *self.scenario_files)
        for change in changes:
            if change.file not in files:
                raise BadChange(
                    f"{self.name} has no file {change.file!r} to change; it has {', '.join(files)}"
                )
        book = type(self)()
        book.changes = (*self.changes, *changes)
        for name in {change.file for change in changes}:
            book.document(name)
        return book

    def document(self, name: str) -> Mapping[str, Any]:
        """A file of the book as data, with what this book prints otherwise."""
        try:
            found = parse_toml(self._text(name))
        except BadToml as why:
            raise BadChange(f"{self._called(name)}: {why}") from None
        return altered(found, [change for change in self.changes if change.file == name])

    @cached_property
    def paragraphs(self) -> Paragraphs:
        """The paragraphs of the book, each with its status."""
        return parse_paragraphs(self._text("paragraphs.toml"), self._called("paragraphs.toml"))

    @cached_property
    def rulings(self) -> tuple[Ruling, ...]:
        """What was decided where the book is silent, by number."""
        return parse_rulings(self._text_if_any("rulings.md"))

    @cached_property
    def terms(self) -> Mapping[str, Term]:
        """The words of the book, explained."""
        return parse_terms(self._text_if_any("terms.toml"), self._called("terms.toml"))

    @cached_property
    def _briefings(self) -> Mapping[str, Briefing]:
        return parse_briefings(self._text_if_any("briefing.toml"), self._called("briefing.toml"))

    def briefing(self, scenario: str) -> Briefing | None:
        """What the scenario is about, or None if nobody has written it down."""
        return self._briefings.get(scenario)

    def _called(self, name: str) -> str:
        """A file as errors name it."""
        return f"{self.name}/{name}"

    def _text(self, name: str) -> str:
        return (self.folder / name).read_text("utf-8")

    def _text_if_any(self, name: str) -> str:
        return self._text(name) if (self.folder / name).is_file() else ""
