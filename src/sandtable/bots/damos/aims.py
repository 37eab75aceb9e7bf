"""What the Germans are after and the Russians keep from them: objectives, and how far every hex is from them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple

from sandtable.kernel import OFF_BOARD, Bits, Hex, bits_of, members
from sandtable.kernel.map.bitboards import union
from sandtable.rules.damos.series.position.campaign import Campaign
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET, Nation
from sandtable.rules.damos.series.position.state import Front
from sandtable.rules.damos.series.position.supply import free_hexes, traces_like_a_finn
from sandtable.rules.damos.series.position.zones import zone_of_control

from .ground import Field, field_of, joined_to_east, next_to, place, railway_ahead, row_of
from .lasting import lasting, once

OBJECTIVES: Final = {"north": ("Leningrad",), "center": ("Moscow",), "south": ("Kiev", "Rostov")}
# From so many rows south of Kiev on the Germans march on Rostov.
SOUTH_WING: Final = 3


class Decisive(NamedTuple):
    """Where the game is decided."""

    # The cities, and the same as a set.
    objectives: tuple[Hex, ...]
    bits: Bits
    # The land around them, the cities left out.
    rings: Bits


@lru_cache(maxsize=16)
def decisive(campaign: Campaign) -> Decisive:
    """Where the games of a scenario are decided."""
    names = [name for area in campaign.areas for name in OBJECTIVES[area]]
    cities = tuple(h for h in (place(campaign, name) for name in names) if h != OFF_BOARD)
    around = union(bits_of(campaign.grid.neighbours(city)) for city in cities)
    return Decisive(cities, bits_of(cities), around & campaign.land & ~bits_of(cities))


class Aims:
    """The goals in a position and the ways to them."""

    def __init__(self, g: Front) -> None:
        self.g = g

    @once
    def objectives(self) -> tuple[Hex, ...]:
        """The cities that decide the game."""
        return decisive(self.g.campaign).objectives

    @once
    def objective_bits(self) -> Bits:
        """The same as a set."""
        return decisive(self.g.campaign).bits

    @once
    def rings(self) -> Bits:
        """The land around the objectives, the cities left out."""
        return decisive(self.g.campaign).rings

    @once
    def found(self) -> dict[str, Any]:
        """What is known already of such a ground."""
        return {}

    @lasting
    def goals(self) -> Bits:
        """Where the Germans want to go: objectives not yet theirs; around Leningrad first what is not sealed off."""
        return self._goals(self.objectives)

    @lasting
    def goals_of_area(self) -> tuple[Bits, ...]:
        """The same for each army group: its own objectives first; once they are taken, those of the others."""
        g = self.g
        found = []
        for area in g.campaign.areas:
            own = [place(g.campaign, name) for name in OBJECTIVES[area]]
            left = [
                h for h in own if h != OFF_BOARD and not g.axis_control >> h & 1 and not self.sealed >> h & 1
            ]
            found.append(self._goals(tuple(left)) if left else self.goals)
        return tuple(found)

    @lasting
    def towns_to_take(self) -> Bits:
        """Russian cities that nobody defends."""
        g = self.g
        return g.campaign.cities & g.campaign.soviet_side & ~g.axis_control & ~g.occupied[SOVIET]

    @lasting
    def raiders(self) -> Bits:
        """Enemies who stand on converted railways or beside them, and so cut the Germans' supply."""
        g = self.g
        return g.occupied[SOVIET] & g.grid.expand(g.converted & g.campaign.soviet_side)

    @lasting
    def railway_ahead(self) -> Bits:
        """Rail hexes that the Germans must march through before the line can be converted: the next ones eastward."""
        return railway_ahead(self.g.campaign, self.g.axis_control, self.objectives)

    def field(self, units: tuple[int, ...] | list[int]) -> Field:
        """How far every hex is from the goals for such a force, in movement points."""
        return field_of(self.g.campaign, self.g.movement_classes(units), self.goals_for(units[0]))

    @lasting
    def still_russian(self) -> Bits:
        """The objectives that are still Russian, or all of them where none is left."""
        return self.objective_bits & ~self.g.axis_control or self.objective_bits

    @lasting
    def cut_off(self) -> Bits:
        """The objectives that are Russian but cut off from the east."""
        g = self.g
        return bits_of(
            h for h in self.objectives if not g.axis_control >> h & 1 and not self._reaches_east(h)
        )

    @lasting
    def sealed(self) -> Bits:
        """The cut-off objectives whose isolation counts for victory: in the south only capture does."""
        return self.cut_off if self.g.campaign.areas != ("south",) else 0

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

    def goals_for(self, unit: int) -> Bits:
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
        if row_of(g.campaign, Hex(here)) > row_of(g.campaign, place(g.campaign, "Kiev")) + SOUTH_WING:
            return self._rostov or self.goals_of_area[area]
        return self.goals_of_area[area]

    @lasting
    def _rostov(self) -> Bits:
        """Rostov, as long as it is Russian: the goal of the southern wing from the beginning."""
        city = place(self.g.campaign, "Rostov")
        return self._goals((city,)) if city != OFF_BOARD and not self.g.axis_control >> city & 1 else 0

    @lasting
    def _southern_cities(self) -> Bits:
        """The Russian cities of the south, the goals of Romanians and Hungarians."""
        g = self.g
        return (
            g.campaign.cities
            & g.campaign.soviet_side
            & ~g.axis_control
            & g.campaign.board.areas.get("ags", -1)
        )

    @lasting
    def _karelia(self) -> Bits:
        """The Russian cities north of Leningrad, which the Finns want back, or want."""
        g = self.g
        row = row_of(g.campaign, g.campaign.leningrad)
        cities = g.campaign.cities & g.campaign.soviet_side & ~g.axis_control
        return bits_of(
            h for h in members(cities) if row_of(g.campaign, Hex(h)) < row and h != g.campaign.tallinn
        )

    def _reaches_east(self, city: Hex) -> bool:
        """[AGN 5.0] Whether a path free of Germans and their zones leads from *city* to the east edge, or it lies there."""
        campaign = self.g.campaign
        return bool(next_to(campaign, city) & self._joined_to_east | 1 << city & campaign.east_edge)

    @lasting
    def _joined_to_east(self) -> Bits:
        return joined_to_east(self.g.campaign, free_hexes(self.g, SOVIET))
