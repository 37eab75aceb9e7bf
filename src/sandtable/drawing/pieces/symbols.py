"""Unit symbols in a frame, after the basic forms of the military symbol standards; all drawings are our own.

Every symbol is drawn in a frame 60 wide and 40 high around the origin.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..sheet.svg import path, tag
from ..sheet.typography import Lettering

WIDTH: Final = 60.0
HEIGHT: Final = 40.0

_CROSS: Final = "M-30 -20L30 20M-30 20L30 -20"
_SLASH: Final = "M-30 20L30 -20"
_TRACK: Final = "M-11 -11H11A11 11 0 0 1 11 11H-11A11 11 0 0 1 -11 -11Z"

# Lines and filled shapes of each symbol.
_DRAWN: Final[dict[str, tuple[str, str]]] = {
    "infantry": (_CROSS, ""),
    "armor": (_TRACK, ""),
    "mechanized": (_CROSS + _TRACK, ""),
    "motorized": (_CROSS + "M0 -20V20", ""),
    "cavalry": (_SLASH, ""),
    "reconnaissance": (_SLASH + _TRACK, ""),
    "mountain": (_CROSS, "M-10 20L0 5L10 20Z"),
    "parachute": (_CROSS + "M-16 18A8 8 0 0 1 0 18A8 8 0 0 1 16 18", ""),
    "artillery": ("", "M-7 0A7 7 0 1 1 7 0A7 7 0 1 1 -7 0Z"),
    "engineer": ("M-16 9V-8H16V9M0 -8V9", ""),
    "anti_tank": ("M-30 20L0 -20L30 20", ""),
    "flak": ("M-22 20C-20 -12 20 -12 22 20", ""),
    "security": (_CROSS, "M0 -10L9 -5V3C9 8 4 10 0 12C-4 10 -9 8 -9 3V-5Z"),
    "fortress": ("M-22 12V-8H-13V-1H-4V-8H4V-1H13V-8H22V12Z", ""),
    "air": ("", "M0 0C-8 -9 -20 -10 -22 0C-20 10 -8 9 0 0C8 -9 20 -10 22 0C20 10 8 9 0 0Z"),
    "supply": ("M-30 10H30", ""),
    "landing": (_CROSS + "M-14 0H14M0 -12V12", ""),
    "headquarters": ("", ""),
    "naval": ("M0 -12V13M-8 -5H8M-13 3C-11 12 -4 13 0 14C4 13 11 12 13 3", ""),
}
_ALSO: Final = {
    "armour": "armor",
    "tank": "armor",
    "panzer": "armor",
    "mechanised": "mechanized",
    "motorised": "motorized",
    "airborne": "parachute",
    "glider": "landing",
    "airlanding": "landing",
    "recon": "reconnaissance",
    "hq": "headquarters",
    "nkvd": "security",
    "garrison": "fortress",
    "anti_air": "flak",
    "antitank": "anti_tank",
}

NAMES: Final = tuple(sorted(_DRAWN))


def draw_unit_symbol(symbol: str, *, ink: str, fill: str) -> str:
    """The *symbol* in its frame around the origin; an unknown one is an empty frame with its first letters."""
    kind = _ALSO.get(symbol, symbol)
    frame = tag(
        "rect",
        x=-WIDTH / 2,
        y=-HEIGHT / 2,
        width=WIDTH,
        height=HEIGHT,
        fill=fill,
        stroke=ink,
        stroke_width=3.4,
    )
    if kind == "headquarters":
        staff = path("M-30 20V29", fill="none", stroke=ink, stroke_width=3.4)
        return staff + frame + _letters("HQ", ink)
    if kind not in _DRAWN:
        return frame + _letters(symbol[:3].upper(), ink)
    strokes, shapes = _DRAWN[kind]
    return (
        frame
        + path(strokes, fill="none", stroke=ink, stroke_width=3.0, stroke_linejoin="round")
        + path(
            shapes,
            fill=ink,
            stroke=fill if kind == "security" else None,
            stroke_width=1.6 if kind == "security" else None,
        )
    )


def _letters(content: str, ink: str) -> str:
    return Lettering(size=25, weight=700).set(content, 0.0, 8.4, text_anchor="middle", fill=ink)


Outline = Callable[[float], str]


def _square(r: float) -> str:
    return f"M{-r:g} {-r:g}H{r:g}V{r:g}H{-r:g}Z"


def _round(r: float) -> str:
    c = r * 0.3
    a = r - c
    return (
        f"M{-a:g} {-r:g}H{a:g}Q{r:g} {-r:g} {r:g} {-a:g}V{a:g}Q{r:g} {r:g} {a:g} {r:g}"
        f"H{-a:g}Q{-r:g} {r:g} {-r:g} {a:g}V{-a:g}Q{-r:g} {-r:g} {-a:g} {-r:g}Z"
    )


def _cut(r: float) -> str:
    a = r - r * 0.24
    return f"M{-a:g} {-r:g}H{a:g}L{r:g} {-a:g}V{a:g}L{a:g} {r:g}H{-a:g}L{-r:g} {a:g}V{-a:g}Z"


def _notched(r: float) -> str:
    n = r * 0.16
    return (
        f"M{-r:g} {-r:g}H{r:g}V{-n:g}L{r - n:g} 0L{r:g} {n:g}V{r:g}H{-r:g}V{n:g}L{-r + n:g} 0L{-r:g} {-n:g}Z"
    )


def _slanted(r: float) -> str:
    a = r - r * 0.34
    return f"M{-r:g} {-r:g}H{a:g}L{r:g} {-a:g}V{r:g}H{-r:g}Z"


SHAPES: Final[dict[str, Outline]] = {
    "square": _square,
    "round": _round,
    "cut": _cut,
    "notched": _notched,
    "slanted": _slanted,
}
