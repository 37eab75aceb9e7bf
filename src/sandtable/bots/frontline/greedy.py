"""The greedy bot: a sheet is planned as a whole, everything else is judged as it comes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Final

from sandtable.bots.bot import Bot
from sandtable.kernel import Action, Hex, Rulebook, Seat, Sheets, Step, sheet, top
from sandtable.rules.frontline import RULEBOOK
from sandtable.rules.frontline.fight.aftermath import Beyond, FallBack, FollowUp, Survivors, TakeEmpty
from sandtable.rules.frontline.fight.casualties import USUAL, AssignLosses
from sandtable.rules.frontline.position.commands import side_of
from sandtable.rules.frontline.position.line import front
from sandtable.rules.frontline.position.nations import MEN
from sandtable.rules.frontline.position.war import War
from sandtable.rules.frontline.seen.hidden import estimated
from sandtable.rules.frontline.turn.closing import CloseLine
from sandtable.rules.frontline.turn.flagging import FlagsFirst

from .assessing import Sighting, city, strength, worth
from .doctrine import GREEDY, Doctrine
from .sheets import SHEETS

Judgement = Callable[[Sighting, Any, Sequence[Action]], Action]


class Greedy(Bot):
    """Plays any seat of the war in the east."""

    name = "greedy"
    # How it plays the Axis, and how the Soviets.
    doctrines: ClassVar[tuple[Doctrine, Doctrine]] = GREEDY
    about = "Masses its Pool where the exact odds pay, and falls back where it is thin; it thinks of one turn at a time."

    def read(self, view: Mapping[str, Any]) -> Sighting:
        """A position that fits the view."""
        g = RULEBOOK.guess(view, Random(0))
        seat = RULEBOOK.seat(g.setup, view["seat"])
        return Sighting(g, seat, self.doctrines[side_of(seat)])

    def sight(self, rulebook: Rulebook[Any], g: War, seat: Seat) -> Sighting:
        """The same without writing the view down first: it never looks at what is hidden."""
        return Sighting(estimated(g, seat), seat, self.doctrines[side_of(seat)])

    def decide(self, sighting: Sighting, offered: Sequence[Action]) -> Action:
        """A whole sheet where one is asked for, or what the step is judged to want."""
        step = top(sighting.g)
        if isinstance(step, Sheets):
            return sheet(written_lines(sighting, step))
        judge = JUDGEMENTS.get(type(step)) if step is not None else None
        return judge(sighting, step, offered) if judge else offered[-1]


def written_lines(s: Sighting, step: Sheets[Any]) -> list[Action]:
    """The lines of a sheet, each of them allowed after those before it."""
    plan = SHEETS.get(type(step))
    found: list[Action] = []
    for line in plan(s, step) if plan else ():
        if line in step.lines(s.g, s.seat, found):
            found.append(line)
    return found


# ---- single questions


def _refuge(s: Sighting, step: Survivors | FallBack, offered: Sequence[Action]) -> Action:
    """Beside others of one's own, in a city if there is one."""
    line = set(front(s.g, step.side))

    def safe(action: Action) -> tuple[float, ...]:
        if not action.args:
            return (-1.0,)
        hex_ = action.args[0]
        return (float(Hex(hex_) in line), worth(s.g, hex_, s.how), strength(s.g, step.side, hex_))

    return max(offered, key=safe)


def _beyond(s: Sighting, step: Beyond, offered: Sequence[Action]) -> Action:
    """On to a city, or anywhere with men enough."""
    on = [a for a in offered if a.args]
    if not on or s.g.total(step.side, MEN, step.target) < s.how.pressing:
        return offered[0]
    return max(on, key=lambda a: (city(s.g, a.args[0]), worth(s.g, a.args[0], s.how)))


def _follow(s: Sighting, step: FollowUp, offered: Sequence[Action]) -> Action:
    enough = s.g.total(step.side, MEN, step.hex_) >= s.how.pressing
    return offered[-1] if enough else offered[0]


def _close(s: Sighting, step: CloseLine, offered: Sequence[Action]) -> Action:
    return max(
        (a for a in offered if a.args), key=lambda a: worth(s.g, a.args[0], s.how), default=offered[-1]
    )


JUDGEMENTS: Final[dict[type[Step[Any]], Judgement]] = {
    Survivors: _refuge,
    FallBack: _refuge,
    Beyond: _beyond,
    FollowUp: _follow,
    CloseLine: _close,
    TakeEmpty: lambda s, step, offered: offered[-1],
    AssignLosses: lambda s, step, offered: USUAL,
    FlagsFirst: lambda s, step, offered: Action("second"),
}
