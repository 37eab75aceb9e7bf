"""[2.6, 2.7] Which combats there are after movement, and in which order: the larger attacking status first (A-6, A-28, A-45)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from sandtable.kernel import Auto, Chance, Dice, Hex, Roll, members

from ..position.corridor import Corridor, Task
from ..state import living
from ..strength import Attack
from ..turn.events import StageBegan
from .engaging import Battle, touches
from .events import CombatLapsed

DIE: Final = Dice.of(1, 2)


class Assault(NamedTuple):
    """Units of one side that attack one cell."""

    side: int
    target: int
    units: tuple[int, ...]


class Combats(Auto[Corridor]):
    """[2] All attacks that orders stand for, one after another."""

    rule = "2"

    def run(self, g: Corridor) -> None:
        """Find them, settle attacks upon each other, and put them in their order."""
        g.stage = 4
        g.tell(StageBegan(4))
        g.then(Sort(rows(assaults(g))))


def rows(found: Sequence[Assault]) -> tuple[tuple[int, int, tuple[int, ...]], ...]:
    """Assaults as a step holds them."""
    return tuple((int(a.side), int(a.target), tuple(a.units)) for a in found)


def assaults(g: Corridor) -> list[Assault]:
    """[2, 2.6] Every attack as ordered, by side and cell; those on nobody lapse without ammunition (A-44)."""
    found: dict[tuple[int, int], list[int]] = {}
    for unit, task in enumerate(g.task):
        if task != Task.ATTACK or not g.on_map(unit) or g.ready_from(unit) > g.turn:
            continue
        target = target_of(g, unit)
        if target is None:
            if g.target[unit] >= 0:
                g.tell(
                    CombatLapsed(g.side_of(unit), g.target[unit], "nobody is there"),
                    g.seats_hearing_of(unit),
                )
            if g.prepared[unit]:
                g.waiting_prepared[unit] = 1
            continue
        found.setdefault((g.side_of(unit), target), []).append(unit)
    return [Assault(side, target, tuple(units)) for (side, target), units in sorted(found.items())]


def target_of(g: Corridor, unit: int) -> int | None:
    """[2] The cell that *unit* attacks: the one it was told, or of those it has met the one on its way."""
    enemies = g.cells_of(1 - g.side_of(unit))
    here = g.hex_of[unit]
    if g.target[unit] >= 0:
        cell = g.target[unit]
        return cell if enemies >> cell & 1 and touches(g, here, cell) else None
    near = [cell for cell in members(g.grid.expand(1 << here) & enemies) if cell != here]
    if not near:
        return None
    goal = g.route[g.route_to[unit] - 1] if g.route_to[unit] else here
    return int(min(near, key=lambda cell: (g.grid.distance(Hex(cell), Hex(goal)), cell)))


def status_of(g: Corridor, units: Sequence[int]) -> int:
    """The status of units together."""
    return sum(g.status[unit] for unit in living(g, units))


class Sort(Auto[Corridor]):
    """[2.7, 12] Attacks upon each other are one combat (A-45); then all in order of the larger attacking status (A-28)."""

    rule = "2.7"

    def __init__(self, assaults: tuple[tuple[int, int, tuple[int, ...]], ...]) -> None:
        self.assaults: Final = assaults

    def run(self, g: Corridor) -> None:
        """Of two that attack each other the larger status attacks; equals roll a die."""
        found = [Assault(*row) for row in self.assaults]
        for one in found:
            for other in found:
                if one.side < other.side and _mutual(g, one, other):
                    ours, theirs = status_of(g, one.units), status_of(g, other.units)
                    if ours == theirs:
                        g.then(WhoAttacks(self.assaults, found.index(one), found.index(other)))
                        return
                    rest = [a for a in found if a is not (other if ours > theirs else one)]
                    g.then(Sort(rows(rest)))
                    return
        ordered = sorted(found, key=lambda a: (-status_of(g, a.units), a.target, a.side))
        g.then(*(Battle(int(a.side), int(a.target), a.units, int(Attack.PLANNED)) for a in ordered))


def _mutual(g: Corridor, one: Assault, other: Assault) -> bool:
    return any(g.hex_of[unit] == other.target for unit in one.units) and any(
        g.hex_of[unit] == one.target for unit in other.units
    )


class WhoAttacks(Chance[Corridor]):
    """[2.7] Two equal forces attack each other: a die says who is the attacker (A-45)."""

    rule = "2.7"
    rolls = DIE

    def __init__(self, assaults: tuple[tuple[int, int, tuple[int, ...]], ...], one: int, other: int) -> None:
        self.assaults: Final = assaults
        self.one: Final = one
        self.other: Final = other

    def resolve(self, g: Corridor, roll: Roll) -> None:
        """The other's attack is dropped."""
        dropped = self.other if roll[0] == 1 else self.one
        g.then(Sort(tuple(row for number, row in enumerate(self.assaults) if number != dropped)))
