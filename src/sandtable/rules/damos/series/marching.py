"""[7.0] What an activated force can do: its points, ways and targets; and what it leaves behind it, control and units.

The steps in which it does so stand in ``movement``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Final

from sandtable.kernel import Action, Bits, Forward, Hex, Refusal, Seat, Wording, counted
from sandtable.kernel.map.costs import CostMap
from sandtable.kernel.map.paths import Ranges, Reach

from .events import DroppedOff
from .exclusive.closed import (
    attack_ban,
    closed_to,
    has_finns,
    may_act,
    note_coast_reached,
    quarrelsome,
    shut_to,
)
from .position.campaign import CLASSES, HALF, Campaign
from .position.roster import AXIS
from .position.state import Front, Marched, enemy
from .position.supply import force_in_supply
from .position.words import names, option
from .position.zones import projects_influence, zone_of_control

RALLY_MP: Final = 2 * HALF
PICK_UP_MP: Final = 1 * HALF
PAUSE_TURN: Final = 4


def costs_of(g: Front, units: Sequence[int]) -> CostMap:
    """[3.0] What this force pays for hexes and hexsides."""
    return g.campaign.costs_of(units, g.turn != 1 or g.rivers_count(Seat(g.side_of[units[0]])))


def points_left(g: Front) -> int:
    """The movement points that the activated force has left, in halves."""
    return g.mp_initial - g.mp_spent


def unmoved(g: Front) -> bool:
    """[7.0] Whether the force may make its minimum move: it has all the points with which it activated (R-05).

    An exploitation has none: its allowance pays for what costs as much, and for nothing dearer [8.12.1] (R-82).
    """
    return g.mp_spent == 0 and not g.exploiting


def points_words(g: Front) -> str:
    """The same in words."""
    return counted(points_left(g) / HALF, "movement point")


def forbidden_hexes(g: Front, units: Sequence[int]) -> Bits:
    """Hexes that a force may not enter by movement, enemies apart: quarrelling allies, Leningrad for Finns,
    and [2.8] enemy zones for demoralized units."""
    closed = shut_to(g, units)
    if shaken(g, units):
        closed |= zone_of_control(g, enemy(Seat(g.side_of[units[0]])))
    return closed


def shaken(g: Front, units: Iterable[int]) -> bool:
    """[2.8] Whether a force is demoralized: one of its units is."""
    demoralized = g.demoralized
    return 1 in [demoralized[u] for u in units]


def closed_hexes(g: Front, units: Sequence[int]) -> Bits:
    """[7.0] Hexes that a force may not enter by movement: those, and the ones with enemies."""
    return g.occupied[enemy(Seat(g.side_of[units[0]]))] | forbidden_hexes(g, units)


def march_range(g: Front, units: tuple[int, ...]) -> Reach:
    """[7.0] Everywhere the force can go with the points it has left without meeting an enemy."""
    return _range(g, units, closed_hexes(g, units))


def _range(g: Front, units: tuple[int, ...], closed: Bits) -> Reach:
    return known_reach(costs_of(g, units), Hex(g.hex_of[units[0]]), points_left(g), closed)


# Whoever lists the options of a force and then moves it asks twice, and is answered from memory.
RANGES: Final = Ranges(size=2048)
known_reach: Final = RANGES.reach


def destinations(g: Front, units: tuple[int, ...]) -> Bits:
    """[7.0] Where the force may march: within its points, or one adjacent hex with all of them (R-05, R-82)."""
    if points_left(g) <= 0:
        return 0
    closed = closed_hexes(g, units)
    way = _range(g, units, closed)
    found = way.all
    if unmoved(g):
        found |= way.costs.beside(way.start) & ~closed
    return found & ~(1 << way.start)


def attack_refusal(
    g: Front, units: tuple[int, ...], target: Hex, *, fresh: int | None = None, declared: bool = False
) -> Refusal | None:
    """[8.0] Why the force may not enter the enemy-held *target*, next to it, now; or None (*declared*: see R-53).

    With *fresh* points it is judged as if it had just activated with so many.
    """
    side = Seat(g.side_of[units[0]])
    here = Hex(g.hex_of[units[0]])
    if not g.occupied[enemy(side)] >> target & 1:
        return Refusal("8.0", "no enemy is in that hex")
    if target not in g.grid.neighbours(here):
        return Refusal(
            "2.7", "combat is fought by moving into the enemy's hex, and that hex is not next to the force"
        )
    if shaken(g, units):
        return Refusal("2.8", "a demoralized force may not attack")
    if closed_to(g, units) >> target & 1:
        return Refusal("AGN 4.7", "Finns never enter Leningrad")
    if has_finns(g, units) and (here, target) in g.campaign.svir:
        return Refusal("AGN 4.7", "Finns do not cross the Svir")
    ban = attack_ban(g, units, target, declared=declared)
    if ban is not None:
        return ban
    cost = entry_cost(g, units, here, target)
    if cost is None:
        return Refusal("3.0", "that hexside cannot be crossed")
    left, whole = (points_left(g), unmoved(g)) if fresh is None else (fresh, True)
    if cost > left and not (whole and left > 0):
        return Refusal(
            "7.0", f"entering costs {cost / HALF:g} movement points and the force has {left / HALF:g} left"
        )
    return None


def entry_cost(g: Front, units: Sequence[int], here: Hex, target: Hex) -> int | None:
    """[3.0] What entering an enemy-held hex costs, in halves: roads do not help there; None if it is closed."""
    return entry_costs(g, units, target).get(here)


def entry_costs(g: Front, units: Sequence[int], target: Hex) -> Mapping[Hex, int]:
    """[3.0] From where, and at what cost in halves, the force could enter *target* if an enemy holds it."""
    return _entry_costs(g.campaign, costs_of(g, units), _paying_rivers(g, units), target)


def entry_prices(g: Front, units: Sequence[int]) -> Callable[[Hex], Mapping[Hex, int]]:
    """[3.0] The same for whatever target one may ask about."""
    return partial(_entry_costs, g.campaign, costs_of(g, units), _paying_rivers(g, units))


def _paying_rivers(g: Front, units: Sequence[int]) -> int:
    """[3.0] The movement classes that pay for rivers, none where rivers do not count."""
    return g.movement_classes(units) if g.rivers_count(Seat(g.phasing)) else 0


@lru_cache(maxsize=4096)
def _entry_costs(campaign: Campaign, costs: CostMap, classes: int, target: Hex) -> Mapping[Hex, int]:
    """The same by what is printed; *classes* pay for rivers, none where rivers do not count."""
    found: dict[Hex, int] = {}
    entry = costs.enter(target)
    for here in campaign.grid.neighbours(target):
        if entry is not None and costs.step(here, target) is not None:
            river = campaign.hexside(here, target) if classes else ""
            columns = [c for i, c in enumerate(CLASSES) if classes >> i & 1]
            found[here] = entry + (max(campaign.effect(river, c) for c in columns) * HALF if river else 0)
    return found


def may_rally(g: Front, units: tuple[int, ...]) -> Refusal | None:
    """[2.8] Why the force may not rally here now, or None."""
    side = Seat(g.side_of[units[0]])
    here = Hex(g.hex_of[units[0]])
    if not shaken(g, units):
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
    stack = g.units(here, side)
    found: list[int] = []
    if len(stack) == len(units):
        return found
    for unit in stack:
        if unit in units or g.spent[unit] or g.marched[unit] or may_act(g, unit) is not None:
            continue
        if paused(g) and projects_influence(g, unit):
            continue
        allowance = min(g.mp_initial, g.roster[unit].ma * HALF)
        price = 0 if g.picked_in == here else PICK_UP_MP
        if g.mp_spent + price <= allowance and not quarrelsome(g, [*units, unit]) >> here & 1:
            found.append(unit)
    return found


# ---- what a force does on its way


@Forward
def go_on(g: Front, units: tuple[int, ...], rest: tuple[Hex, ...]) -> None:
    """The force marches on along the rest of its path; at its end it decides anew."""


def enter_control(g: Front, units: Iterable[int], hex_: Hex) -> None:
    """[2.9] Whoever moves into a hex without enemies controls it (R-44); [AGN 4.7] the Finns may take notice."""
    force = list(units)
    side = Seat(g.side_of[force[0]])
    if not g.occupied[enemy(side)] >> hex_ & 1:
        g.take_control(hex_, side)
    note_coast_reached(g, force, hex_)


def drop_off(g: Front, unit: int) -> None:
    """[7.0] Leave *unit* behind; it is spent, and fights no more in this phase (R-83)."""
    g.tell(DroppedOff((unit,), g.hex_of[unit]))
    leave_force(g, (unit,))
    g.dropped[unit] = 1
    g.spend((unit,))


def leave_force(g: Front, units: Iterable[int]) -> None:
    """[9.0] Units that end here after more than half of the force's first allowance must check attrition (R-66)."""
    if g.exploiting:
        return
    tired = 2 * g.mp_spent > g.mp_first
    for unit in units:
        if g.marched[unit]:
            g.marched[unit] = Marched.TIRED if tired else Marched.IN_FORCE


# ---- options in words


def marching_option(g: Front, rule: str, action: Action) -> Wording:
    """[7.0] To move, to pick up a unit or to stop, as an option of a force on the march."""
    if action.verb == "move":
        return option(g, rule, "Move to {hex}", hex_=action.args[0])
    if action.verb == "pick_up":
        return option(g, rule, "Pick up {unit}", unit=action.args[0])
    return option(g, rule, "Stop here: the force is done", part="stop")


def defenders_words(g: Front, seat: Seat, hex_: int) -> str:
    """[8.0] Whom an attack by *seat* would meet, and the points left for it."""
    return f": {names(g, g.units(Hex(hex_), enemy(seat)))} ({points_words(g)} left)"
