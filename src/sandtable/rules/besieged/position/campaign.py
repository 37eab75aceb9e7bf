"""What is printed once and shared by every copy of a game: map, counters, tables, schedule, and sets made from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, Final, TypeAlias

from sandtable import boards
from sandtable.kernel import (
    OFF_BOARD,
    Bits,
    Board,
    Hex,
    Hexsides,
    SandtableError,
    Seat,
    Tables,
    bits_of,
    numbered,
)
from sandtable.kernel.map.costs import CostMap

from ..calendar import year_of
from .roster import AXIS, FIRST_YEAR, SIDES, SOVIET, Classes, Movement, Nation, Roster, read_roster

BOARD: Final = "besieged"
GROUND: Final = ("clear", "rough", "woods", "swamp", "mountain")
BUILT_UP: Final = ("city", "major_city")
# B-30: of the rivers on the map the great ones are Rivers of the rules.
RIVER: Final = "major_river"
POOLS: Final = (
    "german_infantry",
    "german_armour",
    "romanian",
    "hungarian",
    "finnish",
    "italian",
    "soviet_infantry",
    "soviet_armour",
)
# The files of the scenario, which a study may print otherwise, and how they are read.
SCHEDULE: Final = "scenario/schedule.toml"
UNITS: Final = "scenario/units.toml"
Document: TypeAlias = "Callable[[str], Mapping[str, Any]]"


class BadSchedule(SandtableError):
    """A schedule that does not fit the board or the counters."""


class Marshal:
    """[Field Marshals] A leader: his name, his side and the years in which he serves."""

    def __init__(self, side: Seat, row: Mapping[str, Any]) -> None:
        self.side: Final = side
        self.name: Final[str] = row["name"]
        self.years: Final = frozenset[int](row["years"])


class SeaLine:
    """[Sea] Ports between which so many units of a side sail in a turn."""

    def __init__(self, row: Mapping[str, Any], hexes: Bits) -> None:
        self.side: Final = AXIS if row["side"] == SIDES[AXIS] else SOVIET
        self.name: Final[str] = row["name"]
        self.units: Final[int] = row["units"]
        self.from_turn: Final[int] = row["from_turn"]
        self.ports: Final = hexes


class Withdrawal:
    """[Withdrawals] A unit that leaves the front, and the turn it comes back (0: never)."""

    def __init__(self, row: Mapping[str, Any], roster: Roster) -> None:
        self.unit: Final = roster.numbers[row["unit"]]
        self.turn: Final[int] = row["turn"]
        self.returns: Final[int] = row.get("returns", 0)


class Campaign:
    """The printed matter of the game."""

    def __init__(self, board: Board, roster: Roster, tables: Tables, schedule: Mapping[str, Any]) -> None:
        self.board: Final = board
        self.grid: Final = board.grid
        self.roster: Final = roster
        self.tables: Final = tables
        self.schedule: Final = schedule
        ground = bits_of(h for h, kind in board.terrain.items() if kind in GROUND)
        self.land: Final[Bits] = ground & board.in_play
        self.neutral: Final[Bits] = board.areas.get("neutral", 0) & self.land
        self.soviet_side: Final[Bits] = board.area("soviet_side") & self.land
        self.axis_side: Final[Bits] = self.land & ~self.soviet_side & ~self.neutral
        self.west_edge: Final[Bits] = board.area("west_edge") & self.land
        self.east_edge: Final[Bits] = board.area("east_edge") & self.land
        self.rails: Final[Hexsides] = board.nets["rail"].links
        self.rail_hexes: Final[Bits] = board.nets["rail"].hexes & self.land
        self.rail_exits: Final[Bits] = board.area("rail_exits") & self.rail_hexes
        self.water: Final[Hexsides] = board.hexsides.get("water", Hexsides(self.grid))
        self.strait: Final[Hexsides] = board.hexsides.get("strait", Hexsides(self.grid))
        # What zones of control and lines of supply do not cross.
        self.closed_sides: Final = Hexsides(self.grid, (*self.water.sides, *self.strait.sides))
        self.rivers: Final[Hexsides] = board.hexsides.get(RIVER, Hexsides(self.grid))
        self.cities: Final[Bits] = self._of_kind(*BUILT_UP)
        self.named: Final[Bits] = self._of_kind(*BUILT_UP, "town")
        self.major_cities: Final = tuple(self.hex(name) for name in schedule["victory"]["major_cities"])
        self.major: Final[Bits] = bits_of(self.major_cities)
        self.countries: Final[Mapping[str, Bits]] = board.country_bits
        self.marshals: Final = tuple(
            Marshal(side, row) for side in (AXIS, SOVIET) for row in schedule["marshals"][SIDES[side]]
        )
        self.sea_lines: Final = tuple(SeaLine(row, self.hexes(row["ports"])) for row in schedule["sea"])
        self.withdrawals: Final = tuple(Withdrawal(row, roster) for row in schedule["withdrawal"])
        self.start: Final = tuple(self._hex_of(unit) for unit in range(len(roster)))
        self.finnish_ground: Final[Bits] = self._finnish_ground()
        # The actions that name a hex, made once for each verb.
        self.to_hex: Final = numbered("to", self.grid.size)

    # ---- places

    def hex(self, name: str) -> Hex:
        """The hex of the place called *name*."""
        place = self.board.places.get(name)
        if place is None:
            raise BadSchedule(f"the board has no place {name!r}")
        return place.hex

    def hexes(self, names: Iterable[str]) -> Bits:
        """The hexes of the places called *names*."""
        return bits_of(self.hex(name) for name in names)

    def _of_kind(self, *kinds: str) -> Bits:
        return bits_of(p.hex for p in self.board.places.values() if p.kind in kinds) & self.land

    def _hex_of(self, unit: int) -> Hex:
        """Where a unit begins or enters; OFF_BOARD for those that come in at the west edge."""
        name = self.roster[unit].hex
        return self.grid.hex(name) if name else OFF_BOARD

    def _finnish_ground(self) -> Bits:
        """[Finland] The land that Finnish units may enter: north of the Leningrad row, west of 38 degrees east."""
        limits = self.schedule["limits"]
        south, east = int(limits["finnish_south"]), int(limits["finnish_east"])
        named = {h: self.grid.name(h) for h in self.grid.cells}
        return self.land & bits_of(
            h for h, name in named.items() if int(name[:2]) <= south and int(name[2:]) >= east
        )

    def place_name(self, hex_: Hex) -> str:
        """*hex_* as sentences call it: its greatest place, or its number."""
        places = self.board.places_at(hex_)
        return places[0].name if places else self.grid.name(hex_)

    # ---- by turn and year

    def by_year(self, numbers: list[int], turn: int) -> int:
        """The one of five yearly *numbers* that holds on *turn*."""
        return numbers[year_of(max(turn, 1)) - FIRST_YEAR]

    def is_first_winter(self, turn: int) -> bool:
        """[First Winter] Whether *turn* is one of the first winter."""
        return turn in self.schedule["first_winter"]["turns"]

    def is_hardy(self, nation: Nation) -> bool:
        """[First Winter] Whether a nation of the Axis is used to the snow."""
        return nation.name.lower() in self.schedule["first_winter"]["hardy"]

    # ---- movement costs

    @lru_cache(maxsize=16)  # noqa: B019 - a campaign lives as long as the program
    def costs(self, how: Movement, *, snow: bool) -> CostMap:
        """[Terrain Costs] What a unit pays that moves as *how*; rivers are frozen in *snow*."""
        table = self.schedule["terrain"]
        column = Movement.FOOT if how is Movement.MOUNTAIN else how
        enter = {ground: table[ground][column] for ground in GROUND}
        if how is Movement.MOUNTAIN:
            enter["mountain"] = table["mountain_units"]
        cross = {"strait": table["strait"] - table["clear"][0]} | ({} if snow else {RIVER: table["river"]})
        return CostMap(self.board, enter, cross=cross, barred=("water",), area=self.land)


def campaign(tables: Tables, document: Document) -> Campaign:
    """The campaign with these *tables*."""
    schedule = document(SCHEDULE)
    roster = read_roster(document(UNITS), Classes(schedule["classes"]), f"besieged/{UNITS}")
    return Campaign(boards.load(BOARD), roster, tables, schedule)


@lru_cache(maxsize=4)
def standard_campaign(tables: Tables, document: Document) -> Campaign:
    """The campaign with the tables of the book, made once."""
    return campaign(tables, document)
