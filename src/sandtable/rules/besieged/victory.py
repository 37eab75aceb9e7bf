"""[Victory Chart] Sudden death: how many Major Cities the German must hold at the end of Nov/Dec."""

from __future__ import annotations

from sandtable.kernel import Tables

from .calendar import is_november, year_of


def cities_needed(tables: Tables, turn: int) -> int | None:
    """[Victory Chart] What the German needs at the end of *turn*, or None where nothing is checked (B-9, B-24)."""
    chart = tables["sudden_death"]
    year = str(year_of(turn))
    if not is_november(turn) or year not in chart.rows.labels:
        return None
    return int(chart.look_up(row=year, column="major cities"))


def is_sudden_death(tables: Tables, turn: int, german_cities: int) -> bool:
    """[Victory Chart] Whether the Russian wins at once at the end of *turn* (B-24)."""
    needed = cities_needed(tables, turn)
    return needed is not None and german_cities < needed
