"""Digests of random games of every scenario, to be compared between builds: ``python tools/game_digests.py 300``.

It imports what is installed and nothing of this checkout, so that a wheel can be asked in an environment of its own.
"""

from __future__ import annotations

import json
import random
import sys
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


def digest(book: Rulebook[Any], scenario: str, games: int) -> str:
    """One digest of so many random games, which say where two builds part."""
    ink = blake2b(digest_size=16)
    for seed in range(games):
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
    return ink.hexdigest()


def main(arguments: list[str]) -> None:
    """The digests of every scenario, or of those named, as JSON."""
    games, wanted = int(arguments[0]), arguments[1:]
    every = [(book, scenario.name) for book in catalog.playable() for scenario in book.scenarios]
    found = {name: digest(book, name, games) for book, name in every if name in wanted or not wanted}
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main(sys.argv[1:])
