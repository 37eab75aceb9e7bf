"""The position of an operation on the board: units by cell, their orders, crossings, and what each side knows.

Everything about single combats and flights stands in ``Operation`` already, so that its steps run here as they are.
"""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from typing import Final

from sandtable.kernel import EVERYONE, Audience, Bits, Event, Hex, Seat, Setup, Tables, bits_of

from ..air_phase.columns import AIR_COLUMNS, AIR_NUMBERS, AirColumns
from ..scenario.campaign import Campaign, campaign
from ..scenario.pieces import ALLIED, GERMAN, SIDES, Unit
from ..scenario.switches import default_of
from ..state import Counter, Operation, Printed, Troop

__all__ = [
    "ALLIED",
    "GERMAN",
    "SIDES",
    "Corridor",
    "Known",
    "Plan",
    "State",
    "Task",
    "standard_plan",
]

# In the place of a cell: not yet come, and destroyed.
AWAITED: Final = -1
GONE: Final = -2
NOWHERE: Final = -1
_FIRST_HOURS: Final = "00-06"


class Task(IntEnum):
    """[12] What a unit is to do after its move: one task a turn (A-43)."""

    NONE = 0
    ATTACK = 1
    PREPARE = 2
    SUPPORT = 3
    SHELL = 4
    REPAIR = 5
    REARM = 6
    MERGE = 7


class Known(IntEnum):
    """[13] What may be known of an enemy unit, added up: that it is there, its direction, type and size."""

    SPOTTED = 1
    DIRECTION = 2
    TYPE = 4
    SIZE = 8


class State(IntEnum):
    """[15.1] How a crossing stands (D-1); BUILT is one that engineers have laid."""

    NONE = 0
    PREPARED = 1
    DISARMED = 2
    DAMAGED = 3
    BLOWN = 4
    GAP = 5
    FERRY = 6
    BUILT = 7


# Standing answers of a unit, added up.
NO_COUNTER_ATTACK: Final = 1
FUEL_FIRST: Final = 2
STANDS: Final = 4


class Plan(Printed):
    """What all copies of a position share: the campaign, its counters, and what is worked out of them once."""

    def __init__(self, campaign_: Campaign, tables: Tables) -> None:
        counters = [_counter(campaign_, unit) for unit in campaign_.units]
        super().__init__(tables, counters, campaign_.flights)
        self.campaign: Final = campaign_
        self.board: Final = campaign_.board
        self.grid: Final = campaign_.grid
        # The units of either side.
        self.units_of: Final = tuple(
            tuple(unit for unit, counter in enumerate(counters) if counter.side == side)
            for side in (ALLIED, GERMAN)
        )
        self.points: Final = {
            point.name: number for number, point in enumerate(self.board.points) if point.kind == "crossing"
        }
        # What a cell is called: its greatest place, or else the drop zone in it.
        self.names: Final = {hex_: name for name, hex_ in campaign_.drop_zones.items()} | {
            place.hex: self.board.places_at(place.hex)[0].name for place in self.board.places.values()
        }
        # Crossings by the number of their point.
        self.bridges: Final = {self.points[bridge.name]: bridge for bridge in campaign_.bridges}


def _counter(campaign_: Campaign, unit: Unit) -> Counter:
    formation = campaign_.formations[unit.formation]
    return Counter(
        name=unit.name,
        side=Seat(unit.side),
        troop=unit.troop,
        formation="" if formation.exempt else formation.counts_as or formation.id,
        light=unit.light,
        combined="combined" in unit.marks,
        antitank="antitank" in unit.marks,
        status=unit.status,
        ammo=unit.ammo,
        fuel=unit.fuel,
    )


@cache
def standard_plan(scenario: str, tables: Tables) -> Plan:
    """The plan of a scenario with printed tables, made once."""
    return Plan(campaign(scenario), tables)


_BY_UNIT: Final = (
    "hex_of",
    "start",
    "due",
    "task",
    "target",
    "breakthrough",
    "answers",
    "on_foot",
    "marching",
    "heading",
    "halted",
    "fired",
    "attacked",
    "retreated",
    "waiting_prepared",
    "known_hex",
    "known_turn",
    "known_what",
    "known_heading",
    "known_size",
    "reported_hex",
    "reported_status",
    "route_from",
    "route_to",
    "rested",
    "regained",
)
_BY_POINT: Final = (
    "bridge",
    "bridge_holder",
    "bridge_work",
    "bridge_watched",
    "bridge_turns",
    "blow_order",
    "ferried",
)
_MINUS_ONE: Final = frozenset(("target", "heading", "known_hex", "known_heading", "known_size"))


class Corridor(AirColumns, Operation):
    """An operation under way on the board."""

    COLUMNS = (*Operation.COLUMNS, *_BY_UNIT, *_BY_POINT, "route", "passed", *AIR_COLUMNS)
    BY_POINT = _BY_POINT
    NUMBERS = (
        *Operation.NUMBERS,
        "turn",
        "stage",
        "linked",
        "cut_dates",
        "joined",
        "ended",
        "level",
        "final_points",
        "weather",
        "sets_work",
        *AIR_NUMBERS,
    )

    def __init__(self, setup: Setup, plan: Plan) -> None:
        super().__init__(setup, plan)
        self.plan: Final = plan
        self.campaign: Final = plan.campaign
        self.grid: Final = plan.grid
        units = plan.campaign.units
        for name in _BY_UNIT:
            setattr(self, name, [-1 if name in _MINUS_ONE else 0] * len(units))
        for name in _BY_POINT:
            setattr(self, name, [0] * len(plan.board.points))
        # By unit: its cell; the cell where the turn found it; the turn in which it comes.
        self.hex_of: list[int]
        self.start: list[int]
        self.due: list[int]
        # Its order: the task and its cell or crossing, whether to break through, standing answers, whether motorised
        # infantry goes on foot; whether it has a way to go and how far it is along it (``route``), and where it went last.
        self.task: list[int]
        self.target: list[int]
        self.breakthrough: list[int]
        self.answers: list[int]
        self.on_foot: list[int]
        self.marching: list[int]
        self.heading: list[int]
        self.route_from: list[int]
        self.route_to: list[int]
        # In this turn: it has met the enemy, fired, attacked, gone back; an attack on nobody leaves it prepared.
        self.halted: list[int]
        self.fired: list[int]
        self.attacked: list[int]
        self.retreated: list[int]
        self.waiting_prepared: list[int]
        # Turns running of rest in supply, and status points that it has regained in the game (19.1).
        self.rested: list[int]
        self.regained: list[int]
        # What the other side knows of it: cell and turn of the latest sighting, what was seen, where to, and how large.
        self.known_hex: list[int]
        self.known_turn: list[int]
        self.known_what: list[int]
        self.known_heading: list[int]
        self.known_size: list[int]
        # What other commands of its own side know of it while its radio sets fail: cell and status when it was heard last (17.7).
        self.reported_hex: list[int]
        self.reported_status: list[int]
        # By point of the board, for crossings: state, holder, turns of work done, turns with an enemy near it, turns in
        # Allied hands, a standing order to blow it, units ferried in this turn.
        self.bridge: list[int]
        self.bridge_holder: list[int]
        self.bridge_work: list[int]
        self.bridge_watched: list[int]
        self.bridge_turns: list[int]
        self.blow_order: list[int]
        self.ferried: list[int]
        # The cells of all ways one after another; the cells that road columns have passed in this turn.
        self.route: list[int] = []
        self.passed: list[int] = []
        # Of the air phase; by unit: whether it is still to come by air.
        # By drop zone: supply points that lie there.
        self.aboard: list[int]
        self.dropped: list[int]
        for name, made in AIR_COLUMNS.items():
            setattr(self, name, made(plan.campaign))
        for name, number in AIR_NUMBERS.items():
            setattr(self, name, number)
        self.turn = 0
        # The part of the turn, see ``STAGES`` of the events.
        self.stage = 0
        # The turn of the first link-up, dates with a cut road (a bit each), turns running with Arnhem joined by road.
        self.linked = self.cut_dates = self.joined = 0
        self.ended = self.level = self.final_points = 0
        # The line of the weather that was rolled for this date, 0 for that of history; whether radio sets work in this turn.
        self.weather = self.sets_work = 0
        for unit, printed in enumerate(units):
            self.due[unit] = printed.arrives
            self.hex_of[unit] = self.start[unit] = self.reported_hex[unit] = AWAITED
            self.reported_status[unit] = printed.status
            self.prepared[unit] = int(printed.prepared)

    # ---- what steps of single combats ask

    def troop(self, unit: int) -> Troop:
        """[16.5] The kind of troops of *unit*; motorised infantry that has left its lorries goes on foot (A-50)."""
        return Troop.FOOT if self.on_foot[unit] else self.counter(unit).troop

    def formation(self, unit: int) -> str:
        """[2.4.5, 16.6] The formation that *unit* counts as of; with the switch ``attachments`` history's, from its turn on (A-71)."""
        if self.option("attachments"):
            for attached in self.campaign.attachments.get(unit, ()):
                if attached.turn <= self.turn:
                    return attached.counts_as
        return super().formation(unit)

    @property
    def artillery_is_capped(self) -> bool:
        """[3.3] Whether the switch ``artillery_cap`` is on."""
        return self.option("artillery_cap")

    def supply_to_lose(self, unit: int) -> str:
        """[5.6] Standing answer: which kind of supply *unit* loses first (A-46)."""
        return "fuel" if self.answers[unit] & FUEL_FIRST else "ammo"

    def tell(self, event: Event, to: Audience = EVERYONE) -> None:
        """Note an event; what befalls one unit is told to its own side unless somebody says otherwise."""
        unit = getattr(event, "unit", None)
        if to is EVERYONE and isinstance(unit, int) and 0 <= unit < len(self.hex_of):
            to = self.seats_hearing_of(unit)
        super().tell(event, to)

    # ---- sides and seats

    def seats_of(self, side: int) -> tuple[Seat, ...]:
        """The seats of a side."""
        return tuple(Seat(n) for n, command in enumerate(self.campaign.commands) if command.side == side)

    def side_of(self, unit: int) -> int:
        """The side of a unit."""
        return int(self.counter(unit).side)

    # ---- signals

    def signals_fail(self, formation: str) -> bool:
        """[17.4, 17.6] Whether the sets of 1st Airborne do not work, if the scenario has that rule."""
        sets = self.campaign.sets
        if not self.campaign.signals or formation not in sets["formations"]:
            return False
        # With the switch a die of this turn has said it.
        return not self.sets_work if self.option("working_sets") else self.turn < sets["until"]

    def reports_late(self, unit: int) -> bool:
        """[17.7] With the switch ``late_reports``: whether other commands hear of *unit* a turn late (A-78)."""
        return self.option("late_reports") and self.signals_fail(self.campaign.units[unit].formation)

    def seats_hearing_of(self, *units: int) -> tuple[Seat, ...]:
        """[17.7] The seats that hear at once what befalls *units*, all of one side."""
        if any(not self.reports_late(unit) for unit in units):
            return self.seats_of(self.side_of(units[0]))
        return tuple(sorted({Seat(self.campaign.units[unit].command) for unit in units}))

    # ---- who stands where

    def on_map(self, unit: int) -> bool:
        """Whether *unit* stands on the board."""
        return self.hex_of[unit] >= 0

    def units_in(self, hex_: int, side: int | None = None) -> list[int]:
        """The units in a cell, of one side or of both."""
        return [
            unit
            for unit, at in enumerate(self.hex_of)
            if at == hex_ and (side is None or self.counter(unit).side == side)
        ]

    def cells_of(self, side: int) -> Bits:
        """The cells in which *side* has units."""
        hex_of = self.hex_of
        return bits_of([hex_of[unit] for unit in self.plan.units_of[side] if hex_of[unit] >= 0])

    def known_cells(self, side: int) -> Bits:
        """[13] The cells in which *side* believes the enemy to stand."""
        known = self.known_hex
        return bits_of([known[unit] for unit in self.plan.units_of[1 - side] if known[unit] >= 0])

    def option(self, name: str) -> bool:
        """Whether a switch is on."""
        return bool(self.setup.options.get(name, default_of(name)))

    def ready_from(self, unit: int) -> int:
        """[16.4] The turn from which *unit* moves and attacks: with the switch ``readiness`` not before it is ready."""
        printed = self.campaign.units[unit]
        return printed.ready if self.option("readiness") else printed.arrives

    def is_night(self) -> bool:
        """[12] Whether this turn is one of the night (A-49)."""
        return self.campaign.turns[max(self.turn, 1) - 1].night

    def is_new_day(self) -> bool:
        """[12] Whether a date begins with this turn."""
        return self.campaign.turns[self.turn - 1].hours == _FIRST_HOURS

    def name_of(self, unit: int) -> str:
        """A unit in sentences."""
        return self.counter(unit).name

    def place(self, hex_: int) -> str:
        """A cell in sentences: its number, and the place or drop zone that is there."""
        number = self.grid.name(Hex(hex_))
        name = self.plan.names.get(Hex(hex_))
        return f"{number} {name}" if name else number
