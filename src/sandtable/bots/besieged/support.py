"""Behind the front: replacements, arrivals, railways, and what to give up and where to go when a combat is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.kernel import Action, Hex, Seat, members
from sandtable.rules.besieged.position.supply import connected_rail, supplied_units
from sandtable.rules.besieged.position.zones import around, free_hexes
from sandtable.rules.besieged.turn.rail import rail_hexes

from .aims import massed
from .situation import Situation, distances, worth

DONE: Final = Action("done")
# Units this near to a railhead need no longer line.
NEAR_RAIL: Final = 2


def of(offered: Sequence[Action], *verbs: str) -> list[Action]:
    """The options with one of these verbs."""
    return [action for action in offered if action.verb in verbs]


# ---- replacements and arrivals


def spend(s: Situation, offered: Sequence[Action]) -> Action:
    """The point that brings most: a step for the strongest units first, then units that come back."""

    def gain(action: Action) -> tuple[float, Action]:
        g, unit = s.g, action.args[0]
        counter = g.counter(unit)
        full = g.campaign.by_year(list(counter.factors), g.turn)
        step = full / counter.steps
        if action.verb == "rebuild":
            # It comes back far from the front, but takes a hex of its own there.
            return step + 0.2 - (0.6 if counter.steps > 2 else 0.0), action
        near = max(0, 6 - s.to_enemy[g.hex_of[unit]]) * 0.1
        return step + near + (0.5 if g.steps[unit] == 1 else 0.0), action

    return max(of(offered, "step", "rebuild"), key=gain, default=DONE)


def entry(s: Situation, offered: Sequence[Action]) -> Action:
    """The way in that is nearest to where units are wanted."""
    return max(of(offered, "to"), key=lambda a: (s.pull(Hex(a.args[0])), a), default=offered[0])


# ---- railways


def next_train(s: Situation, offered: Sequence[Action]) -> Action:
    """The unit that is wanted elsewhere most, if it is worth a train."""
    g = s.g
    best: tuple[float, Action] | None = None
    on_their_way = massed(g, s)
    for action in of(offered, "rail"):
        unit = action.args[0]
        here = Hex(g.hex_of[unit])
        if _guards(s, unit) or (s.to_enemy[here] < s.doctrine.rear and not (g.turn == 1 and s.attacks)):
            continue
        if unit in on_their_way:
            continue
        to = _station(s, unit)
        more = s.pull(to) / max(s.pull(here), 0.001) - 1.0
        if g.counter(unit).is_armour and g.turn == 1:
            # The second line of armor finds open country where the enemy is thin.
            more += s.doctrine.a_train
        if more > s.doctrine.a_train and (best is None or (more * worth(g, unit), action) > best):
            best = (more * worth(g, unit), action)
    return best[1] if best else DONE


def station(s: Situation, unit: int, offered: Sequence[Action]) -> Action:
    """The station where it is wanted most."""
    to = Action("to", (_station(s, unit),))
    return to if to in offered else Action("to", (s.g.hex_of[unit],))


def _station(s: Situation, unit: int) -> Hex:
    """Where a train would take *unit*, or where it stands."""
    ways = [Hex(h) for h in members(rail_hexes(s.g, unit) | 1 << s.g.hex_of[unit])]
    return max(ways, key=lambda h: (s.pull(h), h))


def _guards(s: Situation, unit: int) -> bool:
    """Whether it is the only one in a Major City that enemies could come near."""
    here = Hex(s.g.hex_of[unit])
    alone = len(s.g.units(here, s.side)) == 1
    return bool(s.g.campaign.major >> here & 1) and alone and s.to_enemy[here] <= s.doctrine.rear + 3


def extend(s: Situation, offered: Sequence[Action]) -> Action:
    """The line that comes nearer to what is to be taken, or to units that are beyond the railhead."""
    g = s.g
    lines = of(offered, "convert")
    if not lines:
        return DONE
    rail = connected_rail(g, s.side)
    to_rail = distances(g.campaign, rail)
    ahead = [
        (Hex(g.hex_of[u]), worth(g, u), to_rail[g.hex_of[u]])
        for u in g.on_map(s.side)
        if to_rail[g.hex_of[u]] > NEAR_RAIL
    ]
    goals = {goal: worth_ for goal, worth_ in s.objectives.items() if not g.controls(s.side, goal)}

    def service(action: Action) -> tuple[float, Action]:
        hex_ = Hex(action.args[0])
        served = sum(
            weight * max(0, far - max(NEAR_RAIL, g.grid.distance(hex_, there)))
            for there, weight, far in ahead
        )
        nearer = sum(
            max(0, to_rail[goal] - s.to(goal)[hex_]) * worth_ / (4.0 + to_rail[goal])
            for goal, worth_ in goals.items()
        )
        return 0.3 * served + nearer, action

    return max(lines, key=service)


# ---- after a combat


def least_missed(s: Situation, offered: Sequence[Action]) -> Action:
    """The step that costs least; nobody's last one as long as that can be helped."""
    g = s.g

    def cost(action: Action) -> tuple[float, Action]:
        unit = action.args[0]
        full = g.campaign.by_year(list(g.counter(unit).factors), g.turn)
        lost = full / g.counter(unit).steps
        return lost + (2.0 if g.steps[unit] == 1 else 0.0) + 0.3 * g.counter(unit).is_armour, action

    return min(of(offered, "lose"), key=cost)


def fall_back(s: Situation, unit: int, offered: Sequence[Action]) -> Action:
    """Our own to where they are safe, the enemy's to where he is not; and far enough is far enough for ours."""
    g = s.g
    owner = Seat(g.side_of[unit])
    ways = of(offered, "to")
    stops = of(offered, "stop")
    if owner == s.side and stops and s.to_enemy[g.hex_of[unit]] > 1:
        return stops[0]
    if not ways:
        return offered[0]
    free = free_hexes(g, owner)

    def room(action: Action) -> tuple[int, Action]:
        return (around(g, Hex(action.args[0])) & free).bit_count(), action

    return max(ways, key=room) if owner == s.side else min(ways, key=room)


def who_advances(s: Situation, offered: Sequence[Action], hexes: int) -> Action:
    """Armor first where it may go on, then whoever holds the ground best; a city is taken in strength."""
    g = s.g
    ready = of(offered, "advance")
    if not ready:
        return DONE
    hex_ = Hex(g.battle_hex)
    inside = g.units(hex_, s.side)
    fast = [a for a in ready if g.counter(a.args[0]).is_armour]
    if hexes > 1 and fast:
        return max(fast, key=lambda a: (worth(g, a.args[0]), a))
    wanted = 2 if g.campaign.major >> hex_ & 1 else 1
    if s.attacks and not inside:
        wanted = 2
    if g.campaign.major >> hex_ & 1 and s.is_too_far(ready[0].args[0], hex_):
        return DONE
    if len(inside) >= wanted or _is_trap(s, hex_):
        return DONE
    others = [a for a in ready if a not in fast] or ready
    return max(others, key=lambda a: (worth(g, a.args[0]), a))


def go_on(s: Situation, unit: int, offered: Sequence[Action]) -> Action:
    """On towards what is to be taken, behind the enemy where that cuts him off; not out of supply for nothing."""
    g = s.g
    here = Hex(g.hex_of[unit])
    if s.doctrine.stays_in_cities and g.campaign.major >> here & 1 and len(g.units(here, s.side)) == 1:
        return of(offered, "stop")[0]
    before = len(supplied_units(g, s.foe))
    aim = massed(g, s).get(unit)
    aims = s.objectives if aim is None else {aim: 0.0}

    def points(hex_: Hex) -> float:
        goals = [s.to(goal)[hex_] - 0.3 * worth_ for goal, worth_ in aims.items()]
        found = -0.7 * min(goals, default=0.0)
        if not s.lines_of(unit) >> hex_ & 1:
            found -= 0.8 * s.hunger(hex_)
        if not g.controls(s.side, hex_):
            found += s.ground(hex_)
        if hex_ != here:
            g.put(unit, hex_)
            found += 1.2 * (before - len(supplied_units(g, s.foe)))
            g.put(unit, here)
        return found

    best = max(of(offered, "to"), key=lambda a: (points(Hex(a.args[0])), a), default=None)
    if best is None or points(Hex(best.args[0])) <= points(here):
        return of(offered, "stop")[0]
    return best


def _is_trap(s: Situation, hex_: Hex) -> bool:
    """Whether whoever enters stands alone among enemies."""
    return not s.attacks and s.ground(hex_) < 1.0 and s.threat.get(hex_, 0.0) > 12.0
