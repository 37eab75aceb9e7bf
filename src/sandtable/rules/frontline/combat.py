"""[Process 1] The combat, step by step: odds, dice, result, losses, front line."""

from __future__ import annotations

from typing import Final

from sandtable.kernel import Auto, BadTable, Chance, Dice, Roll, Seat

from .dice import difference
from .ground import outcome
from .losses import both_lose, take_losses
from .odds import final_column
from .state import ATTACKER, COLOURS, DEFENDER, Fighting

DICE: Final = Dice.of(2, 6)
LIMIT: Final = 7
# How many hexes the front line may go forward.
ADVANCES: Final = {"occupy_and_beyond": 2, "occupy": 1, "assault_succeeds": 1}


class ReckonOdds(Auto[Fighting]):
    """[Process 3, Process 4] Odds of strength times effectiveness, then the shifts."""

    rule = "Process 3"

    def run(self, g: Fighting) -> None:
        """The column in which the result will stand."""
        g.column = final_column(g.battle, g.tables).index
        g.then(CombatRoll())


class CombatRoll(Chance[Fighting]):
    """[Process 5, Results Table] A die for each side, attacker's first; the difference of the scores is the row."""

    rule = "Process 5"
    rolls = DICE  # the attacker's and the defender's

    def resolve(self, g: Fighting, roll: Roll) -> None:
        """The row, held to -7 to +7."""
        g.attacker_die, g.defender_die = roll
        g.difference = min(max(difference(g.battle, *roll), -LIMIT), LIMIT)
        g.then(Casualties(), RepositionLine())

    def reads(self, roll: Roll) -> object:
        """Only the difference of the dice counts."""
        return roll[0] - roll[1]


class Casualties(Auto[Fighting]):
    """[Process 6] Both sides' losses, worked out from the strengths before any loss (F-27)."""

    rule = "Process 6"

    def run(self, g: Fighting) -> None:
        """Both at once."""
        lost = both_lose(g.battle, g.tables)
        g.then(TakeLosses(ATTACKER, lost[ATTACKER]), TakeLosses(DEFENDER, lost[DEFENDER]))


class TakeLosses(Auto[Fighting]):
    """[Loss Order] One side takes its losses in the printed order."""

    rule = "Loss Order"

    def __init__(self, side: Seat, points: int) -> None:
        self.side: Final = side
        self.points: Final = points

    def run(self, g: Fighting) -> None:
        """Point by point."""
        take_losses(g, self.side, self.points)


class RepositionLine(Auto[Fighting]):
    """[Terrain Results] How far the line may advance; it takes a surviving man to go with it (F-24)."""

    rule = "Terrain Results"

    def run(self, g: Fighting) -> None:
        """Against partisans and garrisons nothing moves: they are destroyed, or not."""
        forward = ADVANCES.get(outcome_of(g), 0)
        g.target_destroyed = int(is_target_destroyed(g, forward > 0))
        g.advance = 0 if g.battle.target == "partisans" or not g.men[ATTACKER] else forward


def colour_of(g: Fighting) -> str:
    """[Results Table] The result as a colour."""
    letter = str(
        g.tables["results"].look_up(row=g.difference, column=g.tables["results"].columns.labels[g.column])
    )
    if letter not in COLOURS:
        raise BadTable(f"table 'results' says {letter!r}; {', '.join(COLOURS)} would do")
    return COLOURS[letter]


def outcome_of(g: Fighting) -> str:
    """[Terrain Results] What the colour means for the front line."""
    return outcome(g.battle, g.tables, colour_of(g))


def is_target_destroyed(g: Fighting, occupied: bool) -> bool:
    """[PAG, Security Operation, Garrisons] Partisans and garrisons go with one loss, or where the hex would be taken (F-29, F-36)."""
    if g.battle.target == "front":
        return False
    return occupied or g.left(DEFENDER) < g.battle.total(DEFENDER, "cv")
