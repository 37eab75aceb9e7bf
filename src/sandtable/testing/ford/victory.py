"""[4] The sequence of play and victory."""

from __future__ import annotations

from typing import Final

from sandtable.kernel import Auto, Result, Seat

from .combat import Attack
from .events import TurnBegan
from .movement import Move
from .state import BLUE, RED, SEATS, Ford, enemy
from .supply import SupplyCheck
from .survivors import SurvivorsCheck


# --8<-- [start:turn]
class Turn(Auto[Ford]):
    """[4] Turns follow each other until the last one is over."""

    rule = "4"

    def run(self, g: Ford) -> None:
        """Red's turn, Blue's turn, and the next; nothing when the turns are over."""
        if g.turn >= g.last_turn:
            return
        g.turn += 1
        g.tell(TurnBegan(g.turn))
        g.then(SideTurn(RED), SideTurn(BLUE), self)


class SideTurn(Auto[Ford]):
    """[4] A side moves, attacks and checks its supply; the game ends at once when a side has no units."""

    rule = "4"

    def __init__(self, side: Seat) -> None:
        self.side: Final = side

    def run(self, g: Ford) -> None:
        """Everybody is fresh again."""
        for unit in g.living(self.side):
            g.moved[unit] = g.fought[unit] = 0
        g.then(Move(self.side), Attack(self.side), SupplyCheck(self.side), SurvivorsCheck())
        # --8<-- [end:turn]


# --8<-- [start:result]
def result(g: Ford) -> Result | None:
    """[4] Who has won, once nothing is left to do."""
    if g.agenda:
        return None
    for side in (RED, BLUE):
        if not g.living(side):
            return Result(
                winner=SEATS[enemy(side)], level="decisive", reason=f"{SEATS[side]} has no units left [4]"
            )
    return Result(winner=SEATS[g.holder], level="marginal", reason=f"{SEATS[g.holder]} holds the town [4]")
    # --8<-- [end:result]
