"""How the position looks to one side: zones, supply, enemies, aims. Worked out once for a decision."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from sandtable.kernel import Bits, Hex, Seat, members
from sandtable.rules.damos.series.position.roster import MOBILE, SOVIET
from sandtable.rules.damos.series.position.state import enemy
from sandtable.rules.damos.series.position.supply import (
    finnish_lines,
    german_lines,
    soviet_lines,
    traces_like_a_finn,
)
from sandtable.rules.damos.series.position.zones import zone_of_control
from sandtable.rules.damos.series.sequence import last_turn

from .aims import Aims
from .ground import FAR, hexes_to_go, neighbourhood
from .sighting import Sighting

# So strong must a stack with fast units be to be kept for a breakthrough.
STRIKE: Final = 16
# How far enemies are thought to strike.
REACH: Final = 3


class Situation(Aims):
    """A sighting with everything that more than one judgement needs."""

    def __init__(self, sighting: Sighting) -> None:
        super().__init__(sighting.g)
        self.sighting: Final = sighting
        self.side: Final = sighting.seat
        self.other: Final = enemy(sighting.seat)

    # ---- this side

    @cached_property
    def last_chance(self) -> bool:
        """Whether the game is about to end, so that nothing needs to be spared any more."""
        return self.g.turn >= last_turn(self.g)

    def is_mobile(self, units: tuple[int, ...] | list[int]) -> bool:
        """Whether nobody in the force goes on foot."""
        return all(self.g.roster[u].kind in MOBILE for u in units)

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

    def strength_of(self, hex_: Hex, besides: tuple[int, ...] = ()) -> int:
        """The strength of this side's units in *hex_* without those named."""
        return sum(self.g.sp[u] for u in self.g.units(hex_, self.side) if u not in besides)

    @cached_property
    def post_values(self) -> dict[Hex, float]:
        """What the hexes judged so far are worth as posts."""
        return {}

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
