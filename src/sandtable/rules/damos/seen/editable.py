"""What Control may write into a position of the series, in words."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from sandtable.kernel import HEX, HEXES, NUMBER, WORD, YES, Editable, Field, seat_title

from ..series.combat.plans import Plan, Posture, rung_label
from ..series.exclusive.air import CommitAir
from ..series.position.roster import SEATS
from ..series.position.state import Air, Fate, Front, Marched, Origin
from ..series.sequence import last_turn

MOVEMENT: Final = "The movement under way"
COMBAT: Final = "The combat under way"
TURN: Final = "Air and attacks this turn"
# Rungs of the CRT beyond this one are written as numbers.
_RUNGS: Final = 12

_FATES: Final = {
    Fate.ON_MAP: "on the map",
    Fate.POOL: "eliminated, may be rebuilt",
    Fate.GONE: "out of the game",
    Fate.DUE: "still to come",
    Fate.SET_UP: "to be set up",
}
_MARCHED: Final = {Marched.NOT: "not in it", Marched.IN_FORCE: "in it", Marched.TIRED: "left it late"}


def _words(kind: type[IntEnum]) -> dict[int, str]:
    return {int(member): member.name.lower().replace("_", " ") for member in kind}


_OF_UNITS: Final = (
    Field(name="hex_of", title="Hex", kind=HEX, of_units=True),
    Field(name="sp", title="Strength points", of_units=True),
    Field(name="spent", title="Spent", kind=YES, of_units=True),
    Field(name="demoralized", title="Demoralized", kind=YES, of_units=True),
    Field(
        name="fate",
        title="Where it is",
        kind=WORD,
        of_units=True,
        words={int(n): word for n, word in _FATES.items()},
    ),
    Field(name="due", title="Arrives in turn", of_units=True),
    Field(name="origin", title="Set up in", kind=WORD, of_units=True, words=_words(Origin)),
    Field(name="cossack", title="Has a zone of influence this turn", kind=YES, of_units=True),
    Field(name="attempted", title="Has tried to react", kind=YES, of_units=True),
    Field(
        name="marched",
        title="The force that moves",
        kind=WORD,
        of_units=True,
        words={int(n): word for n, word in _MARCHED.items()},
    ),
    Field(name="dropped", title="Dropped off in this phase", kind=YES, of_units=True),
    Field(name="sidelined", title="Left out of the combat", kind=YES, of_units=True),
    Field(name="start_sp", title="Strength when the combat began", of_units=True),
)
_UNDER_WAY: Final = (
    Field(name="mp_spent", title="Half movement points spent", group=MOVEMENT),
    Field(name="mp_initial", title="Half movement points in all", group=MOVEMENT),
    Field(name="mp_first", title="Half movement points at first", group=MOVEMENT),
    Field(name="picked_in", title="Last picked units up in", kind=HEX, group=MOVEMENT),
    Field(name="exploiting", title="It exploits a victory", kind=YES, group=MOVEMENT),
    Field(name="force_los", title="It is in supply", kind=YES, group=MOVEMENT),
    Field(name="battle_hex", title="Fought in", kind=HEX, group=COMBAT),
    Field(name="battle_from", title="Attacked from", kind=HEX, group=COMBAT),
    Field(name="battle_plan", title="Plan", kind=WORD, words=_words(Plan), group=COMBAT),
    Field(name="battle_posture", title="Posture", kind=WORD, words=_words(Posture), group=COMBAT),
    Field(name="battle_air", title="The air unit gives", kind=WORD, words=_words(CommitAir), group=COMBAT),
    *(
        Field(name=f"battle_{side}_{name}", title=f"{side.capitalize()}: {title}", kind=kind, group=COMBAT)
        for side in ("attacker", "defender")
        for name, title, kind in (
            ("sp", "strength", NUMBER),
            ("los", "in supply", YES),
            ("drm", "die-roll modifier", NUMBER),
            ("cat", "loss points it inflicts in the counterattack", NUMBER),
            ("paid", "loss points it has paid with replacement points", NUMBER),
        )
    ),
    *(
        Field(
            name=f"battle_{side}_rung",
            title=f"{side.capitalize()} inflicts",
            kind=WORD,
            words={rung: rung_label(rung) for rung in range(_RUNGS)},
            group=COMBAT,
        )
        for side in ("attacker", "defender")
    ),
    Field(name="battle_surplus", title="Points beyond what could be lost", group=COMBAT),
    Field(
        name="battle_demoralized",
        title="Demoralized before it",
        kind=WORD,
        words={0: "nobody", 1: "attackers", 2: "the defender", 3: "both"},
        group=COMBAT,
    ),
)


def editable(g: Front) -> Editable:
    """Everything but the dice on the table, which stay as they fell, and the bounds of strength, which follow from it."""
    calendar, areas = g.campaign.calendar, tuple(area.capitalize() for area in g.campaign.areas)
    turns = {0: "set-up"} | {n: calendar.name(n) for n in range(1, last_turn(g) + 1)}
    sides = {number: seat_title(seat) for number, seat in enumerate(SEATS)}
    game = (
        Field(name="turn", title="Turn", kind=WORD, words=turns),
        Field(name="phasing", title="Whose half of the turn", kind=WORD, words=sides),
        Field(name="axis_rp", title="German replacement points"),
        Field(name="soviet_rp", title="Soviet replacement points"),
        Field(name="axis_control", title="Held by the Axis", kind=HEXES),
        Field(name="converted", title="Railway converted", kind=HEXES),
        Field(name="shipped", title="A force was shipped from here this turn", kind=HEXES),
        Field(name="order_closed", title="Only forces with a zone of influence activate", kind=YES),
        Field(name="finns_from", title="Finns move from turn"),
        Field(name="paused", title="The Germans have paused", kind=YES),
        Field(name="air", title="Air unit", kind=WORD, words=_words(Air), entries=areas, group=TURN),
        Field(name="air_failures", title="Failures of the air unit", entries=areas, group=TURN),
        Field(name="expected", title="Soviet attacks expected", entries=areas, group=TURN),
        Field(name="attacks", title="Soviet attacks made", entries=areas, group=TURN),
    )
    return Editable(
        fields=(*_OF_UNITS, *game, *_UNDER_WAY),
        units=tuple(counter.id for counter in g.roster.counters),
        unit_titles=tuple(counter.name for counter in g.roster.counters),
    )
