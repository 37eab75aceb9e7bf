"""Opponents: players made of code, who see views and never a state."""

from __future__ import annotations

from sandtable.kernel import Book

from .bot import Bot, UnknownBot
from .random_bot import RandomBot

__all__ = ["Bot", "RandomBot", "UnknownBot", "bot_names", "make_bot"]


def bot_names(rulebook: Book) -> tuple[str, ...]:
    """The bots that can play *rulebook*."""
    return ("greedy", "random") if rulebook.name == "damos" else ("random",)


def make_bot(name: str, rulebook: Book, seed: int = 0) -> Bot:
    """The bot called *name*, for one game of *rulebook*; *seed* is for those that draw lots."""
    if name not in bot_names(rulebook):
        raise UnknownBot(
            f"there is no bot {name!r} for {rulebook.title}; there are {', '.join(bot_names(rulebook))}"
        )
    if name == "greedy":
        # Loaded on demand: it brings the whole rulebook with it.
        from sandtable.bots.damos import Greedy

        return Greedy()
    return RandomBot(seed)
