"""Thousands of described combats, judged by the engine and by the oracle: every plan, posture, ground and hexside."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.kernel.book.adjudicator import BadDescription
from sandtable.kernel.chance.dice import ScriptedDice
from sandtable.kernel.refusals import Refused
from sandtable.rules.damos import RULEBOOK

from . import losses
from .losses import LADDER, MATRIX, PLAN
from .snapshot import AXIS, SOVIET, Unit
from .strength import ATTACK, OPEN, attack_strength, defence_strength, overwhelmed, postures

TIMES = 1_500
KINDS = ("foot", "cavalry", "motorized", "mechanized", "armor")
COLUMNS = ("1", "2", "3-4", "5-6", "7", "8", "9-10", "11-12", "13-15", "16-18", "19-23", "24+")


def force(rnd: Random, side: int) -> list[Unit]:
    most = 4 if side == AXIS else 2
    return [
        Unit(
            number=n,
            side=side,
            nation="german" if side == AXIS else "soviet",
            kind=rnd.choice(KINDS),
            size="division",
            nkvd=False,
            hanko=False,
            of_finland=False,
            cossack=False,
            hex=0,
            sp=rnd.randint(1, 10),
            fresh=True,
            attempted=False,
            demoralized=False,
        )
        for n in range(rnd.randint(1, most))
    ]


def words(units: list[Unit]) -> str:
    return " ".join(f"{u.kind}:{u.sp}" for u in units)


@pytest.mark.rule("damos 8.2", "damos 8.6", "damos 8.9", "damos 8.10")
def test_described_combats_come_out_as_the_books_read() -> None:
    adjudicator = RULEBOOK.adjudicator
    assert adjudicator is not None
    rnd = Random(1941)
    for _ in range(TIMES):
        side = rnd.choice((AXIS, SOVIET))
        attackers, defenders = force(rnd, side), force(rnd, 1 - side)
        ground = (
            rnd.choice((*OPEN, "swamp", "mountain")),
            rnd.choice(("", "", "town", "city", "major_city")),
        )
        river = rnd.choice(("", "", "river", "major_river"))
        shaken, air = rnd.random() < 0.15, rnd.random() < 0.3
        lines = rnd.random() < 0.8, rnd.random() < 0.8
        plan = rnd.choice(tuple(PLAN))
        may = postures(
            [u._replace(demoralized=shaken) for u in defenders],
            ground,
            river if plan in ("meeting", "standard") else "",
        )
        posture = rnd.choice(tuple(MATRIX))
        given: dict[str, Any] = {
            "attacker": words(attackers),
            "defender": words(defenders),
            "attacker_side": "german" if side == AXIS else "soviet",
            "plan": plan,
            "terrain": "+".join(word for word in ground if word),
            "hexside": river or "none",
            "attacker_no_los": not lines[0],
            "defender_no_los": not lines[1],
            "defender_demoralized": shaken,
            "air": air,
        }
        if not shaken:
            given["posture"] = posture
        # With the air unit a low die of the German roll would be rolled again: it has none here.
        lowest = (4 if air and side == AXIS else 1, 4 if air and side == SOVIET else 1)
        faces = [tuple(rnd.randint(low, 6) for _ in range(3)) for low in lowest]
        if (not shaken and posture not in may) or not _may_plan(plan, attackers):
            with pytest.raises((BadDescription, Refused)):
                adjudicator.resolve(given, RULEBOOK.tables, (), ScriptedDice([]))
            continue
        posture = "none" if shaken else posture
        strengths = attack_strength(attackers, ground, river), defence_strength(defenders, ground)
        if overwhelmed(*strengths):
            found = adjudicator.resolve(given, RULEBOOK.tables, (), ScriptedDice([]))
            assert (found["automatic"], found["winner"]) == ("12:1", "attacker"), given
            continue
        shift = (int(air and side == AXIS), int(air and side == SOVIET))
        columns = [losses.column(sp, shift=more) for sp, more in zip(strengths, shift, strict=True)]
        rolls = [roll[: losses.dice(column)] for roll, column in zip(faces, columns, strict=True)]
        drms = losses.modifiers(
            plan,
            posture,
            attacker_dice=losses.dice(columns[0]),
            attacker_line=lines[0],
            defender_line=lines[1],
        )
        more = losses.more_for(plan, posture)
        rungs = [
            losses.inflicted(sum(rolls[role]), drms[role], columns[role], more[1 - role]) for role in (0, 1)
        ]
        die = rnd.randint(1, 6)
        hits = [losses.points(rung) for rung in rungs]
        strikes_back = (
            posture == "counterattack"
            and LADDER.index(rungs[0]) > LADDER.index(rungs[1])
            and hits[0] < sum(u.sp for u in defenders)
            and hits[1] < sum(u.sp for u in attackers)
        )
        script = [*rolls, (die,)] if strikes_back else rolls
        found = adjudicator.resolve(given, RULEBOOK.tables, script, ScriptedDice([]))
        for role, name in enumerate(("attacker", "defender")):
            expected = {
                "sp": strengths[role],
                "column": COLUMNS[columns[role]],
                "drm": drms[role],
                "inflicts": rungs[role],
            }
            assert expected.items() <= found[name].items(), (given, expected)
        by_table = (0, 0)
        if strikes_back:
            struck = found["counterattack"]
            by_table = losses.counterattack(struck["column"], die)
            assert (struck["defender_loses"], struck["attacker_loses"]) == by_table, given
            if not set(ground) & set(ATTACK):
                ratio = losses.ratio(
                    sum(u.sp for u in defenders) - hits[0],
                    defence_strength(
                        [attackers[0]._replace(sp=sum(u.sp for u in attackers) - hits[1])], ground
                    ),
                )
                assert struck["column"] == ratio, given
        else:
            assert found["counterattack"] is None, given
        _check_winner(found, attackers, defenders, rungs, by_table, given)


def _may_plan(plan: str, attackers: list[Unit]) -> bool:
    """[8.1] A concerted attack needs a unit with a zone of influence."""
    kinds = {u.kind for u in attackers}
    able = kinds - {"foot"} if attackers[0].side == AXIS else kinds & {"mechanized", "armor"}
    return plan in ("meeting", "standard") or bool(able)


def _check_winner(
    found: dict[str, Any],
    attackers: list[Unit],
    defenders: list[Unit],
    rungs: list[str],
    by_table: tuple[int, int],
    given: dict[str, Any],
) -> None:
    """[8.8, 8.10] Losses fall as they must, and whoever inflicted more, or is alone left, has won."""
    alive = {}
    for name, units, lp in (
        ("attacker", attackers, losses.points(rungs[1]) + by_table[1]),
        ("defender", defenders, losses.points(rungs[0]) + by_table[0]),
    ):
        left = [unit["left"] for unit in found["units"][name]]
        assert sum(left) == max(0, sum(u.sp for u in units) - lp), given
        alive[name] = sum(left) > 0
    if alive["attacker"] != alive["defender"]:
        expected = "attacker" if alive["attacker"] else "defender"
    elif losses.attacker_wins(*rungs, by_table=by_table):
        expected = "attacker"
    else:
        expected = "defender"
    if alive["attacker"] or alive["defender"]:
        assert found["winner"] == expected, given
