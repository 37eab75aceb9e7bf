"""The position of The Ford: where the units are, what strength they have left, and whose turn it is."""

from __future__ import annotations

from functools import cache
from typing import Final

from sandtable.kernel import OFF_BOARD, Bits, Board, GameState, Hex, Place, Seat, Setup, Tables, members
from sandtable.kernel.map.costs import CostMap
from sandtable.testing.ascii import Picture, draw

RED: Final = Seat(0)
BLUE: Final = Seat(1)
SEATS: Final = ("red", "blue")
MOVEMENT_POINTS: Final = 4

# --8<-- [start:drawings]
# Red comes from the west, Blue holds the town beyond the river. Letters are units, a river runs along the bars.
THE_FORD: Final = """
    A  .  .  w | .  .  e  .
      B  .  .  . | .  d  .  .
    .  C  .  . | .  w  .  f
      D  .  .  w : .  .  .  .
    .  E  .  . | .  g  .  .
      F  w  .  . | .  .  .  h
"""
THE_COUNTERSTROKE: Final = """
    .  .  .  w | .  .  e  .
      A  .  .  . | .  .  d  .
    .  .  .  . | .  w  .  f
      B  .  .  w : C  .  .  .
    .  .  .  . | .  .  g  .
      D  w  .  . | .  .  .  h
"""
TOWN: Final = "0406"
PICTURES: Final = {"ford": THE_FORD, "ford-counterstroke": THE_COUNTERSTROKE}
PRINTED: Final = {"A": 4, "B": 4, "C": 3, "D": 3, "E": 3, "F": 2, "d": 3, "e": 2, "f": 3, "g": 3, "h": 2}
# --8<-- [end:drawings]


# --8<-- [start:printed]
class Unit:
    """A counter: its mark, its side and the strength printed on it."""

    def __init__(self, mark: str) -> None:
        self.mark: Final = mark
        self.side: Final = RED if mark.isupper() else BLUE
        self.strength: Final = PRINTED[mark]
        self.name: Final = f"{SEATS[self.side]}-{mark.lower()}"


class Printed:
    """What is printed once and shared by every copy of a position: map, counters, tables, costs."""

    def __init__(self, picture: Picture, tables: Tables, *, night: bool) -> None:
        grid = picture.grid
        town = Place("Furt", grid.hex(TOWN), "town", "")
        self.board: Final[Board] = picture.board("ford", title="The Ford", places=(town,))
        self.tables: Final = tables
        self.town: Final = town.hex
        self.units: Final = tuple(Unit(mark) for _, mark in sorted(picture.marks.items(), key=lambda m: m[1]))
        self.numbers: Final = {unit.name: number for number, unit in enumerate(self.units)}
        start = {mark: hex_ for hex_, mark in picture.marks.items()}
        self.start: Final = [start[unit.mark] for unit in self.units]
        self.of_side: Final = tuple(
            tuple(n for n, unit in enumerate(self.units) if unit.side == s) for s in (RED, BLUE)
        )
        edges = [grid.at(r, c) for c in (0, grid.columns - 1) for r in range(grid.rows)]
        self.edge: Final[tuple[Bits, Bits]] = (
            sum(1 << h for h in edges[: grid.rows]),
            sum(1 << h for h in edges[grid.rows :]),
        )
        terrain = tables["terrain"]
        enter = {name: int(terrain.look_up(row=name, column="movement")) for name in ("clear", "woods")}
        river = int(terrain.look_up(row="river", column="movement"))
        self.costs: Final = CostMap(
            self.board, enter, cross={} if night else {"river": river}, barred=("river",) if night else ()
        )
        # --8<-- [end:printed]


@cache
def picture_of(scenario: str) -> Picture:
    """The drawing a scenario starts from."""
    return draw(PICTURES[scenario])


# --8<-- [start:position]
class Ford(GameState):
    """A game of The Ford."""

    COLUMNS = ("hex_of", "strength", "moved", "fought")
    NUMBERS = ("turn", "holder")
    DERIVED_COLUMNS = ("unit_at",)
    DERIVED_NUMBERS = ("red_at", "blue_at")

    def __init__(self, setup: Setup, printed: Printed) -> None:
        super().__init__(setup)
        self.printed: Final = printed
        self.grid: Final = printed.board.grid
        count = len(printed.units)
        self.hex_of: list[int] = list(printed.start)
        self.strength: list[int] = [unit.strength for unit in printed.units]
        self.moved: list[int] = [0] * count
        self.fought: list[int] = [0] * count
        self.turn = 0
        self.holder = int(BLUE)
        self.unit_at: list[int] = []
        self.red_at = 0
        self.blue_at = 0
        self.rebuild()
        # --8<-- [end:position]

    @property
    def last_turn(self) -> int:
        """The turn after which the town decides."""
        return int(self.setup.options["turns"])

    def name(self, unit: int) -> str:
        """The name of *unit*."""
        return self.printed.units[unit].name

    def hex_name(self, hex_: int) -> str:
        """The number of *hex_*."""
        return self.grid.name(Hex(hex_))

    def side_of(self, unit: int) -> Seat:
        """Who owns *unit*."""
        return self.printed.units[unit].side

    def at(self, side: Seat) -> Bits:
        """The hexes in which *side* has units."""
        return self.red_at if side == RED else self.blue_at

    def living(self, side: Seat) -> list[int]:
        """The units of *side* that are on the board."""
        return [u for u in self.printed.of_side[side] if self.hex_of[u] != OFF_BOARD]

    # --8<-- [start:questions]
    def zone(self, side: Seat) -> Bits:
        """[1.2] The hexes around *side*'s units, which are its zone."""
        return self.grid.expand(self.at(side)) & self.grid.everywhere
        # --8<-- [end:questions]

    def units_in(self, mask: Bits) -> list[int]:
        """The units standing in *mask*."""
        return [u for h in members(mask) if (u := self.unit_at[h]) >= 0]

    # --8<-- [start:caches]
    def put(self, unit: int, hex_: Hex) -> None:
        """Move *unit* to *hex_* (or off the board) and keep every column true."""
        before = self.hex_of[unit]
        here = 0
        if before != OFF_BOARD:
            self.unit_at[before] = -1
            here ^= 1 << before
        if hex_ != OFF_BOARD:
            self.unit_at[hex_] = unit
            here ^= 1 << hex_
            if hex_ == self.printed.town:
                self.holder = self.side_of(unit)
        if self.side_of(unit) == RED:
            self.red_at ^= here
        else:
            self.blue_at ^= here
        self.hex_of[unit] = hex_

    def rebuild(self) -> None:
        """Who stands where, from the column of hexes."""
        self.unit_at = [-1] * self.grid.size
        self.red_at = self.blue_at = 0
        for unit, hex_ in enumerate(self.hex_of):
            if hex_ != OFF_BOARD:
                self.unit_at[hex_] = unit
                if self.side_of(unit) == RED:
                    self.red_at |= 1 << hex_
                else:
                    self.blue_at |= 1 << hex_
                    # --8<-- [end:caches]


def enemy(side: Seat) -> Seat:
    """The other side."""
    return BLUE if side == RED else RED
