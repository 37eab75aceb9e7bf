"""What Control may write into a position, in words."""

from __future__ import annotations

from typing import Final

from sandtable.kernel import HEX, WORD, YES, Editable, Field

from ..events import STAGES
from ..position.corridor import SIDES, Corridor, State, Task
from ..state import Mode

FOG: Final = "What the enemy knows"
SIGNALS: Final = "What other commands have heard"
ORDERS: Final = "Orders of this turn"
CROSSINGS: Final = "Crossings"
AIR: Final = "In the air"
DICE: Final = "The latest dice"
_HEXES: Final = frozenset(("hex_of", "start", "known_hex", "reported_hex", "landing"))
_YES: Final = frozenset(
    (
        *("prepared", "immobile", "silenced", "breakthrough", "on_foot", "halted", "fired", "retreated"),
        *("waiting_prepared", "aboard"),
    )
)
_TITLES: Final = {
    "hex_of": "Cell",
    "start": "Cell at the start of the turn",
    "due": "Turn of arrival",
    "ammo": "Ammunition",
    "bridge": "State of the crossing",
    "bridge_holder": "Holder",
    "dropped": "Supply on the drop zone",
    "final_points": "Points at the end",
}
_BY_UNIT_OF_OPERATION: Final = (
    *("status", "ammo", "fuel", "mode", "spent", "prepared", "granted", "immobile", "silenced", "report"),
)
_BY_FLIGHT: Final = ("strength", "damage", "shed", "bound", "flying", "met")
_PLAIN: Final = ("route", "passed", "air_orders", "support")


def editable(g: Corridor) -> Editable:
    """Everything that the position keeps."""
    points = g.plan.board.entries("point")
    flights = tuple(flight.name for flight in g.plan.flights)
    zones = tuple(g.campaign.drop_zones)
    turns = {0: "set-up"} | {turn.number: turn.name for turn in g.campaign.turns}
    fields = []
    for name in g.COLUMNS:
        title = _TITLES.get(name, name.replace("_", " ").capitalize())
        if name in g.BY_POINT:
            words = {"bridge": _words(State), "bridge_holder": dict(enumerate(SIDES))}.get(name, {})
            kind = WORD if words else "number"
            fields.append(
                Field(name=name, title=title, kind=kind, words=words, entries=points, group=CROSSINGS)
            )
        elif name in _BY_FLIGHT:
            fields.append(Field(name=name, title=title, entries=flights, group=AIR))
        elif name == "dropped":
            fields.append(Field(name=name, title=title, entries=zones, group=AIR))
        elif name in _PLAIN:
            fields.append(Field(name=name, title=title, group=ORDERS))
        else:
            fields.append(_of_units(name, title))
    for name in g.NUMBERS:
        title = _TITLES.get(name, name.replace("_", " ").capitalize())
        words = {"turn": turns, "stage": {0: "set-up"} | STAGES}.get(name, {})
        fields.append(
            Field(name=name, title=title, kind=WORD if words else "number", words=words, group=_group(name))
        )
    return Editable(
        fields=tuple(fields),
        units=tuple(unit.id for unit in g.campaign.units),
        unit_titles=tuple(unit.name for unit in g.campaign.units),
    )


def _of_units(name: str, title: str) -> Field:
    words = {"mode": _words(Mode), "task": _words(Task)}.get(name, {})
    kind = HEX if name in _HEXES else YES if name in _YES else WORD if words else "number"
    orders = (*_BY_UNIT_OF_OPERATION, "hex_of", "due", "aboard", "landing")
    heard = SIGNALS if name.startswith("reported") else ORDERS
    group = FOG if name.startswith("known") else "" if name in orders else heard
    return Field(name=name, title=title, kind=kind, words=words, of_units=True, group=group)


def _group(name: str) -> str:
    return "" if name in ("turn", "stage") else DICE


def _words(kind: type[State] | type[Mode] | type[Task]) -> dict[int, str]:
    return {int(member): member.name.lower().replace("_", " ") for member in kind}
