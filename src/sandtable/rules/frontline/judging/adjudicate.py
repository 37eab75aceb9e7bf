"""What Control describes, judged by the rulebook's own steps: a combat, a round of them, a raid, or the front line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.kernel import Adjudicator, BadDescription, BadDice, Given, Roll, Tables
from sandtable.kernel.book.describing import is_told
from sandtable.kernel.chance.dice import DiceSource
from sandtable.kernel.machine.playout import play_out

from .combat import document, position, told, weigh
from .describe import ASKED, read_battle, read_bombing
from .describe_front import read_front
from .describe_round import read_round
from .form import ENTRIES, PROCEDURES
from .front import front_told, resolve_front
from .raid import raid_told, resolve_raid, weigh_raid
from .round import resolve_round, round_told, weigh_round


class FrontlineAdjudicator(Adjudicator):
    """Judges one combat, a round of combats, a raid of strategic bombers, or what becomes of a front line."""

    asked = ASKED
    entries = ENTRIES
    procedures = PROCEDURES

    def resolve(
        self, given: Given, tables: Tables, typed: Sequence[Roll], source: DiceSource
    ) -> dict[str, Any]:
        """A combat with the attacker's and the defender's die; a raid with a die for each shot; a front without."""
        if is_told(given.get("combat")):
            return resolve_round(read_round(given), tables, typed, source)
        if is_told(given.get("bombing")):
            return resolve_raid(read_bombing(given, tables), typed, source)
        if is_told(given.get("front")):
            if any(typed):
                raise BadDice("dice are given, but a front line is moved without any")
            return resolve_front(read_front(given))
        g = position(read_battle(given), tables)
        play_out(g, typed, source)
        return document(g)

    def odds(self, given: Given, tables: Tables) -> dict[str, Any]:
        """The same over all dice."""
        if is_told(given.get("combat")):
            return weigh_round(read_round(given), tables)
        if is_told(given.get("bombing")):
            return weigh_raid(read_bombing(given, tables))
        if is_told(given.get("front")):
            raise BadDescription("a front line is moved without dice and has no odds; ask resolve instead")
        return weigh(position(read_battle(given), tables))

    def read(self, given: Given, tables: Tables) -> None:
        """Understand the description, and leave it at that."""
        if is_told(given.get("combat")):
            read_round(given)
        elif is_told(given.get("bombing")):
            read_bombing(given, tables)
        elif is_told(given.get("front")):
            read_front(given)
        else:
            read_battle(given)

    def tell(self, outcome: Mapping[str, Any]) -> list[str]:
        """An outcome in sentences, the most important last."""
        if "combats" in outcome:
            return round_told(outcome)
        if "bombers" in outcome:
            return raid_told(outcome)
        return front_told(outcome) if "lines" in outcome else told(outcome)
