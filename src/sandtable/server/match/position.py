"""The position of a match in memory: the kernel's driver, which hands out every answer as a row to be stored.

It can begin at a snapshot. Nothing here decides a rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sandtable.kernel.book.rulebook import Rulebook
from sandtable.kernel.chance.dice import DiceSource
from sandtable.kernel.game.control import Change
from sandtable.kernel.game.driver import Driver, Said, Taken
from sandtable.kernel.game.records import Entry, begin
from sandtable.kernel.machine.actions import CONTROL, CONTROL_NAME, Seat
from sandtable.kernel.machine.state import Setup

from ..db.match_store import PERSON, Line, Row


class Play(Driver[Any]):
    """A position with its dice, the number of answers and rolls that led to it, and the positions undo may restore."""

    # The positions before the answers that are under way together, those that were carried out; None at other times.
    _moments: list[Any] | None = None

    @staticmethod
    def begin(book: Rulebook[Any], setup: Setup, dice: DiceSource) -> tuple[Play, list[Line]]:
        """The starting position, before the first roll, and what was told on the way there."""
        play = Play(book, begin(book, setup), dice)
        return play, [line_of(said) for said in play.listen()]

    def umpired(self, control: str, terms: Mapping[str, Any]) -> None:
        """Whether somebody sits as Control, and whether the dice fall when he lets them."""
        self.controlled = control == PERSON
        self.rolls_by_control = terms.get("dice") == CONTROL_NAME

    def answer(self, seat: str, option: str, *, by: str | None = None, reason: str = "") -> list[Row]:
        """*seat* answers, and the dice that follow are rolled: the new rows; Refused, and nothing changed, if it may not."""
        return self._whole(lambda: self.give(seat, option, by, reason))

    def edit(self, changes: Iterable[Change | tuple[str, int, int]], reason: str) -> list[Row]:
        """Control changes the position by hand: the new rows."""
        return self._whole(lambda: self.change(changes, reason))

    def _whole(self, doing: Callable[[], list[Taken]]) -> list[Row]:
        """All that *doing* does, or nothing: the position stays what it was also where a roll after it fails."""
        before = (self.answers, self._rolls, self._past)
        moments: list[Any] = []
        self._moments = moments
        try:
            return [row_of(taken) for taken in doing()]
        except Exception:
            if moments:
                # A copy, for positions that are kept hold columns in common.
                self.state = moments[0].copy()
            self.answers, self._rolls, self._past = before
            raise
        finally:
            self._moments = None

    def _count(self, entry: Entry, before: tuple[Seat, ...], moment: Any) -> bool:
        """Keep the position before each of several answers, which the driver has copied anyway."""
        if self._moments is not None:
            self._moments.append(moment)
        return super()._count(entry, before, moment)


def line_of(said: Said) -> Line:
    """What was told, as it is stored."""
    event, audience = said.told
    return {
        "text": said.text,
        "rule": event.paragraph_cited,
        "event": event.as_json(),
        "to": None if audience is None else [int(seat) for seat in audience],
    }


def row_of(taken: Taken) -> Row:
    """The answer as it is stored."""
    return Row(
        number=taken.number,
        who=taken.entry.who,
        action=taken.entry.action,
        digest=taken.entry.digest,
        note=dict(taken.entry.note) or None,
        told=[line_of(said) for said in taken.said],
        closed=taken.closed,
    )


def readable(line: Line, seat: Seat) -> bool:
    """Whether *seat* may read *line*."""
    return line["to"] is None or seat == CONTROL or seat in line["to"]
