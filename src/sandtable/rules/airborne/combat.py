"""[5] Ground combat: paying, the die, losses, retirement, lost supply, overrun and counter-attack."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from sandtable.kernel import Argument, Auto, Cell, Chance, Dice, Refusal, Roll, Step, Tables

from .artillery import fires
from .events import Fought, LostStatus, Retired
from .movement import crossing_refusal, half_turn_refusal
from .state import Ground, Mode, Operation, Troop, living, lose_status
from .strength import Attack, Breakthrough, Fight, score, without_the_destroyed
from .supply import LoseSupply, ammo_refusal, lose_by_standing_answer, pay_for_attack

DIE: Final = Dice.of(1, 6)
YES: Final = "yes"
NOBODY_RETIRES: Final = "-"


def attack_refusal(g: Operation, fight: Fight) -> Refusal | None:
    """[2] Why this attack may not be made, or None: ammunition for each unit, no more than half a turn moved, and over
    water only as the movement table lets troops cross it, or by a crossing that bears them (A-39).
    """
    fight = without_the_destroyed(g, fight)
    for side, units in (("attack", fight.attackers), ("defend", fight.defenders)):
        if not living(g, units):
            return Refusal("2", f"no unit with status is there to {side}")
    no = ammo_refusal(g, fight.attackers)
    if no is not None:
        return no
    for unit in fight.over_water:
        if no := water_refusal(g, unit):
            return no
    overrun = fight.kind == Attack.AGAIN or overrun_refusal(g, fight) is None
    for unit in fight.attackers:
        no = half_turn_refusal(g, unit, overrun=overrun)
        if no is not None:
            return no
    return None


def water_refusal(g: Operation, unit: int) -> Refusal | None:
    """[1.3] Why *unit* may not attack over an unbridged river or canal, or None; who only supports stays on his bank (A-39).

    Of troops whose kind nobody has told nothing is known against it.
    """
    if g.troop(unit) == Troop.UNSTATED:
        return None
    no = crossing_refusal(g.tables, g.troop(unit), Mode(g.mode[unit]), bridge=False)
    return no and Refusal(no.rule, f"{g.counter(unit).name} has water before it: {no.reason}")


def overrun_refusal(g: Operation, fight: Fight) -> Refusal | None:
    """[5.7] Why this attack cannot become an overrun, or None: order, mostly armour, twice the status (A-18), and ground
    or a crossing before the armour (A-39).
    """
    fight = without_the_destroyed(g, fight)
    attack = sum(g.status[unit] for unit in fight.attackers)
    defence = sum(g.status[unit] for unit in fight.defenders)
    armour = sum(g.status[unit] for unit in fight.attackers if g.troop(unit) == Troop.TANKS)
    if fight.breakthrough == Breakthrough.NONE:
        return Refusal("5.7", "there is no breakthrough order")
    if fight.breakthrough == Breakthrough.ORDERED and 2 * armour <= attack:
        return Refusal(
            "5.7", f"tanks and SPGs are {armour} of the attackers' status {attack}, not more than half"
        )
    vouched = [unit for unit in fight.attackers if g.troop(unit) in (Troop.TANKS, Troop.UNSTATED)]
    if fight.over_water and all(unit in fight.over_water for unit in vouched):
        return Refusal("5.7", "the armour has water before it and no crossing that bears it")
    if attack < 2 * defence:
        return Refusal("5.7", f"the attackers' status {attack} is not twice the defenders' {defence}")
    return None


class Engage(Auto[Operation]):
    """[2.2] Both sides pay for what they use: each attacking unit, and each gun that fires or is attacked."""

    rule = "2.2"

    def __init__(self, fight: tuple[Argument, ...]) -> None:
        self.fight: Final = _fight(fight)

    def run(self, g: Operation) -> None:
        """Take the ammunition; guns that cannot fire stay silent (A-11)."""
        fight = without_the_destroyed(g, self.fight)
        pay_for_attack(g, fight.attackers)
        guns = (
            *fight.attack_guns,
            *fight.attack_far_guns,
            *fight.defence_guns,
            *fight.defence_far_guns,
            *(unit for unit in fight.defenders if g.troop(unit) == Troop.ARTILLERY),
        )
        g.then(CombatRoll(fight._replace(silent=tuple(gun for gun in guns if not fires(g, gun)))))


class CombatRoll(Chance[Operation]):
    """[2.3] One die, and the band of the score in the results table."""

    rule = "2.3"
    rolls = DIE

    def __init__(self, fight: tuple[Argument, ...]) -> None:
        self.fight: Final = _fight(fight)

    def resolve(self, g: Operation, roll: Roll) -> None:
        """[5] Find the band and put what follows on the agenda; an overrun is settled before losses (A-18)."""
        fight = self.fight
        g.die = roll[0]
        g.score = int(score(g, fight, g.die))
        table = g.tables["results"]
        g.band = table.rows.find(g.score)
        band = table.rows.labels[g.band]
        g.tell(Fought(g.die, g.score, band))
        result = results(g.tables, band)
        g.overrun = int(result["overrun"] == YES and overrun_refusal(g, fight) is None)
        extra = int(result["overrun_loss"]) if g.overrun else 0
        follow: list[Step[Any]] = [
            TakeLosses(fight.attackers, int(result["attacker_loses"]) + extra),
            TakeLosses(fight.defenders, int(result["defender_loses"])),
            Retirement(fight.defenders, retirement(g.tables, band, Ground(fight.ground))),
            LeaveSupplies(fight.defenders, int(result["supply_lost"])),
        ]
        g.then(*follow)


class TakeLosses(Auto[Operation]):
    """[5] Each unit in contact loses the same number of status points; guns in support lose none (A-11, A-14)."""

    rule = "5"

    def __init__(self, units: tuple[int, ...], per_unit: int) -> None:
        self.units: Final = units
        self.per_unit: Final = per_unit

    def run(self, g: Operation) -> None:
        """Take the points, never below 0."""
        for unit in self.units:
            lost = lose_status(g, unit, self.per_unit)
            if lost:
                g.tell(LostStatus(unit, lost))


class Retirement(Auto[Operation]):
    """[5.6] The defenders that are left retire, all the same distance, by the ground they defended (A-15)."""

    rule = "5.6"

    def __init__(self, units: tuple[int, ...], distance: str) -> None:
        self.units: Final = units
        self.distance: Final = distance

    def run(self, g: Operation) -> None:
        """A printed distance at once, dice by one roll for the whole combat."""
        left = tuple(living(g, self.units))
        if not left or self.distance == NOBODY_RETIRES:
            return
        if self.distance.isdigit():
            retire(g, left, int(self.distance))
        else:
            g.then(RetirementRoll(left, self.distance))


class RetirementRoll(Chance[Operation]):
    """[5.6] One roll for the distance (A-15)."""

    rule = "5.6"

    def __init__(self, units: tuple[int, ...], distance: str) -> None:
        self.units: Final = units
        self.distance: Final = distance

    def dice(self, g: Operation) -> Dice:
        """As the results table says."""
        return Dice.parse(self.distance)

    def reads(self, roll: Roll) -> object:
        """The sum."""
        return sum(roll)

    def resolve(self, g: Operation, roll: Roll) -> None:
        """So many kilometres."""
        retire(g, self.units, sum(roll))


class LeaveSupplies(Auto[Operation]):
    """[5.6] Each defending unit that is left loses supply points."""

    rule = "5.6"

    def __init__(self, units: tuple[int, ...], per_unit: int) -> None:
        self.units: Final = units
        self.per_unit: Final = per_unit

    def run(self, g: Operation) -> None:
        """Ask each owner which points, unless a standing answer says it."""
        if not self.per_unit:
            return
        asking: list[Step[Any]] = []
        for unit in living(g, self.units):
            points = self.per_unit * g.counter(unit).units
            if first := g.supply_to_lose(unit):
                lose_by_standing_answer(g, unit, points, first)
            else:
                asking.append(LoseSupply(unit, points))
        g.then(*asking)


def results(tables: Tables, band: str) -> dict[str, Cell]:
    """[5.1, 5.2, 5.3, 5.4, 5.5] The line of the results table for *band*, by column."""
    table = tables["results"]
    return {column: table.look_up(row=band, column=column) for column in table.columns.labels}


def retirement(tables: Tables, band: str, ground: Ground) -> str:
    """[5.6] How far defenders retire: dice or kilometres, or "-"; all ground but open counts as close (A-15)."""
    column = "retire_open" if ground == Ground.OPEN else "retire_close"
    return str(tables["results"].look_up(row=band, column=column))


def retire(g: Operation, units: Sequence[int], km: int) -> None:
    """[5.6] Note the distance; who stands where is the board's business."""
    g.retired = km
    g.tell(Retired(tuple(units), km))


def counter_attack(g: Operation, fight: Fight, band: str, ground: Ground) -> Fight | None:
    """[5.8] The counter-attack that the defender may make at once against the attackers' *ground*, or None (A-17)."""
    attackers, defenders = tuple(living(g, fight.defenders)), tuple(living(g, fight.attackers))
    if fight.kind == Attack.COUNTER or results(g.tables, band)["counter_attack"] != YES:
        return None
    over_water: tuple[int, ...] = ()
    if defenders and set(defenders) <= set(fight.over_water):
        # The water that the attackers had before them now lies before the others.
        attackers = over_water = tuple(unit for unit in attackers if water_refusal(g, unit) is None)
    if not attackers or not defenders:
        return None
    return Fight(attackers, defenders, ground=int(ground), kind=int(Attack.COUNTER), over_water=over_water)


def fights_again(tables: Tables, band: str) -> bool:
    """[5.7] Whether an overrun at *band* lets the attackers attack once more this turn (A-18)."""
    return results(tables, band)["fight_again"] == YES


def breakthrough_move(spent: Fraction) -> Fraction:
    """[5.7] The fraction of a turn for which an overrun carries a unit on: half of what it has left (A-18)."""
    return (1 - spent) / 2


def _fight(fields: tuple[Any, ...]) -> Fight:
    return Fight(*fields)
