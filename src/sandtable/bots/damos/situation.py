"""How the position looks to one side: zones, supply, enemies, aims. Worked out once, and again when something of it changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sandtable.kernel import Bits, Hex, Seat, bits_of, members
from sandtable.kernel.map.bitboards import first, union
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET, Roster
from sandtable.rules.damos.series.position.state import Front, enemy
from sandtable.rules.damos.series.position.supply import (
    finnish_lines,
    german_lines,
    soviet_lines,
    traces_like_a_finn,
)
from sandtable.rules.damos.series.position.zones import zone_of_control
from sandtable.rules.damos.series.sequence import last_turn

from .aims import Aims
from .corridor import openers
from .doctrine import GREEDY, Doctrine
from .ground import FAR, NOWHERE, field_of, hexes_to_go, neighbourhood, ways_to
from .lasting import Found, found_on, lasting, lasting_of_foes, once
from .lifeline import way_east
from .sighting import Sighting

# So strong must a stack with fast units be to be kept for a breakthrough.
STRIKE: Final = 16
# How far enemies are thought to strike.
REACH: Final = 3


class Force:
    """Units of this side that act together, with what every judgement of a hex asks of them."""

    __slots__ = (
        "allowance",
        "field",
        "home",
        "lines",
        "mobile",
        "raider_rings",
        "raiders",
        "rings",
        "strength",
        "units",
    )

    def __init__(self, s: Situation, units: tuple[int, ...], strength: int) -> None:
        self.units: Final = units
        self.strength: Final = strength
        self.mobile: Final = s.is_mobile(units)
        # In half points.
        self.allowance: Final = s.g.ma(units)
        self.lines: Final = s.lines_for(units)
        campaign, classes = s.g.campaign, s.g.movement_classes(units)
        german, hunting = s.side == AXIS, s.side == AXIS and not self.mobile and s.raiders
        # How far every hex is from the goals, from enemies who cut the railways (for those on foot), from home.
        self.field, self.rings = ways_to(campaign, classes, s.goals_for(units[0])) if german else NOWHERE
        self.raiders, self.raider_rings = (
            ways_to(campaign, classes, s.raiders, s.doctrine.raid) if hunting else NOWHERE
        )
        self.home: Final = {} if german else field_of(campaign, classes, s.home_goals)

    def nearest(self, hexes: Bits) -> Hex:
        """The first of those among *hexes* that are nearest to the goals of a German force."""
        for far, ring in self.rings:
            if ring & hexes and far < FAR:
                return Hex(first(ring & hexes))
        return min(map(Hex, members(hexes)), key=lambda hex_: (self.field.get(hex_, FAR), hex_))


class Situation(Aims):
    """A sighting with everything that more than one judgement needs."""

    def __init__(self, sighting: Sighting, doctrine: Doctrine = GREEDY) -> None:
        self.sighting: Final = sighting
        self.doctrine: Final = doctrine
        self.side: Final = sighting.seat
        self.other: Final = enemy(sighting.seat)
        # What judgements of this decision have found out already.
        self.assaults: Final[dict[tuple[tuple[int, ...], Hex, int, str], Any]] = {}
        self.progress: Final[dict[tuple[tuple[int, ...], Hex], float]] = {}
        self.runs: Final[dict[tuple[tuple[int, ...], Hex, int], float]] = {}
        self.storms: Final[dict[tuple[tuple[int, ...], Hex, int, int], list[Any]]] = {}
        self.able: Final[dict[tuple[int, Hex], list[Hex]]] = {}
        self._forces: Final[dict[tuple[int, ...], Force]] = {}

    @once
    def g(self) -> Front:
        """The position as this side imagines it; where print alone answers a question it is not needed."""
        return self.sighting.g

    @property
    def roster(self) -> Roster:
        """All counters as printed."""
        return self.sighting.campaign.roster

    @once
    def _found_here(self) -> Found:
        return found_on(self.g, self.side)

    @once
    def found(self) -> dict[str, Any]:
        """What is known already of such a ground."""
        # Nobody has to look up one by one what stands in it now.
        self.__dict__.update(self._found_here.of_ground)
        return self._found_here.of_ground

    @once
    def found_of_foes(self) -> dict[str, Any]:
        """What is known already of such enemies, wherever one's own stand."""
        self.__dict__.update(self._found_here.of_foes)
        return self._found_here.of_foes

    # ---- this side

    @once
    def errands(self) -> Mapping[Hex, Any]:
        """Which forces are sent for which cities: none, but in the opening."""
        return {}

    def prize(self, units: tuple[int, ...], target: Hex) -> float:
        """What it is worth to these *units* to win *target* beside all else."""
        return 0.0

    @once
    def last_chance(self) -> bool:
        """Whether the game is about to end, so that nothing needs to be spared any more."""
        return self.g.turn + self.doctrine.siege >= last_turn(self.g)

    @once
    def spares_nobody(self) -> bool:
        """Whether losses do not count around the objectives; who only has to hold what he has spares his own."""
        return self.last_chance and not (self.doctrine.holds_open and not self.sealed)

    @once
    def final(self) -> bool:
        """Whether this is the last turn: nothing counts any more but how the game ends."""
        return self.g.turn >= last_turn(self.g)

    def force(self, units: tuple[int, ...]) -> Force:
        """These *units* as a force."""
        known = self._forces.get(units)
        if known is None:
            known = self._forces[units] = self._force(units)
        return known

    def _force(self, units: tuple[int, ...]) -> Force:
        g, first = self.g, units[0]
        strength = sum([g.sp[u] for u in units])
        # Beside the ground a force depends on its strength, where it stands and comes from, and on what doctrine has to say:
        # how far it goes after raiders, where it is wanted.
        wanted = self.doctrine.raid if self.side == AXIS else self.home_goals
        terms = (units, strength, g.hex_of[first], traces_like_a_finn(g, first), wanted)
        known = self._lasting_forces.get(terms)
        if known is None:
            known = self._lasting_forces[terms] = Force(self, units, strength)
        return known

    @lasting
    def _lasting_forces(self) -> dict[tuple[tuple[int, ...], int, int, bool, float], Force]:
        return {}

    def is_mobile(self, units: tuple[int, ...] | list[int]) -> bool:
        """Whether nobody in the force goes on foot."""
        mobile = self.roster.mobile
        return False not in [mobile[u] for u in units]

    @once
    def reserved(self) -> Bits:
        """Enemies that are left to the panzers: for each strong fast stack beside enemies the one on its way."""
        g = self.g
        found = 0
        mobile, spent, hex_of, near = g.roster.mobile, g.spent, g.hex_of, self.beside_foes
        ready = [u for u in g.roster.of_side[self.side] if mobile[u] and not spent[u] and hex_of[u] >= 0]
        for hex_ in {hex_of[u] for u in ready if near >> hex_of[u] & 1}:
            fresh = [u for u in g.units(Hex(hex_), self.side) if not spent[u]]
            if sum([g.sp[u] for u in fresh]) < STRIKE:
                continue
            fast = [u for u in fresh if mobile[u]]
            beside = [h for h in g.grid.neighbours(Hex(hex_)) if g.occupied[self.other] >> h & 1]
            if beside:
                field = self.field(fast)
                found |= 1 << min([(hexes_to_go(field, h), h) for h in beside])[1]
        return found

    def strength_of(self, hex_: Hex, besides: tuple[int, ...] = ()) -> int:
        """The strength of this side's units in *hex_* without those named."""
        if not self.g.occupied[self.side] >> hex_ & 1:
            return 0
        return sum([self.g.sp[u] for u in self.g.units(hex_, self.side) if u not in besides])

    @once
    def alarmed(self) -> Bits:
        """The objectives that the enemy may come to soon, and the land around them."""
        if self.doctrine.alarm >= FAR:
            return self.objective_bits | self.rings
        near = bits_of(h for h in self.objectives if self.nearest_foe(h) <= self.doctrine.alarm)
        return self.g.grid.expand(near) & (self.objective_bits | self.rings)

    @once
    def home_goals(self) -> Bits:
        """Where Russians are wanted: at threatened objectives, and at lost ones that are weakly held; else at all of theirs."""
        if self.doctrine.alarm >= FAR:
            return self.still_russian
        lost = self.objective_bits & self.g.axis_control
        weak = bits_of(h for h in members(lost) if self.foe_stack(Hex(h)) < self.doctrine.retake)
        return self.alarmed & self.objective_bits & ~lost | weak or self.still_russian

    @once
    def posts(self) -> Bits:
        """What Russians hold above all: the objectives, the land around them and the ways from them to the east."""
        return self.objective_bits | self.rings | self.way_out

    @once
    def way_out(self) -> Bits:
        """What Russians are to hold of the ways from threatened objectives to the east: what enemies are near to."""
        if not self.doctrine.lifeline:
            return 0
        ways = union(
            way_east(self.g, city)
            for city in self.objectives
            if self.alarmed >> city & 1 and not self.g.axis_control >> city & 1
        )
        return ways & self.near_foes(REACH) & ~self.g.occupied[AXIS]

    @once
    def opening_posts(self) -> Bits:
        """Where a city that is cut off can be joined to the east again by whoever walks in: looked for on the last turn."""
        return self.openers if self.doctrine.opening and self.final and self.side == SOVIET else 0

    @lasting
    def openers(self) -> Bits:
        """Where Russians would join a city that is cut off to the east again."""
        return union(openers(self.g, Hex(city)) for city in members(self.sealed))

    # ---- zones and supply

    @lasting
    def foe_zone(self) -> Bits:
        """Where the enemy's zones of control lie."""
        return zone_of_control(self.g, self.other)

    @lasting
    def foe_lines(self) -> Bits:
        """Where enemies have a line of supply."""
        return self._lines(self.other)

    @lasting
    def lines(self) -> Bits:
        """Where units of this side have a line of supply; Finns apart."""
        return self._lines(self.side)

    @lasting
    def finnish(self) -> Bits:
        """Where Finns have one."""
        return finnish_lines(self.g) if self.g.campaign.finland else 0

    def _lines(self, side: Seat) -> Bits:
        return soviet_lines(self.g) if side == SOVIET else german_lines(self.g)

    def lines_for(self, units: tuple[int, ...] | list[int]) -> Bits:
        """Where such a force has a line of supply."""
        return self.finnish if traces_like_a_finn(self.g, units[0]) else self.lines

    def supplied_in_combat(self, units: tuple[int, ...] | list[int], hex_: Hex) -> bool:
        """Whether a force that attacks into *hex_* would be in supply there (R-37)."""
        # Enemies who are left out of account close no line.
        if self.lines_for(units) >> hex_ & 1:
            return True
        finder = soviet_lines if self.side == SOVIET else german_lines
        if traces_like_a_finn(self.g, units[0]):
            finder = finnish_lines
        known = self._combat_lines.get((finder.__name__, hex_))
        if known is None:
            known = bool(finder(self.g, hex_) >> hex_ & 1)
            self._combat_lines[finder.__name__, hex_] = known
        return known

    @lasting
    def _combat_lines(self) -> dict[tuple[str, Hex], bool]:
        return {}

    # ---- enemies

    @lasting_of_foes
    def garrisons(self) -> dict[Hex, Any]:
        """What is known of enemy hexes, wherever the attack comes from."""
        return {}

    @lasting
    def stands(self) -> dict[Hex, Any]:
        """What is known of enemy hexes as whoever thinks of attacking them finds them."""
        return {}

    @lasting_of_foes
    def beside_foes(self) -> Bits:
        """The hexes with enemies in them, and those next to them."""
        return self.near_foes(1)

    def foe_stack(self, hex_: Hex) -> int:
        """What the enemy stack in *hex_* is thought to be worth."""
        known = self._foe_stacks.get(hex_)
        if known is None:
            known = self._foe_stacks[hex_] = sum([self.g.sp[u] for u in self.g.units(hex_, self.other)])
        return known

    @lasting_of_foes
    def _foe_stacks(self) -> dict[Hex, int]:
        return {}

    @lasting_of_foes
    def _foe_rings(self) -> list[Bits]:
        """The hexes within 0, 1, 2, ... hexes of an enemy, as far as somebody has asked."""
        return [self.g.occupied[self.other]]

    def near_foes(self, hexes: int) -> Bits:
        """Where an enemy is at most so many *hexes* away."""
        rings = self._foe_rings
        while len(rings) <= hexes:
            rings.append(self.g.grid.expand(rings[-1]) & self.g.grid.everywhere)
        return rings[hexes]

    def nearest_foe(self, hex_: Hex) -> int:
        """How many hexes away the nearest enemy is."""
        near, hexes = self.g.occupied[self.other], 0
        while near and not near >> hex_ & 1:
            if near == self.g.grid.everywhere:
                return FAR
            hexes += 1
            near = self.near_foes(hexes)
        return hexes if near else FAR

    def nearest(self, hexes: Bits) -> Bits:
        """Those of *hexes* that lie nearest to an enemy; all, where there is none."""
        near, far = hexes & self.g.occupied[self.other], 0
        while not near and self.near_foes(far) not in (0, self.g.grid.everywhere):
            far += 1
            near = hexes & self.near_foes(far)
        return near or hexes

    def foes_near(self, hex_: Hex) -> int:
        """The strength of the two strongest enemy stacks within reach of *hex_*."""
        known = self._foes_near.get(hex_)
        if known is None:
            near = members(self.g.occupied[self.other] & neighbourhood(self.g.campaign, hex_, REACH))
            stacks = sorted([self.foe_stack(Hex(h)) for h in near], reverse=True)
            known = self._foes_near[hex_] = sum(stacks[:2])
        return known

    @lasting_of_foes
    def _foes_near(self) -> dict[Hex, int]:
        return {}
