"""Drafts: order sheets that are being written line by line in a game, outside its position and its record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Self

from ..machine.actions import SEAL, Action, Seat, sheet
from ..machine.engine import (
    LONGEST_SHEET,
    DraftLine,
    DraftMemo,
    asks_sheet,
    completed,
    draft_stands,
    read_draft,
)
from ..machine.state import GameState
from ..refusals import Refusal, Refused


class Drafts:
    """What seats have written, as long as they are asked for it; lines that may not stand any more fall out."""

    def __init__(self) -> None:
        self._lines: Final[dict[Seat, tuple[Action, ...]]] = {}
        # Each is good for one position.
        self._memos: Final[dict[Seat, DraftMemo]] = {}

    def lines(self, g: GameState, seat: Seat) -> tuple[Action, ...]:
        """The lines of *seat*; none where it is not asked for a sheet."""
        if seat not in self._lines or not asks_sheet(g, seat):
            return ()
        kept = tuple(line for line, no in self._judged(g, seat) if no is None)
        self._lines[seat] = kept
        return kept

    def following(self, g: GameState, seat: Seat) -> Sequence[Action]:
        """What the next line of *seat* may be, and ``SEAL`` where the sheet may be closed as it stands, or goes no further."""
        draft = self.lines(g, seat)
        following, wrong = draft_stands(g, seat, self._judged(g, seat), self._memos[seat])
        if len(draft) >= LONGEST_SHEET:
            return (SEAL,)
        return following if wrong and following else (*following, SEAL)

    def write(self, g: GameState, seat: Seat, line: Action) -> None:
        """Add *line* to the draft of *seat*; Refused where it may not stand there."""
        draft = (*self.lines(g, seat), line)
        if len(draft) > LONGEST_SHEET:
            raise Refused(Refusal("", f"no order sheet has more than {LONGEST_SHEET} lines: seal it"))
        no = read_draft(g, seat, draft, self._memo(seat))[-1].refusal
        if no is not None:
            raise Refused(no)
        self._lines[seat] = draft

    def closed(self, g: GameState, seat: Seat) -> Action:
        """The sheet that *seat* seals: what it has written, completed only where it may not be sealed and goes no further."""
        draft = self.lines(g, seat)
        following, wrong = draft_stands(g, seat, self._judged(g, seat), self._memos[seat])
        full = len(draft) >= LONGEST_SHEET or not following
        return completed(g, seat, draft) if wrong and full else sheet(draft)

    def reopen(self, seat: Seat, lines: Sequence[Action]) -> None:
        """*seat* goes on with the *lines* of the sheet that it has taken back."""
        self._lines[seat] = tuple(lines)

    def moved(self) -> None:
        """The position is another one: what was listed for it is worth nothing any more."""
        self._memos.clear()

    def close(self, seat: Seat) -> None:
        """Nothing stands on the sheet of *seat* any more."""
        self._lines.pop(seat, None)

    def copy(self) -> Self:
        """A twin that is written on by itself."""
        twin = type(self)()
        twin._lines.update(self._lines)
        return twin

    def _memo(self, seat: Seat) -> DraftMemo:
        return self._memos.setdefault(seat, DraftMemo())

    def _judged(self, g: GameState, seat: Seat) -> list[DraftLine]:
        return read_draft(g, seat, self._lines.get(seat, ()), self._memo(seat))
