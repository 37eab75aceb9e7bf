"""Columns by hex, hexside and point: named by the board, saved, edited by Control, and held to the map."""

from __future__ import annotations

from typing import cast

import pytest

from sandtable.kernel import Board, Grid, Hex, Point, Setup
from sandtable.kernel.book.editing import plain
from sandtable.kernel.game.codec import decode, encode
from sandtable.kernel.game.control import Change, edited, impossible, misplaced
from sandtable.kernel.map.board import MapPart
from sandtable.kernel.refusals import Refused
from tests.testing.caravans import CaravanRulebook, Caravans, Day

GRID = Grid(3, 4)
# The last hex is not on the map.
LAND = GRID.cells[:-1]
MAP = Board(
    "ponds",
    GRID,
    dict.fromkeys(LAND, "clear"),
    points=(Point("bridge", "Long Bridge", LAND[0], None, {}), Point("lock", "", LAND[1], None, {})),
)


class Ponds(Caravans):
    """Caravans among ponds: how deep the water is, which banks are mined, which points are open."""

    COLUMNS = (*Caravans.COLUMNS, "depth", "mined", "open")
    BY_HEX = ("depth",)
    BY_HEXSIDE = ("mined",)
    BY_POINT = ("open",)

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.hex_of = [int(h) for h in LAND[:3]]
        self.depth = MAP.blank("hex", 1)
        self.mined = MAP.blank("hexside")
        self.open = MAP.blank("point", 1)


class PondsRulebook(CaravanRulebook):
    """The Caravans on another map."""

    name = "ponds"

    def board(self, setup: Setup) -> Board:
        return MAP

    def start(self, setup: Setup) -> Ponds:
        g = Ponds(setup)
        g.then(Day())
        return g


BOOK = PondsRulebook()


def ponds() -> Ponds:
    return BOOK.start(BOOK.setup("caravans"))


@pytest.mark.parametrize(("by", "count"), [("hex", len(LAND)), ("point", 2)])
def test_the_board_names_what_it_has_and_nothing_else(by: MapPart, count: int) -> None:
    assert len([name for name in MAP.entries(by) if name]) == count


def test_hexsides_at_the_edge_of_the_map_are_none_of_it() -> None:
    names = MAP.entries("hexside")
    gone = GRID.cells[-1]
    assert {n for n, name in enumerate(names) if not name} == {
        GRID.side_number(gone, other) for other in GRID.neighbours(gone)
    }
    assert MAP.entries("point") == ("Long Bridge", "lock 2")


def test_such_columns_are_saved_and_read_back() -> None:
    g = ponds()
    g.depth[LAND[3]] = 7
    g.mined[0] = 1
    g.open[1] = 0
    twin = cast(Ponds, decode(BOOK, encode(BOOK, g)))
    assert (twin.depth, twin.mined, twin.open) == (g.depth, g.mined, g.open)
    assert twin.digest() == g.digest() != ponds().digest()


def test_control_writes_into_them() -> None:
    after = cast(
        Ponds, edited(BOOK, ponds(), [Change("depth", LAND[2], 4), Change("open", 0, 0)], "it has rained")
    )
    assert (after.depth[LAND[2]], after.open[0]) == (4, 0)


@pytest.mark.parametrize(
    ("column", "at", "why"),
    [
        ("depth", int(GRID.cells[-1]), "the map has no hex with the number"),
        ("mined", GRID.side_number(GRID.cells[-2], GRID.cells[-1]), "the map has no hexside with the number"),
        ("open", 2, "has entries 0 to 1"),
    ],
)
def test_control_writes_of_nothing_that_is_not_on_the_map(column: str, at: int, why: str) -> None:
    with pytest.raises(Refused, match=why):
        edited(BOOK, ponds(), [Change(column, at, 1)], "a slip")


def test_a_position_that_speaks_of_what_is_not_on_the_map_is_unsound() -> None:
    assert misplaced(BOOK, ponds()) is None
    g = ponds()
    nowhere = next(h for h in range(GRID.size) if Hex(h) not in MAP.terrain)
    g.depth[nowhere] = 1
    assert "is not on the map" in str(impossible(BOOK, g))
    g = ponds()
    g.open.append(1)
    assert str(impossible(BOOK, g)) == "open has 3 entries; the map has 2 of its points"


def test_their_entries_are_named_by_the_board_in_a_plain_description() -> None:
    g = ponds()
    fields = {field.name: field for field in plain(g, ("amber", "jade", "slate"), MAP).fields}
    assert fields["mined"].entries == MAP.entries("hexside")
    assert (fields["open"].entries, fields["open"].of_units) == (("Long Bridge", "lock 2"), False)
    assert fields["hex_of"].of_units
    assert plain(g, (), MAP).in_words("open", 0, 1, str) == "Long Bridge: open 1"
