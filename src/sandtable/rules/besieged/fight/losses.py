"""[Step Losses, Rule 10.68, Locked] Steps that the owner picks, units that are gone, and units that are locked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.kernel import Action, Choice, Refusal, Seat, Wording, counted

from ..events import LockedIn, StepLost, UnitLost
from ..position import war
from ..position.war import Role, Status, War, enemy, steps_of
from ..position.words import option
from ..state import ATTACKER


class LoseStep(Choice[War]):
    """[Step Losses] The owner picks the unit that loses a step; what goes beyond the last one is ignored (B-17)."""

    rule = "Step Losses"
    public = True
    quiet = True

    def __init__(self, role: int, steps: int) -> None:
        self.role: Final = role
        self.steps: Final = steps

    def seat(self, g: War) -> Seat:
        """The owner."""
        return owner(g, self.role)

    def prompt(self, g: War, seat: Seat) -> str:
        """How many are still to be lost."""
        return f"Which unit loses a step? There {'is' if self.steps == 1 else 'are'} {counted(self.steps, 'step')} to lose."

    def options(self, g: War) -> Sequence[Action]:
        """Each of his units in the combat."""
        return [Action("lose", (u,)) for u in g.in_combat(Role(self.role))]

    def wording(self, g: War, seat: Seat, action: Action) -> Wording:
        """A unit, and what it has left."""
        unit = action.args[0]
        left = g.steps[unit] - 1
        then = f"{counted(left, 'step')} left" if left else "it is eliminated"
        return option(g, self.rule, "{unit} loses a step: " + then, unit=unit)

    def choose(self, g: War, action: Action) -> None:
        """It does, and so on."""
        lose_step(g, action.args[0])
        if self.steps > 1 and g.in_combat(Role(self.role)):
            g.then(LoseStep(self.role, self.steps - 1))

    def proposal(self, g: War, seat: Seat) -> Action | None:
        """The unit with the most steps, of the least worth: nobody is lost as long as that can be helped."""
        units = g.in_combat(Role(self.role))
        return Action("lose", (min(units, key=lambda u: (-g.steps[u], g.factor(u), u)),))

    def refusal(self, g: War, action: Action) -> Refusal:
        """Who may lose it."""
        return Refusal(self.rule, "the step is lost by a unit that is in the combat")


def owner(g: War, role: int) -> Seat:
    """Whose units have *role* in the combat under way."""
    side = Seat(g.phasing)
    return enemy(side) if role == Role.DEFENDS else side


def lose_step(g: War, unit: int) -> None:
    """[Step Losses] *unit* loses a step; without any it is eliminated."""
    g.tell(StepLost(unit, g.steps[unit] - 1))
    g.set_steps(unit, g.steps[unit] - 1)


@war.take_losses.body
def take_losses(g: War, side: Seat, steps: int) -> None:
    """[Step Losses, Key A#, Key D#, Key BR, Key X2] Ask for them; where every step is lost there is nothing to pick."""
    role = Role.ATTACKS if side == ATTACKER else Role.DEFENDS
    units = g.in_combat(role)
    if steps >= steps_of(g, units):
        for unit in units:
            lose_unit(g, unit, Status.ELIMINATED)
    elif units:
        g.then(LoseStep(role, steps))


@war.lose_unit.body
def lose_unit(g: War, unit: int, status: Status) -> None:
    """[Rule 10.68] *unit* is eliminated, or surrendered and never rebuilt (B-4)."""
    g.tell(UnitLost(unit, int(status is Status.SURRENDERED)))
    g.steps[unit] = 0
    g.remove(unit, status)


@war.lock_all.body
def lock_all(g: War) -> None:
    """[Locked, Key BR] In the first impulse the survivors of both sides are locked, if both are there (B-20)."""
    attackers, defenders = g.in_combat(Role.ATTACKS), g.in_combat(Role.DEFENDS)
    if g.impulse != 1 or not attackers or not defenders:
        return
    for unit in (*attackers, *defenders):
        g.locked[unit] = g.battle_hex
    g.tell(LockedIn(g.battle_hex, (*attackers, *defenders)))
