"""A described combat, judged by the steps of the card: with given dice, or over all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.kernel.actions import Seat
from sandtable.kernel.adjudicator import Adjudicator, Given
from sandtable.kernel.dice import DiceSource, Roll
from sandtable.kernel.explore import explore
from sandtable.kernel.machine import settle
from sandtable.kernel.playout import play_out
from sandtable.kernel.reckoning import Reckoning, lines_of
from sandtable.kernel.tables import Tables

from .combat import DetermineOdds
from .described import ASKED, Described, read_combat
from .modifiers import die_modifiers
from .odds import is_below_the_table, odds_column, odds_reckoning
from .state import ATTACKER, BELOW, DEFENDER, ROLES, UNKNOWN, Besieged, Fate

BELOW_NAME = "below 1-5"


class BesiegedAdjudicator(Adjudicator):
    """Judges one combat of the card."""

    asked = ASKED

    def resolve(
        self, given: Given, tables: Tables, typed: Sequence[Roll], source: DiceSource
    ) -> dict[str, Any]:
        """The combat with the die that was typed, or one from *source*."""
        described = read_combat(given, tables)
        g = position(described, tables)
        # An attack below the table surrenders whatever was rolled (B-11).
        play_out(g, () if is_below_the_table(g.battle) else typed, source)
        return document(described, g)

    def odds(self, given: Given, tables: Tables) -> dict[str, Any]:
        """Every face of the die."""
        g = position(read_combat(given, tables), tables)
        found = explore(g, lambda _: False, lambda g: (g.result, loses(g, ATTACKER), loses(g, DEFENDER)))
        return {
            "exact": True,
            "odds": BELOW_NAME if is_below_the_table(g.battle) else odds_column(g.table, g.battle).label,
            "results": found.map(lambda m: m[0]).as_json(),
            "attacker_loses": found.map(lambda m: m[1]).as_json(),
            "defender_loses": found.map(lambda m: m[2]).as_json(),
        }

    def tell(self, outcome: Mapping[str, Any]) -> list[str]:
        """Odds and result, then what each side must do."""
        if outcome["row"] is None:
            return ["At odds worse than 1-5 the attackers surrender without a roll."]
        table = "Blitzkrieg table" if outcome["table"] == "blitzkrieg" else "CRT"
        found = [
            f"At {outcome['odds']} the die of {outcome['die']} is {outcome['row']} on the {table}: {outcome['result']}."
        ]
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
        "reckoning": lines_of(reckonings(described, g)),
    }
    return found


def reckonings(described: Described, g: Besieged) -> list[Reckoning]:
    """[CRT] Strengths, odds and die, with their reasons."""
    found = []
    for role, force in zip(ROLES, described.forces, strict=True):
        strength = Reckoning(f"{role}'s strength")
        for unit in force:
            strength.add(unit.name or f"{role}'s strength", unit.strength, "CRT")
        found.append(strength)
    if g.column == BELOW:
        worse = Reckoning("attackers that surrender").add("odds worse than 1-5 before air", 0, "Below 1-5")
        return [*found, worse]
    die = die_modifiers(g.battle, g.tables, g.die)
    kept = g.adjusted
    die.at_least(kept, "Roll Limits", "the table begins here").at_most(
        kept, "Roll Limits", "the table ends here"
    )
    if g.battle.blitzkrieg:
        band = g.table.rows.labels[g.table.rows.find(kept)]
        die.add(f"read in the row {band}", 0, "Blitzkrieg")
    return [*found, odds_reckoning(g.table, g.battle), die]


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
