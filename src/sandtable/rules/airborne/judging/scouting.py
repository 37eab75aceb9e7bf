"""[6] Air reconnaissance as Control describes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.kernel import Given, Reckoning, Tables, lines_of
from sandtable.kernel.book.describing import flag

from ..events import Reported
from ..recce import CROWD, RecceRoll, crowding, in_cover, sighting
from ..state import DEFENDER, Counter, Operation
from .describe import ground_of, number, troop_of
from .procedure import Procedure, events_of, position, weigh


class Recce(Procedure):
    """[6] A squadron looks at units of one kind in one square."""

    name = "recce"
    takes = ("troop", "ground", "moving", "units", "in_square")

    def begin(self, given: Given, tables: Tables) -> Operation:
        """The units, about to be looked for; nobody rolls for units in cover."""
        troop, ground = troop_of(given), ground_of(given)
        units = number(given, "units", default=1, least=1)
        g = position(
            tables, [Counter(name=f"unit {n}", side=DEFENDER, troop=troop) for n in range(1, units + 1)]
        )
        if not in_cover(troop, ground):
            column = sighting(troop, moving=flag(given, "moving"))
            g.then(*(RecceRoll(unit, column, crowding(_in_square(given))) for unit in range(units)))
        return g

    def outcome(self, given: Given, before: Operation, after: Operation) -> dict[str, Any]:
        """The report of each unit."""
        lines = Reckoning("added to the die")
        lines.add_if(crowding(_in_square(given)), f"more than {CROWD} units in the square", 1, "6.4")
        return {
            "column": sighting(troop_of(given), moving=flag(given, "moving")),
            "in_cover": not before.agenda,
            "modifier": crowding(_in_square(given)),
            "reports": [
                {"unit": event.unit + 1, "die": event.die, "score": event.score, "report": event.report}
                for event in events_of(after, Reported)
            ],
            "reckoning": lines_of([lines]),
        }

    def chances(self, given: Given, before: Operation) -> dict[str, Any]:
        """What is reported of any one of the units."""
        column = sighting(troop_of(given), moving=flag(given, "moving"))
        alone = before.copy()
        alone.agenda = alone.agenda[-1:]
        found = weigh(alone, lambda g: g.report[0])
        table = before.tables["recce"]
        reports = found.map(
            lambda row: (
                str(table.look_up(row=table.rows.labels[row], column=column)) if row >= 0 else "In cover"
            )
        )
        return {"exact": True, "column": column, "results": reports.as_json()}

    def tell(self, outcome: Mapping[str, Any]) -> list[str]:
        """Each report."""
        if outcome["in_cover"]:
            return ["The units are in cover, and nobody rolls for them."]
        return [f"Unit {r['unit']}, die {r['die']}: {r['report']}." for r in outcome["reports"]]


def _in_square(given: Given) -> int:
    return number(given, "in_square", default=number(given, "units", default=1), least=1)
