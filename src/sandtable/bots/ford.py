"""The bots of The Ford: a greedy one, and a planner, which is a playbook that tells the search the game.

The tutorial explains it; a rulebook of your own needs no more than this.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from sandtable.bots.bot import Bot
from sandtable.bots.planner import Candidate, Playbook, beginning_with, three_levels
from sandtable.kernel import Action, Hex, Rulebook, Seat, members, top
from sandtable.testing.ford import RULEBOOK
from sandtable.testing.ford.combat import (
    ASSAULT,
    STAND,
    STAY,
    YIELD,
    Advance,
    Attack,
    CombatRoll,
    Plans,
    Retreat,
    TakeLoss,
    attackers_of,
    defence_strength,
)
from sandtable.testing.ford.movement import DONE, Move
from sandtable.testing.ford.state import Ford, enemy
from sandtable.testing.ford.supply import supplied_hexes

# Everything is weighed in points of strength. The town decides the game; a hex of way to it is worth little.
TOWN: Final = 6.0
WAY: Final = 0.3
UNSUPPLIED: Final = 1.5
# What standing next to an enemy is worth who can be attacked at two to one, at even odds, and at less.
CONTACT: Final = (0.8, 0.2, -0.6)
# What a result of the combat table is worth to the attacker (2.3).
RESULTS: Final = {"A1": -1.0, "X": 0.0, "-": 0.0, "DR": 0.6, "D1": 1.1}
# An attack is made from here on, and from here on a defender outside the town would rather yield.
WORTHWHILE: Final = 0.1
TOO_MUCH: Final = 0.55


# --8<-- [start:policy]
class Sighting(NamedTuple):
    """A position in which enemies have the strength printed on their counters, and who looks at it."""

    g: Ford
    seat: Seat


class Greedy(Bot):
    """Takes what is worth most now: quick enough to play trials out with."""

    name = "greedy"
    about = (
        "Goes for the town, attacks where the odds are good, and plans nothing beyond the answer it gives."
    )

    def read(self, view: Mapping[str, Any]) -> Sighting:
        """The position in a view."""
        g = RULEBOOK.guess(view, Random(0))
        return self.sight(RULEBOOK, g, RULEBOOK.seat(g.setup, view["seat"]))

    def sight(self, rulebook: Rulebook[Any], g: Ford, seat: Seat) -> Sighting:
        """[3.1] The same: what the enemy has left is hidden, what is printed on his counters is not."""
        seen = g.copy()
        for unit in g.living(enemy(seat)):
            seen.strength[unit] = g.printed.units[unit].strength
        return Sighting(seen, seat)

    def decide(self, sighting: Sighting, offered: Sequence[Action]) -> Action:
        """What is worth most now."""
        return by_worth(sighting, offered)[0]


def by_worth(seen: Sighting, offered: Sequence[Action]) -> list[Action]:
    """The answers to the question that *seen* asks, the best first."""
    step = top(seen.g)
    worth = JUDGEMENTS[type(step)](seen, step)
    return sorted(offered, key=worth, reverse=True)


# --8<-- [end:policy]


Judgement = Callable[[Action], float]


def _moving(seen: Sighting, step: Move) -> Judgement:
    """[1] What a unit gains by its move; whoever gains nothing stays."""
    g = seen.g
    places = _places(g, seen.seat)
    contacts = _contacts(g, seen.seat)

    def worth(action: Action) -> float:
        if action == DONE:
            return 0.0
        unit, to = action.args
        here = g.hex_of[unit]
        strength = g.strength[unit]
        return places[to] - places[here] + contacts(to, strength, strength) - contacts(here, strength, 0)

    return worth


def _places(g: Ford, side: Seat) -> list[float]:
    """What standing in each hex is worth: near the town, in it, and in supply (3)."""
    supplied = supplied_hexes(g, side)
    town = g.printed.town
    worth = [-WAY * g.grid.distance(Hex(h), town) - UNSUPPLIED for h in range(g.grid.size)]
    for h in members(supplied):
        worth[h] += UNSUPPLIED
    worth[town] += TOWN
    return worth


def _contacts(g: Ford, side: Seat) -> Callable[[int, int, int], float]:
    """What it is worth to stand next to enemies with so much *strength*, of which so much is not there yet."""
    beside: dict[int, list[tuple[int, int]]] = {}
    for unit in g.living(enemy(side)):
        hex_ = Hex(g.hex_of[unit])
        near = g.grid.neighbours(hex_)
        ours = sum(g.strength[u] for h in near if (u := g.unit_at[h]) >= 0 and g.side_of(u) == side)
        for h in near:
            beside.setdefault(int(h), []).append((ours, int(defence_strength(g, hex_))))

    def worth(hex_: int, strength: int, comes: int) -> float:
        found = 0.0
        for ours, theirs in beside.get(hex_, ()):
            both = ours + comes
            found += CONTACT[0] if both >= 2 * theirs else CONTACT[1] if both >= theirs else CONTACT[2]
        return found

    return worth


def _attacking(seen: Sighting, step: Attack) -> Judgement:
    """[2] The exact chances of the table decide."""
    return lambda action: WORTHWHILE if action == DONE else _promise(seen.g, seen.seat, Hex(action.args[0]))


def _promise(g: Ford, side: Seat, target: Hex) -> float:
    return fight(g, tuple(attackers_of(g, side, target)), target)


# --8<-- [start:fight]
def fight(g: Ford, attackers: tuple[int, ...], target: Hex) -> float:
    """[2.2] What an assault is worth to the attacker on average, by the rule's own column."""
    table = g.printed.tables["combat"]
    column = CombatRoll(attackers, target, 1).column(g)
    found = 0.0
    for face in range(1, 7):
        result = str(table.look_up(row=face, column=column))
        found += RESULTS[result] + (TOWN if result == "DR" and target == g.printed.town else 0.0)
    return found / 6
    # --8<-- [end:fight]


def _planning(seen: Sighting, step: Plans) -> Judgement:
    """[2.1] An assault is always a column better; whoever holds the town stands."""
    yields = step.target != seen.g.printed.town and fight(seen.g, step.attackers, step.target) > TOO_MUCH
    wanted = {ASSAULT, YIELD if yields else STAND}
    return lambda action: float(action in wanted)


def _losing(seen: Sighting, step: TakeLoss) -> Judgement:
    """[2.3] The strongest can bear it best."""
    return lambda action: float(seen.g.strength[action.args[0]])


def _retreating(seen: Sighting, step: Retreat) -> Judgement:
    """[2.4] Where one stands best."""
    places = _places(seen.g, seen.seat)
    return lambda action: places[action.args[0]] if action.args else 0.0


def _advancing(seen: Sighting, step: Advance) -> Judgement:
    """[2.4] Into the town at any price, elsewhere to where one stands better, the strongest first."""
    places = _places(seen.g, seen.seat)

    def worth(action: Action) -> float:
        if action == STAY:
            return 0.0
        unit = action.args[0]
        return places[step.target] - places[seen.g.hex_of[unit]] + 0.01 * seen.g.strength[unit]

    return worth


JUDGEMENTS: Final[dict[type[Any], Callable[[Sighting, Any], Judgement]]] = {
    Move: _moving,
    Attack: _attacking,
    Plans: _planning,
    TakeLoss: _losing,
    Retreat: _retreating,
    Advance: _advancing,
}


# --8<-- [start:playbook]
class FordPlaybook(Playbook[Ford]):
    """Every answer is a plan, tried out through the enemy's next turn; what counts is strength and the town."""

    rulebook = RULEBOOK

    def usual(self) -> Bot:
        """Whose answer the others are held against, and who plays a trial on."""
        return Greedy()

    def candidates(self, g: Ford, seat: Seat, offered: Sequence[Action]) -> list[Candidate]:
        """All answers, the most promising first: a search with few trials tries no more than that."""
        likely = by_worth(Greedy().sight(RULEBOOK, g, seat), offered)
        return [Candidate(action.id, beginning_with(action)) for action in likely]

    def horizon(self, g: Ford, seat: Seat) -> Callable[[Ford], bool]:
        """[4] The turn after next: both sides have answered by then."""
        end = g.turn + 2
        return lambda later: later.turn >= end

    def worth(self, g: Ford, seat: Seat) -> float:
        """[4] The strength left on both sides, the town, and the way to it."""
        found = TOWN if g.holder == seat else -TOWN
        for unit, at in enumerate(g.hex_of):
            if at >= 0:
                there = g.strength[unit] - WAY * g.grid.distance(Hex(at), g.printed.town)
                found += there if g.side_of(unit) == seat else -there
        return found


PlannerEasy, PlannerNormal, PlannerHard = three_levels(FordPlaybook(), trials=48)
# --8<-- [end:playbook]
