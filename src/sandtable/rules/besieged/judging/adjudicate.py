"""A described combat, judged by the steps of the card: with given dice, or over all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sandtable.kernel import (
    Adjudicator,
    BadDescription,
    Given,
    Reckoning,
    Roll,
    Seat,
    Tables,
    lines_of,
    settle,
)
from sandtable.kernel.book.describing import one_of, told
from sandtable.kernel.chance.dice import DiceSource
from sandtable.kernel.machine.explore import explore
from sandtable.kernel.machine.playout import play_out

from ..calendar import turn_name
from ..combat import DetermineOdds
from ..modifiers import die_modifiers
from ..odds import is_below_the_table, odds_column, odds_reckoning
from ..state import ATTACKER, BELOW, DEFENDER, ROLES, UNKNOWN, Besieged, Fate
from ..victory import cities_needed, is_sudden_death
from .asked import ASKED, COMBAT, PROCEDURES, SUDDEN_DEATH
from .describe import Check, Described, read_check, read_combat
from .form import ENTRIES

BELOW_NAME: Final = "below 1-5"
# From the attacker's ruin to the defender's, in the order of the CRT.
_SCALE: Final = (
    *("surrender", "AE*", "AE", "A3", "A2", "A1", "AR"),
    *("DR", "BR", "D1", "X2", "D2", "D3", "DE", "DE*"),
)


class BesiegedAdjudicator(Adjudicator):
    """Judges one combat of the card, or the check for sudden death."""

    asked = ASKED
    entries = ENTRIES

    def resolve(
        self, given: Given, tables: Tables, typed: Sequence[Roll], source: DiceSource
    ) -> dict[str, Any]:
        """The combat with the die that was typed, or one from *source*."""
        if _is_check(given):
            return check(read_check(given), tables)
        described = read_combat(given, tables)
        g = position(described, tables)
        # An attack below the table surrenders whatever was rolled (B-11).
        play_out(g, () if is_below_the_table(g.battle) else typed, source)
        return document(described, g)

    def odds(self, given: Given, tables: Tables) -> dict[str, Any]:
        """Every face of the die."""
        if _is_check(given):
            raise BadDescription("sudden death is checked without dice and has no odds; ask resolve instead")
        described = read_combat(given, tables)
        g = position(described, tables)
        found = explore(g, lambda _: False, lambda g: (g.result, loses(g, ATTACKER), loses(g, DEFENDER)))
        return {
            "exact": True,
            "odds": BELOW_NAME if is_below_the_table(g.battle) else odds_column(g.table, g.battle).label,
            "results": _worst_first(found.map(lambda m: m[0]).as_json()),
            "attacker_loses": found.map(lambda m: m[1]).as_json(),
            "defender_loses": found.map(lambda m: m[2]).as_json(),
            "reckoning": lines_of(reckonings(described, g)),
        }

    def read(self, given: Given, tables: Tables) -> None:
        """Understand the description, and leave it at that."""
        if _is_check(given):
            read_check(given)
        else:
            read_combat(given, tables)

    def tell(self, outcome: Mapping[str, Any]) -> list[str]:
        """Odds and result, then what each side must do."""
        if "sudden_death" in outcome:
            return _told_of_check(outcome)
        if outcome["row"] is None:
            return ["At odds worse than 1-5 the attackers surrender without a roll."]
        table = "Blitzkrieg table" if outcome["table"] == "blitzkrieg" else "CRT"
        found = [
            f"At {outcome['odds']} the die of {outcome['die']} is {outcome['row']} on the {table}: {outcome['result']}."
        ]
        if outcome["date_checked"] is False:
            found.insert(0, "Whether the date allows a Blitzkrieg is not checked; side and turn would tell.")
        for role in ROLES:
            found += _told_of(role, outcome)
        if outcome["advance"]:
            more = f", armor up to {outcome['advance']} hexes" if outcome["advance"] > 1 else ""
            found.append(f"The attackers may advance into the hex{more}.")
        if outcome["locked"] is None:
            found.append("In the first impulse this locks the units in combat for the second.")
        if outcome["locked"]:
            found.append("The units are locked in combat for the second impulse.")
        return found


def position(described: Described, tables: Tables) -> Besieged:
    """The combat about to be fought."""
    g = Besieged(described.battle, tables)
    g.then(DetermineOdds())
    settle(g)
    return g


def loses(g: Besieged, side: Seat) -> int | str:
    """The steps that *side* has lost; "all" where it is gone and nobody told how many it had."""
    return "all" if g.fate[side] != Fate.FIGHTING and g.battle.steps[side] == UNKNOWN else g.lost[side]


def document(described: Described, g: Besieged) -> dict[str, Any]:
    """The fought combat as an answer."""
    below = g.column == BELOW
    found: dict[str, Any] = {
        "odds": BELOW_NAME if below else g.table.columns.labels[g.column],
        "row": None if below else g.adjusted,
        "result": g.result,
        "table": g.table.name,
        "die": None if below else g.die,
    }
    for side, role in enumerate(ROLES):
        found[f"{role}_loses"] = loses(g, Seat(side))
        found[f"{role}_fate"] = Fate(g.fate[side]).name.lower()
        found[f"{role}_retreats"] = _hexes(g.retreat_least[side], g.retreat_most[side])
    # Whether units are locked depends on the impulse; without it nobody can say.
    rages = g.result == "BR" and not g.battle.impulse
    found |= {
        "advance": g.advance,
        "others_advance": g.others_advance,
        "locked": None if rages else bool(g.locked),
        "date_checked": described.dated if g.battle.blitzkrieg else None,
        "reckoning": lines_of(reckonings(described, g)),
    }
    return found


def check(described: Check, tables: Tables) -> dict[str, Any]:
    """[Victory Chart] The cities held against the cities needed, and whether the game is over (B-24)."""
    needed = cities_needed(tables, described.turn)
    lost = is_sudden_death(tables, described.turn, described.cities)
    balance = Reckoning("Major Cities to spare").add(
        "under German control", described.cities, "Victory Chart"
    )
    balance.add_if(
        needed is not None,
        f"needed at the end of {turn_name(described.turn)}",
        -(needed or 0),
        "Victory Chart",
    )
    return {
        "turn": turn_name(described.turn),
        "cities": described.cities,
        "needed": needed,
        "sudden_death": lost,
        "winner": "russian" if lost else None,
        "reckoning": lines_of([balance]),
    }


def reckonings(described: Described, g: Besieged) -> list[Reckoning]:
    """[CRT] Strengths, odds and die, with their reasons; before the roll what would be added to it."""
    found = []
    for role, force in zip(ROLES, described.forces, strict=True):
        strength = Reckoning(f"{role}'s strength")
        for unit in force:
            strength.add(unit.name or f"{role}'s strength", unit.strength, "CRT")
        found.append(strength)
    if g.column == BELOW:
        worse = Reckoning("attackers that surrender").add("odds worse than 1-5 before air", 0, "Below 1-5")
        return [*found, worse]
    if not g.die:
        return [*found, odds_reckoning(g.table, g.battle), die_modifiers(g.battle, g.tables)]
    die = die_modifiers(g.battle, g.tables, g.die)
    kept = g.adjusted
    die.at_least(kept, "Roll Limits", "the table begins here").at_most(
        kept, "Roll Limits", "the table ends here"
    )
    if g.battle.blitzkrieg:
        band = g.table.rows.labels[g.table.rows.find(kept)]
        die.add(f"read in the row {band}", 0, "Blitzkrieg")
    return [*found, odds_reckoning(g.table, g.battle), die]


def _is_check(given: Given) -> bool:
    return one_of(told(given, "procedure", COMBAT), "procedure", PROCEDURES) == SUDDEN_DEATH


def _worst_first(results: Mapping[str, str]) -> dict[str, str]:
    """Results from bad to good for the attacker; those of the Blitzkrieg table by their code, then by their advance."""
    return {result: results[result] for result in sorted(results, key=_rank)}


def _rank(result: str) -> tuple[int, str]:
    code, _, advance = result.partition("-Adv ")
    return _SCALE.index(code) if code in _SCALE else len(_SCALE), advance


def _told_of_check(outcome: Mapping[str, Any]) -> list[str]:
    if outcome["needed"] is None:
        return [f"At the end of {outcome['turn']} sudden death is not checked."]
    held = f"At the end of {outcome['turn']} the German needs {outcome['needed']} Major Cities and has {outcome['cities']}"
    return [f"{held}: {'the Russian wins at once' if outcome['sudden_death'] else 'the war goes on'}."]


def _hexes(least: int, most: int) -> str | None:
    if not most:
        return None
    return str(most) if least == most else f"{least}-{most}"


def _told_of(role: str, outcome: Mapping[str, Any]) -> list[str]:
    """What one side loses and where it goes, in a sentence or none."""
    fate, lost, hexes = (outcome[f"{role}_{what}"] for what in ("fate", "loses", "retreats"))
    if fate != "fighting":
        gone = "surrender" if fate == "surrendered" else "are eliminated"
        return [f"All {'attacking' if role == 'attacker' else 'defending'} units {gone}."]
    parts = []
    if lost:
        parts.append(f"loses {lost} step{'s' if lost != 1 else ''}")
    if hexes:
        parts.append(f"retreats {hexes.replace('-', ' or ')} hexes")
    return [f"The {role} {' and '.join(parts)}."] if parts else []
