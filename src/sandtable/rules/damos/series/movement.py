"""[7.0] An activated force moves, attacks, rallies, picks up and drops off units, hex by hex."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.kernel import Action, Auto, Hex, Offers, Seat, Wording, members, numbered

from .combat.attack import begin_attack, open_window
from .combat.battle import LineUp
from .combat.concerted import ExploitingAssault
from .combat.exploitation import assault_targets
from .events import Moved, PickedUp, Rallied
from .exclusive.naval import Sail, ports_open
from .marching import (
    PICK_UP_MP,
    RALLY_MP,
    attack_refusal,
    costs_of,
    defenders_words,
    destinations,
    drop_off,
    enter_control,
    go_on,
    leave_force,
    march_range,
    marching_option,
    may_rally,
    pick_up_candidates,
    points_words,
    shaken,
)
from .position.questions import PhasingChoice
from .position.roster import AXIS
from .position.state import Front, Marched, enemy
from .position.words import hex_words, names, option
from .reaction import noticed

STOP: Final = Action("stop")
RALLY: Final = Action("rally")


class Act(PhasingChoice):
    """[7.0] The activated force marches, attacks, rallies, picks up, drops off, ships out or stops."""

    rule = "7.0"

    # Where a force stands, what it may enter and the points it has left are open to all.
    public = True

    def __init__(self, units: tuple[int, ...]) -> None:
        self.units: Final = units

    def prompt(self, g: Front, seat: Seat) -> str:
        """Who, where, and with what points."""
        doing = "exploit" if g.exploiting else "act"
        they_have = "it has" if len(self.units) == 1 else "they have"
        where = hex_words(g, g.hex_of[self.units[0]])
        return f"{names(g, self.units)} in {where} may {doing}: {they_have} {points_words(g)} left."

    def options(self, g: Front) -> Sequence[Action]:
        """Everything the force may do now."""
        here = Hex(g.hex_of[self.units[0]])
        near = g.occupied[enemy(Seat(g.phasing))] & g.grid.within(here, 1)
        size, units = g.grid.size, len(g.roster)
        attack = numbered("attack", size)
        found = [attack[h] for h in members(near) if attack_refusal(g, self.units, Hex(h)) is None]
        if shaken(g, self.units) and may_rally(g, self.units) is None:
            found.append(RALLY)
        if joining := pick_up_candidates(g, self.units):
            pick_up = numbered("pick_up", units)
            found += [pick_up[u] for u in joining]
        if len(self.units) > 1:
            drop = numbered("drop_off", units)
            found += [drop[u] for u in self.units]
        if g.exploiting:
            found += [Action("assault", (h,)) for h in assault_targets(g, self.units)]
        elif here in g.campaign.german_ports and g.phasing == AXIS:
            found += [Action("ship", (h,)) for h in ports_open(g, self.units)]
        return Offers((STOP,), numbered("move", size), destinations(g, self.units), tuple(found))

    def wording(self, g: Front, seat: Seat, action: Action) -> Wording:
        """What the force would do, under the paragraph that allows it."""
        match action:
            case Action("attack", (hex_,)):
                return option(g, "8.0", "Attack {hex}" + defenders_words(g, seat, hex_), hex_=hex_)
            case Action("assault", (hex_,)):
                return option(g, "8.12", "Grand Assault on {hex}" + defenders_words(g, seat, hex_), hex_=hex_)
            case Action("ship", (hex_,)):
                return option(g, "AGN 4.6", "Ship to {hex} for 3 movement points", hex_=hex_)
            case Action("drop_off", (unit,)):
                return option(g, self.rule, "Drop off {unit} here", unit=unit)
            case Action("rally"):
                return option(g, "2.8", "Rally from demoralization for 2 movement points")
        return marching_option(g, self.rule, action)

    def choose(self, g: Front, action: Action) -> None:
        """Carry it out; the force goes on unless it stops or fights."""
        here = Hex(g.hex_of[self.units[0]])
        if action.verb == "stop":
            g.then(Halt(self.units))
        elif action.verb == "move":
            path = march_range(g, self.units).path(Hex(action.args[0])) or (here, Hex(action.args[0]))
            g.then(March(self.units, path[1:]))
        elif action.verb == "attack":
            begin_attack(g, self.units, Hex(action.args[0]))
        elif action.verb == "rally":
            self._rally(g, here)
        elif action.verb == "pick_up":
            self._pick_up(g, action.args[0])
        elif action.verb == "drop_off":
            drop_off(g, action.args[0])
            g.then(Act(tuple(u for u in self.units if u != action.args[0])))
        elif action.verb == "ship":
            g.then(Sail(self.units, Hex(action.args[0])))
        else:
            target = Hex(action.args[0])
            g.then(LineUp(target), ExploitingAssault(self.units, target))

    def _rally(self, g: Front, here: Hex) -> None:
        shaken = tuple(u for u in self.units if g.demoralized[u])
        g.mp_spent += RALLY_MP
        for unit in shaken:
            g.demoralize(unit, yes=False)
        g.tell(Rallied(shaken))
        # [2.6.1] Nobody slips away from a force that rallies: it has not moved.
        open_window(g, self.units, here, may_retreat=0)

    def _pick_up(self, g: Front, unit: int) -> None:
        # "+1 MP (per hex)": the first unit picked up in a hex pays for all that join there.
        if g.picked_in != g.hex_of[unit]:
            g.picked_in = g.hex_of[unit]
            g.mp_spent += PICK_UP_MP
        g.tell(PickedUp((unit,)))
        g.marched[unit] = Marched.IN_FORCE
        force = tuple(sorted((*self.units, unit)))
        g.mp_initial = min(g.mp_initial, g.ma(force))
        g.then(Act(force))


class Halt(Auto[Front]):
    """[7.0] The force stops; its units are spent when the activation ends."""

    rule = "7.0"

    def __init__(self, units: tuple[int, ...]) -> None:
        self.units: Final = units

    def run(self, g: Front) -> None:
        """Note whether it has marched far enough for attrition (R-66)."""
        leave_force(g, self.units)


class March(Auto[Front]):
    """[7.0] The force marches along its path, hex by hex, until it is there or the enemy may react."""

    rule = "7.0"

    def __init__(self, units: tuple[int, ...], path: tuple[Hex, ...]) -> None:
        self.units: Final = units
        self.path: Final = path

    def run(self, g: Front) -> None:
        """Pay, move, take control, and see who reacts; the log tells of the march in one line."""
        walked = [Hex(g.hex_of[self.units[0]])]
        costs = costs_of(g, self.units)
        for number, to in enumerate(self.path, start=1):
            g.mp_spent = min(g.mp_spent + (costs.step(walked[-1], to) or 0), g.mp_initial)
            walked.append(to)
            enter_control(g, self.units, to)
            if number == len(self.path) or noticed(g, to):
                # Only here does it matter where the force stands: who notices it depends on the enemy alone.
                g.put_force(self.units, to)
                g.tell(Moved(self.units, tuple(walked)))
                open_window(g, self.units, to, entered_from=walked[-2], rest=self.path[number:])
                return


@go_on.body
def _go_on(g: Front, units: tuple[int, ...], rest: tuple[Hex, ...]) -> None:
    g.then(March(units, rest) if rest else Act(units))
