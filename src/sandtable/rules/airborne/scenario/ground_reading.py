"""[15.1, 16.6, 18.1] What the file of the operation says of the ground: places, crossings, attachments, sources of supply."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.kernel import Board, Hex, Hexside

from ..state import NOBODY
from . import entries
from .pieces import BRIDGE_STATES, GERMAN, LOADS, SIDES, Attachment, Bridge, Source
from .reading import BadScenario, known, rows


def located(board: Board, at: str, where: str) -> Hex:
    """The cell of a place, zone, bridge, entry or cell by name."""
    kind, _, name = at.partition(":")
    if kind == "hex":
        return board.grid.hex(name)
    if kind == "place" and name in board.places:
        return board.places[name].hex
    point = next((point for point in board.points if point.name == name), None)
    if point is None or point.kind != {"bridge": "crossing"}.get(kind, kind):
        raise BadScenario(f"{where}: the board has no {kind} {name!r}")
    return point.hex


def bridges(operation: Mapping[str, Any], board: Board, number: Mapping[str, int]) -> tuple[Bridge, ...]:
    """[15.1] Every crossing of the board, with what the scenario adds to it."""
    listed = {
        entry.name: entry
        for entry in rows(entries.BridgeEntry, operation["bridge"], "operation.toml, bridge")
    }
    crossings = [point for point in board.points if point.kind == "crossing"]
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
                garrison=number.get(entry.garrison, NOBODY) if entry else NOBODY,
                permit=entry.permit if entry else 0,
                repair=(entry and entry.repair) or _repair(board, point.side, facts["over"], defaults),
            )
        )
    return tuple(found)


def _repair(board: Board, side: Hexside, over: str, defaults: Mapping[str, int]) -> int:
    if over == "Maas":
        return defaults["repair_maas"]
    kinds = [kind for kind in ("river", "canal", "stream") if side in board.hexsides[kind]]
    return defaults[f"repair_{kinds[0]}"]


def _state(facts: Mapping[str, str]) -> str:
    if facts["kind"] == "ferry" and facts["at_start"] == "intact":
        return "ferry"
    return {"intact": "none"}.get(facts["at_start"], facts["at_start"])


def attachments(
    operation: Mapping[str, Any],
    formations: Mapping[str, entries.FormationEntry],
    number: Mapping[str, int],
) -> dict[int, tuple[Attachment, ...]]:
    """[16.6] By unit, the latest first; of units that take no part nothing is said."""
    found: dict[int, list[Attachment]] = {}
    for entry in rows(entries.AttachmentEntry, operation["attachment"], "operation.toml, attachment"):
        to = formations[known(entry.to, formations, "operation.toml, attachment")]
        if entry.unit in number:
            attached = Attachment(entry.turn, "" if to.exempt else to.counts_as or to.id)
            found.setdefault(number[entry.unit], []).append(attached)
    return {unit: tuple(sorted(listed, reverse=True)) for unit, listed in found.items()}


def sources(
    operation: Mapping[str, Any],
    formations: Mapping[str, entries.FormationEntry],
    taking_part: set[str],
    board: Board,
) -> tuple[Source, ...]:
    """[18.1] Where supply comes onto the board for formations *taking_part*."""
    return tuple(
        Source(
            name=entry.at.partition(":")[2],
            hex=located(board, entry.at, "operation.toml, source"),
            side=SIDES.index(formations[entry.formations[0]].side),
            formations=tuple(name for name in entry.formations if name in taking_part),
            ammo=entry.ammo,
            fuel=entry.fuel,
        )
        for entry in rows(entries.SourceEntry, operation["source"], "operation.toml, source")
        if taking_part & set(entry.formations) - {"flak"} and _has_ground(entry, taking_part)
    )


def _has_ground(entry: entries.SourceEntry, taking_part: set[str]) -> bool:
    # The road of XXX Corps feeds a division only where the corps itself is in play.
    return entry.at != "entry:XXX Corps" or "30corps" in taking_part
