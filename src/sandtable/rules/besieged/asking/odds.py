"""[CRT, Blitzkrieg] How a combat may go: every face of the die, by the steps of the card, before anything is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from sandtable.kernel import (
    Action,
    Alternative,
    Choice,
    Distribution,
    Fighter,
    Force,
    Fought,
    Hex,
    Odds,
    Reckoning,
    Seat,
    Supposition,
    Tables,
    lines_of,
    settle,
    top,
    wording,
)
from sandtable.kernel.machine.explore import explore

from ..combat import CombatRoll, DetermineOdds
from ..fight.attacks import able, battle_of, blitzkrieg_attack_refusal, declaration, most_air
from ..fight.declaring import (
    BLITZKRIEG,
    EVERYONE,
    ChooseAir,
    ChooseAttackers,
    ChooseMarshal,
    ChooseTable,
    DeclareAttack,
)
from ..modifiers import die_modifiers
from ..odds import is_below_the_table, odds_column, odds_reckoning
from ..position.declared import Declared
from ..position.roster import FIRST_YEAR, SEATS
from ..position.strength import attack_reckoning, defence_reckoning, strength
from ..position.war import Role, War, enemy
from ..state import ATTACKER, DEFENDER, Battle, Besieged, Fate

ASSUMED = (
    "the attacker retreats beaten defenders as far as the result says",
    "no defender loses a step to hold a Major City",
)


class Plan(NamedTuple):
    """A combat as it is declared so far, or might be."""

    attackers: tuple[int, ...]
    hex: Hex
    air: int = 0
    blitzkrieg: bool = False
    attacker_marshal: int = -1
    defender_marshal: int = -1


def odds(g: War, seat: Seat, action: Action | None) -> Odds | None:
    """How the combat at hand may go, or the one that *action* would bring about."""
    plan = plan_of(g, action)
    if plan is None or not plan.attackers:
        return None
    side = Seat(g.side_of[plan.attackers[0]])
    battle = battle_of(g, declared(g, plan))
    defenders = g.units(plan.hex, enemy(side))
    doubled = bool(battle.major_city and g.setup.options.get("city_doubles", False))
    return Odds(
        attacker=_force(g, side, plan.attackers, attack_reckoning(g, plan.attackers)),
        defender=_force(g, enemy(side), defenders, defence_reckoning(g, defenders, doubled=doubled)),
        hex=g.grid.name(plan.hex),
        outcomes=weigh(battle, g.charts),
        assumes=ASSUMED,
        modifiers=lines_of(reckonings(battle, g.charts)),
        choices=choices(g, seat, plan),
        suppositions=tuple(suppositions(g, plan)),
    )


def plan_of(g: War, action: Action | None) -> Plan | None:
    """The combat that is being declared, with what *action* would add to it; None where there is none."""
    step = top(g)
    if isinstance(step, DeclareAttack):
        if action is None or action.verb != "attack":
            return None
        hex_ = Hex(action.args[0])
        return Plan(tuple(able(g, step.side, hex_)), hex_)
    if isinstance(step, ChooseAttackers):
        chosen = g.in_combat(Role.ATTACKS)
        if action == EVERYONE or not (chosen or action):
            chosen = able(g, step.side, step.hex_)
        elif action is not None and action.verb == "join":
            chosen = sorted({*chosen, action.args[0]})
        return Plan(tuple(chosen), step.hex_)
    if not isinstance(step, ChooseAir | ChooseTable | ChooseMarshal | CombatRoll):
        return None
    now = Plan(
        tuple(g.in_combat(Role.ATTACKS)),
        Hex(g.battle_hex),
        g.battle_air,
        bool(g.battle_blitzkrieg),
        g.battle_attacker_marshal,
        g.battle_defender_marshal,
    )
    return changed(step, now, action) if isinstance(step, Choice) and action is not None else now


def changed(step: Choice[Any], plan: Plan, action: Action) -> Plan:
    """The plan with what *action* chooses."""
    if action.verb == "air":
        return plan._replace(air=action.args[0])
    if action == BLITZKRIEG:
        return plan._replace(blitzkrieg=True)
    if action.verb == "marshal" and isinstance(step, ChooseMarshal):
        if step.side == step.attacker:
            return plan._replace(attacker_marshal=action.args[0])
        return plan._replace(defender_marshal=action.args[0])
    return plan


def declared(g: War, plan: Plan) -> Declared:
    """The plan in the numbers of the card."""
    return declaration(
        g,
        plan.attackers,
        plan.hex,
        air=plan.air,
        blitzkrieg=plan.blitzkrieg,
        attacker_marshal=plan.attacker_marshal,
        defender_marshal=plan.defender_marshal,
    )


@lru_cache(maxsize=8192)
def weigh(battle: Battle, tables: Tables) -> Distribution[Fought]:
    """Every way in which *battle* can go, by the steps of the card themselves."""
    g = Besieged(battle, tables)
    g.then(DetermineOdds())
    settle(g)
    return explore(g, lambda _: False, _measured)


def _measured(g: Besieged) -> Fought:
    gone = g.fate[DEFENDER] != Fate.FIGHTING
    return Fought(
        attacker_wins=gone or g.retreat_most[DEFENDER] > 0,
        attacker_loses=g.lost[ATTACKER],
        defender_loses=g.lost[DEFENDER],
        defender_eliminated=gone,
        then=g.result,
    )


def reckonings(battle: Battle, tables: Tables) -> list[Reckoning]:
    """The odds and what is added to the die."""
    if is_below_the_table(battle):
        return [Reckoning("attackers that surrender").add("odds worse than 1-5 before air", 0, "Below 1-5")]
    table = tables["blitzkrieg" if battle.blitzkrieg else "crt"]
    return [odds_reckoning(table, battle), die_modifiers(battle, tables)]


def choices(g: War, seat: Seat, plan: Plan) -> tuple[Alternative, ...]:
    """What each option of the question at hand would make of the combat: with and without each air unit and leader."""
    step = top(g)
    if not isinstance(step, ChooseAir | ChooseTable | ChooseMarshal) or step.seat(g) != seat:
        return ()
    now = plan_of(g, None)
    assert now is not None
    return tuple(
        Alternative(
            option=option.id,
            text=wording(g, seat, option).text,
            outcomes=weigh(battle_of(g, declared(g, changed(step, now, option))), g.charts),
        )
        for option in step.options(g)
    )


def suppositions(g: War, plan: Plan) -> list[Supposition]:
    """Both tables side by side where a Blitzkrieg is allowed, and the same with all air units that may fly."""
    if not isinstance(top(g), DeclareAttack | ChooseAttackers):
        return []
    found: list[Supposition] = []
    most = most_air(g, plan.attackers, plan.hex)
    for air in sorted({0, most}):
        for blitzkrieg in (False, True):
            if not (air or blitzkrieg) or (
                blitzkrieg and blitzkrieg_attack_refusal(g, plan.attackers, plan.hex, air)
            ):
                continue
            battle = battle_of(g, declared(g, plan._replace(air=air, blitzkrieg=blitzkrieg)))
            found.append(Supposition(text=_words(battle, g.charts), outcomes=weigh(battle, g.charts)))
    return found


def _words(battle: Battle, tables: Tables) -> str:
    name = "Blitzkrieg Attack Table" if battle.blitzkrieg else "Combat Results Table"
    air = f" with {battle.air} air unit{'s' if battle.air > 1 else ''}" if battle.air else ""
    if is_below_the_table(battle):
        return f"{name}{air}, worse than 1-5"
    label = odds_column(tables["blitzkrieg" if battle.blitzkrieg else "crt"], battle).label
    return f"{name}{air}, at {label}"


def _force(g: War, side: Seat, units: Sequence[int], found: Reckoning) -> Force:
    fighters = tuple(
        Fighter(counter.id, counter.name, strength(g, u), counter.factors[g.year - FIRST_YEAR])
        for u, counter in ((u, g.counter(u)) for u in units)
    )
    return Force(
        side=SEATS[side], units=fighters, strength=int(found), lines=lines_of([found]), itemized=True
    )
