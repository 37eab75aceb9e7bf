"""The opening: which fast force goes for which city, by which Penetration and with whom, so that it arrives with points to storm it.

In the first turns nobody comes to the help of Russian cities. Whether a force comes to one is worked out backwards from the
city: how many points an exploitation from every border hex leaves, by the exact chances of what the defender cannot absorb.
Each force is sent on one errand at most, and all of them together so that as much as possible falls: a city that others take as
well is left to them, and one that nobody takes alone is stormed by several, one after the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from sandtable.kernel import Action, Bits, Hex, bits_of, members
from sandtable.rules.damos.series.combat.concerted import attackers_in
from sandtable.rules.damos.series.combat.exploitation import exploitation_allowance
from sandtable.rules.damos.series.combat.plans import PLAN_MP, Plan
from sandtable.rules.damos.series.combat.strength import entrenched_count
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

from .assault import (
    Assault,
    attack_value,
    clash_of,
    concerted_attacks,
    outlook,
    progress,
    run_after,
    stand_in,
)
from .doctrine import Doctrine
from .forecast import Clash, left_of, surpluses
from .ground import ROUNDING
from .lasting import once
from .situation import Situation

# How a city can be stormed by those who exploit, and by those who march there.
BY_EXPLOITATION: Final = (Plan.GRAND_ASSAULT, Plan.STANDARD, Plan.MEETING)
ON_THE_MARCH: Final = (Plan.STANDARD, Plan.MEETING)
# So much an errand must bring.
WORTH_A_DRIVE: Final = 2.0
# Nobody is sent who would most likely change nothing.
IN_VAIN: Final = 0.8
# With such a chance those who follow take a city in which the garrison has lost anything at all.
FOLLOWED: Final = 0.6


class Storm(NamedTuple):
    """An attack on a city: the chance that it is taken, and what both sides lose, in strength points."""

    chance: float
    worth: float
    # The same with what those who follow have of a garrison that is worn down.
    hope: float
    # Whence, and how.
    start: Hex
    plan: Plan
    clash: Clash


class Errand(NamedTuple):
    """A city that a force is to take, and how."""

    city: Hex
    # With what chance it will; and what that is worth in strength points, the city itself left out.
    chance: float
    worth: float
    # By how much the ground there is better than where the force stands.
    progress: float
    # Whence the city is stormed, and how, as far as that is known.
    start: Hex
    plan: Plan
    # The Penetration that opens the way, who makes it and who of them goes on; None where the way is open.
    attack: Assault | None
    units: tuple[int, ...]
    spearhead: tuple[int, ...]
    # What it is worth to go on as usual instead, after that Penetration.
    instead: float = 0.0
    # The combats before the city that it may come to, and with what chance; it may not come there at all.
    clashes: Mapping[Clash, float] = {}
    # Of a garrison of every strength what it leaves, with what chance: 0 where the city is taken.
    leaves: Mapping[int, Mapping[int, float]] = {}

    def in_vain(self) -> float:
        """With what chance it leaves the garrison as it was."""
        strength = max(self.leaves)
        return self.leaves[strength].get(strength, 0.0)

    def promise(self, d: Doctrine) -> float:
        """What it is worth by itself."""
        return self.worth + self.chance * self.prize(d)

    def prize(self, d: Doctrine) -> float:
        """What the city is worth to who is sent there: more, the farther it leads on."""
        return d.early_city + d.early_progress * self.progress


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
        return shared_out(dict(_ways(plain, self.wanted)), self.doctrine)

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


def shared_out(ways: Mapping[Hex, Mapping[Hex, Errand]], doctrine: Doctrine) -> dict[Hex, Errand]:
    """One errand at most for each force, by its hex, out of its *ways* to cities.

    They are shared out so that all together promise most. One force may do for a city, and another go where nobody else comes;
    or the first wears the garrison down for those who follow.
    """
    teams: dict[Hex | None, frozenset[Hex]] = {}
    known: dict[tuple[Hex | None, frozenset[Hex]], float] = {}

    def worth_of(city: Hex | None, forces: frozenset[Hex]) -> float:
        found = known.get((city, forces))
        if found is None:
            team = [ways[force][city] for force in forces] if city is not None else []
            prize = max((e.prize(doctrine) for e in team), default=0.0)
            found = prize * fallen(team) + sum(e.worth - WORTH_A_DRIVE for e in team)
            known[city, forces] = found
        return found

    def joined(forces: frozenset[Hex], to: Hex | None) -> dict[Hex | None, frozenset[Hex]]:
        changed = {city: team - forces for city, team in teams.items() if team & forces}
        return changed | {to: teams.get(to, frozenset()) | forces}

    def gain(move: tuple[frozenset[Hex], Hex | None]) -> float:
        changed = joined(*move)
        return sum(worth_of(c, team) - worth_of(c, teams.get(c, frozenset())) for c, team in changed.items())

    moves = [(frozenset({f}), c) for f, found in ways.items() for c in (*found, None)]
    moves += [(frozenset(two), c) for two in combinations(ways, 2) for c in ways[two[0]] if c in ways[two[1]]]
    while moves:
        best = max(moves, key=gain)
        if gain(best) <= ROUNDING:
            break
        teams.update(joined(*best))
    return {force: ways[force][city] for city, team in teams.items() if city is not None for force in team}


def fallen(team: Sequence[Errand]) -> float:
    """With what chance a city falls to those of a *team* who storm it one after another, the weakest first."""
    standing: dict[int, float] = {}
    for errand in sorted(team, key=lambda e: e.chance):
        standing = standing or {max(errand.leaves): 1.0}
        left: dict[int, float] = {}
        for strength, chance in standing.items():
            for after, more in errand.leaves.get(strength, {strength: 1.0}).items():
                left[after] = left.get(after, 0.0) + chance * more
        standing = left
    return standing.get(0, 0.0)


def _leaves(s: Situation, errand: Errand) -> Mapping[int, Mapping[int, float]]:
    """What *errand* leaves of a garrison that is as strong as now, or weaker."""
    g = s.g
    missed = 1.0 - sum(errand.clashes.values())
    found: dict[int, Mapping[int, float]] = {}
    for strength in range(1, sum(stand_in(s, errand.city).strengths) + 1):
        left = found[strength] = {strength: missed}
        defence = entrenched_count(g.campaign, strength, errand.city)
        for clash, chance in errand.clashes.items():
            for after, more in left_of(g, clash._replace(defence=defence, defenders=strength)).items():
                left[after] = left.get(after, 0.0) + chance * more
    return found


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
        ways = {city: errand._replace(leaves=_leaves(s, errand)) for city, errand in best.items()}
        ways = {city: errand for city, errand in ways.items() if errand.in_vain() < IN_VAIN}
        if ways:
            yield hex_, ways


def _in_all(s: Situation, errand: Errand) -> float:
    before = errand.attack.value - errand.instead if errand.attack is not None else 0.0
    return before + errand.promise(s.doctrine)


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
                yield _errand(s, city, storm, force)
    elif s.sighting.step == "Act" and s.is_mobile(units):
        plans = BY_EXPLOITATION if g.exploiting else ON_THE_MARCH
        for city, storm in _storms(s, units, here, points_left(g), wanted, plans):
            yield _errand(s, city, storm, units)


def _errand(s: Situation, city: Hex, storm: Storm, force: tuple[int, ...]) -> Errand:
    """That of a *force* that has an open way to a *city*."""
    chance, worth, _, start, plan, clash = storm
    nearer = progress(s, force, city)
    return Errand(city, chance, worth, nearer, start, plan, None, force, force, clashes={clash: 1.0})


def _of_those_who_wait(s: Situation, start: Hex, able: tuple[int, ...], wanted: Bits) -> Iterator[Errand]:
    """Where fresh units in *start* come to: on the march, or by a Penetration of what stands beside them."""
    g = s.g
    for force in _spearheads(s, able):
        for city, storm in _storms(s, force, start, g.ma(force), wanted, ON_THE_MARCH):
            yield _errand(s, city, storm, force)
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
        clashes: dict[Hex, dict[Clash, float]] = {}
        for surplus, chance in ways.items():
            points = _points(g, spearhead, Plan.PENETRATION, surplus, target)
            for city, storm in _storms(s, spearhead, target, points * HALF, wanted, BY_EXPLOITATION):
                chances[city] = chances.get(city, 0.0) + chance * storm.chance
                worths[city] = worths.get(city, 0.0) + chance * storm.worth
                met = clashes.setdefault(city, {})
                met[storm.clash] = met.get(storm.clash, 0.0) + chance
        if not chances:
            continue
        attack = attack_value(s, units, start, target, Plan.PENETRATION)
        instead = attack.outlook.win * s.doctrine.exploiting * run_after(s, units, target, Plan.PENETRATION)
        for city, chance in chances.items():
            yield Errand(
                city,
                chance,
                worths[city],
                progress(s, spearhead, city),
                target,
                Plan.PENETRATION,
                attack,
                units,
                spearhead,
                instead,
                clashes[city],
            )


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
            yield city, max(found, key=lambda storm: storm.hope * s.doctrine.early_city + storm.worth)


def _storm(s: Situation, units: tuple[int, ...], start: Hex, city: Hex, plan: Plan) -> Storm:
    win, own, foes = outlook(s, units, start, city, plan)
    beaten = s.doctrine.shaken + s.doctrine.shaken_per_sp * s.force(units).strength
    gained = win * s.doctrine.progress * progress(s, units, city)
    lost = s.doctrine.own_loss * own + (0.0 if plan is Plan.MEETING else (1 - win) * beaten)
    clash = clash_of(s, units, start, city, plan)
    worn = 1.0 - win - left_of(s.g, clash).get(clash.defenders, 0.0)
    hope = win + FOLLOWED * worn
    return Storm(win, foes + gained - lost, hope, start, plan, clash)


# ---- what it means for the answers


def awaited(s: Situation) -> set[Hex]:
    """Where those on foot are wanted to help fast units open the way to a city."""
    mobile = s.roster.mobile
    return {h for h, e in s.errands.items() if e.attack is not None and not all(mobile[u] for u in e.units)}


def concerted(s: Situation, offered: Sequence[Action], starts: Bits = -1) -> list[tuple[Assault, Action]]:
    """Every concerted attack among those *offered*; who is sent for a city opens the way there, and attacks nobody else."""
    if not s.errands:
        return concerted_attacks(s, offered, starts)
    opened = bits_of(e.attack.target for e in s.errands.values() if e.attack is not None)
    others = [a for a in offered if not opened >> a.args[1] & 1]
    found = concerted_attacks(s, others, starts & ~bits_of(s.errands))
    for start, errand in _due(s, offered).items():
        if starts >> start & 1:
            assert errand.attack is not None
            gained = max(0.0, errand.promise(s.doctrine) - errand.instead)
            value = errand.attack.value + gained
            found.append((errand.attack._replace(value=value), _opening(errand)))
    return found


def _due(s: Situation, offered: Sequence[Action]) -> dict[Hex, Errand]:
    """Who may open a way with an attack among those *offered*: of all that are sent for a city the weakest goes first."""
    found: dict[Hex, tuple[float, Hex]] = {}
    for start, errand in s.errands.items():
        if errand.attack is not None and _opening(errand) in offered:
            first = (errand.chance, start)
            found[errand.city] = min(found.get(errand.city, first), first)
    return {start: s.errands[start] for _, start in found.values()}


def _opening(errand: Errand) -> Action:
    assert errand.attack is not None
    return Action("concerted", (int(Plan.PENETRATION), errand.attack.target))


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
        return Action("from", (min(starts, key=lambda h: (opening[h].chance, h)),))
    errand = opening.get(about["start"])
    return _taken(errand.units, s.sighting.chosen, offered) if errand is not None else None


def gone_on(s: Situation, offered: Sequence[Action]) -> Action | None:
    """Who of those who have won goes on first, where some of them come to a city; nobody out of one that they have far ahead."""
    errand = s.errands.get(s.sighting.hex)
    if errand is not None:
        return _taken(errand.spearhead, s.sighting.chosen, offered)
    if not is_early(s) or Action("done") not in offered:
        return None
    return Action("done") if _far_ahead(s) >> s.sighting.hex & 1 else None


def holds_out(s: Situation, units: tuple[int, ...]) -> bool:
    """Whether fast *units* are alone in a city that was taken far ahead: they hold it until the others have come nearer."""
    if s.side != AXIS or not s.doctrine.early or s.g.turn > s.doctrine.early + 1 or not s.is_mobile(units):
        return False
    here = Hex(s.g.hex_of[units[0]])
    return bool(_far_ahead(s) >> here & 1) and not s.strength_of(here, units)


def _far_ahead(s: Situation) -> Bits:
    """The Russian cities in which nobody would be in supply."""
    return s.g.campaign.cities & s.g.campaign.soviet_side & ~s.lines


def driven(s: Situation, units: tuple[int, ...], offered: Sequence[Action]) -> Action | None:
    """The next answer of a force that goes for a city: a Grand Assault if that is best, else by the hex that leaves most points."""
    here = Hex(s.g.hex_of[units[0]])
    errand = s.errands.get(here) if s.is_mobile(units) else None
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
