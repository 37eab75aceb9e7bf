"""For a study counters and calendar are printed otherwise, and the rules and the bots go by what is printed."""

from __future__ import annotations

import pytest

from sandtable.bots.damos.sighting import sight
from sandtable.kernel.game.records import begin
from sandtable.kernel.printed.calendar import BadCalendar
from sandtable.kernel.printed.changes import Change
from sandtable.rules.damos import RULEBOOK, DamosRulebook
from sandtable.rules.damos.series.exclusive.rail import hexes_of
from sandtable.rules.damos.series.position.roster import AXIS
from sandtable.rules.damos.series.position.state import Front

SLOWER = Change("scenarios/oob-agn.toml", "ma", 8, rows="unit", where={"id": "ge-1-pz"})


def started(book: DamosRulebook) -> Front:
    return begin(book, book.setup("agn"))


def rail(word: str) -> DamosRulebook:
    return RULEBOOK.altered([Change("series/calendar.toml", "rail", word, rows="turn")])


@pytest.mark.rule("damos 2.2")
def test_a_counter_has_the_movement_that_is_printed_on_it() -> None:
    g, plain = started(RULEBOOK.altered([SLOWER])), started(RULEBOOK)
    unit = g.roster.numbers["ge-1-pz"]
    assert (g.roster.ma_of[unit], plain.roster.ma_of[unit]) == (8, 10)


def test_a_bot_reads_what_is_printed() -> None:
    g = started(RULEBOOK.altered([SLOWER]))
    assert sight(g, AXIS).g.roster.ma_of[g.roster.numbers["ge-1-pz"]] == 8


@pytest.mark.rule("damos AGN 4.3.1")
@pytest.mark.parametrize(("word", "hexes"), [("1d2", [1, 2]), ("1d3", [1, 3]), ("1d3+1", [2, 4])])
def test_the_railway_grows_by_the_die_of_the_calendar(word: str, hexes: list[int]) -> None:
    g = started(rail(word))
    assert [hexes_of(g, face) for face in (1, 6)] == hexes


def test_a_die_that_nobody_can_roll_is_refused() -> None:
    with pytest.raises(BadCalendar, match="cannot grow by '1d4'; 1d2, 1d3 and 1d3"):
        started(rail("1d4"))
