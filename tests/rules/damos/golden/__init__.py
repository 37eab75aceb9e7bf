"""Golden playthroughs: one recorded game of each scenario, a drift alarm.

Each file is the record of a game in which both sides pick at random from a fixed seed. As long as the rules stay what
they are it replays to the same position after every answer. When it does not, somebody has changed the rules, on
purpose or not:

- by mistake: mend the rules, and leave the files alone;
- on purpose (a ruling, a defect): raise ``DamosRulebook.behaviour`` if players have games under way, say so in the
  change log, and write the files anew with ``python -m tests.rules.damos.golden``.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, Final

from sandtable.kernel.chance.dice import SeededDice
from sandtable.kernel.game.codec import dumps
from sandtable.kernel.game.game import Game
from sandtable.rules.damos import RULEBOOK

FOLDER: Final = Path(__file__).resolve().parent
SCENARIOS: Final[dict[str, dict[str, int | str | bool]]] = {
    "agn": {},
    "ags": {"setup": "free", "pause": True},
    "barbarossa": {"thrust": True},
}
SEED: Final = 1941
# On the larger maps phases and activations are ended sooner than random play would do, to keep the records short.
HASTE: Final = {"agn": 0.0, "ags": 0.1, "barbarossa": 0.25}
ENDING: Final = frozenset({"end_phase", "stop"})


def file_of(scenario: str) -> Path:
    """Where the record of *scenario* is kept."""
    return FOLDER / f"{scenario}.json"


def play(scenario: str) -> dict[str, Any]:
    """The record of the random game."""
    rng = Random(SEED)
    game = Game(RULEBOOK, RULEBOOK.setup(scenario, SCENARIOS[scenario]), SeededDice(SEED))
    while not game.over:
        seat = rng.choice(game.asked)
        options = game.options(seat)
        ending = [option for option in options if option.id in ENDING]
        hasty = rng.random() < HASTE[scenario]
        game.choose(seat, rng.choice(ending if hasty and ending else options).id)
    return game.record()


def write(scenario: str) -> int:
    """Play the game again and keep its record; how many answers it took."""
    record = play(scenario)
    file_of(scenario).write_text(dumps(record) + "\n", encoding="utf-8")
    return len(record["answers"])
