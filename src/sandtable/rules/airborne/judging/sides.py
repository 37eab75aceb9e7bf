"""The two sides of a ground combat as Control describes them: units in contact, guns in support, aircraft."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from sandtable import boards
from sandtable.kernel import BadDescription, Board, Given, Hex, Seat, Tables
from sandtable.kernel.book.describing import fraction, is_told, listed, name, one_of, whole

from ..air import support_level
from ..artillery import GUNS, Reach, farthest, reach
from ..field import Field, is_cut_off
from ..state import ATTACKER, DEFENDER, STOCK, Counter, Troop
from ..strength import AIR_LEVELS
from .describe import LARGEST, MOST, TROOPS, entries, member

# Boards whose cells are 1 km and whose grounds are those of the sheet.
BOARDS: Final = ("corridor",)
SQUADRONS: Final = {"german_ga": "german", "allied_ga": "allied", "heavy": "heavy"}
MARKS: Final = (
    *("light_infantry", "unprepared", "non_tactical", "road_column"),
    # The attack crosses water, and where it does a crossing bears the unit.
    *("across_river", "at_crossing"),
)
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
        squadrons = dict.fromkeys(SQUADRONS.values(), 0)
        for place, entry in enumerate(entries(given, side, KEYS), 1):
            called = f"{side} {place}" if place > 1 else f"the {side}"
            for kind, number in self._read(entry, called).items():
                squadrons[kind] += number
        # Squadrons of one kind add up over all entries of a side; kinds do not.
        self.air = max(self.air, support_level(tables, squadrons))
        if not self.units:
            raise BadDescription(f"{self.option} has no status; give at least status=N")

    def _read(self, entry: Entry, called: str) -> dict[str, int]:
        """One entry: its units, guns and level of air support are noted, and its squadrons are answered by kind."""
        numbers = {
            key: whole(
                entry[key],
                f"{key} of {self.option}",
                least=-LARGEST if key == "factors" else 0,
                most=MOST if key == "units" else LARGEST,
            )
            for key in (*_NUMBERS, *SQUADRONS)
            if key in entry
        }
        for key in ("nation", "formation", "hex"):
            name(entry.get(key, ""), f"{key} of {self.option}")
        called = name(entry.get("name", ""), f"name of {self.option}") or called
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
        self.air = max(self.air, AIR_LEVELS.index(level))
        return {SQUADRONS[key]: numbers[key] for key in SQUADRONS if key in numbers}

    def _counter(self, entry: Entry, numbers: Mapping[str, int], called: str) -> Counter:
        units = whole(numbers.get("units", 1), f"units of {self.option}", least=1)
        troop = Troop.ARTILLERY if "guns" in entry else Troop.UNSTATED
        if "troop" in entry:
            troop = member(Troop, entry["troop"], f"troop of {self.option}", TROOPS)
        return Counter(
            name=called,
            side=self.seat,
            troop=troop,
            formation=name(entry.get("formation", ""), f"formation of {self.option}"),
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
        return field.kilometres(cell_of(field.board, entry))


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


def all_marked(units: Sequence[tuple[Counter, Entry]], *marks: str) -> bool:
    """Whether every unit has one of *marks*."""
    return all(set(marks) & set(marks_of(entry, counter.name)) for counter, entry in units)


def _field(given: Given, attack: Side, defence: Side) -> Field | None:
    if not is_told(given.get("board")):
        return None
    board = boards.load(one_of(given["board"], "--board", BOARDS))
    cells = []
    for side in (defence, attack):
        for counter, entry in side.units:
            if "hex" not in entry:
                raise BadDescription(
                    f"{counter.name} has no hex; with --board every unit in contact needs one"
                )
        cells.append(tuple(dict.fromkeys(cell_of(board, entry) for _, entry in side.units)))
    return Field(board, *cells)


def cell_of(board: Board, entry: Entry) -> Hex:
    """The cell that an entry names."""
    return board.hex(name(entry["hex"], "a hex"))


def without_a_crossing(
    units: Sequence[tuple[Counter, Entry]], field: Field | None, what: str
) -> tuple[int, ...]:
    """[1.3] Those of *units*, by their place, that attack over water where nothing bears them (A-39).

    The marks at_crossing and across_river are Control's word, for he knows which bridges stand; else the board tells.
    """
    found = []
    for place, (counter, entry) in enumerate(units):
        marks = marks_of(entry, what)
        if "at_crossing" in marks:
            continue
        start = cell_of(field.board, entry) if field is not None else None
        if "across_river" in marks or (
            field and start is not None and is_cut_off(field, start, counter.troop)
        ):
            found.append(place)
    return tuple(found)
