"""Options in words: a sentence with the names of its unit and its hex filled in, for games with counters on a hex map.

Names are printed, and a force is told of the same hexes again and again: each sentence is made once.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Protocol

from ..map.board import Board
from ..map.hexes import Hex
from ..printed.scenarios import Part, Wording


class Piece(Protocol):
    """A counter, as far as it is named."""

    @property
    def id(self) -> str:
        """What views call it."""

    @property
    def name(self) -> str:
        """What is printed on it."""


@lru_cache(maxsize=16384)
def hex_words(board: Board, hex_: int) -> str:
    """A hex by number, and by name where it has one: "1410 Novgorod". A mere junction names no hex."""
    here = Hex(hex_)
    places = [place for place in board.places_at(here) if place.kind != "junction"]
    return f"{board.hex_name(here)} {places[0].name}" if places else board.hex_name(here)


def option_words(
    board: Board, rule: str, text: str, *, piece: Piece | None, hex_: int | None, part: Part
) -> Wording:
    """An option in words, about a {unit} or a {hex} where *text* names them."""
    unit = None if piece is None else (piece.id, piece.name)
    return _worded(board, rule, text, unit, hex_, part)


@lru_cache(maxsize=32768)
def _worded(
    board: Board, rule: str, text: str, unit: tuple[str, str] | None, hex_: int | None, part: Part
) -> Wording:
    target: dict[str, str] = {}
    words: dict[str, str] = {}
    if unit is not None:
        target["unit"], words["unit"] = unit
    if hex_ is not None:
        target["hex"], words["hex"] = board.hex_name(Hex(hex_)), hex_words(board, hex_)
    return Wording(text=text.format(**words), rule=rule, target=target, part=part)
