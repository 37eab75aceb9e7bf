"""A described combat of one target hex: its position, its answer, and the answer in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sandtable.kernel import Reckoning, Seat, Tables, lines_of, settle
from sandtable.kernel.machine.explore import explore

from ..combat import LIMIT, ReckonOdds, colour_of, outcome_of
from ..dice import difference, score
from ..flags import flags_needed
from ..losses import effectiveness, loses, losses_by_contingent, points_lost
from ..odds import final_column, odds, printed_column, shifts, strength
from ..state import ATTACKER, COLOURS, DEFENDER, ROLES, Battle, Frontline

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


def position(battle: Battle, tables: Tables) -> Frontline:
    """The combat about to be fought."""
    g = Frontline(battle, tables)
    g.then(ReckonOdds())
    settle(g)
    return g


def weigh(g: Frontline) -> dict[str, Any]:
    """All dice; losses come from strength alone, so theirs are certain."""
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
    results = found.map(lambda m: m[0]).as_json()
    return {
        "exact": True,
        "odds": printed_column(g.battle, g.tables).label,
        "column": final_column(g.battle, g.tables).label,
        # From good to bad, as the document lists them.
        "results": {colour: results[colour] for colour in COLOURS.values() if colour in results},
        "outcomes": found.map(lambda m: m[1]).as_json(),
        "attacker_loses": found.map(lambda m: m[2]).as_json(),
        "defender_loses": found.map(lambda m: m[3]).as_json(),
        "reckoning": lines_of(before_the_dice(g)),
    }


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
        "losses_by_hex": {role: _by_hex(g, Seat(side)) for side, role in enumerate(ROLES)},
        "men_left": {role: g.men[side] for side, role in enumerate(ROLES)},
        "lsp_spent": {role: g.battle.total(Seat(side), "lsp") for side, role in enumerate(ROLES)},
        "flags": flags_needed(g.battle),
        "reckoning": lines_of(reckonings(g)),
    }


def before_the_dice(g: Frontline) -> list[Reckoning]:
    """[Process 4] What is known before the dice: strengths, odds, shifts, and what is added to the dice."""
    battle, tables = g.battle, g.tables
    return [
        strength(battle, ATTACKER),
        strength(battle, DEFENDER),
        odds(battle, tables),
        shifts(battle, tables),
        score(battle, ATTACKER),
        score(battle, DEFENDER),
    ]


def reckonings(g: Frontline) -> list[Reckoning]:
    """[Process 6] Every number of the combat with its reasons, in the order of the process."""
    battle, tables = g.battle, g.tables
    row = Reckoning("difference")
    row.add(
        "attacker's score minus defender's", difference(battle, g.attacker_die, g.defender_die), "Process 5"
    )
    row.at_least(-LIMIT, "Results Table").at_most(LIMIT, "Results Table")
    return [
        *before_the_dice(g)[:4],
        score(battle, ATTACKER, g.attacker_die),
        score(battle, DEFENDER, g.defender_die),
        row,
        effectiveness(battle, tables, ATTACKER),
        effectiveness(battle, tables, DEFENDER),
        points_lost(battle, tables, ATTACKER),
        points_lost(battle, tables, DEFENDER),
    ]


def told(outcome: Mapping[str, Any]) -> list[str]:
    """Odds, dice and losses, and last what becomes of the front line."""
    moved = f", shifted to {outcome['column']}" if outcome["column"] != outcome["odds"] else ""
    dice = outcome["dice"]
    found = [
        f"The odds are {outcome['odds']}{moved}.",
        f"The dice fall {dice[0]} and {dice[1]}, a difference of {outcome['difference']:+d}: {outcome['result']}.",
    ]
    for role in ROLES:
        found.append(f"The {role} loses {spoken(outcome[f'{role}_loses'])}{_split(outcome, role)}.")
    if outcome["target"] == "front":
        held = outcome["outcome"].startswith("occupy") and not outcome["advance"]
        line = (
            "no man is left to hold the hex, and the front line does not advance"
            if held
            else _MEANS[outcome["outcome"]]
        )
        # [Front Line] There is never a gap: somebody must be found for the hex (F-12, F-24).
        if (
            not outcome["advance"]
            and outcome["defender_loses"]["men"]
            and not outcome["men_left"]["defender"]
        ):
            found.append(
                "No man is left in the attacked hex: its owner fills it, or the attacker may occupy it."
            )
        return [*found, f"{line[0].upper()}{line[1:]}."]
    gone = "destroyed" if outcome["target_destroyed"] else "still there"
    return [*found, f"The {outcome['target']} {_ARE[outcome['target']]} {gone}."]


def spoken(lost: Mapping[str, int]) -> str:
    """Points by kind in words."""
    parts = [f"{count} {_POINTS[kind][count != 1]}" for kind, count in lost.items() if count]
    return ", ".join(parts) or "nothing"


def _by_hex(g: Frontline, side: Seat) -> dict[str, dict[str, int]]:
    """Who pays, where a side has several named contingents; the owner may choose otherwise."""
    names = [contingent.name for contingent in g.battle.side(side)]
    if len(names) < 2 or not all(names) or len(set(names)) < len(names):
        return {}
    return dict(zip(names, losses_by_contingent(g, side), strict=True))


def _split(outcome: Mapping[str, Any], role: str) -> str:
    shares = [f"{name} {spoken(lost)}" for name, lost in outcome["losses_by_hex"][role].items() if lost]
    return f" (by the owner's choice, else {'; '.join(shares)})" if shares else ""
