"""Tiny boards for the tests of the drawings, built without any file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sandtable.kernel.map.bitboards import Bits
from sandtable.kernel.map.board import Board, Hexsides, Net, Place, Point, Segment
from sandtable.kernel.map.hexes import Grid, Hex, Hexside, Shape


def tiny_board(
    *,
    rows: int = 4,
    columns: int = 5,
    shape: Shape = Shape.HEX,
    title: str = "Tiny",
    terrain: Mapping[str, str] | None = None,
    places: Iterable[tuple[str, str, str]] = (),
    hexsides: Mapping[str, Iterable[tuple[str, str]]] | None = None,
    rivers: Iterable[tuple[str, str, str]] = (),
    nets: Mapping[str, Iterable[tuple[str, str, dict[str, str]]]] | None = None,
    areas: Mapping[str, Iterable[str]] | None = None,
    countries: Mapping[str, str] | None = None,
    points: Iterable[tuple[str, str, str, dict[str, str]]] = (),
    facts: Mapping[str, str] | None = None,
) -> Board:
    """A board of clear land, changed as the arguments say; hexes by their numbers."""
    grid = Grid(rows, columns, shape=shape)
    ground = dict.fromkeys(grid.cells, "clear") | {grid.hex(h): t for h, t in (terrain or {}).items()}

    def sides(pairs: Iterable[tuple[str, str]]) -> list[Hexside]:
        return [grid.side(grid.hex(a), grid.hex(b)) for a, b in pairs]

    def mask(names: Iterable[str]) -> Bits:
        return sum(1 << grid.hex(name) for name in names)

    return Board(
        "tiny",
        grid,
        ground,
        title=title,
        scale_km=10.0,
        country={grid.hex(h): owner for h, owner in (countries or {}).items()},
        places=[Place(name, grid.hex(h), kind, "SU", port=name == "Port") for h, kind, name in places],
        hexsides={kind: Hexsides(grid, sides(pairs)) for kind, pairs in (hexsides or {}).items()},
        rivers=[Segment(*grid.side(grid.hex(a), grid.hex(b)), name, {}) for a, b, name in rivers],
        nets={
            kind: Net(grid, [Segment(*grid.side(grid.hex(a), grid.hex(b)), kind, f) for a, b, f in pieces])
            for kind, pieces in (nets or {}).items()
        },
        areas={name: mask(hexes) for name, hexes in (areas or {}).items()},
        points=[Point(kind, name, grid.hex(h), None, f) for kind, h, name, f in points],
        facts=facts,
    )


def hexes(board: Board, *names: str) -> list[Hex]:
    """The hexes called *names*."""
    return [board.grid.hex(name) for name in names]
