"""The combat card read a second time, from its text alone: odds, modifiers, result, losses, fates, retreats, advance.

A side is a strength and what is said about it; no step of the engine is asked.
"""

from __future__ import annotations

from typing import NamedTuple

# Adjusted roll, then the results from 1-5 to 7-1.
CRT = """
-1 AE* AE* AE* AE* A3 A2 DR BR D1 D1 D2
0 AE* AE* AE* AE* A2 A1 DR D1 X2 D1 D2
1 AE* AE* AE* AE A2 A1 BR D1 X2 D2 D2
2 AE* AE* AE A2 A1 AR BR X2 D2 D2 D3
3 AE* AE AE A2 A1 DR D1 X2 D2 D3 D3
4 AE AE A2 A1 AR BR D1 D2 D3 D3 DE
5 AE A3 A2 A1 AR BR X2 D2 D3 DE DE
6 AE A3 A2 A1 DR D1 X2 D3 DE DE DE*
7 A3 A3 A1 AR BR X2 D2 DE DE DE* DE*
8 A3 A2 A1 AR BR X2 D3 DE DE* DE* DE*
9 A3 A2 AR BR D1 D2 DE DE* DE* DE* DE*
10 A2 A1 BR BR X2 D2 DE DE* DE* DE* DE*
11 A2 A1 BR BR X2 D3 DE DE* DE* DE* DE*
"""
# Rolls of at most so many, then the results at 3-1, 4-1, 5-1, 6-1, 7-1, 10-1.
BLITZKRIEG = (
    (3, ("BR", "X2", "D1", "D2", "D1-Adv 2", "D2-Adv 2")),
    (6, ("X2", "D2", "D2-Adv 1", "D2-Adv 1", "D2-Adv 2", "D2-Adv 3")),
    (9, ("D2-Adv 1", "D2-Adv 2", "D2-Adv 2", "D3-Adv 2", "DE-Adv 2", "DE-Adv 3")),
    (10, ("D2-Adv 2", "DE-Adv 2", "DE-Adv 3", "DE-Adv 3", "DE-Adv 3", "DE-Adv 3")),
)
MOST_AIR = {"clear": 4, "light_mud": 3, "mud": 2, "snow": 0}


class Force(NamedTuple):
    """One side."""

    strength: int
    steps: int
    armour: bool = False
    mountain: bool = False
    marshal: bool = False
    surrounded: bool = False


class Ground(NamedTuple):
    """Where the defender stands."""

    terrain: str = "clear"
    city: bool = False
    river: bool = False


class Outcome(NamedTuple):
    """What a side has come to: steps lost, its fate, and how far it goes back."""

    loses: int
    fate: str = "fighting"
    retreats: str | None = None


def ratio(attacker: int, defender: int) -> int:
    """Fractions down: 1 is 1-1, 3 is 3-1, -1 is 1-2, -4 is 1-5; lower is worse than 1-5."""
    return attacker // defender if attacker >= defender else 1 - -(-defender // attacker)


def shifted(odds: int, air: int) -> int:
    """B-10: one rung up for each air unit; there is nothing between 1-2 and 1-1."""
    rung = odds + air
    return rung + 1 if odds < 0 <= rung else rung


def column(odds: int, *, blitzkrieg: bool) -> str:
    """The printed column."""
    if odds < 0:
        return f"1-{1 - odds}"
    if blitzkrieg:
        return "10-1" if odds >= 10 else f"{min(odds, 7)}-1"
    return f"{min(odds, 7)}-1"


def modifier(attacker: Force, defender: Force, ground: Ground) -> int:
    """What is added to the die."""
    mountains = ground.terrain == "mountain"
    plus = attacker.marshal + (attacker.armour and not defender.armour) + (attacker.mountain and mountains)
    minus = defender.marshal + (defender.armour and not attacker.armour) + (defender.mountain and mountains)
    return plus - minus - ground.river - ground.city - (ground.terrain != "clear")


def result(odds: int, roll: int, *, blitzkrieg: bool) -> tuple[int, str]:
    """The row that is read, and what stands there."""
    if blitzkrieg:
        row = min(max(roll, 1), 10)
        at = ("3-1", "4-1", "5-1", "6-1", "7-1", "10-1").index(column(odds, blitzkrieg=True))
        return row, next(codes[at] for most, codes in BLITZKRIEG if row <= most)
    row = min(max(roll, -1), 11)
    rows = {int(line.split()[0]): line.split()[1:] for line in CRT.strip().splitlines()}
    printed = ("1-5", "1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1")
    return row, rows[row][printed.index(column(odds, blitzkrieg=False))]


def outcomes(code: str, attacker: Force, defender: Force) -> tuple[Outcome, Outcome]:
    """What the key orders for attacker and defender."""
    word = code.split("-")[0]
    if word.startswith(("AE", "DE")):
        beaten = attacker if word[0] == "A" else defender
        fate = "surrendered" if word.endswith("*") and beaten.surrounded else "eliminated"
        gone, other = Outcome(beaten.steps, fate), Outcome(0)
        return (gone, other) if word[0] == "A" else (other, gone)
    if word == "BR":
        return _lose(attacker, 1, None), _lose(defender, 1, None)
    if word == "X2":
        steps = 1 if 1 in (attacker.steps, defender.steps) else 2
        return _lose(attacker, steps, None), _lose(defender, steps, "1-2")
    if word == "AR":
        return _lose(attacker, 0, "1-2"), Outcome(0)
    if word == "DR":
        return Outcome(0), _lose(defender, 0, "2")
    if word[0] == "A":
        return _lose(attacker, int(word[1]), "2"), Outcome(0)
    return Outcome(0), _lose(defender, int(word[1]), "2")


def _lose(force: Force, steps: int, retreats: str | None) -> Outcome:
    """Steps first; whoever is left goes back, and the surrounded, who cannot, surrender (B-18)."""
    if steps >= force.steps:
        return Outcome(force.steps, "eliminated")
    if retreats and force.surrounded:
        return Outcome(force.steps, "surrendered")
    return Outcome(steps, "fighting", retreats)


def advance(code: str, attacker: Outcome, defender: Outcome) -> int:
    """How many hexes armour may go forward: as a Blitzkrieg says, else one into a hex that was emptied; none after BR."""
    if attacker.fate != "fighting":
        return 0
    if "-Adv " in code:
        return int(code[-1])
    return int(defender.fate != "fighting" and code != "BR")


def locked(code: str, attacker: Outcome, defender: Outcome, *, first_impulse: bool) -> bool:
    """Whether both must fight on in the second impulse."""
    return first_impulse and code == "BR" and attacker.fate == defender.fate == "fighting"
