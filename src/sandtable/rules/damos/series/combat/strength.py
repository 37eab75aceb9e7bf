"""[8.2] Strength in combat, modified by terrain; [8.5] dice modifiers. Every number with its reasons."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sandtable.kernel import OFF_BOARD, Hex, Reading, Reckoning, Seat

from ..position.roster import Kind
from ..position.state import Front
from .plans import PLAN_DRM, Plan, Posture, matrix_effect, rung_of

_ARMOR = (Kind.MECHANIZED, Kind.ARMOR)


def attack_strength(
    g: Front,
    units: Iterable[int],
    hex_: Hex,
    entered_from: Hex = OFF_BOARD,
    *,
    what: str = "attacker's strength",
) -> Reckoning:
    """[8.2] The strength of an attack into *hex_* over the hexside from *entered_from* (R-12, R-75)."""
    campaign = g.campaign
    total = Reckoning(what)
    for unit in units:
        counter = g.roster[unit]
        total.add(counter.name, g.sp[unit], "8.2")
        column = "attack_armor" if counter.kind in _ARMOR else "attack_other"
        left = g.sp[unit]
        for word in campaign.terrain_words(hex_):
            loss = max(1 - left, campaign.effect(word, column))
            left += loss
            total.add_if(loss, f"{counter.name} into {word.replace('_', ' ')}", loss, "3.0")
    river = campaign.hexside(entered_from, hex_) if entered_from != OFF_BOARD else ""
    if river and g.rivers_count(Seat(g.phasing)):
        total.times(f"across a {river.replace('_', ' ')}", campaign.multiplier(river), "3.0")
    return total.round_half_up("8.2").at_least(1, "8.2")


def defence_strength(
    g: Front, units: Iterable[int], hex_: Hex, *, what: str = "defender's strength"
) -> Reckoning:
    """[8.2] The strength of a defence of *hex_*: terrain adds, but at most doubles (R-12)."""
    campaign = g.campaign
    total = Reckoning(what)
    own = 0
    for unit in units:
        total.add(g.roster[unit].name, g.sp[unit], "8.2")
        own += g.sp[unit]
    for word in campaign.terrain_words(hex_):
        bonus = campaign.effect(word, "defence")
        total.add_if(bonus, f"defending {word.replace('_', ' ')}", bonus, "3.0")
    return total.at_most(2 * own, "8.2", "terrain at most doubles")


def attacker_modifier(g: Front, plan: Plan, posture: Posture, *, dice: int) -> Reckoning:
    """[8.5] What is added to the attacker's roll of *dice* dice."""
    effect = matrix_effect(g, plan, posture)
    return (
        Reckoning("attacker's modifier")
        .add(f"{plan.name.replace('_', ' ').lower()} plan", PLAN_DRM[plan], "8.3")
        .add_if(not g.battle.attacker.los, f"no line of supply, {dice} dice", -2 * dice, "8.5")
        .add_if(posture is Posture.NONE, "the defender is demoralized", 1, "8.5")
        .add_if(effect.attacker_drm, f"against {posture.name.lower()}", effect.attacker_drm, "8.4")
    )


def defender_modifier(g: Front, plan: Plan, posture: Posture) -> Reckoning:
    """[8.5] What is added to the defender's roll."""
    effect = matrix_effect(g, plan, posture)
    return (
        Reckoning("defender's modifier")
        .add_if(not g.battle.defender.los, "no line of supply", -1, "8.5")
        .add_if(
            effect.defender_drm,
            f"{posture.name.lower()} against {plan.name.replace('_', ' ').lower()}",
            effect.defender_drm,
            "8.4",
        )
    )


def crt_column(g: Front, sp: int, *, air: bool) -> int:
    """[8.6] The column for *sp*; [AGN 4.4, AGS 4.4] an air unit shifts one to the right (R-14)."""
    return g.campaign.tables["crt"].column(sp).shifted(1 if air else 0).index


def crt_dice(column: int) -> int:
    """[8.6] How many dice the column rolls: four columns for each number."""
    return column // 4 + 1


def crt_rung(g: Front, column: int, total: int) -> int:
    """[8.6] The CRT result for the modified roll *total* in *column*, as a rung of the ladder."""
    crt = g.campaign.tables["crt"]
    row = crt_row(total, crt_dice(column))
    return rung_of(str(crt.look_up(row=row, column=crt.columns.labels[column])))


def crt_reading(g: Front, defender: int, column: int, faces: Sequence[int]) -> Reading:
    """[8.6] How one side's dice are read off the CRT in *column*, with everything that makes up the row."""
    plan, posture = Plan(g.battle.plan), Posture(g.battle.posture)
    dice = crt_dice(column)
    modifier = (
        defender_modifier(g, plan, posture) if defender else attacker_modifier(g, plan, posture, dice=dice)
    )
    lines = [*Reckoning().add("dice", sum(faces), "8.6").as_json(), *modifier.as_json()]
    crt = g.campaign.tables["crt"]
    row = crt_row(sum(faces) + int(modifier), dice)
    return Reading.of(crt, row=row, column=crt.columns.labels[column], lines=lines)


def crt_row(total: int, dice: int) -> int:
    """[8.6] The row: at least 0, and at most 9, 15 or 20 for one, two or three dice."""
    return min(max(total, 0), (9, 15, 20)[dice - 1])
