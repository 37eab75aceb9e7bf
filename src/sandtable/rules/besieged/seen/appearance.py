"""[Counters] What the counters show, what lies beside the map, and the combat under way, as any page can draw them."""

from __future__ import annotations

from itertools import groupby
from typing import Any, Final

from sandtable.kernel import (
    OUT_OF_SUPPLY,
    Appearance,
    Combat,
    CombatSide,
    CounterMark,
    Fate,
    Figure,
    Hex,
    Measure,
    Seat,
    Tray,
    TrayRow,
)

from ..calendar import turn_name
from ..fight.attacks import air_left, air_units
from ..position.campaign import POOLS
from ..position.declared import NO_MARSHAL
from ..position.roster import AXIS, SEATS, SOVIET
from ..position.war import Role, War
from ..position.words import weather_words
from ..turn.ending import axis_cities
from ..turn.rail import capacity
from ..turn.replacements import ARMOUR, INFANTRY
from ..victory import cities_needed

APPEARANCE: Final = Appearance(
    figures=(
        Figure(
            field="strength",
            printed="printed",
            place="left",
            sums=True,
            measure=Measure(short="CF", one="combat factor", many="combat factors"),
        ),
        Figure(
            field="steps",
            place="middle",
            measure=Measure(short="steps", short_one="step", one="step", many="steps"),
        ),
        Figure(
            field="movement",
            place="right",
            measure=Measure(short="MA", one="movement allowance", many="movement allowance"),
        ),
    ),
    marks=(
        CounterMark(field="spent", word="has moved", look="turned"),
        CounterMark(field="fought", word="has attacked", look="none"),
        CounterMark(field="must_attack", word="must attack", look="badge", letter="!"),
        CounterMark(field="locked", word="locked in combat", look="hatched", letter="L", adverse=True),
        OUT_OF_SUPPLY,
    ),
    fates=(
        Fate(name="due", title="To come", lost=False),
        Fate(name="eliminated", title="Eliminated, can be rebuilt"),
        Fate(name="surrendered", title="Surrendered"),
        Fate(name="gone", title="Out of the game", lost=False),
    ),
    concerns={
        "unused": "units that have not moved",
        "must_attack": "units that stay in an enemy zone",
        "surrender": "units that will surrender",
        "cut_off": "units that will lose a step for want of supply",
        "railheads": "railways that could be extended",
        "points": "replacement points left over",
    },
    endings=("Corps", "Army", "Group"),
)


def trays(g: War) -> list[dict[str, Any]]:
    """[Weather, Replacements, Air Pool, Field Marshals, Victory Chart] What both sides have beside the map."""
    sides = (AXIS, SOVIET)
    allies = [n for n in range(len(POOLS)) if n not in (*INFANTRY, *ARMOUR)]
    needed = cities_needed(g.charts, max(g.turn, 1))
    found = [
        Tray(title="Weather", rows=(TrayRow(value=weather_words(g.weather)),), rule="Weather", bar=True),
        Tray(
            title="Major Cities of the Axis",
            rows=(TrayRow(value=f"{axis_cities(g)}{f' of {needed} needed' if needed else ''}"),),
            rule="Victory Chart",
            bar=True,
        ),
        Tray(
            title="Replacement points",
            rows=(
                *(
                    TrayRow(side=SEATS[s], value=f"{g.rp[INFANTRY[s]]} infantry, {g.rp[ARMOUR[s]]} armor")
                    for s in sides
                ),
                *(TrayRow(label=POOLS[n].title(), value=g.rp[n]) for n in allies if g.rp[n]),
            ),
            rule="Replacements",
        ),
        Tray(
            title="Air units",
            rows=tuple(TrayRow(side=SEATS[s], value=f"{air_left(g, s)} of {air_units(g, s)}") for s in sides),
            rule="Air Pool",
        ),
        Tray(
            title="Field Marshals",
            rows=tuple(
                TrayRow(side=SEATS[s], value=", ".join(ready_marshals(g, s)) or "none") for s in sides
            ),
            rule="Field Marshals",
        ),
        Tray(
            title="Rail moves left",
            rows=(TrayRow(side=SEATS[g.phasing], value=capacity(g, Seat(g.phasing)) - g.rail_used),),
            rule="Rail",
        ),
    ]
    return [tray.as_json() for tray in found]


def ready_marshals(g: War, side: Seat) -> list[str]:
    """[Field Marshals] Those who serve this year and have not been used."""
    return [
        m.name
        for n, m in enumerate(g.campaign.marshals)
        if m.side == side and g.year in m.years and not g.marshal_used[n]
    ]


def combat(g: War) -> dict[str, Any] | None:
    """[Declaring] The combat under way, once everything is declared."""
    was = g.declared
    if was.hex < 0 or not was.attack:
        return None
    marshals = [
        g.campaign.marshals[n].name for n in (was.attacker_marshal, was.defender_marshal) if n != NO_MARSHAL
    ]
    words = [
        "Blitzkrieg" if was.blitzkrieg else "Combat",
        *([f"{was.air} air unit{'s' if was.air > 1 else ''}"] if was.air else []),
        *marshals,
    ]
    return Combat(
        hex=g.grid.name(Hex(was.hex)),
        words=tuple(words),
        attacker=CombatSide(strength=was.attack, notes=_notes(g, Role.ATTACKS)),
        defender=CombatSide(strength=was.defence, notes=_notes(g, Role.DEFENDS)),
    ).as_json()


def turn_groups(last: int) -> list[list[Any]]:
    """[Sequence] The turns by their year, and how many it has."""
    years = [list(turns) for _, turns in groupby(range(1, last + 1), lambda n: turn_name(n).split()[-1])]
    return [[turn_name(turns[0]).split()[-1], len(turns)] for turns in years]


def _notes(g: War, role: Role) -> tuple[str, ...]:
    units = g.in_combat(role)
    found = ["out of supply"] if any(g.unsupplied[u] for u in units) else []
    return (*found, *(["surrounded"] if any(g.trapped[u] for u in units) else []))
