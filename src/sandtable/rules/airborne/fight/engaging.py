"""[2, 3, 4, 5.8] A combat on the board: who takes part, which guns and aircraft support it, who has the advantage, and what
it leads to at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.kernel import Action, Argument, AskControl, Auto, Hex, Reckoning, Seat, Wording

from ..air_phase.support import support, used
from ..artillery import Reach, reach
from ..combat import (
    Engage,
    attack_refusal,
    counter_attack,
    fights_again,
    overrun_refusal,
    water_refusal,
)
from ..field import Field, is_behind_water, is_flanked, tactical_advantage
from ..movement import half_turn_refusal, too_late_to_fight
from ..position import corridor
from ..position.corridor import Corridor, Known, Task
from ..position.crossings import is_cut_off
from ..position.sight import sight
from ..position.ways import neighbours
from ..state import NOT_YET, Ground, Mode, Troop, living
from ..strength import Attack, Breakthrough, Fight, score
from ..supply import ammo_refusal
from .aftermath import Aftermath, aim_beyond
from .events import CombatBegan, CombatLapsed

_ADVANTAGE_WORDS: Final = ("Nobody has", "The attacker has", "The defender has")


def touches(g: Corridor, a: int, b: int) -> bool:
    """[2] Whether two cells are adjacent: combat is between such (A-27)."""
    return Hex(b) in g.grid.neighbours(Hex(a))


class Battle(Auto[Corridor]):
    """[2] One combat: a defended cell and all who attack it (A-6)."""

    rule = "2"

    def __init__(self, side: int, target: int, units: tuple[int, ...], kind: int) -> None:
        self.side: Final = side
        self.target: Final = target
        self.units: Final = units
        self.kind: Final = kind

    def run(self, g: Corridor) -> None:
        """Those who are still there and may attack do; where nobody is left on a side the attack lapses."""
        fight = planned_fight(g, self.side, self.target, self.units, self.kind)
        if fight is None or attack_refusal(g, fight) is not None:
            for unit in living(g, self.units):
                g.waiting_prepared[unit] = g.prepared[unit]
            why = "nobody is there to fight, or nobody may attack"
            g.tell(CombatLapsed(self.side, self.target, why), g.seats_hearing_of(*self.units))
            return
        begin(g, self.side, self.target, fight)


def begin(g: Corridor, side: int, target: int, fight: Fight) -> None:
    """[2.2, 13] Both sides see whom they fight; then the die falls."""
    for unit in (*fight.attackers, *fight.defenders):
        sight(g, unit, Known.TYPE | Known.SIZE)
    for gun in (*fight.attack_guns, *fight.attack_far_guns, *fight.defence_guns, *fight.defence_far_guns):
        g.fired[gun] = 1
    for one in (side, 1 - side):
        used(g, one, target)
    counter = int(fight.kind == Attack.COUNTER)
    g.tell(CombatBegan(side, target, len(fight.attackers), len(fight.defenders), counter))
    g.retired = NOT_YET
    g.overrun = 0
    status = sum(g.status[u] for u in fight.attackers), sum(g.status[u] for u in fight.defenders)
    asking = [AdvantageRuling(side, target, fight)] if g.option("rulings") else [Engage(fight)]
    g.then(*asking, Aftermath(side, target, fight, *status), Follow(side, target, fight))


class Follow(Auto[Corridor]):
    """[5.7, 5.8] What a combat leads to at once: an overrun fights again, or the defenders strike back."""

    rule = "5.8"

    def __init__(self, side: int, target: int, fight: tuple[Argument, ...]) -> None:
        self.side: Final = side
        self.target: Final = target
        self.fight: Final = Fight(*fight)  # type: ignore[arg-type]

    def run(self, g: Corridor) -> None:
        """By the band of the combat that is over."""
        band = g.tables["results"].rows.labels[g.band]
        if g.overrun:
            self._fight_on(g, band)
        elif self.fight.kind != Attack.COUNTER:
            self._strike_back(g, band)

    def _fight_on(self, g: Corridor, band: str) -> None:
        """[5.7] Armour that has broken through attacks whom it has met, where the band lets it (A-18)."""
        going = tuple(unit for unit in living(g, self.fight.attackers) if g.breakthrough[unit])
        if not fights_again(g.tables, band) or not going:
            return
        enemies = g.cells_of(1 - self.side)
        lead = going[0]
        met = [cell for cell in neighbours(g, g.hex_of[lead]) if enemies >> cell & 1]
        if met:
            aim = Hex(aim_beyond(g, lead, self.target))
            cell = min(met, key=lambda cell: (g.grid.distance(Hex(cell), aim), cell))
            g.then(Battle(self.side, cell, going, int(Attack.AGAIN)))

    def _strike_back(self, g: Corridor, band: str) -> None:
        """[5.8] The defenders counter-attack where it is allowed, they would, and the score is 0 or better (A-17, A-46)."""
        attackers = [unit for unit in living(g, self.fight.attackers) if g.on_map(unit)]
        if not attackers:
            return
        cell = g.hex_of[max(attackers, key=lambda unit: (g.status[unit], -unit))]
        ground = Ground[g.plan.board.terrain[Hex(cell)].upper()]
        found = counter_attack(g, self.fight, band, ground)
        if found is None:
            return
        near = tuple(
            unit
            for unit in found.attackers
            if g.on_map(unit)
            and can_strike(g, unit, cell)
            and not g.answers[unit] & corridor.NO_COUNTER_ATTACK
            and g.ammo[unit]
            and g.troop(unit) != Troop.ARTILLERY
        )
        struck = tuple(unit for unit in found.defenders if g.hex_of[unit] == cell)
        fight = found._replace(
            attackers=near,
            defenders=struck,
            over_water=tuple(unit for unit in near if unit in found.over_water),
        )
        if near and struck and int(score(g, fight)) >= 0:
            begin(g, 1 - self.side, cell, fight)


def can_strike(g: Corridor, unit: int, cell: int) -> bool:
    """[5.8] Whether *unit* can counter-attack *cell*: next to it, or a kilometre further off on ground it could cross (A-58).

    Over water it follows the rule for attacks (A-39).
    """
    here = g.hex_of[unit]

    def passes(a: int, b: int) -> bool:
        return not is_cut_off(g, unit, a, b) or water_refusal(g, unit) is None

    if g.grid.distance(Hex(here), Hex(cell)) == 1:
        return passes(here, cell)
    between = set(neighbours(g, here)) & set(neighbours(g, cell))
    return any(not is_cut_off(g, unit, here, mid) and passes(mid, cell) for mid in between)


def planned_fight(g: Corridor, side: int, target: int, units: Sequence[int], kind: int) -> Fight | None:
    """[2, 1.4] The combat as it would be fought now; None if a side has nobody for it."""
    defenders = tuple(living(g, g.units_in(target, 1 - side)))
    attackers = [
        unit
        for unit in living(g, units)
        if g.on_map(unit) and not g.retreated[unit] and touches(g, g.hex_of[unit], target)
    ]
    while attackers and defenders:
        fight = _fight(g, side, target, tuple(attackers), defenders, kind)
        able = _able(g, fight)
        if able == attackers:
            return fight
        attackers = able
    return None


def _able(g: Corridor, fight: Fight) -> list[int]:
    """[1.3, 1.4, 2.2] Those of the attackers who may attack at all: ammunition, half a turn, water (A-3, A-19, A-39)."""
    overrun = fight.kind == Attack.AGAIN or overrun_refusal(g, fight) is None
    return [
        unit
        for unit in fight.attackers
        if ammo_refusal(g, [unit]) is None
        and half_turn_refusal(g, unit, overrun=overrun) is None
        and (unit not in fight.over_water or water_refusal(g, unit) is None)
    ]


def _fight(
    g: Corridor, side: int, target: int, attackers: tuple[int, ...], defenders: tuple[int, ...], kind: int
) -> Fight:
    field = Field(g.plan.board, (Hex(target),), tuple({Hex(g.hex_of[unit]) for unit in attackers}))
    near, far = guns_for(g, side, target, attacking=True)
    own_near, own_far = guns_for(g, 1 - side, target, attacking=False)
    ordered = any(g.breakthrough[unit] for unit in attackers)
    return Fight(
        attackers=attackers,
        defenders=defenders,
        attack_guns=near,
        attack_far_guns=far,
        defence_guns=tuple(gun for gun in own_near if gun not in defenders),
        defence_far_guns=own_far,
        attack_air=support(g, side, target),
        defence_air=support(g, 1 - side, target),
        ground=int(field.ground()),
        advantage=advantage(g, field, attackers, defenders),
        breakthrough=int(Breakthrough.ORDERED if ordered else Breakthrough.NONE),
        kind=kind,
        over_water=tuple(unit for unit in attackers if is_cut_off(g, unit, g.hex_of[unit], target)),
    )


def advantage(g: Corridor, field: Field, attackers: Sequence[int], defenders: Sequence[int]) -> int:
    """[2.4.1, 15.7] Who has the clear tactical advantage by the cells (A-8, A-54); boats take it from the bank by night (D-7)."""
    column = all(g.mode[unit] == Mode.ROAD_COLUMN for unit in defenders)
    water = is_behind_water(field) and not (g.is_night() and _has_boats(g, attackers))
    return tactical_advantage(flanked=is_flanked(field), column=column, water=water)[0]


def _has_boats(g: Corridor, attackers: Sequence[int]) -> bool:
    side = g.side_of(attackers[0])
    boats = [
        g.hex_of[unit]
        for unit, printed in enumerate(g.campaign.units)
        if printed.side == side and "boats" in printed.marks and g.on_map(unit)
    ]
    return any(g.grid.distance(Hex(at), Hex(g.hex_of[unit])) <= 1 for at in boats for unit in attackers)


def guns_for(
    g: Corridor, side: int, target: int, *, attacking: bool
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """[3.1, 3.2] The guns of *side* that fire for a combat, at effective and at long range, each once a turn (A-11).

    Guns with an order fire for that attack alone; others fire for what is within their effective range.
    """
    near, far = [], []
    for gun, printed in enumerate(g.campaign.units):
        if printed.side != side or not printed.guns or not g.on_map(gun) or g.fired[gun]:
            continue
        if g.status[gun] <= 0 or not g.ammo[gun] or g.silenced[gun] or too_late_to_fight(g.moved(gun)):
            continue
        if g.hex_of[gun] == target:
            continue
        ordered = g.task[gun] == Task.SUPPORT
        if g.task[gun] == Task.SHELL or (ordered and (not attacking or g.target[gun] != target)):
            continue
        at = reach(g.tables, printed.guns, g.grid.distance(Hex(g.hex_of[gun]), Hex(target)))
        if at == Reach.EFFECTIVE:
            near.append(gun)
        elif at == Reach.LONG and ordered:
            far.append(gun)
    return tuple(near), tuple(far)


class AdvantageRuling(AskControl[Corridor]):
    """[2.4.1] Who has the clear tactical advantage? The cells say one thing, Control may say another (A-54)."""

    rule = "2.4.1"

    def __init__(self, side: int, target: int, fight: tuple[Argument, ...]) -> None:
        self.side: Final = side
        self.target: Final = target
        self.fight: Final = Fight(*fight)  # type: ignore[arg-type]

    def options(self, g: Corridor) -> Sequence[Action]:
        """Nobody, the attacker, the defender."""
        return [Action("advantage", (who,)) for who in range(len(_ADVANTAGE_WORDS))]

    def default(self, g: Corridor) -> Action:
        """As the cells have it."""
        return Action("advantage", (self.fight.advantage,))

    def reckoning(self, g: Corridor) -> Reckoning:
        """The score before the die, as it stands."""
        return score(g, self.fight)

    def wording(self, g: Corridor, seat: Seat, action: Action) -> Wording:
        """Who."""
        who = _ADVANTAGE_WORDS[action.args[0]]
        return Wording(text=f"{who} the advantage at {g.place(self.target)}", rule=self.rule)

    def choose(self, g: Corridor, action: Action) -> None:
        """So it is fought."""
        g.then(Engage(self.fight._replace(advantage=action.args[0])))
