"""Boards cut out of a sheet: the window, its hex numbers, its areas and walks, and the checks it must pass; the workshop."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sandtable.kernel.map.bitboards import bits_of
from sandtable.kernel.map.board import Board, Hexsides, Net, Place, Point, Segment
from sandtable.kernel.map.boardtext import format_board
from sandtable.kernel.map.hexes import Grid, Hex, Hexside, Numbering
from sandtable.kernel.refusals import SandtableError

from .areas import areas_of, hexes_in, rail_components, unsupplied_hexes
from .outline import format_outline
from .ownership import border_walk
from .placement import Placement
from .places import board_places
from .sheet import Sheet, compile_sheet
from .specs import SPECS, BoardSpec, SpecError, WindowSpec, read_board_spec


class UnsoundBoard(SandtableError):
    """A compiled board that contradicts the facts its file says it must show."""


@dataclass(frozen=True, kw_only=True)
class CompiledBoard:
    """A board with the two texts that are kept of it."""

    board: Board
    text: str
    outline: str


def cut_board(sheet: Sheet, spec: BoardSpec) -> CompiledBoard:
    """The board that *spec* cuts out of *sheet*; UnsoundBoard if it fails its checks."""
    window = _Window(sheet, spec)
    areas = areas_of(sheet, spec, window.inside)
    walks = _walks(sheet, spec, areas)
    _check(sheet, spec, window, areas, walks)
    grid, rivers = window.grid, window.segments(sheet.rivers)
    kinds = _hexside_kinds(sheet, window, rivers)
    board = Board(
        spec.name,
        grid,
        {window.to[h]: sheet.terrain[h] for h in window.inside},
        title=spec.title,
        scale_km=sheet.placement.width_km,
        country={window.to[h]: sheet.country[h] for h in window.inside if h in sheet.country},
        places=[
            Place(p.name, window.to[p.hex], p.kind, p.country, port=p.port)
            for p in board_places(sheet.sites)
            if p.hex in window.to
        ],
        hexsides={kind: Hexsides(grid, sides) for kind, sides in kinds.items() if sides},
        nets={
            "rail": Net(grid, window.segments(sheet.rails)),
            "road": Net(grid, window.segments(sheet.roads)),
        },
        rivers=rivers,
        areas={name: bits_of(window.to[h] for h in hexes) for name, hexes in areas.items()},
        walks={name: tuple(window.to[h] for h in hexes) for name, hexes in walks.items()},
        points=[
            Point("region", known.name, window.to[h], None, {})
            for h, known in sorted((sheet.grid.hex(n), k) for n, k in sheet.spec.known.items())
            if h in window.to
        ],
        facts=_facts(sheet, spec),
    )
    return CompiledBoard(
        board=board, text=format_board(board), outline=format_outline(sheet.water, window.placement)
    )


def _walks(sheet: Sheet, spec: BoardSpec, areas: Mapping[str, set[Hex]]) -> dict[str, tuple[Hex, ...]]:
    """The walks along frontiers that *spec* asks for, each within an area of the board."""
    leased = {sheet.grid.hex(name) for name in sheet.spec.leases}
    for recipe in spec.walks:
        if recipe.within not in areas:
            raise SpecError(f"{spec.source}: walk {recipe.name!r}: there is no area {recipe.within!r}")
    return {
        recipe.name: border_walk(
            sheet.placement,
            sheet.country,
            sheet.frontier,
            owner=recipe.owner,
            facing=recipe.facing,
            within=areas[recipe.within] - leased,
        )
        for recipe in spec.walks
    }


def _hexside_kinds(sheet: Sheet, window: _Window, rivers: Sequence[Segment]) -> dict[str, list[Hexside]]:
    """The hexsides of the board by what lies on them; some rivers make a kind of their own."""
    kinds: dict[str, list[Hexside]] = {
        "river": [(s.a, s.b) for s in rivers if s.facts["class"] == "river"],
        "major_river": [(s.a, s.b) for s in rivers if s.facts["class"] == "major_river"],
        "water": window.sides(sheet.closed),
        "strait": window.sides(sheet.straits),
        "border": window.sides(sheet.frontier),
    }
    for river, kind in sheet.spec.river_kinds.items():
        kinds.setdefault(kind, []).extend((s.a, s.b) for s in rivers if s.name == river)
    return kinds


class _Window:
    """The hexes of a sheet that a board shows, and their numbers on the board."""

    def __init__(self, sheet: Sheet, spec: BoardSpec) -> None:
        whole = sheet.grid
        self.grid: Grid = whole if spec.window is None else _window_grid(whole, spec.window, spec.source)
        self.to: dict[Hex, Hex] = {}
        for cell in self.grid.cells:
            self.to[whole.hex(self.grid.name(cell))] = cell
        self.inside = sorted(self.to)
        anchor = self.inside[0]
        self.placement = Placement(
            self.grid, sheet.placement.width_km, self.to[anchor], sheet.placement.centre_xy(anchor)
        )

    def sides(self, sides: Iterable[Hexside]) -> list[Hexside]:
        return sorted((self.to[a], self.to[b]) for a, b in sides if a in self.to and b in self.to)

    def segments(self, segments: Iterable[Segment]) -> list[Segment]:
        return [
            Segment(*self.grid.side(self.to[s.a], self.to[s.b]), s.name, s.facts)
            for s in segments
            if s.a in self.to and s.b in self.to
        ]


def _window_grid(whole: Grid, window: WindowSpec, source: str) -> Grid:
    """The smaller grid of a window, whose numbering and half-hex shift go on where the sheet's would."""
    (first_row, last_row), (first_column, last_column) = window.rows, window.columns
    n = whole.numbering
    north = first_row if n.rows_from == "north" else last_row
    northern = (north - n.first_row) if n.rows_from == "north" else whole.rows - 1 - (north - n.first_row)
    flipped = {"even": "odd", "odd": "even"}
    grid = Grid(
        last_row - first_row + 1,
        last_column - first_column + 1,
        shape=whole.shape,
        east_rows=whole.east_rows if northern % 2 == 0 else flipped[whole.east_rows],
        numbering=Numbering(
            n.pattern,
            columns_from=n.columns_from,
            rows_from=n.rows_from,
            first_row=first_row,
            first_column=first_column,
        ),
        diagonals=whole.diagonals,
    )
    for corner in (grid.cells[0], grid.cells[-1]):
        try:
            whole.hex(grid.name(corner))
        except SandtableError as why:
            raise SpecError(f"{source}: window: {why}") from None
    return grid


def _facts(sheet: Sheet, spec: BoardSpec) -> dict[str, str]:
    at = sheet.spec.grid
    x, y = at.anchor_xy_km
    return {
        "projection": at.crs,
        "anchor": f"{at.anchor} at {x} {y} km",
        "geography": " ".join(path.name for path in sheet.spec.geography),
        "coast": "Natural Earth 1:50m land (public domain)",
        **spec.facts,
    }


def _check(
    sheet: Sheet,
    spec: BoardSpec,
    window: _Window,
    areas: dict[str, set[Hex]],
    walks: dict[str, tuple[Hex, ...]],
) -> None:
    grid = sheet.grid

    def unsound(what: str) -> UnsoundBoard:
        return UnsoundBoard(f"board {spec.name!r}: {what}")

    fell = {s.settlement.name: grid.name(h) for h, sites in sheet.sites.items() for s in sites}
    for place, wanted in spec.anchors.items():
        if fell.get(place) != wanted:
            raise unsound(f"{place} should fall in hex {wanted}, not in {fell.get(place, 'none')}")
    for cell in sorted(hexes_in(spec, grid, spec.on_land, "on_land")):
        if sheet.terrain[cell] in ("sea", "lake"):
            raise unsound(f"hex {grid.name(cell)} should be land, not {sheet.terrain[cell]}")
    for recipe in spec.walks:
        went = tuple(grid.name(h) for h in walks[recipe.name])
        if went != recipe.expected:
            raise unsound(
                f"the walk {recipe.name!r} should be {' '.join(recipe.expected)}, not {' '.join(went)}"
            )
    pieces = rail_components(sheet, areas["in_play"])
    if len(pieces) > 1:
        apart = grid.name(min(pieces[1]))
        raise unsound(f"the railways fall into {len(pieces)} nets; the one at {apart} is cut off")
    for cell in window.inside:
        for site in sheet.sites.get(cell, ()):
            if site.settlement.port and cell not in sheet.coastal:
                raise unsound(f"the port {site.settlement.name} in {grid.name(cell)} is not on the coast")
    for nation, listed in spec.supply.setup_hexes.items():
        lost = unsupplied_hexes(
            sheet,
            hexes_in(spec, grid, listed, f"supply.setup_hexes.{nation}"),
            countries=spec.supply.countries,
            in_play=areas["in_play"],
            exits=areas["rail_exits"],
            reach=spec.supply.range,
        )
        if lost:
            names = " ".join(grid.name(h) for h in lost)
            raise unsound(f"the {nation} set-up hexes {names} have no line of supply on turn 1")


class Workshop:
    """Compiles boards and keeps the sheets, because several boards are cut out of one."""

    def __init__(self, atlas: Path, specs: Path = SPECS) -> None:
        self._atlas = atlas
        self._specs = specs
        self._sheets: dict[str, Sheet] = {}

    def sheet(self, name: str) -> Sheet:
        """The compiled sheet called *name*."""
        if name not in self._sheets:
            board, spec = read_board_spec(name, self._specs)
            if spec is None:
                raise SpecError(f"{board.source}: sheet: {name!r} is itself a window of {board.sheet!r}")
            self._sheets[name] = compile_sheet(spec, self._atlas)
        return self._sheets[name]

    def board(self, name: str) -> CompiledBoard:
        """The compiled board called *name*."""
        spec, _ = read_board_spec(name, self._specs)
        return cut_board(self.sheet(spec.sheet), spec)
