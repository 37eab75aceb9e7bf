"""[6.1, 6.2] Air reconnaissance on the board: squadrons over air zones, and what the side that sent them is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from sandtable.kernel import CONTROL, Audience, Auto, Hex, Roll, Seat, Step
from sandtable.kernel.machine.steps import Knower

from ..position.corridor import Corridor, Known
from ..position.sight import sight
from ..recce import RecceRoll, crowding, in_cover, sighting
from ..state import Ground, Operation
from .events import AirReport, NothingSeen
from .orders import SCOUT, orders

# What the words of the table say.
_WORDS: Final = (
    ("spotted", Known.SPOTTED),
    ("direction", Known.DIRECTION),
    ("type", Known.TYPE),
    ("size", Known.SIZE),
)


def for_control(step: Step[Corridor], g: Corridor) -> Seat:
    """Who knows what is thrown behind the screen: Control alone."""
    return CONTROL


class Reconnaissance(Auto[Corridor]):
    """[6.1] Every squadron reconnoitres its zone: a die for each enemy unit there that is not in cover (A-21)."""

    rule = "6.1"

    def run(self, g: Corridor) -> None:
        """One zone after another, in the order of the sheets."""
        for order in reversed(list(orders(g, SCOUT))):
            g.then(*(ZoneRecceRoll(*target) for target in targets(g, order.side, order.first)))
            g.tell(NothingSeen(order.first), g.seats_of(order.side))


def targets(g: Corridor, side: int, zone: int) -> list[tuple[int, str, int]]:
    """[6.2, 6.3, 6.4] The enemy units of a zone that are rolled for, with their column and what is added to the die."""
    board, found = g.plan.board, []
    for unit, at in enumerate(g.hex_of):
        if at < 0 or g.side_of(unit) == side or g.campaign.air_zone[Hex(at)] != zone:
            continue
        if in_cover(g.troop(unit), Ground[board.terrain[Hex(at)].upper()]):
            continue
        square = g.grid.within(Hex(at), 1)
        crowd = sum(
            1
            for other, cell in enumerate(g.hex_of)
            if cell >= 0 and square >> cell & 1 and g.side_of(other) != side
        )
        found.append((unit, sighting(g.troop(unit), moving=g.marching[unit] > 0), crowding(crowd)))
    return found


class ZoneRecceRoll(RecceRoll):
    """[6.2] The die for one unit of the zone, thrown behind Control's screen: the number of dice would tell too much."""

    rule = "6.2"
    hidden: ClassVar[Mapping[str, Knower]] = {
        "unit": for_control,
        "column": for_control,
        "added": for_control,
    }

    def audience(self, g: Operation) -> Audience:
        """Nobody but Control."""
        return ()

    def resolve(self, g: Operation, roll: Roll) -> None:
        """The exact words of the table, to the side that flew (A-5)."""
        assert isinstance(g, Corridor)
        words, unit = self.report(g, roll), self.unit
        what = known_by(words)
        if not what:
            return
        heading = way_of(g, unit)
        sight(g, unit, what, heading if heading is not None else -1)
        g.tell(
            AirReport(
                hex=g.hex_of[unit],
                report=words,
                direction=g.grid.direction_names[heading]
                if heading is not None and what & Known.DIRECTION
                else "",
                kind=g.counter(unit).troop.word if what & Known.TYPE else "",
                size=g.status[unit] if what & Known.SIZE else 0,
            ),
            g.seats_of(1 - g.side_of(unit)),
        )


def known_by(words: str) -> int:
    """[6.2] What a report says, as ``Known``; 0 for no report."""
    said = words.lower()
    found = 0
    for word, bit in _WORDS:
        if word in said:
            found |= bit | Known.SPOTTED
    return found


def way_of(g: Corridor, unit: int) -> int | None:
    """[6.2] The direction in which *unit* sets out, None if it stays."""
    cells = g.route[g.route_from[unit] : g.route_to[unit]]
    if not g.marching[unit] or not cells:
        return None
    here = Hex(g.hex_of[unit])
    return g.grid.direction(here, Hex(cells[0])) if Hex(cells[0]) in g.grid.neighbours(here) else None
