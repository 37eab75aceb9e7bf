"""[8.2] Strength in combat, modified by terrain; [8.5] dice modifiers. Every number with its reasons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from sandtable.kernel import OFF_BOARD, Hex, Reading, Reckoning, Seat

from ..position.campaign import Campaign
from ..position.state import Front
from .plans import PLAN_DRM, Plan, Posture, matrix_effect, rung_of


def attack_strength(
    g: Front,
    units: Iterable[int],
    hex_: Hex,
    entered_from: Hex = OFF_BOARD,
    *,
    what: str = "attacker's strength",
) -> Reckoning:
    """[8.2] The strength of an attack into *hex_* over the hexside from *entered_from* (R-12, R-75)."""
    total = Reckoning(what)
    for unit in units:
        counter = g.roster[unit]
        total.add(counter.name, g.sp[unit], "8.2")
        for word, loss in _lost_to_terrain(g.campaign, _column(g, unit), g.sp[unit], hex_):
            if loss:
                total.add(f"{counter.name} into {word.replace('_', ' ')}", loss, "3.0")
    return _across(g.campaign, total, _river_crossed(g, hex_, entered_from))


def attack_count(g: Front, units: Iterable[int], hex_: Hex, entered_from: Hex) -> int:
    """[8.2] The same number without its reasons, for whoever weighs many attacks."""
    campaign, sp = g.campaign, g.sp
    counts = sum([_counted_into(campaign, _column(g, u), sp[u], hex_) for u in units])
    return _counted_across(campaign, counts, _river_crossed(g, hex_, entered_from))


def _column(g: Front, unit: int) -> str:
    """[3.0] The column of the terrain table for an attack by *unit*."""
    return "attack_armor" if g.roster.armored[unit] else "attack_other"


def _lost_to_terrain(campaign: Campaign, column: str, strength: int, hex_: Hex) -> Iterator[tuple[str, int]]:
    """[3.0] What the terrain of *hex_* takes off a unit with so much *strength* that attacks into it: never the last point."""
    for word in campaign.terrain_words(hex_):
        loss = max(1 - strength, campaign.effect(word, column))
        strength += loss
        yield word, loss


def _river_crossed(g: Front, hex_: Hex, entered_from: Hex) -> str:
    """[3.0] The river that weakens an attack into *hex_* from there, or "" where none does."""
    if entered_from == OFF_BOARD or not g.rivers_count(Seat(g.phasing)):
        return ""
    return g.campaign.hexside(entered_from, hex_)


def _across(campaign: Campaign, total: Reckoning, river: str) -> Reckoning:
    """[3.0] An attack that is weakened by the *river* it comes over; some of it always counts."""
    if river:
        total.times(f"across a {river.replace('_', ' ')}", campaign.multiplier(river), "3.0")
    return total.round_half_up("8.2").at_least(1, "8.2")


def defence_strength(
    g: Front, units: Iterable[int], hex_: Hex, *, what: str = "defender's strength"
) -> Reckoning:
    """[8.2] The strength of a defence of *hex_*: terrain adds, but at most doubles (R-12)."""
    total = Reckoning(what)
    own = 0
    for unit in units:
        total.add(g.roster[unit].name, g.sp[unit], "8.2")
        own += g.sp[unit]
    return _entrenched(g.campaign, total, own, hex_)


def defence_count(g: Front, units: Iterable[int], hex_: Hex) -> int:
    """[8.2] The same number without its reasons."""
    sp = g.sp
    return entrenched_count(g.campaign, sum([sp[u] for u in units]), hex_)


def _entrenched(campaign: Campaign, total: Reckoning, own: int, hex_: Hex) -> Reckoning:
    """[3.0] A defence with what the terrain adds to it."""
    for word in campaign.terrain_words(hex_):
        bonus = campaign.effect(word, "defence")
        total.add_if(bonus, f"defending {word.replace('_', ' ')}", bonus, "3.0")
    return total.at_most(2 * own, "8.2", "terrain at most doubles")


def attackers_behind(
    g: Front, units: Sequence[int], hex_: Hex, entered_from: Hex, shown: int
) -> tuple[int, int]:
    """[2.4] The least and the most that *units* can have left, if their attack counts *shown* before all eyes."""
    known, river = g.bounds, _river_crossed(g, hex_, entered_from)
    # What they have together, and what of it counts.
    ways = {(0, 0)}
    for unit in units:
        column, strengths = _column(g, unit), range(known.least[unit], known.most[unit] + 1)
        worth = [(sp, _counted_into(g.campaign, column, sp, hex_)) for sp in strengths]
        ways = {(own + sp, counts + share) for own, counts in ways for sp, share in worth}
    showing = {
        counts
        for counts in {counts for _, counts in ways}
        if _counted_across(g.campaign, counts, river) == shown
    }
    return _range([own for own, counts in ways if counts in showing], units, shown)


def defenders_behind(g: Front, units: Sequence[int], hex_: Hex, shown: int) -> tuple[int, int]:
    """[2.4] The least and the most that *units* can have left, if their defence counts *shown* before all eyes."""
    least, most = g.bounds.of(units)
    fitting = [own for own in range(least, most + 1) if entrenched_count(g.campaign, own, hex_) == shown]
    return _range(fitting, units, shown)


# Attacks are weighed and what may lie behind a number is asked about the same few numbers again and again.


@lru_cache(maxsize=16_384)
def _counted_into(campaign: Campaign, column: str, strength: int, hex_: Hex) -> int:
    """[3.0] What the terrain of *hex_* leaves of a unit that attacks into it."""
    return strength + sum([loss for _, loss in _lost_to_terrain(campaign, column, strength, hex_)])


@lru_cache(maxsize=4096)
def _counted_across(campaign: Campaign, strength: int, river: str) -> int:
    """[3.0] What such an attack counts."""
    return int(_across(campaign, Reckoning().add("", strength, "8.2"), river))


@lru_cache(maxsize=16_384)
def entrenched_count(campaign: Campaign, strength: int, hex_: Hex) -> int:
    """[3.0] What such a defence counts."""
    return int(_entrenched(campaign, Reckoning().add("", strength, "8.2"), strength, hex_))


def _range(fitting: Sequence[int], units: Sequence[int], shown: int) -> tuple[int, int]:
    """Where nothing fits, which only a position that was typed in can bring about, everything that is printed does."""
    return (min(fitting), max(fitting)) if fitting else (len(units), max(len(units), shown))


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
