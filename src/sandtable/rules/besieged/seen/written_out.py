"""The whole position, written out and read back: nothing on this map is hidden, so a view holds all of it.

Only what differs from the position before the first turn is written, which is little from one answer to the next.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from sandtable.kernel import Setup, Step
from sandtable.kernel.game.codec import write_step

from ..position.campaign import Campaign
from ..position.war import War

# Whole numbers beyond this are sets of hexes, and travel as text.
_SAFE: Final = 1 << 53


def written(g: War) -> dict[str, Any]:
    """Columns and numbers of *g* where they are not as at the beginning, and the agenda."""
    blank = _blank(g.campaign)
    columns = {
        name: {
            str(n): _out(now) for n, (now, then) in enumerate(zip(here, there, strict=True)) if now != then
        }
        for name in g.COLUMNS
        if (here := getattr(g, name)) != (there := getattr(blank, name))
    }
    numbers = {name: _out(now) for name in g.NUMBERS if (now := getattr(g, name)) != getattr(blank, name)}
    return {"columns": columns, "numbers": numbers, "agenda": [write_step(step) for step in g.agenda]}


def fill_in(g: War, found: Mapping[str, Any], read: Callable[[Sequence[Any]], Step[Any]]) -> None:
    """Make the fresh position *g* the one that was *written*; *read* makes a step of its row."""
    blank = _blank(g.campaign)
    for name in g.COLUMNS:
        column = list(getattr(blank, name))
        for number, value in found["columns"].get(name, {}).items():
            column[int(number)] = _in(value)
        setattr(g, name, column)
    for name in g.NUMBERS:
        value = found["numbers"].get(name)
        setattr(g, name, getattr(blank, name) if value is None else _in(value))
    g.rebuild()
    g.agenda = [read(row) for row in found["agenda"]]
    g.sealed, g.offered = (), {}


@lru_cache(maxsize=8)
def _blank(campaign: Campaign) -> War:
    """The position before anything is set up; nobody writes into it."""
    return War(Setup("besieged"), campaign)


def _out(value: int) -> int | str:
    return hex(value) if value > _SAFE else int(value)


def _in(value: int | str) -> int:
    return int(value, 16) if isinstance(value, str) else value
