"""The position of the war: where units stand, what is left of them, who controls what, and the combat under way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntEnum
from typing import Any, ClassVar, Final

from sandtable.kernel import (
    OFF_BOARD,
    Bits,
    Forward,
    Hex,
    Reading,
    Roll,
    Seat,
    Setup,
    Tables,
    flat_names,
    lines_of,
)
from sandtable.kernel.map import stacks

from ..calendar import year_of
from ..modifiers import die_modifiers
from ..state import BELOW, WEATHERS, Battle, Fate, Fighting
from .campaign import POOLS, Campaign
from .declared import NO_COMBAT, Declared
from .roster import AXIS, FIRST_YEAR, SOVIET, Counter

CLEAR: Final = WEATHERS.index("clear")
SNOW: Final = WEATHERS.index("snow")
FREE: Final = -1
"""In ``locked``: not locked in combat."""


class Status(IntEnum):
    """Where a unit is in the game."""

    ON_MAP = 0
    DUE = 1  # a reinforcement: it comes on turn ``due``
    ELIMINATED = 2  # it may be rebuilt
    SURRENDERED = 3  # never rebuilt (B-4)
    GONE = 4  # withdrawn, exchanged, or its nation has left


class Role(IntEnum):
    """What part a unit has in the combat under way."""

    NONE = 0
    ATTACKS = 1
    DEFENDS = 2
    ADVANCED = 3  # an attacker that has advanced after the combat


class War(Fighting):
    """A game on the board."""

    COLUMNS = (
        "hex_of",
        "steps",
        "status",
        "due",
        "unsupplied",
        "moved",
        "fought",
        "must_attack",
        "locked",
        "role",
        "trapped",
        "landed",
        "dropped",
        "rp",
        "air_used",
        "air_lost",
        "marshal_used",
        "sailed",
        "oil_held",
    )
    NUMBERS = (
        "turn",
        "phasing",
        "impulse",
        "weather",
        "first_weather",
        "second_weather",
        "axis_control",
        "axis_rail",
        "rail_used",
        "landing_year",
        "romania_left",
        "hungary_left",
        "finland_left",
        "budapest_held",
        "ended",
        "level",
        "cause",
        "column",
        "die",
        "adjusted",
        *flat_names("battle", Declared),
    )
    SETS = ("axis_control", "axis_rail")
    DERIVED_COLUMNS = ("first_in", "next_in", "occupied", "firm")
    # Under which names the combat is stored, and Control writes it; the rules speak of these.
    RECORDS: ClassVar[Mapping[str, tuple[str, Any]]] = {"battle": ("declared", Declared)}
    battle_hex: int
    battle_air: int
    battle_blitzkrieg: int
    battle_attacker_marshal: int
    battle_defender_marshal: int

    def __init__(self, setup: Setup, campaign: Campaign) -> None:
        super().__init__(setup)
        self.campaign: Final = campaign
        self.grid: Final = campaign.grid
        self.roster: Final = campaign.roster
        self.side_of: Final = campaign.roster.side_of
        count = len(campaign.roster)
        counters = campaign.roster.counters
        self.hex_of: list[int] = [OFF_BOARD] * count
        self.steps: list[int] = [c.steps for c in counters]
        self.status: list[int] = [Status.DUE] * count
        self.due: list[int] = [c.turn for c in counters]
        # [Supply] How many supply checks running a unit has been without.
        self.unsupplied: list[int] = [0] * count
        # In this impulse: has moved; has attacked or advanced; must still attack.
        self.moved: list[int] = [0] * count
        self.fought: list[int] = [0] * count
        self.must_attack: list[int] = [0] * count
        # [Key BR] The hex of the combat in which a unit is locked, or FREE.
        self.locked: list[int] = [FREE] * count
        # The part of a unit in the combat under way, and whether it was surrounded before the die (B-23).
        self.role: list[int] = [Role.NONE] * count
        self.trapped: list[int] = [0] * count
        # [Landings] The unit came from the sea this turn. [Airborne] The year of its latest drop.
        self.landed: list[int] = [0] * count
        self.dropped: list[int] = [0] * count
        # Points by pool (campaign.POOLS); air units used this impulse and lost this year, by side.
        self.rp: list[int] = [0] * len(POOLS)
        self.air_used: list[int] = [0, 0]
        self.air_lost: list[int] = [0, 0]
        self.marshal_used: list[int] = [0] * len(campaign.marshals)
        self.sailed: list[int] = [0] * len(campaign.sea_lines)
        # [Oil] How many supply checks running the holder that a source of oil names has held it.
        self.oil_held: list[int] = [0] * len(campaign.schedule["oil"])
        self.turn = 0
        self.phasing = int(AXIS)
        self.impulse = 0
        self.weather = CLEAR
        self.first_weather = CLEAR
        self.second_weather = CLEAR
        self.axis_control: Bits = campaign.axis_side
        # Rail hexes on which Axis trains run; Soviet trains run on the others.
        self.axis_rail: Bits = campaign.rail_hexes & campaign.axis_side
        self.rail_used = 0
        self.landing_year = 0
        # The turns at whose end a nation left, or 0.
        self.romania_left = 0
        self.hungary_left = 0
        self.finland_left = 0
        # [Nations] Turn ends running at which Budapest was Soviet.
        self.budapest_held = 0
        # How it ended (``ending.Winner``), at what level and why, once it has.
        self.ended = 0
        self.level = 0
        self.cause = 0
        self.column = BELOW
        self.die = 0
        self.adjusted = 0
        self.declared: Declared = NO_COMBAT
        self.first_in: list[int]
        self.next_in: list[int]
        self.occupied: list[int]
        # side -> hexes that hold a unit of it with a zone of control
        self.firm: list[int] = [0, 0]
        stacks.set_up(self, self.grid, sides=2)

    # ---- keeping derived matter true

    def rebuild(self) -> None:
        """Stacks and firm hexes from the columns."""
        stacks.rebuild(self)
        self.firm = [0, 0]
        for unit, hex_ in enumerate(self.hex_of):
            if hex_ >= 0 and self.has_zone(unit):
                self.firm[self.side_of[unit]] |= 1 << hex_

    def _judge(self, hex_: int, side: int) -> None:
        """Work out afresh whether *hex_* holds a unit of *side* with a zone of control."""
        here = 1 << hex_
        firm = any(self.has_zone(u) for u in stacks.units_of(self, side, Hex(hex_)))
        self.firm[side] = self.firm[side] | here if firm else self.firm[side] & ~here

    # ---- units

    def counter(self, unit: int) -> Counter:
        """The counter of *unit*."""
        return self.roster[unit]

    def factor(self, unit: int) -> int:
        """[Factors] What *unit* is worth now: the factor of the year, reduced by the steps it has lost (B-36)."""
        counter = self.roster[unit]
        full = counter.factors[year_of(max(self.turn, 1)) - FIRST_YEAR]
        return -(-full * self.steps[unit] // counter.steps)

    def has_zone(self, unit: int) -> bool:
        """[Zones] Whether *unit* has a zone of control: not with its last step at a factor of 1."""
        return self.steps[unit] > 1 or self.factor(unit) > 1

    def on_map(self, side: Seat) -> list[int]:
        """The units of *side* on the map."""
        return [u for u in self.roster.of_side[side] if self.hex_of[u] >= 0]

    def units(self, hex_: Hex, side: Seat) -> list[int]:
        """The units of *side* in *hex_*."""
        return stacks.units_of(self, side, hex_)

    def put(self, unit: int, hex_: Hex) -> None:
        """Set *unit* down in *hex_*, which its side then controls."""
        before, side = self.hex_of[unit], self.side_of[unit]
        stacks.put(self, unit, hex_)
        for place in {before, hex_} - {OFF_BOARD}:
            self._judge(place, side)
        if hex_ >= 0:
            self.take_control(1 << hex_, Seat(side))

    def bring(self, unit: int, hex_: Hex, steps: int) -> None:
        """Put *unit* on the map with *steps*."""
        self.status[unit] = Status.ON_MAP
        self.steps[unit] = steps
        self.due[unit] = self.unsupplied[unit] = 0
        self.put(unit, hex_)

    def remove(self, unit: int, status: Status) -> None:
        """Take *unit* off the map, or out of the game."""
        if self.hex_of[unit] >= 0:
            self.put(unit, OFF_BOARD)
        self.status[unit] = status
        self.unsupplied[unit] = self.must_attack[unit] = self.landed[unit] = 0
        self.role[unit] = Role.NONE
        self.locked[unit] = FREE

    def set_steps(self, unit: int, steps: int) -> None:
        """Give *unit* so many steps; without any it is eliminated."""
        self.steps[unit] = steps
        if not steps:
            self.remove(unit, Status.ELIMINATED)
        elif self.hex_of[unit] >= 0:
            self._judge(self.hex_of[unit], self.side_of[unit])

    # ---- ground

    def is_surprised(self, side: Seat) -> bool:
        """[Sequence] On turn 1 the Soviets are: their only impulse has the allowances of a second one."""
        return self.turn == 1 and side == SOVIET

    def control(self, side: Seat) -> Bits:
        """[Control] The land that *side* controls."""
        land = self.campaign.land
        return land & self.axis_control if side == AXIS else land & ~self.axis_control

    def controls(self, side: Seat, hex_: Hex) -> bool:
        """[Control] Whether *side* controls *hex_*."""
        return bool(self.axis_control >> hex_ & 1) == (side == AXIS)

    def take_control(self, hexes: Bits, side: Seat) -> None:
        """[Control] *side* controls *hexes* from now on."""
        self.axis_control = self.axis_control | hexes if side == AXIS else self.axis_control & ~hexes

    def rail(self, side: Seat) -> Bits:
        """[Rail] The rail hexes on which trains of *side* run, whoever controls them."""
        return self.axis_rail if side == AXIS else self.campaign.rail_hexes & ~self.axis_rail

    def closed(self, unit: int) -> Bits:
        """[Neutral, Finland] The land that *unit* may never enter."""
        limits, counter = self.campaign.schedule["limits"], self.roster[unit]
        shut = self.campaign.neutral
        if counter.side == SOVIET and self.turn >= limits["neutral_until"]:
            shut = 0
        if counter.nation.name == "FINNISH":
            shut |= self.campaign.land & ~self.campaign.finnish_ground
        return shut

    @property
    def year(self) -> int:
        """The year of the turn."""
        return year_of(max(self.turn, 1))

    @property
    def snow(self) -> bool:
        """Whether it snows in this impulse."""
        return self.weather == SNOW

    @property
    def last_turn(self) -> int:
        """The turn with which the scenario ends."""
        return 4 if self.setup.scenario == "besieged-1941" else 25

    # ---- the combat under way: what the steps of the card ask and order

    @property
    def battle(self) -> Battle:
        """What both sides brought into the combat under way."""
        return self.declared.battle(weather=self.weather, impulse=self.impulse)

    @property
    def charts(self) -> Tables:
        """The tables of the game."""
        return self.campaign.tables

    def in_combat(self, role: Role) -> list[int]:
        """The units that have this *role* in the combat under way and are still there."""
        return [u for u, part in enumerate(self.role) if part == role and self.hex_of[u] >= 0]

    def roller(self) -> Seat:
        """The phasing player attacks."""
        return Seat(self.phasing)

    def reading(self, roll: Roll) -> Reading:
        """The table with the adjusted die; everybody looks on."""
        die = die_modifiers(self.battle, self.charts, roll[0])
        least, most = (1, 10) if self.battle.blitzkrieg else (-1, 11)
        row = min(max(int(die), least), most)
        label = self.table.columns.labels[self.column]
        return Reading.of(self.table, row=row, column=label, lines=lines_of([die]))

    def lose_steps(self, side: Seat, steps: int) -> None:
        """The owner picks them, one at a time (B-17)."""
        take_losses(self, side, steps)

    def remove_all(self, side: Seat, fate: Fate) -> None:
        """Surrounded units surrender where the result says so, and all of them below 1-5 (B-2, B-23)."""
        for unit in self.in_combat(Role.DEFENDS if side else Role.ATTACKS):
            lost = fate is Fate.SURRENDERED and (self.trapped[unit] or self.column == BELOW)
            lose_unit(self, unit, Status.SURRENDERED if lost else Status.ELIMINATED)

    def fall_back(self, side: Seat, least: int, most: int) -> None:
        """Unit by unit, as B-18 says."""
        retreat_all(self, side, least, most)

    def lock(self) -> None:
        """[Key BR] Locked until the same combat is fought again in the second impulse (B-20)."""
        lock_all(self)

    def go_forward(self, hexes: int) -> None:
        """[Key DE, Blitzkrieg] The attackers are asked who advances."""
        advance_all(self, hexes)


def enemy(side: Seat) -> Seat:
    """The other side."""
    return SOVIET if side == AXIS else AXIS


def steps_of(g: War, units: Iterable[int]) -> int:
    """The steps that *units* have together."""
    return sum(g.steps[u] for u in units)


# ---- what the board does with a result; the modules on losses, retreats and advances say it


@Forward
def take_losses(g: War, side: Seat, steps: int) -> None:
    """[Step Losses] Ask the owner for *steps* of his units in the combat."""


@Forward
def lose_unit(g: War, unit: int, status: Status) -> None:
    """[Step Losses] *unit* is gone, as *status* says."""


@Forward
def retreat_all(g: War, side: Seat, least: int, most: int) -> None:
    """[Retreats] The survivors of *side* retreat."""


@Forward
def lock_all(g: War) -> None:
    """[Locked] Survivors of both sides are locked."""


@Forward
def advance_all(g: War, hexes: int) -> None:
    """[Advances] The attackers may advance."""
