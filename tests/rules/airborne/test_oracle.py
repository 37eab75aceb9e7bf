"""Thousands of described combats and air procedures against the oracle."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.kernel.chance.dice import SeededDice

from . import oracle
from .judging import ADJUDICATOR, TABLES, resolve
from .oracle import RANGES, Guns, Side, Unit

TIMES = 1_500
# A combat has more to be worked out than a procedure in the air: `make long` describes as many of them.
COMBATS = [400, pytest.param(TIMES, marks=pytest.mark.long)]
GROUNDS = ("open", "open", "close", "wood", "town", "marsh")


def side(rnd: Random, *, attacks: bool, destroyed: bool, spread: bool) -> Side:
    """A side without two formations of equal status.

    It may hold *destroyed* units, and name squadrons of a kind with several units, *spread* over them.
    """
    marks = ("light_infantry", "unprepared", "non_tactical") if attacks else ("non_tactical",)
    while True:
        units = tuple(
            Unit(
                rnd.randint(1, 6) if not n else rnd.choice((0, 1, 3) if destroyed else (1, 2, 3, 5)),
                rnd.choice(("foot", "mech", "tanks", "recce")),
                rnd.choice("ab"),
                rnd.choice((0, 1, 2)),
                tuple(mark for mark in marks if rnd.random() < 0.15),
            )
            for n in range(rnd.randint(1, 4))
        )
        totals = [sum(u.status for u in units if u.formation == name) for name in "ab"]
        if totals[0] != totals[1]:
            break
    guns = []
    for _ in range(rnd.choice((0, 0, 1, 2))):
        kind = rnd.choice(tuple(RANGES))
        guns.append(Guns(rnd.randint(1, 5), kind, rnd.randint(1, RANGES[kind][1])))
    squadrons = tuple(
        (rnd.choice(("german_ga", "allied_ga", "heavy")), rnd.randint(1, 6))
        for _ in range(rnd.choice((0, 0, 1, 2)))
    )
    return Side(units, tuple(guns), squadrons if spread else tuple(dict(squadrons).items()))


def entries(one: Side, rnd: Random) -> list[dict[str, Any]]:
    """The side unit by unit; squadrons are named with any of the units."""
    found: list[dict[str, Any]] = [
        {
            "status": u.status,
            "troop": u.troop,
            "formation": u.formation,
            "ammo": 2,
            "fuel": u.fuel,
            "marks": list(u.marks),
        }
        for u in one.units
    ]
    for kind, number in one.squadrons:
        free = [entry for entry in found if kind not in entry and entry["status"]]
        if free:
            rnd.choice(free)[kind] = number
    found += [{"status": g.status, "guns": g.kind, "km": g.km, "ammo": 1} for g in one.guns]
    return found


def committed(described: list[dict[str, Any]]) -> tuple[tuple[str, int], ...]:
    return tuple((kind, e[kind]) for e in described for kind in oracle.SQUADRONS if kind in e)


@pytest.mark.rule("airborne 2.3", "airborne 5.7")
@pytest.mark.parametrize(
    ("destroyed", "spread"),
    [(False, False), (True, False), (False, True)],
    ids=["plain", "destroyed", "spread"],
)
@pytest.mark.parametrize("combats", COMBATS)
def test_described_combats_come_out_as_the_sheet_reads(destroyed: bool, spread: bool, combats: int) -> None:
    assert ADJUDICATOR is not None
    rnd = Random(1944)
    for number in range(combats):
        attacker = side(rnd, attacks=True, destroyed=destroyed, spread=spread)
        defender = side(rnd, attacks=False, destroyed=destroyed, spread=spread)
        given: dict[str, Any] = {"attacker": entries(attacker, rnd), "defender": entries(defender, rnd)}
        attacker = attacker._replace(squadrons=committed(given["attacker"]))
        defender = defender._replace(squadrons=committed(given["defender"]))
        ground, die = rnd.choice(GROUNDS), rnd.randint(1, 6)
        advantage, hasty = rnd.choice(("attacker", "defender", "none")), rnd.random() < 0.2
        ordered = rnd.random() < 0.5
        given |= {"ground": ground, "tactical_advantage": advantage, "counter_attack": hasty}
        given["breakthrough_order"] = ordered
        found = ADJUDICATOR.resolve(given, TABLES, [(die,)], SeededDice(number))

        points = oracle.score(attacker, defender, ground, die, advantage=advantage, hasty=hasty)
        line = oracle.result(points)
        assert (found["score"], found["band"]) == (points, line.band), (given, found["reckoning"])
        overrun = oracle.overruns(attacker, defender, points, ordered=ordered)
        extra = int(overrun and points < 12)
        assert (found["overrun"], found["attacker_extra_loss"]) == (overrun, extra), given
        assert found["may_fight_again"] == (overrun and points >= 8), given
        assert found["attacker_loses"] == oracle.losses(attacker, line.attacker_loses + extra), given
        assert found["defender_loses"] == oracle.losses(defender, line.defender_loses), given
        assert found["retire_km"] == (line.retire_open if ground == "open" else line.retire_close), given
        assert found["supply_lost_per_unit"] == line.supply, given
        assert found["thrown_back"] == (points < -1), given
        answers = oracle.counter_attacks(line, attacker, defender, extra, itself=hasty)
        assert found["counter_attack"] == answers, given


@pytest.mark.rule("airborne 9.2")
def test_flak_brings_down_what_the_sheet_says() -> None:
    rnd = Random(17)
    for _ in range(TIMES):
        heavy, light, serials = rnd.randint(0, 2), rnd.randint(0, 2), rnd.randint(1, 4)
        share, damage = rnd.randint(1, 3), rnd.choice((0, 0, 1))
        target = rnd.choice(("overflight", "drop_2km", "drop_4km"))
        if not heavy + light:
            continue
        faces = [rnd.randint(1, 6) for _ in range(4 * serials)]
        rolls = iter(faces)
        expected = oracle.flak(["heavy"] * heavy + ["light"] * light, target, serials, share, damage, rolls)
        used = faces[: len(faces) - len(list(rolls))]
        found = resolve(
            *used,
            procedure="flak",
            flak=f"heavy={heavy},light={light}",
            target=target,
            serials=serials,
            status=share * serials,
            damage=damage,
        )
        keys = ("serials_lost", "serials_damaged", "status_lost")
        assert tuple(found[key] for key in keys) == expected, (used, found)


@pytest.mark.rule("airborne 10.1")
def test_interdiction_hits_what_the_sheet_says() -> None:
    rnd = Random(18)
    for _ in range(TIMES):
        tactical, heavy, units = rnd.randint(0, 15), rnd.randint(0, 9), rnd.randint(1, 5)
        if not tactical + heavy:
            continue
        dice, status = [rnd.randint(1, 6) for _ in range(units)], rnd.randint(1, 4)
        battalions = rnd.randint(0, tactical)
        found = resolve(
            *dice,
            procedure="interdiction",
            tactical=tactical - battalions,
            battalions=battalions,
            heavy=heavy,
            units=units,
            status=status,
        )
        expected = oracle.interdiction(tactical, heavy, status, dice)
        assert (found["status_lost"], found["immobilised"]) == expected, (tactical, heavy, dice)


@pytest.mark.rule("airborne 7.1", "airborne 7.2")
def test_fighters_lose_what_the_sheet_says() -> None:
    rnd = Random(19)
    for _ in range(TIMES):
        interceptors, escort, die = rnd.randint(1, 40), rnd.randint(1, 40), rnd.randint(1, 6)
        found = resolve(die, procedure="air_to_air", interceptors=interceptors, escort=escort)
        winner = found["winner"] or ""
        expected = oracle.fighters(interceptors, escort, die)
        assert (winner, found["interceptors_lose"], found["escort_loses"]) == expected, found


@pytest.mark.rule("airborne 11.1", "airborne 11.2")
def test_as_much_supply_arrives_as_the_sheet_says() -> None:
    rnd = Random(20)
    for _ in range(TIMES):
        points = rnd.randint(1, 45)
        chosen = {
            name: rnd.random() < 0.3
            for name in (
                "poor_terrain",
                "contested",
                "airstrip",
                "afdag",
                "fighters_intervene",
                "flak_intervenes",
            )
        }
        values = {"poor_terrain": -1, "contested": -3, "fighters_intervene": -3, "flak_intervenes": -2}
        modifier = sum(value for name, value in values.items() if chosen[name])
        modifier += 5 if chosen["afdag"] else 2 if chosen["airstrip"] else 0
        dice = [rnd.randint(1, 6) for _ in range(-(-points // 10))]
        found = resolve(*dice, procedure="resupply", points=points, **chosen)
        assert found["arrived"] == oracle.resupply(points, modifier, dice), (points, chosen, dice)
