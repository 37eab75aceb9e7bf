"""[7.0] The Operations Phase: forces activate one after another, those without influence first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from sandtable.kernel import OFF_BOARD, Action, Hex, Refusal, Seat, SideChoice, Wording, numbered

from .activation import EndActivation, begin_activation
from .combat.concerted import ConcertedAttack, targets
from .combat.losses import eliminate
from .combat.plans import PLAN_NAMES, Plan
from .events import LeftUnused, Overstacked
from .exclusive.closed import able, may_act
from .marching import paused
from .movement import Act
from .position.questions import PhasingChoice
from .position.state import Front
from .position.words import force_option, hex_words, option, picked, picking
from .position.zones import STACK_OF_OTHERS, capable, projecting, projects_influence, stacking_excess

END_PHASE: Final = Action("end_phase")
ALL: Final = Action("all")
GO: Final = Action("go")


def activation_refusal(g: Front, units: tuple[int, ...] | list[int]) -> Refusal | None:
    """[7.0] Why this force may not activate in the Operations Phase now, or None."""
    for unit in units:
        if g.spent[unit]:
            return Refusal("7.0", f"{g.roster[unit].name} is spent")
        no = may_act(g, unit)
        if no is not None:
            return no
    return order_refusal(g, influence=capable(g, units))


def order_refusal(g: Front, *, influence: bool) -> Refusal | None:
    """[7.0] Why a force with or without *influence* may not activate any more, or not yet; or None."""
    if influence:
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


def activatable_hexes(g: Front, fresh: list[int]) -> list[Hex]:
    """[7.0] The hexes in which one of the *fresh* units may activate, alone or with a ZOI-capable one beside it."""
    hex_of = g.hex_of
    leaders_may = order_refusal(g, influence=True) is None
    others_may = order_refusal(g, influence=False) is None
    if leaders_may and others_may:
        acting = fresh
    else:
        leaders = set(projecting(g, fresh))
        led = {hex_of[u] for u in leaders} if leaders_may else set()
        acting = [u for u in fresh if hex_of[u] in led or (others_may and u not in leaders)]
    return [Hex(h) for h in dict.fromkeys([hex_of[u] for u in acting])]


def ready(g: Front) -> list[int]:
    """The fresh units of the phasing player that may act now."""
    hex_of, spent = g.hex_of, g.spent
    return able(g, [u for u in g.roster.of_side[g.phasing] if not spent[u] and hex_of[u] >= 0])


def could_activate(g: Front, hex_: Hex, unit: int) -> bool:
    """Whether *unit* could activate, alone or with a ZOI-capable unit beside it."""
    if activation_refusal(g, (unit,)) is None:
        return True
    if may_act(g, unit) is not None:
        return False
    others = [u for u in g.units(hex_, Seat(g.phasing)) if not g.spent[u] and projects_influence(g, u)]
    return any(activation_refusal(g, sorted((unit, u))) is None for u in others)


class OperationsPhase(PhasingChoice):
    """[7.0] The phasing player activates a force, declares a concerted attack, or ends the phase."""

    rule = "7.0"

    def prompt(self, g: Front, seat: Seat) -> str:
        """What may still be done."""
        if g.order_closed:
            return "Activate a ZOI-capable force, or end your Operations Phase."
        return (
            "Activate a force, or end your Operations Phase. Forces without a ZOI act before those with one."
        )

    def options(self, g: Front) -> Sequence[Action]:
        """Each hex with a force that may activate, each concerted attack, or to be done."""
        fresh = ready(g)
        by_hex = numbered("activate", g.grid.size)
        found = [END_PHASE, *[by_hex[h] for h in activatable_hexes(g, fresh)]]
        if not paused(g):
            found += [Action("concerted", (plan, hex_)) for plan, hex_ in targets(g, fresh)]
        return found

    def wording(self, g: Front, seat: Seat, action: Action) -> Wording:
        """A force, a concerted attack, or the end."""
        match action:
            case Action("activate", (hex_,)):
                return force_option(g, self.rule, "Activate {force} in {hex}", seat, hex_)
            case Action("concerted", (plan, hex_)):
                kind = PLAN_NAMES[Plan(plan)]
                return option(g, "8.1", f"Concerted attack on {{hex}}, secretly a {kind}", hex_=hex_)
        return option(g, self.rule, "End the Operations Phase", part="end")

    def choose(self, g: Front, action: Action) -> None:
        """Begin it, and ask again afterwards."""
        if action.verb == "end_phase":
            _tell_unused(g)
            g.dropped = [0] * len(g.dropped)
            g.then(ClearOverstacking(Seat(g.phasing)))
        elif action.verb == "activate":
            hex_ = Hex(action.args[0])
            stack = g.units(hex_, Seat(g.phasing))
            # Most stand alone: there is nobody to pick.
            if len(stack) == 1:
                g.then(self)
                _activate(g, tuple(stack))
            else:
                g.then(PickForce(hex_, ()), self)
        else:
            g.then(ConcertedAttack(action.args[0], Hex(action.args[1])), self)


def _tell_unused(g: Front) -> None:
    """[7.0] Who could have acted and has not; nobody works it out where nobody listens."""
    if g.told is None:
        return
    hexes = activatable_hexes(g, ready(g))
    if hexes:
        g.tell(LeftUnused(g.phasing, tuple(hexes)), to=(Seat(g.phasing),))


class PickForce(PhasingChoice):
    """[7.0] Which fresh units of the hex activate together (R-04)."""

    rule = "7.0"
    quiet = True

    def __init__(self, hex_: Hex, chosen: tuple[int, ...]) -> None:
        self.hex_: Final = hex_
        self.chosen: Final = chosen

    def prompt(self, g: Front, seat: Seat) -> str:
        """Which hex, and who was chosen."""
        return picking(g, self.chosen, f"Which units in {hex_words(g, self.hex_)} activate together?")

    def options(self, g: Front) -> Sequence[Action]:
        """All of them, one more, or to go with those chosen."""
        fresh = [u for u in g.units(self.hex_, self.seat(g)) if not g.spent[u] and may_act(g, u) is None]
        left = [u for u in fresh if u not in self.chosen]
        found = []
        if not self.chosen and activation_refusal(g, fresh) is None:
            found.append(ALL)
        if self.chosen and activation_refusal(g, self.chosen) is None:
            found.append(GO)
        if len(fresh) > 1:
            take = numbered("take", len(g.roster))
            found += [take[u] for u in left if self._could_complete(g, u, fresh)]
        return found

    def wording(self, g: Front, seat: Seat, action: Action) -> Wording:
        """Units."""
        return picked(g, self.rule, action)

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
        _activate(g, units)


def _activate(g: Front, units: tuple[int, ...]) -> None:
    begin_activation(g, units)
    g.then(Act(units), EndActivation())


class ClearOverstacking(SideChoice[Front]):
    """[2.3] At the end of a player's Operations Phase the units above the stacking limit are lost, owner's choice."""

    rule = "2.3"
    quiet = True

    def prompt(self, g: Front, seat: Seat) -> str:
        """Which stack."""
        first = self.options(g)[0]
        if not first.args:
            return "No stack of yours is too high."
        where = hex_words(g, g.hex_of[first.args[0]])
        return f"The stack in {where} is too high: choose a unit of it that is lost."

    def _worst(self, g: Front) -> Hex:
        standing = Counter([g.hex_of[u] for u in g.roster.of_side[self.side]])
        for hex_ in sorted(h for h, units in standing.items() if h >= 0 and units > STACK_OF_OTHERS):
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

    def wording(self, g: Front, seat: Seat, action: Action) -> Wording:
        """A unit, or to go on."""
        if action.verb == "go_on":
            return option(g, self.rule, "Go on")
        return option(g, self.rule, "{unit} is lost to overstacking", unit=action.args[0])

    def choose(self, g: Front, action: Action) -> None:
        """Remove it and look again."""
        if action.verb == "disband":
            unit = action.args[0]
            g.tell(Overstacked((unit,), g.hex_of[unit]))
            g.then(self)
            eliminate(g, unit)
