"""[Counters] What the counters show, what lies beside the map, and the combat under way, as any page can draw them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any, Final

from sandtable.kernel import (
    Appearance,
    Bits,
    Combat,
    CombatSide,
    CounterMark,
    Fate,
    Figure,
    Hex,
    Measure,
    Tray,
    TrayRow,
    members,
)

from ..calendar import is_november, turn_name, year_of
from ..position.campaign import POOLS
from ..position.declared import NO_MARSHAL
from ..position.roster import AXIS, SEATS, SOVIET
from ..position.war import Role, War
from ..state import WEATHERS
from ..victory import cities_needed

APPEARANCE: Final = Appearance(
    figures=(
        Figure(
            field="strength",
            printed="printed",
            place="left",
            sums=True,
            measure=Measure(short="factors", one="combat factor", many="combat factors"),
        ),
        Figure(
            field="steps",
            printed="full_steps",
            place="middle",
            measure=Measure(short="steps", one="step", many="steps"),
        ),
        Figure(
            field="movement",
            printed="printed_movement",
            place="right",
            measure=Measure(short="movement", one="movement point", many="movement points"),
        ),
    ),
    marks=(
        CounterMark(field="moved", word="has moved", look="turned"),
        CounterMark(field="must_attack", word="must attack", look="badge", letter="!"),
        CounterMark(field="locked", word="locked in combat", look="badge", letter="L", adverse=True),
        CounterMark(field="landed", word="has just landed", look="badge", letter="S"),
        CounterMark(field="fought", word="has fought", look="none"),
        CounterMark(field="isolated", word="isolated", look="hatched", adverse=True),
        CounterMark(
            field="supplied",
            when=False,
            word="out of supply",
            otherwise="in supply",
            look="chain",
            adverse=True,
        ),
    ),
    fates=(
        Fate(name="due", title="To come", lost=False),
        Fate(name="eliminated", title="Eliminated, can be rebuilt"),
        Fate(name="surrendered", title="Surrendered, never rebuilt"),
        Fate(name="gone", title="Out of the game", lost=False),
    ),
    pairings="Tables and support",
    concerns={
        "must_attack": "units that would have to attack",
        "exposed": "moves that end out of supply",
        "unmoved": "units that have not moved",
        "points": "replacement points that would be lost",
        "garrison": "Major Cities left empty before the enemy",
    },
    endings=("Corps", "Army"),
)
# Whose replacement points they are, and for what.
_POOL_WORDS: Final = {
    "german_infantry": "infantry",
    "german_armour": "armor",
    "soviet_infantry": "infantry",
    "soviet_armour": "armor",
}


def trays(g: War) -> list[dict[str, Any]]:
    """Weather, Major Cities, replacement points, air units, Field Marshals and the next count of cities."""
    return [tray.as_json() for tray in _trays(g) if tray.rows]


def _trays(g: War) -> Iterator[Tray]:
    if g.turn:
        yield Tray(title="Weather", rows=tuple(_weather(g)), rule="Weather", bar=True)
    held = {side: g.campaign.major & g.control(side) for side in (AXIS, SOVIET)}
    yield Tray(
        title="Major Cities",
        rows=tuple(TrayRow(side=SEATS[side], value=cities.bit_count()) for side, cities in held.items()),
        rule="Victory",
        bar=True,
    )
    yield Tray(title="Replacement points", rows=tuple(_points(g)), rule="Replacements", bar=True)
    allies = {pool: n for pool, n in zip(POOLS, g.rp, strict=True) if n and pool not in _POOL_WORDS}
    yield Tray(
        title="Replacement points of allies",
        rows=tuple(TrayRow(label=pool, value=n) for pool, n in allies.items()),
        rule="Replacements",
    )
    yield Tray(title="Field Marshals not yet used this year", rows=tuple(_marshals(g)), rule="Field Marshals")
    yield Tray(
        title="Major Cities held",
        rows=tuple(TrayRow(side=SEATS[side], hexes=_names(g, cities)) for side, cities in held.items()),
        rule="Victory",
    )
    yield Tray(title="The Axis must hold", rows=tuple(_checks(g)), rule="Victory Chart")


def _weather(g: War) -> Iterator[TrayRow]:
    """[Weather] The weather of this impulse, and that of the second where it is known to come."""
    yield TrayRow(value=WEATHERS[g.weather].replace("_", " "))


def _points(g: War) -> Iterator[TrayRow]:
    points = dict(zip(POOLS, g.rp, strict=True))
    for seat in SEATS:
        words = [
            f"{points[pool]} {word}" for pool, word in _POOL_WORDS.items() if pool.startswith(f"{seat}_")
        ]
        yield TrayRow(side=seat, value=", ".join(words))


def _marshals(g: War) -> Iterator[TrayRow]:
    """[Field Marshals] Who serves this year and has not been used in it."""
    for side in (AXIS, SOVIET):
        free = tuple(
            m.name
            for m, used in zip(g.campaign.marshals, g.marshal_used, strict=True)
            if m.side == side and g.year in m.years and not used
        )
        if free:
            yield TrayRow(side=SEATS[side], units=free)


def _checks(g: War) -> Iterator[TrayRow]:
    """[Victory Chart] The counts of Major Cities that are still to come."""
    for turn in range(max(g.turn, 1), g.last_turn + 1):
        needed = cities_needed(g.charts, turn)
        if is_november(turn) and needed is not None:
            yield TrayRow(label=f"end of {turn_name(turn)}", value=f"{needed} Major Cities")


def combat(g: War) -> dict[str, Any] | None:
    """[Declaring] The combat under way: table, air, marshals, and both strengths."""
    here = g.declared.hex
    if here < 0:
        return None
    declared = g.declared
    words = ["Blitzkrieg"] if declared.blitzkrieg else []
    if declared.air:
        words.append(f"{declared.air} air unit{'s' if declared.air > 1 else ''}")
    for marshal in (declared.attacker_marshal, declared.defender_marshal):
        if marshal != NO_MARSHAL:
            words.append(f"Field Marshal {g.campaign.marshals[marshal].name}")
    return Combat(
        hex=g.grid.name(Hex(here)),
        words=tuple(words),
        attacker=_side(g, Role.ATTACKS, declared.attack),
        defender=_side(g, Role.DEFENDS, declared.defence),
    ).as_json()


def _side(g: War, role: Role, strength: int) -> CombatSide:
    units = g.in_combat(role)
    notes = []
    if any(g.unsupplied[u] for u in units):
        notes.append("out of supply")
    if any(g.trapped[u] for u in units):
        notes.append("surrounded")
    return CombatSide(strength=strength, notes=tuple(notes))


def turn_groups(last: int) -> list[list[Any]]:
    """[Sequence] The turns by year, and how many each has."""
    years = groupby(year_of(turn) for turn in range(1, last + 1))
    return [[str(year), len(list(turns))] for year, turns in years]


def _names(g: War, mask: Bits) -> tuple[str, ...]:
    return tuple(g.grid.name(Hex(h)) for h in members(mask))
