"""[7.0] An activated force moves, attacks, rallies, picks up and drops off units, hex by hex."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from sandtable.kernel.actions import Action, Seat, numbered
from sandtable.kernel.bitboards import Bits, bits_of, members
from sandtable.kernel.hexes import Hex
from sandtable.kernel.paths import CostMap, Reach, Track, neighbours_open, reach
from sandtable.kernel.refusals import Refusal
from sandtable.kernel.steps import Auto, Choice

from .campaign import HALF
from .events import DroppedOff, Moved, PickedUp, Rallied
from .exclusive import attack_ban, closed_to, has_finns, may_act, note_coast_reached, quarrelsome
from .roster import AXIS
from .state import Front, enemy
from .supply import force_in_supply
from .zones import projects_influence, zone_of_control

RALLY_MP: Final = 2 * HALF
PICK_UP_MP: Final = 1 * HALF
PAUSE_TURN: Final = 4
STOP: Final = Action("stop")


# ---- what a force can do


def costs_of(g: Front, units: Iterable[int]) -> CostMap:
    """[3.0] What this force pays for hexes and hexsides."""
    force = list(units)
    rivers = g.rivers_count(Seat(g.side_of[force[0]]))
    return g.campaign.costs(g.movement_classes(force), rivers=rivers, finns=has_finns(g, force))


def points_left(g: Front) -> int:
    """The movement points that the activated force has left, in halves."""
    return g.mp_initial - g.mp_spent


def forbidden_hexes(g: Front, units: Iterable[int]) -> Bits:
    """Hexes that a force may not enter by movement, enemies apart: quarrelling allies, Leningrad for Finns,
    and [2.8] enemy zones for demoralized units."""
    force = list(units)
    closed = closed_to(g, force) | quarrelsome(g, force)
    if any(g.demoralized[u] for u in force):
        closed |= zone_of_control(g, enemy(Seat(g.side_of[force[0]])))
    return closed


def march_range(g: Front, units: tuple[int, ...]) -> Reach:
    """[7.0] Everywhere the force can go with the points it has left without meeting an enemy."""
    side = Seat(g.side_of[units[0]])
    here = Hex(g.hex_of[units[0]])
    blocked = g.occupied[enemy(side)] | forbidden_hexes(g, units)
    return known_reach(costs_of(g, units), here, points_left(g), blocked)


@lru_cache(maxsize=512)
def known_reach(costs: CostMap, here: Hex, points: int, blocked: Bits, track: Track | None = None) -> Reach:
    """The range of a force; whoever lists its options and then moves it asks twice, and is answered from memory."""
    return reach(costs, here, points, blocked=blocked, track=track)


def destinations(g: Front, units: tuple[int, ...]) -> Bits:
    """[7.0] Where the force may march: within its points, or one adjacent hex with all of them (R-05)."""
    here = Hex(g.hex_of[units[0]])
    found = march_range(g, units).all & ~(1 << here)
    if g.mp_spent == 0 and points_left(g) > 0:
        blocked = g.occupied[enemy(Seat(g.side_of[units[0]]))] | forbidden_hexes(g, units)
        found |= neighbours_open(costs_of(g, units), here) & ~blocked
    return found


def attack_refusal(
    g: Front, units: tuple[int, ...], target: Hex, *, points: int | None = None
) -> Refusal | None:
    """[8.0] Why the force may not enter the enemy-held *target*, next to it, now; or None."""
    side = Seat(g.side_of[units[0]])
    here = Hex(g.hex_of[units[0]])
    if not g.occupied[enemy(side)] >> target & 1:
        return Refusal("8.0", "no enemy is in that hex")
    if target not in g.grid.neighbours(here):
        return Refusal(
            "2.7", "combat is fought by moving into the enemy's hex, and that hex is not next to the force"
        )
    if any(g.demoralized[u] for u in units):
        return Refusal("2.8", "a demoralized force may not attack")
    if closed_to(g, units) >> target & 1:
        return Refusal("AGN 4.7", "Finns never enter Leningrad")
    if has_finns(g, units) and (here, target) in g.campaign.svir:
        return Refusal("AGN 4.7", "Finns do not cross the Svir")
    ban = attack_ban(g, units, target)
    if ban is not None:
        return ban
    cost = entry_cost(g, units, here, target)
    if cost is None:
        return Refusal("3.0", "that hexside cannot be crossed")
    left = points_left(g) if points is None else points
    if cost > left and not (g.mp_spent == 0 and left > 0):
        return Refusal("7.0", f"entering costs {cost / HALF:g} movement points and {left / HALF:g} are left")
    return None


def entry_cost(g: Front, units: Iterable[int], here: Hex, target: Hex) -> int | None:
    """[3.0] What entering an enemy-held hex costs, in halves: roads do not help there; None if it is closed."""
    costs = costs_of(g, units)
    if target not in g.grid.neighbours(here) or costs.step(here, target) is None:
        return None
    entry = costs.enter(target)
    if entry is None:
        return None
    river = g.campaign.hexside(here, target)
    if not river or not g.rivers_count(Seat(g.phasing)):
        return entry
    columns = ("foot", "motorized", "mechanized")
    classes = g.movement_classes(list(units))
    extra = max(g.campaign.effect(river, c) for i, c in enumerate(columns) if classes >> i & 1)
    return entry + extra * HALF


def may_rally(g: Front, units: tuple[int, ...]) -> Refusal | None:
    """[2.8] Why the force may not rally here now, or None."""
    side = Seat(g.side_of[units[0]])
    here = Hex(g.hex_of[units[0]])
    if not any(g.demoralized[u] for u in units):
        return Refusal("2.8", "the force is not demoralized")
    if points_left(g) < RALLY_MP:
        return Refusal("7.0", "rallying costs 2 movement points")
    if zone_of_control(g, enemy(side)) >> here & 1:
        return Refusal("2.8", "no force rallies in an enemy zone of control")
    if not force_in_supply(g, units):
        return Refusal("2.8", "a force needs a line of supply to rally")
    return None


def paused(g: Front) -> bool:
    """[AGN 4.3.1, AGS 4.3.1] Whether the phasing player's ZOI-capable units stand still this turn (optional rule)."""
    return bool(g.paused) and g.turn == PAUSE_TURN and g.phasing == AXIS


def pick_up_candidates(g: Front, units: tuple[int, ...]) -> list[int]:
    """[7.0] The fresh units in the hex that the force could take along (R-67)."""
    if g.exploiting:
        return []
    side = Seat(g.side_of[units[0]])
    here = Hex(g.hex_of[units[0]])
    found = []
    for unit in g.units(here, side):
        if unit in units or g.spent[unit] or g.marched[unit] or may_act(g, unit) is not None:
            continue
        if paused(g) and projects_influence(g, unit):
            continue
        allowance = min(g.mp_initial, g.roster[unit].ma * HALF)
        price = 0 if g.picked_in == here else PICK_UP_MP
        if g.mp_spent + price <= allowance and not quarrelsome(g, [*units, unit]) >> here & 1:
            found.append(unit)
    return found


# ---- the steps


class Act(Choice[Front]):
    """[7.0] The activated force marches, attacks, rallies, picks up, drops off, ships out or stops."""

    rule = "7.0"

    def __init__(self, units: tuple[int, ...]) -> None:
        self.units: Final = units

    def seat(self, g: Front) -> Seat:
        """The phasing player."""
        return Seat(g.phasing)

    def options(self, g: Front) -> Sequence[Action]:
        """Everything the force may do now."""
        from .exploitation import assault_targets
        from .naval import ports_open

        here = Hex(g.hex_of[self.units[0]])
        found = [STOP]
        by_hex = numbered("move", g.grid.size)
        found += [by_hex[h] for h in members(destinations(g, self.units))]
        near = g.occupied[enemy(self.seat(g))] & bits_of(g.grid.neighbours(here))
        found += [
            Action("attack", (h,)) for h in members(near) if attack_refusal(g, self.units, Hex(h)) is None
        ]
        if any(g.demoralized[u] for u in self.units) and may_rally(g, self.units) is None:
            found.append(Action("rally"))
        found += [Action("pick_up", (u,)) for u in pick_up_candidates(g, self.units)]
        if len(self.units) > 1:
            found += [Action("drop_off", (u,)) for u in self.units]
        if not g.exploiting and self.seat(g) == AXIS and g.campaign.german_ports:
            found += [Action("ship", (h,)) for h in ports_open(g, self.units)]
        if g.exploiting:
            found += [Action("assault", (h,)) for h in assault_targets(g, self.units)]
        return found

    def choose(self, g: Front, action: Action) -> None:
        """Carry it out; the force goes on unless it stops or fights."""
        here = Hex(g.hex_of[self.units[0]])
        if action.verb == "stop":
            g.then(Halt(self.units))
        elif action.verb == "move":
            path = march_range(g, self.units).path(Hex(action.args[0])) or (here, Hex(action.args[0]))
            g.then(March(self.units, path[1:]))
        elif action.verb == "attack":
            from .attack import EnterEnemyHex

            g.then(EnterEnemyHex(self.units, Hex(action.args[0])))
        elif action.verb == "rally":
            self._rally(g, here)
        elif action.verb == "pick_up":
            self._pick_up(g, action.args[0])
        elif action.verb == "drop_off":
            drop_off(g, action.args[0])
            g.then(Act(tuple(u for u in self.units if u != action.args[0])))
        elif action.verb == "ship":
            from .naval import Sail

            g.then(Sail(self.units, Hex(action.args[0])))
        else:
            from .exploitation import ExploitingAssault

            g.then(ExploitingAssault(self.units, Hex(action.args[0])))

    def _rally(self, g: Front, here: Hex) -> None:
        from .reaction import open_window

        shaken = tuple(u for u in self.units if g.demoralized[u])
        g.mp_spent += RALLY_MP
        for unit in shaken:
            g.demoralize(unit, yes=False)
        g.tell(Rallied(shaken))
        open_window(g, self.units, here, rest=())

    def _pick_up(self, g: Front, unit: int) -> None:
        # "+1 MP (per hex)": the first unit picked up in a hex pays for all that join there.
        if g.picked_in != g.hex_of[unit]:
            g.picked_in = g.hex_of[unit]
            g.mp_spent += PICK_UP_MP
        g.tell(PickedUp((unit,)))
        g.marched[unit] = 1
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
        from .reaction import noticed, open_window

        walked = [Hex(g.hex_of[self.units[0]])]
        costs = costs_of(g, self.units)
        for number, to in enumerate(self.path, start=1):
            g.mp_spent = min(g.mp_spent + (costs.step(walked[-1], to) or 0), g.mp_initial)
            for unit in self.units:
                g.put(unit, to)
            walked.append(to)
            enter_control(g, self.units, to)
            if number == len(self.path) or noticed(g, to):
                g.tell(Moved(self.units, tuple(walked)))
                open_window(g, self.units, to, rest=self.path[number:])
                return


def go_on(g: Front, units: tuple[int, ...], rest: tuple[Hex, ...]) -> None:
    """The force marches on along the rest of its path; at its end, or with an enemy now on it, it decides anew."""
    closed = g.occupied[enemy(Seat(g.phasing))] | forbidden_hexes(g, units)
    g.then(March(units, rest) if rest and not bits_of(rest) & closed else Act(units))


def enter_control(g: Front, units: Iterable[int], hex_: Hex) -> None:
    """[2.9] Whoever moves into a hex without enemies controls it (R-44); [AGN 4.7] the Finns may take notice."""
    force = list(units)
    side = Seat(g.side_of[force[0]])
    if not g.occupied[enemy(side)] >> hex_ & 1:
        g.take_control(hex_, side)
    note_coast_reached(g, force, hex_)


def drop_off(g: Front, unit: int) -> None:
    """[7.0] Leave *unit* behind; it is spent."""
    g.tell(DroppedOff((unit,), g.hex_of[unit]))
    leave_force(g, (unit,))
    g.spent[unit] = 1


def leave_force(g: Front, units: Iterable[int]) -> None:
    """[9.0] Units that end here after more than half of the force's first allowance must check attrition (R-66)."""
    if g.exploiting:
        return
    tired = 2 * g.mp_spent > g.mp_first
    for unit in units:
        if g.marched[unit]:
            g.marched[unit] = 2 if tired else 1
