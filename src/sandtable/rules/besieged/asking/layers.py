"""[Control, Zones, Supply, Rail, Weather] What can be laid over the map: control, zones, supply, railways and the weather."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.kernel import Bits, Hex, Layer, Seat, bits_of, members
from sandtable.kernel.map.flood import hops_along, traced_ways

from ..position.roster import AXIS, SEATS, SOVIET
from ..position.supply import connected_rail, sources, supplied_hexes, supply_range
from ..position.war import CLEAR, War
from ..position.words import ADJECTIVES, weather_words
from ..position.zones import free_hexes, zone_of_control

PATTERNS: Final = {"control": "tint", "zones": "cross", "supply": "dotted"}


def layers(g: War) -> list[Layer]:
    """Everything that may be laid over the map; nothing of it is secret."""
    found: list[Layer] = []
    for side in (AXIS, SOVIET):
        found += [
            _area(g, side, "control", "control", "Control", g.control(side)),
            _area(g, side, "zones", "zones of control", "Zones", zone_of_control(g, side)),
            _area(g, side, "supply", "supply", "Supply", supplied_hexes(g, side)),
            _lines(g, side),
            _railway(g, side),
        ]
    return [*found, _major_cities(g), _weather(g)]


def _area(g: War, side: Seat, name: str, title: str, rule: str, mask: Bits) -> Layer:
    return Layer.area(
        name,
        title,
        side=SEATS[side],
        adjective=ADJECTIVES[side],
        rule=rule,
        hexes=g.grid.names(members(mask)),
        pattern=PATTERNS[name],
    )


def _lines(g: War, side: Seat) -> Layer:
    """[Supply] A line for every stack that has one; who is supplied by a port or from home has none."""
    stacks = bits_of(Hex(g.hex_of[unit]) for unit in g.on_map(side))
    return Layer(
        name=f"{SEATS[side]}_lines",
        title=f"{ADJECTIVES[side]} lines of supply",
        look="line",
        side=SEATS[side],
        lines=tuple(supply_lines(g, side, stacks)),
        rule="Supply",
        kind="lines",
        label="Lines of supply",
    )


def supply_lines(g: War, side: Seat, stacks: Bits) -> Iterator[tuple[str, ...]]:
    """[Supply] A shortest way from each of *stacks* to a railway that leads home, and along it to a source."""
    rails, net = g.campaign.rails, connected_rail(g, side)
    ways = traced_ways(
        g.grid,
        stacks,
        links=rails,
        net=hops_along(rails, g.grid, sources(g, side) & net, net),
        open_=free_hexes(g, side),
        overland=supply_range(g),
        barred=g.campaign.closed_sides,
    )
    return (g.grid.names(way) for way in ways)


def _major_cities(g: War) -> Layer:
    """[Victory] The cities that decide the game."""
    return Layer(
        name="major_cities",
        title="Major Cities",
        look="mark",
        hexes=g.grid.names(members(g.campaign.major)),
        rule="Victory",
    )


def _weather(g: War) -> Layer:
    """[Weather] The ground that mud or snow lies on; in clear weather there is none."""
    return Layer(
        name="weather",
        title=f"Weather: {weather_words(g.weather)}",
        look="area",
        hexes=g.grid.names(members(g.campaign.land)) if g.weather != CLEAR else (),
        rule="Weather",
        pattern="dotted",
    )


def _railway(g: War, side: Seat) -> Layer:
    """[Rail] The railway of *side* that leads home."""
    open_ = connected_rail(g, side)
    return Layer(
        name=f"{SEATS[side]}_rail",
        title=f"{ADJECTIVES[side]} railways",
        look="line",
        side=SEATS[side],
        hexes=g.grid.names(members(open_)),
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
