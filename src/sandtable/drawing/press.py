"""Bare maps by order: an order holds everything that goes into a picture, so its key tells whether a kept one is right.

``python -m sandtable.drawing.press`` draws one order from stdin to stdout, for whoever must not be kept busy by it.
"""

from __future__ import annotations

import gzip
import json
import os
import sys
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from sandtable import boards
from sandtable.boards import parse_outline
from sandtable.kernel.map.board import Board
from sandtable.kernel.map.boardtext import format_board, parse_board

from .board_map import draw_board
from .sheet.theme import THEMES
from .thumbnail import draw_thumbnail

# The code that has a hand in a picture, below the package: when it changes, every picture is drawn anew.
CODE: Final = (
    "drawing/**/*.py",
    "boards/__init__.py",
    "kernel/book/appearance.py",
    "kernel/map/bitboards.py",
    "kernel/map/board.py",
    "kernel/map/boardtext.py",
    "kernel/map/hexes.py",
    "kernel/map/searches.py",
    "kernel/refusals.py",
)
_PACKAGE: Final = Path(__file__).parent.parent


class Order(NamedTuple):
    """A bare map that is wanted: the text of the board and of its coast ("" for one along the cells), and how to draw it."""

    board: str
    outline: str
    theme: str
    numbers: bool
    # A thumbnail instead of the whole map.
    small: bool = False


def order(board: Board, theme: str, *, numbers: bool, small: bool = False) -> Order:
    """The order for *board*, whether it is a compiled one or one that a rulebook makes."""
    if board.name in boards.names() and board is boards.load(board.name):
        return Order(boards.board_text(board.name), boards.outline_text(board.name), theme, numbers, small)
    return Order(format_board(board), "", theme, numbers, small)


@lru_cache(maxsize=128)
def key(wanted: Order) -> str:
    """The name of the picture: another board, coast, theme or artist gives another."""
    given = json.dumps([_artist(), *wanted])
    return sha256(given.encode()).hexdigest()[:32]


def draw(wanted: Order) -> bytes:
    """The picture as compressed SVG, the same bytes on every machine."""
    outline = parse_outline(wanted.outline) if wanted.outline else None
    theme = THEMES[wanted.theme]
    board = parse_board(wanted.board)
    if wanted.small:
        svg = draw_thumbnail(board, outline, theme=theme)
    else:
        svg = draw_board(board, outline, theme=theme, show_numbers=wanted.numbers, bare=True)
    return gzip.compress(svg.encode(), compresslevel=9, mtime=0)


@cache
def _artist() -> str:
    """What tells one version of the drawing code from another."""
    files = sorted(file for pattern in CODE for file in _PACKAGE.glob(pattern))
    return sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


if __name__ == "__main__":
    # Whoever plays goes first.
    if hasattr(os, "nice"):
        os.nice(10)
    sys.stdout.buffer.write(draw(Order(*json.load(sys.stdin))))
