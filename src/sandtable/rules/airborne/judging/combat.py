"""[2] A ground combat as Control describes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sandtable.kernel import BadDescription, Given, Tables, top
from sandtable.kernel.book.describing import allowed, flag, fraction, is_told, one_of

from ..combat import (
    NOBODY_RETIRES,
    YES,
    CombatRoll,
    Engage,
    attack_refusal,
    breakthrough_move,
    counter_attack,
    fights_again,
    overrun_refusal,
    results,
    retirement,
)
from ..field import Field, contact_refusal, is_behind_water, is_flanked, tactical_advantage
from ..state import NOT_YET, Ground, Mode, Operation
from ..strength import Attack, Breakthrough, Fight, score
from .describe import ground_of
from .procedure import Procedure, chance, plural, position, weigh
from .sides import Side, all_marked, marks_of, read_sides, without_a_crossing

_ROLES: Final = ("attacker", "defender")
_NONE: Final = "none"


class Combat(Procedure):
    """[2] Status and factors of both sides, a die, and the line of the results table."""

    name = "combat"
    takes = (
        "attacker",
        "defender",
        "ground",
        "armour_breakthrough",
        "breakthrough_order",
        "tactical_advantage",
        "counter_attack",
        "again",
        "board",
    )

    def begin(self, given: Given, tables: Tables) -> Operation:
        """The units described, about to fight."""
        attack, defence, field = read_sides(given, tables)
        if field is not None:
            allowed(contact_refusal(field))
        groups = [
            attack.units,
            defence.units,
            attack.guns,
            attack.far_guns,
            defence.guns,
            defence.far_guns,
        ]
        counters = [described for group in groups for described in group]
        g = position(tables, [counter for counter, _ in counters])
        for unit, (_, entry) in enumerate(counters):
            self._condition(g, unit, entry)
        attackers, defenders, guns, far_guns, defence_guns, defence_far_guns = _numbered(groups)
        fight = Fight(
            attackers,
            defenders,
            guns,
            far_guns,
            defence_guns,
            defence_far_guns,
            attack_air=attack.air,
            defence_air=defence.air,
            ground=int(field.ground() if field and not is_told(given.get("ground")) else ground_of(given)),
            advantage=_advantage(given, attack, defence, field)[0],
            breakthrough=int(_order(given)),
            kind=int(_kind(given)),
            over_water=without_a_crossing(attack.units, field, "--attacker"),
        )
        allowed(attack_refusal(g, fight))
        g.then(Engage(fight))
        return g

    def _condition(self, g: Operation, unit: int, entry: Mapping[str, Any]) -> None:
        marks = marks_of(entry, "an entry")
        g.granted[unit] = entry.get("factors", 0)
        g.prepared[unit] = int("unprepared" not in marks)
        if "non_tactical" in marks or "road_column" in marks:
            g.mode[unit] = int(Mode.ROAD_COLUMN if "road_column" in marks else Mode.NON_TACTICAL)
        g.spend(unit, fraction(entry.get("moved", 0), "moved"))

    def outcome(self, given: Given, before: Operation, after: Operation) -> dict[str, Any]:
        """Score, band and everything that the band says."""
        fight = _fight_of(before)
        band = before.tables["results"].rows.labels[after.band]
        result = results(before.tables, band)
        distance = retirement(before.tables, band, Ground(fight.ground))
        no = overrun_refusal(before, fight)
        spent = max(before.moved(unit) for unit in fight.attackers)
        return {
            "score": after.score,
            "band": band,
            "die": after.die,
            "attacker_loses_per_unit": result["attacker_loses"],
            "attacker_extra_loss": result["overrun_loss"] if after.overrun else 0,
            "defender_loses_per_unit": result["defender_loses"],
            "attacker_loses": _lost(before, after, fight.attackers),
            "defender_loses": _lost(before, after, fight.defenders),
            "retire_km": None if distance == NOBODY_RETIRES else distance,
            "retired_km": None if after.retired == NOT_YET else after.retired,
            "ammo_spent": {role: _ammo_spent(before, seat) for seat, role in enumerate(_ROLES)},
            "supply_lost_per_unit": result["supply_lost"],
            "thrown_back": result["thrown_back"] == YES,
            "counter_attack": counter_attack(after, fight, band, Ground(fight.ground)) is not None,
            "overrun": bool(after.overrun),
            "overrun_refused": str(no) if no else None,
            "may_fight_again": bool(after.overrun) and fights_again(before.tables, band),
            "tactical_advantage": _ROLES[fight.advantage - 1] if fight.advantage else None,
            "tactical_advantage_reason": _reason(given, before.tables) or None,
            "breakthrough_move": chance(breakthrough_move(spent)) if after.overrun else None,
            "reckoning": score(before, fight, after.die).as_json(),
        }

    def chances(self, given: Given, before: Operation) -> dict[str, Any]:
        """Bands, scores, losses and distances with their probabilities."""
        fight = _fight_of(before)
        bands = before.tables["results"].rows.labels
        found = weigh(
            before,
            lambda g: (
                g.band,
                g.score,
                _lost(before, g, fight.attackers),
                _lost(before, g, fight.defenders),
                g.retired,
                g.overrun,
                _lost(before, g, fight.defenders) == sum(before.status[unit] for unit in fight.defenders),
            ),
        )
        order = found.map(lambda m: m[0])
        return {
            "exact": True,
            "results": {bands[band]: chance(order[band]) for band in range(len(bands)) if order[band]},
            "score": found.map(lambda m: m[1]).as_json(),
            "attacker_loses": found.map(lambda m: m[2]).as_json(),
            "defender_loses": found.map(lambda m: m[3]).as_json(),
            "retired_km": found.map(lambda m: m[4] if m[4] >= 0 else "none").as_json(),
            "overrun": chance(found.chance(lambda m: bool(m[5]))),
            "defender_eliminated": chance(found.chance(lambda m: m[6])),
            "reckoning": score(before, fight).as_json(),
        }

    def tell(self, outcome: Mapping[str, Any]) -> list[str]:
        """Score and band, what both sides lose, where they go."""
        loses = outcome["attacker_loses_per_unit"] + outcome["attacker_extra_loss"]
        told = [
            f"The die falls {outcome['die']}: the score is {outcome['score']}, in the band {outcome['band']}.",
            f"Each attacking unit loses {loses} status, each defending unit {outcome['defender_loses_per_unit']}: "
            f"{outcome['attacker_loses']} and {outcome['defender_loses']} in all.",
        ]
        if outcome["retired_km"] is not None:
            told.append(
                f"The defenders retire {outcome['retired_km']} km and lose "
                f"{plural(outcome['supply_lost_per_unit'], 'supply point')} each."
            )
        if outcome["thrown_back"]:
            told.append("The attackers are thrown back to their start line, or 1 km.")
        if outcome["overrun"]:
            again = "may fight again" if outcome["may_fight_again"] else "may not fight again"
            told.append(
                f"The defenders are overrun: the attackers move on through them for up to "
                f"{outcome['breakthrough_move']} of a turn and {again}."
            )
        spent = outcome["ammo_spent"]
        told.append(
            f"Ammunition spent: {spent['attacker']} by the attacker, {spent['defender']} by the defender."
        )
        told.append(
            "The defender may counter-attack." if outcome["counter_attack"] else "There is no counter-attack."
        )
        return told


def _numbered(groups: Sequence[Sequence[object]]) -> list[tuple[int, ...]]:
    """The numbers of the counters of each group, counted through."""
    found, first = [], 0
    for group in groups:
        found.append(tuple(range(first, first + len(group))))
        first += len(group)
    return found


def _advantage(given: Given, attack: Side, defence: Side, field: Field | None) -> tuple[int, str]:
    """[2.4.1] Who has the clear tactical advantage, and why; Control's word counts before all (A-8)."""
    who = given.get("tactical_advantage")
    if is_told(who):
        word = one_of(who, "--tactical-advantage", (*_ROLES, _NONE))
        return (0 if word == _NONE else _ROLES.index(word) + 1), "Control says so"
    return tactical_advantage(
        flanked=field is not None and is_flanked(field),
        column=all_marked(defence.units, "road_column"),
        water=is_behind_water(field) if field else all_marked(attack.units, "across_river", "at_crossing"),
    )


def _reason(given: Given, tables: Tables) -> str:
    return _advantage(given, *read_sides(given, tables))[1]


def _kind(given: Given) -> Attack:
    counter, again = flag(given, "counter_attack"), flag(given, "again")
    if counter and again:
        raise BadDescription("--counter-attack and --again are both given; an attack is one of them")
    if again:
        return Attack.AGAIN
    return Attack.COUNTER if counter else Attack.PLANNED


def _order(given: Given) -> Breakthrough:
    if flag(given, "armour_breakthrough"):
        return Breakthrough.ARMOUR_VOUCHED
    return Breakthrough.ORDERED if flag(given, "breakthrough_order") else Breakthrough.NONE


def _fight_of(before: Operation) -> Fight:
    step = top(before)
    assert isinstance(step, CombatRoll), "the die is due"
    return step.fight


def _ammo_spent(before: Operation, side: int) -> int:
    """[2.2] What a side has paid for the attack and for its guns before the die."""
    counters = before.printed.counters
    return sum(c.ammo - before.ammo[unit] for unit, c in enumerate(counters) if c.side == side)


def _lost(before: Operation, after: Operation, units: Sequence[int]) -> int:
    return sum(before.status[unit] - after.status[unit] for unit in units)
