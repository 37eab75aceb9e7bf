"""What is printed once and shared by every copy of a game: map, counters, tables, calendar, and sets made from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from sandtable.kernel import (
    OFF_BOARD,
    Bits,
    Board,
    Calendar,
    Hex,
    Hexside,
    Hexsides,
    Tables,
    bits_of,
    members,
)
from sandtable.kernel.map.costs import CostMap, Track

from .roster import FINNISH, Roster

# Movement points are counted in halves, since a rail hex costs half a point.
HALF: Final = 2
GROUND: Final = ("clear", "woods", "rough", "swamp", "mountain")
BUILT_UP: Final = ("town", "city", "major_city")
# Movement classes, by the columns of the terrain table; a force pays the dearest of its units.
CLASSES: Final = ("foot", "motorized", "mechanized")

# Which paragraph of which book says a thing that both books say.
PARAGRAPHS: Final[Mapping[str, tuple[str, str]]] = {
    "boundaries": ("AGN 1.3", "AGS 1.3"),
    "postures": ("AGN 2.1", "AGS 2.1"),
    "german zoi": ("AGN 3.1", "AGS 3.1"),
    "russian zoi": ("AGN 3.2", "AGS 3.2"),
    "stacking": ("AGN 4.1", "AGS 4.1"),
    "reaction": ("AGN 4.2", "AGS 4.2"),
    "german los": ("AGN 4.3.1", "AGS 4.3.1"),
    "russian los": ("AGN 4.3.2", "AGS 4.3.2"),
    "air": ("AGN 4.4", "AGS 4.4"),
    "rp": ("AGN 4.5", "AGS 4.5"),
    "rp losses": ("AGN 4.5.1", "AGS 4.5.1"),
    "unaware": ("AGN 4.8.1", "AGS 4.6.1"),
    "unprepared": ("AGN 4.8.2", "AGS 4.6.2"),
    "expectations": ("AGN 4.8.3", "AGS 4.6.3"),
    "undying": ("AGN 4.8.4", "AGS 4.6.4"),
    "rivers": ("AGN 4.8.5", "AGS 4.6.5"),
    "cossacks": ("AGN 4.11", "AGS 4.9"),
    "reinforcements": ("AGN 4.12", "AGS 4.10"),
    "victory": ("AGN 5.0", "AGS 5.0"),
    "setup": ("AGN 6.0", "AGS 6.0"),
}
# The paragraphs of the South's own book, for those that both books have.
SOUTHERN: Final[Mapping[str, str]] = dict(PARAGRAPHS.values())


class Campaign:
    """The printed matter of one scenario. ``areas`` names the games in it: north, center, south."""

    def __init__(
        self, board: Board, roster: Roster, tables: Tables, calendar: Calendar, areas: tuple[str, ...]
    ) -> None:
        self.board: Final = board
        self.grid: Final = board.grid
        self.roster: Final = roster
        self.tables: Final = tables
        self.calendar: Final = calendar
        self.areas: Final = areas
        # Paragraphs that steps and events name, where this scenario's own book has another for them.
        self.own_paragraphs: Final[Mapping[str, str]] = SOUTHERN if areas == ("south",) else {}
        self.land: Final[Bits] = self._playable()
        self.soviet_side: Final[Bits] = board.area("soviet_side") & self.land
        self.axis_side: Final[Bits] = self.land & ~self.soviet_side
        self.finland: Final[Bits] = board.areas.get("finland", 0) & self.land
        self.east_edge: Final[Bits] = board.area("east_edge") & self.land
        self.west_edge: Final[Bits] = board.area("west_edge") & self.land
        self.rail_exits: Final[Bits] = board.area("rail_exits")
        self.rails: Final[Hexsides] = board.nets["rail"].links
        self.rail_hexes: Final[Bits] = board.nets["rail"].hexes & self.land
        self.roads: Final = board.nets["road"].links if "road" in board.nets else Hexsides(self.grid)
        self.road_hexes: Final[Bits] = bits_of(h for side in self.roads.sides for h in side)
        self.rails_and_roads: Final = Hexsides(self.grid, (*self.rails.sides, *self.roads.sides))
        self.water: Final[Hexsides] = board.hexsides.get("water", Hexsides(self.grid))
        self.rivers: Final = {
            kind: board.hexsides[kind] for kind in ("river", "major_river") if kind in board.hexsides
        }
        self._river_at: Final = {
            way: kind
            for kind, sides in reversed(self.rivers.items())
            for a, b in sides.sides
            for way in ((a, b), (b, a))
        }
        self.svir: Final[Hexsides] = board.hexsides.get("svir", Hexsides(self.grid))
        # [AGN 4.7] What no Finn crosses.
        self.barred_to_finns: Final = Hexsides(self.grid, (*self.water.sides, *self.svir.sides))
        self.rails_of_finns: Final = self._tracks(self.rails.sides, finns=True)
        self.place_kind: Final = self._place_kinds()
        self.towns: Final[Bits] = self._of_kind("town")
        self.cities: Final[Bits] = self._of_kind("city") | self._of_kind("major_city")
        self.major_cities: Final[Bits] = self._of_kind("major_city")
        self.leningrad: Final = self._hex("Leningrad")
        self.riga: Final = self._hex("Riga")
        self.tallinn: Final = self._hex("Tallinn")
        self.helsinki: Final = self._hex("Helsinki")
        self.hanko: Final = self._hex("Hanko")
        self.riga_and_beyond: Final[Bits] = self._riga_and_beyond()
        # What was worked out last, and for which position; see ``Front.worked_out``.
        self.latest: tuple[tuple[int, ...], dict[str, Bits]] = ((), {})
        # Who used the Finnish line of supply last, by where units came from; see ``belonging_to_finland``.
        self.northern: tuple[list[int], frozenset[int]] = ([], frozenset())
        # What forces pay, by the kinds of units in them and whether rivers count.
        self._costs_of: Final[dict[int, CostMap]] = {}
        # By seat, how counters looked before; see ``counters``.
        self.looks: Final[dict[int, dict[tuple[int, ...], dict[str, Any]]]] = {}
        self.german_ports: Final = tuple(h for h in (self._hex("Memel"), self._hex("Konigsberg")) if h >= 0)

    def _playable(self) -> Bits:
        """[AGN 1.3, AGS 1.3] The land hexes inside the operational boundaries.

        Nothing else is entered, traced through or reached by a zone of control (R-76), nor is a neutral country (R-59).
        """
        ground = bits_of(h for h, kind in self.board.terrain.items() if kind in GROUND)
        return ground & self.board.in_play & ~self.board.areas.get("neutral", 0)

    def _place_kinds(self) -> dict[Hex, str]:
        kinds: dict[Hex, str] = {}
        for place in self.board.places.values():
            if place.kind in BUILT_UP and self.land >> place.hex & 1:
                known = kinds.get(place.hex)
                if known is None or BUILT_UP.index(place.kind) > BUILT_UP.index(known):
                    kinds[place.hex] = place.kind
        return kinds

    def _of_kind(self, kind: str) -> Bits:
        return bits_of(h for h, k in self.place_kind.items() if k == kind)

    def _riga_and_beyond(self) -> Bits:
        """[AGN 4.7] Riga, and the Soviet Baltic coast east of it: where the Finns look to (R-56)."""
        if self.riga < 0 or "north" not in self.areas:
            return 0
        coast = self.board.areas.get("baltic_coast", 0) & self.soviet_side & ~self.finland
        east = bits_of(h for h in map(Hex, members(coast)) if self._column(h) < self._column(self.riga))
        return 1 << self.riga | east & ~bits_of([self.hanko] if self.hanko >= 0 else ())

    def _column(self, hex_: Hex) -> int:
        """The printed column, which counts from the east."""
        return int(self.grid.name(hex_)[-2:])

    def _hex(self, name: str) -> Hex:
        place = self.board.places.get(name)
        return place.hex if place is not None and self.land >> place.hex & 1 else OFF_BOARD

    def cite(self, topic: str) -> str:
        """The paragraph of this scenario's own book that deals with *topic*."""
        north, south = PARAGRAPHS[topic]
        return south if self.areas == ("south",) else north

    @lru_cache(maxsize=256)  # noqa: B019 - a campaign lives as long as the program
    def effect(self, terrain: str, effect: str) -> int:
        """[3.0] A whole-number cell of the terrain table."""
        return int(self.tables["terrain"].look_up(row=terrain, column=effect))

    @lru_cache(maxsize=16)  # noqa: B019
    def multiplier(self, hexside: str) -> Fraction:
        """[3.0] What share of an attack's strength counts across *hexside*."""
        return Fraction(str(self.tables["terrain"].look_up(row=hexside, column="multiplier")))

    def hexside(self, a: Hex, b: Hex) -> str:
        """The river between two neighbours: "river", "major_river", or "" where there is none."""
        return self._river_at.get((a, b), "")

    def terrain_words(self, hex_: Hex) -> tuple[str, ...]:
        """The rows of the terrain table that apply in *hex_*: its ground, and what is built on it."""
        built = self.place_kind.get(hex_)
        return (self.board.terrain[hex_], built) if built else (self.board.terrain[hex_],)

    # ---- movement costs, in half points

    @lru_cache(maxsize=64)  # noqa: B019 - a campaign lives as long as the program
    def costs(self, classes: int, *, rivers: bool = True, finns: bool = False) -> CostMap:
        """[3.0] What a force of these movement classes pays; without *rivers* on the first turn's surprise.

        To a force with *finns* the Svir is closed [AGN 4.7], bridges included.
        """
        return self._cost_map(classes, rivers=rivers, finns=finns)

    def costs_of(self, units: Sequence[int], rivers: bool) -> CostMap:
        """[3.0] What this force pays (R-43)."""
        moves_as, kinds = self.roster.moves_as, 0
        for unit in units:
            kinds |= moves_as[unit]
        found = self._costs_of.get(kinds << 1 | rivers)
        if found is None:
            classes, finns = kinds & ~FINNISH, bool(kinds & FINNISH)
            found = self._costs_of[kinds << 1 | rivers] = self.costs(classes, rivers=rivers, finns=finns)
        return found

    @lru_cache(maxsize=1024)  # noqa: B019
    def open_rail(self, rail: Bits, *, finns: bool = False) -> Track:
        """[6.0] Half a point from rail hex to rail hex, where both lie in *rail*; Finns have no bridge over the Svir."""
        half = Fraction(str(self.tables["terrain"].look_up(row="rail", column="foot")))
        return Track(self.grid, self.rails_of_finns if finns else self.rails, rail, int(half * HALF))

    @lru_cache(maxsize=64)  # noqa: B019
    def roads_and_broad_rails(self, converted: Bits) -> Hexsides:
        """[AGN 4.3.3] Every road, and the railways between hexes that are not *converted*."""
        broad = (s for s in self.rails.sides if not (converted >> s[0] | converted >> s[1]) & 1)
        return Hexsides(self.grid, (*broad, *self.roads.sides))

    def _tracks(self, sides: Iterable[Hexside], *, finns: bool) -> Hexsides:
        """Roads or rails as hexsides; without the bridges of the Svir for Finns."""
        return Hexsides(self.grid, (s for s in sides if not (finns and s in self.svir)))

    def _cost_map(self, classes: int, *, rivers: bool, finns: bool) -> CostMap:
        columns = [name for i, name in enumerate(CLASSES) if classes >> i & 1]
        dearest = {
            row: max(self.effect(row, column) for column in columns) * HALF for row in (*GROUND, *self.rivers)
        }
        road = max(self.effect("road", column) for column in columns) * HALF
        return CostMap(
            self.board,
            {ground: dearest[ground] for ground in GROUND},
            cross={kind: dearest[kind] for kind in self.rivers} if rivers else {},
            barred=("water", "svir") if finns else ("water",),
            area=self.land,
            tracks={self._tracks(self.roads.sides, finns=finns): road},
        )
