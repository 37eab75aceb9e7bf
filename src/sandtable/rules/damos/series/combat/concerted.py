"""[8.1] Concerted attacks: kind in secret, target first, the defender's reaction and posture, the attacker last."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from sandtable.kernel import OFF_BOARD, Action, Auto, Bits, Grid, Hex, Seat, Step, Wording, members
from sandtable.kernel.map.bitboards import union

from ..activation import EndActivation, begin_activation
from ..events import Declared, Moved, PickedUp
from ..exclusive.closed import may_act, note_attack, note_coast_reached
from ..marching import (
    PICK_UP_MP,
    attack_refusal,
    costs_of,
    enter_control,
    entry_cost,
    leave_force,
    marching_option,
    pick_up_candidates,
    points_words,
)
from ..position.questions import DefenderChoice, PhasingChoice
from ..position.state import Front, Marched, enemy, other_player, phasing_player
from ..position.words import force_option, hex_words, names, option, picked, picking
from ..position.zones import capable, influence_range, projecting, projects_influence, stacking_excess
from ..reaction import FAR, NOT_NAMED_YET, ReactionWindow, reacting_hexes
from .attack import meet
from .battle import LineUp
from .exploitation import GRAND_ASSAULT_MP, assault_ways, assaultable, can_assault
from .outcome import begin_battle
from .plans import PLAN_NAMES, Plan, Posture, posture_wording, postures
from .posture_ahead import PostureAhead

# [8.1] From how far away each kind of attack can be made, where influence reaches.
FARTHEST: Final = {Plan.GRAND_ASSAULT: FAR, Plan.PENETRATION: 1}
# [8.1] What lies face down until the combat: the kind of attack, and the posture against it.
PLAN: Final = {"plan": phasing_player}
PLAN_AND_POSTURE: Final = {"plan": phasing_player, "posture": other_player}


def able_forces(g: Front, plan: Plan, target: Hex, *, declared: bool = False) -> list[Hex]:
    """[8.1] The hexes with a fresh ZOI-capable force that has *target* in its influence and can carry the attack out (R-41).

    What is judged when an attack is *declared* is not judged again when its attacker is named (R-53).
    """
    side = Seat(g.phasing)
    found: list[Hex] = []
    for hex_ in members(g.steady[side] & g.grid.within(target, FARTHEST[plan])):
        units = attackers_in(g, Hex(hex_))
        near = units and g.grid.distance(Hex(hex_), target) <= influence_range(g, Hex(hex_), side)
        leaders = [u for u in units if projects_influence(g, u)] if near else []
        if any(_can_carry_out(g, plan, (u,), target, declared=declared) for u in leaders):
            found.append(Hex(hex_))
    return found


def attackers_in(g: Front, hex_: Hex) -> list[int]:
    """The fresh, steady units in *hex_* that could take part in a concerted attack."""
    side = Seat(g.phasing)
    units = [
        u for u in g.units(hex_, side) if not g.spent[u] and not g.demoralized[u] and may_act(g, u) is None
    ]
    return units if capable(g, units) else []


def _can_carry_out(
    g: Front, plan: Plan, units: tuple[int, ...], target: Hex, *, declared: bool = False
) -> bool:
    """[8.1] Penetration: from next to the target. Grand Assault: enough points for the way and two more."""
    if plan is Plan.PENETRATION:
        return attack_refusal(g, units, target, fresh=g.ma(units), declared=declared) is None
    return can_assault(g, units, target, points=g.ma(units), declared=declared)


def targets(g: Front, fresh: list[int]) -> list[tuple[Plan, Hex]]:
    """[8.1] Every concerted attack that one of the *fresh* units could lead now."""
    side = Seat(g.phasing)
    enemies = g.occupied[enemy(side)]
    # Most stand far from any enemy.
    front = _front(g.grid, enemies)
    found = dict.fromkeys(FARTHEST, 0)
    roster, asked = g.roster, set()
    for leader in [u for u in projecting(g, fresh) if front >> g.hex_of[u] & 1]:
        here = Hex(g.hex_of[leader])
        # Two of a kind in one hex can do the same.
        kind = (
            here,
            roster.class_of[leader],
            roster.ma_of[leader],
            roster.nation_of[leader],
            g.origin[leader],
        )
        if kind in asked:
            continue
        asked.add(kind)
        if not any(enemies & g.grid.within(here, far) & ~found[plan] for plan, far in FARTHEST.items()):
            # What lies about has been found already, from elsewhere.
            continue
        near = enemies & g.grid.within(here, influence_range(g, here, side))
        if not near:
            continue
        for plan, distance in FARTHEST.items():
            left = near & g.grid.within(here, distance) & ~found[plan]
            if plan is Plan.GRAND_ASSAULT:
                found[plan] |= assaultable(g, (leader,), left, points=g.ma((leader,)))
                continue
            for hex_ in members(left):
                if _can_carry_out(g, plan, (leader,), Hex(hex_)):
                    found[plan] |= 1 << hex_
    either = union(found.values())
    return [(plan, Hex(hex_)) for hex_ in members(either) for plan in found if found[plan] >> hex_ & 1]


@lru_cache(maxsize=256)
def _front(grid: Grid, enemies: Bits) -> Bits:
    """[2.6] The hexes from which influence could reach an enemy: none reaches farther than three hexes."""
    front = enemies
    for _ in range(FAR):
        front = grid.expand(front)
    return front


class ConcertedAttack(Auto[Front]):
    """[8.1] The target is announced; the defender reacts into it and picks a posture, then the attacker is named."""

    rule = "8.1"

    def __init__(self, plan: int, target: Hex) -> None:
        self.plan: Final = plan
        self.target: Final = target

    def run(self, g: Front) -> None:
        """R-41, in order: first window, posture face down, attacker, movement, combat."""
        g.tell(Declared(self.target))
        steps = [LineUp(self.target), ConcertedPosture(self.plan, self.target)]
        if reacting_hexes(g, self.target):
            g.then(ReactionWindow(NOT_NAMED_YET, self.target, may_retreat=0), *steps)
        else:
            g.then(*steps)


class ConcertedPosture(DefenderChoice):
    """[8.1] The defender picks a posture, knowing neither the kind of attack nor who will make it."""

    rule = "8.1"
    hidden = PLAN
    quiet = True

    def __init__(self, plan: int, target: Hex) -> None:
        self.plan: Final = plan
        self.target: Final = target

    def prompt(self, g: Front, seat: Seat) -> str:
        """The target."""
        where = hex_words(g, self.target)
        return f"Choose a posture for {where}, before the attacker shows how and with what he comes."

    def options(self, g: Front) -> Sequence[Action]:
        """The postures that force and terrain allow; a river never adds one here (R-41)."""
        found = postures(g, self.seat(g), self.target, g.taking_part(self.target, self.seat(g)))
        return [Action("posture", (p,)) for p in found]

    def wording(self, g: Front, seat: Seat, action: Action) -> Wording:
        """A posture."""
        return posture_wording(action)

    def choose(self, g: Front, action: Action) -> None:
        """Keep it face down and ask for the attacker."""
        g.then(NameAttacker(self.plan, self.target, action.args[0], OFF_BOARD, ()))


class NameAttacker(PhasingChoice):
    """[8.1] The attacker is named: a fresh ZOI-capable force, or part of one, that can carry the attack out.

    The player is asked even if there is one way only: to be spared the question would betray the kind (R-77).
    """

    rule = "8.1"
    hidden = PLAN_AND_POSTURE

    def __init__(self, plan: int, target: Hex, posture: int, start: Hex, chosen: tuple[int, ...]) -> None:
        self.plan: Final = plan
        self.target: Final = target
        self.posture: Final = posture
        self.start: Final = start
        self.chosen: Final = chosen

    def prompt(self, g: Front, seat: Seat) -> str:
        """The hex first, then the units."""
        kind, target = PLAN_NAMES[Plan(self.plan)], hex_words(g, self.target)
        if self.start == OFF_BOARD:
            return f"Name the hex from which the {kind} on {target} is made."
        return picking(g, self.chosen, f"Which units make the {kind} on {target}?")

    def options(self, g: Front) -> Sequence[Action]:
        """First the hex, then all units of it or one more, then to go."""
        plan = Plan(self.plan)
        if self.start == OFF_BOARD:
            # A reaction cannot take away the last force that could attack: it only moves defenders in.
            return [Action("from", (h,)) for h in able_forces(g, plan, self.target, declared=True)] or [
                Action("call_off")
            ]
        able = attackers_in(g, self.start)
        left = [u for u in able if u not in self.chosen]
        found = []
        if not self.chosen and _can_carry_out(g, plan, tuple(able), self.target, declared=True):
            found.append(Action("all"))
        if self.chosen and capable(g, self.chosen):
            found.append(Action("go"))
        for unit in left if len(able) > 1 else ():
            force = tuple(sorted((*self.chosen, unit)))
            leads = bool(self.chosen) or projects_influence(g, unit)
            if leads and _can_carry_out(g, plan, force, self.target, declared=True):
                found.append(Action("take", (unit,)))
        return found

    def wording(self, g: Front, seat: Seat, action: Action) -> Wording:
        """A hex with its force, a unit of it, or nobody."""
        if action.verb == "from":
            return force_option(g, self.rule, "Attack with {force} from {hex}", seat, action.args[0])
        if action.verb == "call_off":
            return option(g, self.rule, "Nobody can carry the attack out any more: call it off")
        return picked(g, self.rule, action)

    def choose(self, g: Front, action: Action) -> None:
        """Name the hex, add a unit, or attack."""
        if action.verb == "call_off":
            # Whoever has tried to react is spent all the same.
            g.then(EndActivation())
            return
        if action.verb == "from":
            start, chosen = Hex(action.args[0]), self.chosen
            alone = attackers_in(g, start)
            if len(alone) == 1:
                self._attack(g, tuple(alone))
                return
        elif action.verb == "take":
            start, chosen = self.start, tuple(sorted((*self.chosen, action.args[0])))
        else:
            units = tuple(attackers_in(g, self.start)) if action.verb == "all" else self.chosen
            self._attack(g, units)
            return
        g.then(NameAttacker(self.plan, self.target, self.posture, start, chosen))

    def _attack(self, g: Front, units: tuple[int, ...]) -> None:
        begin_activation(g, units)
        g.then(ConcertedMarch(units, self.plan, self.target, self.posture), EndActivation())


class ConcertedMarch(PhasingChoice):
    """[8.1] The attacker moves toward the target; a Grand Assault may pick units up on the way, within stacking.

    A Penetration is asked too, though it has one way only: the enemy is not to tell them apart (R-77).
    """

    rule = "8.1"
    hidden = PLAN_AND_POSTURE

    def __init__(self, units: tuple[int, ...], plan: int, target: Hex, posture: int) -> None:
        self.units: Final = units
        self.plan: Final = plan
        self.target: Final = target
        self.posture: Final = posture

    def prompt(self, g: Front, seat: Seat) -> str:
        """Who, where to, and with what points."""
        has = "has" if len(self.units) == 1 else "have"
        return (
            f"On the way to attack {hex_words(g, self.target)}, {names(g, self.units)} {has} {points_words(g)} left: "
            "go on, choose the way, or pick units up."
        )

    def options(self, g: Front) -> Sequence[Action]:
        """Into the target, by another hex, or to take a unit along, where that leaves enough points for the assault."""
        if self.plan == Plan.PENETRATION:
            return [Action("onward")]
        ways = assault_ways(g, self.units, self.target)
        found = [Action("onward")] if self.target in ways else []
        found += [Action("move", (h,)) for h in ways if h != self.target]
        for unit in pick_up_candidates(g, self.units):
            fits = not g.demoralized[unit] and not stacking_excess(g, [*self.units, unit])
            if fits and self._still_enough(g, unit):
                found.append(Action("pick_up", (unit,)))
        # An enemy that has slipped away may have closed the last way.
        return found or [Action("stop")]

    def wording(self, g: Front, seat: Seat, action: Action) -> Wording:
        """The way, a unit, or the end."""
        if action.verb == "onward":
            return option(g, self.rule, "Onward to the target", hex_=self.target)
        return marching_option(g, self.rule, action)

    def _still_enough(self, g: Front, unit: int) -> bool:
        force = tuple(sorted((*self.units, unit)))
        spent = g.mp_spent + (0 if g.picked_in == g.hex_of[unit] else PICK_UP_MP)
        left = min(g.mp_initial, g.ma(force)) - spent
        return can_assault(g, force, self.target, points=left, declared=True)

    def choose(self, g: Front, action: Action) -> None:
        """Go one hex on, or pick up."""
        if action.verb == "onward":
            self._assault(g)
        elif action.verb == "move":
            self._march(g, Hex(action.args[0]))
        elif action.verb == "pick_up":
            self._pick_up(g, action.args[0])
        else:
            leave_force(g, self.units)

    def _pick_up(self, g: Front, unit: int) -> None:
        if g.picked_in != g.hex_of[unit]:
            g.picked_in = g.hex_of[unit]
            g.mp_spent += PICK_UP_MP
        g.marched[unit] = Marched.IN_FORCE
        force = tuple(sorted((*self.units, unit)))
        g.mp_initial = min(g.mp_initial, g.ma(force))
        g.tell(PickedUp((unit,)))
        g.then(ConcertedMarch(force, self.plan, self.target, self.posture))

    def _march(self, g: Front, to: Hex) -> None:
        here = Hex(g.hex_of[self.units[0]])
        g.mp_spent += costs_of(g, self.units).step(here, to) or 0
        g.put_force(self.units, to)
        g.tell(Moved(self.units, (here, to)))
        enter_control(g, self.units, to)
        self._window(g, to, Intercepted(self.units, here, self.plan, self.target, self.posture))

    def _assault(self, g: Front) -> None:
        """[8.1] The force enters the target hex; that is another window, but nobody slips away from the target."""
        here = Hex(g.hex_of[self.units[0]])
        cost = entry_cost(g, self.units, here, self.target) or 0
        # What the plan itself costs is paid when it is shown: until then the points must not betray it.
        g.mp_spent = min(g.mp_spent + cost, g.mp_initial)
        g.put_force(self.units, self.target)
        g.tell(Moved(self.units, (here, self.target)))
        note_coast_reached(g, self.units, self.target)
        note_attack(g, self.target)
        combat = ConcertedCombat(here, self.target, self.plan, self.posture)
        self._window(g, self.target, LineUp(self.target), combat)

    def _window(self, g: Front, hex_: Hex, *after: Step[Front]) -> None:
        if not g.exploiting and reacting_hexes(g, hex_):
            g.then(ReactionWindow(self.units, hex_, 1, self.target), *after)
        else:
            g.then(*after)


class Intercepted(Auto[Front]):
    """[8.1] A Grand Assault that meets a reacting force on the way fights a Meeting Engagement instead (R-35)."""

    rule = "8.1"
    hidden = PLAN_AND_POSTURE

    def __init__(
        self, units: tuple[int, ...], entered_from: Hex, plan: int, target: Hex, posture: int
    ) -> None:
        self.units: Final = units
        self.entered_from: Final = entered_from
        self.plan: Final = plan
        self.target: Final = target
        self.posture: Final = posture

    def run(self, g: Front) -> None:
        """Fight where it stands, or go on."""
        here = Hex(g.hex_of[self.units[0]])
        if g.units(here, enemy(Seat(g.phasing))):
            leave_force(g, self.units)
            meet(g, self.entered_from, here)
        else:
            g.then(ConcertedMarch(self.units, self.plan, self.target, self.posture))


class ConcertedCombat(Auto[Front]):
    """[8.1] Kind and posture are shown, and the combat is fought; units that came late leave the posture as it is."""

    rule = "8.1"
    hidden = PLAN_AND_POSTURE

    def __init__(self, entered_from: Hex, target: Hex, plan: int, posture: int) -> None:
        self.entered_from: Final = entered_from
        self.target: Final = target
        self.plan: Final = plan
        self.posture: Final = posture

    def run(self, g: Front) -> None:
        """[8.3] Pay for the plan, which may tire the force (R-66), and begin the combat."""
        if self.plan == Plan.PENETRATION:
            g.mp_spent = g.mp_initial
        else:
            g.mp_spent += GRAND_ASSAULT_MP
        leave_force(g, g.units(self.target, Seat(g.phasing)))
        begin_battle(g, self.target, self.entered_from, Plan(self.plan), Posture(self.posture))


class ExploitingAssault(PostureAhead):
    """[8.12] The defender picks a posture before the exploiting force comes; nobody reacts (R-65)."""

    rule = "8.12"

    def prompt(self, g: Front, seat: Seat) -> str:
        """The target."""
        return f"An exploiting force assaults {hex_words(g, self.target)}: choose a posture."

    def choose(self, g: Front, action: Action) -> None:
        """The force goes there and fights."""
        g.then(ConcertedMarch(self.units, Plan.GRAND_ASSAULT, self.target, action.args[0]))
