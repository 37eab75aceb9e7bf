"""[8.2, 8.5] Both forces of a combat as a seat may know them, and what is added to their dice."""

from __future__ import annotations

from typing import Any

from sandtable.kernel import CONTROL, Fighter, Force, Hex, Reckoning, Seat, lines_of

from ...series.combat.battle import crt_columns, fighters
from ...series.combat.plans import Plan, Posture
from ...series.combat.strength import (
    attack_strength,
    attacker_modifier,
    crt_dice,
    defence_strength,
    defender_modifier,
)
from ...series.position.roster import SEATS
from ...series.position.state import Front


def force(g: Front, seat: Seat, side: Seat, entered_from: Hex) -> Force:
    """One side of the combat in *g*, as *seat* may know it."""
    units = fighters(g, side)
    hex_ = Hex(g.battle.hex)
    if side == g.phasing:
        strength, counted = attack_strength(g, units, hex_, entered_from), g.battle.attacker.sp
    else:
        strength, counted = defence_strength(g, units, hex_), g.battle.defender.sp
    lines: list[dict[str, Any]] = lines_of([strength])
    itemized = not counted or counted == int(strength)
    if not itemized:
        line = {"of": strength.what, "what": "as counted when the combat began", "value": counted}
        lines = [{**line, "rule": "8.2"}]
    return Force(
        side=SEATS[side],
        units=tuple(_fighter(g, seat, unit) for unit in units),
        strength=counted or int(strength),
        lines=lines,
        itemized=itemized,
    )


def _fighter(g: Front, seat: Seat, unit: int) -> Fighter:
    printed = g.roster[unit]
    strength = g.sp[unit] if seat in (printed.side, CONTROL) else None
    return Fighter(printed.id, printed.name, strength, printed.sp, g.bounds.least[unit], g.bounds.most[unit])


def modifiers(g: Front) -> list[Reckoning]:
    """[8.5, 8.6] Dice and modifiers of a combat whose totals are open."""
    plan, posture = Plan(g.battle.plan), Posture(g.battle.posture)
    columns = crt_columns(g)
    labels = g.campaign.tables["crt"].columns.labels
    dice = [
        Reckoning(f"{who}'s dice").add(f"dice in column {labels[column]}", crt_dice(column), "8.6")
        for who, column in zip(("attacker", "defender"), columns, strict=True)
    ]
    return [
        *dice,
        attacker_modifier(g, plan, posture, dice=crt_dice(columns[0])),
        defender_modifier(g, plan, posture),
    ]
