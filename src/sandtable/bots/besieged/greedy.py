"""The greedy bot: it plans the movement of an impulse as a whole, and else takes what looks best now."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from sandtable.bots.bot import Bot
from sandtable.kernel import Action, Hex, Rulebook, Seat, Step, top
from sandtable.rules.besieged.fight.advances import AdvanceOn, AdvanceUnits
from sandtable.rules.besieged.fight.declaring import (
    BLITZKRIEG,
    CRT,
    EVERYONE,
    GO,
    NOBODY,
    ChooseAir,
    ChooseAttackers,
    ChooseMarshal,
    ChooseTable,
    DeclareAttack,
)
from sandtable.rules.besieged.fight.losses import LoseStep
from sandtable.rules.besieged.fight.retreats import RETREAT, STAY, CityStep, RetreatTo
from sandtable.rules.besieged.position.war import Role, steps_of
from sandtable.rules.besieged.turn.arrivals import Enter
from sandtable.rules.besieged.turn.movement import March, MoveUnits
from sandtable.rules.besieged.turn.rail import ConvertRail, RailMoves, RailTo
from sandtable.rules.besieged.turn.replacements import RebuildAt, Replace

from . import marching, sighting, support
from .assault import next_attack, share_out, value
from .doctrine import GREEDY, Doctrine
from .sighting import Sighting
from .situation import Situation

Judgement = Callable[[Situation, Any, Sequence[Action]], Action]


class Greedy(Bot):
    """Plays either side of both scenarios of the war in the east."""

    name = "greedy"
    # How it plays the Axis, and how the Soviets.
    doctrines: ClassVar[tuple[Doctrine, Doctrine]] = (GREEDY, GREEDY)
    about = (
        "Plans the movement of an impulse as a whole and attacks where the odds are best; nothing beyond it."
    )

    def read(self, view: Mapping[str, Any]) -> Sighting:
        """The position in a view."""
        return sighting.read(view)

    def sight(self, rulebook: Rulebook[Any], g: Any, seat: Seat) -> Sighting:
        """The same, without writing the view down first."""
        return sighting.sight(g, seat)

    def decide(self, seen: Sighting, offered: Sequence[Action]) -> Action:
        """By the step that asks."""
        return judged(seen, offered, self.doctrine_for(seen))

    def doctrine_for(self, seen: Sighting) -> Doctrine:
        """What its judgements count for what."""
        return self.doctrines[seen.seat]


def judged(seen: Sighting, offered: Sequence[Action], doctrine: Doctrine) -> Action:
    """What greedy's judgements come to by a *doctrine*."""
    if len(offered) == 1:
        return offered[0]
    step = top(seen.g)
    judge = JUDGEMENTS.get(type(step)) if step is not None else None
    return judge(Situation(seen.g, seen.seat, doctrine), step, offered) if judge else offered[0]


# ---- movement


def _pick(s: Situation, step: MoveUnits, offered: Sequence[Action]) -> Action:
    planned = marching.next_move(s)
    move = Action("move", planned.args[:1])
    return move if planned.verb == "move" and move in offered else marching.DONE


def _march(s: Situation, step: March, offered: Sequence[Action]) -> Action:
    planned = marching.next_move(s)
    if planned.verb == "move" and planned.args[0] == step.unit:
        to = Action("to", planned.args[1:])
        if to in offered:
            return to
    return Action("to", (s.g.hex_of[step.unit],))


# ---- combat


def _declare(s: Situation, step: DeclareAttack, offered: Sequence[Action]) -> Action:
    best = next_attack(s)
    attack = Action("attack", (best.hex,)) if best is not None else marching.DONE
    return attack if attack in offered else offered[0]


def _attackers(s: Situation, step: ChooseAttackers, offered: Sequence[Action]) -> Action:
    """Those who were meant for this hex; the position tells who has joined already."""
    wanted = next((a.units for a in share_out(s) if a.hex == step.hex_), ())
    missing = [u for u in wanted if s.g.role[u] != Role.ATTACKS]
    for unit in missing:
        if Action("join", (unit,)) in offered:
            return Action("join", (unit,))
    return GO if GO in offered else EVERYONE if EVERYONE in offered else offered[0]


def _air(s: Situation, step: ChooseAir, offered: Sequence[Action]) -> Action:
    """As many as bring more than they cost, on the better table."""
    units, hex_ = s.g.in_combat(Role.ATTACKS), Hex(s.g.battle_hex)

    def gain(action: Action) -> tuple[float, int]:
        from_air = action.args[0]
        return value(s, s.g, units, hex_, air=from_air) - s.doctrine.air_price * from_air, -from_air

    return max(offered, key=gain)


def _table(s: Situation, step: ChooseTable, offered: Sequence[Action]) -> Action:
    units, hex_, air = s.g.in_combat(Role.ATTACKS), Hex(s.g.battle_hex), s.g.battle_air
    plain = value(s, s.g, units, hex_, air=air)
    fast = value(s, s.g, units, hex_, air=air, blitzkrieg=True)
    return BLITZKRIEG if fast > plain else CRT


def _marshal(s: Situation, step: ChooseMarshal, offered: Sequence[Action]) -> Action:
    """The first who is ready, where he turns the combat by more than he is worth elsewhere."""
    g = s.g
    units, hex_ = g.in_combat(Role.ATTACKS), Hex(g.battle_hex)
    leader = next(a for a in offered if a != NOBODY)

    def worth(marshal: int) -> float:
        own, other = g.battle_attacker_marshal, g.battle_defender_marshal
        both = (marshal, other) if step.side == step.attacker else (own, marshal)
        return value(s, g, units, hex_, air=g.battle_air, blitzkrieg=bool(g.battle_blitzkrieg), marshals=both)

    turn = worth(leader.args[0]) - worth(-1)
    return leader if abs(turn) > s.doctrine.marshal_price else NOBODY


def _city(s: Situation, step: CityStep, offered: Sequence[Action]) -> Action:
    """Hold a Major City while there is a step to spare for it."""
    return STAY if steps_of(s.g, s.g.in_combat(Role.DEFENDS)) >= s.doctrine.last_stand else RETREAT


JUDGEMENTS: Final[dict[type[Step[Any]], Judgement]] = {
    MoveUnits: _pick,
    March: _march,
    DeclareAttack: _declare,
    ChooseAttackers: _attackers,
    ChooseAir: _air,
    ChooseTable: _table,
    ChooseMarshal: _marshal,
    CityStep: _city,
    LoseStep: lambda s, step, offered: support.least_missed(s, offered),
    RetreatTo: lambda s, step, offered: support.fall_back(s, step.unit, offered),
    AdvanceUnits: lambda s, step, offered: support.who_advances(s, offered, step.hexes),
    AdvanceOn: lambda s, step, offered: support.go_on(s, step.unit, offered),
    Replace: lambda s, step, offered: support.spend(s, offered),
    RebuildAt: lambda s, step, offered: support.entry(s, offered),
    Enter: lambda s, step, offered: support.entry(s, offered),
    RailMoves: lambda s, step, offered: support.next_train(s, offered),
    RailTo: lambda s, step, offered: support.station(s, step.unit, offered),
    ConvertRail: lambda s, step, offered: support.extend(s, offered),
}
