"""[1] Movement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.kernel import Action, Choice, Hex, Refusal, Seat, Wording, members
from sandtable.kernel.map.paths import Reach, reach

from .events import Moved
from .state import MOVEMENT_POINTS, Ford, enemy

DONE: Final = Action("done")


# --8<-- [start:move]
class Move(Choice[Ford]):
    """[1] Move one more unit, or be done."""

    rule = "1"

    def __init__(self, side: Seat) -> None:
        self.side: Final = side

    def seat(self, g: Ford) -> Seat:
        """The moving side."""
        return self.side

    def options(self, g: Ford) -> Sequence[Action]:
        """Every unit that has not moved, with every hex it can reach; or to be done."""
        moves = [
            Action("move", (unit, hex_))
            for unit in g.living(self.side)
            if not g.moved[unit]
            for hex_ in members(destinations(g, unit))
        ]
        return [DONE, *moves]

    def wording(self, g: Ford, seat: Seat, action: Action) -> Wording:
        """A unit and where it goes."""
        match action:
            case Action("move", (number, hex_)):
                unit, to = g.name(number), g.hex_name(hex_)
                return Wording(text=f"{unit} moves to {to}", rule=self.rule, target={"unit": unit, "hex": to})
            case Action("done"):
                return Wording(text="That is all", rule=self.rule, part="end")
        return super().wording(g, seat, action)

    def choose(self, g: Ford, action: Action) -> None:
        """Move the unit and ask again."""
        if action == DONE:
            return
        unit, to = action.args
        path = range_of(g, unit).path(Hex(to))
        assert path is not None, "only hexes in reach are offered"
        g.put(unit, Hex(to))
        g.moved[unit] = 1
        g.tell(Moved(unit, path))
        g.then(self)

    def refusal(self, g: Ford, action: Action) -> Refusal:
        """The reason for which that unit may not go there."""
        if action.verb == "move" and len(action.args) == 2 and 0 <= action.args[0] < len(g.hex_of):
            why = move_refusal(g, self.side, action.args[0], Hex(action.args[1]))
            if why is not None:
                return why
        return super().refusal(g, action)
        # --8<-- [end:move]


# --8<-- [start:range]
def range_of(g: Ford, unit: int) -> Reach:
    """[1.1] Everywhere *unit* could go with its points; enemies block, their zones stop it [1.2]."""
    other = enemy(g.side_of(unit))
    return reach(
        g.printed.costs, Hex(g.hex_of[unit]), MOVEMENT_POINTS, blocked=g.at(other), stop=g.zone(other)
    )


def destinations(g: Ford, unit: int) -> int:
    """[1.3] The hexes in which *unit* may end its move: within range, and free."""
    return range_of(g, unit).all & ~g.red_at & ~g.blue_at
    # --8<-- [end:range]


# --8<-- [start:refusal]
def move_refusal(g: Ford, side: Seat, unit: int, to: Hex) -> Refusal | None:
    """Why *unit* of *side* may not move to *to* now, or None."""
    if g.side_of(unit) != side:
        return Refusal("1", "that unit belongs to the other side")
    if g.hex_of[unit] < 0:
        return Refusal("2.3", "that unit is gone")
    if g.moved[unit]:
        return Refusal("1", "that unit has moved this turn")
    if to not in g.grid:
        return Refusal("1.1", "that hex is not on the map")
    if g.unit_at[to] >= 0:
        return Refusal("1.3", "another unit is in that hex")
    if not destinations(g, unit) >> to & 1:
        return Refusal(
            "1.1", f"that hex is beyond its {MOVEMENT_POINTS} movement points, given the enemy zones [1.2]"
        )
    return None
    # --8<-- [end:refusal]
