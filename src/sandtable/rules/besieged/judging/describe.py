"""A combat as a person describes it: strengths or units, air, ground, leaders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from sandtable.kernel import BadDescription, Given, NotYetTold, Refusal, Tables
from sandtable.kernel.book.describing import (
    allowed,
    flag,
    is_told,
    listed,
    name,
    one_of,
    pairs,
    some_of,
    told,
    whole,
)

from ..calendar import blitzkrieg_date_refusal, read_turn
from ..odds import air_refusal, blitzkrieg_refusal
from ..state import IMPULSES, NATIONS, ROLES, TERRAINS, UNKNOWN, WEATHERS, Battle

UNIT_KEYS: Final = ("strength", "steps", "name", "nation", "hex", "marks")
MARKS: Final = ("armour", "mountain", "field_marshal", "surrounded")


@dataclass(frozen=True, kw_only=True)
class Unit:
    """A unit as described."""

    name: str
    strength: int
    steps: int
    marks: frozenset[str]
    nation: str = ""


@dataclass(frozen=True, kw_only=True)
class Described:
    """A combat that may be fought, and the units where they were named."""

    battle: Battle
    forces: tuple[tuple[Unit, ...], tuple[Unit, ...]]
    # Whether side and turn were told, so that a Blitzkrieg was held against its dates.
    dated: bool = False


@dataclass(frozen=True, kw_only=True)
class Check:
    """A check for sudden death as described."""

    turn: int
    cities: int


def read_check(given: Given) -> Check:
    """[Victory Chart] The end of a turn and the Major Cities that the German then holds."""
    for key, wanted in (("turn", "turn 10 or 'Nov/Dec 1942'"), ("cities", "a number of Major Cities")):
        if given.get(key) is None:
            raise NotYetTold(f"the check for sudden death lacks {key!r}; {wanted} would do")
    stray = [
        key for key, value in given.items() if is_told(value) and key not in ("procedure", "turn", "cities")
    ]
    if stray:
        raise BadDescription(f"{stray[0]} is given for a check of sudden death; it takes turn and cities")
    return Check(turn=read_turn(given["turn"]), cities=whole(given["cities"], "cities", least=0))


def read_combat(given: Given, tables: Tables) -> Described:
    """The combat that *given* means; BadDescription says what cannot be, with the paragraph where a rule forbids it."""
    if given.get("cities") is not None:
        raise BadDescription("cities are told for a combat; procedure sudden_death asks for them")
    forces = _read_force(given, "attacker"), _read_force(given, "defender")
    battle = Battle(
        attack=sum(unit.strength for unit in forces[0]),
        defence=sum(unit.strength for unit in forces[1]),
        units=_units(given, forces[0]),
        air=whole(told(given, "air", 0), "air", least=0),
        weather=one_of(told(given, "weather", "clear"), "weather", WEATHERS),
        blitzkrieg=flag(given, "blitzkrieg"),
        drm=whole(told(given, "drm", 0), "drm", least=-99, most=99),
        field_marshal=_roles(given, "field_marshal") | _marked(forces, "field_marshal"),
        armour=_armour(given, forces),
        mountain_units=_roles(given, "mountain_units") | _marked(forces, "mountain"),
        river=flag(given, "river"),
        terrain=one_of(told(given, "terrain", "clear"), "terrain", TERRAINS),
        major_city=flag(given, "major_city"),
        surrounded=_roles(given, "surrounded") | _marked(forces, "surrounded"),
        impulse=one_of(given["impulse"], "impulse", IMPULSES) if is_told(given.get("impulse")) else "",
        steps=_steps(given, forces),
    )
    if not battle.attack or not battle.defence:
        raise BadDescription("a side has no strength at all; both need a strength of at least 1")
    armed = not _is_named(forces[0]) or battle.armour == "attacker" or "attacker" in _marked(forces, "armour")
    allowed(
        air_refusal(battle, tables)
        or blitzkrieg_refusal(battle)
        or _blitzkrieg_unit_refusal(battle, armed=armed)
    )
    return Described(battle=battle, forces=forces, dated=_date_is_checked(given, battle, forces[0]))


def _read_force(given: Given, role: str) -> tuple[Unit, ...]:
    """The units of a side: named ones from a file, or a single strength."""
    entries = listed(given.get(role))
    if not entries:
        raise NotYetTold(f"the combat lacks {role!r}; a strength such as {role} 25 would do")
    return tuple(_read_unit(entry, role, number) for number, entry in enumerate(entries, 1))


def _read_unit(entry: Any, role: str, number: int) -> Unit:
    if not isinstance(entry, Mapping):
        return Unit(name="", strength=whole(entry, role, least=1), steps=UNKNOWN, marks=frozenset())
    what = f"{role} {number}"
    row = pairs(entry, what, UNIT_KEYS)
    if "strength" not in row:
        raise BadDescription(
            f"{what} lacks 'strength'; a unit needs it, and may have {', '.join(UNIT_KEYS[1:])}"
        )
    name(row.get("hex", ""), f"hex of {what}")
    return Unit(
        name=name(row.get("name", ""), f"name of {what}") or what,
        strength=whole(row["strength"], f"strength of {what}", least=0),
        steps=whole(row["steps"], f"steps of {what}", least=1) if "steps" in row else UNKNOWN,
        marks=some_of(row.get("marks"), f"a mark of {what}", MARKS),
        nation=name(row.get("nation", ""), f"nation of {what}").lower(),
    )


def _roles(given: Given, name: str) -> frozenset[str]:
    return some_of(given.get(name), name, ROLES)


def _marked(forces: tuple[tuple[Unit, ...], ...], mark: str) -> frozenset[str]:
    """The sides that have a unit with *mark*."""
    return frozenset(
        role for role, force in zip(ROLES, forces, strict=True) if any(mark in u.marks for u in force)
    )


def _armour(given: Given, forces: tuple[tuple[Unit, ...], ...]) -> str:
    """[Armor] The side that alone has armor-type units, as said or as the marks of the units tell; a strength alone has
    none (B-15), but for an attacker's in a Blitzkrieg, which could not be without (B-3).
    """
    if is_told(given.get("armour")):
        return one_of(given["armour"], "armour", ROLES)
    marked = _marked(forces, "armour")
    if flag(given, "blitzkrieg") and not _is_named(forces[0]):
        marked |= {ROLES[0]}
        # Of a mere strength against another nothing is known.
        if not _is_named(forces[1]):
            return ""
    return next(iter(marked)) if len(marked) == 1 else ""


def _is_named(force: tuple[Unit, ...]) -> bool:
    """Whether the side was told unit by unit, and not as a strength alone."""
    return all(unit.name for unit in force)


def _units(given: Given, attackers: tuple[Unit, ...]) -> int | None:
    if given.get("units") is not None:
        return whole(given["units"], "units", least=1)
    return len(attackers) if _is_named(attackers) else None


def _steps(given: Given, forces: tuple[tuple[Unit, ...], ...]) -> tuple[int, int]:
    """Steps of both sides, as said or as the units have them; UNKNOWN where any is not told."""
    said = pairs(given.get("steps"), "steps", ROLES)
    found = []
    for role, force in zip(ROLES, forces, strict=True):
        if role in said:
            found.append(whole(said[role], f"steps of the {role}", least=1))
        else:
            each = [unit.steps for unit in force]
            found.append(UNKNOWN if UNKNOWN in each else sum(each))
    return found[0], found[1]


def _blitzkrieg_unit_refusal(battle: Battle, *, armed: bool) -> Refusal | None:
    """[Blitzkrieg Armor] A Blitzkrieg needs at least one attacking armor-type unit (B-3)."""
    if battle.blitzkrieg and (battle.armour == "defender" or not armed):
        return Refusal("Blitzkrieg Armor", "a Blitzkrieg attack needs at least one attacking armor-type unit")
    return None


def _date_is_checked(given: Given, battle: Battle, attackers: tuple[Unit, ...]) -> bool:
    """[Blitzkrieg Dates] Side and turn must allow the Blitzkrieg, and its armor must be of that side; False where one of them
    is not told (B-22).
    """
    side = one_of(given["side"], "side", NATIONS) if is_told(given.get("side")) else ""
    turn = read_turn(given["turn"]) if given.get("turn") is not None else 0
    if not battle.blitzkrieg or not side or not turn:
        return False
    allowed(blitzkrieg_date_refusal(side, turn) or _armour_of_refusal(side, attackers))
    return True


def _armour_of_refusal(side: str, attackers: tuple[Unit, ...]) -> Refusal | None:
    """[Blitzkrieg Armor] The armor-type unit must belong to the side that may use the table, where nations are told (B-22)."""
    nations = {unit.nation for unit in attackers if "armour" in unit.marks}
    if not nations or nations & {"", side}:
        return None
    return Refusal("Blitzkrieg Armor", f"no attacking armor-type unit is {side}")
