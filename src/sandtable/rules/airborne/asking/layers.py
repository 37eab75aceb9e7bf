"""[15.1, 18.1, 1.5, 11.4] What can be laid over the map: crossings, supply, ground next to the enemy, drop zones."""

from __future__ import annotations

from typing import Final

from sandtable.kernel import CONTROL, Bits, HexsideMark, Label, Layer, Seat, members

from ..position.corridor import SIDES, Corridor, State
from ..position.sight import as_known_to
from ..seen.counters import side_seen_by
from ..turn.ending import crossing_words
from ..turn.supplying import supplied_cells

_LETTERS: Final = {
    State.NONE: "",
    State.PREPARED: "!",
    State.DISARMED: "",
    State.DAMAGED: "D",
    State.BLOWN: "X",
    State.GAP: "X",
    State.FERRY: "F",
    State.BUILT: "B",
}


def layers(g: Corridor, seat: Seat) -> list[Layer]:
    """Everything that may be laid over the map, from what *seat* knows."""
    side = side_seen_by(g, seat)
    found = [_crossings(g), _zones(g)]
    if side is None and seat != CONTROL:
        return found
    for one in (0, 1) if side is None else (side,):
        known = g if seat == CONTROL else as_known_to(g, one, seat)
        supplied: Bits = 0
        for source in g.campaign.sources:
            if source.side == one:
                supplied |= supplied_cells(known, one, int(source.hex))
        found.append(_area(g, one, "supply", "supply by road", "18.1", supplied))
        enemies = known.cells_of(1 - one)
        found.append(
            _area(g, one, "contact", "cells next to known enemies", "1.5", g.grid.expand(enemies) & ~enemies)
        )
    return found


def _area(g: Corridor, side: int, name: str, title: str, rule: str, cells: Bits) -> Layer:
    return Layer(
        name=f"{SIDES[side]}_{name}",
        title=f"{('Allied', 'German')[side]}: {title}",
        look="area",
        side=SIDES[side],
        hexes=g.grid.names(members(cells & g.plan.board.in_play)),
        rule=rule,
        kind=name,
        label=title.capitalize(),
        pattern="tint" if name == "supply" else "dotted",
    )


def _crossings(g: Corridor) -> Layer:
    """[15.1] Who holds which crossing, and how it stands."""
    marks = []
    seen: set[str] = set()
    for point, bridge in g.plan.bridges.items():
        hexside = g.grid.side_name(g.grid.side_number(*bridge.side))
        if hexside in seen:
            continue
        seen.add(hexside)
        text = _LETTERS[State(g.bridge[point])] or crossing_words(g, point)[6:7].upper()
        marks.append(HexsideMark(hexside=hexside, side=SIDES[g.bridge_holder[point]], text=text))
    return Layer(
        name="crossings",
        title="Crossings",
        look="hexside",
        pattern="flag",
        rule="15.1",
        usual=True,
        hexsides=tuple(marks),
    )


def _zones(g: Corridor) -> Layer:
    """[16.2] Drop zones and landing zones."""
    return Layer(
        name="zones",
        title="Drop zones",
        look="label",
        rule="16.2",
        labels=tuple(Label(at=g.grid.name(hex_), text=name) for name, hex_ in g.campaign.drop_zones.items()),
    )
