"""[2] Combat: target, sealed plans, odds, result, retreat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from sandtable.kernel import (
    OFF_BOARD,
    Action,
    Chance,
    Choice,
    Column,
    Dice,
    Hex,
    Reading,
    Reckoning,
    Refusal,
    Roll,
    Seat,
    Step,
    Together,
    Wording,
    bits_of,
    members,
)

from .events import Advanced, Attacked, Gone, LostStrength, Resolved, Retreated
from .movement import DONE
from .state import Ford, enemy
from .survivors import SurvivorsCheck

ASSAULT: Final = Action("assault")
PROBE: Final = Action("probe")
STAND: Final = Action("stand")
YIELD: Final = Action("yield")
STAY: Final = Action("stay")
DIE: Final = Dice.of(1, 6)
# --8<-- [start:planwords]
PLANS: Final = {
    ASSAULT: "Assault: one column better, and follow up",
    PROBE: "Probe: no shift, and no ground gained if they yield",
    STAND: "Stand and fight",
    YIELD: "Yield: retreat without a roll",
}
# --8<-- [end:planwords]


# --8<-- [start:attack]
class Attack(Choice[Ford]):
    """[2] Attack one more enemy unit, or be done."""

    rule = "2"

    def __init__(self, side: Seat) -> None:
        self.side: Final = side

    def seat(self, g: Ford) -> Seat:
        """The moving side."""
        return self.side

    def options(self, g: Ford) -> Sequence[Action]:
        """Every enemy unit next to a unit that has not fought; or to be done."""
        fresh = bits_of(g.hex_of[u] for u in g.living(self.side) if not g.fought[u])
        targets = g.grid.expand(fresh) & g.at(enemy(self.side))
        return [DONE, *(Action("attack", (hex_,)) for hex_ in members(targets))]

    def wording(self, g: Ford, seat: Seat, action: Action) -> Wording:
        """Whom an attack would meet."""
        if action == DONE:
            return Wording(text="That is all", rule=self.rule, part="end")
        defender, hex_ = g.name(g.unit_at[action.args[0]]), g.hex_name(action.args[0])
        return Wording(text=f"Attack {defender} in {hex_}", rule=self.rule, target={"hex": hex_})

    def choose(self, g: Ford, action: Action) -> None:
        """All fresh units next to the target attack it together."""
        if action == DONE:
            return
        target = Hex(action.args[0])
        attackers = tuple(attackers_of(g, self.side, target))
        for unit in attackers:
            g.fought[unit] = 1
        g.tell(Attacked(attackers, target))
        g.then(Plans(attackers, target), SurvivorsCheck(), self)

    def refusal(self, g: Ford, action: Action) -> Refusal:
        """The reason for which that hex may not be attacked."""
        if action.verb == "attack" and len(action.args) == 1:
            why = attack_refusal(g, self.side, Hex(action.args[0]))
            if why is not None:
                return why
        return super().refusal(g, action)
        # --8<-- [end:attack]


# --8<-- [start:plans]
class Plans(Together[Ford]):
    """[2.1] Pick a plan in secret; both plans are opened together."""

    rule = "2.1"

    def __init__(self, attackers: tuple[int, ...], target: Hex) -> None:
        self.attackers: Final = attackers
        self.target: Final = target

    def seats(self, g: Ford) -> tuple[Seat, ...]:
        """Attacker and defender."""
        side = g.side_of(self.attackers[0])
        return tuple(sorted((side, enemy(side))))

    def options(self, g: Ford, seat: Seat) -> Sequence[Action]:
        """Assault or Probe; Stand or Yield."""
        return (ASSAULT, PROBE) if seat == g.side_of(self.attackers[0]) else (STAND, YIELD)

    def wording(self, g: Ford, seat: Seat, action: Action) -> Wording:
        """A plan with what it means."""
        return Wording(text=PLANS.get(action, action.id), rule=self.rule)

    def reveal(self, g: Ford, answers: Mapping[Seat, Action]) -> None:
        """A defender that yields goes; otherwise the die decides."""
        side = g.side_of(self.attackers[0])
        assault = answers[side] == ASSAULT
        defender = g.unit_at[self.target]
        if answers[enemy(side)] == YIELD:
            g.then(Retreat(defender), *([Advance(self.attackers, self.target)] if assault else []))
        else:
            g.then(CombatRoll(self.attackers, self.target, int(assault)))
            # --8<-- [end:plans]


# --8<-- [start:roll]
class CombatRoll(Chance[Ford]):
    """[2.2] One die in the column of the odds."""

    rule = "2.2"

    def __init__(self, attackers: tuple[int, ...], target: Hex, shift: int) -> None:
        self.attackers: Final = attackers
        self.target: Final = target
        self.shift: Final = shift

    def dice(self, g: Ford) -> Dice:
        """One six-sided die."""
        return DIE

    def roller(self, g: Ford) -> Seat:
        """The attacker."""
        return g.side_of(self.attackers[0])

    def column(self, g: Ford) -> Column:
        """The column of the odds, one to the right for an assault [2.1]."""
        attack = int(attack_strength(g, self.attackers, self.target))
        defence = int(defence_strength(g, self.target))
        return g.printed.tables["combat"].column(f"{attack}:{defence}").shifted(self.shift)

    def reading(self, g: Ford, roll: Roll) -> Reading:
        """The table with the die; everybody hears of column and result."""
        lines = Reckoning().add("die", roll[0], "2.2").as_json()
        table = g.printed.tables["combat"]
        return Reading.of(table, row=roll[0], column=self.column(g).label, lines=lines)

    def resolve(self, g: Ford, roll: Roll) -> None:
        """[2.3] Look the result up and put what follows on the agenda."""
        column = self.column(g)
        result = str(g.printed.tables["combat"].look_up(row=roll[0], column=column))
        g.tell(Resolved(column.label, result))
        defender = g.unit_at[self.target]
        follow: list[Step[Ford]] = []
        if result in ("A1", "X"):
            follow.append(TakeLoss(self.attackers))
        if result in ("D1", "X"):
            lose_strength(g, defender)
        if result == "DR":
            follow.append(Retreat(defender))
        if result == "DR" or g.hex_of[defender] == OFF_BOARD:
            follow.append(Advance(self.attackers, self.target))
        g.then(*follow)
        # --8<-- [end:roll]


class TakeLoss(Choice[Ford]):
    """[2.3] Pick the unit that loses a point of strength."""

    rule = "2.3"

    def __init__(self, units: tuple[int, ...]) -> None:
        self.units: Final = units

    def seat(self, g: Ford) -> Seat:
        """The owner."""
        return g.side_of(self.units[0])

    def options(self, g: Ford) -> Sequence[Action]:
        """Each attacking unit."""
        return [Action("lose", (unit,)) for unit in self.units]

    def wording(self, g: Ford, seat: Seat, action: Action) -> Wording:
        """A unit."""
        unit = g.name(action.args[0])
        return Wording(text=f"{unit} takes the loss", rule=self.rule, target={"unit": unit})

    def choose(self, g: Ford, action: Action) -> None:
        """That unit pays."""
        lose_strength(g, action.args[0])


# --8<-- [start:retreat]
class Retreat(Choice[Ford]):
    """[2.4] Retreat the unit one hex, out of enemy zones; if it cannot go it is gone."""

    rule = "2.4"

    def __init__(self, unit: int) -> None:
        self.unit: Final = unit

    def seat(self, g: Ford) -> Seat:
        """The owner."""
        return g.side_of(self.unit)

    def options(self, g: Ford) -> Sequence[Action]:
        """Each free hex beside it that no enemy zone covers; or to be gone where there is none."""
        here = Hex(g.hex_of[self.unit])
        closed = g.red_at | g.blue_at | g.zone(enemy(g.side_of(self.unit)))
        ways = [
            Action("retreat", (to,))
            for to in g.grid.neighbours(here)
            if not closed >> to & 1 and g.printed.costs.step(here, to) is not None
        ]
        return ways or [Action("give_up")]

    def wording(self, g: Ford, seat: Seat, action: Action) -> Wording:
        """A hex, or the end."""
        if action.verb == "give_up":
            return Wording(text="No way out: the unit is gone", rule=self.rule)
        to = g.hex_name(action.args[0])
        return Wording(text=f"Retreat to {to}", rule=self.rule, target={"hex": to})

    def choose(self, g: Ford, action: Action) -> None:
        """Fall back, or leave the game."""
        if action.verb == "give_up":
            eliminate(g, self.unit)
        else:
            g.put(self.unit, Hex(action.args[0]))
            g.tell(Retreated(self.unit, action.args[0]))
            # --8<-- [end:retreat]


class Advance(Choice[Ford]):
    """[2.4] Send one attacker into the hex that the defender left, or stay."""

    rule = "2.4"

    def __init__(self, attackers: tuple[int, ...], target: Hex) -> None:
        self.attackers: Final = attackers
        self.target: Final = target

    def seat(self, g: Ford) -> Seat:
        """The attacker."""
        return g.side_of(self.attackers[0])

    def options(self, g: Ford) -> Sequence[Action]:
        """To stay, or each attacker that is left and could cross."""
        able = [u for u in self.attackers if g.hex_of[u] != OFF_BOARD]
        open_to = [u for u in able if g.printed.costs.step(Hex(g.hex_of[u]), self.target) is not None]
        return [STAY, *(Action("advance", (u,)) for u in open_to if g.unit_at[self.target] < 0)]

    def wording(self, g: Ford, seat: Seat, action: Action) -> Wording:
        """A unit, or nobody."""
        if action == STAY:
            return Wording(text="Stay where they are", rule=self.rule)
        unit = g.name(action.args[0])
        return Wording(text=f"{unit} advances", rule=self.rule, target={"unit": unit})

    def choose(self, g: Ford, action: Action) -> None:
        """Enter the hex."""
        if action != STAY:
            g.put(action.args[0], self.target)
            g.tell(Advanced(action.args[0], self.target))


def attackers_of(g: Ford, side: Seat, target: Hex) -> list[int]:
    """[2] The units of *side* next to *target* that have not fought this turn."""
    return [u for u in g.units_in(bits_of(g.grid.neighbours(target)) & g.at(side)) if not g.fought[u]]


def attack_refusal(g: Ford, side: Seat, target: Hex) -> Refusal | None:
    """Why *side* may not attack *target* now, or None."""
    if target not in g.grid or not g.at(enemy(side)) >> target & 1:
        return Refusal("2", "no enemy unit is in that hex")
    if not attackers_of(g, side, target):
        return Refusal("2", "no unit that has not yet fought stands next to that hex")
    return None


# --8<-- [start:strength]
def attack_strength(g: Ford, attackers: tuple[int, ...], target: Hex) -> Reckoning:
    """[2.2] The attackers' strength; those across the river count half, rounded up."""
    total = Reckoning("attacking strength")
    for unit in attackers:
        name = g.printed.units[unit].name
        total.add(name, g.strength[unit], "2.2")
        if (g.hex_of[unit], target) in g.printed.board.hexsides["river"]:
            total.add(f"{name} attacks across the river", -(g.strength[unit] // 2), "2.2")
    return total


def defence_strength(g: Ford, target: Hex) -> Reckoning:
    """[2.2] The defender's strength, one more in a wood."""
    unit = g.unit_at[target]
    cover = int(g.printed.tables["terrain"].look_up(row=g.printed.board.terrain[target], column="defence"))
    return (
        Reckoning("defending strength")
        .add(g.printed.units[unit].name, g.strength[unit], "2.2")
        .add_if(cover, f"in {g.printed.board.terrain[target]}", cover, "2.2")
    )
    # --8<-- [end:strength]


# --8<-- [start:losses]
def lose_strength(g: Ford, unit: int) -> None:
    """[2.3] One point off; a unit without strength is gone. Only the owner hears how much is left [3.1]."""
    g.strength[unit] -= 1
    g.tell(LostStrength(unit, g.strength[unit]), to=(g.side_of(unit),))
    if g.strength[unit] <= 0:
        eliminate(g, unit)


def eliminate(g: Ford, unit: int) -> None:
    """[2.3] Take *unit* off the board."""
    g.strength[unit] = 0
    g.put(unit, OFF_BOARD)
    g.tell(Gone(unit))
    # --8<-- [end:losses]
