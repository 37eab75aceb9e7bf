"""How the position looks to one side: zones, supply, objectives, distances. Worked out once for a decision."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Final

from sandtable.kernel.actions import Seat
from sandtable.kernel.bitboards import Bits, bits_of, members
from sandtable.kernel.hexes import OFF_BOARD, Hex
from sandtable.kernel.paths import distance_field
from sandtable.rules.damos.series.campaign import HALF, Campaign
from sandtable.rules.damos.series.roster import AXIS, MOBILE, SOVIET
from sandtable.rules.damos.series.sequence import last_turn
from sandtable.rules.damos.series.state import enemy
from sandtable.rules.damos.series.supply import (
    finnish_lines,
    german_lines,
    reaches_east_edge,
    soviet_lines,
    traces_like_a_finn,
)
from sandtable.rules.damos.series.zones import zone_of_control

from .sighting import Sighting, place

OBJECTIVES: Final = {"north": ("Leningrad",), "center": ("Moscow",), "south": ("Kiev", "Rostov")}
# hex -> how many movement points it is from there to the goals
Field = Mapping[Hex, float]

FAR: Final = 60
# How far enemies are thought to strike.
REACH: Final = 3
# Infantry this near to an objective does not look after railways any more.
NEAR: Final = 4


class Situation:
    """A sighting with everything that more than one judgement needs."""

    def __init__(self, sighting: Sighting) -> None:
        self.sighting: Final = sighting
        self.g: Final = sighting.g
        self.side: Final = sighting.seat
        self.other: Final = enemy(sighting.seat)

    # ---- ground

    @cached_property
    def objectives(self) -> tuple[Hex, ...]:
        """The cities that decide the game."""
        names = [name for area in self.g.campaign.areas for name in OBJECTIVES[area]]
        return tuple(h for h in (place(self.g, name) for name in names) if h != OFF_BOARD)

    @cached_property
    def objective_bits(self) -> Bits:
        """The same as a set."""
        return bits_of(self.objectives)

    @cached_property
    def rings(self) -> Bits:
        """The land around the objectives, the cities left out."""
        mask = 0
        for city in self.objectives:
            mask |= bits_of(self.g.grid.neighbours(city))
        return mask & self.g.campaign.land & ~self.objective_bits

    @cached_property
    def goals(self) -> Bits:
        """Where the Germans want to go: objectives not yet theirs; around Leningrad first what is not sealed off."""
        g = self.g
        found = 0
        for city in self.objectives:
            if g.axis_control >> city & 1:
                continue
            found |= 1 << city
            if reaches_east_edge(g, city):
                ring = bits_of(g.grid.neighbours(city)) & g.campaign.land
                open_ = ring & ~zone_of_control(g, AXIS) & ~g.occupied[AXIS]
                found |= open_
                if city == g.campaign.leningrad and open_:
                    found &= ~(1 << city)
        return found or g.campaign.cities & g.campaign.soviet_side & ~g.axis_control or self.objective_bits

    @cached_property
    def raiders(self) -> Bits:
        """Enemies who stand on converted railways or beside them, and so cut the Germans' supply."""
        g = self.g
        return g.occupied[SOVIET] & g.grid.expand(g.converted & g.campaign.soviet_side)

    @cached_property
    def railway_ahead(self) -> Bits:
        """Rail hexes that the Germans must march through before the line can be converted: the next ones eastward."""
        return _railway_ahead(self.g.campaign, self.g.axis_control, self.objectives)

    def _to_objective(self, hex_: Hex) -> int:
        return _to_objectives(self.g.campaign, hex_, self.objectives)

    def _far_from_objectives(self, units: tuple[int, ...] | list[int]) -> bool:
        here = self.g.hex_of[units[0]]
        return here >= 0 and self._to_objective(Hex(here)) > NEAR

    def field(self, units: tuple[int, ...] | list[int]) -> Field:
        """How far every hex is from the goals for such a force, in movement points; infantry hunts raiders too."""
        goals = self.goals
        if not all(self.g.roster[u].kind in MOBILE for u in units):
            goals |= self.raiders
            if self._far_from_objectives(units):
                goals |= self.railway_ahead
        return _field(self.g.campaign, self.g.movement_classes(units), goals)

    @cached_property
    def last_chance(self) -> bool:
        """Whether the game is about to end, so that nothing needs to be spared any more."""
        return self.g.turn >= last_turn(self.g)

    def home_field(self, units: tuple[int, ...] | list[int]) -> Field:
        """How far every hex is from the objectives that are still Russian, for such a force."""
        left = self.objective_bits & ~self.g.axis_control
        return _field(self.g.campaign, self.g.movement_classes(units), left or self.objective_bits)

    # ---- zones and supply

    @cached_property
    def foe_zone(self) -> Bits:
        """Where the enemy's zones of control lie."""
        return zone_of_control(self.g, self.other)

    @cached_property
    def foe_lines(self) -> Bits:
        """Where enemies have a line of supply."""
        return self._lines(self.other)

    @cached_property
    def lines(self) -> Bits:
        """Where units of this side have a line of supply; Finns apart."""
        return self._lines(self.side)

    @cached_property
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
        finder = soviet_lines if self.side == SOVIET else german_lines
        if traces_like_a_finn(self.g, units[0]):
            finder = finnish_lines
        known = self._combat_lines.get((finder.__name__, hex_))
        if known is None:
            known = bool(finder(self.g, hex_) >> hex_ & 1)
            self._combat_lines[finder.__name__, hex_] = known
        return known

    @cached_property
    def _combat_lines(self) -> dict[tuple[str, Hex], bool]:
        return {}

    @cached_property
    def sealed(self) -> Bits:
        """The cut-off objectives whose isolation counts for victory: in the south only capture does."""
        return self.cut_off if self.g.campaign.areas != ("south",) else 0

    # ---- enemies

    @cached_property
    def foe_hexes(self) -> list[Hex]:
        """Every hex with enemies in it."""
        return [Hex(h) for h in members(self.g.occupied[self.other])]

    @cached_property
    def foe_stacks(self) -> dict[Hex, int]:
        """What every enemy stack is thought to be worth."""
        return {h: sum(self.g.sp[u] for u in self.g.units(h, self.other)) for h in self.foe_hexes}

    @cached_property
    def _foe_rings(self) -> list[Bits]:
        """The hexes within 0, 1, 2, ... hexes of an enemy, until all are."""
        grid = self.g.grid
        rings = [self.g.occupied[self.other]]
        while rings[-1] and rings[-1] != grid.everywhere:
            rings.append(grid.expand(rings[-1]) & grid.everywhere)
        return rings

    def nearest_foe(self, hex_: Hex) -> int:
        """How many hexes away the nearest enemy is."""
        return next((n for n, ring in enumerate(self._foe_rings) if ring >> hex_ & 1), FAR)

    def foes_near(self, hex_: Hex) -> int:
        """The strength of the two strongest enemy stacks within reach of *hex_*."""
        known = self._foes_near.get(hex_)
        if known is None:
            near = members(self.g.occupied[self.other] & _neighbourhood(self.g.campaign, hex_))
            stacks = sorted((self.foe_stacks[Hex(h)] for h in near), reverse=True)
            known = self._foes_near[hex_] = sum(stacks[:2])
        return known

    @cached_property
    def _foes_near(self) -> dict[Hex, int]:
        return {}

    @cached_property
    def post_values(self) -> dict[Hex, float]:
        """What the hexes judged so far are worth as posts."""
        return {}

    @cached_property
    def cut_off(self) -> Bits:
        """The objectives that are Russian but cut off from the east."""
        g = self.g
        return bits_of(
            h for h in self.objectives if not g.axis_control >> h & 1 and not reaches_east_edge(g, h)
        )

    def strength_of(self, hex_: Hex, besides: tuple[int, ...] = ()) -> int:
        """The strength of this side's units in *hex_* without those named."""
        return sum(self.g.sp[u] for u in self.g.units(hex_, self.side) if u not in besides)


@lru_cache(maxsize=64)
def _railway_ahead(campaign: Campaign, held: Bits, objectives: tuple[Hex, ...]) -> Bits:
    found = 0
    for hex_ in members(campaign.rail_hexes & campaign.soviet_side & ~campaign.finland & ~held):
        here = _to_objectives(campaign, Hex(hex_), objectives)
        for near in campaign.grid.neighbours(Hex(hex_)):
            joined = held >> near & 1 and (Hex(hex_), near) in campaign.rails
            if joined and _to_objectives(campaign, near, objectives) > here:
                found |= 1 << hex_
    return found


@lru_cache(maxsize=8_000)
def _to_objectives(campaign: Campaign, hex_: Hex, objectives: tuple[Hex, ...]) -> int:
    return min((campaign.grid.distance(hex_, city) for city in objectives), default=0)


@lru_cache(maxsize=8_000)
def _neighbourhood(campaign: Campaign, hex_: Hex) -> Bits:
    return campaign.grid.within(hex_, REACH)


@lru_cache(maxsize=256)
def _field(campaign: Campaign, classes: int, goals: Bits) -> Field:
    found = distance_field(campaign.costs(classes), goals)
    points = {Hex(h): found.of(Hex(h)) for h in members(campaign.land)}
    return {hex_: cost / HALF for hex_, cost in points.items() if cost is not None}


def hexes_to_go(field: Field, hex_: Hex) -> float:
    """The distance of *hex_* in whole movement points; very far where there is no way."""
    return field.get(hex_, FAR)
