"""The greedy bot: for every question the answer that looks best now. It plans nothing beyond the force in its hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from sandtable.bots.bot import Bot
from sandtable.kernel import Action, Hex, Rulebook, Seat, verbs_in
from sandtable.rules.damos.series.combat.concerted import attackers_in
from sandtable.rules.damos.series.combat.plans import Plan
from sandtable.rules.damos.series.position.roster import MOBILE, Kind

from . import operations, sighting, thrust
from .advance import rail_value
from .assault import air_is_worth_it, best_attacker, on_guard
from .defend import refuge_score
from .doctrine import GREEDY, Doctrine
from .reactions import choose_posture, choose_reaction
from .replacements import best_place, best_spending, keeps, whole_worth
from .sighting import Sighting
from .situation import Situation

Judgement = Callable[[Situation, Sequence[Action]], Action]
# A die that shows this or less is rolled again.
LOW: Final = 3


class Greedy(Bot):
    """Plays either side of the three DAMOS scenarios."""

    name = "greedy"
    about = "Takes for every question what looks best now; it plans nothing beyond the force in its hand."
    doctrine: ClassVar[Doctrine] = GREEDY

    def read(self, view: Mapping[str, Any]) -> Sighting:
        """The position imagined from a view."""
        return sighting.read(view)

    def sight(self, rulebook: Rulebook[Any], g: Any, seat: Seat) -> Sighting:
        """The same, without writing the view down first."""
        return sighting.sight(g, seat)

    def doctrine_for(self, seen: Sighting) -> Doctrine:
        """What it counts for how much where the position is seen so."""
        return self.doctrine

    def decide(self, seen: Sighting, offered: Sequence[Action]) -> Action:
        """By what the question offers."""
        if len(offered) == 1:
            return offered[0]
        if seen.step == "ConcertedMarch":
            return _march_on(self.situation(seen), offered)
        known = KNOWN & verbs_in(offered)
        if not known:
            return offered[0]
        judge = JUDGEMENTS[min(known, key=RANK.__getitem__)]
        return judge(self.situation(seen), offered)

    def situation(self, seen: Sighting) -> Situation:
        """How what is seen looks by its doctrine."""
        return Situation(seen, self.doctrine_for(seen))


def _of(offered: Sequence[Action], *verbs: str) -> list[Action]:
    return [action for action in offered if action.verb in verbs]


def _phase(s: Situation, offered: Sequence[Action]) -> Action:
    """Both phases are ended by the same words; only one offers to move strategically."""
    if "strategic" in verbs_in(offered):
        return operations.next_strategic(s, offered)
    return operations.next_activation(s, offered)


def _force(s: Situation, offered: Sequence[Action]) -> Action:
    """Whom to take: for an exploitation, an activation, and else everybody."""
    if s.sighting.step == "Exploitation":
        return thrust.gone_on(s, offered) or exploit(s, offered)
    if s.sighting.step == "NameAttacker":
        return (
            thrust.named(s, offered) or (_of(offered, "all") or _of(offered, "take") or _of(offered, "go"))[0]
        )
    if s.sighting.step == "PickForce":
        return operations.pick_force(s, offered)
    return (_of(offered, "all") or _of(offered, "take") or _of(offered, "go"))[0]


def exploit(s: Situation, offered: Sequence[Action]) -> Action:
    """The fast units go on by themselves, since the slowest sets the pace; then the others may follow."""
    g = s.g
    chosen = s.sighting.chosen
    left = [u for u in s.sighting.units if g.hex_of[u] == s.sighting.hex and u not in chosen]
    fastest = max((g.roster[u].kind for u in (*left, *chosen)), default=Kind.FOOT)
    alike = [a for a in _of(offered, "take") if (g.roster[a.args[0]].kind in MOBILE) == (fastest in MOBILE)]
    if len(alike) == len(left) and not chosen and _of(offered, "all"):
        return Action("all")
    return (alike or _of(offered, "go") or _of(offered, "all") or list(offered))[0]


def _attacker(s: Situation, offered: Sequence[Action]) -> Action:
    """The best force for the concerted attack that was declared."""
    found = thrust.named(s, offered)
    if found is not None:
        return found
    starts = [Hex(a.args[0]) for a in _of(offered, "from")]
    able = [h for h in starts if attackers_in(s.g, h)] or starts
    target = s.sighting.hex
    able = [h for h in able if not on_guard(s, tuple(attackers_in(s.g, h)), target)] or able
    best = best_attacker(s, Plan(s.sighting.about["plan"]), target, able)
    return Action("from", (best.start,)) if best is not None else offered[0]


def _plan(s: Situation, offered: Sequence[Action]) -> Action:
    """A Standard Attack where the points suffice: a Meeting Engagement rolls worse."""
    return max(offered, key=lambda action: action.args)


def _retreat(s: Situation, offered: Sequence[Action]) -> Action:
    """The best refuge within one hex, or to halt where it is good enough."""
    units = s.sighting.units
    ways = _of(offered, "retreat")
    if not ways:
        return offered[0]
    best = max(ways, key=lambda a: (refuge_score(s, units, Hex(a.args[0])), a))
    halts = _of(offered, "halt")
    here = Hex(s.g.hex_of[units[0]])
    if halts and refuge_score(s, units, here) >= refuge_score(s, units, Hex(best.args[0])):
        return halts[0]
    return best


def _reroll(s: Situation, offered: Sequence[Action]) -> Action:
    """The lowest die, if it is low."""
    lowest = min(_of(offered, "reroll"), key=lambda a: a.args)
    return lowest if lowest.args[0] <= LOW else Action("keep")


def _cossacks(s: Situation, offered: Sequence[Action]) -> Action:
    """The strongest cavalry near the enemy rides."""
    g = s.g

    def riders(action: Action) -> tuple[int, Action]:
        units = g.units(Hex(action.args[0]), s.side)
        mounted = any(g.roster[u].kind is Kind.CAVALRY for u in units)
        return (sum(g.sp[u] for u in units) if mounted else 0), action

    best = max(_of(offered, "cossacks"), key=riders, default=Action("no_cossacks"))
    return best if best.args and riders(best)[0] else Action("no_cossacks")


def _commit_air(s: Situation, offered: Sequence[Action]) -> Action:
    return Action("commit_air") if air_is_worth_it(s) else Action("hold_air")


def _least_missed(s: Situation, offered: Sequence[Action]) -> Action:
    """The point that one would least like to keep."""
    return min(_of(offered, "absorb", "half"), key=lambda a: (keeps(s, a.args[0]), a))


def _given_up(s: Situation, offered: Sequence[Action]) -> Action:
    """The unit that is worth least."""
    return min(_of(offered, "sideline", "disband"), key=lambda a: (whole_worth(s, a.args[0]), a))


def _rail(s: Situation, offered: Sequence[Action]) -> Action:
    """The line that leads nearest to the objectives; none is left as it is."""
    return max(_of(offered, "extend", "branch"), key=lambda a: (rail_value(s, Hex(a.args[-1])), a))


def _march_on(s: Situation, offered: Sequence[Action]) -> Action:
    """Whoever can join a Grand Assault does; then by the shortest way into the target."""
    straight = _of(offered, "pick_up") or _of(offered, "onward")
    if straight:
        return straight[0]
    target = s.sighting.hex
    return min(_of(offered, "move"), key=lambda a: (s.g.grid.distance(Hex(a.args[0]), target), a))


# What is asked is known by what is offered; the first verb that is found decides.
JUDGEMENTS: Final[dict[str, Judgement]] = {
    "as_history": lambda s, offered: Action("as_history"),
    "end_phase": _phase,
    "stop": operations.act,
    "stay": operations.strategic_move,
    "pass": choose_reaction,
    "from": _attacker,
    "take": _force,
    "all": _force,
    "plan": _plan,
    "posture": choose_posture,
    "retreat": _retreat,
    "rout": lambda s, offered: min(_of(offered, "rout"), key=lambda a: (whole_worth(s, a.args[0]), a)),
    "pay": lambda s, offered: max(offered, key=lambda a: a.args),
    "absorb": _least_missed,
    "half": _least_missed,
    "sideline": _given_up,
    "disband": _given_up,
    "save": lambda s, offered: best_spending(s, list(offered)),
    "place": lambda s, offered: best_place(s, list(offered)),
    "set_up": lambda s, offered: best_place(s, list(offered)),
    "commit_air": _commit_air,
    "reroll": _reroll,
    "keep_shift": lambda s, offered: Action("keep_shift"),
    "cossacks": _cossacks,
    "extend_all": lambda s, offered: Action("extend_all"),
    "extend": _rail,
    "branch": _rail,
    # The farthest hex comes first.
    "lay": lambda s, offered: _of(offered, "lay")[0],
    "press_on": lambda s, offered: Action("press_on"),
}
RANK: Final = {verb: number for number, verb in enumerate(JUDGEMENTS)}
KNOWN: Final = frozenset(JUDGEMENTS)
