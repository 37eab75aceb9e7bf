"""[8.2] The combat procedure, from the counting of strength to the loss points on both sides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.kernel import (
    Action,
    Auto,
    Chance,
    Dice,
    Hex,
    Reading,
    Roll,
    Seat,
    SideChoice,
    Step,
    Wording,
)

from ..events import CombatBegan, DiceFixed, Inflicted, Overwhelmed
from ..exclusive.air import AirCheck, AirSupport, CommitAir
from ..position.combat import NO_COMBAT, Before, Role, Surplus
from ..position.questions import GermanChoice
from ..position.roster import AXIS, SOVIET
from ..position.state import Front, enemy
from ..position.supply import force_in_supply
from ..position.words import hex_words, option
from ..position.zones import stacking_excess
from .losses import Counterattack, CountLosses, eliminate
from .plans import Plan, Posture, adjusted, matrix_effect
from .strength import (
    attack_strength,
    attacker_modifier,
    attackers_behind,
    crt_column,
    crt_dice,
    crt_reading,
    crt_rung,
    defence_strength,
    defender_modifier,
    defenders_behind,
)

OVERWHELMING: Final = 12


def fighters(g: Front, side: Seat) -> list[int]:
    """[8.2] The units of *side* that take part in the combat under way."""
    return g.taking_part(Hex(g.battle.hex), side)


def fight_it_out(
    g: Front, hex_: Hex, entered_from: Hex, plan: Plan, posture: Posture, *, afterwards: Step[Front]
) -> None:
    """[8.2] The combat to the last loss point on both sides, and *afterwards*."""
    g.battle = g.battle._replace(hex=hex_, entered_from=entered_from, plan=plan, posture=posture)
    g.then(Battle(), afterwards)


# ---- who takes part


class LineUp(Auto[Front]):
    """[2.3] Before plan and posture are chosen both sides leave out whoever is above the stacking limit."""

    rule = "2.3"

    def __init__(self, hex_: Hex) -> None:
        self.hex_: Final = hex_

    def run(self, g: Front) -> None:
        """Whoever was left out of an attack that came to nothing, or for whom there is room again, is so no more."""
        for unit, out in enumerate(g.sidelined):
            if out and g.hex_of[unit] != self.hex_:
                g.sidelined[unit] = 0
        for side in (AXIS, SOVIET):
            here = g.units(self.hex_, side)
            out_of_it = [u for u in here if g.sidelined[u]]
            room = [u for u in here if not g.sidelined[u]]
            if any(not stacking_excess(g, [*room, u]) for u in out_of_it):
                for unit in out_of_it:
                    g.sidelined[unit] = 0
        side = Seat(g.phasing)
        g.then(Sideline(side, self.hex_), Sideline(enemy(side), self.hex_))


class Sideline(SideChoice[Front]):
    """[2.3] The owner says which units above the stacking limit take no part."""

    rule = "2.3"
    quiet = True

    def __init__(self, side: Seat, hex_: Hex) -> None:
        super().__init__(side)
        self.hex_: Final = hex_

    def prompt(self, g: Front, seat: Seat) -> str:
        """Where, and why one must go."""
        where = hex_words(g, self.hex_)
        return f"Your stack in {where} is too high: choose a unit that takes no part in the combat."

    def options(self, g: Front) -> Sequence[Action]:
        """Each unit without which the stack is lower, while it is too high; else to go on."""
        units = [u for u in g.units(self.hex_, self.side) if not g.sidelined[u]]
        excess = stacking_excess(g, units)
        if not excess:
            return [Action("fight")]
        # Somebody has to fight, though units that were dropped off stand beside him.
        fighting = g.taking_part(self.hex_, self.side)
        free = [u for u in units if fighting != [u]]
        # A unit that stacks for nothing makes no room: only those that do may be left out.
        helping = [u for u in free if stacking_excess(g, [v for v in units if v != u]) < excess]
        return [Action("sideline", (unit,)) for unit in helping or free]

    def wording(self, g: Front, seat: Seat, action: Action) -> Wording:
        """A unit, or to go on."""
        if action.verb == "fight":
            return option(g, self.rule, "Fight")
        return option(g, self.rule, "{unit} takes no part in the combat", unit=action.args[0])

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
        hex_ = Hex(g.battle.hex)
        attackers, defenders = fighters(g, side), fighters(g, enemy(side))
        attack = int(attack_strength(g, attackers, hex_, Hex(g.battle.entered_from)))
        defence = int(defence_strength(g, defenders, hex_))
        # [8.12] An exploiting force keeps the supply it had in the combat before.
        if not g.exploiting:
            g.force_los = int(force_in_supply(g, attackers, combat=True))
        supplied = int(force_in_supply(g, defenders, combat=True))
        # a force with one demoralized unit is demoralized, all of it.
        shaken = Before.ATTACKER if any(g.demoralized[u] for u in attackers) else Before.NOBODY
        if g.battle.posture == Posture.NONE:
            shaken |= Before.DEFENDER
        g.battle = (
            g.battle._replace(demoralized=shaken)
            .noting(Role.ATTACKER, sp=attack, los=g.force_los)
            .noting(Role.DEFENDER, sp=defence, los=supplied)
        )
        for unit in (*attackers, *defenders):
            g.start_sp[unit] = g.sp[unit]
        g.tell(
            CombatBegan(
                hex_,
                tuple(attackers),
                tuple(defenders),
                attack,
                defence,
                g.battle.plan,
                g.battle.posture,
            )
        )
        if g.bounds.kept:
            came_from = Hex(g.battle.entered_from)
            g.learn(attackers, *attackers_behind(g, attackers, hex_, came_from, attack))
            g.learn(defenders, *defenders_behind(g, defenders, hex_, defence))
        g.uncover()
        if is_overwhelming(attack, defence):
            g.tell(Overwhelmed(hex_))
            g.then(Overrun())
        else:
            g.then(AirSupport(), RollDice(), CountLosses(), Counterattack())


def is_overwhelming(attacker: int, defender: int) -> bool:
    """[AGN 4.8.2, AGS 4.6.2] Twelve to one or more eliminates the defender without a roll (R-68)."""
    return attacker >= OVERWHELMING * defender


class Overrun(Auto[Front]):
    """[AGN 4.8.2, AGS 4.6.2] The defender is eliminated; the attacker may exploit with one point."""

    rule = "AGN 4.8.2"

    def run(self, g: Front) -> None:
        """Remove the defenders: a force without strength has lost."""
        for unit in fighters(g, enemy(Seat(g.phasing))):
            eliminate(g, unit)
        g.battle = g.battle._replace(surplus=Surplus.OVERWHELMED)


class RollDice(Auto[Front]):
    """[8.6] Both sides roll as many dice as their columns say."""

    rule = "8.6"

    def run(self, g: Front) -> None:
        """Fix columns, dice and modifiers, and ask for the dice."""
        attacker, defender = crt_columns(g)
        plan, posture = Plan(g.battle.plan), Posture(g.battle.posture)
        added = int(attacker_modifier(g, plan, posture, dice=crt_dice(attacker)))
        against = int(defender_modifier(g, plan, posture))
        g.battle = g.battle.noting(Role.ATTACKER, drm=added).noting(Role.DEFENDER, drm=against)
        g.tell(DiceFixed(attacker, added, defender, against))
        own = Role.ATTACKER if g.phasing == AXIS else Role.DEFENDER
        reroll = g.battle.air in (CommitAir.REROLL, CommitAir.BOTH)
        g.then(
            CombatRoll(Role.ATTACKER, attacker, int(reroll and own == Role.ATTACKER)),
            CombatRoll(Role.DEFENDER, defender, int(reroll and own == Role.DEFENDER)),
            *([Reroll(own), ReadOff(own, defender if own else attacker)] if reroll else []),
            AdjustLosses(),
        )


def crt_columns(g: Front) -> tuple[int, int]:
    """[8.6] The columns of attacker and defender; [AGN 4.4, AGS 4.4] the air unit shifts the German one."""
    shift = g.battle.air in (CommitAir.SHIFT, CommitAir.BOTH)
    return (
        crt_column(g, g.battle.attacker.sp, air=shift and g.phasing == AXIS),
        crt_column(g, g.battle.defender.sp, air=shift and g.phasing != AXIS),
    )


def read_off(g: Front, defender: int, column: int, total: int) -> None:
    """[8.6] Note the loss points that one side inflicts with a roll of *total*, before the Combat Matrix."""
    rung = crt_rung(g, column, total + g.battle.of(defender).drm)
    g.battle = g.battle.noting(defender, rung=rung)


class CombatRoll(Chance[Front]):
    """[8.6] One side rolls its dice."""

    rule = "8.6"

    def __init__(self, defender: int, column: int, single: int) -> None:
        self.defender: Final = defender
        self.column: Final = column
        # Whether single dice still matter, because one of them may be rolled again.
        self.single: Final = single

    def dice(self, g: Front) -> Dice:
        """As many six-sided dice as the column says."""
        return Dice.of(crt_dice(self.column), 6)

    def roller(self, g: Front) -> Seat:
        """The side whose dice these are."""
        return enemy(Seat(g.phasing)) if self.defender else Seat(g.phasing)

    def reading(self, g: Front, roll: Roll) -> Reading:
        """The CRT as the dice stand; one of them may yet be rolled again."""
        return crt_reading(g, self.defender, self.column, roll)

    def resolve(self, g: Front, roll: Roll) -> None:
        """Read the result off the CRT; where a die may be rolled again, keep the dice until then."""
        if not self.single:
            read_off(g, self.defender, self.column, sum(roll))
        else:
            g.battle = g.battle.noting(self.defender, dice=tuple(sorted(roll)))

    def reads(self, roll: Roll) -> object:
        """The sum, or the dice in any order where one may be rolled again."""
        return tuple(sorted(roll)) if self.single else sum(roll)


class Reroll(GermanChoice):
    """[AGN 4.4, AGS 4.4] The German player may roll one of his dice again, and must take the new one."""

    rule = "AGN 4.4"
    quiet = True

    def __init__(self, defender: int) -> None:
        self.defender: Final = defender

    def prompt(self, g: Front, seat: Seat) -> str:
        """What the air unit gives."""
        return "The air unit lets you roll one of your dice again; the new roll counts."

    def options(self, g: Front) -> Sequence[Action]:
        """To keep all dice, or each different face."""
        dice = g.battle.of(self.defender).dice
        return [Action("keep"), *(Action("reroll", (face,)) for face in sorted(set(dice)))]

    def wording(self, g: Front, seat: Seat, action: Action) -> Wording:
        """A face, or none."""
        if action.verb == "keep":
            return option(g, self.rule, "Keep the dice as they fell")
        return option(g, self.rule, f"Roll the {action.args[0]} again")

    def choose(self, g: Front, action: Action) -> None:
        """Roll that die again."""
        if action.verb == "reroll":
            g.then(RerollDie(self.defender, action.args[0]))


class RerollDie(Chance[Front]):
    """[AGN 4.4, AGS 4.4] The die is rolled again."""

    rule = "AGN 4.4"
    rolls = Dice.of(1, 6)

    def __init__(self, defender: int, face: int) -> None:
        self.defender: Final = defender
        self.face: Final = face

    def roller(self, g: Front) -> Seat:
        """The German player."""
        return AXIS

    def reading(self, g: Front, roll: Roll) -> Reading:
        """The CRT with the new die in the place of the old one."""
        return crt_reading(g, self.defender, crt_columns(g)[self.defender], self._dice(g, roll))

    def resolve(self, g: Front, roll: Roll) -> None:
        """The new face takes the place of the old one."""
        g.battle = g.battle.noting(self.defender, dice=tuple(sorted(self._dice(g, roll))))

    def _dice(self, g: Front, roll: Roll) -> list[int]:
        dice = list(g.battle.of(self.defender).dice)
        dice[dice.index(self.face)] = roll[0]
        return dice


class ReadOff(Auto[Front]):
    """[8.6] The dice that could be rolled again stand now, and the result is read off the CRT."""

    rule = "8.6"

    def __init__(self, defender: int, column: int) -> None:
        self.defender: Final = defender
        self.column: Final = column

    def run(self, g: Front) -> None:
        """Read it and put the dice away."""
        read_off(g, self.defender, self.column, sum(g.battle.of(self.defender).dice))
        g.battle = g.battle.noting(Role.ATTACKER, dice=()).noting(Role.DEFENDER, dice=())


class AdjustLosses(Auto[Front]):
    """[8.7] Both results are moved on the ladder by the Combat Matrix."""

    rule = "8.7"

    def run(self, g: Front) -> None:
        """[8.4] Its adjustments count for the side that incurs the losses, not for the one that inflicts them."""
        effect = matrix_effect(g, Plan(g.battle.plan), Posture(g.battle.posture))
        by_attacker = adjusted(g.battle.attacker.rung, effect.defender_lp)
        by_defender = adjusted(g.battle.defender.rung, effect.attacker_lp)
        g.battle = g.battle.noting(Role.ATTACKER, rung=by_attacker).noting(Role.DEFENDER, rung=by_defender)
        g.tell(Inflicted(by_attacker, by_defender))


def end_battle(g: Front) -> None:
    """Forget the combat, so that nothing of it stays in the position; [AGN 4.4] the air unit is checked if it flew."""
    if g.battle.air:
        g.then(AirCheck(g.area_of(Hex(g.battle.hex))))
    g.battle = NO_COMBAT
    g.start_sp = [0] * len(g.start_sp)
    g.sideline_nobody()
