"""[Sequence 3] Closing the line: no-man's-land before a front that is out of contact may be taken, one hex deep."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.kernel import Action, AskControl, Auto, Choice, Hex, Seat, Wording

from ..events import StageBegan
from ..front import close, closing_refusal, out_of_contact
from ..position.commands import leading_seat
from ..position.line import carry_out, fill_all, front, stretch
from ..position.nations import NOBODY, OF_SIDE, SIDES, enemy_of
from ..position.war import War
from ..position.words import side_does

DONE: Final = Action("done")


class BeginClosing(Auto[War]):
    """[Sequence 3] The lines are closed, the higher effectiveness first (F-32)."""

    rule = "Sequence 3"

    def run(self, g: War) -> None:
        """Both sides, where there is anything to close; a hex is taken from hexes that were the line before."""
        g.stage = 3
        g.tell(StageBegan(3))
        order = sorted(range(len(SIDES)), key=lambda side: -highest(g, side))
        g.then(*(CloseLine(side, tuple(front(g, side))) for side in order), LineClosed())


def highest(g: War, side: int) -> int:
    """[Sequence 4] The highest ME that *side* has on its front (F-22)."""
    line = front(g, side)
    return max(
        (g.effectiveness(n) for n in OF_SIDE[side] if any(g.cv(n, h) for h in line)),
        default=0,
    )


def closable(g: War, side: int, line: Sequence[int]) -> list[Hex]:
    """[Sequence 3] No-man's-land that *side* may take now, one hex deep before its *line* (F-32)."""
    able = [
        hex_
        for hex_ in g.campaign.hexes
        if g.holder[hex_] == NOBODY and any(near in line for near in g.campaign.around[hex_])
    ]
    if not able:
        return []
    ground = stretch(g)
    apart = out_of_contact(ground, SIDES[side])
    return [h for h in able if closing_refusal(ground, SIDES[side], h, apart) is None]


class CloseLine(Choice[War]):
    """[Sequence 3] Move your line up into no-man's-land, or leave it."""

    rule = "Sequence 3"
    quiet = True

    def __init__(self, side: int, line: tuple[int, ...]) -> None:
        self.side: Final = side
        self.line: Final = line

    def seat(self, g: War) -> Seat:
        """The leading command of the side."""
        return leading_seat(self.side)

    def options(self, g: War) -> Sequence[Action]:
        """One hex after another."""
        return [*(Action("close", (h,)) for h in closable(g, self.side, self.line)), DONE]

    def wording(self, g: War, seat: Seat, action: Action) -> Wording:
        """Which hex."""
        if action == DONE:
            return Wording(text="The line stands", rule=self.rule, part="end")
        hex_ = action.args[0]
        return Wording(
            text=f"Move up to {g.campaign.name(hex_)}", rule=self.rule, target={"hex": g.grid.name(Hex(hex_))}
        )

    def choose(self, g: War, action: Action) -> None:
        """A man goes there; where the other side could go too, Control is asked."""
        if action == DONE:
            return
        hex_ = Hex(action.args[0])
        other = enemy_of(self.side)
        disputed = hex_ in closable(g, other, front(g, other))
        g.then(*([Dispute(self.side, hex_)] if disputed else [MoveUp(self.side, hex_)]), self)


class MoveUp(Auto[War]):
    """[Sequence 3] The line moves up into one hex."""

    rule = "Sequence 3"

    def __init__(self, side: int, hex_: int) -> None:
        self.side: Final = side
        self.hex_: Final = hex_

    def run(self, g: War) -> None:
        """A man from the neighbour that has most; a hex that faced nobody may now need one (F-12)."""
        line = stretch(g)
        if close(line, SIDES[self.side], [Hex(self.hex_)]) is None:
            carry_out(g, line, self.side)
            fill_all(g)


class Dispute(AskControl[War]):
    """[Sequence 3] Both sides could move up into the same hex: whose is it?"""

    rule = "Sequence 3"

    def __init__(self, side: int, hex_: int) -> None:
        self.side: Final = side
        self.hex_: Final = hex_

    def options(self, g: War) -> Sequence[Action]:
        """One of the sides."""
        return [Action("award", (side,)) for side in range(len(SIDES))]

    def default(self, g: War) -> Action:
        """Whoever moves first has it (F-32)."""
        return Action("award", (self.side,))

    def wording(self, g: War, seat: Seat, action: Action) -> Wording:
        """Who moves up."""
        where = g.campaign.name(self.hex_)
        return Wording(text=f"{side_does(action.args[0], 'move')} up to {where}", rule=self.rule)

    def choose(self, g: War, action: Action) -> None:
        """There."""
        g.then(MoveUp(action.args[0], self.hex_))


class LineClosed(Auto[War]):
    """[Sequence 3, Front Line] No gap is left (F-12)."""

    rule = "Sequence 3"

    def run(self, g: War) -> None:
        """Men for hexes that have none."""
        fill_all(g)
