"""Thousands of described combats, by number and by name, against the oracle."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from sandtable.kernel.book.adjudicator import BadDescription

from .judging import judge
from .oracle import (
    MOST_AIR,
    Force,
    Ground,
    advance,
    column,
    locked,
    modifier,
    outcomes,
    ratio,
    result,
    shifted,
)

COMBATS = 1_000
ROLES = ("attacker", "defender")


def force(rnd: Random) -> tuple[Force, list[dict[str, Any]]]:
    """A side, and the units by name that make it up."""
    units: list[dict[str, Any]] = []
    for number in range(rnd.randint(1, 3)):
        marks = [mark for mark in ("armour", "mountain") if rnd.random() < 0.25]
        units.append(
            {
                "name": f"unit {number}",
                "strength": rnd.randint(1, 14),
                "steps": rnd.randint(1, 3),
                "marks": marks,
            }
        )
    marks_of = {mark for unit in units for mark in unit["marks"]}
    return Force(
        sum(u["strength"] for u in units),
        sum(u["steps"] for u in units),
        armour="armour" in marks_of,
        mountain="mountain" in marks_of,
        marshal=rnd.random() < 0.2,
        surrounded=rnd.random() < 0.2,
    ), units


def described(rnd: Random, *, by_name: tuple[bool, bool]) -> tuple[dict[str, Any], Force, Force, Ground]:
    """A combat: each side by its units or by a number with what options say of it."""
    (attacker, attacking), (defender, defending) = force(rnd), force(rnd)
    if rnd.random() < 0.5:
        attacker = attacker._replace(strength=attacker.strength * rnd.randint(1, 6))
        attacking[0]["strength"] += attacker.strength - sum(u["strength"] for u in attacking)
    ground = Ground(
        rnd.choice(("clear", "clear", "forest", "swamp", "mountain")), rnd.random() < 0.2, rnd.random() < 0.2
    )
    given: dict[str, Any] = {"terrain": ground.terrain, "major_city": ground.city, "river": ground.river}
    sides = dict(zip(ROLES, (attacker, defender), strict=True))
    for role, units, named in zip(ROLES, (attacking, defending), by_name, strict=True):
        given[role] = units if named else sides[role].strength
        if not named:
            # A mere number has the armour that an option gives it, if nobody is named, and none otherwise.
            sides[role] = sides[role]._replace(armour=False)
    if not any(by_name):
        armoured = rnd.choice((None, *ROLES))
        given["armour"] = armoured
        sides = {role: side._replace(armour=role == armoured) for role, side in sides.items()}
    given["mountain_units"] = [
        role for role, named in zip(ROLES, by_name, strict=True) if not named and sides[role].mountain
    ]
    given["steps"] = {
        role: sides[role].steps for role, named in zip(ROLES, by_name, strict=True) if not named
    } or None
    given["field_marshal"] = [role for role in ROLES if sides[role].marshal]
    given["surrounded"] = [role for role in ROLES if sides[role].surrounded]
    return given, sides["attacker"], sides["defender"], ground


@pytest.mark.rule("besieged CRT", "besieged Armor", "besieged Blitzkrieg", "besieged Below 1-5")
@pytest.mark.parametrize("by_name", list(product((True, False), repeat=2)), ids=str)
def test_described_combats_come_out_as_the_card_reads(by_name: tuple[bool, bool]) -> None:
    rnd = Random(2018)
    for _ in range(COMBATS):
        given, attacker, defender, ground = described(rnd, by_name=by_name)
        die, drm, blitzkrieg = rnd.randint(1, 10), rnd.randint(-3, 3), rnd.random() < 0.3
        weather = rnd.choice(tuple(MOST_AIR))
        air, impulse = rnd.randint(0, 4), rnd.choice(("first", "second"))
        corps = len(given["attacker"]) if isinstance(given["attacker"], list) else rnd.randint(1, 5)
        given |= {"drm": drm, "air": air, "weather": weather, "units": corps, "impulse": impulse}
        given["blitzkrieg"] = blitzkrieg
        if blitzkrieg and by_name == (False, True):
            # Whoever makes a Blitzkrieg has armour (B-3), even if nothing else is said of him.
            attacker = attacker._replace(armour=True)
        odds = ratio(attacker.strength, defender.strength)
        too_bad = odds < -4
        odds = shifted(odds, air)
        told_of_armour = isinstance(given["attacker"], list) or given.get("armour") == "defender"
        if (
            air > min(MOST_AIR[weather], corps)
            or (blitzkrieg and (too_bad or odds < 3))
            or (blitzkrieg and told_of_armour and not attacker.armour)
        ):
            with pytest.raises(BadDescription):
                judge(die, **given)
            continue
        found = judge(die, **given)
        if too_bad:
            assert (found["result"], found["attacker_fate"]) == ("surrender", "surrendered"), given
            continue
        row, code = result(odds, die + drm + modifier(attacker, defender, ground), blitzkrieg=blitzkrieg)
        assert (found["odds"], found["row"], found["result"]) == (
            column(odds, blitzkrieg=blitzkrieg),
            row,
            code,
        ), given
        after = outcomes(code, attacker, defender)
        for role, outcome in zip(ROLES, after, strict=True):
            assert tuple(found[f"{role}_{what}"] for what in outcome._fields) == outcome, given
        assert found["advance"] == advance(code, *after), given
        assert found["locked"] == locked(code, *after, first_impulse=impulse == "first"), given
