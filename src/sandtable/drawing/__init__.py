"""Boards and counters as pictures: SVG first, PNG from it."""

from __future__ import annotations

from .board_map import draw_board
from .pieces.counters import Counter, counters_of, draw_counter
from .sheet.png import to_png
from .sheet.theme import DARK, LIGHT, THEMES, Theme

__all__ = [
    "DARK",
    "LIGHT",
    "THEMES",
    "Counter",
    "Theme",
    "counters_of",
    "draw_board",
    "draw_counter",
    "to_png",
]
