"""[8, 11, 12, 17] What the file of the air says: turns, weather, serials and resupply."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.kernel import Hex

from ..state import NOBODY
from . import entries
from .pieces import LIFTS, SQUADRONS, Resupply, Serial, Turn, Weather
from .reading import BadScenario, known, rows


def turns(air: Mapping[str, Any], last: int, share: Mapping[str, float]) -> tuple[Turn, ...]:
    """[12] The turns of an operation that ends with turn *last*."""
    listed = rows(entries.TurnEntry, air["turn"], "air.toml, turn")
    if [entry.number for entry in listed] != list(range(1, len(listed) + 1)) or len(listed) < last:
        raise BadScenario("air.toml, turn: the turns do not run from 1 to the last without a gap")
    made = tuple(_turn(entry, share) for entry in listed[:last])
    for turn in made:
        if set(turn.squadrons) != set(SQUADRONS) or turn.lift not in LIFTS:
            raise BadScenario(f"air.toml, turn {turn.number}: squadrons or lift are not as they should be")
    return made


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


def weathers(air: Mapping[str, Any], share: Mapping[str, float]) -> tuple[Weather, ...]:
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


def serials(
    air: Mapping[str, Any], number: Mapping[str, int], zones: Mapping[str, Hex], last_turn: int
) -> tuple[Serial, ...]:
    """[8] The serials that carry units taking part, by their *number*, and the stores that fly with them."""
    listed = rows(entries.SerialEntry, air["serial"], "air.toml, serial")
    units = {entry.id for entry in listed}
    if len(units) != len(listed):
        raise BadScenario("air.toml, serial: an id stands twice")
    letters = {serial[0] for serial in _with_units(listed, number)}
    return tuple(
        Serial(
            id=entry.id,
            turn=entry.turn,
            base=entry.base,
            unit=number[entry.unit] if entry.unit else NOBODY,
            zone=known(entry.zone, zones, f"air.toml, serial {entry.id}"),
            route=entry.route,
            aircraft=entry.aircraft,
            number=entry.number,
        )
        for entry in listed
        if entry.turn <= last_turn and (entry.unit in number if entry.unit else entry.id[0] in letters)
    )


def _with_units(listed: tuple[entries.SerialEntry, ...], number: Mapping[str, int]) -> set[str]:
    # Serials of stores and transport fly with the division whose letter they carry.
    return {entry.id for entry in listed if entry.unit in number}


def resupplies(
    air: Mapping[str, Any], taking_part: set[str], zones: Mapping[str, Hex], last_turn: int, first: int
) -> tuple[Resupply, ...]:
    """[11] The resupply lifts for formations *taking_part*; their flights are numbered from *first* on."""
    lifts: list[Resupply] = []
    flight = first
    for entry in rows(entries.ResupplyEntry, air["resupply"], "air.toml, resupply"):
        if entry.turn > last_turn or entry.formation not in taking_part:
            continue
        lifts.append(
            Resupply(
                id=entry.id,
                turn=entry.turn,
                zone=known(entry.zone, zones, f"air.toml, resupply {entry.id}"),
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
