"""What Control may write into a position of the war, in words."""

from __future__ import annotations

from typing import Final

from sandtable.kernel import HEX, HEXES, WORD, YES, Editable, Field

from ..calendar import turn_name
from ..position.campaign import POOLS
from ..position.roster import SEATS, SIDES
from ..position.war import Role, Status, War
from ..state import TERRAINS, WEATHERS

POINTS: Final = "Points and pools"
NATIONS: Final = "Nations"
COMBAT: Final = "The combat under way"

_STATUS: Final = {
    Status.ON_MAP: "on the map",
    Status.DUE: "still to come",
    Status.ELIMINATED: "eliminated, may be rebuilt",
    Status.SURRENDERED: "surrendered",
    Status.GONE: "out of the game",
}
_ROLES: Final = {Role.NONE: "none", Role.ATTACKS: "attacks", Role.DEFENDS: "defends"}
_SIDES_SET: Final = {0: "nobody", 1: "the attacker", 2: "the defender", 3: "both"}
_WEATHER: Final = {n: name.replace("_", " ") for n, name in enumerate(WEATHERS)}

_OF_UNITS: Final = (
    Field(name="hex_of", title="Hex", kind=HEX, of_units=True),
    Field(name="steps", title="Steps", of_units=True),
    Field(
        name="status",
        title="Where it is",
        kind=WORD,
        of_units=True,
        words={int(n): word for n, word in _STATUS.items()},
    ),
    Field(name="due", title="Arrives in turn", of_units=True),
    Field(name="unsupplied", title="Supply checks without supply", of_units=True),
    Field(name="moved", title="Has moved in this impulse", kind=YES, of_units=True),
    Field(name="fought", title="Has fought in this impulse", kind=YES, of_units=True),
    Field(name="must_attack", title="Must attack", kind=YES, of_units=True),
    Field(name="locked", title="Locked in the combat for", kind=HEX, of_units=True),
    Field(
        name="role",
        title="Part in the combat",
        kind=WORD,
        of_units=True,
        words={int(n): word for n, word in _ROLES.items()},
    ),
    Field(name="trapped", title="Surrounded before the die", kind=YES, of_units=True),
    Field(name="landed", title="Came from the sea this turn", kind=YES, of_units=True),
    Field(name="dropped", title="Year of its latest drop", of_units=True),
)
_COMBAT: Final = (
    Field(name="battle_hex", title="Fought for", kind=HEX, group=COMBAT),
    Field(name="battle_attack", title="Attack strength", group=COMBAT),
    Field(name="battle_defence", title="Defence strength", group=COMBAT),
    Field(name="battle_units", title="Attacking corps and armies", group=COMBAT),
    Field(name="battle_air", title="Air units", group=COMBAT),
    Field(name="battle_shift", title="Other columns", group=COMBAT),
    Field(name="battle_blitzkrieg", title="Blitzkrieg", kind=YES, group=COMBAT),
    Field(name="battle_drm", title="Other modifiers", group=COMBAT),
    Field(name="battle_armour", title="Armor on one side", kind=WORD, words=_SIDES_SET, group=COMBAT),
    Field(name="battle_mountain", title="Mountain units", kind=WORD, words=_SIDES_SET, group=COMBAT),
    Field(name="battle_river", title="Behind a river", kind=YES, group=COMBAT),
    Field(
        name="battle_terrain",
        title="Terrain",
        kind=WORD,
        words=dict(enumerate(TERRAINS)),
        group=COMBAT,
    ),
    Field(name="battle_city", title="Major City", kind=YES, group=COMBAT),
    Field(name="battle_surrounded", title="Surrounded", kind=WORD, words=_SIDES_SET, group=COMBAT),
    Field(name="battle_attacker_steps", title="Steps of the attacker", group=COMBAT),
    Field(name="battle_defender_steps", title="Steps of the defender", group=COMBAT),
)


def editable(g: War) -> Editable:
    """Everything but the dice on the table and how the game ended."""
    sides = {n: side.capitalize() for n, side in enumerate(SEATS)}
    turns = {0: "set-up"} | {n: turn_name(n) for n in range(1, g.last_turn + 1)}
    marshals = {-1: "none"} | {n: m.name for n, m in enumerate(g.campaign.marshals)}
    by_side = tuple(side.capitalize() for side in SIDES)
    game = (
        Field(name="turn", title="Turn", kind=WORD, words=turns),
        Field(name="phasing", title="Whose half of the turn", kind=WORD, words=sides),
        Field(
            name="impulse", title="Impulse", kind=WORD, words={0: "before the first", 1: "first", 2: "second"}
        ),
        Field(name="weather", title="Weather now", kind=WORD, words=_WEATHER),
        Field(name="first_weather", title="Weather of the first impulse", kind=WORD, words=_WEATHER),
        Field(name="second_weather", title="Weather of the second impulse", kind=WORD, words=_WEATHER),
        Field(name="axis_control", title="Held by the Axis", kind=HEXES),
        Field(name="axis_rail", title="Railway of the Axis gauge", kind=HEXES),
        Field(
            name="rp",
            title="Replacement points",
            entries=tuple(pool.replace("_", " ").capitalize() for pool in POOLS),
            group=POINTS,
        ),
        Field(name="air_used", title="Air units used in this impulse", entries=by_side, group=POINTS),
        Field(name="air_lost", title="Air units lost this year", entries=by_side, group=POINTS),
        Field(
            name="marshal_used",
            title="Year in which he was used",
            entries=tuple(m.name for m in g.campaign.marshals),
            group=POINTS,
        ),
        Field(
            name="sailed",
            title="Units that have sailed",
            entries=tuple(f"{line.name}, {SIDES[line.side]}" for line in g.campaign.sea_lines),
            group=POINTS,
        ),
        Field(
            name="oil_held",
            title="Supply checks with the oil",
            entries=tuple(f"{row['city']}, {row['pool']}" for row in g.campaign.schedule["oil"]),
            group=POINTS,
        ),
        Field(name="rail_used", title="Rail capacity used", group=POINTS),
        Field(name="landing_year", title="Winter of the latest landing", group=POINTS),
        Field(name="romania_left", title="Romania left on turn", group=NATIONS),
        Field(name="hungary_left", title="Hungary left on turn", group=NATIONS),
        Field(name="finland_left", title="Finland left on turn", group=NATIONS),
        Field(name="budapest_held", title="Turns that Budapest is Soviet", group=NATIONS),
    )
    fighting = tuple(
        Field(name=f"battle_{who}_marshal", title=f"Field Marshal of the {who}", kind=WORD, words=marshals)
        for who in ("attacker", "defender")
    )
    return Editable(
        fields=(*_OF_UNITS, *game, *_COMBAT, *fighting),
        units=g.roster.ids,
        unit_titles=tuple(counter.name for counter in g.roster.counters),
    )
