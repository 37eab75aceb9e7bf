"""[8.2] The combat procedure, from the counting of strength to the loss points on both sides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.kernel.actions import Action, Seat
from sandtable.kernel.dice import Dice, Roll
from sandtable.kernel.hexes import OFF_BOARD, Hex
from sandtable.kernel.steps import Auto, Chance, Choice

from .air import AirCheck, AirSupport, CommitAir
from .events import CombatBegan, Inflicted, Overwhelmed
from .losses import CountLosses
from .plans import Plan, Posture, adjusted, matrix_effect, rung_of
from .roster import AXIS
from .state import Front, enemy
from .strength import (
    attack_strength,
    attacker_modifier,
    crt_column,
    crt_dice,
    crt_row,
    defence_strength,
    defender_modifier,
)
from .supply import force_in_supply
from .zones import stacking_excess

OVERWHELMING: Final = 12


def fighters(g: Front, side: Seat) -> list[int]:
    """[8.2] The units of *side* that take part in the combat under way: all in the hex, within stacking (R-50)."""
    return [u for u in g.units(Hex(g.battle_hex), side) if not g.sidelined[u]]


def begin_battle(g: Front, hex_: Hex, entered_from: Hex, plan: Plan, posture: Posture) -> None:
    """Note what the combat is about and put its steps on the agenda."""
    g.battle_hex, g.battle_from = hex_, entered_from
    g.battle_plan, g.battle_posture = plan, posture
    g.then(Sideline(Seat(g.phasing)), Sideline(enemy(Seat(g.phasing))), Battle())


class Sideline(Choice[Front]):
    """[2.3] The owner says which units above the stacking limit take no part."""

    rule = "2.3"
    quiet = True

    def __init__(self, side: Seat) -> None:
        self.side: Final = side

    def seat(self, g: Front) -> Seat:
        """The owner."""
        return self.side

    def options(self, g: Front) -> Sequence[Action]:
        """Each unit that takes part, while there are too many; else to go on."""
        if not stacking_excess(g, fighters(g, self.side)):
            return [Action("fight")]
        return [Action("sideline", (unit,)) for unit in fighters(g, self.side)]

    def choose(self, g: Front, action: Action) -> None:
        """Leave the unit out, and ask again."""
        if action.verb == "sideline":
            g.sidelined[action.args[0]] = 1
            g.then(self)


class Battle(Auto[Front]):
    """[8.2] Strength, terrain and supply are counted; twelve to one needs no dice; else the dice decide."""

    rule = "8.2"

    def run(self, g: Front) -> None:
        """Count both sides (R-37: their supply holds for the whole combat) and go on to air support and dice."""
        side = Seat(g.phasing)
        hex_ = Hex(g.battle_hex)
        attackers, defenders = fighters(g, side), fighters(g, enemy(side))
        attack = attack_strength(g, attackers, hex_, Hex(g.battle_from))
        defence = defence_strength(g, defenders, hex_)
        g.battle_attacker_sp, g.battle_defender_sp = int(attack), int(defence)
        g.battle_demoralized = int(any(g.demoralized[u] for u in defenders))
        if g.exploiting:
            # [8.12] The exploiting force keeps the supply it had in the combat before.
            g.battle_attacker_los = g.force_los
        else:
            g.battle_attacker_los = g.force_los = int(force_in_supply(g, attackers, combat=True))
        g.battle_defender_los = int(force_in_supply(g, defenders, combat=True))
        for unit in (*attackers, *defenders):
            g.start_sp[unit] = g.sp[unit]
        g.tell(
            CombatBegan(
                hex_,
                tuple(attackers),
                tuple(defenders),
                g.battle_attacker_sp,
                g.battle_defender_sp,
                g.battle_plan,
                g.battle_posture,
            )
        )
        g.uncover()
        if is_overwhelming(g.battle_attacker_sp, g.battle_defender_sp):
            g.tell(Overwhelmed(hex_))
            g.then(Overrun())
        else:
            g.then(AirSupport(), RollDice(), CountLosses())


def is_overwhelming(attacker: int, defender: int) -> bool:
    """[AGN 4.8.2, AGS 4.6.2] Twelve to one or more eliminates the defender without a roll (R-68)."""
    return attacker >= OVERWHELMING * defender


class Overrun(Auto[Front]):
    """[AGN 4.8.2, AGS 4.6.2] The defender is eliminated; the attacker may exploit with one point."""

    rule = "AGN 4.8.2"

    def run(self, g: Front) -> None:
        """Remove the defenders and go on to the outcome."""
        from .exploitation import OVERWHELMED
        from .losses import eliminate
        from .outcome import Outcome

        for unit in fighters(g, enemy(Seat(g.phasing))):
            eliminate(g, unit)
        g.battle_surplus = OVERWHELMED
        g.then(Outcome(1))


class RollDice(Auto[Front]):
    """[8.6] Both sides roll as many dice as their columns say."""

    rule = "8.6"

    def run(self, g: Front) -> None:
        """Fix columns, dice and modifiers, and ask for the dice."""
        side = Seat(g.phasing)
        shift = g.battle_air in (CommitAir.SHIFT, CommitAir.BOTH)
        columns = (
            crt_column(g, g.battle_attacker_sp, air=shift and side == AXIS),
            crt_column(g, g.battle_defender_sp, air=shift and side != AXIS),
        )
        dice = (crt_dice(columns[0]), crt_dice(columns[1]))
        plan, posture = Plan(g.battle_plan), Posture(g.battle_posture)
        g.battle_attacker_drm = int(attacker_modifier(g, plan, posture, dice=dice[0]))
        g.battle_defender_drm = int(defender_modifier(g, plan, posture))
        reroll = g.battle_air in (CommitAir.REROLL, CommitAir.BOTH)
        g.then(
            CombatRoll(0, dice[0], int(reroll and side == AXIS)),
            CombatRoll(1, dice[1], int(reroll and side != AXIS)),
            *([Reroll(0 if side == AXIS else 1)] if reroll else []),
            LookUp(*columns),
        )


class CombatRoll(Chance[Front]):
    """[8.6] One side rolls its dice."""

    rule = "8.6"

    def __init__(self, defender: int, count: int, single: int) -> None:
        self.defender: Final = defender
        self.count: Final = count
        # Whether single dice still matter, because one of them may be rolled again.
        self.single: Final = single

    def dice(self, g: Front) -> Dice:
        """So many six-sided dice."""
        return Dice.of(self.count, 6)

    def resolve(self, g: Front, roll: Roll) -> None:
        """Keep the dice; where none can be rolled again only their sum matters."""
        kept = sorted(roll) if self.single else [sum(roll)]
        if self.defender:
            g.defender_dice = kept
        else:
            g.attacker_dice = kept

    def reads(self, roll: Roll) -> object:
        """The sum, or the dice in any order where one may be rolled again."""
        return tuple(sorted(roll)) if self.single else sum(roll)


class Reroll(Choice[Front]):
    """[AGN 4.4, AGS 4.4] The German player may roll one of his dice again, and must take the new one."""

    rule = "AGN 4.4"
    quiet = True

    def __init__(self, defender: int) -> None:
        self.defender: Final = defender

    def seat(self, g: Front) -> Seat:
        """The German player."""
        return AXIS

    def options(self, g: Front) -> Sequence[Action]:
        """To keep all dice, or each different face."""
        dice = g.defender_dice if self.defender else g.attacker_dice
        return [Action("keep"), *(Action("reroll", (face,)) for face in sorted(set(dice)))]

    def choose(self, g: Front, action: Action) -> None:
        """Roll that die again."""
        if action.verb == "reroll":
            g.then(RerollDie(self.defender, action.args[0]))


class RerollDie(Chance[Front]):
    """[AGN 4.4, AGS 4.4] The die is rolled again."""

    rule = "AGN 4.4"

    def __init__(self, defender: int, face: int) -> None:
        self.defender: Final = defender
        self.face: Final = face

    def dice(self, g: Front) -> Dice:
        """One die."""
        return Dice.of(1, 6)

    def resolve(self, g: Front, roll: Roll) -> None:
        """The new face takes the place of the old one."""
        dice = g.defender_dice if self.defender else g.attacker_dice
        dice[dice.index(self.face)] = roll[0]
        dice.sort()


class LookUp(Auto[Front]):
    """[8.6] Both results are read off the CRT and moved on the ladder by the Combat Matrix."""

    rule = "8.6"

    def __init__(self, attacker_column: int, defender_column: int) -> None:
        self.attacker_column: Final = attacker_column
        self.defender_column: Final = defender_column

    def run(self, g: Front) -> None:
        """[8.7] LP adjustments count for the side that incurs the losses."""
        effect = matrix_effect(g, Plan(g.battle_plan), Posture(g.battle_posture))
        g.battle_attacker_rung = adjusted(
            self._rung(g, self.attacker_column, sum(g.attacker_dice) + g.battle_attacker_drm),
            effect.defender_lp,
        )
        g.battle_defender_rung = adjusted(
            self._rung(g, self.defender_column, sum(g.defender_dice) + g.battle_defender_drm),
            effect.attacker_lp,
        )
        g.attacker_dice, g.defender_dice = [], []
        g.tell(Inflicted(g.battle_attacker_rung, g.battle_defender_rung))

    def _rung(self, g: Front, column: int, total: int) -> int:
        crt = g.campaign.tables["crt"]
        row = crt_row(total, crt_dice(column))
        return rung_of(str(crt.look_up(row=row, column=crt.columns.labels[column])))


def end_battle(g: Front) -> None:
    """Forget the combat, so that nothing of it stays in the position; [AGN 4.4] the air unit is checked if it flew."""
    if g.battle_air:
        g.then(AirCheck(g.area_of(Hex(g.battle_hex))))
    g.battle_hex = g.battle_from = OFF_BOARD
    g.battle_plan = g.battle_posture = 0
    g.battle_attacker_los = g.battle_defender_los = g.battle_air = 0
    g.battle_attacker_sp = g.battle_defender_sp = 0
    g.battle_attacker_drm = g.battle_defender_drm = 0
    g.battle_attacker_rung = g.battle_defender_rung = 0
    g.battle_attacker_cat = g.battle_defender_cat = 0
    g.battle_attacker_paid = g.battle_defender_paid = 0
    g.battle_surplus = g.battle_demoralized = 0
    for unit in range(len(g.start_sp)):
        g.start_sp[unit] = g.sidelined[unit] = 0
