"""Rulings as data, from the very file that the site shows."""

from __future__ import annotations

import re

import pytest

from sandtable import catalog
from sandtable.kernel import Book, parse_rulings

TEXT = """# Rulings: a ford

What nobody wrote
down is decided *here*.

# Movement

## X-1 Boats
A boat carries `one` unit.
It may turn back.

- By day.
- By night, too,
  if there is a moon.

## X-2 Fords (replaced)

# Combat
## X-12: Ties
The defender wins.
"""


def test_a_heading_with_a_number_opens_a_ruling_and_any_other_a_section() -> None:
    found = parse_rulings(TEXT)
    assert [(r.number, r.title, r.section) for r in found] == [
        ("", "Rulings: a ford", "Rulings: a ford"),
        ("X-1", "Boats", "Movement"),
        ("X-2", "Fords (replaced)", "Movement"),
        ("X-12", "Ties", "Combat"),
    ]


def test_the_text_is_plain_with_a_line_for_each_paragraph_and_entry() -> None:
    head, boats, fords, _ = parse_rulings(TEXT)
    assert head.text == ("What nobody wrote down is decided here.",)
    assert boats.text == (
        "A boat carries one unit. It may turn back.",
        "• By day.",
        "• By night, too, if there is a moon.",
    )
    assert fords.text == ()


def test_nothing_is_decided_where_nothing_is_written() -> None:
    assert parse_rulings("") == ()


@pytest.mark.parametrize("book", [b for b in catalog.rulebooks() if b.rulings], ids=lambda book: book.name)
def test_every_ruling_of_a_rulebook_has_a_number_of_its_own_and_a_text(book: Book) -> None:
    numbered = [r for r in book.rulings if r.number]
    assert len({r.number for r in numbered}) == len(numbered) > 20
    assert [r.number for r in numbered if not r.text] == []
    assert not any(re.search(r"[*`]|^#", line) for r in book.rulings for line in r.text)
