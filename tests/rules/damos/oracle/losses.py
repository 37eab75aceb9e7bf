"""[8.5 to 8.10] From strengths to loss points, who takes them, the counterattack and the winner (R-14 to R-17, R-47 to R-49)."""

from __future__ import annotations

from collections.abc import Mapping

# [8.6] The heads of the columns: up to so many SP; four columns for each number of dice.
COLUMNS = (1, 2, 4, 6, 7, 8, 10, 12, 15, 18, 23)
LAST_ROW = {1: 9, 2: 15, 3: 20}
DIAGONAL = (
    ["0"] * 5
    + ["0h", "0d", "1", "1", "1h", "1d"]
    + ["2"] * 4
    + ["3"] * 4
    + ["4"] * 4
    + ["5"] * 4
    + ["6"] * 4
    + ["7"]
)
# [8.7] Lowest to highest.
LADDER = ("0", "0h", "0d", "1", "1h", "1d", *(str(n) for n in range(2, 12)))
# [8.3] What the plan adds to the attacker's roll.
PLAN = {"meeting": -1, "standard": 0, "grand_assault": 1, "penetration": 2}
# [8.4] (attacker's DRM, defender's DRM, LP more for the attacker, LP more for the defender)
Effect = tuple[int, int, int, int]
MATRIX: dict[str, dict[str, Effect]] = {
    "steadfast": {
        "meeting": (0, 1, 0, 0),
        "standard": (0, 1, 0, 0),
        "grand_assault": (0, 0, 1, 0),
        "penetration": (0, 0, 0, 1),
    },
    "counterattack": {
        "meeting": (-1, 0, 0, 0),
        "standard": (0, 0, 0, 0),
        "grand_assault": (0, 0, 0, 1),
        "penetration": (0, -1, 1, 0),
    },
    "delay": {
        "meeting": (0, 0, 0, -1),
        "standard": (0, -1, 0, -1),
        "grand_assault": (0, -2, 0, -1),
        "penetration": (1, 0, 0, 1),
    },
    "hedgehog": {
        "meeting": (0, 1, 0, 0),
        "standard": (-1, 1, 0, 0),
        "grand_assault": (0, 0, 0, 1),
        "penetration": (0, 0, 1, 0),
    },
}
# [8.9] By die, 1:3 to 3:1: loss points of the counterattacker / of the attacker.
COUNTERATTACK = {
    1: "3/0 2/0 2/1 1/1 1/2",
    2: "2/0 2/1 1/1 1/2 1/3",
    3: "2/1 1/1 1/2 1/3 0/3",
    4: "1/1 1/2 1/3 0/3 0/4",
    5: "1/2 1/3 0/3 0/4 0/4",
    6: "1/3 0/3 0/4 0/4 0/5",
}
RATIOS = ("1:3", "1:2", "1:1", "2:1", "3:1")


def column(sp: int, *, shift: int = 0) -> int:
    """The column of so many SP, 0 to 11; air moves it to the right."""
    return min(sum(sp > most for most in COLUMNS) + shift, 11)


def dice(of_column: int) -> int:
    """How many dice a column rolls."""
    return of_column // 4 + 1


def modifiers(
    plan: str, posture: str, *, attacker_dice: int, attacker_line: bool, defender_line: bool
) -> tuple[int, int]:
    """[8.5] Attacker's and defender's modifier; a demoralized defender (posture "none") gives +1 and no matrix."""
    attacker = PLAN[plan] - (0 if attacker_line else 2 * attacker_dice)
    defender = 0 if defender_line else -1
    if posture == "none":
        return attacker + 1, defender
    own, his, _, _ = MATRIX[posture][plan]
    return attacker + own, defender + his


def inflicted(faces: int, drm: int, of_column: int, more: int) -> str:
    """[8.6, 8.7] Loss points read off the table, moved on the ladder by what the matrix adds for the loser of them."""
    row = max(0, min(faces + drm, LAST_ROW[dice(of_column)]))
    return LADDER[max(0, LADDER.index(DIAGONAL[row + of_column]) + more)]


def more_for(plan: str, posture: str) -> tuple[int, int]:
    """[8.4] How the loss points change that attacker and defender incur."""
    if posture == "none":
        return 0, 0
    _, _, attacker, defender = MATRIX[posture][plan]
    return attacker, defender


def points(rung: str) -> int:
    """The loss points of a result: hearts and diamonds cost nothing."""
    return int(rung.rstrip("hd"))


def most_paid(lp: int, *, paid: int, stock: int, allowed: bool) -> int:
    """[AGN 4.5.1] How many loss points replacement points may pay for: two in a combat, with a line of supply."""
    return min(lp, 2 - paid, stock) if allowed else 0


def allocation_fault(lp: int, before: Mapping[int, int], after: Mapping[int, int]) -> str:
    """[8.8] What is wrong with how *lp* were shared out, or nothing. Half falls on a unit that was the largest."""
    lost = {unit: sp - after.get(unit, 0) for unit, sp in before.items()}
    if any(points < 0 for points in lost.values()):
        return "a unit has gained strength"
    if sum(lost.values()) != min(lp, sum(before.values())):
        return f"{sum(lost.values())} SP are gone for {lp} LP"
    largest = max(before.values(), default=0)
    half = min(lp // 2, largest)
    if not any(lost[unit] >= half for unit, sp in before.items() if sp == largest):
        return f"the largest unit took less than half of {lp} LP"
    return ""


def ratio(counterattacker: int, attacker: int) -> str:
    """[8.9] Rounded in favor of the attacker: 6 against 14 is 1:3."""
    if counterattacker >= attacker:
        return f"{min(3, counterattacker // attacker)}:1"
    return f"1:{min(3, -(-attacker // counterattacker))}"


def counterattack(of_ratio: str, die: int) -> tuple[int, int]:
    """[8.9] Loss points of the counterattacking defender and of the attacker; no modifier."""
    cell = COUNTERATTACK[die].split()[RATIOS.index(of_ratio)]
    defender, _, attacker = cell.partition("/")
    return int(defender), int(attacker)


def attacker_wins(attacker: str, defender: str, *, by_table: tuple[int, int] = (0, 0)) -> bool:
    """[8.10] Who inflicted more, counterattack included: (by the attacker, by the defender); suits break ties at 0 and 1."""
    his, other = points(attacker) + by_table[0], points(defender) + by_table[1]
    if his != other:
        return his > other
    suits = ("", "h", "d")
    return his <= 1 and suits.index(attacker.lstrip("0123456789")) > suits.index(
        defender.lstrip("0123456789")
    )
