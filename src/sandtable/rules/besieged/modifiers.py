"""Die roll modifiers: what each side has and where the defender stands. Each printed line counts once, and they add up (B-14)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from sandtable.kernel import Reckoning, Tables

from .state import ROLES, Battle

# What adds to the die: row of the table, column of the table, in words, paragraph.
Modifier = tuple[str, str, str, str]


def die_modifiers(battle: Battle, tables: Tables, die: int | None = None) -> Reckoning:
    """[Field Marshal, Armor, Mountain Units, River, Major City, Forest, Swamp, Mountain] The die with all that is added to it,
    or that alone.
    """
    found = Reckoning("added to the die" if die is None else "adjusted die")
    found.add_if(die is not None, "die", die or 0, "CRT")
    for line in _LINES:
        for row, column, words, rule in line(battle):
            found.add(words, int(tables["modifiers"].look_up(row=row, column=column)), rule)
    idle = battle.mountain_units if battle.terrain != "mountain" else frozenset[str]()
    for role in sorted(idle):
        found.add(f"the {role}'s mountain units, but the defender is in no Mountain hex", 0, "Mountain Units")
    return found.add_if(battle.drm, "other modifiers", battle.drm, "CRT")


def field_marshals(battle: Battle) -> Iterable[Modifier]:
    """[Field Marshal] +1 for the attacker's, -1 for the defender's; one a side (B-15)."""
    return [
        ("field_marshal", role, f"{role}'s Field Marshal", "Field Marshal")
        for role in ROLES
        if role in battle.field_marshal
    ]


def armour(battle: Battle) -> Iterable[Modifier]:
    """[Armor] +1 if only the attacker has armor-type units, -1 if only the defender has (B-15)."""
    return [
        ("armour", role, f"only the {role} has armor", "Armor") for role in ROLES if role == battle.armour
    ]


def mountain_units(battle: Battle) -> Iterable[Modifier]:
    """[Mountain Units] +1 for the attacker's, -1 for the defender's, if the defender is in a Mountain hex (B-15)."""
    if battle.terrain != "mountain":
        return []
    return [
        ("mountain_units", role, f"{role}'s mountain units", "Mountain Units")
        for role in ROLES
        if role in battle.mountain_units
    ]


def river(battle: Battle) -> Iterable[Modifier]:
    """[River] -1 if every attacked hexside is a river (B-13)."""
    return [("river", "defender", "all defenders behind a river", "River")] if battle.river else []


def major_city(battle: Battle) -> Iterable[Modifier]:
    """[Major City] -1 for a defender in a Major City, besides the terrain under it (B-7, B-14)."""
    return [("major_city", "defender", "Major City", "Major City")] if battle.major_city else []


def terrain(battle: Battle) -> Iterable[Modifier]:
    """[Forest, Swamp, Mountain] -1 for the ground of the defender's hex (B-7)."""
    if battle.terrain == "clear":
        return []
    name = battle.terrain.title()
    return [(battle.terrain, "defender", f"defender in {name}", name)]


_LINES: Final[tuple[Callable[[Battle], Iterable[Modifier]], ...]] = (
    field_marshals,
    armour,
    mountain_units,
    river,
    major_city,
    terrain,
)
