"""Opponents: players made of code, who see views and never a state.

Bots announce themselves by an entry point of the group ``sandtable.bots``, ours and strangers' alike. It is named by
the rulebook and the bot, ``damos.greedy``, or ``*.random`` for a bot that plays them all, and leads to a class below
``Bot``, or to anything else that makes a bot from a seed.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from sandtable.kernel import Book

from .bot import Bot, UnknownBot
from .random_bot import RandomBot

__all__ = ["Bot", "RandomBot", "UnknownBot", "bot_names", "bot_words", "exhibited_bots", "make_bot"]

GROUP: Final = "sandtable.bots"
# In the place of a rulebook: the bot plays every game.
EVERY: Final = "*"


def bot_names(rulebook: Book) -> tuple[str, ...]:
    """The bots that can play *rulebook*."""
    return tuple(sorted(_bots(rulebook.name)))


def bot_words(rulebook: Book) -> dict[str, str]:
    """How each of them plays, in a sentence; nothing for a bot that does not say."""
    return {name: getattr(entry.load(), "about", "") for name, entry in sorted(_bots(rulebook.name).items())}


def exhibited_bots(rulebook: Book) -> tuple[str, ...]:
    """Those of them that say they are worth watching; one that says nothing is."""
    return tuple(
        name
        for name, entry in sorted(_bots(rulebook.name).items())
        if getattr(entry.load(), "exhibited", True)
    )


def make_bot(name: str, rulebook: Book, seed: int = 0) -> Bot:
    """The bot called *name*, for one game of *rulebook*; *seed* is for those that draw lots."""
    found = _bots(rulebook.name).get(name)
    if found is None:
        raise UnknownBot(
            f"there is no bot {name!r} for {rulebook.title}; there are {', '.join(bot_names(rulebook))}"
        )
    # Loaded only now: a bot for one game brings the whole rulebook with it.
    bot = found.load()(seed)
    if not isinstance(bot, Bot):
        raise UnknownBot(f"the entry point {found.name!r} of {GROUP} makes {bot!r}, which is no bot")
    return bot


@cache
def _bots(rulebook: str) -> dict[str, EntryPoint]:
    """The entry points of the bots for *rulebook*, by the bots' names; one made for it goes before one for every game."""
    found: dict[str, EntryPoint] = {}
    for entry in entry_points(group=GROUP):
        book, _, name = entry.name.rpartition(".")
        if book == rulebook or (book == EVERY and name not in found):
            found[name] = entry
    return found
