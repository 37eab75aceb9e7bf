"""[2.10] Lines of supply, [AGN 4.3, AGS 4.3] by nation, [10.0] unlimited traces, and the way home for retreats."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from sandtable.kernel import OFF_BOARD, Bits, Hex, Hexsides, Seat
from sandtable.kernel.map.flood import Distances, flood, flood_along, hops, trace

from .campaign import Campaign
from .roster import AXIS, SOVIET
from .state import Front, Origin, enemy
from .zones import zone_of_control

OVERLAND: Final = 5


def traces_like_a_finn(g: Front, unit: int) -> bool:
    """[AGN 4.6] Finns, and Germans in Finland (R-55), use the Finnish line of supply."""
    return unit in g.roster.finns or g.origin[unit] == Origin.FINLAND


def tracing_like_finns(g: Front, units: Iterable[int]) -> set[int]:
    """[AGN 4.6] Those of *units* who use the Finnish line of supply, asked for many at once."""
    finns, origin, in_finland = g.roster.finns, g.origin, Origin.FINLAND
    return {u for u in units if u in finns or origin[u] == in_finland}


def belonging_to_finland(g: Front) -> frozenset[int]:
    """[AGN 4.6] All who use the Finnish line of supply."""
    origin, found = g.campaign.northern
    # Where units come from hardly ever changes.
    if origin != g.origin:
        in_finland = int(Origin.FINLAND)
        found = g.roster.finns.union([u for u, where in enumerate(g.origin) if where == in_finland])
        g.campaign.northern = (g.origin.copy(), found)
    return found


def in_supply(g: Front, unit: int, *, combat: bool = False) -> bool:
    """[2.10] Whether *unit* can trace a line of supply; in *combat* the enemies in its own hex are ignored (R-37)."""
    here = g.hex_of[unit]
    if here < 0:
        return False
    side = Seat(g.side_of[unit])
    ignored = Hex(here) if combat else OFF_BOARD
    if side == SOVIET:
        hexes = soviet_lines(g, ignored)
    elif traces_like_a_finn(g, unit):
        hexes = finnish_lines(g, ignored)
    else:
        hexes = german_lines(g, ignored)
    return bool(hexes >> here & 1)


def force_in_supply(g: Front, units: list[int] | tuple[int, ...], *, combat: bool = False) -> bool:
    """[2.10] Whether every unit of a force in one hex can trace a line of supply."""
    kinds = {(g.side_of[u], traces_like_a_finn(g, u)): u for u in units}
    return all(in_supply(g, unit, combat=combat) for unit in kinds.values())


def free_hexes(g: Front, side: Seat, ignored: Hex = OFF_BOARD) -> Bits:
    """[2.10] The hexes a line of *side* may pass: no enemy unit, no enemy zone except where a friend stands (R-24).

    Units in the *ignored* hex, and their zones, are as if they were not there (R-37).
    """
    other = enemy(side)
    mask = 0 if ignored == OFF_BOARD else 1 << ignored
    zone = zone_of_control(g, other, without=mask)
    occupied = g.occupied[other] & ~mask
    return g.campaign.land & ~occupied & ~(zone & ~g.occupied[side])


def german_lines(g: Front, ignored: Hex = OFF_BOARD) -> Bits:
    """[AGN 4.3.1, AGS 4.3.1] Every hex from which Germans, Hungarians and Romanians have a line of supply.

    Up to three hexes (two in winter) to a rail hex, then converted, friendly rail off the west of the map (R-38).
    """
    known = g.worked_out() if ignored == OFF_BOARD else {}
    if "german lines" not in known:
        known["german lines"] = _lines(g.campaign, *german_terms(g, ignored))
    return known["german lines"]


def joined_rail(g: Front) -> Bits:
    """[AGN 4.3.1, AGS 4.3.1] Converted, friendly rail that is joined to the west edge of the map (R-38), whoever looks on."""
    return _joined_rail(g.campaign, g.converted, g.axis_control)


@lru_cache(maxsize=1024)
def _joined_rail(campaign: Campaign, converted: Bits, axis_control: Bits) -> Bits:
    """The same; most answers change neither who holds what nor the railway."""
    net = converted & axis_control
    return flood_along(campaign.rails, campaign.grid, campaign.rail_exits & net, net)


class Terms(NamedTuple):
    """[2.10] By what a line of supply is traced: along which links, from where, over which hexes, how far off the net."""

    links: Hexsides
    sources: Bits
    free: Bits
    net: Bits
    overland: int


def german_terms(g: Front, ignored: Hex = OFF_BOARD) -> Terms:
    """[AGN 4.3.1, AGS 4.3.1] Converted, friendly rail off the west of the map."""
    free = free_hexes(g, AXIS, ignored)
    rail = free & g.converted & g.axis_control
    return Terms(g.campaign.rails, g.campaign.rail_exits & rail, free, rail, german_overland(g))


@lru_cache(maxsize=1024)
def _lines(campaign: Campaign, links: Hexsides, sources: Bits, free: Bits, net: Bits, overland: int) -> Bits:
    """The hexes with a line of supply. The same question is asked again and again while nobody has moved."""
    return trace(
        campaign.grid,
        campaign.land,
        links=links,
        sources=sources,
        open_=free,
        open_links=net,
        overland=overland,
        barred=campaign.water,
    )


def german_overland(g: Front) -> int:
    """[AGN 4.3.1, AGS 4.3.1] How many hexes off the rail a German line may run this turn."""
    return _overland(g.campaign, max(g.turn, 1))


@lru_cache(maxsize=256)
def _overland(campaign: Campaign, turn: int) -> int:
    return int(campaign.calendar.facts(turn)["overland"])


def soviet_sources(g: Front) -> Bits:
    """[AGN 4.3.2, AGS 4.3.2] Russian-held cities inside Russia, and unconverted rail hexes of the east edge (R-45)."""
    campaign = g.campaign
    edge = campaign.east_edge & campaign.rail_hexes & ~g.converted
    return g.control(SOVIET) & (campaign.cities & campaign.soviet_side | edge)


def soviet_lines(g: Front, ignored: Hex = OFF_BOARD) -> Bits:
    """[AGN 4.3.2, AGS 4.3.2] Every hex from which Russians have a line of supply: five hexes to unconverted rail."""
    known = g.worked_out() if ignored == OFF_BOARD else {}
    if "soviet lines" not in known:
        known["soviet lines"] = _lines(g.campaign, *soviet_terms(g, ignored)) | leningrad_lines(g)
    return known["soviet lines"]


def soviet_terms(g: Front, ignored: Hex = OFF_BOARD) -> Terms:
    """[AGN 4.3.2, AGS 4.3.2] Unconverted, friendly rail to a city of their own or the east edge.

    A line ends with a rail path: a city that no unconverted rail has reached, or has any more, is no end of one.
    """
    free = free_hexes(g, SOVIET, ignored)
    rail = free & g.campaign.rail_hexes & ~g.converted & ~g.axis_control
    return Terms(g.campaign.rails, soviet_sources(g) & rail, free, rail, OVERLAND)


def leningrad_lines(g: Front) -> Bits:
    """[AGN 4.9.2] Russians in or next to Leningrad are in supply while the city is theirs (R-53)."""
    city = g.campaign.leningrad
    if city < 0 or g.axis_control >> city & 1:
        return 0
    return g.grid.within(city, 1) & g.campaign.land


def finnish_sources(g: Front) -> Bits:
    """[AGN 4.3.3] Axis-held cities in Finland."""
    return g.control(AXIS) & g.campaign.cities & g.campaign.finland


def finnish_lines(g: Front, ignored: Hex = OFF_BOARD) -> Bits:
    """[AGN 4.3.3] Every hex from which Finns have a line of supply: five hexes to a rail or road."""
    known = g.worked_out() if ignored == OFF_BOARD else {}
    if "finnish lines" not in known:
        known["finnish lines"] = _lines(g.campaign, *finnish_terms(g, ignored))
    return known["finnish lines"]


def finnish_terms(g: Front, ignored: Hex = OFF_BOARD) -> Terms:
    """[AGN 4.3.3] Axis-held roads and unconverted rails to a city in Finland."""
    campaign = g.campaign
    free = free_hexes(g, AXIS, ignored)
    net = free & g.axis_control & ~g.converted
    links = campaign.rails_and_roads
    # Along a converted railway a road is as good as before.
    roads = g.converted & campaign.road_hexes
    if roads:
        net |= free & g.axis_control & roads
        links = campaign.roads_and_broad_rails(g.converted)
    on_line = campaign.rail_hexes | campaign.road_hexes
    return Terms(links, finnish_sources(g) & net & on_line, free, net, OVERLAND)


def lines_of(g: Front, side: Seat, *, finnish: bool = False) -> Bits:
    """Every hex from which units of *side* have a line of supply, *finnish* ones or the others."""
    if side == SOVIET:
        return soviet_lines(g)
    return finnish_lines(g) if finnish else german_lines(g)


# ---- unlimited traces and the way home


def home_sources(g: Front, side: Seat, *, finnish: bool = False) -> Bits:
    """[8.11] Where a beaten or surrounded force wants to go (R-45): sources, and any land hex of the east edge."""
    if side == SOVIET:
        return soviet_sources(g) | g.campaign.east_edge
    if finnish:
        return finnish_sources(g)
    return g.campaign.rail_exits & g.axis_control


def contact_with_home(g: Front, side: Seat, *, finnish: bool = False) -> Bits:
    """[10.0] Every hex with an unlimited line over land, free of enemy units and zones, to a source (R-27)."""
    free = free_hexes(g, side)
    reached = flood(g.grid, home_sources(g, side, finnish=finnish) & free, free, barred=g.campaign.water)
    return reached | (leningrad_lines(g) if side == SOVIET else 0)


def way_home(
    g: Front,
    side: Seat,
    here: Hex,
    combat_hex: Hex,
    *,
    finnish: bool = False,
    closed: Bits = 0,
    finns: bool = False,
) -> Distances:
    """[8.11] How many hexes each hex lies from the nearest source (R-46): zones do not count, enemies do.

    The retreating force is *here*; the hex it was driven from is no source. No way leads through *closed* hexes, nor
    over the Svir for a force with *finns* [AGN 4.7].
    """
    open_ = g.campaign.land & ~g.occupied[enemy(side)] & ~closed | 1 << here
    sources = home_sources(g, side, finnish=finnish) & open_ & ~(1 << combat_hex)
    return _hops_home(g.campaign, sources, open_, finns)


@lru_cache(maxsize=512)
def _hops_home(campaign: Campaign, sources: Bits, open_: Bits, finns: bool) -> Distances:
    """The same; a bot asks for it once for every attack that it weighs."""
    return hops(campaign.grid, sources, open_, barred=campaign.barred_to_finns if finns else campaign.water)


def reaches_east_edge(g: Front, hex_: Hex) -> bool:
    """[AGN 5.0] Whether a Russian path of any length, free of enemies and their zones, leads to the east edge (R-53)."""
    return _reaches_east(g.campaign, free_hexes(g, SOVIET) | 1 << hex_, hex_)


@lru_cache(maxsize=1024)
def _reaches_east(campaign: Campaign, free: Bits, hex_: Hex) -> bool:
    return bool(flood(campaign.grid, 1 << hex_, free, barred=campaign.water) & campaign.east_edge & free)


def line_to_east_edge(g: Front, hex_: Hex) -> bool:
    """[AGN 4.9.1] Whether a Russian line of supply leads from *hex_* to the east edge itself (R-53)."""
    campaign = g.campaign
    free = free_hexes(g, SOVIET)
    rail = free & campaign.rail_hexes & ~g.converted & ~g.axis_control
    reached = flood_along(campaign.rails, g.grid, campaign.east_edge & rail, rail)
    near = flood(g.grid, 1 << hex_, free, limit=OVERLAND, barred=campaign.water)
    return bool(near & reached)
