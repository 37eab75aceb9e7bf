"""[2.4.1] Where a combat is fought: the cells attacked, the cells they are attacked from, and what that is worth (A-8, A-27)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Final

from sandtable.kernel import Board, Hex, Hexside, Refusal

from .state import Ground, Troop

NOBODY: Final = 0
ATTACKER_HAS_IT: Final = 1
DEFENDER_HAS_IT: Final = 2
# Of six directions two make 120 degrees.
_APART: Final = 2
_DIRECTIONS: Final = 6
_WATER: Final = ("river", "canal")
# What a crossing must bear, and the states in which it does.
_LOADS: Final = {
    Troop.FOOT: ("foot", "vehicles", "tanks"),
    Troop.RECCE: ("vehicles", "tanks"),
    Troop.MECH: ("vehicles", "tanks"),
    Troop.ARTILLERY: ("vehicles", "tanks"),
    Troop.TANKS: ("tanks",),
}
_STANDS: Final = ("intact", "prepared")


class Field:
    """The cells of one combat on a board whose cells are 1 km."""

    def __init__(self, board: Board, attacked: tuple[Hex, ...], starts: tuple[Hex, ...]) -> None:
        self.board: Final = board
        self.attacked: Final = attacked
        self.starts: Final = starts

    def contacts(self) -> Iterator[tuple[Hex, Hex]]:
        """Every attacked cell with each cell from which it is attacked."""
        for attacked in self.attacked:
            for start in self.starts:
                if start in self.board.grid.neighbours(attacked):
                    yield attacked, start

    def ground(self) -> Ground:
        """The ground of the first attacked cell."""
        return Ground[self.board.terrain[self.attacked[0]].upper()]

    def kilometres(self, cell: Hex) -> Fraction:
        """[3.1] The range from *cell* to the nearest attacked cell."""
        steps = min(self.board.grid.distance(cell, attacked) for attacked in self.attacked)
        return Fraction(steps) * Fraction(self.board.scale_km)


def contact_refusal(field: Field) -> Refusal | None:
    """[2] Why there can be no combat: it is between adjacent cells (A-27)."""
    touching = {start for _, start in field.contacts()}
    for start in field.starts:
        if start not in touching:
            return Refusal("2", f"{field.board.hex_name(start)} is not next to an attacked cell")
    return None


def is_flanked(field: Field) -> bool:
    """[2.4.1] Whether an attacked cell is attacked from cells at least 120 degrees apart: from flank or rear (A-8)."""
    grid = field.board.grid
    for attacked in field.attacked:
        directions = [grid.direction(attacked, start) for cell, start in field.contacts() if cell == attacked]
        for one, other in combinations(directions, 2):
            turn = abs(one - other)
            if min(turn, _DIRECTIONS - turn) >= _APART:
                return True
    return False


def is_behind_water(field: Field) -> bool:
    """[2.4.1] Whether every attack crosses a river or canal (A-8)."""
    return all(is_water(field.board, attacked, start) for attacked, start in field.contacts())


def is_water(board: Board, one: Hex, other: Hex) -> bool:
    """[1.3] Whether a river or canal runs between two cells."""
    side = board.grid.side(one, other)
    return any(side in board.hexsides[kind] for kind in _WATER if kind in board.hexsides)


def is_cut_off(field: Field, start: Hex, troop: Troop) -> bool:
    """[1.3] Whether *troop* in *start* has water before every attacked cell it touches, and no crossing that bears it (A-39)."""
    board = field.board
    touched = [cell for cell, from_ in field.contacts() if from_ == start]
    return bool(touched) and all(
        is_water(board, cell, start) and not _bears(board, board.grid.side(cell, start), troop)
        for cell in touched
    )


def loads_for(troop: Troop) -> tuple[str, ...]:
    """[1.3] The loads of crossings that take the weight of *troop*."""
    return _LOADS.get(troop, _LOADS[Troop.FOOT])


def _bears(board: Board, side: Hexside, troop: Troop) -> bool:
    """Whether a crossing that stands as the operation begins takes the weight of *troop*."""
    fit = loads_for(troop)
    return any(
        point.kind == "crossing"
        and point.side == side
        and point.facts.get("load") in fit
        and point.facts.get("at_start") in _STANDS
        for point in board.points
    )


def tactical_advantage(*, flanked: bool, column: bool, water: bool) -> tuple[int, str]:
    """[2.4.1] Who has the clear tactical advantage, and why: never both, so that two claims cancel each other (A-8, A-35)."""
    claims = [(flanked, "flank or rear"), (column, "the defender is in road column")]
    ours = [why for holds, why in claims if holds]
    if ours and not water:
        return ATTACKER_HAS_IT, " and ".join(ours)
    if water and not ours:
        return DEFENDER_HAS_IT, "every attack crosses a river or canal"
    return NOBODY, "both sides have a claim" if ours else ""
