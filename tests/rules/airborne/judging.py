"""Small tools of the airborne tests: units in a line, fights between them, and the adjudicator at hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from sandtable.kernel.chance.dice import ScriptedDice
from sandtable.kernel.machine.actions import DICE, rolled
from sandtable.kernel.machine.engine import answer, asked, options, settle
from sandtable.kernel.machine.state import Setup
from sandtable.rules.airborne import RULEBOOK
from sandtable.rules.airborne.combat import Engage
from sandtable.rules.airborne.state import ATTACKER, DEFENDER, Counter, Operation, Printed, Troop
from sandtable.rules.airborne.strength import Fight, factors, strength

TABLES: Final = RULEBOOK.tables
ADJUDICATOR: Final = RULEBOOK.adjudicator
COMBAT: Final[dict[str, Any]] = {"attacker": "status=12,factors=2", "defender": "status=8,factors=1"}
# One of each procedure, as a Control team meets them in an evening.
EVENING: Final[dict[str, dict[str, Any]]] = {
    "combat": COMBAT,
    "air_to_air": {"interceptors": 5, "escort": 12},
    "transports": {"interceptors": 5, "escort": 3, "transports": 12, "status": 4},
    "flak": {"flak": "heavy=1,light=2", "target": "drop_2km", "serials": 3, "status": 4},
    "interdiction": {"tactical": 3, "heavy": 2, "units": 4, "status": 3},
    "suppression": {"battalions": 3, "units": 4},
    "resupply": {"points": 23, "contested": True},
    "recce": {"troop": "tanks", "units": 4, "moving": True},
    "movement": {"troop": "tanks", "route": "open=10,bridge,wood=4"},
}


def resolve(*faces: int, **given: Any) -> dict[str, Any]:
    """What the adjudicator answers, with exactly these dice."""
    assert ADJUDICATOR is not None
    return ADJUDICATOR.resolve(given, TABLES, [faces] if faces else [], ScriptedDice([]))


def odds(**given: Any) -> dict[str, Any]:
    """What the adjudicator answers over all dice."""
    assert ADJUDICATOR is not None
    return ADJUDICATOR.odds(given, TABLES)


def tell(outcome: dict[str, Any]) -> list[str]:
    """An answer in sentences."""
    assert ADJUDICATOR is not None
    return ADJUDICATOR.tell(outcome)


def total(chances: dict[str, str]) -> Fraction:
    """The sum of a distribution."""
    return sum((Fraction(chance) for chance in chances.values()), Fraction(0))


def attacker(status: int = 4, troop: Troop = Troop.FOOT, **printed: Any) -> Counter:
    """An attacking unit."""
    return Counter(**{"name": "attacker", "side": ATTACKER, "troop": troop, "status": status, **printed})


def defender(status: int = 4, troop: Troop = Troop.FOOT, **printed: Any) -> Counter:
    """A defending unit."""
    return Counter(**{"name": "defender", "side": DEFENDER, "troop": troop, "status": status, **printed})


def field(*counters: Counter) -> tuple[Operation, Fight]:
    """A position of these units and the fight of all attackers against all defenders; guns take no part unless named."""
    g = Operation(Setup("test"), Printed(TABLES, counters))
    sides = {
        side: tuple(n for n, c in enumerate(counters) if c.side == side) for side in (ATTACKER, DEFENDER)
    }
    return g, Fight(sides[ATTACKER], sides[DEFENDER])


def attack_factor(g: Operation, fight: Fight, name: str) -> int:
    """How many attacking units the factor *name* concerns."""
    return factors(g, fight, ATTACKER)[name]


def defence_factor(g: Operation, fight: Fight, name: str) -> int:
    """How many defending units the factor *name* concerns."""
    return factors(g, fight, DEFENDER)[name]


def brings(g: Operation, fight: Fight) -> tuple[int, int]:
    """The strength of attacker and defender, without the die."""
    return int(strength(g, fight, ATTACKER)), int(strength(g, fight, DEFENDER))


def fight_out(g: Operation, fight: Fight, *faces: int, verb: str = "ammo") -> Operation:
    """The fight with these faces in order; owners who are asked give up points of kind *verb* where they can."""
    g.then(Engage(fight))
    settle(g)
    left = list(faces)
    while g.agenda:
        (seat,) = asked(g)
        if seat == DICE:
            step = g.agenda[-1]
            count = len(step.dice(g).sides)  # type: ignore[attr-defined]
            answer(g, rolled(tuple(left[:count])), DICE)
            del left[:count]
        else:
            offered = options(g, seat)
            answer(g, next((a for a in offered if a.verb == verb), offered[0]), seat)
    assert not left, "more faces than rolls"
    return g
