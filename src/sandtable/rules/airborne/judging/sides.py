"""The two sides of a ground combat as Control describes them: units in contact, guns in support, aircraft."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from sandtable import boards
from sandtable.kernel import BadDescription, Given, Seat, Tables
from sandtable.kernel.book.describing import listed, one_of, whole

from ..air import support_level
from ..artillery import GUNS, Reach, farthest, reach
from ..field import Field
from ..state import ATTACKER, DEFENDER, STOCK, Counter, Troop
from ..strength import AIR_LEVELS
from .describe import TROOPS, entries, fraction, member

# Boards whose cells are 1 km and whose grounds are those of the sheet.
BOARDS: Final = ("corridor",)
SQUADRONS: Final = {"german_ga": "german", "allied_ga": "allied", "heavy": "heavy"}
MARKS: Final = ("light_infantry", "unprepared", "non_tactical", "road_column", "across_river")
_NUMBERS: Final = ("status", "factors", "artillery", "long_artillery", "units", "ammo", "fuel")
_WORDS: Final = ("air", "guns", "km", "troop", "formation", "moved", "marks", "name", "nation", "hex")
KEYS: Final = (*_NUMBERS, *SQUADRONS, *_WORDS)
_NEED_STATUS: Final = (
    "factors",
    "troop",
    "formation",
    "marks",
    "units",
    "moved",
    "ammo",
    "fuel",
    "guns",
    "km",
)

Entry = Mapping[str, Any]


class Side:
    """One side as described: units in contact, guns in support by range, and the best level of air support."""

    def __init__(self, given: Given, side: str, seat: Seat, tables: Tables) -> None:
        self.option: Final = f"--{side}"
        self.seat: Final = seat
        self.units: Final[list[tuple[Counter, Entry]]] = []
        self.guns: Final[list[tuple[Counter, Entry]]] = []
        self.far_guns: Final[list[tuple[Counter, Entry]]] = []
        # Guns whose range must be measured first.
        self.batteries: Final[list[tuple[Counter, Entry]]] = []
        self.air = 0
        for place, entry in enumerate(entries(given, side, KEYS), 1):
            self._read(entry, f"{side} {place}" if place > 1 else f"the {side}", tables)
        if not self.units:
            raise BadDescription(f"{self.option} has no status; give at least status=N")

    def _read(self, entry: Entry, name: str, tables: Tables) -> None:
        numbers = {
            key: whole(entry[key], f"{key} of {self.option}", least=None if key == "factors" else 0)
            for key in (*_NUMBERS, *SQUADRONS)
            if key in entry
        }
        called = str(entry.get("name") or name)
        if "status" in numbers:
            group = self.batteries if "guns" in entry else self.units
            counter = self._counter(entry, numbers, called)
            group.append((counter, {**entry, "factors": numbers.get("factors", 0)}))
        elif stray := next((key for key in _NEED_STATUS if key in entry), None):
            raise BadDescription(f"{self.option} has {stray} without status; give status=N with it")
        for key, guns in (("artillery", self.guns), ("long_artillery", self.far_guns)):
            if numbers.get(key):
                counter = Counter(
                    name=f"{called}'s guns", side=self.seat, troop=Troop.ARTILLERY, status=numbers[key]
                )
                guns.append((counter, {}))
        level = one_of(entry.get("air", AIR_LEVELS[0]), f"air of {self.option}", AIR_LEVELS)
        squadrons = {SQUADRONS[key]: numbers[key] for key in SQUADRONS if key in numbers}
        self.air = max(self.air, AIR_LEVELS.index(level), support_level(tables, squadrons))

    def _counter(self, entry: Entry, numbers: Mapping[str, int], called: str) -> Counter:
        units = whole(numbers.get("units", 1), f"units of {self.option}", least=1)
        troop = Troop.ARTILLERY if "guns" in entry else Troop.UNSTATED
        if "troop" in entry:
            troop = member(Troop, entry["troop"], f"troop of {self.option}", TROOPS)
        return Counter(
            name=called,
            side=self.seat,
            troop=troop,
            formation=str(entry.get("formation", "")),
            light="light_infantry" in marks_of(entry, self.option),
            units=units,
            status=numbers["status"],
            ammo=numbers.get("ammo", STOCK * units),
            fuel=numbers.get("fuel", STOCK * units),
        )

    def lay(self, field: Field | None, tables: Tables) -> None:
        """[3.1] Put each battery where its range to the attacked cell puts it; one out of range is refused."""
        for counter, entry in self.batteries:
            kind = one_of(entry["guns"], f"guns of {self.option}", GUNS)
            km = self._range(entry, field)
            at = reach(tables, kind, km)
            if at == Reach.OUT:
                most = farthest(tables, kind)
                raise BadDescription(
                    f"{counter.name} cannot fire: {kind.replace('_', ' ')} reaches {most} km, "
                    f"and the target is {km} km away [3.1]"
                )
            (self.guns if at == Reach.EFFECTIVE else self.far_guns).append((counter, entry))

    def _range(self, entry: Entry, field: Field | None) -> Fraction:
        if "km" in entry:
            return fraction(entry["km"], f"km of {self.option}")
        if field is None or "hex" not in entry:
            raise BadDescription(f"{self.option} has guns without a range; give km=N, or hex= and --board")
        return field.kilometres(field.board.hex(str(entry["hex"])))


def read_sides(given: Given, tables: Tables) -> tuple[Side, Side, Field | None]:
    """Both sides, and the field where a board is named; guns are laid on the attacked cell."""
    sides = Side(given, "attacker", ATTACKER, tables), Side(given, "defender", DEFENDER, tables)
    field = _field(given, *sides)
    for side in sides:
        side.lay(field, tables)
    return *sides, field


def marks_of(entry: Entry, what: str) -> list[str]:
    """The marks of an entry: a list, or a text with "+" between them."""
    given = entry.get("marks", ())
    words = given.split("+") if isinstance(given, str) else listed(given)
    return [one_of(mark, f"marks of {what}", MARKS) for mark in words]


def all_marked(units: Sequence[tuple[Counter, Entry]], mark: str) -> bool:
    """Whether every unit has *mark*."""
    return all(mark in marks_of(entry, counter.name) for counter, entry in units)


def _field(given: Given, attack: Side, defence: Side) -> Field | None:
    if not given.get("board"):
        return None
    board = boards.load(one_of(given["board"], "--board", BOARDS))
    cells = []
    for side in (defence, attack):
        for counter, entry in side.units:
            if "hex" not in entry:
                raise BadDescription(
                    f"{counter.name} has no hex; with --board every unit in contact needs one"
                )
        cells.append(tuple(dict.fromkeys(board.hex(str(entry["hex"])) for _, entry in side.units)))
    return Field(board, *cells)
