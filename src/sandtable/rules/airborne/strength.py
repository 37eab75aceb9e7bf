"""[2.3] What each side brings into a ground combat: status, factors for each unit, guns and aircraft, as reckonings."""

from __future__ import annotations

from enum import IntEnum
from typing import Final, NamedTuple

from sandtable.kernel import Reckoning, Seat, Tables

from .artillery import Reach, weight
from .state import ATTACKER, DEFENDER, Ground, Mode, Operation, Troop, living

AIR_LEVELS: Final = ("none", "ordinary", "superior", "overwhelming", "apocalyptic")
# With the cap: what artillery adds at most for each status point in contact.
_SHELLS_A_MAN: Final = 2
_INFANTRY: Final = (Troop.FOOT, Troop.MECH)
# recce and light tanks burn fuel and are vehicles, and count with mech and armour.
_VEHICLES: Final = (Troop.MECH, Troop.TANKS, Troop.RECCE)


class Attack(IntEnum):
    """What kind of attack it is; a counter-attack and a fight after an overrun are never prepared."""

    PLANNED = 0
    COUNTER = 1
    AGAIN = 2


class Breakthrough(IntEnum):
    """Whether there is a breakthrough order, and whether Control vouches for the armour."""

    NONE = 0
    ORDERED = 1
    ARMOUR_VOUCHED = 2


class Fight(NamedTuple):
    """[2] One combat: the units attacking one place, its defenders, and all that supports them (A-6).

    ``silent`` are guns, supporting or attacked, that do not fire. ``advantage`` is 1 if the attacker has the clear
    tactical advantage, 2 if the defender has it, 0 if nobody. ``over_water`` are attackers that have a river or canal
    before them and no crossing that bears them.
    """

    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    attack_guns: tuple[int, ...] = ()
    attack_far_guns: tuple[int, ...] = ()
    defence_guns: tuple[int, ...] = ()
    defence_far_guns: tuple[int, ...] = ()
    attack_air: int = 0
    defence_air: int = 0
    ground: int = int(Ground.OPEN)
    advantage: int = 0
    breakthrough: int = int(Breakthrough.NONE)
    kind: int = int(Attack.PLANNED)
    silent: tuple[int, ...] = ()
    over_water: tuple[int, ...] = ()

    def units(self, side: Seat) -> tuple[int, ...]:
        """The units of *side* in contact."""
        return self.attackers if side == ATTACKER else self.defenders

    def guns(self, side: Seat) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The supporting guns of *side*, at effective and at long range."""
        if side == ATTACKER:
            return self.attack_guns, self.attack_far_guns
        return self.defence_guns, self.defence_far_guns


def without_the_destroyed(g: Operation, fight: Fight) -> Fight:
    """[5] The fight as it is fought: units and guns of status 0 are gone before anything is counted (A-4, A-53)."""

    def left(units: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(living(g, units))

    return fight._replace(
        attackers=left(fight.attackers),
        defenders=left(fight.defenders),
        attack_guns=left(fight.attack_guns),
        attack_far_guns=left(fight.attack_far_guns),
        defence_guns=left(fight.defence_guns),
        defence_far_guns=left(fight.defence_far_guns),
        over_water=left(fight.over_water),
    )


def score(g: Operation, fight: Fight, die: int | None = None) -> Reckoning:
    """[2.3] (Attacker's status + factors) minus (defender's status + factors) plus the die, line by line."""
    total = Reckoning("score")
    for line in strength(g, fight, ATTACKER).lines:
        total.add(f"attack: {line.what}", line.value, line.rule)
    for line in strength(g, fight, DEFENDER).lines:
        total.add(f"defence: {line.what}", -line.value, line.rule)
    return total if die is None else total.add("die", die, "2.3")


def strength(g: Operation, fight: Fight, side: Seat) -> Reckoning:
    """[2.3, 2.5] Status, factors, artillery and air support of one side (A-1, A-6)."""
    total = Reckoning("strength")
    for unit in fight.units(side):
        if unit in fight.silent:
            total.add(f"{g.counter(unit).name} does not fire", 0, "3.2")
        else:
            total.add(f"status of {g.counter(unit).name}", g.status[unit], "2.3")
    for name, units in factors(g, fight, side).items():
        value = factor_value(g.tables, name)
        total.add_if(
            units, f"{_words(name)}, {units} unit{'s' if units != 1 else ''}", value * units, _PARAGRAPH[name]
        )
    granted = sum(g.granted[unit] for unit in fight.units(side))
    total.add_if(granted, "factors as stated", granted, "2.4")
    near, far = ([gun for gun in guns if gun not in fight.silent] for guns in fight.guns(side))
    if near:
        total.add("artillery", weight((g.status[gun] for gun in near), Reach.EFFECTIVE), "3.2")
    if far:
        total.add("artillery at long range, half", weight((g.status[gun] for gun in far), Reach.LONG), "3.2")
    if g.artillery_is_capped:
        most = artillery_cap(g, fight, side)
        fired = weight((g.status[gun] for gun in near), Reach.EFFECTIVE)
        fired += weight((g.status[gun] for gun in far), Reach.LONG)
        total.add_if(fired > most, f"artillery beyond {most}", most - fired, "3.3")
    air = fight.attack_air if side == ATTACKER else fight.defence_air
    if air:
        total.add(f"{AIR_LEVELS[air]} air support", factor_value(g.tables, f"air_{AIR_LEVELS[air]}"), "2.5")
    return total


def artillery_cap(g: Operation, fight: Fight, side: Seat) -> int:
    """[3.3] The most that artillery adds where it is capped: twice the status of the side's units in contact (A-72)."""
    return _SHELLS_A_MAN * sum(g.status[unit] for unit in fight.units(side) if unit not in fight.silent)


def factor_value(tables: Tables, name: str) -> int:
    """[2.4] What the factor *name* adds for each unit concerned, or once for air support."""
    return int(tables["factors"].look_up(row=name, column="value"))


def factors(g: Operation, fight: Fight, side: Seat) -> dict[str, int]:
    """[2.4, 2.4.1, 2.4.3, 2.4.6, 2.4.7, 2.4.8] How many units of *side* each factor concerns, in the order of the sheet (A-1)."""
    units, enemy = fight.units(side), fight.units(DEFENDER if side == ATTACKER else ATTACKER)
    attacking = side == ATTACKER
    close = fight.ground != Ground.OPEN
    against_tanks = _any(g, enemy, Troop.TANKS)
    concerned = {
        "tactical_advantage": units if fight.advantage == (1 if attacking else 2) else (),
        "combined_arms": units if attacking and combined_arms(g, units) else (),
        "light_infantry": [u for u in units if attacking and g.counter(u).light],
        "unprepared": [u for u in units if attacking and unprepared(g, fight, u)],
        "other_formation": of_other_formations(g, units),
        "non_tactical": [u for u in units if g.mode[u] != Mode.TACTICAL],
        "no_fuel": [u for u in units if g.troop(u) in _VEHICLES and g.fuel[u] == 0],
        "close_country": units if not attacking and close and against_tanks else (),
        "unsupported_infantry": (
            [u for u in units if g.troop(u) in _INFANTRY]
            if not close and against_tanks and not supported(g, fight, side)
            else ()
        ),
    }
    return {name: sum(g.counter(u).units for u in which) for name, which in concerned.items()}


def combined_arms(g: Operation, attackers: tuple[int, ...]) -> bool:
    """[2.4.2] Whether tanks or SPGs and infantry, on foot or mechanised, attack together; guns do not count (A-7).

    A counter that stands for both arms makes it alone (A-51).
    """
    both = any(g.counter(unit).combined for unit in attackers)
    return both or (_any(g, attackers, Troop.TANKS) and _any(g, attackers, *_INFANTRY))


def unprepared(g: Operation, fight: Fight, unit: int) -> bool:
    """[2.1, 2.4.4] Whether *unit* attacks without an order to prepare that held for a whole turn (A-13, A-17, A-18)."""
    return fight.kind != Attack.PLANNED or not g.prepared[unit]


def of_other_formations(g: Operation, units: tuple[int, ...]) -> list[int]:
    """[2.4.5] The units that are not of the formation with most status on their side (A-10); ties favour more units (A-30)."""
    weights: dict[str, tuple[int, int]] = {}
    for unit in units:
        name = g.formation(unit)
        status, count = weights.get(name, (0, 0))
        weights[name] = (status + g.status[unit], count + g.counter(unit).units)
    weights.pop("", None)
    leading = max(weights, key=lambda name: weights[name], default="")
    return [unit for unit in units if g.formation(unit) not in ("", leading)]


def supported(g: Operation, fight: Fight, side: Seat) -> bool:
    """[2.4.9] Whether a side's infantry has own tanks, SPGs or anti-tank guns in the combat, or guns that fire for it (A-10, A-51)."""
    near, far = fight.guns(side)
    units = fight.units(side)
    return (
        _any(g, units, Troop.TANKS)
        or any(g.counter(unit).antitank for unit in units)
        or any(gun not in fight.silent for gun in (*near, *far))
    )


_PARAGRAPH: Final = {
    "tactical_advantage": "2.4.1",
    "combined_arms": "2.4.2",
    "light_infantry": "2.4.3",
    "unprepared": "2.4.4",
    "other_formation": "2.4.5",
    "non_tactical": "2.4.6",
    "no_fuel": "2.4.7",
    "close_country": "2.4.8",
    "unsupported_infantry": "2.4.9",
}


def _any(g: Operation, units: tuple[int, ...], *troops: Troop) -> bool:
    return any(g.troop(unit) in troops for unit in units)


def _words(name: str) -> str:
    return name.replace("_", " ")
