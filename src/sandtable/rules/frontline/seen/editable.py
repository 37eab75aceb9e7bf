"""What Control may write into a position, in words."""

from __future__ import annotations

from typing import Final

from sandtable.kernel import HEX, WORD, YES, Editable, Field, seat_title

from ..events import STAGES
from ..position.nations import NATIONS, POINTS, SIDES
from ..position.war import BY_NATION, FRONT_NAMES, War
from ..position.words import ADJECTIVES, KIND_NAMES, NATION_NAMES
from ..turn.ending import Cause, Level, Winner

COMBAT: Final = "The combat under way"
TURN: Final = "This turn"
END: Final = "Nations and the end"
WORKS: Final = "Works, zones and flags"
_NATION: Final = {0: "nobody"} | {n + 1: name for n, name in enumerate(NATION_NAMES)}
_HOLDERS: Final = {0: "nobody", 1: "the Axis", 2: "the Soviets", 3: "neutral"}
_SIDES: Final = {0: "nobody", 1: "the Axis", 2: "the Soviets"}


def editable(g: War) -> Editable:
    """Everything that the position keeps."""
    board = g.campaign.board
    hexes, sides = board.entries("hex"), board.entries("hexside")
    own = tuple(f"{seat_title(name)}: {kind}" for name in (*NATIONS, *FRONT_NAMES) for kind in KIND_NAMES)
    nations = own[: len(NATIONS) * len(POINTS)]
    two = tuple(seat_title(side) for side in SIDES)
    cards = tuple(card.title for card in g.campaign.cards)
    bases = tuple(base.name for base in g.campaign.bases)
    turns = {0: "set-up"} | dict(enumerate(g.campaign.turns, 1))
    fields = [
        Field(name="holder", title="Held by", kind=WORD, words=_HOLDERS, entries=hexes),
        *(
            Field(name=name, title=f"{ADJECTIVES[n // 4]} {KIND_NAMES[n % 4]}", entries=hexes)
            for n, name in enumerate(BY_NATION)
        ),
        Field(name="pool", title="Pool", entries=own),
        Field(name="withdrawn", title="Back next turn", entries=nations),
        Field(name="losses", title="Losses", entries=nations),
        *(
            Field(name=name, title=title, kind=WORD, words=_NATION, entries=hexes, group=WORKS)
            for name, title in (
                ("garrison", "Garrison of"),
                ("security", "Security zone of"),
                ("flak", "Flak zone of"),
                ("operation", "Security operation of"),
            )
        ),
        Field(
            name="partisans",
            title="Partisans",
            kind=WORD,
            words={0: "none", 1: "Soviet", 2: "a rising"},
            entries=hexes,
        ),
        Field(name="guard", title="Aircraft on defence", entries=hexes, group=WORKS),
        Field(name="held_at_start", title="Held at the start of the turn", entries=hexes, group=TURN),
        Field(name="layers_low", title="Layers of its first hex", entries=sides, group=WORKS),
        Field(name="layers_high", title="Layers of its second hex", entries=sides, group=WORKS),
        *(
            Field(name=name, title=title, kind=WORD, words=_NATION, entries=sides, group=WORKS)
            for name, title in (
                ("building_low", "Built from its first hex by"),
                ("building_high", "Built from its second hex by"),
                ("flag_axis", "Axis flag of"),
                ("flag_soviet", "Soviet flag of"),
            )
        ),
        Field(name="flags", title="Flags left", entries=(*NATION_NAMES, *FRONT_NAMES), group=TURN),
        Field(name="naval", title="Naval flags left", entries=two, group=TURN),
        Field(name="landing_from", title="Landing from", kind=HEX, entries=two, group=TURN),
        Field(name="landing_to", title="Landing at", kind=HEX, entries=two, group=TURN),
        Field(name="played", title="Card played", kind=YES, entries=cards),
        Field(name="shut", title="Production lines shut", entries=nations, group=TURN),
        Field(name="bomber_count", title="Bombers", entries=bases, group=TURN),
        Field(name="bomber_flown", title="Bombers that have flown", entries=bases, group=TURN),
        Field(name="new_partisans", title="Partisans to place", entries=("USSR",), group=TURN),
        *(
            Field(name=name, title=name.replace("_", " ").capitalize(), group=COMBAT)
            for name in ("engaged", "attacked", "men", "tanks", "air", "bombers")
        ),
        Field(name="turn", title="Turn", kind=WORD, words=turns),
        Field(name="stage", title="Step of the turn", kind=WORD, words={0: "set-up"} | STAGES),
        Field(name="points", title="Points of the Axis"),
        Field(name="placed_first", title="Placed flags first", kind=WORD, words=_SIDES, group=TURN),
        Field(name="goes_first", title="Goes first by cards", kind=WORD, words=_SIDES, group=TURN),
        Field(name="ended", title="Has won", kind=WORD, words=_words(Winner), group=END),
        Field(name="level", title="Level of victory", kind=WORD, words=_words(Level), group=END),
        Field(name="cause", title="Why it ended", kind=WORD, words={0: "-"} | _words(Cause), group=END),
    ]
    named = {field.name for field in fields}
    fields += [
        Field(
            name=name,
            title=name.replace("_", " ").capitalize(),
            group=END if name.endswith("_left") else COMBAT if name.startswith("fight") else TURN,
        )
        for name in g.NUMBERS
        if name not in named
    ]
    return Editable(fields=tuple(fields))


def _words(kind: type[Winner] | type[Level] | type[Cause]) -> dict[int, str]:
    return {int(member): member.name.lower().replace("_", " ") for member in kind}
