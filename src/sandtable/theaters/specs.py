"""Board files: the grid, its place on the earth, what is in play, and what the compiled board must show.

A board is either a whole sheet (it has a grid and names its geography files) or a window cut out of another board's
sheet, keeping that sheet's hex numbers. The files live in ``specs/``; whatever is wrong raises ``SpecError``.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Annotated, Final, Literal, get_args

from pydantic import AfterValidator, Field

from sandtable.kernel.map.hexes import Grid, Numbering, Shape
from sandtable.kernel.refusals import SandtableError

from .geography import RIVER_KINDS, AreaKind, PlaceKind, RiverKind
from .strictly import Flag, Number, Row, Table, Text, Whole, held_to, load_toml, must

HERE: Final = Path(__file__).parent
SPECS: Final = HERE / "specs"
GEOGRAPHY: Final = HERE / "geography"
EASTERN: Final = ("barbarossa", "agn", "agc", "ags", "besieged", "frontline")
Terrain = Literal[AreaKind, "sea", "lake"]
TERRAIN: Final[tuple[Terrain, ...]] = get_args(Terrain)
FromTo = Annotated[
    tuple[Whole, Whole], must(lambda pair: pair[0] <= pair[1], "the smaller number stands first, not {}")
]
Sides = tuple[tuple[Text, Text], ...]
Cells = Annotated[Whole, must(lambda count: count > 0, "a grid of {} rows or columns has no cells")]


class SpecError(SandtableError):
    """A board file that cannot be used: names the file, the key and the reason."""


class GridSpec(Table):
    """A grid and where it lies: the centre of *anchor* stands at *anchor_xy_km* of the projection."""

    crs: Text
    shape: Shape
    width_km: Annotated[Number, must(lambda km: km > 0, "a cell needs some width, not {}")]
    rows: Cells
    columns: Cells
    numbering: Literal["RRCC", "CCRR", "RRRCC", "ACC"]
    columns_from: Literal["west", "east"]
    rows_from: Literal["north", "south"] = "north"
    first_row: Whole = 1
    first_column: Whole = 1
    east_rows: Literal["even", "odd"] = "odd"
    diagonals: Flag = False
    anchor: Text
    anchor_xy_km: tuple[Number, Number]

    @cached_property
    def grid(self) -> Grid:
        """The grid by itself."""
        numbering = Numbering(
            self.numbering,
            columns_from=self.columns_from,
            rows_from=self.rows_from,
            first_row=self.first_row,
            first_column=self.first_column,
        )
        return Grid(
            self.rows,
            self.columns,
            shape=self.shape,
            east_rows=self.east_rows,
            numbering=numbering,
            diagonals=self.diagonals,
        )


class KnownHex(Row):
    """A hex whose name, terrain and country are settled beforehand."""

    hex: Text
    name: Text
    terrain: AreaKind
    country: Text
    winter: Flag


class Ground(Table):
    """What of the ground is settled beforehand, and from which share of land on a hex is land."""

    land_threshold: Number
    force_land: tuple[Text, ...] = ()
    terrain: dict[str, Terrain] = {}
    sea_hexsides: Sides = ()
    straits: Sides = ()
    dry_hexsides: Sides = ()


class Rivers(Table):
    """Which rivers a coarse board keeps."""

    kept: tuple[RiverKind, ...] = RIVER_KINDS
    least_sides: Whole = 1


class AreaRecipe(Table):
    """An area as what all of its conditions leave; a condition not given holds everywhere.

    *west_limits* drops the hexes of a country that lie west of a longitude; *coastal* keeps sea coasts, *shore_of* the
    land hexes that a lake reaches into.
    """

    name: Text
    rows: FromTo | None = None
    columns: FromTo | None = None
    to_row_of: Text | None = None
    countries: tuple[Text, ...] = ()
    less_countries: tuple[Text, ...] = ()
    hexes: tuple[Text, ...] = ()
    less: tuple[Text, ...] = ()
    west_limits: dict[str, Number] = {}
    rest_of: tuple[Text, ...] = ()
    coastal: Flag = False
    shore_of: Text | None = None


class WalkRecipe(Table):
    """A walk along the frontier of *owner* with *facing* inside an area, and the hexes it must visit."""

    name: Text
    owner: Text
    facing: Text
    within: Text = "in_play"
    expected: tuple[Text, ...]


class WindowSpec(Table):
    """The part of a sheet that a board shows, by the sheet's numbers."""

    rows: FromTo
    columns: FromTo


class Supply(Table):
    """Whence supply comes, how far it reaches, and the set-up hexes that must have it."""

    countries: tuple[Text, ...] = ()
    range: Whole = 3
    setup_hexes: dict[str, tuple[Text, ...]] = {}


class BoardSpec(Table):
    """A board: its window and its areas, walks and checks."""

    name: Text
    title: Text
    sheet: Text
    window: WindowSpec | None = None
    facts: dict[str, Text] = {}
    areas: tuple[AreaRecipe, ...] = Field(default=(), alias="area")
    walks: tuple[WalkRecipe, ...] = Field(default=(), alias="walk")
    anchors: dict[str, Text] = {}
    on_land: tuple[Text, ...] = ()
    supply: Supply = Supply()

    @property
    def source(self) -> str:
        """The file it came from."""
        return f"{self.name}.toml"


class SheetSpec(BoardSpec):
    """A board with a sheet of its own, and what that is compiled from."""

    geography: tuple[Annotated[Path, AfterValidator(lambda file: GEOGRAPHY / file)], ...]
    grid: GridSpec
    ground: Ground
    leases: dict[str, Text] = {}
    countries: dict[str, Text] = {}
    reclassified: dict[str, PlaceKind] = {}
    river_kinds: dict[str, Text] = {}
    rivers: Rivers = Rivers()
    hexes: tuple[KnownHex, ...] = ()

    @cached_property
    def known(self) -> dict[str, KnownHex]:
        """The hexes that are settled beforehand, by their numbers."""
        return {known.hex: known for known in self.hexes}


def read_board_spec(name: str, folder: Path = SPECS) -> tuple[BoardSpec, SheetSpec | None]:
    """The board called *name*, and its sheet if it is one of its own."""
    data = load_toml(folder / f"{name}.toml", SpecError) | {"name": name}
    if "sheet" in data:
        return held_to(BoardSpec, data, f"{name}.toml", SpecError), None
    sheet = held_to(SheetSpec, data | {"sheet": name}, f"{name}.toml", SpecError)
    try:
        sheet.grid.grid.hex(sheet.grid.anchor)
    except SandtableError as why:
        raise SpecError(f"{sheet.source}: grid.anchor: {why}") from None
    return sheet, sheet
