"""The areas of a board: what is in play, coasts, edges, countries, and where railways run on off the map."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from sandtable.kernel.map.hexes import Grid, Hex, UnknownHex

from .sheet import Sheet, neighbours_over_land
from .specs import AreaRecipe, BoardSpec, SpecError


def areas_of(sheet: Sheet, spec: BoardSpec, window: Collection[Hex]) -> dict[str, set[Hex]]:
    """All areas of a board, as hexes of its *sheet* inside the *window*."""
    grid = sheet.grid
    inside = set(window)
    land = {h for h in inside if sheet.terrain[h] not in ("sea", "lake")}
    areas: dict[str, set[Hex]] = {"land": land, "coastal": land & sheet.coastal}
    for recipe in spec.areas:
        areas[recipe.name] = _cooked(sheet, spec, recipe, inside, areas)
    known = {grid.hex(name) for name in sheet.spec.known}
    in_play = areas.setdefault("in_play", known & inside if known else inside)
    columns = [grid.row_column(h)[1] for h in inside]
    west, east = min(columns), max(columns)
    shore = land & in_play
    areas.setdefault("west_edge", {h for h in shore if grid.row_column(h)[1] == west})
    areas.setdefault("east_edge", {h for h in shore if grid.row_column(h)[1] == east})
    if spec.supply.countries:
        areas["rail_exits"] = rail_exits(sheet, spec.supply.countries, in_play, areas["west_edge"])
    winter = {grid.hex(name) for name, known in sheet.spec.known.items() if known.winter}
    if winter:
        areas["winter"] = winter & inside
    return areas


def rail_exits(
    sheet: Sheet, countries: Collection[str], in_play: Collection[Hex], west_edge: Collection[Hex]
) -> set[Hex]:
    """Rail hexes in play of the given *countries* at the west edge, or with a line that leaves the area in play to them.

    Damos R-38: from there the railway runs on west off the map.
    """
    found: set[Hex] = set()
    for segment in sheet.rails:
        for here, there in ((segment.a, segment.b), (segment.b, segment.a)):
            if here not in in_play or sheet.country[here] not in countries:
                continue
            leaves = there not in in_play and sheet.country[there] in countries
            if here in west_edge or leaves:
                found.add(here)
    return found


def unsupplied_hexes(
    sheet: Sheet,
    hexes: Collection[Hex],
    *,
    countries: Collection[str],
    in_play: Collection[Hex],
    exits: Collection[Hex],
    reach: int,
) -> list[Hex]:
    """Which of *hexes* have no line of supply on the first turn.

    Damos R-24: at most *reach* hexes over land to a rail hex of the given *countries*, then along the rail to an exit.
    """
    joined = _flood(exits, _rail_net(sheet, {h for h in in_play if sheet.country.get(h) in countries}))
    lost: list[Hex] = []
    for start in sorted(hexes):
        near = {start}
        for _ in range(reach):
            near |= {n for h in sorted(near) for n in neighbours_over_land(sheet, h) if n in in_play}
        if not near & joined:
            lost.append(start)
    return lost


def rail_components(sheet: Sheet, window: Collection[Hex]) -> list[set[Hex]]:
    """The pieces of the rail net inside *window*, the largest first."""
    along = _rail_net(sheet, window)
    left = set(along)
    found: list[set[Hex]] = []
    while left:
        piece = _flood({min(left)}, along)
        left -= piece
        found.append(piece)
    return sorted(found, key=lambda p: (-len(p), min(p)))


def hexes_in(spec: BoardSpec, grid: Grid, listed: Collection[str], key: str) -> set[Hex]:
    """Hexes given by number or as a run along a row, such as "3501-3518"."""
    found: set[Hex] = set()
    for item in listed:
        first, dash, last = item.partition("-")
        try:
            a = grid.hex(first)
            b = grid.hex(last) if dash else a
        except UnknownHex as why:
            raise SpecError(f"{spec.source}: {key}: {why}") from None
        (row, one), (other_row, other) = grid.row_column(a), grid.row_column(b)
        if row != other_row:
            raise SpecError(f"{spec.source}: {key}: {item!r} does not stay in one row")
        found |= {grid.at(row, column) for column in range(min(one, other), max(one, other) + 1)}
    return found


def printed(grid: Grid, cell: Hex) -> tuple[int, int]:
    """Row and column of *cell* as the printed map counts them."""
    row, column = grid.row_column(cell)
    n = grid.numbering
    down = row if n.rows_from == "north" else grid.rows - 1 - row
    across = column if n.columns_from == "west" else grid.columns - 1 - column
    return down + n.first_row, across + n.first_column


def _rail_net(sheet: Sheet, within: Collection[Hex]) -> dict[Hex, list[Hex]]:
    """Where the railway leads from every hex, as long as it stays *within* some."""
    along: dict[Hex, list[Hex]] = {}
    for segment in sheet.rails:
        if segment.a in within and segment.b in within:
            along.setdefault(segment.a, []).append(segment.b)
            along.setdefault(segment.b, []).append(segment.a)
    return along


def _flood(starts: Collection[Hex], along: Mapping[Hex, list[Hex]]) -> set[Hex]:
    seen = set(starts)
    waiting = sorted(seen)
    while waiting:
        for beyond in along.get(waiting.pop(), ()):
            if beyond not in seen:
                seen.add(beyond)
                waiting.append(beyond)
    return seen


def _cooked(
    sheet: Sheet, spec: BoardSpec, recipe: AreaRecipe, inside: set[Hex], areas: Mapping[str, set[Hex]]
) -> set[Hex]:
    grid = sheet.grid
    key = f"area {recipe.name!r}"
    found = hexes_in(spec, grid, recipe.hexes, key) & inside if recipe.hexes else set(inside)
    if recipe.rows:
        low, high = recipe.rows
        found = {h for h in found if low <= printed(grid, h)[0] <= high}
    if recipe.columns:
        low, high = recipe.columns
        found = {h for h in found if low <= printed(grid, h)[1] <= high}
    if recipe.to_row_of:
        row = _row_of(sheet, spec, recipe.to_row_of, key)
        found = {h for h in found if grid.row_column(h)[0] <= row}
    if recipe.countries:
        found = {h for h in found if sheet.country.get(h) in recipe.countries}
    if recipe.coastal:
        found &= sheet.coastal
    if recipe.shore_of:
        found &= _shore(sheet, spec, recipe.shore_of, key)
    found = {h for h in found if sheet.country.get(h) not in recipe.less_countries}
    for country, longitude in recipe.west_limits.items():
        found -= {
            h
            for h in found
            if sheet.country.get(h) == country
            and sheet.projection.lat_lon(sheet.placement.centre_xy(h))[1] < longitude
        }
    for other in recipe.rest_of:
        if other not in areas:
            raise SpecError(f"{spec.source}: {key}: there is no area {other!r} above it to leave out")
        found -= areas[other]
    return found - hexes_in(spec, grid, recipe.less, key)


def _row_of(sheet: Sheet, spec: BoardSpec, place: str, key: str) -> int:
    for cell, sites in sheet.sites.items():
        if any(site.settlement.name == place for site in sites):
            return sheet.grid.row_column(cell)[0]
    raise SpecError(f"{spec.source}: {key}: the place {place!r} is not on the sheet")


def _shore(sheet: Sheet, spec: BoardSpec, lake: str, key: str) -> set[Hex]:
    if lake not in sheet.water.lakes:
        raise SpecError(f"{spec.source}: {key}: {lake!r} is no known lake")
    water = sheet.water.lakes[lake]
    return {
        h
        for h, kind in sheet.terrain.items()
        if kind not in ("sea", "lake") and water.intersects(sheet.placement.polygon(h))
    }
