"""The operations that the planner of DAMOS weighs: what greedy would do, and what it would not think of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from sandtable.bots.bot import Bot
from sandtable.bots.planner import NOT_MEASURED, Candidate, Plan, Playbook, beginning_with, three_levels
from sandtable.kernel import Action, Hex, Seat, bits_of, members, numbers_in
from sandtable.rules.damos import RULEBOOK
from sandtable.rules.damos.series.combat.plans import PLAN_NAMES
from sandtable.rules.damos.series.combat.plans import Plan as AttackPlan
from sandtable.rules.damos.series.marching import march_range
from sandtable.rules.damos.series.position.roster import AXIS, SOVIET
from sandtable.rules.damos.series.position.state import Front
from sandtable.rules.damos.series.position.supply import german_lines, soviet_lines
from sandtable.rules.damos.series.sequence import last_turn

from . import sighting
from .advance import advance_score
from .appraisal import appraise
from .assault import best_attack, concerted_attacks
from .defend import defence_score, ground_values, refuge_score
from .greedy import Greedy
from .ground import neighbourhood
from .operations import without_influence
from .seasoned import Seasoned
from .situation import Situation

STOP: Final = Action("stop")
# Neither keeps anything from one question to the next.
_SEASONED: Final = Seasoned()
_GREEDY: Final = Greedy()
# So many of each sort are weighed.
CONCERTED: Final = 2
MARCHES: Final = 3
OTHERS: Final = 3
# So many hexes beyond a break-through a city may lie.
RUN: Final = 9
# So many hexes are looked at for whom a force there would cut off.
ROUNDABOUT: Final = 24
# Below this many strength points nobody is worth being cut off.
POCKET: Final = 4
# Farther from the enemy than this a force goes where greedy sends it.
NEAR: Final = 5


class DamosPlaybook(Playbook[Front]):
    """Army Group North, Army Group South, and both together."""

    rulebook = RULEBOOK

    def usual(self) -> Bot:
        """The seasoned bot: a sensible answer to every question."""
        return _SEASONED

    def stand_in(self, *, own: bool) -> Bot:
        """The same for the own seat; the enemy is taken for greedy."""
        return _SEASONED if own else _GREEDY

    def decisive(self, g: Front, seat: Seat) -> bool:
        """The last turn: a trial ends with the game, and tells who has won rather than what a position may be worth."""
        return g.turn >= last_turn(g)

    def candidates(self, g: Front, seat: Seat, offered: Sequence[Action]) -> list[Candidate]:
        """By the step that asks."""
        offer = OFFERS.get(type(g.agenda[-1]).__name__)
        if offer is None:
            return []
        seen = sighting.sight(g, seat)
        return offer(Situation(seen, _SEASONED.doctrine_for(seen)), offered)

    def horizon(self, g: Front, seat: Seat) -> Callable[[Front], bool]:
        """When the seat is to move again: after the enemy's answer, which there is none of on turn 1."""
        # Player turns in their order: the Germans of turn 2 are number 4, the Russians of turn 2 number 5.
        end = 2 * g.turn + g.phasing + (2 if g.phasing == seat else 1)

        def finished(later: Front) -> bool:
            return 2 * later.turn + later.phasing >= end

        return finished

    def worth(self, g: Front, seat: Seat) -> float:
        """In strength points."""
        return appraise(g, seat)


def _of(offered: Sequence[Action], *verbs: str) -> list[Action]:
    return [action for action in offered if action.verb in verbs]


def _place(s: Situation, hex_: int) -> str:
    """A hex as the map calls it."""
    named = {int(place.hex): name for name, place in s.g.campaign.board.places.items()}
    number = s.g.grid.name(Hex(hex_))
    return f"{named[hex_]} ({number})" if hex_ in named else number


# ---- the Operations Phase


def _next_force(s: Situation, offered: Sequence[Action]) -> list[Candidate]:
    """The concerted attacks that promise most, with a run into a city beyond where there is one.

    While others wait who may not act after one, it is too early for them.
    """
    if without_influence(s, [Hex(a.args[0]) for a in _of(offered, "activate")]):
        return []
    attacks = sorted(concerted_attacks(s, _of(offered, "concerted")), key=lambda found: -found[0].value)
    found = []
    for attack, action in attacks[:CONCERTED]:
        kind = PLAN_NAMES[AttackPlan(action.args[0])]
        city = _city_beyond(s, attack.target)
        words = f"{kind} on {_place(s, attack.target)}"
        if city is None:
            found.append(Candidate(words, beginning_with(action)))
        else:
            found.append(Candidate(f"{words}, then on to {_place(s, city)}", _thrust(city, action)))
    return found


def _city_beyond(s: Situation, target: Hex) -> Hex | None:
    """The nearest Russian city within reach of a force that breaks through at *target*."""
    if s.side != AXIS:
        return None
    left = s.g.campaign.cities & s.g.campaign.soviet_side & ~s.g.axis_control & ~(1 << target)
    near = members(left & neighbourhood(s.g.campaign, target, RUN))
    return min((Hex(h) for h in near), key=lambda h: (s.g.grid.distance(target, h), h), default=None)


def _thrust(city: Hex, *opening: Action) -> Callable[[], Plan]:
    """The *opening*, if one is needed, and whoever exploits drives on *city*, into it if it can, and stays there."""

    def begin() -> Plan:
        left = list(opening)

        def plan(g: Any, seat: Seat, offered: Sequence[Action]) -> Action | None:
            if left:
                return left.pop()
            if not g.exploiting or type(g.agenda[-1]).__name__ != "Act":
                return None
            here = Hex(g.hex_of[g.agenda[-1].units[0]])
            if here == city:
                return STOP
            into = [a for a in offered if a.verb in ("move", "attack", "assault") and a.args[0] == city]
            if into:
                return into[0]
            nearer = min(
                (g.grid.distance(Hex(a.args[0]), city), a)
                for a in (*offered, Action("move", (here,)))
                if a.verb == "move"
            )
            return nearer[1] if nearer[1].args[0] != here else None

        return plan

    return begin


def _act(s: Situation, offered: Sequence[Action]) -> list[Candidate]:
    """The best attack, hexes to march to, by ship or on foot, and to stop; the most promising first."""
    units = s.sighting.units
    here = Hex(s.g.hex_of[units[0]])
    # A march that is under way ends as it was begun, and far behind the front there is little to weigh.
    begun = s.g.mp_spent and not s.g.exploiting
    if begun or any(s.g.demoralized[u] for u in units) or s.nearest_foe(here) > NEAR:
        return []
    moves = numbers_in(offered, "move")
    best, *others = _best_hexes(s, units, moves) or [here]
    wanted: dict[int, str] = {}
    for hex_, purpose in (
        *((h, "guard") for h in _threatened(s, moves)),
        *((h, "cut off at") for h in _cutting_off(s, units, moves)),
        (best, "march to"),
        *((h, "keep within supply at") for h in _best_hexes(s, units, moves & s.lines_for(units))[:1]),
        *((h, "fall back to") for h in _refuges(s, units, moves)),
        *((h, "march to") for h in others),
    ):
        wanted.setdefault(hex_, f"{purpose} {_place(s, hex_)}")
    wanted.pop(here, None)
    found = [Candidate(words, _in_order([Action("move", (hex_,)), STOP])) for hex_, words in wanted.items()]
    attack = best_attack(s, units, march_range(s.g, units))
    if attack is not None:
        strike = Action("attack", (attack.target,))
        steps = [strike] if attack.start == here else [Action("move", (attack.start,)), strike]
        found.insert(0, Candidate(f"attack {_place(s, attack.target)}", _in_order(steps)))
    ships = [
        Candidate(f"ship to {_place(s, a.args[0])}", beginning_with(a)) for a in _of(offered, "ship")[:OTHERS]
    ]
    city = _city_beyond(s, here) if s.g.exploiting else None
    if city is not None:
        found.insert(0, Candidate(f"drive on {_place(s, city)}", _thrust(city)))
    return [*found[:2], Candidate("stop", beginning_with(STOP)), *ships, *found[2:]]


def _in_order(steps: Sequence[Action]) -> Callable[[], Plan]:
    """One after another, as long as each is offered when its turn comes."""

    def begin() -> Plan:
        left = list(steps)

        def plan(g: Any, seat: Seat, offered: Sequence[Action]) -> Action | None:
            if left and left[0] in offered:
                return left.pop(0)
            left.clear()
            return None

        return plan

    return begin


def _best_hexes(s: Situation, units: tuple[int, ...], hexes: int) -> list[int]:
    """Where the force would best go, as greedy sees it, the best first; for Russians after it what decides the game."""
    force = s.force(units)
    if s.side == AXIS:
        scores = {h: advance_score(s, force, Hex(h), 0) for h in members(hexes)}
    else:
        scores = {h: defence_score(s, force, Hex(h)) for h in members(hexes)}
    ranked = sorted(scores, key=lambda h: (-scores[h], h))
    decisive = members(hexes & s.objective_bits) if s.side == SOVIET else ()
    return list(dict.fromkeys((*ranked[:1], *decisive, *ranked[1:])))[:MARCHES]


def _threatened(s: Situation, hexes: int) -> list[int]:
    """For Germans the cities that decide the game and are theirs, where the enemy is near and stronger than who holds them."""
    if s.side != AXIS:
        return []
    held = members(hexes & s.objective_bits & s.g.axis_control)
    return [h for h in held if s.foes_near(Hex(h)) > s.strength_of(Hex(h))]


def _refuges(s: Situation, units: tuple[int, ...], hexes: int) -> list[int]:
    """For Russians the safest hex that is not in reach of the enemy: behind a river, if there is one, and before they are cut off."""
    if s.side != SOVIET:
        return []
    ground = ground_values(s.g.campaign)
    behind = hexes & ~s.near_foes(1) & s.near_foes(NEAR)
    scores = {h: refuge_score(s, units, Hex(h)) + ground[h] for h in members(behind)}
    return sorted(scores, key=lambda h: (-scores[h], h))[:1]


def _cutting_off(s: Situation, units: tuple[int, ...], hexes: int) -> list[int]:
    """The hex from which most enemy strength would lose its line of supply."""
    lines = soviet_lines if s.side == AXIS else german_lines
    near = list(members(hexes & s.near_foes(2)))[:ROUNDABOUT]
    fed = s.foe_lines
    best, where = POCKET, -1
    for hex_ in near:
        there = s.g.copy()
        there.put_force(units, Hex(hex_))
        starved = s.g.occupied[s.other] & fed & ~lines(there)
        strength = sum([s.foe_stack(Hex(h)) for h in members(starved)])
        if strength > best:
            best, where = strength, hex_
    return [where] if where >= 0 else []


# ---- other questions


def _each(s: Situation, offered: Sequence[Action]) -> list[Candidate]:
    """Every answer, where there are few."""
    return [Candidate(_bare(s, action), beginning_with(action)) for action in offered[: OTHERS + 1]]


def _bare(s: Situation, action: Action) -> str:
    return action.verb.replace("_", " ") + "".join(f" {n}" for n in action.args)


def _placing(s: Situation, offered: Sequence[Action]) -> list[Candidate]:
    """The best hexes for a newcomer."""
    into = {a.args[1]: a for a in offered if a.verb == "place"}
    if not into:
        return []
    newcomer = (next(iter(into.values())).args[0],)
    return [
        Candidate(f"newcomers to {_place(s, h)}", beginning_with(into[h]))
        for h in _best_hexes(s, newcomer, bits_of(into))
    ]


def _strategic(s: Situation, offered: Sequence[Action]) -> list[Candidate]:
    """The best hexes at the end of a march by rail or road."""
    moves = numbers_in(offered, "move")
    return [
        Candidate(f"by rail to {_place(s, h)}", beginning_with(Action("move", (h,))))
        for h in _best_hexes(s, s.sighting.units, moves)
    ]


OFFERS: Final[dict[str, Callable[[Situation, Sequence[Action]], list[Candidate]]]] = {
    "OperationsPhase": _next_force,
    "Act": _act,
    "StrategicMove": _strategic,
    "PlaceReinforcement": _placing,
    "ExtendLines": _each,
    "ChooseRailhead": _each,
    "PickBranch": _each,
    "ConcertedPosture": _each,
    "PostureAhead": _each,
    "PlanAndPosture": _each,
}


DOCTRINES: Final = "It searches on the last turn; until then it judges by doctrines that were found by playing against greedy."
# A hundred games a side with seeds from 7100 on.
WON: Final = "Of 100 games each against greedy it won {} as Germans and {} as Russians in the north, {} and {} in the south."
PlannerEasy, PlannerNormal, PlannerHard = three_levels(
    DamosPlaybook(),
    trials=10,
    measured={
        "easy": f"{DOCTRINES} {NOT_MEASURED}",
        "normal": f"{DOCTRINES} {WON.format(95, 96, 88, 99)}",
        "hard": f"{DOCTRINES} {WON.format(94, 95, 88, 99)}",
    },
)
