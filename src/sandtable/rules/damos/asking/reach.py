"""[7.0] Where a force can go, by the very step with which it would march, and who might come to meet it there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from sandtable.kernel import CONTROL, Action, Bits, Hex, Reach, ReachHex, Seat, bits_of, members, options, top

from ..series.combat.concerted import ConcertedMarch
from ..series.marching import attack_refusal, destinations, entry_cost, march_range, points_left
from ..series.movement import Act, March
from ..series.position.state import Front, enemy
from ..series.position.supply import force_in_supply, lines_of, traces_like_a_finn
from ..series.strategic import StrategicMove, strategic_range
from .known import known, points, set_in_motion
from .reactions import Reactions, best_of, reactions, risk_of


class Arrival(NamedTuple):
    """A force that has marched somewhere unhindered."""

    g: Front
    # The hexes entered one after another.
    path: tuple[Hex, ...]
    reactions: Reactions

    @property
    def risk(self) -> Fraction:
        """[2.6.1] The chance that at least one enemy comes, if all try who may."""
        return risk_of(self.reactions)


def reach(g: Front, seat: Seat, action: Action | None) -> Reach | None:
    """[7.0, 6.0] Where the force now moving can go, or the one that *action* would set in motion."""
    twin = known(g, seat)
    if action is not None:
        set_in_motion(twin, seat, action)
    step = top(twin)
    if isinstance(step, Act):
        return march_reach(twin, step.units)
    if isinstance(step, StrategicMove):
        return strategic_reach(twin, step.units)
    if isinstance(step, ConcertedMarch) and seat in (twin.phasing, CONTROL):
        return assault_reach(twin, step)
    return None


# ---- marching


def march_reach(g: Front, units: tuple[int, ...]) -> Reach:
    """[7.0] Every hex that the force can march to or attack on its way."""
    offered = {a.args[0]: a.id for a in options(g, Seat(g.phasing)) if a.verb in ("move", "attack")}
    found: dict[str, ReachHex] = {}
    everywhere = list(arrivals(g, units))
    for arrival in everywhere:
        twin, to = arrival.g, arrival.path[-1]
        supplied = force_in_supply(twin, units)
        found[g.grid.name(to)] = ReachHex(
            cost=points(twin.mp_spent - g.mp_spent),
            left=points(points_left(twin)),
            path=g.grid.names(arrival.path),
            risk=arrival.risk,
            note=_notes(arrival, supplied=supplied),
            supplied=supplied,
            rule="7.0",
            option=offered.get(to),
        )
    found.update(_assaults(g, units, offered, everywhere))
    return Reach(
        start=g.grid.name(Hex(g.hex_of[units[0]])),
        allowance=points(g.mp_initial),
        left=points(points_left(g)),
        hexes=found,
    )


def arrivals(g: Front, units: tuple[int, ...]) -> Iterator[Arrival]:
    """The force in each hex it may march to, having taken the way that it would take."""
    here = Hex(g.hex_of[units[0]])
    way = march_range(g, units)
    there: dict[Hex, Arrival] = {here: Arrival(g, (), {})}

    def arrive(path: tuple[Hex, ...]) -> Arrival:
        if path[-1] not in there:
            there[path[-1]] = _step_on(arrive(path[:-1]), units, path[-1])
        return there[path[-1]]

    for to in members(destinations(g, units)):
        yield arrive(way.path(Hex(to)) or (here, Hex(to)))


def walk(g: Front, units: tuple[int, ...], path: Iterable[Hex]) -> Arrival:
    """The force at the end of *path*, if nobody comes to meet it."""
    arrival = Arrival(g, (), {})
    for to in path:
        arrival = _step_on(arrival, units, to)
    return arrival


def _step_on(before: Arrival, units: tuple[int, ...], to: Hex) -> Arrival:
    """One hex farther, by the step that marches."""
    twin = before.g.copy()
    twin.agenda = []
    March(units, (to,)).run(twin)
    return Arrival(twin, (*before.path, to), best_of(before.reactions, reactions(twin, units, to)))


def _assaults(
    g: Front, units: tuple[int, ...], offered: Mapping[int, str], everywhere: Iterable[Arrival]
) -> Iterator[tuple[str, ReachHex]]:
    """[8.0] Each enemy hex that the force could attack from where it stands or can march to."""
    for before, target in assaults(g, units, everywhere):
        twin = before.g
        start = Hex(twin.hex_of[units[0]])
        spent = min(twin.mp_spent + (entry_cost(twin, units, start, target) or 0), g.mp_initial)
        entered = entering(twin, units, target)
        risk = risk_of(best_of(before.reactions, reactions(entered, units, target)))
        supplied = force_in_supply(entered, units, combat=True)
        note = "attack" if not before.path else f"attack from {g.grid.name(start)}"
        yield (
            g.grid.name(target),
            ReachHex(
                cost=points(spent - g.mp_spent),
                left=points(g.mp_initial - spent),
                path=g.grid.names((*before.path, target)),
                risk=risk,
                note=note if supplied else f"{note}; out of supply",
                supplied=supplied,
                ends=True,
                rule="8.0",
                option=None if before.path else offered.get(target),
            ),
        )


def assaults(
    g: Front, units: tuple[int, ...], everywhere: Iterable[Arrival]
) -> Iterator[tuple[Arrival, Hex]]:
    """[8.0] Each enemy hex that the force could attack, and where it would stand before; the cheapest way first."""
    here = Arrival(g, (), {})
    ready = sorted((here, *everywhere), key=lambda arrival: (arrival.g.mp_spent, len(arrival.path)))
    seen = 0
    for before in ready:
        twin = before.g
        start = Hex(twin.hex_of[units[0]])
        near = twin.occupied[enemy(Seat(g.phasing))] & bits_of(g.grid.neighbours(start)) & ~seen
        for target in map(Hex, members(near)):
            if attack_refusal(twin, units, target) is None:
                seen |= 1 << target
                yield before, target


def assault_reach(g: Front, step: ConcertedMarch) -> Reach:
    """[8.1] The hexes by which a concerted attack goes on, and its target; only its owner may know them."""
    units, here = step.units, Hex(g.hex_of[step.units[0]])
    found: dict[str, ReachHex] = {}
    for action in options(g, Seat(g.phasing)):
        if action.verb == "move":
            arrival = walk(g, units, (Hex(action.args[0]),))
            found[g.grid.name(arrival.path[-1])] = ReachHex(
                cost=points(arrival.g.mp_spent - g.mp_spent),
                left=points(points_left(arrival.g)),
                path=g.grid.names(arrival.path),
                risk=arrival.risk,
                supplied=force_in_supply(arrival.g, units),
                rule="8.1",
                option=action.id,
            )
        elif action.verb == "onward":
            entered = entering(g, units, step.target)
            cost = min(entry_cost(g, units, here, step.target) or 0, points_left(g))
            supplied = force_in_supply(entered, units, combat=True)
            found[g.grid.name(step.target)] = ReachHex(
                cost=points(cost),
                left=points(points_left(g) - cost),
                path=g.grid.names((step.target,)),
                risk=risk_of(reactions(entered, units, step.target)),
                note="the target" if supplied else "the target; out of supply",
                supplied=supplied,
                ends=True,
                rule="8.1",
                option=action.id,
            )
    return Reach(
        start=g.grid.name(here),
        allowance=points(g.mp_initial),
        left=points(points_left(g)),
        hexes=found,
    )


def entering(g: Front, units: tuple[int, ...], target: Hex) -> Front:
    """A copy of *g* with the force in the enemy's hex, before anybody has reacted."""
    twin = g.copy()
    for unit in units:
        twin.put(unit, target)
    return twin


def _notes(arrival: Arrival, *, supplied: bool) -> str:
    g, count = arrival.g, len(arrival.reactions)
    notes = []
    if count:
        notes.append(f"{count} enemy {'force' if count == 1 else 'forces'} may react on the way")
    if not supplied:
        tired = g.turn > 1 and not g.exploiting and 2 * g.mp_spent > g.mp_first
        notes.append("out of supply; to end here is to check attrition" if tired else "out of supply")
    return "; ".join(notes)


# ---- strategic movement


def strategic_reach(g: Front, units: tuple[int, ...]) -> Reach:
    """[6.0] Every hex within twice the allowance, by rail where there is one; nobody reacts."""
    way = strategic_range(g, units)
    allowance = 2 * g.ma(units)
    offered = {Hex(a.args[0]): a.id for a in options(g, Seat(g.phasing)) if a.verb == "move"}
    cost = {to: way.cost(to) or 0 for to in offered}
    # Whoever goes farther passes the nearer hexes by a cheapest way too.
    paths: dict[Hex, tuple[Hex, ...]] = {}
    for to in sorted(offered, key=lambda hex_: -cost[hex_]):
        if to not in paths:
            path = way.path(to) or ()
            paths.update({hex_: path[1:n] for n, hex_ in enumerate(path, 1)})
    # No enemy is near any of these hexes, so the lines are the same wherever the force goes.
    lines = _lines(entering(g, units, next(iter(offered))), units) if offered else {}
    found = {
        g.grid.name(to): ReachHex(
            cost=points(cost[to]),
            left=points(allowance - cost[to]),
            path=g.grid.names(paths[to]),
            supplied=all(mask >> to & 1 for mask in lines.values()),
            ends=True,
            rule="6.0",
            option=option,
        )
        for to, option in offered.items()
    }
    start = g.grid.name(Hex(g.hex_of[units[0]]))
    return Reach(start=start, allowance=points(allowance), left=points(allowance), hexes=found)


def _lines(g: Front, units: tuple[int, ...]) -> dict[bool, Bits]:
    """[2.10] The hexes with a line of supply for the units of the force, Finns apart."""
    side = Seat(g.phasing)
    finns = {traces_like_a_finn(g, u) for u in units}
    return {finnish: lines_of(g, side, finnish=finnish) for finnish in finns}
