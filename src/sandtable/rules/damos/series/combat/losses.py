"""[8.8] Loss absorption, [8.9] the counterattack, and [AGN 4.5.1, AGS 4.5.1] losses paid with replacement points."""

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
    Reckoning,
    Roll,
    Seat,
    SideChoice,
    Wording,
    counted,
)

from ..events import Counterattacked, Eliminated, LostStrength, PaidWithPoints
from ..exclusive.straggling import straggle
from ..position import bounds
from ..position.combat import Role
from ..position.roster import SOVIET
from ..position.state import Fate, Front, enemy, who_is_asked
from ..position.words import option
from .plans import Posture, loss_points
from .strength import attack_strength, defence_strength

MOST_PAID: Final = 2
# [2.4] How losses are shared out would betray what single units have left.
POINTS: Final = {"points": who_is_asked}


class CountLosses(Auto[Front]):
    """[8.8] Both sides take their loss points."""

    rule = "8.8"

    def run(self, g: Front) -> None:
        """Attacker and defender pay and absorb what was inflicted on them."""
        side = Seat(g.phasing)
        g.then(
            PayLosses(side, loss_points(g.battle.defender.rung)),
            PayLosses(enemy(side), loss_points(g.battle.attacker.rung)),
        )


class PayLosses(SideChoice[Front]):
    """[AGN 4.5.1, AGS 4.5.1] Up to two loss points of a combat may be paid with replacement points."""

    rule = "AGN 4.5.1"
    quiet = True

    def __init__(self, side: Seat, points: int) -> None:
        super().__init__(side)
        self.points: Final = points

    def prompt(self, g: Front, seat: Seat) -> str:
        """How much is lost, and what can pay for it."""
        have = counted(g.rp(seat), "replacement point")
        return (
            f"Your force loses {counted(self.points, 'point')}: you may pay for up to two with your {have}."
        )

    def options(self, g: Front) -> Sequence[Action]:
        """To pay nothing, one or two, as far as there are points, losses and a line of supply."""
        return [Action("pay", (n,)) for n in range(self._most(g) + 1)]

    def wording(self, g: Front, seat: Seat, action: Action) -> Wording:
        """So many points, or none."""
        points = action.args[0]
        paid = f"Pay for {counted(points, 'loss point')} with replacement points"
        return option(g, self.rule, paid if points else "Take all losses")

    def _most(self, g: Front) -> int:
        return min(self.points, payable(g, self.side))

    def choose(self, g: Front, action: Action) -> None:
        """Pay, and absorb the rest."""
        points = action.args[0]
        if points:
            g.pay_rp(self.side, points)
            role = role_of(g, self.side)
            g.battle = g.battle.noting(role, paid=g.battle.of(role).paid + points)
            g.tell(PaidWithPoints(self.side, points))
        suffer(g, _standing(g, self.side), self.points - points)
        absorb(g, self.side, self.points - points)


def payable(g: Front, side: Seat) -> int:
    """[AGN 4.5.1, AGS 4.5.1] How many loss points *side* may still pay in this combat (R-49)."""
    engaged = g.battle.of(role_of(g, side))
    if not engaged.los:
        return 0
    if side == SOVIET and hanko_lost(g) and _north_of_leningrad(g, Hex(g.battle.hex)):
        return 0
    return max(0, min(g.rp(side), MOST_PAID - engaged.paid))


def role_of(g: Front, side: Seat) -> Role:
    """[8.2] On which side of the combat *side* stands."""
    return Role.ATTACKER if side == g.phasing else Role.DEFENDER


def hanko_lost(g: Front) -> bool:
    """[AGN 4.10] Whether Finland controls Hanko."""
    hanko = g.campaign.hanko
    return hanko >= 0 and bool(g.axis_control >> hanko & 1)


def _north_of_leningrad(g: Front, hex_: Hex) -> bool:
    """[AGN 4.10] In, next to or north of Leningrad."""
    city = g.campaign.leningrad
    if city < 0:
        return False
    row = g.grid.row_column(hex_)[0]
    return g.grid.distance(hex_, city) <= 1 or row < g.grid.row_column(city)[0]


# ---- what everybody knows of it


def suffer(g: Front, units: Sequence[int], points: int) -> None:
    """[2.4] Everybody hears that *units* lose so many loss points between them, but not who: it is put in the bounds.

    [AGN 4.10] Where the Hanko garrison is among them they may cost half as much.
    """
    if points > 0 and units and g.bounds.kept:
        _, most = g.bounds.of(units)
        spared = points - points // 2 if g.roster.hanko in units else 0
        g.bounds = bounds.losing(g.bounds, units, points)
        g.then(LossesKnown(tuple(units), most - points + spared))


class LossesKnown(Auto[Front]):
    """[2.4] The losses are taken: everybody knows that the units still standing have together no more than so much."""

    rule = "2.4"

    def __init__(self, units: tuple[int, ...], most: int) -> None:
        self.units: Final = units
        self.most: Final = most

    def run(self, g: Front) -> None:
        """Note it in the bounds."""
        standing = [u for u in self.units if g.hex_of[u] >= 0]
        if standing:
            g.learn(standing, len(standing), self.most)


# ---- absorbing


def absorb(g: Front, side: Seat, points: int) -> None:
    """[8.8] Take *points* off the units of *side*: at least half off the one that was largest, the rest by choice.

    [AGN 4.10] The Hanko garrison loses one point for two, and what it cannot take is no surplus (R-39).
    """
    units = _standing(g, side)
    if units == [g.roster.hanko]:
        take(g, units[0], min(points, capacity(g, units[0])))
        return
    if not units or points <= 0:
        if points > 0:
            _surplus(g, side, points)
        return
    if len(units) > 1 and 1 < points < sum(capacity(g, u) for u in units):
        g.then(PickLargest(side, points))
    else:
        _spread(g, side, points)


def _standing(g: Front, side: Seat) -> list[int]:
    return [u for u in g.taking_part(Hex(g.battle.hex), side) if g.sp[u] > 0]


def _spread(g: Front, side: Seat, points: int) -> None:
    """The rest goes where the owner likes; where there is nothing to choose it is taken at once."""
    units = _standing(g, side)
    held = sum(capacity(g, u) for u in units)
    if points >= held:
        for unit in units:
            lose(g, unit, g.sp[unit])
        _surplus(g, side, points - held)
    elif len(units) == 1:
        take(g, units[0], points)
    elif points > 0:
        g.then(AbsorbPoint(side, points))


def capacity(g: Front, unit: int) -> int:
    """[8.8] How many loss points *unit* can absorb: its strength, the Hanko garrison twice as many [AGN 4.10]."""
    return 2 * g.sp[unit] if unit == g.roster.hanko else g.sp[unit]


def take(g: Front, unit: int, points: int) -> None:
    """[8.8] *unit* absorbs loss points; [AGN 4.10] the Hanko garrison loses one strength point for every two."""
    lose(g, unit, points // 2 if unit == g.roster.hanko else points)


def _surplus(g: Front, side: Seat, points: int) -> None:
    """[8.8] What a defender could not absorb helps the attacker's exploitation."""
    if side != g.phasing:
        g.battle = g.battle._replace(surplus=g.battle.surplus + points)


class PickLargest(SideChoice[Front]):
    """[8.8] The unit that was largest takes half of the losses; of several equally large ones the owner says which.

    He is asked even if there is only one: to be asked now and then would tell the enemy where units are equal (R-77).
    """

    rule = "8.8"
    hidden = POINTS
    # [8.8] Who is not its owner cannot tell it from the question that follows.
    looks_like = "AbsorbPoint"

    def __init__(self, side: Seat, points: int) -> None:
        super().__init__(side)
        self.points: Final = points

    def prompt(self, g: Front, seat: Seat) -> str:
        """How much the largest takes."""
        told = f"The unit that was largest takes {self.points // 2} of the {self.points} loss points"
        return f"{told}." if len(self.options(g)) == 1 else f"{told}: which of them?"

    def options(self, g: Front) -> Sequence[Action]:
        """Each unit that was largest when the combat began."""
        units = _standing(g, self.side)
        top = max(g.start_sp[u] for u in units)
        return [Action("half", (u,)) for u in units if g.start_sp[u] == top]

    def wording(self, g: Front, seat: Seat, action: Action) -> Wording:
        """A unit."""
        return option(g, self.rule, "{unit} takes its half of the losses", unit=action.args[0])

    def proposal(self, g: Front, seat: Seat) -> Action:
        """The first of them: they are equal."""
        return self.options(g)[0]

    def choose(self, g: Front, action: Action) -> None:
        """That one takes its half."""
        largest = action.args[0]
        half = min(self.points // 2, capacity(g, largest))
        take(g, largest, half)
        _spread(g, self.side, self.points - half)


class AbsorbPoint(SideChoice[Front]):
    """[8.8] The owner picks the unit that takes the next loss point."""

    rule = "8.8"
    hidden = POINTS
    quiet = True

    def __init__(self, side: Seat, points: int) -> None:
        super().__init__(side)
        self.points: Final = points

    def prompt(self, g: Front, seat: Seat) -> str:
        """How many are left to take."""
        return f"Choose the unit that takes the next loss: {counted(self.points, 'point')} to go."

    def options(self, g: Front) -> Sequence[Action]:
        """Each unit that has strength left."""
        return [Action("absorb", (u,)) for u in _standing(g, self.side)]

    def wording(self, g: Front, seat: Seat, action: Action) -> Wording:
        """A unit."""
        return option(g, self.rule, "{unit} loses a strength point", unit=action.args[0])

    def proposal(self, g: Front, seat: Seat) -> Action:
        """The unit that has most left: so as few as possible are lost."""
        return max(self.options(g), key=lambda action: g.sp[action.args[0]])

    def choose(self, g: Front, action: Action) -> None:
        """That unit absorbs a point, the Hanko garrison two where there are as many [AGN 4.10]."""
        unit = action.args[0]
        points = min(self.points, 2 if unit == g.roster.hanko else 1)
        take(g, unit, points)
        _spread(g, self.side, self.points - points)


def lose(g: Front, unit: int, points: int) -> None:
    """[2.4] Take *points* off *unit*; at zero it is eliminated. Only its owner hears of it."""
    if points <= 0:
        return
    g.sp[unit] -= points
    g.tell(LostStrength(unit, points, g.sp[unit]), to=(Seat(g.side_of[unit]),))
    if g.sp[unit] <= 0:
        eliminate(g, unit)


def eliminate(g: Front, unit: int) -> None:
    """[2.4] Remove *unit*; it may be rebuilt. [AGN 4.8.4, AGS 4.6.4] On turns 1 and 2 a Russian unit may straggle back."""
    hanko = unit == g.roster.hanko
    g.tell(Eliminated(unit))
    g.remove(unit, Fate.GONE if hanko else Fate.POOL)
    if not hanko:
        straggle(g, unit)


# ---- the counterattack


class Counterattack(Auto[Front]):
    """[8.9] A defender that chose Counterattack and lost the first combat strikes back, if both sides still stand."""

    rule = "8.9"

    def run(self, g: Front) -> None:
        """Roll on the Counterattack Table, or leave it at that."""
        side = Seat(g.phasing)
        attackers, defenders = _standing(g, side), _standing(g, enemy(side))
        lost = g.battle.attacker.rung > g.battle.defender.rung
        if g.battle.posture == Posture.COUNTERATTACK and lost and attackers and defenders:
            hex_ = Hex(g.battle.hex)
            for unit in (*attackers, *defenders):
                g.start_sp[unit] = g.sp[unit]
            counter = int(attack_strength(g, defenders, hex_))
            stand = int(defence_strength(g, attackers, hex_))
            g.then(CounterattackRoll(counter_column(counter, stand)))


def counter_column(counterattacker: int, attacker: int) -> str:
    """[8.9] The column of the Counterattack Table: fractions always help the attacker (R-15)."""
    if counterattacker >= attacker:
        return f"{min(counterattacker // attacker, 3)}:1"
    return f"1:{min(-(-attacker // counterattacker), 3)}"


class CounterattackRoll(Chance[Front]):
    """[8.9] One die in the column of the ratio; no modifier applies (R-48)."""

    rule = "8.9"
    rolls = Dice.of(1, 6)

    def __init__(self, column: str) -> None:
        self.column: Final = column

    def roller(self, g: Front) -> Seat:
        """The defender, who strikes back."""
        return enemy(Seat(g.phasing))

    def reading(self, g: Front, roll: Roll) -> Reading:
        """The Counterattack Table; nothing is added to the die."""
        lines = Reckoning().add("die", roll[0], "8.9").as_json()
        return Reading.of(g.campaign.tables["counterattack"], row=roll[0], column=self.column, lines=lines)

    def resolve(self, g: Front, roll: Roll) -> None:
        """Loss points of the counterattacking defender and of the attacker."""
        cell = str(g.campaign.tables["counterattack"].look_up(row=roll[0], column=self.column))
        defender, attacker = (int(n) for n in cell.split("/"))
        g.battle = g.battle.noting(Role.ATTACKER, cat=defender).noting(Role.DEFENDER, cat=attacker)
        g.tell(Counterattacked(self.column, roll[0], defender, attacker))
        side = Seat(g.phasing)
        g.then(PayLosses(side, attacker), PayLosses(enemy(side), defender))
