"""[CRT] The combat, step by step: odds, die, result, losses, retreats, advance."""

from __future__ import annotations

import re
from typing import Final

from sandtable.kernel import Auto, BadTable, Chance, Dice, Reading, Roll, Seat, Step

from .modifiers import die_modifiers
from .odds import is_below_the_table, odds_column
from .state import ATTACKER, BELOW, DEFENDER, ROLES, Fate, Fighting

DIE: Final = Dice.of(1, 10)
RETREAT: Final = 2
_RESULT: Final = re.compile(r"(AE\*?|DE\*?|AR|DR|BR|X2|[AD][1-9])(?:-Adv ([1-9]))?")


class DetermineOdds(Auto[Fighting]):
    """[Below 1-5] An attack at odds worse than 1-5 surrenders without a roll; any other finds its column (B-2, B-11)."""

    rule = "Below 1-5"

    def run(self, g: Fighting) -> None:
        """The column, then the die."""
        if is_below_the_table(g.battle):
            g.column = BELOW
            g.then(RemoveAll(ATTACKER, Fate.SURRENDERED))
        else:
            g.column = odds_column(g.table, g.battle).index
            g.then(BlitzkriegRoll() if g.battle.blitzkrieg else CombatRoll())


class CombatRoll(Chance[Fighting]):
    """[CRT, Roll Limits] One ten-sided die with its modifiers; rolls beyond the table read its ends (B-1, B-16)."""

    rule = "CRT"
    rolls = DIE

    def roller(self, g: Fighting) -> Seat | None:
        """The attacker, where the combat is one of a game."""
        return g.roller()

    def reading(self, g: Fighting, roll: Roll) -> Reading | None:
        """The table with the adjusted die, for those who look on."""
        return g.reading(roll)

    def resolve(self, g: Fighting, roll: Roll) -> None:
        """Look the result up."""
        g.die = roll[0]
        g.adjusted = held_to_the_table(g, int(die_modifiers(g.battle, g.charts, g.die)))
        g.then(ApplyResult())


class BlitzkriegRoll(CombatRoll):
    """[Blitzkrieg] The same die, read on the Blitzkrieg Attack Table (B-16)."""

    rule = "Blitzkrieg"


class ApplyResult(Auto[Fighting]):
    """[CRT, Key AE*, Key AE, Key A#, Key AR, Key BR, Key X2, Key DR, Key D#, Key DE, Key DE*] What the result orders."""

    rule = "CRT"

    def run(self, g: Fighting) -> None:
        """Losses first, then retreats, then the advance."""
        code, advance = parts(g.result)
        side = ATTACKER if code[0] == "A" else DEFENDER
        orders: list[Step[Fighting]] = []
        if code in ("AE*", "DE*"):
            # [Key AE*, Key DE*] Surrounded units surrender, the others are merely eliminated (B-4, B-23).
            trapped = ROLES[side] in g.battle.surrounded
            orders = [RemoveAll(side, Fate.SURRENDERED if trapped else Fate.ELIMINATED)]
        elif code in ("AE", "DE"):
            orders = [RemoveAll(side, Fate.ELIMINATED)]
        elif code in ("AR", "DR"):
            orders = [FallBack(side, 1 if code == "AR" else RETREAT, RETREAT)]
        elif code == "BR":
            orders = [LoseSteps(ATTACKER, 1), LoseSteps(DEFENDER, 1), LockUnits()]
        elif code == "X2":
            steps = exchanged_steps(g)
            orders = [LoseSteps(ATTACKER, steps), LoseSteps(DEFENDER, steps), FallBack(DEFENDER, 1, RETREAT)]
        else:
            orders = [LoseSteps(side, int(code[1])), FallBack(side, RETREAT, RETREAT)]
        if code != "BR":
            orders.append(Advance(advance))
        g.then(*orders)


class LoseSteps(Auto[Fighting]):
    """[Key A#, Key D#, Key BR, Key X2] A side loses steps; what goes beyond its last step is ignored (B-17)."""

    rule = "Key D#"

    def __init__(self, side: Seat, steps: int) -> None:
        self.side: Final = side
        self.steps: Final = steps

    def run(self, g: Fighting) -> None:
        """The owner picks them where there are units to pick from."""
        g.lose_steps(self.side, self.steps)


class RemoveAll(Auto[Fighting]):
    """[Key AE, Key DE, Key AE*, Key DE*] All units of a side are gone; surrendered ones can never be rebuilt (B-4)."""

    rule = "Key DE"

    def __init__(self, side: Seat, fate: int) -> None:
        self.side: Final = side
        self.fate: Final = fate

    def run(self, g: Fighting) -> None:
        """However many there are."""
        g.remove_all(self.side, Fate(self.fate))


class FallBack(Auto[Fighting]):
    """[Key A#, Key AR, Key DR, Key D#, Key X2] Survivors retreat; the surrounded have no way out and surrender (B-18)."""

    rule = "Key DR"

    def __init__(self, side: Seat, least: int, most: int) -> None:
        self.side: Final = side
        self.least: Final = least
        self.most: Final = most

    def run(self, g: Fighting) -> None:
        """So many hexes, if anybody is left to go."""
        g.fall_back(self.side, self.least, self.most)


class LockUnits(Auto[Fighting]):
    """[Key BR] Battle Rages in the first impulse locks the survivors of both sides in the second; nobody moves (B-6, B-20)."""

    rule = "Key BR"

    def run(self, g: Fighting) -> None:
        """Locked, if it is the first impulse and both sides are still there."""
        g.lock()


class Advance(Auto[Fighting]):
    """[Key DE, Blitzkrieg] Attackers enter a hex emptied by elimination; "Adv n" carries armor n hexes on (B-21, B-22)."""

    rule = "Key DE"

    def __init__(self, hexes: int) -> None:
        self.hexes: Final = hexes

    def run(self, g: Fighting) -> None:
        """How far armor-type attackers and the others may go."""
        g.go_forward(self.hexes)


def parts(result: str) -> tuple[str, int]:
    """A printed result as its code and the hexes of "Adv"; BadTable for a cell that the key does not explain (B-16)."""
    found = _RESULT.fullmatch(result)
    if found is None:
        raise BadTable(
            f"{result!r} is no combat result; AE*, AE, A1, AR, BR, X2, DR, D1, DE, DE* and 'D2-Adv 1' are"
        )
    return found[1], int(found[2] or 0)


def exchanged_steps(g: Fighting) -> int:
    """[Key X2] Two steps on both sides, but one where either has a single step in the combat (B-5, B-19)."""
    return 1 if 1 in g.battle.steps else 2


def held_to_the_table(g: Fighting, adjusted: int) -> int:
    """[Roll Limits] The roll, kept to -1 to 11 on the CRT and to 1 to 10 on the Blitzkrieg table (B-1)."""
    least, most = (1, 10) if g.battle.blitzkrieg else (-1, 11)
    return min(max(adjusted, least), most)
