"""[12, 14] What does not change in an operation: units, commands, lifts, air zones, bridges, supply and victory of a scenario."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from typing import Any, Final

from sandtable import boards
from sandtable.kernel import Bits, Board, Grid, Hex, Hexside, Seat

from ..artillery import GUNS
from ..state import NOBODY, Flight, Troop
from . import entries
from .pieces import (
    BOARD,
    BRIDGE_STATES,
    FLAK,
    GERMAN,
    LIFTS,
    LOADS,
    MARKS,
    POINTS,
    SIDES,
    SQUADRONS,
    AirZone,
    Attachment,
    Bridge,
    Command,
    Level,
    Resupply,
    Serial,
    Source,
    Turn,
    Unit,
    VictoryLine,
    Weather,
)
from .reading import BadScenario, read_file, row, rows

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
        self.turns: Final = tuple(_turn(entry, scenario.share) for entry in _turns(air, scenario.last_turn))
        self.drop_zones: Final[dict[str, Hex]] = {
            point.name: point.hex for point in self.board.points if point.kind == "zone"
        }
        self.serials: Final = self._serials(air)
        self.resupplies: Final = self._resupplies(air)
        self.routes: Final[dict[str, tuple[Hex, ...]]] = {
            entry.id: tuple(self.grid.hex(cell) for cell in entry.via)
            for entry in rows(entries.RouteEntry, air["route"], "air.toml, route")
        }
        self.air_zones: Final = tuple(
            AirZone(entry.id, entry.name, self.grid.hex(entry.hex))
            for entry in rows(entries.AirZoneEntry, air["zone"], "air.toml, zone")
        )
        self.bridges: Final = self._bridges(operation)
        self.sources: Final = self._sources(operation)
        self.supply: Final[Mapping[str, int]] = operation["supply"]
        self.traffic: Final[Mapping[str, Mapping[str, int]]] = operation["traffic"]
        self.sets: Final[Mapping[str, Any]] = operation["signals"]
        self.replacements: Final[Mapping[str, int]] = operation["replacements"]
        self.attachments: Final = self._attachments(operation)
        self.weathers: Final = _weathers(air, scenario.share)
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
            hex=self.located(entry.at, where),
            way=_way(way, allied=self.formations[entry.formation].side == "allied"),
            ready=entry.ready or entry.arrives,
            prepared=entry.prepared,
            suppressed=entry.suppressed,
            guns=entry.guns,
            flak=entry.flak,
            note=entry.note,
        )

    def located(self, at: str, where: str) -> Hex:
        """The cell of a place, zone, bridge, entry or cell by name."""
        kind, _, name = at.partition(":")
        if kind == "hex":
            return self.grid.hex(name)
        if kind == "place" and name in self.board.places:
            return self.board.places[name].hex
        point = self.points_of_the_map.get(name)
        if point is None or point.kind != {"bridge": "crossing"}.get(kind, kind):
            raise BadScenario(f"{where}: the board has no {kind} {name!r}")
        return point.hex

    def _serials(self, air: Mapping[str, Any]) -> tuple[Serial, ...]:
        listed = rows(entries.SerialEntry, air["serial"], "air.toml, serial")
        units = {entry.id for entry in listed}
        if len(units) != len(listed):
            raise BadScenario("air.toml, serial: an id stands twice")
        letters = {serial[0] for serial in self._letters(listed)}
        return tuple(
            Serial(
                id=entry.id,
                turn=entry.turn,
                base=entry.base,
                unit=self.number[entry.unit] if entry.unit else NOBODY,
                zone=_known(entry.zone, self.drop_zones, f"air.toml, serial {entry.id}"),
                route=entry.route,
                aircraft=entry.aircraft,
                number=entry.number,
            )
            for entry in listed
            if entry.turn <= self.last_turn
            and (entry.unit in self.number if entry.unit else entry.id[0] in letters)
        )

    def _letters(self, listed: tuple[entries.SerialEntry, ...]) -> set[str]:
        # Serials of stores and transport fly with the division whose letter they carry.
        return {entry.id for entry in listed if entry.unit in self.number}

    def _resupplies(self, air: Mapping[str, Any]) -> tuple[Resupply, ...]:
        taking_part = {formation for command in self.commands for formation in command.formations}
        lifts: list[Resupply] = []
        flight = len(self.serials)
        for entry in rows(entries.ResupplyEntry, air["resupply"], "air.toml, resupply"):
            if entry.turn > self.last_turn or entry.formation not in taking_part:
                continue
            lifts.append(
                Resupply(
                    id=entry.id,
                    turn=entry.turn,
                    zone=_known(entry.zone, self.drop_zones, f"air.toml, resupply {entry.id}"),
                    route=entry.route,
                    points=entry.points,
                    formation=entry.formation,
                    aircraft=entry.aircraft,
                    number=entry.number,
                    flights=tuple(range(flight, flight + entry.serials)),
                )
            )
            flight += entry.serials
        return tuple(lifts)

    def _bridges(self, operation: Mapping[str, Any]) -> tuple[Bridge, ...]:
        listed = {
            entry.name: entry
            for entry in rows(entries.BridgeEntry, operation["bridge"], "operation.toml, bridge")
        }
        crossings = [point for point in self.board.points if point.kind == "crossing"]
        if unknown := set(listed) - {point.name for point in crossings}:
            raise BadScenario(f"operation.toml: the board has no crossing {', '.join(sorted(unknown))}")
        defaults = operation["demolition"]
        found: list[Bridge] = []
        for point in crossings:
            entry, facts = listed.get(point.name), point.facts
            assert point.side is not None
            state = entry.state if entry else _state(facts)
            if state not in BRIDGE_STATES or facts["load"] not in LOADS:
                raise BadScenario(f"operation.toml, {point.name}: no such state or load")
            found.append(
                Bridge(
                    name=point.name,
                    side=point.side,
                    hex=point.hex,
                    over=facts["over"],
                    kind=facts["kind"],
                    load=facts["load"],
                    holder=SIDES.index(entry.holder) if entry else GERMAN,
                    state=state,
                    blow=(entry and entry.blow) or int(defaults["blow"]),
                    guard=bool(entry and entry.guard),
                    garrison=self.number.get(entry.garrison, NOBODY) if entry else NOBODY,
                    permit=entry.permit if entry else 0,
                    repair=(entry and entry.repair) or self._repair(point.side, facts["over"], defaults),
                )
            )
        return tuple(found)

    def _repair(self, side: Hexside, over: str, defaults: Mapping[str, int]) -> int:
        if over == "Maas":
            return defaults["repair_maas"]
        kinds = [kind for kind in ("river", "canal", "stream") if side in self.board.hexsides[kind]]
        return defaults[f"repair_{kinds[0]}"]

    def _attachments(self, operation: Mapping[str, Any]) -> dict[int, tuple[Attachment, ...]]:
        """[16.6] By unit, the latest first; of units that take no part nothing is said."""
        found: dict[int, list[Attachment]] = {}
        for entry in rows(entries.AttachmentEntry, operation["attachment"], "operation.toml, attachment"):
            to = self.formations[_known(entry.to, self.formations, "operation.toml, attachment")]
            if entry.unit in self.number:
                attached = Attachment(entry.turn, "" if to.exempt else to.counts_as or to.id)
                found.setdefault(self.number[entry.unit], []).append(attached)
        return {unit: tuple(sorted(listed, reverse=True)) for unit, listed in found.items()}

    def _sources(self, operation: Mapping[str, Any]) -> tuple[Source, ...]:
        taking_part = {formation for command in self.commands for formation in command.formations}
        return tuple(
            Source(
                name=entry.at.partition(":")[2],
                hex=self.located(entry.at, "operation.toml, source"),
                side=SIDES.index(self.formations[entry.formations[0]].side),
                formations=tuple(name for name in entry.formations if name in taking_part),
                ammo=entry.ammo,
                fuel=entry.fuel,
            )
            for entry in rows(entries.SourceEntry, operation["source"], "operation.toml, source")
            if taking_part & set(entry.formations) - {"flak"} and self._has_ground(entry, taking_part)
        )

    @staticmethod
    def _has_ground(entry: entries.SourceEntry, taking_part: set[str]) -> bool:
        # The road of XXX Corps feeds a division only where the corps itself is in play.
        return entry.at != "entry:XXX Corps" or "30corps" in taking_part

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
                    _known(name, among, f"scenarios.toml, {self.name}, points")
        for turn in self.turns:
            if set(turn.squadrons) != set(SQUADRONS) or turn.lift not in LIFTS:
                raise BadScenario(
                    f"air.toml, turn {turn.number}: squadrons or lift are not as they should be"
                )
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


def _turns(air: Mapping[str, Any], last: int) -> tuple[entries.TurnEntry, ...]:
    listed = rows(entries.TurnEntry, air["turn"], "air.toml, turn")
    if [entry.number for entry in listed] != list(range(1, len(listed) + 1)) or len(listed) < last:
        raise BadScenario("air.toml, turn: the turns do not run from 1 to the last without a gap")
    return listed[:last]


def _turn(entry: entries.TurnEntry, share: Mapping[str, float]) -> Turn:
    return Turn(
        number=entry.number,
        date=entry.date,
        hours=entry.hours,
        night=entry.night,
        lift=entry.lift,
        lift_grantham=entry.lift_grantham,
        squadrons={
            kind: int(number * share.get(kind, 1.0) + 0.5) for kind, number in entry.squadrons.items()
        },
        note=entry.note,
    )


def _weathers(air: Mapping[str, Any], share: Mapping[str, float]) -> tuple[Weather, ...]:
    """[17.5] What may be rolled; the squadrons are their part of the baseline and of the scenario's share, halves up."""
    return tuple(
        Weather(
            name=entry.name,
            faces=entry.faces,
            lift=entry.lift,
            squadrons={
                kind: int(number * entry.squadrons * share.get(kind, 1.0) + 0.5)
                for kind, number in air["baseline"].items()
            },
        )
        for entry in rows(entries.WeatherEntry, air["weather"], "air.toml, weather")
    )


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


def _state(facts: Mapping[str, str]) -> str:
    if facts["kind"] == "ferry" and facts["at_start"] == "intact":
        return "ferry"
    return {"intact": "none"}.get(facts["at_start"], facts["at_start"])


def _known(name: str, among: Mapping[str, Any], where: str) -> str:
    if name not in among:
        raise BadScenario(f"{where}: the board has no {name!r}")
    return name


@cache
def campaign(name: str) -> Campaign:
    """The scenario *name* as data, read once."""
    return Campaign(name)
