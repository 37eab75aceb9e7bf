"""Printed matter is read from the files beside a rulebook; what a book does not print, it does without."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.kernel import BadTable, PrintedMatter, steps_in
from sandtable.kernel.printed.changes import BadChange, Change
from sandtable.kernel.printed.paragraphs import BadParagraphs

PARAGRAPHS = '[[paragraph]]\nnumber = "1"\ntitle = "Costs"\nstatus = "done"\ntext = "What a hex costs."\n'
COSTS = """
name = "costs"
title = "Costs"
paragraph = "1"
source = "ours"
provenance = "printed"
rows = { name = "terrain", kind = "label", labels = ["clear", "woods"] }
columns = { name = "cost", kind = "label", labels = ["MP"] }
cells = { clear = [1], woods = [2] }
"""
TERMS = '[[term]]\nterm = "cost"\ntitle = "Cost"\ntext = "What a hex takes."\nrule = "1"\n'
BRIEFING = '[[briefing]]\nscenario = "march"\nturns = 3\ntext = ["From here to there."]\n'


def book_in(place: Path, **files: str) -> PrintedMatter:
    """A book called *march* with these files in *place*."""
    (place / "tables").mkdir()
    for name, text in {"paragraphs.toml": PARAGRAPHS, "tables/costs.toml": COSTS, **files}.items():
        (place / name).write_text(text, encoding="utf-8")

    class March(PrintedMatter):
        name = "march"
        title = "March"
        behaviour = 1
        steps = steps_in()
        folder = place
        table_names = ("costs",)

    return March()


def test_tables_and_paragraphs_are_read_from_their_files(tmp_path: Path) -> None:
    book = book_in(tmp_path)
    assert book.tables["costs"].look_up(row="woods", column="MP") == 2
    assert [paragraph.number for paragraph in book.paragraphs] == ["1"]


def test_rulings_terms_and_briefings_may_be_left_out(tmp_path: Path) -> None:
    book = book_in(tmp_path)
    assert (book.rulings, dict(book.terms), book.briefing("march")) == ((), {}, None)


def test_rulings_terms_and_briefings_are_read_where_they_are(tmp_path: Path) -> None:
    files = {"rulings.md": "# M-1: Woods\n\nCost two.\n", "terms.toml": TERMS, "briefing.toml": BRIEFING}
    book = book_in(tmp_path, **files)
    assert ([ruling.number for ruling in book.rulings], list(book.terms)) == (["M-1"], ["cost"])
    assert book.briefing("march") is not None


def test_an_error_names_the_book_and_the_file(tmp_path: Path) -> None:
    book = book_in(tmp_path, **{"paragraphs.toml": "number =", "tables/costs.toml": "name = 3"})
    with pytest.raises(BadParagraphs, match=r"^march/paragraphs\.toml"):
        _ = book.paragraphs
    with pytest.raises(BadTable, match=r"^march/tables/costs\.toml"):
        _ = book.tables


def test_an_altered_book_prints_another_cell_and_the_book_itself_the_old_one(tmp_path: Path) -> None:
    book = book_in(tmp_path)
    other = book.altered([Change("tables/costs.toml", "woods", 3, column="MP")])
    found = [b.tables["costs"].look_up(row="woods", column="MP") for b in (book, other)]
    assert found == [2, 3]


def test_a_book_says_which_of_its_files_can_be_altered(tmp_path: Path) -> None:
    with pytest.raises(
        BadChange, match=r"march has no file 'units.toml' to change; it has tables/costs.toml"
    ):
        book_in(tmp_path).altered([Change("units.toml", "ma", 3)])
