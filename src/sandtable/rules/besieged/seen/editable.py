"""What Control may write into a position, in words."""

from __future__ import annotations

from typing import Final

from sandtable.kernel import HEX, HEXES, WORD, YES, Editable, Field, seat_title

from ..calendar import turn_name
from ..position.campaign import POOLS
from ..position.roster import SEATS
from ..position.war import Role, Status, War
from ..state import TERRAINS, WEATHERS
from ..turn.ending import Cause, Level, Winner

COMBAT: Final = "The combat under way"
TURN: Final = "This turn"
NATIONS: Final = "Nations and the end"
_STATUS: Final = {
    int(Status.ON_MAP): "on the map",
    int(Status.DUE): "still to come",
    int(Status.ELIMINATED): "eliminated, may be rebuilt",
    int(Status.SURRENDERED): "surrendered",
    int(Status.GONE): "out of the game",
}
_ROLES: Final = {int(role): role.name.lower() for role in Role}
_SETS: Final = {0: "nobody", 1: "the attacker", 2: "the defender", 3: "both"}
_OF_UNITS: Final = (
    Field(name="hex_of", title="Hex", kind=HEX, of_units=True),
    Field(name="steps", title="Steps", of_units=True),
    Field(name="status", title="Where it is", kind=WORD, of_units=True, words=_STATUS),
    Field(name="due", title="Arrives in turn", of_units=True),
    Field(name="unsupplied", title="Checks without supply", of_units=True),
    Field(name="moved", title="Has moved", kind=YES, of_units=True),
    Field(name="fought", title="Has attacked", kind=YES, of_units=True),
    Field(name="must_attack", title="Must attack", kind=YES, of_units=True),
    Field(name="locked", title="Locked in the combat for", kind=HEX, of_units=True),
    Field(name="landed", title="Has landed this turn", kind=YES, of_units=True),
    Field(name="dropped", title="Year of its latest drop", of_units=True),
    Field(name="role", title="Part in the combat", kind=WORD, of_units=True, words=_ROLES),
    Field(name="trapped", title="Surrounded before the die", kind=YES, of_units=True),
)
_NUMBERS: Final = (
    ("battle_attack", "Attack strength"),
    ("battle_defence", "Defence strength"),
    ("battle_air", "Air units"),
    ("battle_units", "Supplied attackers"),
    ("battle_shift", "Columns of the first winter"),
    ("battle_drm", "Other modifiers of the die"),
    ("battle_attacker_marshal", "Attacker's Field Marshal"),
    ("battle_defender_marshal", "Defender's Field Marshal"),
    ("battle_attacker_steps", "Attacker's steps"),
    ("battle_defender_steps", "Defender's steps"),
    ("column", "Column of the table"),
    ("die", "Die"),
    ("adjusted", "Adjusted die"),
)


def editable(g: War) -> Editable:
    """Everything that the position keeps."""
    turns = {0: "set-up"} | {n: turn_name(n) for n in range(1, g.last_turn + 1)}
    sides = {number: seat_title(seat) for number, seat in enumerate(SEATS)}
    weathers = {n: name.replace("_", " ") for n, name in enumerate(WEATHERS)}
    seats = tuple(seat_title(seat) for seat in SEATS)
    schedule = g.campaign.schedule
    game = (
        Field(name="turn", title="Turn", kind=WORD, words=turns),
        Field(name="phasing", title="Whose half of the turn", kind=WORD, words=sides),
        Field(name="impulse", title="Impulse"),
        Field(name="weather", title="Weather", kind=WORD, words=weathers),
        Field(
            name="first_weather", title="Weather of the first impulse", kind=WORD, words=weathers, group=TURN
        ),
        Field(
            name="second_weather",
            title="Weather of the second impulse",
            kind=WORD,
            words=weathers,
            group=TURN,
        ),
        Field(name="axis_control", title="Held by the Axis", kind=HEXES),
        Field(name="axis_rail", title="Railway of the Axis", kind=HEXES),
        Field(name="rp", title="Replacement points", entries=tuple(p.replace("_", " ") for p in POOLS)),
        Field(name="air_used", title="Air units used this impulse", entries=seats, group=TURN),
        Field(name="air_lost", title="Air units lost this year", entries=seats, group=TURN),
        Field(
            name="marshal_used",
            title="Field Marshal used this year",
            kind=YES,
            entries=tuple(m.name for m in g.campaign.marshals),
            group=TURN,
        ),
        Field(name="rail_used", title="Units that went by rail", group=TURN),
        Field(
            name="sailed",
            title="Units that went by sea",
            entries=tuple(f"{row['name']} ({row['side']})" for row in schedule["sea"]),
            group=TURN,
        ),
        Field(name="landing_year", title="Winter of the latest landing", group=TURN),
        Field(
            name="oil_held",
            title="Turns running that oil was held",
            entries=tuple(f"{row['city']} ({row['pool'].replace('_', ' ')})" for row in schedule["oil"]),
            group=NATIONS,
        ),
        Field(name="romania_left", title="Romania left in turn", group=NATIONS),
        Field(name="hungary_left", title="Hungary left in turn", group=NATIONS),
        Field(name="finland_left", title="Finland left in turn", group=NATIONS),
        Field(name="budapest_held", title="Turns running that Budapest was Soviet", group=NATIONS),
        Field(name="ended", title="Has won", kind=WORD, words=_words(Winner), group=NATIONS),
        Field(name="level", title="Level of victory", kind=WORD, words=_words(Level), group=NATIONS),
        Field(name="cause", title="Why it ended", kind=WORD, words={0: "-"} | _words(Cause), group=NATIONS),
    )
    battle = (
        Field(name="battle_hex", title="Fought for", kind=HEX, group=COMBAT),
        Field(name="battle_blitzkrieg", title="Blitzkrieg", kind=YES, group=COMBAT),
        Field(name="battle_river", title="Behind a river", kind=YES, group=COMBAT),
        Field(name="battle_city", title="Major City", kind=YES, group=COMBAT),
        Field(
            name="battle_terrain", title="Ground", kind=WORD, words=dict(enumerate(TERRAINS)), group=COMBAT
        ),
        Field(name="battle_armour", title="Alone has armor", kind=WORD, words=_SETS, group=COMBAT),
        Field(name="battle_mountain", title="Has mountain units", kind=WORD, words=_SETS, group=COMBAT),
        Field(name="battle_surrounded", title="Is surrounded", kind=WORD, words=_SETS, group=COMBAT),
        *(Field(name=name, title=title, group=COMBAT) for name, title in _NUMBERS),
    )
    return Editable(
        fields=(*_OF_UNITS, *game, *battle),
        units=tuple(counter.id for counter in g.roster.counters),
        unit_titles=tuple(counter.name for counter in g.roster.counters),
    )


def _words(kind: type[Winner] | type[Level] | type[Cause]) -> dict[int, str]:
    return {int(member): member.name.lower().replace("_", " ") for member in kind}
