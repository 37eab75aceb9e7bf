"""Where units stand and in what condition, with the sets of hexes that follow from it kept true at every change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum

from sandtable.kernel import OFF_BOARD, Bits, Grid, Hex
from sandtable.kernel.map import stacks

from . import bounds
from .bounds import Bounds
from .campaign import Campaign
from .roster import AXIS, SOVIET, Roster
from .stored import Stored


class Fate(IntEnum):
    """Where a unit is in the game."""

    ON_MAP = 0
    POOL = 1  # [2.4] eliminated; it may be rebuilt
    GONE = 2  # [10.0] out of the game for good
    DUE = 3  # a reinforcement: it comes in turn ``due``
    SET_UP = 4  # to be placed before the first turn


class Origin(IntEnum):
    """Where a unit was set up, where a rule asks for it."""

    ELSEWHERE = 0
    FINLAND = 1
    ROMANIA = 2  # [AGS 4.8]
    HUNGARY = 3


class Air(IntEnum):
    """[AGN 4.4] What the German air unit can still do this turn."""

    BOTH = 0
    SHIFT = 1
    REROLL = 2
    NONE = 3


class Marched(IntEnum):
    """[7.0] Whether a unit belongs to the activated force."""

    NOT = 0
    IN_FORCE = 1
    # It ended here after more than half of the points were spent, and must check attrition [9.0].
    TIRED = 2


class Placed(Stored):
    """The part of a position that is about units and their places."""

    def lay_out(self, campaign: Campaign) -> None:
        """Before anybody is placed; what is printed stays as it is."""
        self.campaign: Campaign = campaign
        self.grid: Grid = campaign.grid
        self.roster: Roster = campaign.roster
        self.side_of: tuple[int, ...] = campaign.roster.side_of
        count = len(campaign.roster)
        counters = campaign.roster.counters
        self.hex_of: list[int] = [OFF_BOARD] * count
        self.sp: list[int] = [c.sp for c in counters]
        self.fate: list[int] = [Fate.SET_UP if c.starts else Fate.DUE for c in counters]
        self.due: list[int] = [c.turn for c in counters]
        self.spent: list[int] = [0] * count
        self.demoralized: list[int] = [0] * count
        self.cossack: list[int] = [0] * count
        # [2.4] What everybody may know of the strength of each unit.
        self.bounds: Bounds = bounds.nobody(count)
        self.first_in: list[int]
        self.next_in: list[int]
        self.occupied: list[int]
        # side -> hexes that hold a unit of it that is not demoralized: these have a zone of control [2.5]
        self.steady: list[int] = [0, 0]
        # side -> hexes that hold both steady and demoralized units of it
        self.mixed: list[int] = [0, 0]
        # side -> hexes that hold a unit of it that is not spent, the garrison of Hanko left out: it never moves
        self.fresh: list[int] = [0, 0]
        # hexes whose steady Axis units are all Finnish [AGN 4.7]
        self.finns_only: Bits = 0
        stacks.set_up(self, self.grid, sides=2)
        self.rebuild()

    # ---- keeping derived matter true

    def rebuild(self) -> None:
        """Stacks, steady and fresh hexes from the columns."""
        stacks.rebuild(self)
        self.steady = [0, 0]
        self.mixed = [0, 0]
        self.fresh = [0, 0]
        self.finns_only = 0
        for side in (AXIS, SOVIET):
            mask = self.occupied[side]
            while mask:
                low = mask & -mask
                mask ^= low
                self._judge(low.bit_length() - 1, side)

    def _judge(self, hex_: int, side: int) -> None:
        """Work out afresh whether *hex_* holds steady and fresh units of *side*."""
        demoralized, spent, side_of, next_in = self.demoralized, self.spent, self.side_of, self.next_in
        finns, hanko = self.roster.finns, self.roster.hanko
        here = 1 << hex_
        steady = shaken = others = fresh = 0
        unit = self.first_in[hex_]
        while unit >= 0:
            if side_of[unit] == side:
                if demoralized[unit]:
                    shaken = here
                else:
                    steady = here
                    if unit not in finns:
                        others = here
                if not spent[unit] and unit != hanko:
                    fresh = here
            unit = next_in[unit]
        if self.steady[side] & here != steady:
            self.steady[side] ^= here
        if self.mixed[side] & here != steady & shaken:
            self.mixed[side] ^= here
        if self.fresh[side] & here != fresh:
            self.fresh[side] ^= here
        if side == AXIS and self.finns_only & here != steady ^ others:
            self.finns_only ^= here

    def put(self, unit: int, hex_: Hex) -> None:
        """Set *unit* down in *hex_*."""
        self.put_force((unit,), hex_)

    def put_force(self, units: Iterable[int], hex_: Hex) -> None:
        """Set *units* down in *hex_*, wherever they come from."""
        hex_of, side_of = self.hex_of, self.side_of
        changed: list[tuple[int, int]] = []
        for unit in units:
            side = side_of[unit]
            for place in (hex_of[unit], hex_):
                if place >= 0 and (place, side) not in changed:
                    changed.append((place, side))
            stacks.move(hex_of, self.first_in, self.next_in, self.occupied, side_of, unit, hex_)
        for place, side in changed:
            self._judge(place, side)

    def spend(self, units: Iterable[int], *, yes: bool = True) -> None:
        """[7.0, 11.0] Turn *units* to show that they have acted, or upright again."""
        spent, hex_of, side_of = self.spent, self.hex_of, self.side_of
        changed = [unit for unit in units if (not spent[unit]) == yes]
        for unit in changed:
            spent[unit] = int(yes)
        if yes:
            for place, side in {(hex_of[unit], side_of[unit]) for unit in changed}:
                if place >= 0:
                    self._judge(place, side)
            return
        # Whoever is upright makes its hex fresh, whoever else is there.
        hanko, fresh = self.roster.hanko, self.fresh
        for unit in changed:
            if hex_of[unit] >= 0 and unit != hanko:
                fresh[side_of[unit]] |= 1 << hex_of[unit]

    def demoralize(self, unit: int, *, yes: bool = True) -> None:
        """[2.8] Turn *unit* to its demoralized side, or back."""
        if bool(self.demoralized[unit]) != yes:
            self.demoralized[unit] = int(yes)
            if self.hex_of[unit] >= 0:
                self._judge(self.hex_of[unit], self.side_of[unit])

    def remove(self, unit: int, fate: Fate) -> None:
        """Take *unit* off the map, with what strength it has left, if any."""
        gone = (
            bounds.exactly(self.bounds, unit, 0) if self.sp[unit] > 0 else bounds.lost_all(self.bounds, unit)
        )
        self.bounds = gone
        self.put(unit, OFF_BOARD)
        self.fate[unit] = fate
        self.demoralized[unit] = self.spent[unit] = self.cossack[unit] = 0
        if fate is not Fate.DUE:
            self.sp[unit] = 0

    def bring(self, unit: int, hex_: Hex, sp: int) -> None:
        """Put *unit* on the map, fresh, with *sp* strength."""
        self.fate[unit] = Fate.ON_MAP
        self.sp[unit] = sp
        self.bounds = bounds.exactly(self.bounds, unit, sp)
        self.due[unit] = 0
        self.spent[unit] = self.demoralized[unit] = 0
        self.put(unit, hex_)

    # ---- what everybody learns of hidden strength

    def learn(self, units: Sequence[int], least: int, most: int) -> None:
        """[2.4] Everybody hears that *units* have together no less than *least* and no more than *most*."""
        if self.bounds.kept:
            self.bounds = bounds.counted(self.bounds, units, least, most)
