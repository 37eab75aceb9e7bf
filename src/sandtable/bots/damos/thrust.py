"""The opening: which fast force goes for which city, by which Penetration and with whom, so that it arrives with points to storm it.

In the first turns nobody comes to the help of Russian cities. Whether a force comes to one is worked out backwards from the
city: how many points an exploitation from every border hex leaves, by the exact chances of what the defender cannot absorb.
Each force is sent on one errand; a city that others take as well is left to them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from sandtable.kernel import Action, Bits, Hex, members
from sandtable.rules.damos.series.combat.concerted import attackers_in
from sandtable.rules.damos.series.combat.exploitation import exploitation_allowance
from sandtable.rules.damos.series.combat.plans import PLAN_MP, Plan
from sandtable.rules.damos.series.exclusive.air import air_available
from sandtable.rules.damos.series.exclusive.closed import closed_to
from sandtable.rules.damos.series.marching import (
    attack_refusal,
    costs_of,
    entry_costs,
    known_reach,
    points_left,
)
from sandtable.rules.damos.series.position.campaign import HALF
from sandtable.rules.damos.series.position.roster import AXIS, MOBILE
from sandtable.rules.damos.series.position.state import Air, Front
from sandtable.rules.damos.series.position.zones import capable

from .assault import Assault, attack_value, clash_of, concerted_attacks, outlook, progress, run_after
from .forecast import surpluses
from .lasting import once
from .situation import Situation

# How a city can be stormed by those who exploit, and by those who march there.
BY_EXPLOITATION: Final = (Plan.GRAND_ASSAULT, Plan.STANDARD, Plan.MEETING)
ON_THE_MARCH: Final = (Plan.STANDARD, Plan.MEETING)
# So much an errand must promise.
WORTH_A_DRIVE: Final = 2.0


class Storm(NamedTuple):
    """An attack on a city: the chance that it is taken, and what both sides lose, in strength points."""

    chance: float
    worth: float
    # Whence, and how.
    start: Hex
    plan: Plan


class Errand(NamedTuple):
    """A city that a force is to take, and how."""

    city: Hex
    # With what chance it will; and what that is worth in strength points, the city itself left out.
    chance: float
    worth: float
    # Whence the city is stormed, and how, as far as that is known.
    start: Hex
    plan: Plan
    # The Penetration that opens the way, who makes it and who of them goes on; None where the way is open.
    attack: Assault | None
    units: tuple[int, ...]
    spearhead: tuple[int, ...]
    # What it is worth to go on as usual instead, after that Penetration.
    instead: float = 0.0

    def promise(self, prize: float) -> float:
        """What it is worth if the city is worth *prize*."""
        return self.worth + self.chance * prize


class Opening(Situation):
    """The situation of Germans while it is early: whom they send where."""

    @once
    def wanted(self) -> Bits:
        """The Russian cities that are worth more while it is early."""
        return self.g.campaign.cities & self.g.campaign.soviet_side & ~self.g.axis_control

    @once
    def errands(self) -> Mapping[Hex, Errand]:
        """Which fast force, by its hex, goes for which city."""
        # What the cities are worth is left out until everybody knows where to go.
        plain = Situation(self.sighting, self.doctrine)
        return shared_out(dict(_ways(plain, self.wanted)), self.doctrine.early_city)

    @once
    def reserved(self) -> Bits:
        """Enemies that are left to the panzers, those on the way to a city among them."""
        found: Bits = Situation(self.sighting, self.doctrine).reserved
        for errand in self.errands.values():
            if errand.attack is not None:
                found |= 1 << errand.attack.target
        return found

    def prize(self, units: tuple[int, ...], target: Hex) -> float:
        """What *target* is worth to *units* beside all else: those on foot take any city, fast ones the one they are sent to."""
        if not self.wanted >> target & 1:
            return 0.0
        if self.is_mobile(units):
            errand = self.errands.get(Hex(self.g.hex_of[units[0]]))
            if errand is None or errand.city != target:
                return 0.0
        return self.doctrine.early_city


def is_early(s: Situation) -> bool:
    """Whether cities are worth more than later on."""
    return s.side == AXIS and s.g.turn <= s.doctrine.early


# ---- who goes where


def shared_out(ways: Mapping[Hex, Mapping[Hex, Errand]], prize: float) -> dict[Hex, Errand]:
    """One errand for each force, by its hex, out of its *ways* to cities that are worth a *prize*.

    The city comes first for which it matters most who goes there: one that others take as well can wait. Whoever is sent
    second to a city counts for the chance that it still stands then.
    """
    idle = dict(ways)
    found: dict[Hex, Errand] = {}
    standing: dict[Hex, float] = {}
    while True:
        calls = []
        for city in {city for errands in idle.values() for city in errands}:
            left = prize * standing.get(city, 1.0)
            *_, second, (best, start) = sorted(
                [(0.0, city), *((e[city].promise(left), force) for force, e in idle.items() if city in e)]
            )
            if best > WORTH_A_DRIVE:
                calls.append((best - max(0.0, second[0]), best, city, start))
        if not calls:
            return found
        _, _, city, start = max(calls)
        found[start] = idle.pop(start)[city]
        standing[city] = standing.get(city, 1.0) * (1.0 - found[start].chance)


def _ways(s: Situation, wanted: Bits) -> Iterator[tuple[Hex, dict[Hex, Errand]]]:
    """For each force with fast units that can still act the best way to each of the cities that it comes to."""
    g, acting = s.g, s.sighting.units
    here = Hex(g.hex_of[acting[0]]) if acting else None
    for hex_ in map(Hex, members(g.occupied[AXIS])):
        if hex_ == here:
            found = list(_of_those_who_act(s, acting, wanted))
        else:
            able = attackers_in(g, hex_)
            found = list(_of_those_who_wait(s, hex_, tuple(able), wanted)) if able else []
        best: dict[Hex, Errand] = {}
        for errand in found:
            known = best.get(errand.city)
            if known is None or _in_all(s, errand) > _in_all(s, known):
                best[errand.city] = errand
        if best:
            yield hex_, best


def _in_all(s: Situation, errand: Errand) -> float:
    before = errand.attack.value - errand.instead if errand.attack is not None else 0.0
    return before + errand.promise(s.doctrine.early_city)


def _of_those_who_act(s: Situation, units: tuple[int, ...], wanted: Bits) -> Iterator[Errand]:
    """Where the force in question still comes to, exploiting or on the march."""
    g = s.g
    here = Hex(g.hex_of[units[0]])
    if s.sighting.step == "Exploitation":
        about = s.sighting.about
        left = tuple(u for u in units if g.hex_of[u] == s.sighting.hex)
        for force in _spearheads(s, left):
            points = _points(g, force, Plan(about["plan"]), about["surplus"], s.sighting.hex)
            for city, storm in _storms(s, force, here, points * HALF, wanted, BY_EXPLOITATION):
                yield Errand(city, *storm, None, force, force)
    elif s.sighting.step == "Act" and s.is_mobile(units):
        plans = BY_EXPLOITATION if g.exploiting else ON_THE_MARCH
        for city, storm in _storms(s, units, here, points_left(g), wanted, plans):
            yield Errand(city, *storm, None, units, units)


def _of_those_who_wait(s: Situation, start: Hex, able: tuple[int, ...], wanted: Bits) -> Iterator[Errand]:
    """Where fresh units in *start* come to: on the march, or by a Penetration of what stands beside them."""
    g = s.g
    for force in _spearheads(s, able):
        for city, storm in _storms(s, force, start, g.ma(force), wanted, ON_THE_MARCH):
            yield Errand(city, *storm, None, force, force)
    for target in g.grid.neighbours(start):
        if g.occupied[s.other] >> target & 1 and _spearheads(s, able):
            for units in _selections(s, able):
                yield from _thrusts(s, start, units, target, wanted)


def _thrusts(s: Situation, start: Hex, units: tuple[int, ...], target: Hex, wanted: Bits) -> Iterator[Errand]:
    """The cities to which a Penetration of *target* by those *units* leads."""
    g = s.g
    if not capable(g, units) or attack_refusal(g, units, target, fresh=g.ma(units)) is not None:
        return
    air = air_available(g, target) in (Air.BOTH, Air.SHIFT)
    ways = surpluses(g, clash_of(s, units, start, target, Plan.PENETRATION, air=air))
    for spearhead in _spearheads(s, units):
        chances: dict[Hex, float] = {}
        worths: dict[Hex, float] = {}
        for surplus, chance in ways.items():
            points = _points(g, spearhead, Plan.PENETRATION, surplus, target)
            for city, storm in _storms(s, spearhead, target, points * HALF, wanted, BY_EXPLOITATION):
                chances[city] = chances.get(city, 0.0) + chance * storm.chance
                worths[city] = worths.get(city, 0.0) + chance * storm.worth
        if not chances:
            continue
        attack = attack_value(s, units, start, target, Plan.PENETRATION)
        instead = attack.outlook.win * s.doctrine.exploiting * run_after(s, units, target, Plan.PENETRATION)
        for city, chance in chances.items():
            worth = worths[city]
            yield Errand(city, chance, worth, target, Plan.PENETRATION, attack, units, spearhead, instead)


def _selections(s: Situation, units: tuple[int, ...]) -> list[tuple[int, ...]]:
    """All of them, and fewer and fewer, the slowest and weakest left out first: against twelve to one nobody goes far."""
    roster, sp = s.g.roster, s.g.sp
    ranked = sorted(units, key=lambda u: (-roster[u].kind, -sp[u], u))
    return [tuple(sorted(ranked[:count])) for count in range(len(ranked), 0, -1)]


def _points(g: Front, force: tuple[int, ...], plan: Plan, surplus: int, hex_: Hex) -> int:
    return min(int(exploitation_allowance(g, u, force, plan, surplus, hex_)) for u in force)


def _spearheads(s: Situation, units: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The fast units, and the fastest of them alone: the slowest sets the pace."""
    roster = s.g.roster
    fast = tuple([u for u in units if roster[u].kind in MOBILE])
    if not fast:
        return []
    fastest = max([roster[u].kind for u in fast])
    return list(dict.fromkeys((fast, tuple([u for u in fast if roster[u].kind == fastest]))))


def _storms(
    s: Situation, units: tuple[int, ...], here: Hex, points: int, wanted: Bits, plans: Sequence[Plan]
) -> list[tuple[Hex, Storm]]:
    """Each of the defended cities *wanted* that *units* reach from *here*, with the best of the attacks that the points pay for."""
    terms = (units, here, points, len(plans))
    known = s.storms.get(terms)
    if known is None:
        known = s.storms[terms] = list(_stormed(s, units, here, points, wanted, plans))
    return known


def _stormed(
    s: Situation, units: tuple[int, ...], here: Hex, points: int, wanted: Bits, plans: Sequence[Plan]
) -> Iterator[tuple[Hex, Storm]]:
    g = s.g
    if points <= 0:
        return
    blocked = g.occupied[s.other] & ~(1 << here) | closed_to(g, units)
    way = known_reach(costs_of(g, units), here, points, blocked)
    for city in map(Hex, members(wanted & g.occupied[s.other] & g.grid.expand(way.all | 1 << here))):
        # Of all hexes beside the city the one that leaves most points.
        best, start = -1, here
        for beside, price in entry_costs(g, units, city).items():
            spent = 0 if beside == here else way.cost(beside)
            if spent is not None and points - spent - price > best:
                best, start = points - spent - price, beside
        found = [_storm(s, units, start, city, plan) for plan in plans if PLAN_MP[plan] * HALF <= best]
        if found:
            yield city, max(found, key=lambda storm: storm.chance * s.doctrine.early_city + storm.worth)


def _storm(s: Situation, units: tuple[int, ...], start: Hex, city: Hex, plan: Plan) -> Storm:
    win, own, foes = outlook(s, units, start, city, plan)
    beaten = s.doctrine.shaken + s.doctrine.shaken_per_sp * s.force(units).strength
    gained = win * s.doctrine.progress * progress(s, units, city)
    lost = s.doctrine.own_loss * own + (0.0 if plan is Plan.MEETING else (1 - win) * beaten)
    return Storm(win, foes + gained - lost, start, plan)


# ---- what it means for the answers


def concerted(s: Situation, offered: Sequence[Action], starts: Bits = -1) -> list[tuple[Assault, Action]]:
    """Every concerted attack among those *offered*, those that lead to a city at what that promises."""
    found = concerted_attacks(s, offered, starts)
    return [(_furthered(s, attack, starts), action) for attack, action in found] if s.errands else found


def _furthered(s: Situation, attack: Assault, starts: Bits) -> Assault:
    best = attack
    for start, errand in s.errands.items():
        if attack.plan is Plan.PENETRATION and starts >> start & 1 and _opens(errand, attack.target):
            assert errand.attack is not None
            value = errand.attack.value + max(0.0, errand.promise(s.doctrine.early_city) - errand.instead)
            if value > best.value:
                best = errand.attack._replace(value=value)
    return best


def _opens(errand: Errand, target: Hex) -> bool:
    return errand.attack is not None and errand.attack.target == target


def named(s: Situation, offered: Sequence[Action]) -> Action | None:
    """Who makes a Penetration that leads to a city: first the hex, then one unit after another."""
    about = s.sighting.about
    if not s.errands or Plan(about["plan"]) is not Plan.PENETRATION:
        return None
    opening = {h: e for h, e in s.errands.items() if _opens(e, s.sighting.hex)}
    starts = [Hex(a.args[0]) for a in offered if a.verb == "from" and a.args[0] in opening]
    if starts:
        return Action("from", (max(starts, key=lambda h: opening[h].promise(s.doctrine.early_city)),))
    errand = opening.get(about["start"])
    return _taken(errand.units, s.sighting.chosen, offered) if errand is not None else None


def gone_on(s: Situation, offered: Sequence[Action]) -> Action | None:
    """Who of those who have won goes on first, where some of them come to a city."""
    errand = s.errands.get(s.sighting.hex) if s.errands else None
    return _taken(errand.spearhead, s.sighting.chosen, offered) if errand is not None else None


def driven(s: Situation, units: tuple[int, ...], offered: Sequence[Action]) -> Action | None:
    """The next answer of a force that goes for a city: a Grand Assault if that is best, else by the hex that leaves most points."""
    here = Hex(s.g.hex_of[units[0]])
    errand = s.errands.get(here) if s.errands and s.is_mobile(units) else None
    if errand is None or errand.attack is not None:
        return None
    assault, attack = Action("assault", (errand.city,)), Action("attack", (errand.city,))
    if assault in offered and errand.plan is Plan.GRAND_ASSAULT:
        return assault
    if here == errand.start:
        return attack if attack in offered else None
    march = Action("move", (errand.start,))
    return march if march in offered else None


def _taken(units: tuple[int, ...], chosen: tuple[int, ...], offered: Sequence[Action]) -> Action | None:
    """The next answer by which just those *units* are taken; None where it cannot be had."""
    if not set(chosen) <= set(units):
        return None
    missing = [Action("take", (u,)) for u in units if u not in chosen]
    if not missing:
        return Action("go") if Action("go") in offered else None
    able = [action for action in missing if action in offered]
    if able:
        return able[0]
    return Action("all") if not chosen and Action("all") in offered else None
