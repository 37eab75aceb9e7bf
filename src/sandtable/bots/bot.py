"""What a bot is: it is shown what its seat may know and the options of its seat, and names one of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from sandtable.kernel import Action, Rulebook, SandtableError, Seat, parse_action, sheet
from sandtable.kernel.game.views import view
from sandtable.kernel.machine.actions import SEAL


class UnknownBot(SandtableError):
    """A bot that does not exist, or that cannot play this rulebook."""


class Bot:
    """A player made of code. Subclasses decide; they are shown sightings, never a state.

    ``choose`` is the whole contract: a server that has only views and options needs nothing else. A laboratory that
    plays thousands of games in one process calls ``sight`` and ``decide`` instead: a bot may ask there for something
    cheaper than the full view, as long as it could be read off the view as well.
    """

    name: ClassVar[str] = "bot"
    # How it plays, in one sentence for whoever is to choose an opponent.
    about: ClassVar[str] = ""
    # Whether it plays the game that is always on show: not one that plays badly on purpose, nor one that thinks for long.
    exhibited: ClassVar[bool] = True

    def __init__(self, seed: int = 0) -> None:
        """A bot for one game; *seed* is for those that draw lots."""

    def choose(self, view: Mapping[str, Any], options: Sequence[Mapping[str, Any]]) -> str:
        """The id of the option that the bot takes, given the view of its seat."""
        offered = tuple(parse_action(option["id"]) for option in options)
        return self.decide(self.read(view), offered).id

    def write(self, view: Mapping[str, Any], lines: Sequence[Mapping[str, Any]]) -> str:
        """The id of a whole order sheet, given the view of its seat and the lines that may be the first, ``SEAL`` last.

        Where the bot decides for single lines, these are taken from the same list until it seals; which of them hold
        together is judged by whoever completes the sheet.
        """
        offered = [parse_action(line["id"]) for line in lines]
        sighting, draft = self.read(view), list[Action]()
        while len(offered) > 1 and (line := self.decide(sighting, tuple(offered))) != SEAL:
            if line.is_sheet:
                return line.id
            offered.remove(line)
            draft.append(line)
        return sheet(draft).id

    def read(self, view: Mapping[str, Any]) -> Any:
        """The sighting in a view."""
        return view

    def sight(self, rulebook: Rulebook[Any], g: Any, seat: Seat) -> Any:
        """The same sighting straight from the position; equal to ``read`` of the seat's view."""
        return self.read(view(rulebook, g, seat))

    def decide(self, sighting: Any, offered: Sequence[Action]) -> Action:
        """The action that the bot takes."""
        raise NotImplementedError

    def weighed(self) -> Sequence[str]:
        """What it has weighed for its latest answer, in lines for whoever watches; nothing where it weighs nothing in words."""
        return ()
