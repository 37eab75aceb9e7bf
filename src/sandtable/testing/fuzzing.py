"""The fuzzer: random games for as long as it is told to, looking for crashes, dead ends, endless games and broken promises."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from sandtable.kernel import Rulebook, SeededDice, Setup
from sandtable.kernel.game.game import Game
from sandtable.kernel.machine.engine import DeadEnd, Endless

from .properties import CHEAP, check_position, never_across_a_roll, replays
from .randomplay import describe, random_answer

LONGEST: Final = 50_000


@dataclass
class Finding:
    """Something broken: in which game, after how many answers, what, and the record that shows it."""

    seed: int
    answers: int
    what: str
    record: dict[str, Any]


@dataclass
class FuzzReport:
    """How much was played and what was found."""

    scenario: str
    games: int = 0
    answers: int = 0
    rolls: int = 0
    longest: int = 0
    seconds: float = 0.0
    results: dict[str, int] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """The report as plain data; records of findings are left out."""
        found = [{"seed": f.seed, "answers": f.answers, "what": f.what} for f in self.findings]
        return {**{k: v for k, v in vars(self).items() if k != "findings"}, "findings": found}


def fuzz(
    rulebook: Rulebook[Any],
    setup: Setup,
    *,
    seconds: float = 10.0,
    seed: int = 0,
    games: int | None = None,
    thorough: int = 50,
    progress: Callable[[FuzzReport], None] | None = None,
) -> FuzzReport:
    """Play random games of *setup* for *seconds*, or until *games* are done; every *thorough*-th position is checked in full."""
    report = FuzzReport(describe(setup))
    began = time.monotonic()
    while (games is None or report.games < games) and time.monotonic() - began < seconds:
        _one_game(rulebook, setup, seed + report.games, report, thorough, began + seconds)
        report.games += 1
        report.seconds = time.monotonic() - began
        if progress:
            progress(report)
    return report


def _one_game(
    rulebook: Rulebook[Any], setup: Setup, seed: int, report: FuzzReport, thorough: int, deadline: float
) -> None:
    rng = Random(seed)
    # In every second game somebody sits as Control, and decides what he is asked.
    game: Game[Any] = Game(rulebook, setup, SeededDice(seed), controlled=seed % 2 == 1)

    def found(what: str) -> None:
        report.findings.append(Finding(seed, game.answers, what, game.record()))

    try:
        while not game.over:
            # Straight from the machine: putting every option into words is the costly part, and is checked in samples.
            random_answer(game, rng)
            wrong = next((w for check in CHEAP if (w := check(rulebook, game.state))), None)
            wrong = wrong or never_across_a_roll(game)
            if not wrong and rng.randrange(thorough) == 0:
                wrong = next(check_position(rulebook, game.state, rng), None)
            if wrong:
                found(wrong)
                return
            if game.answers > LONGEST:
                found(f"the game is still going on after {LONGEST} answers")
                return
            if time.monotonic() > deadline:
                return
    except (DeadEnd, Endless) as why:
        found(str(why))
        return
    except Exception as crash:  # the fuzzer's very purpose: whatever a rulebook throws is a finding
        found(f"{type(crash).__name__}: {crash}")
        return
    if wrong := replays(rulebook, game):
        found(wrong)
    report.answers += game.answers
    report.rolls += sum(1 for row in game.record()["answers"] if row[0] == "dice")
    report.longest = max(report.longest, game.answers)
    result = game.result or {"winner": "nobody", "level": ""}
    key = f"{result['winner']} {result['level']}".strip()
    report.results[key] = report.results.get(key, 0) + 1
