"""[8.2] A combat from its beginning, [8.10] who won, and [8.11] what it means for the loser."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.kernel import Action, Auto, Choice, Hex, Seat, Step, Wording

from ..events import Rallied, Routed, Won
from ..marching import enter_control
from ..position.combat import Before
from ..position.questions import DefenderChoice
from ..position.state import Front, enemy
from ..position.words import hex_words, option
from .battle import end_battle, fight_it_out, fighters
from .exploitation import Exploitation
from .losses import eliminate, lose, suffer
from .plans import Plan, Posture, loss_points, symbol
from .retreat import ATTACKER_HEXES, DEFENDER_HEXES, DEFENDER_MOST, Retreat, demoralize_force


def begin_battle(g: Front, hex_: Hex, entered_from: Hex, plan: Plan, posture: Posture) -> None:
    """[8.2] The combat, from the counting of strength to what becomes of loser and winner."""
    fight_it_out(g, hex_, entered_from, plan, posture, afterwards=DetermineWinner())


class DetermineWinner(Auto[Front]):
    """[8.10] The side that inflicted more loss points wins; hearts and diamonds break ties at 0 and 1, else the defender."""

    rule = "8.10"

    def run(self, g: Front) -> None:
        """Tell who won, and go on to what follows from it."""
        side = Seat(g.phasing)
        won = attacker_won(g)
        g.tell(Won(side if won else enemy(side), *inflicted(g)))
        g.then(Outcome(int(won)))


def inflicted(g: Front) -> tuple[int, int]:
    """[8.10] The loss points inflicted by attacker and defender: CRT after the Combat Matrix, and counterattack."""
    return (
        loss_points(g.battle.attacker.rung) + g.battle.attacker.cat,
        loss_points(g.battle.defender.rung) + g.battle.defender.cat,
    )


def attacker_won(g: Front) -> bool:
    """[8.10] Whether the attacker has won; a force without strength has lost, whatever the count (R-47)."""
    side = Seat(g.phasing)
    if not fighters(g, side):
        return False
    if not fighters(g, enemy(side)):
        return True
    return more_inflicted(*inflicted(g), g.battle.attacker.rung, g.battle.defender.rung)


def more_inflicted(by_attacker: int, by_defender: int, attacker_rung: int, defender_rung: int) -> bool:
    """[8.10] More loss points win; at an equal total of 0 or 1 the higher symbol of the CRT result wins (R-16)."""
    if by_attacker != by_defender:
        return by_attacker > by_defender
    return by_attacker <= 1 and symbol(attacker_rung) > symbol(defender_rung)


class Outcome(Auto[Front]):
    """[8.11] The loser retreats and is demoralized, except after a Meeting Engagement; a winner may exploit."""

    rule = "8.11"

    def __init__(self, attacker_won: int) -> None:
        self.attacker_won: Final = attacker_won

    def run(self, g: Front) -> None:
        """Put what follows for loser and winner on the agenda."""
        side = Seat(g.phasing)
        attackers, defenders = tuple(fighters(g, side)), tuple(fighters(g, enemy(side)))
        here = Hex(g.battle.hex)
        lose_overstacked(g, side if not self.attacker_won else enemy(side))
        if self.attacker_won and defenders:
            if g.roster.hanko in defenders:
                others = tuple(u for u in defenders if u != g.roster.hanko)
                g.then(*_driven_out(g, others), HankoHolds(tuple(g.units(here, side))))
            elif may_rout(g, defenders):
                g.then(RoutOrRetreat(attackers, defenders))
            else:
                g.then(DefenderRetreats(attackers, defenders))
        elif self.attacker_won:
            g.then(TakeHex(attackers))
        else:
            # Units dropped off there have not fought, but go back and are shaken with the others.
            g.then(AttackerRetreats(tuple(g.units(here, side)), defenders))


def lose_overstacked(g: Front, loser: Seat) -> None:
    """[2.3] Units above the stacking limit in the hex of a lost combat are lost with it."""
    for unit in g.units(Hex(g.battle.hex), loser):
        if g.sidelined[unit]:
            eliminate(g, unit)


def may_rout(g: Front, defenders: tuple[int, ...]) -> bool:
    """[8.11] In a major city, with at least two units left, the strongest may give way and the others stay (R-51)."""
    return len(defenders) >= 2 and bool(g.campaign.major_cities >> g.battle.hex & 1)


class RoutOrRetreat(DefenderChoice):
    """[8.11] The defender of a major city retreats, or routs its strongest unit and throws the attacker back."""

    rule = "8.11"

    def __init__(self, attackers: tuple[int, ...], defenders: tuple[int, ...]) -> None:
        self.attackers: Final = attackers
        self.defenders: Final = defenders

    def prompt(self, g: Front, seat: Seat) -> str:
        """Where, and what may be saved."""
        where = hex_words(g, g.battle_hex)
        return f"You have lost in {where}: retreat, or rout your strongest unit and hold the city."

    def options(self, g: Front) -> Sequence[Action]:
        """To retreat, or to rout (the strongest unit; of equals the owner's choice)."""
        top = max(g.sp[u] for u in self.defenders)
        return [Action("fall_back"), *(Action("rout", (u,)) for u in self.defenders if g.sp[u] == top)]

    def wording(self, g: Front, seat: Seat, action: Action) -> Wording:
        """To go, or who is lost for the city."""
        if action.verb == "fall_back":
            return option(g, self.rule, "Retreat from the city")
        text = "Rout {unit}; the others stay and throw the attacker back"
        return option(g, self.rule, text, unit=action.args[0])

    def choose(self, g: Front, action: Action) -> None:
        """The routed unit is eliminated; the attacker retreats demoralized, even after a Meeting Engagement."""
        if action.verb == "fall_back":
            g.then(DefenderRetreats(self.attackers, self.defenders))
            return
        g.tell(Routed(action.args[0]))
        # Units that were too many to fight do not stay behind among the enemy.
        thrown_back = tuple(g.units(Hex(g.battle.hex), Seat(g.phasing)))
        g.then(BeatenAttacker(thrown_back, 1))
        eliminate(g, action.args[0])


class DefenderRetreats(Auto[Front]):
    """[8.11] The defender retreats two or three hexes, then the attacker holds the hex."""

    rule = "8.11"

    def __init__(self, attackers: tuple[int, ...], defenders: tuple[int, ...]) -> None:
        self.attackers: Final = attackers
        self.defenders: Final = defenders

    def run(self, g: Front) -> None:
        """Retreat, demoralize, take the hex."""
        g.then(*_driven_out(g, self.defenders), TakeHex(self.attackers))


def _driven_out(g: Front, defenders: tuple[int, ...]) -> list[Step[Front]]:
    """[8.11] What a beaten defender does: it retreats and is shaken; nothing where nobody is left to."""
    if not defenders:
        return []
    here = Hex(g.battle.hex)
    return [
        Retreat(defenders, here, (here,), DEFENDER_HEXES, DEFENDER_MOST),
        Shaken(
            defenders, int(g.battle.plan == Plan.MEETING), int(bool(g.battle.demoralized & Before.DEFENDER))
        ),
    ]


class Shaken(Auto[Front]):
    """[2.8] A beaten force is demoralized, unless it lost a Meeting Engagement; one demoralized before loses a point."""

    rule = "2.8"

    def __init__(self, units: tuple[int, ...], meeting: int, before: int) -> None:
        self.units: Final = units
        self.meeting: Final = meeting
        self.before: Final = before

    def run(self, g: Front) -> None:
        """R-42: a force that was demoralized already suffers in Meeting Engagements too."""
        standing = tuple(u for u in self.units if g.hex_of[u] >= 0)
        if not standing or (self.meeting and not self.before):
            return
        demoralize_force(g, standing)
        if self.before:
            suffer(g, standing, 1)
        if self.before and len(standing) == 1:
            lose(g, standing[0], 1)
        elif self.before:
            g.then(LoseOneMore(standing))


class LoseOneMore(Choice[Front]):
    """[8.11] A force that was demoralized already loses one more point of its largest unit; points cannot pay it (R-42).

    The owner is asked even if one unit is the largest: the enemy is not to hear where units are equal (R-77).
    """

    rule = "8.11"

    def __init__(self, units: tuple[int, ...]) -> None:
        self.units: Final = units

    def seat(self, g: Front) -> Seat:
        """The owner."""
        return Seat(g.side_of[self.units[0]])

    def prompt(self, g: Front, seat: Seat) -> str:
        """Why, and what is asked."""
        return "The force was demoralized already: its largest unit loses one more point. Which one is it?"

    def options(self, g: Front) -> Sequence[Action]:
        """The largest unit; of equals the owner's choice."""
        top = max(g.sp[u] for u in self.units)
        return [Action("absorb", (u,)) for u in self.units if g.sp[u] == top]

    def wording(self, g: Front, seat: Seat, action: Action) -> Wording:
        """A unit."""
        return option(g, self.rule, "{unit} loses a strength point", unit=action.args[0])

    def proposal(self, g: Front, seat: Seat) -> Action:
        """The first of them: they are equal."""
        return self.options(g)[0]

    def choose(self, g: Front, action: Action) -> None:
        """That unit loses a point."""
        lose(g, action.args[0], 1)


class AttackerRetreats(Auto[Front]):
    """[8.11] A beaten attacker retreats one hex; a demoralized defender that has won rallies."""

    rule = "8.11"

    def __init__(self, attackers: tuple[int, ...], defenders: tuple[int, ...]) -> None:
        self.attackers: Final = attackers
        self.defenders: Final = defenders

    def run(self, g: Front) -> None:
        """Rally the winner, send the loser back."""
        shaken = tuple(u for u in self.defenders if g.demoralized[u])
        for unit in shaken:
            g.demoralize(unit, yes=False)
        if shaken:
            g.tell(Rallied(shaken))
        g.then(BeatenAttacker(self.attackers, 0))


class BeatenAttacker(Auto[Front]):
    """[8.11] The attacker goes back one hex and is demoralized; after a rout even if it was a Meeting Engagement."""

    rule = "8.11"

    def __init__(self, attackers: tuple[int, ...], always: int) -> None:
        self.attackers: Final = attackers
        self.always: Final = always

    def run(self, g: Front) -> None:
        """Retreat, demoralize, done."""
        here = Hex(g.battle.hex)
        meeting = int(g.battle.plan == Plan.MEETING and not self.always)
        before = int(bool(g.battle.demoralized & Before.ATTACKER))
        if self.attackers:
            g.then(
                Retreat(self.attackers, here, (here,), ATTACKER_HEXES, ATTACKER_HEXES),
                Shaken(self.attackers, meeting, before),
                CombatOver(here),
            )
        else:
            g.then(CombatOver(here))


class HankoHolds(Auto[Front]):
    """[AGN 4.10] The beaten Hanko garrison stays; its attacker goes back unshaken, and nobody exploits (R-39)."""

    rule = "AGN 4.10"

    def __init__(self, attackers: tuple[int, ...]) -> None:
        self.attackers: Final = attackers

    def run(self, g: Front) -> None:
        """Back to where they came from."""
        for unit in self.attackers:
            g.put(unit, Hex(g.battle.entered_from))
        g.then(CombatOver(Hex(g.battle.hex)))


class TakeHex(Auto[Front]):
    """[2.9] The attacker, alone in the hex, controls it and may exploit [8.12]."""

    rule = "2.9"

    def __init__(self, attackers: tuple[int, ...]) -> None:
        self.attackers: Final = attackers

    def run(self, g: Front) -> None:
        """Control passes; an exploitation has no exploitation of its own."""
        here = Hex(g.battle.hex)
        standing = tuple(u for u in self.attackers if g.hex_of[u] == here)
        if standing:
            enter_control(g, standing, here)
        active = tuple(u for u in standing if g.marched[u])
        if active and not g.exploiting:
            g.then(CombatOver(here), Exploitation.after_combat(g, active))
        else:
            g.then(CombatOver(here))


class CombatOver(Auto[Front]):
    """[8.2] The combat is over."""

    rule = "8.2"

    def __init__(self, hex_: Hex) -> None:
        self.hex_: Final = hex_

    def run(self, g: Front) -> None:
        """Clear it away; whoever is alone in the hex controls it (R-44)."""
        side = Seat(g.phasing)
        other = enemy(side)
        if g.occupied[other] >> self.hex_ & 1 and not g.occupied[side] >> self.hex_ & 1:
            g.take_control(self.hex_, other)
        end_battle(g)
