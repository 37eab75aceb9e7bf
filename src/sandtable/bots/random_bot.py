"""The random bot: any option, each as likely as any other. The yardstick that every other bot must beat."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from sandtable.kernel import Action, Rulebook, Seat

from .bot import Bot


class RandomBot(Bot):
    """Picks blindly, by its own seed."""

    name = "random"
    about = (
        "Takes any option, each as likely as any other: good for a first look at the rules, not for a game."
    )
    exhibited = False

    def __init__(self, seed: int = 0) -> None:
        self._rng = Random(f"sandtable random bot {seed}")

    def sight(self, rulebook: Rulebook[Any], g: Any, seat: Seat) -> Any:
        """Nothing: it does not look."""
        return None

    def decide(self, sighting: Any, offered: Sequence[Action]) -> Action:
        """Any of them."""
        return self._rng.choice(offered)
