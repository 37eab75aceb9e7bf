"""A door for researchers: every scenario as an environment for learning, and records as data sets.

    episode.py           a game as a row of picks from numbered slots, order sheets line by line
    observation.py       what a seat may know as arrays of fixed shape, made of its view and of printed matter alone
    pettingzoo_games.py  all seats: one after another (AEC), or all at once (parallel)
    gymnasium_games.py   one seat, bots in the others
    openspiel_games.py   games registered with OpenSpiel, dice as chance nodes
    datasets.py          records as Parquet, and back as arrays

All of it needs the extra ``research``; nothing else in this package does.
"""

from __future__ import annotations

from sandtable.kernel import SandtableError


class MissingExtra(SandtableError, ImportError):
    """A library that comes with an extra which is not installed."""


def missing(why: ImportError) -> MissingExtra:
    """What to say where a library of the extra ``research`` cannot be imported."""
    return MissingExtra(
        f"{why.name or why} is not installed; pip install 'sandtable[research]' brings what sandtable.rl needs"
    )
