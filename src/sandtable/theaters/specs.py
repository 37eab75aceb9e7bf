"""Board files: the grid, its place on the earth, what is in play, and what the compiled board must show.

A board is either a whole sheet (it has a grid and names its geography files) or a window cut out of another board's
sheet, keeping that sheet's hex numbers. The files live in ``specs/``; whatever is wrong raises ``SpecError``.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sandtable.kernel.map.hexes import Grid, Numbering, Shape
from sandtable.kernel.refusals import SandtableError

from .geography import AREA_KINDS, PLACE_KINDS, RIVER_KINDS
from .strictly import Table

HERE: Final = Path(__file__).parent
SPECS: Final = HERE / "specs"
GEOGRAPHY: Final = HERE / "geography"
EASTERN: Final = ("barbarossa", "agn", "agc", "ags", "besieged", "frontline")
TERRAIN: Final = (*AREA_KINDS, "sea", "lake")


class SpecError(SandtableError):
    """A board file that cannot be used: names the file, the key and the reason."""


@dataclass(frozen=True, kw_only=True)
class GridSpec:
    """A grid and where it lies: the centre of *anchor* stands at *anchor_xy_km* of the projection."""

    crs: str
    width_km: float
    grid: Grid
    anchor: str
    anchor_xy_km: tuple[float, float]


@dataclass(frozen=True, kw_only=True)
class KnownHex:
    """A hex whose name, terrain and country are settled beforehand."""

    name: str
    terrain: str
    country: str
    winter: bool


@dataclass(frozen=True, kw_only=True)
class SheetSpec:
    """What a sheet is compiled from."""

    name: str
    geography: tuple[Path, ...]
    grid: GridSpec
    land_threshold: float
    force_land: tuple[str, ...]
    terrain: dict[str, str]
    leases: dict[str, str]
    countries: dict[str, str]
    reclassified: dict[str, str]
    sea_hexsides: tuple[tuple[str, str], ...]
    straits: tuple[tuple[str, str], ...]
    river_kinds: dict[str, str]
    rivers_kept: tuple[str, ...]
    river_least_sides: int
    dry_hexsides: tuple[tuple[str, str], ...]
    known: dict[str, KnownHex]


@dataclass(frozen=True, kw_only=True)
class AreaRecipe:
    """An area as what all of its conditions leave; a condition not given holds everywhere.

    *west_limits* drops the hexes of a country that lie west of a longitude; *coastal* keeps sea coasts, *shore_of* the
    land hexes that a lake reaches into.
    """

    name: str
    rows: tuple[int, int] | None
    columns: tuple[int, int] | None
    to_row_of: str | None
    countries: tuple[str, ...]
    less_countries: tuple[str, ...]
    hexes: tuple[str, ...]
    less: tuple[str, ...]
    west_limits: dict[str, float]
    rest_of: tuple[str, ...]
    coastal: bool
    shore_of: str | None


@dataclass(frozen=True, kw_only=True)
class WalkRecipe:
    """A walk along the frontier of *owner* with *facing* inside an area, and the hexes it must visit."""

    name: str
    owner: str
    facing: str
    within: str
    expected: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class BoardSpec:
    """A board: its sheet, its window and its areas, walks and checks."""

    name: str
    title: str
    sheet: str
    window: tuple[int, int, int, int] | None
    facts: dict[str, str]
    areas: tuple[AreaRecipe, ...]
    walks: tuple[WalkRecipe, ...]
    anchors: dict[str, str]
    on_land: tuple[str, ...]
    supply_countries: tuple[str, ...]
    supply_range: int
    setup_hexes: dict[str, tuple[str, ...]]
    source: str


def read_board_spec(name: str, folder: Path = SPECS) -> tuple[BoardSpec, SheetSpec | None]:
    """The board called *name*, and its sheet if it is one of its own."""
    top = Table.open(folder / f"{name}.toml", SpecError)
    window = top.table("window")
    rows, columns = _pair(window, "rows"), _pair(window, "columns")
    window.finish()
    supply = top.table("supply")
    setup = supply.table("setup_hexes")
    facts = top.table("facts")
    anchors = top.table("anchors")
    sheet = None if "sheet" in top.data else _read_sheet(top, name)
    board = BoardSpec(
        name=name,
        title=top.text("title"),
        sheet=top.text("sheet", name),
        window=(*rows, *columns) if rows and columns else None,
        facts={key: facts.text(key) for key in facts.names()},
        areas=tuple(_read_area(table) for table in top.tables("area")),
        walks=tuple(_read_walk(table) for table in top.tables("walk")),
        anchors={key: anchors.text(key) for key in anchors.names()},
        on_land=top.texts("on_land"),
        supply_countries=supply.texts("countries"),
        supply_range=supply.integer("range", 3),
        setup_hexes={nation: setup.texts(nation) for nation in setup.names()},
        source=top.source,
    )
    supply.finish()
    top.finish()
    return board, sheet


def _read_sheet(top: Table, name: str) -> SheetSpec:
    ground = top.table("ground")
    terrain = ground.table("terrain")
    leases = top.table("leases")
    countries = top.table("countries")
    reclassified = top.table("reclassified")
    river_kinds = top.table("river_kinds")
    rivers = top.table("rivers")
    files = top.texts("geography", optional=False)
    sheet = SheetSpec(
        name=name,
        geography=tuple(GEOGRAPHY / file for file in files),
        grid=_read_grid(top.table("grid")),
        land_threshold=ground.number("land_threshold"),
        force_land=ground.texts("force_land"),
        terrain={key: terrain.word(key, TERRAIN) for key in terrain.names()},
        leases={key: leases.text(key) for key in leases.names()},
        countries={key: countries.text(key) for key in countries.names()},
        reclassified={key: reclassified.word(key, PLACE_KINDS) for key in reclassified.names()},
        sea_hexsides=_sides(ground, "sea_hexsides"),
        straits=_sides(ground, "straits"),
        river_kinds={key: river_kinds.text(key) for key in river_kinds.names()},
        rivers_kept=tuple(rivers.one_of("kept", k, RIVER_KINDS) for k in rivers.texts("kept")) or RIVER_KINDS,
        river_least_sides=rivers.integer("least_sides", 1),
        dry_hexsides=_sides(ground, "dry_hexsides"),
        known=_read_known(top),
    )
    ground.finish()
    rivers.finish()
    return sheet


def _read_grid(table: Table) -> GridSpec:
    numbering = Numbering(
        table.word("numbering", ("RRCC", "CCRR", "RRRCC", "ACC")),
        columns_from=table.word("columns_from", ("west", "east")),
        rows_from=table.word("rows_from", ("north", "south"), "north"),
        first_row=table.integer("first_row", 1),
        first_column=table.integer("first_column", 1),
    )
    shape = Shape(table.word("shape", ("hex", "square")))
    rows, columns = table.integer("rows"), table.integer("columns")
    if rows < 1 or columns < 1:
        raise table.complaint("rows", f"a grid of {rows} x {columns} cells has no cells")
    grid = Grid(
        rows,
        columns,
        shape=shape,
        east_rows=table.word("east_rows", ("even", "odd"), "odd"),
        numbering=numbering,
        diagonals=table.flag("diagonals", False),
    )
    x, y = table.numbers("anchor_xy_km", 2)
    spec = GridSpec(
        crs=table.text("crs"),
        width_km=table.number("width_km"),
        grid=grid,
        anchor=table.text("anchor"),
        anchor_xy_km=(x, y),
    )
    if spec.width_km <= 0:
        raise table.complaint("width_km", f"a cell needs some width, not {spec.width_km}")
    try:
        grid.hex(spec.anchor)
    except SandtableError as why:
        raise table.complaint("anchor", str(why)) from None
    table.finish()
    return spec


def _read_known(top: Table) -> dict[str, KnownHex]:
    found: dict[str, KnownHex] = {}
    for i, row in enumerate(top.items("hexes")):
        key = f"hexes[{i}]"
        if not isinstance(row, list) or len(row) != 5:
            raise top.complaint(key, f"should be [hex, name, terrain, country, winter], not {row!r}")
        found[top.as_text(key, row[0])] = KnownHex(
            name=top.as_text(key, row[1]),
            terrain=top.one_of(key, row[2], AREA_KINDS),
            country=top.as_text(key, row[3]),
            winter=top.as_flag(key, row[4]),
        )
    return found


def _read_area(table: Table) -> AreaRecipe:
    limits = table.table("west_limits")
    recipe = AreaRecipe(
        name=table.text("name"),
        rows=_pair(table, "rows"),
        columns=_pair(table, "columns"),
        to_row_of=table.text("to_row_of") if "to_row_of" in table.data else None,
        countries=table.texts("countries"),
        less_countries=table.texts("less_countries"),
        hexes=table.texts("hexes"),
        less=table.texts("less"),
        west_limits={country: limits.number(country) for country in limits.names()},
        rest_of=table.texts("rest_of"),
        coastal=table.flag("coastal", False),
        shore_of=table.text("shore_of") if "shore_of" in table.data else None,
    )
    table.finish()
    return recipe


def _read_walk(table: Table) -> WalkRecipe:
    recipe = WalkRecipe(
        name=table.text("name"),
        owner=table.text("owner"),
        facing=table.text("facing"),
        within=table.text("within", "in_play"),
        expected=table.texts("expected", optional=False),
    )
    table.finish()
    return recipe


def _pair(table: Table, key: str) -> tuple[int, int] | None:
    if key not in table.data:
        return None
    first, last = table.numbers(key, 2)
    if not (first.is_integer() and last.is_integer() and first <= last):
        raise table.complaint(key, f"should be two whole numbers, the smaller first, not {[first, last]}")
    return int(first), int(last)


def _sides(table: Table, key: str) -> tuple[tuple[str, str], ...]:
    found: list[tuple[str, str]] = []
    for i, row in enumerate(table.items(key)):
        if not isinstance(row, list) or len(row) != 2:
            raise table.complaint(f"{key}[{i}]", f"should be two hexes, not {row!r}")
        found.append((table.as_text(key, row[0]), table.as_text(key, row[1])))
    return tuple(found)
