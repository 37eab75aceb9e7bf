"""A position of the engine, copied into plain data: hexes and units are numbers, everything else is words and sets."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from sandtable.kernel.map.bitboards import members
from sandtable.kernel.map.board import Board, Hexsides
from sandtable.rules.damos.series.position.state import Fate, Front, Origin

GROUND = ("clear", "woods", "rough", "swamp", "mountain")
RANK = ("", "town", "city", "major_city")
AXIS, SOVIET = 0, 1

Pairs = frozenset[tuple[int, int]]


class Chart(NamedTuple):
    """The printed map. Pairs of hexes are listed both ways round."""

    around: dict[int, tuple[int, ...]]
    land: frozenset[int]
    ground: dict[int, str]
    built: dict[int, str]
    rivers: dict[tuple[int, int], str]
    water: Pairs
    svir: Pairs
    rails: Pairs
    roads: Pairs
    russia: frozenset[int]
    finland: frozenset[int]
    east_edge: frozenset[int]
    rail_exits: frozenset[int]
    leningrad: int


class Unit(NamedTuple):
    """A counter on the map."""

    number: int
    side: int
    nation: str
    kind: str
    size: str
    nkvd: bool
    hanko: bool
    of_finland: bool
    cossack: bool
    hex: int
    sp: int
    fresh: bool
    attempted: bool
    demoralized: bool


class Snapshot(NamedTuple):
    """What lies on the table."""

    chart: Chart
    turn: int
    phasing: int
    units: tuple[Unit, ...]
    axis_control: frozenset[int]
    converted: frozenset[int]
    points: tuple[int, int]
    finns_awake: bool

    def at(self, hex_: int, side: int) -> list[Unit]:
        """The units of a side in a hex."""
        return [u for u in self.units if u.hex == hex_ and u.side == side]

    def hexes(self, side: int) -> set[int]:
        """The hexes that a side occupies."""
        return {u.hex for u in self.units if u.side == side}

    def controls(self, side: int, hex_: int) -> bool:
        """[2.9] Whether a side controls a land hex."""
        return (hex_ in self.axis_control) == (side == AXIS)


def snapshot(g: Front) -> Snapshot:
    """The position *g* in plain data."""
    return Snapshot(
        chart=chart(g.campaign.board),
        turn=g.turn,
        phasing=g.phasing,
        units=tuple(
            Unit(
                number=n,
                side=AXIS if c.side == AXIS else SOVIET,
                nation=c.nation.name.lower(),
                kind=c.kind.name.lower(),
                size=c.size.name.lower(),
                nkvd=c.nkvd,
                hanko=c.hanko,
                of_finland=g.origin[n] == Origin.FINLAND,
                cossack=bool(g.cossack[n]),
                hex=g.hex_of[n],
                sp=g.sp[n],
                fresh=not g.spent[n],
                attempted=bool(g.attempted[n]),
                demoralized=bool(g.demoralized[n]),
            )
            for n, c in enumerate(g.roster.counters)
            if g.fate[n] == Fate.ON_MAP and g.hex_of[n] >= 0
        ),
        axis_control=frozenset(members(g.axis_control)),
        converted=frozenset(members(g.converted)),
        points=(g.axis_rp, g.soviet_rp),
        finns_awake=0 < g.finns_from <= g.turn,
    )


@cache
def chart(board: Board) -> Chart:
    """The map as printed, less what lies outside the area in play, under water or in a neutral country."""
    land = {h for h, kind in board.terrain.items() if kind in GROUND}
    land &= set(members(board.in_play))
    land -= set(members(board.areas.get("neutral", 0)))
    built: dict[int, str] = {}
    for place in board.places.values():
        if place.kind in RANK and RANK.index(place.kind) > RANK.index(built.get(place.hex, "")):
            built[place.hex] = place.kind
    leningrad = board.places.get("Leningrad")
    return Chart(
        around={h: board.grid.neighbours(h) for h in board.grid.cells},
        land=frozenset(land),
        ground={int(h): kind for h, kind in board.terrain.items()},
        built=built,
        rivers={pair: kind for kind in ("river", "major_river") for pair in _pairs(board.hexsides.get(kind))},
        water=_pairs(board.hexsides.get("water")),
        svir=_pairs(board.hexsides.get("svir")),
        rails=_pairs(board.nets["rail"].links),
        roads=_pairs(board.nets["road"].links if "road" in board.nets else None),
        russia=frozenset(members(board.area("soviet_side"))) & land,
        finland=frozenset(members(board.areas.get("finland", 0))) & land,
        east_edge=frozenset(members(board.area("east_edge"))) & land,
        rail_exits=frozenset(members(board.area("rail_exits"))) & land,
        leningrad=leningrad.hex if leningrad is not None else -1,
    )


def _pairs(sides: Hexsides | None) -> Pairs:
    found = sides.sides if sides is not None else ()
    return frozenset(found) | frozenset((b, a) for a, b in found)
