"""From SVG to PNG, with our own two typefaces, so that a machine without fonts draws the same picture."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import resvg_py

_FACES = {
    "font_source_sans_pro": ("Regular", "It", "Semibold", "SemiboldIt", "Bold", "BoldIt"),
    "font_source_serif_pro": ("Regular", "It", "Semibold", "SemiboldIt", "Bold"),
}


def to_png(svg: str, *, width: int | None = None) -> bytes:
    """*svg* rasterised, *width* pixels wide or as wide as it says itself."""
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            skip_system_fonts=True,
            font_files=list(font_files()),
            font_family="Source Sans Pro",
            sans_serif_family="Source Sans Pro",
            serif_family="Source Serif Pro",
        )
    )


@cache
def font_files() -> tuple[str, ...]:
    """The files of the typefaces, which come as packages of their own."""
    found: list[str] = []
    for package, cuts in _FACES.items():
        folder = files(package) / "files"
        found += [
            str(f) for f in folder.iterdir() if f.name.endswith(".ttf") and f.name.split("-")[1][:-4] in cuts
        ]
    return tuple(sorted(found))
