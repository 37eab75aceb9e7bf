"""[9.0] Attrition: forces that march far without supply melt away."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import Final

from sandtable.kernel import (
    Action,
    Auto,
    Chance,
    Choice,
    Dice,
    Hex,
    Reading,
    Reckoning,
    Roll,
    Seat,
    Wording,
    counted,
)

from .combat.losses import POINTS, LossesKnown, lose
from .events import Attrited, AttritionChecked
from .position import bounds
from .position.state import Front
from .position.supply import force_in_supply
from .position.words import option, unit_name
from .position.zones import full_stack

# The table begins with two strength points: a force of one has nothing to lose.
LEAST_SP: Final = 2
NOTHING: Final = Action("no_loss")


class AttritionCheck(Auto[Front]):
    """[9.0] A group that spent more than half its points rolls if it has no line of supply."""

    rule = "9.0"

    def __init__(self, units: tuple[int, ...], hex_: Hex) -> None:
        self.units: Final = units
        self.hex_: Final = hex_

    def run(self, g: Front) -> None:
        """A force rolls whatever it has left: to spare one that is worn down would betray it [2.4] (R-77)."""
        units = tuple(u for u in self.units if g.hex_of[u] == self.hex_)
        if units and not force_in_supply(g, units):
            g.tell(AttritionChecked(self.hex_, int(attrition_modifier(g, units, self.hex_))))
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
    rolls = Dice.of(2, 6)

    def __init__(self, units: tuple[int, ...], hex_: Hex) -> None:
        self.units: Final = units
        self.hex_: Final = hex_

    def roller(self, g: Front) -> Seat:
        """The owner of the force."""
        return Seat(g.side_of[self.units[0]])

    def reading(self, g: Front, roll: Roll) -> Reading:
        """The row of the Attrition Table; its column is the strength of the force, which is its owner's secret [2.4]."""
        modifier = attrition_modifier(g, self.units, self.hex_)
        lines = [*Reckoning().add("dice", sum(roll), "9.0").as_json(), *modifier.as_json()]
        row = sum(roll) + int(modifier)
        return Reading.of(g.campaign.tables["attrition"], row=row, column=None, lines=lines)

    def reads(self, roll: Roll) -> object:
        """Their sum."""
        return sum(roll)

    def resolve(self, g: Front, roll: Roll) -> None:
        """The unit with the most strength takes the first point; nobody is eliminated.

        Whether the owner is asked follows from printed strength, since what is lost is his secret (R-77).
        """
        total = sum(roll) + int(attrition_modifier(g, self.units, self.hex_))
        points = attrition_points(g, total, [g.sp[u] for u in self.units])
        g.tell(Attrited(self.hex_, points), to=(Seat(g.side_of[self.units[0]]),))
        self._wear(g, total)
        if len(self.units) == 1:
            lose(g, self.units[0], points)
        elif attrition_points(g, total, [g.roster[u].sp for u in self.units]):
            g.then(AttritionLoss(self.units, points))

    def _wear(self, g: Front, total: int) -> None:
        """[2.4] Everybody sees the roll, and so what it may have cost."""
        least, most = g.bounds.of(self.units)
        costs = {sp: attrition_cost(g, total, sp, len(self.units)) for sp in range(least, most + 1)}
        if any(costs.values()):
            left = [sp - cost for sp, cost in costs.items()]
            g.bounds = bounds.losing(g.bounds, self.units, max(costs.values()), left=min(left))
            g.then(LossesKnown(self.units, max(left)))


def attrition_points(g: Front, total: int, strengths: list[int]) -> int:
    """[9.0] What a modified roll of *total* costs units of these strengths; the last point of a unit is never lost."""
    return attrition_cost(g, total, sum(strengths), len(strengths))


def attrition_cost(g: Front, total: int, sp: int, units: int) -> int:
    """[9.0] The same for so many *units* that have *sp* between them."""
    if sp < LEAST_SP:
        return 0
    points = int(g.campaign.tables["attrition"].look_up(row=total, column=sp))
    return min(points, sp - units)


class AttritionLoss(Choice[Front]):
    """[9.0] The owner takes the points off units of the force, never the last one; the strongest takes the first.

    One question for all of them: how often he is asked would tell the enemy how many there are (R-77).
    """

    rule = "9.0"
    hidden = POINTS

    def __init__(self, units: tuple[int, ...], points: int) -> None:
        self.units: Final = units
        self.points: Final = points

    def seat(self, g: Front) -> Seat:
        """The owner."""
        return Seat(g.side_of[self.units[0]])

    def prompt(self, g: Front, seat: Seat) -> str:
        """How much; nothing is an answer too."""
        if not self.points:
            return "The march without supply has cost the force nothing; the enemy does not hear of it."
        points = counted(self.points, "strength point")
        return f"The march without supply costs {points}: share the loss out; the strongest unit takes the first."

    def options(self, g: Front) -> Sequence[Action]:
        """Every way to share the points out: a unit is named once for each point that it loses."""
        able = [u for u in self.units if g.sp[u] > 1]
        top = max(g.sp[u] for u in self.units)
        ways = (
            way
            for way in combinations_with_replacement(able, self.points)
            if all(way.count(u) < g.sp[u] for u in way) and any(g.sp[u] == top for u in way)
        )
        return [Action("absorb", way) for way in ways] or [NOTHING]

    def wording(self, g: Front, seat: Seat, action: Action) -> Wording:
        """Who loses how much: a unit is named once for each point."""
        units = action.args
        if len(units) < 2:
            text = "{unit} loses a strength point" if units else "The force loses nothing"
            return option(g, self.rule, text, unit=units[0] if units else None)
        shares = [
            f"{unit_name(g, u)} loses {counted(units.count(u), 'strength point')}" for u in sorted(set(units))
        ]
        return Wording(text=", ".join(shares), rule=self.rule)

    def proposal(self, g: Front, seat: Seat) -> Action:
        """What leaves the units as even as possible: so as few as possible are lost."""
        return min(
            self.options(g), key=lambda way: sum((g.sp[u] - way.args.count(u)) ** 2 for u in self.units)
        )

    def choose(self, g: Front, action: Action) -> None:
        """The units lose their points."""
        for unit in sorted(set(action.args)):
            lose(g, unit, action.args.count(unit))
