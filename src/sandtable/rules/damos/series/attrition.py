"""[9.0] Attrition: forces that march far without supply melt away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.kernel.actions import Action, Seat
from sandtable.kernel.dice import Dice, Roll
from sandtable.kernel.hexes import Hex
from sandtable.kernel.reckoning import Reckoning
from sandtable.kernel.steps import Auto, Chance, Choice

from .events import Attrited
from .losses import lose
from .state import Front
from .supply import force_in_supply
from .zones import full_stack

LEAST_SP: Final = 2


class AttritionCheck(Auto[Front]):
    """[9.0] A group that spent more than half its points rolls if it has no line of supply."""

    rule = "9.0"

    def __init__(self, units: tuple[int, ...], hex_: Hex) -> None:
        self.units: Final = units
        self.hex_: Final = hex_

    def run(self, g: Front) -> None:
        """A force of one strength point has nothing to lose."""
        units = tuple(u for u in self.units if g.hex_of[u] == self.hex_)
        if units and sum(g.sp[u] for u in units) >= LEAST_SP and not force_in_supply(g, units):
            g.then(AttritionRoll(units, self.hex_))


def attrition_modifier(g: Front, units: tuple[int, ...], hex_: Hex) -> Reckoning:
    """[9.0] What is added to the roll; single unit and full stack look at the whole hex (R-66)."""
    side = Seat(g.side_of[units[0]])
    here = g.units(hex_, side)
    built = g.campaign.place_kind.get(hex_)
    shelter = g.campaign.effect(built, "attrition") if built else 0
    return (
        Reckoning("attrition")
        .add_if(shelter, f"in a {(built or '').replace('_', ' ')}", shelter, "9.0")
        .add_if(len(here) == 1, "a single unit", 1, "9.0")
        .add_if(any(g.demoralized[u] for u in units), "demoralized", -1, "9.0")
        .add_if(full_stack(g, here), "the stack is full", -1, "9.0")
    )


class AttritionRoll(Chance[Front]):
    """[9.0] 2d6 on the Attrition Table."""

    rule = "9.0"

    def __init__(self, units: tuple[int, ...], hex_: Hex) -> None:
        self.units: Final = units
        self.hex_: Final = hex_

    def dice(self, g: Front) -> Dice:
        """Two dice."""
        return Dice.of(2, 6)

    def reads(self, roll: Roll) -> object:
        """Their sum."""
        return sum(roll)

    def resolve(self, g: Front, roll: Roll) -> None:
        """The unit with the most strength takes the first point; nobody is eliminated."""
        total = sum(roll) + int(attrition_modifier(g, self.units, self.hex_))
        strength = sum(g.sp[u] for u in self.units)
        points = int(g.campaign.tables["attrition"].look_up(row=total, column=strength))
        can_lose = sum(g.sp[u] - 1 for u in self.units)
        points = min(points, can_lose)
        # What was lost tells what a force has left, and that is its owner's secret [2.4].
        g.tell(Attrited(self.hex_, points), to=(Seat(g.side_of[self.units[0]]),))
        if points:
            top = max(g.sp[u] for u in self.units)
            g.then(AttritionLoss(self.units, points, top))


class AttritionLoss(Choice[Front]):
    """[9.0] The owner takes the points off units of the force, never the last one; the strongest takes the first."""

    rule = "9.0"
    quiet = True

    def __init__(self, units: tuple[int, ...], points: int, first: int) -> None:
        self.units: Final = units
        self.points: Final = points
        # The strength that the first point must be taken from; 0 once it has been.
        self.first: Final = first

    def seat(self, g: Front) -> Seat:
        """The owner."""
        return Seat(g.side_of[self.units[0]])

    def options(self, g: Front) -> Sequence[Action]:
        """The strongest units for the first point, then any with more than one."""
        able = [u for u in self.units if g.sp[u] > 1]
        return [Action("absorb", (u,)) for u in able if not self.first or g.sp[u] == self.first]

    def choose(self, g: Front, action: Action) -> None:
        """That unit loses a point."""
        lose(g, action.args[0], 1)
        if self.points > 1:
            g.then(AttritionLoss(self.units, self.points - 1, 0))
