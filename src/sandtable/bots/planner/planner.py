"""The planner: it tries whole operations out before it begins one, in positions that fit what its seat may know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, ClassVar, Final

from sandtable.bots.bot import Bot
from sandtable.kernel import Action, Seat

from .halving import FEWEST, Weighed, choice, halve
from .playbook import Candidate, Playbook, beginning_with
from .trial import LOTS, CommonDice, Table, decided, play_on

USUAL: Final = "as usual"


class Planner(Bot):
    """A bot that searches; what it knows of the game stands in its playbook.

    As it stands here it keeps nothing from one question to the next: what it answers follows from the view, the options and its seed.
    """

    playbook: ClassVar[Playbook[Any]]
    # How many trials a question is worth.
    trials: ClassVar[int]

    def __init__(self, seed: int = 0) -> None:
        self._seed: Final = seed
        self._usual: Final = self.playbook.usual()
        self._weighed: tuple[str, ...] = ()

    def weighed(self) -> Sequence[str]:
        """The plans that were tried for the latest answer, the best first, and by how much they did better than usual."""
        return self._weighed

    def decide(self, sighting: Any, offered: Sequence[Action]) -> Action:
        """The first answer of the plan that did best; the usual one where the question is not worth a search."""
        self._weighed = ()
        if len(offered) == 1:
            return offered[0]
        rulebook = self.playbook.rulebook
        g = rulebook.guess(sighting, Random(0))
        g.told = None
        seat = rulebook.seat(g.setup, sighting["seat"])
        usual = decided(rulebook, g, seat, None, self._usual)
        if not self.trials or not self.playbook.decisive(g, seat):
            return usual
        begun = {usual: Candidate(USUAL, beginning_with(usual))}
        for plan in self.playbook.candidates(g, seat, offered):
            # Wider only as far as two thirds of the trials suffice for a first look at all plans.
            if len(begun) > 1 and (len(begun) + 1) * FEWEST > self.trials * 2 // 3:
                break
            begun.setdefault(decided(rulebook, g, seat, plan.begin(), self._usual), plan)
        if len(begun) == 1:
            return usual

        def imagined(lot: int) -> Any:
            return rulebook.guess(sighting, Random(lot))

        return list(begun)[self.best(imagined, g, seat, list(begun.values()))]

    def best(self, imagined: Callable[[int], Any], g: Any, seat: Seat, plans: Sequence[Candidate]) -> int:
        """The number of the plan that does best in trials, the usual one first among *plans*.

        *imagined* draws by lot a position that fits what the seat of *g* may know.
        """
        playbook = self.playbook
        # What is drawn by lot follows from what the seat sees and from the bot's own seed.
        lot = Random(f"planner {self._seed} {g.digest()}").randrange(LOTS)
        finished = playbook.horizon(g, seat)
        worlds: list[Any] = []

        def trial(number: int, world: int) -> float:
            while len(worlds) <= world:
                worlds.append(imagined(lot + len(worlds)))
                worlds[-1].told = None
            tried = worlds[world].copy()
            stand_ins = playbook.stand_in(own=True), playbook.stand_in(own=False)
            table = Table(playbook.rulebook, seat, plans[number].begin(), *stand_ins)
            play_on(tried, table, CommonDice(lot, world), finished)
            return playbook.worth(tried, seat)

        found = halve(len(plans), self.trials, trial)
        self._weighed = tuple(_words(plans[weighed.plan].words, weighed) for weighed in found)
        return choice(found)


def _words(plan: str, weighed: Weighed) -> str:
    return f"{plan}: {weighed.better:+.1f} (give or take {weighed.error:.1f}) in {weighed.trials} trials"
