"""[CRT] Odds: strengths compared, fractions rounded down, air units climbing the ladder, the column found (B-10)."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from sandtable.kernel import Column, Reckoning, Refusal, Table, Tables

from .state import Battle

# Rungs of the ladder of odds: 1-1 is rung 0, 2-1 rung 1, 1-2 rung -1.
LOWEST_RUNG: Final = -4
HIGHEST_RUNG: Final = 9
BLITZKRIEG_RUNG: Final = 2


def is_below_the_table(battle: Battle) -> bool:
    """[Below 1-5] Whether the ground strengths alone are worse than 1-5; air units cannot save the attack (B-2, B-11)."""
    return battle.attack * (1 - LOWEST_RUNG) < battle.defence


def ground_rung(battle: Battle) -> int:
    """[CRT] The rung of attack to defence, rounded down in the defender's favour, at most 10-1 (B-10)."""
    if battle.attack >= battle.defence:
        return min(battle.attack // battle.defence - 1, HIGHEST_RUNG)
    return 1 + battle.defence // -battle.attack


def rung(battle: Battle) -> int:
    """[Air Support] The rung after air: each air unit climbs one (B-8, B-10); in the first winter the Axis is one lower."""
    return max(min(ground_rung(battle) + battle.air + battle.shift, HIGHEST_RUNG), LOWEST_RUNG)


def rung_name(number: int) -> str:
    """A rung as odds are written."""
    return f"{number + 1}-1" if number >= 0 else f"1-{1 - number}"


def odds_column(table: Table, battle: Battle) -> Column:
    """[CRT, Blitzkrieg] The column to read: 7-1 and up is 7-1 on the CRT; 10-1 is the Blitzkrieg table's last (B-1)."""
    number = rung(battle)
    return table.column(Fraction(number + 1) if number >= 0 else Fraction(1, 1 - number))


def blitzkrieg_refusal(battle: Battle) -> Refusal | None:
    """[Blitzkrieg] Why these odds allow no Blitzkrieg: the table begins at 3-1, after air (B-3, B-11)."""
    if not battle.blitzkrieg or (not is_below_the_table(battle) and rung(battle) >= BLITZKRIEG_RUNG):
        return None
    odds = "below 1-5" if is_below_the_table(battle) else rung_name(rung(battle))
    return Refusal("Blitzkrieg", f"a Blitzkrieg attack needs odds of 3-1 or better, and these are {odds}")


def air_refusal(battle: Battle, tables: Tables) -> Refusal | None:
    """[Air Support, Air Limit] Why so many air units may not support the attack; they are refused, not cut (B-12)."""
    most = int(tables["air_support"].look_up(row=battle.weather, column="air units"))
    if battle.air > most:
        weather = battle.weather.replace("_", " ")
        return Refusal(
            "Air Support",
            f"{battle.air} air units are too many: at most {most} support an attack in {weather}",
        )
    if battle.units is not None and battle.air > battle.units:
        return Refusal(
            "Air Limit", f"{battle.air} air units are more than the {battle.units} attacking corps and armies"
        )
    return None


def odds_reckoning(table: Table, battle: Battle) -> Reckoning:
    """[CRT] The odds as so many to one (1-2 is 0, 1-3 is -1), each air unit one more, and the column that is read."""
    raw = battle.attack // battle.defence if battle.attack >= battle.defence else ground_rung(battle) + 1
    name = rung_name(raw - 1)
    column = odds_column(table, battle).label
    found = Reckoning("odds to one").add(f"{battle.attack} against {battle.defence} is {name}", raw, "CRT")
    found.add_if(
        battle.air, f"air units in {battle.weather.replace('_', ' ')} weather", battle.air, "Air Support"
    )
    found.add_if(battle.shift, "the first winter", battle.shift, "First Winter")
    return found.at_most(
        max(int(column.split("-")[0]), 1), table.paragraph, f"{column} is the column to read"
    )
