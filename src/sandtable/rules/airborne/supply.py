"""[2.2] Supply points: ammunition for attacks and guns, fuel for wheels and tracks, and points lost with ground."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from sandtable.kernel import Action, Choice, Refusal, Seat

from .events import LostSupply
from .movement import fuel_due
from .state import Operation

ATTACK_COST: Final = 1
FIRE_COST: Final = 1


def ammo_refusal(g: Operation, attackers: Iterable[int]) -> Refusal | None:
    """[2.2] Why these units cannot attack, or None: each pays one point of ammunition for each unit (A-3)."""
    for unit in attackers:
        due = ATTACK_COST * g.counter(unit).units
        if g.ammo[unit] < due:
            return Refusal(
                "2.2", f"{g.counter(unit).name} has {g.ammo[unit]} ammunition and an attack costs {due}"
            )
    return None


def pay_for_attack(g: Operation, attackers: Iterable[int]) -> None:
    """[2.2] Take the ammunition that an attack costs; to defend costs nothing."""
    for unit in attackers:
        g.ammo[unit] -= ATTACK_COST * g.counter(unit).units


def pay_for_fire(g: Operation, gun: int) -> bool:
    """[2.2] Take the ammunition that artillery uses, attacking or defending; False if it has too little (A-11)."""
    due = FIRE_COST * g.counter(gun).units
    if g.ammo[gun] < due:
        return False
    g.ammo[gun] -= due
    return True


def pay_for_movement(g: Operation, unit: int) -> bool:
    """[2.2] Take the fuel point of a mechanised unit's first kilometre in a turn; False if it has too little (A-3)."""
    due = fuel_due(g.troop(unit)) * g.counter(unit).units
    if g.fuel[unit] < due:
        return False
    g.fuel[unit] -= due
    return True


def lose_by_standing_answer(g: Operation, unit: int, points: int, first: str) -> None:
    """[5.6] *unit* loses supply points of the kind it named *first*, and then of the other (A-46)."""
    for what in ("ammo", "fuel") if first == "ammo" else ("fuel", "ammo"):
        stock = g.ammo if what == "ammo" else g.fuel
        for _ in range(min(points, stock[unit])):
            stock[unit] -= 1
            points -= 1
            g.tell(LostSupply(unit, what))


class LoseSupply(Choice[Operation]):
    """[5.6] A unit thrown back loses supply points of either kind, its owner's choice, as many as there are (A-14)."""

    rule = "5.6"
    quiet = True

    def __init__(self, unit: int, points: int) -> None:
        self.unit: Final = unit
        self.points: Final = points

    def seat(self, g: Operation) -> Seat:
        """The owner."""
        return g.counter(self.unit).side

    def options(self, g: Operation) -> Sequence[Action]:
        """A point of each kind that is left; nothing is lost where nothing is left."""
        kinds = [("ammo", g.ammo[self.unit]), ("fuel", g.fuel[self.unit])]
        return [Action(kind) for kind, left in kinds if left] or [Action("none")]

    def choose(self, g: Operation, action: Action) -> None:
        """Take the point, and go on while points are due."""
        if action.verb == "none":
            return
        if action.verb == "ammo":
            g.ammo[self.unit] -= 1
        else:
            g.fuel[self.unit] -= 1
        g.tell(LostSupply(self.unit, action.verb))
        if self.points > 1:
            g.then(LoseSupply(self.unit, self.points - 1))
