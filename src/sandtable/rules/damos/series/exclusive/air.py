"""[AGN 4.4, AGS 4.4] German air power: a shift, a reroll, and the decay of both."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache
from typing import Final

from sandtable.kernel import Action, Bits, Chance, Dice, Hex, Roll, Seat, Wording, members

from ..events import AirChecked, AirCommitted
from ..position.campaign import Campaign
from ..position.questions import GermanChoice
from ..position.roster import AXIS, Nation
from ..position.state import Air, Front
from ..position.supply import joined_rail
from ..position.words import hex_words, option

RANGE: Final = 5


class CommitAir(IntEnum):
    """What the air unit does in the combat under way."""

    NOTHING = 0
    SHIFT = 1
    REROLL = 2
    BOTH = 3


def railheads(g: Front) -> Bits:
    """[AGN 4.4, AGS 4.4] Converted rail hexes, joined to the west, at which a line goes on unconverted or ends (R-36, R-69)."""
    return _railheads(g.campaign, g.converted, joined_rail(g))


@lru_cache(maxsize=1024)
def _railheads(campaign: Campaign, converted: Bits, joined: Bits) -> Bits:
    """The same; most answers change neither who holds what nor the railway."""
    grid = campaign.grid
    heads = 0
    for hex_ in members(joined):
        beside = [
            n
            for n in grid.neighbours(Hex(hex_))
            if (Hex(hex_), n) in campaign.rails and campaign.land >> n & 1
        ]
        # At an exit the line runs on, off the map: it does not end there.
        ends = len(beside) == 1 and not campaign.rail_exits >> hex_ & 1
        if ends or any(not converted >> n & 1 for n in beside):
            heads |= 1 << hex_
    return heads


def air_available(g: Front, hex_: Hex) -> Air:
    """[AGN 4.4, AGS 4.4] What the air unit of the area can do for a combat in *hex_*: within five hexes of a railhead."""
    mode = Air(g.air[g.area_of(hex_)])
    if mode is Air.NONE or not g.grid.within(hex_, RANGE) & railheads(g):
        return Air.NONE
    return mode


class AirSupport(GermanChoice):
    """[AGN 4.4, AGS 4.4] The German player commits the air unit to the combat, or keeps it."""

    rule = "AGN 4.4"
    quiet = True

    def prompt(self, g: Front, seat: Seat) -> str:
        """Where the combat is."""
        return f"Commit the air unit to the combat in {hex_words(g, g.battle_hex)}?"

    def options(self, g: Front) -> Sequence[Action]:
        """To keep it back, and to commit it where it can fly and not only Finns fight (R-54, R-69)."""
        hex_ = Hex(g.battle.hex)
        flies = any(g.nation(u) is not Nation.FINNISH for u in g.taking_part(hex_, AXIS))
        flies = flies and air_available(g, hex_) is not Air.NONE
        return [Action("hold_air"), *([Action("commit_air")] if flies else [])]

    def wording(self, g: Front, seat: Seat, action: Action) -> Wording:
        """To fly, or not."""
        flies = action.verb == "commit_air"
        return option(
            g, self.rule, "Commit the air unit to this combat" if flies else "Keep the air unit back"
        )

    def choose(self, g: Front, action: Action) -> None:
        """Note what it will do."""
        if action.verb == "commit_air":
            mode = Air(g.air[g.area_of(Hex(g.battle.hex))])
            does = {Air.BOTH: CommitAir.BOTH, Air.SHIFT: CommitAir.SHIFT}.get(mode, CommitAir.REROLL)
            g.battle = g.battle._replace(air=does)
            g.tell(AirCommitted(g.battle.hex))


class AirCheck(Chance[Front]):
    """[AGN 4.4, AGS 4.4] After use 2d6 must reach 2 plus the turn; the second failure grounds the unit for the turn."""

    rule = "AGN 4.4"
    rolls = Dice.of(2, 6)

    def __init__(self, area: int) -> None:
        self.area: Final = area

    def roller(self, g: Front) -> Seat:
        """The German player."""
        return AXIS

    def reads(self, roll: Roll) -> object:
        """Their sum."""
        return sum(roll)

    def resolve(self, g: Front, roll: Roll) -> None:
        """Success: keep one of the two benefits. First failure: nothing. Second: gone until the next turn."""
        needed = needed_by(g)
        total = sum(roll)
        if total >= needed and g.air[self.area] == Air.BOTH:
            g.then(KeepBenefit(self.area, total))
            return
        if total < needed:
            g.air_failures[self.area] += 1
            if g.air_failures[self.area] >= 2:
                g.air[self.area] = Air.NONE
        g.tell(AirChecked(total, needed, g.air[self.area]))


class KeepBenefit(GermanChoice):
    """[AGN 4.4, AGS 4.4] For the rest of the turn the air unit gives the shift or the reroll, not both."""

    rule = "AGN 4.4"

    def __init__(self, area: int, total: int) -> None:
        self.area: Final = area
        self.total: Final = total

    def prompt(self, g: Front, seat: Seat) -> str:
        """What there is to choose."""
        return "The air unit can fly again: keep its shift or its reroll?"

    def options(self, g: Front) -> Sequence[Action]:
        """Shift or reroll."""
        return [Action("keep_shift"), Action("keep_reroll")]

    def wording(self, g: Front, seat: Seat, action: Action) -> Wording:
        """Shift or reroll."""
        what = "column shift" if action.verb == "keep_shift" else "reroll"
        return option(g, self.rule, f"Keep the {what} for the rest of the turn")

    def choose(self, g: Front, action: Action) -> None:
        """Note which."""
        g.air[self.area] = Air.SHIFT if action.verb == "keep_shift" else Air.REROLL
        g.tell(AirChecked(self.total, needed_by(g), g.air[self.area]))


def needed_by(g: Front) -> int:
    """[AGN 4.4, AGS 4.4] What 2d6 must reach this turn."""
    return 2 + g.turn
