"""How the position looks to one side: zones, supply, objectives, distances. Worked out once for a decision."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from sandtable.kernel.actions import Seat
from sandtable.kernel.bitboards import Bits, bits_of, members
from sandtable.kernel.hexes import OFF_BOARD, Hex
from sandtable.rules.damos.series.roster import AXIS, MOBILE, SOVIET, Nation
from sandtable.rules.damos.series.sequence import last_turn
from sandtable.rules.damos.series.state import enemy
from sandtable.rules.damos.series.supply import (
    finnish_lines,
    free_hexes,
    german_lines,
    soviet_lines,
    traces_like_a_finn,
)
from sandtable.rules.damos.series.zones import zone_of_control

from .ground import (
    FAR,
    Field,
    field_of,
    hexes_to_go,
    neighbourhood,
    railway_ahead,
    reaches_east,
    row_of,
)
from .sighting import Sighting, place

OBJECTIVES: Final = {"north": ("Leningrad",), "center": ("Moscow",), "south": ("Kiev", "Rostov")}
# So strong must a stack with fast units be to be kept for a breakthrough.
STRIKE: Final = 16
# From so many rows south of Kiev on the Germans march on Rostov.
SOUTH_WING: Final = 3
# How far enemies are thought to strike.
REACH: Final = 3


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
        return self._goals(self.objectives)

    @cached_property
    def goals_of_area(self) -> tuple[Bits, ...]:
        """The same for each army group: its own objectives first; once they are taken, those of the others."""
        g = self.g
        found = []
        for area in g.campaign.areas:
            own = [place(g, name) for name in OBJECTIVES[area]]
            left = [
                h for h in own if h != OFF_BOARD and not g.axis_control >> h & 1 and not self.sealed >> h & 1
            ]
            found.append(self._goals(tuple(left)) if left else self.goals)
        return tuple(found)

    def _goals(self, cities: tuple[Hex, ...]) -> Bits:
        g = self.g
        found = 0
        for city in cities:
            if g.axis_control >> city & 1:
                continue
            found |= 1 << city
            if self._reaches_east(city):
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
        return railway_ahead(self.g.campaign, self.g.axis_control, self.objectives)

    def field(self, units: tuple[int, ...] | list[int]) -> Field:
        """How far every hex is from the goals for such a force, in movement points."""
        return field_of(self.g.campaign, self.g.movement_classes(units), self._goals_for(units[0]))

    def _goals_for(self, unit: int) -> Bits:
        """Where such a unit is to go: by its army group, and allies to the cities that are nearest to them."""
        g = self.g
        here = g.hex_of[unit]
        if here < 0:
            return self.goals
        if g.campaign.finland and traces_like_a_finn(g, unit):
            return self.goals_of_area[0] | self._karelia
        area = g.area_of(Hex(here))
        if g.campaign.areas[area] != "south":
            return self.goals_of_area[area]
        if g.nation(unit) is not Nation.GERMAN:
            return self._southern_cities or self.goals_of_area[area]
        if row_of(g.campaign, Hex(here)) > row_of(g.campaign, place(g, "Kiev")) + SOUTH_WING:
            return self._rostov or self.goals_of_area[area]
        return self.goals_of_area[area]

    def is_mobile(self, units: tuple[int, ...] | list[int]) -> bool:
        """Whether nobody in the force goes on foot."""
        return all(self.g.roster[u].kind in MOBILE for u in units)

    @cached_property
    def towns_to_take(self) -> Bits:
        """Russian cities that nobody defends."""
        g = self.g
        return g.campaign.cities & g.campaign.soviet_side & ~g.axis_control & ~g.occupied[SOVIET]

    @cached_property
    def _rostov(self) -> Bits:
        """Rostov, as long as it is Russian: the goal of the southern wing from the beginning."""
        city = place(self.g, "Rostov")
        return self._goals((city,)) if city != OFF_BOARD and not self.g.axis_control >> city & 1 else 0

    @cached_property
    def _southern_cities(self) -> Bits:
        """The Russian cities of the south, the goals of Romanians and Hungarians."""
        g = self.g
        return (
            g.campaign.cities
            & g.campaign.soviet_side
            & ~g.axis_control
            & g.campaign.board.areas.get("ags", -1)
        )

    @cached_property
    def _karelia(self) -> Bits:
        """The Russian cities north of Leningrad, which the Finns want back, or want."""
        g = self.g
        row = row_of(g.campaign, g.campaign.leningrad)
        cities = g.campaign.cities & g.campaign.soviet_side & ~g.axis_control
        return bits_of(
            h for h in members(cities) if row_of(g.campaign, Hex(h)) < row and h != g.campaign.tallinn
        )

    def raider_field(self, units: tuple[int, ...] | list[int]) -> Field:
        """How far every hex is from the enemies who cut the railways, for such a force."""
        return field_of(self.g.campaign, self.g.movement_classes(units), self.raiders) if self.raiders else {}

    @cached_property
    def last_chance(self) -> bool:
        """Whether the game is about to end, so that nothing needs to be spared any more."""
        return self.g.turn >= last_turn(self.g)

    def home_field(self, units: tuple[int, ...] | list[int]) -> Field:
        """How far every hex is from the objectives that are still Russian, for such a force."""
        left = self.objective_bits & ~self.g.axis_control
        return field_of(self.g.campaign, self.g.movement_classes(units), left or self.objective_bits)

    @cached_property
    def reserved(self) -> Bits:
        """Enemies that are left to the panzers: for each strong fast stack beside enemies the one on its way."""
        g = self.g
        found = 0
        for hex_ in members(g.occupied[self.side]):
            fresh = [u for u in g.units(Hex(hex_), self.side) if not g.spent[u]]
            fast = [u for u in fresh if g.roster[u].kind in MOBILE]
            if not fast or sum(g.sp[u] for u in fresh) < STRIKE:
                continue
            beside = [h for h in g.grid.neighbours(Hex(hex_)) if g.occupied[self.other] >> h & 1]
            if beside:
                field = self.field(fast)
                found |= 1 << min(beside, key=lambda h: (hexes_to_go(field, h), h))
        return found

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
            near = members(self.g.occupied[self.other] & neighbourhood(self.g.campaign, hex_, REACH))
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
            h for h in self.objectives if not g.axis_control >> h & 1 and not self._reaches_east(h)
        )

    def _reaches_east(self, city: Hex) -> bool:
        return reaches_east(self.g.campaign, self._open_to_russians | 1 << city, city)

    @cached_property
    def _open_to_russians(self) -> Bits:
        return free_hexes(self.g, SOVIET)

    def strength_of(self, hex_: Hex, besides: tuple[int, ...] = ()) -> int:
        """The strength of this side's units in *hex_* without those named."""
        return sum(self.g.sp[u] for u in self.g.units(hex_, self.side) if u not in besides)
