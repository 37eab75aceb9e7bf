"""The movement of an impulse as one plan: who goes where to attack, to break through, to hold the line."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from functools import cached_property
from typing import Final, NamedTuple

from sandtable.kernel import Action, Bits, Hex, Seat, members
from sandtable.rules.besieged.position.roster import Movement
from sandtable.rules.besieged.position.stacking import has_room
from sandtable.rules.besieged.position.strength import attack_strength, strength
from sandtable.rules.besieged.position.supply import supplied_units
from sandtable.rules.besieged.position.war import FREE, War
from sandtable.rules.besieged.position.zones import around, enemy_zone
from sandtable.rules.besieged.turn.marching import Range, moving_refusal, range_of

from .aims import share_goals
from .assault import best_table, usual_air
from .doctrine import GREEDY, Doctrine
from .situation import Situation, worth

DONE: Final = Action("done")
# More units than this are never planned against one hex.
MOST: Final = 9

Moves = list[tuple[int, Hex]]


class Offer(NamedTuple):
    """An attack that could be made by moving units up."""

    value: float
    target: Hex
    moves: tuple[tuple[int, Hex], ...]


class Planner:
    """Works the plan out on a copy of the position, on which the moves are made one by one."""

    def __init__(self, g: War, side: Seat, doctrine: Doctrine = GREEDY) -> None:
        self.s: Final = Situation(g, side, doctrine)
        self.how: Final = doctrine
        self.side: Final = side
        self.g: Final = g.copy()
        self.moves: Final[Moves] = []
        self.ranges: Final[dict[int, Range]] = {
            u: range_of(g, u) for u in g.on_map(side) if moving_refusal(g, u) is None
        }
        # Units that are where the plan wants them.
        self.settled: Final = {u for u in g.on_map(side) if u not in self.ranges}

    def plan(self) -> Moves:
        """All moves, in an order in which they can be made."""
        self.hold_cities()
        self.seize()
        self.reach_for()
        self.drive_on()
        self.attack()
        self.cut_off()
        self.others()
        return self.moves

    # ---- attacks

    def attack(self) -> None:
        """Move up for the best attacks, one after another."""
        known: dict[Hex, Offer | None] = {}
        while True:
            for target in map(Hex, members(self.g.occupied[self.s.foe])):
                if target not in known:
                    known[target] = self._offer(target)
            offers = [
                offer for offer in known.values() if offer is not None and offer.value > self.how.promising
            ]
            if not offers:
                return
            best = max(offers, key=lambda o: (o.value, o.target))
            taken = {unit for unit, _ in best.moves}
            for unit, to in best.moves:
                self._go(unit, to)
            # Whoever counted on these units, or on room next to them, has to think again.
            near = self.g.grid.within(best.target, 2)
            known = {
                target: offer
                for target, offer in known.items()
                if target != best.target
                and not near >> target & 1
                and (offer is None or not taken & {unit for unit, _ in offer.moves})
            } | {best.target: None}

    def _offer(self, target: Hex) -> Offer | None:
        """The best attack on *target* with units that are still free."""
        g, s = self.g, self.s
        beside = around(g, target) & ~(1 << target) & ~g.occupied[s.foe]
        near = [
            u
            for u, way in self.ranges.items()
            if u not in self.settled and (way.all & beside or beside >> g.hex_of[u] & 1)
        ]
        here = [u for u in self.settled if g.hex_of[u] >= 0 and beside >> g.hex_of[u] & 1 and self._idle(u)]
        if not near:
            return None
        twin = g.copy()
        force: list[int] = list(here)
        moves: Moves = []
        best: Offer | None = None
        price = 0.0
        for unit in sorted(near, key=lambda u: (self._fast(u), -attack_strength(g, u), u)):
            to = self._place(twin, unit, beside, target)
            if to is None:
                continue
            twin.put(unit, to)
            force.append(unit)
            moves.append((unit, to))
            found = best_table(s, twin, force, target, usual_air(s, twin, self.side, force, target))
            price += self._price(unit, to)
            found -= price
            if best is None or found > best.value + 0.2:
                best = Offer(found, target, tuple(moves))
            if len(force) >= MOST:
                break
        return best

    def _price(self, unit: int, to: Hex) -> float:
        """What it costs that *unit* is in *to* and not as far on its way as it could be."""
        s, fast, how = self.s, self._fast(unit), self.how
        base, detour = (how.fast_price, how.fast_detour) if fast else (how.slow_price, how.slow_detour)
        if fast and s.turns_left in (1, 2):
            # What is not reached now will not be reached at all.
            base, detour = 2 * base, 2 * detour
        if not s.lines_of(unit) >> to & 1:
            base += 0.4 * s.hunger(to)
        goal = self.goals.get(unit)
        if goal is None or not s.attacks:
            return base
        way = s.to(goal)
        best = max(0, way[self.g.hex_of[unit]] - self.ranges[unit].points)
        return base + detour * max(0, way[to] - best)

    def _fast(self, unit: int) -> bool:
        """Whether it could do better than fight beside the infantry: drive on."""
        return self.s.attacks and self.g.counter(unit).moves_as is Movement.ARMOUR

    def _idle(self, unit: int) -> bool:
        """Whether a unit that stays where it is has no other attack to make."""
        return self.g.locked[unit] == FREE and not any(unit == moved for moved, _ in self.moves)

    def _place(self, twin: War, unit: int, beside: Bits, target: Hex) -> Hex | None:
        """From where *unit* attacks *target* best: spread round it, on good ground, in supply."""
        s, way = self.s, self.ranges[unit]
        found = [
            h
            for h in map(Hex, members((way.all | 1 << twin.hex_of[unit]) & beside))
            if h == twin.hex_of[unit] or has_room(twin, unit, h)
        ]
        taken, lines = twin.occupied[self.side], s.lines_of(unit)

        def score(hex_: Hex) -> tuple[float, Hex]:
            points = 0.0 if taken >> hex_ & 1 and hex_ != twin.hex_of[unit] else 1.0
            points += 0.5 * s.cover(hex_) + (2.0 if lines >> hex_ & 1 else 0.0)
            points -= float((hex_, target) in twin.campaign.rivers)
            # The far side of an enemy is where he would go.
            points += 0.3 * max(0, s.to_friend[hex_] - 1)
            return points, hex_

        return max(found, key=score, default=None)

    # ---- breaking through

    def seize(self) -> None:
        """Every Major City of the enemy that somebody can simply walk into is entered: by infantry, if it can."""
        g, s = self.g, self.s
        bare = g.campaign.major & ~g.control(self.side) & ~g.occupied[s.foe]
        for hex_ in sorted(map(Hex, members(bare)), key=lambda h: (-s.ground(h), h)):
            near = [u for u in self._free() if self.ranges[u].all >> hex_ & 1]
            able = [u for u in near if not s.is_too_far(u, hex_)]
            best = min(able, key=lambda u: (self._fast(u), -g.factor(u), u), default=None)
            if best is not None:
                self._go(best, hex_)

    def reach_for(self) -> None:
        """In the first impulse: whoever can be in a bare city of a beaten enemy with the second sets out, and asks for supply there."""
        g, s = self.g, self.s
        if g.impulse != 1 or not s.pursues:
            return
        then = g.copy()
        then.impulse = 2
        bare = g.campaign.major & ~g.control(self.side) & ~g.occupied[s.foe]
        for city in sorted(map(Hex, members(bare)), key=lambda h: (-s.ground(h), h)):
            way = s.to(city)
            found: list[tuple[float, int, int, Hex]] = []
            for unit in self._free():
                start, points = Hex(g.hex_of[unit]), self.ranges[unit].points
                if way[start] > 2 * points or g.closed(unit) >> city & 1:
                    continue
                for hex_ in self._open(unit, avoid_zone=True):
                    if way[hex_] >= points:
                        continue
                    then.put(unit, hex_)
                    if range_of(then, unit).all >> city & 1:
                        danger = self._exposure(hex_, float(strength(g, unit)) + self._mates(hex_))
                        found.append((danger, way[hex_], unit, hex_))
                then.put(unit, start)
            if found:
                _, _, unit, hex_ = min(found)
                self._go(unit, hex_)
                then.put(unit, hex_)

    def drive_on(self) -> None:
        """Armor whose way is open drives on, and leaves those it passes to the infantry."""
        g, s = self.g, self.s
        if not s.attacks:
            return
        fast = [u for u in self._free() if self._fast(u) and u in self.goals]
        for unit in sorted(fast, key=lambda u: (s.to(self.goals[u])[g.hex_of[u]], u)):
            way, here = s.to(self.goals[unit]), g.hex_of[unit]
            open_ = [
                h for h in self._open(unit, avoid_zone=True) if s.lines_of(unit) >> h & 1 or s.hunger(h) < 1.0
            ]
            held = float(strength(g, unit))
            best = min(
                open_, key=lambda h: (way[h] + self._exposure(h, held + self._mates(h)), h), default=None
            )
            if best is not None and way[here] - way[best] >= max(3, self.ranges[unit].points - 3):
                self._go(unit, best)

    def cut_off(self) -> None:
        """Fast units that are free go where they cut the most enemies off, outside of enemy zones."""
        g, s = self.g, self.s
        if not s.attacks:
            return
        fast = [
            u
            for u in self._free()
            if g.counter(u).moves_as in (Movement.ARMOUR, Movement.CAVALRY) and not g.unsupplied[u]
        ]
        for unit in sorted(fast, key=lambda u: (-worth(g, u), u)):
            before = len(supplied_units(g, s.foe))
            start = Hex(g.hex_of[unit])
            behind = [
                h
                for h in self._open(unit, avoid_zone=True)
                if s.to_enemy[h] <= 3 and not g.controls(self.side, h)
            ]
            best: tuple[float, Hex] | None = None
            for to in sorted(behind, key=lambda h: -s.to_friend[h])[:12]:
                g.put(unit, to)
                cut = before - len(supplied_units(g, s.foe))
                g.put(unit, start)
                safe = 0.0 if s.lines_of(unit) >> to & 1 else -0.6 * s.hunger(to)
                found = 1.5 * cut + safe + (s.ground(to) if not g.controls(self.side, to) else 0.0)
                if found > 2.0 and (best is None or (found, to) > best):
                    best = (found, to)
            if best is not None:
                self._go(unit, best[1])

    # ---- the line

    def hold_cities(self) -> None:
        """Whoever is in a Major City that the enemy may reach stays there: two strong ones, or who is enough while we attack."""
        g, s = self.g, self.s
        for hex_ in map(Hex, members(g.campaign.major & g.occupied[self.side])):
            if s.to_enemy[hex_] > 4:
                continue
            units = sorted(g.units(hex_, self.side), key=lambda u: (-strength(g, u), u))
            if s.clings:
                keep = units
            elif s.attacks:
                enough = [u for u in units if strength(g, u) * self.how.enough >= s.threat.get(hex_, 0.0)]
                keep = enough[-1:] or units[:1]
            else:
                keep = units[: self.how.garrison]
            self.settled.update(u for u in keep if u in self.ranges)

    def others(self) -> None:
        """Everybody else, those nearest to the enemy first."""
        s = self.s
        for unit in sorted(self._free(), key=lambda u: (s.to_enemy[self.g.hex_of[u]], u)):
            to = self._post(unit)
            if to is not None and to != self.g.hex_of[unit]:
                self._go(unit, to)
            else:
                self.settled.add(unit)

    def _post(self, unit: int) -> Hex | None:
        """Where the unit is wanted most: on the way to what is to be taken, or between the enemy and what is to be held."""
        g, s = self.g, self.s
        zone = enemy_zone(g, self.side)
        goal = self.goals.get(unit)
        here = Hex(g.hex_of[unit])
        worth_ = float(strength(g, unit))
        lines = s.lines_of(unit)

        def score(hex_: Hex) -> tuple[float, Hex]:
            points = -1.0 * s.to(goal)[hex_] if goal is not None else 0.0
            if zone >> hex_ & 1 and not g.campaign.major >> hex_ & 1:
                points -= self.how.in_zone
            if not lines >> hex_ & 1:
                points -= s.hunger(hex_)
            points += self.how.cover * s.cover(hex_)
            mates = [u for u in g.units(hex_, self.side) if u != unit]
            held = worth_ + sum(strength(g, u) for u in mates)
            danger = s.threat.get(hex_, 0.0)
            if not s.attacks:
                # Alone before a strong enemy is no place to be; in a city it is.
                points -= min(6.0, self.how.alone * max(0.0, danger / max(held, 1.0) - self.how.alone_from))
                points += self.how.in_line * self._joins_line(hex_, unit)
                points -= (
                    (0.0, 0.3, 1.2, 3.0)[min(len(mates), 3)]
                    if not g.campaign.major >> hex_ & 1
                    else -1.5 * (len(mates) < 2)
                )
            else:
                points -= self._exposure(hex_, held)
                points -= 0.2 * len(mates)
            if not g.controls(self.side, hex_) and not s.is_too_far(unit, hex_):
                points += s.ground(hex_) * (2.0 if g.campaign.major >> hex_ & 1 else 0.6)
            if hex_ == here:
                points += 0.05
            return points, hex_

        return max([*self._open(unit, avoid_zone=False), here], key=score)

    def _exposure(self, hex_: Hex, held: float) -> float:
        """How unwise it is for an attacker to end his move in *hex_* with a strength of *held*: what may strike him there."""
        danger = self.s.threat.get(hex_, 0.0) / max(held, 1.0)
        return min(5.0, max(0.0, self.how.exposed * (danger - self.how.exposed_from)))

    def _mates(self, hex_: Hex) -> float:
        """The strength that stands in *hex_* already, as the plan goes."""
        return sum(float(strength(self.g, u)) for u in self.g.units(hex_, self.side))

    def _joins_line(self, hex_: Hex, unit: int) -> int:
        """How many friends stand one or two hexes to either side, so that zones meet."""
        g = self.g
        near = g.grid.within(hex_, 2) & g.occupied[self.side] & ~(1 << hex_)
        return min(2, near.bit_count())

    @cached_property
    def goals(self) -> dict[int, Hex]:
        """For each unit the objective it is meant for, as the plan stands when it is asked first."""
        return share_goals(self.g, self.s)

    # ---- helpers

    def _free(self) -> list[int]:
        return [u for u in self.ranges if u not in self.settled]

    def _open(self, unit: int, *, avoid_zone: bool) -> list[Hex]:
        """Where the unit can go and has room, as the plan stands."""
        g, way = self.g, self.ranges[unit]
        mask = way.all & ~(1 << g.hex_of[unit])
        if avoid_zone:
            mask &= ~enemy_zone(g, self.side)
        taken = g.occupied[self.side]
        return [h for h in map(Hex, members(mask)) if not taken >> h & 1 or has_room(g, unit, h)]

    def _go(self, unit: int, to: Hex) -> None:
        self.settled.add(unit)
        if to != self.g.hex_of[unit]:
            self.g.put(unit, to)
            self.moves.append((unit, to))


# ---- plans are kept while they are carried out


Key = tuple[object, ...]
_KEPT: Final = 4096
_next: OrderedDict[Key, Action] = OrderedDict()


def next_move(s: Situation) -> Action:
    """The next move of the plan for this impulse, made afresh where the position is not one that was planned for."""
    key = _key_of(s, s.g.hex_of, s.g.moved)
    if key not in _next:
        _remember(s, Planner(s.g, s.side, s.doctrine).plan())
    return _next[key]


def _remember(s: Situation, moves: Iterable[tuple[int, Hex]]) -> None:
    hexes, moved = list(s.g.hex_of), list(s.g.moved)
    for unit, to in moves:
        _next[_key_of(s, hexes, moved)] = Action("move", (unit, to))
        hexes[unit], moved[unit] = to, 1
    _next[_key_of(s, hexes, moved)] = DONE
    while len(_next) > _KEPT:
        _next.popitem(last=False)


def _key_of(s: Situation, hexes: list[int], moved: list[int]) -> Key:
    g = s.g
    return (g.setup.digest, g.turn, s.side, g.impulse, s.doctrine, tuple(hexes), tuple(moved))
