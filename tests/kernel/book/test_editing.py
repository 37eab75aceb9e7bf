"""What Control may write is described in words."""

from __future__ import annotations

import pytest

from sandtable.kernel.book.editing import HEX, HEXES, WORD, YES, Editable, Field, plain
from sandtable.testing.ford import RULEBOOK

NAMES = {0: "0101", 7: "0108"}
DESCRIBED = Editable(
    units=("red-a", "red-b"),
    fields=(
        Field(name="hex_of", title="Hex", kind=HEX, of_units=True),
        Field(name="spent", title="Spent", kind=YES, of_units=True),
        Field(name="air", title="Air unit", kind=WORD, words={0: "both", 1: "shift"}, entries=("North",)),
        Field(name="held", title="Held by Red", kind=HEXES),
        Field(name="turn", title="Turn"),
    ),
)


@pytest.mark.parametrize(
    ("column", "at", "value", "words"),
    [
        ("hex_of", 1, 7, "red-b: hex 0108"),
        ("hex_of", 0, -1, "red-a: hex off the map"),
        ("spent", 0, 1, "red-a: spent yes"),
        ("air", 0, 1, "North: air unit shift"),
        ("air", 0, 9, "North: air unit 9"),
        ("held", 7, 0, "0108: held by Red no"),
        ("turn", -1, 3, "turn 3"),
        ("something", 4, 2, "something 4: 2"),
        ("something", -1, 2, "something 2"),
    ],
)
def test_a_change_reads_as_words(column: str, at: int, value: int, words: str) -> None:
    assert DESCRIBED.in_words(column, at, value, NAMES.__getitem__) == words


def test_the_description_is_plain_data_for_a_page() -> None:
    document = DESCRIBED.as_json()
    assert document["units"] == ["red-a", "red-b"]
    assert document["fields"][2]["words"] == [[0, "both"], [1, "shift"]]
    assert document["fields"][2]["entries"] == ["North"]


def test_a_rulebook_that_describes_nothing_is_read_by_the_names_in_its_state() -> None:
    g = RULEBOOK.start(RULEBOOK.setup("ford"))
    described = plain(g, tuple(unit.name for unit in g.printed.units))
    assert [field.title for field in described.fields] == [
        "Hex",
        "Strength",
        "Moved",
        "Fought",
        "Turn",
        "Holder",
    ]
    assert [field.of_units for field in described.fields] == [True] * 4 + [False] * 2
    assert plain(g).fields[1].entries[:2] == ("0", "1")


def test_the_ford_describes_everything_that_it_keeps() -> None:
    g = RULEBOOK.start(RULEBOOK.setup("ford"))
    described = RULEBOOK.editable(g)
    assert tuple(field.name for field in described.fields) == g.COLUMNS + g.NUMBERS
