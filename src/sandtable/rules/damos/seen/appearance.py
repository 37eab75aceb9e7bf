"""[2.2, 2.4] What the counters show, what lies beside the map, and the combat under way, as any page can draw them.

Nothing here is more than the view says: each part is made of the documents that stand in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any, Final

from sandtable.kernel import (
    OUT_OF_SUPPLY,
    Appearance,
    Combat,
    CombatSide,
    CounterMark,
    Fate,
    Measure,
    Risk,
    Tray,
    TrayRow,
    strength_and_movement,
)

from ..series.combat.plans import rung_label, suited
from ..series.position.campaign import Campaign

# [8.7] So many rungs of the ladder are printed with signs.
_RUNGS: Final = range(6)
# [AGN 4.4] What the air unit can still do, and what it does in a combat.
_AIR: Final = {"both": "shift and reroll"}
# What lies beside the map is kept for so many positions.
_KEPT: Final = 1024

APPEARANCE: Final = Appearance(
    figures=strength_and_movement(
        Measure(short="SP", one="strength point", many="strength points"),
        Measure(short="MA", one="movement allowance", many="movement allowance"),
        bounded=True,
    ),
    marks=(
        CounterMark(field="spent", word="spent", look="turned"),
        CounterMark(field="demoralized", word="demoralized", look="hatched", letter="D", adverse=True),
        OUT_OF_SUPPLY,
    ),
    fates=(
        Fate(name="due", title="To come", lost=False),
        Fate(name="set_up", title="To be set up", lost=False),
        Fate(name="pool", title="Eliminated, can be rebuilt"),
        Fate(name="gone", title="Out of the game"),
    ),
    risk=Risk(name="a reaction", some="reaction succeeds", none="no reaction"),
    pairings="Plans against postures",
    cells={rung_label(rung): suited(rung) for rung in _RUNGS if suited(rung) != rung_label(rung)},
    concerns={
        "unused": "forces that have not acted",
        "shut_out": "forces that may not act any more",
        "overstacked": "stacks that are too high",
        "surrender": "forces that will surrender",
        "attrition": "marches that end in attrition",
        "railheads": "railways that could grow",
        "points": "replacement points left over",
    },
    endings=("Division", "Corps", "Brigade", "Regiment", "Army", "Battalion"),
)


def trays(seen: Mapping[str, Any], campaign: Campaign) -> list[dict[str, Any]]:
    """[AGN 4.5, AGN 4.4, AGN 4.8.3] Replacement points, air units, attacks that are expected, railheads."""
    attacks = ((area, n["expected"], n["made"]) for area, n in seen["attacks"].items() if n["expected"])
    points, air = seen["replacement_points"].items(), seen["air"].items()
    return _trays(campaign, tuple(points), tuple(air), tuple(attacks), tuple(seen["railheads"]))


@lru_cache(maxsize=_KEPT)
def _trays(
    campaign: Campaign,
    points: tuple[tuple[str, int], ...],
    air: tuple[tuple[str, str], ...],
    attacks: tuple[tuple[str, int, int], ...],
    railheads: tuple[str, ...],
) -> list[dict[str, Any]]:
    """The same, made once for all that it says; nobody may write into it."""
    found = [
        Tray(
            title="Replacement points",
            rows=tuple(TrayRow(side=s, value=n) for s, n in points),
            rule=campaign.cite("rp"),
            bar=True,
        ),
        Tray(
            title="Air unit",
            rows=tuple(TrayRow(label=_area(area, air), value=_air_words(mode)) for area, mode in air),
            rule=campaign.cite("air"),
            bar=True,
        ),
        Tray(
            title="Attacks expected",
            rows=tuple(
                TrayRow(label=_area(area, attacks), value=f"{made} made of {expected}")
                for area, expected, made in attacks
            ),
        ),
        Tray(title="Railheads", rows=(TrayRow(hexes=railheads),)),
    ]
    return [tray.as_json() for tray in found if any(row.value != "" or row.hexes for row in tray.rows)]


def combat(battle: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """[8.2] The combat under way: what was chosen for it, and both strengths."""
    if battle is None:
        return None
    chosen = [(battle["plan"], "plan"), (battle["posture"], "posture"), (battle["air"], "from the air")]
    return Combat(
        hex=battle["hex"],
        words=tuple(
            f"{_air_words(word)} {what}".capitalize()
            for word, what in chosen
            if word not in ("none", "nothing")
        ),
        attacker=_side(battle["attacker"]),
        defender=_side(battle["defender"]),
    ).as_json()


def turn_groups(names: Iterable[str]) -> list[list[Any]]:
    """[4.0] The turns by the month in which they lie: its first letters, and how many turns it has."""
    months = [list(turns) for _, turns in groupby(names, lambda name: name.split()[-1])]
    return [[turns[0].split()[-1][:3], len(turns)] for turns in months]


def _side(side: Mapping[str, Any]) -> CombatSide:
    return CombatSide(strength=side["sp"], notes=() if side["supplied"] else ("out of supply",))


def _area(area: str, areas: Sequence[Any]) -> str:
    """The name of an area where there is more than one."""
    return area if len(areas) > 1 else ""


def _air_words(word: str) -> str:
    return _AIR.get(word, word.replace("_", " "))
