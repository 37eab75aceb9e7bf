"""The position of a DAMOS game: where units stand, what they are worth now, who controls what, and what is under way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final, Protocol

from sandtable.kernel import EVERYONE, OFF_BOARD, Audience, Bits, Event, Hex, Seat, Setup, inside
from sandtable.kernel.map import stacks

from .campaign import HALF, Campaign
from .combat import NO_COMBAT, Combat
from .placed import Air, Fate, Marched, Origin, Placed
from .roster import AXIS, SOVIET, Nation

__all__ = ["Air", "Fate", "Front", "Marched", "Origin", "enemy"]

# The areas of the combined board, by army group.
BOARD_AREAS: Final = {"north": "agn", "center": "agc", "south": "ags"}


class Front(Placed):
    """A game of Army Group North, Army Group South or of the combined game."""

    COLUMNS = (
        "hex_of",
        "sp",
        "fate",
        "due",
        "spent",
        "demoralized",
        "origin",
        "attempted",
        "cossack",
        "air",
        "air_failures",
        "expected",
        "attacks",
        "start_sp",
        "sidelined",
        "marched",
        "dropped",
        "attacker_dice",
        "defender_dice",
        "known_least",
        "known_most",
        "known_band",
        "known_band_least",
        "known_band_most",
    )
    NUMBERS = (
        "turn",
        "phasing",
        "axis_control",
        "converted",
        "axis_rp",
        "soviet_rp",
        "order_closed",
        "finns_from",
        "shipped",
        "paused",
        "mp_spent",
        "mp_initial",
        "mp_first",
        "picked_in",
        "exploiting",
        "force_los",
        "battle_hex",
        "battle_from",
        "battle_plan",
        "battle_posture",
        "battle_attacker_los",
        "battle_defender_los",
        "battle_air",
        "battle_attacker_sp",
        "battle_defender_sp",
        "battle_attacker_drm",
        "battle_defender_drm",
        "battle_attacker_rung",
        "battle_defender_rung",
        "battle_attacker_cat",
        "battle_defender_cat",
        "battle_attacker_paid",
        "battle_defender_paid",
        "battle_surplus",
        "battle_demoralized",
    )
    SETS = ("axis_control", "converted", "shipped")
    # [2.4] What the owner of a unit alone may know of it.
    HIDDEN: ClassVar[tuple[str, ...]] = ("sp", "start_sp")
    # Under which names the combat is stored, and Control writes it.
    battle_hex: int = inside("battle.hex")
    battle_from: int = inside("battle.entered_from")
    battle_plan: int = inside("battle.plan")
    battle_posture: int = inside("battle.posture")
    battle_attacker_los: int = inside("battle.attacker.los")
    battle_defender_los: int = inside("battle.defender.los")
    battle_air: int = inside("battle.air")
    battle_attacker_sp: int = inside("battle.attacker.sp")
    battle_defender_sp: int = inside("battle.defender.sp")
    battle_attacker_drm: int = inside("battle.attacker.drm")
    battle_defender_drm: int = inside("battle.defender.drm")
    battle_attacker_rung: int = inside("battle.attacker.rung")
    battle_defender_rung: int = inside("battle.defender.rung")
    battle_attacker_cat: int = inside("battle.attacker.cat")
    battle_defender_cat: int = inside("battle.defender.cat")
    battle_attacker_paid: int = inside("battle.attacker.paid")
    battle_defender_paid: int = inside("battle.defender.paid")
    battle_surplus: int = inside("battle.surplus")
    battle_demoralized: int = inside("battle.demoralized")
    attacker_dice: Sequence[int] = inside("battle.attacker.dice")
    defender_dice: Sequence[int] = inside("battle.defender.dice")
    # Under which names the bounds of hidden strength are stored.
    known_least: Sequence[int] = inside("bounds.least")
    known_most: Sequence[int] = inside("bounds.most")
    known_band: Sequence[int] = inside("bounds.band")
    known_band_least: Sequence[int] = inside("bounds.band_least")
    known_band_most: Sequence[int] = inside("bounds.band_most")

    def __init__(self, setup: Setup, campaign: Campaign) -> None:
        super().__init__(setup, campaign)
        count = len(campaign.roster)
        self.origin: list[int] = [Origin.ELSEWHERE] * count
        # Units that have attempted a reaction in the activation under way.
        self.attempted: list[int] = [0] * count
        # One entry for each area (north, center, south): air unit, its failures, attacks expected and made.
        self.air: list[int] = [Air.BOTH] * len(campaign.areas)
        self.air_failures: list[int] = [0] * len(campaign.areas)
        self.expected: list[int] = [0] * len(campaign.areas)
        self.attacks: list[int] = [0] * len(campaign.areas)
        # [8.8] The strength each unit had when the combat (or its counterattack) began.
        self.start_sp: list[int] = [0] * count
        # [2.3] Units above the stacking limit, which take no part in the combat under way.
        self.sidelined: list[int] = [0] * count
        # Units of the activated force, and those that left it late.
        self.marched: list[int] = [Marched.NOT] * count
        # [7.0] Units dropped off in the Operations Phase under way, which fight no more in it.
        self.dropped: list[int] = [0] * count
        self.turn = 0
        self.phasing = int(AXIS)
        self.axis_control: Bits = campaign.axis_side
        self.converted: Bits = campaign.rail_hexes & campaign.axis_side & ~campaign.finland
        self.axis_rp = 0
        self.soviet_rp = 0
        self.order_closed = 0
        self.finns_from = 0
        self.shipped: Bits = 0
        self.paused = 0
        # The activation under way, in half points.
        self.mp_spent = 0
        self.mp_initial = 0
        # The allowance the force had when it activated, units picked up later left out [9.0].
        self.mp_first = 0
        # The hex in which the force has last picked units up: others there join for nothing [7.0].
        self.picked_in: int = OFF_BOARD
        self.exploiting = 0
        self.force_los = 0
        self.battle: Combat = NO_COMBAT

    def tell(self, event: Event, to: Audience = EVERYONE) -> None:
        """Note that *event* happened, under the paragraph of the book that is played."""
        if self.told is not None:
            own = self.campaign.own_paragraphs.get(event.paragraph_cited)
            if own is not None:
                event.cite(own)
            super().tell(event, to)

    # ---- what follows from where everybody stands

    def worked_out(self) -> dict[str, Bits]:
        """What is known already of the position as it is; forgotten with the first change of what lines depend on.

        Supply is asked for again and again while nobody has moved. Whoever keeps something here must work it out from
        the turn, control, converted rail and the sets of occupied and steady hexes alone: equal positions share it.
        """
        now = (
            self.turn,
            self.axis_control,
            self.converted,
            self.finns_only,
            *self.occupied,
            *self.steady,
        )
        latest, known = self.campaign.latest
        if now != latest:
            known = {}
            self.campaign.latest = (now, known)
        return known

    # ---- questions

    def units(self, hex_: Hex, side: Seat) -> list[int]:
        """The units of *side* in *hex_*."""
        return stacks.units_of(self, side, hex_)

    def taking_part(self, hex_: Hex, side: Seat) -> list[int]:
        """[8.2] The units of *side* that fight if there is a combat in *hex_*: all of them (R-50), except those above
        the stacking limit [2.3] and those dropped off in this phase [7.0] (R-83)."""
        return [u for u in self.units(hex_, side) if not (self.sidelined[u] or self.dropped[u])]

    def sideline_nobody(self) -> None:
        """[2.3] No combat is under way of which anybody could be left out."""
        if 1 in self.sidelined:
            self.sidelined = [0] * len(self.sidelined)

    def nation(self, unit: int) -> Nation:
        """Whose unit it is."""
        return self.roster.nation_of[unit]

    def control(self, side: Seat) -> Bits:
        """[2.9] The land hexes that *side* controls."""
        return (
            self.axis_control & self.campaign.land
            if side == AXIS
            else self.campaign.land & ~self.axis_control
        )

    def take_control(self, hex_: Hex, side: Seat) -> None:
        """[2.9] *side* controls *hex_* from now on."""
        if side == AXIS:
            self.axis_control |= 1 << hex_
        else:
            self.axis_control &= ~(1 << hex_)

    def rp(self, side: Seat) -> int:
        """The replacement points that *side* has saved."""
        return self.axis_rp if side == AXIS else self.soviet_rp

    def pay_rp(self, side: Seat, points: int) -> None:
        """Spend replacement points."""
        if side == AXIS:
            self.axis_rp -= points
        else:
            self.soviet_rp -= points

    def ma(self, units: tuple[int, ...] | list[int]) -> int:
        """[7.0] The movement allowance of a force, in half points: that of its slowest unit."""
        ma_of = self.roster.ma_of
        return min([ma_of[u] for u in units]) * HALF

    def movement_classes(self, units: Iterable[int]) -> int:
        """Which movement classes are in the force, as a set of bits (R-43)."""
        class_of = self.roster.class_of
        classes = 0
        for unit in units:
            classes |= class_of[unit]
        return classes

    def rivers_count(self, side: Seat) -> bool:
        """[AGN 4.8.5, AGS 4.6.5] On turn 1 the German player ignores rivers for all purposes."""
        return not (side == AXIS and self.turn == 1)

    def area_of(self, hex_: Hex) -> int:
        """The number of the area (among the scenario's areas) in which *hex_* lies (R-71)."""
        areas = self.campaign.areas
        if len(areas) == 1:
            return 0
        for number, name in enumerate(areas):
            if self.campaign.board.area(BOARD_AREAS[name]) >> hex_ & 1:
                return number
        return 0


def enemy(side: Seat) -> Seat:
    """The other side."""
    return SOVIET if side == AXIS else AXIS


# ---- who knows what is hidden in a step


class _Question(Protocol):
    def seat(self, g: Front) -> Seat: ...


def phasing_player(_: object, g: Front) -> Seat:
    """Whose half of the turn it is: he makes the attacks."""
    return Seat(g.phasing)


def other_player(_: object, g: Front) -> Seat:
    """Who defends himself."""
    return enemy(Seat(g.phasing))


def who_is_asked(step: _Question, g: Front) -> Seat:
    """Whom the step asks, for his own units."""
    return step.seat(g)
