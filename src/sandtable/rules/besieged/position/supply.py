"""[Supply] Lines of supply: overland to a railway that leads home, allies from their own cities, ports, Lake Ladoga."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from sandtable.kernel import Bits, Hex, Seat
from sandtable.kernel.map.flood import flood, flood_along, hops, trace

from ..state import WEATHERS
from .campaign import Campaign
from .roster import AXIS, SIDES, SOVIET, Nation
from .war import War
from .zones import free_hexes


def supply_range(g: War) -> int:
    """[Supply] How many hexes a line may run overland in this weather."""
    return int(g.campaign.schedule["supply"]["range"][WEATHERS[g.weather]])


def sources(g: War, side: Seat) -> Bits:
    """[Supply] Where lines of *side* end: railways off the west of the map, or the Soviet sources, while it holds them."""
    return _printed_sources(g.campaign, side) & g.control(side)


def connected_rail(g: War, side: Seat) -> Bits:
    """[Supply, Rail] The rail hexes of *side* that are joined to a source, free of enemies and their zones."""
    net = free_hexes(g, side) & g.rail(side) & g.control(side)
    return flood_along(g.campaign.rails, g.grid, sources(g, side) & net, net)


def supplied_hexes(g: War, side: Seat) -> Bits:
    """[Supply] Every hex from which any unit of *side* has a line of supply; allies may have more (``ally_hexes``)."""
    lines = _lines(g, side, sources(g, side))
    return lines | ladoga(g, lines) if side == SOVIET else lines


def ally_hexes(g: War, nation: Nation) -> Bits:
    """[Supply] Where units of an ally have a line to a city of their own country."""
    country = g.campaign.schedule["allies"].get(nation.name.lower(), {}).get("country", "")
    homes = g.campaign.cities & g.campaign.countries.get(country, 0) & g.control(AXIS)
    if not homes:
        return 0
    free = free_hexes(g, AXIS)
    near = flood(g.grid, homes & free, free, limit=supply_range(g), barred=g.campaign.closed_sides)
    return near | _lines(g, AXIS, homes)


def ladoga(g: War, lines: Bits) -> Bits:
    """[Ladoga] Leningrad and the hexes next to it, while a supplied hex of the lake's shore is Soviet."""
    city = g.campaign.hex("Leningrad")
    shore = g.campaign.board.area("ladoga_shore") & lines & g.control(SOVIET)
    if not shore or not g.controls(SOVIET, city):
        return 0
    return g.grid.within(city, 1) & g.campaign.land


def supplied_units(g: War, side: Seat) -> set[int]:
    """[Supply] The units of *side* that have supply now, by land, from home or through a port."""
    lines = supplied_hexes(g, side)
    found, others = set[int](), list[int]()
    homes: dict[Nation, Bits] = {}
    for unit in g.on_map(side):
        nation, here = g.counter(unit).nation, g.hex_of[unit]
        if side == AXIS and nation is not Nation.GERMAN and nation not in homes:
            homes[nation] = ally_hexes(g, nation)
        if (lines | homes.get(nation, 0)) >> here & 1:
            found.add(unit)
        else:
            others.append(unit)
    return found | by_port(g, side, others) if others else found


def by_port(g: War, side: Seat, units: Iterable[int]) -> set[int]:
    """[Ports] Of *units*, those that ports supply: three a port, the nearest first, while its sea has a second friendly port."""
    rules = g.campaign.schedule["supply"]
    waiting = {u: Hex(g.hex_of[u]) for u in units}
    found: set[int] = set()
    free = free_hexes(g, side)
    for names in rules[f"{SIDES[side]}_ports"].values():
        ports = [h for h in map(g.campaign.hex, names) if g.controls(side, h)]
        if len(ports) < 2:
            continue
        for port in ports:
            way = hops(g.grid, 1 << port, free, limit=supply_range(g), barred=g.campaign.closed_sides)
            reach = [(d, u) for u, h in waiting.items() if u not in found and (d := way.of(h)) is not None]
            found.update(u for _, u in sorted(reach)[: int(rules["port_units"])])
    return found


def in_supply(g: War, unit: int) -> bool:
    """[Supply] Whether *unit* has a line of supply now; what counts in combat is the mark of the latest check."""
    return unit in supplied_units(g, Seat(g.side_of[unit]))


def supplied_cities(g: War, side: Seat) -> Bits:
    """[Supply] The cities of *side* that are in supply."""
    return g.campaign.cities & g.control(side) & supplied_hexes(g, side)


def _lines(g: War, side: Seat, ends: Bits) -> Bits:
    free = free_hexes(g, side)
    net = free & g.rail(side) & g.control(side)
    return _traced(g.campaign, ends & net, free, net, supply_range(g))


@lru_cache(maxsize=4096)
def _traced(campaign: Campaign, ends: Bits, free: Bits, net: Bits, overland: int) -> Bits:
    """The hexes with a line. The same question is asked again and again while nobody has moved."""
    return trace(
        campaign.grid,
        campaign.land,
        links=campaign.rails,
        sources=ends,
        open_=free,
        open_links=net,
        overland=overland,
        barred=campaign.closed_sides,
    )


@lru_cache(maxsize=4)
def _printed_sources(campaign: Campaign, side: Seat) -> Bits:
    rules = campaign.schedule["supply"]
    if side == AXIS:
        return campaign.board.area(rules["axis_sources"]) & campaign.rail_hexes
    return campaign.hexes(rules["soviet_sources"])
