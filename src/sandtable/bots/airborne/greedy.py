"""The greedy bot: a whole sheet at once, for whatever command it holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from sandtable.bots.bot import Bot
from sandtable.kernel import Action, Rulebook, Seat, Sheets, sheet, top
from sandtable.rules.airborne import RULEBOOK
from sandtable.rules.airborne.position.corridor import ALLIED, GERMAN, Corridor
from sandtable.rules.airborne.position.sight import as_known_to

from . import air, ground
from .doctrine import GREEDY, Doctrine
from .sighting import Sighting


class Greedy(Bot):
    """Plays any command of the operation."""

    name = "greedy"
    doctrines: ClassVar[Mapping[int, Doctrine]] = {ALLIED: GREEDY, GERMAN: GREEDY}
    about = "Goes for bridges and the road, and attacks whom it has seen where it is stronger; it writes one sheet at a time."

    def read(self, view: Mapping[str, Any]) -> Sighting:
        """A position that fits the view."""
        g = RULEBOOK.guess(view, Random(0))
        return self._seen(g, RULEBOOK.seat(g.setup, view["seat"]))

    def sight(self, rulebook: Rulebook[Any], g: Corridor, seat: Seat) -> Sighting:
        """The same without writing the view down first: it never looks at what is hidden."""
        return self._seen(as_known_to(g, g.campaign.side_of(seat), seat), seat)

    def _seen(self, g: Corridor, seat: Seat) -> Sighting:
        return Sighting(g, seat, self.doctrines[g.campaign.side_of(seat)])

    def decide(self, sighting: Sighting, offered: Sequence[Action]) -> Action:
        """A sheet where one is asked for; nothing else is asked of a command."""
        step = top(sighting.g)
        return sheet(orders(sighting, step)) if isinstance(step, Sheets) else offered[0]


def orders(s: Sighting, step: Sheets[Any]) -> list[Action]:
    """[12] All that a command orders, on the ground and in the air."""
    plan = ground.plan(s)
    return written(s, step, [*plan.lines, *air.plan(s, plan.attacked)])


def written(s: Sighting, step: Sheets[Any], wanted: Sequence[Action]) -> list[Action]:
    """The lines of a sheet, each of them allowed after those before it."""
    found: list[Action] = []
    for line in wanted:
        if line in step.lines(s.g, s.seat, found):
            found.append(line)
    return found
