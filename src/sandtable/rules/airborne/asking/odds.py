"""[5] How a planned attack may go: every fall of the dice, by the steps of the combat themselves."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.kernel import Action, Fighter, Force, Hex, Odds, Seat, lines_of, settle, top
from sandtable.kernel import Fought as Outcome
from sandtable.kernel.machine.explore import explore

from ..combat import Engage, attack_refusal
from ..fight.aftermath import WORDS
from ..fight.engaging import planned_fight
from ..position.corridor import SIDES, Corridor, Known
from ..position.sight import as_known_to
from ..state import ATTACKER, DEFENDER, NOT_YET
from ..strength import Attack, Fight, score, strength
from ..turn import drafts
from ..turn.drafts import read_lines
from ..turn.orders import Orders

_WINS = ("12+", "8-11", "5-7")


def draft_odds(g: Corridor, seat: Seat, draft: Sequence[Action], line: Action) -> Odds | None:
    """[5] The attack that *line* orders, together with all others of *draft* on the same cell, against whom one knows."""
    if not isinstance(top(g), Orders) or line.verb not in (drafts.ATTACK, drafts.BREAK):
        return None
    side, target = g.campaign.side_of(seat), line.args[1]
    known = as_known_to(g, side, seat)
    own = [one for one in draft if one.verb in (*drafts.TASKS, drafts.MOVE, drafts.TO, drafts.FOOT)]
    orders = read_lines(g, side, own if line in own else [*own, line]).orders
    units = []
    for unit, order in orders.items():
        if order.verb in (drafts.ATTACK, drafts.BREAK) and order.target == target:
            units.append(unit)
            known.hex_of[unit], known.spent[unit] = order.end, order.spent
            known.breakthrough[unit] = int(order.breaks)
            if order.cells and order.mode is not None:
                known.mode[unit] = int(order.mode)
                known.prepared[unit] = 0
    fight = planned_fight(known, side, target, units, int(Attack.PLANNED))
    if fight is None or attack_refusal(known, fight) is not None:
        return None
    return _laid_out(g, known, side, target, fight)


def _laid_out(g: Corridor, known: Corridor, side: int, target: int, fight: Fight) -> Odds:
    twin = known.copy()
    twin.agenda.clear()
    twin.told = None
    twin.retired = NOT_YET
    twin.then(Engage(fight))
    settle(twin)
    had = [sum(known.status[u] for u in units) for units in (fight.attackers, fight.defenders)]

    def measured(end: Corridor) -> Outcome:
        left = [sum(end.status[u] for u in units) for units in (fight.attackers, fight.defenders)]
        band = end.tables["results"].rows.labels[end.band]
        return Outcome(
            attacker_wins=band in _WINS,
            attacker_loses=had[0] - left[0],
            defender_loses=had[1] - left[1],
            defender_eliminated=not left[1],
            then=WORDS[band],
        )

    sized = all(known.known_what[unit] & Known.SIZE for unit in fight.defenders)
    assumes = ["the enemy is where he was seen last, and nobody else joins him"]
    if not sized:
        assumes.append("enemies whose size is not known have the status that is printed")
    return Odds(
        attacker=_force(known, fight, side, attacking=True),
        defender=_force(known, fight, 1 - side, attacking=False),
        hex=g.grid.name(Hex(target)),
        outcomes=explore(twin, lambda _: False, measured),
        assumes=tuple(assumes),
        modifiers=lines_of([score(known, fight)]),
    )


def _force(known: Corridor, fight: Fight, side: int, *, attacking: bool) -> Force:
    role = ATTACKER if attacking else DEFENDER
    found = strength(known, fight, role)
    units = fight.units(role)
    fighters = tuple(
        Fighter(
            known.campaign.units[u].id if attacking else f"{SIDES[side]}-{n}",
            known.name_of(u) if attacking else "enemy",
            known.status[u],
            known.status[u],
        )
        for n, u in enumerate(units, start=1)
    )
    return Force(side=SIDES[side], units=fighters, strength=int(found), itemized=False)
