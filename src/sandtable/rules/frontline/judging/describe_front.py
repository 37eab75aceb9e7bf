"""A stretch of front line as a description file tells it: a ``[front]`` with its map and two ``[[front.side]]``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sandtable import boards
from sandtable.kernel import BadDescription, Given, Grid, Hex, Hexside, Numbering
from sandtable.kernel.book.describing import (
    flag,
    is_told,
    listed,
    name,
    names,
    one_of,
    pairs,
    shown,
    whole,
)

from ..front import NOBODY, Stretch
from .describe import MOST_POINTS

FRONT_KEYS: Final = ("board", "grid", "first", "nobody", "china", "side", "sea", "out_of_play")
SIDE_KEYS: Final = (
    *("name", "hexes", "pool", "lsp"),
    *("closes", "withdraws", "follows", "builds", "partisans", "placed", "security"),
)
GRID_KEYS: Final = ("rows", "columns", "east_rows", "numbering", "columns_from", "rows_from")
BOARD: Final = "frontline"
# Nobody deploys at sea, nor in Desert and Himalayas hexes [Desert].
_NO_LAND: Final = ("sea", "lake", "desert")
# Hexsides of a compiled board that are all sea; over a strait there is contact (F-52).
_ALL_SEA: Final = "water"
_LARGEST: Final = 200
_MOST_HEXES: Final = 1000


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What one side does with its line."""

    name: str
    pool: int
    lsp: int
    # Layers of fortification: the hex that builds, and the hex they face.
    builds: tuple[Hexside, ...]
    closes: tuple[Hex, ...]
    withdraws: tuple[Hex, ...]
    follows: tuple[Hex, ...]
    # Partisans to be placed, and those that lie on the map.
    partisans: tuple[Hex, ...]
    placed: tuple[Hex, ...]
    security: tuple[Hex, ...]


@dataclass(frozen=True, kw_only=True)
class Described:
    """A stretch and the plans of both sides, the one that goes first leading."""

    line: Stretch
    plans: tuple[Plan, Plan]


class _Map:
    """Where the hexes lie: a compiled board, or a grid of the user's own."""

    def __init__(self, said: Mapping[str, Any]) -> None:
        if "grid" in said and "board" in said:
            raise BadDescription("front has both a board and a grid; one of them will do")
        # All-sea hexsides, either way, and what nobody can hold (F-10, F-52).
        self.sea: set[Hexside] = set()
        self.out_of_play: set[Hex] = set()
        if "grid" in said:
            self.grid, self.terrain = _grid(said["grid"]), dict[Hex, str]()
            self._find: Callable[[str], Hex] = self.grid.hex
        else:
            name = one_of(said.get("board", BOARD), "board", boards.names())
            board = boards.load(name)
            self.grid, self.terrain = board.grid, board.terrain
            # Places have names there.
            self._find = board.hex
            self.out_of_play |= {hex_ for hex_ in board.terrain if not board.in_play >> hex_ & 1}
            if _ALL_SEA in board.hexsides:
                self.sea |= set(board.hexsides[_ALL_SEA].sides)
        self.out_of_play |= set(self.hexes(said.get("out_of_play"), "out_of_play"))
        for one, other in self.hexsides(said.get("sea"), "sea"):
            if other not in self.grid.neighbours(one):
                both = f"{self.grid.name(one)} and {self.grid.name(other)}"
                raise BadDescription(f"sea names {both}, and these two have no hexside")
            self.sea.add(self.grid.side(one, other))

    def hex(self, given: Any, what: str) -> Hex:
        called = name(given, what)
        found = self._find(called)
        if self.terrain.get(found) in _NO_LAND:
            raise BadDescription(f"{called} is {self.terrain[found]}; a front line runs over land")
        if found in self.out_of_play:
            raise BadDescription(f"{called} is out of play, and nobody holds it [Front Line]")
        return found

    def hexes(self, given: Any, what: str) -> tuple[Hex, ...]:
        if len(listed(given)) > _MOST_HEXES:
            raise BadDescription(f"{what} names more than {_MOST_HEXES} hexes")
        return tuple(self.hex(one, what) for one in listed(given))

    def hexsides(self, given: Any, what: str) -> tuple[Hexside, ...]:
        """Pairs of neighbours, as "1409/1408"."""
        found = []
        for text in names(given, what)[: _MOST_HEXES + 1]:
            one, slash, other = text.partition("/")
            if not slash:
                raise BadDescription(f"{what} has {shown(text)}; it should read like 1409/1408")
            found.append((self.hex(one, what), self.hex(other, what)))
        if len(found) > _MOST_HEXES:
            raise BadDescription(f"{what} names more than {_MOST_HEXES} hexsides")
        return tuple(found)


def read_front(given: Given) -> Described:
    """The stretch that *given* means; BadDescription says what cannot be."""
    if not isinstance(given["front"], Mapping):
        raise BadDescription("front should be a table: [front] with two [[front.side]]")
    stray = [key for key, value in given.items() if is_told(value) and key != "front"]
    if stray:
        raise BadDescription(
            f"{stray[0]} is given beside [front]; a front line and a combat are judged apart"
        )
    said = pairs(given["front"], "front", FRONT_KEYS)
    map_, rows = _Map(said), listed(said.get("side"))
    if len(rows) != 2 or not all(isinstance(row, Mapping) and row.get("name") for row in rows):
        raise BadDescription("front needs two [[front.side]], each with a name and its hexes")
    rows = [{**row, "name": name(row["name"], "name of a side")} for row in rows]
    if len({row["name"].casefold() for row in rows}) < len(rows) or not all(row["name"] for row in rows):
        raise BadDescription(
            f"both sides of the front are called {rows[0]['name']!r}; give each its own name"
        )
    holder: dict[Hex, str] = {}
    men: dict[Hex, int] = {}
    for row in rows:
        for hex_, count in _held(map_, pairs(row, f"side {row['name']}", SIDE_KEYS)):
            if hex_ in holder:
                raise BadDescription(f"{map_.grid.name(hex_)} is held twice; once will do")
            holder[hex_], men[hex_] = row["name"], count
    for hex_ in map_.hexes(said.get("nobody"), "nobody"):
        if holder.setdefault(hex_, NOBODY) != NOBODY:
            raise BadDescription(f"{map_.grid.name(hex_)} is held, and so it is no no-man's-land")
    if len(holder) > _MOST_HEXES:
        raise BadDescription(f"{len(holder)} hexes are described; a stretch has at most {_MOST_HEXES}")
    line = Stretch(map_.grid, holder, men, china=flag(said, "china"), sea=map_.sea)
    plans = [_plan(map_, line, row) for row in rows]
    if "first" in said and one_of(said["first"], "first", [plan.name for plan in plans]) != plans[0].name:
        plans.reverse()
    return Described(line=line, plans=(plans[0], plans[1]))


def _held(map_: _Map, row: Mapping[str, Any]) -> list[tuple[Hex, int]]:
    """The hexes of a side with the men in each: "1108=3,1109=1" or a table."""
    given = row.get("hexes")
    parts = given.items() if isinstance(given, Mapping) else _split(given, str(row["name"]))
    return [
        (
            map_.hex(hex_, f"a hex of {row['name']}"),
            whole(count, f"men in {name(hex_, 'a hex')}", least=0, most=MOST_POINTS),
        )
        for hex_, count in parts
    ]


def _split(given: Any, side: str) -> list[tuple[str, str]]:
    text = given if isinstance(given, str) else ""
    found = [part.partition("=") for part in text.replace(",", " ").split()]
    if not found or not all(equals for _, equals, _ in found):
        raise BadDescription(f"hexes of {side} is {shown(given)}; it should read like 1108=3,1109=1")
    return [(hex_, count) for hex_, _, count in found]


def _plan(map_: _Map, line: Stretch, row: Mapping[str, Any]) -> Plan:
    def known(key: str) -> tuple[Hex, ...]:
        found = map_.hexes(row.get(key), f"{key} of {row['name']}")
        if stray := next((hex_ for hex_ in found if hex_ not in line.holder), None):
            raise BadDescription(
                f"{key} of {row['name']} names {line.name(stray)}, which nobody is said to hold; "
                "give it to a side or to nobody"
            )
        return found

    return Plan(
        name=row["name"],
        pool=whole(row.get("pool", 0), f"pool of {row['name']}", least=0, most=MOST_POINTS),
        lsp=whole(row.get("lsp", 0), f"lsp of {row['name']}", least=0, most=MOST_POINTS),
        builds=_built(map_, line, row),
        closes=known("closes"),
        withdraws=known("withdraws"),
        follows=known("follows"),
        partisans=known("partisans"),
        placed=known("placed"),
        security=known("security"),
    )


def _built(map_: _Map, line: Stretch, row: Mapping[str, Any]) -> tuple[Hexside, ...]:
    """What is built, as "1409/1408": the hex that builds, then the one it faces."""
    found = map_.hexsides(row.get("builds"), f"builds of {row['name']}")
    for builder, _ in found:
        if builder not in line.holder:
            raise BadDescription(
                f"builds of {row['name']} names {line.name(builder)}, which nobody is said to hold"
            )
    return found


def _grid(given: Any) -> Grid:
    """A map of the user's own: pointy-top hexes in rows, every other row half a hex to the east."""
    said = pairs(given, "grid", GRID_KEYS)
    rows, columns = (
        whole(said.get(key), f"{key} of the grid", least=1, most=_LARGEST) for key in ("rows", "columns")
    )
    words = {key: name(said[key], key) for key in ("columns_from", "rows_from") if key in said}
    try:
        numbering = Numbering(name(said.get("numbering", "RRCC"), "numbering"), **words)  # type: ignore[arg-type]
        return Grid(
            rows, columns, east_rows=name(said.get("east_rows", "odd"), "east_rows"), numbering=numbering
        )
    except ValueError as why:
        raise BadDescription(f"the grid cannot be drawn: {why}") from None


def opponent(plans: Sequence[Plan], plan: Plan) -> Plan:
    """The other side's plan."""
    return plans[1] if plan is plans[0] else plans[0]
