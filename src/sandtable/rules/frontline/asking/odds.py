"""[Results Table, Losses] How a planned attack may go: every fall of the dice, by the steps of the combat themselves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from sandtable.kernel import (
    Action,
    Distribution,
    Fighter,
    Force,
    Fought,
    Hex,
    Odds,
    Reckoning,
    Seat,
    Sheets,
    Tables,
    lines_of,
    settle,
    top,
)
from sandtable.kernel.machine.engine import outcomes

from ..combat import CombatRoll, ReckonOdds, RepositionLine, colour_of, outcome_of
from ..dice import score
from ..fight.engaging import Plan, planned_battle
from ..losses import both_lose, points_lost, take_losses
from ..odds import odds as odds_reckoning
from ..odds import shifts, strength
from ..position.commands import side_of
from ..position.nations import SIDES
from ..position.war import War
from ..seen.hidden import estimated
from ..state import ATTACKER, DEFENDER, Battle, Frontline
from ..turn.attacks import plans
from ..turn.commitment import Commit, committed
from ..turn.flagging import PlaceFlags, flagged

WORDS = {
    "occupy_and_beyond": "occupied, and one hex beyond",
    "occupy": "occupied",
    "hold": "the line does not advance",
    "pushed_out": "pushed out of the starting hexes",
    "assault_succeeds": "the assault succeeds",
    "assault_fails": "the assault fails",
}


def odds(g: War, seat: Seat, action: Action | None) -> Odds | None:
    """How the combat under way may go, while its dice are due."""
    if not isinstance(top(g), CombatRoll) or g.facing.target < 0:
        return None
    return _laid_out(g, g.battle, g.facing.side, g.facing.target, ())


def draft_odds(g: War, seat: Seat, draft: Sequence[Action], line: Action) -> Odds | None:
    """[Process 3] The combat that *line* of a sheet has to do with, if all of *draft* is carried out."""
    step = top(g)
    if not isinstance(step, Sheets):
        return None
    known = estimated(g, seat)
    if isinstance(step, PlaceFlags):
        target = line.args[-1]
        twin = flagged(known, draft)
        every: list[tuple[Seat, Action]] = []
    elif isinstance(step, Commit):
        found = target_of(line)
        if found is None:
            return None
        target, twin = found, committed(known, draft)
        every = [(seat, own) for own in draft]
    else:
        return None
    plan = next((p for p in plans(twin, every) if p.target == target), None)
    return plan_odds(g, twin, seat, plan) if plan is not None else None


def plan_odds(g: War, twin: War, seat: Seat, plan: Plan) -> Odds | None:
    """[Process 3] A plan laid out, with what is assumed."""
    battle = planned_battle(twin, plan)
    if battle is None:
        return None
    whose = "the enemy commits no LSP and plays no cards"
    fog = ("enemy strengths are taken from the middle of their class",) if g.option("fog") else ()
    if not battle.total(ATTACKER, "lsp") and plan.side == side_of(seat):
        fog = (*fog, "no LSP are committed yet")
    return _laid_out(g, battle, plan.side, plan.target, (whose, *fog))


def target_of(line: Action) -> int | None:
    """The hex of the combat that a line of a commitment belongs to."""
    match line.verb, line.args:
        case "lsp", (_, _, target, _):
            return target
        case "divide", (_, _, target, _, _):
            return target
        case "send", (_, _, _, target, _):
            return target
        case "bombers", (_, target, _):
            return target
        case (("die" | "shift"), (_, target)):
            return target
        case (("extra" | "extras"), (*_, target)):
            return target
    return None


def _laid_out(g: War, battle: Battle, side: int, target: int, assumes: tuple[str, ...]) -> Odds:
    return Odds(
        attacker=_force(battle, ATTACKER, side),
        defender=_force(battle, DEFENDER, 1 - side),
        hex=g.grid.name(Hex(target)),
        outcomes=weigh(battle, g.tables),
        assumes=assumes,
        modifiers=lines_of(reckonings(battle, g.tables)),
    )


def reckonings(battle: Battle, tables: Tables) -> list[Reckoning]:
    """[Process 3, Process 4, Process 5, Losses] Odds, shifts, what is added to the dice, and losses."""
    return [
        odds_reckoning(battle, tables),
        shifts(battle, tables),
        score(battle, ATTACKER),
        score(battle, DEFENDER),
        points_lost(battle, tables, ATTACKER),
        points_lost(battle, tables, DEFENDER),
    ]


@lru_cache(maxsize=8192)
def weigh(battle: Battle, tables: Tables) -> Distribution[Fought]:
    """Every way in which *battle* can go: both sides lose the same in all of them, and ground changes hands by the colour."""
    g = Frontline(battle, tables)
    g.then(ReckonOdds())
    settle(g)
    due, ways = top(g), outcomes(g)
    for side, lost in enumerate(both_lose(battle, tables)):
        take_losses(g, Seat(side), lost)
    by_colour: dict[str, Fought] = {}
    found = []
    for roll, chance in ways:
        if isinstance(due, CombatRoll):
            due.resolve(g, roll.args)
        g.agenda.clear()
        colour = colour_of(g)
        if colour not in by_colour:
            RepositionLine().run(g)
            by_colour[colour] = _measured(g)
        found.append((by_colour[colour], chance))
    return Distribution.collected(found)


def _measured(g: Frontline) -> Fought:
    gone = [g.battle.total(side, "cv") - g.left(side) for side in (ATTACKER, DEFENDER)]
    return Fought(
        attacker_wins=bool(g.advance or g.target_destroyed),
        attacker_loses=gone[ATTACKER],
        defender_loses=gone[DEFENDER],
        defender_eliminated=not g.left(DEFENDER),
        then=f"{colour_of(g)}: {WORDS[outcome_of(g)]}",
    )


def _force(battle: Battle, role: Seat, side: int) -> Force:
    found = strength(battle, role)
    fighters = tuple(Fighter(c.hex or c.name, c.name, c.cv * c.me, c.cv * c.me) for c in battle.side(role))
    return Force(
        side=SIDES[side], units=fighters, strength=int(found), lines=lines_of([found]), itemized=True
    )
