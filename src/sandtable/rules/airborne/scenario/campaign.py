"""[12, 14] What does not change in an operation: units, commands, lifts, air zones, bridges, supply and victory of a scenario."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from typing import Any, Final

from sandtable import boards
from sandtable.kernel import Bits, Board, Grid, Hex, Seat

from ..artillery import GUNS
from ..state import NOBODY, Flight, Troop
from . import air_reading, entries, ground_reading
from .pieces import (
    BOARD,
    FLAK,
    MARKS,
    POINTS,
    SIDES,
    AirZone,
    Command,
    Level,
    Unit,
    VictoryLine,
)
from .reading import BadScenario, known, read_file, row, rows

# Serials are flights of their own; these three stand for however many squadrons meet.
_SCRATCH: Final = ("Allied fighters", "German fighters", "the stream")


class Campaign:
    """Everything about a scenario that does not change."""

    def __init__(self, name: str) -> None:
        scenario, operation, air = scenario_entry(name), read_file("operation.toml"), read_file("air.toml")
        self.name: Final = name
        self.title: Final = scenario.title
        self.subtitle: Final = scenario.subtitle
        self.board: Final[Board] = boards.load(BOARD)
        self.grid: Final[Grid] = self.board.grid
        self.points_of_the_map: Final = {point.name: point for point in self.board.points}
        self.last_turn: Final = scenario.last_turn
        self.signals: Final = scenario.signals
        self.formations: Final = {
            entry.id: entry
            for entry in rows(entries.FormationEntry, operation["formation"], "operation.toml, formation")
        }
        self.commands: Final = tuple(self._command(entry) for entry in scenario.command)
        self.units: Final = self._units(scenario)
        self.number: Final = {unit.id: number for number, unit in enumerate(self.units)}
        self.turns: Final = air_reading.turns(air, scenario.last_turn, scenario.share)
        self.drop_zones: Final[dict[str, Hex]] = {
            point.name: point.hex for point in self.board.points if point.kind == "zone"
        }
        taking_part = {formation for command in self.commands for formation in command.formations}
        self.serials: Final = air_reading.serials(air, self.number, self.drop_zones, self.last_turn)
        self.resupplies: Final = air_reading.resupplies(
            air, taking_part, self.drop_zones, self.last_turn, len(self.serials)
        )
        self.routes: Final[dict[str, tuple[Hex, ...]]] = {
            entry.id: tuple(self.grid.hex(cell) for cell in entry.via)
            for entry in rows(entries.RouteEntry, air["route"], "air.toml, route")
        }
        self.air_zones: Final = tuple(
            AirZone(entry.id, entry.name, self.grid.hex(entry.hex))
            for entry in rows(entries.AirZoneEntry, air["zone"], "air.toml, zone")
        )
        self.bridges: Final = ground_reading.bridges(operation, self.board, self.number)
        self.sources: Final = ground_reading.sources(operation, self.formations, taking_part, self.board)
        self.supply: Final[Mapping[str, int]] = operation["supply"]
        self.traffic: Final[Mapping[str, Mapping[str, int]]] = operation["traffic"]
        self.sets: Final[Mapping[str, Any]] = operation["signals"]
        self.replacements: Final[Mapping[str, int]] = operation["replacements"]
        self.attachments: Final = ground_reading.attachments(operation, self.formations, self.number)
        self.weathers: Final = air_reading.weathers(air, scenario.share)
        self.victory: Final = tuple(_victory(line) for line in scenario.points)
        self.levels: Final = tuple(
            Level(min(line.at_least + scenario.level_shift, self.most_points), line.name, line.side)
            for line in scenario.levels
        )
        self._check(scenario)

    @property
    def most_points(self) -> int:
        """[14] The points of the Allies if everything goes well."""
        best: dict[str, int] = {}
        for number, line in enumerate(self.victory):
            often = self.last_turn if line.kind == "bridge_turns" else 1
            key = line.group or str(number)
            best[key] = max(best.get(key, 0), line.points * often)
        return sum(best.values())

    # ---- what the air looks at

    @cached_property
    def flights(self) -> tuple[Flight, ...]:
        """[8, 9] Every serial of the lifts and of the resupply, and the fighters and the stream that meet over a zone."""
        return (
            *(Flight(name=serial.id, strength=1, carries=serial.unit) for serial in self.serials),
            *(
                Flight(name=f"{lift.id}/{part}", strength=1)
                for lift in self.resupplies
                for part, _ in enumerate(lift.flights, start=1)
            ),
            *(Flight(name=name, strength=0) for name in _SCRATCH),
        )

    @cached_property
    def bound_for(self) -> tuple[str, ...]:
        """[8] The drop zone of every flight, as planned; "" for those that have none."""
        return (
            *(serial.zone for serial in self.serials),
            *(lift.zone for lift in self.resupplies for _ in lift.flights),
            *("" for _ in _SCRATCH),
        )

    @cached_property
    def route_of(self) -> tuple[str, ...]:
        """[9] The route of every flight; "" for those that have none."""
        return (
            *(serial.route for serial in self.serials),
            *(lift.route for lift in self.resupplies for _ in lift.flights),
            *("" for _ in _SCRATCH),
        )

    def zone_number(self, name: str) -> int:
        """The number of a drop zone, NOBODY for ""."""
        return self.zone_names.index(name) if name else NOBODY

    @cached_property
    def zone_names(self) -> tuple[str, ...]:
        """The drop zones, in the order of their numbers."""
        return tuple(self.drop_zones)

    @cached_property
    def serials_of(self) -> Mapping[int, tuple[int, ...]]:
        """[8] The flights that carry each unit that comes by air."""
        found: dict[int, tuple[int, ...]] = {}
        for flight, serial in enumerate(self.serials):
            if serial.unit != NOBODY:
                found[serial.unit] = (*found.get(serial.unit, ()), flight)
        return found

    def fighters(self, side: int) -> int:
        """[7] The flight that stands for the fighters of *side* over a zone."""
        return len(self.flights) - len(_SCRATCH) + side

    @property
    def stream(self) -> int:
        """[8] The flight that stands for all serials over a zone."""
        return len(self.flights) - 1

    @cached_property
    def air_zone(self) -> Mapping[Hex, int]:
        """[6.1] The air zone of every cell: that with the nearest middle (A-27)."""
        grid, middles = self.grid, [self.grid.centre(zone.hex) for zone in self.air_zones]

        def nearest(cell: Hex) -> int:
            x, y = grid.centre(cell)
            return min(range(len(middles)), key=lambda n: (x - middles[n][0]) ** 2 + (y - middles[n][1]) ** 2)

        return {cell: nearest(cell) for cell in self.board.terrain}

    @cached_property
    def road_cells(self) -> Bits:
        """[1.1] The cells that a road passes."""
        return self.board.nets["road"].hexes

    def side_of(self, seat: Seat | int) -> int:
        """The side of a command."""
        return self.commands[int(seat)].side

    # ---- reading

    def _command(self, entry: entries.CommandEntry) -> Command:
        for formation in entry.formations:
            if self.formations[formation].side != entry.side:
                raise BadScenario(f"scenarios.toml, {self.name}: {formation} is not {entry.side}")
        side = SIDES.index(entry.side)
        return Command(entry.id, side, entry.name, entry.formations, entry.air, entry.brief)

    def _units(self, scenario: entries.ScenarioEntry) -> tuple[Unit, ...]:
        of = {formation: n for n, command in enumerate(self.commands) for formation in command.formations}
        listed = rows(entries.UnitEntry, read_file("units.toml")["unit"], "units.toml, unit")
        known = {entry.id for entry in listed}
        if unknown := {*scenario.without, *scenario.flak} - known:
            raise BadScenario(f"scenarios.toml, {self.name}: no such unit: {', '.join(sorted(unknown))}")
        return tuple(
            self._unit(entry, of[entry.formation])
            for entry in listed
            if entry.formation in of
            and entry.arrives <= scenario.last_turn
            and entry.id not in scenario.without
            and (not scenario.flak or entry.formation != "flak" or entry.id in scenario.flak)
        )

    def _unit(self, entry: entries.UnitEntry, command: int) -> Unit:
        where = f"units.toml, {entry.id}"
        if unknown := set(entry.marks) - MARKS:
            raise BadScenario(f"{where}: no such mark: {', '.join(sorted(unknown))}")
        if entry.guns not in ("", *GUNS) or entry.flak not in FLAK:
            raise BadScenario(f"{where}: no such guns or flak: {entry.guns}{entry.flak}")
        if entry.troop not in {troop.word for troop in Troop if troop}:
            raise BadScenario(f"{where}: no such troop: {entry.troop}")
        way, _, _ = entry.at.partition(":")
        return Unit(
            id=entry.id,
            name=entry.name,
            side=SIDES.index(self.formations[entry.formation].side),
            formation=entry.formation,
            command=command,
            kind=entry.kind,
            troop=Troop[entry.troop.upper()],
            foot_too=entry.foot_too,
            marks=frozenset(entry.marks),
            status=entry.status,
            ammo=entry.ammo,
            fuel=entry.fuel,
            arrives=entry.arrives,
            hex=ground_reading.located(self.board, entry.at, where),
            way=_way(way, allied=self.formations[entry.formation].side == "allied"),
            ready=entry.ready or entry.arrives,
            prepared=entry.prepared,
            suppressed=entry.suppressed,
            guns=entry.guns,
            flak=entry.flak,
            note=entry.note,
        )

    def _check(self, scenario: entries.ScenarioEntry) -> None:
        for line in scenario.points:
            if line.kind not in POINTS:
                raise BadScenario(f"scenarios.toml, {self.name}: no such points: {line.kind}")
            for name, among in (
                (line.crossing, self.points_of_the_map),
                (line.entry, self.points_of_the_map),
                (line.place, self.board.places),
            ):
                if name:
                    known(name, among, f"scenarios.toml, {self.name}, points")
        aboard = {serial.unit for serial in self.serials}
        for number, unit in enumerate(self.units):
            if (unit.way == "drop") != (number in aboard):
                raise BadScenario(
                    f"units.toml, {unit.id}: comes by air and is in no serial, or the other way round"
                )


def scenario_entry(name: str) -> entries.ScenarioEntry:
    """What the file says of a scenario, without the units and the board."""
    listed = read_file("scenarios.toml")
    if name not in listed:
        raise BadScenario(f"no scenario {name!r}; there are {', '.join(listed)}")
    table = dict(listed[name])
    like = table.pop("like", None)
    return row(entries.ScenarioEntry, {**(listed[like] if like else {}), **table}, f"scenarios.toml, {name}")


def _victory(line: entries.PointsEntry) -> VictoryLine:
    return VictoryLine(
        kind=line.kind,
        points=line.points,
        names=tuple(name for name in (line.crossing, line.entry, line.water, line.place) if name),
        formations=line.formations,
        status=line.status,
        below=line.below,
        at_most=line.at_most,
        load=line.load,
        group=line.group,
    )


def _way(kind: str, *, allied: bool) -> str:
    if kind == "zone" and allied:
        return "drop"
    return "edge" if kind == "entry" else "board"


@cache
def campaign(name: str) -> Campaign:
    """The scenario *name* as data, read once."""
    return Campaign(name)
