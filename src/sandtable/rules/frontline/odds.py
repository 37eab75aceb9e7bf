"""[Process 3] Odds and column shifts."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from sandtable.kernel import Column, Reckoning, Seat, Tables

from .ground import has_air_supremacy, has_tank_supremacy
from .state import ATTACKER, DEFENDER, ROLES, Battle

PARTISANS: Final = 2
NO_LSP: Final = 2


def strength(battle: Battle, side: Seat) -> Reckoning:
    """[Process 1, Process 2] Points times effectiveness; contingents of different effectiveness are multiplied apart (F-3, F-14)."""
    found = Reckoning(f"{ROLES[side]}'s strength")
    for contingent in battle.side(side):
        who = f"{contingent.name}: " if contingent.name else ""
        parts = [
            ("men", contingent.men),
            ("tanks", contingent.tanks),
            ("air", contingent.air + contingent.bombers),
        ]
        words = ", ".join(f"{kind} {count}" for kind, count in parts if count) or "nothing"
        found.add(f"{who}{words}, effectiveness {contingent.me}", contingent.cv * contingent.me, "Process 2")
    return found


def printed_column(battle: Battle, tables: Tables) -> Column:
    """[Process 3] The odds rounded down to a printed column, held to 1:3 and 5:1; nobody in the way is 5:1 (F-15)."""
    attack, defence = int(strength(battle, ATTACKER)), int(strength(battle, DEFENDER))
    table = tables["results"]
    return table.column(Fraction(attack, defence)) if defence else table.column("5:1")


def odds(battle: Battle, tables: Tables) -> Reckoning:
    """[Process 3] The odds as they are, and the column they are rounded down to."""
    attack, defence = int(strength(battle, ATTACKER)), int(strength(battle, DEFENDER))
    label = printed_column(battle, tables).label
    if not defence:
        return Reckoning("odds").add(f"{attack} against nobody, column {label}", attack, "Process 3")
    words = f"{attack} against {defence}, column {label}"
    return Reckoning("odds").add(words, Fraction(attack, defence), "Process 3")


def shifts(battle: Battle, tables: Tables) -> Reckoning:
    """[Process 4, Fortified Hexside, Major City, PAG Marker, No LSP, Card Shift] All shifts of both sides as one number of
    columns to the right (F-4, F-15, F-17 to F-21).
    """
    found = Reckoning("column shifts")
    for side, sign in ((ATTACKER, 1), (DEFENDER, -1)):
        role = ROLES[side]
        found.add_if(
            has_tank_supremacy(battle, tables, side), f"{role}'s tank supremacy", sign, "Tank Supremacy"
        )
        found.add_if(
            has_air_supremacy(battle, tables, side), f"{role}'s air supremacy", sign, "Air Supremacy"
        )
    found.add_if(battle.fortification, "layers of fortification", -battle.fortification, "Fortified Hexside")
    found.add_if(battle.major_city, "the defender's own Major City", -1, "Major City")
    found.add_if(
        "attacker" in battle.partisans_against, "partisans behind the attacker", -PARTISANS, "PAG Marker"
    )
    found.add_if(
        "defender" in battle.partisans_against, "partisans behind the defender", PARTISANS, "PAG Marker"
    )
    found.add_if(not battle.total(ATTACKER, "lsp"), "the attacker has no LSP", -NO_LSP, "No LSP")
    found.add_if(
        battle.card_shifts[ATTACKER], "attacker's Advantage Cards", battle.card_shifts[ATTACKER], "Card Shift"
    )
    found.add_if(
        battle.card_shifts[DEFENDER],
        "defender's Advantage Cards",
        -battle.card_shifts[DEFENDER],
        "Card Shift",
    )
    return found


def final_column(battle: Battle, tables: Tables) -> Column:
    """[Process 4] The column after all shifts, kept on the table."""
    return printed_column(battle, tables).shifted(int(shifts(battle, tables)))
