"""[Set-up] What is printed: the map as the rules see it, the calendar and the schedule of the war, as data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from typing import Any, Final, NamedTuple, TypeAlias

from sandtable import boards
from sandtable.kernel import Bits, Hex, Hexside, Tables, bits_of, members

from .nations import NATIONS, AdvantageCard

BOARD: Final = "frontline"
SHORT: Final = "frontline-1943"
WHOLE: Final = "frontline"
# The same two wars with a Stavka and three fronts.
FRONTS: Final = {"frontline-1943-fronts": SHORT, "frontline-fronts": WHOLE}
GROUND: Final = {"clear": "open", "woods": "forest", "swamp": "swamp", "mountain": "mountain"}
MAJOR: Final = 2
FIRST_YEAR: Final = 1942
# The files of the scenario, which a study may print otherwise, and how they are read.
WAR: Final = "scenario/war.toml"
DEPLOYMENT: Final = "scenario/deployment.toml"
Document: TypeAlias = "Callable[[str], Mapping[str, Any]]"


class City(NamedTuple):
    """[Victory] A place that counts for victory."""

    name: str
    hex: Hex
    points: int


class Base(NamedTuple):
    """[Bomber Bases] A bomber base on the map, or beyond its edge with the hexes by which its bombers come."""

    name: str
    hex: int
    west: bool
    begins: int
    entries: tuple[tuple[int, int], ...]
    counters: tuple[int, ...]


class Campaign:
    """Everything about the war that does not change, for one scenario and its tables."""

    def __init__(self, scenario: str, tables: Tables, document: Document) -> None:
        self.scenario: Final = FRONTS.get(scenario, scenario)
        self.tables: Final = tables
        self.board: Final = boards.load(BOARD)
        self.grid: Final = self.board.grid
        self.schedule: Final = document(WAR)
        self.start: Final[Mapping[str, Any]] = document(DEPLOYMENT)[self.scenario]
        self.land: Final[Bits] = self.board.in_play
        self.hexes: Final = tuple(Hex(h) for h in members(self.land))
        self.water: Final = frozenset(self.board.hexsides["water"].sides)
        self.straits: Final = frozenset(self.board.hexsides["strait"].sides)
        self.winter: Final[Bits] = self.board.area("winter")
        self.coastal: Final[Bits] = self.board.area("coastal") & self.land
        self.ports: Final[Bits] = bits_of(p.hex for p in self.board.places.values() if p.port) & self.land
        self.names: Final = {p.hex: p.name for p in self.board.points if p.kind == "region"}
        self.around: Final = {h: tuple(self._around(h)) for h in self.hexes}
        calendar = self.schedule["calendar"]
        self.turns: Final[tuple[str, ...]] = tuple(calendar["turns"])
        self.years: Final[tuple[int, ...]] = tuple(calendar["years"])
        self.winters: Final = frozenset(calendar["winter"])
        self.first_turn: Final[int] = calendar["first"][self.scenario]
        self.last_turn: Final = len(self.turns)
        self.cities: Final = tuple(
            City(name, self.hex(row["hex"]), row["points"]) for name, row in self.schedule["cities"].items()
        )
        # By hex: the points of the cities that lie there.
        self.city_points: Final = {
            city.hex: sum(other.points for other in self.cities if other.hex == city.hex)
            for city in self.cities
        }
        self.major: Final[Bits] = bits_of(city.hex for city in self.cities if city.points >= MAJOR)
        self.cards: Final = tuple(
            AdvantageCard(NATIONS.index(nation), title, value)
            for nation, hand in self.schedule["cards"][self.scenario].items()
            for title, value in hand.items()
        )
        self.bases: Final = tuple(self._base(row) for row in self.schedule["base"])
        self.zones: Final = tuple(
            tuple(self.hex(name) for name in self.schedule["industry"][nation]["zones"]) for nation in NATIONS
        )
        self.sea: Final = tuple(
            {self.hex(name): most for name, most in self.schedule["sea"].get(nation, {}).items()}
            for nation in NATIONS
        )

    def hex(self, name: str) -> Hex:
        """The hex with this number."""
        return self.grid.hex(name)

    def name(self, hex_: int) -> str:
        """A hex in sentences: its number, and the name of its region."""
        region = self.names.get(Hex(hex_))
        return f"{self.grid.name(Hex(hex_))} {region}" if region else self.grid.name(Hex(hex_))

    def _around(self, hex_: Hex) -> list[Hex]:
        return [
            near
            for near in self.grid.neighbours(hex_)
            if self.land >> near & 1 and self.grid.side(hex_, near) not in self.water
        ]

    def side(self, a: int, b: int) -> Hexside:
        """The hexside between two hexes."""
        return self.grid.side(Hex(a), Hex(b))

    def ground(self, hex_: int) -> str:
        """[Terrain Results] The ground of a hex in the words of the rules."""
        return GROUND[self.board.terrain[Hex(hex_)]]

    def country(self, hex_: int) -> str:
        """Whose country a hex was in June 1941, in two letters."""
        return self.board.country.get(Hex(hex_), "")

    def year(self, turn: int) -> int:
        """[Winter] The year of a turn; a winter turn belongs to the later one (F-38)."""
        return self.years[max(turn, 1) - 1]

    def is_winter(self, turn: int, hex_: int) -> bool:
        """[Winter] Whether an operation against *hex_* takes two flags (F-38)."""
        return turn in self.winters and bool(self.winter >> hex_ & 1)

    def of_year(self, table: str, nation: int, turn: int) -> Any:
        """What a table by nation and year says for *turn*."""
        return self.schedule[table][NATIONS[nation]][self.year(turn) - FIRST_YEAR]

    def of_turn(self, table: str, nation: int, turn: int) -> int:
        """What a table by nation and turn says; nothing for nations that are not named."""
        row = self.schedule[table].get(NATIONS[nation])
        return int(row[turn - 1]) if row else 0

    def _base(self, row: Mapping[str, Any]) -> Base:
        counters = row.get("by_turn") or [row["bombers"][self.scenario]] + [0] * (self.last_turn - 1)
        return Base(
            row["name"],
            self.hex(row["hex"]) if "hex" in row else -1,
            bool(row.get("west")),
            row.get("from", 1),
            tuple((int(self.hex(name)), cost) for name, cost in row.get("entries", {}).items()),
            tuple(counters),
        )

    @cached_property
    def everywhere(self) -> tuple[str, ...]:
        """The names of all hexes in play."""
        return self.grid.names(self.hexes)


@lru_cache(maxsize=8)
def standard_campaign(scenario: str, tables: Tables, document: Document) -> Campaign:
    """The campaign of a scenario with printed tables, made once."""
    return Campaign(scenario, tables, document)
