"""How well a text stands out from its ground."""

from __future__ import annotations

from typing import Final

from sandtable.drawing.sheet.theme import Theme

GROUNDS: Final = (
    "land",
    "woods",
    "swamp",
    "rough",
    "mountain",
    "heath",
    "field",
    "polder",
    "town",
    "other",
)


def text_pairs(theme: Theme) -> dict[str, tuple[str, str]]:
    """Each text colour of *theme* with a ground it stands on, by a name fit for a complaint."""
    grounds = {word: getattr(theme, word) for word in GROUNDS}
    pairs = {f"ink on {word}": (theme.ink, colour) for word, colour in grounds.items()}
    pairs |= {f"number on {word}": (theme.number, colour) for word, colour in grounds.items()}
    pairs |= {
        "ink on panel": (theme.ink, theme.panel),
        "soft ink on panel": (theme.ink_soft, theme.panel),
        "ink on paper": (theme.ink, theme.paper),
        "soft ink on paper": (theme.ink_soft, theme.paper),
        "ink on halo": (theme.ink, theme.halo),
        "number on water": (theme.number_on_water, theme.water),
        "water name on water": (theme.water_name, theme.water),
        "water name on halo": (theme.water_name, theme.halo),
        "country name on halo": (theme.country, theme.halo),
        "zone name on halo": (theme.zone, theme.halo),
        "accent on halo": (theme.accent, theme.halo),
    }
    return pairs


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two #rrggbb colours, 1 to 21, as web accessibility guidelines define it."""
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    def linear(channel: int) -> float:
        c = channel / 255
        return c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(int(colour[i : i + 2], 16)) for i in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
