"""[11] Air resupply as Control describes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sandtable.kernel import Given, Tables, lines_of
from sandtable.kernel.book.describing import flag

from ..events import Supplied
from ..resupply import ResupplyRoll, lots, modifier
from ..state import Operation
from .describe import number
from .procedure import Procedure, events_of, position, weigh

_FLAGS: Final = {
    "poor_terrain": "poor_terrain",
    "contested": "contested",
    "airstrip": "airstrip",
    "afdag": "afdag",
    "fighters_intervene": "fighters",
    "flak_intervenes": "flak",
}
_MOST: Final = 200


class Resupply(Procedure):
    """[11] Supply points are dropped on a zone, or landed on an airstrip."""

    name = "resupply"
    takes = ("points", *_FLAGS)

    def begin(self, given: Given, tables: Tables) -> Operation:
        """The lots, about to be dropped."""
        points = number(given, "points", least=1, most=_MOST)
        g = position(tables)
        added = int(modifier(tables, _factors(given)))
        g.then(*(ResupplyRoll(lot, added) for lot in lots(points)))
        return g

    def outcome(self, given: Given, before: Operation, after: Operation) -> dict[str, Any]:
        """Every lot, and what arrived in all."""
        return {
            "points": number(given, "points"),
            "modifier": int(modifier(before.tables, _factors(given))),
            "lots": [
                {"points": event.points, "die": event.die, "score": event.score, "arrived": event.arrived}
                for event in events_of(after, Supplied)
            ],
            "arrived": after.delivered,
            "reckoning": lines_of([modifier(before.tables, _factors(given))]),
        }

    def chances(self, given: Given, before: Operation) -> dict[str, Any]:
        """How many points arrive."""
        return {
            "exact": True,
            "modifier": int(modifier(before.tables, _factors(given))),
            "arrived": weigh(before, lambda g: g.delivered).as_json(),
            "reckoning": lines_of([modifier(before.tables, _factors(given))]),
        }

    def tell(self, outcome: Mapping[str, Any]) -> list[str]:
        """Each lot, then the sum."""
        told = [
            f"{lot['points']} points, die {lot['die']}, score {lot['score']}: {lot['arrived']} {'arrives' if lot['arrived'] == 1 else 'arrive'}."
            for lot in outcome["lots"]
        ]
        return [*told, f"{outcome['arrived']} of {outcome['points']} supply points lie on the dropzone."]


def _factors(given: Given) -> list[str]:
    return [factor for option, factor in _FLAGS.items() if flag(given, option)]
