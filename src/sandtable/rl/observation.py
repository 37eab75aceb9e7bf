"""What a seat may know, as arrays of fixed shape: planes by hex, rows of units, numbers, and what it may pick.

They are made of the view and of printed matter alone, so that positions with equal views give equal arrays. The keys that
are read from a view mean the same in every rulebook; everything else that it says, as numbers and words, is folded into
``globals`` by hashing. Values stand as they are in the view; whoever trains a network scales them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any, Final, NamedTuple, get_args

from sandtable.kernel import SEAL, Board, Figure, Part, Rulebook, Setup, members, parse_action
from sandtable.kernel.game.records import begin

from . import missing

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as why:
    raise missing(why) from why

Arrays = dict[str, NDArray[Any]]
Mask = NDArray[np.int8]

# No value is greater, so that spaces have bounds.
GREATEST: Final = 1_000_000.0
# Buckets into which everything that a view says besides is folded, and verbs of options.
BUCKETS: Final = 256
VERBS: Final = 24
# How many of the numbers of an action are told.
NUMBERS: Final = 4
NOWHERE: Final = -1.0
# Options whose features are kept at once; a few megabytes.
KEPT: Final = 20_000
# What a view says in rows that have planes or rows here, or that is printed and never changes.
_READ_OTHERWISE: Final = frozenset({"counters", "off_map", "cards", "turns", "turn_groups", "calendar"})
_PARTS: Final = tuple(part for part in get_args(Part) if part)


class _Bucket(NamedTuple):
    """Where a word is folded to, and with which sign, so that words that meet there do not simply add up."""

    at: int
    sign: float


@lru_cache(maxsize=200_000)
def _bucket(word: str, buckets: int) -> _Bucket:
    ink = int.from_bytes(blake2b(word.encode(), digest_size=8).digest(), "big")
    return _Bucket((ink >> 1) % buckets, 1.0 if ink & 1 else -1.0)


class Layout:
    """The arrays of one scenario: what each plane, column and number is called, and how a view is read into them."""

    def __init__(self, rulebook: Rulebook[Any], setup: Setup, slots: int) -> None:
        scenario, look = rulebook.scenario(setup.scenario), rulebook.appearance
        grid = rulebook.board(setup).grid
        self.slots: Final = slots
        self._seats: Final = scenario.seats
        self._sides: Final = scenario.every_side
        self._side_of: Final = {seat: scenario.side(seat) for seat in scenario.seats}
        self._figures: Final = look.figures
        self._marks: Final = look.marks
        self._cards: Final = tuple(row.field for row in look.card)
        self._fates: Final = tuple(fate.name for fate in look.fates)
        self._cell: Final = {grid.name(cell): grid.row_column(cell) for cell in grid.cells}
        units = rulebook.unit_ids(begin(rulebook, setup))
        self._unit: Final = {name: number for number, name in enumerate(units)}
        self._ground, ground_names = _ground(rulebook.board(setup))
        by_side = ["units", *self._per_figure(), *(mark.word for mark in self._marks), *self._cards]
        self.plane_names: Final[tuple[str, ...]] = (
            *ground_names,
            *("combat", "offered"),
            *(f"{side}: {what}" for side in self._sides for what in by_side),
        )
        self._by_side: Final = {name: number for number, name in enumerate(by_side)}
        self.unit_names: Final[tuple[str, ...]] = tuple(units)
        self.unit_columns: Final[tuple[str, ...]] = (
            *("on the map", "off the map", "own", "row", "column", "turn"),
            *(f"side: {side}" for side in self._sides),
            *(f"fate: {fate}" for fate in self._fates),
            *self._per_figure(),
            *(mark.word for mark in self._marks),
        )
        self.global_names: Final[tuple[str, ...]] = (
            *(f"seat: {seat}" for seat in self._seats),
            *(f"asked: {seat}" for seat in self._seats),
            *("over", "turn", "lines written"),
            *(f"bucket {number}" for number in range(BUCKETS)),
        )
        self.option_columns: Final[tuple[str, ...]] = (
            *("offered", "turns the page", "seals"),
            *("unit", "row", "column", "start row", "start column", "amount"),
            *(f"number {number + 1}" for number in range(NUMBERS)),
            *(f"part: {part}" for part in _PARTS),
            *(f"verb {number}" for number in range(VERBS)),
        )
        self._unit_column: Final = {name: number for number, name in enumerate(self.unit_columns)}
        self._option_column: Final = {name: number for number, name in enumerate(self.option_columns)}
        where = ("row", "column", "start row", "start column")
        self._pointed: Final = [self._option_column[name] for name in where]
        self._turning: Final = self._row(offered=1, unit=NOWHERE)
        self._turning[self._option_column["turns the page"]] = 1
        self._known: Final[dict[tuple[Any, ...], NDArray[np.float32]]] = {}
        self.shapes: Final[Mapping[str, tuple[int, ...]]] = {
            "planes": (len(self.plane_names), grid.rows, grid.columns),
            # A game without units has one row, which stays empty: libraries want no array without any.
            "units": (max(1, len(units)), len(self.unit_columns)),
            "globals": (len(self.global_names),),
            "options": (slots, len(self.option_columns)),
            "action_mask": (slots,),
        }

    def __deepcopy__(self, memo: dict[int, Any]) -> Layout:
        # It is printed matter: copies of a game share it.
        return self

    def read(self, view: Mapping[str, Any]) -> Arrays:
        """The arrays of *view*, an episode's or that of any game or server; of the latter the first page is offered."""
        listed = view.get("lines") or view["options"]
        offered = listed[: self.slots - 1]
        more = bool(view.get("more")) or len(listed) > len(offered)
        rows = self.option_rows(offered, more=more)
        found = {
            "planes": self._planes(view, rows[: len(offered)]),
            "units": self._units(view),
            "globals": self._globals(view),
            "options": rows,
        }
        for array in found.values():
            np.clip(array, -GREATEST, GREATEST, out=array)
        return {**found, "action_mask": self.mask(len(offered), more=more)}

    def mask(self, offered: int, *, more: bool) -> Mask:
        """Which slots may be picked: so many from the first on, and the last where there is *more*."""
        mask = np.zeros(self.slots, np.int8)
        mask[:offered] = 1
        mask[-1] = more
        return mask

    # ---- planes by hex

    def _planes(self, view: Mapping[str, Any], rows: NDArray[np.float32]) -> NDArray[np.float32]:
        """The planes; *rows* are what is offered."""
        planes = np.zeros(self.shapes["planes"], np.float32)
        printed = len(self._ground)
        planes[:printed] = self._ground
        position = view["position"]
        fought = self._cell.get((position.get("combat") or {}).get("hex", ""))
        if fought is not None:
            planes[(printed, *fought)] = 1
        row, column = rows[:, self._pointed[0]].astype(int), rows[:, self._pointed[1]].astype(int)
        there = row >= 0
        np.add.at(planes[printed + 1], (row[there], column[there]), 1)
        first = {side: printed + 2 + n * len(self._by_side) for n, side in enumerate(self._sides)}
        for side, where, values in self._standing(position):
            if side in first and (cell := self._cell.get(where)) is not None:
                for what, value in values.items():
                    planes[(first[side] + self._by_side[what], *cell)] += value
        return planes

    def _standing(self, position: Mapping[str, Any]) -> Iterator[tuple[str, str, dict[str, float]]]:
        """Whatever stands in a hex: whose it is, where, and what it adds to the planes of its side."""
        for counter in position.get("counters", ()):
            yield counter.get("side", ""), counter.get("hex", ""), {"units": 1.0, **self._said_of(counter)}
        for card in position.get("cards", ()):
            values = {name: _number(said) for name, said in card["values"].items() if name in self._cards}
            yield card.get("side", ""), card.get("hex", ""), values

    # ---- rows of units

    def _per_figure(self) -> list[str]:
        """The columns for the figures of a counter: the value, whether it is known, and bounds where there are any."""
        found: list[str] = []
        for figure in self._figures:
            found += [figure.field, f"{figure.field} known"]
            found += [f"{figure.field} {bound}" for bound in ("least", "most") if getattr(figure, bound)]
        return found

    def _said_of(self, counter: Mapping[str, Any]) -> dict[str, float]:
        """The figures and marks of a counter by their columns; where a figure is not known, what is printed."""
        found: dict[str, float] = {}
        for figure in self._figures:
            found |= self._figure(figure, counter)
        for mark in self._marks:
            found[mark.word] = float(counter.get(mark.field) is mark.when)
        return found

    @staticmethod
    def _figure(figure: Figure, counter: Mapping[str, Any]) -> dict[str, float]:
        value = counter.get(figure.field)
        printed = counter.get(figure.printed) if figure.printed else None
        found = {
            figure.field: _number(printed if value is None else value),
            f"{figure.field} known": float(value is not None),
        }
        for bound in ("least", "most"):
            if named := getattr(figure, bound):
                found[f"{figure.field} {bound}"] = _number(counter.get(named))
        return found

    def _units(self, view: Mapping[str, Any]) -> NDArray[np.float32]:
        units = np.zeros(self.shapes["units"], np.float32)
        column, position, own = self._unit_column, view["position"], self._side_of.get(view["seat"])
        units[:, [column["row"], column["column"]]] = NOWHERE
        for name, state in (("counters", "on the map"), ("off_map", "off the map")):
            for said in position.get(name, ()):
                number = self._unit.get(said["unit"])
                # A counter that is seen without its name has a place on the planes and no row.
                if number is None:
                    continue
                row = units[number]
                row[column[state]] = 1
                row[column["own"]] = said.get("side") == own
                row[column["turn"]] = _number(said.get("turn"))
                if (cell := self._cell.get(said.get("hex", ""))) is not None:
                    row[column["row"]], row[column["column"]] = cell
                for title in (f"side: {said.get('side')}", f"fate: {said.get('fate')}"):
                    if title in column:
                        row[column[title]] = 1
                for title, value in self._said_of(said).items():
                    row[column[title]] = value
        return units

    # ---- numbers

    def _globals(self, view: Mapping[str, Any]) -> NDArray[np.float32]:
        numbers = np.zeros(self.shapes["globals"], np.float32)
        seats, lines_written = len(self._seats), view.get("written", ())
        if view["seat"] in self._seats:
            numbers[self._seats.index(view["seat"])] = 1
        for seat in view["asked"]:
            if seat in self._seats:
                numbers[seats + self._seats.index(seat)] = 1
        named = 2 * seats
        position = view["position"]
        numbers[named : named + 3] = (view["over"], _number(position.get("turn")), len(lines_written))
        buckets = numbers[named + 3 :]
        rest = {name: said for name, said in position.items() if name not in _READ_OTHERWISE}
        for path, value in _leaves("written", list(lines_written)):
            _fold(buckets, path, value)
        for path, value in _leaves("", rest):
            _fold(buckets, path, value)
        return numbers

    # ---- what may be picked

    def option_rows(self, offered: Sequence[Mapping[str, Any]], *, more: bool = False) -> NDArray[np.float32]:
        """A row of features for each slot: *offered* from the first on, turning the page in the last."""
        rows = np.zeros(self.shapes["options"], np.float32)
        if offered:
            rows[: len(offered)] = [self._option(option) for option in offered]
        if more:
            rows[-1] = self._turning
        return rows

    def _option(self, option: Mapping[str, Any]) -> NDArray[np.float32]:
        """The features of an option; the same ones come again and again, and are worked out once."""
        target = option.get("target", {})
        key = (option["id"], *sorted(target.items()), option.get("amount"), option.get("part"))
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= KEPT:
                self._known.clear()
            found = self._known[key] = self._worked_out(option, target)
        return found

    def _worked_out(self, option: Mapping[str, Any], target: Mapping[str, str]) -> NDArray[np.float32]:
        action, column = parse_action(option["id"]), self._option_column
        unit = self._unit.get(target.get("unit", ""), NOWHERE)
        row = self._row(offered=1, unit=unit, seals=action == SEAL, amount=option.get("amount") or 0)
        row[self._pointed] = self._target(target)
        row[column["number 1"] :][:NUMBERS] = (*action.args, *[0] * NUMBERS)[:NUMBERS]
        if option.get("part"):
            row[column[f"part: {option['part']}"]] = 1
        at, sign = _bucket(action.verb, VERBS)
        row[column[f"verb {at}"]] = sign
        return row

    def _row(self, **values: float) -> NDArray[np.float32]:
        """A row that points nowhere, with *values* in their columns."""
        row = np.zeros(len(self.option_columns), np.float32)
        row[self._pointed] = NOWHERE
        for name, value in values.items():
            row[self._option_column[name]] = value
        return row

    def _target(self, target: Mapping[str, str]) -> tuple[float, float, float, float]:
        """Row and column of the hex that an option points at, and of the one where it starts; of a hexside, both its hexes."""
        at, start = target.get("hex", ""), target.get("start", "")
        if not at and "hexside" in target:
            at, _, other = target["hexside"].partition("/")
            start = start or other
        nowhere = (NOWHERE, NOWHERE)
        return (*self._cell.get(at, nowhere), *self._cell.get(start, nowhere))


def _ground(board: Board) -> tuple[NDArray[np.float32], tuple[str, ...]]:
    """What is printed on the map: where one may be, terrain, places, nets, and hexsides as so many of a hex's six."""
    grid = board.grid
    layers: dict[str, dict[int, float]] = {"in play": dict.fromkeys(members(board.in_play), 1.0)}
    for kind in sorted(board.terrain_bits):
        layers[f"terrain: {kind}"] = dict.fromkeys(members(board.terrain_bits[kind]), 1.0)
    layers["place"] = dict.fromkeys((place.hex for place in board.places.values()), 1.0)
    for name in sorted(board.nets):
        layers[f"net: {name}"] = dict.fromkeys(members(board.nets[name].hexes), 1.0)
    for kind in sorted(board.hexsides):
        sides = layers[f"hexside: {kind}"] = {}
        for toward in board.hexsides[kind].toward:
            for cell in members(toward):
                sides[cell] = sides.get(cell, 0.0) + 1.0
    ground = np.zeros((len(layers), grid.rows, grid.columns), np.float32)
    places = {int(cell): grid.row_column(cell) for cell in grid.cells}
    for number, layer in enumerate(layers.values()):
        for cell, value in layer.items():
            if cell in places:
                ground[(number, *places[cell])] = value
    return ground, tuple(layers)


def _number(said: Any) -> float:
    """A value of a view as a number: 3 is three, "3-5" four, and what is no number nothing."""
    if isinstance(said, int | float):
        return float(said)
    found = [int(digits) for digits in re.findall(r"\d+", said)] if isinstance(said, str) else []
    return sum(found) / len(found) if found else 0.0


def _leaves(path: str, said: Any) -> Iterator[tuple[str, Any]]:
    """Every number and word in *said* with the way to it; words in a list are told apart by what they are, not by where."""
    if isinstance(said, Mapping):
        for name, inner in said.items():
            yield from _leaves(f"{path}.{name}", inner)
    elif isinstance(said, list | tuple):
        for number, inner in enumerate(said):
            yield from _leaves(path if isinstance(inner, str) else f"{path}.{number}", inner)
    elif said is not None:
        yield path, said


def _fold(buckets: NDArray[np.float32], path: str, value: Any) -> None:
    """Add a word, or the size of a number, to the bucket into which it falls."""
    # Sets of hexes are numbers too, greater than any float.
    worth = 1.0 if isinstance(value, str) else float(max(-GREATEST, min(value, GREATEST)))
    if worth:
        at, sign = _bucket(f"{path}={value}" if isinstance(value, str) else path, len(buckets))
        buckets[at] += sign * worth
