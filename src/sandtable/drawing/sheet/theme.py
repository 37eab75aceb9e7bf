"""The tokens of a drawing: paper, inks, ground and water. Light and dark are two sets of the same names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

SANS: Final = "'Source Sans Pro','Source Sans 3','Helvetica Neue',Arial,sans-serif"
SERIF: Final = "'Source Serif Pro','Source Serif 4',Georgia,'Times New Roman',serif"


@dataclass(frozen=True, kw_only=True)
class Theme:
    """Colours by what they are for; nothing in the drawing names a colour of its own."""

    name: str
    paper: str
    panel: str
    ink: str
    ink_soft: str
    number: str
    number_on_water: str
    halo: str
    grid: str
    grid_opacity: float
    frame: str
    accent: str
    # ground
    land: str
    woods: str
    woods_mark: str
    swamp: str
    swamp_mark: str
    rough: str
    rough_mark: str
    mountain: str
    mountain_mark: str
    mountain_shade: str
    heath: str
    heath_mark: str
    field: str
    field_mark: str
    polder: str
    polder_mark: str
    town: str
    town_mark: str
    other: str
    other_mark: str
    # water
    water: str
    water_line: str
    coast: str
    water_name: str
    river: str
    river_core: str
    # lines
    rail: str
    rail_gap: str
    rail_unsure: str
    road_edge: str
    road: str
    road_second: str
    track: str
    frontier: tuple[str, ...]
    # places
    symbol: str
    symbol_fill: str
    block: str
    country: str
    veil: str
    veil_line: str
    zone: str


LIGHT: Final = Theme(
    name="light",
    paper="#f7f3e8",
    panel="#f1ebda",
    ink="#24221d",
    ink_soft="#5b5546",
    number="#574f3f",
    number_on_water="#3f5b6b",
    halo="#f9f5ea",
    grid="#5f5840",
    grid_opacity=0.3,
    frame="#3a362c",
    accent="#a8341f",
    land="#f3ebd3",
    woods="#d2dcb6",
    woods_mark="#7f9a66",
    swamp="#d5e2d6",
    swamp_mark="#5b8a90",
    rough="#e9d9b3",
    rough_mark="#ab8c58",
    mountain="#dcc6a3",
    mountain_mark="#7b5f40",
    mountain_shade="#bf9f74",
    heath="#ead9c9",
    heath_mark="#a5809a",
    field="#e6e6bd",
    field_mark="#9aa46c",
    polder="#dfe7cd",
    polder_mark="#7ba3a0",
    town="#dccdbd",
    town_mark="#96806e",
    other="#e4dfd2",
    other_mark="#948c7c",
    water="#c3d5dd",
    water_line="#8fb0c0",
    coast="#4d7389",
    water_name="#2f5a74",
    river="#3f7397",
    river_core="#a9cbdd",
    rail="#26241f",
    rail_gap="#fbf8ef",
    rail_unsure="#7b7466",
    road_edge="#7a5a3a",
    road="#e9b872",
    road_second="#fbf4e0",
    track="#86683f",
    frontier=("#8a3f6b", "#2f6f5a", "#7c5a12", "#3f4f8f", "#8a4a2a"),
    symbol="#24221d",
    symbol_fill="#fdfaf1",
    block="#8c3b2c",
    country="#6d6450",
    veil="#efe9da",
    veil_line="#8d8571",
    zone="#5b3f86",
)

DARK: Final = Theme(
    name="dark",
    paper="#191b1e",
    panel="#202328",
    ink="#ece6d6",
    ink_soft="#b3ab98",
    number="#b9b19d",
    number_on_water="#8fabbc",
    halo="#1d1e1f",
    grid="#cfc6ae",
    grid_opacity=0.2,
    frame="#8b8472",
    accent="#e5866f",
    land="#35332d",
    woods="#2f3b2b",
    woods_mark="#6d8a5a",
    swamp="#2d3d3d",
    swamp_mark="#6fa0a8",
    rough="#443c2c",
    rough_mark="#a58a5c",
    mountain="#4d412f",
    mountain_mark="#c0a27c",
    mountain_shade="#6b5638",
    heath="#40373a",
    heath_mark="#a8879c",
    field="#3a3c2b",
    field_mark="#8d9562",
    polder="#323b31",
    polder_mark="#5f8a8a",
    town="#4a4139",
    town_mark="#a08d7c",
    other="#3b3a36",
    other_mark="#8f8877",
    water="#1f2f3a",
    water_line="#3c586a",
    coast="#7fa6bc",
    water_name="#a9cbdf",
    river="#6fa7cc",
    river_core="#2b4d64",
    rail="#c9c1ad",
    rail_gap="#2b2a25",
    rail_unsure="#8b8475",
    road_edge="#c9a77c",
    road="#7d5a2a",
    road_second="#3a3529",
    track="#b3926a",
    frontier=("#d58fb9", "#7fc4ab", "#d6b15c", "#98a8e6", "#dd9a76"),
    symbol="#ece6d6",
    symbol_fill="#22231f",
    block="#c9705c",
    country="#a89e86",
    veil="#191b1e",
    veil_line="#7d7664",
    zone="#bda4e6",
)

THEMES: Final = {theme.name: theme for theme in (LIGHT, DARK)}
