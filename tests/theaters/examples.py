"""A small invented country for the tests of the compiler: a lake, a river, two towns, a railway and a frontier."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from shapely.geometry import box

from sandtable.kernel.map.hexes import Hexside
from sandtable.theaters.geography import read_geography
from sandtable.theaters.hexsides import Corner, corners_of
from sandtable.theaters.placement import Placement
from sandtable.theaters.sheet import Sheet, compile_on, lay_out
from sandtable.theaters.specs import SheetSpec, read_board_spec

GEOGRAPHY = """
[features]
places = [
  ["Eastham", 50.00, 31.00, "major_city", "EE", false],
  ["Westham", 50.00, 29.00, "town", "WW", false],
  ["Halt", 50.02, 31.05, "junction", "EE", false],
]
rails = [
  {name="Main line", via=["Westham", [50.0, 30.0], "Eastham"]},
  {name="Narrow line", gauge="narrow", sure=false, via=["Eastham", [50.6, 31.0]]},
]
roads = [{name="High road", via=["Westham", "Eastham"]}]
[borders]
EE-WW = [[48.0, 30.02], [52.0, 30.02]]
[rivers.river]
Brook = [[50.9, 28.6], [50.2, 28.7], [49.5, 28.6], [49.1, 28.7]]
[rivers.major_river]
Stream = [[51.5, 30.5], [50.0, 30.45], [48.5, 30.5]]
[hints]
never_major = []
[hints.major_river_from]
Stream = [50.0, 30.45]
[lakes]
Mere = [[49.2, 31.2], [49.2, 31.9], [49.7, 31.9], [49.7, 31.2]]
[[area]]
kind = "swamp"
name = "Fen"
poly = [[50.4, 28.0], [51.0, 28.0], [51.0, 28.9], [50.4, 28.9]]
"""

BOARD = """
title = "Two Towns"
geography = ["{geography}"]
[grid]
crs = "+proj=aea +lat_1=48 +lat_2=52 +lat_0=50 +lon_0=30 +ellps=WGS84 +units=km"
shape = "{shape}"
width_km = {width}
rows = {rows}
columns = {columns}
numbering = "RRCC"
columns_from = "west"
anchor = "0101"
anchor_xy_km = [-140.0, 110.0]
[ground]
land_threshold = 0.5
[anchors]
[facts]
provenance = "invented"
"""


def sheet_spec(folder: Path, *, shape: str, width: float, rows: int, columns: int) -> SheetSpec:
    """The files of the invented country written into *folder*, read back as a sheet."""
    (folder / "land.toml").write_text(GEOGRAPHY, encoding="utf-8")
    text = BOARD.format(
        geography=(folder / "land.toml").as_posix(), shape=shape, width=width, rows=rows, columns=columns
    )
    (folder / "two.toml").write_text(text, encoding="utf-8")
    _, spec = read_board_spec("two", folder)
    assert spec is not None
    return spec


def invented_sheet(folder: Path, *, shape: str, width: float, rows: int, columns: int) -> Sheet:
    """The invented country compiled; the sea lies south of y = -100 km."""
    spec = sheet_spec(folder, shape=shape, width=width, rows=rows, columns=columns)
    projection, placement = lay_out(spec)
    geography = read_geography(*spec.geography)
    return compile_on(spec, geography, projection, placement, box(-1000, -100, 1000, 1000))


def loose_ends(placement: Placement, sides: Iterable[Hexside]) -> list[Corner]:
    """The corners where an odd number of *sides* meet: two for an unbroken chain, none for a ring."""
    odd: set[Corner] = set()
    for side in sides:
        for corner in corners_of(placement, side):
            odd ^= {corner}
    return sorted(odd)
