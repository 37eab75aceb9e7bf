"""A described combat or raid, judged by the rulebook's own steps: with given dice, or over all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sandtable.kernel.actions import Seat
from sandtable.kernel.adjudicator import Adjudicator, Given
from sandtable.kernel.dice import DiceSource, Roll
from sandtable.kernel.explore import explore
from sandtable.kernel.machine import settle
from sandtable.kernel.playout import play_out
from sandtable.kernel.reckoning import Reckoning, lines_of
from sandtable.kernel.tables import Tables

from .bombing import MeetDefences, Raid
from .combat import LIMIT, ReckonOdds, colour_of, outcome_of
from .described import ASKED, Bombing, read_battle, read_bombing
from .dice import difference, score
from .flags import flags_needed
from .losses import effectiveness, loses, points_lost
from .odds import final_column, odds, printed_column, shifts, strength
from .state import ATTACKER, DEFENDER, ROLES, Battle, Frontline

_MEANS: Final = {
    "occupy_and_beyond": "the attacker occupies the hex and, if he likes, one hex beyond",
    "occupy": "the attacker occupies the hex",
    "hold": "the front line does not advance",
    "pushed_out": "a counterattack pushes the attacker out of his starting hex",
    "assault_succeeds": "the assault succeeds",
    "assault_fails": "the assault fails",
}
_ARE: Final = {"partisans": "are", "garrison": "is"}
_POINTS: Final = {
    "men": ("man", "men"),
    "tanks": ("tank", "tanks"),
    "air": ("air", "air"),
    "bombers": ("bomber", "bombers"),
}
_EFFECTS: Final = {
    "industry": "Production lines shut down for the coming turn",
    "terror": "Bombers that terrorise the population",
}


class FrontlineAdjudicator(Adjudicator):
    """Judges one combat, or one raid of strategic bombers."""

    asked = ASKED

    def resolve(
        self, given: Given, tables: Tables, typed: Sequence[Roll], source: DiceSource
    ) -> dict[str, Any]:
        """The combat with the attacker's and the defender's die; the raid with a die for each shot."""
        if given.get("bombing"):
            bombing = read_bombing(given, tables)
            raid = raid_of(bombing)
            rolls = play_out(raid, typed, source)
            return _raid_document(bombing, raid, [face for roll in rolls for face in roll])
        g = position(read_battle(given), tables)
        play_out(g, typed, source)
        return document(g)

    def odds(self, given: Given, tables: Tables) -> dict[str, Any]:
        """All dice; losses come from strength alone, so theirs are certain."""
        if given.get("bombing"):
            return _raid_odds(read_bombing(given, tables))
        g = position(read_battle(given), tables)
        found = explore(
            g,
            lambda _: False,
            lambda g: (
                colour_of(g),
                outcome_of(g),
                sum(loses(g, ATTACKER).values()),
                sum(loses(g, DEFENDER).values()),
            ),
        )
        return {
            "exact": True,
            "odds": printed_column(g.battle, tables).label,
            "column": final_column(g.battle, tables).label,
            "results": found.map(lambda m: m[0]).as_json(),
            "outcomes": found.map(lambda m: m[1]).as_json(),
            "attacker_loses": found.map(lambda m: m[2]).as_json(),
            "defender_loses": found.map(lambda m: m[3]).as_json(),
        }

    def tell(self, outcome: Mapping[str, Any]) -> list[str]:
        """Odds, dice and losses, and last what becomes of the front line."""
        if "bombers" in outcome:
            return _raid_told(outcome)
        moved = f", shifted to {outcome['column']}" if outcome["column"] != outcome["odds"] else ""
        dice = outcome["dice"]
        found = [
            f"The odds are {outcome['odds']}{moved}.",
            f"The dice fall {dice[0]} and {dice[1]}, a difference of {outcome['difference']:+d}: {outcome['result']}.",
        ]
        found += [f"The {role} loses {_listed(outcome[f'{role}_loses'])}." for role in ROLES]
        if outcome["target"] == "front":
            held = outcome["outcome"].startswith("occupy") and not outcome["advance"]
            line = (
                "no man is left to hold the hex, and the front line does not advance"
                if held
                else _MEANS[outcome["outcome"]]
            )
            return [*found, f"{line[0].upper()}{line[1:]}."]
        gone = "destroyed" if outcome["target_destroyed"] else "still there"
        return [*found, f"The {outcome['target']} {_ARE[outcome['target']]} {gone}."]


def position(battle: Battle, tables: Tables) -> Frontline:
    """The combat about to be fought."""
    g = Frontline(battle, tables)
    g.then(ReckonOdds())
    settle(g)
    return g


def raid_of(bombing: Bombing) -> Raid:
    """The raid about to fly."""
    g = Raid(bombing.bombers, bombing.air_defence, bombing.flak)
    g.then(MeetDefences(bombing.air_defence, bombing.flak))
    settle(g)
    return g


def document(g: Frontline) -> dict[str, Any]:
    """The fought combat as an answer."""
    return {
        "odds": printed_column(g.battle, g.tables).label,
        "column": g.tables["results"].columns.labels[g.column],
        "dice": [g.attacker_die, g.defender_die],
        "difference": g.difference,
        "result": colour_of(g),
        "outcome": outcome_of(g),
        "advance": g.advance,
        "target": g.battle.target,
        "target_destroyed": bool(g.target_destroyed),
        "attacker_loses": loses(g, ATTACKER),
        "defender_loses": loses(g, DEFENDER),
        "lsp_spent": {role: g.battle.total(Seat(side), "lsp") for side, role in enumerate(ROLES)},
        "flags": flags_needed(g.battle),
        "reckoning": lines_of(reckonings(g)),
    }


def reckonings(g: Frontline) -> list[Reckoning]:
    """[Process 6] Every number of the combat with its reasons, in the order of the process."""
    battle, tables = g.battle, g.tables
    row = Reckoning("difference")
    row.add(
        "attacker's score minus defender's", difference(battle, g.attacker_die, g.defender_die), "Process 5"
    )
    row.at_least(-LIMIT, "Results Table").at_most(LIMIT, "Results Table")
    return [
        strength(battle, ATTACKER),
        strength(battle, DEFENDER),
        odds(battle, tables),
        shifts(battle, tables),
        score(battle, ATTACKER, g.attacker_die),
        score(battle, DEFENDER, g.defender_die),
        row,
        effectiveness(battle, tables, ATTACKER),
        effectiveness(battle, tables, DEFENDER),
        points_lost(battle, tables, ATTACKER),
        points_lost(battle, tables, DEFENDER),
    ]


def _raid_document(bombing: Bombing, raid: Raid, dice: list[int]) -> dict[str, Any]:
    reckoning = Reckoning("bombers with effect").add("bombers", bombing.bombers, "Air Defence")
    reckoning.add_if(raid.cancelled, "stopped by air defence", -raid.cancelled, "Air Defence")
    reckoning.add_if(raid.lost, "shot down", -raid.lost, "Air Defence Casualties")
    return {
        "bombers": bombing.bombers,
        "role": bombing.role,
        "dice": dice,
        "effective": raid.effective,
        "cancelled": raid.cancelled,
        "lost": raid.lost,
        "reckoning": lines_of([reckoning]),
    }


def _raid_odds(bombing: Bombing) -> dict[str, Any]:
    found = explore(raid_of(bombing), lambda _: False, lambda g: (g.effective, g.lost))
    return {
        "exact": True,
        "results": found.map(lambda m: m[0]).as_json(),
        "attacker_loses": found.map(lambda m: m[1]).as_json(),
        "defender_loses": {"0": "1/1"},
    }


def _raid_told(outcome: Mapping[str, Any]) -> list[str]:
    """[Bombing Industry, Bombing Terror] What the bombers that got through do."""
    dice = ", ".join(map(str, outcome["dice"])) or "not at all"
    return [
        f"The dice fall {dice}: {outcome['lost']} of {outcome['bombers']} bombers are shot down, {outcome['cancelled']} stopped.",
        f"{_EFFECTS[outcome['role']]}: {outcome['effective']}.",
    ]


def _listed(lost: Mapping[str, int]) -> str:
    parts = [f"{count} {_POINTS[kind][count != 1]}" for kind, count in lost.items() if count]
    return ", ".join(parts) or "nothing"
