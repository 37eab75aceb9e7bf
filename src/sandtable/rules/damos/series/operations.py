"""[7.0] The Operations Phase: forces activate one after another, those without influence first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.kernel.actions import Action, Seat
from sandtable.kernel.bitboards import members
from sandtable.kernel.hexes import OFF_BOARD, Hex
from sandtable.kernel.refusals import Refusal
from sandtable.kernel.steps import Auto, Choice

from .attrition import AttritionCheck
from .concerted import ConcertedAttack, targets
from .events import Activated, Demoralized, Overstacked
from .exclusive import may_act
from .losses import eliminate
from .movement import Act, paused
from .roster import AXIS, SOVIET
from .state import Front
from .zones import capable, projects_influence, stacking_excess


def activation_refusal(g: Front, units: tuple[int, ...] | list[int]) -> Refusal | None:
    """[7.0] Why this force may not activate in the Operations Phase now, or None."""
    for unit in units:
        if g.spent[unit]:
            return Refusal("7.0", f"{g.roster[unit].name} is spent")
        no = may_act(g, unit)
        if no is not None:
            return no
    if capable(g, units):
        if paused(g):
            return Refusal(
                g.campaign.cite("german los"),
                "the operational pause keeps ZOI-capable forces still this turn",
            )
        return None
    if g.order_closed:
        return Refusal(
            "7.0", "a ZOI-capable force has activated; forces without a zone of influence may not any more"
        )
    return None


def activatable_hexes(g: Front) -> list[Hex]:
    """[7.0] The hexes in which the phasing player has a unit that may activate."""
    side = Seat(g.phasing)
    found: list[Hex] = []
    seen = 0
    for unit in g.roster.of_side[side]:
        hex_ = g.hex_of[unit]
        if hex_ >= 0 and not seen >> hex_ & 1 and not g.spent[unit] and could_activate(g, Hex(hex_), unit):
            seen |= 1 << hex_
            found.append(Hex(hex_))
    return found


def could_activate(g: Front, hex_: Hex, unit: int) -> bool:
    """Whether *unit* could activate, alone or with a ZOI-capable unit beside it."""
    if activation_refusal(g, (unit,)) is None:
        return True
    if may_act(g, unit) is not None:
        return False
    others = [u for u in g.units(hex_, Seat(g.phasing)) if not g.spent[u] and projects_influence(g, u)]
    return any(activation_refusal(g, sorted((unit, u))) is None for u in others)


class OperationsPhase(Choice[Front]):
    """[7.0] The phasing player activates a force, declares a concerted attack, or ends the phase."""

    rule = "7.0"

    def seat(self, g: Front) -> Seat:
        """The phasing player."""
        return Seat(g.phasing)

    def options(self, g: Front) -> Sequence[Action]:
        """Each hex with a force that may activate, each concerted attack, or to be done."""
        found = [Action("end_phase")]
        found += [Action("activate", (h,)) for h in activatable_hexes(g)]
        if not paused(g):
            found += [Action("concerted", (plan, hex_)) for plan, hex_ in targets(g)]
        return found

    def choose(self, g: Front, action: Action) -> None:
        """Begin it, and ask again afterwards."""
        if action.verb == "end_phase":
            g.then(ClearOverstacking(Seat(g.phasing)))
        elif action.verb == "activate":
            g.then(PickForce(Hex(action.args[0]), ()), self)
        else:
            g.then(ConcertedAttack(action.args[0], Hex(action.args[1])), self)


class PickForce(Choice[Front]):
    """[7.0] Which fresh units of the hex activate together (R-04)."""

    rule = "7.0"
    quiet = True

    def __init__(self, hex_: Hex, chosen: tuple[int, ...]) -> None:
        self.hex_: Final = hex_
        self.chosen: Final = chosen

    def seat(self, g: Front) -> Seat:
        """The phasing player."""
        return Seat(g.phasing)

    def options(self, g: Front) -> Sequence[Action]:
        """All of them, one more, or to go with those chosen."""
        fresh = [u for u in g.units(self.hex_, self.seat(g)) if not g.spent[u] and may_act(g, u) is None]
        left = [u for u in fresh if u not in self.chosen]
        found = []
        if not self.chosen and activation_refusal(g, fresh) is None:
            found.append(Action("all"))
        if self.chosen and activation_refusal(g, self.chosen) is None:
            found.append(Action("go"))
        if len(fresh) > 1:
            found += [Action("take", (u,)) for u in left if self._could_complete(g, u, fresh)]
        return found

    def _could_complete(self, g: Front, unit: int, fresh: list[int]) -> bool:
        force = [*self.chosen, unit]
        return activation_refusal(g, force) is None or any(
            activation_refusal(g, [*force, u]) is None for u in fresh if projects_influence(g, u)
        )

    def choose(self, g: Front, action: Action) -> None:
        """Add the unit, or activate."""
        if action.verb == "take":
            g.then(PickForce(self.hex_, tuple(sorted((*self.chosen, action.args[0])))))
            return
        units = self.chosen
        if action.verb == "all":
            here = g.units(self.hex_, self.seat(g))
            units = tuple(u for u in here if not g.spent[u] and may_act(g, u) is None)
        begin_activation(g, units)
        g.then(Act(units), EndActivation())


def begin_activation(g: Front, units: tuple[int, ...]) -> None:
    """[7.0] The force has its movement points; a ZOI-capable one closes the order of activation (R-11)."""
    g.mp_spent = 0
    g.mp_initial = g.mp_first = g.ma(units)
    g.picked_in = OFF_BOARD
    g.exploiting = 0
    for unit in units:
        g.marched[unit] = 1
    if capable(g, units):
        g.order_closed = 1
    g.tell(Activated(units, g.hex_of[units[0]]))


class EndActivation(Auto[Front]):
    """[7.0] The activation ends: attrition, then everyone who acted or reacted is spent."""

    rule = "7.0"

    def run(self, g: Front) -> None:
        """Demoralization spreads in stacks (R-23); groups that marched far without supply check attrition."""
        g.exploiting = 0
        groups: dict[int, list[int]] = {}
        for unit, marched in enumerate(g.marched):
            if marched:
                if g.hex_of[unit] >= 0:
                    g.spent[unit] = 1
                    if marched == 2:
                        groups.setdefault(g.hex_of[unit], []).append(unit)
                g.marched[unit] = 0
        for unit, attempted in enumerate(g.attempted):
            if attempted:
                g.attempted[unit] = 0
                if g.hex_of[unit] >= 0:
                    g.spent[unit] = 1
        g.mp_spent = g.mp_initial = g.mp_first = g.force_los = 0
        g.picked_in = OFF_BOARD
        spread_demoralization(g)
        if g.turn > 1:
            g.then(*(AttritionCheck(tuple(units), Hex(hex_)) for hex_, units in sorted(groups.items())))


def spread_demoralization(g: Front) -> None:
    """[2.8] A force that shares a hex with a demoralized one becomes demoralized too (R-23)."""
    for side in (AXIS, SOVIET):
        shaken_hexes = {g.hex_of[u] for u in g.roster.of_side[side] if g.demoralized[u] and g.hex_of[u] >= 0}
        for hex_ in sorted(shaken_hexes):
            fresh = [u for u in g.units(Hex(hex_), side) if not g.demoralized[u] and u != g.roster.hanko]
            for unit in fresh:
                g.demoralize(unit)
            if fresh:
                g.tell(Demoralized(tuple(fresh)))


class ClearOverstacking(Choice[Front]):
    """[2.3] At the end of a player's Operations Phase the units above the stacking limit are lost, owner's choice."""

    rule = "2.3"
    quiet = True

    def __init__(self, side: Seat) -> None:
        self.side: Final = side

    def seat(self, g: Front) -> Seat:
        """The owner."""
        return self.side

    def _worst(self, g: Front) -> Hex:
        for hex_ in members(g.occupied[self.side]):
            if stacking_excess(g, g.units(Hex(hex_), self.side)):
                return Hex(hex_)
        return OFF_BOARD

    def options(self, g: Front) -> Sequence[Action]:
        """Each unit of the first stack that is too high; to go on where there is none."""
        hex_ = self._worst(g)
        if hex_ == OFF_BOARD:
            return [Action("go_on")]
        units = g.units(hex_, self.side)
        excess = stacking_excess(g, units)
        helping = [u for u in units if stacking_excess(g, [v for v in units if v != u]) < excess]
        return [Action("disband", (u,)) for u in helping or units]

    def choose(self, g: Front, action: Action) -> None:
        """Remove it and look again."""
        if action.verb == "disband":
            unit = action.args[0]
            g.tell(Overstacked((unit,), g.hex_of[unit]))
            g.then(self)
            eliminate(g, unit)
