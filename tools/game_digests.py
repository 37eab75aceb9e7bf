"""Digests of random games of every scenario, to be compared between builds: ``python tools/game_digests.py 300``.

It imports what is installed and nothing of this checkout, so that a wheel can be asked in an environment of its own.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from hashlib import blake2b
from typing import Any, Final

from sandtable import catalog
from sandtable.kernel.book.rulebook import Rulebook
from sandtable.kernel.game.records import begin
from sandtable.kernel.machine.actions import rolled
from sandtable.kernel.machine.engine import asked, control_default, take, top, written
from sandtable.kernel.machine.steps import Chance

# Every so many answers the whole position goes into the digest.
OFTEN: Final = 50
LONGEST: Final = 100_000


def digests(book: Rulebook[Any], scenario: str, games: int) -> Iterator[str]:
    """The digests of so many random games, one after another."""
    for seed in range(games):
        ink = blake2b(digest_size=16)
        g: Any = begin(book, book.setup(scenario))
        g.told = None
        rng = random.Random(seed)
        for number in range(LONGEST):
            step = top(g)
            if step is None:
                break
            if isinstance(step, Chance):
                take(g, rolled(tuple([rng.randint(1, sides) for sides in step.dice(g).sides])))
            else:
                seat = asked(g)[0]
                take(g, control_default(g) or written(g, seat, rng.choice), seat)
            if number % OFTEN == 0:
                ink.update(g.digest().encode())
        ink.update(g.digest().encode())
        yield ink.hexdigest()


def main(arguments: list[str]) -> None:
    """A line a game: the scenario, the seed and the digest, of every scenario or of those named."""
    games, wanted = int(arguments[0]), arguments[1:]
    for book in catalog.playable():
        for scenario in book.scenarios:
            if scenario.name in wanted or not wanted:
                for seed, digest in enumerate(digests(book, scenario.name, games)):
                    print(scenario.name, seed, digest, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
