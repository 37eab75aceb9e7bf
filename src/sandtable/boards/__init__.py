"""The compiled boards that ship with Sandtable, loaded by name.

``*.board`` is what the rules read (``kernel.boardtext``); ``*.outline`` holds the drawn coast and lakes, which only
the artist needs. Both are compiled by ``make boards`` from the geography and are checked in.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files

from sandtable.kernel.board import Board
from sandtable.kernel.boardtext import parse_board
from sandtable.kernel.refusals import SandtableError


class UnknownBoard(SandtableError):
    """A board name that does not exist."""


def names() -> tuple[str, ...]:
    """The names of all compiled boards."""
    return tuple(
        sorted(f.name.removesuffix(".board") for f in files(__name__).iterdir() if f.name.endswith(".board"))
    )


@cache
def load(name: str) -> Board:
    """The compiled board called *name*; boards are never changed, so all callers share one."""
    if name not in names():
        raise UnknownBoard(f"there is no board {name!r}; there are {', '.join(names())}")
    file = files(__name__) / f"{name}.board"
    return parse_board(file.read_text(encoding="utf-8"), f"{name}.board")
