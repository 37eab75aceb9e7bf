"""Which searches are in use: those in C (``_boards.c``) where they were built, else those in Python.

The Python is the reference: both give equal answers, and whoever changes one changes the other. The environment variable
``SANDTABLE_PURE`` keeps the C from being loaded, to compare, or to find out whose fault something is.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

if TYPE_CHECKING:
    from .hexes import Grid

Surcharges = tuple[tuple[int, int], ...]


class Layers(Protocol):
    """The hexes by what they cost: a sequence of sets, each made when it is looked at."""

    def __len__(self) -> int: ...
    def __getitem__(self, cost: int, /) -> int: ...
    def __iter__(self) -> Iterator[int]: ...

    def cost(self, hex_: int, /) -> int | None:
        """The number of the layer with *hex_*, or None."""


class Searches(Protocol):
    """What ``_boards.c`` offers; hexes, points and sets of hexes are ints, and doors were made by ``Doors``."""

    Doors: Any

    def layers(
        self,
        doors: object,
        track: object,
        start: int,
        mp: int,
        open_: int,
        stop: int,
        entering: Surcharges,
        leaving: Surcharges,
        /,
    ) -> tuple[Layers, int]:
        """The hexes by what they cost, and all of them together."""

    def flood(self, ways_out: object, sources: int, open_: int, limit: int, /) -> int:
        """The sources and all open hexes that so many steps lead to, or any number (-1)."""

    def rings(self, ways_out: object, sources: int, open_: int, limit: int, /) -> list[int]:
        """The same by the number of steps."""

    def members(self, mask: int, /) -> list[int]:
        """The members of a set in rising order."""

    def nth(self, mask: int, number: int, /) -> int:
        """The member of a set with so many lower ones."""


def _built() -> Searches | None:
    try:
        return cast(Searches, import_module("._boards", __package__))
    except ImportError:
        return None


compiled: Final = _built()


def doors(grid: Grid, rows: tuple[tuple[int, ...], ...]) -> object:
    """Rows of a price, the movers and what is entered in each direction, as the searches in C read them."""
    return None if compiled is None else compiled.Doors(grid.stride, grid.size, grid.steps, rows)


def in_use() -> str:
    """The searches in use, in a word."""
    return "Python" if compiled is None else "C"


def told() -> str:
    """The same in a sentence, for whoever has just installed."""
    if compiled is not None:
        return "Searches over the board run in C."
    return "Searches over the board run in Python, since no C compiler was found: all works, bots think some fifth slower."
