"""[2] A ground combat as Control describes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sandtable.kernel.actions import Seat
from sandtable.kernel.adjudicator import BadDescription, Given
from sandtable.kernel.machine import top
from sandtable.kernel.tables import Tables

from ..air import support_level
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
from ..described import TROOPS, entries, fraction, ground_of, one_of, whole, word
from ..state import ATTACKER, DEFENDER, STOCK, Counter, Ground, Mode, Operation, Troop
from ..strength import AIR_LEVELS, Attack, Breakthrough, Fight, score
from .procedure import Procedure, allowed, chance, plural, position, weigh

SQUADRONS: Final = {"german_ga": "german", "allied_ga": "allied", "heavy": "heavy"}
MARKS: Final = ("light_infantry", "unprepared", "non_tactical", "road_column")
_NUMBERS: Final = ("status", "factors", "artillery", "long_artillery", "units", "ammo", "fuel")
_WORDS: Final = ("air", "troop", "formation", "moved", "marks", "name", "nation", "hex")
KEYS: Final = (*_NUMBERS, *SQUADRONS, *_WORDS)


class Side:
    """One side as described: units in contact, guns in support and the best level of air support."""

    def __init__(self, given: Given, side: str, seat: Seat, tables: Tables) -> None:
        self.units: Final[list[tuple[Counter, Mapping[str, Any]]]] = []
        self.guns: Final[list[Counter]] = []
        self.far_guns: Final[list[Counter]] = []
        self.air = 0
        for place, entry in enumerate(entries(given, side, KEYS), 1):
            self._read(entry, f"--{side}", f"{side} {place}" if place > 1 else f"the {side}", seat, tables)
        if not self.units:
            raise BadDescription(f"--{side} has no status; give at least status=N")

    def _read(self, entry: Mapping[str, Any], what: str, name: str, seat: Seat, tables: Tables) -> None:
        numbers = {
            key: whole(entry[key], f"{key} of {what}", least=None if key == "factors" else 0)
            for key in (*_NUMBERS, *SQUADRONS)
            if key in entry
        }
        called = str(entry.get("name") or name)
        units = numbers.get("units", 1)
        if not units:
            raise BadDescription(f"units of {what} is 0; give at least 1")
        if "status" in numbers:
            counter = Counter(
                name=called,
                side=seat,
                troop=one_of(Troop, entry["troop"], f"troop of {what}", TROOPS)
                if "troop" in entry
                else Troop.UNSTATED,
                formation=str(entry.get("formation", "")),
                light="light_infantry" in marks_of(entry, what),
                units=units,
                status=numbers["status"],
                ammo=numbers.get("ammo", STOCK * units),
                fuel=numbers.get("fuel", STOCK * units),
            )
            self.units.append((counter, {**entry, "factors": numbers.get("factors", 0)}))
        elif stray := sorted(
            set(entry) & {"factors", "troop", "formation", "marks", "units", "moved", "ammo", "fuel"}
        ):
            raise BadDescription(f"{what} has {stray[0]} without status; give status=N with it")
        for key, guns in (("artillery", self.guns), ("long_artillery", self.far_guns)):
            if numbers.get(key):
                guns.append(
                    Counter(name=f"{called}'s guns", side=seat, troop=Troop.ARTILLERY, status=numbers[key])
                )
        level = AIR_LEVELS.index(word(entry["air"], f"air of {what}", AIR_LEVELS)) if "air" in entry else 0
        squadrons = {SQUADRONS[key]: numbers[key] for key in SQUADRONS if key in numbers}
        self.air = max(self.air, level, support_level(tables, squadrons))


def marks_of(entry: Mapping[str, Any], what: str) -> list[str]:
    """The marks of an entry: a list, or a text with "+" between them."""
    given = entry.get("marks", ())
    listed = given.split("+") if isinstance(given, str) else given
    if not isinstance(listed, Sequence):
        raise BadDescription(f"marks of {what} is {given!r}; give a list of {', '.join(MARKS)}")
    return [word(mark, f"marks of {what}", MARKS) for mark in listed]


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
    )

    def begin(self, given: Given, tables: Tables) -> Operation:
        """The units described, about to fight."""
        attack, defence = Side(given, "attacker", ATTACKER, tables), Side(given, "defender", DEFENDER, tables)
        groups = [
            [counter for counter, _ in attack.units],
            [counter for counter, _ in defence.units],
            attack.guns,
            attack.far_guns,
            defence.guns,
            defence.far_guns,
        ]
        g = position(tables, [counter for group in groups for counter in group])
        for unit, (_, entry) in enumerate([*attack.units, *defence.units]):
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
            ground=int(ground_of(given)),
            advantage=_advantage(given),
            breakthrough=int(_order(given)),
            kind=int(Attack.COUNTER if given.get("counter_attack") else Attack.PLANNED),
        )
        allowed(attack_refusal(g, fight))
        g.then(Engage(fight))
        return g

    def _condition(self, g: Operation, unit: int, entry: Mapping[str, Any]) -> None:
        marks = marks_of(entry, "an entry")
        g.granted[unit] = entry["factors"]
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
            "retired_km": None if after.retired < 0 else after.retired,
            "supply_lost_per_unit": result["supply_lost"],
            "thrown_back": result["thrown_back"] == YES,
            "counter_attack": counter_attack(after, fight, band, Ground(fight.ground)) is not None,
            "overrun": bool(after.overrun),
            "overrun_refused": str(no) if no else None,
            "may_fight_again": bool(after.overrun) and fights_again(before.tables, band),
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
            told.append(f"The defenders are overrun: the attackers move on through them and {again}.")
        told.append(
            "The defender may counter-attack." if outcome["counter_attack"] else "There is no counter-attack."
        )
        return told


def _numbered(groups: Sequence[Sequence[Counter]]) -> list[tuple[int, ...]]:
    """The numbers of the counters of each group, counted through."""
    found, first = [], 0
    for group in groups:
        found.append(tuple(range(first, first + len(group))))
        first += len(group)
    return found


def _advantage(given: Given) -> int:
    who = given.get("tactical_advantage")
    return (
        ("attacker", "defender").index(word(who, "--tactical-advantage", ("attacker", "defender"))) + 1
        if who
        else 0
    )


def _order(given: Given) -> Breakthrough:
    if given.get("armour_breakthrough"):
        return Breakthrough.ARMOUR_VOUCHED
    return Breakthrough.ORDERED if given.get("breakthrough_order") else Breakthrough.NONE


def _fight_of(before: Operation) -> Fight:
    step = top(before)
    assert isinstance(step, CombatRoll), "the die is due"
    return step.fight


def _lost(before: Operation, after: Operation, units: Sequence[int]) -> int:
    return sum(before.status[unit] - after.status[unit] for unit in units)
