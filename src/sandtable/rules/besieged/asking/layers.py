"""[Control, Zones, Supply, Rail] What can be laid over the map: control, zones, lines of supply and the railways."""

from __future__ import annotations

from typing import Final

from sandtable.kernel import Bits, Hex, Layer, Seat, members

from ..position.roster import AXIS, SEATS, SOVIET
from ..position.supply import connected_rail, supplied_hexes
from ..position.war import War
from ..position.words import ADJECTIVES
from ..position.zones import zone_of_control

PATTERNS: Final = {"control": "tint", "zones": "cross", "supply": "dotted"}


def layers(g: War) -> list[Layer]:
    """Everything that may be laid over the map; nothing of it is secret."""
    found: list[Layer] = []
    for side in (AXIS, SOVIET):
        found += [
            _area(g, side, "control", "control", "Control", g.control(side)),
            _area(g, side, "zones", "zones of control", "Zones", zone_of_control(g, side)),
            _area(g, side, "supply", "supply", "Supply", supplied_hexes(g, side)),
            _railway(g, side),
        ]
    return found


def _area(g: War, side: Seat, name: str, title: str, rule: str, mask: Bits) -> Layer:
    return Layer(
        name=f"{SEATS[side]}_{name}",
        title=f"{ADJECTIVES[side]} {title}",
        look="area",
        side=SEATS[side],
        hexes=_names(g, mask),
        rule=rule,
        kind=name,
        label=title.capitalize(),
        pattern=PATTERNS[name],
        describes=name == "control",
    )


def _railway(g: War, side: Seat) -> Layer:
    """[Rail] The railway of *side* that leads home."""
    open_ = connected_rail(g, side)
    return Layer(
        name=f"{SEATS[side]}_rail",
        title=f"{ADJECTIVES[side]} railways",
        look="line",
        side=SEATS[side],
        hexes=_names(g, open_),
        lines=tuple(
            (g.grid.name(a), g.grid.name(b))
            for a, b in g.campaign.rails.sides
            if open_ >> a & 1 and open_ >> b & 1
        ),
        rule="Rail",
        kind="rail",
        label="Railways",
        pattern="rails",
    )


def _names(g: War, mask: Bits) -> tuple[str, ...]:
    return tuple(g.grid.name(Hex(h)) for h in members(mask))
