"""[2.5, 2.6, 2.9, 2.10] What can be laid over the map: control, zones, lines of supply and the railway."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.kernel import Bits, Hex, Layer, Seat, bits_of, members
from sandtable.kernel.map.flood import hops_along, traced_ways

from ..series.exclusive.air import railheads
from ..series.position.roster import AXIS, SEATS, SOVIET
from ..series.position.state import Front
from ..series.position.supply import (
    Terms,
    finnish_lines,
    finnish_terms,
    german_lines,
    german_terms,
    soviet_lines,
    soviet_terms,
    traces_like_a_finn,
)
from ..series.position.zones import capable, influence_range, zone_of_control
from .known import known

ADJECTIVE: Final = {AXIS: "German", SOVIET: "Soviet"}
# Areas that lie over one another are told apart by these.
PATTERNS: Final = {"control": "tint", "zoc": "cross", "influence": "dotted"}


def layers(g: Front, seat: Seat) -> list[Layer]:
    """Everything that *seat* may lay over the map; how far an enemy's influence reaches goes by printed strength."""
    twin = known(g, seat)
    found: list[Layer] = []
    for side in (AXIS, SOVIET):
        found += [
            _area(twin, side, "control", "control", "2.9", twin.control(side)),
            _area(twin, side, "zoc", "zones of control", "2.5", zone_of_control(twin, side)),
            _area(twin, side, "influence", "zones of influence", "2.6", influence(twin, side)),
        ]
    return [*found, *supply_layers(twin), *_railway(twin)]


def _area(g: Front, side: Seat, name: str, title: str, rule: str, mask: Bits) -> Layer:
    return Layer.area(
        name,
        title,
        side=SEATS[side],
        adjective=ADJECTIVE[side],
        rule=rule,
        hexes=g.grid.names(members(mask)),
        pattern=PATTERNS[name],
    )


def influence(g: Front, side: Seat) -> Bits:
    """[2.6] The hexes in the zone of influence of a force of *side*."""
    found = 0
    for hex_ in map(Hex, members(g.steady[side])):
        if capable(g, g.units(hex_, side)):
            found |= g.grid.within(hex_, influence_range(g, hex_, side))
    return found & g.campaign.land


# ---- supply


def supply_layers(g: Front) -> list[Layer]:
    """[2.10] For each way of tracing, the hexes in supply and a line from every stack that has one."""
    kinds = [
        ("german", "German", AXIS, False, german_lines(g), german_terms(g), g.campaign.cite("german los")),
        ("soviet", "Soviet", SOVIET, False, soviet_lines(g), soviet_terms(g), g.campaign.cite("russian los")),
    ]
    if g.campaign.finland:
        terms = finnish_terms(g)
        kinds.insert(1, ("finnish", "Finnish", AXIS, True, finnish_lines(g), terms, "AGN 4.3.3"))
    return [
        Layer(
            name=f"{name}_supply",
            title=f"{title} lines of supply",
            look="line",
            side=SEATS[side],
            hexes=g.grid.names(members(lines)),
            lines=tuple(_ways(g, terms, _stacks(g, side, finnish=finnish) & lines)),
            rule=rule,
            kind="finnish_supply" if finnish else "supply",
            label="Finnish lines of supply" if finnish else "Lines of supply",
            nation=name,
        )
        for name, title, side, finnish, lines, terms, rule in kinds
    ]


def _stacks(g: Front, side: Seat, *, finnish: bool) -> Bits:
    return bits_of(
        Hex(g.hex_of[unit])
        for unit in g.roster.of_side[side]
        if g.hex_of[unit] >= 0 and (side == SOVIET or traces_like_a_finn(g, unit) == finnish)
    )


def _ways(g: Front, terms: Terms, stacks: Bits) -> Iterator[tuple[str, ...]]:
    """A shortest way from each stack to the net, and along it to a source.

    Whoever is in supply by a rule of its own, as at Leningrad, has none.
    """
    ways = traced_ways(
        g.grid,
        stacks,
        links=terms.links,
        net=hops_along(terms.links, g.grid, terms.sources, terms.net),
        open_=terms.free,
        overland=terms.overland,
        barred=g.campaign.water,
    )
    return (g.grid.names(way) for way in ways)


# ---- the railway


def _railway(g: Front) -> list[Layer]:
    """[AGN 4.3.1, AGS 4.3.1] What the Germans have converted, and where their lines end."""
    rule = g.campaign.cite("german los")
    converted = g.converted & g.campaign.rail_hexes
    pairs = tuple(
        (g.grid.name(a), g.grid.name(b))
        for a, b in g.campaign.rails.sides
        if converted >> a & 1 and converted >> b & 1
    )
    return [
        Layer(
            name="converted_rail",
            title="Converted railways",
            look="line",
            side="german",
            hexes=g.grid.names(members(converted)),
            lines=pairs,
            rule=rule,
            pattern="rails",
            usual=True,
        ),
        Layer(
            name="railheads",
            title="Railheads",
            look="mark",
            side="german",
            hexes=g.grid.names(members(railheads(g))),
            rule=g.campaign.cite("air"),
        ),
    ]
