"""A stretch of front line as a description file tells it: a ``[front]`` with its map and two ``[[front.side]]``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sandtable import boards
from sandtable.kernel import BadDescription, Given, Grid, Hex, Hexside, Numbering
from sandtable.kernel.book.describing import listed, one_of, pairs, whole

from ..front import NOBODY, Stretch
from .describe import MOST_POINTS

FRONT_KEYS: Final = ("board", "grid", "first", "nobody", "china", "side")
SIDE_KEYS: Final = (
    *("name", "hexes", "pool", "lsp"),
    *("closes", "withdraws", "follows", "builds", "partisans", "placed", "security"),
)
GRID_KEYS: Final = ("rows", "columns", "east_rows", "numbering", "columns_from", "rows_from")
BOARD: Final = "frontline"
# Nobody deploys at sea.
_SEA: Final = "sea"
_LARGEST: Final = 200


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
        if "grid" in said:
            self.grid, self.terrain = _grid(said["grid"]), dict[Hex, str]()
            self._find: Callable[[str], Hex] = self.grid.hex
        else:
            name = one_of(said.get("board", BOARD), "board", boards.names())
            board = boards.load(name)
            self.grid, self.terrain = board.grid, board.terrain
            # Places have names there.
            self._find = board.hex

    def hex(self, name: Any) -> Hex:
        found = self._find(str(name))
        if self.terrain.get(found) == _SEA:
            raise BadDescription(f"{name} is sea; a front line runs over land")
        return found

    def hexes(self, names: Any) -> tuple[Hex, ...]:
        return tuple(self.hex(name) for name in listed(names))


def read_front(given: Given) -> Described:
    """The stretch that *given* means; BadDescription says what cannot be."""
    if not isinstance(given["front"], Mapping):
        raise BadDescription("front should be a table: [front] with two [[front.side]]")
    said = pairs(given["front"], "front", FRONT_KEYS)
    map_, rows = _Map(said), listed(said.get("side"))
    if len(rows) != 2 or not all(isinstance(row, Mapping) and row.get("name") for row in rows):
        raise BadDescription("front needs two [[front.side]], each with a name and its hexes")
    holder: dict[Hex, str] = {}
    men: dict[Hex, int] = {}
    for row in rows:
        for hex_, count in _held(map_, pairs(row, f"side {row['name']}", SIDE_KEYS)):
            if hex_ in holder:
                raise BadDescription(f"{map_.grid.name(hex_)} is held twice; once will do")
            holder[hex_], men[hex_] = str(row["name"]), count
    for hex_ in map_.hexes(said.get("nobody")):
        if holder.setdefault(hex_, NOBODY) != NOBODY:
            raise BadDescription(f"{map_.grid.name(hex_)} is held, and so it is no no-man's-land")
    line = Stretch(map_.grid, holder, men, china=bool(said.get("china")))
    plans = [_plan(map_, line, row) for row in rows]
    if "first" in said and one_of(said["first"], "first", [plan.name for plan in plans]) != plans[0].name:
        plans.reverse()
    return Described(line=line, plans=(plans[0], plans[1]))


def _held(map_: _Map, row: Mapping[str, Any]) -> list[tuple[Hex, int]]:
    """The hexes of a side with the men in each: "1108=3,1109=1" or a table."""
    given = row.get("hexes")
    parts = given.items() if isinstance(given, Mapping) else _split(given, str(row["name"]))
    return [
        (map_.hex(name), whole(count, f"men in {name}", least=0, most=MOST_POINTS)) for name, count in parts
    ]


def _split(given: Any, side: str) -> list[tuple[str, str]]:
    found = [part.partition("=") for part in str(given or "").replace(",", " ").split()]
    if not found or not all(equals for _, equals, _ in found):
        raise BadDescription(f"hexes of {side} is {given!r}; it should read like 1108=3,1109=1")
    return [(name, count) for name, _, count in found]


def _plan(map_: _Map, line: Stretch, row: Mapping[str, Any]) -> Plan:
    def known(key: str) -> tuple[Hex, ...]:
        found = map_.hexes(row.get(key))
        if stray := next((hex_ for hex_ in found if hex_ not in line.holder), None):
            raise BadDescription(
                f"{key} of {row['name']} names {line.name(stray)}, which nobody is said to hold; "
                "give it to a side or to nobody"
            )
        return found

    return Plan(
        name=str(row["name"]),
        pool=whole(row.get("pool", 0), f"pool of {row['name']}", least=0, most=MOST_POINTS),
        lsp=whole(row.get("lsp", 0), f"lsp of {row['name']}", least=0, most=MOST_POINTS),
        builds=_hexsides(map_, line, row),
        closes=known("closes"),
        withdraws=known("withdraws"),
        follows=known("follows"),
        partisans=known("partisans"),
        placed=known("placed"),
        security=known("security"),
    )


def _hexsides(map_: _Map, line: Stretch, row: Mapping[str, Any]) -> tuple[Hexside, ...]:
    """What is built, as "1409/1408": the hex that builds, then the one it faces."""
    found = []
    for text in listed(row.get("builds")):
        builder, slash, faced = str(text).partition("/")
        if not slash:
            raise BadDescription(f"builds of {row['name']} has {text!r}; it should read like 1409/1408")
        hexside = map_.hex(builder.strip()), map_.hex(faced.strip())
        if hexside[0] not in line.holder:
            raise BadDescription(f"builds of {row['name']} names {builder}, which nobody is said to hold")
        found.append(hexside)
    return tuple(found)


def _grid(given: Any) -> Grid:
    """A map of the user's own: pointy-top hexes in rows, every other row half a hex to the east."""
    said = pairs(given, "grid", GRID_KEYS)
    rows, columns = (
        whole(said.get(key), f"{key} of the grid", least=1, most=_LARGEST) for key in ("rows", "columns")
    )
    words = {key: str(said[key]) for key in ("columns_from", "rows_from") if key in said}
    try:
        numbering = Numbering(str(said.get("numbering", "RRCC")), **words)  # type: ignore[arg-type]
        return Grid(rows, columns, east_rows=str(said.get("east_rows", "odd")), numbering=numbering)
    except ValueError as why:
        raise BadDescription(f"the grid cannot be drawn: {why}") from None


def opponent(plans: Sequence[Plan], plan: Plan) -> Plan:
    """The other side's plan."""
    return plans[1] if plan is plans[0] else plans[0]
