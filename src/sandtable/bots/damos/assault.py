"""What an attack is worth, in strength points: what both sides lose, the ground won, and the risk of being thrown back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from sandtable.kernel import Action, Bits, Hex, Seat, members
from sandtable.kernel.map.paths import Reach
from sandtable.rules.damos.series.combat.concerted import able_forces, attackers_in
from sandtable.rules.damos.series.combat.exploitation import exploitation_allowance
from sandtable.rules.damos.series.combat.plans import Plan, Posture, postures
from sandtable.rules.damos.series.combat.retreat import open_to_retreat
from sandtable.rules.damos.series.combat.strength import attack_count, defence_count
from sandtable.rules.damos.series.exclusive.closed import attack_ban, closed_to
from sandtable.rules.damos.series.marching import (
    attack_refusal,
    costs_of,
    entry_prices,
    known_reach,
    points_left,
)
from sandtable.rules.damos.series.position.campaign import HALF, Campaign
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET
from sandtable.rules.damos.series.position.state import Front
from sandtable.rules.damos.series.position.zones import stacking_excess

from .advance import ground_score, holds_objective_alone
from .defend import keeps_open, leaves_bare
from .forecast import Clash, Forecast, forecast
from .ground import neighbourhood
from .situation import Situation

STANDARD_MP: Final = HALF
PLACE_WON: Final = {"town": 0.5, "city": 7.0, "major_city": 9.0}


class Assault(NamedTuple):
    """An attack that could be made, and what it is worth."""

    value: float
    start: Hex
    target: Hex
    plan: Plan
    outlook: Forecast


# What was expected of attacks before, by all that it depends on: the same are weighed again and again.
_outlooks: Final[dict[tuple[object, ...], Forecast]] = {}
_MOST_OUTLOOKS: Final = 200_000
# How far units exploit on such ground: no more entries than units, plans and kinds of ground.
_allowances: Final[dict[tuple[Campaign, int, Plan, str], int]] = {}


class Garrison(NamedTuple):
    """Who stands in an enemy hex."""

    defenders: tuple[int, ...]
    strengths: tuple[int, ...]
    # As it counts in combat.
    defence: int
    shaken: bool


class Stand(NamedTuple):
    """An enemy hex as whoever thinks of attacking it finds it."""

    defenders: tuple[int, ...]
    strengths: tuple[int, ...]
    defence: int
    shaken: bool
    supplied: bool
    # Whether a beaten defender would have nowhere to go.
    trapped: bool


def stand_in(s: Situation, target: Hex) -> Stand:
    """How the enemy stands in *target*."""
    known = s.stands.get(target)
    if known is None:
        garrison = _garrison(s, target)
        supplied = bool(s.foe_lines >> target & 1)
        trapped = not open_to_retreat(s.g, garrison.defenders, target, (target,))
        known = s.stands[target] = Stand(*garrison, supplied, trapped)
    return known


def _garrison(s: Situation, target: Hex) -> Garrison:
    known = s.garrisons.get(target)
    if known is None:
        g = s.g
        defenders = tuple(g.units(target, s.other))
        strengths = tuple([g.sp[u] for u in defenders])
        shaken = any(g.demoralized[u] for u in defenders)
        known = s.garrisons[target] = Garrison(
            defenders, strengths, defence_count(g, defenders, target), shaken
        )
    return known


def outlook(s: Situation, units: tuple[int, ...], start: Hex, target: Hex, plan: Plan) -> Forecast:
    """What an attack by *units* over the hexside between *start* and *target* may be expected to bring."""
    g = s.g
    stand = stand_in(s, target)
    supplied = s.supplied_in_combat(units, target)
    # Who is shaken has no posture; of where the attack comes from the river alone counts, and on the first turn not even
    # that. All else that is asked is printed.
    strengths = tuple([g.sp[u] for u in units])
    key = (
        g.campaign,
        s.side,
        g.rivers_count(Seat(g.phasing)),
        g.campaign.hexside(start, target),
        units,
        strengths,
        target,
        plan,
        stand.defenders,
        stand.strengths,
        stand.shaken,
        stand.supplied,
        supplied,
    )
    known = _outlooks.get(key)
    if known is None:
        if len(_outlooks) >= _MOST_OUTLOOKS:
            _outlooks.clear()
        known = _outlooks[key] = forecast(g, clash_of(s, units, start, target, plan))
    return known


def clash_of(
    s: Situation, units: tuple[int, ...], start: Hex, target: Hex, plan: Plan, *, air: bool = False
) -> Clash:
    """The combat that such an attack would be, with the shift of the *air* unit or without."""
    stand = stand_in(s, target)
    strengths = tuple([s.g.sp[u] for u in units])
    return Clash(
        attack=attack_count(s.g, units, target, start),
        attackers=sum(strengths),
        defence=stand.defence,
        defenders=sum(stand.strengths),
        plan=plan,
        posture=likely_posture(s, target, stand.defenders, start),
        attacker_supplied=s.supplied_in_combat(units, target),
        defender_supplied=stand.supplied,
        air=air,
    )


def likely_posture(s: Situation, target: Hex, defenders: tuple[int, ...], start: Hex) -> Posture:
    """The posture to expect: the only one allowed, or the most stubborn."""
    allowed = postures(s.g, s.other, target, defenders, start)
    return Posture.STEADFAST if Posture.STEADFAST in allowed else allowed[0]


def attack_value(s: Situation, units: tuple[int, ...], start: Hex, target: Hex, plan: Plan) -> Assault:
    """What that attack is worth."""
    # Of where it comes from the river counts, and nothing else.
    terms = (units, target, plan, s.g.campaign.hexside(start, target))
    known = s.assaults.get(terms)
    if known is None:
        known = s.assaults[terms] = _attack_value(s, units, start, target, plan)
    return known if known.start == start else known._replace(start=start)


def _attack_value(s: Situation, units: tuple[int, ...], start: Hex, target: Hex, plan: Plan) -> Assault:
    expected = outlook(s, units, start, target, plan)
    shaken = s.doctrine.shaken + s.doctrine.shaken_per_sp * s.force(units).strength
    # What a beaten attacker pays for being demoralized and driven back.
    beaten = 0.0 if plan is Plan.MEETING else shaken
    cost = s.doctrine.own_loss
    if s.opening_posts >> target & 1:
        beaten, cost = 0.0, 0.0
    elif s.spares_nobody and (s.objective_bits | s.rings) >> target & 1:
        beaten, cost = 0.0, s.doctrine.own_loss / 4
    value = (
        expected.defender_loses
        - cost * expected.attacker_loses
        + expected.win * _gains(s, units, target, plan, expected)
        - (1 - expected.win) * beaten
    )
    return Assault(value, start, target, plan, expected)


def _gains(s: Situation, units: tuple[int, ...], target: Hex, plan: Plan, expected: Forecast) -> float:
    """What winning the hex is worth beyond the losses."""
    g, doctrine = s.g, s.doctrine
    gain = doctrine.hex_won + PLACE_WON.get(g.campaign.place_kind.get(target, ""), 0.0)
    if s.opening_posts >> target & 1:
        gain += doctrine.opening
    if s.objective_bits >> target & 1:
        gain += doctrine.objective_won
    elif s.rings >> target & 1:
        gain += doctrine.ring_won
    stand = stand_in(s, target)
    if stand.trapped:
        gain += sum(stand.strengths) - expected.defender_loses
    if s.side == SOVIET:
        return gain
    gain += s.prize(units, target) + doctrine.progress * progress(s, units, target)
    if g.converted & neighbourhood(g.campaign, target, 1):
        gain += doctrine.rail_freed
    return gain + doctrine.exploiting * run_after(s, units, target, plan)


def progress(s: Situation, units: tuple[int, ...], target: Hex) -> float:
    """By how much the ground of *target* is better than where the force stands."""
    known = s.progress.get((units, target))
    if known is None:
        force, here = s.force(units), Hex(s.g.hex_of[units[0]])
        known = ground_score(s, force, target, 0) - ground_score(s, force, here, 0)
        s.progress[units, target] = known
    return known


def run_after(s: Situation, units: tuple[int, ...], target: Hex, plan: Plan) -> float:
    """How much farther the fast units of a force that has won *target* would get by exploiting."""
    known = s.runs.get((units, target, plan))
    if known is None:
        known = s.runs[units, target, plan] = _run_anew(s, units, target, plan)
    return known


def _run_anew(s: Situation, units: tuple[int, ...], target: Hex, plan: Plan) -> float:
    g = s.g
    fast = tuple([u for u in units if g.roster.mobile[u]])
    if not fast or g.exploiting:
        return 0.0
    points = min([_exploits_with(g, u, plan, target) for u in fast])
    if not points:
        return 0.0
    force = s.force(fast)
    blocked = g.occupied[s.other] & ~(1 << target) | closed_to(g, fast)
    reached = known_reach(costs_of(g, fast), target, points * HALF, blocked).all
    best = ground_score(s, force, target, 0)
    start = best
    for end in filter(None, (reached & force.lines, reached & ~force.lines)):
        nearest = force.nearest(end)
        spent = force.allowance if plan is Plan.PENETRATION else 0
        best = max(best, ground_score(s, force, nearest, spent))
    return best - start


def _exploits_with(g: Front, unit: int, plan: Plan, hex_: Hex) -> int:
    """How many points a unit would exploit with after a victory in *hex_* that costs the enemy no more than he has."""
    key = (g.campaign, unit, plan, g.campaign.board.terrain[hex_])
    known = _allowances.get(key)
    if known is None:
        allowance = exploitation_allowance(g, unit, (unit,), plan, 0, hex_)
        known = _allowances[key] = int(allowance)
    return known


def best_attack(s: Situation, units: tuple[int, ...], way: Reach, kept: Bits = 0) -> Assault | None:
    """The best attack that the force could make now, from where it stands or can march; not on those *kept* for others."""
    g = s.g
    here = Hex(g.hex_of[units[0]])
    best: Assault | None = None
    within = way.all | 1 << here
    near = g.occupied[s.other] & g.grid.expand(within) & ~kept
    prices_of, points = entry_prices(g, units), points_left(g)
    for target in map(Hex, members(near)):
        prices, allowed = prices_of(target), _allowed(s, units, target)
        for start in map(Hex, members(within & neighbourhood(g.campaign, target, 1) & ~(1 << target))):
            if start != here and s.doctrine.keeps_room and _crowded(s, units, start):
                continue
            cost = prices.get(start)
            if cost is None:
                continue
            # The points must suffice after the march; who stands there already may have others that do.
            left = points - cost - (0 if start == here else way.cost(start) or 0)
            if attack_refusal(g, units, target) is not None if start == here else left < 0 or not allowed:
                continue
            plan = Plan.STANDARD if left >= STANDARD_MP else Plan.MEETING
            found = attack_value(s, units, start, target, plan)
            if best is None or (found.value, start == here) > (best.value, best.start == here):
                best = found
    return best


def _crowded(s: Situation, units: tuple[int, ...], hex_: Hex) -> bool:
    """Whether the stack in *hex_* would be too high with these *units*, if they do not get on from there."""
    if not s.g.occupied[s.side] >> hex_ & 1:
        return False
    return bool(stacking_excess(s.g, [*(u for u in s.g.units(hex_, s.side) if u not in units), *units]))


def _allowed(s: Situation, units: tuple[int, ...], target: Hex) -> bool:
    """Whether the exclusive rules let these units attack the hex at all."""
    return attack_ban(s.g, units, target) is None and not closed_to(s.g, units) >> target & 1


def concerted_attacks(
    s: Situation, offered: Sequence[Action], starts: Bits = -1
) -> list[tuple[Assault, Action]]:
    """Every concerted attack among those *offered* with the best force, among those in *starts*, to make it."""
    found: list[tuple[Assault, Action]] = []
    for action in offered:
        plan, target = Plan(action.args[0]), Hex(action.args[1])
        able = [h for h in _able(s, plan, target) if starts >> h & 1]
        best = best_attacker(s, plan, target, able)
        if best is not None:
            found.append((best, action))
    return found


def _able(s: Situation, plan: Plan, target: Hex) -> list[Hex]:
    """The hexes from which such a concerted attack can be made."""
    known = s.able.get((plan, target))
    if known is None:
        able = able_forces(s.g, plan, target)
        if s.doctrine.guards_stay:
            able = [h for h in able if not on_guard(s, tuple(attackers_in(s.g, h)), target)]
        known = s.able[plan, target] = able
    return known


def on_guard(s: Situation, units: tuple[int, ...], target: Hex) -> bool:
    """Whether *units* may not attack *target* since they guard what decides the game; what decides it too is worth leaving for."""
    if units and keeps_open(s, units):
        return True
    if not s.doctrine.guards_stay or not units or (s.objective_bits | s.opening_posts) >> target & 1:
        return False
    if s.side == AXIS:
        return holds_objective_alone(s, units)
    # Near the end a city that is cut off is lost unless somebody opens the ring.
    sally = s.last_chance and s.rings >> target & 1 and s.sealed >> s.g.hex_of[units[0]] & 1
    return not sally and leaves_bare(s, units)


def best_attacker(s: Situation, plan: Plan, target: Hex, starts: list[Hex]) -> Assault | None:
    """The best of the forces in *starts* for a concerted attack on *target*."""
    g = s.g
    best: Assault | None = None
    for start in starts:
        units = tuple(attackers_in(g, start))
        if not units:
            continue
        last = start if target in g.grid.neighbours(start) else _last_step(s, start, target)
        found = attack_value(s, units, last, target, plan)._replace(start=start)
        if best is None or found.value > best.value:
            best = found
    return best


def _last_step(s: Situation, start: Hex, target: Hex) -> Hex:
    return min(s.g.grid.neighbours(target), key=lambda h: (s.g.grid.distance(start, h), h))


def air_is_worth_it(s: Situation) -> bool:
    """Whether the combat under way is worth the air unit: it always is for whoever attacks, else when outnumbered."""
    g = s.g
    return g.phasing == AXIS or g.battle.attacker.sp * 2 >= g.battle.defender.sp
